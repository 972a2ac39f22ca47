#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "appell/analysis/noise_watch.hpp"
#include "appell/base/check.hpp"
#include "appell/base/counted.hpp"
#include "appell/io/applied_forces.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/report/json_writer.hpp"
#include "appell/report/motion_analysis.hpp"
#include "appell/report/motion_page.hpp"
#include "appell/report/motion_plots.hpp"
#include "appell/report/peaks_report.hpp"
#include "apps/commands.hpp"
#include "apps/interrupt.hpp"
#include "apps/measured_options.hpp"
#include "apps/motion_checks.hpp"
#include "apps/option_checks.hpp"
#include "apps/output_options.hpp"
#include "apps/plot_options.hpp"
#include "apps/progress.hpp"
#include "apps/report_option.hpp"
#include "apps/spectrum_options.hpp"
#include "apps/terminal.hpp"

namespace appell::apps {
namespace {

struct AnalyzeOptions {
  ModelOptions model;
  MotionOptions motion;
  OutputOptions output;
  PlotOptions plots;
  std::string report;
  std::string command_line;
  SamplingOptions sampling;
  int order = 2;
  std::string frame;
  std::vector<std::string> only;
  bool draws_chosen = true;  ///< Whether `only` is what the user named.
  DetailOptions details;
  std::string loads;
  MeasuredOptions measured;
  SpectrumOptions spectrum;
  report::AnalysisRequest request;
  bool json = false;
};

std::string account(const AnalyzeOptions& options, const report::MotionRecord& record,
                    const analysis::LimitWatch& limits, const model::Frame& frame) {
  const std::size_t columns = record.header.num_columns();
  std::string text =
      concat(counted(record.header.num_rows, "sample"), ", ", counted(columns, "column"));
  if (!options.output.path.empty()) text += ": " + options.output.path;
  text += "\n";
  if (!options.report.empty()) text += fmt::format("report: {}\n", options.report);
  text += fmt::format("end effector: {}\n", frame.name);
  text += report::peaks_text(limits.peaks());
  return text;
}

/// How a recording was read, and how well results are known.
void put_recording(report::JsonWriter& json, const io::Motion& motion,
                   const std::vector<report::DeviationSum>& deviations) {
  if (motion.recording == nullptr) return;
  json.key("recording").begin_object();
  json.key("summary").value(motion.summary);
  json.key("rows").value(static_cast<double>(motion.recording->times.size()));
  json.key("exact").value(motion.is_exact);
  json.key("reading").value(motion.reading);
  json.key("notes").value(motion.notes);
  json.end_object();
  if (deviations.empty()) return;
  json.key("deviations").begin_array();
  for (const report::DeviationSum& sum : deviations) {
    json.begin_object();
    json.key("name").value(sum.name).key("unit").value(sum.unit);
    json.key("rms").value(sum.rms).key("sd").value(sum.sd);
    json.end_object();
  }
  json.end_array();
}

std::string account_json(const AnalyzeOptions& options, const report::MotionRecord& record,
                         const analysis::LimitWatch& limits, const NumFigures& num_figures,
                         const std::optional<SpectrumResult>& spectrum, const io::Motion& motion) {
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
  if (!options.plots.few.empty()) json.key("plots").value(num_figures.few);
  if (!options.plots.all.empty()) json.key("plots_all").value(num_figures.all);
  if (!options.report.empty()) json.key("report").value(options.report);
  json.key("peaks");
  report::write_peaks(limits.peaks(), json);
  put_recording(json, motion, record.deviations);
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
  if (!options.output.path.empty() || !options.report.empty()) return false;
  return (options.measured.is_wanted && options.plots.all.empty()) ||
         (!options.spectrum.path.empty() && !options.plots.are_wanted());
}

/// Without a table: what is printed takes q'' only, and of plots, all that is not drawn need not be
/// computed.
AnalyzeOptions without_table(AnalyzeOptions options) {
  if (has_no_table(options)) {
    options.only = {"Q_drive"};
    options.order = 0;
  } else if (options.output.path.empty() && options.report.empty() && options.plots.all.empty() &&
             options.only.empty()) {
    options.only = overview_quantities();
    options.draws_chosen = false;
  }
  return options;
}

analysis::Selection selected(const AnalyzeOptions& options, const model::Model& model,
                             const model::Frame& frame, const io::AppliedForces& applied,
                             const io::Motion& motion) {
  analysis::Subject subject =
      analysis::along_motion({.model = model,
                              .frame = frame,
                              .surroundings = {applied.loads, applied.external},
                              .operators = applied.operators,
                              .wrench_laws = applied.laws ? &*applied.laws : nullptr,
                              .order = options.order,
                              .angles = angle_set(options.details),
                              .terms = terms(options.details, model),
                              .is_uncertain = motion.trajectory.is_uncertain()});
  subject.given = io::known_derivatives(motion);
  const bool is_for_page = !options.report.empty() && options.only.empty() &&
                           options.output.path.empty() && options.plots.all.empty();
  return analysis::Selection(subject,
                             is_for_page ? report::page_quantities(subject) : options.only);
}

/// What of the results is noise of the samples that the motion goes through.
void warn_of_noise(const analysis::Selection& selection, const io::Motion& motion,
                   const std::string& path) {
  if (motion.recording == nullptr || motion.trajectory.is_uncertain()) return;
  const trajectory::Trajectory law = motion.trajectory.for_model(selection.subject().model);
  for (const analysis::NoiseShare& share :
       analysis::noise_shares(selection, law, *motion.recording)) {
    if (share.share() < analysis::kMuchNoise) continue;
    warn(fmt::format(
        "{}: {} of '{}' is {}: root mean square {:.3g} {}, of which the noise of the "
        "samples ({:.2g}, digits included) makes {:.3g}; --smooth auto removes it and "
        "says how well results are known, fewer derivatives have less of it",
        path, share.name, share.joint, share.share() > 0.9 ? "entirely noise" : "largely noise",
        share.rms, share.unit, share.noise, share.sd));
  }
}

/// How well the results are known: one table, and which of them are largely noise still.
void print_deviations(const report::MotionRecord& record) {
  std::vector<std::string> noisy;
  for (const report::DeviationSum& sum : record.deviations) {
    if (sum.sd > analysis::kMuchNoise * sum.rms && sum.rms > 0.0) noisy.push_back(sum.name);
  }
  if (!noisy.empty()) warn(concat("largely noise: ", comma_list(noisy)));
  const std::string table = report::deviations_text(record.deviations);
  for (std::size_t at = 0; at < table.size();) {
    const std::size_t end = table.find('\n', at);
    note(table.substr(at, end - at));
    at = end + 1;
  }
}

/// Until it is interrupted, and shows how far it is.
report::MotionRecord run_visibly(const analysis::Selection& selection,
                                 const trajectory::Trajectory& trajectory,
                                 const report::SampleTimes& times, report::AnalysisRequest request,
                                 const std::string& path) {
  Progress progress(times.size(), "samples");
  request.progress = [&progress](long long done) { progress.show(done); };
  report::MotionRecord record = report::analyze_motion(selection, trajectory, times, request, path);
  if (record.threads.started < record.threads.wanted) {
    warn(concat(record.threads.started, " of ", record.threads.wanted,
                " threads were started, the system has no room for more; this costs time only"));
  }
  return record;
}

void write_report(const AnalyzeOptions& options, const report::MotionPage& page,
                  const io::Motion& motion, const report::MeasuredComparison* measured) {
  const report::PageFacts facts{
      .command = "analyze",
      .motion_name = options.motion.path,
      .warnings = warnings_so_far(),
      .used = {{"Loads", options.loads}, {"Command", options.command_line}},
      .recording = motion.recording.get(),
      .measured = measured};
  report::write_page(page.page(facts), options.report, &catch_interrupts());
}

void analyze(const AnalyzeOptions& options) {
  std::vector<std::string> read = motion_files(options.motion);
  read.insert(read.end(), {options.model.model, options.model.friction, options.loads,
                           options.spectrum.actuators});
  check_measured(options.measured, read);
  check_spectrum(options.spectrum, read);
  check(options.output.path.empty() || options.output.path != options.spectrum.path,
        "--spectrum: is the same file as -o, ", options.output.path);
  check(!options.json || !options.measured.is_wanted || options.spectrum.path.empty(),
        "--spectrum: not with --measured and --json, which have an answer of their own");
  if (!options.output.path.empty()) report::check_table_path(options.output.path);
  check_output(options.output, read);
  check_report(options.report, read, options.output.path);
  check_plot_folders(options.plots);
  const model::Model model = load(options.model);
  report::AnalysisRequest request = options.request;
  request.stop = &catch_interrupts();
  request.inertia_accepted = options.model.accept_inertia;
  request.motion_name = options.motion.path;
  request.loads_name = options.loads;
  const bool draws_selection =
      !options.plots.all.empty() ||
      (!options.plots.few.empty() && !options.only.empty() && options.draws_chosen);
  request.record_rows = draws_selection ? report::kPlotRows : 0;
  const model::Frame& frame = end_effector(model, options.frame);
  const io::AppliedForces applied = applied_forces(options.loads, model, options.order);
  const io::Motion motion = load_motion(options.motion, &model);
  const analysis::Selection selection = selected(options, model, frame, applied, motion);
  for (const std::string& found : selection.notes()) warn(found);
  const int order = std::max(selection.state_order(), options.spectrum.path.empty() ? 0 : 3);
  require_derivatives(motion, options.motion.path, std::max(order, options.order + 2),
                      concat("--order ", options.order));
  warn_of_noise(selection, motion, options.motion.path);
  const std::vector<const analysis::Quantity*> chosen = selection.quantities();
  if (std::any_of(chosen.begin(), chosen.end(), [](const analysis::Quantity* quantity) {
        return quantity->name == "Q_motor" || quantity->name == "Q_friction";
      })) {
    note_held_joints(options.motion.path, model, of_file(options.motion.path, [&] {
                       return motion.trajectory.for_model(model);
                     }));
  }
  if (motion.trajectory.continuity() < order) {
    warn(
        fmt::format("{}: derivatives up to order {} are continuous, up to {} are used: some "
                    "results jump between its pieces",
                    options.motion.path, motion.trajectory.continuity(), order));
  }
  if (applied.laws) {
    check_loads_cover(options.loads, *applied.laws, options.motion.path, motion.trajectory.range());
  }
  std::optional<MeasuredAnswer> measured;
  if (options.measured.is_wanted) {
    measured = compare_with_measured(options.measured, selection.subject(), motion,
                                     options.motion.path, options.json);
  }
  std::string compared = measured ? measured->text : "";
  std::vector<report::Figure> first_figures;
  if (measured) first_figures = std::move(measured->figures);
  const report::SampleTimes times = sample_times(options.sampling, options.motion, motion);
  std::optional<SpectrumResult> spectrum;
  if (!options.spectrum.path.empty()) {
    spectrum = write_spectra(
        options.spectrum, selection.subject(), motion.trajectory, options.motion.path, times.step(),
        options.model.accept_inertia ? mass::Physics::kNotChecked : mass::Physics::kRequired);
    if (!options.json) compared += report::spectrum_text(spectrum->spectra, spectrum->bands);
  }
  const auto draw = [&](const report::MotionRecord& record, const std::string& text) {
    return write_plots(options.plots,
                       {.subject = selection.subject(),
                        .motion = motion.trajectory,
                        .state_order = order,
                        .num_samples = times.size(),
                        .threads = request.threads,
                        .stop = request.stop},
                       {selection, record, options.draws_chosen && !options.only.empty(),
                        std::move(first_figures)},
                       concat(model.name(), " along ", options.motion.path), text);
  };
  if (has_no_table(options)) {
    const NumFigures drawn = draw({}, options.json ? "" : compared);
    if (options.json) return print(spectrum ? spectrum_json(*spectrum) : compared);
    return print(compared + plots_text(options.plots, drawn));
  }
  analysis::LimitWatch limits(model);
  request.limits = &limits;
  std::optional<report::MotionPage> page;
  if (!options.report.empty()) {
    page.emplace(
        selection, motion.trajectory.for_model(model), times,
        with_followers(motion_limits(model), model),
        options.only.empty() ? report::OtherQuantities::kLeftOut : report::OtherQuantities::kDrawn,
        order);
    request.watch = [&page](const report::TableHeader& header, const report::TableBlock& block) {
      page->take(header, block);
    };
  }
  const report::MotionRecord record =
      run_visibly(selection, motion.trajectory, times, request, options.output.path);
  warn_beyond_limits(limits, times.size());
  print_deviations(record);
  if (page) write_report(options, *page, motion, measured ? &measured->comparison : nullptr);
  const std::string text = account(options, record, limits, frame) +
                           (compared.empty() || options.json ? "" : "\n" + compared);
  const NumFigures drawn = draw(record, text);
  if (!options.json) return print(text + plots_text(options.plots, drawn));
  print(options.measured.is_wanted
            ? compared
            : account_json(options, record, limits, drawn, spectrum, motion));
}

}  // namespace

void add_analyze(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "analyze", "all quantities along a motion: a table (.csv, .h5, .npz), plots, a report");
  const auto options = std::make_shared<AnalyzeOptions>();
  add_model_options(*command, options->model);
  add_motion_options(*command, options->motion);
  command
      ->add_option(
          "--order", options->order,
          "highest time derivative of each quantity (eval: 5); each adds columns to the table")
      ->capture_default_str()
      ->check(whole_number(0, analysis::kMostOrder));
  add_output_options(*command, options->output, "the file to write: .csv, .h5 or .npz");
  add_plot_options(*command, options->plots);
  add_report_option(*command, options->report);
  add_recorded_sampling_options(*command, options->sampling);
  command->add_option("--frame", options->frame, kFrameHelp);
  add_quantities_option(*command, options->only);
  add_detail_options(*command, options->details);
  command->add_option("--loads", options->loads, kLoadsHelp);
  add_measured_options(*command, options->measured);
  add_spectrum_options(*command, options->spectrum);
  command->add_flag("--json", options->json, "print what was written as JSON");
  command
      ->add_option(
          "--threads", options->request.threads,
          fmt::format("at most {}; default: as many as there are cores", report::kMostThreads))
      ->check(whole_number(1, report::kMostThreads));
  command->footer(
      "Example: appell analyze panda swing.csv --report swing.html\n"
      "         appell analyze panda swing.csv --order 2 -o swing.h5 --only Q_drive --every 0.001\n"
      "         appell analyze panda log.csv --columns log.toml -o log.h5   (a log of any form)\n"
      "         appell analyze panda log.csv --measured --fit-friction coulomb --friction-out "
      "friction.toml\n"
      "         appell analyze robot.urdf log.csv --smooth auto --only q,Q_drive -o smooth.h5\n"
      "         appell analyze panda swing.toml --plots plots   (then open plots/index.html)\n"
      "         appell analyze panda swing.toml --rate 500 --spectrum swing.csv --above 20\n"
      "s, rad or m, N m or N, unless --columns says otherwise of the log (docs/logs.md has "
      "examples).\n"
      "Results have the names, shapes and units of appell eval (docs/formats.md).");
  command->callback([options, command] {
    options->command_line = command_line(*command);
    analyze(without_table(*options));
  });
}

}  // namespace appell::apps
