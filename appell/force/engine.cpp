#include "appell/force/engine.hpp"

#include "appell/base/check.hpp"
#include "appell/force/engine_workspace.hpp"
#include "appell/force/friction.hpp"
#include "appell/force/loaded_tree.hpp"

namespace appell::force {
namespace {

void check_length(const char* what, Eigen::Index found, Eigen::Index expected) {
  check(found == expected, "Engine: ", what, " has ", found, " entries; the model has ", expected,
        " coordinates.");
}

/// What is done by batches of one: at an instant, and along a motion.
constexpr EngineContent kAtInstant =
    EngineContent::kGravity | EngineContent::kEnergies | EngineContent::kLoads;
constexpr EngineContent kBySingleKernels = EngineContent::kForces | EngineContent::kMotion;

}  // namespace

Engine::Workspace::Workspace(const model::Model& robot, const EngineOptions& options)
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
    mass_factor.emplace(model);
    for (auto* numbers : {&M, &C}) numbers->resize(static_cast<std::size_t>(n * n));
    if (has_partials) by_q.resize(M.size());
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

void Engine::Workspace::place_results() {
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

void Engine::Workspace::check_content(const char* function, EngineContent needed) const {
  check(has(content, needed), "Engine::", function,
        ": the engine was made without EngineContent::", name_of(needed), ".");
}

const double* Engine::Workspace::put(Vector q, VectorPointer rate, VectorPointer acceleration) {
  check_length("q", q.size(), n);
  if (rate != nullptr) check_length("the rate of q", rate->size(), n);
  if (acceleration != nullptr) check_length("the acceleration of q", acceleration->size(), n);
  motion.col(0) = q;
  motion.middleCols(1, 2).setZero();
  if (rate != nullptr) motion.col(1) = *rate;
  if (acceleration != nullptr) motion.col(2) = *acceleration;
  return motion.data();
}

Engine::Engine(const model::Model& model, const EngineOptions& options) {
  check(options.order >= 0 && options.order <= kHighestOrder, "Engine: the order is ",
        options.order, "; 0 to ", kHighestOrder, " is needed.");
  workspace_ = std::make_unique<Workspace>(model, options);
}

Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

const model::Model& Engine::model() const { return workspace_->model; }
int Engine::order() const { return workspace_->N; }
int Engine::num_reactions() const { return workspace_->at_instant->num_reactions(); }

void Engine::inverse_dynamics(Vector q, Vector rate, Vector acceleration, VectorOut tau) {
  Workspace& w = *workspace_;
  w.check_content("inverse_dynamics", EngineContent::kForces);
  check_length("tau", tau.size(), w.n);
  w.value->set_gravity(w.model.gravity());
  w.value->compute(w.motion_of(q, rate, acceleration), tau.data());
}

void Engine::bias(Vector q, Vector rate, VectorOut out) {
  Workspace& w = *workspace_;
  w.check_content("bias", EngineContent::kForces);
  check_length("the bias", out.size(), w.n);
  w.value->set_gravity(Vec3::Zero());
  w.value->compute(w.motion_of(q, rate), out.data());
}

void Engine::momentum(Vector q, Vector rate, VectorOut out) {
  Workspace& w = *workspace_;
  w.check_content("momentum", EngineContent::kForces);
  check_length("the rate of q", rate.size(), w.n);
  check_length("the momentum", out.size(), w.n);
  // Inverse dynamics at rest, with the rate for an acceleration, is M q'.
  w.motion_of(q);
  w.motion.col(2) = rate;
  w.value->set_gravity(Vec3::Zero());
  w.value->compute(w.motion.data(), out.data());
}

double Engine::kinetic_energy(Vector q, Vector rate) {
  Workspace& w = *workspace_;
  momentum(q, rate, w.force);
  return 0.5 * w.motion.col(2).dot(w.force);
}

engine::Kinematics& Engine::kinematics(Matrix motion) {
  Workspace& w = *workspace_;
  w.check_content("kinematics", EngineContent::kMotion);
  w.kinematics->compute(w.columns_of("kinematics", motion, w.N + 3));
  return *w.kinematics;
}

void Engine::jacobian(Matrix motion, const model::Frame& frame, int k, MatrixOut J) {
  Workspace& w = *workspace_;
  w.check_content("jacobian", EngineContent::kMotion);
  check(k >= 0 && k <= w.N + 2, "Engine::jacobian: derivative ", k,
        " is asked for; the engine was made for ", w.N + 2, ".");
  check_frame("Engine::", "jacobian", w.model, frame);
  check(J.rows() == 6 && J.cols() == w.n, "Engine::jacobian: J is ", J.rows(), " x ", J.cols(),
        "; 6 x ", w.n, " is needed.");
  w.kinematics->compute(w.columns_of("jacobian", motion, k + 1));
  w.kinematics->jacobian(frame, k, w.J.data());
  J = Eigen::Map<const Workspace::RowMajor>(w.J.data() + 6 * w.n * k, 6, w.n);
}

}  // namespace appell::force
