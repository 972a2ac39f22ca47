#pragma once

#include <string>
#include <vector>

#include "appell/jobs/sweep/sweep_plan.hpp"

namespace appell::jobs {

/// Which parts of a sweep a process does: those with number mod count = index.
struct SweepShard {
  long long index = 0;
  long long count = 1;

  bool has(long long part) const { return part % count == index; }
};

/// Parts of the study are in the folder already, and nobody said that they are to stay.
class PartsAreThere : public InvalidArgument {
 public:
  using InvalidArgument::InvalidArgument;
};

/// The folder of a sweep: study.json, parts/, and what was made of them. As long as this lives,
/// nobody else computes the same parts there: the shard is locked, or the whole folder if there is
/// only one. Locks of processes that died are free.
class SweepFolder {
 public:
  enum class Begin { kAnew, kResumed };

  /// Creates the folder, or sees that it is one of this study.
  /// @throws InvalidArgument if there are files that are not of a sweep, it is of another study
  ///   (the message says what differs), or another process is at work on the parts; PartsAreThere
  ///   if there are parts of the shard and it is not to be resumed.
  SweepFolder(std::string path, const SweepPlan& plan, const SweepShard& shard, Begin begin);
  ~SweepFolder();
  SweepFolder(const SweepFolder&) = delete;
  SweepFolder& operator=(const SweepFolder&) = delete;

  static std::string plan_path(const std::string& folder);
  static std::string parts_path(const std::string& folder);

 private:
  void create(const SweepPlan& plan);
  void lock(const SweepShard& shard);
  void lock_file(const std::string& name, int kind);

  std::string path_;
  std::vector<int> locks_;
};

/// The plan of a study with its samplings, for a folder. A study that has a motion which cannot be
/// computed is refused, before there is a folder for it. One that is begun is of the same motions,
/// which were looked at then: it has the samplings.
/// @throws as Study::check_motions(), plan_of() and read_plan().
SweepPlan plan_for(const study::Study& study, const std::string& folder);

}  // namespace appell::jobs
