#include "tests/support/program.hpp"

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/places.hpp"

namespace appell::support {

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "appell-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a folder");
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& text) const {
  std::ofstream(path_ / name, std::ios::binary) << text;
  return (path_ / name).string();
}

std::vector<std::string> partial_files(const std::filesystem::path& file) {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(file.parent_path())) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(file.filename().string()) && name.ends_with(".partial")) {
      found.push_back(entry.path().string());
    }
  }
  return found;
}

SmallDisk::SmallDisk(long long bytes)
    : is_there_(::mount("tmpfs", folder_.path().c_str(), "tmpfs", 0,
                        ("size=" + std::to_string(bytes)).c_str()) == 0) {}

SmallDisk::~SmallDisk() {
  if (is_there_) ::umount2(folder_.path().c_str(), MNT_DETACH);
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

Outcome run_program(const std::string& arguments, const std::string& input,
                    const std::string& before) {
  const TemporaryFolder folder;
  const std::string in = folder.write("in", input);
  const std::string out = (folder.path() / "out").string();
  const std::string err = (folder.path() / "err").string();
  const std::string command =
      before + support::program() + " " + arguments + " <" + in + " >" + out + " 2>" + err;
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(out), text_of(err)};
}

Background::Background(std::vector<std::string> arguments, std::string err, int out)
    : err_(std::move(err)) {
  arguments.insert(arguments.begin(), support::program());
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  pid_ = ::fork();
  if (pid_ != 0) return;
  const int file = ::open(err_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::dup2(file, STDERR_FILENO);
  ::dup2(out >= 0 ? out : file, STDOUT_FILENO);
  ::execv(support::program().c_str(), words.data());
  ::_exit(127);
}

Background::~Background() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void Background::send(int signal) const {
  if (pid_ > 0) ::kill(pid_, signal);
}

bool Background::is_running() {
  int status = 0;
  if (pid_ > 0 && ::waitpid(pid_, &status, WNOHANG) == pid_) end(status);
  return pid_ > 0;
}

int Background::wait() {
  for (int i = 0; i < 2000 && is_running(); ++i) ::usleep(10000);
  send(SIGKILL);  // It hangs: the exit code says so.
  int status = 0;
  if (pid_ > 0 && ::waitpid(pid_, &status, 0) == pid_) end(status);
  return code_;
}

std::string Background::err() const { return text_of(err_); }

void Background::end(int status) {
  pid_ = -1;
  code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

std::map<std::string, std::vector<double>> csv_columns(const std::filesystem::path& file) {
  std::map<std::string, std::vector<double>> columns;
  std::vector<std::string> names;
  std::istringstream lines(text_of(file));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream fields(line);
    std::string field;
    for (std::size_t i = 0; std::getline(fields, field, ','); ++i) {
      if (i < names.size()) {
        columns[names[i]].push_back(std::stod(field));
      } else {
        names.push_back(field);
      }
    }
  }
  return columns;
}

}  // namespace appell::support
