#include "appell/force/engine.hpp"

#include <cmath>
#include <vector>

#include "appell/base/check.hpp"
#include "appell/engine/inverse_dynamics.hpp"
#include "appell/engine/mass_factor.hpp"
#include "appell/engine/motion_block.hpp"
#include "appell/engine/motion_matrices.hpp"
#include "appell/force/friction_law.hpp"
#include "appell/taylor/factorial.hpp"

namespace appell::force {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

void check_length(const char* what, Eigen::Index found, Eigen::Index expected) {
  check(found == expected, "Engine: ", what, " has ", found, " entries; the model has ", expected,
        " coordinates.");
}

void check_square(const char* what, const MatX::Index rows, const MatX::Index cols,
                  Eigen::Index n) {
  check(rows == n && cols == n, "Engine: ", what, " is ", rows, " x ", cols, "; ", n, " x ", n,
        " is needed.");
}

engine::MotionOrders of_values() { return {.potential_energy = 0, .wrenches = 0}; }

engine::MotionOrders of_energies(int highest_p) {
  engine::MotionOrders orders;
  orders.energies.assign(static_cast<std::size_t>(highest_p) + 1, 0);
  return orders;
}

}  // namespace

struct Engine::Workspace {
  Workspace(const model::Model& robot, const EngineOptions& options);

  /// Copies a motion, of which the columns that are not given are zero.
  const double* motion_of(Vector q) { return put(q, nullptr, nullptr); }
  const double* motion_of(Vector q, Vector rate) { return put(q, &rate, nullptr); }
  const double* motion_of(Vector q, Vector rate, Vector acceleration) {
    return put(q, &rate, &acceleration);
  }
  using VectorPointer = const Eigen::Ref<const VecX>*;
  const double* put(Vector q, VectorPointer rate, VectorPointer acceleration);
  /// A motion whose number of columns is at least `count`, in memory as the engine wants it.
  const double* columns_of(const char* function, Matrix given, int count);
  /// M⁽ᵏ⁾ as the series product wants them, and ∂τ/∂q, ∂τ/∂q' to an order.
  Eigen::Map<RowMajor> square(std::vector<double>& numbers, int k) const {
    return Eigen::Map<RowMajor>(numbers.data() + k * n * n, n, n);
  }
  /// Coefficients of q for blocks.
  void compute_block(engine::MotionBlock& block, const double* derivatives);

  model::Model model;
  Eigen::Index n;
  int N;
  engine::InverseDynamics value;    ///< τ
  engine::InverseDynamics higher;   ///< τ .. τ⁽ᴺ⁾
  engine::InverseDynamics inertia;  ///< Without gravity.
  engine::MotionMatrices mass;
  engine::MotionMatrices coriolis;
  engine::MotionMatrices partials;
  engine::MotionMatrices higher_mass;
  engine::MotionMatrices higher_partials;
  engine::MassFactor mass_factor;
  bool has_factor = false;
  engine::Kinematics kinematics;
  engine::MotionBlock values;
  engine::MotionBlock energies;
  MatX motion;  ///< n x (N + 3)
  MatX coefficients;
  std::vector<double> M, C, by_q, by_rate, J;
};

namespace {

engine::InverseDynamicsOptions without_gravity() { return {.gravity = Vec3(Vec3::Zero())}; }

}  // namespace

Engine::Workspace::Workspace(const model::Model& robot, const EngineOptions& options)
    : model(options.gravity ? robot.with_gravity(*options.gravity) : robot),
      n(model.num_coordinates()),
      N(options.order),
      value(model, 1),
      higher(model, N + 1),
      inertia(model, 1, without_gravity()),
      mass(model, engine::MatrixContent::kMass),
      coriolis(model, engine::MatrixContent::kCoriolis),
      partials(model, engine::MatrixContent::kPartials),
      higher_mass(model, engine::MatrixContent::kMass, {.order = N}),
      higher_partials(model, engine::MatrixContent::kPartials, {.order = N}),
      mass_factor(model),
      kinematics(model, N + 2),
      values(model, of_values(), nullptr, 1),
      energies(model, of_energies(N + 1), nullptr, 1),
      motion(n, N + 3),
      coefficients(n, N + 3) {
  const auto size = static_cast<std::size_t>((N + 1) * n * n);
  for (auto* numbers : {&M, &C, &by_q, &by_rate}) numbers->resize(size);
  J.resize(static_cast<std::size_t>((N + 3) * 6 * n));
}

