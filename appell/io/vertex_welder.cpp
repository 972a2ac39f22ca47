#include "appell/io/vertex_welder.hpp"

#include <algorithm>
#include <bit>

namespace appell::io {
namespace {

/// Spreads the bits of a number over all of it (the finalizer of SplitMix64).
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

/// -0 becomes 0.
Vec3 without_sign_of_zero(const Vec3& point) { return point.array() + 0.0; }

std::uint64_t hash_of(const Vec3& point) {
  std::uint64_t h = 0x9e3779b97f4a7c15U;
  for (int i = 0; i < 3; ++i) h = mixed(h ^ std::bit_cast<std::uint64_t>(point[i]));
  return h;
}

}  // namespace

VertexWelder::VertexWelder(std::vector<Vec3>& vertices) : vertices_(vertices), slots_(1024, 0) {}

std::size_t VertexWelder::slot_of(const Vec3& point, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  while (slots_[slot] != 0 && vertices_[slots_[slot] - 1] != point) slot = (slot + 1) & mask;
  return slot;
}

void VertexWelder::grow() {
  slots_.assign(2 * slots_.size(), 0);
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    slots_[slot_of(vertices_[i], hash_of(vertices_[i]))] = static_cast<std::uint32_t>(i + 1);
  }
}

int VertexWelder::index_of(const Vec3& point) {
  const Vec3 p = without_sign_of_zero(point);
  return index_of(p, hash_of(p));
}

void VertexWelder::append_triangles(std::span<const Vec3> corners,
                                    std::vector<std::array<int, 3>>& triangles) {
  constexpr std::size_t kGroup = 96;
  std::array<Vec3, kGroup> points;
  std::array<std::uint64_t, kGroup> hashes{};
  for (std::size_t first = 0; first < corners.size(); first += kGroup) {
    const std::size_t count = std::min(kGroup, corners.size() - first);
    for (std::size_t i = 0; i < count; ++i) {
      points[i] = without_sign_of_zero(corners[first + i]);
      hashes[i] = hash_of(points[i]);
      __builtin_prefetch(&slots_[hashes[i] & (slots_.size() - 1)]);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t known = slots_[hashes[i] & (slots_.size() - 1)];
      if (known != 0) __builtin_prefetch(&vertices_[known - 1]);
    }
    for (std::size_t i = 0; i + 2 < count; i += 3) {
      std::array<int, 3> triangle{};
      for (std::size_t k = 0; k < 3; ++k) triangle[k] = index_of(points[i + k], hashes[i + k]);
      triangles.push_back(triangle);
    }
  }
}

int VertexWelder::index_of(const Vec3& p, std::uint64_t hash) {
  std::size_t slot = slot_of(p, hash);
  if (slots_[slot] == 0) {
    if (3 * (vertices_.size() + 1) > 2 * slots_.size()) {
      grow();
      slot = slot_of(p, hash);
    }
    vertices_.push_back(p);
    slots_[slot] = static_cast<std::uint32_t>(vertices_.size());
  }
  return static_cast<int>(slots_[slot] - 1);
}

}  // namespace appell::io
