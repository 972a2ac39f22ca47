#pragma once

#include <optional>
#include <vector>

#include "appell/analysis/affine_vectors.hpp"
#include "appell/base/stop.hpp"
#include "appell/model/model.hpp"
#include "appell/model/wrench.hpp"

/// Not installed: the Newton-Euler recursion in axes of the bodies, for numbers T that enclose what
/// they stand for.
namespace appell::analysis {

/// Turn about the axis of a joint, R = 1 cos q + [k×] sin q + k kᵀ (1 - cos q).
template <class T>
struct Turn {
  T sine;
  T cosine;
};

inline Turn<Affine> turn_by(const Affine& angle) {
  const SineCosine found = sine_cosine(angle);
  return {found.sine, found.cosine};
}

inline Turn<Jet> turn_by(const Jet& angle) {
  const SineCosine found = sine_cosine(angle.value);
  return {{found.sine, found.cosine * angle.rate}, {found.cosine, -(found.sine * angle.rate)}};
}

/// Where a joint has brought its body: X_PB = X_PJ exp(ξ q).
template <class T>
struct JointPlace {
  const model::Body* body;
  std::optional<Turn<T>> turn;  ///< None of a joint that slides.
  Triple<T> p_PB;

  JointPlace(const model::Body& b, const T& value) : body(&b), p_PB(constant<T>(b.X_PJ.p)) {
    if (!b.screw.angular.isZero(0.0)) turn = turn_by(value);
    p_PB = sum(p_PB, times(Vec3(b.X_PJ.R * b.screw.linear), value));
  }

  /// exp(±[k×] q) v = k (k·v) + (v - k (k·v)) cos q ± (k × v) sin q.
  Triple<T> turned(const Triple<T>& v, double sign) const {
    if (!turn) return v;
    const Vec3& k = body->screw.angular;
    const Mat3 along = k * k.transpose();
    const Triple<T> fixed = product(along, v), across = product(Mat3(Mat3::Identity() - along), v);
    const Triple<T> side = cross(times(Vec3(sign * k), T(1.0)), v);
    Triple<T> out = fixed;
    for (std::size_t i = 0; i < 3; ++i) {
      if (!across[i].is_zero()) out[i] += turn->cosine * across[i];
      if (!side[i].is_zero()) out[i] += turn->sine * side[i];
    }
    return out;
  }
  Triple<T> to_parent(const Triple<T>& v_B) const {
    return product(body->X_PJ.R, turned(v_B, 1.0));
  }
  Triple<T> to_body(const Triple<T>& v_P) const {
    return turned(product(Mat3(body->X_PJ.R.transpose()), v_P), -1.0);
  }
};

/// Motion of a body, in its own axes.
template <class T>
struct BodyAcceleration {
  Triple<T> omega;
  Triple<T> alpha;
  Triple<T> a;  ///< Of its origin.
};

/// One coordinate's q, q', q''.
template <class T>
struct CoordinateMotion {
  T q;
  T rate;
  T acceleration;
};

template <class T>
class Recursion {
 public:
  Recursion(const model::Model& model, const std::vector<CoordinateMotion<T>>& motion)
      : model_(model), motion_(motion) {
    for (const model::Body& body : model.bodies()) {
      T value = body.ratio * of(body).q;
      value += T(body.offset);
      places_.emplace_back(body, value);
    }
  }

  void replace_motion(const std::vector<CoordinateMotion<T>>& motion) { motion_ = motion; }

  /// Motions of all bodies, from the root on, whose acceleration is `a_W`.
  void move(const Vec3& a_W) {
    bodies_.assign(places_.size(), {});
    for (const model::Body& body : model_.bodies()) {
      check_stop();
      const auto b = static_cast<std::size_t>(body.index);
      const bool is_first = body.parent == model::kWorld;
      const BodyAcceleration<T> root{{}, {}, constant<T>(a_W)};
      const BodyAcceleration<T>& parent = is_first ? root : bodies_[body.parent];
      const JointPlace<T>& place = places_[b];
      const T rate = body.ratio * of(body).rate, bend = body.ratio * of(body).acceleration;
      const Vec3 &k = body.screw.angular, &l = body.screw.linear;
      // ω = Rᵀ ω_P + k q',  α = Rᵀ α_P + Rᵀ ω_P × k q' + k q''.
      const Triple<T> omega_P = place.to_body(parent.omega);
      BodyAcceleration<T>& own = bodies_[b];
      own.omega = sum(omega_P, times(k, rate));
      own.alpha =
          sum(sum(place.to_body(parent.alpha), cross(omega_P, times(k, rate))), times(k, bend));
      // a = Rᵀ (a_P + α_P × p + ω_P × (ω_P × p)) + 2 Rᵀ ω_P × l q' + l q''.
      own.a = sum(place.to_body(sum(parent.a, swing(parent.omega, parent.alpha, place.p_PB))),
                  sum(cross(omega_P, times(Vec3(2.0 * l), rate)), times(l, bend)));
    }
  }