const double* Engine::Workspace::put(Vector q, VectorPointer rate, VectorPointer acceleration) {
  check_length("q", q.size(), n);
  motion.col(0) = q;
  if (rate != nullptr) check_length("the rate of q", rate->size(), n);
  if (acceleration != nullptr) check_length("the acceleration of q", acceleration->size(), n);
  motion.middleCols(1, 2).setZero();
  if (rate != nullptr) motion.col(1) = *rate;
  if (acceleration != nullptr) motion.col(2) = *acceleration;
  return motion.data();
}

const double* Engine::Workspace::columns_of(const char* function, Matrix given, int count) {
  check(given.rows() == n && given.cols() >= count, "Engine::", function, ": the motion is ",
        given.rows(), " x ", given.cols(), "; ", n, " x ", count, " is needed, q and ", count - 1,
        " derivatives.");
  motion.leftCols(count) = given.leftCols(count);
  return motion.data();
}

void Engine::Workspace::compute_block(engine::MotionBlock& block, const double* derivatives) {
  for (int k = 0; k <= block.orders().highest(); ++k) {
    coefficients.col(k) = Eigen::Map<const VecX>(derivatives + k * n, n) / taylor::factorial(k);
  }
  block.compute(coefficients.data(), 1, 1);
}

Engine::Engine(const model::Model& model, const EngineOptions& options) {
  check(options.order >= 0 && options.order <= 30, "Engine: the order is ", options.order,
        "; 0 to 30 is needed.");
  check_friction_laws("Engine", model);
  workspace_ = std::make_unique<Workspace>(model, options);
}

Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

const model::Model& Engine::model() const { return workspace_->model; }
int Engine::order() const { return workspace_->N; }

void Engine::inverse_dynamics(Vector q, Vector rate, Vector acceleration, VectorOut tau) {
  Workspace& w = *workspace_;
  check_length("tau", tau.size(), w.n);
  w.value.compute(w.motion_of(q, rate, acceleration), tau.data());
}

void Engine::inverse_dynamics(Matrix motion, MatrixOut tau) {
  Workspace& w = *workspace_;
  check(tau.rows() == w.n && tau.cols() == w.N + 1, "Engine::inverse_dynamics: tau is ", tau.rows(),
        " x ", tau.cols(), "; ", w.n, " x ", w.N + 1, " is needed.");
  w.higher.compute(w.columns_of("inverse_dynamics", motion, w.N + 3), w.by_q.data());
  tau = Eigen::Map<const MatX>(w.by_q.data(), w.n, w.N + 1);
}

void Engine::bias(Vector q, Vector rate, VectorOut out) {
  Workspace& w = *workspace_;
  check_length("the bias", out.size(), w.n);
  w.inertia.compute(w.motion_of(q, rate), out.data());
}

void Engine::gravity(Vector q, VectorOut out) {
  Workspace& w = *workspace_;
  check_length("the gravity force", out.size(), w.n);
  w.value.compute(w.motion_of(q), out.data());
}

void Engine::add_load(Matrix motion, const model::Frame& frame, const Vec6& wrench, MatrixOut tau) {
  Workspace& w = *workspace_;
  const int count = static_cast<int>(tau.cols());
  check(tau.rows() == w.n && count >= 1 && count <= w.N + 3, "Engine::add_load: tau is ",
        tau.rows(), " x ", tau.cols(), "; ", w.n, " x 1 to ", w.N + 3, " is needed.");
  w.motion.setZero();
  w.kinematics.compute(w.columns_of("add_load", motion, count));
  w.kinematics.jacobian(frame, count - 1, w.J.data());
  for (int k = 0; k < count; ++k) {
    tau.col(k).noalias() +=
        Eigen::Map<const RowMajor>(w.J.data() + 6 * w.n * k, 6, w.n).transpose() * wrench;
  }
}

