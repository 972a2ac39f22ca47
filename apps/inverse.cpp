#include <algorithm>
#include <limits>
#include <memory>

#include <CLI/CLI.hpp>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/operational_file.hpp"
#include "appell/kinematics/inverse_motion.hpp"
#include "appell/kinematics/inverse_pose.hpp"
#include "appell/report/json_writer.hpp"
#include "apps/commands.hpp"
#include "apps/option_checks.hpp"

namespace appell::apps {
namespace {

struct InverseOptions {
  ModelOptions model;
  std::string operational;
  std::string frame;
  double damping = 0.0;
};

/// What was found, as JSON.
std::string inverse_json(const model::Model& model, const model::Frame& frame,
                         const kinematics::InverseMotion& found,
                         const std::optional<kinematics::InversePose>& pose) {
  std::vector<std::string> joints;
  for (const model::Coordinate& coordinate : model.coordinates()) joints.push_back(coordinate.name);
  report::JsonWriter json;
  json.begin_object();
  json.key("model").value(model.name());
  json.key("joints").value(joints);
  json.key("frame").value(frame.name);
  json.key("q").begin_array();
  for (int m = 0; m <= found.state.order(); ++m) json.vector(found.state.derivative(m));
  json.end_array();
  // JSON has no infinity.
  json.key("condition").value(std::min(found.condition, std::numeric_limits<double>::max()));
  json.key("singular_values").vector(found.singular_values);
  json.key("residual").begin_array();
  for (int k = 0; k <= found.residual.order(); ++k) json.vector(found.residual.derivative(k));
  json.end_array();
  json.key("error").begin_array();
  for (const VecX& error : found.error) json.vector(error);
  json.end_array();
  if (pose) {
    json.key("pose_error").begin_object();
    json.key("position").value(pose->position_error);
    json.key("rotation").value(pose->rotation_error);
    json.end_object();
  }
  json.end_object();
  return json.text();
}

void inverse(const InverseOptions& options) {
  const model::Model model = load(options.model);
  const io::OperationalFile file = io::load_operational_state(options.operational, model);
  const model::Frame& frame = end_effector(model, options.frame);
  const std::string name = options.operational == "-" ? "<stdin>" : options.operational;
  try {
    std::optional<kinematics::InversePose> pose;
    if (file.pose) {
      pose = kinematics::inverse_pose(model, frame, *file.pose, file.q0, {.rows = file.rows});
    }
    const VecX& q = pose ? pose->q : file.q0;
    const kinematics::InverseMotion found = kinematics::inverse_motion(
        model, frame, q, file.X,
        {.rows = file.rows, .damping = options.damping, .preferred = file.preferred});
    analysis::LimitWatch limits(model);
    limits.look(model::state_block({&found.state, 1}));
    warn_beyond_limits(limits, 1);
    print(inverse_json(model, frame, found, pose));
  } catch (const NumericalError& error) {
    throw NumericalError(concat(name, ": ", error.what()));
  }
}

}  // namespace

void add_inverse(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "inverse", "the joint motion that gives the end effector a pose and a motion, as JSON");
  const auto options = std::make_shared<InverseOptions>();
  add_model_options(*command, options->model);
  command
      ->add_option("--operational", options->operational,
                   "JSON file with q0, pose, X, ... ('-': standard input; see docs/formats.md)")
      ->required();
  command->add_option("--frame", options->frame, kFrameHelp);
  command
      ->add_option("--damping", options->damping,
                   "λ of damped least squares, in the unit of the Jacobian, for positions that are "
                   "nearly singular (default: 0, exact)")
      ->check(positive_number("units of the Jacobian"));
  command->add_flag("--json")->description("print JSON (it always does)");
  command->footer(
      "Example: echo '{\"q0\": [0.3, 0.5], \"rows\": [0, 2], \"X\": [[0.1, 0], [0, 0]]}' |\n"
      "         appell inverse planar2r --operational -\n"
      "X[0], X[1], ... are velocity, acceleration, ... of the end effector, [linear; angular], as "
      "eval prints them.\n"
      "Joints to spare: least |q^(m)| at each order, or nearest to \"preferred\". Exit 3 near a "
      "singular position,\n"
      "or if the pose is not reached.");
  command->callback([options] { inverse(*options); });
}

}  // namespace appell::apps
