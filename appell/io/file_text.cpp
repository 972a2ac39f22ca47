#include "appell/io/file_text.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "appell/base/error.hpp"
#include "appell/base/stop.hpp"
#include "appell/base/text.hpp"

namespace appell::io {
namespace {

namespace fs = std::filesystem;

std::string kind_of(fs::file_type type) {
  switch (type) {
    case fs::file_type::directory:
      return "a folder";
    case fs::file_type::fifo:
      return "a pipe";
    case fs::file_type::socket:
      return "a socket";
    case fs::file_type::block:
    case fs::file_type::character:
      return "a device";
    default:
      return "no file";
  }
}

/// By pieces, since what is no regular file (a pipe, a device) does not tell its size.
void read_stream(std::istream& stream, const std::string& source_name, const SizeLimit& limit,
                 const std::function<void(std::string_view piece)>& take) {
  std::string piece(std::size_t{1} << 20, '\0');
  std::size_t size = 0;
  while (stream.read(piece.data(), static_cast<std::streamsize>(piece.size())) ||
         stream.gcount() > 0) {
    check_stop();
    const auto count = static_cast<std::size_t>(stream.gcount());
    size += count;
    if (size > limit.bytes) {
      throw ModelError(concat(source_name, ": has more than ", limit.bytes,
                              " bytes; this is the most that is read of ", limit.what));
    }
    take({piece.data(), count});
  }
  if (stream.bad()) {
    throw ModelError(concat(source_name, ": cannot be read: ", std::strerror(errno)));
  }
}

}  // namespace

std::string stream_text(std::istream& stream, const std::string& source_name,
                        const SizeLimit& limit) {
  std::string text;
  read_stream(stream, source_name, limit, [&text](std::string_view piece) { text += piece; });
  return text;
}

void read_file(const std::string& path, const SizeLimit& limit,
               const std::function<void(std::string_view piece)>& take) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    throw ModelError(concat(path, ": is a folder; a file is needed"));
  }
  if (fs::is_regular_file(path, error)) {
    const std::uintmax_t size = fs::file_size(path, error);
    if (!error && size > limit.bytes) {
      throw ModelError(concat(path, ": has ", size, " bytes; at most ", limit.bytes,
                              " are read of ", limit.what));
    }
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw ModelError(concat(path, ": cannot be opened: ", std::strerror(errno)));
  read_stream(file, path, limit, take);
}

std::string file_text(const std::string& path, const SizeLimit& limit) {
  std::string text;
  read_file(path, limit, [&text](std::string_view piece) { text += piece; });
  return text;
}

std::string regular_file_text(const std::string& path, const SizeLimit& limit) {
  refuse_special_file(path);
  return file_text(path, limit);
}

void refuse_special_file(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status) || fs::is_regular_file(status)) return;
  throw ModelError(concat(path, ": is ", kind_of(status.type()), "; a regular file is needed"));
}

}  // namespace appell::io
