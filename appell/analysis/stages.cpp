#include "appell/analysis/stages.hpp"

#include "appell/analysis/quantities/common.hpp"
#include "appell/base/check.hpp"
#include "appell/force/joint_wrenches.hpp"
#include "appell/kinematics/jacobian.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::analysis {

using dynamics::BlockDynamics;
using taylor::Series;

namespace {

/// Makes a series of that order and size, unless it is one.
template <class C>
void set_size(Series<C>& x, int order, Eigen::Index rows, Eigen::Index cols = 1) {
  if (x.order() != order || x[0].rows() != rows || x[0].cols() != cols) {
    x = Series<C>(order, C::Zero(rows, cols));
  }
}

}  // namespace

Stages::Stages(Subject subject, int highest_motion, engine::MotionOrders engine_motion,
               int capacity)
    : subject_(std::move(subject)),
      frames_by_joint_(analysis::frames_by_joint(subject_.model)),
      capacity_(capacity),
      engine_orders_(std::move(engine_motion)),
      surroundings_(subject_.surroundings),
      highest_motion_(highest_motion),
      propagate_workspace_(std::max(0, highest_motion)) {}

void Stages::see_new_numbers() {
  for (KeptForce* force : {&drive_, &inertia_, &bias_, &momentum_, &power_force_}) {
    if (force->value) force->value->engine.set_masses(model());
  }
  if (engine_motion_.value) {
    engine_motion_.value->set_masses(model());
    engine_motion_.value->set_gravity(model().gravity());
  }
  mass_matrices_.clear();
  engines_with_room_.clear();  // All others read the model when they compute.
}

void Stages::begin(const model::StateBlock& states) {
  check(states.num_coordinates() == num_coordinates() && states.num_samples() <= capacity_ &&
            states.order() >= highest_motion_,
        "Stages: a block of ", states.num_samples(), " states of order ", states.order(), " with ",
        states.num_coordinates(), " coordinates; at most ", capacity_, " of order ",
        highest_motion_, " with ", num_coordinates(), " are needed.");
  states_ = &states;
  ++block_version_;
  go_to(0);
}

void Stages::go_to(int sample) {
  if (subject_.wrench_laws != nullptr) set_surroundings(sample);
  sample_ = sample;
  ++sample_version_;
}

void Stages::set_surroundings(int sample) {
  const double t = states_->times()[sample];
  subject_.wrench_laws->sample(t, order(0), moving_.loads, moving_.external);
  surroundings_ = subject_.surroundings;
  for (const auto part : {&force::Surroundings::loads, &force::Surroundings::external}) {
    (surroundings_.*part)
        .insert((surroundings_.*part).end(), (moving_.*part).begin(), (moving_.*part).end());
  }
}

// ---- Of a block.

bool Stages::has_engine() const {
  return subject_.route == force::Route::kEngine && order(2) <= BlockDynamics::kHighestOrder;
}

const model::SeriesBlock& Stages::engine_force(KeptForce& kept, int order, ForceFunction compute) {
  if (!kept.value) {
    kept.value.emplace(EngineWithRoom{
        BlockDynamics(model(),
                      {.order = order, .capacity = capacity_, .content = Content::kForces}),
        model::SeriesBlock(num_coordinates(), order, capacity_)});
  }
  auto& [engine, out] = *kept.value;
  kept.once(block_version_, [&] { (engine.*compute)(*states_, out); });
  return out;
}

const model::SeriesBlock& Stages::engine_drive() {
  return engine_force(drive_, order(2), &BlockDynamics::inverse_dynamics);
}
const model::SeriesBlock& Stages::engine_inertia() {
  return engine_force(inertia_, order(2), &BlockDynamics::inertia);
}
const model::SeriesBlock& Stages::engine_momentum() {
  return engine_force(momentum_, 0, &BlockDynamics::momentum);
}
const model::SeriesBlock& Stages::engine_power_force() {
  return engine_force(power_force_, order(1) - 1, &BlockDynamics::inertia);
}
const model::SeriesBlock& Stages::engine_bias() {
  return engine_force(bias_, 0, &BlockDynamics::bias);
}

const engine::MotionBlock& Stages::engine_motion() {
  auto& motion = engine_motion_.value;
  if (!motion) motion.emplace(model(), engine_orders_, &subject_.frame, capacity_);
  engine_motion_.once(block_version_, [&] {
    motion->compute(states_->q().column(0, 0), static_cast<std::size_t>(num_samples()),
                    states_->q().stride());
  });
  return *motion;
}

