#include "appell/dynamics/joint_frictions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "appell/force/friction.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "appell/taylor/functions.hpp"

namespace appell::dynamics {
namespace {

using model::Friction;
using taylor::Series;

void set_all(Series<double>& x, double value) {
  for (int k = 0; k <= x.order(); ++k) x[k] = value;
}

}  // namespace

JointFrictions::JointFrictions(const char* function, const model::Model& model, int order)
    : model_(model),
      N_(order),
      need_reactions_(force::friction_order(model) == 2),
      rate_(order),
      dry_(order),
      scaled_(order),
      root_(order),
      radial_(order),
      step_(order + 2),
      size_(order) {
  force::check_friction_laws(function, model);
  if (!need_reactions_) return;
  turning_.assign(model.num_bodies(), Series<double>(order + 2));
  reach_ = turning_;
  scale_.assign(model.num_bodies(), Series<double>(order));
}

void JointFrictions::add_scale(const Wrench& wrench) {
  if (wrench.frame.body == model::kWorld) return;
  set_all(scaled_, 0.0);
  for (int k = 0; k <= N_; ++k) {
    const auto at = static_cast<std::size_t>(k);
    if (at >= wrench.force_derivatives.size()) break;
    scaled_[k] = wrench.force_derivatives[at].norm() / taylor::factorial(k);
  }
  const auto body = static_cast<std::size_t>(wrench.frame.body);
  taylor::product(turning_[body], scaled_, size_);
  scale_[body] += size_;
}

/// Of every joint the magnitudes of all forces that make up its reaction, order by order: rounding
/// errors are relative to these.
void JointFrictions::find_scales(const model::StateBlock& states, int sample,
                                 const LoadedTree& tree, const Surroundings& surroundings) {
  for (const model::Body& body : model_.bodies()) {
    const auto i = static_cast<std::size_t>(body.index);
    const double slides = body.screw.linear.norm();
    for (int k = 0; k <= N_ + 2; ++k) {
      turning_[i][k] = tree.R_WB(body.index)[k].norm();
      const double q = states.q().column(k, body.coordinate)[sample];
      step_[k] = slides * std::abs(body.ratio * q + (k == 0 ? body.offset : 0.0));
    }
    step_[0] += body.X_PJ.p.norm();
    reach_[i] = step_;
    if (body.parent != model::kWorld) {
      const auto parent = static_cast<std::size_t>(body.parent);
      taylor::product(turning_[parent], step_, reach_[i]);
      reach_[i] += reach_[parent];
    }
    const double m = std::abs(body.rigid_mass.mass), arm = body.rigid_mass.p_BBcm.norm();
    for (int k = 0; k <= N_; ++k) {  // m c''
      scale_[i][k] = m * (k + 1.0) * (k + 2.0) * (reach_[i][k + 2] + arm * turning_[i][k + 2]);
    }
    scale_[i][0] += m * model_.gravity().norm();
  }
  for (const Wrench& load : surroundings.loads) add_scale(load);
  for (const Wrench& wrench : surroundings.external) add_scale(wrench);
  for (auto body = model_.bodies().rbegin(); body != model_.bodies().rend(); ++body) {
    if (body->parent == model::kWorld) continue;
    scale_[body->parent] += scale_[body->index];
  }
}

/// |k × f| into dry_; how far it has derivatives. In body axes, where k is constant; radial_load()
/// in friction_law.hpp has the reasons.
int JointFrictions::radial_load(const model::Body& body, const Series<Vec3>& force) {
  const Vec3& axis = force::friction_axis(body);
  const auto i = static_cast<std::size_t>(body.index);
  taylor::product(turning_[i], scale_[i], size_);
  int m = 0;
  for (int k = 0; k <= N_; ++k) radial_[k] = axis.cross(force[k]);
  while (m <= N_ && radial_[m].norm() <= force::kNoRadialLoad * axis.norm() * size_[m]) ++m;
  set_all(dry_, 0.0);
  if (m > N_) return N_;
  if (m % 2 == 1) return m - 1;
  for (int k = 0; k <= N_; ++k) radial_[k] = k + m <= N_ ? radial_[k + m] : Vec3(Vec3::Zero());
  taylor::dot(radial_, radial_, scaled_);
  if (!(scaled_[0] > 0.0)) {  // Not a number.
    set_all(dry_, scaled_[0]);
    return N_;
  }
  taylor::sqrt(scaled_, root_);
  for (int k = 0; k + m <= N_; ++k) dry_[k + m] = root_[k];
  return N_;
}

/// The dry part of (2), (5), (6) of friction.hpp into dry_.
void JointFrictions::smooth_friction(const Friction& friction) {
  const force::TanhStep step = force::tanh_step(friction);
  for (int k = 0; k <= N_; ++k) scaled_[k] = step.slope * rate_[k];
  scaled_[0] = step.slope * (rate_[0] + step.shift);
  taylor::tanh(scaled_, dry_);
  dry_[0] -= std::tanh(step.slope * step.shift);
  if (friction.law != Friction::Law::kStribeck) {
    dry_ *= step.height;
    return;
  }
  for (int k = 0; k <= N_; ++k) scaled_[k] = rate_[k] / friction.stribeck_velocity;
  taylor::product(scaled_, scaled_, root_);
  root_ *= -1.0;
  taylor::exp(root_, scaled_);
  scaled_ *= friction.stribeck;
  scaled_[0] += friction.dry;
  root_ = dry_;
  taylor::product(scaled_, root_, dry_);
}

/// The dry part of (1) to (6) of friction.hpp into dry_; how far it has derivatives.
int JointFrictions::dry_friction(const model::Body& body, const Friction& friction,
                                 const WrenchSeries& wrench, force::Direction direction) {
  set_all(dry_, 0.0);
  if (!friction.has_dry()) return N_;
  if (friction.is_smooth()) {
    smooth_friction(friction);
    return N_;
  }
  const int exists = direction.has_derivatives ? N_ : 0;
  if (direction.sign == 0.0) return exists;
  if (friction.law == Friction::Law::kConstant) {
    dry_[0] = direction.sign * friction.dry;
    return exists;
  }
  const int highest = radial_load(body, wrench.force);
  dry_ *= direction.sign * friction.dry * force::friction_lever(friction, body);
  return std::min(exists, highest);
}

int JointFrictions::add(const model::StateBlock& states, int sample, const LoadedTree& tree,
                        const std::vector<WrenchSeries>& wrenches, const Surroundings& surroundings,
                        const Columns& out) {
  if (need_reactions_) find_scales(states, sample, tree, surroundings);
  int highest = N_;
  for (const model::Body& body : model_.bodies()) {
    const Friction friction = model_.friction(body);
    if (friction.is_zero()) continue;
    for (int k = 0; k <= N_; ++k) rate_[k] = body.ratio * states.rate(k, body.coordinate, sample);
    const int exists = dry_friction(body, friction, wrenches[body.index],
                                    force::direction_of(states, sample, body));
    for (int k = 0; k <= N_; ++k) {
      const double Q = friction.viscous * rate_[k] + dry_[k] + (k == 0 ? friction.offset : 0.0);
      out.column(k, body.coordinate)[sample] +=
          k <= exists ? out.scale(k) * body.ratio * Q : std::numeric_limits<double>::quiet_NaN();
    }
    highest = std::min(highest, exists);
  }
  return highest;
}

}  // namespace appell::dynamics
