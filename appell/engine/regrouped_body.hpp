#pragma once

namespace appell::engine {

/// A constant vector, of which most robots have zeros: products with those are left out.
struct Arm {
  double x, y, z;
  bool has_x, has_y, has_z;
};

/// A body as the recursion of forces for many samples wants it: in a frame that the neighbours'
/// placements are simplest in, without the masses that its parent can carry for it; derived in
/// docs/engine.md.
///
///   X_PB = rotation about z, of later children only · p0 · rotation about x by the tilt
///          · rotation about z by turn·x + phase · translation along z by slide·x            (1)
///   x = ratio q[coordinate] + offset
struct RegroupedBody {
  double scale;   ///< turn · ratio, of q in the angle.
  double offset;  ///< turn · offset.
  double phase;
  double tilt_cos, tilt_sin;
  double tilt_shear;  ///< tilt_cos / (1 + tilt_sin), see Frozen.
  Arm p0;             ///< Its y or z is zero, unless that leads far: see shift_of.
  Arm child_p0;       ///< That of the first child; zero for a leaf.
  // What is left of the mass: ∫ x dm, ∫ y dm, and ∫ xx, yy, yz, zx, xy dm.
  double mass_x, mass_y;
  double xx, yy, yz, zx, xy;
  int parent;       ///< kWorld for a root.
  int coordinate;   ///< Which q moves it.
  int first_child;  ///< Its own index for a leaf.
  bool is_right;    ///< The tilt is a right angle.
  bool is_shallow;  ///< The sine of the tilt is below 1/4.
  bool slides;
  bool hangs_on_turning_root;  ///< Its parent is a root that only turns.
  bool needs_force;            ///< Some joint from here to the root slides, or has an arm.
  bool has_arm;                ///< p0 is not zero.
  bool has_rotor;
  bool adds_to_force;  ///< A later body of the same coordinate has written the force already.
  bool is_turned;      ///< A later child, turned about its parent's z: see parent_cos.
  bool is_special;     ///< has_more_children or keeps_axis.
  bool is_simple;      ///< See TreeBody, as the next one.
  bool has_distant_child;

  // What few bodies need.
  bool has_more_children;   ///< Than the first one.
  bool keeps_axis;          ///< It slides: the parent cannot carry masses on its axis.
  int next_sibling;         ///< -1 for the last child.
  double mass, mass_z, zz;  ///< Of a body that keeps its axis: m, ∫ z dm, ∫ zz dm; else zero.
  double parent_cos, parent_sin;
  double p0_in_parent[3];  ///< In the parent's own axes.
  double R0[9];            ///< Of a root: its joint's axes in the world's, row by row.
  double rotor;            ///< See TreeBody.
  double slide_scale;      ///< slide · ratio, of q in how far the body has slid.
  double slide_offset;     ///< slide · offset.
};

/// Constant vectors of such a body with their components in lanes, x y z and one to spare, as the
/// kernel for single samples loads them; three rows are a vector, its yzx and its zxy. With `tilt`,
/// a vector goes through the tilt about x, either way, and changes the sign of z:
/// v · tilt[0] + xzy(v) · tilt[1].
struct alignas(32) RegroupedInLanes {
  double tilt[2][4];
  double p0[3][4];  ///< In the parent's own axes.
  double first_moment[3][4];
  double squares[3][4];    ///< Of the second moment: xx yy zz.
  double products[3][4];   ///< Likewise: yz zx xy.
  double root_rows[3][4];  ///< Of a root: rows of R0, z with its sign changed.
};

}  // namespace appell::engine
