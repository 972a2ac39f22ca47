#include "appell/planning/path_grid.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/trajectory/retimed_motion.hpp"

namespace appell::planning {
namespace {

constexpr int kCloseIntervals = 8;  // At either end, with more points.

constexpr double kDenseWidth = 0.25;  // d
constexpr double kFastEnd = 0.3;
// With a jerk J the velocity counts for a time √(2v/J), on a way of about v √(2v/J). A motion from
// rest to rest within time 1 on a way of 1 has J of about 30.
constexpr double kWayOfRate = 0.05;
constexpr double kShortestWay = 1e-9;

/// How dense the knots of a grid are along u. At an end where the motion has a small velocity v
/// instead of being at rest, it soon is like one from rest, u ~ t³, beyond a way a on which v
/// counts: intervals there are as long as equal times of such a motion. With d = 1/4,
///
///   dψ/du = ((d + a)/(u + a))^(2/3) for u < d, 1 between,                                     (1)
///
/// likewise at the other end; knots are where ψ has equal distances.
class KnotSpacing {
 public:
  /// @param start_rate, end_rate  du/dt there, over that of a motion of constant rate; zero at
  ///   rest, where the path is graded itself. From 0.3 on nothing becomes denser.
  KnotSpacing(double start_rate, double end_rate);

  double psi(double u) const;
  double inverse(double psi) const;

