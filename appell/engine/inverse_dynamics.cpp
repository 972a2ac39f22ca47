#include "appell/engine/inverse_dynamics.hpp"

#include "appell/base/check.hpp"
#include "appell/base/factorial.hpp"
#include "appell/engine/aligned_memory.hpp"
#include "appell/engine/compiled_sets.hpp"
#include "appell/engine/far_columns.hpp"
#include "appell/engine/kernels.hpp"
#include "appell/engine/last_group.hpp"
#include "appell/engine/regroup.hpp"
#include "appell/engine/tree.hpp"
#include "appell/model/model.hpp"

namespace appell::engine {
namespace {

static_assert(InverseDynamics::kMostOutputs == kMaxOutputs);

/// So many numbers are in the second-level cache after their first use: 256 KB.
constexpr std::size_t kNearNumbers = 32768;
/// So many columns that are longer than so much in all are copied in blocks of so many samples, see
/// far_columns.hpp.
constexpr std::size_t kManyColumns = 256, kFarNumbers = 131072, kBlock = 32;

struct Kernels {
  const FixedKernels& fixed;
  const SingleKernels& single;
  const EnergyKernels& energies;
  const RuntimeKernels& runtime;
};

template <InstructionSet set>
Kernels kernels() {
  return {fixed_kernels<set>(), single_kernels<set>(), energy_kernels<set>(),
          runtime_kernels<set>()};
}

KernelScales scales_of(Form form) {
  KernelScales scales;
  for (int k = 0; k < kMaxOutputs + 2; ++k) {
    const bool plain = form == Form::kDerivatives;
    scales.position[k] = plain ? 1.0 / kFactorials[k] : 1.0;
    scales.rate[k] = k * scales.position[k];
    if (k >= kMaxOutputs) continue;
    scales.force[k] = plain ? kFactorials[k] : 1.0;
    scales.rotor[k] = plain ? 1.0 : (k + 1.0) * (k + 2.0);
  }
  return scales;
}

}  // namespace

struct InverseDynamics::Workspace {
  Workspace(const model::Model& model, int outputs, const InverseDynamicsOptions& chosen);

  void choose_kernels();
  void set_scales_of_bodies();
  void run(Kernel kernel, const double* q, std::size_t stride, double* tau, double* energies,
           std::size_t out_stride) noexcept;
  void run_rest(const double* q, std::size_t num_samples, std::size_t stride, double* tau,
                double* energies, std::size_t out_stride) noexcept;
  bool is_far(std::size_t stride) const {
    return num_columns >= kManyColumns && num_columns * stride > kFarNumbers;
  }
  void run_far(const double* q, std::size_t num_samples, std::size_t stride, double* tau,
               double* energies, std::size_t out_stride) noexcept;

  Tree tree;
  Regrouping regrouped;
  std::vector<RegroupedInLanes> lanes_of_bodies;
  std::vector<double> phases;  ///< As many as tree.angle_offsets.
  int num_outputs;
  std::size_t num_inputs = 0;   ///< Columns of a sample.
  std::size_t num_columns = 0;  ///< With those of the forces.
  InverseDynamicsOptions options;
  KernelScales scales;
  std::vector<double> rate_scales, moment_scales;  ///< See KernelCall.
  std::size_t lanes = 1;
  Kernel single = nullptr;  ///< Null where the batch kernel does single samples too.
  Kernel batch = nullptr;
  Kernel energies_alone = nullptr;  ///< Or null: there are none, or they come with `batch`.
  AlignedMemory memory;             ///< Of batches, single samples, a last group.
  double* rest = nullptr;
  AlignedMemory block;  ///< Columns of some samples, copied from where they are far apart.
  KernelCall call;      ///< All of it but what a call brings.
};

InverseDynamics::Workspace::Workspace(const model::Model& model, int outputs,
                                      const InverseDynamicsOptions& chosen)
    : tree(lower(model, chosen.gravity.value_or(model.gravity()))),
      regrouped(regroup(tree)),
      lanes_of_bodies(in_lanes(regrouped.bodies)),
      phases(tree.angle_offsets.size(), 0.0),
      num_outputs(outputs),
      options(chosen),
      scales(scales_of(chosen.form)) {
  choose_kernels();
  set_scales_of_bodies();
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) phases[i] = regrouped.bodies[i].phase;
  const auto n = static_cast<std::size_t>(tree.num_coordinates);
  const auto K = static_cast<std::size_t>(num_outputs);
  num_inputs = (K + 2) * n;
  const std::size_t batch_size = AlignedMemory::rounded_up(
      batch_workspace_size(tree.bodies.size(), K, lanes, options.energies == Energies::kAll));
  const std::size_t single_size =
      single == nullptr ? 0
                        : AlignedMemory::rounded_up(single_workspace_size(tree.bodies.size(), K));
  memory = AlignedMemory(batch_size + single_size + ((2 * K + 2) * n + K) * lanes);
  num_columns = num_inputs + K * n;
  block = AlignedMemory((num_columns + K) * kBlock);
  double* single_workspace = memory.data() + batch_size;
  rest = single_workspace + single_size;
  const double* g = tree.gravity;
  call = KernelCall{.regrouped = regrouped.bodies.data(),
                    .in_lanes = lanes_of_bodies.data(),
                    .angle_coordinates = tree.angle_coordinates.data(),
                    .angle_scales = tree.angle_scales.data(),
                    .angle_offsets = tree.angle_offsets.data(),
                    .angle_phases = phases.data(),
                    .in_order = tree.in_order,
                    .num_bodies = static_cast<int>(tree.bodies.size()),
                    .num_coordinates = tree.num_coordinates,
                    .num_outputs = num_outputs,
                    .gravity = {g[0], g[1], g[2]},
                    .scales = &scales,
                    .rate_scales = rate_scales.data(),
                    .moment_scales = moment_scales.data(),
                    .workspace = memory.data(),
                    .single_workspace = single_workspace};
}

