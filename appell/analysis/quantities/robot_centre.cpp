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

std::vector<Array> robot_centre_arrays(const Subject& subject) {
  return {{"", {num_derivatives(subject, 0), 3}}};
}

Unit robot_centre_unit(const Subject&, const Entry& entry) { return {"m", entry.index[0]}; }

void compute_robot_centre(Stages& at, double* out) {
  put(energy::centre_of_mass(at.motion(at.order(0))), at.order(0), out);
}

std::vector<Array> central_momentum_arrays(const Subject& subject) {
  return {{"", {num_derivatives(subject, 1), 3}}};
}

Unit central_momentum_unit(const Subject&, const Entry& entry) {
  return {"kg m^2", entry.index[0] + 1};
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
                            .arrays = robot_centre_arrays,
                            .unit = robot_centre_unit,
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
    .arrays = central_momentum_arrays,
    .unit = central_momentum_unit,
    .compute_sample = compute_central_momentum,
    .absence = absence_of_moving_mass,
    .is_detail = true};

}  // namespace appell::analysis
