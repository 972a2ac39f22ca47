#include "appell/kinematics/inverse_error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "appell/kinematics/jacobian.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "appell/taylor/factorial.hpp"

namespace appell::kinematics {
namespace {

using taylor::Series;

// Of what is added up. Of 720 orders of random arms, none is off by more than 0.6 of the bound.
constexpr double kRounding = std::numeric_limits<double>::epsilon();

template <class C>
Series<double> sizes_of(const Series<C>& x) {
  Series<double> sizes(x.order());
  for (int k = 0; k <= x.order(); ++k) sizes[k] = x[k].norm();
  return sizes;
}

/// Sizes of what is added up in the position of a frame and in its angular velocity.
struct FrameSizes {
  Series<double> position;  ///< Order N.
  Series<double> turning;   ///< Order N - 1.
};

FrameSizes frame_sizes(const TreeMotion& motion, const model::Frame& frame) {
  const model::Model& model = motion.model();
  const int N = motion.order();
  FrameSizes sizes{Series<double>(N, 0.0), Series<double>(N - 1, 0.0)};
  if (frame.body == model::kWorld) return sizes;
  sizes.position += frame.X_BF.p.norm() * sizes_of(motion[frame.body].R_WB);
  for (int b = frame.body; b != model::kWorld;) {
    const model::Body& body = model.bodies()[b];
    const Series<double> value = joint_coordinate(motion, body);
    Series<double> step(N), rate(N - 1);
    for (int k = 0; k <= N; ++k) step[k] = body.screw.linear.norm() * std::abs(value[k]);
    for (int k = 0; k < N; ++k) {
      rate[k] = (k + 1) * body.screw.angular.norm() * std::abs(value[k + 1]);
    }
    step[0] += body.X_PJ.p.norm();
    const Series<double> turned = sizes_of(motion[b].R_WB);
    sizes.turning += turned.truncated(N - 1) * rate;
    b = body.parent;
    if (b == model::kWorld) {
      sizes.position += step;
    } else {
      sizes.position += sizes_of(motion[b].R_WB) * step;
    }
  }
  return sizes;
}

/// Errors of all sources at one order: a column for each.
using Errors = MatX;

/// Follows errors through (1), order by order.
class ErrorCourse {
 public:
  ErrorCourse(const TreeMotion& motion, const model::Frame& frame, const std::vector<int>& joints)
      : J_(jacobian(motion, frame)), omega_(angular_velocity(motion, frame)), joints_(joints) {}

  /// Coefficient m - 1 of δX', of errors up to order m - 1: those of higher ones are zero.
  MatX moved(const std::vector<Errors>& errors, int m) const {
    const Eigen::Index columns = errors.back().cols();
    MatX delta = static_cast<double>(m) * displaced(errors, m);
    for (int i = 1; i < m; ++i) {
      const MatX phi = displaced(errors, i).bottomRows(3);
      for (Eigen::Index c = 0; c < columns; ++c) {
        delta.col(c).tail<3>() += Vec3(phi.col(c)).cross(omega_[m - 1 - i]);
      }
    }
    return delta;
  }

 private:
  /// (J δq)[i], of the sources that there were before.
  MatX displaced(const std::vector<Errors>& errors, int i) const {
    MatX sum = MatX::Zero(6, errors.back().cols());
    for (int k = 1; k <= std::min(i, static_cast<int>(errors.size()) - 1); ++k) {
      const Errors& error = errors[k];
      sum.leftCols(error.cols()) += J_[i - k](Eigen::all, joints_) * error;
    }
    return sum;
  }

  Series<MatX> J_;
  Series<Vec3> omega_;
  const std::vector<int>& joints_;
};

}  // namespace

std::vector<VecX> inverse_motion_error(const TreeMotion& motion, const model::Frame& frame,
                                       const std::vector<int>& rows, const std::vector<int>& joints,
                                       const taylor::DampedInverse& inverse,
                                       const Series<VecX>& residual) {
  std::vector<VecX> bounds{VecX::Zero(motion.q()[0].size())};
  if (motion.order() == 0) return bounds;
  const auto num_rows = static_cast<Eigen::Index>(rows.size());
  const auto n = static_cast<Eigen::Index>(joints.size());
  MatX P(n, num_rows);
  for (Eigen::Index i = 0; i < num_rows; ++i) P.col(i) = inverse * VecX::Unit(num_rows, i);
  const double condition = P.norm() * inverse.singular_values()(0);
  const FrameSizes sizes = frame_sizes(motion, frame);
  const ErrorCourse course(motion, frame, joints);
  std::vector<Errors> errors{MatX::Zero(n, 0)};
  for (int m = 1; m <= motion.order(); ++m) {
    const Eigen::Index before = errors.back().cols();
    MatX error = MatX::Zero(n, before + num_rows + n);
    if (before > 0)
      error.leftCols(before) = -1.0 / m * P * course.moved(errors, m)(rows, Eigen::all);
    for (Eigen::Index i = 0; i < num_rows; ++i) {
      const bool is_linear = rows[i] < 3;
      const double size = is_linear ? m * sizes.position[m] : sizes.turning[m - 1];
      error.col(before + i) = kRounding * size / m * P.col(i);
    }
    // Rounding of the Jacobian turns its null space, and what it leaves over.
    const VecX q_m = motion.q()[m](joints);
    double own = n > num_rows ? condition * q_m.norm() : 0.0;
    own += P.norm() * condition * residual[m - 1].norm() / m;
    for (Eigen::Index j = 0; j < n; ++j) {
      error(j, before + num_rows + j) = kRounding * (own + std::abs(q_m(j)));
    }
    bounds.push_back(VecX::Zero(motion.q()[0].size()));
    bounds.back()(joints) = taylor::factorial(m) * error.cwiseAbs().rowwise().sum();
    errors.push_back(std::move(error));
  }
  return bounds;
}

}  // namespace appell::kinematics
