#include "appell/jobs/trajectory/trajectory.hpp"

#include <fmt/format.h>

#include "appell/base/check.hpp"
#include "appell/base/quoted.hpp"
#include "appell/base/stop.hpp"
#include "appell/jobs/list.hpp"
#include "appell/report/json.hpp"
#include "appell/report/motion_csv.hpp"
#include "appell/report/output_file.hpp"
#include "appell/taylor/factorial.hpp"
#include "appell/trajectory/spline.hpp"

namespace appell::jobs {
namespace {

/// A CSV with the constants of each interval of each joint's spline, as the papers print them.
void write_spline_constants(const trajectory::Trajectory& motion, const std::string& path) {
  std::string text;
  int m = 0;
  for (int j = 0; j < motion.num_joints(); ++j) {
    const std::string& name = motion.joints()[j];
    const auto* law = dynamic_cast<const trajectory::PiecewisePolynomial*>(&motion.law(j));
    check(law != nullptr, "the law of joint '", name, "' is no spline");
    const auto constants = trajectory::spline_constants(*law);
    check(m == 0 || m == law->degree() - 1, "the joints have splines of order ", m, " and ",
          law->degree() - 1, "; one order is needed");
    m = law->degree() - 1;
    for (std::size_t i = 0; i < constants.size(); ++i) {
      text += fmt::format("{},{},{:.17g},{:.17g},{:.17g},{:.17g}", csv_field(name), i + 1,
                          law->breaks()[i], law->breaks()[i + 1], constants[i].start_derivative,
                          constants[i].end_derivative);
      for (const double a : constants[i].a) text += fmt::format(",{:.17g}", a);
      text += "\n";
    }
  }
  std::string header = fmt::format("joint,interval,tau_start,tau_end,d{0}_start,d{0}_end", m);
  for (int k = 1; k <= m; ++k) header += fmt::format(",a{}", k);
  report::OutputFile file(path);
  file.write(header + "\n" + text);
  file.commit();
}

MatX peaks_of(const trajectory::Trajectory& law, const report::SampleTimes& times, int order) {
  MatX peaks = MatX::Zero(law.num_joints(), order + 1);
  report::MotionStates states(law, order);
  for (long long i = 0; i < times.size(); ++i) {
    check_stop();
    const model::StateSeries& state = states.at(times[i]);
    for (int k = 0; k <= order; ++k) {
      peaks.col(k) = peaks.col(k).cwiseMax(state.derivative(k).cwiseAbs());
    }
  }
  return peaks;
}

}  // namespace

TrajectoryResult run(const TrajectoryRequest& request, Context& context) {
  const std::string& path = request.outputs.path;
  std::vector<std::string> read = request.motion.files();
  read.push_back(request.model.path);
  check_outputs(request.outputs, read, {".csv"});
  check(!request.constants || !path.empty(), context.called("constants"), ": needs -o FILE.csv");
  TrajectoryResult result{.motion = load(request.motion, request.model, context),
                          .name = request.motion.path,
                          .peaks = {},
                          .written = path};
  const trajectory::Trajectory& law = result.motion.trajectory;
  require_derivatives(result.motion, request.motion, request.order,
                      concat(context.called("order"), " ", request.order), context);
  const report::SampleTimes times =
      sample_times(request.sampling, request.motion, result.motion, context);
  if (request.constants) {
    from(context.called("constants"), [&] { write_spline_constants(law, path); });
  } else if (!path.empty()) {
    report::write_motion_csv(law, times, request.order, path, StopScope::flag());
  }
  result.num_samples = times.size();
  result.peaks = peaks_of(law, times, request.order);
  return result;
}

Json json(const TrajectoryResult& result) {
  const trajectory::Trajectory& law = result.motion.trajectory;
  Json json{{"kind", result.motion.kind},
            {"joints", law.joints()},
            {"start", law.range().start},
            {"end", law.range().end}};
  if (law.continuity() < taylor::kMaxOrder) json["continuity"] = law.continuity();
  json["notes"] = result.motion.notes;
  json["samples"] = result.num_samples;
  json["peaks"] = report::rows_of(result.peaks);
  return json;
}

Job trajectory_job() {
  using R = TrajectoryRequest;
  Parameters pages = page_parameters();
  pages.front().words = "write an HTML report: plots of q and its derivatives, and their peaks";
  return job<TrajectoryRequest, TrajectoryResult>(
      {.name = "trajectory",
       .title = "sample a motion to a .csv, or write its spline constants; print a summary",
       .purpose = Purpose::kMotion,
       .parameters =
           together({of(&R::motion, motion_parameters()),
                     of(&R::outputs,
                        together({output_parameters("FILE.csv",
                                                    "the .csv to write: t, then each joint and its "
                                                    "derivatives; itself a motion"),
                                  std::move(pages)})),
                     of(&R::sampling, recorded_sampling_parameters()),
                     {parameter(&R::order, "order", "highest time derivative",
                                {.least = 0, .most = taylor::kMaxOrder}),
                      parameter(&R::constants, "constants",
                                "write the constants a_jik of each interval of a spline instead of "
                                "samples")},
                     of(&R::model, motion_model_parameters())}),
       .examples = {"appell trajectory swing.toml -o swing.csv --every 0.01 --order 4",
                    "appell trajectory log.csv --columns log.toml --report log.html"},
       .python = R"(>>> motion = Motion(["a"], [expression("t^2")], (0, 1))
>>> trajectory(motion).peaks
[[1, 2, 2]])"});
}

}  // namespace appell::jobs
