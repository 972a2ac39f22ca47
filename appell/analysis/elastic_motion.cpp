#include "appell/analysis/elastic_motion.hpp"

#include <cmath>

#include "appell/analysis/elastic_joint.hpp"
#include "appell/base/check.hpp"
#include "appell/dynamics/block_dynamics.hpp"

namespace appell::analysis {
namespace {

int force_order(const DampedJoints& damped, int order) {
  return damped.is_empty() ? order + 2 : damped.degree();
}

int checked_order(int order) {
  check(order >= 0 && order <= ElasticMotion::kHighestOrder, "ElasticMotion: the order is ", order,
        "; 0 to ", ElasticMotion::kHighestOrder, " are possible.");
  return order;
}

}  // namespace

ElasticMotion::ElasticMotion(const ElasticRobot& robot, const trajectory::Trajectory& motion,
                             int order, int capacity)
    : robot_(robot),
      order_(checked_order(order)),
      damped_(robot, motion, order + 2),
      cursor_(motion),
      engine_(std::make_unique<dynamics::BlockDynamics>(
          robot.links(), DynamicsOptions{.order = force_order(damped_, order),
                                         .capacity = capacity,
                                         .content = robot.content()})),
      states_(robot.num_coordinates(), engine_->order() + 2, capacity),
      force_(robot.num_coordinates(), engine_->order(), capacity),
      tau_(order + 2),
      delta_(order + 2),
      rate_(order) {
  robot.check_order(order);
  const int n = robot.num_coordinates();
  for (model::SeriesBlock* block : {&theta_, &deflection_}) {
    *block = model::SeriesBlock(n, order + 2, capacity);
  }
  for (model::SeriesBlock* block : {&spring_force_, &motor_force_, &rigid_force_}) {
    *block = model::SeriesBlock(n, order, capacity);
  }
}

ElasticMotion::~ElasticMotion() = default;
ElasticMotion::ElasticMotion(ElasticMotion&&) noexcept = default;

void ElasticMotion::compute(std::span<const double> times) {
  cursor_.sample(times, states_);
  robot_.link_force(*engine_, states_, force_);  // Eq. (1)
  const auto count = static_cast<int>(times.size());
  for (model::SeriesBlock* block :
       {&theta_, &deflection_, &spring_force_, &motor_force_, &rigid_force_}) {
    block->set_num_samples(count);
  }
  for (int i = 0; i < count; ++i) {
    damped_.go_to(times[i], force_, i);
    for (int j = 0; j < robot_.num_coordinates(); ++j) set_joint(j, i);
  }
  check_finite();
}

void ElasticMotion::set_joint(int j, int sample) {
  set_deflection(j, sample);
  for (int k = 0; k <= order_ + 2; ++k) {
    deflection_.column(k, j)[sample] = delta_[k];
    theta_.column(k, j)[sample] = states_.q().column(k, j)[sample] + delta_[k];  // Eq. (2)
  }
  set_motor_force(j, sample);
}

void ElasticMotion::set_deflection(int j, int sample) {
  if (!robot_.is_elastic(j)) {
    for (int k = 0; k <= delta_.order(); ++k) delta_[k] = 0.0;
  } else if (robot_.is_damped(j)) {
    for (int k = 0; k <= delta_.order(); ++k) {
      delta_[k] = damped_.derivative(j, k) / taylor::factorial(k);
    }
  } else {
    for (int k = 0; k <= tau_.order(); ++k) tau_[k] = force_.column(k, j)[sample];
    spring_deflection(robot_.actuator(j), tau_, delta_);
  }
}

double ElasticMotion::motor_direction(int j, int sample) {
  if (robot_.actuator(j).motor_friction.is_smooth()) return 0.0;  // Nobody asks.
  const double rest = cursor_.rest_rate(j);
  if (std::isfinite(rest) && std::abs(rate_[0]) <= rest) return states_.direction(j, sample);
  return rate_[0] > 0.0 ? 1.0 : (rate_[0] < 0.0 ? -1.0 : 0.0);
}

void ElasticMotion::set_motor_force(int j, int sample) {
  const model::Actuator& actuator = robot_.actuator(j);
  // That of a rigid joint is in τ already.
  const double B = robot_.is_elastic(j) ? actuator.reflected_inertia() : 0.0;
  const auto set = [&](const model::SeriesBlock& position, model::SeriesBlock& out) {
    for (int k = 0; k <= order_; ++k) rate_[k] = (k + 1) * position.column(k + 1, j)[sample];
    const taylor::Series<double> friction =
        motor_friction(actuator, rate_, motor_direction(j, sample));
    for (int k = 0; k <= order_; ++k) {  // Eq. (3)
      const double acceleration = (k + 1) * (k + 2) * position.column(k + 2, j)[sample];
      out.column(k, j)[sample] = B * acceleration + force_.column(k, j)[sample] + friction[k];
    }
  };
  set(theta_, motor_force_);
  set(states_.q(), rigid_force_);
  for (int k = 0; k <= order_; ++k) {
    spring_force_.column(k, j)[sample] = force_.column(k, j)[sample];
  }
}

void ElasticMotion::check_finite() const {
  for (int j = 0; j < robot_.num_coordinates(); ++j) {
    for (int k = 0; k <= order_; ++k) {
      for (int i = 0; i < motor_force_.num_samples(); ++i) {
        if (std::isfinite(motor_force_.column(k, j)[i])) continue;
        const auto coordinate = static_cast<std::size_t>(j);
        throw NumericalError(concat("joint '", robot_.model().coordinates()[coordinate].name,
                                    "': the force of its motor, derivative ", k,
                                    ", is not finite at t = ", states_.times()[i], " s"));
      }
    }
  }
}

}  // namespace appell::analysis
