#include "appell/kinematics/inverse_pose.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/kinematics/frame_chain.hpp"
#include "appell/spatial/rotation.hpp"
#include "appell/taylor/solve.hpp"

namespace appell::kinematics {
namespace {

/// |e| that counts as reached, with lengths in units of the lever arm. Rounding leaves 1e-16 per
/// joint.
constexpr double kReached = 1e-12;

/// One search: the chain at the best position so far, its error and Jacobian.
class PoseSearch {
 public:
  PoseSearch(const model::Model& model, const model::Frame& frame, const spatial::Transform& pose,
             const std::vector<int>& rows)
      : chain_(model, frame, 0), pose_(pose), rows_(rows) {}

  const FrameChain& chain() const { return chain_; }

  void go_to(const VecX& q) {
    chain_.set(0, q);
    const MatX& J = chain_.jacobian(0);
    if (lever_ == 0.0) lever_ = J.topRows<3>().colwise().norm().maxCoeff();
    if (lever_ == 0.0) lever_ = 1.0;
    error_ = pose_error(pose_, chain_.R_WF(0), chain_.p_WF(0));
    Vec6 scale = Vec6::Ones();
    scale.head<3>() /= lever_;
    scaled_error_ = error_.cwiseProduct(scale)(rows_);
    scaled_J_ = (scale.asDiagonal() * J)(rows_, Eigen::all);
  }

  double size() const { return scaled_error_.norm(); }
  VecX step(double damping) const {
    return taylor::DampedInverse(scaled_J_, damping) * scaled_error_;
  }
  /// Of the prescribed rows of J, in SI units.
  double condition() const {
    return taylor::DampedInverse(chain_.jacobian(0)(rows_, Eigen::all), 0.0).condition();
  }
  double largest_singular_value() const {
    return taylor::DampedInverse(scaled_J_, 0.0).singular_values()[0];
  }
  double position_error() const { return prescribed().head<3>().norm(); }
  double rotation_error() const { return prescribed().tail<3>().norm(); }

 private:
  Vec6 prescribed() const {
    Vec6 e = Vec6::Zero();
    for (const int row : rows_) e(row) = error_(row);
    return e;
  }

  FrameChain chain_;
  const spatial::Transform& pose_;
  const std::vector<int>& rows_;
  double lever_ = 0.0;
  Vec6 error_;
  VecX scaled_error_;
  MatX scaled_J_;
};

void check_pose_request(const model::Model& model, const spatial::Transform& pose,
                        const VecX& guess, const InversePoseOptions& options) {
  check_rows("inverse_pose", options.rows);
  check(guess.size() == model.num_coordinates() && guess.allFinite(),
        "inverse_pose: the guess must be ", model.num_coordinates(), " finite numbers for model '",
        model.name(), "', got ", guess.size(), ".");
  check(pose.p.allFinite() && spatial::rotation_defect(pose.R) <= 1e-9,
        "inverse_pose: the pose is no placement: its rotation is off by ",
        spatial::rotation_defect(pose.R), "; at most 1e-9 is accepted.");
}

}  // namespace

void check_rows(const char* function, const std::vector<int>& rows) {
  check(!rows.empty(), function, ": no row of X is prescribed.");
  for (const int row : rows) {
    check(row >= 0 && row < 6, function, ": rows of X are 0 to 5, got ", row, ".");
    check(std::count(rows.begin(), rows.end(), row) == 1, function, ": row ", row,
          " is prescribed twice.");
  }
}

Vec6 pose_error(const spatial::Transform& wanted, const Mat3& R_WF, const Vec3& p_WF) {
  Vec6 e;
  e << wanted.p - p_WF, spatial::log_rotation(wanted.R * R_WF.transpose());
  return e;
}

InversePose inverse_pose(const model::Model& model, const model::Frame& frame,
                         const spatial::Transform& pose, const VecX& guess,
                         const InversePoseOptions& options) {
  check_pose_request(model, pose, guess, options);
  PoseSearch search(model, frame, pose, options.rows);
  const std::vector<int>& joints = search.chain().coordinates();
  VecX q = guess(joints);
  search.go_to(q);
  double factor = 0.1;  // λ over |e| and the largest singular value.
  InversePose result{.q = guess};
  constexpr double kSmallestFactor = 1e-6;
  constexpr double kLargestFactor = 1e6;
  while (search.size() > 0.0 && result.iterations < options.max_iterations) {
    ++result.iterations;
    const double before = search.size();
    const VecX step = search.step(factor * before * search.largest_singular_value());
    search.go_to(q + step);
    if (search.size() < before) {
      q += step;
      factor = std::max(0.2 * factor, kSmallestFactor);
      continue;
    }
    search.go_to(q);
    factor *= 5.0;
    if (before <= kReached || factor > kLargestFactor) break;
  }
  result.q(joints) = q;
  result.position_error = search.position_error();
  result.rotation_error = search.rotation_error();
  if (search.size() <= kReached) return result;
  throw NumericalError(concat(
      "inverse_pose: link '", frame.name, "' does not reach the pose: after ", result.iterations,
      " steps it is off by ", short_text(result.position_error), " m and ",
      short_text(result.rotation_error), " rad, with condition number ",
      short_text(search.condition()),
      " of the Jacobian; the pose is out of reach, or a start that is nearer to it is needed"));
}

}  // namespace appell::kinematics
