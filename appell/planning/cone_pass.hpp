#pragma once

#include <vector>

#include "appell/planning/limit_pass.hpp"

namespace appell::planning {

/// Four numbers that belong to a cone: the first is to be as large as the others are together.
using ConeVector = std::array<double, 4>;

/// Sizes of vectors: at each point s = (β, x) is in the cone |x| <= β, and its multiplier z is in
/// the same cone. One number as multiplier would not do, as its gradient turns with x, which may
/// jump from one end of the limit to the other; z turns by itself. The steps are those of Nesterov
/// and Todd: with the symmetric W for which λ = W⁻¹ s = W z, and the product
/// a∘b = (aᵀb, a₀ b + b₀ a),
///
///   dz = -z - W⁻² ds + W⁻¹ u,    λ∘u = μ e - (W⁻¹ ds)∘(W dz) of the predictor                 (1)
///
/// which of scalars is that of all other limits.
class ConePass final : public SumPass {
 public:
  /// @param block  of linear terms; must outlive it, as must the intervals.
  ConePass(const SumBlock& block, const std::vector<SplineInterval>& intervals);

  double num_limits() const override { return static_cast<double>(size_); }
  /// Its steps keep |x| below the tangent of β.
  bool must_try() const override { return false; }
  double set_spline(const SplineValues& spline) override;
  double least_slack() override;
  void start(double mu) override;
  void assemble(NewtonEquations& equations) override;
  void predict(const NewtonEquations& equations, PredictorStep& predictor) override;
  void correct(const PredictorStep& predictor, CorrectorStep& corrector) override;
  void take_step(const CorrectorStep& step, double dual) override;

  double multiplier(std::size_t k) const override { return multiplier_[k][0]; }
  double bound(std::size_t k) const override { return value_[k][0]; }
  double use(std::size_t k) const override;

 private:
  /// W = η (w wᵀ-like matrix), of a point.
  struct Scaling {
    ConeVector w;
    double eta;
    /// W a, and W⁻¹ a.
    ConeVector times(const ConeVector& a) const;
    ConeVector divided(const ConeVector& a) const;
  };
  static Scaling scaling(const ConeVector& s, const ConeVector& z);
  /// Of s, by α, α' and α''.
  Gradient gradient(std::size_t component, std::size_t k) const;
  ConeVector change(const PointValues& step, std::size_t k) const;
  /// W⁻¹ u of (1), with a factor of the product of the predictor.
  ConeVector centring(double mu, double of_product, std::size_t k) const;
  void add_centring(double mu, double of_product, SplineValues& sums);

  const SumBlock& block_;
  std::size_t size_;  ///< Number of points.
  PointValues y_, steps_, sums_;
  std::vector<ConeVector> value_;       ///< s
  std::vector<ConeVector> multiplier_;  ///< z
  std::vector<ConeVector> multiplier_step_;
  std::vector<ConeVector> affine_product_;  ///< (W⁻¹ ds)∘(W dz)
  std::vector<Scaling> scaling_;
};

}  // namespace appell::planning
