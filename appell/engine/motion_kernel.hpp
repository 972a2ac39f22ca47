#pragma once

// Included only by the kernels, see pack.hpp.

#include "appell/engine/motion_call.hpp"
#include "appell/engine/world_kernel.hpp"

namespace appell::engine {
namespace {

/// What follows from the motion of the bodies, of `lanes` samples, to any order: centres of mass,
/// angular velocities, Jacobian, energies, momenta, gravity, joint wrenches. All from [R | p] of
/// Placements. With c the centre of mass, S = ∫ (r - c)(r - c)ᵀ dm in body axes, and X = R S by
/// columns x, y, z (docs/engine.md):
///
///   E_p = ½ m |c⁽ᵖ⁺¹⁾|² + ½ Σ_columns X⁽ᵖ⁺¹⁾ · R⁽ᵖ⁺¹⁾                                       (1)
///   ∫ (r - c) × r' dm = Σ_columns X × R',   ∫ (r - c) × r'' dm = Σ_columns X × R''          (2)
template <class V>
class MotionKernel {
 public:
  explicit MotionKernel(const MotionCall& motion_call)
      : to(motion_call),
        call(motion_call.world),
        H(motion_call.highest),
        at(call, H, motion_block_size(H)) {}

  APPELL_INLINE void run() const {
    at.compute();
    const bool has_moments = to.num_energies > 0 || to.momenta.order >= 0 || to.wrenches.order >= 0;
    const bool has_centres = has_moments || to.centres.order >= 0 ||
                             to.potential_energy.order >= 0 || to.gravity_force.order >= 0;
    const bool has_omegas = to.omegas.order >= 0 || to.omegas_in_body.order >= 0;
    for (int i = 0; i < call.num_bodies; ++i) {
      if (has_centres) centre(i);
      if (has_moments) moments(i);
      if (has_omegas) angular_velocity(i);
    }
    if (to.placements.order >= 0) placements();
    if (to.centres.order >= 0) centres();
    if (to.omegas.order >= 0) omegas();
    if (to.omegas_in_body.order >= 0) omegas_in_body();
    if (to.jacobian.order >= 0) jacobian();
    for (int p = 0; p < to.num_energies; ++p) {
      if (to.energies[p].order >= 0) energies(p, to.energies[p]);
    }
    if (to.momenta.order >= 0) momenta();
    if (to.potential_energy.order >= 0) potential_energy();
    if (to.gravity_force.order >= 0) gravity_force();
    if (to.wrenches.order >= 0) wrenches();
  }

 private:
  using S = typename V::Scalar;

  // Where the parts of a body's block begin, behind its placement.
  APPELL_INLINE V* c(int i) const { return at.p(i) + H + 1; }
  APPELL_INLINE V* X(int i, int column) const { return at.p(i) + (2 + column) * (H + 1); }
  APPELL_INLINE V* w(int i) const { return at.p(i) + 5 * (H + 1); }
  APPELL_INLINE V* f(int i) const { return at.p(i) + 6 * (H + 1); }
  APPELL_INLINE V* n(int i) const { return at.p(i) + 7 * (H + 1); }
  APPELL_INLINE const V* R(int i, int column) const { return at.block(i) + column * (H + 1); }

  APPELL_INLINE void put(const MotionResult& result, int column, const S& x) const {
    write(result.first + column * call.out_stride + to.sample, x);
  }
  APPELL_INLINE void put(const MotionResult& result, int column, const V& v) const {
    for (int e = 0; e < 3; ++e) put(result, column + e, component(v, e));
  }

  void centre(int i) const {
    const double* r = call.bodies[i].centre;
    const V *x = at.x(i), *y = at.y(i), *z = at.z(i), *p = at.p(i);
    for (int k = 0; k <= H; ++k) c(i)[k] = p[k] + (x[k] * r[0] + y[k] * r[1] + z[k] * r[2]);
  }

  void moments(int i) const {
    const double* s = call.bodies[i].central_moment;
    const V *x = at.x(i), *y = at.y(i), *z = at.z(i);
    for (int k = 0; k <= H; ++k) {
      X(i, 0)[k] = x[k] * s[0] + y[k] * s[3] + z[k] * s[4];
      X(i, 1)[k] = x[k] * s[3] + y[k] * s[1] + z[k] * s[5];
      X(i, 2)[k] = x[k] * s[4] + y[k] * s[5] + z[k] * s[2];
    }
  }

  void angular_velocity(int i) const {
    const int parent = call.bodies[i].parent;
    const V* z = at.z(i);
    for (int k = 0; k < H; ++k) {
      const V turned = sum_to(k, [&](int j) { return z[k - j] * at.turning_rate(i, j); });
      w(i)[k] = parent < 0 ? turned : w(parent)[k] + turned;
    }
  }

  /// The columns of R in the axes of the model's body, which the engine has turned.
  APPELL_INLINE V in_model_axes(int i, int k, int column) const {
    const double* a = call.bodies[i].axes + 3 * column;
    return at.x(i)[k] * a[0] + at.y(i)[k] * a[1] + at.z(i)[k] * a[2];
  }

