#include "appell/analysis/friction_fit.hpp"

#include <algorithm>
#include <cmath>

#include "appell/analysis/friction_columns.hpp"
#include "appell/base/check.hpp"
#include "appell/base/decompositions.hpp"

namespace appell::analysis {
namespace {

constexpr int kTimeBlocks = 30;
constexpr double kLeastRate = 0.25;     // Of v₀, root mean square: below it a joint hardly moves.
constexpr double kLeastOwnPart = 1e-4;  // Of a column, beside those before it.

struct NamedLaw {
  const char* name;
  FittedLaw law;
  const char* formula;
};
constexpr std::array kNamedLaws{
    NamedLaw{"coulomb", FittedLaw::kCoulomb, "offset + viscous q' + dry tanh(q'/velocity)"},
    NamedLaw{"stribeck", FittedLaw::kStribeck,
             "offset + viscous q' + (dry + stribeck exp(-(q'/stribeck_velocity)²)) "
             "tanh(q'/velocity)"},
    NamedLaw{"sigmoid", FittedLaw::kSigmoid,
             "dry (σ(steepness (q' + shift)) - σ(steepness shift)), σ(x) = 1/(1 + exp(-x))"},
    NamedLaw{"sigmoid+offset", FittedLaw::kSigmoidAndOffset,
             "offset + dry (σ(steepness (q' + shift)) - σ(steepness shift)), "
             "σ(x) = 1/(1 + exp(-x))"}};

/// The least squares of one joint.
class Fitter {
 public:
  Fitter(std::span<const double> rate, std::span<const double> force, const FrictionColumns& law)
      : law_(law),
        rate_(rate),
        force_(Eigen::Map<const VecX>(force.data(), static_cast<Eigen::Index>(force.size()))) {
    used_.assign(law.num_linear(), true);
    a_.assign(kMostColumns, 0.0);
  }

  /// Leaves out all coefficients but the offset.
  void use_offset_only() {
    for (std::size_t i = 0; i < used_.size(); ++i) used_[i] = law_.linear_names()[i] == "offset";
    has_shape_ = false;
  }

  void run() {
    if (has_shape_ && law_.num_shape() > 0) {
      search_grid();
      drop_dependent(theta_);
      refine();
    } else {
      drop_dependent(theta_);
    }
    what_remains_ = solve_linear(theta_, a_);
  }

  FrictionFit result() const;

 private:
  MatX columns(const Shape& theta) const;
  MatX gradient() const;
  void drop_dependent(const Shape& theta);
  void search_grid();
  void refine();
  /// Linear coefficients for a shape, and what then remains.
  VecX solve_linear(const Shape& theta, std::vector<double>& a) const;
  double misfit(const Shape& theta) const;
  Shape clamped(Shape theta) const;
  bool is_at_bound(int index) const;
  VecX deviations() const;

