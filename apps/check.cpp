#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "appell/analysis/limit_deviations.hpp"
#include "appell/analysis/noise_watch.hpp"
#include "appell/base/check.hpp"
#include "appell/base/quoted.hpp"
#include "appell/io/beside.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/limit_file.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/io/write_model.hpp"
#include "appell/report/check_page.hpp"
#include "appell/report/check_plots.hpp"
#include "appell/report/check_report.hpp"
#include "appell/report/output_check.hpp"
#include "appell/report/output_file.hpp"
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

struct CheckOptions {
  ModelOptions model;
  MotionOptions motion;
  std::string limits;
  std::string loads;
  std::string frame;
  OutputOptions apply;
  std::optional<double> speed;
  std::string plots;
  std::string report;
  std::string command_line;
  double most_speed = analysis::kMostSpeed;
  bool all = false;
  bool json = false;
};

/// Derivative of q that the limits take.
int highest_order(const std::vector<model::MotionLimit>& limits) {
  int order = 0;
  for (const model::MotionLimit& limit : limits) order = std::max(order, limit.state_order());
  return order;
}

/// The same for pages, which show four at least.
int order_for(const std::vector<model::MotionLimit>& limits) {
  return std::max(4, highest_order(limits));
}

/// The motion at another speed, as a motion file that names it.
std::string scaled_motion(const CheckOptions& options, double speed) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::absolute(options.apply.path).parent_path();
  const std::string file = io::named_from(folder.string(), options.motion.path);
  return fmt::format(
      "# {} at {:.17g} times its speed: appell check\nkind = \"sequence\"\n[[part]]\nfile = "
      "{}\nspeed = {:.17g}\n{}",
      one_line(options.motion.path), speed, quoted_text(file), speed,
      io::motion_options_toml(options.motion.reading, folder.string()));
}

void apply(const CheckOptions& options, const analysis::LegalSpeeds& speeds) {
  const double speed = options.speed.value_or(speeds.fastest());
  if (speed <= 0.0) {
    warn("--apply: there is no legal speed; nothing is written");
    return;
  }
  const bool is_legal =
      std::any_of(speeds.legal.begin(), speeds.legal.end(),
                  [speed](const auto& range) { return speed >= range.low && speed <= range.high; });
  if (!is_legal) {
    warn(fmt::format("--speed {:g}: the motion that is written is {} at this speed", speed,
                     speed > speeds.most ? "not checked" : "not legal"));
  }
  report::OutputFile file(options.apply.path);
  file.write(scaled_motion(options, speed));
  file.commit();
}

/// Of samples, the law through them is checked, noise included: how much of the worst may be that.
void warn_of_noisy_verdicts(const std::string& path, const model::Model& model,
                            const analysis::MotionCheck& check) {
  warn(path +
       ": the motion goes through samples; what their noise makes of derivatives counts here "
       "as if "
       "it were motion (--smooth auto removes it)");
  std::map<std::string, const analysis::LimitVerdict*> worst;  // Of each kind.
  const auto share = [](const analysis::LimitVerdict& verdict) {
    return verdict.worst != 0.0 ? verdict.noise / std::abs(verdict.worst) : 0.0;
  };
  for (const analysis::LimitVerdict& verdict : check.verdicts) {
    if (!(share(verdict) > 0.0)) continue;
    const analysis::LimitVerdict*& other = worst[kind_name(verdict.limit)];
    if (other == nullptr || share(verdict) > share(*other)) other = &verdict;
  }
  double largest_left = 0.0;
  for (const auto& [kind, verdict] : worst) {
    if (share(*verdict) < analysis::kMuchNoise) {
      largest_left = std::max(largest_left, share(*verdict));
      continue;
    }
    const std::string joint = verdict->limit.has_coordinate()
                                  ? fmt::format(" of '{}'", report::joint_of(model, *verdict))
                                  : "";
    warn(fmt::format(
        "{}: {}{} is {}: worst {:.3g} {}, of which noise of the samples makes about {:.3g}", path,
        kind, joint, share(*verdict) > 0.9 ? "entirely noise" : "largely noise", verdict->worst,
        report::unit_of(model, *verdict), verdict->noise));
  }
  if (largest_left > 0.0) {
    note(fmt::format(
        "{}: of the worst values that are not named here noise of the samples makes up to {:.2g} "
        "%; of energies that is not known",
        path, 100.0 * largest_left));
  }
}

