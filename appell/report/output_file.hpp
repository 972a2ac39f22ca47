#pragma once

#include <fstream>
#include <string>
#include <string_view>

namespace appell::report {

/// A result file that appears complete or not at all: everything goes to `path`.partial, which
/// takes the final name in commit(). If it is destroyed before, the partial file stays for
/// inspection and whatever stood under the final name is untouched.
class OutputFile {
 public:
  /// @throws InvalidArgument if `path`.partial cannot be created.
  explicit OutputFile(std::string path);

  /// @throws NumericalError if the disk is full or the file cannot be written.
  void write(std::string_view text);

  /// @throws NumericalError if the last bytes cannot be written or the file cannot be renamed.
  void commit();

 private:
  std::string partial_path() const { return path_ + ".partial"; }

  std::string path_;
  std::ofstream stream_;
};

}  // namespace appell::report
