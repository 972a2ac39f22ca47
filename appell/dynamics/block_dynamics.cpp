#include "appell/dynamics/block_dynamics.hpp"

#include <algorithm>

#include "appell/base/check.hpp"

namespace appell::dynamics {
namespace {

using engine::Form;

engine::MotionOrders room_for(Content content, int N) {
  engine::MotionOrders room;
  if (has(content, Content::kGravity)) room.gravity_force = room.potential_energy = N;
  if (has(content, Content::kMotion)) {
    room.placements = room.jacobian = N + 2;
    room.omegas = N + 1;
  }
  if (has(content, Content::kEnergies)) {
    room.placements = room.centres = N + 2;
    for (int p = 0; p <= N + 1; ++p) room.energies.push_back(std::min(N, N + 1 - p));
  }
  if (has(content, Content::kLoads)) {
    room.placements = N + 2;
    room.jacobian = std::max(room.jacobian, N);
    room.wrenches = N;
  }
  return room;
}

/// The frames of the links that joints move, in the order of the joints.
std::vector<const model::Frame*> driven_frames(const model::Model& model) {
  std::vector<const model::Frame*> frames;
  for (const model::Frame& frame : model.frames()) {
    if (frame.is_driven) frames.push_back(&frame);
  }
  const auto joint = [&](const model::Frame* frame) { return model.bodies()[frame->body].joint; };
  std::sort(frames.begin(), frames.end(),
            [&](const model::Frame* a, const model::Frame* b) { return joint(a) < joint(b); });
  return frames;
}

}  // namespace

BlockDynamics::BlockDynamics(const model::Model& model, const DynamicsOptions& options, Form form)
    : model_(options.gravity ? model.with_gravity(*options.gravity) : model),
      n_(model.num_coordinates()),
      B_(model.num_bodies()),
      N_(options.order),
      capacity_(options.capacity),
      content_(options.content),
      form_(form),
      is_single_(is_plain() && capacity_ == 1),
      driven_(driven_frames(model_)) {
  check(N_ >= 0 && N_ <= kHighestOrder, "Dynamics: the order is ", N_, "; 0 to ", kHighestOrder,
        " is needed.");
  check(capacity_ >= 1, "Dynamics: the capacity is ", capacity_, "; at least 1 is needed.");
  const engine::InstructionSet set = options.instruction_set;
  const bool has_partials = has(content_, Content::kPartials);
  if (has_partials) content_ = content_ | Content::kMatrices;
  if (has(content_, Content::kForces)) {
    dynamics_.emplace(model_, N_ + 1,
                      engine::InverseDynamicsOptions{.form = form, .instruction_set = set});
    lanes_ = dynamics_->lanes();
    if (N_ == 0) values_ = model::SeriesBlock(n_, 3, capacity_);
  }
  if (has(content_, Content::kMatrices)) {
    using engine::MatrixContent;
    matrices_.emplace(
        model_, has_partials ? MatrixContent::kPartials : MatrixContent::kCoriolis,
        engine::MotionMatricesOptions{.order = N_, .form = form, .instruction_set = set});
    mass_factor_.emplace(model_, set);
    lanes_ = matrices_->lanes();
    group_M_ = group_C_ = model::SeriesBlock(n_ * n_, N_, group_size());
    if (has_partials) group_by_q_ = group_M_;
    dense_M_.resize(n_ * n_);
    x_.resize(n_);
  }
  if (is_single_) {
    const engine::KinematicsOptions of_motion{.instruction_set = set};
    if (has(content_, Content::kMotion)) kinematics_.emplace(model_, N_ + 2, of_motion);
    if (has(content_, Content::kLoads)) load_motion_.emplace(model_, N_, of_motion);
    J_.resize((N_ + 3) * 6 * n_);
    together_.resize((N_ + 3) * n_);
  }
  wanted_ = room_for(is_single_ ? without(content_, Content::kMotion) : content_, N_);
  if (wanted_.highest() >= 0) {
    const model::Frame* frame = wanted_.jacobian >= 0 ? &model_.default_frame() : nullptr;
    block_.emplace(model_, wanted_, frame, capacity_,
                   engine::MotionBlockOptions{.instruction_set = set});
    if (is_plain()) converted_ = model::StateBlock(n_, N_ + 2, capacity_);
  }
  if (has(content_, Content::kLoads)) {
    load_wrench_ = model::SeriesBlock(7, N_, capacity_);
    tree_.emplace(model_, N_);
    frictions_.emplace("Dynamics", model_, N_);
    wrenches_.assign(B_, WrenchSeries::zero(N_));
  }
}

void BlockDynamics::set_masses(const model::Model& model) noexcept {
  dynamics_->set_masses(model);
  model_ = model;
}

States BlockDynamics::coefficients(const States& states, int highest, int most) {
  if (!is_plain()) return states;
  converted_.set_num_samples(states.num_samples);
  // Of one sample all coordinates lie side by side.
  const bool is_one = states.stride == 1 && capacity_ == 1;
  const int length = is_one ? n_ : states.num_samples;
  for (int k = 0; k <= std::max(highest, most); ++k) {
    for (int j = 0; j < (is_one ? 1 : n_); ++j) {
      double* to = converted_.q().column(k, j);
      if (k > highest) {
        std::fill_n(to, length, 0.0);
      } else {
        put_scaled(1.0 / taylor::factorial(k), states.column(k, j), length, to);
      }
    }
  }
  return converted_;
}

void BlockDynamics::compute_motion(const States& states, const engine::MotionOrders& orders) {
  block_->compute(states.first, static_cast<std::size_t>(states.num_samples), states.stride,
                  orders);
}

const double* BlockDynamics::together(const States& states, int highest, int most) {
  if (states.stride == 1 && highest == most) return states.first;
  for (int c = 0; c < (most + 1) * n_; ++c) {
    together_[c] = c < (highest + 1) * n_ ? states.column(0, c)[0] : 0.0;
  }
  return together_.data();
}

}  // namespace appell::dynamics
