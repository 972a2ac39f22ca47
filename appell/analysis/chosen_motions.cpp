#include "appell/analysis/chosen_motions.hpp"

#include <algorithm>
#include <cmath>

#include "appell/analysis/scaled_load.hpp"
#include "appell/base/decompositions.hpp"
#include "appell/base/stop.hpp"

namespace appell::analysis {
namespace {

constexpr double kSafe = 1.0 - 1e-12;  // Beside rounding of sums in plain numbers.

class Chooser {
 public:
  Chooser(const BoxDynamics& box, const CapabilityQuestion& question, const LinearDynamics& middle,
          Eigen::Index num_symbols)
      : box_(box),
        limits_(question.limits),
        weights_(question.weights),
        middle_(middle),
        num_symbols_(num_symbols),
        n_(static_cast<int>(box.M.size())),
        inverse_(LuFactors(middle.M).inverse()),
        half_(0.5 * (limits_.force_high - limits_.force_low)) {
    for (double& w : half_) {
      if (!std::isfinite(w)) w = 1.0;  // Not limited: some size, to choose by.
    }
  }

  int n() const { return n_; }

  /// Matrices A by which accelerations A Jᵀ y along some axes are chosen: forces in proportion to
  /// their limits, and moderate accelerations.
  std::vector<MatX> metrics() const {
    const MatX by_force = inverse_ * half_.asDiagonal();
    return {MatX(by_force * by_force.transpose()),
            MatX(inverse_.diagonal().cwiseAbs2().asDiagonal())};
  }

  /// Accelerations along a direction d of x, or of J x: with all forces at their limits, with
  /// forces in proportion to their limits, with moderate accelerations of all joints, and with
  /// those that limits of motion (or joints alone) allow.
  std::vector<VecX> choices(const VecX& d) const {
    const VecX by_force = inverse_ * d;
    const VecX most = half_.cwiseProduct(by_force.cwiseSign());
    const VecX even = half_.cwiseAbs2().cwiseProduct(by_force);
    const VecX moderate = inverse_.diagonal().cwiseAbs2().cwiseProduct(d);
    return {VecX(inverse_ * most), VecX(inverse_ * even), moderate,
            VecX(weights_.cwiseProduct(d.cwiseSign()))};
  }

  /// Of joints alone that push the same way at every state of the box.
  VecX sure_choice(const std::vector<Affine>& row) const {
    VecX u = VecX::Zero(n_);
    for (int j = 0; j < n_; ++j) {
      const Interval range = row[j].range();
      if (range.low > 0.0) u(j) = weights_(j);
      if (range.high < 0.0) u(j) = -weights_(j);
    }
    return u;
  }

  /// The largest s for which s u is possible at every state of the box.
  double scale_of(const VecX& u) const {
    double scale = 1e3 * scale_at_middle(u);
    for (int j = 0; j < n_; ++j) {
      const double end = u(j) > 0.0 ? limits_.motion_high(j) : -limits_.motion_low(j);
      if (u(j) != 0.0 && std::isfinite(end)) scale = std::min(scale, end / std::abs(u(j)));
    }
    for (int i = 0; i < n_ && scale > 0.0; ++i) {
      if (!std::isfinite(limits_.force_high(i))) continue;
      Affine load;
      for (int j = 0; j < n_; ++j) {
        if (u(j) != 0.0) {
          load += u(j) * box_.M[i][j];
        }
      }
      const Affine& holding = box_.holding[i];
      scale = ScaledLoad{Affine(limits_.force_high(i)) - holding, load, num_symbols_}.largest_scale(
          scale);
      scale = ScaledLoad{holding - Affine(limits_.force_low(i)), -load, num_symbols_}.largest_scale(
          scale);
    }
    return std::max(0.0, scale * kSafe);
  }

  /// s (row u) + drift, for all states: the range of it.
  static Interval moved(const std::vector<Affine>& row, const Affine& drift, const VecX& x) {
    Affine sum = drift;
    for (Eigen::Index j = 0; j < x.size(); ++j) {
      if (x(j) != 0.0) sum += x(j) * row[j];
    }
    return sum.range();
  }

  /// What is proven of a component, along +1 or -1.
  double reached(const std::vector<Affine>& row, const Affine& drift, const VecX& d) const {
    double best = 0.0;
    std::vector<VecX> all = choices(d);
    all.push_back(sure_choice(row));
    for (const VecX& u : all) {
      check_stop();
      const double most = scale_of(u);
      for (const double share : {1.0, 0.5, 0.2}) {  // Less is more certain, where J changes much.
        best = std::max(best, moved(row, drift, VecX(share * most * u)).low);
      }
    }
    return best;
  }

  /// The largest that is proven of x_j, along +1 or -1.
  double reached_joint(int j, double sign) const {
    double best = 0.0;
    for (const VecX& u : choices(sign * VecX::Unit(n_, j))) {
      check_stop();
      best = std::max(best, sign * scale_of(u) * u(j));
    }
    return best * kSafe;
  }