  /// Forces of the coordinates for these motions, rotors included.
  std::vector<T> forces() const {
    std::vector<Triple<T>> force(places_.size()), moment(places_.size());
    std::vector<T> tau(motion_.size());
    for (const CarriedWrench& wrench : carried_) {
      force[wrench.body] = sum(force[wrench.body], wrench.force);
      moment[wrench.body] = sum(moment[wrench.body], wrench.moment);
    }
    for (auto body = model_.bodies().rbegin(); body != model_.bodies().rend(); ++body) {
      check_stop();
      const auto b = static_cast<std::size_t>(body->index);
      add_own_wrench(*body, bodies_[b], force[b], moment[b]);
      tau[body->coordinate] +=
          body->ratio * (dot(body->screw.angular, moment[b]) + dot(body->screw.linear, force[b]));
      const double rotor = body->ratio * body->ratio * model_.reflected_inertia(*body);
      if (rotor != 0.0) {
        tau[body->coordinate] += rotor * of(*body).acceleration;
      }
      if (body->parent == model::kWorld) continue;
      const auto parent = static_cast<std::size_t>(body->parent);
      const Triple<T> f_P = places_[b].to_parent(force[b]);
      force[parent] = sum(force[parent], f_P);
      moment[parent] =
          sum(moment[parent], sum(places_[b].to_parent(moment[b]), cross(places_[b].p_PB, f_P)));
    }
    return tau;
  }

  /// Adds a wrench, constant in its axes, to what the joints must supply.
  void carry(const model::Wrench& wrench, double sign) {
    if (!wrench.frame.can_move()) return;
    const spatial::Transform& X_BF = wrench.frame.X_BF;
    const auto in_body = [&](const std::vector<Vec3>& derivatives) {
      if (derivatives.empty()) return Triple<T>{};
      const Vec3 v = sign * derivatives[0];
      return wrench.axes == model::Wrench::Axes::kOfFrame
                 ? constant<T>(Vec3(X_BF.R * v))
                 : from_world(wrench.frame.body, constant<T>(v));
    };
    const Triple<T> force = in_body(wrench.force_derivatives);
    carried_.push_back(
        {static_cast<std::size_t>(wrench.frame.body), force,
         sum(in_body(wrench.moment_derivatives), cross(constant<T>(X_BF.p), force))});
  }

  /// Linear and angular acceleration of a frame, and its angular velocity, in axes of its body.
  BodyAcceleration<T> at_frame(const model::Frame& frame) const {
    if (!frame.can_move()) return {};
    BodyAcceleration<T> found = bodies_[frame.body];
    found.a = sum(found.a, swing(found.omega, found.alpha, constant<T>(frame.X_BF.p)));
    return found;
  }

  Triple<T> to_world(int body, Triple<T> v) const {
    while (body != model::kWorld) {
      v = places_[body].to_parent(v);
      body = model_.bodies()[body].parent;
    }
    return v;
  }
  Triple<T> from_world(int body, const Triple<T>& v) const {
    if (body == model::kWorld) return v;
    const int parent = model_.bodies()[body].parent;
    return places_[body].to_body(from_world(parent, v));
  }

 private:
  /// About the origin of its body, in axes of it.
  struct CarriedWrench {
    std::size_t body;
    Triple<T> force;
    Triple<T> moment;
  };

  const CoordinateMotion<T>& of(const model::Body& body) const { return motion_[body.coordinate]; }

  /// F = m (a + α × c + ω × (ω × c)),  N = I α + ω × I ω + c × F.
  static void add_own_wrench(const model::Body& body, const BodyAcceleration<T>& motion,
                             Triple<T>& force, Triple<T>& moment) {
    const mass::RigidMass& own = body.rigid_mass;
    const Mat3 inertia = own.inertia_com();
    const Triple<T> c = constant<T>(own.p_BBcm);
    const Triple<T> a = sum(motion.a, swing(motion.omega, motion.alpha, c));
    const Triple<T> F = product(Mat3(own.mass * Mat3::Identity()), a);
    force = sum(force, F);
    moment = sum(moment, cross(c, F));
    moment = sum(moment, product(inertia, motion.alpha));
    moment = sum(moment, cross(motion.omega, product(inertia, motion.omega)));
  }

  const model::Model& model_;
  std::vector<CoordinateMotion<T>> motion_;
  std::vector<JointPlace<T>> places_;
  std::vector<BodyAcceleration<T>> bodies_;
  std::vector<CarriedWrench> carried_;
};

}  // namespace appell::analysis
