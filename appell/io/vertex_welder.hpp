#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "appell/base/types.hpp"

namespace appell::io {

/// Makes one vertex of all corners with the same coordinates.
class VertexWelder {
 public:
  /// New vertices are appended to `vertices`, which is empty at first and must outlive this.
  explicit VertexWelder(std::vector<Vec3>& vertices);

  /// The vertex at a point, new or known. -0 is 0.
  int index_of(const Vec3& point);

  /// The same of a triangle's corners for many triangles, three points each: while one is looked
  /// up, the memory of the next ones is on its way, which halves the time where neighbours are far
  /// apart in the file.
  void append_triangles(std::span<const Vec3> corners, std::vector<std::array<int, 3>>& triangles);

 private:
  int index_of(const Vec3& point, std::uint64_t hash);
  std::size_t slot_of(const Vec3& point, std::uint64_t hash) const;
  void grow();

  std::vector<Vec3>& vertices_;
  std::vector<std::uint32_t> slots_;  ///< 1 + index of a vertex, 0 if empty: open addressing.
};

}  // namespace appell::io
