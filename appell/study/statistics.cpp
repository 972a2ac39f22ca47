#include "appell/study/statistics.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <set>

#include "appell/base/check.hpp"

namespace appell::study {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
constexpr int kBitsPerPass = 12;

/// Where the quantile of p lies between the sorted values.
struct SortedPlace {
  long long below = 0;
  double fraction = 0.0;
};

SortedPlace place_of(double p, long long count) {
  const double at = p * static_cast<double>(count - 1);
  const double below = std::min(std::floor(at), static_cast<double>(count - 1));
  return {.below = static_cast<long long>(below), .fraction = at - below};
}

double between(double a, double b, double fraction) {
  return fraction == 0.0 || a == b ? a : a + fraction * (b - a);
}

void check_probability(double p) {
  check(p >= 0.0 && p <= 1.0, "quantile: the probability is ", p, "; need 0 to 1.");
}

/// Bits in the order of the numbers: that of positive ones is theirs, that of negative ones is the
/// opposite. -0 is taken for 0.
std::uint64_t ordered_bits(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x + 0.0);
  return (bits >> 63) != 0 ? ~bits : bits | (std::uint64_t{1} << 63);
}

double number_of_ordered(std::uint64_t ordered) {
  const bool is_positive = (ordered >> 63) != 0;
  return std::bit_cast<double>(is_positive ? ordered & ~(std::uint64_t{1} << 63) : ~ordered);
}

}  // namespace

ColumnStatistics::ColumnStatistics(WorstEnd worst_end, int num_worst)
    : worst_end_(worst_end), min_(kUndefined), max_(kUndefined) {
  check(num_worst >= 0, "ColumnStatistics: ", num_worst, " worst items; need at least 0.");
  num_worst_ = num_worst;
  worst_.reserve(num_worst_ + 1);
}

void ColumnStatistics::add_number(double value) {
  ++count_;
  const double from_mean = value - mean_;
  mean_ += from_mean / static_cast<double>(count_);
  squares_ += from_mean * (value - mean_);
  if (!(value >= min_)) min_ = value;
  if (!(value <= max_)) max_ = value;
}

bool ColumnStatistics::is_worse(double a, double b) const {
  if (std::isnan(a) || std::isnan(b)) return !std::isnan(b);
  return worst_end_ == WorstEnd::kLargest ? a > b : a < b;
}

void ColumnStatistics::add(long long item, double value) {
  if (std::isnan(value)) {
    ++undefined_;
  } else {
    add_number(value);
  }
  if (worst_.size() == num_worst_ && (worst_.empty() || !is_worse(value, worst_.back().value))) {
    return;
  }
  const auto place = std::find_if(worst_.begin(), worst_.end(), [&](const RankedItem& other) {
    return is_worse(value, other.value);
  });
  worst_.insert(place, {.item = item, .value = value});
  if (worst_.size() > num_worst_) worst_.pop_back();
}

double ColumnStatistics::mean() const { return count_ == 0 ? kUndefined : mean_; }

double ColumnStatistics::sd() const {
  return count_ < 2 ? kUndefined : std::sqrt(squares_ / static_cast<double>(count_ - 1));
}

double quantile_of_sorted(std::span<const double> sorted, double p) {
  check(!sorted.empty(), "quantile_of_sorted: no values; need at least one.");
  check_probability(p);
  const SortedPlace place = place_of(p, std::ssize(sorted));
  const std::size_t below = place.below;
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return between(sorted[below], sorted[above], place.fraction);
}

namespace {

/// Puts at each of the ranks the value that sorting would put there: at the middle one first, which
/// parts the rest in two.
/// @param first  rank of the first value;  @param ranks  ascending, each once.
void place_ranks(std::span<double> values, std::size_t first, std::span<const std::size_t> ranks) {
  if (ranks.empty()) return;
  const std::size_t middle = ranks.size() / 2, at = ranks[middle] - first;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at), values.end());
  place_ranks(values.first(at), first, ranks.first(middle));
  place_ranks(values.subspan(at + 1), ranks[middle] + 1, ranks.subspan(middle + 1));
}

/// Sorts as far as quantile_of_sorted() will look.
void sort_at_quantiles(std::span<double> values, std::span<const double> probabilities) {
  if (values.empty()) return;
  std::set<std::size_t> ranks;
  for (const double p : probabilities) {
    const SortedPlace place = place_of(p, std::ssize(values));
    const std::size_t below = place.below;
    ranks.insert({below, std::min(below + 1, values.size() - 1)});
  }
  place_ranks(values, 0, std::vector<std::size_t>(ranks.begin(), ranks.end()));
}

}  // namespace

