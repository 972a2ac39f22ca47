#pragma once

namespace appell::engine {

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
  double p0[3];        ///< Perpendicular to the axis; y is zero for a right angle.
  double child_p0[3];  ///< That of the first child; zero for a leaf.
  // What is left of the mass: ∫ x dm, ∫ y dm, and ∫ xx, yy, yz, zx, xy dm.
  double mass_x, mass_y;
  double xx, yy, yz, zx, xy;
  int parent;       ///< kWorld for a root.
  int coordinate;   ///< Which q moves it.
  int first_child;  ///< Its own index for a leaf.
  bool is_right;    ///< The tilt is a right angle.
  bool child_is_right;
  bool slides;
  bool has_rotor;
  bool adds_to_force;  ///< A later body of the same coordinate has written the force already.
  bool is_turned;      ///< A later child, turned about its parent's z: see parent_cos.
  bool is_special;     ///< has_more_children or keeps_axis.

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

}  // namespace appell::engine
