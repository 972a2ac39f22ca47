#include "bench/sweep_time.hpp"

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include "appell/base/error.hpp"
#include "appell/engine/inverse_dynamics.hpp"
#include "appell/jobs/sweep/sweep_run.hpp"
#include "appell/report/motion_analysis.hpp"
#include "appell/study/item_evaluator.hpp"
#include "bench/timing.hpp"

namespace appell::bench {
namespace {

constexpr int kOutputs = 2;
constexpr int kSamples = 1001;

/// A folder of its own with a study in it.
class StudyFolder {
 public:
  StudyFolder()
      : path_(std::filesystem::temp_directory_path() /
              fmt::format("appell_bench_sweep_{}", static_cast<long>(::getpid()))) {
    std::filesystem::create_directories(path_);
    std::ofstream motion(path_ / "swing.toml");
    motion << "kind = \"expression\"\nduration = 2.0\n";
    for (int j = 1; j <= 7; ++j) {
      motion << fmt::format("[[joint]]\nname = \"joint{}\"\nq = \"{} + 0.4*sin({}*t)\"\n", j,
                            0.1 * j - (j == 4 ? 1.8 : 0.0), 1.5 + 0.3 * j);
    }
  }
  ~StudyFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  StudyFolder(const StudyFolder&) = delete;
  StudyFolder& operator=(const StudyFolder&) = delete;

  std::string study(long long draws) const {
    const std::string path = (path_ / fmt::format("study_{}.toml", draws)).string();
    std::ofstream(path) << fmt::format(
        "model = \"panda\"\nmotions = [\"swing.toml\"]\ndraws = {}\norder = 1\nevery = 0.002\n"
        "quantities = [\"Q_drive\"]\nreduce = [\"max_abs\", \"rms\"]\n[[vary]]\n"
        "what = \"inertia\"\nsd = 0.05\n",
        draws);
    return path;
  }
  /// Of results; empty.
  std::string out() const {
    const std::filesystem::path folder = path_ / "out";
    std::filesystem::remove_all(folder);
    return folder.string();
  }

 private:
  std::filesystem::path path_;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The kernel on the states of the whole motion.
double kernel_time(const study::Study& study, int repeats) {
  const trajectory::Trajectory motion = study.motion(0, 0)->trajectory;
  model::StateBlock states(motion.num_joints(), kOutputs + 1, kSamples);
  std::vector<double> times;
  for (int i = 0; i < kSamples; ++i) times.push_back(std::min(2.0, 0.002 * i));
  trajectory::TrajectoryCursor(motion).sample(times, states);
  engine::InverseDynamics engine(study.models()[0], kOutputs,
                                 {.form = engine::Form::kCoefficients});
  std::vector<double> tau(kOutputs * motion.num_joints() * kSamples);
  return nanoseconds(
      [&] { engine.compute_batch(states.q().column(0, 0), kSamples, kSamples, tau.data()); },
      repeats);
}

/// max |x| and root mean square of every column of a table that comes in blocks.
class TableReduction {
 public:
  void take(const report::TableHeader& header, const report::TableBlock& block) {
    const std::size_t width = header.groups[1].columns.size();
    largest_.resize(width, 0.0);
    squares_.resize(width, 0.0);
    const double* row = block.numbers.data() + block.num_rows;  // After the times.
    for (std::size_t i = 0; i < block.num_rows; ++i, row += width) {
      for (std::size_t c = 0; c < width; ++c) {
        largest_[c] = std::max(largest_[c], std::abs(row[c]));
        squares_[c] += row[c] * row[c];
      }
    }
  }
  std::vector<double> results() const {
    std::vector<double> all;
    for (std::size_t c = 0; c < largest_.size(); ++c) {
      all.push_back(largest_[c]);
      all.push_back(std::sqrt(squares_[c] / kSamples));
    }
    return all;
  }

