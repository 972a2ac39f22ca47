#include "appell/force/friction_law.hpp"

#include <cmath>

#include "appell/base/check.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "appell/taylor/functions.hpp"

namespace appell::force {

using model::Friction;
using taylor::Series;

namespace {

bool turns_about_axis(const model::Body& body) { return !body.screw.angular.isZero(0.0); }

}  // namespace

bool is_radial(const Friction& friction) {
  return friction.law == Friction::Law::kRadialLoad && friction.dry != 0.0;
}

void check_friction_law(std::string_view function, std::string_view whose,
                        const Friction& friction) {
  if (!friction.has_dry()) return;
  const auto check_positive = [&](std::string_view what, double value) {
    check(value > 0.0, function, ": smooth friction of ", whose, " has the ", what, " ", value,
          "; a positive one is needed.");
  };
  const bool is_stribeck = friction.law == Friction::Law::kStribeck;
  if (is_stribeck || friction.law == Friction::Law::kSmooth) {
    check_positive("velocity", friction.velocity);
  }
  if (is_stribeck) check_positive("stribeck_velocity", friction.stribeck_velocity);
  if (friction.law == Friction::Law::kSigmoid) check_positive("steepness", friction.steepness);
}

void check_friction_laws(std::string_view function, const model::Model& model) {
  for (const model::Body& body : model.bodies()) {
    const Friction friction = model.friction(body);
    if (!friction.has_dry()) continue;
    const std::string& joint = model.description().joints[body.joint].name;
    check_friction_law(function, concat("joint '", joint, "'"), friction);
  }
}

Direction direction_of(const model::StateBlock& states, int sample, const model::Body& body) {
  const int j = body.coordinate;
  const double ratio = body.ratio > 0.0 ? 1.0 : body.ratio < 0.0 ? -1.0 : 0.0;
  return {ratio * states.direction(j, sample),
          states.has_direction(j, sample) || body.ratio * states.rate(0, j, sample) != 0.0};
}

TanhStep tanh_step(const Friction& friction) {
  if (friction.law == Friction::Law::kSigmoid) {
    return {0.5 * friction.dry, 0.5 * friction.steepness, friction.shift};
  }
  return {friction.dry, 1.0 / friction.velocity, 0.0};
}

const Vec3& friction_axis(const model::Body& body) {
  return turns_about_axis(body) ? body.screw.angular : body.screw.linear;
}

double friction_lever(const Friction& friction, const model::Body& body) {
  return turns_about_axis(body) ? 0.5 * friction.bearing_diameter : 1.0;
}

void bound_own_forces(const model::Model& model, const Operators& operators, Magnitudes& of) {
  of.reach.resize(model.bodies().size());
  of.force.resize(model.bodies().size());
  for (const model::Body& body : model.bodies()) {
    const auto at = static_cast<std::size_t>(body.index);
    Series<double> step = of.joint_value[at];
    for (int k = 0; k <= step.order(); ++k) {
      step[k] = body.screw.linear.norm() * std::abs(step[k]);
    }
    step[0] += body.X_PJ.p.norm();
    if (body.parent != model::kWorld) {
      const auto parent = static_cast<std::size_t>(body.parent);
      step = of.turning[parent] * step;
      step += of.reach[parent];
    }
    of.reach[at] = step;

    const mass::RigidMass& mass = body.rigid_mass;
    Series<double>& force = of.force[at];
    force = Series<double>(step.order() - 2, 0.0);
    if (operators.inertia) {
      const Series<double> centre = step + mass.p_BBcm.norm() * of.turning[at];
      force += std::abs(mass.mass) * taylor::time_derivative(centre, 2);
    }
    if (operators.gravity) force[0] += std::abs(mass.mass) * model.gravity().norm();
  }
}

void add_carried_forces(const model::Model& model, Magnitudes& of) {
  for (auto body = model.bodies().rbegin(); body != model.bodies().rend(); ++body) {
    if (body->parent == model::kWorld) continue;
    of.force[body->parent] += of.force[body->index];
  }
}

Series<double> radial_load(const Series<Vec3>& c, const Series<double>& scale) {
  const int N = c.order();
  int m = 0;
  while (m <= N && c[m].norm() <= kNoRadialLoad * scale[m]) ++m;
  if (m > N) return Series<double>::constant(0.0, N);
  if (m % 2 == 1) return Series<double>::constant(0.0, m - 1);
  Series<Vec3> lowered(N - m);
  for (int k = 0; k <= N - m; ++k) lowered[k] = c[k + m];
  const Series<double> root = taylor::sqrt(taylor::dot(lowered, lowered));
  Series<double> load(N, 0.0);
  for (int k = 0; k <= N - m; ++k) load[k + m] = root[k];
  return load;
}

}  // namespace appell::force
