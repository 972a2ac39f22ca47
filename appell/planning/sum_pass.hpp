#pragma once

#include <array>
#include <memory>

#include "appell/planning/limit_pass.hpp"

namespace appell::planning {

/// What several terms have in common at each point of a SumBlock.
class SumPass : public LimitPass {
 public:
  /// Of the limit itself, at a point.
  virtual double multiplier(std::size_t k) const = 0;
  virtual double bound(std::size_t k) const = 0;  ///< β
  /// What is limited over its limit, at a point.
  virtual double use(std::size_t k) const = 0;

 protected:
  /// By α, α' and α''.
  using Gradient = std::array<double, 3>;
  static double dot(const Gradient& g, const PointValues& v, std::size_t k) {
    return g[0] * v.v0[k] + g[1] * v.v1[k] + g[2] * v.v2[k];
  }
  static void add_to(PointValues& sums, std::size_t k, double factor, const Gradient& g) {
    sums.v0[k] += factor * g[0];
    sums.v1[k] += factor * g[1];
    sums.v2[k] += factor * g[2];
  }
  /// Adds a factor times g gᵀ, as NewtonSums::add() takes it.
  static void add_square(double factor, const Gradient& g, double (&h)[6]) {
    h[0] += factor * g[0] * g[0];
    h[1] += factor * g[0] * g[1];
    h[2] += factor * g[0] * g[2];
    h[3] += factor * g[1] * g[1];
    h[4] += factor * g[1] * g[2];
    h[5] += factor * g[2] * g[2];
  }
};

/// @param block, intervals  must outlive it.
std::unique_ptr<SumPass> make_sum_pass(const SumBlock& block,
                                       const std::vector<SplineInterval>& intervals);

}  // namespace appell::planning
