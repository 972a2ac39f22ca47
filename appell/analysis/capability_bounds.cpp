#include "appell/analysis/capability_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "appell/analysis/chosen_motions.hpp"
#include "appell/analysis/scaled_load.hpp"
#include "appell/base/decompositions.hpp"
#include "appell/base/error.hpp"

namespace appell::analysis {
namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();
/// Relative, for what is computed of the enclosures in plain numbers: sums of at most some hundred
/// terms, and solutions that are held against the equations by their residuals.
constexpr double kAllowance = 1e-12;

class BoundsOfBox {
 public:
  BoundsOfBox(const BoxDynamics& box, const CapabilityQuestion& question,
              const std::vector<double>& widths)
      : box_(box),
        question_(question),
        widths_(widths),
        n_(static_cast<int>(box.M.size())),
        index_{n_} {
    out_.low = VecX::Zero(index_.size());
    out_.split.assign(index_.size(), -1);
  }

  CapabilityBounds bounds() {
    if (box_.has_friction_impulse) {
      out_.low(CapabilityIndex::kMargin) = -kEndless;
      const std::vector<double> all(widths_.size(), 1.0);
      std::fill(out_.split.begin(), out_.split.end(), best_split(all, 1.0, widths_));
      return out_;
    }
    add_margin();
    for (int j = 0; j < n_; ++j) add_scale(index_.alone(j), VecX::Unit(n_, j));
    add_scale(CapabilityIndex::kTogether, question_.weights);
    for (int j = 0; j < n_; ++j) {
      const CapabilityLimits& limits = question_.limits;
      double& low = out_.low(index_.alone(j));
      low = std::min(low, CapabilityRange{limits.motion_low(j), limits.motion_high(j)}.size());
    }
    add_sets();
    return out_;
  }

 private:
  double slack_half(int i) const {
    return 0.5 * (question_.limits.force_high(i) - question_.limits.force_low(i));
  }
  bool is_limited(int i) const { return std::isfinite(question_.limits.force_high(i)); }
  Affine upper_slack(int i) const {
    return Affine(question_.limits.force_high(i)) - box_.holding[i];
  }
  Affine lower_slack(int i) const {
    return box_.holding[i] - Affine(question_.limits.force_low(i));
  }
  const Affine& M(int i, int j) const { return box_.M[i][j]; }
  Eigen::Index num_symbols() const { return static_cast<Eigen::Index>(widths_.size()); }

  void note_split(int number, const ScaledLoad& binding, double s) {
    std::vector<double> weight(widths_.size());
    const double unexplained = binding.explain(s, weight);
    out_.split[number] = best_split(weight, unexplained, widths_);
  }

  void add_margin() {
    double least = kEndless;
    for (int i = 0; i < n_; ++i) {
      if (!is_limited(i)) continue;
      for (const Affine& slack : {upper_slack(i), lower_slack(i)}) {
        const double margin = slack.range().low / slack_half(i);
        if (margin >= least) continue;
        least = margin;
        note_split(CapabilityIndex::kMargin, {slack, Affine(), num_symbols()}, 0.0);
      }
    }
    out_.low(CapabilityIndex::kMargin) = least;
  }

  /// The largest s with all of |x_j| <= s weights_j possible.
  void add_scale(int number, const VecX& weights) {
    double scale = kEndless;
    for (int i = 0; i < n_ && scale > 0.0; ++i) {
      if (!is_limited(i)) continue;
      Affine load;
      for (int j = 0; j < n_; ++j) {
        if (weights(j) != 0.0) load += weights(j) * magnitude_of(M(i, j));
      }
      for (const Affine& slack : {upper_slack(i), lower_slack(i)}) {
        const ScaledLoad row{slack, load, num_symbols()};
        const double s = row.largest_scale(scale);
        if (s >= scale) continue;
        scale = s;
        note_split(number, row, s);
      }
    }
    out_.low(number) = scale * (1.0 - kAllowance);
  }

  /// Middles and radii of the enclosures.
  struct Parts {
    LinearDynamics middle;
    LinearDynamics radius;
    LinearDynamics middle_F;  ///< With J and drift, linear, in axes of the frame.
    LinearDynamics radius_F;
  };

