#include "appell/trajectory/noisy_pauses.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "appell/trajectory/spline.hpp"

namespace appell::trajectory {
namespace {

constexpr int kLooksAtSpeed = 4000;
constexpr int kFewestLooks = 40;       // Of a pause.
constexpr double kDeviations = 4.0;    // That noise may make of a speed.
constexpr double kSlowShare = 0.01;    // Of the highest speed, at most,
constexpr double kAlwaysSlow = 1e-3;   // Of the highest speed.
constexpr double kPartOfPause = 0.02;  // That is left of it.
constexpr int kJoinedDerivatives = 5;  // 0 to 4.

/// A stretch of the motion that is kept, from `start` on the new parameter, or what joins two.
struct Stretch {
  double from, to;  ///< Of the motion.
  double w;         ///< Where it begins.
};

/// Where the motion stands still as far as anybody can tell, by looks.
std::vector<char> looks_at_rest(const Trajectory& motion) {
  const TimeRange range = motion.range();
  std::vector<char> is_still(kLooksAtSpeed + 1, 1);
  for (int j = 0; j < motion.num_joints(); ++j) {
    const std::unique_ptr<LawCursor> cursor = motion.law(j).cursor();
    std::vector<double> speeds, deviations;
    for (int i = 0; i <= kLooksAtSpeed; ++i) {
      const double t = std::min(range.end, range.start + range.duration() * i / kLooksAtSpeed);
      std::array<double, 2> q{};
      std::array<double, 4> covariance{};
      cursor->expand(t, q);
      cursor->covariance(t, 2, covariance);
      speeds.push_back(std::abs(q[1]));
      deviations.push_back(std::sqrt(covariance[3]));
    }
    const double slow = kSlowShare * *std::max_element(speeds.begin(), speeds.end());
    for (std::size_t i = 0; i < speeds.size(); ++i) {
      const double noise = std::max(kDeviations * deviations[i], slow * kAlwaysSlow / kSlowShare);
      if (speeds[i] > std::min(noise, slow)) is_still[i] = 0;
    }
  }
  return is_still;
}

/// What is kept of the motion, ascending.
std::vector<Stretch> kept_stretches(const Trajectory& motion) {
  const TimeRange range = motion.range();
  const std::vector<char> is_still = looks_at_rest(motion);
  const auto time = [&](int i) {
    return i >= kLooksAtSpeed ? range.end : range.start + range.duration() * i / kLooksAtSpeed;
  };
  std::vector<Stretch> kept;
  double from = range.start;
  for (int first = 0; first <= kLooksAtSpeed; ++first) {
    int last = first;
    while (last <= kLooksAtSpeed && is_still[last] != 0) ++last;
    if (last - first < kFewestLooks) {
      first = std::max(first, last);
      continue;
    }
    if (first > 0) kept.push_back({from, time(first), 0.0});
    from = time(last - 1);
    first = last;
  }
  if (from < range.end) kept.push_back({from, range.end, 0.0});
  double w = kept.empty() ? 0.0 : kept.front().from;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (i > 0) w += kPartOfPause * (kept[i].from - kept[i - 1].to);
    kept[i].w = w;
    w += kept[i].to - kept[i].from;
  }
  return kept;
}

/// The law of one joint along what is kept, joined by polynomials.
class JoinedLaw final : public Law {
 public:
  JoinedLaw(std::shared_ptr<const Law> motion, std::vector<Stretch> kept)
      : motion_(std::move(motion)), kept_(std::move(kept)) {
    for (std::size_t i = 1; i < kept_.size(); ++i) {
      const double start = kept_[i - 1].w + kept_[i - 1].to - kept_[i - 1].from;
      joints_.push_back(
          two_point_polynomial(start, state(kept_[i - 1].to), kept_[i].w, state(kept_[i].from)));
    }
  }

  TimeRange range() const override {
    return {kept_.front().w, kept_.back().w + kept_.back().to - kept_.back().from};
  }
  int continuity() const override {
    return kept_.size() == 1 ? motion_->continuity()
                             : std::min(kJoinedDerivatives - 1, motion_->continuity());
  }
  std::vector<double> seams() const override {
    std::vector<double> all;
    for (const Stretch& part : kept_) {
      if (part.w > kept_.front().w) all.push_back(part.w);
      for (const double t : motion_->seams()) {
        if (t > part.from && t < part.to) all.push_back(part.w + t - part.from);
      }
      if (&part != &kept_.back()) all.push_back(part.w + part.to - part.from);
    }
    return all;
  }
  void expand(double w, std::span<double> out) const override {
    std::size_t i = 0;
    while (i + 1 < kept_.size() && w >= kept_[i + 1].w) ++i;
    const double t = kept_[i].from + w - kept_[i].w;
    if (t <= kept_[i].to || i + 1 == kept_.size())
      return motion_->expand(std::min(t, kept_[i].to), out);
    joints_[i].expand(w, out);
  }

 private:
  /// q, ..., q⁗ at a time.
  std::vector<double> state(double t) const {
    std::vector<double> q(kJoinedDerivatives);
    motion_->expand(t, q);
    for (std::size_t k = 0; k < q.size(); ++k) q[k] *= taylor::factorial(static_cast<int>(k));
    return q;
  }

  std::shared_ptr<const Law> motion_;
  std::vector<Stretch> kept_;
  std::vector<PiecewisePolynomial> joints_;
};

}  // namespace

Trajectory without_noisy_pauses(const Trajectory& motion) {
  const std::vector<Stretch> kept = kept_stretches(motion);
  const TimeRange range = motion.range();
  const bool is_whole = kept.size() == 1 && kept[0].from == range.start && kept[0].to == range.end;
  if (kept.empty() || is_whole) return motion;
  std::vector<std::shared_ptr<const Law>> laws;
  for (int j = 0; j < motion.num_joints(); ++j) {
    laws.push_back(std::make_shared<JoinedLaw>(motion.shared_law(j), kept));
  }
  const TimeRange joined = laws.front()->range();
  return {motion.joints(), std::move(laws), joined};
}

}  // namespace appell::trajectory
