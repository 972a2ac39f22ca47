#include "appell/mass/containment.hpp"

#include <cmath>
#include <functional>
#include <limits>

#include "appell/base/constants.hpp"
#include "appell/base/text.hpp"
#include "appell/mass/convex_bounds.hpp"

namespace appell::mass {
namespace {

using Verdict = Containment::Verdict;
using RoundFunction = std::function<double(const Vec3&)>;

/// The largest value of a function seen so far, and where.
struct Maximum {
  double value = -std::numeric_limits<double>::infinity();
  Vec3 point = Vec3::Zero();

  void try_point(double candidate, const Vec3& at) {
    if (candidate <= value) return;
    value = candidate;
    point = at;
  }
};

/// Largest value of a convex function on a rim. There it has few local maxima (a quadratic has at
/// most two); the best of many samples is refined by golden section.
void maximise_on_rim(const RoundFunction& g, const detail::Rim& rim, Maximum& maximum) {
  constexpr int kSamples = 180;
  constexpr double kGolden = 0.6180339887498949;
  const auto at = [&](double angle) {
    return Vec3(rim.centre + std::cos(angle) * rim.u + std::sin(angle) * rim.v);
  };
  const double step = 2.0 * kPi / kSamples;
  int best = 0;
  for (int i = 1; i < kSamples; ++i) {
    if (g(at(step * i)) > g(at(step * best))) best = i;
  }
  double low = step * (best - 1), high = step * (best + 1);
  for (int i = 0; i < 60; ++i) {
    const double left = high - kGolden * (high - low), right = low + kGolden * (high - low);
    (g(at(left)) < g(at(right)) ? low : high) = g(at(left)) < g(at(right)) ? left : right;
  }
  for (const double angle : {step * best, 0.5 * (low + high)}) {
    maximum.try_point(g(at(angle)), at(angle));
  }
}

/// Eq. (1) for the round inequality; `X_HI` brings the hull into the host's frame. The point is
/// that of the corner or rim, without the ball.
Maximum maximum_of_round(const RoundFunction& g, const detail::Hull& hull,
                         const spatial::Transform& X_HI) {
  Maximum maximum;
  for (const Vec3& corner : hull.corners) maximum.try_point(g(X_HI * corner), X_HI * corner);
  for (const detail::Rim& rim : hull.rims) {
    maximise_on_rim(g, {X_HI * rim.centre, X_HI.R * rim.u, X_HI.R * rim.v}, maximum);
  }
  return maximum;
}

/// Where the ball about `centre` is farthest outside g <= 0, for a g that is a distance: along the
/// gradient, by central differences (the point is only shown to a reader).
Vec3 ball_point(const RoundFunction& g, const Vec3& centre, double radius) {
  if (radius == 0.0) return centre;
  Vec3 gradient;
  const double h = 1e-6 * radius;
  for (int i = 0; i < 3; ++i) {
    gradient[i] = g(centre + h * Vec3::Unit(i)) - g(centre - h * Vec3::Unit(i));
  }
  return gradient.isZero(0.0) ? Vec3(centre + radius * Vec3::UnitX())
                              : Vec3(centre + radius * gradient.normalized());
}

Containment not_checked(const std::string& reason) {
  return {Verdict::kNotChecked, 0.0, Vec3::Zero(), reason};
}

/// Radius of gyration about the centre: a length that stands for the size of the host.
double size_of(const Shape& shape) {
  const RigidMass unit = unit_density_mass(shape);
  return std::sqrt(unit.second_moment.trace() / unit.mass);
}

}  // namespace

double distance_outside(const Vec3& p_B, const Shape& shape, const spatial::Transform& X_BS) {
  const auto bounds = detail::convex_bounds(shape);
  return bounds ? bounds->distance_outside(X_BS.inverse() * p_B)
                : std::numeric_limits<double>::quiet_NaN();
}

Containment containment(const Shape& inner, const spatial::Transform& X_BI, const Shape& host,
                        const spatial::Transform& X_BH) {
  constexpr double kTouching = 1e-9;
  const double tolerance = kTouching * size_of(host);
  (void)unit_density_mass(inner);  // Its sizes are good.
  if (dimension(inner) != 3)
    return not_checked(concat("shape '", shape_name(inner), "' is no solid"));
  const auto bounds = detail::convex_bounds(host);
  if (!bounds) return not_checked(concat("shape '", shape_name(host), "' is not a convex solid"));

  const detail::Hull hull = detail::hull(inner);
  const spatial::Transform X_HI = X_BH.inverse() * X_BI;
  Maximum worst;
  for (const detail::HalfSpace& face : bounds->faces) {
    const Vec3 r = X_HI * detail::support_point(inner, hull, X_HI.R.transpose() * face.normal);
    worst.try_point(face.normal.dot(r) - face.offset, r);  // Eq. (1)
  }
  if (worst.value > tolerance) return {Verdict::kOutside, worst.value, X_BH * worst.point, ""};
  if (!bounds->round) return {Verdict::kInside, 0.0, Vec3::Zero(), ""};

  const bool is_exact = hull.is_exact && (bounds->round_is_distance || hull.ball_radius == 0.0);
  const Maximum round = maximum_of_round(bounds->round, hull, X_HI);
  const double excess = round.value + hull.ball_radius;  // Eq. (1)
  if (is_exact && excess > tolerance) {
    const Vec3 r = ball_point(bounds->round, round.point, hull.ball_radius);
    return {Verdict::kOutside, excess, X_BH * r, ""};
  }
  // Of a ball in an ellipsoid the excess bounds nothing: round() may grow faster than distance.
  const bool is_bound = bounds->round_is_distance || hull.ball_radius == 0.0;
  if (is_bound && excess <= tolerance) return {Verdict::kInside, 0.0, Vec3::Zero(), ""};
  return not_checked(concat("there is no exact test for this pair: ", shape_name(inner), " in ",
                            shape_name(host)));
}

}  // namespace appell::mass
