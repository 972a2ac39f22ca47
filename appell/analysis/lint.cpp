#include "appell/analysis/lint.hpp"

#include <algorithm>
#include <map>

#include <Eigen/Eigenvalues>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/model/joint.hpp"
#include "appell/model/model.hpp"

namespace appell::analysis {
namespace {

using Severity = Finding::Severity;

LinkMargin margin_of(const model::Link& link) {
  const mass::RigidMass body = link.inertial.rigid_mass(mass::Physics::kNotChecked);
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(body.second_moment, Eigen::EigenvaluesOnly);
  const Vec3 second = solver.eigenvalues();
  LinkMargin margin{.link = link.name, .mass = body.mass};
  margin.principal_moments =
      Vec3(second[0] + second[1], second[0] + second[2], second[1] + second[2]);
  const double largest = second.cwiseAbs().maxCoeff();
  margin.margin = largest == 0.0 ? 0.0 : second[0] / largest;
  return margin;
}

void inspect_mass(const model::Link& link, std::vector<Finding>& findings) {
  const std::string where = concat("link '", link.name, "'");
  const model::Inertial& inertial = link.inertial;
  try {
    inertial.rigid_mass(mass::Physics::kRequired);
  } catch (const ModelError& error) {
    findings.push_back({Severity::kImpossible, where, error.what()});
    return;
  }
  if (inertial.mass > 0.0 && inertial.inertia.isZero(0.0)) {
    findings.push_back({Severity::kNote, where, "is a point mass: it has mass but no inertia"});
  }
}

/// Joints that move nothing with mass make the mass matrix singular: no forward dynamics.
void inspect_moved_mass(const model::Description& description, std::vector<Finding>& findings) {
  const model::Model model = model::build(description, mass::Physics::kNotChecked);
  std::vector<double> moved(static_cast<std::size_t>(model.num_coordinates()), 0.0);
  std::vector<double> carried(static_cast<std::size_t>(model.num_bodies()), 0.0);
  for (auto body = model.bodies().rbegin(); body != model.bodies().rend(); ++body) {
    double& here = carried[static_cast<std::size_t>(body->index)];
    here += body->rigid_mass.mass;
    if (body->parent != model::kWorld) carried[static_cast<std::size_t>(body->parent)] += here;
    moved[static_cast<std::size_t>(body->coordinate)] += here;
  }
  for (std::size_t i = 0; i < moved.size(); ++i) {
    if (moved[i] != 0.0) continue;
    findings.push_back({Severity::kWarning, concat("joint '", model.coordinates()[i].name, "'"),
                        "moves no mass: the mass matrix is singular, forward dynamics impossible"});
  }
}

void inspect_joint(const model::Joint& joint, std::vector<Finding>& findings) {
  const std::string where = concat("joint '", joint.name, "'");
  const auto warn = [&](std::string text) {
    findings.push_back({Severity::kWarning, where, std::move(text)});
  };
  if (model::num_coordinates(joint.kind) == 0) return;
  const model::Limits& limits = joint.limits;
  if (limits.lower == limits.upper) warn(concat("cannot move: both limits are ", limits.lower));
  if (limits.velocity == 0.0) warn("has the velocity limit 0");
  if (limits.effort == 0.0) warn("has the effort limit 0");
  if (joint.mimic && joint.mimic->multiplier == 0.0)
    warn("mimics with multiplier 0: it stands still");
}

}  // namespace

bool LintResult::is_impossible() const {
  return std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
    return finding.severity == Severity::kImpossible;
  });
}

LintResult lint(const model::Description& description) {
  LintResult result;
  for (const model::Link& link : description.links) {
    if (link.inertial.mass != 0.0 || !link.inertial.inertia.isZero(0.0)) {
      result.links.push_back(margin_of(link));
    }
    inspect_mass(link, result.findings);
  }
  for (const model::Joint& joint : description.joints) inspect_joint(joint, result.findings);
  inspect_moved_mass(description, result.findings);
  return result;
}

}  // namespace appell::analysis
