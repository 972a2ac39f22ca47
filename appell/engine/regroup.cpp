#include "appell/engine/regroup.hpp"

#include <algorithm>
#include <limits>

namespace appell::engine {
namespace {

Mat3 matrix_of(const TurnAboutZ& turn) {
  return (Mat3() << turn.cos, -turn.sin, 0.0, turn.sin, turn.cos, 0.0, 0.0, 0.0, 1.0).finished();
}

Vec3 vector_of(const double (&v)[3]) { return {v[0], v[1], v[2]}; }
Arm arm_of(const Vec3& v) {
  return {v.x(), v.y(), v.z(), v.x() != 0.0, v.y() != 0.0, v.z() != 0.0};
}

void set_vector(const Vec3& v, double (&out)[3]) {
  for (int i = 0; i < 3; ++i) out[i] = v(i);
}

Mat3 rotation_of(const TreeBody& body) {
  const double* R = body.R0;
  return (Mat3() << R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]).finished();
}

/// The turn of a parent that puts the axis of a child into the plane of y and z, with y ≤ 0.
TurnAboutZ turn_towards(const TreeBody& child) {
  const double x = child.R0[2], y = child.R0[5], length = std::hypot(x, y);
  if (length == 0.0) return {};
  return {-y / length, x / length};
}

/// How far an origin may shift along its axis, by lengths of its arm: common normals of axes that
/// are nearly parallel would lead far away.
constexpr double kFarthest = 2.0;

/// The shift of an origin along its axis that leaves the arm two components in its parent's axes: z
/// and x, of an axis that is steep enough on the parent's, else x and y. Where that leads too far,
/// the origin is the foot of the perpendicular from the parent's origin.
double shift_of(const TreeBody& body, double parent_shift) {
  const Vec3 arm = vector_of(body.p0), p0 = arm - Vec3(0.0, 0.0, parent_shift);
  const Vec3 axis = rotation_of(body).col(2);
  const double sin = std::hypot(axis.x(), axis.y());
  if (sin * kFarthest >= 1.0) return (matrix_of(turn_towards(body)).transpose() * p0).y() / sin;
  const double shift = -p0.z() / axis.z();
  return std::abs(shift) <= kFarthest * arm.norm() ? shift : -axis.dot(p0);
}

SuitableFrames suitable_frames(const Tree& tree) {
  // Three products, and what a division makes of their sum.
  constexpr double kRounding = 3.0 * kFarthest * std::numeric_limits<double>::epsilon();
  const std::vector<double> zeros(tree.bodies.size(), 0.0);
  SuitableFrames frames{zeros, zeros, std::vector<TurnAboutZ>(tree.bodies.size())};
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    const TreeBody& body = tree.bodies[i];
    const auto first_child = static_cast<std::size_t>(body.first_child);
    if (first_child != i) frames.turn[i] = turn_towards(tree.bodies[first_child]);
    if (body.parent < 0) continue;
    const auto P = static_cast<std::size_t>(body.parent);
    const double length = vector_of(body.p0).norm() + std::abs(frames.shift[P]);
    frames.shift[i] = shift_of(body, frames.shift[P]);
    frames.rounding[i] = frames.rounding[P] + kRounding * length;
  }
  return frames;
}

/// Of the body alone, in its new frame: sums of what is positive.
BodyMoments moments_of(const TreeBody& body, double shift, const TurnAboutZ& turn) {
  const double* S = body.central_moment;
  const Mat3 central = (Mat3() << S[0], S[3], S[4], S[3], S[1], S[5], S[4], S[5], S[2]).finished();
  const Mat3 R = matrix_of(turn);
  const Vec3 centre = R.transpose() * (vector_of(body.centre) - Vec3(0.0, 0.0, shift));
  return {body.mass, body.mass * centre,
          R.transpose() * central * R + body.mass * centre * centre.transpose()};
}

/// The angle of a rotation about z.
double angle_of(const Mat3& R) { return std::atan2(R(1, 0) - R(0, 1), R(0, 0) + R(1, 1)); }

