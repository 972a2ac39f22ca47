#include "tests/support/mesh_texts.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>

#include "appell/base/text.hpp"

namespace appell::support {
namespace {

std::string words(const Vec3& p) { return concat(p.x(), " ", p.y(), " ", p.z()); }

const Vec3& corner(const mass::Mesh& mesh, int index) { return mesh.vertices[index]; }

}  // namespace

mass::Mesh box_mesh(const Vec3& size) {
  mass::Mesh mesh;
  for (int i = 0; i < 8; ++i) {
    const Vec3 sign((i & 1) != 0 ? 0.5 : -0.5, (i & 2) != 0 ? 0.5 : -0.5,
                    (i & 4) != 0 ? 0.5 : -0.5);
    mesh.vertices.emplace_back(sign.cwiseProduct(size));
  }
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {1, 3, 7}, {1, 7, 5}, {3, 2, 6}, {3, 6, 7}, {2, 0, 4}, {2, 4, 6}};
  return mesh;
}

mass::Mesh ball_mesh(int n) {
  constexpr double kPi = 3.14159265358979323846;
  mass::Mesh mesh;
  mesh.vertices.emplace_back(0, 0, 1);
  for (int i = 1; i < n; ++i) {
    for (int j = 0; j < 2 * n; ++j) {
      const double theta = kPi * i / n, phi = kPi * j / n;
      mesh.vertices.emplace_back(std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi),
                                 std::cos(theta));
    }
  }
  mesh.vertices.emplace_back(0, 0, -1);
  const auto index = [n](int i, int j) {
    return i == 0 ? 0 : i == n ? 1 + (n - 1) * 2 * n : 1 + (i - 1) * 2 * n + j % (2 * n);
  };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 2 * n; ++j) {
      const int a = index(i, j), b = index(i + 1, j), c = index(i + 1, j + 1), d = index(i, j + 1);
      if (i + 1 < n) mesh.triangles.push_back({a, b, c});
      if (i > 0) mesh.triangles.push_back({a, c, d});
    }
  }
  return mesh;
}

std::string binary_stl(const mass::Mesh& mesh) {
  std::string bytes(80, '.');
  const auto append = [&bytes](const auto& value) {
    char raw[sizeof(value)];
    std::memcpy(raw, &value, sizeof(value));
    bytes.append(raw, sizeof(value));
  };
  append(static_cast<std::uint32_t>(mesh.triangles.size()));
  for (const auto& triangle : mesh.triangles) {
    for (int i = 0; i < 3; ++i) append(0.0F);  // The normal.
    for (const int index : triangle) {
      for (int i = 0; i < 3; ++i) append(static_cast<float>(corner(mesh, index)[i]));
    }
    append(std::uint16_t{0});
  }
  return bytes;
}

std::string ascii_stl(const mass::Mesh& mesh) {
  std::string text = "solid s\n";
  for (const auto& triangle : mesh.triangles) {
    text += "facet normal 0 0 0\nouter loop\n";
    for (const int index : triangle) text += "vertex " + words(corner(mesh, index)) + "\n";
    text += "endloop\nendfacet\n";
  }
  return text + "endsolid s\n";
}

std::string obj_text(const mass::Mesh& mesh) {
  std::string text;
  for (const Vec3& p : mesh.vertices) text += "v " + words(p) + "\n";
  for (const auto& t : mesh.triangles) {
    text += concat("f ", t[0] + 1, " ", t[1] + 1, " ", t[2] + 1, "\n");
  }
  return text;
}

}  // namespace appell::support
