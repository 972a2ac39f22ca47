#include <memory>

#include <CLI/CLI.hpp>

#include "appell/report/demo.hpp"
#include "apps/commands.hpp"

namespace appell::apps {

void add_demo(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "demo", "a guided tour on the embedded Fanuc arm: writes data, prints a summary");
  const auto folder = std::make_shared<std::string>("appell-demo");
  command->add_option("-o,--output", *folder, "folder for the files")->capture_default_str();
  command->callback([folder] { print(report::run_demo(*folder)); });
}

}  // namespace appell::apps
