#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "appell/force/wrench.hpp"
#include "appell/io/state_file.hpp"
#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/model.hpp"
#include "appell/report/json_writer.hpp"

/// What an evaluation consists of: a table of quantities, each with a function that writes it.
namespace appell::report {

/// What the writers of the quantities share.
struct Instant {
  const model::Model& model;
  const io::StateFile& file;
  const kinematics::TreeMotion& motion;  ///< To the order that everything but energies needs.
  const kinematics::TreeMotion& deep;    ///< To the order that acceleration energies need.
  const model::Frame& frame;
  force::Surroundings surroundings;    ///< The load of the state.
  int order;                           ///< Highest derivative that was asked for.
  std::vector<std::string>& warnings;  ///< For whoever called.
};

/// Writes derivatives 0..order of a quantity.
using Writer = void (*)(const Instant&, int order, JsonWriter&);

/// For Quantity::extra: as many as force::friction_order() of the model.
inline constexpr int kFrictionOrder = -1;

struct Quantity {
  std::string_view name;
  int extra;  ///< Derivative k of the quantity needs q up to order k + extra.
  Writer write;
  bool is_friction = false;  ///< Only there where the model has friction.
};

std::span<const Quantity> kinematic_quantities();
std::span<const Quantity> energy_quantities();
std::span<const Quantity> force_quantities();

/// [x, x', ...] of a series of numbers, vectors or matrices.
template <class C>
void write_series(const taylor::Series<C>& x, int order, JsonWriter& json) {
  json.begin_array();
  for (int k = 0; k <= order; ++k) {
    if constexpr (taylor::Scalar<C>) {
      json.value(x.derivative(k));
    } else if constexpr (C::ColsAtCompileTime == 1) {
      json.vector(x.derivative(k));
    } else {
      json.matrix(x.derivative(k));
    }
  }
  json.end_array();
}

}  // namespace appell::report
