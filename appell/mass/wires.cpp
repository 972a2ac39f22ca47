#include "appell/mass/wires.hpp"

#include <array>
#include <cmath>

#include "appell/base/constants.hpp"
#include "appell/mass/shape_moments.hpp"
#include "appell/mass/simplex.hpp"

namespace appell::mass::detail {
namespace {

/// What an arc needs per r², with x its angle:
///
///   (1/x)∫ cos² - c̄² = (1 + sin x / x)/2 - 2(1 - cos x)/x²                  along the x axis  (1)
///   (1/x)∫ sin²      = (1 - sin x / x)/2                                    along the y axis  (2)
///
/// Both vanish with x, the first as x⁴/720: for a small x they are summed as power series.
struct ArcVariances {
  double along_x;
  double along_y;
};

ArcVariances arc_variances(double x) {
  constexpr double kSmallAngle = 2.0;
  if (x >= kSmallAngle) {
    return {0.5 * (1.0 + std::sin(x) / x) - 2.0 * (1.0 - std::cos(x)) / (x * x),
            0.5 * (1.0 - std::sin(x) / x)};
  }
  // (1) = Σ_{k>=2} (k-1) t_k and (2) = -½ Σ_{k>=1} (2k+2) t_k with t_k = (-1)ᵏ x²ᵏ/(2k+2)!
  ArcVariances sum{0.0, 0.0};
  double t = 0.5;
  for (int k = 1; k <= 16; ++k) {
    t *= -x * x / ((2.0 * k + 1.0) * (2.0 * k + 2.0));
    sum.along_x += (k - 1) * t;
    sum.along_y -= (k + 1) * t;
  }
  return sum;
}

}  // namespace

RigidMass moments(const Rod& shape) {
  const double L = shape.length;
  return diagonal_mass(L, Vec3::Zero(), {0.0, 0.0, L * L / 12.0});
}

RigidMass moments(const Arc& shape) {
  const double r = shape.radius;
  const double half = 0.5 * shape.angle;
  const ArcVariances variances = arc_variances(shape.angle);
  return diagonal_mass(r * shape.angle, {r * std::sin(half) / half, 0.0, 0.0},
                       {r * r * variances.along_x, r * r * variances.along_y, 0.0});
}

RigidMass moments(const Ring& shape) {
  const double r = shape.radius;
  return diagonal_mass(2.0 * kPi * r, Vec3::Zero(), {0.5 * r * r, 0.5 * r * r, 0.0});
}

RigidMass moments(const Polyline& shape) {
  const Vec3 origin = shape.points.front();
  SimplexSum sum(origin);
  for (std::size_t i = 1; i < shape.points.size(); ++i) {
    const std::array<Vec3, 2> ends = {shape.points[i - 1] - origin, shape.points[i] - origin};
    sum.add((ends[1] - ends[0]).norm(), ends);
  }
  return sum.unit_density_mass();
}

}  // namespace appell::mass::detail
