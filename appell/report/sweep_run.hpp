#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "appell/report/sweep_folder.hpp"
#include "appell/report/sweep_part.hpp"

namespace appell::report {

/// How a sweep is to work.
struct SweepRequest {
  int threads = 0;  ///< 0: as many as the machine has cores.
  /// The next part to compute, or none; called by all threads, in turn. Empty: those that are
  /// missing, one after the other.
  std::function<std::optional<long long>()> next;
  /// Called by a thread when a part of so many items is on the disk.
  std::function<void(long long part, long long num_items)> done;
  /// Called by a thread, in turn, with what is odd about a motion, and what should be known of it,
  /// when its first draw is computed; may be empty. The part has the same, with files named as the
  /// study names them.
  std::function<void(const std::string&)> warn;
  std::function<void(const std::string&)> note;
  /// Called now and then, by the caller's thread, with the number of items computed so far.
  std::function<void(long long)> progress;
  /// Set from outside to stop.
  const std::atomic<bool>* stop = nullptr;
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
    const std::size_t at = next_++;
    return at < parts_.size() ? std::optional(parts_[at]) : std::nullopt;
  }

 private:
  std::vector<long long> parts_;
  std::atomic<std::size_t> next_ = 0;
};

/// Computes parts of a study and writes them.
/// @throws NumericalError if it is stopped, the disk is full, or a result is not finite;
///   InvalidArgument or ModelError if a motion cannot be read. Parts that are whole stay.
/// @return number of threads.
int run_sweep(const study::Study& study, const SweepPlan& plan, PartFiles& files,
              const SweepRequest& request);

}  // namespace appell::report
