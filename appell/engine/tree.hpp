#pragma once

#include <vector>

#include "appell/base/types.hpp"
#include "appell/engine/tree_body.hpp"

namespace appell::model {
class Model;
}

namespace appell::engine {

/// A model as the recursions want it. Parents come before their children.
struct Tree {
  std::vector<TreeBody> bodies;
  // Of the joint angles, body by body, θ = scale q[coordinate] + offset; filled up with zeros to a
  // multiple of four.
  std::vector<int> angle_coordinates;
  std::vector<double> angle_scales;
  std::vector<double> angle_offsets;
  std::vector<double> angle_phases;  ///< Of suitable frames; else empty.
  bool in_order = true;              ///< Body i is moved by coordinate i.
  bool is_chain =
      true;             ///< Each body hangs on the one before it, moved by a coordinate of its own.
  bool is_once = true;  ///< No coordinate moves two bodies.
  int num_coordinates = 0;
  double gravity[3] = {0.0, 0.0, 0.0};
};

/// Lowers a model for the recursions, under a gravity in world axes.
Tree lower(const model::Model& model, const Vec3& gravity);

/// Gives a tree that lower() made the masses of a model with the same joints: bit for bit what
/// lower() would make of it. Allocates nothing.
void set_masses(const model::Model& model, Tree& tree) noexcept;

}  // namespace appell::engine