std::vector<double> quantiles_in_memory(std::span<double> values,
                                        std::span<const double> probabilities) {
  for (const double p : probabilities) check_probability(p);
  const auto end = std::remove_if(values.begin(), values.end(), [](double x) { return x != x; });
  const std::span<double> sorted(values.begin(), end);
  for (double& x : sorted) x += 0.0;  // -0 = 0, and one of them would be first.
  sort_at_quantiles(sorted, probabilities);
  std::vector<double> result;
  for (const double p : probabilities) {
    result.push_back(sorted.empty() ? kUndefined : quantile_of_sorted(sorted, p));
  }
  return result;
}

QuantileSelection::QuantileSelection(std::vector<double> probabilities)
    : probabilities_(std::move(probabilities)) {
  for (const double p : probabilities_) check_probability(p);
  targets_.resize(2 * probabilities_.size());
  share_counts();
}

void QuantileSelection::share_counts() {
  prefixes_.clear();
  for (const Target& target : targets_) prefixes_.push_back(target.prefix);
  std::sort(prefixes_.begin(), prefixes_.end());
  prefixes_.erase(std::unique(prefixes_.begin(), prefixes_.end()), prefixes_.end());
  counts_.assign(prefixes_.size(), std::vector<long long>(std::size_t{1} << kBitsPerPass, 0));
  for (Target& target : targets_) {
    const auto found = std::lower_bound(prefixes_.begin(), prefixes_.end(), target.prefix);
    target.counts = found - prefixes_.begin();
  }
}

void QuantileSelection::add(std::span<const double> values) {
  if (is_done()) return;
  const int next = std::max(bits_left_ - kBitsPerPass, 0);
  const std::uint64_t mask = (std::uint64_t{1} << (bits_left_ - next)) - 1;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    ++seen_;
    const std::uint64_t ordered = ordered_bits(value);
    const std::uint64_t prefix = bits_left_ == 64 ? 0 : ordered >> bits_left_;
    const auto found = std::lower_bound(prefixes_.begin(), prefixes_.end(), prefix);
    if (found == prefixes_.end() || *found != prefix) continue;
    ++counts_[found - prefixes_.begin()][(ordered >> next) & mask];
  }
}

void QuantileSelection::choose_ranks() {
  for (int i = 0; i < std::ssize(probabilities_) && count_ > 0; ++i) {
    const SortedPlace place = place_of(probabilities_[i], count_);
    targets_[2 * i].rank = place.below;
    targets_[2 * i + 1].rank = std::min(place.below + 1, count_ - 1);
  }
}

void QuantileSelection::end_pass() {
  if (is_done()) return;
  if (count_ < 0) {
    count_ = seen_;
    choose_ranks();
  }
  check(seen_ == count_, "QuantileSelection: a pass with ", seen_, " values; the first had ",
        count_, ".");
  seen_ = 0;
  const int next = std::max(bits_left_ - kBitsPerPass, 0);
  for (Target& target : targets_) {
    const std::vector<long long>& counts = counts_[target.counts];
    std::uint64_t digit = 0;
    while (count_ > 0 && target.rank >= counts[digit]) {
      target.rank -= counts[digit++];
    }
    target.prefix = (target.prefix << (bits_left_ - next)) | digit;
  }
  bits_left_ = count_ == 0 ? 0 : next;
  if (!is_done()) share_counts();
}

std::vector<double> QuantileSelection::quantiles() const {
  check(is_done(), "QuantileSelection: ", bits_left_,
        " bits are not known yet; make another pass.");
  std::vector<double> result;
  for (int i = 0; i < std::ssize(probabilities_); ++i) {
    const double a = number_of_ordered(targets_[2 * i].prefix);
    const double b = number_of_ordered(targets_[2 * i + 1].prefix);
    const double fraction = count_ > 0 ? place_of(probabilities_[i], count_).fraction : 0.0;
    result.push_back(count_ == 0 ? kUndefined : between(a, b, fraction));
  }
  return result;
}

Histogram::Histogram(double low, double high, int num_bins) : low_(low), high_(high) {
  check(std::isfinite(low) && std::isfinite(high) && low <= high, "Histogram: from ", low, " to ",
        high, "; need finite numbers, the lower first.");
  check(num_bins >= 1, "Histogram: ", num_bins, " bins; need at least one.");
  counts_.assign(num_bins, 0);
}

void Histogram::add(std::span<const double> values) {
  const double n = static_cast<double>(counts_.size());
  const double width = high_ - low_;
  for (const double value : values) {
    if (!(value >= low_ && value <= high_)) continue;
    const double at = width > 0.0 ? (value - low_) / width * n : 0.0;
    ++counts_[static_cast<int>(std::min(at, n - 1.0))];
  }
}

}  // namespace appell::study
