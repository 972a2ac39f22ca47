#include <chrono>
#include <cstdio>
#include <memory>

#include <unistd.h>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "appell/io/applied_forces.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/report/json_writer.hpp"
#include "appell/report/motion_analysis.hpp"
#include "appell/report/motion_plots.hpp"
#include "appell/report/output_check.hpp"
#include "apps/commands.hpp"
#include "apps/interrupt.hpp"
#include "apps/option_checks.hpp"
#include "apps/output_options.hpp"

namespace appell::apps {
namespace {

struct AnalyzeOptions {
  ModelOptions model;
  std::string motion;
  OutputOptions output;
  std::string plots;
  SamplingOptions sampling;
  int order = 2;
  std::string frame;
  std::vector<std::string> only;
  DetailOptions details;
  std::string loads;
  report::AnalysisRequest request;
  bool json = false;
};

/// Rate and time left on one line of a terminal, four times a second; nothing elsewhere.
class Progress {
 public:
  explicit Progress(long long total) : total_(total), is_shown_(::isatty(STDERR_FILENO) == 1) {}
  ~Progress() {
    if (is_begun_) std::fputs("\r\033[K", stderr);
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(long long done) {
    const auto now = Clock::now();
    if (!is_shown_ || now - last_ < std::chrono::milliseconds(250)) return;
    last_ = now;
    is_begun_ = true;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    const double rate = static_cast<double>(done) / seconds;
    const double left = static_cast<double>(total_ - done) / rate;
    const std::string line = fmt::format("\r\033[K{} of {} samples, {:.3g} per s, {:.0f} s left",
                                         done, total_, rate, left);
    std::fputs(line.c_str(), stderr);
    std::fflush(stderr);
  }

 private:
  using Clock = std::chrono::steady_clock;
  long long total_;
  bool is_shown_;
  bool is_begun_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

std::string account(const AnalyzeOptions& options, const report::MotionRecord& record,
                    int num_plots) {
  const std::size_t columns = record.header.num_columns();
  std::string text = fmt::format("{} samples, {} columns", record.header.num_rows, columns);
  if (!options.output.path.empty()) text += ": " + options.output.path;
  text += "\n";
  if (!options.plots.empty()) text += fmt::format("{} plots: {}\n", num_plots, options.plots);
  return text;
}

std::string account_json(const AnalyzeOptions& options, const report::MotionRecord& record,
                         int num_plots) {
  report::JsonWriter json;
  json.begin_object();
  for (const auto& [name, text] : record.header.metadata) {
    if (name != "samples") json.key(name).value(text);
  }
  json.key("samples").value(static_cast<double>(record.header.num_rows));
  std::vector<std::string> columns;
  for (const report::ColumnGroup& group : record.header.groups) {
    columns.insert(columns.end(), group.columns.begin(), group.columns.end());
  }
  json.key("columns").value(columns);
  if (!options.output.path.empty()) json.key("output").value(options.output.path);
  if (!options.plots.empty()) json.key("plots").value(num_plots);
  json.end_object();
  return json.text();
}

/// A table of loads must have all times of the motion.
void check_covers(const AnalyzeOptions& options, const trajectory::WrenchLaws& laws,
                  const trajectory::TimeRange& range) {
  const double slack = 1e-9 * range.duration();
  check(laws.range().start <= range.start + slack && laws.range().end >= range.end - slack,
        options.loads, ": has t = ", laws.range().start, " to ", laws.range().end, " s; ",
        options.motion, " has t = ", range.start, " to ", range.end, " s, all of which is needed");
}

analysis::Selection selected(const AnalyzeOptions& options, const model::Model& model,
                             const model::Frame& frame, const io::AppliedForces& applied) {
  analysis::Selection selection(
      analysis::along_motion({.model = model,
                              .frame = frame,
                              .surroundings = {applied.loads, applied.external},
                              .operators = applied.operators,
                              .friction = applied.friction,
                              .wrench_laws = applied.laws ? &*applied.laws : nullptr,
                              .order = options.order,
                              .angles = angle_set(options.details),
                              .terms = terms(options.details, model)}),
      options.only);
  for (const std::string& note : selection.notes()) {
    std::fprintf(stderr, "warning: %s\n", note.c_str());
  }
  return selection;
}

/// Until it is interrupted, and shows how far it is.
report::MotionRecord run_visibly(const analysis::Selection& selection,
                                 const trajectory::Trajectory& trajectory,
                                 const report::SampleTimes& times, report::AnalysisRequest request,
                                 const std::string& path) {
  request.stop = &catch_interrupts();
  Progress progress(times.size());
  request.progress = [&progress](long long done) { progress.show(done); };
  report::MotionRecord record = report::analyze_motion(selection, trajectory, times, request, path);
  if (record.threads.started < record.threads.wanted) {
    std::fprintf(
        stderr,
        "warning: %d of %d threads were started, the system has no room for more; this costs "
        "time only\n",
        record.threads.started, record.threads.wanted);
  }
  return record;
}

void analyze(const AnalyzeOptions& options) {
  check(!options.output.path.empty() || !options.plots.empty(),
        "nothing to do: give -o FILE.csv|.h5|.npz or --plots DIR");
  if (!options.output.path.empty()) report::check_table_path(options.output.path);
  check_output(options.output, {options.model.model, options.motion, options.loads});
  if (!options.plots.empty()) report::check_output_folder(options.plots);
  const model::Model model = load(options.model);
  report::AnalysisRequest request = options.request;
  request.inertia_accepted = options.model.accept_inertia;
  request.motion_name = options.motion;
  request.loads_name = options.loads;
  request.record_rows = options.plots.empty() ? 0 : report::kPlotRows;
  const model::Frame& frame =
      options.frame.empty() ? model.default_frame() : model.frame(options.frame);
  const io::AppliedForces applied =
      options.loads.empty() ? io::AppliedForces{}
                            : io::load_applied_forces(options.loads, model, options.order);
  const analysis::Selection selection = selected(options, model, frame, applied);
  const int order = selection.state_order();
  const io::Motion motion = load_motion(options.motion, order, &model);
  if (motion.trajectory.continuity() < order) {
    std::fprintf(stderr,
                 "warning: %s: derivatives up to order %d are continuous, up to %d are used: some "
                 "results jump between its pieces\n",
                 options.motion.c_str(), motion.trajectory.continuity(), order);
  }
  if (applied.laws) check_covers(options, *applied.laws, motion.trajectory.range());
  const report::SampleTimes times = sample_times(options.sampling, motion.trajectory.range());
  analysis::LimitWatch limits(model);
  request.limits = &limits;
  const report::MotionRecord record =
      run_visibly(selection, motion.trajectory, times, request, options.output.path);
  warn_beyond_limits(limits, times.size());
  const int num_plots =
      options.plots.empty() ? 0 : report::write_plots(selection, record, options.plots);
  print(options.json ? account_json(options, record, num_plots)
                     : account(options, record, num_plots));
}

}  // namespace

void add_analyze(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("analyze", "everything along a motion, as a table: .csv, .h5 or .npz");
  const auto options = std::make_shared<AnalyzeOptions>();
  add_model_options(*command, options->model);
  command->add_option("MOTION", options->motion, "a .toml motion or a .csv (see docs/formats.md)")
      ->required();
  command->add_option("--order", options->order, "highest time derivative of each quantity")
      ->capture_default_str()
      ->check(whole_number(0, analysis::kMostOrder));
  add_output_options(*command, options->output, "the file to write: .csv, .h5 or .npz");
  command->add_option("--plots", options->plots, "folder for plots, one .svg per quantity");
  add_sampling_options(*command, options->sampling);
  command->add_option("--frame", options->frame,
                      "end-effector link (default: the last leaf of the tree)");
  add_quantities_option(*command, options->only);
  add_detail_options(*command, options->details);
  command->add_option("--loads", options->loads,
                      "what acts on the robot: .json (constant, and the papers' operators) or .csv "
                      "(columns LINK.fx, ...; see docs/formats.md)");
  command->add_flag("--json", options->json, "print what was written as JSON");
  command
      ->add_option(
          "--threads", options->request.threads,
          fmt::format("at most {}; default: as many as there are cores", report::kMostThreads))
      ->check(whole_number(1, report::kMostThreads));
  command->footer(
      "Example: appell analyze panda swing.csv --order 2 -o swing.h5 --only Q_drive --every 0.001\n"
      "Names, shapes and units are those of appell eval (docs/formats.md).");
  command->callback([options] { analyze(*options); });
}

}  // namespace appell::apps
