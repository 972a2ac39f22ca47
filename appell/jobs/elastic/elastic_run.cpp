#include "appell/jobs/elastic/elastic_run.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "appell/analysis/elastic_modes.hpp"
#include "appell/analysis/elastic_motion.hpp"
#include "appell/analysis/quantities/common.hpp"
#include "appell/analysis/unit.hpp"
#include "appell/base/check.hpp"
#include "appell/base/stop.hpp"
#include "appell/base/version.hpp"

namespace appell::jobs {
namespace {

using analysis::ElasticModes;
using analysis::ElasticMotion;
using analysis::ElasticRobot;
using report::ColumnGroup;
using report::TableBlock;
using report::TableHeader;

constexpr int kElasticCapacity = 128;

/// Adds an array with derivatives 0..order of a number for each joint; bases of the units by
/// whether the joint turns.
void add_group(const model::Model& model, const std::string& name, int order, const char* turning,
               const char* sliding, TableHeader& header) {
  const int n = model.num_coordinates();
  ColumnGroup group{.name = name};
  group.shape = {static_cast<std::size_t>(order + 1), static_cast<std::size_t>(n)};
  for (int k = 0; k <= order; ++k) {
    for (int j = 0; j < n; ++j) {
      const std::string& joint = model.coordinates()[j].name;
      group.columns.push_back(concat(name, ".", joint, k > 0 ? concat(".d", k) : ""));
      group.units.push_back(
          analysis::Unit{analysis::turns(model, j) ? turning : sliding, k}.text());
    }
  }
  header.groups.push_back(std::move(group));
}

void add_frequencies(const std::string& name, int count, TableHeader& header) {
  if (count == 0) return;
  ColumnGroup group{.name = name};
  group.shape = {static_cast<std::size_t>(count)};
  for (int i = 0; i < count; ++i) {
    group.columns.push_back(concat(name, "[", i, "]"));
    group.units.push_back("Hz");
  }
  header.groups.push_back(std::move(group));
}

/// The arrays in the order in which ElasticRows::write() fills them.
TableHeader elastic_header(const ElasticRobot& robot, const trajectory::Trajectory& motion,
                           const ElasticModes& modes, long long num_rows,
                           const ElasticTable& table) {
  const model::Model& model = robot.model();
  const int N = table.order;
  TableHeader header;
  header.num_rows = num_rows;
  header.groups.push_back({.name = "t", .columns = {"t"}, .units = {"s"}});
  for (const char* name : {"q", "theta", "deflection", "motor_position"}) {
    add_group(model, name, N + 2, "rad", "m", header);
  }
  for (const char* name :
       {"Q_spring", "Q_theta", "Q_rigid", "elastic_difference", "motor_torque"}) {
    add_group(model, name, N, "N m", "N", header);
  }
  add_group(model, "motor_power", 0, "W", "W", header);
  add_frequencies("locked_frequency", modes.num_locked(), header);
  add_frequencies("free_frequency", modes.num_free(), header);
  const Vec3& g = model.gravity();
  header.metadata = {{"program", concat("appell ", std::string_view(kVersion))},
                     {"model", model.name()},
                     {"model_hash", report::model_hash(model)},
                     {"gravity", concat(g.x(), ",", g.y(), ",", g.z())},
                     {"order", std::to_string(N)},
                     {"joints", whole_comma_list(motion.joints())},
                     {"motion", table.motion_name},
                     {"samples", std::to_string(num_rows)}};
  for (const auto& [key, name] :
       {std::pair{"actuators", table.actuators_name}, std::pair{"loads", table.loads_name}}) {
    if (!name.empty()) header.metadata.emplace_back(key, name);
  }
  if (table.inertia_accepted) header.metadata.emplace_back("inertia_accepted", "true");
  return header;
}

void take_range(std::span<const double> frequencies, double t,
                std::optional<FrequencyRange>& range) {
  if (frequencies.empty()) return;
  const double low = frequencies.front(), high = frequencies.back();
  if (!range) range = FrequencyRange{{low, t}, {high, t}};
  if (low < range->lowest.value) range->lowest = {low, t};
  if (high > range->highest.value) range->highest = {high, t};
}

/// The rows of one block after the other, and what is largest in them.
class ElasticRows {
 public:
  ElasticRows(const ElasticMotion& motion, const ElasticModes& modes, ElasticRecord& record)
      : motion_(motion), modes_(modes), record_(record) {
    const model::Model& model = motion.robot().model();
    for (int j = 0; j < model.num_coordinates(); ++j) {
      const model::Coordinate& coordinate = model.coordinates()[j];
      record_.joints.push_back({.name = coordinate.name,
                                .turns = analysis::turns(model, j),
                                .is_elastic = motion.robot().is_elastic(j),
                                .is_passive = coordinate.is_passive});
    }
  }

