#include "appell/jobs/analyze/analyze.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "appell/analysis/noise_watch.hpp"
#include "appell/base/check.hpp"
#include "appell/base/stop.hpp"
#include "appell/jobs/list.hpp"
#include "appell/report/output_check.hpp"
#include "appell/report/rendering.hpp"

namespace appell::jobs {
namespace {

bool has_plots(const AnalyzeRequest& request) {
  return !request.outputs.plots.empty() || !request.plots_all.empty();
}

bool keeps_arrays(const AnalyzeRequest& request, const Context& context) {
  return request.wants_arrays && context.wants_arrays();
}

/// Whether there is nothing to compute but what --measured and --spectrum print.
bool has_no_table(const AnalyzeRequest& request, const Context& context) {
  if (!request.outputs.path.empty() || !request.outputs.report.empty()) return false;
  if (keeps_arrays(request, context)) return false;
  return (request.measured.is_wanted && request.plots_all.empty()) ||
         (request.spectrum.is_wanted() && !has_plots(request));
}

void check_analyze_request(const AnalyzeRequest& request, const Context& context) {
  std::vector<std::string> read = request.motion.files();
  for (const std::string& file : request.model.files()) read.push_back(file);
  read.insert(read.end(), {request.loads.path, request.limits.path, request.spectrum.actuators});
  check_measured(request.measured, read, context);
  check_spectrum(request.spectrum, read, context);
  const Outputs& outputs = request.outputs;
  check(outputs.path.empty() || outputs.path != request.spectrum.path, context.called("spectrum"),
        ": is the same file as -o, ", outputs.path);
  if (!outputs.path.empty()) report::check_table_path(outputs.path);
  check_outputs(outputs, read);
  if (request.plots_all.empty()) return;
  report::check_output_folder(request.plots_all);
  check(outputs.plots != request.plots_all, context.called("plots-all"), ": is the same folder as ",
        context.called("plots"), ", ", request.plots_all);
}

/// The quantities of the table: those that were named; all where somebody gets them; what pages
/// show, or what a person looks at first.
std::vector<std::string> names_for(const AnalyzeRequest& request, const analysis::Subject& subject,
                                   const Context& context) {
  if (has_no_table(request, context)) return {"Q_drive"};
  if (!request.only.empty()) return request.only;
  if (!request.outputs.path.empty() || !request.plots_all.empty() ||
      keeps_arrays(request, context)) {
    return {};
  }
  if (!request.outputs.report.empty()) return report::page_quantities(subject);
  return {"q",       "X",    "kinetic_energy", "potential_energy", "acceleration_energy",
          "Q_drive", "power"};
}

std::shared_ptr<const analysis::Selection> selected(
    const AnalyzeRequest& request, const model::Model& model, const model::Frame& frame,
    const io::AppliedForces& applied, const io::Motion& motion, const Context& context) {
  analysis::Subject subject =
      analysis::along_motion({.model = model,
                              .frame = frame,
                              .surroundings = {applied.loads, applied.external},
                              .operators = applied.operators,
                              .wrench_laws = applied.laws ? &*applied.laws : nullptr,
                              .order = has_no_table(request, context) ? 0 : request.order,
                              .angles = angles_of(request.details, context),
                              .terms = terms_of(request.details, model, context),
                              .is_uncertain = motion.trajectory.is_uncertain()});
  subject.given = io::known_derivatives(motion);
  return std::make_shared<const analysis::Selection>(subject, names_for(request, subject, context));
}

/// What of the results is noise of the samples that the motion goes through.
void warn_of_noise(const AnalyzeResult& result, Context& context) {
  const io::Motion& motion = result.motion;
  if (motion.recording == nullptr || motion.trajectory.is_uncertain()) return;
  for (const analysis::NoiseShare& share :
       analysis::noise_shares(*result.selection, result.law, *motion.recording)) {
    if (share.share() < analysis::kMuchNoise) continue;
    context.warn(fmt::format(
        "{}: {} of '{}' is {}: root mean square {:.3g} {}, of which the noise of the samples "
        "({:.2g}, digits included) makes {:.3g}; {} auto removes it and says how well results are "
        "known, fewer derivatives have less of it",
        result.motion_name, share.name, share.joint,
        share.share() > 0.9 ? "entirely noise" : "largely noise", share.rms, share.unit,
        share.noise, share.sd, context.called("smooth")));
  }
}

/// What should be known of a motion before its results are believed.
void warn_of_motion(const AnalyzeRequest& request, const AnalyzeResult& result, int order,
                    Context& context) {
  for (const std::string& found : result.selection->notes()) context.warn(found);
  require_derivatives(result.motion, request.motion, std::max(order, result.subject().order + 2),
                      concat(context.called("order"), " ", request.order), context);
  warn_of_noise(result, context);
  const std::vector<const analysis::Quantity*> chosen = result.selection->quantities();
  if (std::any_of(chosen.begin(), chosen.end(), [](const analysis::Quantity* quantity) {
        return quantity->name == "Q_motor" || quantity->name == "Q_friction";
      })) {
    note_held_joints(request.motion, result.subject().model, result.law, context);
  }
  if (result.law.continuity() < order) {
    context.warn(fmt::format(
        "{}: derivatives up to order {} are continuous, up to {} are used: some results jump "
        "between its pieces",
        request.motion.path, result.law.continuity(), order));
  }
}

/// Keeps all rows for whoever wants arrays.
report::RowWatch keeping(KeptTable& table, report::RowWatch other) {
  return [&table, other = std::move(other)](const report::TableHeader& header,
                                            const report::TableBlock& block) {
    if (other) other(header, block);
    const double* numbers = block.numbers.data();
    const auto take = [&](std::vector<double>& to, std::size_t width) {
      if (to.empty()) to.reserve(static_cast<std::size_t>(header.num_rows) * width);
      to.insert(to.end(), numbers, numbers + block.num_rows * width);
      numbers += block.num_rows * width;
    };
    take(table.times, 1);
    for (std::size_t i = 0; i < table.arrays.size(); ++i) {
      take(table.arrays[i], header.groups[i + 1].columns.size());
    }
  };
}

report::AnalysisRequest run_for(const AnalyzeRequest& request, Context& context,
                                long long num_samples) {
  return {.threads = request.threads,
          .inertia_accepted = request.model.accept_inertia,
          .motion_name = request.motion.path,
          .loads_name = request.loads.path,
          .watch = {},
          .sides = {},
          .progress = [&context, num_samples](
                          long long done) { context.progress(done, num_samples, "samples"); },
          .stop = StopScope::flag()};
}

/// Goes through the motion once: the rows are written, drawn and kept.
void compute(const AnalyzeRequest& request, AnalyzeResult& result, Context& context) {
  report::AnalysisRequest run = run_for(request, context, result.times.size());
  using Limits = std::vector<model::MotionLimit>;
  analysis::LimitWatch limits(result.subject().model,
                              request.limits.is_given() ? result.drawn.limits : Limits{});
  run.limits = &limits;
  if (!request.outputs.report.empty() || has_plots(request)) {
    result.charts = std::make_shared<report::MotionCharts>(*result.selection, result.drawn);
    result.charts->watch(run);
  }
  if (keeps_arrays(request, context)) {
    result.rows = std::make_shared<KeptTable>();
    result.rows->selection = result.selection;
    result.rows->applied = result.applied;
    if (request.outputs.path.empty()) {  // Else they are there.
      result.rows->arrays.resize(result.selection->arrays().size());
      run.watch = keeping(*result.rows, std::move(run.watch));
    }
  }
  result.record = report::analyze_motion(*result.selection, result.law, result.times, run,
                                         request.outputs.path);
  const auto& threads = result.record.threads;
  if (threads.started < threads.wanted) {
    context.warn(concat(threads.started, " of ", threads.wanted,
                        " threads were started, the system has no room for more; this costs time "
                        "only"));
  }
  if (!result.has_table) return;
  result.peaks = limits.peaks();
  for (const analysis::LimitExcess& excess : limits.excesses()) {
    context.warn(one_line(analysis::limit_warning(excess, result.times.size())));
  }
  std::vector<std::string> noisy;
  for (const report::DeviationSum& sum : result.record.deviations) {
    if (sum.sd > analysis::kMuchNoise * sum.rms && sum.rms > 0.0) noisy.push_back(sum.name);
  }
  if (!noisy.empty()) context.warn(concat("largely noise: ", comma_list(noisy)));
}

/// Every array by itself; those that are left out are noted.
void write_all_plots(AnalyzeResult& result, Context& context) {
  const std::vector<std::string>& left_out = result.charts->left_out();
  if (!left_out.empty()) {
    context.note(concat(context.called("plots-all"),
                        ": these have more numbers than a plot can show: ", comma_list(left_out)));
  }
  const Document words = show(result, Detail::kWords);
  const std::vector<report::Figure> figures =
      report::figures_of(Document{.title = {}, .groups = result.charts->each()},
                         std::numeric_limits<std::size_t>::max());
  report::write_figures(figures, concat(result.subject().model.name(), ": ", result.motion_name),
                        report::terminal_text(words), result.plots_all, StopScope::flag());
  result.num_all_plots = figures.size();
}

std::vector<model::MotionLimit> limits_for(const AnalyzeRequest& request, const model::Model& model,
                                           Context& context) {
  if (request.limits.is_given()) return load_limits(request.limits, model, context);
  std::vector<model::MotionLimit> limits = with_followers(motion_limits(model), model);
  std::erase_if(limits, [](const auto& limit) {  // Nobody gave these.
    return limit.low == 0.0 && limit.high == 0.0;
  });
  return limits;
}

}  // namespace

AnalyzeResult run(const AnalyzeRequest& request, Context& context) {
  check_analyze_request(request, context);
  const model::Model model = load(request.model, context);
  const model::Frame& frame = end_effector(model, request.frame, context);
  const auto applied =
      std::make_shared<const io::AppliedForces>(load(request.loads, model, request.order));
  const io::Motion motion = load(request.motion, &model, context);
  const auto selection = selected(request, model, frame, *applied, motion, context);
  AnalyzeResult result{
      .applied = applied,
      .selection = selection,
      .law = from(request.motion.path, [&] { return motion.trajectory.for_model(model); }),
      .times = sample_times(request.sampling, request.motion, motion, context),
      .motion_name = request.motion.path,
      .motion = motion,
      .outputs = request.outputs,
      .plots_all = request.plots_all,
      .used = {{"Limits", request.limits.path},
               {"Loads", request.loads.path},
               {"Call", context.call()}},
      .has_table = !has_no_table(request, context)};
  const int order = std::max(selection->state_order(), request.spectrum.is_wanted() ? 3 : 0);
  warn_of_motion(request, result, order, context);
  if (applied->laws) {
    check_loads_cover(request.loads, *applied->laws, request.motion, result.law.range());
  }
  result.drawn = {.limits = limits_for(request, model, context),
                  .highest_order = std::max(
                      order, std::min(result.law.continuity(), std::max(3, request.order + 2))),
                  .is_chosen = !request.only.empty() || !result.has_table,
                  .has_overview = !request.outputs.plots.empty() || request.outputs.report.empty(),
                  .draws_each = !request.plots_all.empty()};
  if (request.measured.is_wanted) {
    result.measured = run(request.measured, selection->subject(), request.motion, motion, context);
  }
  if (request.spectrum.is_wanted()) {
    result.spectrum = run(request.spectrum, selection->subject(), request.motion, motion.trajectory,
                          result.times.step(), request.model.physics(), context);
  }
  if (result.has_table || has_plots(request)) compute(request, result, context);
  if (!request.plots_all.empty()) write_all_plots(result, context);
  return result;
}

std::any object(const AnalyzeResult& result) {
  if (result.rows) return std::shared_ptr<const KeptTable>(result.rows);
  if (result.spectrum)
    return std::make_shared<const report::MotionRecord>(table_of(*result.spectrum));
  return {};
}

Job analyze_job() {
  using R = AnalyzeRequest;
  Parameters outputs = together(
      {output_parameters("FILE", "the table to write: .csv, .h5 or .npz"), page_parameters()});
  Parameter force = std::move(outputs[1]);
  outputs.erase(outputs.begin() + 1);
  outputs.front().aliases.emplace_back("file");
  outputs.back().words =
      "folder for 5 to 30 plots (.svg) and an index.html that shows them: what --only names first, "
      "then joints, torques with their limits, end effector, energies";
  return job<AnalyzeRequest, AnalyzeResult>(
      {.name = "analyze",
       .title = "all quantities along a motion: a table (.csv, .h5, .npz), plots, a report",
       .purpose = Purpose::kMotion,
       .parameters = together(
           {of(&R::model, model_parameters()),
            of(&R::motion, motion_parameters()),
            of(&R::outputs, std::move(outputs)),
            {only_of(&R::only),
             parameter(&R::order, "order",
                       "highest time derivative of each quantity; each adds columns to the table",
                       {.least = 0, .most = analysis::kMostOrder})},
            of(&R::limits, {limits_parameter()}),
            of(&R::loads, {loads_parameter()}),
            {frame_of(&R::frame)},
            under("At which times", of(&R::sampling, recorded_sampling_parameters())),
            of(&R::measured, measured_parameters()),
            of(&R::spectrum, spectrum_parameters()),
            under("More",
                  together({{as(Kind::kFolder, "DIR",
                                parameter(&R::plots_all, "plots-all",
                                          "folder for plots of every quantity and derivative, and "
                                          "an index.html"))},
                            of(&R::details, detail_parameters()),
                            of(&R::outputs, {std::move(force)}),
                            {threads_of(&R::threads)}}))}),
       .examples =
           {"appell analyze panda swing.csv --report swing.html",
            "appell analyze panda swing.csv -o swing.h5 --only Q_drive --every 0.001",
            "appell analyze panda log.csv --columns log.toml -o log.h5   (a log of any form)",
            "appell analyze panda log.csv --measured --fit-friction coulomb --friction-out f.toml",
            "appell analyze panda swing.toml --plots plots   (then open plots/index.html)",
            "appell analyze panda swing.toml --rate 500 --spectrum swing.csv --above 20"},
       .remarks =
           "s, rad or m, N m or N, unless --columns says otherwise of the log (docs/logs.md has "
           "examples).\n"
           "Results have the names, shapes and units of appell eval (docs/formats.md).",
       .python = R"(>>> robot = load("planar2r")
>>> motion = Motion(robot.names, [minimum_jerk(0.0, 0.0, 1.0, 0.5), hold(0.0, 1.0, 0.2)])
>>> result = analyze(robot, motion, only=["Q_drive"], samples=5)
>>> result["Q_drive"].shape, result.t.tolist()
((5, 3, 2), [0.0, 0.25, 0.5, 0.75, 1.0]))",
       .rows = "peaks",
       .python_class = "Result"});
}

}  // namespace appell::jobs
