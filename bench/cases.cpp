#include "bench/cases.hpp"

#include <random>

#include "appell/dynamics/dynamics.hpp"
#include "appell/engine/inverse_dynamics.hpp"
#include "appell/engine/kinematics.hpp"
#include "appell/engine/mass_factor.hpp"
#include "appell/engine/motion_block.hpp"
#include "appell/engine/motion_matrices.hpp"
#include "appell/force/force_partials.hpp"
#include "appell/force/motion_matrices.hpp"
#include "appell/kinematics/propagate.hpp"

namespace appell::bench {
namespace {

using Numbers = std::vector<double>;

/// Of a batch: what it reads and writes stays in the second-level cache, if it can.
std::size_t batch_size(std::size_t numbers_per_sample) {
  constexpr std::size_t kNumbers = (std::size_t{512} << 10) / sizeof(double);
  return numbers_per_sample * 64 <= kNumbers ? 64 : 8;
}

Numbers sample_of(const Numbers& columns, std::size_t count, std::size_t sample) {
  Numbers found;
  for (std::size_t i = sample; i < columns.size(); i += count) found.push_back(columns[i]);
  return found;
}

void append(const MatX& matrix, Numbers& out) {
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) out.push_back(matrix(i, j));
  }
}

/// Objects for one sample and for many, with no checks, as a control loop would have them.
class DynamicsCase : public Case {
 public:
  DynamicsCase(const Robot& robot, States states, int order, Content content, int rows, int cols)
      : Case(std::move(states)),
        one_(robot.model,
             {.order = order, .content = content, .instruction_set = robot.instructions}),
        many_(robot.model, {.order = order,
                            .capacity = static_cast<int>(states_.count),
                            .content = content,
                            .instruction_set = robot.instructions}),
        n_(robot.model.num_coordinates()),
        num_derivatives_(static_cast<int>(states_.single[0].size()) / std::max(n_, 1)),
        result_(rows, cols),
        results_(rows, cols, static_cast<int>(states_.count)) {}

  Numbers result() override { return numbers_of(result_); }
  Numbers result_of(std::size_t sample) override {
    return numbers_of(results_.at(static_cast<int>(sample)));
  }

 protected:
  /// Matrices row by row, as readable_result() has them; vectors one after the other.
  virtual Numbers numbers_of(const MatX& matrix) const {
    return {matrix.data(), matrix.data() + matrix.size()};
  }
  ConstBlockRef motion_of(const double* motion) const { return {motion, n_, num_derivatives_}; }
  ConstBlockRef motions() const {
    return {states_.columns.data(), n_, num_derivatives_, static_cast<int>(states_.count),
            states_.count};
  }

  UncheckedDynamics one_, many_;
  int n_, num_derivatives_;
  MatX result_;
  Block results_;
};

class ForceCase : public DynamicsCase {
 public:
  ForceCase(const Robot& robot, int K, int num_moving)
      : DynamicsCase(robot, States(robot.model.num_coordinates(), K + 2, num_moving, 64), K - 1,
                     Content::kForces, robot.model.num_coordinates(), K) {}

  void compute(const double* motion) override { one_.inverse_dynamics(motion_of(motion), result_); }
  void compute_batch() override { many_.inverse_dynamics(motions(), results_); }
};

/// Forces with all energies E_1 .. E_K in one pass, which only batches have.
class ForceAndEnergyCase : public Case {
 public:
  ForceAndEnergyCase(const Robot& robot, int K)
      : Case(States(robot.model.num_coordinates(), K + 2, K + 2, 64)),
        engine_(robot.model, K,
                {.energies = engine::Energies::kAll, .instruction_set = robot.instructions}),
        many_(static_cast<std::size_t>(K * robot.model.num_coordinates()) * states_.count),
        energy_(static_cast<std::size_t>(K) * states_.count) {}

  bool has_single() const override { return false; }
  void compute(const double*) override {}
  void compute_batch() override {
    engine_.compute_batch(states_.columns.data(), states_.count, states_.count, many_.data(),
                          energy_.data());
  }
  Numbers result() override { return {}; }
  Numbers result_of(std::size_t sample) override { return sample_of(many_, states_.count, sample); }

 private:
  engine::InverseDynamics engine_;
  Numbers many_, energy_;
};

class MatrixCase : public DynamicsCase {
 public:
  /// @param content  of which the last is computed: M, C, or ∂τ/∂q and ∂τ/∂q' side by side.
  MatrixCase(const Robot& robot, engine::MatrixContent content)
      : DynamicsCase(
            robot, states_of(robot, content), 0,
            content == engine::MatrixContent::kPartials ? Content::kPartials : Content::kMatrices,
            robot.model.num_coordinates(), num_matrices(content) * robot.model.num_coordinates()),
        content_(content) {}

  void compute(const double* motion) override { compute(one_, motion_of(motion), result_); }
  void compute_batch() override { compute(many_, motions(), results_); }

