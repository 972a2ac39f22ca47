#include "appell/trajectory/operational_motion.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "appell/base/check.hpp"
#include "appell/kinematics/inverse_pose.hpp"
#include "appell/trajectory/operational_solver.hpp"
#include "appell/trajectory/piecewise_polynomial.hpp"

namespace appell::trajectory {
namespace {

/// Of the polynomials between two nodes.
constexpr int kNodeOrder = 14;
/// What the last terms of a polynomial may add at the end of its step.
constexpr double kTruncation = 1e-15;
/// Pose at the end of a step by the polynomial: more means that a step was too long.
constexpr double kLargestDefect = 1e-11;
/// Relative to the duration: a step over a kink of a formula, which no step is short enough for,
/// and the distance to the pose behind it.
constexpr double kKinkStep = 1e-8;
constexpr double kKinkDefect = 1e-6;
constexpr double kSmallestStep = 1e-13;
constexpr std::size_t kMostNodeNumbers = 20'000'000;  // 160 MB.

/// The way of the joints, solved along the whole range. Immutable.
class OperationalPath {
 public:
  OperationalPath(OperationalProblem problem, VecX start, VecX rates)
      : problem_(std::move(problem)), start_(std::move(start)), rates_(std::move(rates)) {
    OperationalSolver solver(problem_, kNodeOrder);
    coordinates_ = solver.chain().coordinates();
    place_nodes(solver);
  }

  const OperationalProblem& problem() const { return problem_; }
  TimeRange range() const { return problem_.laws.range; }
  int continuity() const {
    int lowest = taylor::kMaxOrder;
    for (const Law* law : problem_.laws.given()) lowest = std::min(lowest, law->continuity());
    return lowest;
  }
  /// Where the laws may jump, inside the range.
  std::vector<double> seams() const {
    std::vector<double> times;
    for (const Law* law : problem_.laws.given()) {
      for (const double t : law->seams()) {
        if (t > range().start && t < range().end) times.push_back(t);
      }
    }
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
  }

  /// Solves at a time of the range, to an order that the solver has.
  void solve(double t, int order, OperationalSolver& solver, VecX& guess) const {
    const std::size_t node = node_at(t);
    read_node(node, t - times_[node], guess);
    try {
      solver.solve(t, order, guess);
    } catch (const NumericalError& error) {
      throw UnreachableMotion(concat(error.what(), last_good(node)));
    }
  }

  /// Entry of a coordinate among those that move the frame; -1: it does not.
  int entry_of(int coordinate) const {
    const auto at = std::lower_bound(coordinates_.begin(), coordinates_.end(), coordinate);
    const bool is_there = at != coordinates_.end() && *at == coordinate;
    return is_there ? static_cast<int>(at - coordinates_.begin()) : -1;
  }
  double start(int coordinate) const { return start_(coordinate); }
  double rate(int coordinate) const { return rates_(coordinate); }
  Eigen::Index num_entries() const { return static_cast<Eigen::Index>(coordinates_.size()); }

 private:
  void place_nodes(OperationalSolver& solver) {
    const std::vector<double> seams = this->seams();
    auto seam = seams.begin();
    VecX q = first_position(solver);
    for (double t = range().start; t < range().end;) {
      while (seam != seams.end() && *seam <= t) ++seam;
      const double end = seam == seams.end() ? range().end : *seam;
      try {
        solver.solve(t, kNodeOrder, q);
        solver.check_feasible(t, std::min(step_length(solver), end - t), kNodeOrder);
      } catch (const NumericalError& error) {
        if (times_.empty()) throw UnreachableMotion(error.what());
        throw UnreachableMotion(concat(error.what(), last_good(times_.size() - 1)));
      }
      keep_node(t, solver);
      t = next_time(t, end, solver, q);
    }
  }

  /// At the first pose, from the start.
  VecX first_position(const OperationalSolver& solver) const {
    PoseCursor cursor(problem_.laws, problem_.start_pose);
    const spatial::TransformSeries& pose = cursor.expand(range().start, 0);
    std::vector<int> rows{0, 1, 2};
    if (problem_.laws.num_rows() == 6) rows.insert(rows.end(), {3, 4, 5});
    try {
      return kinematics::inverse_pose(problem_.model, problem_.frame, {pose.R[0], pose.p[0]},
                                      start_, {.rows = rows})
          .q(solver.chain().coordinates());
    } catch (const NumericalError& error) {
      throw UnreachableMotion(concat("at t = ", range().start, " s: ", error.what()));
    }
  }

