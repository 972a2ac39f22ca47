#include "appell/trajectory/operational_solver.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/kinematics/inverse_pose.hpp"

namespace appell::trajectory {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
/// What may be left of a pose, with lengths in units of the arm's size: more is no rounding.
constexpr double kFeasible = 1e-9;
constexpr int kMostPoseSteps = 30;

}  // namespace

OperationalSolver::OperationalSolver(const OperationalProblem& problem, int order)
    : problem_(problem),
      pose_(problem.laws, problem.start_pose),
      chain_(problem.model, problem.frame, order),
      rows_(problem.laws.num_rows()) {
  const auto n = static_cast<Eigen::Index>(chain_.coordinates().size());
  svd_ = SingularValues(rows_, n);
  J_ = MatX::Zero(rows_, n);
  for (VecX* of_joints : {&q_, &correction_, &along_}) *of_joints = VecX::Zero(n);
  for (VecX* of_rows : {&error_, &rest_}) *of_rows = VecX::Zero(rows_);
  scratch_ = VecX::Zero(std::min(rows_, n));
  const auto count = static_cast<std::size_t>(order);
  X_rate_.assign(count, VecX::Zero(rows_));
  q_rate_.assign(count, VecX::Zero(n));
  dual_.assign(count, VecX::Zero(rows_));
  residual_.assign(count, 0.0);
  chain_.set(0, q_);
  lever_ = std::max(problem.start_pose.p.norm(),
                    chain_.jacobian(0).topRows<3>().colwise().norm().maxCoeff());
  if (lever_ == 0.0) lever_ = 1.0;
}

double OperationalSolver::scaled_size(const Vec6& e) const {
  const double position = e.head<3>().norm() / lever_;
  return rows_ == 3 ? position : std::hypot(position, e.tail<3>().norm());
}

void OperationalSolver::apply_inverse(const VecX& b, VecX& x) {
  scratch_.noalias() = svd_.U().transpose() * b;
  scratch_.array() /= svd_.sigma().array();
  x.noalias() = svd_.V() * scratch_;
}

void OperationalSolver::look_at(const VecX& q) {
  chain_.set(0, q);
  J_ = chain_.jacobian(0).topRows(rows_);
  svd_.compute(J_);
  const auto& sigma = svd_.sigma();
  const double smallest = sigma[sigma.size() - 1];
  condition_ = smallest > 0.0 ? sigma[0] / smallest : std::numeric_limits<double>::infinity();
}

double OperationalSolver::defect(double t, const VecX& q) {
  const spatial::TransformSeries& pose = pose_.expand(t, 0);
  chain_.set(0, q);
  return scaled_size(
      kinematics::pose_error({pose.R[0], pose.p[0]}, chain_.R_WF(0), chain_.p_WF(0)));
}

void OperationalSolver::solve(double t, int order, const VecX& guess) {
  const spatial::TransformSeries& pose = pose_.expand(t, order);
  reach(t, pose, guess);
  read_rate(pose);
  follow(order);
}

/// Newton's method onto the pose, each step of least norm.
void OperationalSolver::reach(double t, const spatial::TransformSeries& pose, const VecX& guess) {
  q_ = guess;
  double before = std::numeric_limits<double>::infinity();
  for (int step = 0;; ++step) {
    look_at(q_);
    const Vec6 e = kinematics::pose_error({pose.R[0], pose.p[0]}, chain_.R_WF(0), chain_.p_WF(0));
    const double size = scaled_size(e);
    if (!(condition_ <= problem_.max_condition)) {
      throw NumericalError(concat("at t = ", t, " s the Jacobian of link '", problem_.frame.name,
                                  "' is singular or nearly so: condition number ",
                                  short_text(condition_), ", at most ", problem_.max_condition,
                                  " is accepted"));
    }
    if (size <= 2.0 * kEpsilon) return;
    if (!(size <= 0.5 * before) || step == kMostPoseSteps) {
      if (size <= kFeasible) return;  // Rounding.
      throw NumericalError(concat("at t = ", t, " s link '", problem_.frame.name,
                                  "' does not reach its pose: it is off by ",
                                  short_text(e.head<3>().norm()), " m and ",
                                  short_text(rows_ == 3 ? 0.0 : e.tail<3>().norm()),
                                  " rad, condition number ", short_text(condition_)));
    }
    before = size;
    error_ = e.head(rows_);
    apply_inverse(error_, correction_);
    q_ += correction_;
  }
}

