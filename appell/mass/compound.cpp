#include "appell/mass/compound.hpp"

#include <cmath>

#include "appell/base/check.hpp"
#include "appell/base/decompositions.hpp"
#include "appell/base/text.hpp"
#include "appell/mass/cut_check.hpp"
#include "appell/mass/moments.hpp"

namespace appell::mass {
namespace {

constexpr double kTolerance = 1e-12;  // Of the sum of the parts' absolute values.

const char* density_unit(int shape_dimension) {
  return shape_dimension == 1 ? "kg/m" : shape_dimension == 2 ? "kg/m²" : "kg/m³";
}

void require_positive(const char* quantity, double value, const char* unit) {
  if (std::isfinite(value) && value > 0.0) return;
  throw ModelError(concat(quantity, " is ", value, " ", unit, "; it must be positive and finite"));
}

/// Density of a shape of this measure, from whichever of the three is given.
double density_of(const Part& part, const Shape& shape, double shape_measure,
                  std::span<const Material> own_materials) {
  const int dim = dimension(shape);
  const int num_given =
      (part.density ? 1 : 0) + (part.mass ? 1 : 0) + (part.material.empty() ? 0 : 1);
  if (num_given != 1) {
    throw ModelError(concat(num_given == 0 ? "there is no" : "there is more than one of",
                            " density, mass and material; give one of density (", density_unit(dim),
                            "), mass (kg)",
                            dim == 3 ? " and material" : " (a material is for solids only)"));
  }
  if (part.density) {
    require_positive("density", *part.density, density_unit(dim));
    return *part.density;
  }
  if (part.mass) {
    require_positive("mass", *part.mass, "kg");
    return *part.mass / shape_measure;
  }
  if (dim != 3) {
    throw ModelError(concat("material '", part.material, "' is a density per volume, but shape '",
                            shape_name(shape), "' needs ", density_unit(dim),
                            "; give density or mass"));
  }
  return material_density(part.material, own_materials);
}

/// The mass of a shape by its density law; its error is a note.
PartMass mass_of_law(const Part& part, const Shape& shape, std::vector<std::string>& notes) {
  if (part.density || part.mass || !part.material.empty()) {
    throw ModelError("there is more than one of density, mass and material; give one");
  }
  const IntegratedMass found = integrated_mass(shape, part.density_law);
  notes.push_back(concat("part '", part.name, "': its density law is integrated with ",
                         found.points, " points in each direction; estimated relative error ",
                         short_text(found.error)));
  const double size = measure(shape);
  return {part.name, part.cut, size, found.body.mass / size, transformed(part.X_BP, found.body)};
}

PartMass mass_of_shape(const Part& part, const Shape& shape,
                       std::span<const Material> own_materials, std::vector<std::string>& notes) {
  if (part.density_law) return mass_of_law(part, shape, notes);
  const RigidMass unit = unit_density_mass(shape);
  const double density = density_of(part, shape, unit.mass, own_materials);
  RigidMass body = transformed(part.X_BP, density * unit);
  if (part.mass) body.mass = *part.mass;  // Not mass / measure · measure.
  return {part.name, part.cut, unit.mass, density, body};
}

PartMass mass_of_given_body(const Part& part, const GivenBody& given, Physics physics) {
  if (part.density || part.mass || !part.material.empty() || part.density_law) {
    throw ModelError(
        "a given body has its own mass; remove density, mass and material of the part");
  }
  const RigidMass body = rigid_mass(given.mass, given.com, given.inertia_com, physics);
  return {part.name, part.cut, kUnset, kUnset, transformed(part.X_BP, body)};
}

PartMass mass_of_part(const Part& part, std::span<const Material> own_materials, Physics physics,
                      std::vector<std::string>& notes) {
  if (!part.X_BP.R.allFinite() || !part.X_BP.p.allFinite()) {
    throw ModelError("the placement must be finite numbers");
  }
  const auto* shape = std::get_if<Shape>(&part.body);
  return shape ? mass_of_shape(part, *shape, own_materials, notes)
               : mass_of_given_body(part, std::get<GivenBody>(part.body), physics);
}

/// Eigenvector of the smallest eigenvalue of a symmetric matrix, and that value.
std::pair<double, Vec3> smallest_eigenvalue(const Mat3& m) {
  const Eigen3 eigen = symmetric_eigen(m);
  return {eigen.values[0], eigen.vectors.col(0)};
}

/// Mass must be left.
void check_mass(const Compound& compound) {
  double material = 0.0, removed = 0.0;
  std::string cuts;
  for (const PartMass& part : compound.parts) {
    (part.cut ? removed : material) += part.rigid_mass.mass;
    if (part.cut) {
      cuts += concat(cuts.empty() ? "" : ", ", "'", part.name, "' ", part.rigid_mass.mass, " kg");
    }
  }
  if (material - removed > kTolerance * (material + removed)) return;
  throw ModelError(removed == 0.0
                       ? concat("the parts have no mass: ", material, " kg; some is needed")
                       : concat("the cuts remove ", removed, " kg (", cuts, ") from ", material,
                                " kg of material; less must be removed than there is"));
}

/// The central second moment must be positive semidefinite; else the cut that takes most of it in
/// the direction where it is negative is to blame.
void check_second_moment(const Compound& compound) {
  const RigidMass& total = compound.total;
  double size = 0.0;
  for (const PartMass& part : compound.parts) {
    size += planar_tensor(part.rigid_mass, total.p_BBcm).trace();
  }
  const auto [value, direction] = smallest_eigenvalue(total.second_moment);
  if (value >= -kTolerance * size) return;
  const PartMass* culprit = nullptr;
  double most = 0.0;
  for (const PartMass& part : compound.parts) {
    const double share = planar_moment(part.rigid_mass, total.p_BBcm, direction);
    if (!part.cut || share <= most) continue;
    most = share;
    culprit = &part;
  }
  throw ModelError(concat(
      culprit ? concat("part '", culprit->name, "' (cut)") : std::string("the parts"),
      ": no real body is left: the second moment of the whole along (", direction.x(), ", ",
      direction.y(), ", ", direction.z(), ") is ", value, " kg m²; it must not be negative",
      culprit
          ? concat(". The cut takes ", most, " kg m² of it: it removes mass where there is none")
          : std::string()));
}

}  // namespace

Compound assemble(std::span<const Part> parts, std::span<const Material> own_materials,
                  Physics physics) {
  check(!parts.empty(), "assemble: there are no parts; at least one is needed.");
  Compound compound;
  std::vector<RigidMass> contributions;
  std::vector<std::string> problems;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part& part = parts[i];  // Not a copy: a mesh may be large.
    const std::string name = part.name.empty() ? concat(i + 1) : part.name;  // From 1.
    try {
      PartMass one = mass_of_part(part, own_materials, physics, compound.notes);
      one.name = name;
      contributions.push_back(part.cut ? -one.rigid_mass : one.rigid_mass);
      compound.parts.push_back(one);
    } catch (const ModelError& error) {
      for (const std::string& problem : error.problems()) {
        problems.push_back(concat("part '", name, "': ", problem));
      }
    }
  }
  if (!problems.empty()) throw ModelError(std::move(problems));

  const detail::CutReport cuts = detail::check_cuts(parts, compound.parts);
  compound.notes.insert(compound.notes.end(), cuts.notes.begin(), cuts.notes.end());
  if (physics == Physics::kRequired) {
    if (!cuts.problems.empty()) throw ModelError(cuts.problems);
    check_mass(compound);
  }
  compound.total = combined(contributions);
  if (physics == Physics::kRequired) check_second_moment(compound);
  return compound;
}

}  // namespace appell::mass
