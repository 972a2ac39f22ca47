#include <cstdio>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/report/motion_report.hpp"
#include "appell/taylor/factorial.hpp"
#include "apps/commands.hpp"
#include "apps/interrupt.hpp"
#include "apps/option_checks.hpp"
#include "apps/output_options.hpp"

namespace appell::apps {
namespace {

struct TrajectoryOptions {
  MotionOptions motion;
  ModelOptions model;
  OutputOptions output;
  SamplingOptions sampling;
  int order = 3;
  bool constants = false;
  bool json = false;
};

void trajectory(const TrajectoryOptions& options) {
  check(options.output.path.empty() || options.output.path.ends_with(".csv"), "-o ",
        options.output.path, ": does not end with .csv, which is what is written");
  check(!options.constants || !options.output.path.empty(), "--constants: needs -o FILE.csv");
  check_output(options.output, motion_files(options.motion));
  const io::Motion motion = load_motion(options.motion, options.model);
  require_derivatives(motion, options.motion.path, options.order,
                      concat("--order ", options.order));
  const report::SampleTimes times = sample_times(options.sampling, motion.trajectory.range());
  if (options.constants) {
    of_option("--constants",
              [&] { report::write_spline_constants(motion.trajectory, options.output.path); });
  } else if (!options.output.path.empty()) {
    report::write_motion_csv(motion.trajectory, times, options.order, options.output.path,
                             &catch_interrupts());
  }
  if (options.json) return print(report::motion_summary_json(motion, times, options.order));
  std::string text = report::motion_summary(motion, times, options.order);
  if (!options.output.path.empty()) text += "Written: " + options.output.path + "\n";
  print(text);
}

}  // namespace

void add_trajectory(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "trajectory", "sample a motion to a .csv, or write its spline constants; print a summary");
  const auto options = std::make_shared<TrajectoryOptions>();
  add_motion_options(*command, options->motion);
  add_motion_model_option(*command, options->model);
  add_output_options(*command, options->output,
                     "the .csv to write: t, then each joint and its derivatives; itself a motion");
  add_sampling_options(*command, options->sampling);
  command
      ->add_option("--order", options->order,
                   "highest time derivative (default: up to jerk; sample: 2)")
      ->capture_default_str()
      ->check(whole_number(0, taylor::kMaxOrder));
  command->add_flag("--constants", options->constants,
                    "write the constants a_jik of each interval of a spline instead of samples");
  command->add_flag("--json", options->json, "print the summary as JSON");
  command->footer(
      "Example: appell trajectory swing.toml -o swing.csv --every 0.01 --order 4\n"
      "         appell trajectory log.csv --columns log.toml");
  command->callback([options] { trajectory(*options); });
}

}  // namespace appell::apps
