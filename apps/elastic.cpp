#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "appell/analysis/elastic_motion.hpp"
#include "appell/base/check.hpp"
#include "appell/base/counted.hpp"
#include "appell/io/actuator_file.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/report/elastic_page.hpp"
#include "appell/report/elastic_report.hpp"
#include "appell/report/figures.hpp"
#include "appell/report/output_check.hpp"
#include "apps/commands.hpp"
#include "apps/interrupt.hpp"
#include "apps/option_checks.hpp"
#include "apps/output_options.hpp"
#include "apps/progress.hpp"
#include "apps/report_option.hpp"
#include "apps/terminal.hpp"

namespace appell::apps {
namespace {

struct ElasticOptions {
  ModelOptions model;
  MotionOptions motion;
  std::string actuators;
  OutputOptions output;
  std::string plots;
  std::string report;
  std::string command_line;
  SamplingOptions sampling;
  report::ElasticRequest request;
  bool json = false;
};

analysis::ElasticRobot load_elastic_robot(const ElasticOptions& options) {
  model::Model model = load(options.model);
  if (!options.actuators.empty()) {
    model = io::with_actuators(
        model, io::load_actuators(options.actuators, model),
        options.model.accept_inertia ? mass::Physics::kNotChecked : mass::Physics::kRequired);
  }
  const auto& joints = model.description().joints;
  check(!options.actuators.empty() ||
            std::any_of(joints.begin(), joints.end(),
                        [](const model::Joint& joint) { return joint.actuator.is_elastic(); }),
        options.model.model, ": model '", model.name(),
        "' has no elastic joint; --actuators FILE.toml gives joints a stiffness, as `stiffness` of "
        "an actuator in a .toml model does (docs/formats.md)");
  return of_file(options.actuators.empty() ? options.model.model : options.actuators, [&] {
    analysis::ElasticRobot robot(model);
    robot.check_order(options.request.order);
    return robot;
  });
}

/// Of samples, the law through them is taken: what it makes of noise is not known here.
void warn_of_samples(const ElasticOptions& options, const io::Motion& motion) {
  if (motion.recording == nullptr || motion.is_exact) return;
  const bool is_uncertain = motion.trajectory.is_uncertain();
  warn(concat(
      options.motion.path,
      is_uncertain ? ": the most likely motion behind the samples is taken; results take its "
                     "derivatives up to order "
                   : ": the motion goes through samples, and results take its derivatives up to "
                     "order ",
      analysis::ElasticMotion::state_order(options.request.order),
      is_uncertain ? ", of which appell analyze says how uncertain they are"
                   : ", which may be entirely noise of the samples; --smooth auto removes it, "
                     "appell analyze --order 2 --only Q_drive says how much there is"));
}

std::string elastic_account(const ElasticOptions& options, const report::ElasticRecord& record,
                            int num_plots) {
  const report::TableHeader& header = record.rows.header;
  std::string text =
      concat(counted(header.num_rows, "sample"), ", ", counted(header.num_columns(), "column"));
  if (!options.output.path.empty()) text += ": " + options.output.path;
  text += "\n";
  if (!options.report.empty()) text += fmt::format("report: {}\n", options.report);
  if (num_plots > 0)
    text += concat(counted(num_plots, "plot"), ": ", options.plots, "/index.html\n");
  return text + report::elastic_text(record);
}

void elastic(const ElasticOptions& options) {
  std::vector<std::string> read = motion_files(options.motion);
  read.insert(read.end(), {options.model.model, options.model.friction, options.actuators});
  if (!options.output.path.empty()) report::check_table_path(options.output.path);
  check_output(options.output, read);
  check_report(options.report, read, options.output.path);
  if (!options.plots.empty()) report::check_output_folder(options.plots);
  const analysis::ElasticRobot robot = load_elastic_robot(options);
  report::ElasticRequest request = options.request;
  request.inertia_accepted = options.model.accept_inertia;
  request.motion_name = options.motion.path;
  request.actuators_name = options.actuators;
  request.record_rows = options.plots.empty() ? 0 : report::kPlotRows;
  const io::Motion motion = load_motion(options.motion, &robot.model());
  require_derivatives(motion, options.motion.path,
                      analysis::ElasticMotion::state_order(request.order),
                      concat("--order ", request.order, " with elastic joints"));
  warn_of_samples(options, motion);
  const report::SampleTimes times = sample_times(options.sampling, options.motion, motion);
  request.stop = &catch_interrupts();
  Progress progress(times.size(), "samples");
  request.progress = [&progress](long long done) { progress.show(done); };
  std::optional<report::ElasticPage> page;
  if (!options.report.empty()) {
    page.emplace(robot.model());
    request.watch = [&page](const report::TableHeader& header, const report::TableBlock& block) {
      page->take(header, block);
    };
  }
  const report::ElasticRecord record = of_file(options.motion.path, [&] {
    return report::run_elastic(robot, motion.trajectory, times, request, options.output.path);
  });
  const std::vector<std::string> warnings = report::elastic_warnings(
      record, analysis::elastic_jumps(robot, motion.trajectory.for_model(robot.model())), request);
  for (const std::string& warning : warnings) warn(warning);
  if (page) {
    const report::PageFacts facts{
        .command = "elastic",
        .motion_name = options.motion.path,
        .warnings = warnings_so_far(),
        .used = {{"Actuators", options.actuators}, {"Command", options.command_line}}};
    report::write_page(page->page(motion.trajectory.for_model(robot.model()), record, facts),
                       options.report, &catch_interrupts());
  }
  int num_plots = 0;
  if (!options.plots.empty()) {
    const std::vector<report::Figure> figures = report::elastic_plots(record);
    num_plots = static_cast<int>(figures.size());
    report::write_figures(
        figures, fmt::format("{}: {}", robot.model().name(), one_line(options.motion.path)),
        elastic_account(options, record, num_plots), options.plots, &catch_interrupts());
  }
  print(options.json
            ? report::elastic_json(record, request, warnings, options.output.path, num_plots)
            : elastic_account(options, record, num_plots));
}

}  // namespace

void add_elastic(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "elastic", "motor angle, speed and torque behind elastic joints; eigenfrequencies");
  const auto options = std::make_shared<ElasticOptions>();
  add_model_options(*command, options->model);
  add_motion_options(*command, options->motion);
  command->add_option("--actuators", options->actuators,
                      "a .toml with gears, rotors, springs and dampers, or manutec_r3 or puma560; "
                      "they override those of the model (docs/formats.md)");
  add_output_options(*command, options->output, "the file to write: .csv, .h5 or .npz");
  command
      ->add_option("--order", options->request.order,
                   "highest time derivative of the motor torques (analyze: 2); each needs two more "
                   "derivatives of the motion")
      ->capture_default_str()
      ->check(whole_number(0, analysis::ElasticMotion::kHighestOrder));
  command->add_option("--plots", options->plots, "folder for plots, as .svg");
  add_report_option(*command, options->report);
  add_recorded_sampling_options(*command, options->sampling);
  command
      ->add_option("--share", options->request.share,
                   "warn if the motor torque differs from that of rigid joints by more than this "
                   "share of its peak")
      ->capture_default_str()
      ->check(positive_number("a share"));
  command->add_flag("--json", options->json, "print the result as JSON");
  command->footer(
      "Example: appell elastic panda swing.toml --actuators springs.toml -o motors.csv\n"
      "theta and Q_theta are on the link side of the gear, motor_position and motor_torque on the "
      "motor side.\n"
      "The motion needs four continuous derivatives (docs/elastic.md).");
  command->callback([options, command] {
    options->command_line = command_line(*command);
    elastic(*options);
  });
}

}  // namespace appell::apps
