#include "appell/jobs/sweep/sweep.hpp"

#include <cmath>
#include <exception>
#include <filesystem>
#include <set>
#include <thread>

#include "appell/base/check.hpp"
#include "appell/base/counted.hpp"
#include "appell/base/stop.hpp"
#include "appell/io/numbers.hpp"
#include "appell/jobs/list.hpp"
#include "appell/jobs/ranks.hpp"
#include "appell/jobs/sweep/sweep_run.hpp"

namespace appell::jobs {
namespace {

/// What ranks tell each other.
enum RankResult { kRankDone = 0, kRankFailed = 1 };

/// "2/8", or (2, 8), as a shard.
void set_shard(void* request, const Given& value, const std::string& called) {
  std::vector<std::string> parts;
  if (const auto* object = std::get_if<std::any>(&value)) {
    const auto* numbers = std::any_cast<std::vector<double>>(object);
    for (const double number : numbers == nullptr ? std::vector<double>() : *numbers) {
      parts.push_back(to_text(number));
    }
  } else {
    const std::string text = text_of(value, called);
    const std::size_t slash = std::min(text.find('/'), text.size());
    parts = {text.substr(0, slash), text.substr(std::min(slash + 1, text.size()))};
  }
  parts.resize(2);
  const auto index = io::number_in(parts[0]), count = io::number_in(parts[1]);
  const bool is_whole = index && count && *index == std::floor(*index) &&
                        *count == std::floor(*count) && *count <= 1e9;
  check(is_whole && *index >= 0.0 && *index < *count, called, ": is '", one_line(parts[0]), "/",
        one_line(parts[1]), "'; i/n with i = 0 .. n-1 is needed, as 0/8");
  static_cast<SweepRequest*>(request)->shard = {static_cast<long long>(*index),
                                                static_cast<long long>(*count)};
}

io::StudyFile study_file(const TextSource& source) {
  return source.text.empty() ? io::load_study(source.path)
                             : io::read_study_toml("study", source.text);
}

/// The library speaks of resuming; doors call it otherwise.
SweepFolder open_folder(const SweepRequest& request, const SweepPlan& plan,
                        const Context& context) {
  using Begin = SweepFolder::Begin;
  try {
    return {request.outputs.path, plan, request.shard,
            request.resume ? Begin::kResumed : Begin::kAnew};
  } catch (const PartsAreThere& error) {
    throw InvalidArgument(
        concat(error.what(), "; ", context.called("resume"), " goes on with them"));
  }
}

/// Before anything is read: can the page be written? It may go into the folder of the results,
/// which is not there yet.
void check_sweep_page(const SweepRequest& request, const Context& context) {
  Outputs page = request.outputs;
  page.path.clear();
  if (page.report.empty()) return;
  check(request.shard.count == 1, context.called("report"), ": a shard has no page; ",
        context.called("merge"), " with it makes one of all");
  const auto of_page = std::filesystem::path(page.report).parent_path() / "";
  const auto of_results = std::filesystem::path(request.outputs.path) / "";
  const bool is_in_new_folder = !std::filesystem::exists(of_results) &&
                                of_page.lexically_normal() == of_results.lexically_normal();
  if (is_in_new_folder) return check_report_name(page.report);
  check_outputs(page, {request.study.path});
}

/// Reads all parts and writes what they say together; says what was not said yet.
SweepSummary merged(PartFiles& files, const SweepPlan& plan, const std::string& folder,
                    const std::set<std::string>& said, Context& context) {
  SweepSummary summary = summarize(files, plan, [&](long long done) {
    context.progress(done, plan.num_items(), "items merged");
  });
  for (const std::string& text : summary.notes) {
    if (!said.contains(text)) context.note(text);
  }
  for (const std::string& text : summary_warnings(summary)) {
    if (!said.contains(text)) context.warn(text);
  }
  write_summary(summary, folder);
  return summary;
}

SweepResult merge(const SweepRequest& request, Context& context) {
  const std::string& folder = request.merge;
  check(!request.study.is_given() && request.outputs.path.empty() && request.shard.count == 1,
        context.called("merge"), ": stands alone; the folder knows its study");
  check_sweep_page(request, context);
  const std::string plan_file = SweepFolder::plan_path(folder);
  check(std::filesystem::exists(plan_file), folder,
        ": is no folder of a sweep: it has no study.json");
  const SweepPlan plan = read_plan(plan_file);
  PartFiles files(SweepFolder::parts_path(folder), plan);
  const MissingParts missing = missing_parts(files, plan, {});
  for (const std::string& damaged : missing.damaged) context.warn(damaged);
  if (!missing.parts.empty()) {
    throw NumericalError(concat(folder, ": ", missing.parts.size(), " of ",
                                counted(plan.num_parts(), "part"), " are missing, the first is ",
                                files.path(missing.parts.front()), "; sweep with the study and ",
                                context.called("resume"), " computes them"));
  }
  return {.folder = folder, .summary = merged(files, plan, folder, {}, context)};
}

/// The study and the folder that its results go to, locked: of whoever is alone, or leads.
struct OpenSweep {
  OpenSweep(const SweepRequest& asked, Context& around)
      : request(asked),
        context(around),
        study(std::make_shared<const study::Study>(study_file(asked.study))),
        plan(plan_for(*study, asked.outputs.path)),
        folder(open_folder(asked, plan, around)),
        files(SweepFolder::parts_path(asked.outputs.path), plan),
        missing(missing_parts(files, plan, asked.shard)),
        queue(missing.parts) {
    for (const std::string& damaged : missing.damaged) {
      context.warn(damaged + "; it is computed again");
    }
    say({.notes = {}, .warnings = study->warnings()});
  }

