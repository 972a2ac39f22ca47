#include "appell/analysis/quantities/common.hpp"
#include "appell/energy/acceleration_energy.hpp"

namespace appell::analysis {
namespace {

/// Derivatives 0..N of E_p, p <= N, take q to N + p + 1.
int order_of_all_energies(int order) { return 2 * order + 1; }

/// The highest p of which q allow the value.
int highest_p(const Subject& subject) { return std::min(subject.order, subject.given - 1); }

/// p = 1, 2, ...; the value of E_p takes q to p + 1, so that fewer orders of q leave fewer
/// derivatives of the higher ones.
std::vector<Array> energy_arrays(const Subject& subject) {
  std::vector<Array> arrays;
  for (int p = 1; p <= highest_p(subject); ++p) {
    arrays.push_back({std::to_string(p), {num_derivatives(subject, p + 1)}});
  }
  return arrays;
}

Unit energy_unit(const Subject&, const Entry& entry) {
  const int p = entry.array + 1;
  return {"J", 2 * p + entry.index[0]};
}

void compute_energies(Stages& at, double* out) {
  for (int p = 1; p <= highest_p(at.subject()); ++p) {
    const int N = at.order(p + 1);
    out = put(energy::acceleration_energy(at.motion(N + p + 1), p), N, out);
  }
}

void compute_energies_of_block(Stages& at, const Columns& out) {
  using engine::MotionBlock;
  int entry = 0;
  for (int p = 1; p <= highest_p(at.subject()); ++p) {
    for (int k = 0; k <= at.order(p + 1); ++k, ++entry) {
      const double* translation = at.engine_motion().energy(p, k, MotionBlock::kTranslation);
      const double* rotation = at.engine_motion().energy(p, k, MotionBlock::kRotation);
      for (int s = 0; s < at.num_samples(); ++s) out[entry][s] = translation[s] + rotation[s];
    }
  }
}

void read_energies(const Subject& subject, engine::MotionOrders& orders) {
  orders.energies = {-1};
  for (int p = 1; p <= highest_p(subject); ++p) {
    orders.energies.push_back(num_derivatives(subject, p + 1) - 1);
  }
}

/// p = 0, 1, ..., values only.
int order_of_all_parts(int order) { return order + 1; }

std::vector<Array> energy_part_arrays(const Subject& subject) {
  std::vector<Array> arrays;
  for (int p = 0; p <= highest_p(subject); ++p) arrays.push_back({std::to_string(p), {2}});
  return arrays;
}

Unit energy_part_unit(const Subject&, const Entry& entry) { return {"J", 2 * entry.array}; }

void compute_energy_parts(Stages& at, double* out) {
  for (int p = 0; p <= highest_p(at.subject()); ++p) {
    const energy::EnergyParts E = energy::energy_parts(at.motion(p + 1), p);
    *out++ = E.translation[0];
    *out++ = E.rotation[0];
  }
}

void compute_energy_parts_of_block(Stages& at, const Columns& out) {
  using engine::MotionBlock;
  for (int p = 0; p <= highest_p(at.subject()); ++p) {
    at.copy(at.engine_motion().energy(p, 0, MotionBlock::kTranslation), out[2 * p]);
    at.copy(at.engine_motion().energy(p, 0, MotionBlock::kRotation), out[2 * p + 1]);
  }
}

void read_energy_parts(const Subject& subject, engine::MotionOrders& orders) {
  orders.energies.assign(highest_p(subject) + 1, 0);
}

}  // namespace

const Quantity kAccelerationEnergies{.name = "acceleration_energy",
                                     .title = "acceleration energies of order p = 1, 2, ...",
                                     .formula = "E_p = ½ ∫ |r⁽ᵖ⁺¹⁾|² dm",
                                     .description =
                                         "by p = `\"1\"`, `\"2\"`, ..., N: ½ ∫ r⁽ᵖ⁺¹⁾ · r⁽ᵖ⁺¹⁾ dm; "
                                         "p = 1 is the Gibbs–Appell function",
                                     .derivatives = "p + 1 less",
                                     .key = "p",
                                     .axes = {Axis::kDerivative},
                                     .least_order = takes_order<2>,
                                     .arrays = energy_arrays,
                                     .unit = energy_unit,
                                     .compute_block = compute_energies_of_block,
                                     .reads = read_energies,
                                     .compute_sample = compute_energies,
                                     .full_order = order_of_all_energies};

const Quantity kEnergySplit{
    .name = "energy_split",
    .title = "parts of these energies by König's theorem",
    .formula = "½ Σ m |c⁽ᵖ⁺¹⁾|², the rest",
    .description =
        "by p = `\"0\"`, ..., N: `[translation, rotation]`, the parts of König of the acceleration "
        "energy of order p (p = 0: of the kinetic energy)",
    .derivatives = "value only",
    .key = "p",
    .axes = {Axis::kTerm},
    .terms = {"translation", "rotation"},
    .least_order = takes_order<1>,
    .arrays = energy_part_arrays,
    .unit = energy_part_unit,
    .compute_block = compute_energy_parts_of_block,
    .reads = read_energy_parts,
    .compute_sample = compute_energy_parts,
    .full_order = order_of_all_parts};

}  // namespace appell::analysis