  void placements() const {
    for (int k = 0; k <= to.placements.order; ++k) {
      for (int i = 0; i < call.num_bodies; ++i) {
        const int first = (k * call.num_bodies + i) * 12;
        for (int column = 0; column < 4; ++column) {
          const V v = column < 3 ? in_model_axes(i, k, column) : at.p(i)[k];
          for (int row = 0; row < 3; ++row) {
            put(to.placements, first + 4 * row + column, component(v, row));
          }
        }
      }
    }
  }

  void centres() const {
    for (int k = 0; k <= to.centres.order; ++k) {
      for (int i = 0; i < call.num_bodies; ++i) {
        put(to.centres, (k * call.num_bodies + i) * 3, c(i)[k]);
      }
    }
  }

  void omegas() const {
    for (int k = 0; k <= to.omegas.order; ++k) {
      for (int i = 0; i < call.num_bodies; ++i) {
        put(to.omegas, (k * call.num_bodies + i) * 3, w(i)[k]);
      }
    }
  }

  /// A coefficient of Rᵀ v in the model's body axes, component by component.
  APPELL_INLINE S in_body(int i, const V* v, int k, int column) const {
    return sum_to(k, [&](int j) { return dot(in_model_axes(i, j, column), v[k - j]); });
  }

  void omegas_in_body() const {
    for (int k = 0; k <= to.omegas_in_body.order; ++k) {
      for (int i = 0; i < call.num_bodies; ++i) {
        for (int e = 0; e < 3; ++e) {
          put(to.omegas_in_body, (k * call.num_bodies + i) * 3 + e, in_body(i, w(i), k, e));
        }
      }
    }
  }

  void clear(const MotionResult& result, int count) const {
    for (int e = 0; e < count; ++e) put(result, e, Make<V>::scalar(0.0));
  }
  APPELL_INLINE void add(const MotionResult& result, int column, const S& x) const {
    double* entry = result.first + column * call.out_stride + to.sample;
    write(entry, read(entry, static_cast<S*>(nullptr)) + x);
  }

  /// A column: velocity t z × (p_F - p_i) + s z and angular velocity t z per rate of the joint.
  void jacobian() const {
    const int columns = call.num_coordinates;
    clear(to.jacobian, (to.jacobian.order + 1) * 6 * columns);
    const double* r = to.frame_point;
    const int F = to.frame_body;
    for (int i = F; i >= 0; i = call.bodies[i].parent) {
      const TreeBody& body = call.bodies[i];
      const V *z = at.z(i), *p = at.p(i);
      for (int k = 0; k <= to.jacobian.order; ++k) {
        V velocity = sum_to(k, [&](int j) {
          const int l = k - j;
          const V p_F = at.p(F)[l] + (at.x(F)[l] * r[0] + at.y(F)[l] * r[1] + at.z(F)[l] * r[2]);
          return cross(z[j], p_F - p[l]);
        });
        if (body.slides) velocity = velocity * body.turn + z[k] * body.slide;
        for (int e = 0; e < 3; ++e) {
          const int column = (6 * k + e) * columns + body.coordinate;
          add(to.jacobian, column, component(velocity, e) * body.ratio);
          add(to.jacobian, column + 3 * columns, component(z[k], e) * (body.ratio * body.turn));
        }
      }
    }
  }

  /// What turns the coefficient j of the p-th derivative into that of the function itself.
  APPELL_INLINE static double derivative_factor(int j, int p) {
    double factor = 1.0;
    for (int l = 1; l <= p; ++l) factor *= j + l;
    return factor;
  }

  /// Eq. (1) and its derivatives.
  void energies(int p, const MotionResult& result) const {
    const int order = p + 1;
    for (int k = 0; k <= result.order; ++k) {
      S translation = Make<V>::scalar(0.0), rotation = translation;
      for (int j = 0; 2 * j <= k; ++j) {  // Products of j and k - j, in either order the same.
        const double both = 2 * j < k ? 1.0 : 0.5;
        const double factor = both * derivative_factor(j, order) * derivative_factor(k - j, order);
        const int a = j + order, b = k - j + order;
        for (int i = 0; i < call.num_bodies; ++i) {
          const TreeBody& body = call.bodies[i];
          translation += dot(c(i)[a], c(i)[b]) * (factor * body.mass);
          V columns = by_components(X(i, 0)[a], R(i, 0)[b]);
          columns += by_components(X(i, 1)[a], R(i, 1)[b]);
          columns += by_components(X(i, 2)[a], R(i, 2)[b]);
          rotation += sum_of_components(columns) * factor;
          if (body.has_rotor) {
            rotation += coordinate(body, a) * coordinate(body, b) * (factor * body.rotor);
          }
        }
      }
      put(result, 2 * k, translation);
      put(result, 2 * k + 1, rotation);
    }
  }

