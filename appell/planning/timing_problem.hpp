#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

/// The timing of a path as a problem of optimization, without robots: a spline α(u) > 0 of degree 2
/// that makes ∫ α^(-1/2) du least while rows of limits hold at points (docs/retime.md).
namespace appell::planning {

/// A point of the grid: a part, 0 to 1, of an interval between two knots.
struct GridPoint {
  int interval;
  double part;
  double weight;  ///< In the integral of the time, by Simpson's rule; zero: it counts elsewhere.
};

/// α, α' and α'' in the middle of an interval, or what belongs to them: a step, a gradient. In an
/// interval α is a polynomial of degree 2, so that these three say all.
using MiddleValues = std::array<double, 3>;
/// Of all intervals.
using SplineValues = std::vector<MiddleValues>;

/// An interval of the spline: its MiddleValues are sums over three coefficients.
struct SplineInterval {
  int first = 0;  ///< Of the three coefficients.
  double length = 0.0;
  std::array<double, 9> basis{};  ///< Of α, then of α', then of α''.

  /// Adds to all coefficients what belongs to these three, from what belongs to the values.
  void scatter(const MiddleValues& z, std::span<double> x) const;
};

/// Terms of rows that are no sums of α, α' and α'': friction.
class CurvedTerms {
 public:
  CurvedTerms() = default;
  CurvedTerms(const CurvedTerms&) = delete;
  CurvedTerms& operator=(const CurvedTerms&) = delete;
  virtual ~CurvedTerms() = default;

  virtual bool has_term(std::size_t row) const = 0;
  /// F(α, α') of a row at a point, and its derivatives.
  struct Term {
    double value, by_alpha, by_slope;
  };
  virtual Term term(std::size_t row, std::size_t point, double alpha, double slope) const = 0;
  /// Makes the limit of a row stricter at a point.
  virtual void tighten(std::size_t row, std::size_t point, double factor) = 0;
  /// Another unit of time, in s.
  virtual void set_unit(double unit) = 0;
};

/// The bound β of a row: 1 (limits of acceleration and torque) or α^(-1/2) (jerk, torque rate,
/// power, each divided by α^(1/2)).
enum class Bound { kConstant, kInverseRoot };

/// Terms v = r0 α + r1 α' + r2 α'' + r + F(α, α') at the same points, and their bound.
struct TermBlock {
  Bound bound = Bound::kConstant;
  std::vector<GridPoint> points;
  std::vector<double> r0, r1, r2, r;    ///< Of a term at a point: [term * points.size() + point].
  std::shared_ptr<CurvedTerms> curved;  ///< F; null: no term has any.

  std::size_t num_terms() const { return r0.size() / points.size(); }
  std::size_t at(std::size_t term, std::size_t point) const { return term * points.size() + point; }
  /// β
  double bound_at(double alpha) const;
  bool has_curved(std::size_t term) const { return curved != nullptr && curved->has_term(term); }
  /// What is left of a term without α' and α''.
  double rest(std::size_t term, std::size_t point, double alpha) const;
  /// A term at a point times a factor.
  void scale(std::size_t term, std::size_t point, double factor);
};

/// Rows, each between two ends:
///
///   -down β <= v <= up β                                                                      (1)
struct RowBlock : TermBlock {
  std::vector<double> top;       ///< Of each point: the largest α.
  std::vector<double> up, down;  ///< Of each row.
};

/// Limits of what several terms x_i have in common:
///
///   √(Σ_i x_i²) <= β         size of a vector: acceleration and jerk of the end effector     (2)
///   Σ_i |x_i| <= β           sum of sizes: the total power                                   (3)
///
/// Terms of a vector are linear.
struct SumBlock : TermBlock {
  enum class Kind { kVector, kSizes };
  Kind kind = Kind::kVector;
};

/// Coefficients that are given: α on the first and on the last interval, where the speed at an end
/// is; zero: it is free.
struct FixedEnds {
  double start = 0.0;
  double end = 0.0;
};

struct TimingProblem {
  int num_coefficients = 0;
  std::vector<SplineInterval> intervals;
  std::vector<RowBlock> blocks;
  std::vector<SumBlock> sums;
  FixedEnds fixed;

  /// Of the spline with these coefficients.
  SplineValues values(std::span<const double> x) const;
  /// What belongs to the coefficients, from what belongs to the values: the transpose of values().
  std::vector<double> gathered(const SplineValues& values) const;
};

}  // namespace appell::planning
