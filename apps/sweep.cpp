#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "appell/io/numbers.hpp"
#include "appell/report/motion_analysis.hpp"
#include "appell/report/sweep_page.hpp"
#include "appell/report/sweep_run.hpp"
#include "appell/report/sweep_summary.hpp"
#include "apps/commands.hpp"
#include "apps/interrupt.hpp"
#include "apps/option_checks.hpp"
#include "apps/progress.hpp"
#include "apps/report_option.hpp"
#include "apps/terminal.hpp"

namespace appell::apps {
namespace {

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
void finish(report::PartFiles& files, const report::SweepPlan& plan, const SweepOptions& options,
            const std::string& folder, const study::Study* study) {
  Progress progress(plan.num_items(), "items merged");
  const report::SweepSummary summary = report::summarize(
      files, plan, [&progress](long long done) { progress.show(done); }, &catch_interrupts());
  report::write_summary(summary, folder);
  if (!options.report.empty()) {
    report::write_page(
        study == nullptr ? report::page_of_sweep(summary) : report::page_of_sweep(*study, summary),
        options.report);
  }
  print_summary(summary, options, folder);
}

/// Parts that are there are kept: the message says how to go on.
[[noreturn]] void say_how_to_resume(const NumericalError& error, const SweepOptions& options) {
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
    throw NumericalError(concat(options.merge, ": ", missing.parts.size(), " of ", plan.num_parts(),
                                " parts are missing, the first is ",
                                files.path(missing.parts.front()),
                                "; appell sweep STUDY.toml -o DIR --resume computes them"));
  }
  finish(files, plan, options, options.merge, nullptr);
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
      "shard {} of {}: its {} parts of {} are complete, {} items computed now; when all shards "
      "are, "
      "appell sweep --merge {}\n",
      shard.index, shard.count, parts, plan.num_parts(), done.num_items, options.folder);
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

void compute(const study::Study& study, const report::SweepPlan& plan, report::PartFiles& files,
             const report::MissingParts& missing, const SweepOptions& options) {
  Progress progress(missing.num_items, "items");
  report::PartQueue queue(missing.parts);
  report::SweepRequest request{.threads = options.threads,
                               .next = [&queue] { return queue.next(); },
                               .progress = [&progress](long long done) { progress.show(done); },
                               .stop = &catch_interrupts()};
  report::run_sweep(study, plan, files, request);
}

void sweep(const SweepOptions& options) {
  if (!options.merge.empty()) return merge(options);
  check(!options.study.empty(), "STUDY is missing; a .toml file is needed (or --merge DIR)");
  check(!options.folder.empty(), "-o is missing; a folder for the results is needed");
  const report::SweepShard shard = shard_of(options.shard);
  check(options.report.empty() || shard.count == 1,
        "--report: a shard has no page; appell sweep --merge DIR --report FILE.html makes one of "
        "all");
  check_report(options.report, {options.study});
  const study::Study study(io::load_study(options.study));
  for (const std::string& warning : study.warnings()) warn(warning);
  const report::SweepPlan plan = report::plan_of(study);
  const report::SweepFolder folder = open_folder(options, plan, shard);
  report::PartFiles files(report::SweepFolder::parts_path(options.folder), plan);
  const report::MissingParts missing = find_missing(files, plan, shard);
  try {
    if (!missing.parts.empty()) compute(study, plan, files, missing, options);
    if (shard.count > 1) return print(shard_text(options, plan, shard, missing));
    finish(files, plan, options, options.folder, &study);
  } catch (const NumericalError& error) {
    say_how_to_resume(error, options);
  }
}

}  // namespace

void add_sweep(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "sweep", "a study of many robots and motions: tolerances, designs, archives of motions");
  const auto options = std::make_shared<SweepOptions>();
  command->add_option("STUDY", options->study, "a .toml that says what varies (docs/formats.md)");
  command->add_option("-o,--output", options->folder,
                      "folder for results; created if it is missing");
  command->add_option("--threads", options->threads, "number of threads (default: all cores)")
      ->check(whole_number(1, report::kMostThreads));
  command->add_flag("--resume", options->resume,
                    "go on where an earlier run ended: computes only the parts that are missing or "
                    "damaged");
  command
      ->add_option("--shard", options->shard,
                   "only the parts i, i+n, i+2n, ... of the study, i = 0 .. n-1: one of n "
                   "processes that share the folder")
      ->option_text("i/n");
  command
      ->add_option("--merge", options->merge,
                   "makes the summary of a folder whose parts are all there")
      ->option_text("DIR");
  command->add_flag("--json", options->json, "print the summary as JSON");
  command->add_option(
      "--report", options->report,
      "write one .html to look at: distributions, what matters, worst items, and the "
      "robot of the worst (docs/report.md)");
  command->footer(
      "Example: appell sweep study.toml -o results              all cores of this machine\n"
      "         appell sweep study.toml -o results --resume     after an interruption\n"
      "         appell sweep study.toml -o results --shard 0/4  and 1/4, 2/4, 3/4 elsewhere, then\n"
      "         appell sweep --merge results\n"
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