 private:
  /// Some finite size for a search to begin with.
  double scale_at_middle(const VecX& u) const {
    const VecX load = (middle_.M * u).cwiseAbs();
    double scale = 1.0;
    for (int i = 0; i < n_; ++i) {
      if (load(i) > 0.0) scale = std::max(scale, half_(i) / load(i));
    }
    return scale;
  }

  const BoxDynamics& box_;
  const CapabilityLimits& limits_;
  const VecX& weights_;
  const LinearDynamics& middle_;
  Eigen::Index num_symbols_;
  int n_;
  MatX inverse_;
  VecX half_;
};

std::vector<Affine> negated(std::vector<Affine> row) {
  for (Affine& x : row) x = -x;
  return row;
}

/// The linear half of J and the drift along the axes of a ball, U.
struct AxesOfBall {
  std::vector<std::vector<Affine>> rows;
  std::vector<Affine> drifts;

  AxesOfBall(const BoxDynamics& box, const MatX& U) {
    for (Eigen::Index k = 0; k < U.cols(); ++k) {
      rows.emplace_back(box.M.size());
      drifts.emplace_back();
      for (std::size_t a = 0; a < 3; ++a) {
        const double factor = U(static_cast<Eigen::Index>(a), k);
        drifts.back() += factor * box.drift_F[a];
        for (std::size_t j = 0; j < rows.back().size(); ++j) {
          rows.back()[j] += factor * box.J_F[a][j];
        }
      }
    }
  }
};

/// The ball about zero in the convex hull of accelerations along ± each axis, the columns of
/// `along`: each reaches R at least along its own and is off it by δ at most, so that along a unit
/// vector n one of them reaches max_k |n_k| R - δ, and max_k |n_k| is 1/√d at least.
double ball_in_hull(const Chooser& chooser, const AxesOfBall& axes, const MatX& along) {
  double least = std::numeric_limits<double>::infinity(), most_off = 0.0;
  for (Eigen::Index k = 0; k < along.cols(); ++k) {
    for (const double sign : {1.0, -1.0}) {
      check_stop();
      const VecX u = sign * along.col(k);
      const VecX x = chooser.scale_of(u) * u;
      double off = 0.0;
      for (Eigen::Index other = 0; other < along.cols(); ++other) {
        const auto at = static_cast<std::size_t>(other);
        const Interval range = Chooser::moved(axes.rows[at], axes.drifts[at], x);
        if (other == k) {
          least = std::min(least, sign > 0.0 ? range.low : -range.high);
        } else {
          off += range.magnitude() * range.magnitude();
        }
      }
      most_off = std::max(most_off, std::sqrt(off));
    }
  }
  const double radius = least / std::sqrt(static_cast<double>(along.cols()));
  return kSafe * (radius - (1.0 + 1e-12) * most_off);
}

/// The best of them.
double chosen_ball(const Chooser& chooser, const BoxDynamics& box, const MatX& U,
                   const LinearDynamics& middle_F) {
  const AxesOfBall axes(box, U);
  const MatX J = U.transpose() * middle_F.J.topRows(3);
  double best = 0.0;
  for (const MatX& A : chooser.metrics()) {
    const MatX forward = A * J.transpose();
    const MatX along = forward * LuFactors(J * forward).inverse();
    if (along.allFinite()) best = std::max(best, ball_in_hull(chooser, axes, along));
  }
  return best;
}

}  // namespace

void raise_by_choices(const BoxDynamics& box, const CapabilityQuestion& question,
                      const LinearDynamics& middle, const LinearDynamics& middle_F,
                      Eigen::Index num_symbols, VecX& low) {
  const Chooser chooser(box, question, middle, num_symbols);
  const int n = chooser.n();
  const CapabilityIndex index{n};
  const auto raise = [&low](int number, double bound) {
    if (std::isfinite(bound)) low(number) = std::max(low(number), bound);
  };
  for (int j = 0; j < n; ++j) {
    raise(index.reachable(j),
          std::min(chooser.reached_joint(j, 1.0), chooser.reached_joint(j, -1.0)));
  }
  for (int a = 0; a < 6; ++a) {
    const auto at = static_cast<std::size_t>(a);
    const VecX d = middle.J.row(a).transpose();
    if (d.isZero(0.0)) continue;
    const double forward = chooser.reached(box.J[at], box.drift[at], d);
    const double back =
        forward > 0.0 ? chooser.reached(negated(box.J[at]), -box.drift[at], VecX(-d)) : 0.0;
    raise(index.axis(a), std::min(forward, back));
  }
  if (question.U_F.cols() == 0) return;
  CapabilityQuestion forces_only = question;  // The ball knows no limits of motion.
  forces_only.limits.motion_high.setConstant(std::numeric_limits<double>::infinity());
  forces_only.limits.motion_low.setConstant(-std::numeric_limits<double>::infinity());
  const Chooser of_ball(box, forces_only, middle, num_symbols);
  raise(index.isotropic(), chosen_ball(of_ball, box, question.U_F, middle_F));
}

}  // namespace appell::analysis
