#include <algorithm>

#include "appell/dynamics/block_dynamics.hpp"
#include "appell/force/friction.hpp"

/// The forces of BlockDynamics, and what the joints transmit.
namespace appell::dynamics {

void BlockDynamics::compute_force(const States& states, const Vec3& gravity, const Columns& out) {
  dynamics_->set_gravity(gravity);
  if (is_single(states, out)) return dynamics_->compute(states.first, out.first);
  dynamics_->compute_batch(states.first, static_cast<std::size_t>(states.num_samples),
                           states.stride, out.first, nullptr, out.stride);
}

States BlockDynamics::values(const States& states, Rate rate) {
  const int count = states.num_samples;
  const int filled = rate == Rate::kAsItIs ? 1 : rate == Rate::kAsAcceleration ? 2 : 0;
  const double factor = filled == 2 && !is_plain() ? 0.5 : 1.0;  // q''/2
  // Of one sample all coordinates lie side by side.
  const bool is_one = states.stride == 1 && values_.stride() == 1;
  const int length = is_one ? n_ : count;
  for (int j = 0; j < (is_one ? 1 : n_); ++j) {
    std::copy_n(states.column(0, j), length, values_.column(0, j));
    for (int k = 1; k <= 2; ++k) std::fill_n(values_.column(k, j), length, 0.0);
    if (filled > 0) put_scaled(factor, states.column(1, j), length, values_.column(filled, j));
  }
  return ConstBlockRef(values_.column(0, 0), n_, 3, count, values_.stride());
}

void BlockDynamics::inverse_dynamics(const States& states, const Columns& tau) noexcept {
  tau.set_num_samples(states.num_samples);
  compute_force(states, model_.gravity(), tau);
}

void BlockDynamics::inverse_dynamics(const States& states, const Surroundings& around,
                                     const Columns& tau) noexcept {
  inverse_dynamics(states, tau);
  add_loads(states, around, tau);
}

void BlockDynamics::inertia(const States& states, const Columns& out) noexcept {
  out.set_num_samples(states.num_samples);
  compute_force(states, Vec3::Zero(), out);
}

void BlockDynamics::gravity(const States& states, const Columns& out) noexcept {
  out.set_num_samples(states.num_samples);
  if (N_ == 0) return compute_force(values(states, Rate::kZero), model_.gravity(), out);
  compute_motion(coefficients(states, N_), {.gravity_force = N_});
  for (int k = 0; k <= N_; ++k) {
    for (int j = 0; j < n_; ++j) {
      put_scaled(out.scale(k), block_->gravity_force(k, j), states.num_samples, out.column(k, j));
    }
  }
}

void BlockDynamics::bias(const States& states, const Columns& out) noexcept {
  out.set_num_samples(states.num_samples);
  if (N_ == 0) return compute_force(values(states, Rate::kAsItIs), Vec3::Zero(), out);
  matrix_times_rate(states, engine::MatrixContent::kCoriolis, group_C_, out);
}

void BlockDynamics::momentum(const States& states, const Columns& out) noexcept {
  out.set_num_samples(states.num_samples);
  // Inverse dynamics at rest, with the rate for an acceleration.
  if (N_ == 0) return compute_force(values(states, Rate::kAsAcceleration), Vec3::Zero(), out);
  matrix_times_rate(states, engine::MatrixContent::kMass, group_M_, out);
}

void BlockDynamics::kinetic_energy(const States& states, const Columns& E) noexcept {
  const Columns P(BlockRef(values_.column(3, 0), n_, 1, states.num_samples, values_.stride()), n_,
                  0);
  momentum(states, P);
  if (is_single(states, P)) {
    *E.first =
        0.5 *
        Eigen::Map<const VecX>(states.column(1, 0), n_).dot(Eigen::Map<const VecX>(P.first, n_));
    return;
  }
  E.clear(states.num_samples);
  for (int j = 0; j < n_; ++j) {
    const double* rate = states.column(1, j);
    for (int s = 0; s < states.num_samples; ++s) {
      E.first[s] += 0.5 * rate[s] * P.column(0, j)[s];
    }
  }
}

// ---- Loads.

void BlockDynamics::add_loads(const States& states, const Surroundings& around,
                              const Columns& out) {
  if (around.is_empty()) return;
  if (is_single_) {
    load_motion_->compute(together(states, N_, N_));
    for (const Wrench& load : around.loads) add_single_load(load, 1.0, out);
    for (const Wrench& wrench : around.external) add_single_load(wrench, -1.0, out);
    return;
  }
  const States given = coefficients(states, N_);
  for (const Wrench& load : around.loads) add_load(given, load, 1.0, out);
  for (const Wrench& wrench : around.external) add_load(given, wrench, -1.0, out);
}

/// Leibniz: (Jᵀ W)⁽ᵏ⁾.
void BlockDynamics::add_single_load(const Wrench& wrench, double sign, const Columns& out) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  load_motion_->jacobian(wrench.frame, N_, J_.data());
  const auto given = [](const std::vector<Vec3>& derivatives, int i) {
    const auto at = static_cast<std::size_t>(i);
    return at < derivatives.size() ? derivatives[at] : Vec3(Vec3::Zero());
  };
  for (int j = 0; j <= N_; ++j) {
    Vec6 W = Vec6::Zero();  // W⁽ʲ⁾, world axes
    if (wrench.axes == Wrench::Axes::kOfWorld) {
      W << given(wrench.force_derivatives, j), given(wrench.moment_derivatives, j);
    } else {
      for (int i = 0; i <= j; ++i) {
        const Mat3 R = taylor::binomial(j, i) * load_motion_->rotation(wrench.frame, j - i);
        W.head<3>() += R * given(wrench.force_derivatives, i);
        W.tail<3>() += R * given(wrench.moment_derivatives, i);
      }
    }
    for (int k = j; k <= N_; ++k) {
      const Vec6 part = sign * taylor::binomial(k, j) * W;
      const Eigen::Map<const RowMajor> J_k(J_.data() + 6 * n_ * (k - j), 6, n_);
      if (out.stride == 1) {
        Eigen::Map<VecX>(out.column(k, 0), n_).noalias() += J_k.transpose() * part;
      } else {
        for (int i = 0; i < n_; ++i) *out.column(k, i) += J_k.col(i).dot(part);
      }
    }
  }
}