 private:
  /// One end.
  struct Part {
    double a = 0.0;       ///< Zero: even.
    double length = 0.0;  ///< ψ of the first d.
    explicit Part(double rate);
    double psi(double u) const;
    double inverse(double psi) const;
  };
  Part start_, end_;
  double total_;
};

KnotSpacing::Part::Part(double rate) : length(kDenseWidth) {
  if (!(rate > 0.0 && rate < kFastEnd)) return;
  a = std::max(kWayOfRate * rate * std::sqrt(rate), kShortestWay);
  length = psi(kDenseWidth);
}

double KnotSpacing::Part::psi(double u) const {
  if (a == 0.0) return u;
  return 3.0 * std::pow(kDenseWidth + a, 2.0 / 3.0) * (std::cbrt(u + a) - std::cbrt(a));
}

double KnotSpacing::Part::inverse(double psi) const {
  if (a == 0.0) return psi;
  // (x + y)³ - y³ with y³ = a, without a difference of equal numbers.
  const double x = psi / (3.0 * std::pow(kDenseWidth + a, 2.0 / 3.0));
  const double y = std::cbrt(a);
  return x * (x * x + 3.0 * y * (x + y));
}

KnotSpacing::KnotSpacing(double start_rate, double end_rate)
    : start_(start_rate), end_(end_rate), total_(psi(1.0)) {}

double KnotSpacing::psi(double u) const {
  if (u <= kDenseWidth) return start_.psi(u);
  if (u <= 1.0 - kDenseWidth) return start_.length + (u - kDenseWidth);
  return start_.length + (1.0 - 2.0 * kDenseWidth) + end_.length - end_.psi(1.0 - u);
}

double KnotSpacing::inverse(double psi) const {
  if (psi <= start_.length) return start_.inverse(psi);
  if (psi <= total_ - end_.length) return kDenseWidth + (psi - start_.length);
  return 1.0 - end_.inverse(total_ - psi);
}

/// The power of the grading with which the path begins with u³ or a little higher.
int power_for(int lowest) { return lowest == 1 ? 3 : lowest == 2 ? 2 : 1; }

/// Intervals from the end that is nearer.
int from_end(const PathGrid& grid, int interval) {
  return std::min(interval, grid.num_intervals() - 1 - interval);
}

/// Inner points of an interval for limits of third order: near the ends a motion could cheat
/// between the others.
int num_inner(const PathGrid& grid, int interval) {
  const int distance = from_end(grid, interval);
  if (distance >= kCloseIntervals) return 0;
  return distance == 0 ? 7 : distance < 3 ? 3 : 1;
}

std::vector<double> inner_seams(const trajectory::Trajectory& path,
                                const trajectory::Grading& grading, int num_intervals,
                                const std::vector<double>& more_knots) {
  std::vector<double> seams = grading.seams();
  for (const double s : more_knots) {
    if (s > 0.0 && s < 1.0) seams.push_back(grading.inverse(s));
  }
  const std::vector<double> of_path = trajectory::path_seams(path);
  // A long record has more seams than intervals: its third derivative does not jump there.
  const bool are_few = of_path.size() * 2 <= static_cast<std::size_t>(num_intervals);
  check(are_few || path.continuity() >= 3, "retime: the path has ", of_path.size(),
        " seams at which q''' jumps; for ", num_intervals, " intervals at most ", num_intervals / 2,
        " are possible.");
  if (are_few) {
    for (const double s : of_path) seams.push_back(grading.inverse(s));
  }
  std::sort(seams.begin(), seams.end());
  return seams;
}

PathGrid grid_with(const trajectory::Trajectory& path, const trajectory::Grading& grading,
                   int num_intervals, const KnotSpacing& spacing,
                   const std::vector<double>& more_knots) {
  check(num_intervals >= kFewestIntervals, "retime: ", num_intervals, " intervals; at least ",
        kFewestIntervals, " are needed.");
  check(path.continuity() >= 2, "retime: the acceleration of the path jumps: q^(",
        path.continuity() + 1, ") is not continuous; a path with continuous q'' is needed.");
  PathGrid grid{grading, {0.0}};
  std::vector<double> seams = inner_seams(path, grading, num_intervals, more_knots);
  seams.push_back(1.0);
  for (const double seam : seams) {  // Equal intervals of ψ between two seams.
    if (seam - grid.knots.back() < 1e-6) continue;
    const double from = spacing.psi(grid.knots.back());
    const double length = spacing.psi(seam) - from;
    const int count = std::max(1, static_cast<int>(std::lround(length * num_intervals)));
    for (int i = 1; i < count; ++i) {
      grid.knots.push_back(spacing.inverse(from + length * i / count));
    }
    grid.knots.push_back(seam);
  }
  grid.knots.back() = 1.0;
  return grid;
}

/// κ of PathGrid (1).
/// @param slope  ds/du there; the grading is straight next to an end with a velocity.
double kappa_at(const trajectory::Trajectory& path, double place, double slope) {
  const model::StateSeries q = path.sample(place, 2);  // q[2] is half of the derivative.
  return -4.0 * q[1].dot(q[2]) / q[1].squaredNorm() * slope * path.range().duration();
}

}  // namespace

std::size_t num_jumps(const trajectory::Trajectory& path) {
  return path.continuity() == 2 ? trajectory::path_seams(path).size() : 0;
}

int lowest_order(const trajectory::Trajectory& path, double place) {
  constexpr int kHighest = 4;
  constexpr double kZero = 1e-9;  // Of the size of the path's derivatives.
  const model::StateSeries q = path.sample(place, kHighest);
  const double length = path.range().duration();
  double scale = 0.0;
  double power = 1.0;
  std::vector<double> sizes;
  for (int k = 1; k <= kHighest; ++k) {
    power *= length;
    sizes.push_back(power * q[k].cwiseAbs().maxCoeff());
    scale = std::max(scale, sizes.back());
  }
  for (int k = 1; k <= kHighest; ++k) {
    if (sizes[k - 1] > kZero * scale) return k;
  }
  return kHighest;
}

PathGrid plain_grid(const trajectory::Trajectory& path, int num_intervals,
                    const std::vector<double>& more_knots) {
  return grid_with(path, trajectory::Grading(1, 1), num_intervals, KnotSpacing(0.0, 0.0),
                   more_knots);
}

PathGrid path_grid(const trajectory::Trajectory& path, int num_intervals, PathEnds ends,
                   const std::vector<double>& more_knots) {
  check(num_intervals <= kMostIntervals, "retime: ", num_intervals, " intervals; at most ",
        kMostIntervals, " are possible: on more the optimization does not converge.");
  const auto power = [&](double rate, double place) {
    return rate == 0.0 ? power_for(lowest_order(path, place)) : 1;
  };
  const trajectory::TimeRange range = path.range();
  PathGrid grid = grid_with(path, {power(ends.start, range.start), power(ends.end, range.end)},
                            num_intervals, KnotSpacing(ends.start, ends.end), more_knots);
  if (ends.start > 0.0)
    grid.start = {true, kappa_at(path, range.start, grid.grading.expand(0.0)[1])};
  if (ends.end > 0.0) grid.end = {true, -kappa_at(path, range.end, grid.grading.expand(1.0)[1])};
  return grid;
}

double PathGrid::parameter(const GridPoint& point) const {
  const auto k = static_cast<std::size_t>(point.interval);
  if (point.part == 1.0) return knots[k + 1];
  return knots[k] + point.part * (knots[k + 1] - knots[k]);
}

SplineInterval PathGrid::spline_interval(int interval) const {
  const auto k = static_cast<std::size_t>(interval);
  const double h = knots[k + 1] - knots[k];
  const double before = k > 0 ? knots[k] - knots[k - 1] : h;
  const double after = k + 2 < knots.size() ? knots[k + 2] - knots[k + 1] : h;
  const double first[3] = {0.25 * h, -1.0, 2.0 / h};
  const double last[3] = {0.25 * h, 1.0, 2.0 / h};
  const int highest = num_coefficients() - 1;
  const int first_of = interval - num_left_out(start);
  SplineInterval result{.first = std::clamp(first_of, 0, highest - 2), .length = h};
  for (std::size_t order = 0; order < 3; ++order) {
    const double n0 = first[order] / (before + h);
    const double n2 = last[order] / (h + after);
    double n[3] = {n0, (order == 0 ? 1.0 : 0.0) - n0 - n2, n2};
    if (start.is_given && k == 0) n[0] *= outer(start, h), n[1] *= inner(start, h);
    if (start.is_given && k == 1) n[0] *= inner(start, before);
    if (end.is_given && k + 2 == knots.size()) n[2] *= outer(end, h), n[1] *= inner(end, h);
    if (end.is_given && k + 3 == knots.size()) n[2] *= inner(end, after);
    for (int i = 0; i < 3; ++i) {  // At the ends coefficients coincide.
      const int at = std::clamp(first_of + i, 0, highest) - result.first;
      result.basis[3 * order + static_cast<std::size_t>(at)] += n[i];
    }
  }
  return result;
}

PathGrid PathGrid::divided(const std::vector<int>& parts) const {
  PathGrid result{grading, {knots.front()}, start, end};
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const double h = knots[k + 1] - knots[k];
    for (int i = 1; i < parts[k]; ++i) result.knots.push_back(knots[k] + h * i / parts[k]);
    result.knots.push_back(knots[k + 1]);
  }
  return result;
}

