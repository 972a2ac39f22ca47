#include "appell/analysis/friction_columns.hpp"

#include <algorithm>
#include <cmath>

namespace appell::analysis {
namespace {

double sigma(double x) { return 0.5 * (1.0 + std::tanh(0.5 * x)); }

double sigma_slope(double x) {
  const double y = std::tanh(0.5 * x);
  return 0.25 * (1.0 - y * y);
}

}  // namespace

FrictionColumns::FrictionColumns(FittedLaw law, double velocity, double fastest)
    : law_(law), velocity_(velocity) {
  if (law == FittedLaw::kCoulomb || law == FittedLaw::kStribeck) {
    linear_ = {"offset", "dry", "viscous"};
    if (law == FittedLaw::kCoulomb) return;
    linear_.emplace_back("stribeck");
    shape_ = {"stribeck_velocity"};
    ranges_ = {{std::log(velocity), std::log(std::max(fastest, 2.0 * velocity)), 40}};
    return;
  }
  linear_ = {"dry"};
  if (law == FittedLaw::kSigmoidAndOffset) linear_ = {"offset", "dry"};
  shape_ = {"steepness", "shift"};
  // From a step that looks straight to one that is as sharp as that of (1).
  ranges_ = {{std::log(0.5 / fastest), std::log(std::max(2.0 / velocity, 4.0 / fastest)), 16},
             {-fastest, fastest, 24}};
}

void FrictionColumns::columns(double v, const Shape& theta, double* c) const {
  if (law_ == FittedLaw::kSigmoid || law_ == FittedLaw::kSigmoidAndOffset) {
    const double s = std::exp(theta[0]);
    if (law_ == FittedLaw::kSigmoidAndOffset) *c++ = 1.0;
    *c = sigma(s * (v + theta[1])) - sigma(s * theta[1]);
    return;
  }
  c[0] = 1.0;
  c[1] = std::tanh(v / velocity_);
  c[2] = v;
  if (law_ == FittedLaw::kCoulomb) return;
  const double relative = v / std::exp(theta[0]);
  c[3] = std::exp(-relative * relative) * c[1];
}

void FrictionColumns::slopes(double v, const Shape& theta, const double* a, double* d) const {
  if (law_ == FittedLaw::kCoulomb) return;
  if (law_ == FittedLaw::kStribeck) {
    const double relative = v / std::exp(theta[0]);
    d[0] = a[3] * std::tanh(v / velocity_) * std::exp(-relative * relative) * 2.0 * relative *
           relative;
    return;
  }
  const double height = a[num_linear() - 1];
  const double s = std::exp(theta[0]), shift = theta[1];
  const double there = sigma_slope(s * (v + shift)), at_rest = sigma_slope(s * shift);
  d[0] = height * s * (there * (v + shift) - at_rest * shift);
  d[1] = height * s * (there - at_rest);
}

double FrictionColumns::shape_value(int index, const Shape& theta) const {
  const double value = theta[index];
  return has_log(index) ? std::exp(value) : value;
}

double FrictionColumns::shape_slope(int index, const Shape& theta) const {
  return has_log(index) ? shape_value(index, theta) : 1.0;
}

model::Friction FrictionColumns::friction(const double* a, const Shape& theta) const {
  using Law = model::Friction::Law;
  switch (law_) {
    case FittedLaw::kCoulomb:
      return {
          .viscous = a[2], .dry = a[1], .law = Law::kSmooth, .velocity = velocity_, .offset = a[0]};
    case FittedLaw::kStribeck:
      return {.viscous = a[2],
              .dry = a[1],
              .law = Law::kStribeck,
              .velocity = velocity_,
              .offset = a[0],
              .stribeck = a[3],
              .stribeck_velocity = shape_value(0, theta)};
    case FittedLaw::kSigmoid:
    case FittedLaw::kSigmoidAndOffset:
      break;
  }
  return {.dry = a[num_linear() - 1],
          .law = Law::kSigmoid,
          .offset = law_ == FittedLaw::kSigmoidAndOffset ? a[0] : 0.0,
          .steepness = shape_value(0, theta),
          .shift = shape_value(1, theta)};
}

}  // namespace appell::analysis