  Parts parts() const {
    Parts p;
    for (LinearDynamics* at : {&p.middle, &p.radius}) {
      at->M = MatX(n_, n_);
      at->holding = VecX(n_);
      at->J = MatX(6, n_);
    }
    p.middle_F = p.middle;
    p.radius_F = p.radius;
    const auto set = [](const Affine& a, double& middle, double& radius) {
      middle = a.middle();
      radius = a.range().high - middle;
    };
    for (int j = 0; j < n_; ++j) {
      const auto at = static_cast<std::size_t>(j);
      for (int i = 0; i < n_; ++i) set(M(i, j), p.middle.M(i, j), p.radius.M(i, j));
      set(box_.holding[at], p.middle.holding(j), p.radius.holding(j));
      for (std::size_t a = 0; a < 6; ++a) {
        const auto row = static_cast<Eigen::Index>(a);
        set(box_.J[a][at], p.middle.J(row, j), p.radius.J(row, j));
        if (a < 3) set(box_.J_F[a][at], p.middle_F.J(row, j), p.radius_F.J(row, j));
      }
    }
    for (std::size_t a = 0; a < 6; ++a) {
      const auto row = static_cast<Eigen::Index>(a);
      set(box_.drift[a], p.middle.drift(row), p.radius.drift(row));
      if (a < 3) set(box_.drift_F[a], p.middle_F.drift(row), p.radius_F.drift(row));
    }
    // The middle of a symmetric enclosure is symmetric but for rounding, which the radii have.
    p.middle.M = MatX(0.5 * (p.middle.M + p.middle.M.transpose()));
    p.radius.M = p.radius.M.cwiseMax(p.radius.M.transpose()) + 1e-15 * p.middle.M.cwiseAbs();
    p.middle_F.M = p.middle.M;
    p.middle_F.holding = p.middle.holding;
    return p;
  }

  /// What X and w' of (1) are of.
  struct Problem {
    const Parts& p;
    const CapabilityLimits& limits;
    MatX inverse;       ///< Of the middle of M.
    VecX middle_force;  ///< Middle of the ranges of force; `holding` of those without.
    VecX half;          ///< Half of their widths.

    Problem(const Parts& parts_of_box, const CapabilityLimits& some)
        : p(parts_of_box),
          limits(some),
          inverse(LuFactors(p.middle.M).inverse()),
          middle_force(p.middle.holding),
          half(0.5 * (some.force_high - some.force_low)) {
      for (Eigen::Index i = 0; i < half.size(); ++i) {
        if (is_finite(i)) middle_force(i) = 0.5 * (some.force_high(i) + some.force_low(i));
      }
    }
    bool is_finite(Eigen::Index i) const { return std::isfinite(half(i)); }

    /// X for half widths w: what closed forms or the limits of motion allow.
    VecX largest_motion(const VecX& w) const {
      VecX X = limits.motion_low.cwiseAbs().cwiseMax(limits.motion_high.cwiseAbs());
      if (half.allFinite()) {
        const VecX centre = inverse * (middle_force - p.middle.holding);
        X = X.cwiseMin((1.0 + kAllowance) * (centre.cwiseAbs() + inverse.cwiseAbs() * w));
      }
      return X;
    }
    /// ΔM, and rounding of what is solved with the middle of M.
    MatX spread() const { return p.radius.M + kAllowance * p.middle.M.cwiseAbs(); }
    /// w - ΔM X - Δb.
    VecX left(const VecX& X) const {
      const MatX by = spread();
      VecX w = half;
      for (Eigen::Index i = 0; i < w.size(); ++i) {
        if (!is_finite(i)) continue;
        w(i) -= p.radius.holding(i) + kAllowance * (std::abs(p.middle.holding(i)) + half(i));
        for (Eigen::Index j = 0; j < w.size(); ++j) {
          if (by(i, j) > 0.0) w(i) -= by(i, j) * X(j);  // 0 · ∞ is no number.
        }
      }
      return w;
    }
  };

