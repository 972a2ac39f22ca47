#include "appell/record/clock.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/record/repeated_rows.hpp"

namespace appell::record {

ClockSteps clock_steps(const Recording& recording, const std::vector<std::vector<double>>& rates,
                       std::span<const double> noise) {
  const std::size_t num_rows = recording.times.size();
  ClockSteps steps;
  for (std::size_t i = 0; i + 1 < num_rows; ++i) {
    double product = 0.0, square = 0.0, variance = 0.0;
    for (std::size_t j = 0; j < recording.position.size(); ++j) {
      const double rate = 0.5 * (rates[j][i] + rates[j][i + 1]);
      product += rate * (recording.position[j][i + 1] - recording.position[j][i]);
      square += rate * rate;
      variance += 2.0 * rate * rate * noise[j] * noise[j];
    }
    const double stamp = recording.times[i + 1] - recording.times[i];
    // Where noise moves it by less than a tenth of the step itself.
    const bool is_seen = std::sqrt(variance) < 0.1 * stamp * square;
    steps.is_seen.push_back(is_seen);
    steps.seconds.push_back(is_seen ? product / square : stamp);
  }
  return steps;
}

Clock recognise_clock(const Recording& recording, const ClockSteps& steps) {
  std::vector<double> seen, stamps;
  for (std::size_t i = 0; i < steps.seconds.size(); ++i) {
    if (!steps.is_seen[i]) continue;
    seen.push_back(steps.seconds[i]);
    stamps.push_back(recording.times[i + 1] - recording.times[i]);
  }
  if (seen.size() < 100) return {};
  std::vector<double> sorted = seen;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  double cycle = *middle;  // Most steps are one cycle; then the mean of those that are.
  if (cycle <= 0.0) return {};
  double sum = 0.0;
  std::size_t count = 0;
  for (const double step : seen) {
    if (std::abs(step / cycle - 1.0) > 0.3) continue;
    sum += step;
    ++count;
  }
  cycle = sum / static_cast<double>(count);
  Clock clock;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const auto off = [cycle](double step) { return step / cycle - std::round(step / cycle); };
    clock.off_cycles += off(seen[i]) * off(seen[i]);
    clock.off_stamps += off(stamps[i]) * off(stamps[i]);
    const double whole = std::round(seen[i] / cycle);
    clock.lost += whole >= 2.0 ? 1.0 : 0.0;
    clock.repeated += whole <= 0.0 ? 1.0 : 0.0;
  }
  const auto rows = static_cast<double>(seen.size());
  clock.off_cycles = std::sqrt(clock.off_cycles / rows);
  clock.off_stamps = std::sqrt(clock.off_stamps / rows);
  clock.lost /= rows;
  clock.repeated /= rows;
  constexpr double kWhole = 0.1;
  if (clock.off_cycles < kWhole && clock.off_stamps > kWhole) clock.cycle = cycle;
  return clock;
}

Recording on_clock(const Recording& recording, const ClockSteps& steps, double cycle) {
  check(cycle > 0.0 && std::isfinite(cycle), "on_clock: the cycle is ", cycle,
        " s; it must be positive.");
  Recording result = recording;
  std::vector<std::size_t> left_out;
  double t = recording.times.front();
  double owed = 0.0;  // What rounding took from steps that only the stamps show.
  for (std::size_t i = 0; i < steps.seconds.size(); ++i) {
    const double wanted = steps.seconds[i] / cycle + (steps.is_seen[i] ? 0.0 : owed);
    // That a row is no cycle after the one before only the motion can tell.
    const double whole = std::max(steps.is_seen[i] ? 0.0 : 1.0, std::round(wanted));
    if (!steps.is_seen[i]) owed = wanted - whole;
    if (whole == 0.0) left_out.push_back(i + 1);
    t += whole * cycle;
    result.times[i + 1] = t;
  }
  check(2 * left_out.size() < recording.times.size(), "on_clock: with cycles of ", cycle, " s ",
        left_out.size(), " of ", recording.times.size(),
        " rows are no cycle after the one before; the cycle must be shorter.");
  return without_rows(result, left_out);
}

}  // namespace appell::record
