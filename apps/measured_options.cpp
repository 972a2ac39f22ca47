#include "apps/measured_options.hpp"

#include <cmath>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "appell/report/measured_report.hpp"
#include "appell/report/output_file.hpp"
#include "apps/option_checks.hpp"

namespace appell::apps {

void add_measured_options(CLI::App& command, MeasuredOptions& options) {
  command.add_flag("--measured", options.is_wanted,
                   "compare Q_drive with the measured efforts of a log (columns JOINT.effort), a "
                   "line per joint; needs no -o");
  command.add_option("--fit-friction", options.law,
                     "with --measured: fit a law of friction to the difference of each joint: " +
                         comma_list(analysis::fitted_law_names()));
  command
      .add_option("--friction-velocity", options.velocity,
                  fmt::format("velocity of tanh(q'/velocity) in fitted laws, rad/s or m/s "
                              "(default: {})",
                              analysis::kDryVelocity))
      ->check(positive_number("rad/s or m/s"));
  command.add_option("--friction-out", options.friction.path,
                     "write the fitted friction as TOML, for --friction and model files");
  command.add_option("--skip", options.skip,
                     fmt::format("with --measured: seconds to ignore at each end (default: {:g} % "
                                 "of the motion)",
                                 100.0 * analysis::kSkippedShare));
}

void check_measured(const MeasuredOptions& options, const std::vector<std::string>& inputs) {
  const bool has_law = !options.law.empty();
  check(options.is_wanted || (!has_law && !options.skip), has_law ? "--fit-friction" : "--skip",
        ": is for --measured, which is not given");
  check(has_law || (!options.velocity && options.friction.path.empty()),
        options.velocity ? "--friction-velocity" : "--friction-out",
        ": is for --fit-friction, which is not given");
  if (has_law) {
    try {
      analysis::fitted_law_named(options.law);
    } catch (const InvalidArgument& error) {
      throw InvalidArgument(concat("--fit-friction: ", error.what()));
    }
  }
  check(!options.skip || (*options.skip >= 0.0 && std::isfinite(*options.skip)), "--skip: is ",
        options.skip.value_or(0.0), "; seconds, not negative, are needed");
  check_output(options.friction, inputs);
}

MeasuredAnswer compare_with_measured(const MeasuredOptions& options,
                                     const analysis::Subject& subject, const io::Motion& motion,
                                     const std::string& motion_name, bool as_json) {
  check(motion.recording != nullptr, motion_name,
        ": is no record of a motion, so nothing was measured; a log with columns JOINT.effort is "
        "needed for --measured");
  std::optional<analysis::FittedLaw> law;
  if (!options.law.empty()) law = analysis::fitted_law_named(options.law);
  report::MeasuredComparison comparison = report::compare_measured(
      analysis::measured_forces(subject, motion.trajectory, *motion.recording, options.skip), law,
      options.velocity.value_or(analysis::kDryVelocity));
  comparison.model = subject.model.name();
  comparison.motion = motion_name;
  std::string text =
      as_json ? report::measured_json(comparison) : report::measured_text(comparison);
  if (!options.friction.path.empty()) {
    report::OutputFile file(options.friction.path);
    file.write(report::fitted_friction_toml(comparison));
    file.commit();
    if (!as_json) text += fmt::format("friction: {}\n", options.friction.path);
  }
  std::vector<report::Figure> figures = report::measured_figures(comparison);
  return {std::move(text), std::move(figures), std::move(comparison)};
}

}  // namespace appell::apps
