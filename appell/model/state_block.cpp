#include "appell/model/state_block.hpp"

#include "appell/base/check.hpp"

namespace appell::model {

SeriesBlock::SeriesBlock(int num_coordinates, int order, int capacity)
    : num_coordinates_(num_coordinates), order_(order), capacity_(capacity) {
  check(num_coordinates >= 0, "SeriesBlock: the number of coordinates is ", num_coordinates, ".");
  check(order >= 0 && order <= taylor::kMaxOrder, "SeriesBlock: the order is ", order, "; 0 to ",
        taylor::kMaxOrder, " is needed.");
  check(capacity >= 1, "SeriesBlock: the capacity is ", capacity, "; at least 1 is needed.");
  numbers_.assign(static_cast<std::size_t>((order + 1) * num_coordinates) * stride(), 0.0);
}

void SeriesBlock::set_num_samples(int count) {
  check(count >= 0 && count <= capacity_, "SeriesBlock: ", count, " samples; there is room for ",
        capacity_, ".");
  num_samples_ = count;
}

double StateBlock::direction(int j, int sample) const {
  if (has_direction(j, sample)) return directions_[place(j, sample)];
  for (int k = 1; k <= order(); ++k) {
    const double x = q_.column(k, j)[sample];
    if (x != 0.0) return x > 0.0 ? 1.0 : -1.0;
  }
  return 0.0;
}

void StateBlock::keep_covariances() { covariances_.assign(first(capacity(), 0), 0.0); }

void StateBlock::get(int sample, StateSeries& out) const {
  check(sample >= 0 && sample < num_samples(), "StateBlock: there is no sample ", sample,
        "; it has ", num_samples(), ".");
  if (out.order() != order() || out[0].size() != num_coordinates()) {
    out = StateSeries(order(), VecX::Zero(num_coordinates()));
  }
  for (int k = 0; k <= order(); ++k) {
    for (int j = 0; j < num_coordinates(); ++j) out[k](j) = q_.column(k, j)[sample];
  }
}

void StateBlock::set(int sample, const StateSeries& state) {
  check(sample >= 0 && sample < num_samples(), "StateBlock: there is no sample ", sample,
        "; it has ", num_samples(), ".");
  check(state.order() >= order() && state[0].size() == num_coordinates(),
        "StateBlock: a state of order ", state.order(), " with ", state[0].size(),
        " coordinates; order ", order(), " and ", num_coordinates(), " are needed.");
  for (int j = 0; j < num_coordinates(); ++j) {
    for (int k = 0; k <= order(); ++k) q_.column(k, j)[sample] = state[k](j);
    directions_[place(j, sample)] = kNotGiven;
  }
}

void StateBlock::set(int sample, const StateBlock& from, int sample_of_it) {
  check(from.order() >= order() && from.num_coordinates() == num_coordinates(),
        "StateBlock: a state of order ", from.order(), " with ", from.num_coordinates(),
        " coordinates; order ", order(), " and ", num_coordinates(), " are needed.");
  for (int j = 0; j < num_coordinates(); ++j) {
    for (int k = 0; k <= order(); ++k) {
      q_.column(k, j)[sample] = from.q_.column(k, j)[sample_of_it];
    }
    directions_[place(j, sample)] = from.directions_[from.place(j, sample_of_it)];
  }
  times_[sample] = from.times_[sample_of_it];
}

StateBlock state_block(std::span<const StateSeries> states, std::span<const double> times) {
  check(!states.empty() && states[0].order() >= 0, "state_block: there is no state.");
  check(times.empty() || times.size() == states.size(), "state_block: ", times.size(),
        " times for ", states.size(), " states.");
  StateBlock block(static_cast<int>(states[0][0].size()), states[0].order(),
                   static_cast<int>(states.size()));
  block.set_num_samples(static_cast<int>(states.size()));
  for (std::size_t i = 0; i < states.size(); ++i) {
    block.set(static_cast<int>(i), states[i]);
    if (!times.empty()) block.times()[i] = times[i];
  }
  return block;
}

}  // namespace appell::model
