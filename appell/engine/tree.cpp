#include "appell/engine/tree.hpp"

#include "appell/model/model.hpp"

namespace appell::engine {
namespace {

/// Right-handed axes, as columns, of which the third is the unit vector `axis`; exact for the
/// coordinate axes. How the other two are turned about it is free: every result is the same.
Mat3 axes_about(const Vec3& axis) {
  int least = 0;
  axis.cwiseAbs().minCoeff(&least);
  Mat3 C;
  C.col(0) = axis.cross(Vec3::Unit(least)).normalized();
  C.col(1) = axis.cross(C.col(0));
  C.col(2) = axis;
  return C;
}

void set_rows(const Mat3& m, double (&rows)[9]) {
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) rows[3 * r + c] = m(r, c);
  }
}

/// xx yy zz xy xz yz.
void set_symmetric(const Mat3& S, double (&out)[6]) {
  const double entries[6] = {S(0, 0), S(1, 1), S(2, 2), S(0, 1), S(0, 2), S(1, 2)};
  for (int i = 0; i < 6; ++i) out[i] = entries[i];
}

void set_mass(const mass::RigidMass& body, const Mat3& C, TreeBody& out) {
  const Vec3 c = C.transpose() * body.p_BBcm;
  const Vec3 mc = body.mass * c;
  const Mat3 central = C.transpose() * body.second_moment * C;
  const Mat3 S = central + mc * c.transpose();
  Mat3 inertia = -S;  // Sums of squares, and not a difference of the trace.
  inertia.diagonal() = Vec3(S(1, 1) + S(2, 2), S(0, 0) + S(2, 2), S(0, 0) + S(1, 1));
  out.mass = out.carried_mass = body.mass;
  for (int i = 0; i < 3; ++i) out.first_moment[i] = mc(i);
  for (int i = 0; i < 3; ++i) out.centre[i] = c(i);
  set_symmetric(S, out.second_moment);
  set_symmetric(central, out.central_moment);
  set_symmetric(inertia, out.inertia);
}

/// Children in the order of their index, as linked lists.
void link_children(std::vector<TreeBody>& bodies) {
  for (std::size_t i = bodies.size(); i-- > 0;) {
    const int index = static_cast<int>(i);
    const int parent = bodies[i].parent;
    if (parent == model::kWorld) continue;
    TreeBody& P = bodies[parent];
    P.has_distant_child |= index != parent + 1;
    P.has_more_children = P.first_child != parent;
    bodies[i].next_sibling = P.has_more_children ? P.first_child : -1;
    P.first_child = index;
    for (int c = 0; c < 3; ++c) P.child_p0[c] = bodies[i].p0[c];
  }
}

/// A body carries what its children carry.
void sum_carried_masses(std::vector<TreeBody>& bodies) {
  for (std::size_t i = bodies.size(); i-- > 0;) {
    if (bodies[i].parent == model::kWorld) continue;
    bodies[bodies[i].parent].carried_mass += bodies[i].carried_mass;
  }
}

/// What the single kernels load for four bodies at once.
void fill_groups_of_four(Tree& tree) {
  const std::size_t padded = (tree.bodies.size() + 3) / 4 * 4;
  tree.angle_coordinates.resize(padded, 0);
  tree.angle_scales.resize(padded, 0.0);
  tree.angle_offsets.resize(padded, 0.0);
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    const TreeBody& body = tree.bodies[i];
    tree.angle_coordinates[i] = body.coordinate;
    tree.angle_scales[i] = body.ratio * body.turn;
    tree.angle_offsets[i] = body.offset * body.turn;
    tree.in_order &= body.coordinate == static_cast<int>(i);
  }
}

/// The bodies of each coordinate, from the last on: what follows from who of them is alone.
void see_who_writes_forces(Tree& tree) {
  std::vector<bool> written(tree.num_coordinates, false);
  for (auto body = tree.bodies.rbegin(); body != tree.bodies.rend(); ++body) {
    const auto j = static_cast<std::size_t>(body->coordinate);
    body->adds_to_force = written[j];
    tree.is_once &= !written[j];
    tree.is_chain &= !written[j] && body->parent == static_cast<int>(tree.bodies.rend() - body) - 2;
    written[j] = true;
    const int index = static_cast<int>(tree.bodies.rend() - body) - 1;
    body->is_simple = index > 0 && body->parent == index - 1 && !body->slides && !body->has_rotor &&
                      !body->adds_to_force && !body->has_distant_child;
  }
}

}  // namespace

Tree lower(const model::Model& model, const Vec3& gravity) {
  Tree tree;
  tree.num_coordinates = model.num_coordinates();
  for (int i = 0; i < 3; ++i) tree.gravity[i] = gravity(i);
  tree.bodies.reserve(model.bodies().size());
  std::vector<Mat3> to_z;  // The axes of the engine's frame in the model's, body by body.
  to_z.reserve(model.bodies().size());
  for (const model::Body& body : model.bodies()) {
    const bool turns = body.screw.angular.squaredNorm() > 0.0;
    const Vec3 axis = (turns ? body.screw.angular : body.screw.linear).normalized();
    const Mat3 C = axes_about(axis);
    const bool at_root = body.parent == model::kWorld;
    const Mat3 C_P = at_root ? Mat3::Identity() : to_z[body.parent];
    TreeBody& out = tree.bodies.emplace_back(TreeBody{});
    set_rows(C_P.transpose() * body.X_PJ.R * C, out.R0);
    const Vec3 p0 = C_P.transpose() * body.X_PJ.p;
    for (int i = 0; i < 3; ++i) {
      out.p0[i] = p0(i);
      out.has_arm[i] = p0(i) != 0.0;
    }
    set_rows(C, out.axes);
    set_mass(body.rigid_mass, C, out);
    out.turn = turns ? 1.0 : 0.0;
    out.slide = body.screw.linear.dot(axis);
    out.ratio = body.ratio;
    out.offset = body.offset;
    out.slides = out.slide != 0.0;
    out.rotor = body.ratio * body.ratio * model.reflected_inertia(body);
    out.has_rotor = out.rotor != 0.0;
    out.parent = body.parent;
    out.coordinate = body.coordinate;
    out.first_child = out.run_first = body.index;
    if (body.index > 0 && body.parent == body.index - 1) {
      out.run_first = tree.bodies[body.parent].run_first;
    }
    out.next_sibling = -1;
    to_z.push_back(C);
  }
  fill_groups_of_four(tree);
  link_children(tree.bodies);
  sum_carried_masses(tree.bodies);
  see_who_writes_forces(tree);
  return tree;
}

void set_masses(const model::Model& model, Tree& tree) noexcept {
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> C(tree.bodies[i].axes);
    set_mass(model.bodies()[i].rigid_mass, C, tree.bodies[i]);
  }
  sum_carried_masses(tree.bodies);
}

}  // namespace appell::engine
