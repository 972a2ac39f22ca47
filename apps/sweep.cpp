#include <cmath>
#include <exception>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "appell/base/counted.hpp"
#include "appell/base/stop.hpp"
#include "appell/io/numbers.hpp"
#include "appell/report/motion_analysis.hpp"
#include "appell/report/rendering.hpp"
#include "appell/report/sweep_page.hpp"
#include "appell/report/sweep_run.hpp"
#include "appell/report/sweep_summary.hpp"
#include "apps/commands.hpp"
#include "apps/interrupt.hpp"
#include "apps/option_checks.hpp"
#include "apps/progress.hpp"
#include "apps/ranks.hpp"
#include "apps/report_option.hpp"
#include "apps/terminal.hpp"

namespace appell::apps {
namespace {

/// What ranks tell each other.
enum RankResult { kRankDone = 0, kRankFailed = 1 };

struct SweepOptions {
  std::string study;
  std::string folder;
  std::string merge;
  std::string shard;
  std::string report;
  int threads = 0;
  bool resume = false;
  bool json = false;
};

/// "2/8" as a shard.
report::SweepShard shard_of(const std::string& text) {
  if (text.empty()) return {};
  const std::size_t slash = text.find('/');
  const auto index = io::number_in(text.substr(0, slash));
  const auto count =
      slash == std::string::npos ? std::nullopt : io::number_in(text.substr(slash + 1));
  const bool is_whole = index && count && *index == std::floor(*index) &&
                        *count == std::floor(*count) && *count <= 1e9;
  check(is_whole && *index >= 0.0 && *index < *count, "--shard: is '", one_line(text),
        "'; i/n with i = 0 .. n-1 is needed, as 0/8");
  return {static_cast<long long>(*index), static_cast<long long>(*count)};
}

void print_summary(const report::SweepSummary& summary, const SweepOptions& options,
                   const std::string& folder) {
  if (options.json) return print(report::summary_json(summary));
  print(report::summary_text(summary) +
        fmt::format("\nsummary: {}\n", (std::filesystem::path(folder) / "summary.json").string()) +
        written_text(options.report, "", 0));
}

/// What all parts say together, written and printed.
/// @param study  null if it is not at hand: the page then shows no robot.
/// @param said  texts of parts that this run has said already.
void finish(report::PartFiles& files, const report::SweepPlan& plan, const SweepOptions& options,
            const std::string& folder, const study::Study* study,
            const std::set<std::string>& said) {
  Progress progress(plan.num_items(), "items merged");
  const report::SweepSummary summary = report::summarize(
      files, plan, [&progress](long long done) { progress.show(done); }, &catch_interrupts());
  for (const std::string& text : summary.notes) {
    if (!said.contains(text)) note(text);
  }
  for (const std::string& text : report::summary_warnings(summary)) {
    if (!said.contains(text)) warn(text);
  }
  report::write_summary(summary, folder);
  if (!options.report.empty()) {
    report::write_page(
        study == nullptr ? report::page_of_sweep(summary) : report::page_of_sweep(*study, summary),
        options.report, &catch_interrupts());
  }
  print_summary(summary, options, folder);
}

/// Parts that are there are kept: the message says how to go on.
[[noreturn]] void say_how_to_resume(const std::exception& error, const SweepOptions& options) {
  throw NumericalError(concat(error.what(), "; the parts that are complete are kept in ",
                              options.folder, ": the same command with --resume goes on"));
}

void merge(const SweepOptions& options) {
  check_report(options.report, {});
  check(options.study.empty() && options.folder.empty() && options.shard.empty(),
        "--merge: stands alone; the folder knows its study");
  const std::string plan_file = report::SweepFolder::plan_path(options.merge);
  check(std::filesystem::exists(plan_file), options.merge,
        ": is no folder of a sweep: it has no study.json");
  const report::SweepPlan plan = report::read_plan(plan_file);
  report::PartFiles files(report::SweepFolder::parts_path(options.merge), plan);
  const report::MissingParts missing = report::missing_parts(files, plan, {});
  for (const std::string& damaged : missing.damaged) warn(damaged);
  if (!missing.parts.empty()) {
    throw NumericalError(concat(options.merge, ": ", missing.parts.size(), " of ",
                                counted(plan.num_parts(), "part"), " are missing, the first is ",
                                files.path(missing.parts.front()),
                                "; appell sweep STUDY.toml -o DIR --resume computes them"));
  }
  finish(files, plan, options, options.merge, nullptr, {});
}

/// The parts of the shard that are not there yet.
report::MissingParts find_missing(const report::PartFiles& files, const report::SweepPlan& plan,
                                  const report::SweepShard& shard) {
  report::MissingParts missing = report::missing_parts(files, plan, shard);
  for (const std::string& damaged : missing.damaged) warn(damaged + "; it is computed again");
  return missing;
}

std::string shard_text(const SweepOptions& options, const report::SweepPlan& plan,
                       const report::SweepShard& shard, const report::MissingParts& done) {
  const long long parts = (plan.num_parts() - shard.index + shard.count - 1) / shard.count;
  if (options.json) {
    return fmt::format("{{\"shard\": {}, \"shards\": {}, \"parts\": {}, \"items\": {}}}\n",
                       shard.index, shard.count, parts, done.num_items);
  }
  return fmt::format(
      "shard {} of {}: its {} of {} {} complete, {} computed now; when all shards are, appell "
      "sweep --merge {}\n",
      shard.index, shard.count, counted(parts, "part"), plan.num_parts(), parts == 1 ? "is" : "are",
      counted(done.num_items, "item"), options.folder);
}

/// The library speaks of resuming; here that is an option.
report::SweepFolder open_folder(const SweepOptions& options, const report::SweepPlan& plan,
                                const report::SweepShard& shard) {
  const auto begin =
      options.resume ? report::SweepFolder::Begin::kResumed : report::SweepFolder::Begin::kAnew;
  try {
    return {options.folder, plan, shard, begin};
  } catch (const report::PartsAreThere& error) {
    throw InvalidArgument(concat(error.what(), "; --resume goes on with them"));
  }
}

/// Whether the page goes into the folder of the results, which is not there yet.
bool is_in_new_folder(const SweepOptions& options) {
  const auto of_page = std::filesystem::path(options.report).parent_path() / "";
  const auto of_results = std::filesystem::path(options.folder) / "";
  return !std::filesystem::exists(of_results) &&
         of_page.lexically_normal() == of_results.lexically_normal();
}

/// The shard, if options fit together and a page can be written: before anything is read.
report::SweepShard checked_shard(const SweepOptions& options) {
  const report::SweepShard shard = shard_of(options.shard);
  check(options.report.empty() || shard.count == 1,
        "--report: a shard has no page; appell sweep --merge DIR --report FILE.html makes one of "
        "all");
  if (is_in_new_folder(options)) {
    check_report_name(options.report);
  } else {
    check_report(options.report, {options.study});
  }
  return shard;
}

/// A study and the folder that its results go to, locked.
struct OpenSweep {
  explicit OpenSweep(const SweepOptions& options)
      : shard(checked_shard(options)),
        study(io::load_study(options.study)),
        plan(report::plan_for(study, options.folder)),
        folder(open_folder(options, plan, shard)),
        files(report::SweepFolder::parts_path(options.folder), plan),
        missing(find_missing(files, plan, shard)),
        queue(missing.parts) {
    for (const std::string& text : study.warnings()) warn_once(text);
  }