  const FrictionColumns& law_;
  std::span<const double> rate_;
  VecX force_;
  std::vector<bool> used_;
  bool has_shape_ = true;
  Shape theta_{};
  std::vector<double> a_;
  VecX what_remains_;
};

/// Columns of the coefficients that are used.
MatX Fitter::columns(const Shape& theta) const {
  const auto num_used = std::count(used_.begin(), used_.end(), true);
  MatX C(force_.size(), num_used);
  std::array<double, kMostColumns> c{};
  for (Eigen::Index row = 0; row < force_.size(); ++row) {
    law_.columns(rate_[row], theta, c.data());
    Eigen::Index at = 0;
    for (std::size_t i = 0; i < used_.size(); ++i) {
      if (used_[i]) C(row, at++) = c[i];
    }
  }
  return C;
}

/// Those, and the derivatives by the shape.
MatX Fitter::gradient() const {
  const MatX C = columns(theta_);
  if (!has_shape_ || law_.num_shape() == 0) return C;
  MatX J(C.rows(), C.cols() + law_.num_shape());
  J.leftCols(C.cols()) = C;
  Shape d{};
  for (Eigen::Index row = 0; row < C.rows(); ++row) {
    law_.slopes(rate_[row], theta_, a_.data(), d.data());
    for (int i = 0; i < law_.num_shape(); ++i) {
      J(row, C.cols() + i) = d[i];
    }
  }
  return J;
}

/// Leaves out coefficients whose columns those before them can replace (Gram-Schmidt).
void Fitter::drop_dependent(const Shape& theta) {
  const MatX C = columns(theta);
  MatX basis(C.rows(), C.cols());
  Eigen::Index kept = 0, at = 0;
  for (std::size_t i = 0; i < used_.size(); ++i) {
    if (!used_[i]) continue;
    VecX own = C.col(at++);
    const double norm = own.norm();
    for (Eigen::Index k = 0; k < kept; ++k) own -= basis.col(k).dot(own) * basis.col(k);
    used_[i] = own.norm() > kLeastOwnPart * norm;
    if (used_[i]) basis.col(kept++) = own.normalized();
  }
}

VecX Fitter::solve_linear(const Shape& theta, std::vector<double>& a) const {
  std::fill(a.begin(), a.end(), 0.0);
  const MatX C = columns(theta);
  if (C.cols() == 0) return force_;
  const VecX x = least_squares(C, force_);
  Eigen::Index at = 0;
  for (std::size_t i = 0; i < used_.size(); ++i) {
    if (used_[i]) a[i] = x(at++);
  }
  return force_ - C * x;
}

/// Sum of squares of what the best linear coefficients leave, from the Gram matrix: fast, and good
/// enough to compare.
double Fitter::misfit(const Shape& theta) const {
  const MatX C = columns(theta);
  const VecX right = C.transpose() * force_;
  const VecX x = least_squares(C.transpose() * C, right);
  return x.allFinite() ? (force_ - C * x).squaredNorm() : force_.squaredNorm();
}

void Fitter::search_grid() {
  double best = std::numeric_limits<double>::infinity();
  const auto value = [](const ShapeRange& range, int i) {
    return range.low + (range.high - range.low) * (i + 0.5) / range.steps;
  };
  const ShapeRange& first = law_.ranges()[0];
  const ShapeRange second = law_.num_shape() > 1 ? law_.ranges()[1] : ShapeRange{};
  for (int i = 0; i < first.steps; ++i) {
    for (int j = 0; j < second.steps; ++j) {
      const Shape theta{value(first, i), value(second, j)};
      const double sum = misfit(theta);
      if (sum >= best) continue;
      best = sum;
      theta_ = theta;
    }
  }
}

Shape Fitter::clamped(Shape theta) const {
  for (int i = 0; i < law_.num_shape(); ++i) {
    const ShapeRange& range = law_.ranges()[i];
    double& x = theta[i];
    x = std::clamp(x, range.low, range.high);
  }
  return theta;
}

bool Fitter::is_at_bound(int index) const {
  const ShapeRange& range = law_.ranges()[index];
  const double x = theta_[index];
  return x <= range.low || x >= range.high;
}

/// Gauss-Newton steps of all parameters; after each, the linear ones are solved for. A step that
/// does not help is halved.
void Fitter::refine() {
  constexpr int kMostSteps = 60;
  constexpr int kMostHalvings = 12;
  what_remains_ = solve_linear(theta_, a_);
  for (int step = 0; step < kMostSteps; ++step) {
    MatX J = gradient();
    const VecX norms = J.colwise().norm().cwiseMax(1e-300);
    J *= norms.cwiseInverse().asDiagonal();
    const VecX full = least_squares(J, what_remains_).cwiseQuotient(norms);
    const VecX move = full.tail(law_.num_shape());
    if (!move.allFinite() || move.cwiseAbs().maxCoeff() < 1e-13) return;
    double share = 1.0;
    bool is_better = false;
    for (int half = 0; half < kMostHalvings && !is_better; ++half, share *= 0.5) {
      Shape next = theta_;
      for (int i = 0; i < law_.num_shape(); ++i) {
        next[i] += share * move(i);
      }
      next = clamped(next);
      std::vector<double> a(kMostColumns);
      VecX remains = solve_linear(next, a);
      is_better = remains.squaredNorm() < what_remains_.squaredNorm();
      if (!is_better) continue;
      theta_ = next;
      a_ = std::move(a);
      what_remains_ = std::move(remains);
    }
    if (!is_better) return;
  }
}

/// Standard errors of what gradient() has columns of, see fit_friction().
VecX Fitter::deviations() const {
  MatX J = gradient();
  const Eigen::Index p = J.cols(), rows = J.rows();
  if (p == 0) return {};
  const VecX norms = J.colwise().norm().cwiseMax(1e-300);
  J *= norms.cwiseInverse().asDiagonal();
  MatX scatter = MatX::Zero(p, p);
  for (Eigen::Index block = 0; block < kTimeBlocks; ++block) {
    const Eigen::Index begin = block * rows / kTimeBlocks, end = (block + 1) * rows / kTimeBlocks;
    const VecX score =
        J.middleRows(begin, end - begin).transpose() * what_remains_.segment(begin, end - begin);
    scatter += score * score.transpose();
  }
  const MatX inverse = pseudo_inverse(J.transpose() * J);
  const MatX covariance = kTimeBlocks / (kTimeBlocks - static_cast<double>(p)) *
                          (inverse * scatter * inverse.transpose());
  return covariance.diagonal().cwiseMax(0.0).cwiseSqrt().cwiseQuotient(norms);
}

FrictionFit Fitter::result() const {
  FrictionFit fit{.friction = law_.friction(a_.data(), theta_)};
  const VecX sd = deviations();
  Eigen::Index at = 0;
  for (std::size_t i = 0; i < used_.size(); ++i) {
    FittedParameter parameter{law_.linear_names()[i], a_[i], {}};
    if (used_[i]) parameter.sd = sd(at++);
    if (!used_[i]) fit.remarks.push_back(parameter.name + " cannot be told from this motion");
    if (parameter.value < 0.0 && (parameter.name == "viscous" || parameter.name == "dry")) {
      const bool may_be_zero = parameter.sd && -parameter.value < 2.0 * *parameter.sd;
      fit.remarks.push_back(concat(parameter.name, " is negative",
                                   may_be_zero ? ", within twice its error: there may be none"
                                               : ": no friction, the model lacks something else"));
    }
    fit.parameters.push_back(std::move(parameter));
  }
  for (int i = 0; i < law_.num_shape(); ++i) {
    FittedParameter parameter{
        law_.shape_names()[i], has_shape_ ? law_.shape_value(i, theta_) : 0.0, {}};
    if (has_shape_ && !is_at_bound(i)) parameter.sd = sd(at + i) * law_.shape_slope(i, theta_);
    if (!parameter.sd) {
      fit.remarks.push_back(parameter.name + (has_shape_
                                                  ? " is at the end of where it is looked for"
                                                  : " cannot be told from this motion"));
    }
    fit.parameters.push_back(std::move(parameter));
  }
  if (!has_shape_) fit.friction = {.offset = fit.friction.offset};
  fit.rms = std::sqrt(what_remains_.squaredNorm() / static_cast<double>(force_.size()));
  const VecX fitted = force_ - what_remains_;
  fit.fitted.assign(fitted.begin(), fitted.end());
  return fit;
}

}  // namespace

std::vector<std::string> fitted_law_names() {
  std::vector<std::string> names;
  for (const NamedLaw& law : kNamedLaws) names.emplace_back(law.name);
  return names;
}

FittedLaw fitted_law_named(const std::string& name) {
  for (const NamedLaw& law : kNamedLaws) {
    if (name == law.name) return law.law;
  }
  throw InvalidArgument(concat("there is no law of friction '", name, "'; ",
                               comma_list(fitted_law_names()), " can be fitted"));
}

std::string formula_of(FittedLaw law) {
  for (const NamedLaw& named : kNamedLaws) {
    if (named.law == law) return named.formula;
  }
  return "";
}

FrictionFit fit_friction(std::span<const double> rate, std::span<const double> force, FittedLaw law,
                         double velocity) {
  check(rate.size() == force.size(), "fit_friction: there are ", rate.size(), " rates and ",
        force.size(), " forces; as many are needed.");
  check(rate.size() >= 20, "fit_friction: there are ", rate.size(), " rows; 20 are needed.");
  check(velocity > 0.0, "fit_friction: the velocity is ", velocity, "; it must be positive.");
  double fastest = 0.0, squares = 0.0;
  for (const double v : rate) {
    fastest = std::max(fastest, std::abs(v));
    squares += v * v;
  }
  const double rms_rate = std::sqrt(squares / static_cast<double>(rate.size()));
  const bool moves = rms_rate >= kLeastRate * velocity;
  const FrictionColumns columns(law, velocity, moves ? fastest : velocity);
  Fitter fitter(rate, force, columns);
  if (!moves) fitter.use_offset_only();
  fitter.run();
  FrictionFit fit = fitter.result();
  if (!moves) {
    fit.remarks = {concat("hardly moves: |q'| is ", short_text(rms_rate),
                          " (rms), too little to tell friction")};
  }
  return fit;
}

}  // namespace appell::analysis