/// A wrench in world axes into load_wrench_; those of a frame turn with the placements in block_.
void BlockDynamics::put_wrench(const Wrench& wrench, double sign, int count) {
  for (int row = 0; row < 6; ++row) {
    const auto& derivatives = row < 3 ? wrench.force_derivatives : wrench.moment_derivatives;
    for (int k = 0; k <= N_; ++k) {
      double* W = load_wrench_.column(k, row);
      std::fill_n(W, count, 0.0);
      for (int i = 0; i <= k && i < static_cast<int>(derivatives.size()); ++i) {
        const Vec3 given = sign / taylor::factorial(i) * derivatives[i];
        if (wrench.axes == Wrench::Axes::kOfWorld) {
          if (i == k) std::fill_n(W, count, given(row % 3));
          continue;
        }
        const Vec3 in_body = wrench.frame.X_BF.R * given;
        for (int e = 0; e < 3; ++e) {
          const double* R = block_->placement(k - i, wrench.frame.body, row % 3, e);
          for (int s = 0; s < count; ++s) W[s] += R[s] * in_body(e);
        }
      }
    }
  }
}

void BlockDynamics::add_load(const States& states, const Wrench& wrench, double sign,
                             const Columns& out) {
  if (wrench.frame.body == model::kWorld) return;
  const int count = states.num_samples;
  const bool turns = wrench.axes == Wrench::Axes::kOfFrame;
  block_->set_frame(wrench.frame);
  compute_motion(states, {.placements = turns ? N_ : -1, .jacobian = N_});
  put_wrench(wrench, sign, count);
  double* const W = load_wrench_.column(0, 6);
  for (int k = 0; k <= N_; ++k) {
    for (int j = 0; j <= k; ++j) {
      for (int row = 0; row < 6; ++row) {
        put_scaled(out.scale(k), load_wrench_.column(j, row), count, W);
        for (int coordinate = 0; coordinate < n_; ++coordinate) {
          const double* J = block_->jacobian(k - j, row, coordinate);
          double* Q = out.column(k, coordinate);
          for (int s = 0; s < count; ++s) Q[s] += J[s] * W[s];
        }
      }
    }
  }
}