  /// Of what is said now the summary need not speak again.
  void warn_once(const std::string& text) {
    warn(text);
    said.insert(one_line(study.with_own_names(text)));
  }
  void note_once(const std::string& text) {
    note(text);
    said.insert(one_line(study.with_own_names(text)));
  }

  report::SweepShard shard;
  study::Study study;
  report::SweepPlan plan;
  report::SweepFolder folder;
  report::PartFiles files;
  report::MissingParts missing;
  report::PartQueue queue;
  std::set<std::string> said;  ///< As parts have it.
};

/// The summary, or of a shard that it is done.
void end_sweep(OpenSweep& open, const SweepOptions& options) {
  if (open.shard.count > 1) {
    return print(shard_text(options, open.plan, open.shard, open.missing));
  }
  finish(open.files, open.plan, options, options.folder, &open.study, open.said);
}

void sweep_alone(const SweepOptions& options) {
  OpenSweep open(options);
  try {
    Progress progress(open.missing.num_items, "items");
    report::run_sweep(open.study, open.plan, open.files,
                      {.threads = options.threads,
                       .next = [&open] { return open.queue.next(); },
                       .warn = [&open](const std::string& text) { open.warn_once(text); },
                       .note = [&open](const std::string& text) { open.note_once(text); },
                       .progress = [&progress](long long done) { progress.show(done); },
                       .stop = &catch_interrupts()});
    end_sweep(open, options);
  } catch (const NumericalError& error) {
    say_how_to_resume(error, options);
  } catch (const Interrupted& stop) {
    say_how_to_resume(stop, options);
  }
}

/// What rank 0 computes itself, while its first thread answers the others.
/// @return what went wrong; null if nothing did.
std::exception_ptr compute_and_serve(Ranks& ranks, OpenSweep& open, int threads) {
  const std::atomic<bool>& stop = catch_interrupts();
  std::atomic<bool> failed = false;
  const auto next = [&]() -> std::optional<long long> {
    return failed.load() || stop.load() ? std::nullopt : open.queue.next();
  };
  std::exception_ptr error;
  Progress progress(open.missing.num_items / ranks.size(), "items of this rank");
  std::jthread own([&] {
    try {
      report::run_sweep(open.study, open.plan, open.files,
                        {.threads = std::max(1, threads),
                         .next = next,
                         .warn = [&open](const std::string& text) { open.warn_once(text); },
                         .note = [&open](const std::string& text) { open.note_once(text); },
                         .progress = [&progress](long long done) { progress.show(done); },
                         .stop = &stop});
    } catch (...) {
      error = std::current_exception();
      failed = true;
    }
  });
  ranks.serve(next, failed);
  own.join();
  return error;
}

/// Rank 0.
void lead_ranks(Ranks& ranks, const SweepOptions& options) {
  std::unique_ptr<OpenSweep> open;
  try {
    open = std::make_unique<OpenSweep>(options);
  } catch (...) {
    ranks.told(kRankFailed);
    throw;
  }
  ranks.told(kRankDone);
  const std::exception_ptr error = compute_and_serve(ranks, *open, options.threads);
  const int worst = ranks.largest(error != nullptr ? kRankFailed : kRankDone);
  try {
    if (error != nullptr) std::rethrow_exception(error);
    if (worst != kRankDone) throw NumericalError("another rank could not finish and said why");
    end_sweep(*open, options);
  } catch (const NumericalError& failure) {
    say_how_to_resume(failure, options);
  } catch (const Interrupted& stop) {
    say_how_to_resume(stop, options);
  }
}

/// A study and where its parts go, for a rank that has no say in the folder.
struct FollowedSweep {
  explicit FollowedSweep(const SweepOptions& options)
      : study(io::load_study(options.study)),
        plan(report::plan_of(study)),
        files(report::SweepFolder::parts_path(options.folder), plan) {}

