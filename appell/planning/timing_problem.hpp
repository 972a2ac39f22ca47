#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

/// The timing of a path as a problem of optimization, without robots: a spline α(u) > 0 of degree 2
/// that makes ∫ α^(-1/2) du least while rows of limits hold at points (docs/retime.md).
namespace appell::planning {

/// A place at which α, α' and α'' are wanted: they are sums over three coefficients that follow
/// each other.
struct SplinePoint {
  int first = 0;                  ///< Of the three coefficients.
  std::array<double, 9> basis{};  ///< Of α, then of α', then of α''.
  double weight = 0.0;            ///< Of the point in the integral of the time; may be zero.
};

/// Terms of rows that are no sums of α, α' and α'': those of friction, F(α, α').
class CurvedTerms {
 public:
  CurvedTerms() = default;
  CurvedTerms(const CurvedTerms&) = delete;
  CurvedTerms& operator=(const CurvedTerms&) = delete;
  virtual ~CurvedTerms() = default;
  /// Of one row at all points of its block: the term and its derivatives by α and α'.
  virtual void evaluate(int row, std::span<const double> alpha, std::span<const double> slope,
                        std::span<double> value, std::span<double> by_alpha,
                        std::span<double> by_slope) const = 0;
};

/// Rows that hold at the same points, each between two ends:
///
///   -down β <= r0 α + r1 α' + r2 α'' + r + F(α, α') <= up β                                   (1)
///
/// β = 1 (limits of acceleration and torque) or β = α^(-1/2) (jerk, torque rate, power, each
/// divided by α^(1/2)).
struct RowBlock {
  enum class Bound { kConstant, kInverseRoot };
  Bound bound = Bound::kConstant;
  std::vector<SplinePoint> points;
  std::vector<double> top;  ///< Of each point: the largest α.
  int num_rows = 0;
  std::vector<double> r0, r1, r2, r;  ///< Of a row at a point: [row * num_points() + point].
  std::vector<double> up, down;       ///< Of each row.
  std::shared_ptr<const CurvedTerms> curved;  ///< Null: no row has any.

  int num_points() const { return static_cast<int>(points.size()); }
};

/// Limits of what grows in all directions from zero, of terms x_i = r0_i α + r1_i α' + r2_i α'' +
/// r_i:
///
///   Σ_i x_i² <= β²                  size of a vector: acceleration and jerk of the end effector
///   (2) Σ_i √(x_i² + ε²) <= β           sum of sizes: total power, never below Σ |x_i| (3)
///
/// with β as in (1).
struct ConvexBlock {
  enum class Kind { kNorm, kSumOfSizes };
  Kind kind = Kind::kNorm;
  RowBlock::Bound bound = RowBlock::Bound::kConstant;
  std::vector<SplinePoint> points;
  int num_rows = 0;
  int num_terms = 3;  ///< Of each row.
  double epsilon = 0.0;
  std::vector<double> r0, r1, r2, r;  ///< [(row * num_terms + term) * num_points() + point]

  int num_points() const { return static_cast<int>(points.size()); }
};

/// Which coefficients are given: those of the first and the last interval, where the speed at an
/// end is.
struct FixedEnds {
  bool start = false;
  bool end = false;
};

struct TimingProblem {
  int num_coefficients = 0;
  std::vector<RowBlock> blocks;
  std::vector<ConvexBlock> convex;
  FixedEnds fixed;
};

}  // namespace appell::planning
