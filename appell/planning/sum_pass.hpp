#pragma once

#include <vector>

#include "appell/planning/limit_pass.hpp"

namespace appell::planning {

/// Sizes of vectors and sums of sizes, one slack per point: gradients change with the spline, and
/// second derivatives of the sums are a part of Newton's matrix.
class SumPass final : public LimitPass {
 public:
  /// @param block  must outlive it.
  explicit SumPass(const SumBlock& block);

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

  const std::vector<double>& multipliers() const { return multiplier_; }  ///< Of the points.
  double bound(std::size_t k) const { return bound_[k]; }                 ///< Right side.
  /// What is limited over its limit, at a point.
  double use(std::size_t k) const { return sum_[k] / bound_[k]; }

 private:
  struct Gradient {
    double v0, v1;
  };
  /// Sets slack and gradient at a point.
  void evaluate(std::size_t k);
  static double dot(const Gradient& g, const PointValues& v, std::size_t k) {
    return g.v0 * v.v0[k] + g.v1 * v.v1[k];
  }
  /// A term, and its derivatives by α and α'.
  struct TermValue {
    double x, by_alpha, by_slope;
  };
  TermValue term(std::size_t at, std::size_t k) const;
  /// Adds second derivatives times a factor to those by α twice, α and α', α' twice.
  void add_second(std::size_t k, double factor, double (&h)[6]) const;

  const SumBlock& block_;
  std::size_t size_;  ///< Number of points.
  PointValues y_, affine_, step_, sums_;
  std::vector<double> slack_, bound_, sum_, multiplier_, multiplier_step_, affine_product_;
  std::vector<Gradient> gradient_;
  std::vector<TermValue> terms_;  ///< [term * num_points + point]
};

}  // namespace appell::planning
