#include <algorithm>

#include "appell/force/engine_batch_workspace.hpp"
#include "appell/taylor/factorial.hpp"

/// Energies and frames of UncheckedEngineBatch.
namespace appell::force {
namespace {

using model::SeriesBlock;
using model::StateBlock;

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

void UncheckedEngineBatch::acceleration_energy(States states, int p, Columns out) noexcept {
  Workspace& w = *workspace_;
  out.set_num_samples(states.num_samples());
  w.wanted = {.energies = std::move(w.wanted.energies)};
  w.wanted.energies.assign(static_cast<std::size_t>(p) + 1, -1);
  w.wanted.energies.back() = out.order();
  w.compute_motion(states, w.wanted);
  for (int k = 0; k <= out.order(); ++k) {
    const double* translation = w.block->energy(p, k, engine::MotionBlock::kTranslation);
    const double* rotation = w.block->energy(p, k, engine::MotionBlock::kRotation);
    double* sum = out.column(k, 0);
    for (int s = 0; s < states.num_samples(); ++s) sum[s] = translation[s] + rotation[s];
  }
}

void UncheckedEngineBatch::body_energies(States states, int p, Columns out) noexcept {
  Workspace& w = *workspace_;
  out.set_num_samples(states.num_samples());
  const int n = p + 1, highest = out.order() + n, count = states.num_samples();
  w.compute_motion(states, {.placements = highest, .centres = highest});
  for (const model::Body& body : w.model.bodies()) {
    const double rotor = w.model.reflected_inertia(body) * body.ratio * body.ratio;
    for (int k = 0; k <= out.order(); ++k) {
      double* sum = out.column(k, body.index);
      std::fill_n(sum, count, 0.0);
      for (int j = 0; j <= k; ++j) {
        const int a = j + n, b = k - j + n;
        const double factor = derivative_factor(j, n) * derivative_factor(k - j, n);
        add_body_energy(*w.block, body, a, b, factor, count, sum);
        add_products(0.5 * factor * rotor, states.q().column(a, body.coordinate),
                     states.q().column(b, body.coordinate), count, sum);
      }
    }
  }
}

void UncheckedEngineBatch::potential_energy(States states, Columns out) noexcept {
  Workspace& w = *workspace_;
  out.set_num_samples(states.num_samples());
  w.compute_motion(states, {.potential_energy = out.order()});
  for (int k = 0; k <= out.order(); ++k) {
    std::copy_n(w.block->potential_energy(k), states.num_samples(), out.column(k, 0));
  }
}

void UncheckedEngineBatch::placement(States states, const model::Frame& frame,
                                     Columns out) noexcept {
  Workspace& w = *workspace_;
  out.set_num_samples(states.num_samples());
  Eigen::Matrix<double, 4, 4> X = Eigen::Matrix<double, 4, 4>::Identity();
  X.topLeftCorner<3, 3>() = frame.X_BF.R;
  X.topRightCorner<3, 1>() = frame.X_BF.p;
  const bool moves = frame.body != model::kWorld;
  if (moves) w.compute_motion(states, {.placements = out.order()});
  for (int k = 0; k <= out.order(); ++k) {
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 4; ++column) {  // [R | p]⁽ᵏ⁾ X_BF
        double* sum = out.column(k, 4 * row + column);
        std::fill_n(sum, states.num_samples(), moves || k > 0 ? 0.0 : X(row, column));
        for (int i = 0; i < 4 && moves; ++i) {
          const double* R = w.block->placement(k, frame.body, row, i);
          for (int s = 0; s < states.num_samples(); ++s) sum[s] += R[s] * X(i, column);
        }
      }
    }
  }
}

void UncheckedEngineBatch::angular_velocity(States states, const model::Frame& frame,
                                            Columns out) noexcept {
  Workspace& w = *workspace_;
  out.set_num_samples(states.num_samples());
  const bool moves = frame.body != model::kWorld;
  if (moves) w.compute_motion(states, {.omegas = out.order()});
  for (int k = 0; k <= out.order(); ++k) {
    for (int i = 0; i < 3; ++i) {
      double* to = out.column(k, i);
      if (moves) {
        std::copy_n(w.block->omega(k, frame.body, i), states.num_samples(), to);
      } else {
        std::fill_n(to, states.num_samples(), 0.0);
      }
    }
  }
}

void UncheckedEngineBatch::jacobian(States states, const model::Frame& frame, Columns J) noexcept {
  Workspace& w = *workspace_;
  J.set_num_samples(states.num_samples());
  w.block->set_frame(frame);
  w.compute_motion(states, {.jacobian = J.order()});
  for (int k = 0; k <= J.order(); ++k) {
    for (int e = 0; e < 6 * w.n; ++e) {
      std::copy_n(w.block->jacobian(k, e / w.n, e % w.n), states.num_samples(), J.column(k, e));
    }
  }
}

}  // namespace appell::force
