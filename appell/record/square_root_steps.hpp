#pragma once

#include <cmath>

/// The steps of a Kalman filter and smoother for n-times integrated white noise, on square roots.
///
/// A covariance P is kept as U with P = UᵀU. Covariances themselves lose the positive definiteness
/// in the first rows, where q is known to 1e-5 and q⁽ⁿ⁻¹⁾ not at all; their roots do not.
namespace appell::record {

template <int n>
struct StateVector {
  double entries[n];
  double& operator[](int k) { return entries[k]; }
  double operator[](int k) const { return entries[k]; }
};

/// Some rows: x[row][column].
template <int n, int width>
struct Rows {
  double entries[n][width];
  double* operator[](int row) { return entries[row]; }
  const double* operator[](int row) const { return entries[row]; }
};

template <int n>
using Root = Rows<n, n>;

/// The state and how well it is known.
template <int n>
struct Estimate {
  StateVector<n> mean;
  Root<n> root;  ///< Upper triangular where it says so.
};

/// Φ(h) and the root of Q(h) for a step:
///
///   Φ_ij = h^(j-i)/(j-i)!,   Q_ij = s² h^(2n-1-i-j) / ((2n-1-i-j) (n-1-i)! (n-1-j)!)          (1)
template <int n>
struct Step {
  StateVector<n> power;  ///< h^k/k!
  Root<n> noise;         ///< Upper triangular.

  /// A step without noise: for predictions backwards.
  static StateVector<n> powers(double h) {
    StateVector<n> power;
    power[0] = 1.0;
    for (int k = 1; k < n; ++k) power[k] = power[k - 1] * h / k;
    return power;
  }

  /// @param unit_root  root of Q(1), root_of_unit_noise().
  /// @param scale      s
  Step(double h, double scale, const Root<n>& unit_root) : power(powers(h)) {
    double d = std::sqrt(h) * scale;  // Column i of the root has the factor s h^(n-1/2-i).
    for (int i = n - 1; i >= 0; --i) {
      for (int k = 0; k < n; ++k) noise[k][i] = k <= i ? d * unit_root[k][i] : 0.0;
      d *= h;
    }
  }
};

/// Upper triangular U with UᵀU = Q(1), by Cholesky's method.
template <int n>
Root<n> root_of_unit_noise() {
  StateVector<n> factorial;
  factorial[0] = 1.0;
  for (int k = 1; k < n; ++k) factorial[k] = factorial[k - 1] * k;
  Root<n> root{};
  for (int i = 0; i < n; ++i) {
    for (int j = i; j < n; ++j) {
      double sum = 1.0 / ((2 * n - 1 - i - j) * factorial[n - 1 - i] * factorial[n - 1 - j]);
      for (int k = 0; k < i; ++k) sum -= root[k][i] * root[k][j];
      root[i][j] = i == j ? std::sqrt(sum) : sum / root[i][i];
    }
  }
  return root;
}

/// Φ x
template <int n>
StateVector<n> predicted(const StateVector<n>& power, const StateVector<n>& x) {
  StateVector<n> y{};
  for (int i = 0; i < n; ++i) {
    for (int j = i; j < n; ++j) y[i] += power[j - i] * x[j];
  }
  return y;
}

/// One reflection of Householder's: makes column j of the rows [top; bottom] zero but for the pivot
/// row j of top, using rows j.. of top and the first `used` of bottom, and does the same to columns
/// up to `width`.
template <int n, int width>
void reflect(int j, int used, Rows<n, width>& top, Rows<n, width>& bottom) {
  double square = 0.0;
  for (int r = j + 1; r < n; ++r) square += top[r][j] * top[r][j];
  for (int r = 0; r < used; ++r) square += bottom[r][j] * bottom[r][j];
  if (square == 0.0) return;
  const double pivot = top[j][j];
  const double length = std::sqrt(square + pivot * pivot);
  const double head = pivot >= 0.0 ? pivot + length : pivot - length;
  const double factor = 2.0 / (square + head * head);
  double dot[width];
  for (int c = 0; c < width; ++c) dot[c] = head * top[j][c];
  for (int r = j + 1; r < n; ++r) {
    const double v = top[r][j];
    for (int c = 0; c < width; ++c) dot[c] += v * top[r][c];
  }
  for (int r = 0; r < used; ++r) {
    const double v = bottom[r][j];
    for (int c = 0; c < width; ++c) dot[c] += v * bottom[r][c];
  }
  for (int c = 0; c < width; ++c) dot[c] *= factor;
  for (int c = 0; c < width; ++c) top[j][c] -= head * dot[c];
  for (int r = j + 1; r < n; ++r) {
    const double v = top[r][j];
    for (int c = 0; c < width; ++c) top[r][c] -= v * dot[c];
  }
  for (int r = 0; r < used; ++r) {
    const double v = bottom[r][j];
    for (int c = 0; c < width; ++c) bottom[r][c] -= v * dot[c];
  }
}

/// U Φᵀ
template <int n, int width>
void times_transition(const Root<n>& root, const StateVector<n>& power, Rows<n, width>& out) {
  for (int r = 0; r < n; ++r) {
    for (int i = 0; i < n; ++i) {
      double sum = 0.0;
      for (int j = i; j < n; ++j) sum += root[r][j] * power[j - i];
      out[r][i] = sum;
    }
  }
}

/// The root of Φ P Φᵀ + Q, upper triangular: by QR of [U Φᵀ; U_Q].
template <int n>
void predict(const Step<n>& step, Root<n>& root) {
  Root<n> top;
  times_transition<n, n>(root, step.power, top);
  Root<n> bottom = step.noise;
  for (int j = 0; j < n; ++j) reflect<n, n>(j, j + 1, top, bottom);
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < n; ++c) root[r][c] = c >= r ? top[r][c] : 0.0;
  }
}

