#include "appell/jobs/inverse/inverse.hpp"

#include <algorithm>
#include <limits>

#include "appell/io/operational_file.hpp"
#include "appell/jobs/list.hpp"
#include "appell/report/json.hpp"

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

namespace {

template <class Series>
Json derivatives_of(const Series& series) {
  Json list = Json::array();
  for (int k = 0; k <= series.order(); ++k) list.push_back(list_of(series.derivative(k)));
  return list;
}

}  // namespace

Json json(const InverseResult& result) {
  using report::list_of;
  const kinematics::InverseMotion& found = result.motion;
  Json json{
      {"model", result.model.name()},
      {"joints", list_of(result.model.coordinates(),
                         [](const model::Coordinate& coordinate) { return coordinate.name; })},
      {"frame", result.frame},
      {"q", derivatives_of(found.state)},
      // JSON has no infinity.
      {"condition", std::min(found.condition, std::numeric_limits<double>::max())},
      {"singular_values", list_of(found.singular_values)},
      {"residual", derivatives_of(found.residual)},
      {"error", list_of(found.error, [](const VecX& error) { return list_of(error); })}};
  if (result.pose) {
    json["pose_error"] = {{"position", result.pose->position_error},
                          {"rotation", result.pose->rotation_error}};
  }
  return json;
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
