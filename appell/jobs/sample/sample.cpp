#include "appell/jobs/sample/sample.hpp"

#include <fmt/format.h>

#include "appell/jobs/list.hpp"
#include "appell/report/json.hpp"
#include "appell/report/motion_csv.hpp"
#include "appell/taylor/factorial.hpp"

namespace appell::jobs {

std::string derivative_label(int k) { return k == 0 ? "q" : fmt::format("d{}", k); }

SampleResult run(const SampleRequest& request, Context& context) {
  const io::Motion motion = load(request.motion, request.model, context);
  const trajectory::Trajectory& law = motion.trajectory;
  require_derivatives(motion, request.motion, request.order,
                      concat(context.called("order"), " ", request.order), context);
  SampleResult result{.joints = law.joints(), .times = request.times, .q = {}};
  report::MotionStates states(law, request.order);
  from(context.called("at"), [&] {
    for (const double t : request.times) {
      const model::StateSeries& state = states.at(t);
      MatX& q = result.q.emplace_back(request.order + 1, law.num_joints());
      for (int k = 0; k <= request.order; ++k) q.row(k) = state.derivative(k).transpose();
    }
  });
  return result;
}

Document show(const SampleResult& of, Detail) {
  report::PageTable table{.title = "Samples", .columns = {{"t", "s"}, {"joint"}}, .time = 0};
  const Eigen::Index num_orders = of.q.empty() ? 0 : of.q.front().rows();
  for (int k = 0; k < num_orders; ++k) table.columns.push_back({derivative_label(k)});
  for (std::size_t i = 0; i < of.times.size(); ++i) {
    for (std::size_t j = 0; j < of.joints.size(); ++j) {
      auto& row = table.rows.emplace_back();
      row = {of.times[i], of.joints[j]};
      for (const double value : of.q[i].col(static_cast<Eigen::Index>(j))) {
        row.emplace_back(fmt::format("{:.8g}", value));
      }
    }
  }
  Document document;
  document.tables = {std::move(table)};
  return document;
}

Json json(const SampleResult& result) {
  return {{"times", result.times},
          {"joints", result.joints},
          {"q", report::list_of(result.q, [](const MatX& q) { return report::rows_of(q); })}};
}

Job sample_job() {
  using R = SampleRequest;
  return job<SampleRequest, SampleResult>(
      {.name = "sample",
       .title = "joint coordinates of a motion and their derivatives at given times",
       .purpose = Purpose::kMotion,
       .parameters = together(
           {of(&R::motion, motion_parameters()),
            {needed(as(Kind::kNumbers, "T1,T2,...",
                       parameter(&R::times, "at", "times, s", {.unit = "times t1,t2,... in s"}))),
             parameter(&R::order, "order", "highest time derivative",
                       {.least = 0, .most = taylor::kMaxOrder})},
            of(&R::model, motion_model_parameters())}),
       .examples = {"appell sample swing.toml --at 0,0.5,1 --order 3",
                    "appell sample log.csv --columns log.toml --at 0.5"},
       .remarks = "rad, or m for a prismatic joint; dk is the k-th derivative, per s^k.",
       .python = R"(>>> motion = Motion(["a"], [expression("t^2")], (0, 1))
>>> sample(motion, [0.5, 1.0], order=1).q
[[[0.25], [1]], [[1], [2]]])"});
}

}  // namespace appell::jobs
