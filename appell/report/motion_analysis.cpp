#include "appell/report/motion_analysis.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "appell/base/check.hpp"
#include "appell/base/stop.hpp"
#include "appell/base/version.hpp"
#include "appell/io/write_model.hpp"
#include "appell/report/block_pool.hpp"

namespace appell::report {
namespace {

ColumnGroup group_of(const model::Model& model, const analysis::NamedArray& array) {
  ColumnGroup group{
      .name = concat(array.quantity->name, array.key.empty() ? "" : "/", group_part(array.key))};
  group.shape.assign(array.extents.begin(), array.extents.end());
  for (int entry = 0; entry < array.num_entries(); ++entry) {
    group.columns.push_back(analysis::entry_name(model, array, entry));
    group.units.push_back(array.units[entry].text());
  }
  return group;
}

/// Without metadata.
TableHeader header_of(const analysis::Selection& selection, const SampleTimes& times) {
  TableHeader header;
  header.num_rows = times.size();
  header.groups.push_back({.name = "t", .columns = {"t"}, .units = {"s"}});
  for (const analysis::NamedArray& array : selection.arrays()) {
    header.groups.push_back(group_of(selection.subject().model, array));
  }
  return header;
}

TableHeader header_of(const analysis::Selection& selection, const trajectory::Trajectory& motion,
                      const SampleTimes& times, const AnalysisRequest& request) {
  const model::Model& model = selection.subject().model;
  TableHeader header = header_of(selection, times);
  const Vec3& g = model.gravity();
  header.metadata = {
      {"program", concat("appell ", std::string_view(kVersion))},
      {"model", model.name()},
      {"model_hash", model_hash(model)},
      {"gravity", concat(g.x(), ",", g.y(), ",", g.z())},
      {"frame", selection.subject().frame.name},
      {"order", std::to_string(selection.subject().order)},
      {"joints", whole_comma_list(motion.joints())},
      {"motion", request.motion_name},
      {"samples", std::to_string(times.size())},
  };
  if (!request.loads_name.empty()) header.metadata.emplace_back("loads", request.loads_name);
  const model::Operators& counts = selection.subject().operators;
  if (!counts.count_all()) {
    header.metadata.emplace_back(
        "operators", concat("Delta_m=", counts.Delta_m(), ",Delta_theta=", counts.Delta_theta(),
                            ",Delta_f=", counts.Delta_f()));
  }
  if (request.inertia_accepted) header.metadata.emplace_back("inertia_accepted", "true");
  return header;
}

/// What limits of effort are held against: the motors' forces where the model has friction, else
/// those that drive it. Without such a limit only where they are computed anyway; nothing if q is
/// not known to the acceleration.
struct Efforts {
  const analysis::NamedArray* chosen = nullptr;  ///< Where the selection has them.
  std::optional<analysis::Selection> own;        ///< Where it has not: their values.

  Efforts(const analysis::Selection& selection, const AnalysisRequest& request) {
    if (request.limits == nullptr || selection.state_order() < 2) return;
    const std::vector<model::Joint>& joints = selection.subject().model.description().joints;
    const bool has_friction = std::any_of(
        joints.begin(), joints.end(), [](const model::Joint& j) { return !j.friction.is_zero(); });
    const std::string name = has_friction ? "Q_motor" : "Q_drive";
    for (const analysis::NamedArray& array : selection.arrays()) {
      if (array.name == name) chosen = &array;
    }
    if (chosen != nullptr || !request.limits->has_effort_limit()) return;
    analysis::Subject subject = selection.subject();
    subject.order = std::min(subject.order, selection.state_order() - 2 > 0 ? 1 : 0);
    own.emplace(subject, std::vector{name});
  }
};

/// The blocks of rows of a table, and what is the same for all of them.
struct Blocks {
  const analysis::Selection& selection;
  const trajectory::Trajectory& motion;
  const SampleTimes& times;
  const AnalysisRequest& request;
  const TableWriter* table;  ///< Null if nothing is written.
  const Efforts& efforts;

  std::size_t num_columns() const {
    auto count = static_cast<std::size_t>(1 + selection.num_entries());
    for (const SideTable& side : request.sides) {
      count += static_cast<std::size_t>(1 + side.selection->num_entries());
    }
    return count;
  }
  int state_order() const {
    int order = selection.state_order();
    for (const SideTable& side : request.sides) {
      order = std::max(order, side.selection->state_order());
    }
    return order;
  }

