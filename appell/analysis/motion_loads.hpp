#pragma once

#include <memory>
#include <optional>
#include <string>

#include "appell/force/wrench.hpp"
#include "appell/trajectory/wrench_laws.hpp"

namespace appell::analysis {

/// What acts on a robot along a motion beside its own weight, and what of all forces counts.
struct MotionLoads {
  force::Surroundings constant;                ///< The same at all times, in their axes.
  std::optional<trajectory::WrenchLaws> laws;  ///< Functions of time.
  model::Operators operators;                  ///< Δ_m, Δ_θ, Δ_f
  std::string name;  ///< For those who read results, as that of a file; may be empty.

  /// Whether they are what they are at any speed of a motion.
  bool are_constant() const { return !laws.has_value(); }
  /// "inertia, gravity"; empty if nothing is left out.
  std::string left_out() const;
};

/// Null: nothing acts.
using SharedLoads = std::shared_ptr<const MotionLoads>;

/// @throws InvalidArgument for a constant wrench with a time derivative that is not zero, for
///   functions of time that lack a part of the range, and for friction by radial load of a robot if
///   inertia or gravity are left out.
void check_loads(const MotionLoads& loads, const model::Model& model,
                 const trajectory::TimeRange& range);

/// Whether they can act along a path of which nobody knows yet when a robot is where.
/// @throws InvalidArgument for functions of time, for wrenches as check_loads(), and for operators
///   that leave something out: what is legal without it need not be legal.
void check_loads_of_path(const MotionLoads& loads);

}  // namespace appell::analysis
