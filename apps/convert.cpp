#include <memory>

#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "appell/io/write_model.hpp"
#include "appell/report/output_file.hpp"
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
  const bool to_toml = options.output.path.ends_with(".toml");
  check(to_toml || options.output.path.ends_with(".urdf"), "-o ", options.output.path,
        ": ends with neither .toml nor .urdf; the ending says which format to write");
  check_output(options.output, {options.model.model});
  const model::Model model = load(options.model);
  io::WrittenModel written;
  if (to_toml) {
    written.text = io::model_toml(model.description());
  } else {
    written = io::model_urdf(model.description());
  }
  report::OutputFile file(options.output.path);
  file.write(written.text);
  file.commit();
  for (const std::string& line : written.not_said) warn(concat("URDF cannot say: ", line));
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