  /// Enough for long writes, few enough that threads end together; whole blocks of the evaluator.
  long long rows_per_block() const {
    constexpr std::size_t kBlockBytes = std::size_t{4} << 20;
    constexpr long long kLeastBlocks = 64;
    const auto fitting = static_cast<long long>(kBlockBytes / (8 * num_columns()));
    const long long capacity = analysis::Evaluator::good_capacity(selection);
    const long long rows = std::min({fitting, times.size() / kLeastBlocks, 4096LL});
    return std::max(capacity, rows / capacity * capacity);
  }
  long long count() const { return (times.size() + rows_per_block() - 1) / rows_per_block(); }
};

/// Computes the rows of one block after the other: for one thread.
class BlockWorker {
 public:
  explicit BlockWorker(const Blocks& blocks)
      : blocks_(blocks),
        capacity_(analysis::Evaluator::good_capacity(blocks.selection)),
        cursor_(blocks.motion),
        states_(blocks.motion.num_joints(), blocks.state_order(), capacity_),
        numbers_(blocks.selection, capacity_),
        times_(static_cast<std::size_t>(capacity_)) {
    if (blocks.selection.subject().is_uncertain) states_.keep_covariances();
    for (const SideTable& side : blocks.request.sides) {
      sides_.push_back(std::make_unique<analysis::Evaluator>(*side.selection, capacity_));
    }
    if (!blocks.efforts.own) return;
    efforts_.emplace(*blocks.efforts.own, capacity_);
    forces_.resize(capacity_ * blocks.efforts.own->arrays().front().num_entries());
  }

  void compute(long long number, TableBlock& block) {
    const long long first = number * blocks_.rows_per_block();
    const long long count = std::min(blocks_.rows_per_block(), blocks_.times.size() - first);
    make_room(blocks_.selection, static_cast<std::size_t>(count), block);
    block.sides.resize(sides_.size());
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      make_room(*blocks_.request.sides[i].selection, block.num_rows, block.sides[i]);
    }
    for (long long begin = 0; begin < count; begin += capacity_) {
      check_stop();
      const long long here = std::min<long long>(capacity_, count - begin);
      fill(first + begin, static_cast<std::size_t>(begin), static_cast<std::size_t>(here), block);
    }
    if (blocks_.table != nullptr) blocks_.table->prepare(block);
  }

 private:
  static void make_room(const analysis::Selection& selection, std::size_t num_rows,
                        TableBlock& block) {
    block.num_rows = num_rows;
    block.numbers.resize(num_rows * static_cast<std::size_t>(1 + selection.num_entries()));
  }

  /// Rows row, row + 1, ... of the block, which are samples first, first + 1, ...
  void fill(long long first, std::size_t row, std::size_t count, TableBlock& block) {
    for (std::size_t i = 0; i < count; ++i) {
      times_[i] = blocks_.times[first + static_cast<long long>(i)];
    }
    const auto times = std::span(times_).first(count);
    cursor_.sample(times, states_);
    if (blocks_.request.limits != nullptr) blocks_.request.limits->look(states_);
    if (efforts_) look_at_efforts(times);
    fill_rows(blocks_.selection, numbers_, times, row, block);
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      fill_rows(*blocks_.request.sides[i].selection, *sides_[i], times, row, block.sides[i]);
    }
  }

  void fill_rows(const analysis::Selection& selection, analysis::Evaluator& numbers,
                 std::span<const double> times, std::size_t row, TableBlock& block) {
    numbers.compute(states_);
    double* group = block.numbers.data();
    std::copy(times.begin(), times.end(), group + row);
    group += block.num_rows;  // After the times.
    for (const analysis::NamedArray& array : selection.arrays()) {
      const auto width = static_cast<std::size_t>(array.num_entries());
      double* rows = group + row * width;
      numbers.write_rows(array, rows, width);
      if (&array == blocks_.efforts.chosen) {  // The values come first, then their derivatives.
        blocks_.request.limits->look_at_efforts(times, rows, width);
      }
      group += block.num_rows * width;
    }
  }

  void look_at_efforts(std::span<const double> times) {
    const analysis::NamedArray& force = blocks_.efforts.own->arrays().front();
    const auto width = static_cast<std::size_t>(force.num_entries());
    efforts_->compute(states_);
    efforts_->write_rows(force, forces_.data(), width);
    blocks_.request.limits->look_at_efforts(times, forces_.data(), width);
  }

