#include "appell/kinematics/frame_chain.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/spatial/rotation.hpp"
#include "appell/taylor/factorial.hpp"

namespace appell::kinematics {

FrameChain::Link::Link(const model::Body& of_body, int of_column, int order)
    : body(of_body), column(of_column), slide_P(body.X_PJ.R * body.screw.linear) {
  const Mat3 K = spatial::cross_matrix(body.screw.angular);
  quarter = body.X_PJ.R * K;
  flat = quarter * K;
  upright = body.X_PJ.R + flat;
  const auto count = static_cast<std::size_t>(order) + 1;
  for (auto* list : {&q, &sin, &cos}) list->resize(count);
  for (auto* list : {&R_PB, &R_WB}) list->resize(count);
  for (auto* list : {&p_PB, &p_WB, &axis_W, &slide_W}) list->resize(count);
}

FrameChain::FrameChain(const model::Model& model, const model::Frame& frame, int order)
    : R_BF_(frame.X_BF.R), p_BF_(frame.X_BF.p) {
  check(order >= 0 && order <= taylor::kMaxOrder, "FrameChain: the order must be in 0..",
        taylor::kMaxOrder, ", got ", order, ".");
  check(frame.body < model.num_bodies(), "FrameChain: link '", frame.name, "' is not of model '",
        model.name(), "'.");
  std::vector<int> path;
  for (int b = frame.body; b != model::kWorld;) {
    const model::Body& body = model.bodies()[b];
    path.insert(path.begin(), b);
    coordinates_.push_back(body.coordinate);
    b = body.parent;
  }
  check(!path.empty(), "no joint moves link '", frame.name, "'.");
  std::sort(coordinates_.begin(), coordinates_.end());
  coordinates_.erase(std::unique(coordinates_.begin(), coordinates_.end()), coordinates_.end());
  for (const int b : path) {
    const model::Body& body = model.bodies()[b];
    const auto at = std::lower_bound(coordinates_.begin(), coordinates_.end(), body.coordinate);
    links_.emplace_back(body, static_cast<int>(at - coordinates_.begin()), order);
  }
  const auto count = static_cast<std::size_t>(order) + 1;
  const auto size = static_cast<Eigen::Index>(coordinates_.size());
  q_.assign(count, VecX::Constant(size, NAN));
  R_WF_.assign(count, Mat3::Constant(NAN));
  p_WF_.assign(count, Vec3::Constant(NAN));
  jacobian_.assign(count, MatX::Constant(6, size, NAN));
}

void FrameChain::set(int k, const VecX& q_k) {
  const auto K = static_cast<std::size_t>(k);
  q_[K] = q_k;
  const Link* parent = nullptr;
  for (Link& link : links_) {
    turn(link, k, q_k(link.column));
    place(parent, link, k);
    parent = &link;
  }
  R_WF_[K].noalias() = parent->R_WB[K] * R_BF_;
  p_WF_[K].noalias() = parent->p_WB[K] + parent->R_WB[K] * p_BF_;
  fill_jacobian(k);
}

/// Motion of a body in its parent: sine and cosine by s' = q' c, c' = -q' s.
void FrameChain::turn(Link& link, int k, double q_k) {
  const auto K = static_cast<std::size_t>(k);
  link.q[K] = link.body.ratio * q_k;
  if (k == 0) {
    link.q[0] += link.body.offset;
    link.sin[0] = std::sin(link.q[0]);
    link.cos[0] = std::cos(link.q[0]);
  } else {
    double sin_rate = 0.0;
    double cos_rate = 0.0;
    for (std::size_t j = 1; j <= K; ++j) {
      const double rate = static_cast<double>(j) * link.q[j];
      sin_rate += rate * link.cos[K - j];
      cos_rate -= rate * link.sin[K - j];
    }
    link.sin[K] = sin_rate / k;
    link.cos[K] = cos_rate / k;
  }
  link.R_PB[K] = link.sin[K] * link.quarter - link.cos[K] * link.flat;
  link.p_PB[K] = link.q[K] * link.slide_P;
  if (k == 0) {
    link.R_PB[0] += link.upright;
    link.p_PB[0] += link.body.X_PJ.p;
  }
}

/// R_WB = R_WP R_PB and p_WB = p_WP + R_WP p_PB, coefficient k.
void FrameChain::place(const Link* parent, Link& link, int k) {
  const auto K = static_cast<std::size_t>(k);
  if (parent == nullptr) {
    link.R_WB[K] = link.R_PB[K];
    link.p_WB[K] = link.p_PB[K];
  } else {
    link.R_WB[K].setZero();
    link.p_WB[K] = parent->p_WB[K];
    for (std::size_t i = 0; i <= K; ++i) {
      link.R_WB[K].noalias() += parent->R_WB[i] * link.R_PB[K - i];
      link.p_WB[K].noalias() += parent->R_WB[i] * link.p_PB[K - i];
    }
  }
  link.axis_W[K].noalias() = link.R_WB[K] * link.body.screw.angular;
  link.slide_W[K].noalias() = link.R_WB[K] * link.body.screw.linear;
}

/// The columns [k × (p_F - p_B) + l; k] of Eq. (1) of jacobian().
void FrameChain::fill_jacobian(int k) {
  const auto K = static_cast<std::size_t>(k);
  MatX& J = jacobian_[K];
  J.setZero();
  for (const Link& link : links_) {
    Vec3 velocity = link.slide_W[K];
    for (std::size_t i = 0; i <= K; ++i) {
      velocity += link.axis_W[i].cross(p_WF_[K - i] - link.p_WB[K - i]);
    }
    J.col(link.column).head<3>() += link.body.ratio * velocity;
    J.col(link.column).tail<3>() += link.body.ratio * link.axis_W[K];
  }
}

}  // namespace appell::kinematics
