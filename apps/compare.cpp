#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "appell/io/limit_file.hpp"
#include "appell/report/comparison_page.hpp"
#include "appell/report/comparison_report.hpp"
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

struct CompareOptions {
  ModelOptions model;
  std::vector<std::string> motions;
  std::string limits;
  std::string frame;
  std::string plots;
  std::string report;
  std::string command_line;
  OutputOptions output;
  bool json = false;
};

/// Shows how far it is, until it is interrupted.
analysis::MotionComparison compare_visibly(const model::Model& model, const model::Frame& frame,
                                           const std::vector<analysis::NamedMotion>& motions,
                                           const std::vector<model::MotionLimit>& limits) {
  constexpr int kSteps = 100;
  Progress progress(kSteps, "% of the motions");
  analysis::MotionComparison all;
  for (const analysis::NamedMotion& motion : motions) {
    const analysis::CheckRequest request{
        .stop = &catch_interrupts(), .progress = [&](double share) {
          const double done = static_cast<double>(all.motions.size()) + share;
          progress.show(std::lround(kSteps * done / static_cast<double>(motions.size())));
        }};
    analysis::MotionComparison one = of_file(motion.name, [&] {
      return analysis::compare_motions(model, frame, {motion}, limits, request);
    });
    all.figures = std::move(one.figures);
    all.motions.push_back(std::move(one.motions.front()));
  }
  return all;
}

void compare(const CompareOptions& options) {
  std::vector<std::string> read = options.motions;
  read.insert(read.end(), {options.model.model, options.model.friction, options.limits});
  check(options.output.path.empty() || options.output.path.ends_with(".csv"), "-o ",
        options.output.path, ": does not end with .csv, which is what is written");
  check_output(options.output, read);
  check_report(options.report, read, options.output.path);
  if (!options.plots.empty()) report::check_output_folder(options.plots);
  const model::Model model = load(options.model);
  const model::Frame& frame = end_effector(model, options.frame);
  const std::vector<model::MotionLimit> limits = limits_of(model, options.limits);
  std::vector<analysis::NamedMotion> motions;
  for (const std::string& path : options.motions) {
    const io::Motion motion = load_motion({.path = path}, analysis::kComparedOrder, &model);
    warn_of_record(path, motion);
    motions.push_back({path, of_file(path, [&] { return motion.trajectory.for_model(model); })});
    note_held_joints(path, model, motions.back().motion);
  }
  std::vector<std::string> notes;
  if (motions.size() == 1) {
    const analysis::StandardMoves standard =
        of_option(options.motions.front() + " (give a second motion, or one that goes somewhere)",
                  [&] { return analysis::standard_moves(model, motions.front().motion, limits); });
    notes = report::standard_notes(motions.front(), standard);
    motions.insert(motions.end(), standard.moves.begin(), standard.moves.end());
  }
  const analysis::MotionComparison found = compare_visibly(model, frame, motions, limits);
  if (!options.output.path.empty()) {
    report::OutputFile file(options.output.path);
    file.write(report::comparison_csv(model, found));
    file.commit();
  }
  if (!options.report.empty()) {
    const report::PageFacts facts{
        .command = "compare",
        .motion_name =
            motions.size() > options.motions.size() ? options.motions.front() : "motions compared",
        .warnings = warnings_so_far(),
        .used = {{"Limits", options.limits}, {"Command", options.command_line}}};
    report::write_page(report::comparison_page(model, frame, motions, found, limits, notes, facts),
                       options.report);
  }
  std::size_t num_plots = 0;
  if (!options.plots.empty()) {
    const std::vector<report::Figure> figures =
        report::comparison_plots(model, frame, motions, found);
    num_plots = figures.size();
    report::write_figures(figures, "Motions of " + model.name() + " compared",
                          report::comparison_text(model, found), options.plots);
  }
  if (options.json) return print(report::comparison_json(model, frame.name, found, notes));
  std::string text = report::comparison_text(model, found);
  for (const std::string& note : notes) text += "note: " + note + "\n";
  print(text + written_text(options.report, options.plots, num_plots));
}

}  // namespace

void add_compare(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "compare", "a move by different laws, or several motions, side by side: peaks and energies");
  const auto options = std::make_shared<CompareOptions>();
  add_model_options(*command, options->model);
  add_passive_option(*command, options->model);
  command
      ->add_option("MOTION", options->motions,
                   "motions, .toml or .csv; one alone is compared with the standard laws between "
                   "its ends in the same time")
      ->required();
  command->add_option(
      "--limits", options->limits,
      "a .toml with limits, or panda, fr3, ur10e, iiwa14: for the shares that are printed, and "
      "the jerk-limited law (docs/formats.md)");
  command->add_option("--frame", options->frame, kFrameHelp);
  add_output_options(*command, options->output, "write the table: .csv, a row for each motion");
  command->add_option("--plots", options->plots,
                      "folder for plots of all motions over each other, and an index.html");
  add_report_option(*command, options->report);
  command->add_flag("--json", options->json, "print the result as JSON");
  command->footer(
      "Example: appell compare panda pick.toml --limits panda --report pick.html\n"
      "         appell compare panda quintic.toml septic.toml log.csv -o table.csv");
  command->callback([options, command] {
    options->command_line = command_line(*command);
    compare(*options);
  });
}

}  // namespace appell::apps
