#include "appell/report/motion_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <new>
#include <thread>

#include <fmt/format.h>

#include "appell/base/check.hpp"
#include "appell/base/version.hpp"
#include "appell/io/write_model.hpp"
#include "appell/report/block_pool.hpp"

namespace appell::report {
namespace {

/// What fills the columns of the table, side by side in this order.
using Sources = std::vector<std::unique_ptr<ColumnSource>>;

Sources column_sources(const model::Model& model, const ColumnRequest& request,
                       const trajectory::Trajectory& motion, const SampleTimes& times) {
  Sources sources;
  const int order = general_state_order(model, request);
  if (wants_coordinates(request)) sources.push_back(coordinate_columns(model, request.order));
  const model::StateSeries first = motion.sample(times[0], order);
  auto others = are_forces_only(request) ? force_columns(model, request, first)
                                         : general_columns(model, request, first);
  if (!others->groups().empty()) sources.push_back(std::move(others));
  return sources;
}

TableHeader header_of(const model::Model& model, const trajectory::Trajectory& motion,
                      const SampleTimes& times, const AnalysisRequest& request,
                      const Sources& sources) {
  TableHeader header;
  header.num_rows = times.size();
  header.groups.push_back({.name = "t", .columns = {"t"}, .units = {"s"}});
  for (const auto& source : sources) {
    const auto& groups = source->groups();
    header.groups.insert(header.groups.end(), groups.begin(), groups.end());
  }
  const Vec3& g = model.gravity();
  const std::string& frame = request.columns.frame;
  header.metadata = {
      {"program", concat("appell ", std::string_view(kVersion))},
      {"model", model.name()},
      {"model_hash", model_hash(model)},
      {"gravity", concat(g.x(), ",", g.y(), ",", g.z())},
      {"frame", frame.empty() ? model.default_frame().name : frame},
      {"order", std::to_string(request.columns.order)},
      {"joints", comma_list(motion.joints())},
      {"motion", request.motion_name},
      {"samples", std::to_string(times.size())},
  };
  if (request.inertia_accepted) header.metadata.emplace_back("inertia_accepted", "true");
  return header;
}

/// Computes the rows of one block.
class BlockComputer {
 public:
  /// @param stop  set from outside to give up; nullptr: nobody will.
  BlockComputer(const trajectory::Trajectory& motion, const SampleTimes& times,
                const Sources& sources, const TableHeader& header, analysis::LimitWatch* limits,
                const std::atomic<bool>* stop)
      : motion_(motion),
        times_(times),
        sources_(sources),
        header_(header),
        limits_(limits),
        stop_(stop),
        num_columns_(header.num_columns()) {
    constexpr std::size_t kBlockBytes = std::size_t{2} << 20;
    const auto fitting = static_cast<long long>(kBlockBytes / (8 * num_columns_));
    rows_per_block_ = std::clamp<long long>(fitting, 1, 4096);
    for (const auto& source : sources) state_order_ = std::max(state_order_, source->state_order());
  }

  bool is_stopped() const { return stop_ != nullptr && stop_->load(); }
  long long rows_per_block() const { return rows_per_block_; }
  long long num_blocks() const { return (times_.size() + rows_per_block_ - 1) / rows_per_block_; }

  /// Rows that are of no use if it is stopped.
  std::vector<double> compute(long long block) const {
    const long long first = block * rows_per_block_;
    const long long count = std::min(rows_per_block_, times_.size() - first);
    std::vector<double> rows(static_cast<std::size_t>(count) * num_columns_);
    // A few states at a time, sampled into the same place: they stay in the cache.
    constexpr long long kStatesAtOnce = 256;
    std::vector<model::StateSeries> states(
        static_cast<std::size_t>(std::min(kStatesAtOnce, count)));
    for (long long begin = 0; begin < count && !is_stopped(); begin += kStatesAtOnce) {
      const auto here = static_cast<std::size_t>(std::min(kStatesAtOnce, count - begin));
      double* to = rows.data() + static_cast<std::size_t>(begin) * num_columns_;
      for (std::size_t i = 0; i < here; ++i) {
        const double t = times_[first + begin + static_cast<long long>(i)];
        motion_.sample(t, state_order_, states[i]);
        to[i * num_columns_] = t;
      }
      if (limits_ != nullptr) limits_->look({states.data(), here}, to, num_columns_);
      fill({states.data(), here}, to + 1);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!std::isfinite(rows[i])) refuse(i % num_columns_, rows[i - i % num_columns_]);
    }
    return rows;
  }

