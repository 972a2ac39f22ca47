#include "appell/analysis/motion_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "appell/analysis/limit_series.hpp"
#include "appell/base/check.hpp"
#include "appell/taylor/polynomial_peak.hpp"

namespace appell::analysis {
namespace {

using model::Limited;
using model::MotionLimit;
using Segment = TimeSegment;

constexpr int kCapacity = 64;         // Segments at once.
constexpr int kDegree = 10;           // D of eq. (1), or more for limits of high order:
constexpr int kAboveOrder = 8;        // so many terms beyond the derivative that is limited.
constexpr double kRemainder = 1e-10;  // Of the limit.
constexpr double kLeastHalf = 1e-12;  // Of the duration: then a remainder is an uncertainty,
constexpr std::size_t kMostSegments = 400000;  // and so it is beyond so many.
constexpr double kLongest = 1e-3;              // Of the duration.
constexpr double kMostMiss =
    1e-9;  // By which a polynomial may miss what it stands for; of the scale.
constexpr double kRounding = 1e-11;  // Likewise, of the sum of its terms.
// Where it is compared: not quite at the ends, beyond which another law may begin, or dry friction
// has the other sign.
constexpr std::array kPlaces{-1.0 + 1e-9, -0.5, 0.5, 1.0 - 1e-9};
constexpr double kLeastScale = 1e-7;  // Of the limit: what is attained may be nothing but rounding.

/// The largest value so far of a limited quantity, or of its negative.
struct Peak {
  double value = -std::numeric_limits<double>::infinity();
  double time = 0.0;
  double half = 0.0;  ///< Of the segment, if it is inside one; 0 at an end of it.
};

struct Watched {
  MotionLimit limit;
  double size;  ///< The larger finite end, in the unit of the polynomials.
  Peak high;    ///< Of x.
  Peak low;     ///< Of -x.
  bool is_impulse = false;
  double impulse_time = 0.0;
  double uncertainty = 0.0;

  void set_impulse(double t) {
    if (!is_impulse || t < impulse_time) impulse_time = t;
    is_impulse = true;
  }
};

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

int degree_for(const std::vector<MotionLimit>& limits) {
  return std::max(kDegree, highest_order(limits) + kAboveOrder);
}

/// Times at which a derivative of any joint may jump, with both ends of the motion.
std::vector<double> seams_of(const trajectory::Trajectory& motion) {
  const auto [start, end] = motion.range();
  std::vector<double> all{start, end};
  for (int j = 0; j < motion.num_joints(); ++j) {
    for (const double t : motion.law(j).seams()) {
      if (t > start && t < end) all.push_back(t);
    }
  }
  std::sort(all.begin(), all.end());
  const double near = 1e-12 * (end - start);
  const auto is_same = [&](double a, double b) { return b - a <= near; };
  all.erase(std::unique(all.begin(), all.end(), is_same), all.end());
  all.back() = end;
  return all;
}

void split(const Segment& segment, int parts, std::vector<Segment>& open) {
  const double half = segment.half / parts;
  for (int i = 0; i < parts; ++i) {
    open.push_back({segment.middle - segment.half + (2 * i + 1) * half, half});
  }
}

void raise(Peak& peak, const taylor::PolynomialPeak& found, const Segment& segment) {
  if (found.value <= peak.value) return;
  const bool is_inside = std::abs(found.at) < 1.0;
  peak = {found.value, segment.middle + segment.half * found.at, is_inside ? segment.half : 0.0};
}

void raise(Peak& peak, std::span<const double> c, const Segment& segment) {
  double most = c[0];
  for (std::size_t k = 1; k < c.size(); ++k) most += std::abs(c[k]);
  if (most <= peak.value) return;  // Mostly.
  raise(peak, taylor::largest_value(c, -1.0, 1.0, 0.0, peak.value), segment);
}

/// Covers a motion by segments, and keeps what is largest on them.
class Cover {
 public:
  Cover(const model::Model& model, const trajectory::Trajectory& motion, const model::Frame& frame,
        const std::vector<MotionLimit>& limits)
      : motion_(motion),
        cursor_(motion),
        series_(model, frame, limits, degree_for(limits), kCapacity),
        states_(model.num_coordinates(), series_.state_order(), kCapacity),
        low_series_(model, frame, limits, highest_order(limits), kCapacity),
        low_states_(model.num_coordinates(), low_series_.state_order(), kCapacity),
        c_(series_.max_coefficients()),
        seams_(seams_of(motion)),
        latest_(std::max(std::abs(seams_.front()), std::abs(seams_.back()))) {
    for (const MotionLimit& limit : limits) {
      const double size = larger_end(limit);
      watched_.push_back({limit, LimitSeries::is_square(limit) ? size * size : size, {}, {}});
    }
  }

