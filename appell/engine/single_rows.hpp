#pragma once

// Included only by the kernels, see pack.hpp.

#include "appell/engine/ancestor_columns.hpp"
#include "appell/engine/matrix_content.hpp"
#include "appell/engine/row_blocks.hpp"

namespace appell::engine {
namespace {

/// Entries of the matrices of one sample from RowFactors and the vectors of all bodies, component
/// by component. Four entries at a time: those of a body with four that carry it; or, where four
/// bodies follow each other in a chain, those of the four with one that carries them, so that
/// numbers that stand side by side in a matrix are stored together.
template <MatrixContent content>
class SingleRows {
  static constexpr bool kHasCoriolis = content >= MatrixContent::kCoriolis;
  static constexpr bool kHasPartials = content == MatrixContent::kPartials;

 public:
  static constexpr int kMost = 4;  ///< Rows of a block.

  APPELL_INLINE SingleRows(const WorldCall& world_call, const AncestorColumns& vectors)
      : call(world_call),
        columns(vectors),
        row_step(world_call.row_step),
        column_step(world_call.column_step) {}

  /// Rows and columns of `count` bodies: `last` and those before it, each of which carries the one
  /// after it. The factors come in this order.
  APPELL_INLINE void write(int last, int count, const RowFactors<Lanes>* of) const {
    const int first = last - count + 1;
    const bool in_block = count == kMost && call.bodies[first].parent >= 0;
    for (int r = 0; r < count; ++r) {
      const int i = last - r, least = in_block ? first : 0;
      for_forms([&](auto form, double* below, double* above) {
        row(i, least, form, of[r], below, above);
      });
      if (call.M && call.bodies[i].has_rotor) {
        call.M[i * call.num_coordinates + i] += call.bodies[i].rotor;
      }
    }
    if (!in_block) return;
    for_forms([&](auto form, double* below, double* above) {
      double x[3 * form.count][kMost];  // Component by component, in the order of the bodies.
      APPELL_UNROLL
      for (int c = 0; c < 3 * form.count; ++c) {
        APPELL_UNROLL
        for (int b = 0; b < kMost; ++b) x[c][b] = (of[kMost - 1 - b].*form.factors[c / 3]).v[c % 3];
      }
      if (below) block(first, form, x, below, row_step, column_step);
      if (above) block(first, form, x, above, column_step, row_step);
    });
  }

 private:
  using Factors = RowFactors<Lanes>;

  /// Σ factor · vector of an ancestor.
  template <int num>
  struct Form {
    static constexpr int count = num;
    int vectors[num];
    Lanes Factors::* factors[num];
  };

  /// f(form, below, above): matrices into which the values go below and above the diagonal, or
  /// null.
  template <class F>
  APPELL_INLINE void for_forms(const F& f) const {
    if (call.M) f(Form<2>{{kT, kV}, {&Factors::A, &Factors::F}}, call.M, call.M);
    if constexpr (kHasCoriolis) {
      if (call.C) {
        const Form<3> below{{kT1, kV1, kT}, {&Factors::A, &Factors::F, &Factors::G}};
        f(Form<2>{{kT, kV}, {&Factors::rest, &Factors::F_1}}, nullptr, call.C);
        f(below, call.C, nullptr);
      }
    }
    if constexpr (kHasPartials) {
      if (call.dtau_dq) {
        const Form<3> below{{kT2, kV2, kT1}, {&Factors::A, &Factors::F, &Factors::G_2}};
        f(Form<2>{{kT, kV}, {&Factors::K, &Factors::F_2}}, nullptr, call.dtau_dq);
        f(below, call.dtau_dq, nullptr);
      }
    }
  }

  /// Entries of body i with itself and those that carry it, as far as `least`.
  template <int num>
  APPELL_INLINE void row(int i, int least, const Form<num>& form, const Factors& of, double* below,
                         double* above) const {
    Pack4 x[3 * num];
    APPELL_UNROLL
    for (int c = 0; c < 3 * num; ++c) {
      x[c] = broadcast<Pack4>((of.*form.factors[c / 3]).v[c % 3]);
    }
    for_runs(i, least, [&](int first, int last) {
      for (int j = first; j <= last; j += 4) {
        Pack4 sum;
        APPELL_UNROLL
        for (int c = 0; c < 3 * num; ++c) {
          const Pack4 a = load<Pack4>(columns.column(form.vectors[c / 3], c % 3) + j);
          sum = c == 0 ? rounded(a * x[c]) : sum + a * x[c];
        }
        const int n = last - j < 3 ? last - j + 1 : 4;
        // Above first: the diagonal is among the values of the lower half.
        if (above) store_some(above + j * row_step + i * column_step, row_step, sum, n);
        if (below) store_some(below + i * row_step + j * column_step, column_step, sum, n);
      }
    });
  }

  /// Entries of four bodies with those that carry all of them, from one body to the next and from
  /// one ancestor to the next by these steps. One of them is 1.
  template <int num>
  APPELL_INLINE void block(int first, const Form<num>& form, const double (*x)[kMost], double* to,
                           std::ptrdiff_t body_step, std::ptrdiff_t ancestor_step) const {
    const double* from[3 * num];
    APPELL_UNROLL
    for (int c = 0; c < 3 * num; ++c) from[c] = columns.column(form.vectors[c / 3], c % 3);
    to += first * body_step;
    if (body_step == 1) {
      Pack4 factors[3 * num];
      APPELL_UNROLL
      for (int c = 0; c < 3 * num; ++c) factors[c] = load<Pack4>(x[c]);
      for_runs(call.bodies[first].parent, 0, [&](int begin, int last) {
        for (int j = begin; j <= last; ++j) {
          Pack4 sum;
          APPELL_UNROLL
          for (int c = 0; c < 3 * num; ++c) {
            const Pack4 a = broadcast<Pack4>(from[c][j]);
            sum = c == 0 ? rounded(a * factors[c]) : sum + a * factors[c];
          }
          store(to + j * ancestor_step, sum);
        }
      });
      return;
    }
    for_runs(call.bodies[first].parent, 0, [&](int begin, int last) {
      for (int j = begin; j <= last; j += 4) {
        Pack4 sums[kMost];
        APPELL_UNROLL
        for (int c = 0; c < 3 * num; ++c) {
          const Pack4 a = load<Pack4>(from[c] + j);
          APPELL_UNROLL
          for (int b = 0; b < kMost; ++b) {
            sums[b] = c == 0 ? rounded(a * x[c][b]) : sums[b] + a * x[c][b];
          }
        }
        const int n = last - j < 3 ? last - j + 1 : 4;
        APPELL_UNROLL
        for (int b = 0; b < kMost; ++b) store_some(to + b * body_step + j, 1, sums[b], n);
      }
    });
  }

  /// f(first, last) of runs of bodies that each hang on the one before, from body i to `least`.
  template <class F>
  APPELL_INLINE void for_runs(int i, int least, const F& f) const {
    for (int last = i; last >= least;) {
      const int run = call.bodies[last].run_first;
      f(run > least ? run : least, last);
      last = call.bodies[run].parent;
    }
  }

  APPELL_INLINE static void store_some(double* to, std::ptrdiff_t step, const Pack4& values,
                                       int count) {
    if (count == 4 && step == 1) return store(to, values);
    to[0] = values[0];
    if (count > 1) to[step] = values[1];
    if (count > 2) to[2 * step] = values[2];
    if (count > 3) to[3 * step] = values[3];
  }

  const WorldCall& call;
  const AncestorColumns& columns;
  const std::ptrdiff_t row_step, column_step;
};

}  // namespace
}  // namespace appell::engine
