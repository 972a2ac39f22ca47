#include <algorithm>
#include <array>

#include "appell/energy/acceleration_energy.hpp"
#include "appell/energy/momentum.hpp"
#include "appell/energy/potential_energy.hpp"
#include "appell/report/evaluation_quantities.hpp"

namespace appell::report {
namespace {

void write_kinetic_energy(const Instant& at, int order, ValueWriter& json) {
  write_series(energy::kinetic_energy(at.model, at.motion), order, json);
}

void write_potential_energy(const Instant& at, int order, ValueWriter& json) {
  write_series(energy::potential_energy(at.model, at.motion), order, json);
}

/// {"p": [E, E', ...], ...} for p = 1..order, as far as q allow.
void write_acceleration_energy(const Instant& at, int /*order*/, ValueWriter& json) {
  json.begin_object();
  for (int p = 1; p <= std::min(at.order, at.deep.order() - 1); ++p) {
    const taylor::Series<double> E = energy::acceleration_energy(at.model, at.deep, p);
    json.key(std::to_string(p));
    write_series(E, std::min(at.order, E.order()), json);
  }
  json.end_object();
}

/// {"p": [translation, rotation], ...} for p = 0..order, as far as q allow.
void write_energy_split(const Instant& at, int /*order*/, ValueWriter& json) {
  json.begin_object();
  for (int p = 0; p <= std::min(at.order, at.deep.order() - 1); ++p) {
    const energy::EnergyParts E = energy::energy_parts(at.model, at.deep, p);
    json.key(std::to_string(p)).begin_array();
    json.value(E.translation[0]).value(E.rotation[0]);
    json.end_array();
  }
  json.end_object();
}

void write_linear_momentum(const Instant& at, int order, ValueWriter& json) {
  write_series(energy::linear_momentum(at.model, at.motion), order, json);
}

void write_angular_momentum(const Instant& at, int order, ValueWriter& json) {
  write_series(energy::angular_momentum(at.model, at.motion), order, json);
}

constexpr std::array kEnergyQuantities{
    Quantity{"kinetic_energy", 1, write_kinetic_energy, "k", "J"},
    Quantity{"potential_energy", 0, write_potential_energy, "k", "J"},
    Quantity{"acceleration_energy", 2, write_acceleration_energy, "k", "J/s^2p"},
    Quantity{"energy_split", 1, write_energy_split, "s", "J/s^2p"},
    Quantity{"linear_momentum", 1, write_linear_momentum, "ki", "kg m/s"},
    Quantity{"angular_momentum", 1, write_angular_momentum, "ki", "kg m^2/s"},
};

}  // namespace

std::span<const Quantity> energy_quantities() { return kEnergyQuantities; }

}  // namespace appell::report
