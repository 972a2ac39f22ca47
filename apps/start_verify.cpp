// `appell verify` in the program appell: becomes appell-verify, which is the same program with
// verify.cpp in place of this file. So only those who verify build the library of the papers.
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <unistd.h>

#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "apps/commands.hpp"

namespace appell::apps {
namespace {

/// A program in the folder of the running one, links to it followed.
std::string own_neighbour(const char* name) {
  return (std::filesystem::read_symlink("/proc/self/exe").parent_path() / name).string();
}

void start_verify(std::vector<std::string> words) {
  std::string program = own_neighbour("appell-verify");
  words.insert(words.begin(), {program, "verify"});
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
  throw InvalidArgument(concat("verify: ", program, ": ", std::strerror(errno),
                               "; verify is a program of its own: build the CMake target "
                               "appell_verify_cli, as ./run verify does"));
}

}  // namespace

void add_verify(CLI::App& app) {
  CLI::App* command = app.add_subcommand("verify", kVerifySummary);
  command->set_help_flag();   // The help, like every option, is the other program's;
  command->prefix_command();  // it gets all that stands behind `verify`.
  command->callback([command] { start_verify(command->remaining()); });
}

}  // namespace appell::apps
