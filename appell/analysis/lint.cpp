#include "appell/analysis/lint.hpp"

#include <algorithm>
#include <cmath>

#include "appell/analysis/link_geometry.hpp"
#include "appell/base/constants.hpp"
#include "appell/base/error.hpp"
#include "appell/base/rounding.hpp"
#include "appell/base/text.hpp"
#include "appell/mass/moments.hpp"
#include "appell/model/joint.hpp"
#include "appell/model/model.hpp"

namespace appell::analysis {
namespace {

using Severity = Finding::Severity;

std::string triple(const Vec3& v) {
  const double size = v.cwiseAbs().maxCoeff();
  const auto text = [&](double x) { return short_text(without_rounding(x, size)); };
  return concat(text(v.x()), ", ", text(v.y()), ", ", text(v.z()));
}

/// Collects findings about one link or joint.
struct Notes {
  std::string where;
  std::vector<Finding>& findings;

  void add(Severity severity, std::string text) const {
    findings.push_back({severity, where, std::move(text)});
  }
  void warn(std::string text) const { add(Severity::kWarning, std::move(text)); }
};

LinkMargin margin_of(const model::Link& link, const mass::RigidMass& body) {
  const mass::PrincipalAxes principal = mass::principal_axes(body);
  LinkMargin margin{.link = link.name, .mass = body.mass};
  margin.principal_moments = principal.moments;
  const double largest = principal.second_moments.cwiseAbs().maxCoeff();
  margin.margin = largest == 0.0 ? 0.0 : principal.second_moments.minCoeff() / largest;
  return margin;
}

/// Whether the mass is one that a real body can have; the reason if not.
bool inspect_physics(const model::Inertial& inertial, const Notes& notes) {
  try {
    inertial.rigid_mass(mass::Physics::kRequired);
  } catch (const ModelError& error) {
    notes.add(Severity::kImpossible, error.what());
    return false;
  }
  if (inertial.mass > 0.0 && inertial.inertia.isZero(0.0)) {
    notes.add(Severity::kNote, "is a point mass: it has mass but no inertia");
  }
  return true;
}

/// Masses and radii of gyration that no link of a robot has: the unit of mass, length or inertia is
/// wrong.
/// @return whether that was said.
bool inspect_size(const mass::RigidMass& body, const Notes& notes) {
  constexpr double kHeaviest = 1e5;   // kg
  constexpr double kSmallest = 1e-4;  // m: a tenth of a millimetre
  constexpr double kLargest = 10.0;   // m
  if (body.mass > kHeaviest) {
    notes.warn(concat("it has ", short_text(body.mass),
                      " kg; are sizes in millimetres, or masses in grams?"));
    return true;
  }
  if (body.mass <= 0.0 || body.second_moment.isZero(0.0)) return false;
  const double radius = std::sqrt(body.second_moment.trace() / body.mass);
  if (radius >= kSmallest && radius <= kLargest) return false;
  notes.warn(concat("its mass is spread over ", short_text(radius),
                    " m about its centre (rms); is a unit wrong (mm, g)?"));
  return true;
}

constexpr double kLightestSolid = 15.0;  // kg/m³: foam has 20, air 1.2.
constexpr double kHeaviestSolid = 25e3;  // Osmium has 22.6e3.

/// The equimomental ellipsoid of a homogeneous body is nearly as large as the body, of a shell
/// about twice as large. One as light as air, or heavier than any metal, belongs to no link.
void inspect_ellipsoid(const mass::RigidMass& body, const Notes& notes) {
  constexpr double kHollow = 3.0;  // Shells and frames are lighter than what they are made of.
  constexpr double kNoThickness = 1e-3;  // Printed digits do not say how thick a flatter body is.
  if (body.mass <= 0.0 || body.second_moment.isZero(0.0)) return;
  const Vec3 J = mass::principal_axes(body).second_moments;  // Descending.
  if (!(J[2] > kNoThickness * J[0])) return;
  const Vec3 a = (5.0 / body.mass * J).cwiseSqrt();
  const double density = body.mass / (4.0 / 3.0 * kPi * a.prod());
  const bool is_light = density < kLightestSolid / kHollow;
  if (!is_light && density <= kHeaviestSolid) return;
  notes.warn(concat("its ", short_text(body.mass), " kg are spread as in an ellipsoid of ",
                    short_text(2.0 * a[0]), " x ", short_text(2.0 * a[1]), " x ",
                    short_text(2.0 * a[2]), " m (radius of gyration ",
                    short_text(mass::principal_axes(body).radii_of_gyration[2]),
                    " m), which would have ", short_text(density), " kg/m³: ",
                    is_light ? "no solid is that light; is the inertia too large?"
                             : "no solid is that heavy; is the inertia too small?"));
}

/// The mass of the link over the volume of its shapes.
void inspect_density(const mass::RigidMass& body, const LinkGeometry& geometry,
                     const Notes& notes) {
  if (!geometry.homogeneous || body.mass <= 0.0) return;
  const double volume = geometry.homogeneous->mass;
  const double density = body.mass / volume;
  if (density >= kLightestSolid && density <= kHeaviestSolid) return;
  notes.warn(concat("its ", short_text(body.mass), " kg in the ", short_text(volume),
                    " m³ of its geometry are ", short_text(density), " kg/m³: no solid is that ",
                    density < kLightestSolid ? "light (foam has 20)" : "heavy (osmium has 22600)"));
}

/// A variable on an interval of length L has a variance of at most L²/4 (Popoviciu): mass that lies
/// inside the geometry cannot be spread further than that along any axis.
void inspect_spread(const mass::RigidMass& body, const Bounds& bounds, const Notes& notes) {
  constexpr double kSlack = 1e-6;
  static constexpr const char* kAxes[] = {"x", "y", "z"};
  for (int i = 0; i < 3; ++i) {
    const double rms = std::sqrt(std::max(body.second_moment(i, i) / body.mass, 0.0));
    const double half = 0.5 * bounds.size()(i);
    if (rms <= half * (1.0 + kSlack)) continue;
    notes.warn(
        concat("its mass is spread over ", short_text(rms), " m (rms) along ", kAxes[i],
               ", but its geometry is only ", short_text(2.0 * half),
               " m wide there: mass inside it cannot be spread over more than half of that"));
  }
}

void inspect_centre(const mass::RigidMass& body, const Bounds& bounds, const Notes& notes) {
  const Vec3 slack = 1e-9 * bounds.size() + Vec3::Constant(1e-12);
  const bool below = ((bounds.lower - body.p_BBcm).array() > slack.array()).any();
  const bool above = ((body.p_BBcm - bounds.upper).array() > slack.array()).any();
  if (!below && !above) return;
  notes.warn(concat("its centre of mass (", triple(body.p_BBcm),
                    ") m is outside the box around its geometry, (", triple(bounds.lower), ") to (",
                    triple(bounds.upper), ") m"));
}

/// The inertia of the link against that of a homogeneous body of its geometry and mass.
void inspect_homogeneous(const Vec3& moments, const Vec3& homogeneous, const Notes& notes) {
  constexpr double kOdd = 10.0;  // Hollow or with a heavy end is a factor of a few.
  const double ratio = moments[2] / homogeneous[2];
  if (!(ratio > 0.0) || (ratio < kOdd && ratio > 1.0 / kOdd)) return;
  const double power = std::round(std::log10(ratio));
  const bool is_unit = std::abs(power) >= 3.0 && std::fmod(std::abs(power), 3.0) == 0.0 &&
                       std::abs(std::log10(ratio) - power) < 0.3;
  notes.warn(concat("its principal moments ", triple(moments), " kg m² are ", short_text(ratio),
                    " times those of a homogeneous body of its geometry and mass, ",
                    triple(homogeneous), is_unit ? "; a power of 1000: is a unit wrong?" : ""));
}

/// Links with one and the same tensor although their masses differ: a default that was never filled
/// in.
void inspect_repeated_inertias(const model::Description& description,
                               std::vector<Finding>& findings) {
  std::vector<bool> done(description.links.size(), false);
  for (std::size_t i = 0; i < description.links.size(); ++i) {
    const model::Inertial& first = description.links[i].inertial;
    if (done[i] || first.inertia.isZero(0.0)) continue;
    std::vector<std::string> names;
    bool masses_differ = false;
    for (std::size_t j = i; j < description.links.size(); ++j) {
      const model::Inertial& other = description.links[j].inertial;
      if (other.inertia != first.inertia) continue;
      done[j] = true;
      names.push_back(description.links[j].name);
      masses_differ = masses_differ || other.mass != first.mass;
    }
    if (names.size() < 2 || !masses_differ) continue;
    findings.push_back(
        {Severity::kWarning, concat("links ", comma_list(names)),
         "have the same inertia tensor although their masses differ: is it a default?"});
  }
}

/// diag(a, a, a) with a power of ten for a: typed in, not computed.
void inspect_default_inertia(const model::Inertial& inertial, const Notes& notes) {
  const double a = inertial.inertia(0, 0);
  if (!(a > 0.0) || inertial.inertia != Mat3(a * Mat3::Identity())) return;
  const double power = std::log10(a);
  if (std::abs(power - std::round(power)) > 1e-9) return;
  notes.warn(concat("its inertia is ", a, " kg m² times the unit matrix: is it a default?"));
}

/// STL and OBJ have no unit: a file in millimetres is a thousand times too large in each direction,
/// and the density of the link a thousand million times too small.
/// @return whether that was said.
bool inspect_mesh_unit(const mass::RigidMass& body, const LinkGeometry& geometry,
                       const Notes& notes) {
  constexpr double kLongestLink = 10.0;      // m
  constexpr double kCubicMillimetres = 1e9;  // In a cubic metre.
  if (!geometry.has_mesh || !geometry.bounds || !geometry.homogeneous) return false;
  const double extent = geometry.bounds->size().maxCoeff();
  const double density = body.mass / geometry.homogeneous->mass;
  const bool is_light = density * kCubicMillimetres >= kLightestSolid &&
                        density * kCubicMillimetres <= kHeaviestSolid;
  if (extent <= kLongestLink && !is_light) return false;
  notes.warn(concat("its mesh is ", short_text(extent), " m long and would have ",
                    short_text(density),
                    " kg/m³: is the file in millimetres? Its scale would be 0.001"));
  return true;
}

/// A link without mass or inertia that shows shapes: what it weighs was forgotten, or stands in the
/// link that it is fixed to.
void inspect_missing_mass(const model::Model& model, const model::Link& link,
                          const LinkGeometry& geometry, const Notes& notes) {
  if (!geometry.is_shown || !model.frame(link.name).can_move()) return;
  const bool has_own_joint =
      std::any_of(model.description().joints.begin(), model.description().joints.end(),
                  [&](const model::Joint& joint) {
                    return joint.child == link.name && model::num_coordinates(joint.kind) > 0;
                  });
  if (has_own_joint) {
    notes.warn("moves and shows shapes, but has no mass: was it forgotten?");
  } else {
    notes.add(Severity::kNote, "moves with another link and shows shapes, but has no mass");
  }
}

void inspect_link(const model::Model& model, const model::Link& link, const Meshes& meshes,
                  LintResult& result) {
  const model::Inertial& inertial = link.inertial;
  const LinkGeometry geometry = link_geometry(link, meshes);
  result.geometries.push_back(
      {link.name, geometry.source, geometry.homogeneous.has_value(), geometry.is_shown});
  const Notes notes{concat("link '", link.name, "'"), result.findings};
  if (inertial.mass == 0.0 && inertial.inertia.isZero(0.0)) {
    return inspect_missing_mass(model, link, geometry, notes);
  }
  const mass::RigidMass body = inertial.rigid_mass(mass::Physics::kNotChecked);
  LinkMargin margin = margin_of(link, body);
  if (geometry.homogeneous && body.mass > 0.0) {
    const double density = body.mass / geometry.homogeneous->mass;
    margin.homogeneous_moments = mass::principal_axes(density * *geometry.homogeneous).moments;
  }
  margin.is_impossible = !inspect_physics(inertial, notes);
  if (!margin.is_impossible) {
    const bool is_odd = inspect_size(body, notes);
    if (!is_odd && !margin.homogeneous_moments) inspect_ellipsoid(body, notes);
    inspect_default_inertia(inertial, notes);
    if (!inspect_mesh_unit(body, geometry, notes)) inspect_density(body, geometry, notes);
    if (geometry.bounds && body.mass > 0.0) {
      inspect_centre(body, *geometry.bounds, notes);
      inspect_spread(body, *geometry.bounds, notes);
    }
    if (margin.homogeneous_moments) {
      inspect_homogeneous(margin.principal_moments, *margin.homogeneous_moments, notes);
    }
  }
  result.links.push_back(std::move(margin));
}

/// Joints that move nothing with mass make the mass matrix singular: no forward dynamics.
void inspect_moved_mass(const model::Model& model, std::vector<Finding>& findings) {
  std::vector<double> moved(model.num_coordinates(), 0.0);
  std::vector<double> carried(model.num_bodies(), 0.0);
  for (auto body = model.bodies().rbegin(); body != model.bodies().rend(); ++body) {
    double& here = carried[body->index];
    here += body->rigid_mass.mass;
    if (body->parent != model::kWorld) carried[body->parent] += here;
    moved[body->coordinate] += here;
  }
  for (std::size_t i = 0; i < moved.size(); ++i) {
    if (moved[i] != 0.0) continue;
    findings.push_back({Severity::kWarning, concat("joint '", model.coordinates()[i].name, "'"),
                        "moves no mass: the mass matrix is singular, forward dynamics impossible"});
  }
}

/// Whether an angle of a few turns is a multiple of π: then it was written in radians.
bool is_multiple_of_pi(double angle) {
  constexpr double kDegreesFromHere = 70.0;  // 355 is nearly 113 π.
  return angle < kDegreesFromHere && std::abs(angle / kPi - std::round(angle / kPi)) < 1e-3;
}

/// Position limits that look like degrees, or like millimetres.
void inspect_limit_unit(const model::Joint& joint, const Notes& notes) {
  constexpr double kFewTurns = 15.0, kNoLimit = 1000.0;  // rad: 2.4 turns; "as far as it likes"
  constexpr double kLongSlide = 20.0, kNoSlide = 2e4;    // m
  const auto [lower, upper] = std::pair{joint.limits.lower, joint.limits.upper};
  if (!std::isfinite(lower) || !std::isfinite(upper)) return;
  const double farthest = std::max(std::abs(lower), std::abs(upper));
  const std::string range = concat("its limits are ", short_text(lower), " to ", short_text(upper));
  if (joint.kind == model::JointKind::kRevolute && farthest > kFewTurns && farthest < kNoLimit &&
      !is_multiple_of_pi(farthest)) {
    notes.warn(concat(range, " rad, ", short_text((upper - lower) / (2.0 * kPi)),
                      " turns: are they in degrees?"));
  }
  if (joint.kind == model::JointKind::kPrismatic && farthest > kLongSlide && farthest < kNoSlide) {
    notes.warn(concat(range, " m: are they in millimetres?"));
  }
}

void inspect_joint(const model::Joint& joint, std::vector<Finding>& findings) {
  if (model::num_coordinates(joint.kind) == 0) return;
  const Notes notes{concat("joint '", joint.name, "'"), findings};
  const model::Limits& limits = joint.limits;
  if (limits.lower == limits.upper) {
    notes.warn(concat("cannot move: both limits are ", limits.lower));
  }
  inspect_limit_unit(joint, notes);
  if (limits.velocity == 0.0) notes.warn("has the velocity limit 0");
  if (limits.effort == 0.0) notes.warn("has the effort limit 0");
  if (joint.mimic && joint.mimic->multiplier == 0.0) {
    notes.warn("mimics with multiplier 0: it stands still");
  }
}

}  // namespace

bool LintResult::is_impossible() const {
  return std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
    return finding.severity == Severity::kImpossible;
  });
}

LintResult lint(const model::Description& description, const Meshes& meshes) {
  LintResult result;
  const model::Model model = model::build(description, mass::Physics::kNotChecked);
  for (const model::Link& link : description.links) inspect_link(model, link, meshes, result);
  inspect_repeated_inertias(description, result.findings);
  for (const model::Joint& joint : description.joints) inspect_joint(joint, result.findings);
  inspect_moved_mass(model, result.findings);
  return result;
}

}  // namespace appell::analysis
