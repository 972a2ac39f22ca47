#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "appell/analysis/fanuc_experiment.hpp"
#include "appell/base/check.hpp"
#include "appell/io/diagnostics.hpp"
#include "appell/io/load_model.hpp"
#include "appell/io/samples_csv.hpp"
#include "appell/report/demo.hpp"
#include "apps/commands.hpp"
#include "apps/interrupt.hpp"
#include "apps/terminal.hpp"

namespace appell::apps {
namespace {

struct DemoOptions {
  std::string folder = "appell-demo";
  std::string record;
  std::optional<double> radius;
  std::optional<double> sd;
  std::optional<double> turn;
  bool skip_bad_rows = false;
};

/// What the file of --record has: times and one column.
analysis::AngularRecord load_record(const DemoOptions& options) {
  io::Diagnostics diagnostics(options.record);
  constexpr std::size_t kMostNumbers = 10 * analysis::kMostRecordRows;
  io::ColumnMapping mapping;
  mapping.skip_bad_rows = options.skip_bad_rows;
  const io::CsvSamples samples = io::load_samples_csv(
      options.record,
      {.limit = {kMostNumbers, kMostNumbers, false}, .mapping = &mapping, .is_verbatim = true},
      diagnostics);
  for (const std::string& warning : samples.warnings) warn(warning);
  check(samples.recording.joints.size() == 1, options.record, ": has ",
        samples.recording.joints.size(),
        " columns beside t; one is needed, the tangential acceleration in m/s²");
  const double radius = options.radius
                            ? *options.radius
                            : analysis::fanuc_radius(io::load_model("fanuc_lr_mate_100ib").model);
  return analysis::angular_record(options.record, samples.recording.times,
                                  samples.recording.position[0], radius, options.sd, options.turn);
}

/// What to do with the files.
std::string next_steps(const std::string& folder) {
  return fmt::format(
      "\nTry next (./run in place of appell where it is not installed):\n"
      "  appell analyze fanuc_lr_mate_100ib {0}swing.toml --report {0}swing.html\n"
      "      everything along this motion; open {0}swing.html\n"
      "  appell verify fanuc_lr_mate_100ib\n"
      "      the equations of the papers, proven on this arm\n"
      "  appell lint robot.urdf\n"
      "      your own robot; appell help has the rest\n",
      (std::filesystem::path(folder) / "").string());
}

void demo(const DemoOptions& options) {
  check(!options.record.empty() ||
            !(options.radius || options.sd || options.turn || options.skip_bad_rows),
        "--radius, --sd, --turn and --skip-bad-rows are for --record FILE");
  const std::atomic<bool>& stop = catch_interrupts();
  std::optional<analysis::AngularRecord> record;
  if (!options.record.empty()) record = load_record(options);
  print(report::run_demo(options.folder, record, &stop) + next_steps(options.folder));
}

}  // namespace

void add_demo(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "demo", "a guided tour on the embedded Fanuc arm: writes data, prints a summary");
  const auto options = std::make_shared<DemoOptions>();
  command->add_option("-o,--output", options->folder, "folder for the files")
      ->capture_default_str();
  command->add_option(
      "--record", options->record,
      "a CSV t,a: tangential acceleration (m/s^2, without gravity) of a point of the "
      "arm that turns about J3 from rest, instead of our own record");
  command->add_option("--radius", options->radius,
                      "its distance from the axis of J3 in m (default: that of the tool)");
  command->add_option("--sd", options->sd,
                      "standard deviation of its noise in m/s^2 (default: estimated from it)");
  command->add_option("--turn", options->turn,
                      "how far the arm turned in rad (default: by integrating the record)");
  command->add_flag("--skip-bad-rows", options->skip_bad_rows,
                    "leave out rows of it that cannot be read or go back in time");
  command->footer("Example: appell demo -o out --record accelerometer.csv --radius 0.35 --sd 0.02");
  command->callback([options] { demo(*options); });
}

}  // namespace appell::apps
