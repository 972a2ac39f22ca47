#include "appell/jobs/feedforward/feedforward_file.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "appell/analysis/motion_rows.hpp"
#include "appell/base/check.hpp"
#include "appell/base/quoted.hpp"
#include "appell/base/stop.hpp"
#include "appell/base/version.hpp"
#include "appell/force/friction.hpp"
#include "appell/report/output_file.hpp"
#include "appell/report/table.hpp"

namespace appell::jobs {
namespace {

using report::ColumnGroup;
using report::TableBlock;
using report::TableHeader;
using report::TableWriter;

constexpr long long kNanosecond = 1'000'000'000;  // Of a second.
constexpr double kLeastStep = 2e-9;               // So that rounded times ascend.

/// Names of the fields of a time.
std::pair<const char*, const char*> time_fields(RosVersion ros) {
  return ros == RosVersion::kRos2 ? std::pair{"sec", "nanosec"} : std::pair{"secs", "nsecs"};
}

/// One trajectory_msgs/JointTrajectory. Groups of the table after the time are the lists of a
/// point. A number always has a point in it: a YAML parser takes 1 for an integer, and some take
/// 1e-05 for a word.
class TrajectoryMessage final : public TableWriter {
 public:
  TrajectoryMessage(const std::string& path, const TableHeader& header,
                    const std::vector<std::string>& joints, RosVersion ros)
      : file_(path), ros_(ros) {
    for (const auto& [name, text] : header.metadata) {
      header_ += one_line(concat("# ", name, ": ", text)) + "\n";
    }
    const auto [sec, nanosec] = time_fields(ros);
    header_ += fmt::format("header:\n{}  stamp: {{{}: 0, {}: 0}}\n  frame_id: \"\"\njoint_names: [",
                           ros == RosVersion::kRos1 ? "  seq: 0\n" : "", sec, nanosec);
    for (std::size_t j = 0; j < joints.size(); ++j) {
      header_ += (j == 0 ? "" : ", ") + quoted_text(joints[j]);
    }
    header_ += "]\npoints:\n";
    for (const ColumnGroup& group : header.groups) {
      names_.push_back(group.name);
      widths_.push_back(group.columns.size());
    }
  }

  void prepare(TableBlock& block) const override {
    block.text.clear();
    for (std::size_t row = 0; row < block.num_rows; ++row) {
      const double* group = block.numbers.data() + block.num_rows;
      for (std::size_t g = 1; g < names_.size(); ++g) {
        block.text += fmt::format("{} {}: [", g == 1 ? "-" : " ", names_[g]);
        for (std::size_t i = 0; i < widths_[g]; ++i) {
          fmt::format_to(std::back_inserter(block.text), "{}{:#.17g}", i == 0 ? "" : ", ",
                         group[row * widths_[g] + i]);
        }
        block.text += "]\n";
        group += widths_[g] * block.num_rows;
      }
      const long long time = std::llround(block.numbers[row] * kNanosecond);
      const auto [sec, nanosec] = time_fields(ros_);
      block.text += fmt::format("  time_from_start: {{{}: {}, {}: {}}}\n", sec, time / kNanosecond,
                                nanosec, time % kNanosecond);
    }
  }

  void write(const TableBlock& block) override {
    file_.write(std::exchange(header_, {}) + block.text);
    num_rows_ += static_cast<long long>(block.num_rows);
  }

  void commit() override { file_.commit(); }

  std::string keep_partial() override {
    if (num_rows_ == 0 || file_.keep().empty()) return "";
    return report::kept_text(num_rows_, file_.partial_path(), "YAML");
  }

