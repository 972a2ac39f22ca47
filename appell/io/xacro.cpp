#include "appell/io/xacro.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/file_text.hpp"

extern char** environ;  // NOLINT: POSIX has it in no header.

namespace appell::io {
namespace {

/// A program of this name in the folders of PATH; empty if there is none. An empty entry of PATH,
/// which would mean the folder at hand, is passed over: nobody means that.
std::string program_on_path(const char* name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (folder.empty()) continue;
    const std::string candidate = (std::filesystem::path(folder) / name).string();
    std::error_code ignored;
    if (std::filesystem::is_regular_file(candidate, ignored) &&
        ::access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
  }
  return {};
}

/// Both ends of a pipe, closed at the end; not inherited by other programs.
class Pipe {
 public:
  Pipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) {
      throw ModelError(concat("xacro: no pipe: ", std::strerror(errno)));
    }
  }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int read_end() const { return ends_[0]; }
  int write_end() const { return ends_[1]; }
  void close_write_end() { close_end(1); }

 private:
  void close_end(std::size_t i) {
    if (ends_[i] >= 0) ::close(ends_[i]);
    ends_[i] = -1;
  }
  std::array<int, 2> ends_{-1, -1};
};

/// Starts a program with its output in two pipes and nothing to read.
pid_t start(const std::string& program, std::vector<std::string> words, const Pipe& out,
            const Pipe& err) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write_end(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.write_end(), STDERR_FILENO);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int failure =
      ::posix_spawn(&child, program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) {
    throw ModelError(concat(program, ": cannot be started: ", std::strerror(failure)));
  }
  return child;
}

/// Reads both pipes until the program has closed them, or has written more than it may.
void read_both(const Pipe& out, const Pipe& err, std::size_t most, std::string& out_text,
               std::string& err_text) {
  constexpr std::size_t kMostMessages = 1 << 16;
  std::array<pollfd, 2> ends{{{out.read_end(), POLLIN, 0}, {err.read_end(), POLLIN, 0}}};
  const std::array<std::pair<std::string*, std::size_t>, 2> texts{
      {{&out_text, most}, {&err_text, kMostMessages}}};
  std::array<char, 1 << 16> buffer{};
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    if (::poll(ends.data(), ends.size(), -1) < 0) {
      if (errno == EINTR) continue;
      return;
    }
    for (std::size_t i = 0; i < ends.size(); ++i) {
      if (ends[i].revents == 0) continue;
      const ssize_t count = ::read(ends[i].fd, buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) {
        ends[i].fd = -1;
        continue;
      }
      std::string& text = *texts[i].first;
      const std::size_t room = texts[i].second + 1 - std::min(text.size(), texts[i].second + 1);
      text.append(buffer.data(), std::min<std::size_t>(room, count));
      if (out_text.size() > most) return;
    }
  }
}

int exit_status(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// The lines of what a program said, at most so many.
std::vector<std::string> lines_of(const std::string& text, const std::string& path) {
  constexpr std::size_t kMost = 20;
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; lines.size() < kMost && std::getline(stream, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    lines.push_back(one_line(concat(path, ": xacro: ", line)));
  }
  return lines;
}

}  // namespace

ExpandedXacro expand_xacro(const std::string& path) {
  refuse_special_file(path);
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    throw ModelError(concat(path, ": cannot be opened: No such file or directory"));
  }
  const std::string program = program_on_path("xacro");
  if (program.empty()) {
    throw ModelError(concat(path,
                            ": is a xacro file, and there is no program xacro on the PATH to read "
                            "it; install one, or turn the file into URDF elsewhere: xacro ",
                            path, " > robot.urdf"));
  }
  Pipe out, err;
  // A name that begins with a dash would be an option.
  const std::string argument = path.starts_with('-') ? "./" + path : path;
  const pid_t child = start(program, {"xacro", argument}, out, err);
  out.close_write_end();
  err.close_write_end();
  ExpandedXacro expanded;
  std::string messages;
  read_both(out, err, kUrdfLimit.bytes, expanded.text, messages);
  const bool is_too_long = expanded.text.size() > kUrdfLimit.bytes;
  if (is_too_long) ::kill(child, SIGKILL);  // It may write for ever.
  const int status = exit_status(child);
  if (is_too_long) {
    throw ModelError(concat(path, ": xacro writes more than ", kUrdfLimit.bytes,
                            " bytes; no more are read of ", kUrdfLimit.what));
  }
  expanded.warnings = lines_of(messages, path);
  if (status != 0) {
    std::vector<std::string> problems = expanded.warnings;
    problems.insert(problems.begin(), concat(path, ": ", program,
                                             status > 0 ? concat(" failed with exit code ", status)
                                                        : std::string(" was stopped"),
                                             messages.empty() ? " and said nothing" : ":"));
    throw ModelError(std::move(problems));
  }
  return expanded;
}

}  // namespace appell::io