  void keep_node(double t, const OperationalSolver& solver) {
    times_.push_back(t);
    for (int k = 0; k <= kNodeOrder; ++k) {
      coefficients_.insert(coefficients_.end(), solver.q(k).begin(), solver.q(k).end());
    }
    if (coefficients_.size() > kMostNodeNumbers) {
      throw UnreachableMotion(concat("at t = ", t, " s, after ", times_.size(),
                                     " steps, the motion has more pieces than are kept in memory; "
                                     "a shorter one is needed"));
    }
  }

  /// Where the polynomial of the last node ends, at most at `end`; q becomes its value there.
  double next_time(double t, double end, OperationalSolver& solver, VecX& q) const {
    const double duration = range().duration();
    for (double h = step_length(solver);; h *= 0.5) {
      const bool is_last = !(t + h < end);
      const double next = is_last ? end : t + h;
      read_node(times_.size() - 1, next - t, q);
      const double defect = solver.defect(next, q);
      if (defect <= kLargestDefect) return next;
      if (next - t <= kKinkStep * duration && defect <= kKinkDefect) return next;
      if (is_last) h = end - t;
      if (h < kSmallestStep * duration) {
        throw UnreachableMotion(concat("after t = ", t, " s link '", problem_.frame.name,
                                       "' cannot follow its laws, however short the step",
                                       last_good(times_.size() - 1)));
      }
    }
  }

  /// For which the last two terms of a polynomial are as small as they should be.
  static double step_length(const OperationalSolver& solver) {
    const double bar = kTruncation * std::max(1.0, solver.q(0).cwiseAbs().maxCoeff());
    double h = std::numeric_limits<double>::infinity();
    for (const int k : {kNodeOrder - 1, kNodeOrder}) {
      const double term = solver.q(k).cwiseAbs().maxCoeff();
      if (term > 0.0) h = std::min(h, std::pow(bar / term, 1.0 / k));
    }
    return h;
  }

  std::size_t node_at(double t) const {
    const auto next = std::upper_bound(times_.begin(), times_.end(), t);
    return next == times_.begin() ? 0 : static_cast<std::size_t>(next - times_.begin()) - 1;
  }

  /// The polynomial of a node, by Horner's rule.
  void read_node(std::size_t node, double h, VecX& q) const {
    const auto n = num_entries();
    const double* c = coefficients_.data() + node * (kNodeOrder + 1) * coordinates_.size();
    q = Eigen::Map<const VecX>(c + kNodeOrder * n, n);
    for (int k = kNodeOrder - 1; k >= 0; --k) q = q * h + Eigen::Map<const VecX>(c + k * n, n);
  }

  std::string last_good(std::size_t node) const {
    VecX q;
    read_node(node, 0.0, q);
    std::vector<std::string> parts;
    for (std::size_t j = 0; j < coordinates_.size(); ++j) {
      const auto& coordinate = problem_.model.coordinates()[coordinates_[j]];
      parts.push_back(concat(coordinate.name, " = ", short_text(q(static_cast<Eigen::Index>(j)))));
    }
    return concat("; the last good state is at t = ", times_[node], " s: ", comma_list(parts));
  }

  OperationalProblem problem_;
  VecX start_;
  VecX rates_;
  std::vector<int> coordinates_;  ///< That move the frame.
  std::vector<double> times_;
  std::vector<double> coefficients_;  ///< [node][order][coordinate]
};

/// All joints at one time, for one thread.
class OperationalSampler {
 public:
  explicit OperationalSampler(const OperationalPath& path)
      : path_(path), guess_(VecX::Zero(path.num_entries())) {}

  /// Coefficients of the entry of a joint at t, until the next call.
  void expand(int entry, double t, std::span<double> out) {
    const int order = static_cast<int>(out.size()) - 1;
    if (t != t_ || order > order_) {
      t_ = std::numeric_limits<double>::quiet_NaN();  // Until it is solved.
      if (!solver_ || solver_->order() < order) {
        solver_ = std::make_unique<OperationalSolver>(path_.problem(), order);
      }
      path_.solve(t, order, *solver_, guess_);
      t_ = t;
      order_ = order;
    }
    for (int k = 0; k <= order; ++k) out[k] = solver_->q(k)(entry);
  }

