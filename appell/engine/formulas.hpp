#pragma once

// Included only by the kernels, see pack.hpp: the formulas that all of them are made of, written
// once for both ways of keeping 3-vectors (xyz.hpp).

#include "appell/engine/regrouped_body.hpp"
#include "appell/engine/xyz.hpp"

namespace appell::engine {
namespace {

/// The number of outputs: K where it is known at compile time, else (0) what the call says.
template <int K>
struct OutputCount {
  explicit OutputCount(int) {}
  static constexpr int N = K;
};
template <>
struct OutputCount<0> {
  explicit OutputCount(int num_outputs) : N(num_outputs) {}
  const int N;
};

/// Sine and cosine of an angle's change from now on, from x[k] = k θ[k]:
///
///   k s[k] = Σ x[j] c[k-j],   k c[k] = -Σ x[j] s[k-j],   s[0] = 0, c[0] = 1, c[1] = 0
///
/// Writes s[1] .. s[N] and c[2] .. c[N].
template <class T>
APPELL_INLINE void sin_cos_of_change(int N, const T* x, T* s, T* c) {
  s[1] = x[1];
  APPELL_UNROLL
  for (int k = 2; k <= N; ++k) {
    T sum_s = x[k];
    T sum_c = x[k - 1] * x[1];
    APPELL_UNROLL
    for (int j = k - 2; j >= 1; --j) {  // What was computed last comes last.
      sum_s += x[j] * c[k - j];
      sum_c += x[j] * s[k - j];
    }
    s[k] = sum_s * kTables.inverse[k];
    c[k] = sum_c * -kTables.inverse[k];
  }
}

// ---- Constant vectors of the model. Copies, so that the compiler may keep them although results
// are stored.

/// For lanes: the vector and its two turned copies, which products with it need.
struct TurnedConstant {
  explicit TurnedConstant(const double (&v)[3][4])
      : xyz{load<Pack4>(v[0])}, yzx{load<Pack4>(v[1])}, zxy{load<Pack4>(v[2])} {}
  const Lanes xyz, yzx, zxy;
};

/// First moment m c, and of S = ∫ r rᵀ dm the squares xx yy zz and products yz zx xy.
struct MassConstants {
  const TurnedConstant first_moment, squares, products;
};

/// Of a body whose parent carries what is on its axis: m, m c_z and S_zz are zero.
struct RegroupedMass {
  explicit RegroupedMass(const RegroupedBody& body)
      : x(body.mass_x),
        y(body.mass_y),
        xx(body.xx),
        yy(body.yy),
        yz(body.yz),
        zx(body.zx),
        xy(body.xy) {}
  const double x, y, xx, yy, yz, zx, xy;
};

// ---- What acts on a point that is fixed in a body.

/// One coefficient of B = [α×] + ω ωᵀ - |ω|² 1, by cyclic diagonals: row i of column i, i + 1,
/// i + 2. A product with a vector then needs no sum over the lanes of a register.
template <class V>
struct Spin {
  V minus_main;  ///< -xx -yy -zz
  V next;        ///< xy yz zx
  V after;       ///< xz yx zy
};

/// factor · x, not fused with a sum, by an addition where that is enough.
template <class T>
APPELL_INLINE T times_integer(const T& x, int factor) {
  if (__builtin_constant_p(factor == 1) && factor == 1) return x;
  if (__builtin_constant_p(factor == 2) && factor == 2) return x + x;
  return rounded(x * static_cast<double>(factor));
}

/// The k-th coefficient of the squares of the components, turned: yy zz xx.
template <class V>
APPELL_INLINE V turned_squares(const V* w, int k) {
  V sum = by_components(yzx(w[0]), yzx(w[k]));
  if (k == 0) return sum;
  APPELL_UNROLL
  for (int j = 1; 2 * j < k; ++j) sum += by_components(yzx(w[j]), yzx(w[k - j]));
  sum += sum;
  if (k % 2 == 0) sum += by_components(yzx(w[k / 2]), yzx(w[k / 2]));
  return sum;
}

/// The k-th coefficient of B from those of ω ωᵀ, yy zz xx and xy yz zx, and ω[k + 1]:
/// α[k] = (k + 1) ω[k + 1]
APPELL_INLINE Spin<Lanes> spin_of(const Lanes& turned_squares, const Lanes& products,
                                  const Lanes& next_w, int k) {
  const double next = k + 1;
  return {turned_squares + yzx(turned_squares), products - zxy(next_w) * next,
          zxy(products) + yzx(next_w) * next};
}
/// Samples side by side keep the units that multiply busy, but not those that add.
template <class T>
APPELL_INLINE Spin<Columns<T>> spin_of(const Columns<T>& turned_squares, const Columns<T>& products,
                                       const Columns<T>& next_w, int k) {
  const Columns<T> alpha = {times_integer(next_w.x, k + 1), times_integer(next_w.y, k + 1),
                            times_integer(next_w.z, k + 1)};
  return {turned_squares + yzx(turned_squares), products - zxy(alpha), zxy(products) + yzx(alpha)};
}

/// The same from ω to order k, and α[k] = factor · next_w.
template <class V>
APPELL_INLINE Spin<V> spin(const V* w, int k, const V& next_w, int factor) {
  // The same few turned vectors serve all products.
  const V products = sum_to(k, [&](int j) { return by_components(w[j], yzx(w[k - j])); });
  return spin_of(turned_squares(w, k), products, next_w, factor - 1);
}
/// The same from ω to order k + 1.
template <class V>
APPELL_INLINE Spin<V> spin(const V* w, int k) {
  return spin(w, k, w[k + 1], k + 1);
}

// The products with constants stand in two arrangements. Columns take one component after the
// other, each in few registers. Lanes keep the factors where they are and turn whole sums.

/// a + B p: the acceleration of the point p.
template <class T>
APPELL_INLINE Columns<T> acceleration_at(const Arm& p, const Columns<T>& a,
                                         const Spin<Columns<T>>& B) {
  Columns<T> sum = a;
  if (p.has_x) {
    sum.x -= B.minus_main.x * p.x;
    sum.y += B.after.y * p.x;
    sum.z += B.next.z * p.x;
  }
  if (p.has_y) {
    sum.x += B.next.x * p.y;
    sum.y -= B.minus_main.y * p.y;
    sum.z += B.after.z * p.y;
  }
  if (p.has_z) {
    sum.x += B.after.x * p.z;
    sum.y += B.next.y * p.z;
    sum.z -= B.minus_main.z * p.z;
  }
  return sum;
}
APPELL_INLINE Lanes acceleration_at(const TurnedConstant& p, const Lanes& a, const Spin<Lanes>& B) {
  return a + by_components(B.next, p.yzx) + by_components(B.after, p.zxy) -
         by_components(B.minus_main, p.xyz);
}

/// f = B (m c): the force that moves a body so, but for m a, which few have.
template <class T>
APPELL_INLINE Columns<T> force(const RegroupedMass& m, const Spin<Columns<T>>& B) {
  return {B.next.x * m.y - B.minus_main.x * m.x, B.after.y * m.x - B.minus_main.y * m.y,
          B.next.z * m.x + B.after.z * m.y};
}
APPELL_INLINE Lanes force(const MassConstants& body, const Spin<Lanes>& B) {
  const TurnedConstant& c = body.first_moment;
  return by_components(B.next, c.yzx) + by_components(B.after, c.zxy) -
         by_components(B.minus_main, c.xyz);
}

/// n = m c × a + (the vector of B S - (B S)ᵀ): the moment about the body's origin. Component x is
/// m c_y a_z - m c_z a_y + (B S)_zy - (B S)_yz.
template <class T>
APPELL_INLINE Columns<T> moment(const RegroupedMass& m, const Columns<T>& a,
                                const Spin<Columns<T>>& B) {
  const auto& [main, next, after] = B;  // main with its sign changed
  return {a.z * m.y + next.z * m.xy + after.z * m.yy + (main.y - main.z) * m.yz - after.y * m.zx,
          (main.z - main.x) * m.zx - a.z * m.x + next.x * m.yz - after.z * m.xy - next.z * m.xx,
          a.y * m.x - a.x * m.y + next.y * m.zx + after.y * m.xx + (main.x - main.y) * m.xy -
              after.x * m.yz - next.x * m.yy};
}
APPELL_INLINE Lanes moment(const MassConstants& body, const Lanes& a, const Spin<Lanes>& B) {
  const TurnedConstant &c = body.first_moment, &S = body.squares, &P = body.products;
  const Lanes forth = by_components(a, c.zxy) + by_components(B.next, P.xyz) +
                      by_components(B.after, S.zxy) - by_components(B.minus_main, P.yzx);
  const Lanes back = by_components(a, c.yzx) + by_components(B.after, P.xyz) +
                     by_components(B.next, S.yzx) - by_components(B.minus_main, P.zxy);
  return zxy(forth) - yzx(back);
}

/// n + p × f
template <class T>
APPELL_INLINE Columns<T> moment_about(const Arm& p, const Columns<T>& f, const Columns<T>& n) {
  Columns<T> sum = n;
  if (p.has_x) {
    sum.y -= f.z * p.x;
    sum.z += f.y * p.x;
  }
  if (p.has_y) {
    sum.x += f.z * p.y;
    sum.z -= f.x * p.y;
  }
  if (p.has_z) {
    sum.x -= f.y * p.z;
    sum.y += f.x * p.z;
  }
  return sum;
}
APPELL_INLINE Lanes moment_about(const TurnedConstant& p, const Lanes& f, const Lanes& n) {
  return n + zxy(by_components(f, p.zxy)) - yzx(by_components(f, p.yzx));
}

}  // namespace
}  // namespace appell::engine
