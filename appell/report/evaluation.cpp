#include "appell/report/evaluation.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "appell/analysis/selection.hpp"
#include "appell/base/check.hpp"
#include "appell/force/friction.hpp"
#include "appell/report/json_writer.hpp"
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

void write_friction_laws(const model::Model& model, JsonWriter& json) {
  if (!force::has_friction(model)) return;
  json.key("friction").begin_object();
  for (const model::Body& body : model.bodies()) {
    const model::Friction friction = model.friction(body);
    if (friction.is_zero()) continue;
    json.key(model.description().joints[body.joint].name);
    json.value(law_of(friction));
  }
  json.end_object();
}

/// The papers' operators, unless everything counts.
void write_operators(const io::AppliedForces& applied, JsonWriter& json) {
  const model::Operators& operators = applied.operators;
  if (operators.count_all()) return;
  json.key("operators").begin_object();
  json.key("Delta_m").value(operators.Delta_m());
  json.key("Delta_theta").value(operators.Delta_theta());
  json.key("Delta_f").value(operators.Delta_f());
  json.end_object();
}

/// In which angles orientations are, and by which coordinates placements are differentiated.
void write_choices(const model::Model& model, const EvaluationRequest& request, JsonWriter& json) {
  if (request.angles) json.key("angle_set").value(spatial::name_of(*request.angles));
  if (request.terms.empty()) return;
  json.key("terms").begin_array();
  for (const int coordinate : request.terms) {
    json.value(model.coordinates()[coordinate].name);
  }
  json.end_array();
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

  JsonWriter json;
  json.begin_object();
  json.key("model").value(model.name());
  json.key("joints").value(state.joints);
  json.key("frame").value(frame.name);
  json.key("gravity").vector(model.gravity());
  write_friction_laws(model, json);
  write_operators(state.applied, json);
  write_choices(model, request, json);
  if (request.inertia_accepted) json.key("inertia_accepted").value(true);
  write_quantities(selection, numbers, state.coordinates, json);
  json.end_object();
  return {json.text(), selection.notes()};
}

}  // namespace appell::report
