#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "appell/io/limit_file.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/io/write_model.hpp"
#include "appell/report/check_report.hpp"
#include "appell/report/output_file.hpp"
#include "apps/commands.hpp"
#include "apps/motion_checks.hpp"
#include "apps/option_checks.hpp"
#include "apps/output_options.hpp"

namespace appell::apps {
namespace {

struct CheckOptions {
  ModelOptions model;
  MotionOptions motion;
  std::string limits;
  std::string frame;
  OutputOptions apply;
  std::optional<double> speed;
  double most_speed = analysis::kMostSpeed;
  bool all = false;
  bool json = false;
};

/// Derivative of q that the limits take; of samples a spline that has four at least, as for appell
/// analyze.
int order_for(const std::vector<model::MotionLimit>& limits) {
  int order = 4;
  for (const model::MotionLimit& limit : limits) {
    order = std::max(order, limit.order + (limit.what == model::Limited::kForce ? 2 : 0));
  }
  return order;
}

/// The motion at another speed, as a motion file that names it.
std::string scaled_motion(const CheckOptions& options, double speed) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::absolute(options.apply.path).parent_path();
  const std::string file = fs::absolute(options.motion.path).lexically_relative(folder).string();
  return fmt::format(
      "# {} at {:.17g} times its speed: appell check\nkind = \"sequence\"\n[[part]]\nfile = "
      "{}\nspeed = {:.17g}\n",
      one_line(options.motion.path), speed, io::quoted_toml(file), speed);
}

void apply(const CheckOptions& options, const analysis::LegalSpeeds& speeds) {
  const double speed = options.speed.value_or(speeds.fastest());
  if (speed <= 0.0) {
    std::fprintf(stderr, "warning: --apply: there is no legal speed; nothing is written\n");
    return;
  }
  report::OutputFile file(options.apply.path);
  file.write(scaled_motion(options, speed));
  file.commit();
}

void check_limits(const CheckOptions& options) {
  check(!options.speed || !options.apply.path.empty(), "--speed: needs --apply FILE");
  const bool is_read_with_options =
      !options.motion.columns.empty() || !options.motion.smooth.empty() || options.motion.clock;
  check(options.apply.path.empty() || !is_read_with_options,
        "--apply: what it writes cannot carry --columns, --smooth and --clock; write a motion file "
        "of "
        "kind = \"samples\" with these fields and check that (docs/formats.md)");
  check(options.apply.path.empty() || options.apply.path.ends_with(".toml"), "--apply ",
        options.apply.path, ": does not end with .toml, which is what is written");
  std::vector<std::string> read = motion_files(options.motion);
  read.insert(read.end(), {options.model.model, options.model.friction, options.limits});
  check_output(options.apply, read);
  const model::Model model = load(options.model);
  const model::Frame& frame = end_effector(model, options.frame);
  std::vector<model::MotionLimit> limits = motion_limits(model);
  if (!options.limits.empty()) {
    limits = replaced(std::move(limits), io::load_limits(options.limits, model));
  }
  limits = with_followers(std::move(limits), model);
  check(!limits.empty(), options.model.model,
        ": has no limits; --limits FILE.toml gives some (docs/formats.md)");
  const io::Motion motion = load_motion(options.motion, order_for(limits), &model);
  const trajectory::Trajectory law = motion.trajectory.for_model(model);
  warn_of_record(options.motion.path, motion);
  const analysis::MotionCheck found = analysis::check_motion(model, law, frame, limits);
  const analysis::LegalSpeeds speeds =
      analysis::legal_speeds(model, law, frame, found, options.most_speed);
  if (!options.apply.path.empty()) apply(options, speeds);
  print(options.json ? report::check_json(model, frame.name, found, speeds)
                     : report::check_text(
                           model, found, speeds,
                           options.all ? report::LimitRows::kAll : report::LimitRows::kWorst));
  if (!found.is_legal()) throw AnswerIsNo{};
}

}  // namespace

void add_check(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "check", "whether a motion keeps its limits, at and between all instants; exit 1 if not");
  const auto options = std::make_shared<CheckOptions>();
  add_model_options(*command, options->model);
  add_motion_options(*command, options->motion);
  command->add_option("--limits", options->limits,
                      "a .toml with limits, or panda or ur10e; they count before those of the "
                      "model (docs/formats.md)");
  command->add_option("--frame", options->frame, kFrameHelp);
  command->add_option("--apply", options->apply.path,
                      "write the motion at the fastest legal speed, as a .toml motion file");
  command->add_flag("--force", options->apply.force, "--apply may write over a file that is read");
  command->add_option("--speed", options->speed, "of --apply, instead of the fastest legal one")
      ->check(positive_number("a factor"));
  command->add_option("--most-speed", options->most_speed, "highest speed to look at")
      ->capture_default_str()
      ->check(positive_number("a factor"));
  command->add_flag(
      "--all", options->all,
      "show every limit, not only those that are exceeded and the worst of each kind");
  command->add_flag("--json", options->json, "print the result as JSON");
  command->footer(
      "Example: appell check panda swing.toml --limits limits.toml\n"
      "         appell check panda swing.toml --limits limits.toml --apply legal.toml");
  command->callback([options] { check_limits(*options); });
}

}  // namespace appell::apps
