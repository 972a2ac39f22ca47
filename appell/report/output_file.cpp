#include "appell/report/output_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "appell/base/check.hpp"

namespace appell::report {

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  stream_.open(partial_path(), std::ios::binary | std::ios::trunc);
  check(stream_.is_open(), path_, ": cannot be written: ", std::strerror(errno));
}

void OutputFile::write(std::string_view text) {
  stream_.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (!stream_) {
    throw NumericalError(concat(path_, ": writing failed: ", std::strerror(errno),
                                "; what was written is in ", partial_path()));
  }
}

void OutputFile::commit() {
  stream_.close();
  if (!stream_ || std::rename(partial_path().c_str(), path_.c_str()) != 0) {
    throw NumericalError(concat(path_, ": cannot be completed: ", std::strerror(errno),
                                "; what was written is in ", partial_path()));
  }
}

}  // namespace appell::report
