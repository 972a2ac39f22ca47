#pragma once

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "appell/energy/acceleration_energy.hpp"
#include "appell/energy/potential_energy.hpp"
#include "appell/force/force_partials.hpp"
#include "appell/force/friction.hpp"
#include "appell/force/joint_wrenches.hpp"
#include "appell/force/motion_matrices.hpp"
#include "appell/force/reactions.hpp"
#include "appell/kinematics/jacobian.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "tests/dynamics/driven_case.hpp"

/// All that Dynamics gives, by the reference implementation, and how far the two may differ.
namespace appell::dynamics {

inline constexpr double kUlpOfOne = std::numeric_limits<double>::epsilon();

/// Every quantity of the reference implementation at one state, under a name: what is compared.
using Numbers = std::vector<std::pair<std::string, taylor::Series<MatX>>>;

template <class C>
taylor::Series<MatX> as_matrices(const taylor::Series<C>& x, int order) {
  taylor::Series<MatX> out(order, MatX::Zero(0, 0));
  for (int k = 0; k <= order; ++k) {
    if constexpr (taylor::Scalar<C>) {
      out[k] = MatX::Constant(1, 1, x[k]);
    } else {
      out[k] = x[k];
    }
  }
  return out;
}

/// The components of joint wrenches in body axes, and of reactions, all in one column.
inline taylor::Series<MatX> stacked(
    const std::vector<std::pair<taylor::Series<Vec3>, taylor::Series<Vec3>>>& wrenches, int N) {
  taylor::Series<MatX> out(N, MatX::Zero(6 * static_cast<Eigen::Index>(wrenches.size()), 1));
  for (int k = 0; k <= N; ++k) {
    for (std::size_t i = 0; i < wrenches.size(); ++i) {
      out[k].block<3, 1>(6 * static_cast<Eigen::Index>(i), 0) = wrenches[i].first[k];
      out[k].block<3, 1>(6 * static_cast<Eigen::Index>(i) + 3, 0) = wrenches[i].second[k];
    }
  }
  return out;
}

inline void add_readable_joints(const kinematics::TreeMotion& motion, const Surroundings& around,
                                int N, Numbers& out) {
  std::vector<std::pair<taylor::Series<Vec3>, taylor::Series<Vec3>>> in_bodies, at_links;
  const auto wrenches = joint_wrenches(motion, around);
  for (int b = 0; b < motion.num_bodies(); ++b) {
    taylor::Series<Vec3> f(N), m(N);
    taylor::transposed_product(motion[b].R_WB, wrenches[b].force, f);
    taylor::transposed_product(motion[b].R_WB, wrenches[b].moment, m);
    in_bodies.emplace_back(f, m);
  }
  for (const Reaction& r : reactions(motion, around)) at_links.emplace_back(r.force, r.moment);
  out.emplace_back("joint wrenches", stacked(in_bodies, N));
  out.emplace_back("reactions", stacked(at_links, N));
}

inline Numbers readable_numbers(const DrivenCase& c, const model::StateSeries& state,
                                const model::Model& model) {
  const auto motion = kinematics::propagate(model, state);
  const int N = state.order() - 2;
  const Surroundings& around = c.surroundings;
  Numbers out;
  const auto add = [&](const char* name, const auto& x) {
    out.emplace_back(name, as_matrices(x, N));
  };
  add("tau", generalized_force(motion));
  add("tau with loads", generalized_force(motion, around, {}));
  add("inertia", inertia_force(motion));
  add("gravity", gravity_force(motion));
  add("bias", bias_force(motion));
  add("momentum", generalized_momentum(motion));
  add("load", load_force(motion, around));
  add("friction", friction_force(motion, around).force);
  add("motor force", motor_force(motion, around, {}).force);
  add("M", mass_matrix(motion));
  add("C", coriolis_matrix(motion));
  const ForcePartials partials = force_partials(motion, around);
  add("dtau/dq", partials.position);
  add("dtau/dq'", partials.velocity);
  for (int m = 0; m <= N + 2; ++m) {
    const MatX A = force_derivative_partial(partials, N, m);
    out.emplace_back("dtau(N)/dq(" + std::to_string(m) + ")", taylor::Series<MatX>(0, A));
  }
  add("potential energy", energy::potential_energy(motion));
  for (int p = 0; p <= N + 1; ++p) {
    const int order = std::min(N, N + 1 - p);
    out.emplace_back("E_" + std::to_string(p),
                     as_matrices(energy::acceleration_energy(motion, p), order));
    taylor::Series<MatX> of_bodies(order, MatX::Zero(model.num_bodies(), 1));
    for (int b = 0; b < model.num_bodies(); ++b) {
      const taylor::Series<double> E = energy::energy_parts(motion, p, b).total();
      for (int k = 0; k <= order; ++k) of_bodies[k](b, 0) = E[k];
    }
    out.emplace_back("E_" + std::to_string(p) + " of bodies", of_bodies);
  }
  const auto X = kinematics::frame_motion(motion, c.frame);
  taylor::Series<MatX> placement(N + 2, MatX::Zero(3, 4));
  for (int k = 0; k <= N + 2; ++k) placement[k] << X.R[k], X.p[k];
  out.emplace_back("placement", placement);
  out.emplace_back("omega", as_matrices(kinematics::angular_velocity(motion, c.frame), N + 1));
  out.emplace_back("J", as_matrices(kinematics::jacobian(motion, c.frame), N + 2));
  add_readable_joints(motion, around, N, out);
  return out;
}

/// How far each number moves when every input, gravity among them, is changed by one ulp: the
/// largest of some random changes.
inline std::vector<std::vector<double>> ulp_effects(const DrivenCase& c,
                                                    const model::StateSeries& state,
                                                    const Numbers& exact, support::Random& random) {
  std::vector<std::vector<double>> effects;
  for (const auto& [name, x] : exact) {
    effects.emplace_back(static_cast<std::size_t>(x.order() + 1), 0.0);
  }
  const auto factor = [&] { return 1.0 + (random.integer(0, 1) == 0 ? kUlpOfOne : -kUlpOfOne); };
  for (int change = 0; change < 4; ++change) {
    model::StateSeries moved = state;
    for (int k = 0; k <= state.order(); ++k) {
      for (Eigen::Index j = 0; j < state[k].size(); ++j) moved[k](j) *= factor();
    }
    Vec3 gravity = c.model->gravity();
    for (double& g : gravity) g *= factor();
    const Numbers other = readable_numbers(c, moved, c.model->with_gravity(gravity));
    for (std::size_t i = 0; i < exact.size(); ++i) {
      for (int k = 0; k <= exact[i].second.order(); ++k) {
        double& effect = effects[i][k];
        effect = std::max(effect, support::largest(other[i].second[k] - exact[i].second[k]));
      }
    }
  }
  return effects;
}

/// The bound is that of tests/engine: both routes are sums over at most n bodies and N orders,
/// whose rounding errors each act like a change of an input by an ulp, so that they may differ by
/// 4 (n + N + 1) times the effect of such a change, or epsilon of the size of the numbers: of a
/// coefficient, or of all of them where it vanishes by chance.
inline void expect_same_numbers(const DrivenCase& c, const model::StateSeries& state,
                                const Numbers& found, support::Random& random, double& worst) {
  const Numbers expected = readable_numbers(c, state, *c.model);
  const auto effects = ulp_effects(c, state, expected, random);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto& [name, x] = expected[i];
    ASSERT_EQ(found[i].first, name);
    ASSERT_EQ(found[i].second.order(), x.order()) << name;
    for (int k = 0; k <= x.order(); ++k) {
      const double size = std::max(support::largest(x[k]), 1e-2 * support::largest(x[0]));
      const double bound = 4.0 * (c.model->num_bodies() + state.order() - 1) *
                           std::max(effects[i][k], kUlpOfOne * size);
      const double error = support::largest(found[i].second[k] - x[k]);
      EXPECT_LE(error, bound) << name << ", order " << k;
      if (bound > 0.0) worst = std::max(worst, error / bound);
    }
  }
}

}  // namespace appell::dynamics