/// Eq. (1) of RegroupedBody: R0 = turn about z · tilt about x · phase about z.
void set_placement(const Tree& tree, const SuitableFrames& frames, std::size_t i,
                   RegroupedBody& out) {
  const TreeBody& body = tree.bodies[i];
  const Mat3 R0 = rotation_of(body) * matrix_of(frames.turn[i]);
  if (body.parent < 0) {
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) out.R0[3 * r + c] = R0(r, c);
    }
    out.parent_cos = out.tilt_cos = 1.0;
    return;
  }
  const auto P = static_cast<std::size_t>(body.parent);
  const TurnAboutZ towards = turn_towards(body);
  const TurnAboutZ& of_parent = frames.turn[P];
  out.is_turned = tree.bodies[P].first_child != static_cast<int>(i);
  const Mat3 in_parent = matrix_of(of_parent).transpose() * matrix_of(towards);
  out.parent_cos = out.is_turned ? in_parent(0, 0) : 1.0;
  out.parent_sin = out.is_turned ? in_parent(1, 0) : 0.0;
  out.tilt_cos = R0(2, 2);
  out.tilt_sin = std::hypot(R0(0, 2), R0(1, 2));
  // Less than the rounding of the rotation itself.
  out.is_right = std::abs(out.tilt_cos) <= std::numeric_limits<double>::epsilon();
  if (out.is_right) {
    out.tilt_cos = 0.0;
    out.tilt_sin = 1.0;
  }
  out.is_shallow = out.tilt_sin < 0.25;
  out.tilt_shear = out.tilt_cos / (1.0 + out.tilt_sin);
  Mat3 tilt = Mat3::Identity();
  tilt.bottomRightCorner<2, 2>() << out.tilt_cos, -out.tilt_sin, out.tilt_sin, out.tilt_cos;
  const Mat3 turned_tilt = matrix_of(towards) * tilt;
  out.phase = angle_of(turned_tilt.transpose() * R0);
  Vec3 p0 = vector_of(body.p0) - Vec3(0.0, 0.0, frames.shift[P]);
  p0 = matrix_of(towards).transpose() * p0 + frames.shift[i] * tilt.col(2);
  for (int e = 0; e < 3; ++e) {
    if (std::abs(p0(e)) <= frames.rounding[i]) p0(e) = 0.0;
  }
  out.p0 = arm_of(p0);
  set_vector(out.is_turned ? Vec3(in_parent * p0) : p0, out.p0_in_parent);
}

void set_joint(const TreeBody& body, RegroupedBody& out) {
  out.scale = body.turn * body.ratio;
  out.offset = body.turn * body.offset;
  out.slide_scale = body.slide * body.ratio;
  out.slide_offset = body.slide * body.offset;
  out.parent = body.parent;
  out.coordinate = body.coordinate;
  out.first_child = body.first_child;
  out.next_sibling = body.next_sibling;
  out.slides = out.keeps_axis = body.slides;
  out.has_rotor = body.has_rotor;
  out.rotor = body.rotor;
  out.adds_to_force = body.adds_to_force;
  out.has_more_children = body.has_more_children;
  out.is_special = out.has_more_children || out.keeps_axis;
  out.is_simple = body.is_simple;
  out.has_distant_child = body.has_distant_child;
}

/// Where all joints from a body to the root turn about axes through one point, its force moves none
/// of them; and a root that only turns asks no more than the moment about its axis.
void see_what_is_needed(std::vector<RegroupedBody>& bodies, std::size_t i) {
  RegroupedBody& body = bodies[i];
  body.needs_force = body.slides;
  if (body.parent < 0) return;
  const RegroupedBody& parent = bodies[body.parent];
  body.hangs_on_turning_root = parent.parent < 0 && !parent.slides;
  body.has_arm = body.p0.has_x || body.p0.has_y || body.p0.has_z;
  body.needs_force |= parent.needs_force || body.has_arm;
}

/// Masses on the axis of a joint that only turns move as if they were the parent's.
void give_axis_to_parent(const RegroupedBody& body, const BodyMoments& own, BodyMoments& parent) {
  const Vec3 p0 = vector_of(body.p0_in_parent);
  const Vec3 z(body.parent_sin * body.tilt_sin, -body.parent_cos * body.tilt_sin, body.tilt_cos);
  const double m = own.mass, mz = own.first(2), zz = own.second(2, 2);
  parent.mass += m;
  parent.first += m * p0 + mz * z;
  parent.second += m * p0 * p0.transpose() + zz * z * z.transpose() +
                   mz * (p0 * z.transpose() + z * p0.transpose());
}

void set_masses(const BodyMoments& own, RegroupedBody& out) {
  out.mass_x = own.first(0);
  out.mass_y = own.first(1);
  out.xx = own.second(0, 0);
  out.yy = own.second(1, 1);
  out.yz = own.second(1, 2);
  out.zx = own.second(0, 2);
  out.xy = own.second(0, 1);
  if (!out.keeps_axis) return;
  out.mass = own.mass;
  out.mass_z = own.first(2);
  out.zz = own.second(2, 2);
}

void set_lanes(double x, double y, double z, double (&v)[4]) {
  v[0] = x;
  v[1] = y;
  v[2] = z;
  v[3] = 0.0;
}

/// A vector, its yzx and its zxy.
void set_turned(double x, double y, double z, double (&turned)[3][4]) {
  set_lanes(x, y, z, turned[0]);
  set_lanes(y, z, x, turned[1]);
  set_lanes(z, x, y, turned[2]);
}

void set_masses(const RegroupedBody& body, RegroupedInLanes& lanes) {
  set_turned(body.mass_x, body.mass_y, body.mass_z, lanes.first_moment);
  set_turned(body.xx, body.yy, body.zz, lanes.squares);
  set_turned(body.yz, body.zx, body.xy, lanes.products);
}

void set_row_by_row(const Mat3& m, double (&rows)[9]) {
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) rows[3 * r + c] = m(r, c);
  }
}

