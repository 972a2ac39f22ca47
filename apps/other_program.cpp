#include <CLI/CLI.hpp>

#include "apps/papers_program.hpp"

namespace appell::apps {

void add_of_another_program(CLI::App& app, const char* name, const char* summary,
                            void (*start)(const char* name, std::vector<std::string> words)) {
  CLI::App* command = app.add_subcommand(name, summary);
  command->set_help_flag();
  command->prefix_command();
  command->callback([command, name, start] { start(name, command->remaining()); });
}

}  // namespace appell::apps
