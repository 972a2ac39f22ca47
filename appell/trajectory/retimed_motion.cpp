#include "appell/trajectory/retimed_motion.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "appell/base/check.hpp"
#include "appell/base/counted.hpp"
#include "appell/trajectory/spline.hpp"

namespace appell::trajectory {
namespace {

constexpr double kSameParameter = 1e-11;  // A knot of the clock is at a seam of the path.

/// The clock, and where on the path its knots are.
class PathSchedule {
 public:
  PathSchedule(PathClock clock, TimeRange path, const std::vector<double>& path_seams)
      : clock_(std::move(clock)), path_(path) {
    for (const double u : clock_.knots()) places_.push_back(place(clock_.grading().expand(u)[0]));
    places_.front() = path.start;
    places_.back() = path.end;
    seams_.assign(clock_.times().begin() + 1, clock_.times().end() - 1);
    for (const double x : path_seams) add_seam(x);
    std::sort(seams_.begin(), seams_.end());
  }

  const PathClock& clock() const { return clock_; }
  TimeRange range() const { return {clock_.times().front(), clock_.times().back()}; }
  TimeRange path() const { return path_; }
  const std::vector<double>& seams() const { return seams_; }

  /// The series of the path's own parameter at a time.
  void expand(double t, std::span<double> scratch, std::span<double> place) const {
    const int interval = clock_.interval_at(t);
    const auto k = static_cast<std::size_t>(interval);
    clock_.expand(interval, t, scratch, place);
    for (double& x : place) x *= path_.duration();
    // Rounding must not lead to the polynomial beyond a seam.
    const bool is_last = k + 2 == places_.size();
    const double end = is_last ? places_[k + 1] : std::nextafter(places_[k + 1], places_[k]);
    place[0] = std::clamp(path_.start + place[0], places_[k], end);
  }

 private:
  double place(double s) const { return path_.start + path_.duration() * s; }

  /// A seam of the path at a knot is exactly there; others are seams of the motion too.
  void add_seam(double x) {
    const double u = clock_.grading().inverse((x - path_.start) / path_.duration());
    const std::vector<double>& knots = clock_.knots();
    const auto next = std::lower_bound(knots.begin(), knots.end(), u - kSameParameter);
    if (next != knots.end() && std::abs(*next - u) <= kSameParameter) {
      places_[next - knots.begin()] = x;
    } else {
      seams_.push_back(clock_.time_at(u));
    }
  }

  PathClock clock_;
  TimeRange path_;
  std::vector<double> places_;  ///< Of the knots, in the path's own parameter.
  std::vector<double> seams_;
};

/// The powers of the step along the path at one time, which all joints share.
class StepPowers {
 public:
  explicit StepPowers(const PathSchedule& schedule) : schedule_(schedule) {}

  void set(double t, std::size_t size) {
    if (t == time_ && size == size_) return;
    time_ = t;
    size_ = size;
    step_.resize(size);
    scratch_.resize(size);
    powers_.assign(size * size, 0.0);
    schedule_.expand(t, scratch_, step_);
    place_ = step_[0];
    step_[0] = 0.0;
    powers_[0] = 1.0;
    for (std::size_t k = 1; k < size; ++k) {
      const double* before = &powers_[(k - 1) * size];
      double* power = &powers_[k * size];
      for (std::size_t m = k; m < size; ++m) {
        double sum = 0.0;
        for (std::size_t i = k - 1; i < m; ++i) sum += before[i] * step_[m - i];
        power[m] = sum;
      }
    }
  }

  double place() const { return place_; }

  /// From coefficients in powers of the step to those in powers of time, in place.
  void compose(std::span<double> c) const {
    for (std::size_t m = size_; m-- > 0;) {
      double sum = 0.0;
      for (std::size_t k = 0; k <= m; ++k) sum += c[k] * powers_[k * size_ + m];
      c[m] = sum;
    }
  }

 private:
  const PathSchedule& schedule_;
  double time_ = std::numeric_limits<double>::quiet_NaN();
  std::size_t size_ = 0;
  double place_ = 0.0;
  std::vector<double> step_;
  std::vector<double> scratch_;
  std::vector<double> powers_;  ///< Coefficient m of the k-th power at k size + m.
};

class RetimedCursor final : public LawCursor {
 public:
  RetimedCursor(std::shared_ptr<StepPowers> powers, std::unique_ptr<LawCursor> path)
      : powers_(std::move(powers)), path_(std::move(path)) {}
  void expand(double t, std::span<double> out) override {
    powers_->set(t, out.size());
    path_->expand(powers_->place(), out);
    powers_->compose(out);
  }

 private:
  std::shared_ptr<StepPowers> powers_;
  std::unique_ptr<LawCursor> path_;
};

class RetimedLaw final : public Law {
 public:
  RetimedLaw(std::shared_ptr<const PathSchedule> schedule, std::shared_ptr<const Law> path)
      : schedule_(std::move(schedule)), path_(std::move(path)) {}

