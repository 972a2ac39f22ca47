#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/force/generalized_force.hpp"
#include "appell/io/state_file.hpp"
#include "appell/model/model.hpp"
#include "appell/spatial/orientation.hpp"

namespace appell::report {

/// What `appell eval` is asked for.
struct EvaluationRequest {
  int order = 5;                  ///< Highest time derivative of each quantity.
  std::string frame;              ///< End-effector link; empty: the model's default.
  std::vector<std::string> only;  ///< Names of quantities; empty: all that can be computed.
  bool inertia_accepted = false;  ///< Whether the user vouched for an impossible inertia.
  force::Route route = force::Route::kEngine;  ///< To Q_inertia, Q_drive, Q_motor.
  std::optional<spatial::AngleSet> angles;     ///< For the quantities `angles` and `J_psi`.
  std::vector<int> terms;                      ///< Coordinates of the differential matrices `A`.
};

struct Evaluation {
  std::string json;                   ///< As docs/formats.md describes it.
  std::vector<std::string> warnings;  ///< What was left out though it was asked for, and why.
};

/// Everything about one instant of a robot. Each quantity has derivatives 0..order as far as the
/// given state allows; one for which too few derivatives are given is left out.
/// @throws InvalidArgument if the order is out of range, the frame or a quantity of `only` does not
///   exist, or a quantity of `only` needs more derivatives than given or friction that the model
///   does not have.
Evaluation evaluate(const model::Model& model, const io::StateFile& state,
                    const EvaluationRequest& request);

}  // namespace appell::report