void Stages::put_rotated(const Mat3& R, const double* x, const double* y, const double* z,
                         const Columns& out, int entry) const {
  for (int i = 0; i < 3; ++i) std::fill_n(out[entry + i], num_samples(), 0.0);
  add_rotated(R, x, y, z, out, entry);
}

void Stages::add_rotated(const Mat3& R, const double* x, const double* y, const double* z,
                         const Columns& out, int entry) const {
  for (int i = 0; i < 3; ++i) {
    double* to = out[entry + i];
    for (int s = 0; s < num_samples(); ++s) {
      to[s] += R(i, 0) * x[s] + R(i, 1) * y[s] + R(i, 2) * z[s];
    }
  }
}

const dynamics::FrictionBatch& Stages::engine_friction() {
  auto& friction = friction_batch_.value;
  if (!friction) friction.emplace(model(), friction_order(), capacity_);
  friction_batch_.once(block_version_, [&] {
    const bool needs_motion = force::friction_order(model()) == 2;
    friction->compute(*states_, needs_motion ? &engine_motion() : nullptr);
  });
  return *friction;
}

Columns Stages::engine_mass_matrix(int order) {
  const auto stride = static_cast<std::size_t>(capacity_);
  auto found = mass_matrices_.find(order);
  if (found == mass_matrices_.end()) {
    const auto num_entries =
        static_cast<std::size_t>((order + 1) * num_coordinates() * num_coordinates());
    engine::MotionMatrices engine(model(), engine::MatrixContent::kMass,
                                  {.order = order, .form = engine::Form::kCoefficients});
    found = mass_matrices_.emplace(order, MassMatrices{std::move(engine), {}}).first;
    found->second.numbers.value.resize(num_entries * stride);
  }
  auto& [engine, numbers] = found->second;
  numbers.once(block_version_, [&] {
    engine.compute_batch(states_->q().column(0, 0), static_cast<std::size_t>(num_samples()),
                         states_->q().stride(), {.mass = numbers.value.data()}, stride);
  });
  return {numbers.value.data(), stride};
}

Stages::EngineWithRoom& Stages::block_dynamics(Content content, int order, int columns,
                                               int out_order) {
  const std::array key{static_cast<int>(content), order, columns, out_order};
  auto found = engines_with_room_.find(key);
  if (found == engines_with_room_.end()) {
    EngineWithRoom made{
        BlockDynamics(model(), {.order = order, .capacity = capacity_, .content = content}),
        model::SeriesBlock(columns, out_order, capacity_)};
    found = engines_with_room_.emplace(key, std::move(made)).first;
  }
  return found->second;
}

// ---- Of a sample.

const kinematics::TreeMotion& Stages::motion(int order) {
  check(order <= highest_motion_, "Stages: a motion of order ", order, " is asked for; ",
        highest_motion_, " was said to be the highest.");
  auto found = motions_.find(order);
  if (found == motions_.end()) {
    found = motions_.try_emplace(order).first;
    found->second.value.emplace(model(), order);
  }
  Kept<std::optional<kinematics::TreeMotion>>& kept = found->second;
  kept.once(sample_version_, [&] {
    if (order < highest_motion_) {
      kinematics::truncate(this->motion(highest_motion_), *kept.value);
    } else {
      states_->get(sample_, state_);
      kinematics::propagate(model(), state_, propagate_workspace_, *kept.value);
    }
  });
  return *kept.value;
}

const Series<MatX>& Stages::jacobian() {
  Series<MatX>& J = jacobian_.value;
  jacobian_.once(sample_version_, [&] {
    set_size(J, order(0), 6, num_coordinates());
    kinematics::jacobian(motion(order(0)), subject_.frame, J);
  });
  return J;
}

void Stages::set_static_force(const model::Operators& counts, Series<VecX>& Q) {
  set_size(Q, order(0), num_coordinates());
  if (!counts.gravity && surroundings_.is_empty()) {
    for (int k = 0; k <= Q.order(); ++k) Q[k].setZero();
    return;
  }
  const kinematics::TreeMotion& at = motion(order(0));
  force::joint_wrenches(at, surroundings_, counts, scratch_wrenches_);
  force::along_joints(at, scratch_wrenches_, Q);
}