/// X' = [p'; ω].
void OperationalSolver::read_rate(const spatial::TransformSeries& pose) {
  const int N = pose.order();
  for (int k = 0; k < N; ++k) {
    X_rate_[k].setZero();
    X_rate_[k].head<3>() = (k + 1) * pose.p[k + 1];
  }
  const PoseLaws::Orientation orientation = problem_.laws.orientation;
  if (N < 1 || orientation == PoseLaws::Orientation::kFree ||
      orientation == PoseLaws::Orientation::kConstant) {
    return;
  }
  const taylor::Series<Vec3> omega = spatial::angular_velocity(pose.R);
  for (int k = 0; k < N; ++k) X_rate_[k].tail<3>() = omega[k];
}

/// J q' = X' and, where joints are to spare, q' - z = Jᵀ y, order by order.
void OperationalSolver::follow(int order) {
  const bool is_tall = rows_ > q_.size();
  for (int k = 0; k < order; ++k) {
    const auto K = static_cast<std::size_t>(k);
    rest_ = X_rate_[K];
    for (int i = 1; i <= k; ++i) {
      rest_.noalias() -= chain_.jacobian(i).topRows(rows_) * q_rate_[k - i];
    }
    if (is_tall) {
      follow_overdetermined(k);
    } else {
      follow_redundantly(k);
    }
    correction_ = q_rate_[K] / (k + 1);
    chain_.set(k + 1, correction_);
  }
}

/// Eq. (3) of docs/trajectory.md; `rest_` is g and becomes g - J f, `along_` is f.
void OperationalSolver::follow_redundantly(int k) {
  const auto K = static_cast<std::size_t>(k);
  if (k == 0) {
    along_ = problem_.nullspace;
  } else {
    along_.setZero();
  }
  for (int i = 1; i <= k; ++i) {
    along_.noalias() += chain_.jacobian(i).topRows(rows_).transpose() * dual_[k - i];
  }
  rest_.noalias() -= J_ * along_;
  apply_inverse(rest_, q_rate_[K]);
  q_rate_[K] += along_;
  scratch_.array() /= svd_.sigma().array();  // From Σ⁻¹ Uᵀ rest to Σ⁻² Uᵀ rest.
  dual_[K].noalias() = svd_.U() * scratch_;
}

void OperationalSolver::follow_overdetermined(int k) {
  const auto K = static_cast<std::size_t>(k);
  apply_inverse(rest_, q_rate_[K]);
  error_.noalias() = rest_ - J_ * q_rate_[K];
  Vec6 residual = Vec6::Zero();
  residual.head(rows_) = error_;
  residual_[K] = scaled_size(residual);
}

void OperationalSolver::check_feasible(double t, double h, int order) const {
  if (rows_ <= q_.size()) return;
  double power = h;
  for (int k = 0; k < order; ++k, power *= h) {
    const double drift = residual_[k] * power / (k + 1);
    if (drift <= kFeasible) continue;
    throw NumericalError(
        concat("at t = ", t, " s ", q_.size(), " joints cannot give link '", problem_.frame.name,
               "' derivative ", k + 1, " of its motion: in ", short_text(h),
               " s it would be off by ", short_text(drift),
               " rad, or as much of the arm's size; condition number ", short_text(condition_),
               "; orientation = \"free\", or an orientation that the arm can keep, is needed"));
  }
}

}  // namespace appell::trajectory
