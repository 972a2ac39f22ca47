#include "appell/trajectory/pauses.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "appell/taylor/shift_polynomial.hpp"
#include "appell/trajectory/noisy_pauses.hpp"

namespace appell::trajectory {
namespace {

constexpr int kLooks = 4000;                   // At the speed, along the motion.
constexpr int kShortestPause = 40;             // Of them.
constexpr double kSlow = 1e-6;                 // Of the highest speed.
constexpr double kSamePlace = 1e-9;            // Of the way.
constexpr double kShortening = 50.0;           // Of a pause.
constexpr int kPauseContinuity = 4;            // Of eq. (1).
constexpr double kMeanOfBump = 128.0 / 315.0;  // ∫ 256 v⁴ (1 - v)⁴ dv
/// ∫ 256 v⁴ (1 - v)⁴ dv in powers of v.
constexpr std::array<double, 10> kBump{
    0.0, 0.0, 0.0, 0.0, 0.0, 256.0 / 5.0, -512.0 / 3.0, 1536.0 / 7.0, -128.0, 256.0 / 9.0};

struct Pause {
  double from, to;  ///< s of the motion.
};

double largest_of(const VecX& x) { return x.cwiseAbs().maxCoeff(); }

/// Where the motion stands still, ascending.
std::vector<Pause> find_pauses(const Trajectory& motion) {
  const TimeRange range = motion.range();
  const auto time = [&](int i) {
    return i == kLooks ? range.end : range.start + range.duration() * i / kLooks;
  };
  std::vector<double> speeds;
  for (int i = 0; i <= kLooks; ++i) speeds.push_back(largest_of(motion.sample(time(i), 1)[1]));
  const double slow = kSlow * *std::max_element(speeds.begin(), speeds.end());
  std::vector<Pause> pauses;
  for (int first = 0; first <= kLooks; ++first) {
    int last = first;
    while (last <= kLooks && speeds[last] < slow) ++last;
    if (last - 1 - first >= kShortestPause) pauses.push_back({time(first), time(last - 1)});
    first = std::max(first, last);
  }
  return pauses;
}

/// The range without pauses at its ends; removes them from the list.
TimeRange moving_range(const Trajectory& motion, std::vector<Pause>& pauses) {
  TimeRange range = motion.range();
  double way = 0.0;
  const VecX start = motion.sample(range.start, 0)[0];
  const VecX end = motion.sample(range.end, 0)[0];
  for (int i = 1; i <= kLooks; ++i) {
    const double t = std::min(range.end, range.start + range.duration() * i / kLooks);
    way = std::max(way, largest_of(motion.sample(t, 0)[0] - start));
  }
  // From `inner` back to the end of the motion, until the place is the same.
  const auto cut = [&](double inner, double outer, const VecX& place) {
    for (double part = 0.0; part < 1.0; part += 0.02) {
      const double t = inner + part * (outer - inner);
      if (largest_of(motion.sample(t, 0)[0] - place) <= kSamePlace * way) return t;
    }
    return outer;
  };
  if (!pauses.empty() && pauses.front().from == range.start) {
    range.start = cut(pauses.front().to, range.start, start);
    pauses.erase(pauses.begin());
  }
  if (!pauses.empty() && pauses.back().to == range.end) {
    range.end = cut(pauses.back().from, range.end, end);
    pauses.pop_back();
  }
  return range;
}

/// The time of the motion as a function of the new parameter.
class Shortening {
 public:
  Shortening(const TimeRange& motion, const std::vector<Pause>& pauses)
      : range_{motion.start, motion.end} {
    for (const Pause& pause : pauses) {
      const double length = pause.to - pause.from;
      pauses_.push_back({pause.from, pause.to, pause.from - left_out_, length / kShortening});
      left_out_ += length - length / kShortening;
    }
    range_.end -= left_out_;
  }

  TimeRange range() const { return range_; }

  /// Normalised Taylor coefficients of t at a w.
  void expand(double w, std::span<double> out) const {
    std::fill(out.begin(), out.end(), 0.0);
    double later = 0.0;  // By which t is later than w.
    for (const Part& part : pauses_) {
      if (w < part.w) break;
      if (w < part.w + part.length) return expand_pause(part, w, out);
      later = part.to - part.w - part.length;
    }
    out[0] = w + later;
    if (out.size() > 1) out[1] = 1.0;
  }

  /// The w of a time.
  double parameter(double t) const {
    double later = 0.0;
    for (const Part& part : pauses_) {
      if (t <= part.from) break;
      if (t < part.to) return inverse_in(part, t);
      later = part.to - part.w - part.length;
    }
    return t - later;
  }

