#include "appell/model/state_box.hpp"

#include <cmath>

#include "appell/base/check.hpp"

namespace appell::model {
namespace {

/// The finite range of q⁽ᵏ⁾_j among limits; nullptr if there is none.
const MotionLimit* range_of(const std::vector<MotionLimit>& limits, int k, int j) {
  for (const MotionLimit& limit : limits) {
    const bool is_meant =
        limit.what == Limited::kCoordinate && limit.order == k && limit.coordinate == j;
    if (is_meant && std::isfinite(limit.low) && std::isfinite(limit.high)) return &limit;
  }
  return nullptr;
}

}  // namespace

StateBox state_box(const Model& model, const std::vector<MotionLimit>& limits, int order) {
  const int n = model.num_coordinates();
  StateBox box;
  std::vector<std::string> missing;
  for (int k = 0; k <= order; ++k) {
    box.low.emplace_back(n);
    box.high.emplace_back(n);
    for (int j = 0; j < n; ++j) {
      const MotionLimit* range = range_of(limits, k, j);
      if (range == nullptr) {
        missing.push_back(
            concat(kind_name({Limited::kCoordinate, k}), " of ", model.coordinates()[j].name));
        continue;
      }
      box.low.back()(j) = range->low;
      box.high.back()(j) = range->high;
    }
  }
  check(missing.empty(), "state_box: no range is given for ", comma_list(missing),
        ", and the model has no limit of it; [low, high] is needed.");
  return box;
}

int box_order(const Model& model, const std::vector<MotionLimit>& limits) {
  for (int k = 0;; ++k) {
    for (int j = 0; j < model.num_coordinates(); ++j) {
      if (range_of(limits, k, j) == nullptr) return k - 1;
    }
    if (model.num_coordinates() == 0) return -1;
  }
}

void check_box(const char* function, const Model& model, const StateBox& box, int order) {
  check(box.low.size() == box.high.size() && box.order() >= order, function,
        ": the box has ranges of q to derivative ", box.order(), "; ", order, " is needed.");
  const int n = model.num_coordinates();
  for (std::size_t k = 0; k < box.low.size(); ++k) {
    check(box.low[k].size() == n && box.high[k].size() == n, function, ": the box has ",
          box.low[k].size(), " and ", box.high[k].size(), " ends of ranges of derivative ", k,
          "; the model has ", n, " coordinates.");
    for (int j = 0; j < n; ++j) {
      const double low = box.low[k](j), high = box.high[k](j);
      check(box.low[k].allFinite() && box.high[k].allFinite() && low <= high, function,
            ": derivative ", k, " of coordinate '", model.coordinates()[j].name, "' is in [", low,
            ", ", high, "]; two finite numbers that do not descend are needed.");
    }
  }
}

}  // namespace appell::model
