#include <memory>

#include <CLI/CLI.hpp>

#include "apps/commands.hpp"

namespace appell::apps {

/// Words that ask for help become --help before they are read (with_help()): this is what says that
/// there is such a command.
void add_help(CLI::App& app) {
  CLI::App* command = app.add_subcommand("help", "how to call the program, or one of its commands");
  const auto name = std::make_shared<std::string>();
  command->add_option("COMMAND", *name, "the command to explain (default: all, one line each)");
  command->footer("Example: appell help analyze");
  command->callback([name] {});  // Which keeps the name.
}

}  // namespace appell::apps
