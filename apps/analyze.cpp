#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "appell/analysis/noise_watch.hpp"
#include "appell/base/check.hpp"
#include "appell/io/applied_forces.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/report/json_writer.hpp"
#include "appell/report/motion_analysis.hpp"
#include "appell/report/motion_plots.hpp"
#include "appell/report/output_check.hpp"
#include "appell/report/peaks_report.hpp"
#include "apps/commands.hpp"
#include "apps/interrupt.hpp"
#include "apps/measured_options.hpp"
#include "apps/motion_checks.hpp"
#include "apps/option_checks.hpp"
#include "apps/output_options.hpp"
#include "apps/progress.hpp"
#include "apps/spectrum_options.hpp"

namespace appell::apps {
namespace {

struct AnalyzeOptions {
  ModelOptions model;
  MotionOptions motion;
  OutputOptions output;
  std::string plots;
  SamplingOptions sampling;
  int order = 2;
  std::string frame;
  std::vector<std::string> only;
  DetailOptions details;
  std::string loads;
  MeasuredOptions measured;
  SpectrumOptions spectrum;
  report::AnalysisRequest request;
  bool json = false;
};

std::string account(const AnalyzeOptions& options, const report::MotionRecord& record,
                    const analysis::LimitWatch& limits, const model::Frame& frame, int num_plots) {
  const std::size_t columns = record.header.num_columns();
  std::string text = fmt::format("{} samples, {} columns", record.header.num_rows, columns);
  if (!options.output.path.empty()) text += ": " + options.output.path;
  text += "\n";
  if (!options.plots.empty()) text += fmt::format("{} plots: {}\n", num_plots, options.plots);
  text += fmt::format("end effector: {}\n", frame.name);
  text += report::peaks_text(limits.peaks());
  return text;
}

std::string account_json(const AnalyzeOptions& options, const report::MotionRecord& record,
                         const analysis::LimitWatch& limits, int num_plots,
                         const std::optional<SpectrumResult>& spectrum) {
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
  json.key("peaks");
  report::write_peaks(limits.peaks(), json);
  if (spectrum) {
    json.key("spectrum");
    report::write_spectrum(spectrum->spectra, spectrum->bands, json);
  }
  json.end_object();
  return json.text();
}

std::string spectrum_json(const SpectrumResult& of) {
  report::JsonWriter json;
  json.begin_object().key("spectrum");
  report::write_spectrum(of.spectra, of.bands, json);
  json.end_object();
  return json.text();
}

/// Whether there is nothing to compute but what --measured and --spectrum print.
bool has_no_table(const AnalyzeOptions& options) {
  if (!options.output.path.empty()) return false;
  return options.measured.is_wanted || (!options.spectrum.path.empty() && options.plots.empty());
}

/// Without a table: what is printed takes q'' only.
AnalyzeOptions for_printed_only(AnalyzeOptions options) {
  if (!has_no_table(options)) return options;
  options.only = {"Q_drive"};
  options.order = 0;
  return options;
}

analysis::Selection selected(const AnalyzeOptions& options, const model::Model& model,
                             const model::Frame& frame, const io::AppliedForces& applied,
                             bool is_uncertain) {
  return analysis::Selection(
      analysis::along_motion({.model = model,
                              .frame = frame,
                              .surroundings = {applied.loads, applied.external},
                              .operators = applied.operators,
                              .friction = applied.friction,
                              .wrench_laws = applied.laws ? &*applied.laws : nullptr,
                              .order = options.order,
                              .angles = angle_set(options.details),
                              .terms = terms(options.details, model),
                              .is_uncertain = is_uncertain}),
      options.only);
}

/// What of the results is noise of the samples that the motion goes through.
void warn_of_noise(const analysis::Selection& selection, const io::Motion& motion,
                   const std::string& path) {
  if (motion.recording == nullptr || motion.trajectory.is_uncertain()) return;
  const trajectory::Trajectory law = motion.trajectory.for_model(selection.subject().model);
  for (const analysis::NoiseShare& share :
       analysis::noise_shares(selection, law, *motion.recording)) {
    if (share.share() < analysis::kMuchNoise) continue;
    std::fprintf(
        stderr,
        "warning: %s: %s of '%s' is %s: root mean square %.3g %s, of which the noise of the "
        "samples (%.2g, digits included) makes %.3g; --smooth auto removes it and says how "
        "well results are known, fewer derivatives have less of it\n",
        path.c_str(), share.name.c_str(), share.joint.c_str(),
        share.share() > 0.9 ? "nothing but noise" : "largely noise", share.rms, share.unit.c_str(),
        share.noise, share.sd);
  }
}

/// How well the results are known: those that are largely noise still, and a line for each kind.
void print_deviations(const report::MotionRecord& record) {
  for (const report::DeviationSum& sum : record.deviations) {
    const bool is_noise = sum.sd > analysis::kMuchNoise * sum.rms && sum.rms > 0.0;
    std::fprintf(stderr, "%s: %s: %.4g +- %.2g %s%s\n", is_noise ? "warning" : "note",
                 sum.name.c_str(), sum.rms, sum.sd, sum.unit.c_str(),
                 is_noise ? " (root mean square, standard deviation): largely noise" : "");
  }
}

/// Until it is interrupted, and shows how far it is.
report::MotionRecord run_visibly(const analysis::Selection& selection,
                                 const trajectory::Trajectory& trajectory,
                                 const report::SampleTimes& times, report::AnalysisRequest request,
                                 const std::string& path) {
  request.stop = &catch_interrupts();
  Progress progress(times.size(), "samples");
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
  std::vector<std::string> read = motion_files(options.motion);
  read.insert(read.end(), {options.model.model, options.model.friction, options.loads});
  check_measured(options.measured, read);
  check_spectrum(options.spectrum, read);
  check(!options.output.path.empty() || !options.plots.empty() || options.measured.is_wanted ||
            !options.spectrum.path.empty(),
        "nothing to do: give -o FILE.csv|.h5|.npz, --plots DIR, --spectrum FILE or --measured");
  check(options.output.path.empty() || options.output.path != options.spectrum.path,
        "--spectrum: is the same file as -o, ", options.output.path);
  check(!options.json || !options.measured.is_wanted || options.spectrum.path.empty(),
        "--spectrum: not with --measured and --json, which have an answer of their own");
  if (!options.output.path.empty()) report::check_table_path(options.output.path);
  check_output(options.output, read);
  if (!options.plots.empty()) report::check_output_folder(options.plots);
  const model::Model model = load(options.model);
  report::AnalysisRequest request = options.request;
  request.inertia_accepted = options.model.accept_inertia;
  request.motion_name = options.motion.path;
  request.loads_name = options.loads;
  request.record_rows = options.plots.empty() ? 0 : report::kPlotRows;
  const model::Frame& frame = end_effector(model, options.frame);
  const io::AppliedForces applied =
      options.loads.empty() ? io::AppliedForces{}
                            : io::load_applied_forces(options.loads, model, options.order);
  analysis::Selection selection = selected(options, model, frame, applied, false);
  for (const std::string& note : selection.notes()) {
    std::fprintf(stderr, "warning: %s\n", note.c_str());
  }
  const int order = std::max(selection.state_order(), options.spectrum.path.empty() ? 0 : 3);
  const io::Motion motion = load_motion(options.motion, order, &model);
  if (motion.trajectory.is_uncertain()) selection = selected(options, model, frame, applied, true);
  warn_of_noise(selection, motion, options.motion.path);
  if (motion.trajectory.continuity() < order) {
    std::fprintf(stderr,
                 "warning: %s: derivatives up to order %d are continuous, up to %d are used: some "
                 "results jump between its pieces\n",
                 options.motion.path.c_str(), motion.trajectory.continuity(), order);
  }
  if (applied.laws) {
    check_loads_cover(options.loads, *applied.laws, options.motion.path, motion.trajectory.range());
  }
  std::string compared;
  if (options.measured.is_wanted) {
    compared = compare_with_measured(options.measured, selection.subject(), motion,
                                     options.motion.path, options.plots, options.json);
  }
  const report::SampleTimes times = sample_times(options.sampling, motion.trajectory.range());
  std::optional<SpectrumResult> spectrum;
  if (!options.spectrum.path.empty()) {
    spectrum = write_spectra(options.spectrum, selection.subject(), motion.trajectory,
                             options.motion.path, times.step());
    if (!options.json) compared += report::spectrum_text(spectrum->spectra, spectrum->bands);
  }
  if (has_no_table(options)) {
    return print(spectrum && options.json ? spectrum_json(*spectrum) : compared);
  }
  analysis::LimitWatch limits(model);
  request.limits = &limits;
  const report::MotionRecord record =
      run_visibly(selection, motion.trajectory, times, request, options.output.path);
  warn_beyond_limits(limits, times.size());
  print_deviations(record);
  const int num_plots =
      options.plots.empty() ? 0 : report::write_plots(selection, record, options.plots);
  if (!options.json) {
    const std::string text = account(options, record, limits, frame, num_plots);
    return print(text + (compared.empty() ? "" : "\n") + compared);
  }
  print(options.measured.is_wanted ? compared
                                   : account_json(options, record, limits, num_plots, spectrum));
}

}  // namespace

void add_analyze(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("analyze", "everything along a motion, as a table: .csv, .h5 or .npz");
  const auto options = std::make_shared<AnalyzeOptions>();
  add_model_options(*command, options->model);
  add_motion_options(*command, options->motion);
  command->add_option("--order", options->order, "highest time derivative of each quantity")
      ->capture_default_str()
      ->check(whole_number(0, analysis::kMostOrder));
  add_output_options(*command, options->output, "the file to write: .csv, .h5 or .npz");
  command->add_option("--plots", options->plots, "folder for plots, one .svg per quantity");
  add_sampling_options(*command, options->sampling);
  command->add_option("--frame", options->frame, kFrameHelp);
  add_quantities_option(*command, options->only);
  add_detail_options(*command, options->details);
  command->add_option("--loads", options->loads,
                      "what acts on the robot: .json (constant, and the papers' operators) or .csv "
                      "(columns LINK.fx, ...; see docs/formats.md)");
  add_measured_options(*command, options->measured);
  add_spectrum_options(*command, options->spectrum);
  command->add_flag("--json", options->json, "print what was written as JSON");
  command
      ->add_option(
          "--threads", options->request.threads,
          fmt::format("at most {}; default: as many as there are cores", report::kMostThreads))
      ->check(whole_number(1, report::kMostThreads));
  command->footer(
      "Example: appell analyze panda swing.csv --order 2 -o swing.h5 --only Q_drive --every 0.001\n"
      "         appell analyze panda log.csv --columns log.toml -o log.h5   (a log of any form)\n"
      "         appell analyze panda log.csv --measured --fit-friction coulomb --friction-out "
      "friction.toml\n"
      "         appell analyze robot.urdf log.csv --smooth auto --only q,Q_drive -o smooth.h5\n"
      "         appell analyze panda swing.toml --rate 500 --spectrum swing.csv --above 20\n"
      "s, rad or m, N m or N, unless --columns says otherwise of the log (docs/logs.md has "
      "examples).\n"
      "Names, shapes and units of results are those of appell eval (docs/formats.md).");
  command->callback([options] { analyze(for_printed_only(*options)); });
}

}  // namespace appell::apps
