#include "appell/force/unchecked_engine_batch.hpp"

#include <algorithm>

#include "appell/base/check.hpp"
#include "appell/force/engine_batch_workspace.hpp"

namespace appell::force {
namespace {

engine::MotionOrders room_for(EngineContent content, int N) {
  engine::MotionOrders room;
  if (has(content, EngineContent::kGravity)) room.gravity_force = room.potential_energy = N;
  if (has(content, EngineContent::kMotion)) {
    room.placements = room.jacobian = N + 2;
    room.omegas = N + 1;
  }
  if (has(content, EngineContent::kEnergies)) {
    room.placements = room.centres = N + 2;
    for (int p = 0; p <= N + 1; ++p) room.energies.push_back(std::min(N, N + 1 - p));
  }
  if (has(content, EngineContent::kLoads)) {
    room.placements = N + 2;
    room.jacobian = std::max(room.jacobian, N);
    room.wrenches = N;
  }
  return room;
}

engine::MatrixContent matrix_content(EngineContent content) {
  return has(content, EngineContent::kPartials) ? engine::MatrixContent::kPartials
                                                : engine::MatrixContent::kCoriolis;
}

/// The frames of the links that joints move, in the order of the joints.
std::vector<const model::Frame*> driven_frames(const model::Model& model) {
  std::vector<const model::Frame*> frames;
  for (const model::Frame& frame : model.frames()) {
    if (frame.is_driven) frames.push_back(&frame);
  }
  const auto joint = [&](const model::Frame* frame) {
    return model.bodies()[static_cast<std::size_t>(frame->body)].joint;
  };
  std::sort(frames.begin(), frames.end(),
            [&](const model::Frame* a, const model::Frame* b) { return joint(a) < joint(b); });
  return frames;
}

}  // namespace

UncheckedEngineBatch::Workspace::Workspace(const model::Model& robot,
                                           const EngineBatchOptions& chosen)
    : model(chosen.gravity ? robot.with_gravity(*chosen.gravity) : robot),
      n(model.num_coordinates()),
      B(model.num_bodies()),
      N(chosen.order),
      capacity(chosen.capacity),
      content(chosen.content),
      driven(driven_frames(model)) {
  using engine::Form;
  const engine::InstructionSet set = chosen.instruction_set;
  if (has(content, EngineContent::kPartials)) content = content | EngineContent::kMatrices;
  if (has(content, EngineContent::kForces)) {
    dynamics.emplace(
        model, N + 1,
        engine::InverseDynamicsOptions{.form = Form::kCoefficients, .instruction_set = set});
    lanes = dynamics->lanes();
  }
  if (has(content, EngineContent::kMatrices)) {
    matrices.emplace(model, matrix_content(content),
                     engine::MotionMatricesOptions{
                         .order = N, .form = Form::kCoefficients, .instruction_set = set});
    mass_factor.emplace(model, set);
    lanes = matrices->lanes();
    group_M = group_C = model::SeriesBlock(n * n, N, group_size());
    if (has(content, EngineContent::kPartials)) group_by_q = group_M;
    dense_M.resize(static_cast<std::size_t>(n * n));
    x.resize(static_cast<std::size_t>(n));
  }
  wanted = room_for(content, N);
  if (wanted.highest() >= 0) {
    const model::Frame* frame = wanted.jacobian >= 0 ? &model.default_frame() : nullptr;
    block.emplace(model, wanted, frame, capacity,
                  engine::MotionBlockOptions{.instruction_set = set});
  }
  if (has(content, EngineContent::kLoads)) {
    load_wrench = model::SeriesBlock(6, N, capacity);
    tree.emplace(model, N);
    frictions.emplace("EngineBatch", model, N);
    wrenches.assign(static_cast<std::size_t>(B), WrenchSeries::zero(N));
  }
}

UncheckedEngineBatch::UncheckedEngineBatch(const model::Model& model,
                                           const EngineBatchOptions& options) {
  check(options.order >= 0 && options.order <= kHighestOrder, "EngineBatch: the order is ",
        options.order, "; 0 to ", kHighestOrder, " is needed.");
  check(options.capacity >= 1, "EngineBatch: the capacity is ", options.capacity,
        "; at least 1 is needed.");
  workspace_ = std::make_unique<Workspace>(model, options);
}

UncheckedEngineBatch::~UncheckedEngineBatch() = default;
UncheckedEngineBatch::UncheckedEngineBatch(UncheckedEngineBatch&&) noexcept = default;
UncheckedEngineBatch& UncheckedEngineBatch::operator=(UncheckedEngineBatch&&) noexcept = default;

const model::Model& UncheckedEngineBatch::model() const noexcept { return workspace_->model; }
int UncheckedEngineBatch::order() const noexcept { return workspace_->N; }
int UncheckedEngineBatch::capacity() const noexcept { return workspace_->capacity; }
EngineContent UncheckedEngineBatch::content() const noexcept { return workspace_->content; }
int UncheckedEngineBatch::lanes() const noexcept { return workspace_->lanes; }
int UncheckedEngineBatch::num_reactions() const noexcept {
  return static_cast<int>(workspace_->driven.size());
}

}  // namespace appell::force
