// The inner loops of InteriorPoint, compiled once per instruction set: plain loops over points that
// the compiler turns into vectors.

#include <algorithm>
#include <type_traits>

#include "appell/planning/row_call.hpp"

namespace appell::planning {
namespace {

constexpr double kLeastShare = 1e-3;  // Of a bound, below which a first slack does not count.

/// One row at a range of points. The gradients of the two slacks by (α, α', α'') are
/// (-a, -t1, -t2) and (b, t1, t2).
struct Row {
  double t1, t2, a, b;
  double upper_slack, lower_slack;
  double bound;
};

template <bool is_inverse_root, bool is_curved>
inline Row row_at(const RowCall& call, std::size_t at, int k, double up, double down) {
  double t0 = call.r0[at];
  double t1 = call.r1[at];
  double t2 = 0.0;
  double v = t0 * call.y.v0[k] + t1 * call.y.v1[k] + call.r[at];
  if constexpr (is_inverse_root) {
    t2 = call.r2[at];
    v += t2 * call.y.v2[k];
  }
  if constexpr (is_curved) {
    v += call.f[at];
    t0 += call.f_alpha[at];
    t1 += call.f_slope[at];
  }
  const double bound = is_inverse_root ? call.bound[k] : 1.0;
  const double slope = is_inverse_root ? call.slope[k] : 0.0;
  return {t1, t2, t0 + up * slope, t0 - down * slope, up * bound - v, down * bound + v, bound};
}

struct FirstMultipliers {
  static inline void run(const RowCall& call, std::size_t at, int, const Row& row, double up,
                         double down) {
    call.upper[at] = call.mu / std::max(row.upper_slack, kLeastShare * up * row.bound);
    call.lower[at] = call.mu / std::max(row.lower_slack, kLeastShare * down * row.bound);
  }
};

struct Assemble {
  static inline void run(const RowCall& call, std::size_t at, int k, const Row& row, double,
                         double) {
    const double u = call.upper[at];
    const double l = call.lower[at];
    const double inverse = 1.0 / (row.upper_slack * row.lower_slack);
    const double du = u * row.lower_slack * inverse;  // λ/c
    const double dl = l * row.upper_slack * inverse;
    const double sum = du + dl;
    const double mixed = du * row.a + dl * row.b;
    call.s1[k] += u * row.upper_slack + l * row.lower_slack;
    call.h00[k] += du * row.a * row.a + dl * row.b * row.b;
    call.h01[k] += mixed * row.t1;
    call.h11[k] += sum * row.t1 * row.t1;
    call.h02[k] += mixed * row.t2;
    call.h12[k] += sum * row.t1 * row.t2;
    call.h22[k] += sum * row.t2 * row.t2;
    call.net.v0[k] += l * row.b - u * row.a;
    call.net.v1[k] += (l - u) * row.t1;
    call.net.v2[k] += (l - u) * row.t2;
  }
};

struct Predict {
  static inline void run(const RowCall& call, std::size_t at, int k, const Row& row, double,
                         double) {
    const double u = call.upper[at];
    const double l = call.lower[at];
    const double rest = row.t1 * call.affine.v1[k] + row.t2 * call.affine.v2[k];
    const double cu = -row.a * call.affine.v0[k] - rest;  // dc
    const double cl = row.b * call.affine.v0[k] + rest;
    const double inverse = 1.0 / (row.upper_slack * row.lower_slack);
    const double iu = row.lower_slack * inverse;  // 1/c
    const double il = row.upper_slack * inverse;
    const double ru = cu * iu;
    const double rl = cl * il;
    const double mu = -u - u * ru;  // dλ
    const double ml = -l - l * rl;
    call.primal[k] = std::max(call.primal[k], std::max(-ru, -rl));
    call.dual[k] = std::max(call.dual[k], std::max(1.0 + ru, 1.0 + rl));
    call.s1[k] += cu * u + cl * l;
    call.s2[k] += row.upper_slack * mu + row.lower_slack * ml;
    call.s3[k] += cu * mu + cl * ml;
    const double wu = ru * mu;
    const double wl = rl * ml;
    call.net.v0[k] += il * row.b - iu * row.a;
    call.net.v1[k] += (il - iu) * row.t1;
    call.net.v2[k] += (il - iu) * row.t2;
    call.second.v0[k] += wl * row.b - wu * row.a;
    call.second.v1[k] += (wl - wu) * row.t1;
    call.second.v2[k] += (wl - wu) * row.t2;
  }
};

struct Correct {
  static inline void run(const RowCall& call, std::size_t at, int k, const Row& row, double,
                         double) {
    const double u = call.upper[at];
    const double l = call.lower[at];
    const double affine = row.t1 * call.affine.v1[k] + row.t2 * call.affine.v2[k];
    const double rest = row.t1 * call.step.v1[k] + row.t2 * call.step.v2[k];
    const double au = -row.a * call.affine.v0[k] - affine;  // dc of the predictor
    const double al = row.b * call.affine.v0[k] + affine;
    const double cu = -row.a * call.step.v0[k] - rest;  // dc
    const double cl = row.b * call.step.v0[k] + rest;
    const double inverse = 1.0 / (row.upper_slack * row.lower_slack);
    const double iu = row.lower_slack * inverse;
    const double il = row.upper_slack * inverse;
    // dλ = (μ - dc dλ of the predictor)/c - λ - (λ/c) dc
    const double mu = (call.mu + au * u * (1.0 + au * iu)) * iu - u - u * iu * cu;
    const double ml = (call.mu + al * l * (1.0 + al * il)) * il - l - l * il * cl;
    call.upper_step[at] = mu;
    call.lower_step[at] = ml;
    call.primal[k] = std::max(call.primal[k], std::max(-cu * iu, -cl * il));
    const double inverse_product = 1.0 / (u * l);
    call.dual[k] =
        std::max(call.dual[k], std::max(-mu * l * inverse_product, -ml * u * inverse_product));
  }
};

/// Runs a stage on the points of a tile.
template <class Stage, bool is_inverse_root, bool is_curved>
void run_tile(const RowCall& call, int row, int tile, int from, int to) {
  const auto index = static_cast<std::size_t>(row);
  const auto tiles = static_cast<std::size_t>(num_tiles(call.num_points));
  if (call.selected[index * tiles + static_cast<std::size_t>(tile)] == 0) return;
  const std::size_t first = index * static_cast<std::size_t>(call.num_points);
  const double up = call.up[row];
  const double down = call.down[row];
#ifndef __clang__  // Which checks for overlaps instead, and warns of hints that it cannot follow.
#pragma GCC ivdep
#endif
  for (int k = from; k < to; ++k) {
    const std::size_t at = first + static_cast<std::size_t>(k);
    const Row values = row_at<is_inverse_root, is_curved>(call, at, k, up, down);
    Stage::run(call, at, k, values, up, down);
  }
}

struct Slacks {};

/// The least slack of a tile, by eight at once, selected or not.
template <bool is_inverse_root, bool is_curved>
void find_slack(const RowCall& call, int row, int tile, int from, int to) {
  const std::size_t first =
      static_cast<std::size_t>(row) * static_cast<std::size_t>(call.num_points);
  double least[8] = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
  for (int k = from; k < to; k += 8) {
    const int count = std::min(8, to - k);
    for (int i = 0; i < count; ++i) {
      const std::size_t at = first + static_cast<std::size_t>(k + i);
      const Row values =
          row_at<is_inverse_root, is_curved>(call, at, k + i, call.up[row], call.down[row]);
      const double slack = std::min(values.upper_slack, values.lower_slack) / values.bound;
      least[i] = slack > least[i] ? least[i] : slack;
    }
  }
  call.tile_slack[row * num_tiles(call.num_points) + tile] = *std::min_element(least, least + 8);
}

/// All tiles, those of the same points one after the other.
template <class Stage, bool is_inverse_root, bool is_curved>
void run_tiles(const RowCall& given) {
  const RowCall call = given;  // A copy that no store of the loop can be part of.
  for (int tile = 0, from = 0; from < call.num_points; from += kTilePoints, ++tile) {
    const int to = std::min(from + kTilePoints, call.num_points);
    for (int i = 0; i < call.num_rows; ++i) {
      if constexpr (std::is_same_v<Stage, Slacks>) {
        find_slack<is_inverse_root, is_curved>(call, i, tile, from, to);
      } else {
        run_tile<Stage, is_inverse_root, is_curved>(call, i, tile, from, to);
      }
    }
  }
}

template <class Stage>
void run_block(const RowCall& call) {
  if (call.is_curved) {
    call.is_inverse_root ? run_tiles<Stage, true, true>(call) : run_tiles<Stage, false, true>(call);
  } else {
    call.is_inverse_root ? run_tiles<Stage, true, false>(call)
                         : run_tiles<Stage, false, false>(call);
  }
}

}  // namespace

template <>
void run_rows<engine::InstructionSet::APPELL_ENGINE_SET>(RowStage stage, const RowCall& call) {
  switch (stage) {
    case RowStage::kFirstMultipliers:
      return run_block<FirstMultipliers>(call);
    case RowStage::kAssemble:
      return run_block<Assemble>(call);
    case RowStage::kPredict:
      return run_block<Predict>(call);
    case RowStage::kCorrect:
      return run_block<Correct>(call);
    case RowStage::kSlacks:
      return run_block<Slacks>(call);
  }
}

}  // namespace appell::planning
