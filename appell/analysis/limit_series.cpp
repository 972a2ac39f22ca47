#include "appell/analysis/limit_series.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "appell/base/check.hpp"
#include "appell/taylor/factorial.hpp"

namespace appell::analysis {
namespace {

using model::Limited;
using model::MotionLimit;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Coefficients of the m-th derivative of Σ x[k] tᵏ: x[k + m] (k + m)!/k!.
template <class Coefficient>
std::span<double> derivative_of(const Coefficient& x, int order, int m, std::span<double> out) {
  for (int k = 0; k + m <= order; ++k) {
    double factor = 1.0;
    for (int i = k + 1; i <= k + m; ++i) factor *= i;
    out[k] = factor * x(k + m);
  }
  return out.first(static_cast<std::size_t>(order - m) + 1);
}

/// From s to units of h.
std::span<double> scaled(std::span<double> c, double h) {
  double power = 1.0;
  for (double& x : c) {
    x *= power;
    power *= h;
  }
  return c;
}

bool is_any(std::span<const MotionLimit> limits, Limited what) {
  return std::any_of(limits.begin(), limits.end(),
                     [&](const MotionLimit& limit) { return limit.what == what; });
}

bool takes_forces(const MotionLimit& limit) {
  return limit.what != Limited::kCoordinate && !LimitSeries::is_square(limit);
}

/// Adds `factor` times the Cauchy product of two series to a third of the same size.
void add_product(std::span<const double> a, std::span<const double> b, double factor,
                 std::span<double> out) {
  for (std::size_t k = 0; k < out.size(); ++k) {
    double sum = 0.0;
    for (std::size_t i = 0; i <= k; ++i) sum += a[i] * b[k - i];
    out[k] += factor * sum;
  }
}

}  // namespace

LimitSeries::LimitSeries(const model::Model& model, const model::Frame& frame,
                         std::span<const MotionLimit> limits, int degree, int capacity,
                         const MotionLoads* loads)
    : model_(model), frame_(frame), degree_(degree), loads_(loads) {
  const int n = model.num_coordinates();
  for (const MotionLimit& limit : limits) {
    check(limit.order >= 0 && limit.order <= degree, "limit '", kind_name(limit),
          "': of the derivative ", limit.order, "; at most ", degree, " is possible.");
  }
  has_forces_ = std::any_of(limits.begin(), limits.end(), takes_forces);
  for (int j = 0; j < n; ++j) {
    copper_loss_.push_back(copper_loss(model, j));
    if (!model.coordinates()[j].is_passive) driven_.push_back(j);
  }
  has_linear_ = is_any(limits, Limited::kFrameLinear);
  has_angular_ = is_any(limits, Limited::kFrameAngular);
  viscous_.assign(n, 0.0);
  offset_ = dry_force_ = viscous_;
  for (const model::Body& body : model.bodies()) {
    const model::Friction friction = model.friction(body);
    if (friction.is_zero() || (loads != nullptr && !loads->operators.friction)) continue;
    const double ratio = body.ratio;  // Of a joint that follows the coordinate.
    viscous_[body.coordinate] += ratio * ratio * friction.viscous;
    offset_[body.coordinate] += ratio * friction.offset;
    if (!friction.has_dry()) continue;
    const bool is_constant = friction.law == model::Friction::Law::kConstant;
    dry_force_[body.coordinate] += is_constant ? std::abs(ratio) * friction.dry : kUnknown;
    if (has_forces_ && !friction.is_smooth()) dry_.push_back(body.coordinate);
    if (!is_constant) has_power_laws_ = false;
  }
  Content content = Content::kForces;
  if (!has_power_laws_ || loads != nullptr) content = content | Content::kLoads;
  if (has_linear_ || has_angular_) content = content | Content::kMotion;
  engine_.emplace(model,
                  DynamicsOptions{.order = degree, .capacity = capacity, .content = content});
  if (has_forces_) drive_ = force_ = inertia_ = model::SeriesBlock(n, degree, capacity);
  if (has_forces_ && loads != nullptr) set_loads(*loads);
  if (has_linear_) placement_ = model::SeriesBlock(12, degree + 2, capacity);
  if (has_angular_) omega_ = model::SeriesBlock(3, degree + 1, capacity);
}

void LimitSeries::compute(const model::StateBlock& states) {
  states_ = &states;
  if (has_forces_) {
    engine_->inertia(states, inertia_);
    set_drive();
    if (has_power_laws_) add_linear_friction();
    set_dry_friction();
  }
  if (has_linear_) engine_->placement(states, {&frame_, 1}, placement_);
  if (has_angular_) engine_->angular_velocity(states, {&frame_, 1}, omega_);
}

/// The drive, and of friction all but what is dry.
void LimitSeries::add_linear_friction() {
  const int num_samples = states_->num_samples();
  force_.set_num_samples(num_samples);
  for (int j = 0; j < model_.num_coordinates(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    for (int k = 0; k <= degree_; ++k) {
      for (int sample = 0; sample < num_samples; ++sample) {
        force_.column(k, j)[sample] = drive_.column(k, j)[sample] +
                                      viscous_[at] * states_->rate(k, j, sample) +
                                      (k == 0 ? offset_[at] : 0.0);
      }
    }
  }
}

/// Constant dry friction has the sign of the direction on the whole segment; other laws that jump
/// are in the engine's force already.
void LimitSeries::set_dry_friction() {
  for (const int j : dry_) {
    const auto at = static_cast<std::size_t>(j);
    if (std::isnan(dry_force_[at])) continue;
    for (int sample = 0; sample < states_->num_samples(); ++sample) {
      for (int k = 0; k <= degree_; ++k) {
        force_.column(k, j)[sample] =
            drive_.column(k, j)[sample] + viscous_[at] * states_->rate(k, j, sample);
      }
      force_.column(0, j)[sample] += offset_[at] + states_->direction(j, sample) * dry_force_[at];
    }
  }
}

/// Coefficient k of the force: all of it, or what grows with λ⁰, λ¹, λ².
double LimitSeries::force(int k, int j, int sample, int part) const {
  if (part == kAllParts) return force_.column(k, j)[sample];
  const double inertia = inertia_.column(k, j)[sample];
  const double viscous = viscous_[j] * states_->rate(k, j, sample);
  if (part == 2) return inertia;
  if (part == 1) return viscous;
  return force_.column(k, j)[sample] - inertia - viscous;
}

void LimitSeries::power(int j, int sample, int part, std::span<double> out) const {
  std::array<double, taylor::kMaxOrder + 1> forces, rates;
  const auto size = static_cast<std::size_t>(degree_) + 1;
  for (std::size_t k = 0; k < size; ++k) {
    forces[k] = force(static_cast<int>(k), j, sample, part);
    rates[k] = states_->rate(static_cast<int>(k), j, sample);
  }
  std::fill_n(out.begin(), size, 0.0);
  add_product({forces.data(), size}, {rates.data(), size}, 1.0, out.first(size));
}

/// P = τ q' + c τ², of τ = Σ_p λᵖ τ_p the part Σ_{a+b=p} c τ_a τ_b + τ_{p-1} q'.
void LimitSeries::electrical_power(int j, int sample, int part, std::span<double> out) const {
  std::array<std::array<double, taylor::kMaxOrder + 1>, 3> forces = {};
  const auto size = static_cast<std::size_t>(degree_) + 1;
  const double loss = copper_loss_[j];
  std::fill_n(out.begin(), size, 0.0);
  const auto power_part = [&](int p) {
    std::array<double, taylor::kMaxOrder + 1> mechanical;
    power(j, sample, p, mechanical);
    for (std::size_t k = 0; k < size; ++k) out[k] += mechanical[k];
  };
  const auto set_force = [&](int p, std::size_t place) {
    for (std::size_t k = 0; k < size; ++k) {
      forces[place][k] = force(static_cast<int>(k), j, sample, p);
    }
  };
  const auto series = [&](std::size_t place) { return std::span(forces[place].data(), size); };
  if (part == kAllParts) {
    set_force(kAllParts, 0);
    add_product(series(0), series(0), loss, out.first(size));
    power_part(kAllParts);
    return;
  }
  for (int p = 0; p <= 2; ++p) set_force(p, static_cast<std::size_t>(p));
  for (int a = std::max(0, part - 2); a <= std::min(2, part); ++a) {
    add_product(series(static_cast<std::size_t>(a)), series(static_cast<std::size_t>(part - a)),
                loss, out.first(size));
  }
  if (part >= 1 && part <= 3) power_part(part - 1);
}

double LimitSeries::value(const MotionLimit& limit, int sample, std::span<double> buffer) const {
  const std::span<const double> c = polynomials(limit, sample, 1.0, buffer);
  if (is_square(limit)) return std::sqrt(std::max(c[0], 0.0));
  if (!limit.is_integral() && num_polynomials(limit) == 1) return c[0];
  const std::size_t size = c.size() / static_cast<std::size_t>(num_polynomials(limit));
  double sum = 0.0;
  for (std::size_t first = 0; first < c.size(); first += size) sum += std::abs(c[first]);
  return sum;
}

double LimitSeries::sum_of_forces(int sample) const {
  double sum = 0.0;
  for (int j = 0; has_forces_ && j < model_.num_coordinates(); ++j) {
    sum += std::abs(force_.column(0, j)[sample]);
  }
  return sum;
}

bool LimitSeries::has_constant_dry_friction() const {
  return std::none_of(dry_.begin(), dry_.end(), [&](int j) { return std::isnan(dry_force_[j]); });
}

std::pair<int, int> LimitSeries::powers_of_speed(const MotionLimit& limit) {
  switch (limit.what) {
    case Limited::kForce:
      return {limit.order, limit.order + 2};
    case Limited::kPower:
    case Limited::kTotalPower:
    case Limited::kEnergy:
    case Limited::kTotalEnergy:
      return {1, 3};
    case Limited::kElectricalPower:
    case Limited::kTotalElectricalPower:
      return {0, 4};
    case Limited::kFrameLinear:
    case Limited::kFrameAngular:  // Squares.
      return {2 * limit.order, 2 * limit.order};
    case Limited::kCoordinate:
      break;
  }
  return {limit.order, limit.order};
}

/// |x⁽ᵐ⁾|² of three columns.
void LimitSeries::squared_norm(const model::SeriesBlock& x, int first, int sample, int m,
                               std::span<double> out) const {
  std::array<double, taylor::kMaxOrder + 1> part;
  const auto top = static_cast<std::size_t>(x.order() - m);
  std::fill_n(out.begin(), top + 1, 0.0);
  for (int i = 0; i < 3; ++i) {
    derivative_of([&](int k) { return x.column(k, first + i)[sample]; }, x.order(), m, part);
    for (std::size_t k = 0; k <= top; ++k) {
      for (std::size_t l = 0; l <= k; ++l) out[k] += part[l] * part[k - l];
    }
  }
}

std::span<double> LimitSeries::polynomials(const MotionLimit& limit, int sample, double h, int part,
                                           std::span<double> out) const {
  const int j = limit.coordinate;
  const auto of_degree = [&](int degree) {
    return out.first(static_cast<std::size_t>(degree) + 1);
  };
  switch (limit.what) {
    case Limited::kCoordinate:
      return scaled(derivative_of([&](int k) { return states_->q().column(k, j)[sample]; },
                                  degree_ + 2, limit.order, out),
                    h);
    case Limited::kForce:
      return scaled(derivative_of([&](int k) { return force(k, j, sample, part); }, degree_,
                                  limit.order, out),
                    h);
    case Limited::kPower:
    case Limited::kEnergy:
      power(j, sample, part, out);
      return scaled(of_degree(degree_), h);
    case Limited::kElectricalPower:
      electrical_power(j, sample, part, out);
      return scaled(of_degree(degree_), h);
    case Limited::kTotalElectricalPower: {
      std::array<double, taylor::kMaxOrder + 1> one;
      const std::span<double> sum = of_degree(degree_);
      std::fill(sum.begin(), sum.end(), 0.0);
      for (const int i : driven_) {
        electrical_power(i, sample, part, one);
        for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += one[k];
      }
      return scaled(sum, h);
    }
    case Limited::kTotalPower:
    case Limited::kTotalEnergy: {
      const auto size = static_cast<std::size_t>(degree_) + 1;
      std::fill_n(out.begin(), size, 0.0);  // Where there is no motor at all.
      for (std::size_t i = 0; i < driven_.size(); ++i) {
        power(driven_[i], sample, part, out.subspan(i * size, size));
        scaled(out.subspan(i * size, size), h);
      }
      return out.first(size * std::max<std::size_t>(1, driven_.size()));
    }
    case Limited::kFrameLinear:  // p of [R | p].
      squared_norm(placement_, 9, sample, limit.order, out);
      return scaled(of_degree(degree_ + 2 - limit.order), h);
    case Limited::kFrameAngular:
      squared_norm(omega_, 0, sample, limit.order - 1, out);
      return scaled(of_degree(degree_ + 2 - limit.order), h);
  }
  return {};
}

}  // namespace appell::analysis