 private:
  void fill(std::span<const model::StateSeries> states, double* rows) const {
    for (const auto& source : sources_) {
      source->fill(states, rows, num_columns_);
      for (const ColumnGroup& group : source->groups()) rows += group.columns.size();
    }
  }

  [[noreturn]] void refuse(std::size_t column, double t) const {
    for (const ColumnGroup& group : header_.groups) {
      if (column < group.columns.size()) {
        throw NumericalError(
            concat("result '", group.columns[column], "' is not finite at t = ", t));
      }
      column -= group.columns.size();
    }
    throw NumericalError(concat("a result is not finite at t = ", t));
  }

  const trajectory::Trajectory& motion_;
  const SampleTimes& times_;
  const Sources& sources_;
  const TableHeader& header_;
  analysis::LimitWatch* limits_;
  const std::atomic<bool>* stop_;
  std::size_t num_columns_;
  long long rows_per_block_ = 1;
  int state_order_ = 0;
};

/// Keeps a row every so often, and the last.
class Recorder {
 public:
  Recorder(MotionRecord& record, int most_rows, long long num_rows)
      : record_(record),
        num_rows_(num_rows),
        step_(most_rows < 2 ? 0 : std::max<long long>(1, (num_rows - 2) / (most_rows - 1) + 1)) {}

  void take(std::span<const double> rows) {
    const std::size_t width = record_.header.num_columns();
    for (std::size_t i = 0; i < rows.size(); i += width, ++row_) {
      if (step_ == 0 || (row_ % step_ != 0 && row_ != num_rows_ - 1)) continue;
      record_.rows.insert(record_.rows.end(), rows.begin() + static_cast<std::ptrdiff_t>(i),
                          rows.begin() + static_cast<std::ptrdiff_t>(i + width));
    }
  }

 private:
  MotionRecord& record_;
  long long num_rows_;
  long long step_;
  long long row_ = 0;
};

/// More threads than a few per core only take memory, and a stop has to wait for all of them.
int threads_for(const AnalysisRequest& request, long long num_blocks) {
  const long long cores = std::max(1U, std::thread::hardware_concurrency());
  const long long wished = request.threads == 0 ? cores : request.threads;
  return static_cast<int>(
      std::min({wished, 4 * cores, num_blocks, static_cast<long long>(kMostThreads)}));
}

}  // namespace

const ColumnGroup* MotionRecord::find(const std::string& name, std::size_t& first_column) const {
  first_column = 0;
  for (const ColumnGroup& group : header.groups) {
    if (group.name == name) return &group;
    first_column += group.columns.size();
  }
  return nullptr;
}

std::string model_hash(const model::Model& model) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : io::model_toml(model.description())) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  return fmt::format("{:016x}", hash);
}

MotionRecord analyze_motion(const model::Model& model, const trajectory::Trajectory& motion,
                            const SampleTimes& times, const AnalysisRequest& request,
                            const std::string& path) {
  if (!path.empty()) check_table_path(path);
  check(request.threads >= 0 && request.threads <= kMostThreads, "--threads: found ",
        request.threads, "; 1 to ", kMostThreads, " are possible");
  const trajectory::Trajectory law = motion.for_model(model);
  const Sources sources = column_sources(model, request.columns, law, times);
  MotionRecord record{header_of(model, law, times, request, sources), {}};
  const BlockComputer computer(law, times, sources, record.header, request.limits, request.stop);
  const std::unique_ptr<TableWriter> table =
      path.empty() ? nullptr : open_table(path, record.header);
  Recorder recorder(record, request.record_rows, times.size());

  const int wanted = threads_for(request, computer.num_blocks());
  BlockPool pool([&computer](long long block) { return computer.compute(block); },
                 computer.num_blocks(),
                 static_cast<int>(std::min<long long>(wanted, threads_with_memory())));
  record.threads = {pool.num_threads(), wanted};
  try {
    for (long long block = 0; block < computer.num_blocks(); ++block) {
      const std::vector<double> rows = pool.get(block);
      const long long done = std::min(times.size(), block * computer.rows_per_block());
      if (computer.is_stopped()) {
        throw NumericalError(concat("interrupted after ", done, " of ", times.size(), " samples"));
      }
      if (table) table->write(rows);
      recorder.take(rows);
      if (request.progress) {
        request.progress(std::min(times.size(), done + computer.rows_per_block()));
      }
    }
    if (table) table->commit();
  } catch (const NumericalError& error) {
    throw NumericalError(concat(error.what(), table ? table->keep_partial() : ""));
  } catch (const std::bad_alloc&) {
    throw NumericalError(
        concat("out of memory; fewer --threads need less", table ? table->keep_partial() : ""));
  }
  return record;
}

}  // namespace appell::report
