#pragma once

#include <vector>

#include "appell/planning/limit_pass.hpp"

namespace appell::planning {

/// Rows between two ends, and the largest α at each point.
class RowPass final : public LimitPass {
 public:
  /// @param block, intervals  must outlive it.
  RowPass(const RowBlock& block, const std::vector<SplineInterval>& intervals);

  void copy_rows() override;
  double set_spline(const SplineValues& spline) override;
  double least_slack() override;
  void select() override;
  void select_more(Which which, double mu) override;
  double num_limits() const override;
  bool must_try() const override { return is_curved() || num_selected_ < selected_.size(); }
  void start(double mu) override;
  void assemble(NewtonEquations& equations) override;
  void predict(const NewtonEquations& equations, PredictorStep& predictor) override;
  void correct(const PredictorStep& predictor, CorrectorStep& corrector) override;
  void take_step(const CorrectorStep& step, double dual) override;

  /// Multipliers of both ends of a row at a point, [row * number of points + point], and of
  /// the largest α.
  double upper(std::size_t at) const;
  double lower(std::size_t at) const;
  const std::vector<double>& of_top() const { return of_top_; }
  /// What is limited over the end that it is nearest to; after set_spline().
  double use(std::size_t at) const;
  const PointValues& spline() const { return y_; }

 private:
  // Slacks in units of their bounds from which on a tile does not count at first, and below which
  // it does later.
  static constexpr double kFar = 0.8;
  static constexpr double kNear = 0.7;

  void find_slacks();
  bool is_curved() const { return block_.curved != nullptr; }
  RowCall call(double mu);
  void run(RowStage stage, double mu = 0.0) { run_rows(stage, call(mu)); }
  /// Of the rows of a tile of points, the slack of those that count, far or not.
  double slack_of_nearest(std::size_t tile) const;
  /// Whether a row counts at a point.
  bool counts(std::size_t at) const;
  /// Of the multiplier of the largest α, by the predictor.
  double affine_top_step(std::size_t k) const;

  const RowBlock& block_;
  std::size_t size_;  ///< Number of points.
  PointValues y_, affine_, step_, net_, second_;
  std::vector<double> bound_, slope_;
  std::vector<double> f_, f_alpha_, f_slope_;
  std::vector<double> h00_, h01_, h02_, h11_, h12_, h22_;
  std::vector<double> primal_, dual_, s1_, s2_, s3_;
  /// Rows as the inner loops have them: half the memory to go through. What rounding does to a row
  /// is below 1e-7 of its limit, and the same in every iteration. (Multipliers need all digits: in
  /// the gradient they are second differences.)
  std::vector<float> r0_, r1_, r2_, r_;
  std::vector<double> upper_, lower_, upper_step_, lower_step_;
  std::vector<double> of_top_, top_step_;
  /// Of rows in tiles of points: whether they count, and their least slack.
  std::vector<unsigned char> selected_;
  std::vector<double> tile_slack_;
  bool has_slacks_ = false;  ///< Whether they are those of the spline.
  std::size_t num_selected_ = 0;
};

}  // namespace appell::planning