  void run() {
    std::vector<Segment> pending;
    for (std::size_t i = 0; i + 1 < seams_.size(); ++i) {
      const double length = seams_[i + 1] - seams_[i];
      const double parts = std::ceil(length / (kLongest * motion_.range().duration()));
      split({0.5 * (seams_[i] + seams_[i + 1]), 0.5 * length}, std::max(1, static_cast<int>(parts)),
            pending);
    }
    while (!pending.empty()) pending = open_segments(pending);
    std::sort(segments_.begin(), segments_.end(),
              [](const Segment& a, const Segment& b) { return a.middle < b.middle; });
    look_at_seams();
    for (Watched& watched : watched_) {
      refine(watched, watched.high, 1.0);
      refine(watched, watched.low, -1.0);
    }
  }

  const std::vector<Watched>& watched() const { return watched_; }
  const std::vector<Segment>& segments() const { return segments_; }

 private:
  /// Judges segments; those that are too long come back in parts.
  std::vector<Segment> open_segments(const std::vector<Segment>& segments) {
    std::vector<Segment> open;
    for (std::size_t begin = 0; begin < segments.size(); begin += kCapacity) {
      const std::size_t count = std::min<std::size_t>(kCapacity, segments.size() - begin);
      const std::span<const Segment> some(segments.data() + begin, count);
      take_values(some);
      times_.clear();
      for (const Segment& segment : some) times_.push_back(segment.middle);
      expand();
      for (std::size_t i = 0; i < count; ++i) judge(some[i], static_cast<int>(i), open);
    }
    return open;
  }

  void expand() {
    cursor_.sample(times_, states_);
    series_.compute(states_);
  }

  void judge(const Segment& segment, int sample, std::vector<Segment>& open) {
    const bool is_least = segment.half <= kLeastHalf * motion_.range().duration() ||
                          segments_.size() + open.size() > kMostSegments;
    double parts = 1.0;
    for (Watched& watched : watched_) {
      const auto [rest, size] = remainder(watched, sample, segment.half);
      const double tolerance = kRemainder * scale_of(watched, size);
      if (rest <= tolerance) continue;
      if (is_least && !std::isfinite(rest)) return;  // A point of no length: its neighbours count.
      if (is_least) continue;
      const double power = 1.0 / (series_.degree() - watched.limit.order);
      parts = std::max(parts, std::isfinite(rest) ? 1.2 * std::pow(rest / tolerance, power) : 2.0);
    }
    if (parts > 1.0) {
      split(segment, static_cast<int>(std::clamp(std::ceil(parts), 2.0, 32.0)), open);
      return;
    }
    if (!is_least && split_at_reversal(segment, sample, open)) return;
    if (!is_least && !is_verified(sample, segment.half)) {
      split(segment, 2, open);
      return;
    }
    for (Watched& watched : watched_) note(watched, segment, sample);
    segments_.push_back(segment);
  }

  /// What a polynomial must be good for: what is attained, here or elsewhere.
  double scale_of(const Watched& watched, double size) const {
    return std::max({size, watched.high.value, watched.low.value, kLeastScale * watched.size});
  }

  /// Takes the values of everything at some places of every segment, to hold polynomials against.
  void take_values(std::span<const Segment> segments) {
    const std::size_t count = segments.size();
    values_.resize(kPlaces.size() * watched_.size() * count);
    for (std::size_t place = 0; place < kPlaces.size(); ++place) {
      times_.clear();
      for (const Segment& segment : segments) {
        times_.push_back(segment.middle + kPlaces[place] * segment.half);
      }
      cursor_.sample(times_, low_states_);
      low_series_.compute(low_states_);
      for (std::size_t w = 0; w < watched_.size(); ++w) {
        for (std::size_t i = 0; i < count; ++i) {
          const auto c = low_series_.polynomials(watched_[w].limit, static_cast<int>(i), 1.0, c_);
          values_[value_index(i, w, place)] = value_of(watched_[w], c, low_series_, 0.0);
        }
      }
    }
  }

