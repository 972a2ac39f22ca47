// The kernels of MassFactor, see kernels_fixed.cpp.

#include "appell/engine/factor_call.hpp"
#include "appell/engine/pack.hpp"

namespace appell::engine {
namespace {

/// M = Lᵀ D L from the tips to the root: what is left of M after row k is M_ij - L_ki D_k L_kj.
class FactorKernel {
 public:
  explicit FactorKernel(const FactorCall& factor_call) : call(factor_call) {}

  bool factor(const double* M) const {
    for (int i = 0; i < call.num_rows; ++i) copy_row(M, i);
    for (int k = call.num_rows - 1; k >= 0;) {
      if (is_run_of_four(k)) {
        if (!take_four(k)) return false;
        k -= 4;
      } else {
        double inverse;
        if (!begin(k, inverse)) return false;
        for (int i = call.parents[k]; i >= 0; i = call.parents[i]) take<1>(k, &inverse, i);
        --k;
      }
    }
    for (int i = 0; i < call.num_rows; ++i) scale(i);
    return true;
  }

  void solve(double* x) const {
    double* y = call.x;
    for (int i = 0; i < call.num_rows; ++i) y[i] = x[call.order[i]];
    for (int i = call.num_rows - 1; i >= 0; --i) subtract_column(i, y);  // Lᵀ y = x
    for (int i = 0; i < call.num_rows; ++i) {                            // D L x = y
      y[i] = less_row_times(i, y, y[i] * call.inverse[i]);
    }
    for (int i = 0; i < call.num_rows; ++i) x[call.order[i]] = y[i];
  }

 private:
  APPELL_INLINE double* row(int i) const { return call.numbers + call.starts[i]; }
  APPELL_INLINE static int packs(int count) { return (count + 3) / 4; }

  /// By whole packs, which the next loads of them need not wait for; what is behind the end of a
  /// row does not matter.
  APPELL_INLINE void copy_row(const double* M, int i) const {
    const int* j = call.columns + call.starts[i];
    const double* from = M + static_cast<std::ptrdiff_t>(call.order[i]) * call.num_rows;
    for (int d = 0; d <= call.depths[i]; d += 4) {
      store(row(i) + d, Pack4{from[j[d]], from[j[d + 1]], from[j[d + 2]], from[j[d + 3]]});
    }
  }

  /// Whether rows k to k - 3 carry each other.
  APPELL_INLINE bool is_run_of_four(int k) const {
    return k >= 4 && call.parents[k] == k - 1 && call.parents[k - 1] == k - 2 &&
           call.parents[k - 2] == k - 3 && call.parents[k - 3] >= 0;
  }

  APPELL_INLINE bool begin(int k, double& inverse) const {
    const double D = row(k)[call.depths[k]];
    inverse = call.inverse[k] = 1.0 / D;
    return D > 0.0;
  }

  /// Row i without what rows k, k - 1, ... hold of it: four together load and store it once.
  template <int count>
  APPELL_INLINE void take(int k, const double* inverse, int i) const {
    const int depth = call.depths[i];
    double* to = row(i);
    Pack4 factor[count];
    const double* from[count];
    APPELL_UNROLL
    for (int r = 0; r < count; ++r) {
      from[r] = row(k - r);
      factor[r] = broadcast<Pack4>(from[r][depth] * inverse[r]);
    }
    for (int p = 0; p < packs(depth + 1); ++p) {
      Pack4 sum = load<Pack4>(to + 4 * p);
      APPELL_UNROLL
      for (int r = 0; r < count; ++r) sum -= factor[r] * load<Pack4>(from[r] + 4 * p);
      store(to + 4 * p, sum);
    }
  }

  APPELL_INLINE bool take_four(int k) const {
    double inverse[4];
    APPELL_UNROLL
    for (int r = 0; r < 4; ++r) {
      if (!begin(k - r, inverse[r])) return false;
      APPELL_UNROLL
      for (int s = r + 1; s < 4; ++s) take<1>(k - r, inverse + r, k - s);
    }
    for (int i = call.parents[k - 3]; i >= 0; i = call.parents[i]) take<4>(k, inverse, i);
    return true;
  }

  APPELL_INLINE void scale(int i) const {
    const Pack4 inverse = broadcast<Pack4>(call.inverse[i]);
    double* L = row(i);
    for (int p = 0; p < packs(call.depths[i]); ++p) {
      store(L + 4 * p, load<Pack4>(L + 4 * p) * inverse);
    }
    // What is left of a row's last pack is of no use any more: so products with it need no end.
    for (int d = call.depths[i]; d < 4 * packs(call.depths[i] + 1); ++d) L[d] = 0.0;
  }

