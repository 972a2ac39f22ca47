#include "appell/jobs/sweep/sweep_run.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <thread>

#include "appell/base/check.hpp"
#include "appell/base/stop.hpp"
#include "appell/base/text.hpp"
#include "appell/report/block_pool.hpp"
#include "appell/report/motion_analysis.hpp"
#include "appell/study/item_evaluator.hpp"

namespace appell::jobs {
namespace {

/// What the threads of a run share.
struct SharedRun {
  const study::Study& study;
  const SweepPlan& plan;
  PartFiles& files;
  const SweepRun& how;

  std::mutex mutex;
  std::condition_variable changed;
  int num_working = 0;
  std::exception_ptr error = nullptr;  ///< The first one.
  long long error_part = 0;
  std::atomic<bool> is_failed = false;
  std::atomic<long long> num_done = 0;

  bool is_ended() const { return is_failed.load() || is_stopped(); }
};

/// Computes the items of parts: for one thread.
class PartWorker {
 public:
  explicit PartWorker(SharedRun& run) : run_(run) {}

  /// Nothing is written if it is stopped.
  void compute(long long number) {
    part_ = {.number = number, .items = run_.plan.items_of(number)};
    const long long num_items = part_.items.size();
    part_.numbers.resize(num_items * run_.plan.numbers.size());
    part_.results.resize(num_items * run_.plan.results.size());
    for (long long i = 0; i < num_items; ++i) {
      if (run_.is_ended()) return;
      compute_item(i);
      ++run_.num_done;
    }
    run_.files.write(part_);
  }

 private:
  void compute_item(long long i) {
    const study::ItemPlace at = run_.study.place(part_.items.first + i);
    if (!items_ || items_->model() != at.model || items_->motion() != at.motion) {
      items_.emplace(run_.study, at.model, at.motion);
    }
    if (at.draw == 0) speak_of_motion(at);
    const bool keeps = !run_.study.file().series.empty();
    items_->compute(at.draw, row_of(part_.numbers, i, run_.plan.numbers.size()),
                    row_of(part_.results, i, run_.plan.results.size()), keeps ? &series_ : nullptr);
    if (keeps) keep_series();
  }

  static std::span<double> row_of(std::vector<double>& rows, long long i, std::size_t width) {
    return std::span(rows).subspan(i * width, width);
  }

  /// By whoever has the first draw of a motion: once.
  void speak_of_motion(const study::ItemPlace& at) {
    const study::MotionWords words = run_.study.motion_words(at.model, at.motion);
    const bool is_first = at.model == 0 && at.motion == 0;
    if (is_first)
      keep_words(run_.study.warnings(), part_.warnings);  // Of models: who began said them.
    keep_words(words.warnings, part_.warnings);
    keep_words(words.notes, part_.notes);
    const std::lock_guard lock(run_.mutex);
    if (run_.how.say) run_.how.say(words);
  }

  void keep_words(const std::vector<std::string>& texts, std::vector<std::string>& kept) const {
    for (const std::string& text : texts) {
      kept.push_back(one_line(run_.study.with_own_names(text)));
    }
  }

  void keep_series() {
    const std::vector<const analysis::NamedArray*> arrays = items_->series_arrays();
    part_.first_samples.push_back(static_cast<double>(part_.times.size()));
    part_.times.insert(part_.times.end(), series_.times.begin(), series_.times.end());
    if (part_.series.empty()) {
      for (const analysis::NamedArray* array : arrays) part_.series.push_back(described(*array));
    }
    for (int a = 0; a < std::ssize(arrays); ++a) {
      std::vector<double>& rows = part_.series[a].rows;
      rows.insert(rows.end(), series_.rows[a].begin(), series_.rows[a].end());
    }
  }

  SweepPart::Series described(const analysis::NamedArray& array) const {
    SweepPart::Series series{.name = concat(array.quantity->name, array.key.empty() ? "" : "/",
                                            report::group_part(array.key))};
    const model::Model& model = run_.study.models()[items_->model()];
    for (int entry = 0; entry < array.num_entries(); ++entry) {
      series.columns.push_back(analysis::entry_name(model, array, entry));
      series.units.push_back(array.units[entry].text());
    }
    return series;
  }

  SharedRun& run_;
  std::optional<study::ItemEvaluator> items_;
  study::ItemSeries series_;
  SweepPart part_;
};

std::optional<long long> next_part(SharedRun& run) {
  const std::lock_guard lock(run.mutex);
  if (run.is_ended()) return std::nullopt;
  return run.how.next();
}

/// Of several errors, that of the first part counts: it does not depend on which thread was faster
/// as far as that can be.
void note_error(SharedRun& run, long long part) {
  const std::lock_guard lock(run.mutex);
  run.is_failed = true;
  if (run.error != nullptr && run.error_part <= part) return;
  run.error = std::current_exception();
  run.error_part = part;
}

void work(SharedRun& run) {
  PartWorker worker(run);
  while (const std::optional<long long> part = next_part(run)) {
    try {
      worker.compute(*part);
    } catch (...) {
      note_error(run, *part);
    }
  }
}

int threads_for(int asked) {
  const auto cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const int wished = asked == 0 ? cores : asked;
  // Without a limit of memory that number is the largest there is: nothing may be added to it.
  const long long most = std::min<long long>(report::kMostThreads, report::threads_with_memory());
  return static_cast<int>(std::max(1LL, std::min<long long>(wished, most)));
}

/// As many as could be started; none of them is the caller's.
std::vector<std::jthread> start_threads(SharedRun& run, int count) {
  std::vector<std::jthread> threads;
  run.num_working = count;
  for (int i = 0; i < count; ++i) {
    try {
      threads.emplace_back([&run, stop = StopScope::flag()] {
        const StopScope scope(stop);
        work(run);
        const std::lock_guard lock(run.mutex);
        --run.num_working;
        run.changed.notify_all();
      });
    } catch (const std::system_error&) {  // The system has no room for more.
      const std::lock_guard lock(run.mutex);
      run.num_working -= count - i;
      break;
    }
  }
  return threads;
}

}  // namespace

MissingParts missing_parts(const PartFiles& files, const SweepPlan& plan, const SweepShard& shard) {
  MissingParts missing;
  for (long long part = shard.index; part < plan.num_parts(); part += shard.count) {
    std::string problem;
    if (files.is_there(part, problem)) continue;
    missing.parts.push_back(part);
    missing.num_items += plan.items_of(part).size();
    if (!problem.empty()) missing.damaged.push_back(concat(files.path(part), " ", problem));
  }
  return missing;
}

int run_sweep(const study::Study& study, const SweepPlan& plan, PartFiles& files,
              const SweepRun& how) {
  SharedRun run{study, plan, files, how};
  std::vector<std::jthread> threads = start_threads(run, threads_for(how.threads));
  if (threads.empty()) work(run);
  {
    std::unique_lock lock(run.mutex);
    while (run.num_working > 0) {
      run.changed.wait_for(lock, std::chrono::milliseconds(100));
      lock.unlock();
      if (how.progress) how.progress(run.num_done.load());
      lock.lock();
    }
  }
  const int num_threads = std::max(1, static_cast<int>(threads.size()));
  threads.clear();
  if (run.error != nullptr) std::rethrow_exception(run.error);
  check_stop();
  return num_threads;
}

}  // namespace appell::jobs
