#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "appell/mass/solids.hpp"
#include "appell/model/description.hpp"

namespace appell::analysis {

/// Something about a robot that its maker should look at.
struct Finding {
  enum class Severity {
    kImpossible,  ///< No real body is like that: results would be fiction.
    kWarning,     ///< Possible, but probably not what was meant.
    kNote,        ///< Worth knowing.
  };
  Severity severity = Severity::kWarning;
  std::string where;  ///< "link 'forearm'"
  std::string text;
};

/// What the second-moment test says about one link, and what its geometry would have.
struct LinkMargin {
  std::string link;
  double mass = 0.0;                      ///< kg
  Vec3 principal_moments = Vec3::Zero();  ///< About the centre of mass, ascending, kg m².
  /// Smallest principal second moment over the largest: negative if no real body has this inertia,
  /// 0 for a plate or rod without thickness or a point mass, 1 for a ball.
  double margin = 0.0;
  /// Principal moments of a homogeneous body of the link's geometry and mass, ascending; none if
  /// the link shows no solid.
  std::optional<Vec3> homogeneous_moments;
  bool is_impossible = false;  ///< No real body has this mass or inertia.
};

/// Which shapes of a link its mass was held against.
struct GeometryUse {
  std::string link;
  std::string source;  ///< "visual: arm.dae", "collision: arm.stl (visual: arm.dae is not there)".
  bool is_used = false;   ///< Otherwise `source` says why not.
  bool is_shown = false;  ///< Whether the link has shapes at all.
};

struct LintResult {
  std::vector<LinkMargin> links;  ///< Of the links with mass or inertia, in the order of the file.
  std::vector<GeometryUse> geometries;  ///< Of every link.
  std::vector<Finding> findings;

  bool is_impossible() const;
};

/// Triangles of the mesh files of a description, by model::MeshFile::path, not scaled.
using Meshes = std::map<std::string, mass::Mesh>;

/// Inspects a description that may be impossible (find_problems() with mass::Physics::kNotChecked
/// must be empty). Of each link: the mass, the second-moment test, and against its geometry, if it
/// has any, the centre of mass, the spread of the mass, and the inertia of a homogeneous body; of
/// the joints: limits and what they move; of all links together: inertias that look like defaults.
LintResult lint(const model::Description& description, const Meshes& meshes = {});

}  // namespace appell::analysis
