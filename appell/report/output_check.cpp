#include "appell/report/output_check.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "appell/base/check.hpp"
#include "appell/io/named_files.hpp"
#include "appell/report/output_file.hpp"

namespace appell::report {

void check_output_file(const std::string& path) {
  const OutputFile probe(path);  // The only sure way to know is to try; it leaves nothing behind.
}

void refuse_read_only(const std::string& path) {
  const bool is_refused =
      ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0 && errno == EACCES;
  check(!is_refused, path, ": is read-only and would be replaced; give another name");
}

void check_output_folder(const std::string& path) {
  check(!path.empty(), "the name of the folder to write to is empty");
  if (std::filesystem::is_directory(path)) {
    check_output_file((std::filesystem::path(path) / ".appell-output").string());
    return;
  }
  std::error_code error;
  check(!std::filesystem::exists(std::filesystem::symlink_status(path, error)), path,
        ": cannot be created: there is a file of that name");
  // The first folder on the way that is there must take what is missing.
  std::filesystem::path above = std::filesystem::absolute(path, error).lexically_normal();
  while (above.has_relative_path() && !std::filesystem::exists(above, error)) {
    above = above.parent_path();
  }
  check(std::filesystem::is_directory(above), path, ": cannot be created: ", above.string(),
        " is no folder");
  const bool is_open = ::access(above.c_str(), W_OK | X_OK) == 0;
  const int reason = errno;
  check(is_open, path, ": cannot be created in ", above.string(), ": ", std::strerror(reason));
}

bool is_same_file(const std::string& a, const std::string& b) {
  struct stat first{};
  struct stat second{};
  return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

void check_is_no_input(const std::string& path, const std::vector<std::string>& inputs) {
  struct stat existing{};
  if (::stat(path.c_str(), &existing) != 0) return;
  for (const std::string& input : inputs) {
    for (const std::string& file : io::files_read_with(input)) {
      check(!is_same_file(path, file), path, ": is a file that is read (", file,
            ") and would be overwritten; give another name");
    }
  }
}

}  // namespace appell::report
