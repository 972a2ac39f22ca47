#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "appell/mass/density_law.hpp"
#include "appell/mass/materials.hpp"
#include "appell/mass/rigid_mass.hpp"
#include "appell/mass/shape.hpp"
#include "appell/spatial/transform.hpp"

namespace appell::mass {

/// A part whose mass properties are known: a motor from its data sheet, a part from a CAD program.
struct GivenBody {
  double mass = kUnset;                       ///< kg
  Vec3 com = Vec3::Zero();                    ///< Centre of mass in the part's frame, m.
  Mat3 inertia_com = Mat3::Constant(kUnset);  ///< About it, axes of the part's frame, kg m².
};

/// One part of a compound body B.
struct Part {
  std::string name;
  std::variant<Shape, GivenBody> body;
  /// A shape has exactly one of these three, or a density law; a given body has none.
  std::optional<double> density;  ///< kg per m, m² or m³, as the shape has one, two or three
                                  ///< dimensions.
  std::optional<double> mass;     ///< kg
  std::string material;           ///< A name of materials.hpp, for solids.
  spatial::Transform X_BP;        ///< Placement of the part's frame.
  bool cut = false;               ///< Removed, not added: σ = -1.
  DensityLaw density_law = {};    ///< Density that changes from point to point of the part's frame.
};

/// What one part is and contributes.
struct PartMass {
  std::string name;
  bool cut;
  double measure;        ///< Length, area or volume (m, m², m³); NaN for a given body.
  double density;        ///< Per measure, the mean of a law; NaN for a given body.
  RigidMass rigid_mass;  ///< In the frame of B, without the sign of a cut.
};

/// A body made of parts, some of them removed.
struct Compound {
  RigidMass total;  ///< In the frame of B.
  std::vector<PartMass> parts;
  /// What a reader should know: cuts that could not be checked, errors of density laws.
  std::vector<std::string> notes;
};

/// Puts parts together: P = Σ σ_j T_j P_j T_jᵀ [S4 eqs. (102), (103)], see combined().
///
/// Refused, naming the part: bad sizes, densities and given bodies; cuts that remove as much mass
/// as there is; a central second moment with a negative eigenvalue (tolerance: 1e-12 of the sum of
/// the parts' absolute values), which happens when a cut removes mass where there is none; a cut of
/// which a point is outside every other part. That last test needs convex solids:
/// where it cannot be made, a note says so. Overlaps of parts, and of cuts with each other, are not
/// tested.
/// @param own_materials  go before the standard ones of the same name.
/// @param physics  kNotChecked accepts what no real body has; then only bad sizes are refused.
/// @throws ModelError with every problem found. InvalidArgument if there are no parts.
Compound assemble(std::span<const Part> parts, std::span<const Material> own_materials = {},
                  Physics physics = Physics::kRequired);

}  // namespace appell::mass