std::vector<double> PathGrid::all_coefficients(const std::vector<double>& x) const {
  std::vector<double> all;
  const int highest = num_coefficients() - 1;
  for (int i = 0; i < num_intervals() + 2; ++i) {
    all.push_back(x[std::clamp(i - num_left_out(start), 0, highest)]);
  }
  if (start.is_given) {
    const double h = knots[1] - knots[0];
    all[0] *= outer(start, h);
    all[1] *= inner(start, h);
  }
  if (end.is_given) {
    const double h = knots[knots.size() - 1] - knots[knots.size() - 2];
    all[all.size() - 1] *= outer(end, h);
    all[all.size() - 2] *= inner(end, h);
  }
  return all;
}

std::vector<GridPoint> second_order_points(const PathGrid& grid) {
  std::vector<GridPoint> points;
  const int count = grid.num_intervals();
  double before = 0.0;
  for (int k = 0; k < count; ++k) {
    const auto i = static_cast<std::size_t>(k);
    const double h = grid.knots[i + 1] - grid.knots[i];
    points.push_back({k, 0.0, (before + h) / 6.0});
    const int inner = num_inner(grid, k) > 0 ? 3 : 1;
    for (int j = 1; j <= inner; ++j) {
      const bool is_middle = 2 * j == inner + 1;
      points.push_back({k, static_cast<double>(j) / (inner + 1), is_middle ? 4.0 * h / 6.0 : 0.0});
    }
    before = h;
  }
  points.push_back({count - 1, 1.0, before / 6.0});
  return points;
}

std::vector<GridPoint> third_order_points(const PathGrid& grid) {
  std::vector<GridPoint> points;
  for (int k = 0; k < grid.num_intervals(); ++k) {
    const int inner = num_inner(grid, k);
    for (int j = 0; j <= inner + 1; ++j) {
      points.push_back({k, static_cast<double>(j) / (inner + 1), 0.0});
    }
  }
  return points;
}

}  // namespace appell::planning