  /// The ends of the pauses.
  std::vector<double> seams() const {
    std::vector<double> all;
    for (const Part& part : pauses_) all.insert(all.end(), {part.w, part.w + part.length});
    return all;
  }

 private:
  struct Part {
    double from, to;  ///< Times.
    double w;         ///< Where it begins,
    double length;    ///< and how long it is there.
  };

  static void expand_pause(const Part& part, double w, std::span<double> out) {
    std::array<double, kBump.size()> c = kBump;
    for (double& x : c) x *= (kShortening - 1.0) / kMeanOfBump;
    c[1] += 1.0;
    const double v = (w - part.w) / part.length;
    taylor::shift_polynomial(c, v);
    double scale = part.length;
    for (std::size_t k = 0; k < std::min(c.size(), out.size()); ++k) {
      out[k] = c[k] * scale;
      scale /= part.length;
    }
    out[0] = std::clamp(part.from + out[0], part.from, part.to);
  }

  static double inverse_in(const Part& part, double t) {
    double low = part.w, high = part.w + part.length;
    while (true) {
      const double w = 0.5 * (low + high);
      if (w <= low || w >= high) return w;
      double found[1];
      expand_pause(part, w, found);
      (found[0] < t ? low : high) = w;
    }
  }

  TimeRange range_;
  std::vector<Part> pauses_;
  double left_out_ = 0.0;
};

class ShortenedCursor final : public LawCursor {
 public:
  ShortenedCursor(const Shortening& shortening, std::unique_ptr<LawCursor> motion)
      : shortening_(shortening), motion_(std::move(motion)) {}

  void expand(double w, std::span<double> out) override {
    const std::size_t size = out.size();
    step_.resize(size);
    sum_.resize(size);
    shortening_.expand(w, step_);
    motion_->expand(step_[0], out);
    step_[0] = 0.0;
    std::fill(sum_.begin(), sum_.end(), 0.0);
    for (std::size_t k = size; k-- > 0;) {  // Horner's rule, in series.
      for (std::size_t m = size; m-- > 0;) {
        double product = 0.0;
        for (std::size_t i = 1; i <= m; ++i) product += step_[i] * sum_[m - i];
        sum_[m] = product;
      }
      sum_[0] += out[k];
    }
    std::copy(sum_.begin(), sum_.end(), out.begin());
  }

 private:
  const Shortening& shortening_;
  std::unique_ptr<LawCursor> motion_;
  std::vector<double> step_, sum_;
};

class ShortenedLaw final : public Law {
 public:
  ShortenedLaw(std::shared_ptr<const Shortening> shortening, std::shared_ptr<const Law> motion)
      : shortening_(std::move(shortening)), motion_(std::move(motion)) {}

  TimeRange range() const override { return shortening_->range(); }
  int continuity() const override { return std::min(kPauseContinuity, motion_->continuity()); }
  std::vector<double> seams() const override {
    std::vector<double> all = shortening_->seams();
    for (const double t : motion_->seams()) all.push_back(shortening_->parameter(t));
    std::sort(all.begin(), all.end());
    const TimeRange inside = range();
    std::erase_if(all, [&](double w) { return w <= inside.start || w >= inside.end; });
    return all;
  }
  void expand(double w, std::span<double> out) const override { cursor()->expand(w, out); }
  std::unique_ptr<LawCursor> cursor() const override {
    return std::make_unique<ShortenedCursor>(*shortening_, motion_->cursor());
  }
  std::unique_ptr<LawCursor> shared_cursor(CursorShare& share) const override {
    return std::make_unique<ShortenedCursor>(*shortening_, motion_->shared_cursor(share));
  }

 private:
  std::shared_ptr<const Shortening> shortening_;
  std::shared_ptr<const Law> motion_;
};

}  // namespace

Trajectory without_pauses(const Trajectory& motion) {
  if (motion.is_uncertain()) return without_noisy_pauses(motion);
  std::vector<Pause> pauses = find_pauses(motion);
  if (pauses.empty()) return motion;
  const TimeRange range = moving_range(motion, pauses);
  std::vector<std::shared_ptr<const Law>> laws;
  const auto shortening = std::make_shared<const Shortening>(range, pauses);
  for (int j = 0; j < motion.num_joints(); ++j) {
    laws.push_back(pauses.empty()
                       ? motion.shared_law(j)
                       : std::make_shared<ShortenedLaw>(shortening, motion.shared_law(j)));
  }
  return {motion.joints(), std::move(laws), shortening->range()};
}

}  // namespace appell::trajectory