 private:
  static int num_matrices(engine::MatrixContent content) {
    return content == engine::MatrixContent::kPartials ? 2 : 1;
  }
  static States states_of(const Robot& robot, engine::MatrixContent content) {
    const auto n = static_cast<std::size_t>(robot.model.num_coordinates());
    return States(robot.model.num_coordinates(), 3, 3,
                  batch_size(static_cast<std::size_t>(num_matrices(content)) * n * n));
  }
  void compute(UncheckedDynamics& dynamics, const ConstBlockRef& motion, const BlockRef& out) {
    switch (content_) {
      case engine::MatrixContent::kMass:
        return dynamics.mass_matrix(motion, out);
      case engine::MatrixContent::kCoriolis:
        return dynamics.coriolis_matrix(motion, out);
      default: {
        const BlockRef by_q(out.data(), n_, n_, out.num_samples(), out.stride());
        const BlockRef by_rate(out.samples(0, n_).data(), n_, n_, out.num_samples(), out.stride());
        return dynamics.force_partials(motion, nothing_, by_q, by_rate);
      }
    }
  }
  Numbers numbers_of(const MatX& matrix) const override {
    Numbers found;
    for (int first = 0; first < matrix.cols(); first += n_) {
      append(matrix.middleCols(first, n_), found);
    }
    return found;
  }

  engine::MatrixContent content_;
  Surroundings nothing_;
};

/// M at the first state; what is timed does not ask where it comes from.
class SolveCase : public Case {
 public:
  explicit SolveCase(const Robot& robot)
      : Case(States(robot.model.num_coordinates(), 3, 3, 8)),
        n_(static_cast<std::size_t>(robot.model.num_coordinates())),
        factor_(robot.model),
        mass_(n_ * n_),
        x_(n_) {
    engine::MotionMatrices(robot.model, engine::MatrixContent::kMass)
        .compute(states_.single[0].data(), {.mass = mass_.data()});
  }

  bool has_batch() const override { return false; }
  void compute(const double* motion) override {
    factor_.factor(mass_.data());
    std::copy_n(motion + 2 * n_, n_, x_.data());
    factor_.solve(x_.data());
  }
  void compute_batch() override {}
  Numbers result() override { return x_; }
  Numbers result_of(std::size_t) override { return {}; }

 private:
  std::size_t n_;
  engine::MassFactor factor_;
  Numbers mass_, x_;
};

engine::MotionOrders orders_of(Quantity quantity) {
  switch (quantity) {
    case Quantity::kGravity:
      return {.gravity_force = 0, .energies = {}};
    case Quantity::kKineticEnergy:
      return {.energies = {0}};
    case Quantity::kJacobian:
      return {.placements = 2, .jacobian = 1, .energies = {}};
    default:
      return {.placements = 2, .energies = {}};
  }
}

/// All that follows from the motion in one pass of a batch; single calls are those of the class
/// that is made for them.
class MotionCase : public Case {
 public:
  MotionCase(const Robot& robot, Quantity quantity)
      : Case(States(robot.model.num_coordinates(), 3, quantity == Quantity::kGravity ? 1 : 3, 64)),
        robot_(robot),
        quantity_(quantity),
        n_(robot.model.num_coordinates()),
        block_(robot.model, orders_of(quantity), &robot_.tip, static_cast<int>(states_.count),
               {.instruction_set = robot.instructions}) {}

  void compute_batch() override {
    block_.compute(states_.coefficients.data(), states_.count, states_.count);
  }
  Numbers result_of(std::size_t s) override {
    Numbers found;
    if (quantity_ == Quantity::kGravity) {
      for (int j = 0; j < n_; ++j) found.push_back(block_.gravity_force(0, j)[s]);
    } else if (quantity_ == Quantity::kKineticEnergy) {
      found.push_back(block_.energy(0, 0, engine::MotionBlock::kTranslation)[s] +
                      block_.energy(0, 0, engine::MotionBlock::kRotation)[s]);
    } else if (quantity_ == Quantity::kJacobian) {
      for (int i = 0; i < 12 * n_; ++i) {
        found.push_back(block_.jacobian(i / (6 * n_), i % (6 * n_) / n_, i % n_)[s]);
      }
    } else {
      append_poses(s, found);
    }
    return found;
  }

 protected:
  void append_poses(std::size_t s, Numbers& out) const {
    for (int body = 0; body < n_; ++body) {
      for (int i = 0; i < 9; ++i) out.push_back(block_.placement(0, body, i / 3, i % 3)[s]);
      for (int i = 0; i < 3; ++i) out.push_back(block_.placement(0, body, i, 3)[s]);
    }
  }

  Robot robot_;
  Quantity quantity_;
  int n_;
  engine::MotionBlock block_;
};

class GravityCase : public MotionCase {
 public:
  explicit GravityCase(const Robot& robot)
      : MotionCase(robot, Quantity::kGravity),
        dynamics_(robot.model,
                  {.content = Content::kForces, .instruction_set = robot.instructions}),
        tau_(n_) {}
  void compute(const double* motion) override { dynamics_.inverse_dynamics({motion, n_, 3}, tau_); }
  Numbers result() override { return {tau_.begin(), tau_.end()}; }