/// How well the worst values are known, of recorded motions.
void judge_record(const std::string& path, const model::Model& model, const io::Motion& motion,
                  const trajectory::Trajectory& law, const model::Frame& frame,
                  analysis::MotionCheck& check) {
  if (law.is_uncertain()) {
    analysis::set_deviations(model, law, frame, check);
    note(path +
         ": the most likely motion behind the samples is checked; ± is one standard deviation of "
         "what is worst");
  } else if (motion.recording != nullptr && !motion.is_exact) {
    analysis::set_noise(model, law, frame, *motion.recording, check);
    warn_of_noisy_verdicts(path, model, check);
  }
}

/// Shows how far it is, until it is interrupted.
struct VisibleCheck {
  analysis::MotionCheck motion;
  analysis::LegalSpeeds speeds;
};
VisibleCheck check_visibly(const model::Model& model, const trajectory::Trajectory& law,
                           const model::Frame& frame, const std::vector<model::MotionLimit>& limits,
                           const analysis::SharedLoads& loads, double most_speed) {
  constexpr int kSteps = 100;
  analysis::CheckRequest request{.energy = analysis::CheckRequest::Energy::kFigures,
                                 .stop = &catch_interrupts(),
                                 .loads = loads};
  VisibleCheck result;
  {
    Progress progress(kSteps, "% of the motion");
    request.progress = [&](double share) { progress.show(std::lround(kSteps * share)); };
    result.motion = analysis::check_motion(model, law, frame, limits, request);
  }
  Progress progress(kSteps, "% of the speeds");
  request.progress = [&](double share) { progress.show(std::lround(kSteps * share)); };
  result.speeds = analysis::legal_speeds(model, law, frame, result.motion, most_speed, request);
  return result;
}

void check_options(const CheckOptions& options) {
  check(!options.speed || !options.apply.path.empty(), "--speed: needs --apply FILE");
  check(options.apply.path.empty() || options.apply.path.ends_with(".toml"), "--apply ",
        options.apply.path, ": does not end with .toml, which is what is written");
  if (!options.apply.path.empty()) io::refuse_to_name(options.motion.path);
  check(options.apply.path.empty() || !options.loads.ends_with(".csv"), "--apply: ", options.loads,
        " has loads that are functions of time, which say nothing of a motion at another speed; "
        "constant ones, .json, do");
  std::vector<std::string> read = motion_files(options.motion);
  read.insert(read.end(),
              {options.model.model, options.model.friction, options.limits, options.loads});
  check_output(options.apply, read);
  check_report(options.report, read, options.apply.path);
  if (!options.plots.empty()) report::check_output_folder(options.plots);
}

/// What acts along the motion, of which all must be known.
analysis::SharedLoads loads_along(const CheckOptions& options, const model::Model& model,
                                  const std::vector<model::MotionLimit>& limits,
                                  const trajectory::TimeRange& range) {
  analysis::SharedLoads loads = motion_loads(options.loads, model, order_for(limits) - 2);
  if (!loads) return nullptr;
  if (loads->laws) check_loads_cover(options.loads, *loads->laws, options.motion.path, range);
  of_option(options.loads, [&] { analysis::check_loads(*loads, model, range); });
  if (const std::string left_out = loads->left_out(); !left_out.empty()) {
    warn(fmt::format("{}: operators leave out {}; the verdict is about what is left", options.loads,
                     left_out));
  }
  return loads;
}

