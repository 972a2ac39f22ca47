#include "appell/analysis/linear_programme.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "appell/base/check.hpp"
#include "appell/base/decompositions.hpp"
#include "appell/base/stop.hpp"

namespace appell::analysis {
namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();
constexpr double kFeasible = 1e-10;  // Of scaled rows, whose numbers are about 1.
constexpr double kNoPivot = 1e-9;

/// Largest finite size among two bounds, 0 if there is none.
double finite_size(double low, double high) {
  return std::max(std::isfinite(low) ? std::abs(low) : 0.0,
                  std::isfinite(high) ? std::abs(high) : 0.0);
}

/// Variables of the tableau are x, then the rows r = A x: basic = tableau · nonbasic.
class Tableau {
 public:
  explicit Tableau(const LinearProgramme& p)
      : n_(p.A.cols()), m_(p.A.rows()), T_(m_ + 1, n_), low_(n_ + m_), high_(n_ + m_) {
    scale(p);
    for (Eigen::Index j = 0; j < n_; ++j) {
      nonbasic_.push_back(j);
      at_.push_back(std::isfinite(low_(j)) ? low_(j) : std::isfinite(high_(j)) ? high_(j) : 0.0);
    }
    for (Eigen::Index i = 0; i < m_; ++i) basic_.push_back(n_ + i);
  }

  /// Until all bounds are kept.
  bool find_feasible() {
    while (true) {
      check_stop();
      const VecX y = basic_values();
      if (keeps_bounds(y)) return true;
      VecX gradient = VecX::Zero(n_);
      for (Eigen::Index i = 0; i < m_; ++i) gradient += violation_sign(i, y(i)) * T_.row(i);
      if (!step(gradient, y)) return false;
    }
  }

  /// From there to the optimum; false if there is none.
  bool climb() {
    while (true) {
      check_stop();
      const VecX gradient = T_.row(m_);
      if (entering(gradient) < 0) return true;
      if (!step(gradient, basic_values())) return false;
    }
  }

  /// x from the constraints that are active.
  VecX solution(const LinearProgramme& p) const {
    MatX active = MatX::Zero(n_, n_);
    VecX value(n_);
    for (Eigen::Index k = 0; k < n_; ++k) {
      const Eigen::Index variable = nonbasic_[k];
      const double scaled = at_[k];
      if (variable < n_) {
        active(k, variable) = 1.0;
        value(k) = bound_or(scaled, variable, p.x_low(variable), p.x_high(variable));
      } else {
        const Eigen::Index row = variable - n_;
        active.row(k) = p.A.row(row);
        value(k) = bound_or(scaled, variable, p.row_low(row), p.row_high(row));
      }
    }
    return LuFactors(active).solve(value);
  }

 private:
  /// Columns by what the bounds of the rows let one coordinate do alone, rows by their largest
  /// number after that.
  void scale(const LinearProgramme& p) {
    column_scale_ = VecX::Ones(n_);
    row_scale_ = VecX::Ones(m_);
    for (Eigen::Index j = 0; j < n_; ++j) {
      double least = kUnlimited;
      for (Eigen::Index i = 0; i < m_; ++i) {
        const double size = finite_size(p.row_low(i), p.row_high(i));
        if (p.A(i, j) != 0.0 && size > 0.0) least = std::min(least, size / std::abs(p.A(i, j)));
      }
      if (std::isfinite(least) && least > 0.0) column_scale_(j) = least;
    }
    for (Eigen::Index i = 0; i < m_; ++i) {
      const double row = (p.A.row(i).transpose().cwiseProduct(column_scale_)).lpNorm<1>();
      const double size = std::max(row, finite_size(p.row_low(i), p.row_high(i)));
      if (size > 0.0) row_scale_(i) = 1.0 / size;
    }
    T_.topRows(m_) = row_scale_.asDiagonal() * p.A * column_scale_.asDiagonal();
    T_.row(m_) = p.objective.transpose() * column_scale_.asDiagonal();
    const double steepest = T_.row(m_).cwiseAbs().maxCoeff();
    if (steepest > 0.0) T_.row(m_) /= steepest;
    low_ << p.x_low.cwiseQuotient(column_scale_), p.row_low.cwiseProduct(row_scale_);
    high_ << p.x_high.cwiseQuotient(column_scale_), p.row_high.cwiseProduct(row_scale_);
  }

  double bound_or(double scaled, Eigen::Index variable, double low, double high) const {
    if (scaled == low_(variable)) return low;
    if (scaled == high_(variable)) return high;
    return 0.0;  // Neither: a free variable that never moved.
  }

  VecX basic_values() const { return T_.topRows(m_) * Eigen::Map<const VecX>(at_.data(), n_); }
  double violation_sign(Eigen::Index i, double y) const {
    const Eigen::Index variable = basic_[i];
    return y < low_(variable) - kFeasible ? 1.0 : y > high_(variable) + kFeasible ? -1.0 : 0.0;
  }
  bool keeps_bounds(const VecX& y) const {
    for (Eigen::Index i = 0; i < m_; ++i) {
      if (violation_sign(i, y(i)) != 0.0) return false;
    }
    return true;
  }

