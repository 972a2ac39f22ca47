#include <algorithm>

#include "appell/dynamics/block_dynamics.hpp"

/// Energies and frames of BlockDynamics.
namespace appell::dynamics {
namespace {

/// sum += factor a b, sample by sample.
void add_products(double factor, const double* a, const double* b, int count, double* sum) {
  for (int s = 0; s < count; ++s) sum[s] += factor * a[s] * b[s];
}

/// What coefficient k of the n-th derivative of x is times x[k + n].
double derivative_factor(int k, int n) {
  double factor = 1.0;
  for (int i = 1; i <= n; ++i) factor *= k + i;
  return factor;
}

/// ½ m c⁽ⁿ⁾·c⁽ⁿ⁾ + ½ tr(R⁽ⁿ⁾ S R⁽ⁿ⁾ᵀ) of a body, the product of the coefficients a and b, times
/// `factor`; eq. (4) of docs/engine.md.
void add_body_energy(const engine::MotionBlock& motion, const model::Body& body, int a, int b,
                     double factor, int count, double* sum) {
  const mass::RigidMass& mass = body.rigid_mass;
  for (int row = 0; row < 3; ++row) {
    add_products(0.5 * factor * mass.mass, motion.centre(a, body.index, row),
                 motion.centre(b, body.index, row), count, sum);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        add_products(0.5 * factor * mass.second_moment(i, j),
                     motion.placement(a, body.index, row, i),
                     motion.placement(b, body.index, row, j), count, sum);
      }
    }
  }
}

}  // namespace

void BlockDynamics::acceleration_energy(const States& states, int p, const Columns& E) noexcept {
  E.set_num_samples(states.num_samples);
  wanted_ = {.energies = std::move(wanted_.energies)};
  wanted_.energies.assign(static_cast<std::size_t>(p) + 1, -1);
  wanted_.energies.back() = E.order;
  compute_motion(coefficients(states, E.order + p + 1), wanted_);
  for (int k = 0; k <= E.order; ++k) {
    const double* translation = block_->energy(p, k, engine::MotionBlock::kTranslation);
    const double* rotation = block_->energy(p, k, engine::MotionBlock::kRotation);
    double* sum = E.column(k, 0);
    for (int s = 0; s < states.num_samples; ++s) {
      sum[s] = E.scale(k) * (translation[s] + rotation[s]);
    }
  }
}

void BlockDynamics::body_energies(const States& states, int p, const Columns& E) noexcept {
  E.set_num_samples(states.num_samples);
  const int n = p + 1, highest = E.order + n, count = states.num_samples;
  const States given = coefficients(states, highest);
  compute_motion(given, {.placements = highest, .centres = highest});
  for (const model::Body& body : model_.bodies()) {
    const double rotor = model_.reflected_inertia(body) * body.ratio * body.ratio;
    for (int k = 0; k <= E.order; ++k) {
      double* sum = E.column(k, body.index);
      std::fill_n(sum, count, 0.0);
      for (int j = 0; j <= k; ++j) {
        const int a = j + n, b = k - j + n;
        const double factor = E.scale(k) * derivative_factor(j, n) * derivative_factor(k - j, n);
        add_body_energy(*block_, body, a, b, factor, count, sum);
        add_products(0.5 * factor * rotor, given.column(a, body.coordinate),
                     given.column(b, body.coordinate), count, sum);
      }
    }
  }
}

void BlockDynamics::potential_energy(const States& states, const Columns& U) noexcept {
  U.set_num_samples(states.num_samples);
  compute_motion(coefficients(states, U.order), {.potential_energy = U.order});
  for (int k = 0; k <= U.order; ++k) {
    put_scaled(U.scale(k), block_->potential_energy(k), states.num_samples, U.column(k, 0));
  }
}

// ---- Frames: of one sample by engine::Kinematics, of many by engine::MotionBlock.

void BlockDynamics::placement(const States& states, Frames frames, const Columns& X) noexcept {
  X.set_num_samples(states.num_samples);
  const int count = states.num_samples;
  if (is_single_) {
    kinematics_->compute(together(states, X.order, N_ + 2));
  } else {
    compute_motion(coefficients(states, X.order), {.placements = X.order});
  }
  Columns to = X;
  for (const model::Frame& frame : frames) {
    Eigen::Matrix<double, 3, 4> place;
    place << frame.X_BF.R, frame.X_BF.p;
    for (int k = 0; k <= X.order; ++k) {
      if (is_single_) place << kinematics_->rotation(frame, k), kinematics_->position(frame, k);
      for (int e = 0; e < 12; ++e) {  // [R | p]⁽ᵏ⁾ X_BF
        const int row = e % 3, column = e / 3;
        double* sum = to.column(k, e);
        const bool is_known = is_single_ || (frame.body == model::kWorld && k == 0);
        std::fill_n(sum, count, is_known ? place(row, column) : 0.0);
        if (is_single_ || frame.body == model::kWorld) continue;
        for (int i = 0; i < 4; ++i) {
          const double factor = to.scale(k) * (i < 3 ? place(i, column) : column == 3 ? 1.0 : 0.0);
          const double* R = block_->placement(k, frame.body, row, i);
          for (int s = 0; s < count; ++s) sum[s] += R[s] * factor;
        }
      }
    }
    to = to.from(12);
  }
}

void BlockDynamics::angular_velocity(const States& states, Frames frames,
                                     const Columns& omega) noexcept {
  omega.set_num_samples(states.num_samples);
  const int count = states.num_samples;
  if (is_single_) {
    kinematics_->compute(together(states, omega.order + 1, N_ + 2));
  } else {
    compute_motion(coefficients(states, omega.order + 1), {.omegas = omega.order});
  }
  Columns to = omega;
  for (const model::Frame& frame : frames) {
    for (int k = 0; k <= omega.order; ++k) {
      const Vec3 single = is_single_ ? kinematics_->angular_velocity(frame, k) : Vec3(Vec3::Zero());
      for (int i = 0; i < 3; ++i) {
        if (is_single_ || frame.body == model::kWorld) {
          std::fill_n(to.column(k, i), count, single(i));
        } else {
          put_scaled(to.scale(k), block_->omega(k, frame.body, i), count, to.column(k, i));
        }
      }
    }
    to = to.from(3);
  }
}

void BlockDynamics::jacobian(const States& states, Frames frames, const Columns& J) noexcept {
  J.set_num_samples(states.num_samples);
  if (is_single_) kinematics_->compute(together(states, J.order, N_ + 2));
  const States given = is_single_ ? states : coefficients(states, J.order);
  Columns to = J;
  for (const model::Frame& frame : frames) {
    if (is_single_) {
      kinematics_->jacobian(frame, J.order, J_.data());
    } else {
      block_->set_frame(frame);
      compute_motion(given, {.jacobian = J.order});
    }
    for (int k = 0; k <= J.order; ++k) {
      for (int e = 0; e < 6 * n_; ++e) {
        const int row = e % 6, column = e / 6;
        if (is_single_) {
          *to.column(k, e) = J_[(6 * k + row) * n_ + column];
        } else {
          put_scaled(to.scale(k), block_->jacobian(k, row, column), states.num_samples,
                     to.column(k, e));
        }
      }
    }
    to = to.from(6 * n_);
  }
}

}  // namespace appell::dynamics