  /// w' of (1), and X.
  struct Shrunk {
    VecX half;
    VecX X;
  };
  static Shrunk shrunk_forces(const Problem& of) {
    const VecX X_0 = of.largest_motion(of.half);
    Shrunk found{of.left(X_0), X_0};
    if (!of.limits.is_parallelotope()) return found;
    // Without limits of motion X is linear in w': solve for both, and see whether (1) holds.
    const Eigen::Index n = of.half.size();
    const VecX centre = of.inverse * (of.middle_force - of.p.middle.holding);
    const VecX rhs = of.left(VecX::Zero(n)) - of.spread() * centre.cwiseAbs();
    const MatX system = MatX::Identity(n, n) + of.spread() * of.inverse.cwiseAbs();
    const VecX half = (1.0 - 1e-9) * LuFactors(system).solve(rhs);
    if (!half.allFinite() || (half.array() < 0.0).any()) return found;
    const VecX X = of.largest_motion(half);
    if ((half.array() <= of.left(X).array()).all()) return {half, X};
    return found;
  }

  void note_split_of_sets(const Parts& p, const VecX& X, const VecX& w) {
    std::vector<double> weight(widths_.size(), 0.0);
    double unexplained = 0.0;
    const auto add = [&](const Affine& a, double factor) {
      if (!std::isfinite(factor) || factor == 0.0) return;
      for (std::size_t k = 0; k < weight.size(); ++k) {
        const double part = factor * std::abs(a.slope(static_cast<Eigen::Index>(k)));
        weight[k] += part;
        unexplained -= part;
      }
      unexplained += factor * a.rest();
    };
    for (int i = 0; i < n_; ++i) {
      if (!is_limited(i)) continue;
      add(box_.holding[i], 1.0 / w(i));
      for (int j = 0; j < n_; ++j) add(M(i, j), X(j) / w(i));
    }
    const std::vector<double> of_joints = weight;
    const double unexplained_of_joints = unexplained;
    for (int a = 0; a < 6; ++a) {
      const double reach = (p.middle.J.row(a).cwiseAbs() * X)(0);
      if (!(reach > 0.0)) continue;
      add(box_.drift[a], 1.0 / reach);
      for (int j = 0; j < n_; ++j) {
        add(box_.J[a][j], X(j) / reach);
      }
    }
    for (int j = 0; j < n_; ++j) {
      out_.split[index_.reachable(j)] = best_split(of_joints, unexplained_of_joints, widths_);
    }
    for (int number = index_.axis(0); number < index_.size(); ++number) {
      out_.split[number] = best_split(weight, unexplained, widths_);
    }
  }

  /// Bounds by P'.
  void add_sets() {
    const Parts p = parts();
    const Problem problem(p, question_.limits);
    const Shrunk shrunk = shrunk_forces(problem);
    note_split_of_sets(p, shrunk.X, problem.half);
    try {
      add_set_bounds(problem, shrunk);
      // Any part of P' gives bounds: one with smaller X loses less to the radii.
      for (const double share : {0.3, 0.1}) {
        const VecX most = share * problem.largest_motion(problem.half);
        CapabilityLimits slower = question_.limits;
        slower.motion_high = slower.motion_high.cwiseMin(most);
        slower.motion_low = slower.motion_low.cwiseMax(-most);
        if (!most.allFinite() || (slower.motion_low.array() > slower.motion_high.array()).any()) {
          break;
        }
        const Problem of_slower(p, slower);
        add_set_bounds(of_slower, shrunk_forces(of_slower));
      }
      // The ball knows no limits of motion: its X is another.
      CapabilityLimits forces_only = question_.limits;
      forces_only.motion_high.setConstant(kEndless);
      forces_only.motion_low.setConstant(-kEndless);
      const Problem of_ball(p, forces_only);
      add_ball(of_ball, shrunk_forces(of_ball));
      raise_by_choices(box_, question_, p.middle, p.middle_F, num_symbols(), out_.low);
    } catch (const NumericalError&) {
      // The middle of M is not positive definite: the box is too large for this.
    }
  }

