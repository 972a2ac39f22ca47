#include "appell/kinematics/inverse_motion.hpp"

#include <algorithm>

#include "appell/base/check.hpp"
#include "appell/kinematics/inverse_error.hpp"
#include "appell/kinematics/inverse_pose.hpp"
#include "appell/kinematics/jacobian.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/taylor/solve.hpp"

namespace appell::kinematics {
namespace {

void check_request(const model::Model& model, const VecX& q, const taylor::Series<VecX>& X,
                   const InverseMotionOptions& options) {
  const std::vector<int>& rows = options.rows;
  check(q.size() == model.num_coordinates() && q.allFinite(), "inverse_motion: q must be ",
        model.num_coordinates(), " finite numbers for model '", model.name(), "', got ", q.size(),
        ".");
  check_rows("inverse_motion", rows);
  for (int k = 0; k <= X.order(); ++k) {
    check(X[k].size() == static_cast<Eigen::Index>(rows.size()), "inverse_motion: derivative ",
          k + 1, " of X has ", X[k].size(), " entries but ", rows.size(), " rows are prescribed.");
    check(X[k].allFinite(), "inverse_motion: derivative ", k + 1,
          " of X has an entry that is not finite.");
  }
  if (options.preferred.order() >= 0) {
    model::check_state("inverse_motion: preferred", model, options.preferred);
    check(options.preferred.order() > X.order(), "inverse_motion: the preferred motion has order ",
          options.preferred.order(), " but ", X.order() + 1, " is needed.");
  }
}

/// The coordinates on the path from the world to the frame, each once.
std::vector<int> moving_coordinates(const model::Model& model, const model::Frame& frame) {
  std::vector<int> coordinates;
  for (int b = frame.body; b != model::kWorld;) {
    const model::Body& body = model.bodies()[b];
    coordinates.push_back(body.coordinate);
    b = body.parent;
  }
  std::sort(coordinates.begin(), coordinates.end());
  coordinates.erase(std::unique(coordinates.begin(), coordinates.end()), coordinates.end());
  return coordinates;
}

}  // namespace

InverseMotion inverse_motion(const model::Model& model, const model::Frame& frame, const VecX& q,
                             const taylor::Series<VecX>& X, const InverseMotionOptions& options) {
  check_request(model, q, X, options);
  const std::vector<int>& rows = options.rows;
  const std::vector<int> joints = moving_coordinates(model, frame);
  check(!joints.empty(), "inverse_motion: no joint moves link '", frame.name, "'.");

  const TreeMotion at_rest = propagate(model, model::StateSeries::constant(q, 0));
  const MatX J = jacobian(at_rest, frame)[0](rows, joints);
  const taylor::DampedInverse inverse(J, options.damping);
  if (options.damping == 0.0 && !(inverse.condition() <= options.max_condition)) {
    throw NumericalError(concat("inverse_motion: the Jacobian of link '", frame.name,
                                "' is singular or nearly so: condition number ",
                                inverse.condition(), ", at most ", options.max_condition,
                                " is accepted; prescribe fewer rows or ask for damping."));
  }

  const int N = X.order() + 1;
  InverseMotion result{.state = model::StateSeries::constant(q, N),
                       .residual = X,
                       .error = {},
                       .singular_values = inverse.singular_values(),
                       .condition = inverse.condition()};
  for (int m = 1; m <= N; ++m) {
    if (options.preferred.order() >= m) result.state[m] = options.preferred[m];
    // With the preferred q⁽ᵐ⁾ as a first guess, Eq. (1) is solved for the correction. In normalised
    // coefficients X[m-1] = m J q[m] + lower terms.
    const TreeMotion motion = propagate(model, result.state.truncated(m));
    const Vec6 guess = operational_motion(motion, frame)[m - 1];
    const VecX rest = X[m - 1] - guess(rows);
    const VecX correction = inverse * (rest / m);
    result.state[m](joints) += correction;
    result.residual[m - 1] = rest - m * (J * correction);
  }
  result.error = inverse_motion_error(propagate(model, result.state), frame, rows, joints, inverse,
                                      result.residual);
  return result;
}

}  // namespace appell::kinematics
