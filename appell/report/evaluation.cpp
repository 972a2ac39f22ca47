#include "appell/report/evaluation.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "appell/analysis/selection.hpp"
#include "appell/base/check.hpp"
#include "appell/force/friction.hpp"
#include "appell/report/json.hpp"
#include "appell/report/quantities_json.hpp"

namespace appell::report {
namespace {

/// "viscous + constant": the terms of a joint's friction.
std::string law_of(const model::Friction& friction) {
  std::string law = friction.offset != 0.0 ? "offset" : "";
  if (friction.viscous != 0.0) law += law.empty() ? "viscous" : " + viscous";
  if (!friction.has_dry()) return law;
  if (!law.empty()) law += " + ";
  switch (friction.law) {
    case model::Friction::Law::kConstant:
      return law + "constant";
    case model::Friction::Law::kRadialLoad:
      return law + "radial_load";
    case model::Friction::Law::kSmooth:
      return law + "smooth";
    case model::Friction::Law::kStribeck:
      return law + "stribeck";
    case model::Friction::Law::kSigmoid:
      return law + "sigmoid";
  }
  return law;
}

Json friction_laws(const model::Model& model) {
  Json laws = Json::object();
  for (const model::Body& body : model.bodies()) {
    const model::Friction friction = model.friction(body);
    if (!friction.is_zero()) laws[model.description().joints[body.joint].name] = law_of(friction);
  }
  return laws;
}

/// What the numbers are of: friction laws, and the papers' operators unless everything counts; in
/// which angles orientations are, and by which coordinates placements are differentiated.
void add_choices(const model::Model& model, const io::AppliedForces& applied,
                 const EvaluationRequest& request, Json& json) {
  if (force::has_friction(model)) json["friction"] = friction_laws(model);
  if (const model::Operators& operators = applied.operators; !operators.count_all()) {
    json["operators"] = {{"Delta_m", operators.Delta_m()},
                         {"Delta_theta", operators.Delta_theta()},
                         {"Delta_f", operators.Delta_f()}};
  }
  if (request.angles) json["angle_set"] = spatial::name_of(*request.angles);
  if (!request.terms.empty()) {
    json["terms"] = list_of(request.terms, [&](int j) { return model.coordinates()[j].name; });
  }
  if (request.inertia_accepted) json["inertia_accepted"] = true;
}

}  // namespace

Evaluation evaluate(const model::Model& model, const io::StateFile& state,
                    const EvaluationRequest& request) {
  const model::Frame& frame =
      request.frame.empty() ? model.default_frame() : model.frame(request.frame);
  const analysis::Selection selection(
      analysis::at_state({.model = model,
                          .frame = frame,
                          .surroundings = {io::all_loads(state, frame), state.applied.external},
                          .operators = state.applied.operators,
                          .order = request.order,
                          .route = request.route,
                          .angles = request.angles,
                          .terms = request.terms},
                         state.state),
      request.only);
  model::StateBlock block(model.num_coordinates(), selection.state_order(), 1);
  block.set_num_samples(1);
  block.set(0, state.state);
  analysis::Evaluator numbers(selection, 1);
  numbers.compute(block);

  Json json{{"model", model.name()},
            {"joints", state.joints},
            {"frame", frame.name},
            {"gravity", list_of(model.gravity())}};
  add_choices(model, state.applied, request, json);
  add_quantities(selection, numbers, state.coordinates, json);
  return {json_text(json), selection.notes()};
}

}  // namespace appell::report
