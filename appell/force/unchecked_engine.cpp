#include "appell/force/unchecked_engine.hpp"

#include <algorithm>

#include "appell/base/check.hpp"
#include "appell/force/engine_workspace.hpp"
#include "appell/force/friction.hpp"

namespace appell::force {
namespace {

/// What is done by batches of one: at an instant, and along a motion.
constexpr EngineContent kAtInstant =
    EngineContent::kGravity | EngineContent::kEnergies | EngineContent::kLoads;
constexpr EngineContent kBySingleKernels = EngineContent::kForces | EngineContent::kMotion;

}  // namespace

UncheckedEngine::Workspace::Workspace(const model::Model& robot, const EngineOptions& options)
    : model(options.gravity ? robot.with_gravity(*options.gravity) : robot),
      n(model.num_coordinates()),
      N(options.order),
      friction_orders(friction_order(model)),
      content(options.content),
      state(model.num_coordinates(), N + 2, 1),
      motion(MatX::Zero(n, N + 3)),
      force(n) {
  const engine::InstructionSet set = options.instruction_set;
  const bool has_partials = has(content, EngineContent::kPartials);
  if (has_partials) content = content | EngineContent::kMatrices;
  state.set_num_samples(1);
  if (has(content, EngineContent::kForces)) {
    value.emplace(model, 1, engine::InverseDynamicsOptions{.instruction_set = set});
    if (N > 0) higher.emplace(model, N + 1, engine::InverseDynamicsOptions{.instruction_set = set});
  }
  if (has(content, EngineContent::kMatrices)) {
    using engine::MatrixContent;
    matrices.emplace(model, has_partials ? MatrixContent::kPartials : MatrixContent::kCoriolis,
                     engine::MotionMatricesOptions{.instruction_set = set});
    mass_factor.emplace(model, set);
    M.resize(static_cast<std::size_t>(n * n));
    if (has_partials) unused.resize(M.size());
  }
  const engine::KinematicsOptions of_motion{.instruction_set = set};
  if (has(content, EngineContent::kMotion)) kinematics.emplace(model, N + 2, of_motion);
  if (has(content, EngineContent::kLoads)) load_motion.emplace(model, N, of_motion);
  if (kinematics || load_motion) J.resize(static_cast<std::size_t>((N + 3) * 6 * n));
  EngineBatchOptions batch_of_one{
      .capacity = 1, .content = content & kAtInstant, .instruction_set = set};
  at_instant.emplace(model, batch_of_one);
  batch_of_one.order = N;
  batch_of_one.content = without(content, kBySingleKernels);
  if (N > 0) along.emplace(model, batch_of_one);
  place_results();
}

void UncheckedEngine::Workspace::place_results() {
  const int n_int = static_cast<int>(n), B = model.num_bodies();
  const int squares = matrices || load_motion ? n_int * n_int : 0;
  for (const int order : {0, N}) {
    for (const int columns : {n_int, squares, 6 * B, 6 * at_instant->num_reactions()}) {
      results.emplace_back(columns, order, 1);
    }
  }
  for (int order = 0; order <= N; ++order) {
    for (const int columns : {1, B}) results.emplace_back(columns, order, 1);
  }
}

const double* UncheckedEngine::Workspace::padded(const double* given, int count) {
  std::copy_n(given, count * n, motion.data());
  std::fill(motion.data() + count * n, motion.data() + motion.size(), 0.0);
  return motion.data();
}

UncheckedEngine::UncheckedEngine(const model::Model& model, const EngineOptions& options) {
  check(options.order >= 0 && options.order <= kHighestOrder, "Engine: the order is ",
        options.order, "; 0 to ", kHighestOrder, " is needed.");
  workspace_ = std::make_unique<Workspace>(model, options);
}

UncheckedEngine::~UncheckedEngine() = default;
UncheckedEngine::UncheckedEngine(UncheckedEngine&&) noexcept = default;
UncheckedEngine& UncheckedEngine::operator=(UncheckedEngine&&) noexcept = default;

const model::Model& UncheckedEngine::model() const noexcept { return workspace_->model; }
int UncheckedEngine::order() const noexcept { return workspace_->N; }
EngineContent UncheckedEngine::content() const noexcept { return workspace_->content; }
int UncheckedEngine::num_reactions() const noexcept {
  return workspace_->at_instant->num_reactions();
}

engine::Kinematics& UncheckedEngine::kinematics(const double* motion) noexcept {
  workspace_->kinematics->compute(motion);
  return *workspace_->kinematics;
}

void UncheckedEngine::jacobian(const double* motion, const model::Frame& frame, int k,
                               double* J) noexcept {
  Workspace& w = *workspace_;
  w.kinematics->compute(k == w.N + 2 ? motion : w.padded(motion, k + 1));
  w.kinematics->jacobian(frame, k, w.J.data());
  const double* J_k = w.J.data() + 6 * w.n * k;
  for (Eigen::Index j = 0; j < w.n; ++j) {
    for (int row = 0; row < 6; ++row) J[6 * j + row] = J_k[row * w.n + j];
  }
}

}  // namespace appell::force
