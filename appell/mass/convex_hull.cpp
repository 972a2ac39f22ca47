#include "appell/mass/convex_hull.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "appell/base/error.hpp"

namespace appell::mass {
namespace {

/// A triangle of the hull so far, and the points that are outside of it.
struct HullFace {
  std::array<int, 3> corners;
  Vec3 normal = Vec3::Zero();
  double offset = 0.0;
  std::vector<int> outside;
  bool is_alive = true;
};

/// Quickhull: from a tetrahedron, the farthest point outside a face replaces the faces that it sees
/// by a cone over their border.
class Quickhull {
 public:
  explicit Quickhull(std::span<const Vec3> points) : points_(points) {
    for (const Vec3& point : points) size_ = std::max(size_, (point - points[0]).norm());
    start();
    for (std::size_t i = 0; i < faces_.size(); ++i) {
      while (faces_[i].is_alive && !faces_[i].outside.empty()) add(farthest(faces_[i]), i);
    }
  }

  Mesh mesh() const {
    Mesh out;
    std::map<int, int> index;
    for (const HullFace& face : faces_) {
      if (!face.is_alive) continue;
      std::array<int, 3> corners{};
      for (std::size_t i = 0; i < 3; ++i) {
        const auto [known, is_new] =
            index.emplace(face.corners[i], static_cast<int>(out.vertices.size()));
        if (is_new) out.vertices.push_back(at(face.corners[i]));
        corners[i] = known->second;
      }
      out.triangles.push_back(corners);
    }
    return out;
  }

 private:
  const Vec3& at(int i) const { return points_[i]; }
  double distance(const HullFace& face, int i) const {
    return face.normal.dot(at(i)) - face.offset;
  }

  /// The index of the point with the largest value; it must exceed rounding.
  template <class Value>
  int largest(const Value& value) const {
    int best = 0;
    for (int i = 1; i < static_cast<int>(points_.size()); ++i) {
      if (value(at(i)) > value(at(best))) best = i;
    }
    if (points_.empty() || !(value(at(best)) > kRounding * size_)) {
      throw ModelError("mesh: all corners lie in one plane: there is no solid inside of them");
    }
    return best;
  }

  void start() {
    const int a = 0;
    const int b = largest([&](const Vec3& p) { return (p - at(a)).norm(); });
    const Vec3 along = (at(b) - at(a)).normalized();
    const int c = largest([&](const Vec3& p) { return (p - at(a)).cross(along).norm(); });
    const Vec3 normal = along.cross(at(c) - at(a)).normalized();
    int d = largest([&](const Vec3& p) { return std::abs(normal.dot(p - at(a))); });
    const bool is_above = normal.dot(at(d) - at(a)) > 0.0;
    std::array<int, 4> corners{a, b, c, d};
    if (is_above) std::swap(corners[1], corners[2]);  // Now the first three see d from behind.
    const auto [i, j, k, l] = corners;
    std::vector<std::size_t> made;
    for (const std::array<int, 3>& face : {std::array{i, j, k}, {i, l, j}, {j, l, k}, {k, l, i}}) {
      made.push_back(add_face(face));
    }
    std::vector<int> all(points_.size());
    for (std::size_t p = 0; p < all.size(); ++p) all[p] = static_cast<int>(p);
    share_out(all, made);
  }

  std::size_t add_face(const std::array<int, 3>& corners) {
    HullFace face{.corners = corners};
    const Vec3& a = at(corners[0]);
    const Vec3 normal = (at(corners[1]) - a).cross(at(corners[2]) - a);
    face.normal = normal.norm() > 0.0 ? Vec3(normal.normalized()) : Vec3(Vec3::Zero());
    face.offset = face.normal.dot(a);
    faces_.push_back(std::move(face));
    for (std::size_t i = 0; i < 3; ++i) {
      face_of_[{corners[i], corners[(i + 1) % 3]}] = faces_.size() - 1;
    }
    return faces_.size() - 1;
  }

  /// Gives each point to the first of the faces that it is outside of; points inside are done.
  void share_out(const std::vector<int>& points, const std::vector<std::size_t>& among) {
    for (const int p : points) {
      for (const std::size_t f : among) {
        if (distance(faces_[f], p) <= kRounding * size_) continue;
        faces_[f].outside.push_back(p);
        break;
      }
    }
  }

  int farthest(const HullFace& face) const {
    return *std::max_element(face.outside.begin(), face.outside.end(),
                             [&](int p, int q) { return distance(face, p) < distance(face, q); });
  }

  void add(int point, std::size_t seen_from) {
    std::vector<std::size_t> visible{seen_from};
    std::vector<std::pair<int, int>> border;
    std::vector<int> orphans;
    faces_[seen_from].is_alive = false;
    for (std::size_t next = 0; next < visible.size(); ++next) {
      const std::array<int, 3> corners = faces_[visible[next]].corners;
      for (std::size_t i = 0; i < 3; ++i) {
        const int a = corners[i], b = corners[(i + 1) % 3];
        const std::size_t beyond = face_of_.at({b, a});
        HullFace& neighbour = faces_[beyond];
        if (!neighbour.is_alive) continue;
        if (distance(neighbour, point) > kRounding * size_) {
          neighbour.is_alive = false;
          visible.push_back(beyond);
        } else {
          border.emplace_back(a, b);
        }
      }
    }
    for (const std::size_t f : visible) {
      orphans.insert(orphans.end(), faces_[f].outside.begin(), faces_[f].outside.end());
      faces_[f].outside = {};
    }
    std::vector<std::size_t> made;
    for (const auto& [a, b] : border) made.push_back(add_face({a, b, point}));
    share_out(orphans, made);
  }

  static constexpr double kRounding = 1e-12;

  std::span<const Vec3> points_;
  double size_ = 0.0;
  std::vector<HullFace> faces_;
  std::map<std::pair<int, int>, std::size_t> face_of_;  ///< By an edge as the face passes it.
};

}  // namespace

Mesh convex_hull(std::span<const Vec3> points) { return Quickhull(points).mesh(); }

}  // namespace appell::mass