const Series<VecX>& Stages::gravity_force() {
  gravity_force_.once(sample_version_, [&] {
    set_static_force({.inertia = false, .loads = false, .external = false}, gravity_force_.value);
  });
  return gravity_force_.value;
}

const Series<VecX>& Stages::load_force() {
  load_force_.once(sample_version_, [&] {
    set_static_force({.inertia = false, .gravity = false}, load_force_.value);
  });
  return load_force_.value;
}

const Series<VecX>& Stages::counted_load_force() {
  counted_load_force_.once(sample_version_, [&] {
    set_static_force({.inertia = false,
                      .gravity = false,
                      .loads = subject_.operators.loads,
                      .external = subject_.operators.external},
                     counted_load_force_.value);
  });
  return counted_load_force_.value;
}

const std::vector<force::WrenchSeries>& Stages::joint_wrenches() {
  wrenches_.once(sample_version_, [&] {
    force::joint_wrenches(motion(order(2) + 2), surroundings_, subject_.operators, wrenches_.value);
  });
  return wrenches_.value;
}

const std::vector<force::Reaction>& Stages::reactions() {
  reactions_.once(sample_version_, [&] {
    force::reactions(motion(order(2) + 2), joint_wrenches(), reactions_.value);
  });
  return reactions_.value;
}

const std::vector<force::Reaction>& Stages::static_reactions() {
  static_reactions_.once(sample_version_, [&] {
    model::Operators counts = subject_.operators;
    counts.inertia = false;
    const kinematics::TreeMotion& at = motion(order(0));
    force::joint_wrenches(at, surroundings_, counts, scratch_wrenches_);
    force::reactions(at, scratch_wrenches_, static_reactions_.value);
  });
  return static_reactions_.value;
}

void Stages::at_sample(const model::SeriesBlock& force, Series<VecX>& out) const {
  set_size(out, force.order(), num_coordinates());
  for (int k = 0; k <= out.order(); ++k) {
    for (int j = 0; j < num_coordinates(); ++j) {
      out[k](j) = force.column(k, j)[sample_];
    }
  }
}

const Series<VecX>& Stages::inertia_force() {
  Series<VecX>& Q = inertia_force_.value;
  inertia_force_.once(sample_version_, [&] {
    if (has_engine()) {
      at_sample(engine_inertia(), Q);
    } else {
      Q = force::inertia_force(motion(order(2) + 2));
    }
  });
  return Q;
}

const Series<VecX>& Stages::drive_force() {
  drive_force_.once(sample_version_, [&] {
    if (has_engine()) {
      set_engine_drive_force(drive_force_.value);
    } else {
      drive_force_.value =
          force::generalized_force(motion(order(2) + 2), surroundings_, subject_.operators)
              .truncated(order(2));
    }
  });
  return drive_force_.value;
}

void Stages::set_engine_drive_force(Series<VecX>& Q) {
  const model::Operators& counts = subject_.operators;
  if (counts.inertia && counts.gravity) {
    at_sample(engine_drive(), Q);
  } else {
    set_size(Q, order(2), num_coordinates());
    for (int k = 0; k <= Q.order(); ++k) {
      Q[k].setZero();
      if (counts.inertia) Q[k] += inertia_force()[k];
      if (counts.gravity) Q[k] += gravity_force()[k];
    }
  }
  if (surroundings_.is_empty() || !(counts.loads || counts.external)) return;
  for (int k = 0; k <= Q.order(); ++k) Q[k] += counted_load_force()[k];
}

const force::ForceWithFriction& Stages::friction_force() {
  friction_.once(sample_version_, [&] {
    std::vector<double> directions;
    for (int j = 0; j < num_coordinates(); ++j) {
      directions.push_back(states_->direction(j, sample_));
    }
    friction_.value =
        force::friction_force(motion(friction_order() + force::friction_order(model())),
                              surroundings_, subject_.operators, directions);
  });
  return friction_.value;
}

const Series<MatX>& Stages::mass_matrix() {
  mass_matrix_.once(sample_version_, [&] {
    force::mass_matrix(motion(std::min(1, subject_.given)), mass_workspace_, mass_matrix_.value);
  });
  return mass_matrix_.value;
}

}  // namespace appell::analysis
