#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

/// What the readers take at most, each with its reason; docs/formats.md has the table. A file
/// beyond a limit is refused with what was found and what is allowed, before it fills the memory,
/// the stack or the day.
namespace appell::io {

/// The largest text of a format.
struct SizeLimit {
  std::string_view what;  ///< For the message: "a TOML file".
  std::size_t bytes;
};

// URDF. The humanoid has 40 kB. A tree of elements takes up to 20 times its text.
inline constexpr SizeLimit kUrdfLimit{"a URDF file", std::size_t{64} << 20};

// MJCF and SDF: as URDF.
inline constexpr SizeLimit kMjcfLimit{"an MJCF file", std::size_t{64} << 20};
inline constexpr SizeLimit kSdfLimit{"an SDF file", std::size_t{64} << 20};

// TOML. toml++ takes up to 40 bytes of memory per byte of text, and calls itself for every level of
// a table and a list. Our own formats nest four deep.
inline constexpr SizeLimit kTomlLimit{"a TOML file", std::size_t{16} << 20};
inline constexpr std::size_t kDeepestTomlLists = 16;  ///< Brackets and braces that are open.
inline constexpr std::size_t kDeepestTomlKey = 16;    ///< Dots of a key, or of a table's name.

// Files that name files: each level of a chain takes stack, and files that name others twice double
// the work with every level.
inline constexpr std::size_t kLongestFileChain = 32;
inline constexpr std::size_t kMostFiles = 1000;  ///< That one file leads to.

// States, in JSON. 129 orders of 5000 coordinates with all their digits fit.
inline constexpr SizeLimit kStateLimit{"a state", std::size_t{16} << 20};
inline constexpr int kDeepestJson = 64;

// CSV. Records of up to 50,000 samples become splines of whole columns: 70 bytes per number for
// order 4, 200 for order 20. Longer ones keep the numbers, 8 bytes each.
inline constexpr SizeLimit kCsvLimit{"a CSV file", std::size_t{256} << 20};
inline constexpr std::size_t kMostSplineNumbers = 10'000'000;
inline constexpr std::size_t kMostCsvColumns = 1'000'000;  ///< A broken line may be all commas.

// Meshes. Reading and checking one takes about 45 bytes per triangle.
inline constexpr std::uint64_t kMostTriangles = 50'000'000;
inline constexpr std::uint64_t kMostMeshVertices = 50'000'000;
inline constexpr std::size_t kLongestMeshLine = std::size_t{16} << 20;  ///< A face of 10⁶ corners.

// COLLADA is read by assimp, which takes up to 50 times the text, calls itself for every level of
// elements, and repeats a node for each <instance_node>: 2ⁿ times if n of them are nested.
inline constexpr SizeLimit kDaeLimit{"a .dae file", std::size_t{64} << 20};
inline constexpr int kDeepestDae = 64;
inline constexpr int kMostDaeInstances = 16;

}  // namespace appell::io
