#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "appell/mass/solids.hpp"

/// Not installed: one reader per format of mesh files. Corners that coincide are joined; vertices
/// that no triangle has are left out. What is beyond io/limits.hpp is refused.
namespace appell::io {

/// STL, binary or ASCII, in single precision as the format has it. A file whose size is what the
/// count of a binary header says is binary; else it must begin with "solid", perhaps behind a byte
/// order mark. Normals and colours are passed over: the order of the corners says what is outside.
/// @param size  of the stream in bytes: checked against the claimed number of triangles before
///   memory is taken.
/// @throws ModelError "name:line: ..." of a text, "name: triangle i (byte b): ..." else.
mass::Mesh read_stl(std::istream& stream, const std::string& name, std::uint64_t size);

/// OBJ: vertices and faces, in any order. A vertex has 3 numbers, 4 if the last is 1, or 6 with a
/// colour. Other files (mtllib) are never opened; texture, normals, groups, materials, lines and
/// points are passed over; free-form surfaces are refused. A face is cut into triangles that all
/// have its first corner. They may overlap if the face is not convex, but then their signed
/// integrals still add up to those of the face as long as it is flat; of a face that is not, the
/// fan is one surface among several.
/// @throws ModelError "name:line: ..."
mass::Mesh read_obj(std::istream& stream, const std::string& name);

/// Triangles of one colour: red, green, blue, 0 to 1; none: the file does not say.
struct MeshPart {
  mass::Mesh mesh;
  std::optional<Vec3> colour = {};
};

/// Whether a COLLADA file is one part, or one for each (diffuse) colour of its materials.
enum class DaeParts { kTogether, kByColour };

/// COLLADA, by assimp: triangles of all nodes, in metres, axes as in the file (as URDF means them).
/// @throws ModelError "name: ..."
std::vector<MeshPart> read_dae(const std::string& text, const std::string& name,
                               DaeParts parts = DaeParts::kTogether);

/// read_mesh() to look at: a COLLADA file by its colours, other files in one part.
std::vector<MeshPart> read_mesh_parts(const std::string& path);

}  // namespace appell::io
