#pragma once

#include <cstddef>

#include "appell/engine/instruction_set.hpp"

/// What the passes over the rows of a block read and write: the inner loops of the interior-point
/// method (docs/retime.md), compiled once per instruction set.
namespace appell::planning {

/// Values of the spline, or of a step of it, at the points of a block; or sums that belong to them.
struct PointTriple {
  double* v0;
  double* v1;
  double* v2;
};

/// The passes of an iteration.
enum class RowStage {
  kFirstMultipliers,  ///< λ = μ/c.
  kAssemble,          ///< The matrix of every point, Σ λ ∇c and Σ λ c.
  kPredict,           ///< What the step without centring does; right sides of the corrector.
  kCorrect,           ///< Steps of the multipliers, and how far all may go.
  kSlacks,            ///< The least slack of every tile in units of its bound, selected or not.
};

/// A row i at point k is r0 α + r1 α' + r2 α'' + r + F = v, with slacks c = up β - v, down β + v
/// and multipliers `upper`, `lower`. β is `bound`, -dβ/dα is `slope`. Arrays of rows are
/// [row][point].
struct RowCall {
  int num_rows;
  int num_points;
  bool is_inverse_root;  ///< Else β = 1, and there is no r2.
  bool is_curved;        ///< Whether there are F and its derivatives.
  const float *r0, *r1, *r2, *r;
  const double *up, *down;              ///< Of rows.
  const double *f, *f_alpha, *f_slope;  ///< F.
  const double *bound, *slope;          ///< Of points.
  PointTriple y;                        ///< The spline.
  PointTriple affine;                   ///< The step of the predictor.
  PointTriple step;                     ///< The step of the corrector.
  PointTriple net;                      ///< Σ λ ∇c; of the predictor Σ ∇c/c.
  PointTriple second;                   ///< Σ (dc dλ/c) ∇c of the predictor.
  double *h00, *h01, *h02, *h11, *h12, *h22;
  double *primal, *dual;  ///< Largest -dc/c and -dλ/λ.
  double *s1, *s2, *s3;   ///< Sums of products of slacks, multipliers and their steps.
  double *upper, *lower, *upper_step, *lower_step;
  double mu;
  const unsigned char* selected;  ///< [row][tile]: tiles that are passed over have 0.
  double* tile_slack;             ///< [row][tile]
};

/// So many points of a row are a tile: their sums stay in the nearest cache.
inline constexpr int kTilePoints = 64;
inline int num_tiles(int num_points) { return (num_points + kTilePoints - 1) / kTilePoints; }

template <engine::InstructionSet set>
void run_rows(RowStage stage, const RowCall& call);

/// By the widest instructions that the machine has.
void run_rows(RowStage stage, const RowCall& call);

}  // namespace appell::planning
