#pragma once

#include <vector>

#include "appell/planning/limit_pass.hpp"

namespace appell::planning {

/// Sums of sizes Σ |x_i| <= β. Each size has an unknown w_i of its own at each point:
///
///   c⁺ = w_i - x_i >= 0,    c⁻ = w_i + x_i >= 0,    c = β - Σ w_i >= 0                        (1)
///
/// so that nothing has a kink. With d = λ/c of each, D_i = d⁺ + d⁻, t_i = (d⁺ - d⁻)/D_i,
/// S = Σ 1/D_i and g = ∇β - Σ t_i ∇x_i, Newton's equations without the w_i are
///
///   matrix  Σ 4 d⁺ d⁻/D_i ∇x_i ∇x_iᵀ + d/(1 + d S) g gᵀ                                       (2)
///   right   Σ 2 (d⁺ r⁻ - d⁻ r⁺)/D_i ∇x_i + (r + d Σ (r⁺ + r⁻)/D_i)/(1 + d S) g                (3)
///
/// for right sides r⁺ ∇c⁺ + r⁻ ∇c⁻ + r ∇c, and the slacks change by
///
///   dc = (g·dx - Σ (r⁺ + r⁻ - r)/D_i)/(1 + d S),    v_i = (r⁺ + r⁻ - r + d dc)/D_i
///   dc⁺ = v_i - 2 d⁻/D_i dx_i,    dc⁻ = v_i + 2 d⁺/D_i dx_i,    dw_i = v_i + t_i dx_i (4)
///
/// The first multipliers have λ⁺ + λ⁻ = λ of all i, and every step keeps that.
class SizesPass final : public SumPass {
 public:
  /// @param block, intervals  must outlive it.
  SizesPass(const SumBlock& block, const std::vector<SplineInterval>& intervals);

  void copy_rows() override { has_sizes_ = false; }
  double num_limits() const override { return static_cast<double>(size_ + 2 * terms_.size()); }
  bool must_try() const override { return block_.curved != nullptr; }
  void try_step(const CorrectorStep& step, double part) override;
  double set_spline(const SplineValues& spline) override;
  double least_slack() override;
  void start(double mu) override;
  void assemble(NewtonEquations& equations) override;
  void predict(const NewtonEquations& equations, PredictorStep& predictor) override;
  void correct(const PredictorStep& predictor, CorrectorStep& corrector) override;
  void take_step(const CorrectorStep& step, double dual) override;

  double multiplier(std::size_t k) const override { return sums_[k].c.multiplier; }
  double bound(std::size_t k) const override { return sums_[k].bound; }
  double use(std::size_t k) const override { return sums_[k].sizes / sums_[k].bound; }

 private:
  /// One of the slacks of (1).
  struct Slack {
    double value = 0.0;
    double multiplier = 0.0;
    double change = 0.0;           ///< By the last step that was found.
    double multiplier_step = 0.0;  ///< Likewise.
    double product = 0.0;          ///< Of both, by the predictor.

    double ratio() const { return multiplier / value; }  ///< d
    /// r of (3).
    double right(double mu) const { return (mu - product) / value; }
    void set_change(double dc, double r, Prediction& result);
    void take_step(double dual) { multiplier += dual * multiplier_step; }
  };
  struct Term {
    double x = 0.0;
    Gradient by{};
    double w = 0.0;
    double w_before = 0.0;  ///< Where the step begins.
    double w_step = 0.0;
    Slack up, down;

    double sum() const { return up.ratio() + down.ratio(); }             ///< D
    double side() const { return (up.ratio() - down.ratio()) / sum(); }  ///< t
  };
  struct Sum {
    double bound = 0.0;        ///< β
    double bound_slope = 0.0;  ///< dβ/dα
    double sizes = 0.0;        ///< Σ |x_i|
    double inverse = 0.0;      ///< S
    Gradient by{};             ///< g
    Slack c;
  };
  void set_term(std::size_t at, std::size_t k);
  void set_slacks(std::size_t k);
  /// Right sides of (3), per slack.
  template <class RightOf>
  void add_right(const RightOf& right_of, SplineValues& sums);
  /// The step of the predictor has no right sides.
  enum class Right { kNone, kCentring };
  void change_point(Right right, double mu, std::size_t k, Prediction& result);

  const SumBlock& block_;
  std::size_t size_;        ///< Number of points.
  bool has_sizes_ = false;  ///< Whether the w_i are set.
  PointValues y_, step_, gathered_;
  std::vector<Sum> sums_;
  std::vector<Term> terms_;  ///< [term * num_points + point]
};

}  // namespace appell::planning
