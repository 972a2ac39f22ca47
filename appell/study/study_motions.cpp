#include <algorithm>
#include <deque>
#include <filesystem>
#include <future>
#include <mutex>
#include <string_view>

#include "appell/analysis/limit_watch.hpp"
#include "appell/analysis/noise_watch.hpp"
#include "appell/base/check.hpp"
#include "appell/io/numbers.hpp"
#include "appell/study/study.hpp"

namespace appell::study {
namespace {

/// What one item may keep while it is computed.
constexpr double kMostItemBytes = 1e9;

/// Samples of a motion that are looked at before anything is computed: of more, every n-th.
constexpr long long kMostLookedAt = 100'000;

/// Calls `visit` with the states of every n-th sample of a motion, block by block.
template <class Visit>
void visit_states(const trajectory::Trajectory& motion, const MotionTimes& times, long long n,
                  int order, const Visit& visit) {
  constexpr long long kBlock = 1024;
  trajectory::TrajectoryCursor cursor(motion);
  model::StateBlock states(motion.num_joints(), order, static_cast<int>(kBlock));
  std::vector<double> here;
  for (long long first = 0; first < times.count(); first += n * kBlock) {
    here.clear();
    for (long long i = first; i < std::min(times.count(), first + n * kBlock); i += n) {
      here.push_back(times[i]);
    }
    cursor.sample(here, states);
    visit(states);
  }
}

/// What is odd about the samples of a record, as the study sees them.
void add_record_warnings(const analysis::Selection& selection, const io::Motion& motion,
                         const std::string& path, const MotionTimes& at,
                         std::vector<std::string>& warnings) {
  // A peak of the log lasts a few of its rows; every second one is the least that sees them.
  const auto rows = static_cast<long long>(motion.recording->times.size());
  if (rows > 2 * at.count()) {
    warnings.push_back(concat(path, ": has ", rows, " rows, of which the study sees ", at.count(),
                              " samples: peaks between them are missed; samples = ", rows,
                              " sees all"));
  }
  if (motion.trajectory.is_uncertain()) return;
  for (const analysis::NoiseShare& share :
       analysis::noise_shares(selection, motion.trajectory, *motion.recording)) {
    if (share.share() < analysis::kMuchNoise) continue;
    warnings.push_back(
        concat(path, ": ", share.name, " of '", share.joint,
               "' is largely noise of the samples: ", short_text(100.0 * share.share()),
               " % of its root mean square; the default (smooth: auto) removes it"));
  }
}

}  // namespace

struct Study::KeptMotions {
  static constexpr int kMost = 4;
  struct Entry {
    std::pair<int, int> which;  ///< Model and motion.
    std::shared_future<MotionPointer> found;
  };
  std::mutex mutex;
  std::deque<Entry> entries;  ///< The last one first.

  auto find(std::pair<int, int> which) {
    return std::find_if(entries.begin(), entries.end(),
                        [&](const Entry& entry) { return entry.which == which; });
  }
};

std::shared_ptr<Study::KeptMotions> Study::no_motions() { return std::make_shared<KeptMotions>(); }

MotionPointer Study::motion(int model, int motion) const {
  std::promise<MotionPointer> promise;
  {
    std::unique_lock lock(kept_->mutex);
    const auto there = kept_->find({model, motion});
    if (there != kept_->entries.end()) {
      const std::shared_future<MotionPointer> found = there->found;
      lock.unlock();
      return found.get();  // Another thread may be reading it.
    }
    kept_->entries.push_front({{model, motion}, promise.get_future().share()});
    if (std::ssize(kept_->entries) > KeptMotions::kMost) kept_->entries.pop_back();
  }
  try {
    const auto found = std::make_shared<const io::Motion>(read_motion(model, motion));
    promise.set_value(found);
    return found;
  } catch (...) {
    promise.set_exception(std::current_exception());
    const std::lock_guard lock(kept_->mutex);
    const auto there = kept_->find({model, motion});
    if (there != kept_->entries.end()) kept_->entries.erase(there);  // The next one tries again.
    throw;
  }
}

io::Motion Study::read_motion(int model, int motion) const {
  const model::Model& robot = models_[model];
  const std::string& path = motion_path(motion);
  io::Motion found = io::load_motion(path, &robot, file_.reading);
  const std::string warning = io::check_derivatives(found, path, state_order_, "the study");
  if (!warning.empty()) found.warnings.push_back(warning);
  try {
    found.trajectory = found.trajectory.for_model(robot);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(concat(path, ": ", error.what()));
  }
  return found;
}

double Study::bytes_per_sample() const {
  const auto chosen = selection(models_.front());
  if (!chosen) return 0.0;
  double all = 0.0, kept = file_.series.empty() ? 0.0 : 1.0;  // The time.
  for (const analysis::NamedArray& array : chosen->arrays()) {
    all += array.num_entries();
    if (keeps_series(array)) kept += array.num_entries();
  }
  double numbers = 2.0 * kept;  // Of the item, and in the part.
  const auto has = [&](Reduction::Kind kind) {
    return std::any_of(reductions_.begin(), reductions_.end(),
                       [kind](const Reduction& one) { return one.kind == kind; });
  };
  if (has(Reduction::Kind::kQuantile)) numbers += all;
  if (has(Reduction::Kind::kTimeOfMaxAbs)) numbers += 1.0;
  return sizeof(double) * numbers;
}

MotionTimes Study::times(int motion, const trajectory::Trajectory& trajectory) const {
  const MotionTimes times(file_, motion_path(motion), trajectory.range());
  const double bytes = bytes_per_sample() * static_cast<double>(times.count());
  check(bytes <= kMostItemBytes, file_.at(file_.every ? "every" : "samples"), motion_path(motion),
        " has ", times.count(), " samples, of which quantiles, times or series keep ",
        short_text(1e-9 * bytes), " GB; at most ", 1e-9 * kMostItemBytes, " GB are possible");
  return times;
}

std::string Study::with_own_names(std::string text) const {
  const std::string folder = std::filesystem::path(file_.path).parent_path().string() + "/";
  if (folder == "/") return text;
  for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder, at)) {
    const bool is_begin =
        at == 0 || std::string_view(" '\"(").find(text[at - 1]) != std::string::npos;
    const bool is_own = std::any_of(  // The study has the whole path.
        file_.motion_names.begin(), file_.motion_names.end(), [&](const std::string& name) {
          return name.starts_with(folder) && text.compare(at, name.size(), name) == 0;
        });
    if (is_begin && !is_own) {
      text.erase(at, folder.size());
    } else {
      at += folder.size();
    }
  }
  return text;
}

