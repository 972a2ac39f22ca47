#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "appell/jobs/sweep/sweep_folder.hpp"
#include "appell/jobs/sweep/sweep_part.hpp"

namespace appell::jobs {

/// How parts are computed.
struct SweepRun {
  int threads = 0;  ///< 0: as many as the machine has cores.
  /// The next part to compute, or none; called by all threads, in turn.
  std::function<std::optional<long long>()> next;
  /// Called by a thread, in turn, with what is to be said of a motion, when its first draw is
  /// computed; may be empty. The part has the same, with files named as the study names them.
  std::function<void(const study::MotionWords&)> say = {};
  /// Called now and then, by the caller's thread, with the number of items computed so far.
  std::function<void(long long)> progress = {};
};

/// Parts of a shard that are missing or damaged.
struct MissingParts {
  std::vector<long long> parts;
  std::vector<std::string> damaged;  ///< Files, each with what is wrong with it.
  long long num_items = 0;           ///< Of the missing ones.
};
MissingParts missing_parts(const PartFiles& files, const SweepPlan& plan, const SweepShard& shard);

/// Hands out the parts of a list, each once; for several threads.
class PartQueue {
 public:
  explicit PartQueue(std::vector<long long> parts) : parts_(std::move(parts)) {}

  std::optional<long long> next() {
    const int at = next_++;
    return at < std::ssize(parts_) ? std::optional(parts_[at]) : std::nullopt;
  }

 private:
  std::vector<long long> parts_;
  std::atomic<int> next_ = 0;
};

/// Computes parts of a study and writes them.
/// @throws Interrupted if it is stopped; NumericalError if the disk is full, or a result is not
/// finite;
///   InvalidArgument or ModelError if a motion cannot be read. Parts that are whole stay.
/// @return number of threads.
int run_sweep(const study::Study& study, const SweepPlan& plan, PartFiles& files,
              const SweepRun& how);

}  // namespace appell::jobs