  void write(std::span<const double> times, TableBlock& block) {
    const int N = motion_.order();
    block.num_rows = times.size();
    block.numbers.clear();
    block.numbers.insert(block.numbers.end(), times.begin(), times.end());
    const auto factor_one = [](int) { return 1.0; };
    const auto ratio = [this](int j) { return motion_.robot().actuator(j).gear_ratio; };
    add(motion_.states().q(), N + 2, factor_one, block);
    add(motion_.theta(), N + 2, factor_one, block);
    add(motion_.deflection(), N + 2, factor_one, block);
    add(motion_.theta(), N + 2, ratio, block);
    add(motion_.spring_force(), N, factor_one, block);
    add(motion_.motor_force(), N, factor_one, block);
    add(motion_.rigid_force(), N, factor_one, block);
    add_values(N, block, [this](int k, int j, int i) {
      return motion_.motor_force().column(k, j)[i] - motion_.rigid_force().column(k, j)[i];
    });
    add(motion_.motor_force(), N, [&](int j) { return 1.0 / ratio(j); }, block);
    add_values(0, block, [this](int, int j, int i) {
      return motion_.motor_force().column(0, j)[i] * motion_.theta().column(1, j)[i];
    });
    for (int i = 0; i < num_samples(); ++i) append(modes_.locked(i), block);
    for (int i = 0; i < num_samples(); ++i) append(modes_.free(i), block);
    take_peaks(times);
  }

 private:
  int num_samples() const { return motion_.theta().num_samples(); }
  static void append(std::span<const double> values, TableBlock& block) {
    block.numbers.insert(block.numbers.end(), values.begin(), values.end());
  }

  /// Row by row: derivatives, then joints. `value` gives coefficients.
  template <class Value>
  void add_values(int order, TableBlock& block, const Value& value) {
    for (int i = 0; i < num_samples(); ++i) {
      for (int k = 0; k <= order; ++k) {
        for (int j = 0; j < motion_.robot().num_coordinates(); ++j) {
          block.numbers.push_back(taylor::factorial(k) * value(k, j, i));
        }
      }
    }
  }

  template <class Factor>
  void add(const model::SeriesBlock& of, int order, const Factor& factor, TableBlock& block) {
    add_values(order, block, [&](int k, int j, int i) { return factor(j) * of.column(k, j)[i]; });
  }

  void take_peaks(std::span<const double> times) {
    for (int i = 0; i < num_samples(); ++i) {
      const double t = times[i];
      for (int j = 0; j < motion_.robot().num_coordinates(); ++j) {
        ElasticJointPeaks& joint = record_.joints[j];
        const double ratio = motion_.robot().actuator(j).gear_ratio;
        const double motor = motion_.motor_force().column(0, j)[i];
        const double rigid = motion_.rigid_force().column(0, j)[i];
        joint.deflection.take(motion_.deflection().column(0, j)[i], t);
        joint.motor_velocity.take(ratio * motion_.theta().column(1, j)[i], t);
        joint.motor_torque.take(motor / ratio, t);
        joint.Q_theta.take(motor, t);
        joint.Q_rigid.take(rigid, t);
        joint.difference.take(motor - rigid, t);
      }
      take_range(modes_.locked(i), t, record_.locked);
      take_range(modes_.free(i), t, record_.free);
    }
  }

  const ElasticMotion& motion_;
  const ElasticModes& modes_;
  ElasticRecord& record_;
};

}  // namespace

void SamplePeak::take(double candidate, double t) {
  if (std::abs(candidate) > std::abs(value)) *this = {candidate, t};
}

double ElasticJointPeaks::share() const {
  const double peak = std::abs(Q_theta.value);
  return peak > 0.0 ? std::abs(difference.value) / peak : 0.0;
}

ElasticRecord run_elastic(const ElasticRobot& robot, const trajectory::Trajectory& law,
                          const report::SampleTimes& times, const ElasticTable& table) {
  ElasticMotion elastic(robot, law, table.order, kElasticCapacity);
  ElasticModes modes(robot, kElasticCapacity);
  ElasticRecord record{.rows = {.header = elastic_header(robot, law, modes, times.size(), table)},
                       .gravity = robot.model().gravity()};
  const std::unique_ptr<report::TableWriter> file =
      table.path.empty() ? nullptr : report::open_table(table.path, record.rows.header);
  ElasticRows rows(elastic, modes, record);
  TableBlock block;
  report::RowRecorder recorder(record.rows,
                               table.keeps_rows ? static_cast<int>(std::max(2LL, times.size())) : 0,
                               times.size());
  std::vector<double> instants;
  long long first = 0;
  try {
    for (; first < times.size(); first += kElasticCapacity) {
      check_stop();
      instants.clear();
      for (long long i = first; i < std::min(first + kElasticCapacity, times.size()); ++i) {
        instants.push_back(times[i]);
      }
      elastic.compute(instants);
      modes.compute(elastic.states(), elastic.deflection());
      rows.write(instants, block);
      if (file) {
        file->prepare(block);
        file->write(block);
      }
      recorder.take(block);
      if (table.watch) table.watch(record.rows.header, block);
      if (table.progress) table.progress(std::min(times.size(), first + kElasticCapacity));
    }
    if (file) file->commit();
  } catch (const NumericalError& error) {
    throw NumericalError(concat(error.what(), file ? file->keep_partial() : ""));
  } catch (const Interrupted&) {
    throw Interrupted(concat("interrupted after ", first, " of ", times.size(), " samples",
                             file ? file->keep_partial() : ""));
  }
  record.start_error = elastic.damped().start_error();
  record.kink = elastic.damped().kink();
  return record;
}

}  // namespace appell::jobs
