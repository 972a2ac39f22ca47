#pragma once

namespace appell::engine {

/// A body as the recursions want it: plain numbers in the order of their use, the joint axis along
/// z.
///
///   X_PB = (R0, p0) · rotation about z by turn·x + phase · translation along z by slide·x   (1)
///   x = ratio q[coordinate] + offset
///
/// Revolute: turn 1, slide 0; prismatic: 0 and 1; helical: 1 and the pitch. The frame B differs
/// from the model's body frame by the constant rotation that brings the axis to z.
struct TreeBody {
  double R0[9];  ///< Row by row.
  double p0[3];
  double mass;
  double first_moment[3];   ///< ∫ r dm.
  double second_moment[6];  ///< ∫ r rᵀ dm: xx yy zz xy xz yz.
  double turn;
  double slide;
  double ratio;
  double offset;
  double rotor;            ///< ratio² · reflected inertia: what q'' adds to the force.
  double child_p0[3];      ///< p0 of the first child; zero for a leaf.
  int parent;              ///< kWorld for a root.
  int coordinate;          ///< Which q moves it.
  int first_child;         ///< Its own index for a leaf.
  int next_sibling;        ///< -1 for the last child.
  int run_first;           ///< From there to this body, each hangs on the one before it.
  bool has_more_children;  ///< Than the first one.
  bool has_distant_child;  ///< One that is not the next body.
  bool slides;             ///< slide is not zero.
  bool has_rotor;          ///< rotor is not zero.
  bool adds_to_force;      ///< A later body of the same coordinate has written the force already.
  /// It hangs on the body before it, only turns, has no distant child, and is alone in the force of
  /// its coordinate.
  bool is_simple;
  // Zeros, which suitable frames have (regroup.hpp).
  bool is_tilted;   ///< R0 is a rotation about x,
  bool is_right;    ///< and that by a right angle.
  bool has_arm[3];  ///< Which numbers of p0 are not zero.

  // What only the kernels in world axes read.
  double inertia[6];         ///< ∫ (r·r 1 - r rᵀ) dm, in the order of second_moment.
  double carried_mass;       ///< Of the body and all that it carries.
  double centre[3];          ///< Of mass.
  double central_moment[6];  ///< second_moment about it.
  double axes[9];            ///< Those of the model's body, row by row, in the engine's axes.
  double shift;              ///< From the model's origin to the engine's, along z.
};

}  // namespace appell::engine
