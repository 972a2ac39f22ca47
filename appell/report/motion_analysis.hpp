#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "appell/analysis/limit_watch.hpp"
#include "appell/analysis/selection.hpp"
#include "appell/model/model.hpp"
#include "appell/report/deviation_sums.hpp"
#include "appell/report/sample_times.hpp"
#include "appell/report/table.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::report {

inline constexpr int kMostThreads = 256;

/// Called with every block of rows of a table, in order.
using RowWatch = std::function<void(const TableHeader&, const TableBlock&)>;

/// Another selection along the same motion, computed in the same run: for pages.
struct SideTable {
  const analysis::Selection* selection;
  RowWatch watch;
};

/// How `appell analyze` is to work.
struct AnalysisRequest {
  int threads = 0;                ///< Up to kMostThreads; 0: as many as the machine has cores.
  bool inertia_accepted = false;  ///< Whether the user vouched for an impossible inertia.
  std::string motion_name;        ///< For the metadata.
  std::string loads_name;         ///< Likewise, if there are any.
  RowWatch watch;
  std::vector<SideTable> sides;  ///< Their selections must outlive the run.
  /// Called now and then with the number of rows written so far.
  std::function<void(long long)> progress;
  /// Set from outside to stop: what was written stays in a partial file (OutputFile).
  const std::atomic<bool>* stop = nullptr;
  analysis::LimitWatch* limits = nullptr;  ///< Of the same model; sees every sample.
};

/// Everything along a motion, thinned out to a number of rows that fits into memory: what plots and
/// reports are made of.
struct MotionRecord {
  TableHeader header;
  std::vector<double> rows;  ///< Row by row, header.num_columns() numbers each; column 0 is t.
  /// How many threads computed it. Fewer than wanted if the system allowed no more; the numbers are
  /// the same, by the calling thread alone if there are none.
  struct {
    int started = 0;
    int wanted = 0;
  } threads;

  std::vector<DeviationSum> deviations;  ///< Along an uncertain motion.

  std::size_t num_rows() const { return rows.size() / header.num_columns(); }
  double at(std::size_t row, std::size_t column) const {
    return rows[row * header.num_columns() + column];
  }
};

/// Keeps a row of a table every so often, and the last.
class RowRecorder {
 public:
  /// @param record  its header is that of the table; it gets the rows.
  /// @param most_rows  to keep; below 2: none.
  RowRecorder(MotionRecord& record, int most_rows, long long num_rows)
      : record_(record),
        num_rows_(num_rows),
        step_(most_rows < 2 ? 0 : std::max<long long>(1, (num_rows - 2) / (most_rows - 1) + 1)) {}

  void take(const TableBlock& block);

 private:
  MotionRecord& record_;
  long long num_rows_;
  long long step_;
  long long row_ = 0;
};

/// Computes the selected quantities at all times, in blocks on all cores, and writes them in order.
/// @param selection  its numbers are written.
/// @param path  .csv, .npz or .h5; empty: nothing is written, only the record is kept.
/// @throws InvalidArgument for what does not exist or fit; NumericalError if something is not
///   finite, the disk or the memory is full, or `stop` was set; the message says where the rows
///   are that were written before.
/// @note Memory does not grow with the number of samples.
MotionRecord analyze_motion(const analysis::Selection& selection,
                            const trajectory::Trajectory& motion, const SampleTimes& times,
                            const AnalysisRequest& request, const std::string& path);

/// 16 hexadecimal digits that tell models apart: a hash (FNV-1a, 64 bits) of the model as an Appell
/// model file.
std::string model_hash(const model::Model& model);

}  // namespace appell::report
