#include <algorithm>

#include "appell/force/engine_batch_workspace.hpp"
#include "appell/force/friction.hpp"

/// The forces of EngineBatch, and what the joints transmit.
namespace appell::force {
namespace {

using model::SeriesBlock;
using model::StateBlock;

}  // namespace

void EngineBatch::Workspace::compute_motion(const StateBlock& states,
                                            const engine::MotionOrders& orders) {
  block->compute(states.q().column(0, 0), static_cast<std::size_t>(states.num_samples()),
                 states.q().stride(), orders);
}

void EngineBatch::Workspace::compute_force(const StateBlock& states, const Vec3& gravity,
                                           SeriesBlock& out) {
  dynamics->set_gravity(gravity);
  dynamics->compute_batch(states.q().column(0, 0), static_cast<std::size_t>(states.num_samples()),
                          states.q().stride(), out.column(0, 0), nullptr, out.stride());
}

void EngineBatch::Workspace::add_loads(const StateBlock& states, const Surroundings& surroundings,
                                       SeriesBlock& out) {
  if (surroundings.is_empty()) return;
  compute_motion(states, {.placements = N});
  for (int s = 0; s < states.num_samples(); ++s) {
    tree->place(*block, N, s);
    tree->add_forces(surroundings, out, s);
  }
}

void EngineBatch::Workspace::collect_wrenches(const Surroundings& surroundings, int sample) {
  for (int b = 0; b < B; ++b) {
    auto& [force, moment] = wrenches[static_cast<std::size_t>(b)];
    for (int k = 0; k <= N; ++k) {
      for (int i = 0; i < 3; ++i) {
        force[k](i) = block->wrench(k, b, i)[sample];
        moment[k](i) = block->wrench(k, b, 3 + i)[sample];
      }
    }
  }
  tree->add_joint_wrenches(surroundings, wrenches);
}

int EngineBatch::Workspace::add_friction(const StateBlock& states, const Surroundings& surroundings,
                                         SeriesBlock& out) {
  const bool has_reactions = frictions->need_reactions();
  if (has_reactions) compute_motion(states, {.placements = N + 2, .wrenches = N});
  int highest = N;
  for (int s = 0; s < states.num_samples(); ++s) {
    if (has_reactions) {
      tree->place(*block, N + 2, s);
      collect_wrenches(surroundings, s);
    }
    highest = std::min(highest, frictions->add(states, s, *tree, wrenches, surroundings, out));
  }
  return highest;
}

void EngineBatch::inverse_dynamics(States states, Columns tau) {
  Workspace& w = *workspace_;
  w.check_content("inverse_dynamics", EngineContent::kForces);
  w.check_states("inverse_dynamics", states, w.N + 2);
  w.check_out("inverse_dynamics", states, tau, w.n, w.N);
  w.compute_force(states, w.model.gravity(), tau);
}

void EngineBatch::inverse_dynamics(States states, const Surroundings& surroundings, Columns tau) {
  Workspace& w = *workspace_;
  w.check_content("inverse_dynamics", EngineContent::kLoads);
  w.check_surroundings("inverse_dynamics", surroundings);
  inverse_dynamics(states, tau);
  w.add_loads(states, surroundings, tau);
}

void EngineBatch::inertia(States states, Columns out) {
  Workspace& w = *workspace_;
  w.check_content("inertia", EngineContent::kForces);
  w.check_states("inertia", states, w.N + 2);
  w.check_out("inertia", states, out, w.n, w.N);
  w.compute_force(states, Vec3::Zero(), out);
}

void EngineBatch::gravity(States states, Columns out) {
  Workspace& w = *workspace_;
  w.check_content("gravity", EngineContent::kGravity);
  w.check_states("gravity", states, w.N);
  w.check_out("gravity", states, out, w.n, w.N);
  w.compute_motion(states, {.gravity_force = w.N});
  for (int k = 0; k <= w.N; ++k) {
    for (int j = 0; j < w.n; ++j) {
      std::copy_n(w.block->gravity_force(k, j), states.num_samples(), out.column(k, j));
    }
  }
}

void EngineBatch::load(States states, const Surroundings& surroundings, Columns out) {
  Workspace& w = *workspace_;
  w.check_content("load", EngineContent::kLoads);
  w.check_surroundings("load", surroundings);
  w.check_states("load", states, w.N);
  w.check_out("load", states, out, w.n, w.N);
  clear_block(out);
  w.add_loads(states, surroundings, out);
}

int EngineBatch::friction(States states, const Surroundings& surroundings, Columns out) {
  Workspace& w = *workspace_;
  w.check_content("friction", EngineContent::kLoads);
  w.check_surroundings("friction", surroundings);
  w.check_states("friction", states, w.N + friction_order(w.model));
  w.check_out("friction", states, out, w.n, w.N);
  clear_block(out);
  return w.add_friction(states, surroundings, out);
}

int EngineBatch::motor_force(States states, const Surroundings& surroundings, Columns out) {
  inverse_dynamics(states, surroundings, out);
  return workspace_->add_friction(states, surroundings, out);
}

void EngineBatch::joint_wrenches(States states, const Surroundings& surroundings, Columns out) {
  Workspace& w = *workspace_;
  w.check_content("joint_wrenches", EngineContent::kLoads);
  w.check_surroundings("joint_wrenches", surroundings);
  w.check_states("joint_wrenches", states, w.N + 2);
  w.check_out("joint_wrenches", states, out, 6 * w.B, w.N);
  w.compute_motion(states, {.placements = w.N, .wrenches = w.N});
  for (int s = 0; s < states.num_samples(); ++s) {
    w.tree->place(*w.block, w.N, s);
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
void EngineBatch::reactions(States states, const Surroundings& surroundings, Columns out) {
  Workspace& w = *workspace_;
  w.check_content("reactions", EngineContent::kLoads);
  w.check_surroundings("reactions", surroundings);
  w.check_states("reactions", states, w.N + 2);
  w.check_out("reactions", states, out, 6 * num_reactions(), w.N);
  w.compute_motion(states, {.placements = w.N, .wrenches = w.N});
  for (int s = 0; s < states.num_samples(); ++s) {
    w.tree->place(*w.block, w.N, s);
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
