// `appell verify` and `appell equations` in the program appell: becomes appell-papers, which is the
// same program with verify.cpp and equations.cpp in place of this file. So only those who ask for
// the papers build their library.
#include <cerrno>
#include <cstring>

#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "apps/commands.hpp"
#include "apps/neighbour.hpp"

namespace appell::apps {
namespace {

void start_papers(const char* name, std::vector<std::string> words) {
  const std::string program = own_neighbour("appell-papers");
  become(program, name, std::move(words));
  throw InvalidArgument(concat(name, ": ", program, ": ", std::strerror(errno), "; ", name,
                               " is part of a program of its own: build the CMake target "
                               "appell_papers_cli, as ./run ",
                               name, " does"));
}

void add_of_papers(CLI::App& app, const char* name, const char* summary) {
  CLI::App* command = app.add_subcommand(name, summary);
  command->set_help_flag();   // The help, like every option, is the other program's;
  command->prefix_command();  // it gets all that stands behind the name.
  command->callback([command, name] { start_papers(name, command->remaining()); });
}

}  // namespace

void become_papers_if_there(const char* command, std::vector<std::string> words) {
  become(own_neighbour("appell-papers"), command, std::move(words));
}

void add_verify(CLI::App& app) { add_of_papers(app, "verify", kVerifySummary); }
void add_equations(CLI::App& app) { add_of_papers(app, "equations", kEquationsSummary); }

}  // namespace appell::apps
