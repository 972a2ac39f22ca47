#include "appell/model/state_box.hpp"

#include "appell/base/check.hpp"

namespace appell::model {

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
            ": derivative ", k, " of coordinate '",
            model.coordinates()[static_cast<std::size_t>(j)].name, "' is in [", low, ", ", high,
            "]; two finite numbers that do not descend are needed.");
    }
  }
}

}  // namespace appell::model
