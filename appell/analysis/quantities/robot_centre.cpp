#include "appell/analysis/quantities/common.hpp"
#include "appell/energy/momentum.hpp"

namespace appell::analysis {
namespace {

std::string absence_of_moving_mass(const Subject& subject) {
  for (const model::Body& body : subject.model.bodies()) {
    if (body.rigid_mass.mass > 0.0) return "";
  }
  return "nothing that moves has mass";
}

void compute_robot_centre(Stages& at, double* out) {
  put(energy::centre_of_mass(at.motion(at.order(0))), at.order(0), out);
}

void compute_central_momentum(Stages& at, double* out) {
  const int N = at.order(1);
  put(energy::angular_momentum_about_com(at.motion(N + 1)), N, out);
}

}  // namespace

const Quantity kRobotCentre{.name = "centre_of_mass",
                            .title = "centre of mass of all that moves",
                            .formula = "r_C = Σ m r_C / Σ m",
                            .description = "centre of mass of all that moves, world axes",
                            .derivatives = "as many as q",
                            .axes = {Axis::kDerivative, Axis::kComponent},
                            .least_order = takes_order<0>,
                            .arrays = one_array<0, 3>,
                            .unit = same_unit<"m">,
                            .compute_sample = compute_robot_centre,
                            .absence = absence_of_moving_mass,
                            .is_detail = true};

const Quantity kCentralMomentum{
    .name = "angular_momentum_com",
    .title = "angular momentum about the centre of mass",
    .formula = "K_C = K_O - r_C × H",
    .description = "angular momentum about `centre_of_mass`, world components",
    .derivatives = "one less",
    .axes = {Axis::kDerivative, Axis::kComponent},
    .least_order = takes_order<1>,
    .arrays = one_array<1, 3>,
    .unit = same_unit<"kg m^2", 1>,
    .compute_sample = compute_central_momentum,
    .absence = absence_of_moving_mass,
    .is_detail = true};

}  // namespace appell::analysis
