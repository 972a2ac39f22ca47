#include "appell/engine/motion_matrices.hpp"

#include <algorithm>
#include <array>

#include "appell/base/check.hpp"
#include "appell/base/factorial.hpp"
#include "appell/engine/aligned_memory.hpp"
#include "appell/engine/compiled_sets.hpp"
#include "appell/engine/last_group.hpp"
#include "appell/engine/regroup.hpp"
#include "appell/engine/tree.hpp"
#include "appell/engine/world_call.hpp"
#include "appell/model/model.hpp"

namespace appell::engine {
namespace {

constexpr std::size_t kMostResults = 3;  ///< M, C, ∂τ/∂q: what a kernel writes.

/// Of a content; where no single kernel is, the batch kernel does it.
struct ChosenMatrixKernels {
  int lanes;
  const WorldKernelFunction* single;
  const WorldKernelFunction* batch;
};

constexpr WorldKernelFunction kNoSingleKernels[kMostResults] = {};

template <InstructionSet set>
ChosenMatrixKernels choose(int order) {
  const MatrixKernels& fixed = matrix_kernels<set>();
  if (order == 0) return {fixed.lanes, fixed.single, fixed.batch};
  return {fixed.lanes, kNoSingleKernels, runtime_matrix_kernels<set>().batch};
}

/// The least content that has what is asked for, as an index.
int content_of(const MotionMatricesOut& out) {
  if (out.force_by_q != nullptr) return static_cast<int>(MatrixContent::kPartials);
  const bool has_coriolis = out.coriolis != nullptr || out.force_by_rate != nullptr;
  return static_cast<int>(has_coriolis ? MatrixContent::kCoriolis : MatrixContent::kMass);
}

}  // namespace

struct MotionMatrices::Workspace {
  Workspace(const model::Model& model, MatrixContent what, const MotionMatricesOptions& options);

  /// A kernel's results go where the caller wants them.
  void run(WorldKernelFunction kernel, const double* q, std::size_t stride,
           const MotionMatricesOut& out, std::size_t out_stride) noexcept;
  void run_rest(const double* q, std::size_t num_samples, std::size_t stride,
                const MotionMatricesOut& out, std::size_t out_stride) noexcept;
  /// What the kernel does not give itself: ∂τ/∂q' where C is wanted too, and the factors k!.
  void finish(std::size_t num_samples, std::size_t stride, const MotionMatricesOut& out) noexcept;

