#include "appell/dynamics/friction_batch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "appell/base/check.hpp"
#include "appell/force/friction.hpp"
#include "appell/force/friction_law.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::dynamics {

using engine::MotionBlock;
using model::Friction;
using model::SeriesBlock;
using taylor::Series;

namespace {

constexpr double kNoDerivative = std::numeric_limits<double>::quiet_NaN();

/// |R_WB[k]| and the joint's own value of every body at a sample.
void set_magnitudes(const model::Model& model, const model::StateBlock& states,
                    const MotionBlock& motion, int sample, force::Magnitudes& of) {
  for (const model::Body& body : model.bodies()) {
    const auto at = static_cast<std::size_t>(body.index);
    for (int k = 0; k <= of.turning[at].order(); ++k) {
      Mat3 R_k;
      for (int i = 0; i < 9; ++i) {
        R_k(i / 3, i % 3) = motion.placement(k, body.index, i / 3, i % 3)[sample];
      }
      of.turning[at][k] = R_k.norm();
      of.joint_value[at][k] = body.ratio * states.q().column(k, body.coordinate)[sample];
    }
    of.joint_value[at][0] += body.offset;
  }
}

}  // namespace

struct FrictionBatch::Workspace {
  Workspace(const model::Model& robot, int highest, int capacity)
      : model(robot),
        N(highest),
        takes(force::friction_order(robot)),
        force(robot.num_coordinates(), highest, capacity),
        law(5, highest, capacity) {
    if (takes < 2) return;
    magnitudes.turning.assign(robot.bodies().size(), Series<double>(highest + 2));
    magnitudes.joint_value = magnitudes.turning;
    force::bound_own_forces(model, {}, magnitudes);  // Makes room.
  }

  void add_viscous(const model::StateBlock& states, const model::Body& body, double b);
  void add_smooth(const model::StateBlock& states, const model::Body& body, const Friction& with);
  void expand_tanh(const model::StateBlock& states, const model::Body& body,
                   const force::TanhStep& step, int k);
  void expand_stribeck(const model::StateBlock& states, const model::Body& body, double v_s, int k);
  void add_offset(const model::StateBlock& states, const model::Body& body, double offset) {
    double* to = force.column(0, body.coordinate);
    for (int s = 0; s < states.num_samples(); ++s) to[s] += body.ratio * offset;
  }
  void add_constant(const model::StateBlock& states, const model::Body& body, double dry);
  void add_radial(const model::StateBlock& states, const MotionBlock& motion, int sample);
  /// Coefficients of the force of a joint from `k` on do not exist.
  void end(const model::Body& body, int k, int sample) {
    for (; k <= N; ++k) force.column(k, body.coordinate)[sample] = kNoDerivative;
  }

  model::Model model;
  int N;
  int takes;          ///< Order of q for the value.
  SeriesBlock force;  ///< The results.
  SeriesBlock law;    ///< Of smooth friction: x, y = tanh x, 1 - y²; z = -(v/v_s)², exp z.
  force::Magnitudes magnitudes;
};

/// b q', in terms of the coordinate.
void FrictionBatch::Workspace::add_viscous(const model::StateBlock& states, const model::Body& body,
                                           double b) {
  const double factor = b * body.ratio * body.ratio;
  for (int k = 0; k <= N; ++k) {
    double* to = force.column(k, body.coordinate);
    for (int s = 0; s < states.num_samples(); ++s) {
      to[s] += factor * states.rate(k, body.coordinate, s);
    }
  }
}

