#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace appell::study {

/// How the points of a study lie in the unit cube.
enum class Design {
  kGrid,            ///< Every combination of some values of each number.
  kLatinHypercube,  ///< Of n points, one in each n-th of every axis.
  kSobol,           ///< Sobol's sequence, scrambled: even in projections on few axes too.
  kRandom,          ///< Independent points.
};

/// Of "grid", "latin", "sobol", "random".
/// @throws InvalidArgument with these names.
Design design_by_name(std::string_view name);

/// Where the values of a number lie on its axis of a grid.
enum class GridPlacement {
  kMiddles,  ///< (i + 1/2)/n: one in each n-th. For lists of values and for normal numbers.
  kEnds,     ///< i/(n - 1): from 0 to 1, both included; 1/2 if there is one. For ranges.
};

/// One axis of a grid.
struct GridAxis {
  int count = 1;
  GridPlacement placement = GridPlacement::kMiddles;
};

/// Highest number of dimensions of Sobol's sequence.
inline constexpr int kMostSobolDimensions = 1024;

/// The points of a design in the unit cube. Point i follows from i alone (and from seed, design,
/// the number of points and of dimensions), in any order, by any number of threads.
///
/// Latin hypercube: coordinate d of point i is (π_d(i) + jitter)/n, π_d a permutation of 0..n-1
/// that is computed, not stored: four rounds of a Feistel network, walked until the value is below
/// n.
///
/// Sobol: the direction numbers of Joe and Kuo (SIAM J. Sci. Comput. 30, 2635, 2008, set D6), each
/// dimension multiplied by a random lower triangular matrix of bits and shifted by random bits
/// (Matoušek's linear scrambling): every point is uniform in the cube by itself, and any 2ᵏ
/// points from a multiple of 2ᵏ on keep the balance of the sequence. Fewest errors with 2ᵏ points.
class UnitPoints {
 public:
  /// A design but for kGrid.
  /// @throws InvalidArgument if num_points < 1 or beyond 2⁵⁰, num_dimensions < 0, `design` is
  /// kGrid,
  ///   or it is kSobol with more than kMostSobolDimensions dimensions.
  UnitPoints(Design design, std::uint64_t seed, long long num_points, int num_dimensions);

  /// The grid of all combinations, the last axis fastest. No seed: nothing in it is random.
  /// @throws InvalidArgument if a count is below 1, or there are more than 2⁵⁰ points.
  explicit UnitPoints(std::vector<GridAxis> axes);

  long long num_points() const { return num_points_; }
  int num_dimensions() const { return num_dimensions_; }

  /// Coordinates of point i: between 0 and 1, and neither of them except on a GridAxis with ends.
  /// @throws InvalidArgument if i is not in 0..num_points()-1 or `out` has not num_dimensions().
  /// @note No heap allocation. Some 10 ns per dimension; Latin hypercube some 40 ns.
  void point(long long i, std::span<double> out) const;

 private:
  void grid_point(long long i, std::span<double> out) const;
  void latin_point(std::uint64_t i, std::span<double> out) const;
  void sobol_point(std::uint64_t i, std::span<double> out) const;
  void random_point(std::uint64_t i, std::span<double> out) const;

  Design design_;
  std::uint64_t seed_ = 0;
  long long num_points_ = 1;
  int num_dimensions_ = 0;
  std::vector<GridAxis> axes_;             ///< Grid.
  std::vector<std::uint64_t> keys_;        ///< Latin hypercube: of each dimension's permutation.
  std::vector<std::uint64_t> directions_;  ///< Sobol: [bit of i][dimension], 52 bits, scrambled.
  std::vector<std::uint64_t> shifts_;      ///< Sobol: of each dimension.
};

/// A permutation of 0..n-1 that is computed: value of i under `key`.
/// @param n  1..2⁵⁰
/// @note O(1) on average, no heap allocation.
std::uint64_t permuted(std::uint64_t i, std::uint64_t n, std::uint64_t key);

}  // namespace appell::study
