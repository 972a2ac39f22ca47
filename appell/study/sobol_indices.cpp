#include "appell/study/sobol_indices.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "appell/base/check.hpp"

namespace appell::study {
namespace {

bool all_finite(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

}  // namespace

IndexDesign::IndexDesign(Design design, std::uint64_t seed, long long num_rows, int num_dimensions,
                         std::vector<FactorRange> factors)
    : points_(design, seed, num_rows, 2 * num_dimensions), factors_(std::move(factors)) {
  std::vector<int> uses(num_dimensions, 0);
  for (const FactorRange& factor : factors_) {
    check(factor.first >= 0 && factor.count >= 1 && factor.first <= num_dimensions - factor.count,
          "IndexDesign: a factor has the dimensions ", factor.first, " to ",
          factor.first + factor.count - 1, "; need some of 0 to ", num_dimensions - 1, ".");
    for (int d = 0; d < factor.count; ++d) ++uses[factor.first + d];
  }
  check(!factors_.empty() && std::all_of(uses.begin(), uses.end(), [](int n) { return n == 1; }),
        "IndexDesign: each dimension must belong to one factor.");
}

void IndexDesign::point(long long i, std::span<double> scratch, std::span<double> out) const {
  const int dimensions = num_dimensions();
  check(std::ssize(out) == dimensions, "IndexDesign: room for ", out.size(), " coordinates; need ",
        dimensions, ".");
  check(i >= 0, "IndexDesign: point ", i, "; need at least 0.");
  points_.point(i / items_per_row(), scratch);
  const std::span<const double> a = scratch.first(dimensions), b = scratch.last(dimensions);
  const auto which = static_cast<int>(i % items_per_row());
  const std::span<const double> from = which == 1 ? b : a;
  std::copy(from.begin(), from.end(), out.begin());
  if (which < 2) return;
  const FactorRange& factor = factors_[which - 2];
  std::copy_n(b.begin() + factor.first, factor.count, out.begin() + factor.first);
}

SobolIndexSums::SobolIndexSums(int num_factors) : num_factors_(num_factors) {
  check(num_factors >= 1, "SobolIndexSums: ", num_factors, " factors; need at least one.");
  sums_.resize(2 * num_factors_);
  groups_.push_back({.ratios = std::vector<RatioSquares>(sums_.size())});
}

void SobolIndexSums::add(int which, double g, double v) {
  sums_[which] += g;
  RatioSquares& squares = groups_.back().ratios[which];
  squares.g2 += g * g;
  squares.gv += g * v;
}

void SobolIndexSums::end_group() {
  if (groups_.back().num_rows == 0) return;
  groups_.push_back({.ratios = std::vector<RatioSquares>(sums_.size())});
}

void SobolIndexSums::add_row(std::span<const double> values, double mean) {
  check(std::ssize(values) == num_factors_ + 2, "SobolIndexSums: a row of ", values.size(),
        " values; need ", num_factors_ + 2, ".");
  if (!all_finite(values)) return;
  ++num_rows_;
  ++groups_.back().num_rows;
  const double a = values[0] - mean, b = values[1] - mean;
  const double v = 0.5 * (a * a + b * b);
  mean_ += (0.5 * (values[0] + values[1]) - mean_) / static_cast<double>(num_rows_);
  v_ += v;
  groups_.back().v2 += v * v;
  for (int i = 0; i < num_factors_; ++i) {
    const double change = values[i + 2] - values[0];
    add(i, b * change, v);                            // Eq. (1)
    add(num_factors_ + i, 0.5 * change * change, v);  // Eq. (2)
  }
}

/// r = Σg/Σv. To first order its error is Σ(g - r v)/Σv: of independent rows of a group n variances
/// of g - r v. Of groups with the same draws deviations add up, at most.
Estimate SobolIndexSums::ratio(int which) const {
  const double r = sums_[which] / v_;
  double deviations = 0.0;
  for (const Group& group : groups_) {
    const RatioSquares& of = group.ratios[which];
    const double squares = of.g2 - 2.0 * r * of.gv + r * r * group.v2;
    deviations += std::sqrt(std::max(squares, 0.0));
  }
  return {.value = r, .error = deviations / v_};
}

SobolIndices SobolIndexSums::indices() const {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  SobolIndices result{.mean = num_rows_ > 0 ? mean_ : kNone,
                      .variance = v_ / static_cast<double>(num_rows_),
                      .num_rows = num_rows_};
  const bool is_known = v_ > 0.0 && std::any_of(groups_.begin(), groups_.end(),
                                                [](const Group& one) { return one.num_rows > 1; });
  const Estimate none{.value = kNone, .error = kNone};
  for (int i = 0; i < num_factors_; ++i) {
    result.factors.push_back(
        {.first = is_known ? ratio(i) : none, .total = is_known ? ratio(num_factors_ + i) : none});
  }
  return result;
}

}  // namespace appell::study
