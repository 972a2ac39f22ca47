#include "appell/force/engine.hpp"

#include "appell/force/engine_checks.hpp"
#include "appell/force/friction.hpp"
#include "appell/force/loaded_tree.hpp"

/// The checks, and the copies where an argument does not lie as UncheckedEngine needs it; forces.
namespace appell::force {

Engine::Workspace::Workspace(const model::Model& model, const EngineOptions& options)
    : engine(model, options),
      n(model.num_coordinates()),
      N(options.order),
      friction_orders(friction_order(model)),
      content(engine.content()),
      motion(n, N + 3) {
  const Eigen::Index of_bodies = 6 * std::max(model.num_bodies(), engine.num_reactions());
  const Eigen::Index largest = std::max({n * n, 6 * n, (N + 1) * std::max(of_bodies, n)});
  result.resize(static_cast<std::size_t>(largest));
  second.resize(static_cast<std::size_t>(n * n));
}

void Engine::Workspace::check_matrix(const char* function, const MatrixOut& out, int k) const {
  check(k >= 0 && k <= N, "Engine::", function, ": derivative ", k,
        " is asked for; the engine was made for ", N, ".");
  check(out.rows() == n && out.cols() == n, "Engine::", function, ": the matrix is ", out.rows(),
        " x ", out.cols(), "; ", n, " x ", n, " is needed.");
}

int Engine::Workspace::order_of(const char* function, const MatrixOut& out, Eigen::Index rows,
                                Eigen::Index columns) const {
  const bool is_value = out.cols() == columns;
  check(out.rows() == rows && (is_value || out.cols() == columns * (N + 1)), "Engine::", function,
        ": the result is ", out.rows(), " x ", out.cols(), "; ", rows, " x ", columns, " or ", rows,
        " x ", columns * (N + 1), " is needed.");
  return is_value ? 0 : N;
}

int Engine::Workspace::order_of_energy(const char* function, int p, Eigen::Index count) const {
  check(p >= 0 && p <= N + 1, "Engine::", function, ": p = ", p,
        " is asked for; the engine was made for at most ", N + 1, ".");
  const int most = std::min(N, N + 1 - p) + 1;
  check(count >= 1 && count <= most, "Engine::", function, ": the result has ", count,
        " derivatives, itself included; 1 to ", most, " are needed for p = ", p, ".");
  return static_cast<int>(count) - 1;
}

const double* Engine::Workspace::columns_of(const char* function, Matrix given, int count) {
  check(given.rows() == n && given.cols() >= count, "Engine::", function, ": the motion is ",
        given.rows(), " x ", given.cols(), "; ", n, " x ", count, " is needed, q and ", count - 1,
        " derivatives.");
  if (given.outerStride() == n || count == 1) return given.data();
  motion.leftCols(count) = given.leftCols(count);
  return motion.data();
}

const double* Engine::Workspace::columns_of(const char* function, Matrix given, int count,
                                            const MatrixOut& out) {
  return apart(columns_of(function, given, count), count * n, out);
}

const double* Engine::Workspace::together(Vector q, Vector rate, VectorPointer acceleration,
                                          const double* out, const double* out_end) {
  check_length("q", q.size());
  check_length("the rate of q", rate.size());
  if (acceleration != nullptr) check_length("the acceleration of q", acceleration->size());
  const double* first = q.data();
  const double* end = first + (acceleration != nullptr ? 3 : 2) * n;
  if (rate.data() == first + n && (acceleration == nullptr || acceleration->data() == end - n) &&
      !overlap(first, end, out, out_end)) {
    return first;
  }
  std::copy_n(q.data(), n, motion.data());
  std::copy_n(rate.data(), n, motion.data() + n);
  if (acceleration != nullptr) std::copy_n(acceleration->data(), n, motion.data() + 2 * n);
  return motion.data();
}

Engine::Engine(const model::Model& model, const EngineOptions& options)
    : workspace_(std::make_unique<Workspace>(model, options)) {}

Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

UncheckedEngine& Engine::unchecked() noexcept { return workspace_->engine; }
const model::Model& Engine::model() const noexcept { return workspace_->engine.model(); }
int Engine::order() const noexcept { return workspace_->N; }
int Engine::num_reactions() const noexcept { return workspace_->engine.num_reactions(); }

// ---- Forces.

void Engine::inverse_dynamics(Vector q, Vector rate, Vector acceleration, VectorOut tau) {
  Workspace& w = *workspace_;
  w.check_content("inverse_dynamics", EngineContent::kForces);
  w.check_length("tau", tau.size());
  w.engine.inverse_dynamics(w.together(q, rate, &acceleration, tau), 0, tau.data());
}

void Engine::bias(Vector q, Vector rate, VectorOut out) {
  Workspace& w = *workspace_;
  w.check_content("bias", EngineContent::kForces);
  w.check_length("the bias", out.size());
  w.engine.bias(w.together(q, rate, nullptr, out), 0, out.data());
}

void Engine::momentum(Vector q, Vector rate, VectorOut out) {
  Workspace& w = *workspace_;
  w.check_content("momentum", EngineContent::kForces);
  w.check_length("the momentum", out.size());
  w.engine.momentum(w.together(q, rate, nullptr, out), 0, out.data());
}

void Engine::friction(Vector q, Vector rate, Vector acceleration, VectorOut out) {
  Workspace& w = *workspace_;
  w.check_content("friction", EngineContent::kLoads);
  w.check_length("the friction", out.size());
  w.engine.friction(w.together(q, rate, &acceleration, out), {}, 0, out.data());
}

void Engine::inverse_dynamics(Matrix motion, MatrixOut out) {
  Workspace& w = *workspace_;
  w.check_content("inverse_dynamics", EngineContent::kForces);
  const int order = w.order_of("inverse_dynamics", out, w.n, 1);
  const double* q = w.columns_of("inverse_dynamics", motion, order + 3, out);
  w.fill(out, [&](double* to) { w.engine.inverse_dynamics(q, order, to); });
}

void Engine::inverse_dynamics(Matrix motion, const Surroundings& surroundings, MatrixOut out) {
  Workspace& w = *workspace_;
  w.check_content("inverse_dynamics", EngineContent::kLoads);
  w.check_content("inverse_dynamics", EngineContent::kForces);
  const int order = w.order_of("inverse_dynamics", out, w.n, 1);
  check_surroundings("Engine::", "inverse_dynamics", model(), surroundings);
  const double* q = w.columns_of("inverse_dynamics", motion, order + 3, out);
  w.fill(out, [&](double* to) { w.engine.inverse_dynamics(q, surroundings, order, to); });
}

void Engine::inertia(Matrix motion, MatrixOut out) {
  Workspace& w = *workspace_;
  w.check_content("inertia", EngineContent::kForces);
  const int order = w.order_of("inertia", out, w.n, 1);
  const double* q = w.columns_of("inertia", motion, order + 3, out);
  w.fill(out, [&](double* to) { w.engine.inertia(q, order, to); });
}

void Engine::gravity(Matrix motion, MatrixOut out) {
  Workspace& w = *workspace_;
  const int order = w.order_of("gravity", out, w.n, 1);
  w.check_content("gravity", order == 0 ? EngineContent::kForces : EngineContent::kGravity);
  const double* q = w.columns_of("gravity", motion, order + 1, out);
  w.fill(out, [&](double* to) { w.engine.gravity(q, order, to); });
}

void Engine::bias(Matrix motion, MatrixOut out) {
  Workspace& w = *workspace_;
  const int order = w.order_of("bias", out, w.n, 1);
  w.check_content("bias", order == 0 ? EngineContent::kForces : EngineContent::kMatrices);
  const double* q = w.columns_of("bias", motion, order + 2, out);
  w.fill(out, [&](double* to) { w.engine.bias(q, order, to); });
}

void Engine::momentum(Matrix motion, MatrixOut out) {
  Workspace& w = *workspace_;
  const int order = w.order_of("momentum", out, w.n, 1);
  w.check_content("momentum", order == 0 ? EngineContent::kForces : EngineContent::kMatrices);
  const double* q = w.columns_of("momentum", motion, order + 2, out);
  w.fill(out, [&](double* to) { w.engine.momentum(q, order, to); });
}

void Engine::load(Matrix motion, const Surroundings& surroundings, MatrixOut out) {
  Workspace& w = *workspace_;
  w.check_content("load", EngineContent::kLoads);
  const int order = w.order_of("load", out, w.n, 1);
  check_surroundings("Engine::", "load", model(), surroundings);
  const double* q = w.columns_of("load", motion, order + 1, out);
  w.fill(out, [&](double* to) { w.engine.load(q, surroundings, order, to); });
}

int Engine::friction(Matrix motion, const Surroundings& surroundings, MatrixOut out) {
  Workspace& w = *workspace_;
  w.check_content("friction", EngineContent::kLoads);
  const int order = w.order_of("friction", out, w.n, 1);
  check_surroundings("Engine::", "friction", model(), surroundings);
  const double* q = w.columns_of("friction", motion, order + w.friction_orders + 1, out);
  int highest = order;
  w.fill(out, [&](double* to) { highest = w.engine.friction(q, surroundings, order, to); });
  return highest;
}

int Engine::motor_force(Matrix motion, const Surroundings& surroundings, MatrixOut out) {
  Workspace& w = *workspace_;
  w.check_content("motor_force", EngineContent::kLoads);
  w.check_content("motor_force", EngineContent::kForces);
  const int order = w.order_of("motor_force", out, w.n, 1);
  check_surroundings("Engine::", "motor_force", model(), surroundings);
  const double* q = w.columns_of("motor_force", motion, order + 3, out);
  int highest = order;
  w.fill(out, [&](double* to) { highest = w.engine.motor_force(q, surroundings, order, to); });
  return highest;
}

}  // namespace appell::force
