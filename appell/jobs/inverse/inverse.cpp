#include "appell/jobs/inverse/inverse.hpp"

#include <algorithm>
#include <limits>

#include "appell/io/operational_file.hpp"
#include "appell/jobs/list.hpp"
#include "appell/report/json_writer.hpp"

namespace appell::jobs {

InverseResult run(const InverseRequest& request, Context& context) {
  const model::Model model = load(request.model, context);
  const TextSource& asked = request.operational;
  const io::OperationalFile file = asked.text.empty()
                                       ? io::load_operational_state(asked.path, model)
                                       : io::read_operational_state("inverse", asked.text, model);
  const model::Frame& frame = end_effector(model, request.frame, context);
  try {
    std::optional<kinematics::InversePose> pose;
    if (file.pose) {
      pose = kinematics::inverse_pose(model, frame, *file.pose, file.q0, {.rows = file.rows});
    }
    InverseResult result{
        .model = model,
        .frame = frame.name,
        .pose = pose,
        .motion = kinematics::inverse_motion(
            model, frame, pose ? pose->q : file.q0, file.X,
            {.rows = file.rows, .damping = request.damping, .preferred = file.preferred})};
    warn_beyond_limits(model, result.motion.state, context);
    return result;
  } catch (const NumericalError& error) {
    if (asked.path.empty()) throw;
    throw NumericalError(concat(asked.path == "-" ? "<stdin>" : asked.path, ": ", error.what()));
  }
}

std::string json(const InverseResult& result) {
  const kinematics::InverseMotion& found = result.motion;
  std::vector<std::string> joints;
  for (const model::Coordinate& coordinate : result.model.coordinates()) {
    joints.push_back(coordinate.name);
  }
  report::JsonWriter writer;
  writer.begin_object();
  writer.key("model").value(result.model.name());
  writer.key("joints").value(joints);
  writer.key("frame").value(result.frame);
  writer.key("q").begin_array();
  for (int m = 0; m <= found.state.order(); ++m) writer.vector(found.state.derivative(m));
  writer.end_array();
  // JSON has no infinity.
  writer.key("condition").value(std::min(found.condition, std::numeric_limits<double>::max()));
  writer.key("singular_values").vector(found.singular_values);
  writer.key("residual").begin_array();
  for (int k = 0; k <= found.residual.order(); ++k) writer.vector(found.residual.derivative(k));
  writer.end_array();
  writer.key("error").begin_array();
  for (const VecX& error : found.error) writer.vector(error);
  writer.end_array();
  if (result.pose) {
    writer.key("pose_error").begin_object();
    writer.key("position").value(result.pose->position_error);
    writer.key("rotation").value(result.pose->rotation_error);
    writer.end_object();
  }
  writer.end_object();
  return writer.text();
}

Job inverse_job() {
  using R = InverseRequest;
  return job<InverseRequest, InverseResult>(
      {.name = "inverse",
       .title = "inverse kinematics of any order: joint motion for an end-effector motion, as JSON",
       .purpose = Purpose::kRobot,
       .parameters = together(
           {of(&R::model, model_parameters()),
            of(&R::operational,
               {needed(json_parameter("operational",
                                      "q0, pose, X, ... as JSON ('-': standard input; see "
                                      "docs/formats.md)"))}),
            {frame_of(&R::frame),
             parameter(&R::damping, "damping",
                       "λ of damped least squares near singular positions, in the unit of the "
                       "Jacobian (default: 0, exact)",
                       positive("units of the Jacobian"))}}),
       .examples = {"echo '{\"q0\": [0.3, 0.5], \"rows\": [0, 2], \"X\": [[0.1, 0], [0, 0]]}' |\n"
                    "         appell inverse planar2r --operational -"},
       .remarks =
           "X[0], X[1], ... are velocity, acceleration, ... of the end effector, [linear; "
           "angular], "
           "as\neval prints them. Redundant joints: least |q^(m)| at each order, or nearest to "
           "\"preferred\".\nExit 3 near a singular position, or if the pose is not reached.",
       .is_public_in_python = false});  // Its function takes arrays.
}

}  // namespace appell::jobs