 private:
  std::vector<double> largest_, squares_;
};

/// The same item as somebody would compute it who has only `analyze`.
std::vector<double> by_analyze(const study::Study& study, const trajectory::Trajectory& motion,
                               const study::DrawnItem& item) {
  model::Description robot = study.models()[0].description();
  for (std::size_t i = 0; i < robot.links.size(); ++i) robot.links[i].inertial = item.links[i];
  const model::Model model = model::build(std::move(robot), mass::Physics::kNotChecked);
  const analysis::Selection selection = *study.selection(model);
  TableReduction reduction;
  report::AnalysisRequest request{.threads = 1};
  request.watch = [&reduction](const report::TableHeader& header, const report::TableBlock& block) {
    reduction.take(header, block);
  };
  report::analyze_motion(selection, motion, report::times_every(motion.range(), 0.002), request,
                         "");
  return reduction.results();
}

/// Also holds the two against each other.
double analyze_time(const study::Study& study, int repeats) {
  const trajectory::Trajectory motion = study.motion(0, 0)->trajectory;
  study::DrawnItem item = study.variations().start(0);
  const auto dimensions = static_cast<std::size_t>(study.variations().num_dimensions());
  std::vector<double> point(dimensions), scratch(2 * dimensions), numbers(dimensions),
      results(study.results().size());
  study::ItemEvaluator items(study, 0, 0);
  for (const long long draw : {0LL, 7LL}) {
    study.point(draw, scratch, point);
    study.variations().draw(0, point, item);
    items.compute(draw, numbers, results);
    const std::vector<double> expected = by_analyze(study, motion, item);
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (std::abs(results[i] - expected.at(i)) <= 1e-10 * std::abs(expected[i])) continue;
      throw NumericalError("sweep and analyze differ");
    }
  }
  return nanoseconds([&] { by_analyze(study, motion, item); }, repeats);
}

double item_time(const study::Study& study, int repeats) {
  study::ItemEvaluator items(study, 0, 0);
  std::vector<double> numbers(study.variations().numbers().size()), results(study.results().size());
  long long draw = 0;
  return nanoseconds([&] { items.compute(draw++ % study.draws(), numbers, results); }, repeats);
}

/// Of an item of a whole run, parts on the disk, without the summary.
double run_time(const StudyFolder& folder, const study::Study& study, int threads, int repeats) {
  const jobs::SweepPlan plan = jobs::plan_of(study);
  double best = std::numeric_limits<double>::infinity();
  for (int r = 0; r < repeats; ++r) {
    const std::string out = folder.out();
    const jobs::SweepFolder locked(out, plan, {}, jobs::SweepFolder::Begin::kAnew);
    jobs::PartFiles files(jobs::SweepFolder::parts_path(out), plan);
    jobs::PartQueue queue(jobs::missing_parts(files, plan, {}).parts);
    const auto start = std::chrono::steady_clock::now();
    jobs::run_sweep(study, plan, files,
                    {.threads = threads, .next = [&queue] { return queue.next(); }});
    best = std::min(best, seconds_since(start));
  }
  return 1e9 * best / static_cast<double>(study.num_items());
}

/// Of an item by so many ranks; what starting them takes is taken off by a smaller study.
double ranks_time(const StudyFolder& folder, int ranks, int repeats) {
  const auto program = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "appell-mpi";
  if (!std::filesystem::exists(program) || std::system("command -v mpirun >/dev/null") != 0) {
    return 0.0;
  }
  constexpr long long kFew = 2000, kMany = 42000;
  double best[2] = {1e9, 1e9};
  for (int r = 0; r < repeats; ++r) {
    for (const bool is_many : {false, true}) {
      const std::string command = fmt::format(
          "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n {} "
          "{} sweep {} -o {} --threads 1 >/dev/null 2>&1",
          ranks, program.string(), folder.study(is_many ? kMany : kFew), folder.out());
      const auto start = std::chrono::steady_clock::now();
      if (std::system(command.c_str()) != 0) return 0.0;
      best[is_many] = std::min(best[is_many], seconds_since(start));
    }
  }
  return 1e9 * (best[1] - best[0]) / static_cast<double>(kMany - kFew);
}

}  // namespace

SweepTime sweep_time(int repeats) {
  const StudyFolder folder;
  const study::Study study(io::load_study(folder.study(10000)));
  SweepTime time{.n = study.models()[0].num_coordinates(), .num_outputs = kOutputs};
  time.kernel_ns = kernel_time(study, 20 * repeats) / kSamples;
  time.item_ns = item_time(study, 20 * repeats) / kSamples;
  time.analyze_ns = analyze_time(study, 20 * repeats) / kSamples;
  time.one_ns = run_time(folder, study, 1, repeats) / kSamples;
  time.two_ns = run_time(folder, study, 2, repeats) / kSamples;
  time.rank_ns = ranks_time(folder, 1, repeats) / kSamples;
  time.ranks_ns = ranks_time(folder, 2, repeats) / kSamples;
  return time;
}

}  // namespace appell::bench