/// Coefficient k, after those before it, by columns of samples: y = tanh x has y' = (1 - y²) x', so
///
///   k y[k] = Σ_{i=1..k} i x[i] (1 - y²)[k - i]
void FrictionBatch::Workspace::expand_tanh(const model::StateBlock& states, const model::Body& body,
                                           const force::TanhStep& step, int k) {
  const int num_samples = states.num_samples();
  double* x = law.column(k, 0);
  double* y = law.column(k, 1);
  for (int s = 0; s < num_samples; ++s) {
    const double v = body.ratio * states.rate(k, body.coordinate, s);
    x[s] = step.slope * (k == 0 ? v + step.shift : v);
  }
  if (k == 0) std::transform(x, x + num_samples, y, [](double z) { return std::tanh(z); });
  if (k > 0) std::fill_n(y, num_samples, 0.0);
  for (int i = 1; i <= k; ++i) {
    const double share = static_cast<double>(i) / k;
    const double* x_i = law.column(i, 0);
    const double* slope = law.column(k - i, 2);
    for (int s = 0; s < num_samples; ++s) y[s] += share * x_i[s] * slope[s];
  }
  double* slope = law.column(k, 2);
  std::fill_n(slope, num_samples, k == 0 ? 1.0 : 0.0);
  for (int i = 0; i <= k; ++i) {
    const double* a = law.column(i, 1);
    const double* b = law.column(k - i, 1);
    for (int s = 0; s < num_samples; ++s) slope[s] -= a[s] * b[s];
  }
}

/// Likewise z = -(v/v_s)² and e = exp z: k e[k] = Σ_{i=1..k} i z[i] e[k - i].
void FrictionBatch::Workspace::expand_stribeck(const model::StateBlock& states,
                                               const model::Body& body, double v_s, int k) {
  const int num_samples = states.num_samples();
  const double factor = -(body.ratio / v_s) * (body.ratio / v_s);
  double* z = law.column(k, 3);
  double* e = law.column(k, 4);
  std::fill_n(z, num_samples, 0.0);
  for (int i = 0; i <= k; ++i) {
    for (int s = 0; s < num_samples; ++s) {
      z[s] += factor * states.rate(i, body.coordinate, s) * states.rate(k - i, body.coordinate, s);
    }
  }
  if (k == 0) std::transform(z, z + num_samples, e, [](double x) { return std::exp(x); });
  if (k > 0) std::fill_n(e, num_samples, 0.0);
  for (int i = 1; i <= k; ++i) {
    const double share = static_cast<double>(i) / k;
    const double* z_i = law.column(i, 3);
    const double* e_i = law.column(k - i, 4);
    for (int s = 0; s < num_samples; ++s) e[s] += share * z_i[s] * e_i[s];
  }
}

/// Eqs. (2), (5), (6) of friction.hpp.
void FrictionBatch::Workspace::add_smooth(const model::StateBlock& states, const model::Body& body,
                                          const Friction& with) {
  const int num_samples = states.num_samples();
  const force::TanhStep step = force::tanh_step(with);
  const double at_rest = std::tanh(step.slope * step.shift);
  for (int k = 0; k <= N; ++k) {
    expand_tanh(states, body, step, k);
    double* to = force.column(k, body.coordinate);
    const double* y = law.column(k, 1);
    const double zero = k == 0 ? at_rest : 0.0;
    for (int s = 0; s < num_samples; ++s) to[s] += body.ratio * step.height * (y[s] - zero);
    if (with.law != Friction::Law::kStribeck) continue;
    expand_stribeck(states, body, with.stribeck_velocity, k);
    for (int i = 0; i <= k; ++i) {
      const double* e = law.column(i, 4);
      const double* tanh = law.column(k - i, 1);
      for (int s = 0; s < num_samples; ++s) to[s] += body.ratio * with.stribeck * e[s] * tanh[s];
    }
  }
}

/// Eq. (1) of friction.hpp.
void FrictionBatch::Workspace::add_constant(const model::StateBlock& states,
                                            const model::Body& body, double dry) {
  double* to = force.column(0, body.coordinate);
  for (int s = 0; s < states.num_samples(); ++s) {
    const force::Direction direction = force::direction_of(states, s, body);
    to[s] += direction.sign * body.ratio * dry;
    if (!direction.has_derivatives) end(body, 1, s);
  }
}

