#pragma once

#include <vector>

#include "appell/planning/limit_pass.hpp"

namespace appell::planning {

/// Limits of sizes of vectors and of sums of sizes, one slack each: their gradients change with the
/// spline, and their own second derivatives are a part of Newton's matrix.
class ConvexPass final : public LimitPass {
 public:
  /// @param block  must outlive it.
  explicit ConvexPass(const ConvexBlock& block);

  double num_limits() const override { return static_cast<double>(slack_.size()); }
  bool must_try() const override { return true; }
  double set_spline(std::span<const double> x) override;
  double least_slack() override;
  void set_first_multipliers(double mu) override;
  double assemble(BandedSolver& matrix, std::span<double> gradient, std::span<double> net) override;
  Prediction predict(std::span<const double> affine) override;
  void add_centring(double mu, std::span<double> right) override;
  Prediction correct(double mu, std::span<const double> step) override;
  void take_step(double dual) override;

  /// [row * num_points + point]
  const std::vector<double>& multipliers() const { return multiplier_; }
  double bound(std::size_t at) const { return bound_[at]; }  ///< β.
  /// Of each row and point: what is limited over its limit.
  double use(std::size_t at) const;
  const PointValues& spline() const { return y_; }

 private:
  struct Gradient {
    double v0, v1, v2;
  };
  /// Sets slack and gradient of one limit.
  void evaluate(std::size_t row, std::size_t k);
  static double dot(const Gradient& g, const PointValues& v, std::size_t k) {
    return g.v0 * v.v0[k] + g.v1 * v.v1[k] + g.v2 * v.v2[k];
  }
  /// Second derivatives of what is limited times a factor, added to the six of a point.
  void add_second(std::size_t row, std::size_t k, double factor, double (&h)[6]) const;
  std::size_t term_index(std::size_t row, std::size_t term, std::size_t k) const;
  double term(std::size_t at, std::size_t k) const;

  const ConvexBlock& block_;
  std::size_t size_;  ///< Number of points.
  PointValues y_, affine_, step_, sums_;
  std::vector<double> slack_, bound_, size_of_, multiplier_, multiplier_step_, affine_product_;
  std::vector<Gradient> gradient_;
};

}  // namespace appell::planning
