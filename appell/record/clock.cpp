#include "appell/record/clock.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "appell/base/check.hpp"
#include "appell/record/noise_model.hpp"
#include "appell/record/repeated_rows.hpp"

namespace appell::record {

ClockSteps clock_steps(const Recording& recording, const std::vector<std::vector<double>>& rates,
                       std::span<const double> noise) {
  const std::size_t num_rows = recording.times.size();
  const double usual = usual_step(recording.times);
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
    const bool is_seen =
        stamp < kHole * usual && std::sqrt(variance) < 0.1 * stamp * square && product >= 0.0;
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
    const double whole = std::round(seen[i] / cycle);
    clock.off_cycles += std::pow(seen[i] / cycle - whole, 2);
    clock.off_stamps += std::pow(stamps[i] / cycle - whole, 2);
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

double step_deviation(const Recording& recording) {
  const double usual = usual_step(recording.times);
  double squares = 0.0, count = 0.0;
  for (std::size_t i = 1; i < recording.times.size(); ++i) {
    const double step = recording.times[i] - recording.times[i - 1];
    if (step > kHole * usual) continue;
    const double off = step - usual * std::max(1.0, std::round(step / usual));
    squares += off * off;
    ++count;
  }
  const double deviation = std::sqrt(squares / std::max(count, 1.0));
  return deviation < std::max(0.1 * recording.time_unit, 1e-5 * usual) ? 0.0 : deviation;
}

namespace {

/// Rows between which every row is either a change or a repetition in motion; [first, last].
struct Stretch {
  std::size_t first, last;
};

std::vector<Stretch> moving_stretches(const Recording& recording,
                                      const std::vector<bool>& is_repeated) {
  constexpr std::size_t kFewest = 20;
  const double hole = 2.5 * usual_step(recording.times);
  std::vector<Stretch> result;
  std::size_t first = 0;
  for (std::size_t i = 1; i <= recording.times.size(); ++i) {
    const bool goes_on = i < recording.times.size() &&
                         (is_repeated[i] || !is_like_the_row_before(recording.position, i)) &&
                         recording.times[i] - recording.times[i - 1] < hole;
    if (goes_on) continue;
    if (i - first >= kFewest) result.push_back({first, i - 1});
    first = i;
  }
  return result;
}

/// Time per change over all stretches, by least squares; 0 if there is none.
double time_per_change(const Recording& recording, const std::vector<bool>& is_repeated,
                       const std::vector<Stretch>& stretches) {
  double product = 0.0, square = 0.0;
  for (const Stretch& stretch : stretches) {
    double k = 0.0, sum_k = 0.0, sum_t = 0.0, sum_kt = 0.0, sum_kk = 0.0, count = 0.0;
    for (std::size_t i = stretch.first; i <= stretch.last; ++i) {
      if (i > stretch.first && !is_repeated[i]) ++k;
      const double t = recording.times[i] - recording.times[stretch.first];
      sum_k += k;
      sum_t += t;
      sum_kt += k * t;
      sum_kk += k * k;
      ++count;
    }
    product += sum_kt - sum_k * sum_t / count;
    square += sum_kk - sum_k * sum_k / count;
  }
  return square > 0.0 ? product / square : 0.0;
}

/// How late rows are at least and at most in a stretch, t - k cycle, beside its first row, s.
std::pair<double, double> lateness(const Recording& recording, const std::vector<bool>& is_repeated,
                                   const Stretch& stretch, double cycle) {
  double least = 0.0, most = 0.0, late = 0.0;
  for (std::size_t i = stretch.first + 1; i <= stretch.last; ++i) {
    late += recording.times[i] - recording.times[i - 1] - (is_repeated[i] ? 0.0 : cycle);
    if (is_repeated[i]) continue;
    least = std::min(least, late);
    most = std::max(most, late);
  }
  return {least, most};
}

/// A number of three digits if it is within some share of x; else x.
double rounded(double x, double share) {
  const double digit = std::pow(10.0, std::floor(std::log10(x)) - 2.0);
  const double round = std::round(x / digit) * digit;
  return std::abs(round - x) < share * x ? round : x;
}

}  // namespace

HeldClock held_clock(const Recording& recording, const std::vector<std::size_t>& repeated) {
  constexpr std::size_t kFewest = 5;
  if (repeated.size() < kFewest) return {};
  const std::size_t num_rows = recording.times.size();
  std::vector<bool> is_repeated(num_rows, false);
  for (const std::size_t i : repeated) is_repeated[i] = true;
  const double usual = usual_step(recording.times);
  const std::vector<Stretch> stretches = moving_stretches(recording, is_repeated);
  const double cycle = time_per_change(recording, is_repeated, stretches);
  if (!(cycle > usual)) return {};
  double good = 0.0, all = 0.0;
  std::size_t seen = 0;
  for (const Stretch& stretch : stretches) {
    const auto [least, most] = lateness(recording, is_repeated, stretch, cycle);
    const auto rows = static_cast<double>(stretch.last - stretch.first);
    all += rows;
    if (most - least > 1.3 * usual) continue;
    good += rows;
    for (std::size_t i = stretch.first; i <= stretch.last; ++i) seen += is_repeated[i] ? 1 : 0;
  }
  if (good < 0.9 * all || seen < kFewest) return {};
  HeldClock result;
  double late = 0.0;  // In cycles; where it does not move it stays within one.
  for (std::size_t i = 1; i < num_rows; ++i) {
    const double stamp = recording.times[i] - recording.times[i - 1];
    double whole = is_repeated[i] ? 0.0 : 1.0 + std::max(0.0, std::round((stamp - usual) / cycle));
    late += stamp / cycle - whole;
    if (late < -1.0 && whole > 0.0 && is_like_the_row_before(recording.position, i)) {
      late += whole;
      whole = 0.0;
    }
    late = std::clamp(late, -1.5, 1.5);
    result.steps.seconds.push_back(whole * cycle);
    result.steps.is_seen.push_back(true);
  }
  // The cycle is known to what the lateness of the first and the last beat leave of it.
  const double error = usual * std::max(1.0 / static_cast<double>(seen),
                                        0.3 / std::sqrt(static_cast<double>(num_rows)));
  result.cycle = rounded(cycle, error / duration_of(recording));
  if (result.cycle == cycle) result.error = error / std::sqrt(12.0);
  result.error = std::hypot(result.error, kOfExtremes * step_deviation(recording));
  for (double& step : result.steps.seconds) step *= result.cycle / cycle;
  return result;
}

namespace {

/// How many cycles every row is after the first one.
std::vector<double> cycles_of(const Recording& recording, const ClockSteps& steps, double cycle) {
  std::vector<double> cycles{0.0};
  double owed = 0.0;  // What rounding took from the stamps so far, in cycles.
  for (std::size_t i = 0; i < steps.seconds.size(); ++i) {
    const double stamp = (recording.times[i + 1] - recording.times[i]) / cycle;
    const double wanted = steps.is_seen[i] ? steps.seconds[i] / cycle : stamp + owed;
    // That a row is no cycle after the one before only the motion can tell, or an equal row.
    const bool may_repeat = steps.is_seen[i] || is_like_the_row_before(recording.position, i + 1);
    const double whole = std::max(may_repeat ? 0.0 : 1.0, std::round(wanted));
    owed = std::clamp(owed + stamp - whole, -1.0, 1.0);
    cycles.push_back(cycles.back() + whole);
  }
  return cycles;
}

}  // namespace

double fitted_cycle(const Recording& recording, const ClockSteps& steps, double cycle) {
  const std::vector<double> cycles = cycles_of(recording, steps, cycle);
  const auto count = static_cast<double>(cycles.size());
  const double middle = std::accumulate(cycles.begin(), cycles.end(), 0.0) / count;
  double product = 0.0, square = 0.0;
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    product += (cycles[i] - middle) * (recording.times[i] - recording.times.front());
    square += (cycles[i] - middle) * (cycles[i] - middle);
  }
  if (!(square > 0.0)) return cycle;
  return rounded(product / square, 1.0 / (cycles.back() + 1.0));
}

ClockSteps polled_steps(const Recording& recording, const ClockSteps& steps, double cycle) {
  constexpr int kPhases = 200;
  const std::vector<double>& times = recording.times;
  const auto cycles_until = [&](std::size_t i, double phase) {
    return std::floor((times[i] - times[0]) / cycle - phase);
  };
  double best = 0.0, least = -1.0;
  for (int k = 0; k < kPhases; ++k) {
    const double phase = (k + 0.5) / kPhases;
    double sum = 0.0;
    for (std::size_t i = 0; i < steps.seconds.size(); ++i) {
      if (!steps.is_seen[i]) continue;
      const double whole = cycles_until(i + 1, phase) - cycles_until(i, phase);
      sum += std::min(1.0, std::abs(whole - steps.seconds[i] / cycle));
    }
    if (least < 0.0 || sum < least) std::tie(best, least) = std::pair{phase, sum};
  }
  ClockSteps result = steps;
  for (std::size_t i = 0; i < steps.seconds.size(); ++i) {
    result.seconds[i] = cycle * (cycles_until(i + 1, best) - cycles_until(i, best));
    result.is_seen[i] = true;
  }
  return result;
}

RebuiltRecording on_clock(const Recording& recording, const ClockSteps& steps, double cycle,
                          Placement placement) {
  check(cycle > 0.0 && std::isfinite(cycle), "on_clock: the cycle is ", cycle,
        " s; it must be positive.");
  RebuiltRecording result{.recording = recording, .cycle = cycle, .left_out = {}, .lost = 0};
  const std::vector<double> cycles = cycles_of(recording, steps, cycle);
  std::vector<double>& times = result.recording.times;
  double sum = 0.0, least = 0.0, most = 0.0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double late = recording.times[i] - recording.times.front() - cycle * cycles[i];
    sum += late;
    least = std::min(least, late);
    if (i > 0 && cycles[i] == cycles[i - 1]) {
      result.left_out.push_back(i);
      continue;
    }
    most = std::max(most, late);
    if (i > 0) result.lost += static_cast<std::size_t>(cycles[i] - cycles[i - 1] - 1.0);
  }
  // What jitter does to the first and the last is the same, unless one is far too late.
  const double usual = usual_step(recording.times);
  if (step_deviation(recording) > 0.0 && most - least < 1.3 * usual) {
    least = 0.5 * (least + most - usual);
  }
  const double begin =
      recording.times.front() +
      (placement == Placement::kBefore ? least : sum / static_cast<double>(times.size()));
  for (std::size_t i = 0; i < times.size(); ++i) times[i] = begin + cycle * cycles[i];
  result.recording = without_rows(result.recording, result.left_out);
  return result;
}

bool is_as_long(const Recording& recording, const RebuiltRecording& rebuilt) {
  const double stamps = duration_of(recording);
  return 2 * rebuilt.left_out.size() < recording.times.size() &&
         std::abs(duration_of(rebuilt.recording) - stamps) <=
             std::max(5.0 * rebuilt.cycle, 0.01 * stamps);
}

}  // namespace appell::record