  /// Where a row is so long that a load of numbers just stored one by one is worth waiting for.
  APPELL_INLINE bool is_long(int i) const { return call.is_chain && i >= 24; }

  APPELL_INLINE void subtract_column(int i, double* y) const {
    const double* L = row(i);
    const double y_i = y[i];
    if (is_long(i)) {
      for (int p = 0; p < packs(i); ++p) {
        store(y + 4 * p, load<Pack4>(y + 4 * p) - load<Pack4>(L + 4 * p) * y_i);
      }
      return;
    }
    const int* way = call.ways + call.starts[i];
    for (int d = call.depths[i] - 1; d >= 0; --d) y[way[d]] -= L[d] * y_i;
  }

  /// y - row · y, what is there last at the end.
  APPELL_INLINE double less_row_times(int i, const double* y, double number) const {
    const double* L = row(i);
    if (is_long(i)) {
      Pack4 sum{}, other{};
      int p = 0;
      for (; p + 1 < packs(i); p += 2) {
        sum += load<Pack4>(L + 4 * p) * load<Pack4>(y + 4 * p);
        other += load<Pack4>(L + 4 * p + 4) * load<Pack4>(y + 4 * p + 4);
      }
      if (p < packs(i)) sum += load<Pack4>(L + 4 * p) * load<Pack4>(y + 4 * p);
      sum += other;
      return number - ((sum[0] + sum[2]) + (sum[1] + sum[3]));
    }
    const int* way = call.ways + call.starts[i];
    for (int d = 0; d < call.depths[i]; ++d) number -= L[d] * y[way[d]];
    return number;
  }

  const FactorCall& call;
};

/// The same for a chain of n joints, number by number, without loops: in an arm each pivot waits
/// for the one before, so what counts is how few operations lie between them, a division and a
/// subtraction. L_ij is at numbers[i (i - 1) / 2 + j].
template <int n>
class ShortChainKernel {
 public:
  static bool factor(const FactorCall& call, const double* M) {
    double A[n][n];
    APPELL_UNROLL
    for (int i = 0; i < n; ++i) {
      APPELL_UNROLL
      for (int j = 0; j <= i; ++j) A[i][j] = M[i * n + j];
    }
    bool is_positive = true;
    APPELL_UNROLL
    for (int k = n - 1; k >= 0; --k) {
      const double inverse = 1.0 / A[k][k];
      is_positive &= A[k][k] > 0.0;
      APPELL_UNROLL
      for (int i = k - 1; i >= 0; --i) {
        APPELL_UNROLL
        for (int j = i; j >= 0; --j) A[i][j] -= (A[k][i] * A[k][j]) * inverse;
      }
      call.inverse[k] = inverse;
      APPELL_UNROLL
      for (int j = 0; j < k; ++j) call.numbers[at(k, j)] = A[k][j] * inverse;
    }
    return is_positive;
  }

  static void solve(const FactorCall& call, double* x) {
    double y[n];
    APPELL_UNROLL
    for (int i = 0; i < n; ++i) y[i] = x[i];
    APPELL_UNROLL
    for (int i = n - 1; i > 0; --i) {  // Lᵀ y = x
      APPELL_UNROLL
      for (int j = i - 1; j >= 0; --j) y[j] -= call.numbers[at(i, j)] * y[i];
    }
    APPELL_UNROLL
    for (int i = 0; i < n; ++i) {  // D L x = y
      y[i] *= call.inverse[i];
      APPELL_UNROLL
      for (int j = 0; j < i; ++j) y[i] -= call.numbers[at(i, j)] * y[j];
    }
    APPELL_UNROLL
    for (int i = 0; i < n; ++i) x[i] = y[i];
  }

 private:
  static constexpr int at(int i, int j) { return i * (i - 1) / 2 + j; }
};

template <int n>
inline constexpr FactorKernels kShortChain{.factor = ShortChainKernel<n>::factor,
                                           .solve = ShortChainKernel<n>::solve};

bool factor_mass(const FactorCall& call, const double* M) { return FactorKernel(call).factor(M); }
void solve_mass(const FactorCall& call, double* x) { FactorKernel(call).solve(x); }

}  // namespace

template <>
const AllFactorKernels& factor_kernels<InstructionSet::APPELL_ENGINE_SET>() {
  static constexpr AllFactorKernels kernels{
      .any = {.factor = factor_mass, .solve = solve_mass},
      .short_chains = {kShortChain<1>, kShortChain<2>, kShortChain<3>, kShortChain<4>,
                       kShortChain<5>, kShortChain<6>, kShortChain<7>, kShortChain<8>}};
  return kernels;
}

}  // namespace appell::engine
