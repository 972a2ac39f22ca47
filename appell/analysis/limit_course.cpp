#include "appell/analysis/limit_course.hpp"

#include <algorithm>
#include <cmath>

#include "appell/analysis/limit_series.hpp"

namespace appell::analysis {
namespace {

using model::MotionLimit;

constexpr std::size_t kInstantsAtOnce = 64;

/// Each time, and half way to the next one.
std::vector<double> with_middles(std::span<const double> times) {
  std::vector<double> all;
  for (std::size_t i = 0; i < times.size(); ++i) {
    all.push_back(times[i]);
    if (i + 1 < times.size()) all.push_back(0.5 * (times[i] + times[i + 1]));
  }
  return all;
}

/// Values at times with their middles: those at the times, or of an energy their integral.
std::vector<double> course_of(const MotionLimit& limit, std::span<const double> times,
                              const std::vector<double>& values) {
  std::vector<double> course;
  double energy = 0.0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    course.push_back(limit.is_integral() ? energy : values[2 * i]);
    if (i + 1 == times.size()) break;
    const double sum = values[2 * i] + 4.0 * values[2 * i + 1] + values[2 * i + 2];
    energy += (times[i + 1] - times[i]) / 6.0 * sum;
  }
  return course;
}

}  // namespace

std::vector<std::vector<double>> limit_courses(const model::Model& model,
                                               const trajectory::Trajectory& motion,
                                               const model::Frame& frame,
                                               const std::vector<MotionLimit>& limits,
                                               std::span<const double> times,
                                               const MotionLoads* loads) {
  int order = 0;
  for (const MotionLimit& limit : limits) order = std::max(order, limit.order);
  LimitSeries series(model, frame, limits, order, static_cast<int>(kInstantsAtOnce), loads);
  model::StateBlock states(model.num_coordinates(), series.state_order(),
                           static_cast<int>(kInstantsAtOnce));
  trajectory::TrajectoryCursor cursor(motion);
  std::vector<double> buffer(series.max_coefficients());
  const std::vector<double> all = with_middles(times);
  std::vector<std::vector<double>> values(limits.size());
  for (std::size_t begin = 0; begin < all.size(); begin += kInstantsAtOnce) {
    const std::size_t count = std::min(kInstantsAtOnce, all.size() - begin);
    cursor.sample(std::span(all).subspan(begin, count), states);
    series.compute(states);
    for (std::size_t l = 0; l < limits.size(); ++l) {
      for (std::size_t i = 0; i < count; ++i) {
        const double value = series.value(limits[l], static_cast<int>(i), buffer);
        // At the very instant where dry friction turns round it has no value: that before counts.
        const bool is_known = std::isfinite(value) || values[l].empty();
        values[l].push_back(is_known ? value : values[l].back());
      }
    }
  }
  std::vector<std::vector<double>> courses;
  for (std::size_t l = 0; l < limits.size(); ++l) {
    courses.push_back(course_of(limits[l], times, values[l]));
  }
  return courses;
}

}  // namespace appell::analysis
