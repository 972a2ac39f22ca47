#include "appell/force/engine_batch.hpp"

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

EngineBatch::Workspace::Workspace(const model::Model& robot, const EngineBatchOptions& chosen)
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
    mass_factor.emplace(model);
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

void EngineBatch::Workspace::check_content(const char* function, EngineContent needed) const {
  check(has(content, needed), "EngineBatch::", function, ": the engine was made without ",
        "EngineContent::", name_of(needed), ".");
}

void EngineBatch::Workspace::check_states(const char* function, const model::StateBlock& states,
                                          int needed) const {
  check(states.num_coordinates() == n, "EngineBatch::", function, ": the states have ",
        states.num_coordinates(), " coordinates; the model has ", n, ".");
  check(states.order() >= needed, "EngineBatch::", function, ": the states are of order ",
        states.order(), "; ", needed, " is needed.");
  check(states.num_samples() <= capacity, "EngineBatch::", function, ": got ", states.num_samples(),
        " states; room was made for ", capacity, ".");
}

void EngineBatch::Workspace::check_frame(const char* function, const model::Frame& frame) const {
  force::check_frame("EngineBatch::", function, model, frame);
}

void EngineBatch::Workspace::check_surroundings(const char* function,
                                                const Surroundings& surroundings) const {
  force::check_surroundings("EngineBatch::", function, model, surroundings);
}

void EngineBatch::Workspace::check_out(const char* function, const model::StateBlock& states,
                                       model::SeriesBlock& out, int columns,
                                       int exact_order) const {
  check(out.order() == exact_order, "EngineBatch::", function, ": the result is of order ",
        out.order(), "; ", exact_order, " is needed.");
  check_out_to(function, states, out, columns, exact_order);
}

void EngineBatch::Workspace::check_out_to(const char* function, const model::StateBlock& states,
                                          model::SeriesBlock& out, int columns,
                                          int highest_order) const {
  check(out.order() >= 0 && out.order() <= highest_order, "EngineBatch::", function,
        ": the result is of order ", out.order(), "; 0 to ", highest_order, " is needed.");
  check(out.num_coordinates() == columns, "EngineBatch::", function, ": the result has ",
        out.num_coordinates(), " columns; ", columns, " are needed.");
  check(out.capacity() >= states.num_samples(), "EngineBatch::", function,
        ": the result has room for ", out.capacity(), " samples; there are ", states.num_samples(),
        ".");
  out.set_num_samples(states.num_samples());
}

EngineBatch::EngineBatch(const model::Model& model, const EngineBatchOptions& options) {
  check(options.order >= 0 && options.order <= kHighestOrder, "EngineBatch: the order is ",
        options.order, "; 0 to ", kHighestOrder, " is needed.");
  check(options.capacity >= 1, "EngineBatch: the capacity is ", options.capacity,
        "; at least 1 is needed.");
  workspace_ = std::make_unique<Workspace>(model, options);
}

EngineBatch::~EngineBatch() = default;
EngineBatch::EngineBatch(EngineBatch&&) noexcept = default;
EngineBatch& EngineBatch::operator=(EngineBatch&&) noexcept = default;

const model::Model& EngineBatch::model() const { return workspace_->model; }
int EngineBatch::order() const { return workspace_->N; }
int EngineBatch::lanes() const { return workspace_->lanes; }
int EngineBatch::num_reactions() const { return static_cast<int>(workspace_->driven.size()); }

}  // namespace appell::force
