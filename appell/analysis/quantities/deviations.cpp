#include <cmath>

#include "appell/analysis/quantities/common.hpp"
#include "appell/force/force_partials.hpp"

namespace appell::analysis {
namespace {

std::string exactly_known(const Subject& subject) {
  if (subject.is_uncertain) return "";
  return "the motion is known exactly; only that behind noisy samples has deviations";
}

void compute_coordinate_deviations(Stages& at, double* out) {
  const int size = at.states().order() + 1;
  for (int k = 0; k <= at.order(0); ++k) {
    for (int j = 0; j < at.model().num_coordinates(); ++j) {
      const double* covariance = at.states().covariance(at.sample(), j);
      *out++ = std::sqrt(covariance[k * size + k]) / taylor::factorial(k);
    }
  }
}

/// ∂Q⁽ᵏ⁾/∂q⁽ᵐ⁾ = C(k, m) D^(k-m) [∂Q/∂q] of a force of positions alone.
MatX position_partial(const force::ForcePartials& partials, int k, int m) {
  return taylor::factorial(k) / taylor::factorial(m) * partials.position[k - m];
}

/// Of a force to which q⁽ᵐ⁾ of independent coordinates j contribute by J_m = ∂Q⁽ᵏ⁾/∂q⁽ᵐ⁾:
///
///   Var Q_i⁽ᵏ⁾ = Σ_j Σ_{m,l} J_m(i,j) Cov(q_j⁽ᵐ⁾, q_j⁽ˡ⁾) J_l(i,j)                          (1)
void put_force_deviations(Stages& at, const force::ForcePartials& partials, int least_order,
                          double* out) {
  const int n = at.model().num_coordinates();
  const int size = at.states().order() + 1;
  for (int k = 0; k <= at.order(least_order); ++k) {
    std::vector<MatX> J;
    for (int m = 0; m <= k + least_order; ++m) {
      J.push_back(least_order > 0 ? force::force_derivative_partial(partials, k, m)
                                  : position_partial(partials, k, m));
    }
    VecX variance = VecX::Zero(n);
    for (int j = 0; j < n; ++j) {
      const double* covariance = at.states().covariance(at.sample(), j);
      for (int m = 0; m <= k + least_order; ++m) {
        for (int l = 0; l <= k + least_order; ++l) {
          variance += covariance[m * size + l] * J[m].col(j).cwiseProduct(J[l].col(j));
        }
      }
    }
    for (int i = 0; i < n; ++i) {
      *out++ = std::sqrt(std::max(variance(i), 0.0)) / taylor::factorial(k);
    }
  }
}

void compute_inertia_deviations(Stages& at, double* out) {
  const model::Operators inertia{.gravity = false, .loads = false, .external = false};
  put_force_deviations(at, force::force_partials(at.motion(at.order(2) + 2), {}, inertia), 2, out);
}

void compute_gravity_deviations(Stages& at, double* out) {
  const model::Operators gravity{.inertia = false, .loads = false, .external = false};
  put_force_deviations(at, force::force_partials(at.motion(at.order(0)), {}, gravity), 0, out);
}

void compute_drive_deviations(Stages& at, double* out) {
  put_force_deviations(
      at,
      force::force_partials(at.motion(at.order(2) + 2), at.surroundings(), at.subject().operators),
      2, out);
}

}  // namespace

const Quantity kCoordinateDeviations{
    .name = "q.sd",
    .title = "standard deviation of the coordinates",
    .formula = "√Var q",
    .description = "standard deviation of `q`, of a motion behind noisy samples",
    .derivatives = "as many as q",
    .axes = {Axis::kDerivative, Axis::kCoordinate},
    .least_order = takes_order<0>,
    .arrays = array_of_coordinates<0>,
    .unit = coordinate_unit,
    .compute_sample = compute_coordinate_deviations,
    .absence = exactly_known};

const Quantity kInertiaForceDeviations{.name = "Q_inertia.sd",
                                       .title = "standard deviation of the inertia force",
                                       .formula = "√Var Q_inertia",
                                       .description = "standard deviation of `Q_inertia`, likewise",
                                       .derivatives = "two less",
                                       .axes = {Axis::kDerivative, Axis::kFreedom},
                                       .least_order = takes_order<2>,
                                       .arrays = array_of_coordinates<2>,
                                       .unit = force_unit,
                                       .compute_sample = compute_inertia_deviations,
                                       .absence = exactly_known};

const Quantity kGravityForceDeviations{.name = "Q_gravity.sd",
                                       .title = "standard deviation of the gravity force",
                                       .formula = "√Var Q_gravity",
                                       .description = "standard deviation of `Q_gravity`, likewise",
                                       .derivatives = "as many as q",
                                       .axes = {Axis::kDerivative, Axis::kFreedom},
                                       .least_order = takes_order<0>,
                                       .arrays = array_of_coordinates<0>,
                                       .unit = force_unit,
                                       .compute_sample = compute_gravity_deviations,
                                       .absence = exactly_known};

const Quantity kDriveForceDeviations{
    .name = "Q_drive.sd",
    .title = "standard deviation of the driving force",
    .formula = "√Var Q_drive",
    .description = "standard deviation of `Q_drive`, likewise; loads are taken as exact",
    .derivatives = "two less",
    .axes = {Axis::kDerivative, Axis::kFreedom},
    .least_order = takes_order<2>,
    .arrays = array_of_coordinates<2>,
    .unit = force_unit,
    .compute_sample = compute_drive_deviations,
    .absence = exactly_known};

}  // namespace appell::analysis
