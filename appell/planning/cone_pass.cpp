#include "appell/planning/cone_pass.hpp"

#include <algorithm>
#include <cmath>

namespace appell::planning {
namespace {

double dot_all(const ConeVector& a, const ConeVector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

double size_of_rest(const ConeVector& a) { return std::hypot(a[1], a[2], a[3]); }

/// a₀² - |a₁|², positive inside of the cone, without a difference of squares.
double determinant(const ConeVector& a) {
  const double rest = size_of_rest(a);
  return (a[0] - rest) * (a[0] + rest);
}

/// a∘b
ConeVector product(const ConeVector& a, const ConeVector& b) {
  ConeVector result{dot_all(a, b)};
  for (std::size_t i = 1; i < 4; ++i) result[i] = a[0] * b[i] + b[0] * a[i];
  return result;
}

/// The u with a∘u = b.
ConeVector quotient(const ConeVector& b, const ConeVector& a) {
  const double across = a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  ConeVector u{(a[0] * b[0] - across) / determinant(a)};
  for (std::size_t i = 1; i < 4; ++i) u[i] = (b[i] - u[0] * a[i]) / a[0];
  return u;
}

/// One over the longest step for which a + s da is in the cone; 0 if all are: the larger root t =
/// 1/s of det(a) t² - 2 b t + c = 0.
double shortening(const ConeVector& a, const ConeVector& da) {
  const double rest = a[1] * da[1] + a[2] * da[2] + a[3] * da[3];
  const double b = rest - a[0] * da[0];
  const double c = -determinant(da);
  const double det = determinant(a);
  const double root = b * b + det * c;
  return root < 0.0 ? 0.0 : std::max(0.0, (b + std::sqrt(root)) / det);
}

}  // namespace

ConeVector ConePass::Scaling::times(const ConeVector& a) const {
  const double across = w[1] * a[1] + w[2] * a[2] + w[3] * a[3];
  const double along = a[0] + across / (1.0 + w[0]);
  ConeVector result{eta * (w[0] * a[0] + across)};
  for (std::size_t i = 1; i < 4; ++i) result[i] = eta * (a[i] + along * w[i]);
  return result;
}

ConeVector ConePass::Scaling::divided(const ConeVector& a) const {
  const double across = w[1] * a[1] + w[2] * a[2] + w[3] * a[3];
  const double along = -a[0] + across / (1.0 + w[0]);
  ConeVector result{(w[0] * a[0] - across) / eta};
  for (std::size_t i = 1; i < 4; ++i) result[i] = (a[i] + along * w[i]) / eta;
  return result;
}

// W is the square root of the quadratic form of its w, which is halfway between s and z⁻¹.
ConePass::Scaling ConePass::scaling(const ConeVector& s, const ConeVector& z) {
  const double of_s = std::sqrt(determinant(s));
  const double of_z = std::sqrt(determinant(z));
  const double gamma = std::sqrt(0.5 * (1.0 + dot_all(s, z) / (of_s * of_z)));
  Scaling result{};
  result.eta = std::sqrt(of_s / of_z);
  result.w[0] = (s[0] / of_s + z[0] / of_z) / (2.0 * gamma);
  for (std::size_t i = 1; i < 4; ++i) {
    result.w[i] = (s[i] / of_s - z[i] / of_z) / (2.0 * gamma);
  }
  return result;
}

ConePass::ConePass(const SumBlock& block, const std::vector<SplineInterval>& intervals)
    : block_(block),
      size_(block.points.size()),
      y_(block.points, intervals),
      steps_(y_),
      sums_(y_) {
  value_.resize(size_);
  multiplier_.resize(size_);
  multiplier_step_.resize(size_);
  affine_product_.resize(size_);
  scaling_.resize(size_);
}

ConePass::Gradient ConePass::gradient(std::size_t component, std::size_t k) const {
  if (component > 0) {
    const std::size_t at = (component - 1) * size_ + k;
    return {block_.r0[at], block_.r1[at], block_.r2[at]};
  }
  if (block_.bound == Bound::kConstant) return {0.0, 0.0, 0.0};
  return {-0.5 * value_[k][0] / y_.v0[k], 0.0, 0.0};  // d(α^(-1/2))/dα
}

ConeVector ConePass::change(const PointValues& step, std::size_t k) const {
  ConeVector result{};
  for (std::size_t i = 0; i < 4; ++i) result[i] = dot(gradient(i, k), step, k);
  return result;
}

double ConePass::set_spline(const SplineValues& spline) {
  y_.set(spline);
  for (std::size_t k = 0; k < size_; ++k) {
    value_[k][0] = block_.bound == Bound::kConstant ? 1.0 : 1.0 / std::sqrt(y_.v0[k]);
    for (std::size_t i = 1; i < 4; ++i) {
      value_[k][i] = dot(gradient(i, k), y_, k) + block_.r[(i - 1) * size_ + k];
    }
  }
  return 0.0;
}

double ConePass::use(std::size_t k) const { return size_of_rest(value_[k]) / value_[k][0]; }

double ConePass::least_slack() {
  double least = 1.0;
  for (std::size_t k = 0; k < size_; ++k) {
    const double slack = 1.0 - use(k);
    least = slack > least ? least : slack;  // Not a number counts.
  }
  return least;
}

void ConePass::start(double mu) {
  for (std::size_t k = 0; k < size_; ++k) {  // z = μ s⁻¹
    const double factor = mu / determinant(value_[k]);
    multiplier_[k][0] = factor * value_[k][0];
    for (std::size_t i = 1; i < 4; ++i) multiplier_[k][i] = -factor * value_[k][i];
  }
}

void ConePass::assemble(NewtonEquations& equations) {
  sums_.clear();
  for (std::size_t k = 0; k < size_; ++k) {
    const ConeVector& z = multiplier_[k];
    scaling_[k] = scaling(value_[k], z);
    const auto& [w, eta] = scaling_[k];
    const double f = 1.0 / (eta * eta);
    // W⁻² = (2 v vᵀ - J)/η², v = (w₀, -w₁), J = diag(1, -1, -1, -1).
    Gradient v{};
    double h[6] = {};
    for (std::size_t i = 0; i < 4; ++i) {
      const Gradient g = gradient(i, k);
      for (std::size_t j = 0; j < 3; ++j) v[j] += (i == 0 ? w[i] : -w[i]) * g[j];
      add_square(i == 0 ? -f : f, g, h);
      add_to(sums_, k, z[i], g);
    }
    add_square(2.0 * f, v, h);
    equations.gap += dot_all(z, value_[k]);
    equations.sums[y_.interval(k)].add(y_.offset(k), h);
  }
  sums_.gather([&](std::size_t k) -> MiddleValues& { return equations.sums[k].net; });
}

void ConePass::predict(const NewtonEquations&, PredictorStep& predictor) {
  steps_.set(predictor.step.middles);
  Prediction& result = predictor.change;
  for (std::size_t k = 0; k < size_; ++k) {
    const ConeVector ds = change(steps_, k);
    const ConeVector scaled = scaling_[k].divided(ds);
    ConeVector dz = scaling_[k].divided(scaled);
    for (std::size_t i = 0; i < 4; ++i) dz[i] = -multiplier_[k][i] - dz[i];
    affine_product_[k] = product(scaled, scaling_[k].times(dz));
    result.primal = std::max(result.primal, shortening(value_[k], ds));
    result.dual = std::max(result.dual, shortening(multiplier_[k], dz));
    result.slack_change += dot_all(multiplier_[k], ds);
    result.multiplier_change += dot_all(value_[k], dz);
    result.product_change += dot_all(ds, dz);
  }
  add_centring(1.0, 0.0, predictor.centre);
  add_centring(0.0, -1.0, predictor.second);
}

ConeVector ConePass::centring(double mu, double of_product, std::size_t k) const {
  ConeVector right = affine_product_[k];
  for (double& x : right) x *= -of_product;
  right[0] += mu;
  return scaling_[k].divided(quotient(right, scaling_[k].times(multiplier_[k])));
}

void ConePass::add_centring(double mu, double of_product, SplineValues& sums) {
  sums_.clear();
  for (std::size_t k = 0; k < size_; ++k) {
    const ConeVector u = centring(mu, of_product, k);
    for (std::size_t i = 0; i < 4; ++i) add_to(sums_, k, u[i], gradient(i, k));
  }
  sums_.gather(sums);
}

void ConePass::correct(const PredictorStep&, CorrectorStep& corrector) {
  steps_.set(corrector.step.middles);
  Prediction& result = corrector.change;
  for (std::size_t k = 0; k < size_; ++k) {
    const ConeVector ds = change(steps_, k);
    const ConeVector of_ds = scaling_[k].divided(scaling_[k].divided(ds));
    const ConeVector u = centring(corrector.mu, 1.0, k);
    ConeVector& dz = multiplier_step_[k];
    for (std::size_t i = 0; i < 4; ++i) dz[i] = u[i] - multiplier_[k][i] - of_ds[i];  // Eq. (1)
    result.primal = std::max(result.primal, shortening(value_[k], ds));
    result.dual = std::max(result.dual, shortening(multiplier_[k], dz));
  }
}

void ConePass::take_step(const CorrectorStep&, double dual) {
  for (std::size_t k = 0; k < size_; ++k) {
    for (std::size_t i = 0; i < 4; ++i) multiplier_[k][i] += dual * multiplier_step_[k][i];
  }
}

}  // namespace appell::planning
