#include "appell/analysis/limit_cover.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "appell/analysis/motion_seams.hpp"
#include "appell/base/error.hpp"
#include "appell/base/text.hpp"

namespace appell::analysis {
namespace {

using model::Limited;
using model::MotionLimit;
using Segment = TimeSegment;

constexpr int kCapacity = 64;         // Segments at once.
constexpr int kSegmentDegree = 10;    // D of eq. (1), or more for limits of high order:
constexpr int kAboveOrder = 8;        // so many terms beyond the derivative that is limited.
constexpr double kRemainder = 1e-10;  // Of the limit.
constexpr double kLeastHalf = 1e-12;  // Of the duration: then a remainder is an uncertainty,
constexpr std::size_t kMostSegments = 400000;  // and so it is beyond so many.
constexpr double kHopeless = 8.0;  // So many times as many: 8¹⁰ of the remainder would be left.
constexpr double kLongest = 1e-3;  // Of the duration.
constexpr double kMostMiss =
    1e-9;  // By which a polynomial may miss what it stands for; of the scale.
constexpr double kRounding = 1e-11;  // Likewise, of the sum of its terms.
// Where it is compared: not quite at the ends, beyond which another law may begin, or dry friction
// has the other sign.
constexpr std::array kPlaces{-1.0 + 1e-9, -0.5, 0.5, 1.0 - 1e-9};
constexpr double kLeastScale = 1e-7;  // Of the limit: what is attained may be nothing but rounding.
// Of figures, which have no limit: 1e-6 rad or m in all of the motion, under the forces that act.
constexpr double kLeastWay = 1e-6;

int degree_for(const std::vector<MotionLimit>& limits) {
  return std::max(kSegmentDegree, highest_order(limits) + kAboveOrder);
}

void split(const Segment& segment, int parts, std::vector<Segment>& open) {
  const double half = segment.half / parts;
  for (int i = 0; i < parts; ++i) {
    open.push_back({segment.middle - segment.half + (2 * i + 1) * half, half});
  }
}

void raise(LimitPeak& peak, const taylor::PolynomialPeak& found, const Segment& segment) {
  if (found.value <= peak.value) return;
  const bool is_inside = std::abs(found.at) < 1.0;
  peak = {found.value, segment.middle + segment.half * found.at, is_inside ? segment.half : 0.0};
}

void raise(LimitPeak& peak, std::span<const double> c, const Segment& segment) {
  double most = c[0];
  for (std::size_t k = 1; k < c.size(); ++k) most += std::abs(c[k]);
  if (most <= peak.value) return;  // Mostly.
  raise(peak, taylor::largest_value(c, -1.0, 1.0, 0.0, peak.value), segment);
}

/// Of several polynomials whose sizes add up: their sum, as long as none changes its sign.
std::span<const double> sum_by_signs(std::span<double> c, int count) {
  const std::size_t size = c.size() / static_cast<std::size_t>(count);
  const double first_sign = c[0] < 0.0 ? -1.0 : 1.0;
  for (std::size_t k = 0; k < size; ++k) c[k] *= first_sign;
  for (std::size_t first = size; first < c.size(); first += size) {
    const double sign = c[first] < 0.0 ? -1.0 : 1.0;
    for (std::size_t k = 0; k < size; ++k) c[k] += sign * c[first + k];
  }
  return c.first(size);
}

/// Of a polynomial, or of the sizes of several.
double value_of(const WatchedLimit& watched, std::span<const double> c, const LimitSeries& series,
                double s) {
  const auto count = static_cast<std::size_t>(series.num_polynomials(watched.limit));
  const std::size_t size = c.size() / count;
  double sum = 0.0;
  for (std::size_t first = 0; first < c.size(); first += size) {
    double value = 0.0;
    for (std::size_t k = size; k-- > 0;) value = value * s + c[first + k];
    sum += count == 1 ? value : std::abs(value);
  }
  return sum;
}

double sum_of_sizes(std::span<const double> c) {
  double sum = 0.0;
  for (const double x : c) sum += std::abs(x);
  return sum;
}

}  // namespace

double larger_end(const MotionLimit& limit) {
  double size = 0.0;
  for (const double end : {limit.low, limit.high}) {
    if (std::isfinite(end)) size = std::max(size, std::abs(end));
  }
  return size;
}

int highest_order(const std::vector<MotionLimit>& limits) {
  int order = 0;
  for (const MotionLimit& limit : limits) order = std::max(order, limit.order);
  return order;
}

std::vector<double> seams_of(const trajectory::Trajectory& motion, const MotionLoads* loads) {
  const bool is_moving = loads != nullptr && loads->laws;
  std::vector<double> all = motion_seams(motion, is_moving ? &*loads->laws : nullptr);
  all.insert(all.begin(), motion.range().start);
  all.push_back(motion.range().end);
  return all;
}

LimitCover::LimitCover(const model::Model& model, const trajectory::Trajectory& motion,
                       const model::Frame& frame, const std::vector<MotionLimit>& limits,
                       std::size_t num_figures, const CheckRequest& request)
    : motion_(motion),
      request_(request),
      cursor_(motion),
      series_(model, frame, limits, degree_for(limits), kCapacity, request.loads.get()),
      states_(model.num_coordinates(), series_.state_order(), kCapacity),
      low_series_(model, frame, limits, highest_order(limits), kCapacity, request.loads.get()),
      low_states_(model.num_coordinates(), low_series_.state_order(), kCapacity),
      c_(series_.max_coefficients()),
      seams_(seams_of(motion, request.loads.get())),
      latest_(std::max(std::abs(seams_.front()), std::abs(seams_.back()))) {
  for (const MotionLimit& limit : limits) {
    const double size = larger_end(limit);
    watched_.push_back({limit, LimitSeries::is_square(limit) ? size * size : size, {}, {}});
    if (limit.is_integral()) watched_.back().high = {0.0, motion.range().end, 0.0};
  }
  for (std::size_t i = limits.size() - num_figures; i < limits.size(); ++i) {
    watched_[i].is_figure = true;
  }
}

void LimitCover::run() {
  std::vector<Segment> pending;
  for (std::size_t i = 0; i + 1 < seams_.size(); ++i) {
    const double length = seams_[i + 1] - seams_[i];
    const double parts = std::ceil(length / (kLongest * motion_.range().duration()));
    split({0.5 * (seams_[i] + seams_[i + 1]), 0.5 * length}, std::max(1, static_cast<int>(parts)),
          pending);
  }
  for (const int j : series_.dry_coordinates()) rest_rates_.push_back(cursor_.rest_rate(j));
  dry_rates_.resize(rest_rates_.size());
  hopeless_parts_ = kHopeless * kMostSegments / static_cast<double>(pending.size());
  std::vector<Segment> open = open_segments(pending);
  check_hope(pending);
  hopeless_parts_ = std::numeric_limits<double>::infinity();
  while (!open.empty()) open = open_segments(open);
  find_reversals();
  std::sort(segments_.begin(), segments_.end(),
            [](const Segment& a, const Segment& b) { return a.middle < b.middle; });
  for (WatchedLimit& watched : watched_) {
    refine(watched, watched.high, 1.0);
    refine(watched, watched.low, -1.0);
  }
}

std::vector<Segment> LimitCover::open_segments(const std::vector<Segment>& segments) {
  std::vector<Segment> open;
  for (std::size_t begin = 0; begin < segments.size(); begin += kCapacity) {
    const std::size_t count = std::min<std::size_t>(kCapacity, segments.size() - begin);
    const std::span<const Segment> some(segments.data() + begin, count);
    take_values(some);
    times_.clear();
    for (const Segment& segment : some) times_.push_back(segment.middle);
    expand();
    for (std::size_t i = 0; i < count; ++i) judge(some[i], static_cast<int>(i), open);
    report();
  }
  return open;
}

void LimitCover::check_hope(const std::vector<Segment>& first) const {
  if (2 * num_hopeless_ <= first.size()) return;
  throw NumericalError(concat("check_motion: '", kind_name(hopeless_->limit),
                              "' changes too fast: of ", first.size(), " parts of the motion ",
                              num_hopeless_, " would have to be cut into more than ",
                              short_text(hopeless_parts_), " each; check a shorter part of it."));
}

void LimitCover::report() {
  const double share = std::min(1.0, covered_ / motion_.range().duration());
  if (request_.stop != nullptr && request_.stop->load()) {
    throw NumericalError(
        concat("check_motion: interrupted after ", std::round(100.0 * share), " % of the motion."));
  }
  if (request_.progress) request_.progress(share);
}

void LimitCover::expand() {
  cursor_.sample(times_, states_);
  series_.compute(states_);
}

void LimitCover::judge(const Segment& segment, int sample, std::vector<Segment>& open) {
  const bool is_least = segment.half <= kLeastHalf * motion_.range().duration() ||
                        segments_.size() + open.size() > kMostSegments;
  double parts = 1.0;
  bool is_hopeless = false;
  for (std::size_t w = 0; w < watched_.size(); ++w) {
    WatchedLimit& watched = watched_[w];
    const auto [rest, size] = remainder(watched, sample, segment.half);
    const double tolerance = kRemainder * scale_of(watched, size, sample);
    if (rest <= tolerance) continue;
    if (is_least && !std::isfinite(rest)) {  // A point of no length: its neighbours count.
      lose(watched, segment);
      return;
    }
    if (is_least) continue;
    const double power = 1.0 / (series_.degree() - watched.limit.order);
    parts = std::max(parts, std::isfinite(rest) ? 1.2 * std::pow(rest / tolerance, power) : 2.0);
    // The terms of a segment that is far too long are themselves far above what is attained.
    const double attained =
        scale_of(watched, largest_found(static_cast<std::size_t>(sample), w), sample);
    if (std::isfinite(rest) && std::pow(rest / (kRemainder * attained), power) > hopeless_parts_) {
      is_hopeless = true;
      if (hopeless_ == nullptr) hopeless_ = &watched;
    }
  }
  if (is_hopeless) ++num_hopeless_;
  if (parts > 1.0) {
    split(segment, static_cast<int>(std::clamp(std::ceil(parts), 2.0, 32.0)), open);
    return;
  }
  if (!is_least && split_at_reversal(segment, sample, open)) return;
  if (!is_least && !is_verified(sample, segment.half)) {
    split(segment, 2, open);
    return;
  }
  for (WatchedLimit& watched : watched_) note(watched, segment, sample);
  note_rates(segment, sample);
  segments_.push_back(segment);
  covered_ += 2.0 * segment.half;
}

double LimitCover::scale_of(const WatchedLimit& watched, double size, int sample) const {
  const double duration = motion_.range().duration();
  const double unit = watched.limit.is_integral() ? 1.0 / duration : 1.0;  // Polynomials of power.
  const double least = watched.is_figure
                           ? std::max(kLeastScale * largest_power_,
                                      kLeastWay * series_.sum_of_forces(sample) / duration)
                           : kLeastScale * unit * watched.size;
  return std::max({size, unit * watched.high.value, unit * watched.low.value, least});
}

void LimitCover::take_values(std::span<const Segment> segments) {
  const std::size_t count = segments.size();
  values_.resize(kPlaces.size() * watched_.size() * count);
  has_rest_.assign(kPlaces.size() * count, false);
  for (std::size_t place = 0; place < kPlaces.size(); ++place) {
    times_.clear();
    for (const Segment& segment : segments) {
      times_.push_back(segment.middle + kPlaces[place] * segment.half);
    }
    cursor_.sample(times_, low_states_);
    low_series_.compute(low_states_);
    for (std::size_t d = 0; d < rest_rates_.size(); ++d) {
      for (std::size_t i = 0; i < count; ++i) {
        const double rate = low_states_.rate(0, series_.dry_coordinates()[d], static_cast<int>(i));
        if (std::abs(rate) <= rest_rates_[d]) has_rest_[i * kPlaces.size() + place] = true;
      }
    }
    for (std::size_t w = 0; w < watched_.size(); ++w) {
      for (std::size_t i = 0; i < count; ++i) {
        const auto c = low_series_.polynomials(watched_[w].limit, static_cast<int>(i), 1.0, c_);
        values_[value_index(i, w, place)] = value_of(watched_[w], c, low_series_, 0.0);
      }
    }
  }
}

std::size_t LimitCover::value_index(std::size_t segment, std::size_t watched,
                                    std::size_t place) const {
  return (segment * watched_.size() + watched) * kPlaces.size() + place;
}

double LimitCover::largest_found(std::size_t segment, std::size_t watched) const {
  double largest = 0.0;
  for (std::size_t place = 0; place < kPlaces.size(); ++place) {
    largest = std::max(largest, std::abs(values_[value_index(segment, watched, place)]));
  }
  return largest;
}

bool LimitCover::is_verified(int sample, double half) {
  for (std::size_t w = 0; w < watched_.size(); ++w) {
    const WatchedLimit& watched = watched_[w];
    const std::span<const double> c = series_.polynomials(watched.limit, sample, half, c_);
    const double size = sum_of_sizes(c);
    // Times are rounded too, and steep functions feel that.
    const double steepness = static_cast<double>(c.size()) * size / half;
    const double bar = std::max(kMostMiss * scale_of(watched, size, sample), kRounding * size) +
                       4.0 * std::numeric_limits<double>::epsilon() * latest_ * steepness;
    for (std::size_t place = 0; place < kPlaces.size(); ++place) {
      // There dry friction is another than in the middle.
      if (has_rest_[static_cast<std::size_t>(sample) * kPlaces.size() + place]) continue;
      const double found = values_[value_index(static_cast<std::size_t>(sample), w, place)];
      if (std::abs(value_of(watched, c, series_, kPlaces[place]) - found) > bar) return false;
    }
  }
  return true;
}

LimitCover::Remainder LimitCover::remainder(const WatchedLimit& watched, int sample, double half) {
  const std::span<const double> all = series_.polynomials(watched.limit, sample, half, c_);
  const Remainder whole{last_terms(watched, all), sum_of_sizes(all)};
  const auto [lowest, highest] = LimitSeries::powers_of_speed(watched.limit);
  if (lowest == highest || !std::isfinite(whole.rest)) return whole;
  const auto inertia = series_.part(watched.limit, highest, sample, half, c_);
  return {std::max(whole.rest, last_terms(watched, inertia)), whole.size};
}

double LimitCover::last_terms(const WatchedLimit& watched, std::span<const double> c) const {
  const std::size_t size =
      c.size() / static_cast<std::size_t>(series_.num_polynomials(watched.limit));
  double rest = 0.0;
  for (std::size_t first = 0; first < c.size(); first += size) {
    double sum = 0.0;
    for (std::size_t k = 0; k < size; ++k) sum += 0.0 * c[first + k];
    if (sum != 0.0) return std::numeric_limits<double>::infinity();  // One is not finite.
    for (std::size_t k = size - std::min<std::size_t>(size - 1, 2); k < size; ++k) {
      rest = std::max(rest, std::abs(c[first + k]));
    }
  }
  return rest;
}

void LimitCover::lose(const WatchedLimit& watched, const Segment& segment) {
  constexpr std::size_t kMostLost = 1000;
  if (++num_lost_ <= kMostLost) return;
  throw NumericalError(concat("check_motion: '", kind_name(watched.limit),
                              "' is not finite about t = ", segment.middle,
                              " s: the numbers of the motion are too large, or it has no such "
                              "derivatives."));
}

bool LimitCover::split_at_reversal(const Segment& segment, int sample, std::vector<Segment>& open) {
  constexpr double kInside = 1.0 - 1e-6;
  std::vector<double> ends{-1.0, 1.0};  // Of the parts, in units of the half length.
  for (std::size_t d = 0; d < rest_rates_.size(); ++d) {
    const MotionLimit velocity{
        .what = Limited::kCoordinate, .order = 1, .coordinate = series_.dry_coordinates()[d]};
    const std::span<double> c = series_.polynomials(velocity, sample, segment.half, c_);
    const double zero = taylor::sign_change(c, -kInside, kInside);
    if (zero >= kInside || zero <= -kInside) continue;
    const double most = taylor::largest_value(c, -1.0, 1.0).value;
    for (double& x : c) x = -x;
    const double least = taylor::largest_value(c, -1.0, 1.0).value;
    if (std::min(most, least) <= rest_rates_[d]) continue;  // It stands still on one side.
    const std::size_t last = c.size() - 1;
    double size = 0.0;
    for (const double x : c) size = std::max(size, std::abs(x));
    if (std::max(std::abs(c[last]), std::abs(c[last - 1])) > 1e-13 * size) {  // Not well known.
      split(segment, 2, open);
      return true;
    }
    ends.push_back(zero);
  }
  if (ends.size() == 2) return false;
  std::sort(ends.begin(), ends.end());
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const double half = 0.5 * (ends[i + 1] - ends[i]);
    if (half == 0.0) continue;  // Two joints turn round at once.
    open.push_back(
        {segment.middle + segment.half * 0.5 * (ends[i] + ends[i + 1]), segment.half * half});
  }
  return true;
}

