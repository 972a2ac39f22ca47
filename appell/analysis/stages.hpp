#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "appell/analysis/quantity.hpp"
#include "appell/dynamics/block_dynamics.hpp"
#include "appell/dynamics/friction_batch.hpp"
#include "appell/engine/motion_block.hpp"
#include "appell/engine/motion_matrices.hpp"
#include "appell/force/friction.hpp"
#include "appell/force/motion_matrices.hpp"
#include "appell/force/reactions.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/model/state_block.hpp"

namespace appell::analysis {

/// What several quantities share. Each stage is computed when it is first asked for, at most once,
/// from other stages; memory is kept from block to block. For one thread.
///
/// Stages of a block, by the engine, of all samples at once:   motion, drive, friction, M, ...
/// Stages of a sample, by the reference implementation:                  motion, Jacobian,
/// wrenches, ...
class Stages {
 public:
  /// @param highest_motion  order of the motion of which lower ones are cut, see motion(); the
  ///   highest that will be asked for.
  /// @param engine_motion  what will be asked of engine_motion().
  /// @param capacity  most samples of a block.
  Stages(Subject subject, int highest_motion, engine::MotionOrders engine_motion, int capacity);

  /// The model of the subject is a model::VariableModel's, and has got other masses, friction or
  /// gravity. Memory is kept, but for mass matrices.
  void see_new_numbers();

  /// Everything computed before is forgotten; `states` must outlive the work on the block.
  void begin(const model::StateBlock& states);
  /// The sample that the stages of a sample are of.
  void go_to(int sample);

  const Subject& subject() const { return subject_; }
  const model::Model& model() const { return subject_.model; }
  /// What acts on the robot at the sample.
  const force::Surroundings& surroundings() const { return surroundings_; }
  const model::StateBlock& states() const { return *states_; }
  int num_samples() const { return states_->num_samples(); }
  int sample() const { return sample_; }
  const std::vector<const model::Frame*>& frames_by_joint() const { return frames_by_joint_; }

  /// Highest derivative of what takes q to `least_order` for its value.
  int order(int least_order) const {
    return std::min(subject_.order, subject_.given - least_order);
  }

  /// Highest derivative of the friction forces, where it exists.
  int friction_order() const {
    return std::min(order(force::friction_order(subject_.model)), subject_.friction_order);
  }

  // ---- Of a block.

  /// The motion of the bodies and what follows from it.
  const engine::MotionBlock& engine_motion();
  /// Q_inertia + Q_gravity to order(2).
  const model::SeriesBlock& engine_drive();
  /// Q_inertia; likewise.
  const model::SeriesBlock& engine_inertia();
  /// C q', its value.
  const model::SeriesBlock& engine_bias();
  /// M q', its value.
  const model::SeriesBlock& engine_momentum();
  /// Q_inertia to order(1) - 1 >= 0: one order less than engine_inertia(), where that is enough.
  const model::SeriesBlock& engine_power_force();
  /// As far as there are derivatives, see friction_order().
  const dynamics::FrictionBatch& engine_friction();
  /// Copies a column of samples.
  void copy(const double* from, double* to) const { std::copy_n(from, num_samples(), to); }
  /// Three columns of samples as a vector, times a constant matrix, to three columns from `entry`
  /// on; and the same added to them.
  void put_rotated(const Mat3& R, const double* x, const double* y, const double* z,
                   const Columns& out, int entry) const;
  void add_rotated(const Mat3& R, const double* x, const double* y, const double* z,
                   const Columns& out, int entry) const;
  /// M^(k)/k! to an order, in columns: entry (i, j) of coefficient k is number (k n + i) n + j.
  Columns engine_mass_matrix(int order);
  /// For what has no stage of its own: an engine, and a block that its results go to.
  struct EngineWithRoom {
    dynamics::BlockDynamics engine;
    model::SeriesBlock out;
  };
  EngineWithRoom& block_dynamics(Content content, int order, int columns, int out_order);

  // ---- Of a sample.

