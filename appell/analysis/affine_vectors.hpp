#pragma once

#include <array>
#include <utility>

#include "appell/analysis/affine.hpp"

/// Not installed: vectors of affine forms, or of affine forms with their time derivatives (T).
namespace appell::analysis {

/// A quantity with its time derivative.
struct Jet {
  Affine value;
  Affine rate;

  Jet() = default;
  Jet(double constant) : value(constant) {}  // NOLINT: as Affine.
  Jet(Affine v, Affine d) : value(std::move(v)), rate(std::move(d)) {}

  bool is_zero() const { return value.is_zero() && rate.is_zero(); }
  Jet& operator+=(const Jet& other) {
    value += other.value;
    rate += other.rate;
    return *this;
  }
};

inline Jet operator+(Jet a, const Jet& b) { return a += b; }
inline Jet operator-(const Jet& a, const Jet& b) { return {a.value - b.value, a.rate - b.rate}; }
inline Jet operator*(double factor, const Jet& a) { return {factor * a.value, factor * a.rate}; }
inline Jet operator*(const Jet& a, const Jet& b) {
  return {a.value * b.value, a.value * b.rate + a.rate * b.value};
}

template <class T>
using Triple = std::array<T, 3>;

template <class T>
Triple<T> sum(Triple<T> a, const Triple<T>& b) {
  for (std::size_t i = 0; i < 3; ++i) a[i] += b[i];
  return a;
}

template <class T>
Triple<T> cross(const Triple<T>& a, const Triple<T>& b) {
  Triple<T> c;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    if (!a[j].is_zero() && !b[k].is_zero()) c[i] = a[j] * b[k];
    if (!a[k].is_zero() && !b[j].is_zero()) c[i] = c[i] - a[k] * b[j];
  }
  return c;
}

template <class T>
Triple<T> times(const Vec3& v, const T& factor) {
  Triple<T> out;
  for (std::size_t i = 0; i < 3; ++i) {
    if (v(static_cast<Eigen::Index>(i)) != 0.0) out[i] = v(static_cast<Eigen::Index>(i)) * factor;
  }
  return out;
}

template <class T>
Triple<T> constant(const Vec3& v) {
  return {T(v(0)), T(v(1)), T(v(2))};
}

template <class T>
Triple<T> product(const Mat3& A, const Triple<T>& v) {
  Triple<T> out;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const double a = A(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      if (a != 0.0 && !v[j].is_zero()) out[i] += a * v[j];
    }
  }
  return out;
}

template <class T>
T dot(const Vec3& a, const Triple<T>& b) {
  T out;
  for (std::size_t i = 0; i < 3; ++i) {
    const double factor = a(static_cast<Eigen::Index>(i));
    if (factor != 0.0) out += factor * b[i];
  }
  return out;
}

/// α × r + ω × (ω × r): acceleration of a point of a body against its origin.
template <class T>
Triple<T> swing(const Triple<T>& omega, const Triple<T>& alpha, const Triple<T>& r) {
  return sum(cross(alpha, r), cross(omega, cross(omega, r)));
}

}  // namespace appell::analysis