/// Eqs. (3), (4) of friction.hpp of all joints that have them. The reaction f comes in axes of the
/// body, in which k is constant: |k × f| is the same in all axes.
void FrictionBatch::Workspace::add_radial(const model::StateBlock& states,
                                          const MotionBlock& motion, int sample) {
  set_magnitudes(model, states, motion, sample, magnitudes);
  force::bound_own_forces(model, {}, magnitudes);
  force::add_carried_forces(model, magnitudes);
  for (const model::Body& body : model.bodies()) {
    const Friction friction = model.friction(body);
    if (!force::is_radial(friction)) continue;
    const force::Direction direction = force::direction_of(states, sample, body);
    const auto at = static_cast<std::size_t>(body.index);
    const Vec3& axis = force::friction_axis(body);
    Series<Vec3> c(N);
    for (int k = 0; k <= N; ++k) {
      const auto f = [&](int i) { return motion.wrench(k, body.index, i)[sample]; };
      c[k] = axis.cross(Vec3(f(0), f(1), f(2)));
    }
    const Series<double> load = force::radial_load(
        c, axis.norm() * (magnitudes.turning[at].truncated(N) * magnitudes.force[at]));
    const double factor =
        body.ratio * friction.dry * force::friction_lever(friction, body) * direction.sign;
    for (int k = 0; k <= load.order(); ++k) {
      force.column(k, body.coordinate)[sample] += factor * load[k];
    }
    end(body, direction.has_derivatives ? load.order() + 1 : 1, sample);
  }
}

FrictionBatch::FrictionBatch(const model::Model& model, int order, int capacity) {
  force::check_friction_laws("FrictionBatch", model);
  check(order >= 0 && order <= taylor::kMaxOrder - 2, "FrictionBatch: the order is ", order,
        "; 0 to ", taylor::kMaxOrder - 2, " is needed.");
  check(capacity >= 1, "FrictionBatch: the capacity is ", capacity, "; at least 1 is needed.");
  workspace_ = std::make_unique<Workspace>(model, order, capacity);
}

FrictionBatch::~FrictionBatch() = default;
FrictionBatch::FrictionBatch(FrictionBatch&&) noexcept = default;
FrictionBatch& FrictionBatch::operator=(FrictionBatch&&) noexcept = default;

int FrictionBatch::order() const { return workspace_->N; }

engine::MotionOrders FrictionBatch::reads(const model::Model& model, int order) {
  if (force::friction_order(model) < 2) return {};
  return {.placements = order + 2, .wrenches = order};
}

void FrictionBatch::compute(const model::StateBlock& states, const MotionBlock* motion) {
  Workspace& w = *workspace_;
  check(states.num_coordinates() == w.model.num_coordinates(), "FrictionBatch: the states have ",
        states.num_coordinates(), " coordinates; the model has ", w.model.num_coordinates(), ".");
  check(states.order() >= w.N + w.takes, "FrictionBatch: the states are of order ", states.order(),
        "; ", w.N + w.takes, " is needed.");
  check(states.num_samples() <= w.force.capacity(), "FrictionBatch: got ", states.num_samples(),
        " states; room was made for ", w.force.capacity(), ".");
  check(w.takes < 2 || (motion != nullptr && motion->orders().placements >= w.N + 2 &&
                        motion->orders().wrenches >= w.N),
        "FrictionBatch: friction by radial load needs a motion with placements to order ", w.N + 2,
        " and wrenches to order ", w.N, ".");
  for (int k = 0; k <= w.N; ++k) {
    for (int j = 0; j < w.model.num_coordinates(); ++j) {
      std::fill_n(w.force.column(k, j), states.num_samples(), 0.0);
    }
  }
  for (const model::Body& body : w.model.bodies()) {
    const Friction friction = w.model.friction(body);
    if (friction.viscous != 0.0) w.add_viscous(states, body, friction.viscous);
    if (friction.offset != 0.0) w.add_offset(states, body, friction.offset);
    if (!friction.has_dry()) continue;
    if (friction.is_smooth()) w.add_smooth(states, body, friction);
    if (friction.law == Friction::Law::kConstant) w.add_constant(states, body, friction.dry);
  }
  for (int s = 0; w.takes == 2 && s < states.num_samples(); ++s) w.add_radial(states, *motion, s);
}

const double* FrictionBatch::force(int k, int coordinate) const {
  return workspace_->force.column(k, coordinate);
}

}  // namespace appell::dynamics
