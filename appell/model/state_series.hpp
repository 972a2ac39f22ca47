#pragma once

#include <vector>

#include "appell/model/model.hpp"
#include "appell/taylor/series.hpp"

namespace appell::model {

/// The joint coordinates as functions of time, q(t) to order N: coefficient k is a vector with one
/// entry per coordinate of the model, in the order of Model::coordinates(); rad and m, per sᵏ.
using StateSeries = taylor::Series<VecX>;

/// State of a model from q, q', q'', ...
/// @param q_derivatives  q_derivatives[k] is the k-th time derivative of all coordinates.
/// @throws InvalidArgument if it is empty, a size differs from the number of coordinates, or a
///   number is not finite.
StateSeries state_from_derivatives(const Model& model, const std::vector<VecX>& q_derivatives);

/// Checks that a state belongs to a model: order >= 0, every size right, every number finite.
/// @throws InvalidArgument naming `function`.
void check_state(const char* function, const Model& model, const StateSeries& state);

}  // namespace appell::model
