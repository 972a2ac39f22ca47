#pragma once

#include <memory>
#include <optional>
#include <string>

#include "appell/jobs/job.hpp"
#include "appell/jobs/sources.hpp"
#include "appell/jobs/sweep/sweep_folder.hpp"
#include "appell/jobs/sweep/sweep_summary.hpp"

/// Not installed: many robots, motions and draws (docs/sweep.md).
namespace appell::jobs {

struct SweepRequest {
  TextSource study;
  Outputs outputs;  ///< `path` is the folder of the results.
  int threads = 0;  ///< 0: as many as the machine has cores; one of each rank.
  bool resume = false;
  SweepShard shard;
  std::string merge;  ///< Instead of a study: a folder that has all parts.
};

struct SweepResult {
  std::string folder;
  SweepShard shard;
  long long num_parts = 0;              ///< Of the shard,
  long long all_parts = 0;              ///< and of the study.
  long long num_items = 0;              ///< Computed now.
  std::optional<SweepSummary> summary;  ///< None of a shard.
  /// Null where it is not at hand: the page then shows no robot.
  std::shared_ptr<const study::Study> study;
  bool is_elsewhere = false;  ///< Another process has the answer.
};

SweepResult run(const SweepRequest& request, Context& context);
Document show(const SweepResult& result, Detail detail);
/// summary.json, or what a shard has done.
std::string json(const SweepResult& result);
inline bool is_elsewhere(const SweepResult& result) { return result.is_elsewhere; }

}  // namespace appell::jobs
