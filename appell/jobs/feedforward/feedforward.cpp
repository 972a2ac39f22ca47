#include "appell/jobs/feedforward/feedforward.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "appell/analysis/selection.hpp"
#include "appell/base/check.hpp"
#include "appell/base/counted.hpp"
#include "appell/jobs/list.hpp"
#include "appell/report/check_report.hpp"
#include "appell/report/motion_page.hpp"

namespace appell::jobs {
namespace {

constexpr int kUsualOrder = 2;

void check_feedforward_request(const FeedforwardRequest& request, const Context& context) {
  const std::string& path = request.outputs.path;
  check(!path.empty(), context.called("output"), " FILE.csv or FILE.yaml: is needed");
  check(is_yaml(path) || path.ends_with(".csv"), path,
        ": does not end with .csv or .yaml, which is what is written");
  check(!request.ros1 || is_yaml(path), context.called("ros1"), ": is about .yaml files; ",
        context.called("output"), " is ", path);
  check(!is_yaml(path) || request.order.value_or(0) == 0, context.called("order"),
        ": a JointTrajectory has no field for derivatives of efforts; a .csv has columns for them");
  std::vector<std::string> read = request.motion.files();
  for (const std::string& file : request.model.files()) read.push_back(file);
  read.push_back(request.loads.path);
  check_outputs(request.outputs, read);
}

/// Derivatives of efforts where nobody says how many: those that files, laws and friction have.
int usual_effort_order(const FeedforwardRequest& request, const analysis::Subject& subject,
                       const io::Motion& motion) {
  const bool has_kinks = effort_name(subject) == "Q_motor" && subject.friction_order == 0;
  if (is_yaml(request.outputs.path) || has_kinks) return 0;
  return std::clamp(io::known_derivatives(motion) - 2, 0, kUsualOrder);
}

analysis::Subject subject_along(const FeedforwardResult& of) {
  return subject_of(of.model, of.model.default_frame(), of.loads);
}

}  // namespace

FeedforwardResult run(const FeedforwardRequest& request, Context& context) {
  check_feedforward_request(request, context);
  const model::Model model = load(request.model, context);
  analysis::SharedLoads loads =
      shared_loads(request.loads, model, request.order.value_or(kUsualOrder));
  const io::Motion motion = load(request.motion, &model, context);
  const analysis::Subject subject = subject_of(model, model.default_frame(), loads);
  const int order = request.order.value_or(usual_effort_order(request, subject, motion));
  require_derivatives(motion, request.motion, order + 2,
                      concat(context.called("order"), " ", order), context);
  FeedforwardResult result{
      .model = model,
      .law = from(request.motion.path, [&] { return motion.trajectory.for_model(model); }),
      .loads = std::move(loads),
      .file = {.path = request.outputs.path,
               .order = order,
               .ros = request.ros1 ? RosVersion::kRos1 : RosVersion::kRos2,
               .motion_name = request.motion.path,
               .inertia_accepted = request.model.accept_inertia},
      .written = {},
      .used = {{"Loads", request.loads.path}, {"Call", context.call()}}};
  warn_of_samples(request.motion, motion, context);
  if (subject.operators.friction) note_held_joints(request.motion, model, result.law, context);
  if (subject.wrench_laws != nullptr) {
    check_loads_cover(request.loads, *subject.wrench_laws, request.motion, result.law.range());
  }
  result.file.step = sample_times(request.sampling, result.law.range(), context).step();
  from(concat(context.called("every"), ", ", context.called("rate"), ", ",
              context.called("samples")),
       [&] { check_step(result.file.step); });
  result.file.progress = [&context](long long done, long long total) {
    context.progress(done, total, "points");
  };
  result.written = from(request.motion.path,
                        [&] { return write_feedforward(subject, result.law, result.file); });
  return result;
}

Document show(const FeedforwardResult& of, Detail detail) {
  Document document;
  analysis::Subject subject = subject_along(of);
  if (detail == Detail::kPage) {
    subject.order = std::max(1, of.file.order);
    subject.is_uncertain = of.law.is_uncertain();
    document = report::motion_page(subject, of.law, motion_limits(of.model), subject.order + 2,
                                   report::kPageSamples,
                                   {.command = "feedforward",
                                    .motion_name = of.file.motion_name,
                                    .warnings = {},
                                    .used = of.used});
  }
  document.sentences.push_back(
      fmt::format("{} of {}, 0 to {:.6g} s, effort is {}: {}",
                  counted(of.written.num_points, "point"), counted(of.written.num_joints, "joint"),
                  of.law.range().duration(), effort_name(subject), of.file.path));
  if (std::string text = report::unbalanced_text(of.model, of.written.unbalanced); !text.empty()) {
    text.pop_back();
    document.sentences.push_back(std::move(text));
  }
  return document;
}

Json json(const FeedforwardResult& of) {
  return {{"model", of.model.name()},
          {"gravity", report::list_of(of.model.gravity())},
          {"motion", of.file.motion_name},
          {"output", of.file.path},
          {"points", of.written.num_points},
          {"duration", of.law.range().duration()},
          {"effort", effort_name(subject_along(of))},
          {"order", of.file.order},
          {"unbalanced", report::unbalanced_json(of.model, of.written.unbalanced)}};
}

Job feedforward_job() {
  using R = FeedforwardRequest;
  Parameters outputs = output_parameters(
      "FILE", "the file to write: .csv, or .yaml (trajectory_msgs/JointTrajectory)");
  outputs.front().is_placed = true;
  outputs.front().aliases.push_back("file");
  return job<FeedforwardRequest, FeedforwardResult>(
      {.name = "feedforward",
       .title = "torques along a motion for a controller: .csv, or a ROS JointTrajectory",
       .purpose = Purpose::kMotion,
       .parameters = together(
           {of(&R::model, model_parameters()),
            of(&R::motion, motion_parameters()),
            of(&R::loads, {loads_parameter()}),
            of(&R::outputs, together({std::move(outputs), page_parameters()})),
            of(&R::sampling, sampling_parameters()),
            {parameter(&R::order, "order",
                       "highest time derivative of the efforts (default: 2; 0 in a .yaml, and "
                       "where dry friction has none)",
                       {.least = 0, .most = analysis::kMostOrder}),
             parameter(&R::ros1, "ros1", "ROS 1 stamps, secs and nsecs (default: ROS 2)")}}),
       .examples = {"appell feedforward panda pick.toml --rate 1000 --order 1 -o pick.csv",
                    "appell feedforward panda pick.toml --rate 100 -o pick.yaml",
                    "ros2 topic pub --once /joint_trajectory_controller/joint_trajectory \\\n"
                    "           trajectory_msgs/msg/JointTrajectory \"$(cat pick.yaml)\""},
       .rows = "unbalanced"});
}

}  // namespace appell::jobs