void Engine::mass_matrix(Vector q, MatrixOut M) {
  Workspace& w = *workspace_;
  check_square("M", M.rows(), M.cols(), w.n);
  w.mass.compute(w.motion_of(q), {.mass = w.M.data()});
  M = w.square(w.M, 0);
}

void Engine::mass_matrix(Matrix motion, int k, MatrixOut M_k) {
  Workspace& w = *workspace_;
  check(k >= 0 && k <= w.N, "Engine::mass_matrix: derivative ", k, " is asked for; the engine was ",
        "made for ", w.N, ".");
  check_square("M", M_k.rows(), M_k.cols(), w.n);
  w.motion.setZero();  // Derivative k of M knows nothing of higher ones of q.
  w.higher_mass.compute(w.columns_of("mass_matrix", motion, k + 1), {.mass = w.M.data()});
  M_k = w.square(w.M, k);
}

void Engine::coriolis_matrix(Vector q, Vector rate, MatrixOut C) {
  Workspace& w = *workspace_;
  check_square("C", C.rows(), C.cols(), w.n);
  w.coriolis.compute(w.motion_of(q, rate), {.coriolis = w.C.data()});
  C = w.square(w.C, 0);
}

void Engine::force_partials(Vector q, Vector rate, Vector acceleration, MatrixOut by_q,
                            MatrixOut by_rate) {
  Workspace& w = *workspace_;
  check_square("the partial derivative by q", by_q.rows(), by_q.cols(), w.n);
  check_square("the partial derivative by q'", by_rate.rows(), by_rate.cols(), w.n);
  w.partials.compute(w.motion_of(q, rate, acceleration),
                     {.force_by_q = w.by_q.data(), .force_by_rate = w.by_rate.data()});
  by_q = w.square(w.by_q, 0);
  by_rate = w.square(w.by_rate, 0);
}

void Engine::force_derivative_partial(Matrix motion, int k, int m, MatrixOut out) {
  Workspace& w = *workspace_;
  check(k >= 0 && k <= w.N, "Engine::force_derivative_partial: derivative ", k,
        " of the force is asked for; the engine was made for ", w.N, ".");
  check(m >= 0, "Engine::force_derivative_partial: m must be >= 0, got ", m, ".");
  check_square("the partial derivative", out.rows(), out.cols(), w.n);
  w.motion.setZero();
  w.higher_partials.compute(
      w.columns_of("force_derivative_partial", motion, k + 3),
      {.mass = w.M.data(), .force_by_q = w.by_q.data(), .force_by_rate = w.by_rate.data()});
  // Eq. (4) of force_partials.hpp.
  out.setZero();
  std::vector<double>* of_order[] = {&w.by_q, &w.by_rate, &w.M};
  for (int i = 0; i <= 2; ++i) {
    if (m - i < 0 || m - i > k) continue;
    out += taylor::binomial(k, m - i) * w.square(*of_order[i], k - m + i);
  }
}

void Engine::factor_mass_matrix(Vector q) {
  Workspace& w = *workspace_;
  w.mass.compute(w.motion_of(q), {.mass = w.M.data()});
  w.has_factor = w.mass_factor.factor(w.M.data());
  if (!w.has_factor) {
    check(q.allFinite(), "Engine::factor_mass_matrix: a coordinate is not finite.");
    throw NumericalError(concat("Engine: the mass matrix of '", w.model.name(),
                                "' is not positive definite: a coordinate moves no mass."));
  }
}

void Engine::solve_mass_matrix(VectorOut x) {
  check_length("x", x.size(), workspace_->n);
  check(workspace_->has_factor, "Engine::solve_mass_matrix: factor_mass_matrix() comes first.");
  workspace_->mass_factor.solve(x.data());
}

void Engine::momentum(Vector q, Vector rate, VectorOut out) {
  Workspace& w = *workspace_;
  check_length("the rate of q", rate.size(), w.n);
  check_length("the momentum", out.size(), w.n);
  // Inverse dynamics at rest, with the rate for an acceleration, is M q'.
  w.motion_of(q);
  w.motion.col(2) = rate;
  w.inertia.compute(w.motion.data(), out.data());
}

