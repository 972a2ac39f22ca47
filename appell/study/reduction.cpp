#include "appell/study/reduction.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "appell/base/check.hpp"
#include "appell/study/statistics.hpp"

namespace appell::study {
namespace {

using Kind = Reduction::Kind;

struct NamedKind {
  std::string_view name;
  Kind kind;
};
constexpr NamedKind kNamedKinds[]{
    {"max_abs", Kind::kMaxAbs}, {"max", Kind::kMax}, {"min", Kind::kMin},
    {"mean", Kind::kMean},      {"rms", Kind::kRms}, {"time_of_max_abs", Kind::kTimeOfMaxAbs}};

/// Of "q95" 0.95; none of other words.
std::optional<double> probability_of(std::string_view name) {
  if (name.size() < 2 || name.front() != 'q') return {};
  double percent = 0.0;
  const char* end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data() + 1, end, percent);
  const bool is_number = error == std::errc{} && stop == end;
  if (!is_number || !(percent >= 0.0 && percent <= 100.0)) return {};
  return percent / 100.0;
}

double max_abs(const engine::ColumnSums& sums) {
  return std::max(std::abs(sums.smallest), std::abs(sums.largest));
}

double of_sums(Kind kind, const engine::ColumnSums& sums, double n) {
  switch (kind) {
    case Kind::kMaxAbs:
      return max_abs(sums);
    case Kind::kMax:
      return sums.largest;
    case Kind::kMin:
      return sums.smallest;
    case Kind::kMean:
      return sums.sum / n;
    case Kind::kRms:
      return std::sqrt(sums.squares / n);
    case Kind::kQuantile:
    case Kind::kTimeOfMaxAbs:
      break;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

Reduction reduction_by_name(std::string_view name) {
  std::vector<std::string> names;
  for (const NamedKind& named : kNamedKinds) {
    if (named.name == name) return {.kind = named.kind, .name = std::string(name)};
    names.emplace_back(named.name);
  }
  if (const std::optional<double> probability = probability_of(name)) {
    return {.kind = Kind::kQuantile, .probability = *probability, .name = std::string(name)};
  }
  const std::string meant = suggestion(name, names);
  names.push_back("qNN (the quantile of NN %, from q0 to q100)");
  throw InvalidArgument(concat("no reduction is named '", one_line(std::string(name)), "'", meant,
                               "; there are ", comma_list(names), "."));
}

ColumnReducer::ColumnReducer(std::vector<Reduction> reductions, int num_columns)
    : reductions_(std::move(reductions)), kernel_(engine::column_kernel()) {
  check(!reductions_.empty(), "ColumnReducer: no reductions; name at least one.");
  check(num_columns >= 1, "ColumnReducer: ", num_columns, " columns; need at least one.");
  for (const Reduction& reduction : reductions_) {
    needs_times_ |= reduction.kind == Kind::kTimeOfMaxAbs;
    needs_samples_ |= reduction.kind == Kind::kQuantile;
  }
  columns_.resize(num_columns);
  lanes_.resize(columns_.size());
  begin();
}

void ColumnReducer::begin() {
  for (engine::ColumnLanes& lanes : lanes_) lanes.clear();
  for (Column& column : columns_) {
    column.count = 0;
    column.largest = -1.0;
    column.at = 0;
    column.samples.clear();
  }
}

void ColumnReducer::add(int index, std::span<const double> samples) {
  check(index >= 0 && index < num_columns(), "ColumnReducer: column ", index, " of ", num_columns(),
        "; need 0..", num_columns() - 1, ".");
  Column& column = columns_[index];
  check(column.count % kBlockUnit == 0, "ColumnReducer: a block that ends at sample ", column.count,
        " is not the last; need multiples of ", kBlockUnit, ".");
  if (samples.empty()) return;
  kernel_(samples.data(), samples.size(), lanes_[index]);
  if (needs_samples_) column.samples.insert(column.samples.end(), samples.begin(), samples.end());
  for (std::size_t i = 0; needs_times_ && i < samples.size(); ++i) {
    if (!(std::abs(samples[i]) > column.largest)) continue;
    column.largest = std::abs(samples[i]);
    column.at = column.count + i;
  }
  column.count += samples.size();
}

void ColumnReducer::finish(std::span<const double> factors, std::span<const double> times,
                           std::span<double> out) {
  const std::size_t width = reductions_.size();
  check(factors.size() == columns_.size() && out.size() == columns_.size() * width,
        "ColumnReducer: ", factors.size(), " factors and room for ", out.size(), " numbers; need ",
        columns_.size(), " and ", columns_.size() * width, ".");
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const std::size_t count = columns_[c].count;
    check(count > 0, "ColumnReducer: column ", c, " has no samples, hence no reductions.");
    check(times.size() == count || (times.empty() && !needs_times_),
          "ColumnReducer: ", times.size(), " times of ", count, " samples; need as many.");
    finish_column(c, factors[c], times, out.subspan(c * width, width));
  }
}

void ColumnReducer::finish_column(std::size_t index, double factor, std::span<const double> times,
                                  std::span<double> out) {
  Column& column = columns_[index];
  const engine::ColumnSums sums = engine::joined(lanes_[index]);
  // Of infinite samples the sum may not be a number, their squares are.
  if (std::isnan(sums.squares)) {
    std::fill(out.begin(), out.end(), std::numeric_limits<double>::quiet_NaN());
    return;
  }
  for (double& x : column.samples) x += 0.0;  // -0 = 0, and one of them would be first.
  std::sort(column.samples.begin(), column.samples.end());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Reduction& reduction = reductions_[i];
    out[i] = reduction.kind == Kind::kTimeOfMaxAbs ? times[column.at]
             : reduction.kind == Kind::kQuantile
                 ? factor * quantile_of_sorted(column.samples, reduction.probability)
                 : factor * of_sums(reduction.kind, sums, static_cast<double>(column.count));
  }
}

}  // namespace appell::study
