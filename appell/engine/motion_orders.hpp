#pragma once

#include <vector>

namespace appell::engine {

/// Highest time derivative of each thing that is wanted of a motion; -1 for what is not.
struct MotionOrders {
  int placements = -1;        ///< [R | p] of every body; takes q to the same order.
  int centres = -1;           ///< Centres of mass.
  int omegas = -1;            ///< Angular velocities, world axes; takes one order more of q.
  int omegas_in_body = -1;    ///< Their components in the body's own axes; likewise.
  int jacobian = -1;          ///< Of a frame.
  int momenta = -1;           ///< Linear, and angular about the world's origin; one more.
  int potential_energy = -1;  ///< In the gravity.
  int gravity_force = -1;     ///< What holds the robot against its weight.
  int wrenches = -1;          ///< What joints transmit to bear inertia and weight; two more.
  std::vector<int> energies;  ///< Of E_p, p = 0, 1, ...; takes p + 1 more.

  /// Order of q that they take; -1 if nothing is wanted.
  int highest() const;
  /// The least of them all.
  int lowest() const;
  /// So that everything that either asks for is computed.
  void add(const MotionOrders& other);
};

}  // namespace appell::engine
