#include <algorithm>
#include <cmath>
#include <limits>

#include "appell/base/text.hpp"
#include "appell/planning/limit_rows.hpp"

namespace appell::planning {
namespace {

constexpr double kBeyond = 1.0 + 1e-9;  // Of a limit: rounding is not beyond.
constexpr double kSlightly = 1.001;     // Beyond it, six digits are enough.
constexpr double kNoSlope = 1e-12;      // A row that does not take α', relative to its limit.
constexpr double kNoEnd = std::numeric_limits<double>::infinity();

/// One end of a path, with the speed that is given there.
struct GivenEnd {
  const char* name;  ///< "start".
  double place;      ///< 0 or 1.
  double alpha;
};

/// What limits leave of α' there, and which of them.
struct SlopeRange {
  double low = -kNoEnd;
  double high = kNoEnd;
  int low_limit = -1;
  int high_limit = -1;

  void narrow(double a, double b, int limit) {
    if (std::min(a, b) > low) low = std::min(a, b), low_limit = limit;
    if (std::max(a, b) < high) high = std::max(a, b), high_limit = limit;
  }
};

/// Looks at the limits of first and second order at an end.
class EndCheck {
 public:
  EndCheck(const model::Model& model, const PathProblem& problem,
           const std::vector<PathLimit>& limits, const GivenEnd& end)
      : model_(model), problem_(problem), limits_(limits), end_(end) {}

  void run() {
    for (std::size_t b = 0; b < problem_.timing.blocks.size(); ++b) check_top(b);
    for (std::size_t b = 0; b < problem_.timing.blocks.size(); ++b) check_rows(b);
    for (std::size_t b = 0; b < problem_.timing.sums.size(); ++b) check_sum(b);
    if (range_.low <= range_.high + kNoSlope * std::abs(range_.high)) return;
    throw NoLegalTiming(concat("no acceleration at the ", end_.name, " keeps both ",
                               text_of(range_.low_limit), " and ", text_of(range_.high_limit),
                               " at ", end_.place,
                               " of the path with the velocity that is given there."));
  }

 private:
  std::string text_of(int index) const { return limit_text(model_, limits_[index].limit); }

  template <class Points>
  std::size_t point_of(const Points& points) const {
    return end_.place == 0.0 ? 0 : points.size() - 1;
  }

  /// @param use  what the velocity alone takes, in parts of the limit.
  [[noreturn]] void refuse(int limit, double use) const {
    throw NoLegalTiming(concat("the velocity that is given at the ", end_.name, " is beyond ",
                               text_of(limit), " at ", end_.place,
                               " of the path: ", use < kSlightly ? to_text(use) : short_text(use),
                               " times what it allows."));
  }

  /// Limits of first order.
  void check_top(std::size_t b) const {
    const RowBlock& block = problem_.timing.blocks[b];
    const std::size_t k = point_of(block.points);
    const double use = std::sqrt(end_.alpha / block.top[k]);
    if (problem_.top_limits[b][k] >= 0 && use > kBeyond) refuse(problem_.top_limits[b][k], use);
  }

  void check_rows(std::size_t b) {
    const RowBlock& block = problem_.timing.blocks[b];
    const std::size_t count = block.points.size();
    const std::size_t k = point_of(block.points);
    const double bound = block.bound_at(end_.alpha);
    for (std::size_t i = 0; i < block.num_terms(); ++i) {
      const auto first = block.r2.begin() + static_cast<long>(i * count);
      const bool takes_third =
          std::any_of(first, first + static_cast<long>(count), [](double r) { return r != 0.0; });
      if (takes_third) continue;
      const std::size_t at = i * count + k;
      const double rest = block.rest(i, k, end_.alpha);
      const int limit = problem_.row_limits[b][at];
      if (limit < 0) continue;
      const double up = block.up[i] * bound, down = block.down[i] * bound;
      if (std::abs(block.r1[at]) < kNoSlope) {
        if (rest > kBeyond * up) refuse(limit, rest / up);
        if (-rest > kBeyond * down) refuse(limit, -rest / down);
        continue;
      }
      range_.narrow((-down - rest) / block.r1[at], (up - rest) / block.r1[at], limit);
    }
  }

  /// The acceleration of the end effector: Σ (r0_i α + r1_i α')² <= 1.
  void check_sum(std::size_t b) {
    const SumBlock& block = problem_.timing.sums[b];
    const std::size_t k = point_of(block.points);
    const int index = problem_.sum_limits[b][k];
    if (index < 0) return;
    const model::MotionLimit& limit = limits_[index].limit;
    if (block.kind != SumBlock::Kind::kVector || limit.order != 2) return;
    double a = 0.0, half_b = 0.0, across = 0.0;
    for (std::size_t at = k; at < block.r0.size(); at += block.points.size()) {
      const double rest = block.r0[at] * end_.alpha;
      a += block.r1[at] * block.r1[at];
      half_b += block.r1[at] * rest;
      across += rest * rest;
    }
    const bool has_slope = a > kNoSlope * kNoSlope;
    if (has_slope) across -= half_b * half_b / a;  // What no acceleration along the path changes.
    if (across > kBeyond) refuse(index, std::sqrt(across));
    if (!has_slope) return;
    const double root = std::sqrt(std::max(0.0, 1.0 - across) / a);
    range_.narrow(-half_b / a - root, -half_b / a + root, index);
  }

  const model::Model& model_;
  const PathProblem& problem_;
  const std::vector<PathLimit>& limits_;
  GivenEnd end_;
  SlopeRange range_;
};

}  // namespace

void check_ends(const model::Model& model, const PathGrid& grid, const PathProblem& problem,
                const std::vector<PathLimit>& limits, const EndRates& rates) {
  const auto alpha = [&grid](double rate, double u) {
    const double w = rate / grid.grading.expand(u)[1];
    return w * w;
  };
  if (rates.start > 0.0) {
    EndCheck(model, problem, limits, {"start", 0.0, alpha(rates.start, 0.0)}).run();
  }
  if (rates.end > 0.0) EndCheck(model, problem, limits, {"end", 1.0, alpha(rates.end, 1.0)}).run();
}

}  // namespace appell::planning