  Tree tree;
  MatrixContent content;
  int N;
  Form form;
  std::vector<double> q_scale;
  int num_lanes;
  const WorldKernelFunction* single;  ///< By content; null where there is none.
  const WorldKernelFunction* batch;
  std::size_t n;
  std::size_t lanes;
  std::size_t num_entries;  ///< (N + 1) n²
  AlignedMemory memory;
  AlignedMemory rest;  ///< q and results of full width.
  WorldCall call;
};

MotionMatrices::Workspace::Workspace(const model::Model& model, MatrixContent what,
                                     const MotionMatricesOptions& options)
    : tree(in_suitable_frames(model, options.gravity.value_or(model.gravity()))),
      content(what),
      N(options.order),
      form(options.form),
      q_scale(input_scales(options.form, options.order + 3)),
      n(static_cast<std::size_t>(tree.num_coordinates)),
      num_entries((static_cast<std::size_t>(N) + 1) * n * n) {
  const int need = static_cast<int>(what);
  const ChosenMatrixKernels chosen =
      of_set(options.instruction_set, [&]<InstructionSet set>() { return choose<set>(N); });
  num_lanes = chosen.lanes;
  single = chosen.single;
  batch = chosen.batch;
  lanes = static_cast<std::size_t>(num_lanes);
  const std::size_t bodies = (tree.bodies.size() + 3) / 4 * 4;
  const std::size_t of_angles = 3 * static_cast<std::size_t>(N + need + 1);
  const auto of_body = static_cast<std::size_t>(matrix_block_size(N, need));
  const auto of_columns = static_cast<std::size_t>(
      num_ancestor_columns(need) * ancestor_column_length(static_cast<int>(bodies)));
  const auto of_vectors = static_cast<std::size_t>(N == 0 ? num_ancestor_columns(need) : 0);
  memory = AlignedMemory(std::max(bodies * lanes * (of_angles + 3 * of_body + of_vectors),
                                  bodies * (of_angles + 4 * of_body) + of_columns));
  const std::size_t of_q = static_cast<std::size_t>(N + need + 1) * n;
  const std::size_t num_results = static_cast<std::size_t>(need) + 1;
  rest = AlignedMemory((of_q + num_results * num_entries) * lanes);
  const double* g = tree.gravity;
  call = WorldCall{.bodies = tree.bodies.data(),
                   .angle_coordinates = tree.angle_coordinates.data(),
                   .angle_scales = tree.angle_scales.data(),
                   .angle_offsets = tree.angle_offsets.data(),
                   .angle_phases = tree.angle_phases.data(),
                   .num_bodies = static_cast<int>(tree.bodies.size()),
                   .num_coordinates = tree.num_coordinates,
                   .is_full = tree.is_chain,
                   .is_once = tree.is_once,
                   .in_order = tree.in_order,
                   .order = N,
                   .gravity = {g[0], g[1], g[2]},
                   .q_scale = q_scale.data(),
                   .C_factor = 1.0,
                   .workspace = memory.data()};
}

void MotionMatrices::Workspace::run(WorldKernelFunction kernel, const double* q, std::size_t stride,
                                    const MotionMatricesOut& out, std::size_t out_stride) noexcept {
  call.q = q;
  call.q_stride = static_cast<std::ptrdiff_t>(stride);
  call.out_stride = static_cast<std::ptrdiff_t>(out_stride);
  const auto rows = static_cast<std::ptrdiff_t>(n);
  call.row_step = out.by_columns ? 1 : rows;
  call.column_step = out.by_columns ? rows : 1;
  call.M = out.mass;
  call.C = out.coriolis != nullptr ? out.coriolis : out.force_by_rate;
  call.C_factor = out.coriolis != nullptr ? 1.0 : 2.0;
  call.dtau_dq = out.force_by_q;
  kernel(call);
}

/// Fewer samples than lanes.
void MotionMatrices::Workspace::run_rest(const double* q, std::size_t num_samples,
                                         std::size_t stride, const MotionMatricesOut& out,
                                         std::size_t out_stride) noexcept {
  double* rest_q = rest.data();
  const int need = content_of(out);
  const std::size_t of_q = static_cast<std::size_t>(N + need + 1) * n;
  widen(q, of_q, num_samples, stride, rest_q, lanes);
  std::array<double*, kMostResults> from{};
  for (std::size_t r = 0; r <= static_cast<std::size_t>(need); ++r) {
    from[r] = rest_q + (of_q + r * num_entries) * lanes;
  }
  run(batch[need], rest_q, lanes,
      {.mass = out.mass ? from[0] : nullptr,
       .coriolis = out.coriolis ? from[1] : nullptr,
       .force_by_q = out.force_by_q ? from[2] : nullptr,
       .force_by_rate = out.coriolis || !out.force_by_rate ? nullptr : from[1],
       .by_columns = out.by_columns},
      lanes);
  const std::array<double*, kMostResults> to{
      out.mass, out.coriolis ? out.coriolis : out.force_by_rate, out.force_by_q};
  for (std::size_t r = 0; r < kMostResults; ++r) {
    if (to[r] != nullptr) narrow(from[r], num_entries, lanes, num_samples, to[r], out_stride);
  }
}

void MotionMatrices::Workspace::finish(std::size_t num_samples, std::size_t stride,
                                       const MotionMatricesOut& out) noexcept {
  if (N >= 2 && form == Form::kDerivatives) {
    for (std::size_t k = 2; k <= static_cast<std::size_t>(N); ++k) {
      const double factorial = kFactorials[static_cast<int>(k)];
      for (double* result :
           {out.mass, out.coriolis ? out.coriolis : out.force_by_rate, out.force_by_q}) {
        if (result == nullptr) continue;
        for (std::size_t e = k * n * n; e < (k + 1) * n * n; ++e) {
          for (std::size_t s = 0; s < num_samples; ++s) result[e * stride + s] *= factorial;
        }
      }
    }
  }
  if (out.coriolis == nullptr || out.force_by_rate == nullptr) return;
  for (std::size_t e = 0; e < num_entries; ++e) {
    for (std::size_t s = 0; s < num_samples; ++s) {
      out.force_by_rate[e * stride + s] = 2.0 * out.coriolis[e * stride + s];
    }
  }
}

MotionMatrices::MotionMatrices(const model::Model& model, MatrixContent content,
                               const MotionMatricesOptions& options) {
  check(options.order >= 0 && options.order <= kHighestOrder, "MotionMatrices: the order is ",
        options.order, "; 0 to ", kHighestOrder, " is needed.");
  check_available("MotionMatrices", options.instruction_set);
  workspace_ = std::make_unique<Workspace>(model, content, options);
}

MotionMatrices::~MotionMatrices() = default;
MotionMatrices::MotionMatrices(MotionMatrices&&) noexcept = default;
MotionMatrices& MotionMatrices::operator=(MotionMatrices&&) noexcept = default;

int MotionMatrices::num_coordinates() const { return workspace_->tree.num_coordinates; }
int MotionMatrices::order() const { return workspace_->N; }
int MotionMatrices::num_inputs() const {
  return workspace_->N + static_cast<int>(workspace_->content) + 1;
}
int MotionMatrices::lanes() const { return workspace_->num_lanes; }

void MotionMatrices::compute(const double* q, const MotionMatricesOut& out) noexcept {
  Workspace& w = *workspace_;
  const WorldKernelFunction single = w.single[content_of(out)];
  if (single != nullptr) {
    w.run(single, q, 1, out, 1);
  } else {
    w.run_rest(q, 1, 1, out, 1);
  }
  w.finish(1, 1, out);
}

void MotionMatrices::compute_batch(const double* q, std::size_t num_samples, std::size_t stride,
                                   const MotionMatricesOut& out) noexcept {
  compute_batch(q, num_samples, stride, out, stride);
}

void MotionMatrices::compute_batch(const double* q, std::size_t num_samples, std::size_t stride,
                                   const MotionMatricesOut& out, std::size_t out_stride) noexcept {
  Workspace& w = *workspace_;
  const WorldKernelFunction batch = w.batch[content_of(out)];
  const auto from = [](double* column, std::size_t s) { return column ? column + s : nullptr; };
  for (std::size_t begin = 0; begin < num_samples; begin += w.lanes) {
    // The last group takes some samples once more: copying fewer would cost more than a full group.
    const bool is_short = begin + w.lanes > num_samples && num_samples >= w.lanes;
    const std::size_t s = is_short ? num_samples - w.lanes : begin;
    const MotionMatricesOut at{from(out.mass, s), from(out.coriolis, s), from(out.force_by_q, s),
                               from(out.force_by_rate, s), out.by_columns};
    if (s + w.lanes <= num_samples) {
      w.run(batch, q + s, stride, at, out_stride);
    } else {
      w.run_rest(q + s, num_samples - s, stride, at, out_stride);
    }
  }
  w.finish(num_samples, out_stride, out);
}

}  // namespace appell::engine
