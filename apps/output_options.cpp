#include "apps/output_options.hpp"

#include <CLI/CLI.hpp>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/report/output_check.hpp"

namespace appell::apps {

void add_output_options(CLI::App& command, OutputOptions& options, const std::string& help) {
  command.add_option("-o,--output", options.path, help);
  command.add_flag("--force", options.force, "allow writing over an input file");
}

void check_output(const OutputOptions& options, const std::vector<std::string>& inputs) {
  if (options.path.empty()) return;
  report::check_output_file(options.path);
  if (options.force) return;
  try {
    report::check_is_no_input(options.path, inputs);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(concat(error.what(), ", or --force"));
  }
}

}  // namespace appell::apps
