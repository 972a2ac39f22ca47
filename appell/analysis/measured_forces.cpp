#include "appell/analysis/measured_forces.hpp"

#include <algorithm>
#include <cmath>

#include "appell/analysis/quantities/common.hpp"
#include "appell/analysis/selection.hpp"
#include "appell/base/check.hpp"
#include "appell/force/friction.hpp"

namespace appell::analysis {
namespace {

/// A measured column, and the coordinate whose force it is.
struct Measured {
  std::size_t column;
  int coordinate;
};

int coordinate_named(const model::Model& model, const std::string& name) {
  for (int j = 0; j < model.num_coordinates(); ++j) {
    if (model.coordinates()[j].name == name) return j;
  }
  return -1;
}

std::vector<Measured> measured_columns(const model::Model& model, const record::Recording& of,
                                       std::vector<std::string>& left_out) {
  std::vector<Measured> found;
  for (std::size_t column = 0; column < of.joints.size(); ++column) {
    if (column >= of.effort.size() || of.effort[column].empty()) continue;
    const std::string& name = of.joints[column];
    check(of.effort[column].size() == of.times.size(), "measured forces of joint '", name,
          "': there are ", of.effort[column].size(), "; the record has ", of.times.size(),
          " rows.");
    const int coordinate = coordinate_named(model, name);
    if (coordinate >= 0) {
      found.push_back({column, coordinate});
    } else {
      left_out.push_back(concat("joint '", name, "': is no coordinate of model '", model.name(),
                                "' (fixed, or it follows another joint)"));
    }
  }
  check(!found.empty(), "there are no measured forces of a joint of model '", model.name(),
        "': a record with efforts is needed, or with currents and gains (columns JOINT.effort; "
        "docs/formats.md).");
  return found;
}

/// The rows between both ends that are left out.
struct Rows {
  std::size_t first = 0;
  std::size_t count = 0;
};

Rows rows_between(const std::vector<double>& times, double start, double end) {
  const auto first = std::lower_bound(times.begin(), times.end(), start);
  const auto last = std::upper_bound(first, times.end(), end);
  return {static_cast<std::size_t>(first - times.begin()), static_cast<std::size_t>(last - first)};
}

/// Walks over the rows by blocks and lets the model say its forces.
class ModelForces {
 public:
  ModelForces(const Subject& subject, const trajectory::Trajectory& motion)
      : selection_(subject, subject.operators.friction && force::has_friction(subject.model)
                                ? std::vector<std::string>{"Q_drive", "Q_friction"}
                                : std::vector<std::string>{"Q_drive"}),
        capacity_(Evaluator::good_capacity(selection_)),
        cursor_(motion),
        states_(motion.num_joints(), std::max(2, selection_.state_order()), capacity_),
        numbers_(selection_, capacity_),
        rows_(static_cast<std::size_t>(capacity_ * subject.model.num_coordinates())) {
    if (subject.is_uncertain) states_.keep_covariances();
  }

  void append(std::span<const double> times, const std::vector<Measured>& of,
              std::vector<MeasuredJoint>& joints) {
    for (std::size_t begin = 0; begin < times.size();
         begin += static_cast<std::size_t>(capacity_)) {
      const std::size_t count = std::min(times.size() - begin, static_cast<std::size_t>(capacity_));
      cursor_.sample(times.subspan(begin, count), states_);
      numbers_.compute(states_);
      for (std::size_t i = 0; i < of.size(); ++i) {
        for (std::size_t s = 0; s < count; ++s) {
          joints[i].rate.push_back(states_.rate(0, of[i].coordinate, static_cast<int>(s)));
        }
      }
      for (const NamedArray& array : selection_.arrays()) append_array(array, count, of, joints);
    }
  }

 private:
  void append_array(const NamedArray& array, std::size_t count, const std::vector<Measured>& of,
                    std::vector<MeasuredJoint>& joints) {
    const auto width = static_cast<std::size_t>(array.num_entries());
    numbers_.write_rows(array, rows_.data(), width);
    std::vector<double> MeasuredJoint::* to = &MeasuredJoint::drive;
    if (array.name == "Q_friction") to = &MeasuredJoint::friction;
    if (is_deviation(*array.quantity)) to = &MeasuredJoint::deviation;
    for (std::size_t i = 0; i < of.size(); ++i) {
      for (std::size_t s = 0; s < count; ++s) {
        (joints[i].*to).push_back(rows_[s * width + static_cast<std::size_t>(of[i].coordinate)]);
      }
    }
  }

  Selection selection_;
  int capacity_;
  trajectory::TrajectoryCursor cursor_;
  model::StateBlock states_;
  Evaluator numbers_;
  std::vector<double> rows_;
};

double mean_of(const std::vector<double>& x) {
  double sum = 0.0;
  for (const double value : x) sum += value;
  return sum / static_cast<double>(x.size());
}

double variance_of(const std::vector<double>& x) {
  const double mean = mean_of(x);
  double sum = 0.0;
  for (const double value : x) sum += (value - mean) * (value - mean);
  return sum / static_cast<double>(x.size());
}

}  // namespace

std::vector<double> MeasuredJoint::difference() const {
  std::vector<double> difference(measured.size());
  for (std::size_t i = 0; i < measured.size(); ++i) difference[i] = measured[i] - drive[i];
  return difference;
}

MeasuredForces measured_forces(const Subject& subject, const trajectory::Trajectory& motion,
                               const record::Recording& recording, std::optional<double> skip) {
  MeasuredForces result;
  const std::vector<Measured> columns = measured_columns(subject.model, recording, result.left_out);
  const trajectory::Trajectory of_model = motion.for_model(subject.model);
  const trajectory::TimeRange range = of_model.range();
  const double start = recording.times.front(), end = recording.times.back();
  const double slack = 0.01 * (end - start);
  check(std::abs(range.start - start) <= slack && std::abs(range.end - end) <= slack,
        "measured forces: the motion runs from t = ", range.start, " to ", range.end,
        " s, the record from ", start, " to ", end, " s; they must be the same times.");
  result.skipped = skip ? *skip : kSkippedShare * range.duration();
  const Rows rows =
      rows_between(recording.times, range.start + result.skipped, range.end - result.skipped);
  check(rows.count >= kLeastRows, "measured forces: ", rows.count,
        " rows are left between t = ", range.start + result.skipped, " and ",
        range.end - result.skipped, " s; at least ", kLeastRows, " are needed.");
  const auto slice = [&rows](const std::vector<double>& all) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(rows.first);
    return std::vector<double>(first, first + static_cast<std::ptrdiff_t>(rows.count));
  };
  result.times = slice(recording.times);
  for (const Measured& column : columns) {
    result.joints.push_back({.name = recording.joints[column.column],
                             .turns = turns(subject.model, column.coordinate),
                             .measured = slice(recording.effort[column.column])});
  }
  Subject along = along_motion(subject);
  along.order = 0;
  along.is_uncertain = of_model.is_uncertain();
  ModelForces(along, of_model).append(result.times, columns, result.joints);
  return result;
}

double root_mean_square(const std::vector<double>& x) {
  double sum = 0.0;
  for (const double value : x) sum += value * value;
  return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(x.size(), 1)));
}

std::optional<double> share_explained(const std::vector<double>& measured,
                                      const std::vector<double>& difference) {
  const double all = variance_of(measured);
  if (!(all > 1e-24 * root_mean_square(measured) * root_mean_square(measured))) return std::nullopt;
  return 1.0 - variance_of(difference) / all;
}

}  // namespace appell::analysis
