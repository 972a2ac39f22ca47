#pragma once

#include <span>
#include <vector>

#include "appell/base/types.hpp"

namespace appell::study {

/// Which of the numbers (or dimensions) of an item belong to one factor: `count` from `first` on.
struct FactorRange {
  int first = 0;
  int count = 1;
};

/// What linear regression says of one factor and one result.
struct FactorEffect {
  /// Of a factor with one number: Pearson's correlation coefficient, -1..1, of deviations from the
  /// means of their groups. Else NaN.
  double correlation = 0.0;
  /// Share of the result's variance that the best linear function of the factor's numbers explains,
  /// 0..1 (multiple correlation, squared). Of numbers that do nothing it is count/(n - 1) on
  /// average.
  double explained = 0.0;
  /// The same without what chance explains: about 0, below too, for numbers that do nothing.
  double adjusted = 0.0;
};

/// Correlation of results with factors, in one pass over the items in ascending order. Items are in
/// groups (a model with a motion), and what counts is the variation within them: that two motions
/// differ is no effect of a drawn number. Each group has a linear function of its own: a number
/// that raises a result along one motion and lowers it along another matters in both.
///
/// With the numbers x of a factor and a result y, S the sums of products of deviations from their
/// group's means, and sums over the groups, of n items each:
///
///   explained = Σ S_yx S_xx⁻¹ S_xy/Σ S_yy                                                      (1)
///   adjusted = 1 - Σ (S_yy - S_yx S_xx⁻¹ S_xy)(n - 1)/(n - 1 - count)/Σ S_yy                   (2)
///
/// For numbers that do nothing E[S_yx S_xx⁻¹ S_xy] is S_yy count/(n - 1) in every group, hence (2)
/// is 0 on average, whether or not groups have the same draws and similar results.
/// Numbers that do not vary, or depend on others of their factor, count as absent there; groups of
/// count + 1 items or fewer are left out. So is, for one result alone, a group in which some items
/// do not have it.
class FactorCorrelation {
 public:
  /// @throws InvalidArgument if a range is not within 0..num_numbers-1, or num_results < 1.
  FactorCorrelation(std::vector<FactorRange> factors, int num_numbers, int num_results);

  /// The next item. One with a number that is not finite, or without any result that is, is left
  /// out. A result that is not finite in an item has no part in the item's group.
  /// @throws InvalidArgument if a size is another.
  /// @note No heap allocation.
  void add(std::span<const double> numbers, std::span<const double> results);

  /// The group is complete; the next item begins another.
  void end_group();

  int num_factors() const { return static_cast<int>(factors_.size()); }
  /// Of all groups that are complete. NaN where the result or all numbers do not vary, or no group
  /// has more items than numbers and one, all with the result.
  FactorEffect effect(int factor, int result) const;

  /// Items of complete groups that counted.
  long long count() const { return count_; }

 private:
  /// Sums of products of one factor, in one group.
  struct Products {
    MatX within;   ///< S_xx
    MatX results;  ///< S_xy: [number][result]
  };
  /// Sums over groups, of one factor; vectors have an entry for each result.
  struct Sums {
    VecX explained;  ///< S_yx S_xx⁻¹ S_xy
    VecX residual;   ///< What is left of S_yy, as in (2).
    VecX squares;    ///< S_yy
    VecX products;   ///< S_xy of the first number.
    VecX within;     ///< S_xx of the first number.
    int rank = 0;    ///< Numbers that vary; the most of any group.
  };
  void add_group(const Products& group, Sums& sums) const;
  void clear_group();

  std::vector<FactorRange> factors_;
  long long count_ = 0;
  long long in_group_ = 0;
  VecX mean_numbers_, mean_results_;  ///< Of this group so far.
  VecX from_numbers_, from_results_;  ///< An item's deviations from the means before it.
  VecX group_squares_;                ///< S_yy of this group.
  VecX group_has_;                    ///< 1 where all its items so far have the result, else 0.
  std::vector<Products> group_;       ///< Of each factor.
  std::vector<Sums> all_;             ///< Likewise.
};

}  // namespace appell::study
