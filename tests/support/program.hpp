#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace appell::support {

/// What a run of the program did.
struct Outcome {
  int exit_code;
  std::string out;
  std::string err;
};

/// Runs `appell ARGUMENTS` through the shell, with `input` on its standard input.
/// @param before  words before the program: `ulimit -d 4000; `, or one that starts others.
Outcome run_program(const std::string& arguments, const std::string& input = "",
                    const std::string& before = "");

/// A run of `appell` in the background, ended with this if it still runs.
class Background {
 public:
  /// @param err  file for what it says on standard error.
  /// @param out  where its standard output goes; -1: to that file too.
  Background(std::vector<std::string> arguments, std::string err, int out = -1);
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  void send(int signal) const;
  bool is_running();
  /// Waits up to 20 s for its exit code; minus the signal if one ended it.
  int wait();
  std::string err() const;

 private:
  void end(int status);

  std::string err_;
  int pid_ = -1;
  int code_ = 0;
};

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

/// Files beside `file` that a writer of it left: FILE....partial.
std::vector<std::string> partial_files(const std::filesystem::path& file);

/// A small file system of its own, full after some bytes, as long as it lives; where mounting is
/// not allowed there is none.
class SmallDisk {
 public:
  explicit SmallDisk(long long bytes);
  ~SmallDisk();
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool is_there() const { return is_there_; }
  const std::filesystem::path& path() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
  bool is_there_;
};

std::string text_of(const std::filesystem::path& file);

/// The columns of a CSV that analyze wrote, by name.
std::map<std::string, std::vector<double>> csv_columns(const std::filesystem::path& file);

}  // namespace appell::support