  /// Limits with w' in place of w; none if that is below zero somewhere, or not a number.
  static std::optional<CapabilityLimits> inner_limits(const Problem& of, const Shrunk& shrunk) {
    if (!(shrunk.half.array() >= 0.0).all()) return std::nullopt;
    CapabilityLimits inner = of.limits;
    for (Eigen::Index i = 0; i < shrunk.half.size(); ++i) {
      if (!of.is_finite(i)) continue;
      inner.force_low(i) = of.middle_force(i) - shrunk.half(i);
      inner.force_high(i) = of.middle_force(i) + shrunk.half(i);
    }
    return inner;
  }

  static double reduced(double size, double by) {
    return std::isfinite(by) ? std::max(0.0, size * (1.0 - kAllowance) - by) : 0.0;
  }
  /// ΔJ X + Δc of one component.
  static double moved(const Eigen::RowVectorXd& row, double drift, const VecX& X) {
    double by = drift;
    for (Eigen::Index j = 0; j < X.size(); ++j) {
      if (row(j) > 0.0) by += row(j) * X(j);
    }
    return by * (1.0 + kAllowance);
  }

  void raise(int number, double bound) { out_.low(number) = std::max(out_.low(number), bound); }

  void add_set_bounds(const Problem& of, const Shrunk& shrunk) {
    const std::optional<CapabilityLimits> inner = inner_limits(of, shrunk);
    if (!inner) return;
    const Parts& p = of.p;
    for (int j = 0; j < n_; ++j) {
      raise(index_.reachable(j),
            reduced(range_over(p.middle, *inner, VecX::Unit(n_, j)).size(), 0.0));
    }
    for (int a = 0; a < 6; ++a) {
      const CapabilityRange range = range_over(p.middle, *inner, p.middle.J.row(a).transpose());
      const double drift = p.middle.drift(a);
      raise(index_.axis(a), reduced(CapabilityRange{range.low + drift, range.high + drift}.size(),
                                    moved(p.radius.J.row(a), p.radius.drift(a), shrunk.X)));
    }
  }

  void add_ball(const Problem& of, const Shrunk& shrunk) {
    const std::optional<CapabilityLimits> inner = inner_limits(of, shrunk);
    if (!inner) return;
    Vec3 off;
    for (int a = 0; a < 3; ++a) {
      off(a) = moved(of.p.radius_F.J.row(a), of.p.radius_F.drift(a), shrunk.X);
    }
    out_.low(index_.isotropic()) =
        reduced(isotropic_radius(of.p.middle_F, *inner, question_.U_F), off.norm());
  }

  const BoxDynamics& box_;
  const CapabilityQuestion& question_;
  const std::vector<double>& widths_;
  int n_;
  CapabilityIndex index_;
  CapabilityBounds out_;
};

}  // namespace

VecX capability_values(const LinearDynamics& at, const CapabilityQuestion& question) {
  const int n = static_cast<int>(at.M.rows());
  const CapabilityIndex index{n};
  const CapabilityLimits& limits = question.limits;
  VecX values(index.size());
  double margin = kEndless;
  for (int i = 0; i < n; ++i) {
    if (!std::isfinite(limits.force_high(i))) continue;
    const double slack =
        std::min(limits.force_high(i) - at.holding(i), at.holding(i) - limits.force_low(i));
    margin = std::min(margin, slack / (0.5 * (limits.force_high(i) - limits.force_low(i))));
  }
  values(CapabilityIndex::kMargin) = margin;
  values(CapabilityIndex::kTogether) = together_scale(at, limits, question.weights).scale;
  for (int j = 0; j < n; ++j) {
    values(index.alone(j)) = range_alone(at, limits, j).size();
    values(index.reachable(j)) = range_over(at, limits, VecX::Unit(n, j)).size();
  }
  for (int a = 0; a < 6; ++a) {
    const CapabilityRange range = range_over(at, limits, at.J.row(a).transpose());
    values(index.axis(a)) =
        CapabilityRange{range.low + at.drift(a), range.high + at.drift(a)}.size();
  }
  values(index.isotropic()) = isotropic_radius(at, limits, at.R_WF * question.U_F);
  return values;
}

CapabilityBounds capability_bounds(const BoxDynamics& box, const CapabilityQuestion& question,
                                   const std::vector<double>& widths) {
  return BoundsOfBox(box, question, widths).bounds();
}

}  // namespace appell::analysis
