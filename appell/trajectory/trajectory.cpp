#include "appell/trajectory/trajectory.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "appell/base/check.hpp"
#include "appell/base/quoted.hpp"
#include "appell/base/stop.hpp"
#include "appell/trajectory/combined_laws.hpp"

namespace appell::trajectory {
namespace {

/// What rounding may put between a time and the end of a range.
double slack_of(const TimeRange& range) {
  return 1e-12 * std::max({range.duration(), std::abs(range.start), std::abs(range.end)});
}

/// Where each name is; made once, since a record may have a hundred thousand columns. The names
/// must outlive it.
class NameIndex {
 public:
  explicit NameIndex(const std::vector<std::string>& names) : size_(names.size()) {
    for (std::size_t i = 0; i < names.size(); ++i) index_.emplace(names[i], i);
  }
  /// The number of names if there is no such one.
  std::size_t operator[](const std::string& name) const {
    const auto found = index_.find(name);
    return found == index_.end() ? size_ : found->second;
  }

 private:
  std::size_t size_;
  std::unordered_map<std::string_view, std::size_t> index_;
};

}  // namespace

Trajectory::Trajectory(std::vector<std::string> joints,
                       std::vector<std::shared_ptr<const Law>> laws, TimeRange range)
    : joints_(std::move(joints)), laws_(std::move(laws)), range_(range) {
  check(!joints_.empty(), "Trajectory: there is no joint.");
  check(joints_.size() == laws_.size(), "Trajectory: ", laws_.size(), " laws for ", joints_.size(),
        " joints.");
  check(std::isfinite(range.start) && std::isfinite(range.end) && range.end > range.start,
        "Trajectory: the motion is from t = ", range.start, " to ", range.end,
        " s; a finite range that is not empty is needed.");
  std::unordered_set<std::string_view> names;
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    check(!joints_[j].empty(), "Trajectory: joint ", j, " has no name.");
    const std::string problem = name_problem(joints_[j]);
    check(problem.empty(), "Trajectory: joint '", one_line(joints_[j]), "': ", problem, ".");
    check(names.insert(joints_[j]).second, "Trajectory: joint '", joints_[j], "' is there twice.");
    check(laws_[j] != nullptr, "Trajectory: joint '", joints_[j], "' has no law.");
    const TimeRange defined = laws_[j]->range();
    check(defined.start <= range.start + slack_of(range) &&
              defined.end >= range.end - slack_of(range),
          "Trajectory: the law of joint '", joints_[j], "' is from t = ", defined.start, " to ",
          defined.end, " s, the motion from ", range.start, " to ", range.end, " s.");
  }
}

int Trajectory::continuity() const {
  int lowest = taylor::kMaxOrder;
  for (const auto& law : laws_) lowest = std::min(lowest, law->continuity());
  return lowest;
}

bool Trajectory::is_uncertain() const {
  return std::any_of(laws_.begin(), laws_.end(),
                     [](const auto& law) { return law->is_uncertain(); });
}

double Trajectory::inside(double t) const {
  const double slack = slack_of(range_);
  check(t >= range_.start - slack && t <= range_.end + slack, "t = ", t,
        " s is outside the motion, which is from ", range_.start, " to ", range_.end, " s.");
  return std::clamp(t, range_.start, range_.end);
}

model::StateSeries Trajectory::sample(double t, int order) const {
  model::StateSeries state;
  sample(t, order, state);
  return state;
}

void Trajectory::sample(double t, int order, model::StateSeries& out) const {
  check(order >= 0 && order <= taylor::kMaxOrder, "Trajectory::sample: the order must be in 0..",
        taylor::kMaxOrder, ", got ", order, ".");
  if (out.order() != order || out[0].size() != num_joints()) {
    out = model::StateSeries(order, VecX::Zero(num_joints()));
  }
  check_stop();
  std::array<double, taylor::kMaxOrder + 1> buffer;
  const auto coefficients = std::span(buffer).first(static_cast<std::size_t>(order) + 1);
  const double at = inside(t);
  for (int j = 0; j < num_joints(); ++j) {
    law(j).expand(at, coefficients);
    for (int k = 0; k <= order; ++k) out[k](j) = coefficients[k];
  }
}

namespace {

/// Those of the motion that are no joints of the model may be the ones that are missing: where they
/// are as many, the nearest, or else the one at the same place.
[[noreturn]] void refuse_missing(const std::string& joint, const model::Model& model,
                                 const std::vector<std::string>& joints) {
  std::vector<std::string> missing, others = joints;
  for (const model::Coordinate& coordinate : model.coordinates()) {
    if (std::erase(others, coordinate.name) == 0) missing.push_back(coordinate.name);
  }
  std::vector<std::string> pairs;
  for (std::size_t i = 0; i < missing.size() && others.size() == missing.size(); ++i) {
    const std::string nearest = nearest_name(missing[i], others);
    pairs.push_back(concat(nearest.empty() ? others[i] : nearest, " = \"", missing[i], "\""));
  }
  if (pairs.empty()) {
    pairs.push_back(concat(others.empty() ? "COLUMN" : others.front(), " = \"", joint, "\""));
  }
  throw InvalidArgument(concat("joint '", joint, "' of model '", model.name(),
                               "' is not in the motion", suggestion(joint, others), ", which has ",
                               comma_list(joints), "; to rename columns of a log: rename = {",
                               whole_comma_list(pairs), "}"));
}

}  // namespace

