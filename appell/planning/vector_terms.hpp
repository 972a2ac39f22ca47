#pragma once

#include <vector>

#include "appell/planning/timing_problem.hpp"

namespace appell::planning {

/// Limits of the size of a vector v, the jerk of the end effector divided by √α. Its component
/// along the path takes u''', those across it do not:
///
///   |v| <= β  is  ±v_t + D <= β,   D = β - √(β² - |v_n|²),   v_n = a α + b α',   β = α^(-1/2)  (1)
///
/// two rows, of which D is the curved term. Beyond |v_n| = β, D is above β, so that no v_t is
/// legal.
class VectorTerms final : public CurvedTerms {
 public:
  /// Adds a row: a and b, three components each, [component * num_points + point].
  void add_row(std::vector<double> a, std::vector<double> b);

  bool has_term(int) const override { return true; }
  Term term(int row, std::size_t point, double alpha, double slope) const override;
  std::array<double, 3> second(int row, std::size_t point, double alpha,
                               double slope) const override;
  void tighten(int row, std::size_t point, double factor) override;
  void set_unit(double unit) override;

 private:
  struct Row {
    std::vector<double> a, b;
  };
  /// |v_n|², half of its derivatives by α and α', half of its second derivatives.
  struct Across {
    double square, by_alpha, by_slope, h00, h01, h11;
  };
  Across across(int row, std::size_t point, double alpha, double slope) const;

  std::vector<Row> rows_;
  double unit_ = 1.0;
};

}  // namespace appell::planning