  /// Coefficient k of the velocity of a coordinate.
  double rate(int k, int coordinate) const { return states_->rate(k, coordinate, sample_); }
  /// To an order <= highest_motion.
  const kinematics::TreeMotion& motion(int order);
  /// 6 x n, to order(0).
  const taylor::Series<MatX>& jacobian();
  /// To order(0).
  const taylor::Series<VecX>& gravity_force();
  /// Of loads and external wrenches, whether they count or not.
  const taylor::Series<VecX>& load_force();
  /// Of those that count.
  const taylor::Series<VecX>& counted_load_force();
  /// To order(2), loads included.
  const std::vector<force::WrenchSeries>& joint_wrenches();
  const std::vector<force::Reaction>& reactions();
  /// Without inertia, to order(0).
  const std::vector<force::Reaction>& static_reactions();
  /// Q_inertia, and Q_drive of what counts; to order(2). By the engine unless the subject has the
  /// other route.
  const taylor::Series<VecX>& inertia_force();
  const taylor::Series<VecX>& drive_force();
  const force::ForceWithFriction& friction_force();
  /// M and M'.
  const taylor::Series<MatX>& mass_matrix();

 private:
  /// A result and the block or sample it is of.
  template <class T>
  struct Kept {
    T value{};
    long long version = -1;

    /// Computes the value, unless it is of this block or sample already. What throws leaves none.
    template <class Compute>
    void once(long long now, const Compute& compute) {
      if (version == now) return;
      compute();
      version = now;
    }
  };
  using KeptForce = Kept<std::optional<EngineWithRoom>>;

  using ForceFunction = void (dynamics::BlockDynamics::*)(const dynamics::States&,
                                                          const dynamics::Columns&) noexcept;
  /// A force to an order; what computes it is made if there is none yet.
  const model::SeriesBlock& engine_force(KeptForce& kept, int order, ForceFunction compute);
  /// Those of the subject, and those that change with time.
  void set_surroundings(int sample);
  /// Q_drive of what counts without inertia, to order(0).
  void set_static_force(const model::Operators& counts, taylor::Series<VecX>& Q);
  /// Q_drive by the engine.
  void set_engine_drive_force(taylor::Series<VecX>& Q);
  /// The force of a block at the sample as a series.
  void at_sample(const model::SeriesBlock& force, taylor::Series<VecX>& out) const;
  int num_coordinates() const { return subject_.model.num_coordinates(); }
  bool has_engine() const;

  Subject subject_;
  std::vector<const model::Frame*> frames_by_joint_;
  int capacity_;
  const model::StateBlock* states_ = nullptr;
  int sample_ = 0;
  long long block_version_ = 0;
  long long sample_version_ = 0;

  KeptForce drive_;
  KeptForce inertia_;
  KeptForce bias_;
  KeptForce momentum_;
  KeptForce power_force_;
  Kept<std::optional<dynamics::FrictionBatch>> friction_batch_;
  engine::MotionOrders engine_orders_;
  Kept<std::optional<engine::MotionBlock>> engine_motion_;
  struct MassMatrices {
    engine::MotionMatrices engine;
    Kept<std::vector<double>> numbers;
  };
  std::map<int, MassMatrices> mass_matrices_;                       ///< By order.
  std::map<std::array<int, 4>, EngineWithRoom> engines_with_room_;  ///< By what each was made for.

  force::Surroundings surroundings_;  ///< At the sample.
  force::Surroundings moving_;        ///< Of them those that change with time.
  model::StateSeries state_;
  int highest_motion_;
  kinematics::PropagateWorkspace propagate_workspace_;
  std::map<int, Kept<std::optional<kinematics::TreeMotion>>> motions_;  ///< By order.
  Kept<taylor::Series<MatX>> jacobian_;
  Kept<taylor::Series<VecX>> gravity_force_;
  Kept<taylor::Series<VecX>> load_force_;
  Kept<taylor::Series<VecX>> counted_load_force_;
  Kept<std::vector<force::WrenchSeries>> wrenches_;
  std::vector<force::WrenchSeries> scratch_wrenches_;
  Kept<std::vector<force::Reaction>> reactions_;
  Kept<std::vector<force::Reaction>> static_reactions_;
  Kept<taylor::Series<VecX>> inertia_force_;
  Kept<taylor::Series<VecX>> drive_force_;
  Kept<force::ForceWithFriction> friction_;
  force::MassMatrixWorkspace mass_workspace_;
  Kept<taylor::Series<MatX>> mass_matrix_;
};

}  // namespace appell::analysis
