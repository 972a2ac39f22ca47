#pragma once

// Included only by the kernels, see pack.hpp: products of long series of vectors in lanes, four
// orders at a time. A number that is loaded serves four sums, and the sums do not wait for each
// other. For orders that are run-time values, or so many that code for each product would not fit
// into the cache of instructions.

#include "appell/engine/formulas.hpp"

namespace appell::engine {
namespace {

/// Calls tile<rows>(first) for orders 0 to count - 1: four rows, and what is left in the last one.
template <class Tile>
APPELL_INLINE void in_tiles(int count, const Tile& tile) {
  int k = 0;
  for (; k + 4 <= count; k += 4) tile.template operator()<4>(k);
  if (count - k == 3) tile.template operator()<3>(k);
  if (count - k == 2) tile.template operator()<2>(k);
  if (count - k == 1) tile.template operator()<1>(k);
}

/// sum[k] = v[k] + Σ c[j] v[k-j] (j > 1) + Σ s[j] other[k-j] (j > 0), entry j of s and c at [4 j].
APPELL_INLINE void turn_in_tiles(int count, const double* s, const double* c, const Pack4* v,
                                 const Pack4* other, Pack4* sum) {
  const auto sine = [&](int j) { return broadcast<Pack4>(s[4 * j]); };
  const auto cosine = [&](int j) { return broadcast<Pack4>(c[4 * j]); };
  in_tiles(count, [&]<int rows>(int k) __attribute__((always_inline)) {
    Pack4 by_cosine[rows], by_sine[rows];
    APPELL_UNROLL_ROWS
    for (int r = 0; r < rows; ++r) {
      by_cosine[r] = v[k + r];
      by_sine[r] = Pack4{};
    }
    if (k > 0) {
      APPELL_UNROLL_ROWS
      for (int r = 0; r < rows; ++r) by_sine[r] = sine(1) * other[k + r - 1];
    }
    for (int j = 2; j <= k; ++j) {  // What all rows have.
      APPELL_UNROLL_ROWS
      for (int r = 0; r < rows; ++r) {
        by_cosine[r] += cosine(j) * v[k + r - j];
        by_sine[r] += sine(j) * other[k + r - j];
      }
    }
    APPELL_UNROLL_ROWS
    for (int r = 1; r < rows; ++r) {
      APPELL_UNROLL_ROWS
      for (int j = 1; j <= r; ++j) {
        by_sine[r] += sine(k + j) * other[r - j];
        if (k + j > 1) by_cosine[r] += cosine(k + j) * v[r - j];
      }
    }
    APPELL_UNROLL_ROWS
    for (int r = 0; r < rows; ++r) sum[k + r] = by_cosine[r] + by_sine[r];
  });
}

/// B[k], k < N, see `spin`; w to order N and turned = yzx(w). Orders j and k - j of both products
/// come together.
APPELL_INLINE void spins_in_tiles(int N, const Lanes* w, const Lanes* turned, Spin<Lanes>* B) {
  in_tiles(N, [&]<int rows>(int k) __attribute__((always_inline)) {
    Pack4 squares[rows], products[rows], back[rows];
    APPELL_UNROLL_ROWS
    for (int r = 0; r < rows; ++r) squares[r] = products[r] = back[r] = Pack4{};
    const int half = k / 2;
    for (int j = 0; j < half; ++j) {
      APPELL_UNROLL_ROWS
      for (int r = 0; r < rows; ++r) {
        squares[r] += w[j].v * w[k + r - j].v;
        products[r] += w[j].v * turned[k + r - j].v;
        back[r] += turned[j].v * w[k + r - j].v;
      }
    }
    APPELL_UNROLL_ROWS
    for (int r = 0; r < rows; ++r) {
      APPELL_UNROLL_ROWS
      for (int j = 0; 2 * j < r; ++j) squares[r] += w[half + j].v * w[half + r - j].v;
      squares[r] += squares[r];
      if (r % 2 == 0) squares[r] += w[half + r / 2].v * w[half + r / 2].v;
      APPELL_UNROLL_ROWS
      for (int j = 0; j <= r; ++j) products[r] += w[half + j].v * turned[half + r - j].v;
      B[k + r] = spin_of(yzx(Lanes{squares[r]}), Lanes{products[r] + back[r]}, w[k + r + 1], k + r);
    }
  });
}

// ---- Columns of samples: a vector takes three registers, so two orders at a time.

/// Calls tile<rows>(first) for orders 0 to count - 1: two rows, and what is left.
template <class Tile>
APPELL_INLINE void in_pairs(int count, const Tile& tile) {
  int k = 0;
  for (; k + 2 <= count; k += 2) tile.template operator()<2>(k);
  if (k < count) tile.template operator()<1>(k);
}

/// B[k] for k and, with two rows, k + 1; k is even. See `spin` and spins_in_tiles.
template <int rows, class T>
APPELL_INLINE void spins_of_rows(const Columns<T>* w, int k, Spin<Columns<T>>* B) {
  using V = Columns<T>;
  V squares[rows] = {}, products[rows] = {}, back[rows] = {};
  for (int j = 0; 2 * j < k; ++j) {
    const V w_j = {w[j].x, w[j].y, w[j].z};
    APPELL_UNROLL_ROWS
    for (int r = 0; r < rows; ++r) {
      const V& other = w[k + r - j];
      squares[r] += by_components(yzx(w_j), yzx(other));
      products[r] += by_components(w_j, yzx(other));
      back[r] += by_components(yzx(w_j), other);
    }
  }
  const V middle = {w[k / 2].x, w[k / 2].y, w[k / 2].z};
  if constexpr (rows == 2) {
    const V& after = w[k / 2 + 1];
    squares[1] += by_components(yzx(middle), yzx(after));
    products[1] += by_components(middle, yzx(after));
    back[1] += by_components(yzx(middle), after);
  }
  APPELL_UNROLL_ROWS
  for (int r = 0; r < rows; ++r) {
    squares[r] += squares[r];
    products[r] += back[r];
  }
  squares[0] += by_components(yzx(middle), yzx(middle));
  products[0] += by_components(middle, yzx(middle));
  APPELL_UNROLL_ROWS
  for (int r = 0; r < rows; ++r) B[r] = spin_of(squares[r], products[r], w[k + r + 1], k + r);
}

}  // namespace
}  // namespace appell::engine