  /// Of what is said now the summary need not speak again.
  void say(const study::MotionWords& words) {
    for (const std::string& text : words.notes) context.note(text);
    for (const std::string& text : words.warnings) context.warn(text);
    for (const auto* texts : {&words.notes, &words.warnings}) {
      for (const std::string& text : *texts) said.insert(one_line(study->with_own_names(text)));
    }
  }

  /// @param next  part to compute.
  /// @param num_ranks  that share the items.
  void compute(int threads, const std::function<std::optional<long long>()>& next, int num_ranks) {
    const auto show_progress = [&](long long done) {
      context.progress(done, missing.num_items / num_ranks,
                       num_ranks == 1 ? "items" : "items of this rank");
    };
    run_sweep(*study, plan, files,
              {.threads = threads,
               .next = next,
               .say = [this](const study::MotionWords& words) { say(words); },
               .progress = show_progress});
  }

  /// The summary, or of a shard that it is done.
  SweepResult result() {
    const SweepShard& shard = request.shard;
    SweepResult found{.folder = request.outputs.path,
                      .shard = shard,
                      .num_parts = (plan.num_parts() - shard.index + shard.count - 1) / shard.count,
                      .all_parts = plan.num_parts(),
                      .num_items = missing.num_items,
                      .study = study};
    if (shard.count == 1) found.summary = merged(files, plan, found.folder, said, context);
    return found;
  }

