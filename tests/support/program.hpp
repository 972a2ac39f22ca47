#pragma once

#include <filesystem>
#include <string>

namespace appell::support {

/// What a run of the program did.
struct Outcome {
  int exit_code;
  std::string out;
  std::string err;
};

/// Runs `appell ARGUMENTS` through the shell, with `input` on its standard input.
Outcome run_program(const std::string& arguments, const std::string& input = "");

/// A folder of one's own that is gone at the end of the test.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Writes a file there and gives its path.
  std::string write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path path_;
};

std::string text_of(const std::filesystem::path& file);

}  // namespace appell::support
