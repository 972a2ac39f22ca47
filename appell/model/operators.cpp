#include "appell/model/operators.hpp"

#include "appell/base/check.hpp"

namespace appell::model {

Operators Operators::of_papers(int Delta_m, int Delta_theta, int Delta_f) {
  check(Delta_m >= -1 && Delta_m <= 1, "Operators: Δ_m is ", Delta_m, "; -1, 0 or 1 is needed.");
  check(Delta_theta == 0 || Delta_theta == 1, "Operators: Δ_θ is ", Delta_theta,
        "; 0 or 1 is needed.");
  check(Delta_f >= -1 && Delta_f <= 1, "Operators: Δ_f is ", Delta_f, "; -1, 0 or 1 is needed.");
  return {.inertia = Delta_m != 0 && Delta_theta == 1,
          .gravity = Delta_m != 0,
          .loads = Delta_m != 1,
          .drive = Delta_f != 1,
          .friction = Delta_f != 0};
}

int Operators::Delta_m() const {
  check(gravity || (loads && !inertia),
        "Operators: the papers have no Δ_m for neither gravity nor loads, or for inertia without "
        "gravity.");
  return !gravity ? 0 : loads ? -1 : 1;
}

}  // namespace appell::model
