#include "appell/io/file_text.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include <sys/stat.h>

#include "appell/base/check.hpp"
#include "appell/base/error.hpp"
#include "appell/base/quoted.hpp"
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

void check_size(std::size_t size, const std::string& source_name, const SizeLimit& limit) {
  if (size <= limit.bytes) return;
  throw ModelError(concat(source_name, ": has more than ", limit.bytes,
                          " bytes; this is the most that is read of ", limit.what));
}

/// By pieces, since what is no regular file (a pipe, a device) does not tell its size.
void read_stream(std::istream& stream, const std::string& source_name, const SizeLimit& limit,
                 const std::function<void(std::string_view piece)>& take) {
  std::string piece(std::size_t{1} << 20, '\0');
  std::size_t size = 0;
  while (stream.read(piece.data(), static_cast<std::streamsize>(piece.size())) ||
         stream.gcount() > 0) {
    check_stop();
    const std::size_t count = stream.gcount();
    size += count;
    check_size(size, source_name, limit);
    take({piece.data(), count});
  }
  refuse_failed_read(stream, source_name);
}

/// What came out of pipes, by device and inode: a pipe may have several names.
struct PipeStore {
  std::mutex mutex;
  int users = 0;
  std::map<std::pair<dev_t, ino_t>, std::shared_ptr<const std::string>> texts;
};

PipeStore& pipe_store() {
  static PipeStore store;
  return store;
}

/// All bytes of a pipe that is kept; nothing if this is no pipe, or nobody keeps them.
std::shared_ptr<const std::string> kept_text_of(const std::string& path, const SizeLimit& limit) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0 || !S_ISFIFO(status.st_mode)) return nullptr;
  PipeStore& store = pipe_store();
  const std::lock_guard lock(store.mutex);
  if (store.users == 0) return nullptr;
  std::shared_ptr<const std::string>& text = store.texts[{status.st_dev, status.st_ino}];
  if (text == nullptr) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw ModelError(concat(path, ": cannot be opened: ", std::strerror(errno)));
    text = std::make_shared<const std::string>(stream_text(file, path, limit));
  }
  return text;
}

}  // namespace

KeptPipes::KeptPipes() {
  const std::lock_guard lock(pipe_store().mutex);
  ++pipe_store().users;
}

KeptPipes::~KeptPipes() {
  const std::lock_guard lock(pipe_store().mutex);
  if (--pipe_store().users == 0) pipe_store().texts.clear();
}

void refuse_failed_read(const std::istream& stream, const std::string& source_name) {
  if (!stream.bad()) return;
  throw ModelError(concat(source_name, ": cannot be read: ", std::strerror(errno)));
}

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
  if (const std::shared_ptr<const std::string> text = kept_text_of(path, limit)) {
    check_size(text->size(), path, limit);
    take(*text);
    return;
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

std::string file_hash(const std::string& path) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  read_file(path, kCsvLimit, [&hash](std::string_view piece) {
    for (const char byte : piece) {
      hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
    }
  });
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[hash >> shift & 15U];
  return digits;
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

void refuse_to_name(const std::string& path) {
  if (path.empty()) return;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  check(!fs::exists(status) || fs::is_regular_file(status), path, ": is ", kind_of(status.type()),
        ", which a motion file cannot name: nobody could read it again; save what comes out of it "
        "to a file, and give that");
  check(first_byte_outside_utf8(fs::absolute(path).string()) == std::string::npos, path,
        ": has a path that is not UTF-8, which a motion file cannot name; rename it");
}

}  // namespace appell::io