void Engine::momentum(Matrix motion, MatrixOut out) {
  Workspace& w = *workspace_;
  check(out.rows() == w.n && out.cols() == w.N + 1, "Engine::momentum: the result is ", out.rows(),
        " x ", out.cols(), "; ", w.n, " x ", w.N + 1, " is needed.");
  w.higher_mass.compute(w.columns_of("momentum", motion, w.N + 2), {.mass = w.M.data()});
  for (int k = 0; k <= w.N; ++k) {  // Leibniz: (M q')⁽ᵏ⁾
    out.col(k).setZero();
    for (int j = 0; j <= k; ++j) {
      out.col(k).noalias() += taylor::binomial(k, j) * w.square(w.M, j) * w.motion.col(k - j + 1);
    }
  }
}

double Engine::kinetic_energy(Vector q, Vector rate) {
  Workspace& w = *workspace_;
  check_length("the rate of q", rate.size(), w.n);
  w.motion_of(q);
  w.motion.col(2) = rate;
  w.inertia.compute(w.motion.data(), w.by_rate.data());
  return 0.5 * rate.dot(Eigen::Map<const VecX>(w.by_rate.data(), w.n));
}

double Engine::potential_energy(Vector q) {
  Workspace& w = *workspace_;
  w.compute_block(w.values, w.motion_of(q));
  return *w.values.potential_energy(0);
}

double Engine::acceleration_energy(Matrix motion, int p) {
  Workspace& w = *workspace_;
  check(p >= 0 && p <= w.N + 1, "Engine::acceleration_energy: p = ", p,
        " is asked for; the engine was made for at most ", w.N + 1, ".");
  w.motion.setZero();
  w.compute_block(w.energies, w.columns_of("acceleration_energy", motion, p + 2));
  return *w.energies.energy(p, 0, engine::MotionBlock::kTranslation) +
         *w.energies.energy(p, 0, engine::MotionBlock::kRotation);
}

engine::Kinematics& Engine::kinematics(Matrix motion) {
  Workspace& w = *workspace_;
  w.kinematics.compute(w.columns_of("kinematics", motion, w.N + 3));
  return w.kinematics;
}

void Engine::joint_wrenches(Vector q, Vector rate, Vector acceleration, MatrixOut out) {
  Workspace& w = *workspace_;
  check(out.rows() == 6 && out.cols() == w.model.num_bodies(), "Engine::joint_wrenches: got ",
        out.rows(), " x ", out.cols(), "; 6 x ", w.model.num_bodies(), " is needed.");
  w.compute_block(w.values, w.motion_of(q, rate, acceleration));
  for (int b = 0; b < w.model.num_bodies(); ++b) {
    for (int i = 0; i < 6; ++i) out(i, b) = *w.values.wrench(0, b, i);
  }
}

/// Eqs. (1) to (4) of friction.hpp.
void Engine::friction(Vector q, Vector rate, Vector acceleration, VectorOut out) {
  Workspace& w = *workspace_;
  check_length("the friction force", out.size(), w.n);
  w.compute_block(w.values, w.motion_of(q, rate, acceleration));
  out.setZero();
  for (const model::Body& body : w.model.bodies()) {
    const model::Friction friction = w.model.friction(body);
    const double v = body.ratio * w.motion(body.coordinate, 1);
    double dry = friction.dry * (v > 0.0 ? 1.0 : v < 0.0 ? -1.0 : 0.0);
    if (dry != 0.0 && friction.law == model::Friction::Law::kSmooth) {
      dry = friction.dry * std::tanh(v / friction.velocity);
    } else if (friction.law == model::Friction::Law::kRadialLoad) {
      const Vec3 f(*w.values.wrench(0, body.index, 0), *w.values.wrench(0, body.index, 1),
                   *w.values.wrench(0, body.index, 2));
      dry *= friction_axis(body).cross(f).norm() * friction_lever(friction, body);
    }
    out(body.coordinate) += body.ratio * (friction.viscous * v + dry);
  }
}

}  // namespace appell::force
