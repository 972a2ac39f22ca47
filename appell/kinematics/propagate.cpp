#include "appell/kinematics/propagate.hpp"

#include "appell/base/check.hpp"
#include "appell/spatial/rotation.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "appell/taylor/functions.hpp"

namespace appell::kinematics {
namespace {

/// Motion of a body in its parent, into w.R_PB and w.p_PB.
void move_in_parent(const model::Body& body, const model::StateSeries& state, int N,
                    PropagateWorkspace& w) {
  for (int k = 0; k <= N; ++k) w.q[k] = body.ratio * state[k](body.coordinate);
  w.q[0] += body.offset;
  taylor::sin_cos(w.q, w.sin, w.cos);
  spatial::rotation_about(body.screw.angular, w.sin, w.cos, w.R_PB);  // exp([k×] q)
  const Vec3 slide_P = body.X_PJ.R * body.screw.linear;
  for (int k = 0; k <= N; ++k) {
    w.R_PB[k] = body.X_PJ.R * w.R_PB[k];
    w.p_PB[k] = slide_P * w.q[k];
  }
  w.p_PB[0] += body.X_PJ.p;
}

/// ω_WB = ω_WP + R_WB k q', and the same in body components.
void add_angular_velocity(const model::Body& body, const BodyMotion* parent, PropagateWorkspace& w,
                          BodyMotion& B) {
  const int N = B.omega_WB.order();
  for (int k = 0; k <= N; ++k) w.axis_W[k] = B.R_WB[k] * body.screw.angular;
  for (int k = 0; k <= N; ++k) {
    Vec3 sum = parent == nullptr ? Vec3(Vec3::Zero()) : parent->omega_WB[k];
    for (int j = 0; j <= k; ++j) sum += (j + 1) * w.q[j + 1] * w.axis_W[k - j];  // Eq. (3)
    B.omega_WB[k] = sum;
  }
  taylor::transposed_product(B.R_WB, B.omega_WB, B.omega_WB_B);
}

}  // namespace

TreeMotion propagate(const model::Model& model, const model::StateSeries& state) {
  model::check_state("propagate", model, state);
  TreeMotion motion(model, state.order());
  PropagateWorkspace workspace(state.order());
  propagate(model, state, workspace, motion);
  return motion;
}

void propagate(const model::Model& model, const model::StateSeries& state,
               PropagateWorkspace& workspace, TreeMotion& motion) {
  const int N = motion.order();
  model::check_state("propagate", model, state);
  check(motion.model().is_same(model), "propagate: the motion is of model '", motion.model().name(),
        "', the state of model '", model.name(), "'; make it with this model.");
  check(state.order() >= N, "propagate: a motion of order ", N,
        " needs a state of at least that order, got ", state.order(), ".");
  check(workspace.order() == N, "propagate: the workspace has order ", workspace.order(),
        " but the motion has order ", N, ".");

  for (int k = 0; k <= N; ++k) motion.q()[k] = state[k];
  for (const model::Body& body : model.bodies()) {
    BodyMotion& B = motion[body.index];
    const BodyMotion* P = body.parent == model::kWorld ? nullptr : &motion[body.parent];
    move_in_parent(body, state, N, workspace);
    if (P == nullptr) {
      for (int k = 0; k <= N; ++k) {
        B.R_WB[k] = workspace.R_PB[k];
        B.p_WB[k] = workspace.p_PB[k];
      }
    } else {
      taylor::product(P->R_WB, workspace.R_PB, B.R_WB);  // Eq. (1)
      taylor::product(P->R_WB, workspace.p_PB, B.p_WB);  // Eq. (2)
      for (int k = 0; k <= N; ++k) B.p_WB[k] += P->p_WB[k];
    }
    add_angular_velocity(body, P, workspace, B);
  }
}

}  // namespace appell::kinematics
