#include <memory>

#include <CLI/CLI.hpp>

#include "appell/base/text.hpp"
#include "appell/report/model_file.hpp"
#include "apps/commands.hpp"
#include "apps/output_options.hpp"
#include "apps/terminal.hpp"

namespace appell::apps {
namespace {

struct ConvertOptions {
  ModelOptions model;
  OutputOptions output;
};

void convert(const ConvertOptions& options) {
  report::check_model_path("-o", options.output.path);
  check_output(options.output, {options.model.path});
  const model::Model model = load(options.model);
  for (const std::string& line :
       report::write_model_file(options.output.path, model.description())) {
    warn(concat("URDF cannot say: ", line));
  }
}

}  // namespace

void add_convert(CLI::App& app) {
  CLI::App* command = app.add_subcommand("convert", "convert a robot file to .toml or .urdf");
  const auto options = std::make_shared<ConvertOptions>();
  add_model_options(*command, options->model);
  add_output_options(*command, options->output, "the file to write: .toml or .urdf");
  command->get_option("-o")->required();
  command->footer(
      "An Appell model file (.toml) keeps everything; what URDF cannot express is listed.\n"
      "Example: appell convert robot.urdf -o robot.toml\n"
      "         appell convert robot.xml --open-loops -o robot.urdf   (MJCF with <equality>)\n"
      "         appell convert robot.xacro -o robot.toml   (where the program xacro is on the "
      "PATH)\n"
      "The output is in SI units and radians, whatever units the input has.");
  command->callback([options] { convert(*options); });
}

}  // namespace appell::apps