/// What the way back needs of a step from x to the next x⁺.
template <int n>
struct BackStep {
  Root<n> next;  ///< Root of P⁺ = Φ P Φᵀ + Q, upper triangular.
  Root<n> gain;  ///< Gᵀ, G = P Φᵀ (P⁺)⁻¹
  Root<n> rest;  ///< Root of P - G P⁺ Gᵀ
};

/// The prediction with what the way back needs, by QR of
///
///   [ U Φᵀ   U ]      [ U⁺  W ]
///   [ U_Q    0 ]  →   [ 0   V ],   Gᵀ = (U⁺)⁻¹ W,   P - G P⁺ Gᵀ = VᵀV                       (2)
template <int n>
BackStep<n> predict_and_keep(const Step<n>& step, const Root<n>& root) {
  Rows<n, 2 * n> top;
  Rows<n, 2 * n> bottom;
  times_transition<n, 2 * n>(root, step.power, top);
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < n; ++c) {
      top[r][n + c] = root[r][c];
      bottom[r][c] = step.noise[r][c];
      bottom[r][n + c] = 0.0;
    }
  }
  for (int j = 0; j < n; ++j) reflect<n, 2 * n>(j, j + 1, top, bottom);
  BackStep<n> result;
  for (int r = n - 1; r >= 0; --r) {
    for (int c = 0; c < n; ++c) {
      result.next[r][c] = c >= r ? top[r][c] : 0.0;
      result.rest[r][c] = bottom[r][n + c];
      result.gain[r][c] = top[r][n + c];
    }
    for (int k = r + 1; k < n; ++k) {
      for (int c = 0; c < n; ++c) result.gain[r][c] -= top[r][k] * result.gain[k][c];
    }
    for (int c = 0; c < n; ++c) result.gain[r][c] /= top[r][r];
  }
  return result;
}

/// The innovation of a sample: what it adds to what was predicted, and its variance.
struct Innovation {
  double value;
  double variance;
};

/// Takes in a sample of q. The root must be upper triangular and stays so: the sample concerns its
/// first row alone, which shrinks by √(R/S).
template <int n>
Innovation observe_position(double y, double variance, Estimate<n>& x) {
  const double u = x.root[0][0];
  const Innovation v{y - x.mean[0], u * u + variance};
  const double step = u * v.value / v.variance;
  const double shrink = std::sqrt(variance / v.variance);
  for (int c = 0; c < n; ++c) {
    x.mean[c] += x.root[0][c] * step;
    x.root[0][c] *= shrink;
  }
  return v;
}

/// Takes in a sample of q' (Potter's formula). The root is not triangular afterwards.
template <int n>
Innovation observe_rate(double y, double variance, Estimate<n>& x) {
  const double f[2] = {x.root[0][1], x.root[1][1]};
  const Innovation v{y - x.mean[1], f[0] * f[0] + f[1] * f[1] + variance};
  const double factor = 1.0 / (v.variance + std::sqrt(variance * v.variance));
  for (int c = 0; c < n; ++c) {
    const double k = f[0] * x.root[0][c] + f[1] * x.root[1][c];
    x.mean[c] += k * v.value / v.variance;
    x.root[0][c] -= f[0] * k * factor;
    x.root[1][c] -= f[1] * k * factor;
  }
  return v;
}

/// The root given what comes later: P + G (P⁺_s - P⁺) Gᵀ, by QR of [V; U⁺_s Gᵀ]; upper triangular.
template <int n>
Root<n> smoothed_root(const BackStep<n>& step, const Root<n>& later) {
  Root<n> top = step.rest;
  Root<n> bottom{};
  for (int r = 0; r < n; ++r) {
    for (int k = 0; k < n; ++k) {
      for (int c = 0; c < n; ++c) bottom[r][c] += later[r][k] * step.gain[k][c];
    }
  }
  for (int j = 0; j < n; ++j) reflect<n, n>(j, n, top, bottom);
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < r; ++c) top[r][c] = 0.0;
  }
  return top;
}

template <int n>
StateVector<n> row_of(const Root<n>& root, int r) {
  StateVector<n> row;
  for (int c = 0; c < n; ++c) row[c] = root[r][c];
  return row;
}

/// Solves Uᵀ x = b, U upper triangular.
template <int n>
StateVector<n> solve_transposed(const Root<n>& upper, StateVector<n> b) {
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i; ++k) b[i] -= upper[k][i] * b[k];
    b[i] /= upper[i][i];
  }
  return b;
}

/// Solves U x = b.
template <int n>
StateVector<n> solve(const Root<n>& upper, StateVector<n> b) {
  for (int i = n - 1; i >= 0; --i) {
    for (int k = i + 1; k < n; ++k) b[i] -= upper[i][k] * b[k];
    b[i] /= upper[i][i];
  }
  return b;
}

}  // namespace appell::record