 private:
  UncheckedDynamics dynamics_;
  VecX tau_;
};

/// With checks, and the best instructions.
class EnergyCase : public MotionCase {
 public:
  explicit EnergyCase(const Robot& robot)
      : MotionCase(robot, Quantity::kKineticEnergy), dynamics_(robot.model) {}
  void compute(const double* motion) override {
    dynamics_.kinetic_energy({motion, n_, 2}, energy_);
  }
  Numbers result() override { return {energy_}; }

 private:
  Dynamics dynamics_;
  double energy_ = 0.0;
};

class KinematicsCase : public MotionCase {
 public:
  KinematicsCase(const Robot& robot, Quantity quantity)
      : MotionCase(robot, quantity),
        engine_(robot.model, 2, {.instruction_set = robot.instructions}),
        J_(static_cast<std::size_t>(12 * n_)) {}
  void compute(const double* motion) override {
    engine_.compute(motion);
    if (quantity_ == Quantity::kJacobian) engine_.jacobian(robot_.tip, 1, J_.data());
  }
  Numbers result() override {
    if (quantity_ == Quantity::kJacobian) return J_;
    Numbers found;
    model::Frame frame;
    for (frame.body = 0; frame.body < n_; ++frame.body) {
      const Mat3 R = engine_.rotation(frame);
      for (int i = 0; i < 9; ++i) found.push_back(R(i / 3, i % 3));
      const Vec3 p = engine_.position(frame);
      found.insert(found.end(), p.begin(), p.end());
    }
    for (const int k : {0, 1}) {
      for (frame.body = 0; frame.body < n_; ++frame.body) {
        const Vec3 v = engine_.position(frame, k + 1), omega = engine_.angular_velocity(frame, k);
        found.insert(found.end(), v.begin(), v.end());
        found.insert(found.end(), omega.begin(), omega.end());
      }
    }
    return found;
  }

 private:
  engine::Kinematics engine_;
  Numbers J_;
};

}  // namespace

States::States(int n, int num_derivatives, int num_moving, std::size_t number) : count(number) {
  const auto size = static_cast<std::size_t>(num_derivatives * n);
  single.assign(count, Numbers(size));
  columns.resize(size * count);
  coefficients.resize(size * count);
  std::mt19937 engine(7);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  for (std::size_t s = 0; s < count; ++s) {
    double factorial = 1.0;
    for (int k = 0; k < num_derivatives; ++k) {
      if (k > 0) factorial *= k;
      for (int j = 0; j < n; ++j) {
        const double drawn = uniform(engine);
        const double value = k < num_moving ? drawn : 0.0;
        const auto c = static_cast<std::size_t>(k * n + j);
        columns[c * count + s] = single[s][c] = value;
        coefficients[c * count + s] = value / factorial;
      }
    }
  }
}

std::unique_ptr<Case> force_case(const Robot& robot, int num_outputs, bool energies) {
  if (energies) return std::make_unique<ForceAndEnergyCase>(robot, num_outputs);
  return std::make_unique<ForceCase>(robot, num_outputs, num_outputs + 2);
}

std::unique_ptr<Case> make_case(const Robot& robot, Quantity quantity) {
  using engine::MatrixContent;
  switch (quantity) {
    case Quantity::kForce:
      return force_case(robot, 1);
    case Quantity::kGravity:
      return std::make_unique<GravityCase>(robot);
    case Quantity::kBias:
      return std::make_unique<ForceCase>(robot, 1, 2);
    case Quantity::kMass:
      return std::make_unique<MatrixCase>(robot, MatrixContent::kMass);
    case Quantity::kSolve:
      return std::make_unique<SolveCase>(robot);
    case Quantity::kCoriolis:
      return std::make_unique<MatrixCase>(robot, MatrixContent::kCoriolis);
    case Quantity::kPartials:
      return std::make_unique<MatrixCase>(robot, MatrixContent::kPartials);
    case Quantity::kKinematics:
    case Quantity::kJacobian:
      return std::make_unique<KinematicsCase>(robot, quantity);
    default:
      return std::make_unique<EnergyCase>(robot);
  }
}

std::vector<double> readable_result(const Robot& robot, Quantity quantity, const Case& ours) {
  const double* motion = ours.states().single[0].data();
  const int n = robot.model.num_coordinates();
  std::vector<VecX> derivatives;
  for (int k = 0; k < 3; ++k) derivatives.push_back(Eigen::Map<const VecX>(motion + k * n, n));
  const auto bodies =
      kinematics::propagate(robot.model, model::state_from_derivatives(robot.model, derivatives));
  Numbers found;
  if (quantity == Quantity::kCoriolis) {
    append(force::coriolis_matrix(bodies)[0], found);
  } else {
    const force::ForcePartials partials = force::force_partials(bodies);
    append(partials.position[0], found);
    append(partials.velocity[0], found);
  }
  return found;
}

}  // namespace appell::bench