/// Eq. (1) of TreeBody from that of RegroupedBody.
void set_placement(const RegroupedBody& from, TreeBody& body) {
  if (from.parent < 0) {
    std::copy_n(from.R0, 9, body.R0);
    return;
  }
  const double c = from.tilt_cos, s = from.tilt_sin;
  const Mat3 tilt = (Mat3() << 1.0, 0.0, 0.0, 0.0, c, -s, 0.0, s, c).finished();
  set_row_by_row(matrix_of({from.parent_cos, from.parent_sin}) * tilt, body.R0);
  body.is_tilted = !from.is_turned;
  body.is_right = body.is_tilted && from.is_right;
  for (int e = 0; e < 3; ++e) {
    body.p0[e] = from.p0_in_parent[e];
    body.has_arm[e] = body.p0[e] != 0.0;
  }
}

void set_masses(const RegroupedBody& from, TreeBody& body) {
  body.mass = body.carried_mass = from.mass;
  const double first[3] = {from.mass_x, from.mass_y, from.mass_z};
  const double second[6] = {from.xx, from.yy, from.zz, from.xy, from.zx, from.yz};
  const double inertia[6] = {from.yy + from.zz, from.xx + from.zz, from.xx + from.yy,
                             -from.xy,          -from.zx,          -from.yz};
  std::copy_n(first, 3, body.first_moment);
  std::copy_n(second, 6, body.second_moment);
  std::copy_n(inertia, 6, body.inertia);
}

}  // namespace

Tree in_suitable_frames(const model::Model& model, const Vec3& gravity) {
  Tree tree = lower(model, gravity);
  const Regrouping regrouping = regroup(tree);
  const SuitableFrames& frames = regrouping.frames;
  const std::vector<RegroupedBody>& regrouped = regrouping.bodies;
  tree.angle_phases.assign(tree.angle_offsets.size(), 0.0);
  for (std::size_t i = tree.bodies.size(); i-- > 0;) {
    TreeBody& body = tree.bodies[i];
    tree.angle_phases[i] = regrouped[i].phase;
    body.shift = frames.shift[i];
    const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> axes(body.axes);
    set_row_by_row(axes * matrix_of(frames.turn[i]), body.axes);
    set_placement(regrouped[i], body);
    set_masses(regrouped[i], body);
  }
  for (std::size_t i = tree.bodies.size(); i-- > 0;) {
    const int parent = tree.bodies[i].parent;
    if (parent < 0) continue;
    tree.bodies[parent].carried_mass += tree.bodies[i].carried_mass;
  }
  return tree;
}

std::vector<RegroupedInLanes> in_lanes(const std::vector<RegroupedBody>& bodies) {
  std::vector<RegroupedInLanes> all(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const RegroupedBody& body = bodies[i];
    RegroupedInLanes& lanes = all[i];
    set_lanes(1.0, body.tilt_cos, -body.tilt_cos, lanes.tilt[0]);
    set_lanes(0.0, body.tilt_sin, body.tilt_sin, lanes.tilt[1]);
    set_turned(body.p0_in_parent[0], body.p0_in_parent[1], body.p0_in_parent[2], lanes.p0);
    set_masses(body, lanes);
    for (int r = 0; r < 3; ++r) {
      const double* row = body.R0 + 3 * r;
      set_lanes(row[0], row[1], -row[2], lanes.root_rows[r]);
    }
  }
  return all;
}

void set_masses(const std::vector<RegroupedBody>& bodies,
                std::vector<RegroupedInLanes>& out) noexcept {
  for (std::size_t i = 0; i < bodies.size(); ++i) set_masses(bodies[i], out[i]);
}

Regrouping regroup(const Tree& tree) {
  Regrouping all{std::vector<RegroupedBody>(tree.bodies.size()), suitable_frames(tree),
                 std::vector<BodyMoments>(tree.bodies.size())};
  for (std::size_t i = 0; i < all.bodies.size(); ++i) {
    set_joint(tree.bodies[i], all.bodies[i]);
    set_placement(tree, all.frames, i, all.bodies[i]);
    see_what_is_needed(all.bodies, i);
  }
  for (RegroupedBody& body : all.bodies) {
    const RegroupedBody& child = all.bodies[body.first_child];
    body.child_p0 = &child == &body ? arm_of(Vec3::Zero()) : child.p0;
  }
  set_masses(tree, all);
  return all;
}

void set_masses(const Tree& tree, Regrouping& out) noexcept {
  for (std::size_t i = 0; i < out.bodies.size(); ++i) {
    out.moments[i] = moments_of(tree.bodies[i], out.frames.shift[i], out.frames.turn[i]);
  }
  for (std::size_t i = out.bodies.size(); i-- > 0;) {
    RegroupedBody& body = out.bodies[i];
    set_masses(out.moments[i], body);
    if (body.keeps_axis || body.parent < 0) continue;
    give_axis_to_parent(body, out.moments[i], out.moments[body.parent]);
  }
}

}  // namespace appell::engine
