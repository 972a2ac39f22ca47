#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "appell/study/design.hpp"
#include "appell/study/factor_correlation.hpp"

namespace appell::study {

/// The points at which Sobol indices take the results.
///
/// From two independent points a and b of the cube, a row has k + 2 items: a, b, and for each of
/// the k factors the point a with that factor's coordinates from b. Item i of the design is number
/// i mod (k + 2) of row i div (k + 2).
class IndexDesign {
 public:
  /// @param num_rows  base draws.
  /// @param factors  their coordinates do not overlap and cover all dimensions.
  /// @throws InvalidArgument if that is not so, or as UnitPoints of twice as many dimensions does.
  IndexDesign(Design design, std::uint64_t seed, long long num_rows, int num_dimensions,
              std::vector<FactorRange> factors);

  int num_factors() const { return static_cast<int>(factors_.size()); }
  int items_per_row() const { return num_factors() + 2; }
  long long num_points() const { return points_.num_points() * items_per_row(); }
  int num_dimensions() const { return points_.num_dimensions() / 2; }

  /// @throws InvalidArgument as UnitPoints::point.
  /// @param scratch  2 num_dimensions() numbers.
  /// @note No heap allocation.
  void point(long long i, std::span<double> scratch, std::span<double> out) const;

 private:
  UnitPoints points_;  ///< Rows: a, then b.
  std::vector<FactorRange> factors_;
};

/// An estimated number and its standard error.
struct Estimate {
  double value = 0.0;
  double error = 0.0;
};

/// Indices of one factor for one result.
struct SobolIndex {
  Estimate first;  ///< Share of the variance that goes if the factor were known.
  Estimate total;  ///< Share that stays if all other factors were known.
};

/// Variance shares of every factor.
struct SobolIndices {
  double mean = 0.0;
  double variance = 0.0;
  long long num_rows = 0;           ///< That counted.
  std::vector<SobolIndex> factors;  ///< NaN if the result does not vary.
};

/// Sobol indices of one result, from its values at the items of an IndexDesign, row by row.
///
/// With f_a, f_b, f_i the values in a row, μ the mean of f_a and f_b and V their variance:
///
///   S_i = ⟨(f_b - μ)(f_i - f_a)⟩/V                                                            (1)
///   T_i = ⟨(f_a - f_i)²⟩/(2V)                                                                 (2)
///
/// (1) is Saltelli's (Comput. Phys. Commun. 181, 259, 2010) about the mean, which takes a large
/// mean out of the error; (2) is Jansen's (Comput. Phys. Commun. 117, 35, 1999). Standard errors
/// are those of the ratios by linearisation (docs/sweep.md), for independent rows; of Sobol's
/// sequence or a Latin hypercube rows are better than that. Estimates of small indices may be below
/// 0.
///
/// Rows with a value that is not finite are left out. Rows of several groups (a model with a
/// motion) have a mean each: then it is the variation within groups that is shared out. Groups have
/// the same draws, so their errors add up as if they were the same: where they are not, the error
/// is smaller than stated. Below two rows in every group nothing is known.
class SobolIndexSums {
 public:
  /// @throws InvalidArgument if num_factors < 1.
  explicit SobolIndexSums(int num_factors);

  /// The next row: f_a, f_b, and f_i for every factor; and μ of its group.
  /// @throws InvalidArgument if there are not num_factors + 2 values.
  /// @note No heap allocation.
  void add_row(std::span<const double> values, double mean);

  /// The group is complete; the next row begins another.
  void end_group();

  SobolIndices indices() const;

 private:
  /// Sums over the rows of a group of g², and of g times the row's share v of the variance; g is
  /// the numerator of a ratio.
  struct RatioSquares {
    double g2 = 0.0, gv = 0.0;
  };
  struct Group {
    long long num_rows = 0;
    double v2 = 0.0;
    std::vector<RatioSquares> ratios;  ///< As sums_.
  };
  void add(int which, double g, double v);
  Estimate ratio(int which) const;

  int num_factors_;
  long long num_rows_ = 0;
  double mean_ = 0.0;
  double v_ = 0.0;
  std::vector<double> sums_;   ///< Σ g of (1) for every factor, then of (2).
  std::vector<Group> groups_;  ///< The last one is not complete.
};

}  // namespace appell::study
