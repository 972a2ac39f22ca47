#include "apps/output_options.hpp"

#include <CLI/CLI.hpp>

#include "appell/base/text.hpp"
#include "appell/jobs/outputs.hpp"
#include "apps/terminal.hpp"

namespace appell::apps {

void add_output_options(CLI::App& command, OutputOptions& options, const std::string& help) {
  command.add_option("-o,--output", options.path, help);
  command.add_flag("--force", options.force, "allow writing over an input file");
}

void check_output(const OutputOptions& options, const std::vector<std::string>& inputs) {
  jobs::check_outputs({.path = options.path, .force = options.force, .report = {}, .plots = {}},
                      inputs);
}

void tell_replaced() {
  for (const std::string& path : jobs::replaced_files()) note(concat("replaced ", one_line(path)));
}

}  // namespace appell::apps
