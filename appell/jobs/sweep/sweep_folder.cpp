#include "appell/jobs/sweep/sweep_folder.hpp"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "appell/base/check.hpp"
#include "appell/report/output_file.hpp"

namespace appell::jobs {
namespace {

namespace fs = std::filesystem;

/// Whether a folder that is no sweep's has anything in it.
bool has_entries(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder) && fs::directory_iterator(folder, error) != fs::directory_iterator();
}

/// What processes that died left of files. One that is at work has a lock on its file.
void remove_remains(const std::string& folder) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string path = it->path().string();
    if (!path.ends_with(".partial")) continue;
    const int file = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) continue;
    if (::flock(file, LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
    ::close(file);
  }
}

/// A number of a part of a shard that is there under its final name; -1 if there is none.
long long part_that_is_there(const std::string& folder, const SweepShard& shard) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (!name.starts_with("part-") || !name.ends_with(".h5")) continue;
    const long long number = std::strtoll(name.c_str() + 5, nullptr, 10);
    if (shard.has(number)) return number;
  }
  return -1;
}

}  // namespace

std::string SweepFolder::plan_path(const std::string& folder) {
  return (fs::path(folder) / "study.json").string();
}

std::string SweepFolder::parts_path(const std::string& folder) {
  return (fs::path(folder) / "parts").string();
}

SweepFolder::SweepFolder(std::string path, const SweepPlan& plan, const SweepShard& shard,
                         Begin begin)
    : path_(std::move(path)) {
  check(shard.count >= 1 && shard.index >= 0 && shard.index < shard.count, "SweepFolder: shard ",
        shard.index, " of ", shard.count, "; 0 to one less than their number is needed.");
  create(plan);
  try {
    lock(shard);
    remove_remains(path_);
    remove_remains(parts_path(path_));
    const long long there = part_that_is_there(parts_path(path_), shard);
    if (begin == Begin::kAnew && there >= 0) {
      throw PartsAreThere(concat(path_, ": has parts of this study already, number ", there,
                                 " for one; another folder is needed"));
    }
  } catch (...) {
    for (const int file : locks_) ::close(file);
    throw;
  }
}

SweepFolder::~SweepFolder() {
  for (const int file : locks_) ::close(file);
}

void SweepFolder::create(const SweepPlan& plan) {
  const std::string plan_file = plan_path(path_);
  check(!fs::exists(path_) || fs::is_directory(path_), path_,
        ": is no folder; a sweep needs one of its own");
  const bool is_foreign =
      has_entries(path_) && !fs::exists(plan_file) && !fs::exists(parts_path(path_));
  check(!is_foreign, path_, ": has files that are not of a sweep; an empty folder is needed");
  std::error_code error;
  fs::create_directories(parts_path(path_), error);
  check(!error, parts_path(path_), ": cannot be created: ", error.message());
  // Other shards may begin at the same time: who comes second finds the file.
  for (int attempt = 0; !fs::exists(plan_file); ++attempt) {
    try {
      report::OutputFile file(plan_file);
      file.write(plan_file_text(plan));
      file.commit();
    } catch (const InvalidArgument&) {
      if (attempt >= 100) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }
  const std::string difference = plan_difference(read_plan(plan_file), plan);
  check(difference.empty(), path_, ": is the folder of another sweep: ", difference,
        "; another folder is needed");
}

void SweepFolder::lock(const SweepShard& shard) {
  if (shard.count == 1) return lock_file(".lock", LOCK_EX);
  lock_file(".lock", LOCK_SH);
  lock_file(concat(".lock-", shard.index, "-of-", shard.count), LOCK_EX);
}

void SweepFolder::lock_file(const std::string& name, int kind) {
  const std::string path = (fs::path(path_) / name).string();
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  check(file >= 0, path, ": cannot be opened: ", std::strerror(errno));
  locks_.push_back(file);
  // A file system without locks has no second process refused.
  const bool is_free = ::flock(file, kind | LOCK_NB) == 0 || errno != EWOULDBLOCK;
  check(is_free, path_, ": another process is at work on the same parts; wait for it");
}

SweepPlan plan_for(const study::Study& study, const std::string& folder) {
  std::vector<SweepPlan::Sampling> samplings;
  if (fs::exists(SweepFolder::plan_path(folder))) {
    samplings = read_plan(SweepFolder::plan_path(folder)).samplings;
  } else {
    for (const study::MotionTimes& times : study.check_motions()) {
      samplings.push_back({times.count(), times.step()});
    }
    if (study.file().quantities.empty()) samplings.clear();
  }
  SweepPlan plan = plan_of(study);
  plan.samplings = std::move(samplings);
  return plan;
}

}  // namespace appell::jobs
