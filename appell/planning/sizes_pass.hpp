#pragma once

#include <vector>

#include "appell/planning/sum_pass.hpp"

namespace appell::planning {

/// Sums of sizes, c = β - Σ_i √(x_i² + ε²), one slack per point: gradients change with the spline,
/// and second derivatives of -c are a part of Newton's matrix.
class SizesPass final : public SumPass {
 public:
  /// @param block  must outlive it.
  explicit SizesPass(const SumBlock& block);

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

  double multiplier(std::size_t k) const override { return multiplier_[k]; }
  double bound(std::size_t k) const override { return bound_[k]; }
  double use(std::size_t k) const override { return sum_[k] / bound_[k]; }

 private:
  /// Sets slack and gradient at a point.
  void evaluate(std::size_t k);
  struct TermValue {
    double x;
    Gradient by;
  };
  TermValue term(std::size_t at, std::size_t k) const;

  const SumBlock& block_;
  std::size_t size_;  ///< Number of points.
  PointValues y_, affine_, step_, sums_;
  std::vector<double> slack_, bound_, sum_, multiplier_, multiplier_step_, affine_product_;
  std::vector<Gradient> gradient_;
  std::vector<TermValue> terms_;  ///< [term * num_points + point]
};

}  // namespace appell::planning