  /// A coefficient of q, of which the rotor's inertia is the reflected one.
  APPELL_INLINE S coordinate(const TreeBody& body, int k) const {
    const double* q = call.q + (k * call.num_coordinates + body.coordinate) * call.q_stride;
    return read(q, static_cast<S*>(nullptr)) * call.q_scale[k];
  }

  /// A coefficient of the sum of X × R⁽ᵒ⁾ over the columns, eq. (2).
  APPELL_INLINE V moment_about_centre(int i, int k, int order) const {
    return sum_to(k, [&](int j) {
      const int b = k - j + order;
      return (cross(X(i, 0)[j], R(i, 0)[b]) + cross(X(i, 1)[j], R(i, 1)[b]) +
              cross(X(i, 2)[j], R(i, 2)[b])) *
             derivative_factor(k - j, order);
    });
  }

  void momenta() const {
    for (int k = 0; k <= to.momenta.order; ++k) {
      V linear = V{}, angular = V{};
      for (int i = 0; i < call.num_bodies; ++i) {
        const double m = call.bodies[i].mass;
        linear += c(i)[k + 1] * (m * (k + 1.0));
        angular += moment_about_centre(i, k, 1) + sum_to(k, [&](int j) {
                     return cross(c(i)[j], c(i)[k - j + 1]) * (m * (k - j + 1.0));
                   });
      }
      put(to.momenta, 6 * k, linear);
      put(to.momenta, 6 * k + 3, angular);
    }
  }

  APPELL_INLINE V gravity() const {
    return Make<V>::vector(call.gravity[0], call.gravity[1], call.gravity[2]);
  }

  void potential_energy() const {
    for (int k = 0; k <= to.potential_energy.order; ++k) {
      V sum = V{};
      for (int i = 0; i < call.num_bodies; ++i) sum += c(i)[k] * -call.bodies[i].mass;
      put(to.potential_energy, k, dot(sum, gravity()));
    }
  }

  /// The force along the joint of what body i carries: t z · moment + s z · force.
  void add_along_joint(const MotionResult& result, const TreeBody& body, int i) const {
    const V* z = at.z(i);
    for (int k = 0; k <= result.order; ++k) {
      S Q = sum_to(k, [&](int j) { return dot(z[j], n(i)[k - j]); });
      if (body.slides) {
        Q = Q * body.turn + sum_to(k, [&](int j) { return dot(z[j], f(i)[k - j]); }) * body.slide;
      }
      add(result, k * call.num_coordinates + body.coordinate, Q * body.ratio);
    }
  }

  APPELL_INLINE void add_to_parent(int i, int order) const {
    const int P = call.bodies[i].parent;
    if (P < 0) return;
    for (int k = 0; k <= order; ++k) {
      f(P)[k] += f(i)[k];
      n(P)[k] +=
          n(i)[k] + sum_to(k, [&](int j) { return cross(at.p(i)[j] - at.p(P)[j], f(i)[k - j]); });
    }
  }

  /// Carried against their weight.
  void gravity_force() const {
    const int N = to.gravity_force.order;
    clear(to.gravity_force, (N + 1) * call.num_coordinates);
    for (int i = 0; i < call.num_bodies; ++i) {
      const V lift = gravity() * -call.bodies[i].mass;
      for (int k = 0; k <= N; ++k) {
        f(i)[k] = k == 0 ? lift : V{};
        n(i)[k] = cross(c(i)[k] - at.p(i)[k], lift);
      }
    }
    for (int i = call.num_bodies - 1; i >= 0; --i) {
      add_along_joint(to.gravity_force, call.bodies[i], i);
      add_to_parent(i, N);
    }
  }

  /// What every body and all that it carries ask of the joint, by Newton and Euler.
  void wrenches() const {
    const int N = to.wrenches.order;
    for (int i = 0; i < call.num_bodies; ++i) {
      for (int k = 0; k <= N; ++k) {
        f(i)[k] = c(i)[k + 2] * (call.bodies[i].mass * (k + 1.0) * (k + 2.0));
      }
      f(i)[0] = f(i)[0] - gravity() * call.bodies[i].mass;
      for (int k = 0; k <= N; ++k) {
        n(i)[k] = moment_about_centre(i, k, 2) +
                  sum_to(k, [&](int j) { return cross(c(i)[j] - at.p(i)[j], f(i)[k - j]); });
      }
    }
    for (int i = call.num_bodies - 1; i >= 0; --i) {
      for (int k = 0; k <= N; ++k) {
        const int first = (k * call.num_bodies + i) * 6;
        for (int e = 0; e < 3; ++e) {
          put(to.wrenches, first + e, in_body(i, f(i), k, e));
          put(to.wrenches, first + 3 + e, in_body(i, n(i), k, e));
        }
      }
      add_to_parent(i, N);
    }
  }

  const MotionCall& to;
  const WorldCall& call;
  const int H;
  const Placements<V, -1, -1> at;
};

template <class V>
void run_motion(const MotionCall& call) {
  MotionKernel<V>(call).run();
}

}  // namespace
}  // namespace appell::engine
