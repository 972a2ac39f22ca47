#include <algorithm>

#include "appell/force/engine_batch_workspace.hpp"
#include "appell/force/friction.hpp"
#include "appell/taylor/factorial.hpp"

/// The forces of UncheckedEngineBatch, and what the joints transmit.
namespace appell::force {
namespace {

using model::SeriesBlock;
using model::StateBlock;

}  // namespace

void UncheckedEngineBatch::Workspace::compute_motion(const StateBlock& states,
                                                     const engine::MotionOrders& orders) {
  block->compute(states.q().column(0, 0), static_cast<std::size_t>(states.num_samples()),
                 states.q().stride(), orders);
}

void UncheckedEngineBatch::Workspace::compute_force(const StateBlock& states, const Vec3& gravity,
                                                    SeriesBlock& out) {
  dynamics->set_gravity(gravity);
  dynamics->compute_batch(states.q().column(0, 0), static_cast<std::size_t>(states.num_samples()),
                          states.q().stride(), out.column(0, 0), nullptr, out.stride());
}

void UncheckedEngineBatch::Workspace::add_loads(const StateBlock& states,
                                                const Surroundings& surroundings,
                                                SeriesBlock& out) {
  for (const Wrench& load : surroundings.loads) add_load(states, load, 1.0, out);
  for (const Wrench& wrench : surroundings.external) add_load(states, wrench, -1.0, out);
}

void UncheckedEngineBatch::Workspace::put_wrench(const Wrench& wrench, double sign, int count) {
  for (int row = 0; row < 6; ++row) {
    const auto& derivatives = row < 3 ? wrench.force_derivatives : wrench.moment_derivatives;
    for (int k = 0; k <= N; ++k) {
      double* W = load_wrench.column(k, row);
      std::fill_n(W, count, 0.0);
      for (int i = 0; i <= k && i < static_cast<int>(derivatives.size()); ++i) {
        const Vec3 given = sign / taylor::factorial(i) * derivatives[static_cast<std::size_t>(i)];
        if (wrench.axes == Wrench::Axes::kOfWorld) {
          if (i == k) std::fill_n(W, count, given(row % 3));
          continue;
        }
        const Vec3 in_body = wrench.frame.X_BF.R * given;
        for (int e = 0; e < 3; ++e) {
          const double* R = block->placement(k - i, wrench.frame.body, row % 3, e);
          for (int s = 0; s < count; ++s) W[s] += R[s] * in_body(e);
        }
      }
    }
  }
}

void UncheckedEngineBatch::Workspace::add_load(const StateBlock& states, const Wrench& wrench,
                                               double sign, SeriesBlock& out) {
  if (wrench.frame.body == model::kWorld) return;
  const int count = states.num_samples();
  const bool turns = wrench.axes == Wrench::Axes::kOfFrame;
  block->set_frame(wrench.frame);
  compute_motion(states, {.placements = turns ? N : -1, .jacobian = N});
  put_wrench(wrench, sign, count);
  for (int k = 0; k <= N; ++k) {
    for (int coordinate = 0; coordinate < n; ++coordinate) {
      double* Q = out.column(k, coordinate);
      for (int j = 0; j <= k; ++j) {
        for (int row = 0; row < 6; ++row) {
          const double* J = block->jacobian(k - j, row, coordinate);
          const double* W = load_wrench.column(j, row);
          for (int s = 0; s < count; ++s) Q[s] += J[s] * W[s];
        }
      }
    }
  }
}

void UncheckedEngineBatch::Workspace::collect_wrenches(const Surroundings& surroundings,
                                                       int sample) {
  for (int b = 0; b < B; ++b) {
    auto& [force, moment] = wrenches[static_cast<std::size_t>(b)];
    for (int k = 0; k <= N; ++k) {
      for (int i = 0; i < 3; ++i) {
        force[k](i) = block->wrench(k, b, i)[sample];
        moment[k](i) = block->wrench(k, b, 3 + i)[sample];
      }
    }
  }
  if (surroundings.is_empty()) return;
  tree->place(*block, N, sample);
  tree->add_joint_wrenches(surroundings, wrenches);
}

void UncheckedEngineBatch::Workspace::begin_wrenches(const StateBlock& states,
                                                     const Surroundings& surroundings) {
  compute_motion(states, {.placements = surroundings.is_empty() ? -1 : N, .wrenches = N});
}

int UncheckedEngineBatch::Workspace::add_friction(const StateBlock& states,
                                                  const Surroundings& surroundings,
                                                  SeriesBlock& out) {
  const bool has_reactions = frictions->need_reactions();
  if (has_reactions) compute_motion(states, {.placements = N + 2, .wrenches = N});
  int highest = N;
  for (int s = 0; s < states.num_samples(); ++s) {
    if (has_reactions) {
      collect_wrenches(surroundings, s);
      tree->place(*block, N + 2, s);
    }
    highest = std::min(highest, frictions->add(states, s, *tree, wrenches, surroundings, out));
  }
  return highest;
}

void UncheckedEngineBatch::inverse_dynamics(States states, Columns tau) noexcept {
  Workspace& w = *workspace_;
  tau.set_num_samples(states.num_samples());
  w.compute_force(states, w.model.gravity(), tau);
}

void UncheckedEngineBatch::inverse_dynamics(States states, const Surroundings& surroundings,
                                            Columns tau) noexcept {
  Workspace& w = *workspace_;
  inverse_dynamics(states, tau);
  w.add_loads(states, surroundings, tau);
}

void UncheckedEngineBatch::inertia(States states, Columns out) noexcept {
  Workspace& w = *workspace_;
  out.set_num_samples(states.num_samples());
  w.compute_force(states, Vec3::Zero(), out);
}

void UncheckedEngineBatch::gravity(States states, Columns out) noexcept {
  Workspace& w = *workspace_;
  out.set_num_samples(states.num_samples());
  w.compute_motion(states, {.gravity_force = w.N});
  for (int k = 0; k <= w.N; ++k) {
    for (int j = 0; j < w.n; ++j) {
      std::copy_n(w.block->gravity_force(k, j), states.num_samples(), out.column(k, j));
    }
  }
}

void UncheckedEngineBatch::load(States states, const Surroundings& surroundings,
                                Columns out) noexcept {
  Workspace& w = *workspace_;
  out.set_num_samples(states.num_samples());
  clear_block(out);
  w.add_loads(states, surroundings, out);
}

int UncheckedEngineBatch::friction(States states, const Surroundings& surroundings,
                                   Columns out) noexcept {
  Workspace& w = *workspace_;
  out.set_num_samples(states.num_samples());
  clear_block(out);
  return w.add_friction(states, surroundings, out);
}

int UncheckedEngineBatch::motor_force(States states, const Surroundings& surroundings,
                                      Columns out) noexcept {
  inverse_dynamics(states, surroundings, out);
  return workspace_->add_friction(states, surroundings, out);
}

void UncheckedEngineBatch::joint_wrenches(States states, const Surroundings& surroundings,
                                          Columns out) noexcept {
  Workspace& w = *workspace_;
  out.set_num_samples(states.num_samples());
  w.begin_wrenches(states, surroundings);
  for (int s = 0; s < states.num_samples(); ++s) {
    w.collect_wrenches(surroundings, s);
    for (int b = 0; b < w.B; ++b) {
      const auto& [force, moment] = w.wrenches[static_cast<std::size_t>(b)];
      for (int k = 0; k <= w.N; ++k) {
        for (int i = 0; i < 3; ++i) {
          out.column(k, 6 * b + i)[s] = force[k](i);
          out.column(k, 6 * b + 3 + i)[s] = moment[k](i);
        }
      }
    }
  }
}

/// Eq. (1) of reactions.hpp, from body axes.
void UncheckedEngineBatch::reactions(States states, const Surroundings& surroundings,
                                     Columns out) noexcept {
  Workspace& w = *workspace_;
  out.set_num_samples(states.num_samples());
  w.begin_wrenches(states, surroundings);
  for (int s = 0; s < states.num_samples(); ++s) {
    w.collect_wrenches(surroundings, s);
    for (int r = 0; r < num_reactions(); ++r) {
      const model::Frame& link = *w.driven[static_cast<std::size_t>(r)];
      const auto& [force, moment] = w.wrenches[static_cast<std::size_t>(link.body)];
      for (int k = 0; k <= w.N; ++k) {
        const Vec3 f = link.X_BF.R.transpose() * force[k];
        const Vec3 m = link.X_BF.R.transpose() * (moment[k] - link.X_BF.p.cross(force[k]));
        for (int i = 0; i < 3; ++i) {
          out.column(k, 6 * r + i)[s] = f(i);
          out.column(k, 6 * r + 3 + i)[s] = m(i);
        }
      }
    }
  }
}

}  // namespace appell::force
