#include "appell/io/xml_model.hpp"

#include "appell/base/text.hpp"

namespace appell::io {

const XmlElement& ModelElements::of(const model::Problem& problem, const XmlElement& model) const {
  using Where = model::Problem::Where;
  return problem.where == Where::kLink    ? links[problem.index]
         : problem.where == Where::kJoint ? joints[problem.index]
                                          : model;
}

void ModelElements::note_problems(const model::Description& description, mass::Physics physics,
                                  const XmlElement& model) const {
  for (const model::Problem& problem : model::find_problems(description, physics)) {
    if (!problem.is_absence) of(problem, model).error(problem.text);
  }
}

Mat3 symmetric(const std::array<double, 6>& I) {
  Mat3 matrix;
  matrix << I[0], I[1], I[2],  //
      I[1], I[3], I[4],        //
      I[2], I[4], I[5];
  return matrix;
}

bool is_identity(const spatial::Placement& placement) {
  const spatial::Transform X = placement.transform();
  return X.p.isZero(0.0) && X.R == Mat3::Identity();
}

std::optional<model::JointKind> joint_type(const XmlElement& joint, const JointTypes& types) {
  const std::string type = joint.required_text("type");
  const auto found = types.find(type);
  if (found != types.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [name, kind] : types) names.push_back(name);
  if (!type.empty()) {
    joint.error(concat("type is '", type, "'", suggestion(type, names), "; one of ",
                       comma_list(names), " is needed"));
  }
  return std::nullopt;
}

void set_position_range(const XmlElement& giver, double lower, double upper,
                        model::Limits& limits) {
  if (lower > upper) {
    giver.oddity(concat("the range from ", lower, " to ", upper,
                        " is empty, so the joint has no position limit"),
                 "empty range");
    return;
  }
  limits.lower = lower;
  limits.upper = upper;
}

}  // namespace appell::io
