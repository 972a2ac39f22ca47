#include "appell/model/state_series.hpp"

namespace appell::model {

StateSeries state_from_derivatives(const Model& model, const std::vector<VecX>& q_derivatives) {
  const StateSeries state = StateSeries::from_derivatives(q_derivatives);
  check_state("state_from_derivatives", model, state);
  return state;
}

void check_state(const char* function, const Model& model, const StateSeries& state) {
  check(state.order() >= 0, function, ": the state is empty; it needs at least q.");
  for (int k = 0; k <= state.order(); ++k) {
    check(state[k].size() == model.num_coordinates(), function, ": derivative ", k, " of q has ",
          state[k].size(), " entries but model '", model.name(), "' has ", model.num_coordinates(),
          " coordinates.");
    check(state[k].allFinite(), function, ": derivative ", k,
          " of q has an entry that is not finite.");
  }
}

}  // namespace appell::model
