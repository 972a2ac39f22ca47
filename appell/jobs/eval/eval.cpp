#include "appell/jobs/eval/eval.hpp"

#include "appell/io/state_file.hpp"
#include "appell/jobs/list.hpp"
#include "appell/report/evaluation.hpp"
#include "appell/taylor/factorial.hpp"

namespace appell::jobs {

EvalResult run(const EvalRequest& request, Context& context) {
  const model::Model model = load(request.model, context);
  const io::StateFile state = request.state.text.empty()
                                  ? io::load_state(request.state.path, model)
                                  : io::read_state("state", request.state.text, model);
  const report::Evaluation result = report::evaluate(
      model, state,
      {.order = request.order,
       .frame = end_effector(model, request.frame, context).name,
       .only = request.only,
       .inertia_accepted = request.model.accept_inertia,
       .route = request.route == "engine" ? force::Route::kEngine : force::Route::kReadable,
       .angles = angles_of(request.details, context),
       .terms = terms_of(request.details, model, context)});
  for (const std::string& warning : result.warnings) context.warn(warning);
  warn_beyond_limits(model, state.state, context);
  return {result.json};
}

Job eval_job() {
  using R = EvalRequest;
  return job<EvalRequest, EvalResult>(
      {.name = "eval",
       .title = "everything about one instant of a robot, as JSON",
       .purpose = Purpose::kRobot,
       .parameters = together(
           {of(&R::model, model_parameters()),
            of(&R::state,
               {needed(json_parameter(
                   "state",
                   "q, q', q'', ... as JSON ('-': standard input; see docs/formats.md)"))}),
            {parameter(&R::order, "order",
                       "highest time derivative of each quantity, as far as the state gives "
                       "derivatives of q",
                       {.least = 0, .most = taylor::kMaxOrder}),
             frame_of(&R::frame), only_of(&R::only)},
            of(&R::details, detail_parameters()),
            {one_of({"engine", "readable"},
                    as(Kind::kText, "ROUTE",
                       parameter(&R::route, "route",
                                 "how forces, kinetic energy and mass matrix are computed: "
                                 "engine (fast) or readable")))}}),
       .examples = {"echo '{\"q\": [[0.3, 0.5], [1, -1]]}' | appell eval planar2r --state - --only "
                    "X"},
       .remarks = "Units: m, rad, s, kg; derivative k per s^k. Vectors are in world axes.",
       .python =
           R"(>>> eval("planar2r", {"q": [[0.0, 0.0], [1.0, 0.0]]}, only="kinetic_energy").joints
['shoulder', 'elbow'])",
       .is_public_in_python = false});  // Whoever imports all names keeps Python's own.
}

}  // namespace appell::jobs
