#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

/// The commands of the papers, which are in a program of their own.
namespace appell::apps {

/// Where there is a program that knows the options of more commands, becomes it; else does nothing.
void become_papers_if_there(const char* command, std::vector<std::string> words);

/// A command that hands all that stands behind its name to `start`: the help, like every option, is
/// another program's.
void add_of_another_program(CLI::App& app, const char* name, const char* summary,
                            void (*start)(const char* name, std::vector<std::string> words));

/// In appell-papers the commands themselves, in appell what starts that program.
void add_verify(CLI::App& app);
void add_equations(CLI::App& app);
inline constexpr const char* kEquationsSummary =
    "the equation of motion at an instant in a form of the papers, term by term";
inline constexpr const char* kVerifySummary =
    "check the equations of the papers on a robot by independent routes; exit 1 if one fails";

}  // namespace appell::apps