void check_limits(const CheckOptions& options) {
  check_options(options);
  const model::Model model = load(options.model);
  const model::Frame& frame = end_effector(model, options.frame);
  const std::vector<model::MotionLimit> limits = limits_of(model, options.limits);
  check(!limits.empty(), options.model.model,
        ": has no limits; --limits FILE.toml gives some (docs/formats.md)");
  const io::Motion motion = load_motion(options.motion, &model);
  require_derivatives(motion, options.motion.path, highest_order(limits), "a limit");
  const trajectory::Trajectory law =
      of_file(options.motion.path, [&] { return motion.trajectory.for_model(model); });
  const analysis::SharedLoads loads = loads_along(options, model, limits, law.range());
  if (!loads || loads->operators.friction) note_held_joints(options.motion.path, model, law);
  auto [found, speeds] = of_file(options.motion.path, [&] {
    return check_visibly(model, law, frame, limits, loads, options.most_speed);
  });
  judge_record(options.motion.path, model, motion, law, frame, found);
  if (!options.apply.path.empty()) apply(options, speeds);
  const std::string text = report::check_text(
      model, found, speeds, options.all ? report::LimitRows::kAll : report::LimitRows::kWorst);
  if (!options.report.empty()) {
    report::PageFacts facts{.command = "check",
                            .motion_name = options.motion.path,
                            .warnings = warnings_so_far(),
                            .used = {{"Limits", options.limits},
                                     {"Loads", options.loads},
                                     {"Command", options.command_line}},
                            .recording = motion.recording.get()};
    if (law.is_uncertain()) {
      facts.used.emplace_back(
          "Motion", "the most likely one behind the samples; ± is one standard deviation");
    }
    report::write_page(
        report::check_page(model, law, frame, found, speeds, order_for(limits), facts),
        options.report, &catch_interrupts());
  }
  std::size_t num_plots = 0;
  if (!options.plots.empty()) {
    const std::vector<report::Figure> figures = report::check_figures(model, law, frame, found);
    num_plots = figures.size();
    report::write_figures(figures,
                          fmt::format("{}: {}", model.name(), one_line(options.motion.path)), text,
                          options.plots, &catch_interrupts());
  }
  print(options.json
            ? report::check_json(model, frame.name, found, speeds)
            : with_verdicts(text) + written_text(options.report, options.plots, num_plots));
  if (!found.is_legal()) throw AnswerIsNo{};
}

}  // namespace

void add_check(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "check", "check a motion against limits, at and between all instants; exit 1 if exceeded");
  const auto options = std::make_shared<CheckOptions>();
  add_model_options(*command, options->model);
  add_passive_option(*command, options->model);
  add_motion_options(*command, options->motion);
  command->add_option("--limits", options->limits, kLimitsHelp);
  command->add_option("--loads", options->loads, kLoadsHelp);
  command->add_option("--frame", options->frame, kFrameHelp);
  command->add_option("--apply", options->apply.path,
                      "write the motion at the fastest legal speed, as a .toml motion file; not "
                      "with --loads of a .csv");
  command->add_flag("--force", options->apply.force, "allow --apply to write over an input file");
  command
      ->add_option("--speed", options->speed,
                   "speed factor for --apply instead of the fastest legal one")
      ->check(positive_number("a factor"));
  command->add_option("--most-speed", options->most_speed, "highest speed factor to consider")
      ->capture_default_str()
      ->check(positive_number("a factor"));
  command->add_option("--plots", options->plots,
                      "folder for plots of the utilisation over time, with an index.html");
  add_report_option(*command, options->report);
  command->add_flag("--all", options->all,
                    "list every limit, not only the exceeded ones and the worst of each kind");
  command->add_flag("--json", options->json, "print the result as JSON");
  command->footer(
      "Example: appell check panda swing.toml --limits limits.toml\n"
      "         appell check panda swing.toml --limits limits.toml --apply legal.toml\n"
      "         appell check panda log.csv --limits panda --smooth auto --report log.html\n"
      "         appell check panda swing.toml --limits panda --loads tool.json");
  command->callback([options, command] {
    options->command_line = command_line(*command);
    check_limits(*options);
  });
}

}  // namespace appell::apps
