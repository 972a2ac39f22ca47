#include "appell/io/recording_units.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/text.hpp"

namespace appell::io {
namespace {

/// The largest |Δq/Δt| from row to row but for one row in a hundred, which may be an outlier.
double usual_peak_speed(const std::vector<double>& times, const std::vector<double>& position) {
  std::vector<double> speeds;
  for (std::size_t i = 1; i < times.size(); ++i) {
    speeds.push_back(std::abs((position[i] - position[i - 1]) / (times[i] - times[i - 1])));
  }
  const auto at = speeds.begin() + static_cast<std::ptrdiff_t>((speeds.size() - 1) * 99 / 100);
  std::nth_element(speeds.begin(), at, speeds.end());
  return *at;
}

}  // namespace

std::vector<std::string> doubtful_units(const record::Recording& recording,
                                        const model::Model& model) {
  constexpr double kFarOff = 1e3;
  constexpr double kMovesAtAll = 0.02;  // rad or m: less is noise of a robot that stands.
  constexpr double kDegreesOfRadian = 57.29577951308232;
  constexpr double kMoreThanATurn = 7.0;
  double slowest_share = 0.0, fastest_share = 0.0, largest = 0.0;
  bool has_speed = false, is_beyond = false, fits_as_degrees = true;
  for (const model::Coordinate& coordinate : model.coordinates()) {
    const auto at = std::find(recording.joints.begin(), recording.joints.end(), coordinate.name);
    if (at == recording.joints.end() || recording.times.size() < 2) continue;
    const auto& q = recording.position[at - recording.joints.begin()];
    const auto [low, high] = std::minmax_element(q.begin(), q.end());
    const model::Limits& limits = coordinate.limits;
    if (*high - *low > kMovesAtAll && std::isfinite(limits.velocity) && limits.velocity > 0.0) {
      const double share = usual_peak_speed(recording.times, q) / limits.velocity;
      slowest_share = has_speed ? std::max(slowest_share, share) : share;
      fastest_share = has_speed ? std::min(fastest_share, share) : share;
      has_speed = true;
    }
    if (!std::isfinite(limits.lower) || !std::isfinite(limits.upper)) continue;
    const double room = 0.05 * (limits.upper - limits.lower);
    largest = std::max({largest, std::abs(*low), std::abs(*high)});
    is_beyond = is_beyond || *low < limits.lower - room || *high > limits.upper + room;
    fits_as_degrees = fits_as_degrees && *low / kDegreesOfRadian > limits.lower - room &&
                      *high / kDegreesOfRadian < limits.upper + room;
  }
  std::vector<std::string> questions;
  if (has_speed && slowest_share < 1.0 / kFarOff) {
    questions.push_back(
        concat("no joint moves faster than ", short_text(slowest_share),
               " of its speed limit: is the time in milliseconds? Then give time_unit = \"ms\""));
  }
  if (has_speed && fastest_share > kFarOff) {
    questions.push_back(concat(
        "every joint moves at ", short_text(fastest_share),
        " times its speed limit or more: is the time in seconds? Then give time_unit = \"s\""));
  }
  if (is_beyond && fits_as_degrees && largest > kMoreThanATurn) {
    questions.emplace_back(
        "joints are beyond their limits: are the angles in degrees? Then give degrees = true");
  }
  return questions;
}

}  // namespace appell::io
