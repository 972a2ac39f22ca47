#include "appell/analysis/lint.hpp"

#include <algorithm>
#include <cmath>

#include "appell/analysis/link_geometry.hpp"
#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/mass/moments.hpp"
#include "appell/model/joint.hpp"
#include "appell/model/model.hpp"

namespace appell::analysis {
namespace {

using Severity = Finding::Severity;

std::string triple(const Vec3& v) {
  return concat(short_text(v.x()), ", ", short_text(v.y()), ", ", short_text(v.z()));
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

/// Radii of gyration that no link of a robot has: the unit of mass, length or inertia is wrong.
void inspect_size(const mass::RigidMass& body, const Notes& notes) {
  constexpr double kSmallest = 1e-4;  // m: a tenth of a millimetre
  constexpr double kLargest = 10.0;   // m
  if (body.mass <= 0.0 || body.second_moment.isZero(0.0)) return;
  const double radius = std::sqrt(body.second_moment.trace() / body.mass);
  if (radius >= kSmallest && radius <= kLargest) return;
  notes.warn(concat("its mass is spread over ", short_text(radius),
                    " m about its centre (rms); is a unit wrong (mm, g)?"));
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
void inspect_mesh_unit(const mass::RigidMass& body, const LinkGeometry& geometry,
                       const Notes& notes) {
  constexpr double kLongestLink = 10.0;                 // m
  constexpr double kLightest = 20.0, kHeaviest = 25e3;  // kg/m³
  constexpr double kCubicMillimetres = 1e9;             // In a cubic metre.
  if (!geometry.has_mesh || !geometry.bounds || !geometry.homogeneous) return;
  const double extent = geometry.bounds->size().maxCoeff();
  const double density = body.mass / geometry.homogeneous->mass;
  const bool is_light =
      density * kCubicMillimetres >= kLightest && density * kCubicMillimetres <= kHeaviest;
  if (extent <= kLongestLink && !is_light) return;
  notes.warn(concat("its mesh is ", short_text(extent), " m long and would have ",
                    short_text(density),
                    " kg/m³: is the file in millimetres? Its scale would be 0.001"));
}

void inspect_link(const model::Link& link, const Meshes& meshes, LintResult& result) {
  const model::Inertial& inertial = link.inertial;
  const LinkGeometry geometry = link_geometry(link, meshes);
  result.geometries.push_back(
      {link.name, geometry.source, geometry.homogeneous.has_value(), geometry.is_shown});
  if (inertial.mass == 0.0 && inertial.inertia.isZero(0.0)) return;
  const Notes notes{concat("link '", link.name, "'"), result.findings};
  const mass::RigidMass body = inertial.rigid_mass(mass::Physics::kNotChecked);
  LinkMargin margin = margin_of(link, body);
  if (geometry.homogeneous && body.mass > 0.0) {
    const double density = body.mass / geometry.homogeneous->mass;
    margin.homogeneous_moments = mass::principal_axes(density * *geometry.homogeneous).moments;
  }
  margin.is_impossible = !inspect_physics(inertial, notes);
  if (!margin.is_impossible) {
    inspect_size(body, notes);
    inspect_default_inertia(inertial, notes);
    inspect_mesh_unit(body, geometry, notes);
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
  if (model::num_coordinates(joint.kind) == 0) return;
  const Notes notes{concat("joint '", joint.name, "'"), findings};
  const model::Limits& limits = joint.limits;
  if (limits.lower == limits.upper) {
    notes.warn(concat("cannot move: both limits are ", limits.lower));
  }
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
  for (const model::Link& link : description.links) inspect_link(link, meshes, result);
  inspect_repeated_inertias(description, result.findings);
  for (const model::Joint& joint : description.joints) inspect_joint(joint, result.findings);
  inspect_moved_mass(description, result.findings);
  return result;
}

}  // namespace appell::analysis
