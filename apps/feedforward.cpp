#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "appell/analysis/selection.hpp"
#include "appell/base/check.hpp"
#include "appell/io/applied_forces.hpp"
#include "appell/report/check_report.hpp"
#include "appell/report/feedforward.hpp"
#include "apps/commands.hpp"
#include "apps/interrupt.hpp"
#include "apps/motion_checks.hpp"
#include "apps/option_checks.hpp"
#include "apps/output_options.hpp"
#include "apps/progress.hpp"

namespace appell::apps {
namespace {

struct FeedforwardOptions {
  ModelOptions model;
  MotionOptions motion;
  OutputOptions output;
  SamplingOptions sampling;
  std::string loads;
  int order = 0;
  bool ros1 = false;
  bool json = false;
};

std::string feedforward_account(const model::Model& model, const report::WrittenFeedforward& file,
                                double duration, const std::string& path) {
  return fmt::format("{} points of {} joints, 0 to {:.6g} s, effort is {}: {}\n{}", file.num_points,
                     file.num_joints, duration, report::effort_name(model), path,
                     report::unbalanced_text(model, file.unbalanced));
}

void feed_forward(const FeedforwardOptions& options) {
  std::vector<std::string> read = motion_files(options.motion);
  read.insert(read.end(), {options.model.model, options.model.friction, options.loads});
  report::check_feedforward_path(options.output.path);
  const bool is_csv = options.output.path.ends_with(".csv");
  check(!options.ros1 || !is_csv, "--ros1: is about .yaml files; -o is ", options.output.path);
  check(is_csv || options.order == 0, "--order: a JointTrajectory has no field for derivatives of ",
        "efforts; -o FILE.csv has columns for them");
  check_output(options.output, read);
  const model::Model model = load(options.model);
  const io::AppliedForces applied = applied_forces(options.loads, model, options.order);
  const io::Motion motion = load_motion(options.motion, std::max(4, options.order + 2), &model);
  const trajectory::Trajectory law =
      of_file(options.motion.path, [&] { return motion.trajectory.for_model(model); });
  warn_of_record(options.motion.path, motion);
  if (applied.operators.friction) note_held_joints(options.motion.path, model, law);
  if (applied.laws) {
    check_loads_cover(options.loads, *applied.laws, options.motion.path, law.range());
  }
  const analysis::Subject subject{.model = model,
                                  .frame = model.default_frame(),
                                  .surroundings = {applied.loads, applied.external},
                                  .operators = applied.operators,
                                  .wrench_laws = applied.laws ? &*applied.laws : nullptr};
  report::FeedforwardRequest request{
      .step = sample_times(options.sampling, law.range()).step(),
      .order = options.order,
      .ros = options.ros1 ? report::RosVersion::kRos1 : report::RosVersion::kRos2,
      .motion_name = options.motion.path,
      .inertia_accepted = options.model.accept_inertia};
  request.stop = &catch_interrupts();
  const long long num_points = of_option(
      "--every, --rate, --samples", [&] { return report::num_points(law.range(), request.step); });
  Progress progress(num_points, "points");
  request.progress = [&progress](long long done) { progress.show(done); };
  const report::WrittenFeedforward file = of_file(options.motion.path, [&] {
    return report::write_feedforward(subject, law, request, options.output.path);
  });
  print(options.json
            ? report::feedforward_json(model, law, request, options.output.path, file)
            : feedforward_account(model, file, law.range().duration(), options.output.path));
}

}  // namespace

void add_feedforward(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "feedforward", "torques along a motion for a controller: .csv, or a ROS JointTrajectory");
  const auto options = std::make_shared<FeedforwardOptions>();
  add_model_options(*command, options->model);
  add_passive_option(*command, options->model);
  add_motion_options(*command, options->motion);
  add_output_options(*command, options->output,
                     "the file to write: .csv, or .yaml (trajectory_msgs/JointTrajectory)");
  command->get_option("-o")->required();
  add_sampling_options(*command, options->sampling);
  command->add_option("--loads", options->loads,
                      "what acts on the robot, as for appell analyze (docs/formats.md)");
  command
      ->add_option("--order", options->order,
                   "highest time derivative of the efforts, .csv only (analyze has 2; controllers "
                   "take the efforts alone)")
      ->capture_default_str()
      ->check(whole_number(0, analysis::kMostOrder));
  command->add_flag("--ros1", options->ros1, "secs and nsecs, as ROS 1 has them (default: ROS 2)");
  command->add_flag("--json", options->json, "print what was written as JSON");
  command->footer(
      "Example: appell feedforward panda pick.toml --rate 1000 --order 1 -o pick.csv\n"
      "         appell feedforward panda pick.toml --rate 100 -o pick.yaml\n"
      "         ros2 topic pub --once /joint_trajectory_controller/joint_trajectory \\\n"
      "           trajectory_msgs/msg/JointTrajectory \"$(cat pick.yaml)\"");
  command->callback([options] { feed_forward(*options); });
}

}  // namespace appell::apps
