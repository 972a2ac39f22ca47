#include "appell/report/evaluation.hpp"

#include <algorithm>
#include <string_view>

#include "appell/base/check.hpp"
#include "appell/force/friction.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/report/evaluation_quantities.hpp"
#include "appell/report/json_writer.hpp"

namespace appell::report {
namespace {

force::Surroundings surroundings_of(const io::StateFile& state, const model::Frame& frame) {
  if (!state.load) return {};
  const auto axes = state.load->axes == io::Load::Axes::kTool ? force::Wrench::Axes::kFrame
                                                              : force::Wrench::Axes::kWorld;
  return {.loads = {{.frame = frame,
                     .force_derivatives = state.load->force_derivatives,
                     .moment_derivatives = state.load->moment_derivatives,
                     .axes = axes}}};
}

/// "viscous + constant": the terms of a joint's friction.
std::string law_of(const model::Friction& friction) {
  std::string law = friction.viscous != 0.0 ? "viscous" : "";
  if (friction.dry == 0.0) return law;
  if (!law.empty()) law += " + ";
  switch (friction.law) {
    case model::Friction::Law::kConstant:
      return law + "constant";
    case model::Friction::Law::kRadialLoad:
      return law + "radial_load";
    case model::Friction::Law::kSmooth:
      return law + "smooth";
  }
  return law;
}

void write_friction_laws(const model::Model& model, JsonWriter& json) {
  if (!force::has_friction(model)) return;
  json.key("friction").begin_object();
  for (const model::Body& body : model.bodies()) {
    const model::Friction friction = model.friction(body);
    if (friction.is_zero()) continue;
    json.key(model.description().joints[static_cast<std::size_t>(body.joint)].name);
    json.value(law_of(friction));
  }
  json.end_object();
}

}  // namespace

std::vector<Quantity> all_quantities() {
  std::vector<Quantity> all;
  for (const auto& part : {kinematic_quantities(), energy_quantities(), force_quantities()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

int extra_of(const Quantity& quantity, const model::Model& model) {
  return quantity.extra == kFrictionOrder ? force::friction_order(model) : quantity.extra;
}

bool wanted(const Quantity& quantity, const std::vector<std::string>& only,
            const model::Model& model, int given) {
  const bool named = std::find(only.begin(), only.end(), quantity.name) != only.end();
  if (!only.empty() && !named) return false;
  const bool is_there = !quantity.is_friction || force::has_friction(model);
  check(!named || is_there, "--only ", quantity.name, ": no joint of model '", model.name(),
        "' has friction");
  const int extra = extra_of(quantity, model);
  check(!named || given >= extra, "--only ", quantity.name,
        ": needs q with derivatives up to order ", extra, ", but the state gives q up to order ",
        given);
  return is_there && given >= extra;
}

void check_names(const std::vector<std::string>& only, const std::vector<std::string>& others) {
  std::vector<std::string> names = others;
  for (const std::string& name : quantity_names()) names.push_back(name);
  for (const std::string& name : only) {
    check(std::find(names.begin(), names.end(), name) != names.end(),
          "--only: there is no quantity '", name, "'", suggestion(name, names), "; known are ",
          comma_list(names));
  }
}

std::vector<std::string> quantity_names() {
  std::vector<std::string> names;
  for (const Quantity& quantity : all_quantities()) names.emplace_back(quantity.name);
  return names;
}

Evaluation evaluate(const model::Model& model, const io::StateFile& state,
                    const EvaluationRequest& request) {
  check(request.order >= 0 && request.order <= taylor::kMaxOrder, "--order: must be in 0..",
        taylor::kMaxOrder, ", got ", request.order);
  check_names(request.only, {});
  const model::Frame& frame =
      request.frame.empty() ? model.default_frame() : model.frame(request.frame);
  const int given = state.state.order();
  const auto motion_to = [&](int order) {
    return kinematics::propagate(model, state.state.truncated(std::min(given, order)));
  };
  // Derivative N of a force takes q up to N + 2, of the acceleration energy of order N up to 2N
  // + 1.
  const kinematics::TreeMotion motion = motion_to(request.order + 2);
  const kinematics::TreeMotion deep = motion_to(2 * request.order + 1);
  Evaluation result;
  const Instant at{model,         state,           motion,
                   deep,          frame,           surroundings_of(state, frame),
                   request.order, result.warnings, request.route};

  JsonWriter json;
  json.begin_object();
  json.key("model").value(model.name());
  json.key("joints").value(state.joints);
  json.key("frame").value(frame.name);
  json.key("gravity").vector(model.gravity());
  write_friction_laws(model, json);
  if (request.inertia_accepted) json.key("inertia_accepted").value(true);
  for (const Quantity& quantity : all_quantities()) {
    if (!wanted(quantity, request.only, model, given)) continue;
    json.key(quantity.name);
    quantity.write(at, std::min(request.order, given - extra_of(quantity, model)), json);
  }
  json.end_object();
  result.json = json.text();
  return result;
}

}  // namespace appell::report
