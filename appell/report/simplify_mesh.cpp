#include "appell/report/simplify_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>

namespace appell::report {
namespace {

/// Σ w (n · x + d)² over planes, as a function of the point x; w are areas.
struct PlaneSum {
  Mat3 A = Mat3::Zero();
  Vec3 b = Vec3::Zero();
  double c = 0.0;

  void add(const Vec3& n, double d, double weight) {
    A += weight * n * n.transpose();
    b += weight * d * n;
    c += weight * d * d;
  }
  void add(const PlaneSum& other) {
    A += other.A;
    b += other.b;
    c += other.c;
  }
  double at(const Vec3& x) const { return x.dot(A * x) + 2.0 * b.dot(x) + c; }
};

/// Two vertices that may become one.
struct Edge {
  double cost;
  int from, to;
  int stamp;  ///< Of both when the cost was computed, added up.
  bool operator<(const Edge& other) const { return cost > other.cost; }  // The least on top.
};

class EdgeCollapse {
  template <class Container>
  static auto& at(Container& of, int i) {
    return of[i];
  }

 public:
  enum class Care { kShape, kNone };

  explicit EdgeCollapse(const mass::Mesh& mesh)
      : points_(mesh.vertices),
        triangles_(mesh.triangles),
        planes_(points_.size()),
        around_(points_.size()),
        stamps_(points_.size(), 0) {
    for (std::size_t i = 0; i < triangles_.size(); ++i) add_triangle(static_cast<int>(i));
    add_open_edges();
  }

  std::size_t num_triangles() const { return num_triangles_; }

  /// Until there are no more triangles than that, or no edge is left.
  void run(std::size_t most, Care care) {
    care_ = care;
    edges_ = {};
    for (std::size_t i = 0; i < triangles_.size(); ++i) {
      const std::array<int, 3>& t = triangles_[i];
      if (t[0] < 0) continue;
      for (std::size_t k = 0; k < 3; ++k) {
        // An inner edge is passed both ways; one that is not gets in by either.
        if (t[k] < t[(k + 1) % 3] || is_open(t[k], t[(k + 1) % 3])) push(t[k], t[(k + 1) % 3]);
      }
    }
    while (num_triangles_ > most && !edges_.empty()) {
      const Edge edge = edges_.top();
      edges_.pop();
      const auto [a, b] = std::pair(at(stamps_, edge.from), at(stamps_, edge.to));
      if (a < 0 || b < 0 || a + b != edge.stamp) continue;
      collapse(edge.from, edge.to);
    }
  }

  mass::Mesh result() const {
    mass::Mesh mesh;
    std::vector<int> index(points_.size(), -1);
    for (const std::array<int, 3>& t : triangles_) {
      if (t[0] < 0) continue;
      std::array<int, 3> kept{};
      for (std::size_t k = 0; k < 3; ++k) {
        int& i = at(index, t[k]);
        if (i < 0) {
          i = static_cast<int>(mesh.vertices.size());
          mesh.vertices.push_back(at(points_, t[k]));
        }
        kept[k] = i;
      }
      mesh.triangles.push_back(kept);
    }
    return mesh;
  }

 private:
  Vec3 normal(const std::array<int, 3>& t) const {  // Twice as long as the area.
    const Vec3& p = at(points_, t[0]);
    return (at(points_, t[1]) - p).cross(at(points_, t[2]) - p);
  }

  void add_triangle(int i) {
    const std::array<int, 3>& t = at(triangles_, i);
    if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) {
      at(triangles_, i)[0] = -1;
      return;
    }
    ++num_triangles_;
    const Vec3 n = normal(t);
    const double size = n.norm();
    for (const int v : t) {
      at(around_, v).push_back(i);
      if (size > 0.0) at(planes_, v).add(n / size, -n.dot(at(points_, t[0])) / size, size);
    }
  }

  /// Whether only one triangle has both.
  bool is_open(int a, int b) const {
    int count = 0;
    for (const int i : at(around_, a)) count += has(i, b) ? 1 : 0;
    return count == 1;
  }
  bool has(int triangle, int v) const {
    const std::array<int, 3>& t = at(triangles_, triangle);
    return t[0] == v || t[1] == v || t[2] == v;
  }

  void add_open_edges() {
    for (const std::array<int, 3>& t : triangles_) {
      if (t[0] < 0) continue;
      for (std::size_t k = 0; k < 3; ++k) {
        const int a = t[k], b = t[(k + 1) % 3];
        if (!is_open(a, b)) continue;
        const Vec3 along = at(points_, b) - at(points_, a);
        const Vec3 n = along.cross(normal(t)).normalized();
        if (!n.allFinite()) continue;
        for (const int v : {a, b}) {
          at(planes_, v).add(n, -n.dot(at(points_, a)), along.squaredNorm());
        }
      }
    }
  }

