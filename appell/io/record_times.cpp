#include "appell/io/record_times.hpp"

#include <algorithm>

#include "appell/base/text.hpp"

namespace appell::io {
namespace {

constexpr double kUnixSeconds = 1e8;  // 1973.

double median_step(const std::vector<double>& times) {
  std::vector<double> steps;
  for (std::size_t i = 1; i < times.size(); ++i) steps.push_back(times[i] - times[i - 1]);
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  return *middle;
}

double first_stamp(const NumberTable& table) {
  if (!table.origin) return table.times.front();
  return static_cast<double>(table.origin->whole) + table.origin->rest;
}

/// The unit where nobody says it.
TimeUnit found_unit(const NumberTable& table, const std::string& name,
                    std::vector<std::string>& notes) {
  constexpr std::size_t kFewRows = 20;  // A table by hand may have any step.
  const double first = first_stamp(table);
  const std::string_view ways = "; time_unit = UNIT says otherwise";
  if (const auto unit = time_unit_of_unix(first)) {
    notes.push_back(concat("time is taken for ", unit->name, " since 1970: the first stamp is ",
                           short_text(first), ways));
    return *unit;
  }
  if (name == "t" || table.times.size() < 2) return {};
  const double step = median_step(table.times);
  const TimeUnit unit =
      table.times.size() < kFewRows ? TimeUnit{} : time_unit_of_step(step, table.has_whole_times);
  notes.push_back(
      concat("time is taken for ", unit.name, ": the median step is ", short_text(step), ways));
  return unit;
}

}  // namespace

RecordTimes record_times(NumberTable& table, const std::string& name, const std::string& unit,
                         const std::optional<bool>& zero) {
  RecordTimes times;
  if (table.times.empty()) return times;
  const std::optional<TimeUnit> told = time_unit_named(unit);
  const TimeUnit taken = told ? *told : found_unit(table, name, times.notes);
  if (taken.per_second != 1.0) times.repairs.push_back(concat("time in ", taken.name));
  const double start = first_stamp(table) / taken.per_second;
  const bool is_zeroed = zero.value_or(start >= kUnixSeconds);
  const double shift = is_zeroed ? (table.origin ? 0.0 : -table.times.front())
                                 : (table.origin ? first_stamp(table) : 0.0);
  times.digit_step = table.time_step / taken.per_second;
  times.seconds = std::move(table.times);
  if (shift != 0.0 || taken.per_second != 1.0) {
    for (double& t : times.seconds) t = (t + shift) / taken.per_second;
  }
  if (is_zeroed && start != 0.0) {
    times.notes.push_back(
        concat("times are counted from the first stamp, ", std::to_string(start), " s"));
  }
  return times;
}

}  // namespace appell::io
