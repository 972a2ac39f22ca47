#pragma once

#include <vector>

#include "papers/verify/identity.hpp"

/// The identities by subject; catalogue.hpp has them all.
namespace appell::verify {

std::vector<Identity> mass_identities();
std::vector<Identity> mass_element_identities();
std::vector<Identity> mass_frame_identities();
std::vector<Identity> compound_identities();
std::vector<Identity> orientation_identities();
std::vector<Identity> orientation_step_identities();
std::vector<Identity> kinematics_identities();
std::vector<Identity> motion_step_identities();
std::vector<Identity> differential_matrix_identities();
std::vector<Identity> matrix_step_identities();
std::vector<Identity> jacobian_identities();
std::vector<Identity> differentiation_identities();
std::vector<Identity> partial_identities();
std::vector<Identity> kinematics_member_identities();
std::vector<Identity> momentum_identities();
std::vector<Identity> body_momentum_identities();
std::vector<Identity> momentum_step_identities();
std::vector<Identity> body_theorem_identities();
std::vector<Identity> kinetic_energy_identities();
std::vector<Identity> energy_step_identities();
std::vector<Identity> leibniz_identities();
std::vector<Identity> acceleration_energy_identities();
std::vector<Identity> energy_integral_identities();
std::vector<Identity> explicit_energy_identities();
std::vector<Identity> energy_function_identities();
std::vector<Identity> energy_member_identities();
std::vector<Identity> dynamics_matrix_identities();
std::vector<Identity> contraction_identities();
std::vector<Identity> matrix_energy_identities();
std::vector<Identity> force_identities();
std::vector<Identity> action_identities();
std::vector<Identity> power_identities();
std::vector<Identity> friction_identities();
std::vector<Identity> gravity_identities();
std::vector<Identity> motion_equation_identities();
std::vector<Identity> engine_identities();
std::vector<Identity> application_identities();
std::vector<Identity> spline_identities();

}  // namespace appell::verify