 private:
  report::OutputFile file_;
  RosVersion ros_;
  std::vector<std::string> names_;  ///< Of the groups, the time first.
  std::vector<std::size_t> widths_;
  std::string header_;
  long long num_rows_ = 0;
};

/// A list of a point, and where its numbers come from.
struct PointList {
  std::string name;    ///< Of the field of the message.
  std::string suffix;  ///< Of the columns: JOINT + suffix.
  const analysis::NamedArray* array;
  int derivative;
  std::vector<int> coordinates;
};

std::vector<int> coordinates_with_motors(const model::Model& model) {
  std::vector<int> found;
  for (int j = 0; j < model.num_coordinates(); ++j) {
    if (!model.coordinates()[j].is_passive) found.push_back(j);
  }
  return found;
}

/// @param moved  the coordinates whose motion is written.
std::vector<PointList> point_lists(const analysis::Selection& selection, int order,
                                   const std::vector<int>& moved) {
  const analysis::NamedArray& q = selection.arrays().at(0);
  const analysis::NamedArray& force = selection.arrays().at(1);
  check(analysis::num_derivatives(force) > order, "derivative ", order,
        " of the forces does not exist at all times: ", selection.subject().friction_kinks,
        "; order 0, or friction that is smooth, is needed.");
  std::vector<PointList> lists{{"positions", "", &q, 0, moved},
                               {"velocities", ".d1", &q, 1, moved},
                               {"accelerations", ".d2", &q, 2, moved}};
  const std::vector<int> motors = coordinates_with_motors(selection.subject().model);
  for (int k = 0; k <= order; ++k) {
    lists.push_back({"effort", k == 0 ? ".effort" : concat(".effort_d", k), &force, k, motors});
  }
  return lists;
}

TableHeader header_of_points(const analysis::Selection& selection,
                             const std::vector<PointList>& lists, long long count,
                             const FeedforwardFile& file) {
  const model::Model& model = selection.subject().model;
  const Vec3& g = model.gravity();
  TableHeader header{.num_rows = count, .groups = {}, .metadata = {}};
  header.metadata = {{"program", concat("appell ", std::string_view(kVersion))},
                     {"model", model.name()},
                     {"gravity", concat(g.x(), ",", g.y(), ",", g.z())},
                     {"motion", file.motion_name},
                     {"effort", std::string(selection.arrays().at(1).quantity->title)}};
  if (file.inertia_accepted) header.metadata.emplace_back("inertia_accepted", "true");
  header.groups.push_back({.name = "t", .columns = {"t"}, .units = {"s"}});
  for (const PointList& list : lists) {
    ColumnGroup group{.name = list.name, .shape = {list.coordinates.size()}};
    for (const int j : list.coordinates) {
      const int entry = list.derivative * model.num_coordinates() + j;
      group.columns.push_back(model.coordinates()[j].name + list.suffix);
      group.units.push_back(list.array->units[entry].text());
    }
    header.groups.push_back(std::move(group));
  }
  return header;
}

/// Derivative k of an array is n numbers side by side, after those of the lower ones.
void append_list(const PointList& list, const std::vector<double>& numbers, int num_rows, int n,
                 std::vector<double>& to) {
  for (int row = 0; row < num_rows; ++row) {
    const auto first = numbers.begin() + row * list.array->num_entries() + list.derivative * n;
    for (const int j : list.coordinates) to.push_back(first[j]);
  }
}

/// Notes the largest of the forces that no motor supplies.
void note_unbalanced(const analysis::NamedArray& force, analysis::MotionRows& rows,
                     std::vector<analysis::UnbalancedForce>& unbalanced) {
  if (unbalanced.empty()) return;
  const std::vector<double>& numbers = rows.numbers(force);
  for (int row = 0; row < rows.num_rows(); ++row) {
    for (analysis::UnbalancedForce& one : unbalanced) {
      const int at = row * force.num_entries() + one.coordinate;
      const double size = std::abs(numbers[at]);
      if (size <= one.largest) continue;
      one.largest = size;
      one.time = rows.times()[row];
    }
  }
}

void write_points(const analysis::Selection& selection, const trajectory::Trajectory& motion,
                  const std::vector<PointList>& lists, const FeedforwardFile& file,
                  TableWriter& table, WrittenFeedforward& written, long long& done) {
  const long long count = written.num_points;
  analysis::MotionRows rows(selection, motion);
  TableBlock block;
  for (long long begin = 0; begin < count; begin += rows.capacity()) {
    check_stop();
    rows.compute(begin, std::min<long long>(rows.capacity(), count - begin), file.step);
    block.num_rows = rows.times().size();
    block.numbers.clear();
    for (const double t : rows.times()) block.numbers.push_back(t - motion.range().start);
    for (const PointList& list : lists) {
      append_list(list, rows.numbers(*list.array), rows.num_rows(), motion.num_joints(),
                  block.numbers);
    }
    table.prepare(block);
    table.write(block);
    note_unbalanced(selection.arrays().at(1), rows, written.unbalanced);
    done = begin + rows.num_rows();
    if (file.progress) file.progress(done, count);
  }
}

/// The end is a point of its own where no step leads to it.
long long num_points(trajectory::TimeRange range, double step) {
  const double whole = std::floor(range.duration() / step * (1.0 + 1e-12));
  const double rest = range.duration() - whole * step;
  return static_cast<long long>(whole) + (rest > std::max(kLeastStep, 1e-6 * step) ? 2 : 1);
}

}  // namespace

bool is_yaml(const std::string& path) { return path.ends_with(".yaml") || path.ends_with(".yml"); }

void check_step(double step) {
  check(std::isfinite(step) && step >= kLeastStep, "points every ", step, " s; ", kLeastStep,
        " s at least is needed, for their times are whole nanoseconds");
}

WrittenFeedforward write_feedforward(const analysis::Subject& subject,
                                     const trajectory::Trajectory& motion,
                                     const FeedforwardFile& file) {
  check_step(file.step);
  const model::Model& model = subject.model;
  analysis::Subject along = analysis::along_motion(subject);
  along.order = std::max(2, file.order);
  along.is_uncertain = false;
  const analysis::Selection selection(along, {"q", effort_name(subject)});
  const std::vector<int> motors = coordinates_with_motors(model);
  check(!motors.empty(), "model '", model.name(),
        "': no joint has a motor; there is no effort to write.");
  std::vector<int> moved = motors;
  if (!is_yaml(file.path)) {  // A table is a motion, of all coordinates.
    moved.resize(model.num_coordinates());
    std::iota(moved.begin(), moved.end(), 0);
  }
  const std::vector<PointList> lists = point_lists(selection, file.order, moved);
  WrittenFeedforward written{.num_points = num_points(motion.range(), file.step),
                             .num_joints = static_cast<int>(motors.size())};
  for (const int j : model.passive_coordinates()) written.unbalanced.push_back({.coordinate = j});
  const TableHeader header = header_of_points(selection, lists, written.num_points, file);
  std::vector<std::string> joints;
  for (const int j : moved) joints.push_back(motion.joints()[j]);
  const std::unique_ptr<TableWriter> table =
      is_yaml(file.path) ? std::make_unique<TrajectoryMessage>(file.path, header, joints, file.ros)
                         : report::open_csv_table(file.path, header);
  long long done = 0;
  try {
    write_points(selection, motion, lists, file, *table, written, done);
  } catch (const NumericalError& error) {
    throw NumericalError(concat(error.what(), table->keep_partial()));
  } catch (const Interrupted&) {
    throw Interrupted(concat("interrupted after ", done, " of ", written.num_points, " points",
                             table->keep_partial()));
  }
  table->commit();
  return written;
}

std::string effort_name(const analysis::Subject& subject) {
  const bool counts = subject.operators.friction && force::has_friction(subject.model);
  return counts ? "Q_motor" : "Q_drive";
}

}  // namespace appell::jobs