  TimeRange range() const override { return schedule_->range(); }
  int continuity() const override {
    return std::min(schedule_->clock().degree(), path_->continuity());
  }
  std::vector<double> seams() const override { return schedule_->seams(); }
  void expand(double t, std::span<double> out) const override { cursor()->expand(t, out); }
  std::unique_ptr<LawCursor> cursor() const override {
    return std::make_unique<RetimedCursor>(std::make_shared<StepPowers>(*schedule_),
                                           path_->cursor());
  }
  std::unique_ptr<LawCursor> shared_cursor(CursorShare& share) const override {
    auto powers = share.of<StepPowers>(schedule_.get(),
                                       [this] { return std::make_shared<StepPowers>(*schedule_); });
    return std::make_unique<RetimedCursor>(std::move(powers), path_->shared_cursor(share));
  }

  const std::shared_ptr<const PathSchedule>& schedule() const { return schedule_; }
  const std::shared_ptr<const Law>& path() const { return path_; }

 private:
  std::shared_ptr<const PathSchedule> schedule_;
  std::shared_ptr<const Law> path_;
};

/// Where a derivative of the path may jump, in its own parameter.
std::vector<double> own_seams(const Trajectory& path) {
  const TimeRange range = path.range();
  const double same = kSameParameter * range.duration();
  std::vector<double> seams;
  for (int j = 0; j < path.num_joints(); ++j) {
    for (const double t : path.law(j).seams()) {
      if (t > range.start + same && t < range.end - same) seams.push_back(t);
    }
  }
  std::sort(seams.begin(), seams.end());
  const auto is_same = [same](double a, double b) { return b - a <= same; };
  seams.erase(std::unique(seams.begin(), seams.end(), is_same), seams.end());
  return seams;
}

/// Of natural splines: the derivatives of the highest orders are zero.
std::vector<Condition> natural_end(int m) {
  std::vector<Condition> conditions;
  for (int k = m - (m + 1) / 2 + 1; k <= m; ++k) conditions.push_back({k, 0.0});
  return conditions;
}

}  // namespace

Trajectory waypoint_path(int degree, const std::vector<std::string>& joints,
                         const std::vector<std::vector<double>>& waypoints) {
  check(degree >= 3 && degree <= kMaxSplineOrder + 1, "waypoint_path: the degree is ", degree,
        "; 3 to ", kMaxSplineOrder + 1, " are possible.");
  check(waypoints.size() >= 2, "waypoint_path: there are ", counted(waypoints.size(), "waypoint"),
        "; two are needed.");
  for (std::size_t i = 0; i < waypoints.size(); ++i) {
    check(waypoints[i].size() == joints.size(), "waypoint_path: waypoint ", i + 1, " has ",
          counted(waypoints[i].size(), "number"), "; there are ", counted(joints.size(), "joint"),
          ".");
  }
  check(std::any_of(waypoints.begin(), waypoints.end(),
                    [&](const auto& waypoint) { return waypoint != waypoints.front(); }),
        "waypoint_path: all waypoints are the same; a path leads from one to another.");
  // n waypoints determine a natural spline of degree 2n - 1 and no higher one.
  degree = std::min(degree, 2 * static_cast<int>(std::min<std::size_t>(waypoints.size(), 100)) - 1);
  std::vector<double> parameters;
  for (std::size_t i = 0; i < waypoints.size(); ++i) {
    parameters.push_back(static_cast<double>(i) / static_cast<double>(waypoints.size() - 1));
  }
  const std::vector<Condition> ends = natural_end(degree - 1);
  std::vector<std::shared_ptr<const Law>> laws;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    std::vector<double> positions;
    for (const std::vector<double>& waypoint : waypoints) positions.push_back(waypoint[j]);
    laws.push_back(std::make_shared<PiecewisePolynomial>(
        position_spline(degree - 1, parameters, positions, ends, ends).law));
  }
  return {joints, std::move(laws), {0.0, 1.0}};
}

std::vector<double> path_seams(const Trajectory& path) {
  std::vector<double> seams = own_seams(path);
  for (double& x : seams) x = (x - path.range().start) / path.range().duration();
  return seams;
}

std::optional<Trajectory> path_of(const Trajectory& motion) {
  std::shared_ptr<const PathSchedule> schedule;
  std::vector<std::shared_ptr<const Law>> laws;
  for (int j = 0; j < motion.num_joints(); ++j) {
    const auto* law = dynamic_cast<const RetimedLaw*>(&motion.law(j));
    if (law == nullptr || (schedule != nullptr && law->schedule() != schedule)) return std::nullopt;
    schedule = law->schedule();
    laws.push_back(law->path());
  }
  const bool is_whole = schedule != nullptr && motion.range().start == schedule->range().start &&
                        motion.range().end == schedule->range().end;
  if (!is_whole) return std::nullopt;
  return Trajectory(motion.joints(), std::move(laws), schedule->path());
}

Trajectory retimed_motion(const Trajectory& path, const PathClock& clock) {
  const auto schedule = std::make_shared<const PathSchedule>(clock, path.range(), own_seams(path));
  std::vector<std::shared_ptr<const Law>> laws;
  for (int j = 0; j < path.num_joints(); ++j) {
    laws.push_back(std::make_shared<RetimedLaw>(schedule, path.shared_law(j)));
  }
  return {path.joints(), std::move(laws), schedule->range()};
}

}  // namespace appell::trajectory