  std::size_t value_index(std::size_t segment, std::size_t watched, std::size_t place) const {
    return (segment * watched_.size() + watched) * kPlaces.size() + place;
  }

  /// Of a polynomial, or of the sizes of several.
  static double value_of(const Watched& watched, std::span<const double> c,
                         const LimitSeries& series, double s) {
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

  /// Whether the polynomials of a segment are what was found at its places.
  bool is_verified(int sample, double half) {
    for (std::size_t w = 0; w < watched_.size(); ++w) {
      const Watched& watched = watched_[w];
      const std::span<const double> c = series_.polynomials(watched.limit, sample, half, c_);
      const double size = sum_of_sizes(c);
      // Times are rounded too, and steep functions feel that.
      const double steepness = static_cast<double>(c.size()) * size / half;
      const double bar = std::max(kMostMiss * scale_of(watched, size), kRounding * size) +
                         4.0 * std::numeric_limits<double>::epsilon() * latest_ * steepness;
      for (std::size_t place = 0; place < kPlaces.size(); ++place) {
        const double found = values_[value_index(static_cast<std::size_t>(sample), w, place)];
        if (std::abs(value_of(watched, c, series_, kPlaces[place]) - found) > bar) return false;
      }
    }
    return true;
  }

  /// What is left out of a series, as in eq. (1); of a force also of its part by inertia, the
  /// others being smoother.
  struct Remainder {
    double rest;
    double size;  ///< Of all terms.
  };
  Remainder remainder(const Watched& watched, int sample, double half) {
    const std::span<const double> all = series_.polynomials(watched.limit, sample, half, c_);
    const Remainder whole{last_terms(watched, all), sum_of_sizes(all)};
    const auto [lowest, highest] = LimitSeries::powers_of_speed(watched.limit);
    if (lowest == highest || !std::isfinite(whole.rest)) return whole;
    const auto inertia = series_.part(watched.limit, highest, sample, half, c_);
    return {std::max(whole.rest, last_terms(watched, inertia)), whole.size};
  }

  static double sum_of_sizes(std::span<const double> c) {
    double sum = 0.0;
    for (const double x : c) sum += std::abs(x);
    return sum;
  }

  double last_terms(const Watched& watched, std::span<const double> c) const {
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

  /// Where a joint with dry friction turns round inside a segment, the segment ends there.
  bool split_at_reversal(const Segment& segment, int sample, std::vector<Segment>& open) {
    constexpr double kInside = 1.0 - 1e-6;
    for (const int j : series_.dry_coordinates()) {
      const MotionLimit velocity{.what = Limited::kCoordinate, .order = 1, .coordinate = j};
      const std::span<const double> c = series_.polynomials(velocity, sample, segment.half, c_);
      const double zero = taylor::sign_change(c, -kInside, kInside);
      if (zero >= kInside || zero <= -kInside) continue;
      const std::size_t last = c.size() - 1;
      double size = 0.0;
      for (const double x : c) size = std::max(size, std::abs(x));
      if (std::max(std::abs(c[last]), std::abs(c[last - 1])) > 1e-13 * size) {  // Not well known.
        split(segment, 2, open);
        return true;
      }
      const double first = 0.5 * (1.0 + zero), second = 0.5 * (1.0 - zero);
      open.push_back({segment.middle - segment.half * (1.0 - first), segment.half * first});
      open.push_back({segment.middle + segment.half * (1.0 - second), segment.half * second});
      note_reversal(j, segment.middle + segment.half * zero);
      return true;
    }
    return false;
  }

  /// Dry friction jumps where its joint turns round: the torque's derivatives are infinite there.
  void note_reversal(int coordinate, double t) {
    for (Watched& watched : watched_) {
      const MotionLimit& limit = watched.limit;
      if (limit.what == Limited::kForce && limit.order > 0 && limit.coordinate == coordinate) {
        watched.set_impulse(t);
      }
    }
  }

  void note(Watched& watched, const Segment& segment, int sample) {
    const std::span<double> c = series_.polynomials(watched.limit, sample, segment.half, c_);
    watched.uncertainty = std::max(watched.uncertainty, last_terms(watched, c));
    if (watched.limit.what == Limited::kTotalPower) {
      raise(watched.high, taylor::largest_sum_of_sizes(c, states_.num_coordinates(), -1.0, 1.0),
            segment);
      return;
    }
    raise(watched.high, c, segment);
    if (LimitSeries::is_square(watched.limit)) return;
    for (double& x : c) x = -x;
    raise(watched.low, c, segment);
  }

  /// Expands once more where the peak is, so that its time is as good as its value.
  void refine(Watched& watched, Peak& peak, double sign) {
    if (watched.limit.what == Limited::kTotalPower) return;
    for (int round = 0; round < 3 && peak.half > 0.0; ++round) {
      times_.assign(1, peak.time);
      expand();
      const std::span<const double> c = series_.polynomials(watched.limit, 0, 1.0, c_);
      if (c.size() < 3 || !(sign * c[2] < 0.0)) return;
      const double step = -c[1] / (2.0 * c[2]);
      if (std::abs(step) > 1e-3 * peak.half) return;
      if (peak.time + step < seams_.front() || peak.time + step > seams_.back()) return;
      peak.time += step;
      peak.value = std::max(peak.value, sign * (c[0] + 0.5 * c[1] * step));
    }
  }

  void look_at_seams();

  const trajectory::Trajectory& motion_;
  trajectory::TrajectoryCursor cursor_;
  LimitSeries series_;
  model::StateBlock states_;
  LimitSeries low_series_;  ///< For values alone.
  model::StateBlock low_states_;
  std::vector<double> values_;
  std::vector<double> c_;
  std::vector<double> times_;
  std::vector<double> seams_;
  double latest_;  ///< The largest size of a time.
  std::vector<Watched> watched_;
  std::vector<Segment> segments_;
};

/// What a limited quantity is a derivative of, and may jump in a motion whose derivatives are
/// continuous up to an order. Below forces are momenta, for which the velocities of all coordinates
/// stand.
std::vector<MotionLimit> what_may_jump(const MotionLimit& limit, int num_coordinates,
                                       int continuity) {
  std::vector<MotionLimit> all;
  const auto add = [&](Limited what, int order, int j) {
    const int order_of_q = what == Limited::kForce ? order + 2 : order;
    if (order_of_q > continuity) all.push_back({.what = what, .order = order, .coordinate = j});
  };
  const bool is_of_frame = LimitSeries::is_square(limit);
  const bool is_of_force = !is_of_frame && limit.what != Limited::kCoordinate;
  if (limit.what == Limited::kCoordinate) {
    for (int k = 0; k < limit.order; ++k) add(Limited::kCoordinate, k, limit.coordinate);
  }
  if (limit.what == Limited::kForce) {
    for (int k = 0; k < limit.order; ++k) add(Limited::kForce, k, limit.coordinate);
  }
  for (int j = 0; j < num_coordinates && (is_of_force || is_of_frame); ++j) {
    for (int k = 0; k < (is_of_force ? 2 : limit.order); ++k) add(Limited::kCoordinate, k, j);
  }
  return all;
}

/// Both sides of the seams inside the motion: what jumps there has no derivative.
void Cover::look_at_seams() {
  constexpr double kJump = 1e-6;     // Of the largest value at the seams.
  constexpr double kFloor = 1e-9;    // Of what the limit would allow to change along a piece.
  constexpr double kBefore = 1e-11;  // Of a piece: how far before a seam its left side is taken.
  const auto num_pieces = static_cast<double>(seams_.size() - 1);
  const double piece = motion_.range().duration() / num_pieces;
  for (Watched& watched : watched_) {
    for (const MotionLimit& below :
         what_may_jump(watched.limit, states_.num_coordinates(), motion_.continuity())) {
      double largest = 0.0, widest = 0.0, at = 0.0;
      for (std::size_t begin = 1; begin + 1 < seams_.size(); begin += kCapacity / 2) {
        const std::size_t end = std::min(begin + kCapacity / 2, seams_.size() - 1);
        times_.clear();
        for (std::size_t i = begin; i < end; ++i) {
          const double before = std::nextafter(seams_[i], seams_[i - 1]);
          times_.push_back(std::min(before, seams_[i] - kBefore * (seams_[i] - seams_[i - 1])));
          times_.push_back(seams_[i]);
        }
        expand();
        for (std::size_t i = begin; i < end; ++i) {
          const int sample = 2 * static_cast<int>(i - begin);
          const double left = series_.polynomials(below, sample, 1.0, c_)[0];
          const double right = series_.polynomials(below, sample + 1, 1.0, c_)[0];
          largest = std::max({largest, std::abs(left), std::abs(right)});
          if (std::abs(right - left) > widest) {
            widest = std::abs(right - left);
            at = seams_[i];
          }
        }
      }
      if (widest > kJump * largest + kFloor * watched.size * piece) watched.set_impulse(at);
    }
  }
}

/// What is nearest to an end of a limit, or farthest beyond it.
LimitVerdict verdict_of(const Watched& watched) {
  const MotionLimit& limit = watched.limit;
  LimitVerdict verdict{.limit = limit, .uncertainty = watched.uncertainty};
  const double most = watched.high.value, least = -watched.low.value;
  const double half_range = 0.5 * (limit.high - limit.low);
  // From a value to an end of the range: in units of the end, whose other side zero may be on; of
  // positions, and where the end is zero, in units of half the range.
  const auto margin = [&](double distance, double end) {
    if (limit.is_position() || end == 0.0) {
      return distance / (std::isfinite(half_range) ? half_range : std::max(std::abs(end), 1.0));
    }
    return distance / std::abs(end);
  };
  if (LimitSeries::is_square(limit)) {
    verdict.worst = std::sqrt(std::max(most, 0.0));
    verdict.end = limit.high;
    verdict.time = watched.high.time;
    verdict.margin = 1.0 - verdict.worst / verdict.end;
    if (watched.uncertainty > 0.0) {
      verdict.uncertainty =
          watched.uncertainty / std::max(verdict.worst, std::sqrt(watched.uncertainty));
    }
  } else {
    const double above = std::isfinite(limit.high) ? margin(limit.high - most, limit.high)
                                                   : std::numeric_limits<double>::infinity();
    const double below = std::isfinite(limit.low) ? margin(least - limit.low, limit.low)
                                                  : std::numeric_limits<double>::infinity();
    const bool is_above = above <= below;
    verdict.worst = is_above ? most : least;
    verdict.end = is_above ? limit.high : limit.low;
    verdict.time = is_above ? watched.high.time : watched.low.time;
    verdict.margin = std::min(above, below);
    if (!limit.is_position() && limit.low == -limit.high) {  // A limit of size.
      verdict.worst = std::abs(verdict.worst);
      verdict.end = limit.high;
    }
  }
  if (watched.is_impulse) {
    verdict.is_impulse = true;
    verdict.worst = std::numeric_limits<double>::quiet_NaN();
    verdict.margin = -std::numeric_limits<double>::infinity();
    verdict.time = watched.impulse_time;
  }
  return verdict;
}

}  // namespace

bool MotionCheck::is_legal() const {
  return std::all_of(verdicts.begin(), verdicts.end(),
                     [](const LimitVerdict& verdict) { return verdict.is_legal(); });
}

MotionCheck check_motion(const model::Model& model, const trajectory::Trajectory& motion,
                         const model::Frame& frame, const std::vector<MotionLimit>& limits) {
  check(motion.num_joints() == model.num_coordinates(), "check_motion: the motion has ",
        motion.num_joints(), " joints; the model has ", model.num_coordinates(), " coordinates.");
  for (const MotionLimit& limit : limits) {
    check(limit.order >= 0 && limit.order <= kHighestLimit, "check_motion: limit '",
          kind_name(limit), "' is of the derivative ", limit.order, "; 0 to ", kHighestLimit,
          " are possible.");
    check(larger_end(limit) > 0.0 && limit.low <= limit.high, "check_motion: limit '",
          kind_name(limit), "' is ", limit.low, " to ", limit.high,
          "; a range with a finite end that is not zero is needed.");
  }
  Cover cover(model, motion, frame, limits);
  cover.run();
  MotionCheck result{.verdicts = {}, .segments = cover.segments()};
  for (const Watched& watched : cover.watched()) {
    result.verdicts.push_back(verdict_of(watched));
    double& t = result.verdicts.back().time;
    t = std::clamp(t, motion.range().start, motion.range().end);
  }
  return result;
}

}  // namespace appell::analysis