void BlockDynamics::load(const States& states, const Surroundings& around,
                         const Columns& out) noexcept {
  out.set_num_samples(states.num_samples);
  out.clear(states.num_samples);
  add_loads(states, around, out);
}

// ---- What the joints transmit, and friction, which may depend on it.

void BlockDynamics::begin_wrenches(const States& states, const Surroundings& around) {
  compute_motion(coefficients(states, N_ + 2),
                 {.placements = around.is_empty() ? -1 : N_, .wrenches = N_});
}

void BlockDynamics::collect_wrenches(const Surroundings& around, int sample) {
  for (int b = 0; b < B_; ++b) {
    auto& [force, moment] = wrenches_[b];
    for (int k = 0; k <= N_; ++k) {
      for (int i = 0; i < 3; ++i) {
        force[k](i) = block_->wrench(k, b, i)[sample];
        moment[k](i) = block_->wrench(k, b, 3 + i)[sample];
      }
    }
  }
  if (around.is_empty()) return;
  tree_->place(*block_, N_, sample);
  tree_->add_joint_wrenches(around, wrenches_);
}

int BlockDynamics::add_friction(const States& states, const Surroundings& around,
                                const Columns& out) {
  const bool has_reactions = frictions_->need_reactions();
  const States given = coefficients(states, N_ + force::friction_order(model_), N_ + 2);
  if (has_reactions) compute_motion(given, {.placements = N_ + 2, .wrenches = N_});
  int highest = N_;
  for (int s = 0; s < states.num_samples; ++s) {
    if (has_reactions) {
      collect_wrenches(around, s);
      tree_->place(*block_, N_ + 2, s);
    }
    highest = std::min(highest, frictions_->add(*given.block, s, *tree_, wrenches_, around, out));
  }
  return highest;
}

int BlockDynamics::friction(const States& states, const Surroundings& around,
                            const Columns& out) noexcept {
  out.set_num_samples(states.num_samples);
  out.clear(states.num_samples);
  return add_friction(states, around, out);
}

int BlockDynamics::motor_force(const States& states, const Surroundings& around,
                               const Columns& out) noexcept {
  inverse_dynamics(states, around, out);
  return add_friction(states, around, out);
}

void BlockDynamics::joint_wrenches(const States& states, const Surroundings& around,
                                   const Columns& out) noexcept {
  out.set_num_samples(states.num_samples);
  begin_wrenches(states, around);
  for (int s = 0; s < states.num_samples; ++s) {
    collect_wrenches(around, s);
    for (int b = 0; b < B_; ++b) {
      const auto& [force, moment] = wrenches_[b];
      for (int k = 0; k <= N_; ++k) {
        for (int i = 0; i < 3; ++i) {
          out.column(k, 6 * b + i)[s] = out.scale(k) * force[k](i);
          out.column(k, 6 * b + 3 + i)[s] = out.scale(k) * moment[k](i);
        }
      }
    }
  }
}

/// Eq. (1) of reactions.hpp, from body axes.
void BlockDynamics::reactions(const States& states, const Surroundings& around,
                              const Columns& out) noexcept {
  out.set_num_samples(states.num_samples);
  begin_wrenches(states, around);
  for (int s = 0; s < states.num_samples; ++s) {
    collect_wrenches(around, s);
    for (int r = 0; r < num_reactions(); ++r) {
      const model::Frame& link = *driven_[r];
      const auto& [force, moment] = wrenches_[link.body];
      for (int k = 0; k <= N_; ++k) {
        const Mat3 R = out.scale(k) * link.X_BF.R.transpose();
        const Vec3 f = R * force[k], m = R * (moment[k] - link.X_BF.p.cross(force[k]));
        for (int i = 0; i < 3; ++i) {
          out.column(k, 6 * r + i)[s] = f(i);
          out.column(k, 6 * r + 3 + i)[s] = m(i);
        }
      }
    }
  }
}

}  // namespace appell::dynamics
