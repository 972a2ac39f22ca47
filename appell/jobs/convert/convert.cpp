#include "appell/jobs/list.hpp"
#include "appell/jobs/sources.hpp"
#include "appell/report/json_writer.hpp"
#include "appell/report/model_file.hpp"

namespace appell::jobs {

struct ConvertRequest {
  ModelSource model;
  Outputs outputs;
};

struct ConvertResult {
  std::string model;
  std::string path;
  std::vector<std::string> not_said;  ///< By the format.
};

ConvertResult run(const ConvertRequest& request, Context& context) {
  const std::string& path = request.outputs.path;
  report::check_model_path(context.called("output"), path);
  check_outputs(request.outputs, request.model.files());
  const model::Model model = load(request.model, context);
  ConvertResult result{.model = model.name(),
                       .path = path,
                       .not_said = report::write_model_file(path, model.description())};
  for (const std::string& line : result.not_said) context.warn("URDF cannot say: " + line);
  return result;
}

/// Nothing to read: the file is the answer.
Document show(const ConvertResult& of, Detail) { return {.title = of.model}; }

std::string json(const ConvertResult& of) {
  report::JsonWriter json;
  json.begin_object();
  json.key("model").value(of.model);
  json.key("file").value(of.path);
  json.key("not_said").value(of.not_said);
  json.end_object();
  return json.text();
}

Job convert_job() {
  using R = ConvertRequest;
  Parameters outputs = output_parameters("FILE", "the file to write: .toml or .urdf");
  outputs.front().is_needed = true;
  return job<ConvertRequest, ConvertResult>(
      {.name = "convert",
       .title = "convert a robot file to .toml or .urdf",
       .purpose = Purpose::kRobot,
       .parameters =
           together({of(&R::model, model_parameters()), of(&R::outputs, std::move(outputs))}),
       .examples = {"appell convert robot.urdf -o robot.toml",
                    "appell convert robot.xml --open-loops -o robot.urdf   (MJCF with <equality>)",
                    "appell convert robot.xacro -o robot.toml   (where the program xacro is on the "
                    "PATH)"},
       .remarks =
           "An Appell model file (.toml) keeps everything; what URDF cannot express is listed.\n"
           "The output is in SI units and radians, whatever units the input has."});
}

}  // namespace appell::jobs
