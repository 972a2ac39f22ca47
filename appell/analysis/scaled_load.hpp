#pragma once

#include <vector>

#include "appell/analysis/affine.hpp"

/// Not installed: how much of something affine forms allow at all states of a box.
namespace appell::analysis {

/// |a|: a itself or -a where its sign is known, else its largest size.
Affine magnitude_of(const Affine& a);

/// slack - s load >= 0 for all states, with slack and load as affine forms of the same symbols.
struct ScaledLoad {
  Affine slack;
  Affine load;  ///< >= 0
  Eigen::Index num_symbols;

  /// A lower bound of slack - s load, s >= 0; concave in s.
  double least(double s) const;

  /// The largest s up to `most` for which that is >= 0, from below; 0 if there is none.
  double largest_scale(double most) const;

  /// By how much each symbol matters at s, into `weight`.
  /// @return by how much what no symbol explains is more than what they do.
  double explain(double s, std::vector<double>& weight) const;
};

/// The symbol to halve: that with the largest weight; if `unexplained` is above zero, the widest of
/// those that have any. -1 if there is none.
int best_split(const std::vector<double>& weight, double unexplained,
               const std::vector<double>& widths);

}  // namespace appell::analysis
