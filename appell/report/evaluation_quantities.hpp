#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "appell/force/generalized_force.hpp"
#include "appell/force/wrench.hpp"
#include "appell/io/state_file.hpp"
#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/model.hpp"
#include "appell/report/value_writer.hpp"

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
  force::Route route = force::Route::kEngine;
};

/// Writes derivatives 0..order of a quantity.
using Writer = void (*)(const Instant&, int order, ValueWriter&);

/// For Quantity::extra: as many as force::friction_order() of the model.
inline constexpr int kFrictionOrder = -1;

struct Quantity {
  std::string_view name;
  int extra;  ///< Derivative k of the quantity needs q up to order k + extra.
  Writer write;
  /// What the lists of a quantity are lists of, from the outside in: 'k' derivatives, 'j'
  /// coordinates, 's' translation and rotation, 'i' something else. Objects do not count.
  std::string_view axes;
  /// Of derivative 0. "a|b": a of a turning coordinate, b of a sliding one; "1|m" of a 4x4
  /// placement rotation and position; "J/s^2p" with p the key; "m/s|rad/s" of a 6-vector linear and
  /// angular.
  std::string_view unit;
  bool is_friction = false;  ///< Only there where the model has friction.
};

/// All quantities, in the order of the output.
std::vector<Quantity> all_quantities();

/// Order of q that derivative 0 of a quantity takes.
int extra_of(const Quantity& quantity, const model::Model& model);

/// Whether a quantity is to be computed: it is named in `only`, or that is empty, and the model and
/// `given`, the order of q, allow it.
/// @throws InvalidArgument if it is named but cannot be computed.
bool wanted(const Quantity& quantity, const std::vector<std::string>& only,
            const model::Model& model, int given);

/// @throws InvalidArgument for a name of `only` that no quantity has, unless it is in `others`.
void check_names(const std::vector<std::string>& only, const std::vector<std::string>& others);

std::span<const Quantity> kinematic_quantities();
std::span<const Quantity> energy_quantities();
std::span<const Quantity> force_quantities();

/// [x, x', ...] of a series of numbers, vectors or matrices.
template <class C>
void write_series(const taylor::Series<C>& x, int order, ValueWriter& json) {
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