void InverseDynamics::Workspace::set_scales_of_bodies() {
  const int K = num_outputs;
  for (const RegroupedBody& body : regrouped.bodies) {
    rate_scales.push_back(body.scale * (K * scales.rate[K + 1]));
    for (int k = 1; k <= K + 1; ++k) rate_scales.push_back(body.scale * scales.rate[k]);
    for (int k = 0; k < K; ++k) moment_scales.push_back(body.scale * scales.force[k]);
  }
}

void InverseDynamics::Workspace::choose_kernels() {
  const Kernels all =
      of_set(options.instruction_set, []<InstructionSet set>() { return kernels<set>(); });
  const bool with_energies = options.energies == Energies::kAll;
  lanes = static_cast<std::size_t>(all.fixed.lanes);
  const int index = num_outputs - 1;
  if (num_outputs <= kFixedOutputs) batch = all.fixed.batch[index];
  if (batch == nullptr) batch = all.runtime.batch;
  if (with_energies && num_outputs <= kEnergiesWithForces) {
    batch = all.energies.with_forces[index];
  } else if (with_energies) {
    energies_alone =
        num_outputs > kFixedEnergies ? all.runtime.energies : all.energies.alone[index];
  }
  // The single kernels begin their way back at the last body: there must be one. They have plain
  // derivatives.
  if (with_energies || tree.bodies.empty() || options.form != Form::kDerivatives) return;
  single = num_outputs > kFixedSingles ? all.runtime.single : all.single.fixed[index];
}

void InverseDynamics::Workspace::run(Kernel kernel, const double* q, std::size_t stride,
                                     double* tau, double* energies,
                                     std::size_t out_stride) noexcept {
  call.q = q;
  call.tau = tau;
  call.energies = energies;
  call.q_stride = static_cast<std::ptrdiff_t>(stride);
  call.tau_stride = call.energies_stride = static_cast<std::ptrdiff_t>(out_stride);
  call.columns_are_far = num_inputs * stride > kNearNumbers;
  if (energies_alone != nullptr) energies_alone(call);
  kernel(call);
}

/// Fewer samples than lanes.
void InverseDynamics::Workspace::run_rest(const double* q, std::size_t num_samples,
                                          std::size_t stride, double* tau, double* energies,
                                          std::size_t out_stride) noexcept {
  const auto n = static_cast<std::size_t>(tree.num_coordinates);
  const auto K = static_cast<std::size_t>(num_outputs);
  double* rest_tau = rest + (K + 2) * n * lanes;
  double* rest_energies = rest_tau + K * n * lanes;
  widen(q, num_inputs, num_samples, stride, rest, lanes);
  run(batch, rest, lanes, rest_tau, rest_energies, lanes);
  narrow(rest_tau, K * n, lanes, num_samples, tau, out_stride);
  if (options.energies == Energies::kNone) return;
  narrow(rest_energies, K, lanes, num_samples, energies, out_stride);
}

