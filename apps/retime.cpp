#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "appell/base/text.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/limit_file.hpp"
#include "appell/io/path_file.hpp"
#include "appell/planning/retime.hpp"
#include "appell/report/motion_report.hpp"
#include "appell/report/output_check.hpp"
#include "appell/report/output_file.hpp"
#include "appell/report/retime_plots.hpp"
#include "appell/report/retime_report.hpp"
#include "apps/commands.hpp"
#include "apps/interrupt.hpp"
#include "apps/motion_checks.hpp"
#include "apps/option_checks.hpp"
#include "apps/output_options.hpp"
#include "apps/progress.hpp"
#include "apps/report_option.hpp"
#include "apps/terminal.hpp"

namespace appell::apps {
namespace {

constexpr double kUsualRate = 1000.0;  // Samples per second.

constexpr double kLongRetiming = 20.0;  // s, from which on it is explained.

/// From this on, what it costs to be legal between the points of the optimization is said.
constexpr double kMuchSlower = 0.005;

struct RetimeCommand {
  ModelOptions model;
  std::string path;
  std::string limits;
  std::string loads;
  std::string frame;
  io::MotionOptions reading;
  OutputOptions output;
  std::optional<int> intervals;
  int order = 3;
  std::optional<double> rate;
  std::string plots;
  std::string report;
  std::string command_line;
  bool json = false;
};

bool writes_csv_only(const RetimeCommand& options) { return options.output.path.ends_with(".csv"); }

/// The CSV, if one is wanted: the output itself, or beside it.
std::string csv_path(const RetimeCommand& options) {
  if (writes_csv_only(options)) return options.output.path;
  if (!options.rate) return "";
  return std::filesystem::path(options.output.path).replace_extension(".csv").string();
}

/// That no file that is read is written.
void check_retime_outputs(const RetimeCommand& options, const std::vector<std::string>& read) {
  check_output(options.output, read);
  if (const std::string csv = csv_path(options); csv != options.output.path && !csv.empty()) {
    check_output({csv, options.output.force}, read);
  }
  check_report(options.report, read, options.output.path);
}

void check_retime_options(const RetimeCommand& options) {
  check(
      options.output.path.ends_with(".toml") || writes_csv_only(options), "-o ",
      options.output.path,
      ": ends with neither .toml, a motion, nor .csv, its samples, which are what can be written");
  check_retime_outputs(options, {options.path, options.model.model, options.model.friction,
                                 options.limits, options.loads});
  if (!options.plots.empty()) report::check_output_folder(options.plots);
}

/// Limits everywhere, and those of the zones of the path.
std::vector<planning::PathLimit> path_limits(const model::Model& model,
                                             const RetimeCommand& options,
                                             const io::PathFile& path) {
  std::vector<planning::PathLimit> limits;
  for (const model::MotionLimit& limit : limits_of(model, options.limits)) {
    limits.push_back({limit});
  }
  for (const io::PathFile::Zone& zone : path.zones) {
    for (const model::MotionLimit& limit : io::load_limits(zone, model)) {
      limits.push_back({limit, zone.from, zone.to});
    }
  }
  check(!limits.empty(), options.model.model,
        ": has no limits; --limits FILE.toml gives some (docs/formats.md)");
  of_file(options.path, [&] { planning::check_zones(limits); });
  planning::check_limits(limits);
  return limits;
}

/// What is retimed, and how.
struct RetimeTask {
  const model::Model& model;
  const model::Frame& frame;
  trajectory::Trajectory path;
  std::vector<planning::PathLimit> limits;
  planning::RetimeOptions options;
};

/// The motion for a table of rows, if one is wanted.
std::optional<planning::Retiming> in_whole_cycles(const RetimeCommand& options,
                                                  const RetimeTask& task,
                                                  const planning::Retiming& result) {
  if (csv_path(options).empty()) return std::nullopt;
  const std::string who = options.rate ? fmt::format("--rate {:g}", *options.rate) : options.path;
  return of_file(who, [&] {
    return planning::sampled_retiming(options.rate.value_or(kUsualRate), task.model, task.path,
                                      task.frame, task.limits, task.options, result);
  });
}

/// How far the optimization is, and its number: finer ones follow where a limit needs
/// them. One that takes long is explained once.
planning::Retiming retime_visibly(const RetimeCommand& command, const RetimeTask& task) {
  Progress progress(100, "% of the optimization");
  planning::RetimeOptions options = task.options;
  double before = 0.0;
  int run = 1;
  bool is_told = false;
  options.progress = [&](double share) {
    if (share < before) progress.restart(fmt::format("% of optimization {}", ++run));
    before = share;
    progress.show(std::lround(100 * share));
    if (is_told || progress.seconds() < kLongRetiming) return;
    is_told = true;
    note(fmt::format(
        "{}: the optimization takes longer than {} s. That is usual where a path goes back and "
        "forth, as noise of a recording makes it: a smoothed recording is faster, and so are fewer "
        "--intervals than {}; Ctrl-C stops",
        command.path, kLongRetiming, options.intervals));
  };
  return planning::retime(task.model, task.path, task.frame, task.limits, options);
}

/// "Samples: 1000 cycles, 1 s, slowed by 1.4 % to end with one".
std::string samples_text(const RetimeCommand& options, const planning::Retiming& result,
                         const planning::Retiming& samples) {
  const double rate = options.rate.value_or(kUsualRate);
  return fmt::format(
      "Samples: {} cycles of {:.6g} s, {:.6g} s, slowed by {:.2g} % to end with one and to be "
      "legal "
      "between them\n",
      std::lround(samples.duration * rate), 1.0 / rate, samples.duration,
      100.0 * (samples.duration / result.duration - 1.0));
}

void write_results(const RetimeCommand& options, const io::PathFile& path,
                   const planning::Retiming& result,
                   const std::optional<planning::Retiming>& samples) {
  namespace fs = std::filesystem;
  if (!writes_csv_only(options)) {
    const fs::path folder = fs::absolute(options.output.path).parent_path();
    report::OutputFile file(options.output.path);
    file.write(report::retimed_toml(result, path, folder.string()));
    file.commit();
  }
  if (!samples) return;
  SamplingOptions sampling;
  sampling.rate = options.rate.value_or(kUsualRate);
  report::write_motion_csv(samples->motion, sample_times(sampling, samples->motion.range()),
                           planning::kSampledDerivatives, csv_path(options), &catch_interrupts());
}

planning::RetimeOptions retime_options(const RetimeCommand& options, const io::PathFile& file,
                                       const trajectory::Trajectory& path) {
  planning::RetimeOptions result{
      .intervals = options.intervals ? *options.intervals : planning::usual_intervals(path),
      .stop = &catch_interrupts()};
  if (options.order == 2) result.highest = planning::HighestLimits::kSecondOrder;
  const auto rate = [&](const std::vector<double>& velocity, planning::PathEnd end) {
    if (velocity.empty()) return 0.0;
    return planning::rate_along(path, end, io::in_order(file, velocity, path.joints()));
  };
  result.start_rate = rate(file.start_velocity, planning::PathEnd::kStart);
  result.end_rate = rate(file.end_velocity, planning::PathEnd::kEnd);
  return result;
}

/// Page, plots, and what is printed.
void show_results(const RetimeCommand& options, const model::Model& model,
                  const model::Frame& frame, const planning::Retiming& result,
                  const std::optional<planning::Retiming>& samples) {
  std::string text = report::retime_text(model, result);
  if (samples) text += samples_text(options, result, *samples);
  if (!options.report.empty()) {
    const report::PageFacts facts{.command = "retime",
                                  .motion_name = options.output.path,
                                  .warnings = warnings_so_far(),
                                  .used = {{"Path", options.path},
                                           {"Limits", options.limits},
                                           {"Loads", options.loads},
                                           {"Command", options.command_line}}};
    report::write_page(report::retime_page(model, frame, result, facts), options.report,
                       &catch_interrupts());
  }
  std::size_t num_plots = 0;
  if (!options.plots.empty()) {
    const std::vector<report::Figure> figures = report::retime_figures(model, frame, result);
    num_plots = figures.size();
    report::write_figures(figures, fmt::format("{}: {}", model.name(), one_line(options.path)),
                          text, options.plots, &catch_interrupts());
  }
  const std::string csv = csv_path(options);
  std::string written = "motion: " + options.output.path + "\n";
  if (csv != options.output.path && !csv.empty()) written += "samples: " + csv + "\n";
  print(options.json ? report::retime_json(model, frame.name, result)
                     : text + written + written_text(options.report, options.plots, num_plots));
}

/// What is not as it was asked for, or as it might be.
void tell_about(const RetimeCommand& options, const planning::Retiming& result) {
  if (options.order == 2) {
    note("--order 2: limits of jerk and torque rate are not kept; accelerations jump");
  }
  const int usual = planning::RetimeOptions{}.intervals;
  if (!options.intervals && result.asked_intervals > usual) {
    note(fmt::format("{}: its q''' jumps at so many places that {} intervals are taken, not {}",
                     options.path, result.asked_intervals, usual));
  }
  if (result.other_intervals > 0) {
    note(
        fmt::format("--intervals {}: the optimization did not converge on these, or to a "
                    "motion that is far from legal; {} were taken",
                    result.asked_intervals, result.other_intervals));
  }
  if (const double more = result.duration / result.optimum - 1.0; more > kMuchSlower) {
    warn(fmt::format(
        "{}: the legal motion is {:.2g} % slower than the optimum, because of what limits do "
        "between "
        "its points; the fastest motion lies in between (more --intervals may come nearer)",
        options.path, 100.0 * more));
  }
}

/// Samples that are slowed to end with a cycle are so at the ends, too.
void tell_about_samples(const RetimeCommand& options, const RetimeTask& task, double slowing) {
  const bool has_rate = task.options.start_rate > 0.0 || task.options.end_rate > 0.0;
  if (!has_rate || !(slowing > 1.0)) return;
  note(fmt::format(
      "{}: the samples are slowed to end with a cycle, so that velocities at the ends "
      "are {:.2g} % below those that are given; {} .toml motion has them exactly",
      csv_path(options), 100.0 * (1.0 - 1.0 / slowing), writes_csv_only(options) ? "a" : "the"));
}

void retime(const RetimeCommand& options) {
  check_retime_options(options);
  const model::Model model = load(options.model);
  const model::Frame& frame = end_effector(model, options.frame);
  const io::PathFile file = io::load_path(options.path, &model, options.reading);
  say_what_was_read(file.summary, file.warnings);
  if (!writes_csv_only(options)) io::refuse_to_name(file.source);
  std::vector<std::string> of_zones{file.source};
  for (const io::PathFile::Zone& zone : file.zones) of_zones.push_back(zone.limits);
  check_retime_outputs(options, of_zones);
  RetimeTask task{model,
                  frame,
                  of_file(options.path, [&] { return file.path.for_model(model); }),
                  path_limits(model, options, file),
                  {}};
  const analysis::SharedLoads loads = motion_loads(options.loads, model, 0);
  if (loads) of_option(options.loads, [&] { analysis::check_loads_of_path(*loads); });
  std::optional<planning::Retiming> result, samples;
  try {
    of_file(options.path, [&] {
      task.options = retime_options(options, file, task.path);
      task.options.loads = loads;
      result = retime_visibly(options, task);
    });
    samples = in_whole_cycles(options, task, *result);
  } catch (const planning::NoLegalTiming& error) {
    complain(options.path + ": " + error.what());
    throw AnswerIsNo{};
  }
  tell_about(options, *result);
  if (samples) tell_about_samples(options, task, samples->duration / result->duration);
  write_results(options, file, *result, samples);
  show_results(options, model, frame, *result, samples);
}

}  // namespace

void add_retime(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "retime", "the fastest motion along a path that keeps limits up to jerk and torque rate");
  const auto options = std::make_shared<RetimeCommand>();
  add_model_options(*command, options->model);
  add_passive_option(*command, options->model);
  command
      ->add_option(
          "PATH", options->path,
          "a .toml of kind = \"path\" with waypoints, or any motion, whose timing is dropped")
      ->required();
  add_reading_options(*command, options->reading);
  command->add_option("--limits", options->limits, kLimitsHelp);
  command->add_option(
      "--loads", options->loads,
      "payload and external wrenches, constant ones: a .json file (docs/formats.md)");
  command->add_option("--frame", options->frame, kFrameHelp);
  add_output_options(*command, options->output,
                     "the .toml motion to write, or a .csv of its samples");
  command->get_option("-o")->required();
  command
      ->add_option("--intervals", options->intervals,
                   "number of intervals of the speed profile along the path, 20 to 10000 (default: "
                   "1000, more for paths with many seams); refined where limits need it")
      ->check(whole_number(20, 10'000));
  command
      ->add_option("--rate", options->rate,
                   "sample rate of the .csv in Hz (default: 1000); with -o FILE.toml it writes a "
                   ".csv too; at most 1e7 rows")
      ->check(positive_number("samples per second"));
  command
      ->add_option("--order", options->order,
                   "2: ignore limits of jerk and torque rate, as TOPP-RA does; accelerations jump")
      ->capture_default_str()
      ->check(whole_number(2, 3));
  command->add_option("--plots", options->plots, "folder for plots, with an index.html");
  add_report_option(*command, options->report);
  command->add_flag("--json", options->json, "print the result as JSON");
  command->footer(
      "Example: appell retime panda path.toml --limits panda -o fast.toml\n"
      "         appell retime panda slow.toml --limits panda -o fast.csv --rate 1000\n"
      "         appell retime panda path.toml --limits panda --loads tool.json -o fast.toml");
  command->callback([options, command] {
    options->command_line = command_line(*command);
    retime(*options);
  });
}

}  // namespace appell::apps