  const SweepRequest& request;
  Context& context;
  std::shared_ptr<const study::Study> study;
  SweepPlan plan;
  SweepFolder folder;
  PartFiles files;
  MissingParts missing;
  PartQueue queue;
  std::set<std::string> said = {};  ///< As parts have it.
};

/// What rank 0 computes itself, while this thread answers the others.
void compute_and_serve(Ranks& ranks, OpenSweep& open) {
  std::atomic<bool> failed = false;
  const auto next = [&]() -> std::optional<long long> {
    return failed.load() || is_stopped() ? std::nullopt : open.queue.next();
  };
  std::exception_ptr error;
  {
    const std::jthread own([&, stop = StopScope::flag()] {
      const StopScope scope(stop);
      try {
        open.compute(std::max(1, open.request.threads), next, ranks.size());
      } catch (...) {
        error = std::current_exception();
        failed = true;
      }
    });
    ranks.serve(next, failed);
  }
  const int worst = ranks.largest(error != nullptr ? kRankFailed : kRankDone);
  if (error != nullptr) std::rethrow_exception(error);
  if (worst != kRankDone) throw NumericalError("another rank could not finish and said why");
}

/// Opens the sweep; tells the others whether that worked.
std::unique_ptr<OpenSweep> opened(const SweepRequest& request, Ranks* ranks, Context& context) {
  try {
    check_sweep_page(request, context);
    auto open = std::make_unique<OpenSweep>(request, context);
    if (ranks != nullptr) ranks->told(kRankDone);
    return open;
  } catch (...) {
    if (ranks != nullptr) ranks->told(kRankFailed);
    throw;
  }
}

/// Alone, or as rank 0. Parts that are there are kept: the message says how to go on.
SweepResult lead(const SweepRequest& request, Ranks* ranks, Context& context) {
  const std::unique_ptr<OpenSweep> open = opened(request, ranks, context);
  const auto how_to_resume = [&](const std::exception& error) {
    return NumericalError(concat(error.what(), "; the parts that are complete are kept in ",
                                 request.outputs.path, ": the same command with ",
                                 context.called("resume"), " goes on"));
  };
  try {
    if (ranks != nullptr) {
      compute_and_serve(*ranks, *open);
    } else {
      open->compute(request.threads, [&] { return open->queue.next(); }, 1);
    }
    return open->result();
  } catch (const NumericalError& error) {
    throw how_to_resume(error);
  } catch (const Interrupted& stop) {
    throw how_to_resume(stop);
  }
}

/// A study and where its parts go, for a rank that has no say in the folder.
struct FollowedSweep {
  explicit FollowedSweep(const SweepRequest& request)
      : study(study_file(request.study)),
        plan(plan_of(study)),
        files(SweepFolder::parts_path(request.outputs.path), plan) {}