Trajectory Trajectory::for_model(const model::Model& model) const {
  std::vector<std::string> names;
  std::vector<std::shared_ptr<const Law>> laws;
  const NameIndex joint_of(joints_);
  for (const model::Coordinate& coordinate : model.coordinates()) {
    const std::size_t j = joint_of[coordinate.name];
    if (j >= joints_.size()) refuse_missing(coordinate.name, model, joints_);
    names.push_back(coordinate.name);
    laws.push_back(laws_[j]);
  }
  const NameIndex coordinate_of(names);
  for (const std::string& name : joints_) {
    if (coordinate_of[name] < names.size()) continue;  // The suggestion below is dear.
    check(false, "the motion has a joint '", name, "', model '", model.name(), "' has not",
          suggestion(name, names), "; its joints are ", comma_list(names), ".");
  }
  return {std::move(names), std::move(laws), range_};
}

Trajectory Trajectory::at_speed(double speed) const {
  std::vector<std::shared_ptr<const Law>> laws;
  for (const auto& law : laws_) {
    laws.push_back(std::make_shared<ReclockedLaw>(law, range_.start, speed, range_.start));
  }
  return {joints_, std::move(laws), {range_.start, range_.start + range_.duration() / speed}};
}

TrajectoryCursor::TrajectoryCursor(const Trajectory& trajectory) : trajectory_(trajectory) {
  for (int j = 0; j < trajectory.num_joints(); ++j) {
    laws_.push_back(trajectory.law(j).shared_cursor(share_));
    directions_.emplace_back(trajectory.law(j), trajectory.range());
  }
}

void TrajectoryCursor::sample(std::span<const double> times, model::StateBlock& out) {
  check(out.num_coordinates() == trajectory_.num_joints(), "TrajectoryCursor: the block has ",
        out.num_coordinates(), " coordinates; the motion has ", trajectory_.num_joints(), ".");
  out.set_num_samples(static_cast<int>(times.size()));
  std::array<double, taylor::kMaxOrder + 1> buffer;
  const auto coefficients = std::span(buffer).first(static_cast<std::size_t>(out.order()) + 1);
  // Time by time: laws that share a record expand at it together.
  for (std::size_t i = 0; i < times.size(); ++i) {
    check_stop();
    const double t = trajectory_.inside(times[i]);
    for (int j = 0; j < trajectory_.num_joints(); ++j) {
      const auto at = static_cast<std::size_t>(j);
      laws_[at]->expand(t, coefficients);
      for (int k = 0; k <= out.order(); ++k) {
        out.q().column(k, j)[i] = coefficients[k];
      }
      if (out.order() > 0) {
        out.set_direction(j, static_cast<int>(i),
                          directions_[at].at(t, coefficients[0], coefficients[1]));
      }
      if (!out.has_covariances()) continue;
      const auto size = static_cast<std::size_t>(out.order() + 1);
      covariance_.resize(size * size);
      laws_[at]->covariance(t, out.order() + 1, covariance_);
      std::copy(covariance_.begin(), covariance_.end(), out.covariance(static_cast<int>(i), j));
    }
  }
  std::copy(times.begin(), times.end(), out.times().begin());
}

Trajectory sequence(const std::vector<Trajectory>& parts) {
  check(!parts.empty(), "sequence: there is no motion.");
  const std::vector<std::string>& joints = parts.front().joints();
  std::vector<double> breaks{parts.front().range().start};
  std::vector<NameIndex> joint_of;
  for (const Trajectory& part : parts) {
    breaks.push_back(breaks.back() + part.range().duration());
    joint_of.emplace_back(part.joints());
  }
  std::vector<std::shared_ptr<const Law>> laws;
  for (const std::string& name : joints) {
    std::vector<std::shared_ptr<const Law>> of_joint;
    double reached = 0.0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::size_t j = joint_of[i][name];
      if (j == parts[i].joints().size() || parts[i].joints().size() != joints.size()) {
        check(false, "sequence: motion ", i + 1, " has the joints ", comma_list(parts[i].joints()),
              "; those of the first are ", comma_list(joints), ".");
      }
      const TimeRange range = parts[i].range();
      const auto& law = parts[i].shared_law(static_cast<int>(j));
      double position = 0.0;
      law->expand(range.start, {&position, 1});
      constexpr double kLargestJump = 1e-6;
      check(i == 0 || std::abs(position - reached) <= kLargestJump, "sequence: joint '", name,
            "' is at ", reached, " when motion ", i + 1, " begins, which starts it at ", position,
            ".");
      law->expand(range.end, {&reached, 1});
      of_joint.push_back(std::make_shared<ReclockedLaw>(law, range.start, 1.0, breaks[i]));
    }
    laws.push_back(std::make_shared<SequenceLaw>(std::move(of_joint), breaks));
  }
  return {joints, std::move(laws), {breaks.front(), breaks.back()}};
}

}  // namespace appell::trajectory
