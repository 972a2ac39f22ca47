#include "appell/analysis/elastic_damping.hpp"

#include <algorithm>
#include <cmath>

#include "appell/analysis/motion_seams.hpp"
#include "appell/base/check.hpp"
#include "appell/dynamics/block_dynamics.hpp"
#include "appell/taylor/factorial.hpp"

namespace appell::analysis {
namespace {

constexpr int kDegreeAboveOrder = 12;
constexpr double kTail = 1e-13;      // Of eq. (1).
constexpr double kMismatch = 1e-10;  // Likewise: where a step ends. Rounding is part of it.
constexpr double kTiny = 1e-7;       // Of the motion: no step is shorter.
constexpr int kScaleSamples = 256;

}  // namespace

DampedJoints::DampedJoints(const ElasticRobot& robot, const trajectory::Trajectory& motion,
                           int order)
    : robot_(robot),
      motion_(motion),
      order_(order),
      degree_(order + kDegreeAboveOrder),
      shortest_(kTiny * motion.range().duration()) {
  for (const int j : robot.elastic()) {
    if (!robot.is_damped(j)) continue;
    const model::Actuator& actuator = robot.actuator(j);
    joints_.push_back({j, actuator.stiffness, {actuator.stiffness, actuator.damping, order}});
  }
  if (joints_.empty()) return;
  seams_ = motion_seams(motion);
  engine_ = std::make_unique<dynamics::BlockDynamics>(
      robot.links(), DynamicsOptions{.order = degree_, .content = robot.content()});
  cursor_.emplace(motion);
  state_ = model::StateBlock(robot.num_coordinates(), degree_ + 2, 1);
  force_ = model::SeriesBlock(robot.num_coordinates(), degree_, 1);
  const std::size_t size = joints_.size() * (static_cast<std::size_t>(degree_) + 1);
  for (Forces* forces : {&here_, &next_, &before_, &there_}) forces->resize(size);
  set_scales();
}

DampedJoints::~DampedJoints() = default;
DampedJoints::DampedJoints(DampedJoints&&) noexcept = default;

void DampedJoints::read(const model::SeriesBlock& force, int sample, Forces& out) const {
  double* to = out.data();
  for (const Joint& joint : joints_) {
    for (int k = 0; k <= degree_; ++k) *to++ = force.column(k, joint.coordinate)[sample];
  }
}

void DampedJoints::forces_at(double t, Forces& out) {
  cursor_->sample({&t, 1}, state_);
  robot_.link_force(*engine_, state_, force_);
  read(force_, 0, out);
}

void DampedJoints::set_scales() {
  scales_.assign(static_cast<std::size_t>(order_) + 1, 0.0);
  const trajectory::TimeRange range = motion_.range();
  for (int i = 0; i <= kScaleSamples; ++i) {
    forces_at(range.start + range.duration() * i / kScaleSamples, next_);
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      for (int k = 0; k <= order_; ++k) {
        const auto at = static_cast<std::size_t>(k);
        const double size = taylor::factorial(k) * std::abs(of(next_, j)[at]);
        scales_[at] = std::max(scales_[at], size);
      }
    }
  }
}

double DampedJoints::derivative(int coordinate, int k) const {
  for (const Joint& joint : joints_) {
    if (joint.coordinate == coordinate) return joint.spring.derivative(k);
  }
  throw InvalidArgument(concat("DampedJoints: coordinate ", coordinate, " is not damped."));
}

double DampedJoints::predicted(std::span<const double> c, int k, double h) const {
  double value = 0.0;
  for (int m = degree_; m >= k; --m) {
    const double ratio = taylor::factorial(m) / taylor::factorial(m - k);
    value = value * h + ratio * c[m];
  }
  return value;
}

bool DampedJoints::is_resolved(double h, const Forces* there) const {
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const std::span<const double> c = of(here_, j);
    for (int k = 0; k <= order_; ++k) {
      const double scale = scales_[k];
      for (int m = degree_ - 1; m <= degree_; ++m) {  // Eq. (1)
        const double ratio = taylor::factorial(m) / taylor::factorial(m - k);
        const double term = ratio * c[m] * std::pow(h, m - k);
        if (std::abs(term) > kTail * scale) return false;
      }
      if (there == nullptr) continue;
      const double value = taylor::factorial(k) * of(*there, j)[k];
      if (std::abs(predicted(c, k, h) - value) > kMismatch * scale) return false;
    }
  }
  return true;
}

void DampedJoints::step(double h) {
  for (std::size_t j = 0; j < joints_.size(); ++j) joints_[j].spring.step(of(here_, j), h);
  last_step_ = h;
}

void DampedJoints::jump_to(const Forces& after, double h, int first) {
  before_ = here_;
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const std::span<const double> c = of(here_, j);
    double* before = before_.data() + j * (static_cast<std::size_t>(degree_) + 1);
    for (int k = 0; k < order_; ++k) before[k] = predicted(c, k, h) / taylor::factorial(k);
    joints_[j].spring.jump(of(before_, j), of(after, j), first);
  }
  here_ = after;
}

void DampedJoints::march(double end, const Forces* forces_there) {
  double h = end - t_;
  while (t_ < end) {
    const bool is_last = h >= end - t_;
    if (is_last) h = end - t_;
    const Forces* there = forces_there;
    if (!is_last) {
      forces_at(t_ + h, next_);
      there = &next_;
    }
    const bool is_resolved_now = is_resolved(h, there);
    if (!is_resolved_now && h > shortest_) {
      h *= 0.5;
      continue;
    }
    step(h);
    t_ = is_last ? end : t_ + h;
    if (!is_resolved_now) {
      if (!kink_) kink_ = t_;
      if (there != nullptr) jump_to(*there, h, 0);
    }
    if (there != nullptr) here_ = *there;
    h *= 2.0;
  }
}

void DampedJoints::begin(double t) {
  here_ = there_;
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    joints_[j].spring.start(of(here_, j));
    const double error = joints_[j].stiffness * joints_[j].spring.start_error();
    if (error > 0.0) start_error_ = std::max(start_error_, error / std::max(error, scales_[0]));
  }
  t_ = t;
  is_begun_ = true;
  while (seam_ < seams_.size() && seams_[seam_] <= t) ++seam_;
}

void DampedJoints::go_to(double t, const model::SeriesBlock& force, int sample) {
  if (joints_.empty()) return;
  read(force, sample, there_);
  if (!is_begun_) return begin(t);
  check(t >= t_, "DampedJoints: t = ", t, " is before ", t_, "; times must ascend.");
  for (; seam_ < seams_.size() && seams_[seam_] <= t; ++seam_) {
    last_step_ = 0.0;
    march(seams_[seam_], nullptr);
    forces_at(seams_[seam_], next_);
    jump_to(next_, last_step_, motion_.continuity() - 1);
  }
  march(t, &there_);
}

}  // namespace appell::analysis