std::vector<MotionTimes> Study::check_motions() const {
  std::vector<MotionTimes> all;
  for (int m = 0; m < std::ssize(models_); ++m) {
    const auto chosen = selection(models_[m]);
    for (int i = 0; i < num_motions(); ++i) {
      const MotionPointer found = motion(m, i);
      const trajectory::Trajectory& trajectory = found->trajectory;
      const MotionTimes at = times(i, trajectory);
      if (m == 0) all.push_back(at);
      if (!chosen) continue;  // Only limits are checked, without samples.
      try {
        visit_states(trajectory, at, 1 + (at.count() - 1) / kMostLookedAt, chosen->state_order(),
                     [](const model::StateBlock&) {});
      } catch (const NumericalError& error) {
        throw InvalidArgument(concat(motion_path(i), ": ", error.what()));
      }
    }
  }
  return all;
}

double Study::highest_speed(int model) const {
  constexpr long long kMostDrawsSeen = 1000;
  if (!variations_->changes_speed()) return 1.0;
  DrawnItem item = variations_->start(model);
  std::vector<double> unit(variations_->num_dimensions());
  std::vector<double> scratch(2 * unit.size());
  double highest = 0.0;
  for (long long draw = 0; draw < std::min(draws_, kMostDrawsSeen); ++draw) {
    point(draw, scratch, unit);
    variations_->draw(model, unit, item);
    highest = std::max(highest, item.speed);
  }
  return highest;
}

void Study::add_limit_warnings(int model, int motion, const trajectory::Trajectory& trajectory,
                               std::vector<std::string>& warnings) const {
  const model::Model& robot = models_[model];
  const MotionTimes at = times(motion, trajectory);
  const double speed = highest_speed(model);
  analysis::LimitWatch watch(robot);
  visit_states(trajectory, at, 1, selection(robot)->state_order(), [&](model::StateBlock& states) {
    if (speed != 1.0) speed_up(states, trajectory.range().start, speed, states);
    watch.look(states);
  });
  const std::string when = speed == 1.0 ? "" : concat("at speed ", short_text(speed), ": ");
  for (const analysis::LimitExcess& excess : watch.excesses()) {
    warnings.push_back(
        concat(motion_path(motion), ": ", when, one_line(limit_warning(excess, at.count()))));
  }
}

MotionWords Study::motion_words(int model, int motion) const {
  const model::Model& robot = models_[model];
  const std::string& path = motion_path(motion);
  const MotionPointer pointer = this->motion(model, motion);
  const io::Motion& found = *pointer;
  MotionWords words{.warnings = found.warnings};
  if (model == 0 && !found.summary.empty()) words.notes.push_back(found.summary);
  const auto chosen = selection(robot);
  if (!chosen) return words;
  const MotionTimes at = times(motion, found.trajectory);
  if (!file_.is_checked) {  // Else verdicts are among the results.
    add_limit_warnings(model, motion, found.trajectory, words.warnings);
  }
  if (found.recording != nullptr) add_record_warnings(*chosen, found, path, at, words.warnings);
  return words;
}

}  // namespace appell::study
