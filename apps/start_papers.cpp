// `appell verify` and `appell equations` in the program appell: becomes appell-papers, which is the
// same program with verify.cpp and equations.cpp in place of this file. So only those who ask for
// the papers build their library.
#include <cerrno>
#include <cstring>

#include "appell/base/check.hpp"
#include "apps/neighbour.hpp"
#include "apps/papers_program.hpp"

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

}  // namespace

void become_papers_if_there(const char* command, std::vector<std::string> words) {
  become(own_neighbour("appell-papers"), command, std::move(words));
}

void add_verify(CLI::App& app) {
  add_of_another_program(app, "verify", kVerifySummary, start_papers);
}
void add_equations(CLI::App& app) {
  add_of_another_program(app, "equations", kEquationsSummary, start_papers);
}

}  // namespace appell::apps
