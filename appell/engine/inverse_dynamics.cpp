#include "appell/engine/inverse_dynamics.hpp"

#include <algorithm>
#include <new>

#include "appell/base/check.hpp"
#include "appell/engine/kernels.hpp"
#include "appell/model/model.hpp"

namespace appell::engine {
namespace {

constexpr std::align_val_t kAlignment{64};
static_assert(InverseDynamics::kMostOutputs == kMaxOutputs);

struct Kernels {
  const FixedKernels& fixed;
  const EnergyKernels& energies;
  const RuntimeKernels& runtime;
};

template <InstructionSet set>
Kernels kernels() {
  return {fixed_kernels<set>(), energy_kernels<set>(), runtime_kernels<set>()};
}

Kernels kernels_of(InstructionSet set) {
#if defined(__x86_64__)
  if (set == InstructionSet::kAvx512) return kernels<InstructionSet::kAvx512>();
  if (set == InstructionSet::kAvx2) return kernels<InstructionSet::kAvx2>();
#endif
  static_cast<void>(set);
  return kernels<InstructionSet::kPlain>();
}

std::size_t rounded_up(std::size_t count) { return (count + 7) / 8 * 8; }

}  // namespace

void InverseDynamics::Freer::operator()(double* p) const { ::operator delete[](p, kAlignment); }

InverseDynamics::~InverseDynamics() = default;
InverseDynamics::InverseDynamics(InverseDynamics&&) noexcept = default;
InverseDynamics& InverseDynamics::operator=(InverseDynamics&&) noexcept = default;

InverseDynamics::InverseDynamics(const model::Model& model, int num_outputs,
                                 const InverseDynamicsOptions& options)
    : tree_(lower(model, options.gravity.value_or(model.gravity()))),
      num_outputs_(num_outputs),
      options_(options) {
  check(num_outputs >= 1 && num_outputs <= kMaxOutputs,
        "InverseDynamics: the number of outputs is ", num_outputs, "; 1 to ", kMaxOutputs,
        " is needed (3 gives tau, tau', tau'').");
  check_available("InverseDynamics", options.instruction_set);
  choose_kernels();
  const auto n = static_cast<std::size_t>(tree_.num_coordinates);
  const auto K = static_cast<std::size_t>(num_outputs);
  const auto lanes = static_cast<std::size_t>(lanes_);
  const std::size_t batch_size = rounded_up(batch_workspace_size(tree_.bodies.size(), K, lanes));
  const std::size_t single_size =
      single_ == nullptr ? 0 : rounded_up(single_workspace_size(tree_.bodies.size(), K));
  workspace_size_ = batch_size + single_size + ((2 * K + 2) * n + K) * lanes;
  workspace_.reset(new (kAlignment) double[workspace_size_]());
  double* single_workspace = workspace_.get() + batch_size;
  rest_ = single_workspace + single_size;
  const double* g = tree_.gravity;
  call_ =
      std::make_unique<KernelCall>(KernelCall{.bodies = tree_.bodies.data(),
                                              .in_lanes = tree_.in_lanes.data(),
                                              .angle_coordinates = tree_.angle_coordinates.data(),
                                              .angle_scales = tree_.angle_scales.data(),
                                              .angle_offsets = tree_.angle_offsets.data(),
                                              .rotations_of_four = tree_.rotations_of_four.data(),
                                              .in_order = tree_.in_order,
                                              .num_bodies = static_cast<int>(tree_.bodies.size()),
                                              .num_coordinates = tree_.num_coordinates,
                                              .num_outputs = num_outputs_,
                                              .gravity = {g[0], g[1], g[2]},
                                              .workspace = workspace_.get(),
                                              .single_workspace = single_workspace});
}

void InverseDynamics::choose_kernels() {
  const Kernels all = kernels_of(options_.instruction_set);
  const bool with_energies = options_.energies == Energies::kAll;
  lanes_ = all.fixed.lanes;
  if (num_outputs_ > kFixedOutputs) {
    batch_ = with_energies ? all.runtime.batch_with_energies : all.runtime.batch;
    return;
  }
  const int index = num_outputs_ - 1;
  batch_ = with_energies ? all.energies.batch[index] : all.fixed.batch[index];
  // The single kernels begin their way back at the last body: there must be one.
  if (with_energies || tree_.bodies.empty()) return;
  single_ = tree_.is_plain ? all.fixed.plain_single[index] : all.fixed.single[index];
  if (num_outputs_ == 3 && !tree_.slides && single_ != nullptr) single_ = all.fixed.single_of_three;
}

void InverseDynamics::run(Kernel kernel, const double* q, std::size_t stride, double* tau,
                          double* energies) noexcept {
  const auto step = static_cast<std::ptrdiff_t>(stride);
  call_->q = q;
  call_->tau = tau;
  call_->energies = energies;
  call_->q_stride = call_->tau_stride = call_->energies_stride = step;
  kernel(*call_);
}

void InverseDynamics::compute(const double* q, double* tau, double* energies) noexcept {
  if (single_ != nullptr) {
    run(single_, q, 1, tau, energies);
  } else {
    compute_rest(q, 1, 1, tau, energies);
  }
}

void InverseDynamics::compute_batch(const double* q, std::size_t num_samples, std::size_t stride,
                                    double* tau, double* energies) noexcept {
  const auto lanes = static_cast<std::size_t>(lanes_);
  const bool with_energies = options_.energies == Energies::kAll;
  std::size_t s = 0;
  for (; s + lanes <= num_samples; s += lanes) {
    run(batch_, q + s, stride, tau + s, with_energies ? energies + s : nullptr);
  }
  if (s < num_samples) {
    compute_rest(q + s, num_samples - s, stride, tau + s, with_energies ? energies + s : nullptr);
  }
}

/// Fewer samples than lanes: copied to columns of full width, the last sample repeated.
void InverseDynamics::compute_rest(const double* q, std::size_t num_samples, std::size_t stride,
                                   double* tau, double* energies) noexcept {
  const auto lanes = static_cast<std::size_t>(lanes_);
  const auto n = static_cast<std::size_t>(tree_.num_coordinates);
  const auto K = static_cast<std::size_t>(num_outputs_);
  double* rest_q = rest_;
  double* rest_tau = rest_q + (K + 2) * n * lanes;
  double* rest_energies = rest_tau + K * n * lanes;
  for (std::size_t column = 0; column < (K + 2) * n; ++column) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      rest_q[column * lanes + lane] = q[column * stride + std::min(lane, num_samples - 1)];
    }
  }
  run(batch_, rest_q, lanes, rest_tau, rest_energies);
  for (std::size_t column = 0; column < K * n; ++column) {
    std::copy_n(rest_tau + column * lanes, num_samples, tau + column * stride);
  }
  if (options_.energies == Energies::kNone) return;
  for (std::size_t p = 0; p < K; ++p) {
    std::copy_n(rest_energies + p * lanes, num_samples, energies + p * stride);
  }
}

}  // namespace appell::engine
