#pragma once

#include <functional>
#include <vector>

#include "appell/kinematics/inverse_pose.hpp"
#include "appell/model/model.hpp"
#include "tests/support/digits50.hpp"

/// An arm with 50 digits, written down once more: placements by Rodrigues' formula, the geometric
/// Jacobian, the path of least joint velocity by Runge-Kutta steps, derivatives by interpolation.
/// Nothing of it is series arithmetic.
namespace appell::trajectory {

using Real50 = support::Real50;
using Vector50 = std::vector<Real50>;
using Rows50 = std::vector<Vector50>;  ///< A matrix.

inline Rows50 zeros50(std::size_t rows, std::size_t cols) {
  return Rows50(rows, Vector50(cols, Real50(0)));
}

inline Vector50 cross50(const Vector50& a, const Vector50& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline Rows50 times50(const Rows50& a, const Rows50& b) {
  Rows50 c = zeros50(a.size(), b[0].size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b[0].size(); ++j) {
      for (std::size_t k = 0; k < b.size(); ++k) c[i][j] += a[i][k] * b[k][j];
    }
  }
  return c;
}

inline Rows50 transposed50(const Rows50& a) {
  Rows50 b = zeros50(a[0].size(), a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < a[0].size(); ++j) b[j][i] = a[i][j];
  }
  return b;
}

inline Vector50 times50(const Rows50& a, const Vector50& x) {
  Vector50 y(a.size(), Real50(0));
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < x.size(); ++k) y[i] += a[i][k] * x[k];
  }
  return y;
}

/// x of A x = b, by Gauss's elimination with pivots.
inline Vector50 solve50(Rows50 A, Vector50 b) {
  const std::size_t n = b.size();
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = c;
    for (std::size_t i = c; i < n; ++i) {
      if (abs(A[i][c]) > abs(A[pivot][c])) pivot = i;
    }
    std::swap(A[c], A[pivot]);
    std::swap(b[c], b[pivot]);
    for (std::size_t i = c + 1; i < n; ++i) {
      const Real50 factor = A[i][c] / A[c][c];
      for (std::size_t j = c; j < n; ++j) A[i][j] -= factor * A[c][j];
      b[i] -= factor * b[c];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = i + 1; j < n; ++j) b[i] -= A[i][j] * b[j];
    b[i] /= A[i][i];
  }
  return b;
}

/// A⁺ b of a matrix of full rank.
inline Vector50 least50(const Rows50& A, const Vector50& b) {
  const Rows50 At = transposed50(A);
  if (A.size() <= A[0].size()) return times50(At, solve50(times50(A, At), b));
  return solve50(times50(At, A), times50(At, b));
}

struct Pose50 {
  Rows50 R;
  Vector50 p;
  Rows50 J;  ///< 6 x n.
};

inline Vector50 vector50(const Eigen::Ref<const VecX>& v) { return {v.begin(), v.end()}; }

inline Rows50 matrix50(const Mat3& m) {
  Rows50 rows;
  for (int i = 0; i < 3; ++i) rows.push_back(vector50(m.row(i).transpose()));
  return rows;
}

/// exp([k×] q), k a unit vector or zero.
inline Rows50 rotation50(const Vector50& k, const Real50& q) {
  const Real50 zero(0);
  const Rows50 K{{zero, -k[2], k[1]}, {k[2], zero, -k[0]}, {-k[1], k[0], zero}};
  const Rows50 K2 = times50(K, K);
  Rows50 R = matrix50(Mat3::Identity());
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) R[i][j] += sin(q) * K[i][j] + (1 - cos(q)) * K2[i][j];
  }
  return R;
}

/// A serial arm, every coordinate of which moves one body.
inline Pose50 pose50(const model::Model& model, const model::Frame& frame, const Vector50& q) {
  Rows50 R = matrix50(Mat3::Identity());
  Vector50 p(3, Real50(0));
  const auto go = [&](const Vector50& step) {
    const Vector50 moved = times50(R, step);
    for (std::size_t i = 0; i < 3; ++i) p[i] += moved[i];
  };
  std::vector<Vector50> axes, slides, origins;
  for (const model::Body& body : model.bodies()) {
    const auto j = static_cast<std::size_t>(body.coordinate);
    go(vector50(body.X_PJ.p));
    R = times50(R, matrix50(body.X_PJ.R));
    const Vector50 along = vector50(body.screw.linear);
    go({along[0] * q[j], along[1] * q[j], along[2] * q[j]});
    R = times50(R, rotation50(vector50(body.screw.angular), q[j]));
    axes.push_back(times50(R, vector50(body.screw.angular)));
    slides.push_back(times50(R, along));
    origins.push_back(p);
  }
  go(vector50(frame.X_BF.p));
  Pose50 pose{times50(R, matrix50(frame.X_BF.R)), p, zeros50(6, q.size())};
  for (std::size_t b = 0; b < axes.size(); ++b) {
    const Vector50& o = origins[b];
    const Vector50 turned = cross50(axes[b], {p[0] - o[0], p[1] - o[1], p[2] - o[2]});
    for (std::size_t i = 0; i < 3; ++i) {
      pose.J[i][b] = turned[i] + slides[b][i];
      pose.J[3 + i][b] = axes[b][i];
    }
  }
  return pose;
}

/// Coefficients of the polynomial in s = t - t₀ through values at s[0], s[1], ...: its derivatives
/// at t₀ over k!.
inline Vector50 interpolated50(const Vector50& s, Vector50 values) {
  const std::size_t n = s.size();
  for (std::size_t k = 1; k < n; ++k) {  // Divided differences.
    for (std::size_t i = n - 1; i >= k; --i) {
      values[i] = (values[i] - values[i - 1]) / (s[i] - s[i - k]);
    }
  }
  Vector50 c(n, Real50(0));
  for (std::size_t i = n; i-- > 0;) {  // c <- c (s - s_i) + values_i
    for (std::size_t k = n - 1; k > 0; --k) c[k] = c[k - 1] - s[i] * c[k];
    c[0] = values[i] - s[i] * c[0];
  }
  return c;
}

}  // namespace appell::trajectory