  study::Study study;
  SweepPlan plan;
  PartFiles files;
};

/// Another rank: asks for parts. What it cannot do, it says itself; what is odd about motions rank
/// 0 says, which reads all parts.
SweepResult follow(const SweepRequest& request, Ranks& ranks, Context& context) {
  std::unique_ptr<FollowedSweep> sweep;
  std::exception_ptr problem;
  try {  // While rank 0 does the same, and opens the folder.
    sweep = std::make_unique<FollowedSweep>(request);
  } catch (...) {
    problem = std::current_exception();
  }
  if (ranks.told(kRankDone) != kRankDone) return {.is_elsewhere = true};  // Rank 0 has said why.
  int result = kRankDone;
  try {
    if (problem != nullptr) std::rethrow_exception(problem);
    run_sweep(sweep->study, sweep->plan, sweep->files,
              {.threads = std::max(1, request.threads), .next = [&ranks] { return ranks.ask(); }});
  } catch (const std::exception& error) {
    context.warn(concat("rank ", ranks.rank(), ": ", error.what()));
    ranks.tell_failure();
    result = kRankFailed;
  }
  ranks.largest(result);
  return {.is_elsewhere = true};
}

Parameters sweep_parameters() {
  using R = SweepRequest;
  Parameter study = limits_parameter();  // A small file, or its text.
  study.name = "study";
  study.value = "STUDY";
  study.words = "a .toml that says what varies (docs/formats.md); in Python also its tables";
  study.choices.clear();
  study.is_word = true;
  Parameter folder = also_called(
      {"o", "folder"},
      as(Kind::kFolder, "DIR",
         parameter(&Outputs::path, "output", "folder for results; created if it is missing")));
  folder.is_placed = true;
  Parameter page = page_parameters().front();
  page.words =
      "write an HTML report: distributions, what matters most, the worst items and the robot of "
      "the worst (docs/report.md)";
  Parameter threads = parameter(&R::threads, "threads",
                                "number of threads (default: all cores; 1 of each rank of MPI)",
                                {.least = 0, .most = report::kMostThreads});
  threads.default_text.clear();
  return together(
      {of(&R::study, {std::move(study)}),
       of(&R::outputs, {std::move(folder)}),
       {std::move(threads),
        parameter(&R::resume, "resume",
                  "continue an earlier run: compute only the parts that are missing or damaged"),
        {.name = "shard",
         .words = "only the parts i, i+n, i+2n, ... of the study, i = 0 .. n-1: one of n processes "
                  "that share the folder; in Python (i, n)",
         .kind = Kind::kNumbers,
         .value = "i/n",
         .set = set_shard},
        as(Kind::kFolder, "DIR",
           parameter(&R::merge, "merge", "write the summary of a folder that has all parts"))},
       of(&R::outputs, {std::move(page)})});
}

}  // namespace

SweepResult run(const SweepRequest& request, Context& context) {
  if (!request.merge.empty()) return merge(request, context);
  check(request.study.is_given(), "STUDY is missing; a .toml file is needed (or ",
        context.called("merge"), " DIR)");
  check(!request.outputs.path.empty(), context.called("output"),
        " is missing; a folder for the results is needed");
  const std::unique_ptr<Ranks> ranks = context.ranks();
  check(ranks == nullptr || request.shard.count == 1, context.called("shard"),
        ": is not for mpirun, which shares the parts itself");
  const bool is_led = ranks != nullptr && ranks->rank() > 0;
  return is_led ? follow(request, *ranks, context) : lead(request, ranks.get(), context);
}

std::string json(const SweepResult& result) {
  if (result.summary) return summary_json(*result.summary);
  return concat("{\"shard\": ", result.shard.index, ", \"shards\": ", result.shard.count,
                ", \"parts\": ", result.num_parts, ", \"items\": ", result.num_items, "}\n");
}

Job sweep_job() {
  return job<SweepRequest, SweepResult>(
      {.name = "sweep",
       .title = "study many robots and motions: tolerances, designs, archives of motions",
       .purpose = Purpose::kMany,
       .parameters = sweep_parameters(),
       .examples =
           {"appell sweep study.toml -o results               all cores of this machine",
            "appell sweep study.toml -o results --resume      after an interruption",
            "appell sweep study.toml -o results --shard 0/4   1/4 ... elsewhere, then merge",
            "appell sweep --merge results",
            "mpirun -n 64 appell sweep study.toml -o results  with MPI (docs/sweep.md)"},
       .remarks = R"(study.toml:  model = "panda"
             motions = ["swing.toml"]
             draws = 1000
             order = 1
             quantities = ["Q_drive"]
             reduce = ["max_abs", "rms"]
             [[vary]]
             what = "inertia"
             links = ["*"]
             sd = 0.05)",
       .python = R"(>>> import os, tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> move = os.path.join(folder.name, "move.toml")
>>> with open(move, "w") as file:
...     _ = file.write('kind = "minimum_jerk"\\nduration = 1\\n[[joint]]\\nname = "shoulder"\\nfrom = 0\\nto = 1\\n'
...                    '[[joint]]\\nname = "elbow"\\nfrom = 0\\nto = 1\\n')
>>> swept = sweep({"model": "planar2r", "motions": [move], "draws": 100, "order": 0, "quantities": ["Q_drive"],
...                "reduce": ["max_abs"], "vary": [{"what": "mass", "links": ["link2"], "sd": 0.1}]},
...               os.path.join(folder.name, "results"))
>>> swept.results.shape, swept.result_names
((100, 2), ('Q_drive.shoulder.max_abs', 'Q_drive.elbow.max_abs'))
>>> swept["Q_drive.elbow.max_abs"].std() > 0
True
>>> swept.summary["items"]
100
>>> folder.cleanup())",
       .python_class = "Sweep"});
}

}  // namespace appell::jobs