void LimitCover::note_rates(const Segment& segment, int sample) {
  for (std::size_t d = 0; d < dry_rates_.size(); ++d) {
    const double rate = states_.rate(0, series_.dry_coordinates()[d], sample);
    dry_rates_[d].push_back({segment.middle - segment.half, rate});
  }
}

void LimitCover::find_reversals() {
  for (std::size_t d = 0; d < dry_rates_.size(); ++d) {
    std::vector<DryRate>& rates = dry_rates_[d];
    std::sort(rates.begin(), rates.end(),
              [](const DryRate& a, const DryRate& b) { return a.begin < b.begin; });
    double before = 0.0;  // Rest between two moves is none of them.
    for (const DryRate& now : rates) {
      if (std::abs(now.rate) <= rest_rates_[d]) continue;
      if (before * now.rate < 0.0) set_impulses(series_.dry_coordinates()[d], now.begin);
      before = std::copysign(1.0, now.rate);
    }
  }
}

void LimitCover::set_impulses(int coordinate, double t) {
  for (WatchedLimit& watched : watched_) {
    const MotionLimit& limit = watched.limit;
    if (limit.what == Limited::kForce && limit.order > 0 && limit.coordinate == coordinate) {
      watched.set_impulse(t);
    }
  }
}

void LimitCover::note(WatchedLimit& watched, const Segment& segment, int sample) {
  const std::span<double> c = series_.polynomials(watched.limit, sample, segment.half, c_);
  const double rest = last_terms(watched, c);
  const int count = series_.num_polynomials(watched.limit);
  if (watched.limit.is_integral()) {
    watched.uncertainty += 2.0 * segment.half * rest * count;
    const std::size_t size = c.size() / static_cast<std::size_t>(count);
    for (std::size_t first = 0; first < c.size(); first += size) {
      watched.high.value +=
          segment.half * taylor::integral_of_size(c.subspan(first, size), -1.0, 1.0);
    }
    return;
  }
  watched.uncertainty = std::max(watched.uncertainty, rest);
  if (watched.limit.what == Limited::kTotalPower) {
    if (sum_of_sizes(c) <= watched.high.value) return;  // Mostly.
    raise(watched.high, taylor::largest_sum_of_sizes(c, count, -1.0, 1.0), segment);
    if (watched.is_figure) largest_power_ = watched.high.value;
    return;
  }
  raise(watched.high, c, segment);
  if (LimitSeries::is_square(watched.limit)) return;
  for (double& x : c) x = -x;
  raise(watched.low, c, segment);
}

void LimitCover::refine(WatchedLimit& watched, LimitPeak& peak, double sign) {
  const int count = series_.num_polynomials(watched.limit);
  for (int round = 0; round < 3 && peak.half > 0.0; ++round) {
    times_.assign(1, peak.time);
    expand();
    const std::span<double> all = series_.polynomials(watched.limit, 0, 1.0, c_);
    const std::span<const double> c = count == 1 ? all : sum_by_signs(all, count);
    if (c.size() < 3 || !(sign * c[2] < 0.0)) return;
    const double step = -c[1] / (2.0 * c[2]);
    if (std::abs(step) > 1e-3 * peak.half) return;
    if (peak.time + step < seams_.front() || peak.time + step > seams_.back()) return;
    peak.time += step;
    peak.value = std::max(peak.value, sign * (c[0] + 0.5 * c[1] * step));
  }
}

}  // namespace appell::analysis
