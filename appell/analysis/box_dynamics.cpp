#include "appell/analysis/box_dynamics.hpp"

#include <utility>

#include "appell/analysis/box_friction.hpp"
#include "appell/analysis/box_recursion.hpp"

namespace appell::analysis {
namespace {

using AffineStates = std::vector<std::vector<Affine>>;  ///< [i][j]: q⁽ⁱ⁾_j.

AffineStates affine_states(const model::StateBox& box, int k,
                           const std::vector<BoxSymbol>& symbols) {
  const Eigen::Index n = box.low[0].size();
  AffineStates states(static_cast<std::size_t>(k));
  for (int i = 0; i < k; ++i) {
    const auto at = static_cast<std::size_t>(i);
    for (Eigen::Index j = 0; j < n; ++j) states[at].emplace_back(box.low[at](j));
  }
  for (std::size_t s = 0; s < symbols.size(); ++s) {
    const auto i = static_cast<std::size_t>(symbols[s].derivative);
    const int j = symbols[s].coordinate;
    states[i][j] = Affine::symbol({box.low[i](j), box.high[i](j)}, static_cast<Eigen::Index>(s),
                                  static_cast<Eigen::Index>(symbols.size()));
  }
  return states;
}

/// q, q' and q'' = 0.
std::vector<CoordinateMotion<Affine>> held_motion(const AffineStates& states, const Affine&) {
  std::vector<CoordinateMotion<Affine>> motion;
  for (std::size_t j = 0; j < states[0].size(); ++j) {
    motion.push_back({states[0][j], states[1][j], {}});
  }
  return motion;
}

/// q, q', q'', each with its time derivative, and q''' = 0.
std::vector<CoordinateMotion<Jet>> held_motion(const AffineStates& states, const Jet&) {
  std::vector<CoordinateMotion<Jet>> motion;
  for (std::size_t j = 0; j < states[0].size(); ++j) {
    motion.push_back(
        {{states[0][j], states[1][j]}, {states[1][j], states[2][j]}, {states[2][j], {}}});
  }
  return motion;
}

const Affine& wanted(const Affine& a) { return a; }
const Affine& wanted(const Jet& a) { return a.rate; }

/// Linear acceleration in axes of the body; of a jet its derivative in the world, in these axes:
/// v' + ω × v.
Triple<Affine> in_body(const BodyAcceleration<Affine>& motion) { return motion.a; }
Triple<Affine> in_body(const BodyAcceleration<Jet>& motion) {
  Triple<Affine> omega, a, rate;
  for (std::size_t i = 0; i < 3; ++i) {
    omega[i] = motion.omega[i].value;
    a[i] = motion.a[i].value;
    rate[i] = motion.a[i].rate;
  }
  return sum(rate, cross(omega, a));
}

/// holding and drift: forces and acceleration of the frame, or their derivatives, for x = 0.
template <class T>
void add_held(const model::Model& model, const model::Frame& frame, const AffineStates& states,
              const force::Surroundings& surroundings, BoxDynamics& out) {
  Recursion<T> recursion(model, held_motion(states, T()));
  for (const model::Wrench& load : surroundings.loads) recursion.carry(load, 1.0);
  for (const model::Wrench& wrench : surroundings.external) recursion.carry(wrench, -1.0);
  recursion.move(-model.gravity());
  for (const T& force : recursion.forces()) out.holding.push_back(wanted(force));
  recursion.move(Vec3::Zero());
  const BodyAcceleration<T> motion = recursion.at_frame(frame);
  const Triple<T> linear = recursion.to_world(frame.body, motion.a);
  const Triple<T> angular = recursion.to_world(frame.body, motion.alpha);
  const Triple<Affine> own = in_body(motion);
  const Triple<Affine> own_F = product(Mat3(frame.X_BF.R.transpose()), own);
  for (std::size_t i = 0; i < 3; ++i) {
    out.drift[i] = wanted(linear[i]);
    out.drift[i + 3] = wanted(angular[i]);
    out.drift_F[i] = own_F[i];
  }
}

void add_columns(const model::Model& model, const model::Frame& frame, const AffineStates& states,
                 BoxDynamics& out) {
  const std::size_t n = states[0].size();
  out.M.assign(n, std::vector<Affine>(n));
  out.J.assign(6, std::vector<Affine>(n));
  out.J_F.assign(3, std::vector<Affine>(n));
  std::vector<CoordinateMotion<Affine>> motion(n);
  for (std::size_t j = 0; j < n; ++j) motion[j].q = states[0][j];
  Recursion<Affine> recursion(model, motion);
  for (std::size_t j = 0; j < n; ++j) {
    motion[j].acceleration = 1.0;
    recursion.replace_motion(motion);
    motion[j].acceleration = 0.0;
    recursion.move(Vec3::Zero());
    const std::vector<Affine> column = recursion.forces();
    for (std::size_t i = 0; i < n; ++i) out.M[i][j] = column[i];
    const BodyAcceleration<Affine> at = recursion.at_frame(frame);
    const Triple<Affine> linear = recursion.to_world(frame.body, at.a);
    const Triple<Affine> angular = recursion.to_world(frame.body, at.alpha);
    const Triple<Affine> own = product(Mat3(frame.X_BF.R.transpose()), at.a);
    for (std::size_t i = 0; i < 3; ++i) {
      out.J[i][j] = linear[i];
      out.J[i + 3][j] = angular[i];
      out.J_F[i][j] = own[i];
    }
  }
}

void add_friction(const model::Model& model, const model::StateBox& box, const AffineStates& states,
                  BoxDynamics& out) {
  for (const model::Body& body : model.bodies()) {
    const auto j = static_cast<std::size_t>(body.coordinate);
    Interval rates{body.ratio * box.low[1](body.coordinate),
                   body.ratio * box.high[1](body.coordinate)};
    if (rates.low > rates.high) std::swap(rates.low, rates.high);
    const model::Friction friction = model.friction(body);
    const BoxFriction found = states.size() == 2
                                  ? box_friction(friction, body.ratio * states[1][j], rates)
                                  : box_friction_rate(friction, rates, body.ratio * states[2][j]);
    out.holding[j] += body.ratio * found.force;
    out.has_friction_impulse = out.has_friction_impulse || found.has_impulse;
  }
}

}  // namespace

std::vector<BoxSymbol> box_symbols(const model::StateBox& box, int k) {
  std::vector<BoxSymbol> symbols;
  for (int i = 0; i < k; ++i) {
    const auto at = static_cast<std::size_t>(i);
    for (int j = 0; j < box.low[at].size(); ++j) {
      if (box.low[at](j) < box.high[at](j)) symbols.push_back({i, j});
    }
  }
  return symbols;
}

BoxDynamics box_dynamics(const model::Model& model, const model::Frame& frame,
                         const model::StateBox& box, int k, const std::vector<BoxSymbol>& symbols,
                         const force::Surroundings& surroundings) {
  const AffineStates states = affine_states(box, k, symbols);
  BoxDynamics out;
  if (k == 2) {
    add_held<Affine>(model, frame, states, surroundings, out);
  } else {
    add_held<Jet>(model, frame, states, surroundings, out);
  }
  add_columns(model, frame, states, out);
  add_friction(model, box, states, out);
  return out;
}

}  // namespace appell::analysis