  study::Study study;
  report::SweepPlan plan;
  report::PartFiles files;
};

/// Another rank: asks for parts. What it cannot do, it says itself; what is odd about motions rank
/// 0 says, which reads all parts.
void follow_ranks(Ranks& ranks, const SweepOptions& options) {
  std::unique_ptr<FollowedSweep> sweep;
  std::exception_ptr problem;
  try {  // While rank 0 does the same, and opens the folder.
    sweep = std::make_unique<FollowedSweep>(options);
  } catch (...) {
    problem = std::current_exception();
  }
  if (ranks.told(kRankDone) != kRankDone) return;  // Rank 0 has said why.
  int result = kRankDone;
  try {
    if (problem != nullptr) std::rethrow_exception(problem);
    report::run_sweep(sweep->study, sweep->plan, sweep->files,
                      {.threads = std::max(1, options.threads),
                       .next = [&ranks] { return ranks.ask(); },
                       .stop = &catch_interrupts()});
  } catch (const std::exception& error) {
    complain(concat("rank ", ranks.rank(), ": ", error.what()));
    ranks.tell_failure();
    result = kRankFailed;
  }
  ranks.largest(result);
}

/// What stood behind the name of the command.
std::vector<std::string> own_words() {
  std::ifstream stream("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(stream, word, '\0');) words.push_back(word);
  words.erase(words.begin(), words.begin() + std::min<std::ptrdiff_t>(2, std::ssize(words)));
  return words;
}

void sweep(const SweepOptions& options) {
  keep_field_names();
  if (!options.merge.empty()) return merge(options);
  check(!options.study.empty(), "STUDY is missing; a .toml file is needed (or --merge DIR)");
  check(!options.folder.empty(), "-o is missing; a folder for the results is needed");
  const std::unique_ptr<Ranks> ranks = join_ranks(own_words());
  if (ranks == nullptr) return sweep_alone(options);
  check(options.shard.empty(), "--shard: is not for mpirun, which shares the parts itself");
  ranks->rank() == 0 ? lead_ranks(*ranks, options) : follow_ranks(*ranks, options);
}

}  // namespace

void add_sweep(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "sweep", "study many robots and motions: tolerances, designs, archives of motions");
  const auto options = std::make_shared<SweepOptions>();
  command->add_option("STUDY", options->study, "a .toml that says what varies (docs/formats.md)");
  command->add_option("-o,--output", options->folder,
                      "folder for results; created if it is missing");
  command
      ->add_option("--threads", options->threads,
                   "number of threads (default: all cores; 1 of each rank of MPI)")
      ->check(whole_number(1, report::kMostThreads));
  command->add_flag("--resume", options->resume,
                    "continue an earlier run: compute only the parts that are missing or damaged");
  command
      ->add_option("--shard", options->shard,
                   "only the parts i, i+n, i+2n, ... of the study, i = 0 .. n-1: one of n "
                   "processes that share the folder")
      ->option_text("i/n");
  command->add_option("--merge", options->merge, "write the summary of a folder that has all parts")
      ->option_text("DIR");
  command->add_flag("--json", options->json, "print the summary as JSON");
  command->add_option("--report", options->report,
                      "write an HTML report: distributions, what matters most, the worst items and "
                      "the robot of the worst (docs/report.md)");
  command->footer(
      "Example: appell sweep study.toml -o results              all cores of this machine\n"
      "         appell sweep study.toml -o results --resume     after an interruption\n"
      "         appell sweep study.toml -o results --shard 0/4  and 1/4, 2/4, 3/4 elsewhere, then\n"
      "         appell sweep --merge results\n"
      "         mpirun -n 64 appell sweep study.toml -o results  with MPI (docs/sweep.md)\n"
      "study.toml:  model = \"panda\"\n"
      "             motions = [\"swing.toml\"]\n"
      "             draws = 1000\n"
      "             order = 1\n"
      "             quantities = [\"Q_drive\"]\n"
      "             reduce = [\"max_abs\", \"rms\"]\n"
      "             [[vary]]\n"
      "             what = \"inertia\"\n"
      "             links = [\"*\"]\n"
      "             sd = 0.05");
  command->callback([options] { sweep(*options); });
}

}  // namespace appell::apps
