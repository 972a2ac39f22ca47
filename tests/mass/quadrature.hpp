#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "appell/mass/rigid_mass.hpp"
#include "appell/mass/wires.hpp"

/// Mass integrals over a shape from a parametrisation of it, by Gauss quadrature. Shares nothing
/// with the closed forms of the library.
namespace appell::support {

/// A number with its derivatives by three parameters.
struct Dual {
  double value = 0.0;
  Vec3 slope = Vec3::Zero();

  Dual(double v = 0.0) : value(v) {}  // NOLINT: numbers are duals without slope.
  Dual(double v, const Vec3& s) : value(v), slope(s) {}
};
inline Dual operator+(const Dual& a, const Dual& b) {
  return {a.value + b.value, a.slope + b.slope};
}
inline Dual operator-(const Dual& a, const Dual& b) {
  return {a.value - b.value, a.slope - b.slope};
}
inline Dual operator*(const Dual& a, const Dual& b) {
  return {a.value * b.value, a.value * b.slope + b.value * a.slope};
}
inline Dual sin(const Dual& a) { return {std::sin(a.value), std::cos(a.value) * a.slope}; }
inline Dual cos(const Dual& a) { return {std::cos(a.value), -std::sin(a.value) * a.slope}; }
inline Dual sqrt(const Dual& a) {
  const double root = std::sqrt(a.value);
  return {root, a.slope / (2.0 * root)};
}

/// A piece of a shape: the image of the unit interval, square or cube.
using DualPoint = std::array<Dual, 3>;
struct Piece {
  int dimension;
  std::function<DualPoint(Dual a, Dual b, Dual c)> point;
};

/// A place with a weight (length, area or volume).
struct WeightedPoint {
  double weight;
  Vec3 r;
};

/// Nodes and weights of Gauss–Legendre quadrature on [0, 1], roots of P_n by Newton's method.
inline std::vector<std::pair<double, double>> gauss_nodes(int n) {
  std::vector<std::pair<double, double>> nodes;
  for (int i = 0; i < n; ++i) {
    double x = std::cos(3.14159265358979323846 * (i + 0.75) / (n + 0.5)), slope = 0.0;
    for (int iteration = 0; iteration < 50; ++iteration) {
      double p = 1.0, q = x;  // P_0 and P_1.
      for (int k = 2; k <= n; ++k) {
        const double next = ((2 * k - 1) * x * q - (k - 1) * p) / k;
        p = q;
        q = next;
      }
      slope = n * (x * q - p) / (x * x - 1.0);
      x -= q / slope;
    }
    nodes.emplace_back(0.5 * (1.0 + x), 1.0 / ((1.0 - x * x) * slope * slope));
  }
  return nodes;
}

/// Adds the quadrature points of a piece: the weight is √det(GᵀG), G the tangents by the
/// parameters.
inline void add_points(const Piece& piece, std::vector<WeightedPoint>& out, int n) {
  const auto nodes = gauss_nodes(n);
  const std::vector<std::pair<double, double>> one{{0.0, 1.0}};
  const auto& second = piece.dimension >= 2 ? nodes : one;
  const auto& third = piece.dimension >= 3 ? nodes : one;
  for (const auto& [a, weight_a] : nodes) {
    for (const auto& [b, weight_b] : second) {
      for (const auto& [c, weight_c] : third) {
        const DualPoint p = piece.point({a, Vec3::UnitX()}, {b, Vec3::UnitY()}, {c, Vec3::UnitZ()});
        Mat3 G;
        for (Eigen::Index i = 0; i < 3; ++i) G.row(i) = p[i].slope;
        const MatX tangents = G.leftCols(piece.dimension);
        const double element = std::sqrt((tangents.transpose() * tangents).determinant());
        out.push_back(
            {weight_a * weight_b * weight_c * element, {p[0].value, p[1].value, p[2].value}});
      }
    }
  }
}

/// Points of the polygon by vertical slices between its corners: exact for polynomials in x and y,
/// whatever the polygon's sense and however it bends.
inline std::vector<WeightedPoint> polygon_points(const std::vector<mass::Vec2>& corners) {
  std::vector<double> cuts;
  for (const mass::Vec2& corner : corners) cuts.push_back(corner.x());
  std::sort(cuts.begin(), cuts.end());
  std::vector<WeightedPoint> out;
  const auto nodes = gauss_nodes(4);
  for (std::size_t slice = 1; slice < cuts.size(); ++slice) {
    const double width = cuts[slice] - cuts[slice - 1];
    if (width == 0.0) continue;
    for (const auto& [a, weight_a] : nodes) {
      const double x = cuts[slice - 1] + a * width;
      std::vector<double> ys;  // Where the line through x enters and leaves.
      for (std::size_t i = 0; i < corners.size(); ++i) {
        const mass::Vec2 &p = corners[i], &q = corners[(i + 1) % corners.size()];
        if ((p.x() < x) != (q.x() < x)) {
          ys.push_back(p.y() + (x - p.x()) / (q.x() - p.x()) * (q.y() - p.y()));
        }
      }
      std::sort(ys.begin(), ys.end());
      for (std::size_t i = 0; i + 1 < ys.size(); i += 2) {
        const double height = ys[i + 1] - ys[i];
        for (const auto& [b, weight_b] : nodes) {
          out.push_back({weight_a * width * weight_b * height, {x, ys[i] + b * height, 0.0}});
        }
      }
    }
  }
  return out;
}

/// The definition: mass, centre and central second moment of weighted points.
inline mass::RigidMass integrated(const std::vector<WeightedPoint>& points) {
  double m = 0.0;
  Vec3 c = Vec3::Zero();
  Mat3 J = Mat3::Zero();
  for (const auto& [weight, r] : points) {
    m += weight;
    c += weight * r;
  }
  c /= m;
  for (const auto& [weight, r] : points) J += weight * (r - c) * (r - c).transpose();
  return {m, c, J};
}

}  // namespace appell::support
