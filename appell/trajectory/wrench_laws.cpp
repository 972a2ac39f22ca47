#include "appell/trajectory/wrench_laws.hpp"

#include "appell/base/check.hpp"

namespace appell::trajectory {

WrenchLaws::WrenchLaws(Trajectory laws, std::vector<Entry> entries)
    : laws_(std::move(laws)), entries_(std::move(entries)) {
  for (const Entry& entry : entries_) {
    for (const int law : entry.laws) {
      check(law >= -1 && law < laws_.num_joints(), "WrenchLaws: there is no law ", law,
            "; there are ", laws_.num_joints(), ".");
    }
  }
}

void WrenchLaws::sample(double t, int order, std::vector<model::Wrench>& loads,
                        std::vector<model::Wrench>& external) const {
  loads.clear();
  external.clear();
  const model::StateSeries numbers = laws_.sample(t, order);
  for (const Entry& entry : entries_) {
    model::Wrench wrench = entry.wrench;
    const auto derivatives = [&](std::size_t first, int k) {
      Vec3 value = Vec3::Zero();
      for (std::size_t i = 0; i < 3; ++i) {
        const int law = entry.laws[first + i];
        if (law >= 0) value(static_cast<Eigen::Index>(i)) = numbers.derivative(k)(law);
      }
      return value;
    };
    wrench.force_derivatives.clear();
    wrench.moment_derivatives.clear();
    for (int k = 0; k <= order; ++k) {
      wrench.force_derivatives.push_back(derivatives(0, k));
      wrench.moment_derivatives.push_back(derivatives(3, k));
    }
    (entry.is_external ? external : loads).push_back(std::move(wrench));
  }
}

}  // namespace appell::trajectory