  const Blocks& blocks_;
  int capacity_;
  trajectory::TrajectoryCursor cursor_;
  model::StateBlock states_;
  analysis::Evaluator numbers_;
  std::vector<std::unique_ptr<analysis::Evaluator>> sides_;
  std::vector<double> times_;
  std::optional<analysis::Evaluator> efforts_;
  std::vector<double> forces_;  ///< A row of coordinates for each sample.
};

/// More threads than a few per core only take memory, and a stop has to wait for all of them.
int threads_for(const AnalysisRequest& request, long long num_blocks) {
  const long long cores = std::max(1U, std::thread::hardware_concurrency());
  const long long wished = request.threads == 0 ? cores : request.threads;
  return static_cast<int>(
      std::min({wished, 4 * cores, num_blocks, static_cast<long long>(kMostThreads)}));
}

}  // namespace

void RowRecorder::take(const TableBlock& block) {
  for (std::size_t i = 0; i < block.num_rows; ++i, ++row_) {
    if (step_ == 0 || (row_ % step_ != 0 && row_ != num_rows_ - 1)) continue;
    const double* numbers = block.numbers.data();
    for (const ColumnGroup& group : record_.header.groups) {
      const double* row = numbers + i * group.columns.size();
      record_.rows.insert(record_.rows.end(), row, row + group.columns.size());
      numbers += block.num_rows * group.columns.size();
    }
  }
}

std::string model_hash(const model::Model& model) {
  model::Description description = model.description();
  for (model::Link& link : description.links) {  // What is only drawn does not count.
    std::erase_if(link.geometries, [](const model::Geometry& geometry) {
      return geometry.role == model::Geometry::Role::kSketch;
    });
    for (model::Geometry& geometry : link.geometries) geometry.colour.reset();
  }
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : io::model_toml(description)) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  return fmt::format("{:016x}", hash);
}

MotionRecord analyze_motion(const analysis::Selection& selection,
                            const trajectory::Trajectory& motion, const SampleTimes& times,
                            const AnalysisRequest& request, const std::string& path) {
  const StopScope scope(request.stop);
  if (!path.empty()) check_table_path(path);
  check(request.threads >= 0 && request.threads <= kMostThreads,
        "analyze_motion: ", request.threads, " threads; 1 to ", kMostThreads, " are possible");
  const trajectory::Trajectory law = motion.for_model(selection.subject().model);
  MotionRecord record{.header = header_of(selection, law, times, request)};
  const std::unique_ptr<TableWriter> table =
      path.empty() ? nullptr : open_table(path, record.header);
  const Efforts efforts(selection, request);
  const Blocks blocks{selection, law, times, request, table.get(), efforts};
  DeviationSums deviations(selection);
  std::vector<TableHeader> side_headers;
  for (const SideTable& side : request.sides) {
    side_headers.push_back(header_of(*side.selection, times));
  }

  const int wanted = threads_for(request, blocks.count());
  const auto make_worker = [&blocks]() -> BlockPool::Worker {
    const auto worker = std::make_shared<BlockWorker>(blocks);
    return [worker](long long number, TableBlock& block) { worker->compute(number, block); };
  };
  BlockPool pool(make_worker, blocks.count(),
                 1 + static_cast<int>(std::min<long long>(wanted - 1, threads_with_memory())));
  record.threads = {pool.num_threads(), wanted};
  long long done = 0;
  try {
    for (long long number = 0; number < blocks.count(); ++number) {
      check_stop();
      const TableBlock& block = pool.get(number);
      if (table) table->write(block);
      if (request.watch) request.watch(record.header, block);
      for (std::size_t i = 0; i < side_headers.size(); ++i) {
        request.sides[i].watch(side_headers[i], block.sides[i]);
      }
      deviations.take(block);
      done = std::min(times.size(), done + blocks.rows_per_block());
      if (request.progress) request.progress(done);
    }
    if (table) table->commit();
    record.deviations = deviations.result();
  } catch (const NumericalError& error) {
    throw NumericalError(concat(error.what(), table ? table->keep_partial() : ""));
  } catch (const Interrupted&) {
    throw Interrupted(concat("interrupted after ", done, " of ", times.size(), " samples",
                             table ? table->keep_partial() : ""));
  } catch (const std::bad_alloc&) {
    throw NumericalError(
        concat("out of memory; fewer threads need less", table ? table->keep_partial() : ""));
  }
  return record;
}

}  // namespace appell::report