/// `lanes` to kBlock samples, by way of columns that lie side by side.
void InverseDynamics::Workspace::run_far(const double* q, std::size_t num_samples,
                                         std::size_t stride, double* tau, double* energies,
                                         std::size_t out_stride) noexcept {
  const auto K = static_cast<std::size_t>(num_outputs);
  const std::size_t group_size = (num_columns + K) * lanes;
  const auto move = [&]<std::size_t width>() {
    double* from = block.data();
    double* to = from + num_inputs * width;
    double* to_energies = from + num_columns * width;
    gather<width>({num_inputs, stride, num_samples, group_size}, q, from);
    for (std::size_t at = 0; at < num_samples; at += width) {
      run(batch, from, width, to, to_energies, width);
      from += group_size;
      to += group_size;
      to_energies += group_size;
    }
    to = block.data() + num_inputs * width;
    scatter<width>({num_columns - num_inputs, out_stride, num_samples, group_size}, to, tau);
    if (options.energies == Energies::kNone) return;
    to_energies = block.data() + num_columns * width;
    scatter<width>({K, out_stride, num_samples, group_size}, to_energies, energies);
  };
  if (lanes == 8) return move.template operator()<8>();
  if (lanes == 4) return move.template operator()<4>();
  move.template operator()<2>();
}

InverseDynamics::InverseDynamics(const model::Model& model, int num_outputs,
                                 const InverseDynamicsOptions& options) {
  check(num_outputs >= 1 && num_outputs <= kMaxOutputs,
        "InverseDynamics: the number of outputs is ", num_outputs, "; 1 to ", kMaxOutputs,
        " is needed (3 gives tau, tau', tau'').");
  check_available("InverseDynamics", options.instruction_set);
  workspace_ = std::make_unique<Workspace>(model, num_outputs, options);
}

InverseDynamics::~InverseDynamics() = default;
InverseDynamics::InverseDynamics(InverseDynamics&&) noexcept = default;
InverseDynamics& InverseDynamics::operator=(InverseDynamics&&) noexcept = default;

int InverseDynamics::num_coordinates() const { return workspace_->tree.num_coordinates; }
int InverseDynamics::num_outputs() const { return workspace_->num_outputs; }
int InverseDynamics::lanes() const { return static_cast<int>(workspace_->lanes); }
InstructionSet InverseDynamics::instruction_set() const {
  return workspace_->options.instruction_set;
}
std::size_t InverseDynamics::num_bytes() const {
  return (workspace_->memory.size() + workspace_->block.size()) * sizeof(double);
}

void InverseDynamics::set_gravity(const Vec3& gravity) noexcept {
  for (int i = 0; i < 3; ++i) workspace_->call.gravity[i] = gravity(i);
}

void InverseDynamics::set_masses(const model::Model& model) noexcept {
  Workspace& w = *workspace_;
  engine::set_masses(model, w.tree);
  engine::set_masses(w.tree, w.regrouped);
  engine::set_masses(w.regrouped.bodies, w.lanes_of_bodies);
}

void InverseDynamics::compute(const double* q, double* tau, double* energies) noexcept {
  Workspace& w = *workspace_;
  if (w.single != nullptr) {
    w.run(w.single, q, 1, tau, energies, 1);
  } else {
    w.run_rest(q, 1, 1, tau, energies, 1);
  }
}

void InverseDynamics::compute_batch(const double* q, std::size_t num_samples, std::size_t stride,
                                    double* tau, double* energies) noexcept {
  compute_batch(q, num_samples, stride, tau, energies, stride);
}

void InverseDynamics::compute_batch(const double* q, std::size_t num_samples, std::size_t stride,
                                    double* tau, double* energies,
                                    std::size_t out_stride) noexcept {
  Workspace& w = *workspace_;
  const bool with_energies = w.options.energies == Energies::kAll;
  const bool is_far = num_samples > w.lanes && w.is_far(std::max(stride, out_stride));
  const std::size_t step = is_far ? kBlock : w.lanes;
  for (std::size_t at = 0; at < num_samples; at += step) {
    // The last group takes some samples once more: copying fewer would cost more than a full group.
    const bool is_short = at + step > num_samples && num_samples >= step;
    const std::size_t s = is_short ? num_samples - step : at;
    double* to_energies = with_energies ? energies + s : nullptr;
    if (is_far) {
      w.run_far(q + s, std::min(step, num_samples - s), stride, tau + s, to_energies, out_stride);
    } else if (s + w.lanes <= num_samples) {
      w.run(w.batch, q + s, stride, tau + s, to_energies, out_stride);
    } else {
      w.run_rest(q + s, num_samples - s, stride, tau + s, to_energies, out_stride);
    }
  }
}

}  // namespace appell::engine