  /// Where an edge goes, and what that costs.
  std::pair<Vec3, double> target(int a, int b) const {
    PlaneSum sum = at(planes_, a);
    sum.add(at(planes_, b));
    const Vec3 middle = 0.5 * (at(points_, a) + at(points_, b));
    const double length = (at(points_, a) - at(points_, b)).norm();
    Vec3 best = middle;
    double least = sum.at(middle);
    const auto take = [&](const Vec3& x) {
      const double cost = sum.at(x);
      if (cost < least) best = x, least = cost;
    };
    take(at(points_, a));
    take(at(points_, b));
    const double trace = sum.A.trace();
    const double det = sum.A.determinant();
    if (det > 1e-6 * trace * trace * trace) {  // The planes meet in a point.
      const Vec3 r0 = sum.A.row(0), r1 = sum.A.row(1), r2 = sum.A.row(2);
      const Vec3 x =
          -(r1.cross(r2) * sum.b[0] + r2.cross(r0) * sum.b[1] + r0.cross(r1) * sum.b[2]) / det;
      if ((x - middle).norm() < 2.0 * length) take(x);
    }
    // In planes every point is as good: short edges go first.
    return {best, std::max(least, 0.0) + 1e-6 * trace * length * length};
  }

  void push(int a, int b) {
    edges_.push({target(a, b).second, a, b, at(stamps_, a) + at(stamps_, b)});
  }

  /// Whether a triangle around a, but not at b, would turn over if a went to x.
  bool turns_over(int a, int b, const Vec3& x) const {
    for (const int i : at(around_, a)) {
      if (has(i, b)) continue;
      const std::array<int, 3>& t = at(triangles_, i);
      std::array<Vec3, 3> p;
      for (std::size_t k = 0; k < 3; ++k) p[k] = t[k] == a ? x : at(points_, t[k]);
      const Vec3 before = normal(t);
      const Vec3 after = (p[1] - p[0]).cross(p[2] - p[0]);
      if (before.dot(after) < 0.2 * before.norm() * after.norm()) return true;
    }
    return false;
  }

  /// Whether surfaces would stick together: vertices beside both that no triangle has with both.
  bool pinches(int a, int b) {
    near_.clear();
    int shared = 0;
    for (const int i : at(around_, a)) {
      shared += has(i, b) ? 1 : 0;
      for (const int v : at(triangles_, i)) {
        if (v != a && v != b) near_.push_back(v);
      }
    }
    std::sort(near_.begin(), near_.end());
    near_.erase(std::unique(near_.begin(), near_.end()), near_.end());
    both_.clear();
    for (const int i : at(around_, b)) {
      for (const int v : at(triangles_, i)) {
        if (std::binary_search(near_.begin(), near_.end(), v)) both_.push_back(v);
      }
    }
    std::sort(both_.begin(), both_.end());
    both_.erase(std::unique(both_.begin(), both_.end()), both_.end());
    return static_cast<int>(both_.size()) > shared;
  }

  void collapse(int a, int b) {
    const Vec3 x = target(a, b).first;
    if (care_ == Care::kShape && (turns_over(a, b, x) || turns_over(b, a, x) || pinches(a, b))) {
      return;
    }
    at(planes_, a).add(at(planes_, b));
    at(points_, a) = x;
    std::vector<int>& mine = at(around_, a);
    for (const int i : at(around_, b)) {
      std::array<int, 3>& t = at(triangles_, i);
      if (has(i, a)) {
        for (const int v : t) {
          if (v == b) continue;
          std::vector<int>& theirs = at(around_, v);
          theirs.erase(std::find(theirs.begin(), theirs.end(), i));
        }
        t[0] = -1;
        --num_triangles_;
        continue;
      }
      std::replace(t.begin(), t.end(), b, a);
      mine.push_back(i);
    }
    at(around_, b) = {};
    at(stamps_, b) = -1;
    ++at(stamps_, a);
    near_.clear();
    for (const int i : mine) {
      for (const int v : at(triangles_, i)) {
        if (v != a) near_.push_back(v);
      }
    }
    std::sort(near_.begin(), near_.end());
    near_.erase(std::unique(near_.begin(), near_.end()), near_.end());
    for (const int v : near_) push(a, v);
  }

  std::vector<Vec3> points_;
  std::vector<std::array<int, 3>> triangles_;  ///< First index -1: gone.
  std::vector<PlaneSum> planes_;
  std::vector<std::vector<int>> around_;  ///< Triangles of each vertex.
  std::vector<int> stamps_;               ///< How often a vertex was moved; -1: gone.
  std::priority_queue<Edge> edges_;
  std::vector<int> near_, both_;
  std::size_t num_triangles_ = 0;
  Care care_ = Care::kShape;
};

}  // namespace

mass::Mesh simplified(const mass::Mesh& mesh, std::size_t most_triangles) {
  if (mesh.triangles.size() <= most_triangles) return mesh;
  EdgeCollapse work(mesh);
  work.run(most_triangles, EdgeCollapse::Care::kShape);
  if (work.num_triangles() > most_triangles) work.run(most_triangles, EdgeCollapse::Care::kNone);
  return work.result();
}

}  // namespace appell::report
