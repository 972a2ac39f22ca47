#pragma once

#include <limits>
#include <vector>

#include "appell/base/decompositions.hpp"
#include "appell/kinematics/frame_chain.hpp"
#include "appell/model/model.hpp"
#include "appell/trajectory/pose_laws.hpp"

namespace appell::trajectory {

/// A frame and how it is to move.
struct OperationalProblem {
  model::Model model;
  model::Frame frame;
  PoseLaws laws;
  spatial::Transform start_pose;
  /// z of Eq. (1) of operational_motion.hpp, of the coordinates that move the frame.
  VecX nullspace;
  double max_condition = 0.0;
};

/// Solves the inverse relation at one instant after the other. For one thread; allocates when it is
/// made and, for orders up to 11, never after. The problem must outlive it.
class OperationalSolver {
 public:
  /// @param order  the highest that will be asked for.
  OperationalSolver(const OperationalProblem& problem, int order);

  int order() const { return chain_.order(); }

  /// q(t) to an order: the position nearest to `guess` at which the frame has its pose, then the
  /// derivatives.
  /// @throws NumericalError naming t and the condition number, if there is no such position or the
  ///   Jacobian there is nearly singular.
  void solve(double t, int order, const VecX& guess);

  /// Normalised coefficients of what solve() found, of the coordinates that move the frame.
  const VecX& q(int k) const { return chain_.q(k); }
  const kinematics::FrameChain& chain() const { return chain_; }

  /// Whether joints that are too few can follow: what is left of X' to an order, at t, must not
  /// take the frame off its pose within a time h.
  /// @throws NumericalError if it does.
  void check_feasible(double t, double h, int order) const;

  /// How far the frame is from its pose at t if the joints are at q; lengths in units of the lever
  /// arm.
  double defect(double t, const VecX& q);

 private:
  double scaled_size(const Vec6& e) const;
  /// x = J⁺ b.
  void apply_inverse(const VecX& b, VecX& x);
  void look_at(const VecX& q);
  void reach(double t, const spatial::TransformSeries& pose, const VecX& guess);
  void read_rate(const spatial::TransformSeries& pose);
  void follow(int order);
  void follow_redundantly(int k);
  void follow_overdetermined(int k);

  const OperationalProblem& problem_;
  PoseCursor pose_;
  kinematics::FrameChain chain_;
  Eigen::Index rows_;
  double lever_;  ///< Size of the arm, m: what errors of position are compared with.
  double condition_ = std::numeric_limits<double>::quiet_NaN();
  SingularValues svd_;  ///< Of the prescribed rows of J[0].
  MatX J_;
  VecX q_, correction_, error_, rest_, along_, scratch_;
  std::vector<VecX> X_rate_;      ///< Coefficients of X'.
  std::vector<VecX> q_rate_;      ///< Of q'.
  std::vector<VecX> dual_;        ///< Of y: q' - z = Jᵀ y.
  std::vector<double> residual_;  ///< What too few joints leave of X', scaled.
};

}  // namespace appell::trajectory