  /// Which nonbasic variable may move so that the gradient grows: the steepest, or the first one
  /// when pivots no longer help (Bland's rule, which cannot run in circles); -1 if none.
  Eigen::Index entering(const VecX& gradient) const {
    Eigen::Index best = -1;
    for (Eigen::Index k = 0; k < n_; ++k) {
      const Eigen::Index variable = nonbasic_[k];
      const double at = at_[k];
      const bool can = gradient(k) > kFeasible    ? at < high_(variable)
                       : gradient(k) < -kFeasible ? at > low_(variable)
                                                  : false;
      if (!can) continue;
      const bool is_better =
          best < 0 || (num_steps_ < kBlandAfter ? std::abs(gradient(k)) > std::abs(gradient(best))
                                                : variable < nonbasic_[best]);
      if (is_better) best = k;
    }
    return best;
  }

  /// Moves one nonbasic variable as far as bounds let it; false if none can, or nothing stops it.
  bool step(const VecX& gradient, const VecX& y) {
    if (++num_steps_ > kMostSteps) {
      throw NumericalError(
          concat("maximum: the simplex method did not end in ", kMostSteps, " steps"));
    }
    const Eigen::Index k = entering(gradient);
    if (k < 0) return false;
    const double sign = gradient(k) > 0.0 ? 1.0 : -1.0;
    const Eigen::Index moving = nonbasic_[k];
    double& at = at_[k];
    double farthest = sign > 0.0 ? high_(moving) - at : at - low_(moving);
    Eigen::Index leaving = -1;
    double bound = 0.0;
    for (Eigen::Index i = 0; i < m_; ++i) {
      const double slope = sign * T_(i, k);
      if (std::abs(slope) < kNoPivot) continue;
      const double end = stop(i, y(i), slope);
      if (!std::isfinite(end)) continue;
      const double length = std::max(0.0, (end - y(i)) / slope);
      const bool is_firmer = leaving >= 0 && length <= farthest + kFeasible &&
                             std::abs(slope) > std::abs(T_(leaving, k));
      if (length < farthest - kFeasible || (leaving < 0 && length <= farthest) || is_firmer) {
        farthest = std::min(farthest, length);
        leaving = i;
        bound = end;
      }
    }
    if (!std::isfinite(farthest)) return false;
    if (leaving < 0) {
      at = sign > 0.0 ? high_(moving) : low_(moving);
    } else {
      pivot(leaving, k, bound);
    }
    return true;
  }

  /// The bound at which a basic variable stops that changes in the direction of `slope`: one that
  /// is beyond a bound stops when it comes back to it.
  double stop(Eigen::Index i, double y, double slope) const {
    const Eigen::Index variable = basic_[i];
    const double beyond = violation_sign(i, y);
    if (slope > 0.0)
      return beyond > 0.0 ? low_(variable) : beyond < 0.0 ? kUnlimited : high_(variable);
    return beyond < 0.0 ? high_(variable) : beyond > 0.0 ? -kUnlimited : low_(variable);
  }

  /// The basic variable of a row becomes nonbasic, at a bound; that of a column basic.
  void pivot(Eigen::Index i, Eigen::Index k, double bound) {
    const double centre = T_(i, k);
    const VecX column = T_.col(k);
    T_.row(i) /= -centre;
    T_(i, k) = 1.0 / centre;
    for (Eigen::Index r = 0; r <= m_; ++r) {
      if (r == i) continue;
      const double factor = column(r);
      T_(r, k) = 0.0;
      T_.row(r) += factor * T_.row(i);
    }
    std::swap(basic_[i], nonbasic_[k]);
    at_[k] = bound;
  }

  static constexpr int kBlandAfter = 500;
  static constexpr int kMostSteps = 20000;
  Eigen::Index n_;
  Eigen::Index m_;
  MatX T_;  ///< The last row is the objective.
  VecX low_;
  VecX high_;
  VecX column_scale_;
  VecX row_scale_;
  std::vector<Eigen::Index> basic_;
  std::vector<Eigen::Index> nonbasic_;
  std::vector<double> at_;  ///< Of the nonbasic variables.
  int num_steps_ = 0;
};

void check_programme(const LinearProgramme& p) {
  const Eigen::Index n = p.A.cols(), m = p.A.rows();
  check(p.objective.size() == n && p.x_low.size() == n && p.x_high.size() == n &&
            p.row_low.size() == m && p.row_high.size() == m,
        "maximum: sizes of the linear programme differ; A is ", m, " x ", n, ".");
  check(p.A.allFinite() && p.objective.allFinite(), "maximum: a coefficient is not finite.");
  check((p.x_low.array() <= p.x_high.array()).all() &&
            (p.row_low.array() <= p.row_high.array()).all(),
        "maximum: a range is empty; low <= high is needed.");
}

}  // namespace

LinearOptimum maximum(const LinearProgramme& programme) {
  check_programme(programme);
  Tableau tableau(programme);
  if (!tableau.find_feasible()) return {};
  if (!tableau.climb()) return {LinearOptimum::Status::kUnbounded, {}, 0.0};
  LinearOptimum found{LinearOptimum::Status::kOptimal, tableau.solution(programme), 0.0};
  found.value = programme.objective.dot(found.x);
  if (!found.x.allFinite()) {
    throw NumericalError("maximum: the active constraints of the optimum are not independent");
  }
  return found;
}

}  // namespace appell::analysis