 private:
  const OperationalPath& path_;
  std::unique_ptr<OperationalSolver> solver_;
  VecX guess_;
  double t_ = std::numeric_limits<double>::quiet_NaN();
  int order_ = -1;
};

class OperationalCursor final : public LawCursor {
 public:
  OperationalCursor(std::shared_ptr<OperationalSampler> sampler, int entry)
      : sampler_(std::move(sampler)), entry_(entry) {}
  void expand(double t, std::span<double> out) override { sampler_->expand(entry_, t, out); }

 private:
  std::shared_ptr<OperationalSampler> sampler_;
  int entry_;
};

/// One joint that moves the frame.
class OperationalLaw final : public Law {
 public:
  OperationalLaw(std::shared_ptr<const OperationalPath> path, int entry)
      : path_(std::move(path)), entry_(entry) {}

  TimeRange range() const override { return path_->range(); }
  int continuity() const override { return path_->continuity(); }
  std::vector<double> seams() const override { return path_->seams(); }
  void expand(double t, std::span<double> out) const override { cursor()->expand(t, out); }
  std::unique_ptr<LawCursor> cursor() const override {
    return std::make_unique<OperationalCursor>(std::make_shared<OperationalSampler>(*path_),
                                               entry_);
  }
  std::unique_ptr<LawCursor> shared_cursor(CursorShare& share) const override {
    auto sampler = share.of<OperationalSampler>(
        path_.get(), [this] { return std::make_shared<OperationalSampler>(*path_); });
    return std::make_unique<OperationalCursor>(std::move(sampler), entry_);
  }

 private:
  std::shared_ptr<const OperationalPath> path_;
  int entry_;
};

/// A joint that does not move the frame: q' = z.
std::shared_ptr<const Law> steady(TimeRange range, double start, double rate) {
  PiecewisePolynomial law({range.start, range.end}, 1, taylor::kMaxOrder);
  law.coefficients(0)[0] = start + 0.5 * rate * range.duration();
  law.coefficients(0)[1] = rate;
  return std::make_shared<PiecewisePolynomial>(std::move(law));
}

void check_operational(const model::Model& model, const VecX& start, const PoseLaws& laws,
                       const OperationalOptions& options) {
  const int n = model.num_coordinates();
  check(start.size() == n && start.allFinite(), "operational_motion: the start must be ", n,
        " finite numbers for model '", model.name(), "', got ", start.size(), ".");
  check(options.nullspace.size() == 0 ||
            (options.nullspace.size() == n && options.nullspace.allFinite()),
        "operational_motion: the nullspace motion must be ", n, " finite rates, got ",
        options.nullspace.size(), ".");
  check(options.max_condition >= 1.0,
        "operational_motion: the largest condition number must be at least 1, got ",
        options.max_condition, ".");
  const TimeRange range = laws.range;
  check(std::isfinite(range.start) && std::isfinite(range.end) && range.end > range.start,
        "operational_motion: the motion is from t = ", range.start, " to ", range.end,
        " s; a finite range that is not empty is needed.");
  check(!laws.given().empty(), "operational_motion: no law moves the frame.");
}

}  // namespace

Trajectory operational_motion(const model::Model& model, const model::Frame& frame,
                              const VecX& start, const PoseLaws& laws,
                              const OperationalOptions& options) {
  check_operational(model, start, laws, options);
  kinematics::FrameChain chain(model, frame, 0);
  chain.set(0, start(chain.coordinates()));
  const VecX rates =
      options.nullspace.size() > 0 ? options.nullspace : VecX(VecX::Zero(model.num_coordinates()));
  const auto path = std::make_shared<const OperationalPath>(
      OperationalProblem{.model = model,
                         .frame = frame,
                         .laws = laws,
                         .start_pose = {chain.R_WF(0), chain.p_WF(0)},
                         .nullspace = rates(chain.coordinates()),
                         .max_condition = options.max_condition},
      start, rates);
  std::vector<std::string> joints;
  std::vector<std::shared_ptr<const Law>> of_joints;
  for (int j = 0; j < model.num_coordinates(); ++j) {
    joints.push_back(model.coordinates()[j].name);
    const int entry = path->entry_of(j);
    of_joints.push_back(entry < 0 ? steady(laws.range, start(j), rates(j))
                                  : std::make_shared<OperationalLaw>(path, entry));
  }
  return {std::move(joints), std::move(of_joints), laws.range};
}

}  // namespace appell::trajectory
