#include <algorithm>

#include "appell/analysis/limit_series.hpp"

/// What loads and operators make of the forces of LimitSeries.
namespace appell::analysis {
namespace {

/// Copies one sample of a block to another, or adds it.
void put_sample(const model::SeriesBlock& one, int sample, model::SeriesBlock& out) {
  for (int k = 0; k <= out.order(); ++k) {
    for (int j = 0; j < out.num_coordinates(); ++j) {
      out.column(k, j)[sample] = one.column(k, j)[0];
    }
  }
}

void add_sample(const model::SeriesBlock& one, int sample, model::SeriesBlock& out) {
  for (int k = 0; k <= out.order(); ++k) {
    for (int j = 0; j < out.num_coordinates(); ++j) {
      out.column(k, j)[sample] += one.column(k, j)[0];
    }
  }
}

}  // namespace

void LimitSeries::set_loads(const MotionLoads& loads) {
  const int n = model_.num_coordinates();
  if (loads.operators.loads) around_.loads = loads.constant.loads;
  if (loads.operators.external) around_.external = loads.constant.external;
  if (loads.laws) {
    moving_.states = model::StateBlock(n, degree_ + 2, 1);
    moving_.states.set_num_samples(1);
    moving_.force = model::SeriesBlock(n, degree_, 1);
  }
  if (!loads.operators.inertia || !loads.operators.gravity) {
    plain_ = model::SeriesBlock(n, degree_, drive_.capacity());
  }
}

/// The drive with loads, and where friction is no sum of powers of the speed the whole force.
void LimitSeries::set_drive() {
  const bool is_moving = loads_ != nullptr && loads_->laws;
  if (is_moving) {
    engine_->inverse_dynamics(*states_, drive_);
    force_.set_num_samples(states_->num_samples());
    add_moving_loads();
  } else if (around_.is_empty()) {
    engine_->inverse_dynamics(*states_, drive_);
  } else {
    engine_->inverse_dynamics(*states_, around_, drive_);
  }
  if (!has_power_laws_ && !is_moving) engine_->motor_force(*states_, around_, force_);
  if (loads_ != nullptr && !loads_->operators.drive) return leave_out_drive();
  if (plain_.order() < 0) return;
  engine_->inverse_dynamics(*states_, plain_);
  leave_out(drive_);
  if (!has_power_laws_) leave_out(force_);
  if (loads_->operators.inertia) return;
  for (int k = 0; k <= degree_; ++k) {
    for (int j = 0; j < model_.num_coordinates(); ++j) {
      std::fill_n(inertia_.column(k, j), states_->num_samples(), 0.0);
    }
  }
}

/// Friction alone.
void LimitSeries::leave_out_drive() {
  for (int k = 0; k <= degree_; ++k) {
    for (int j = 0; j < model_.num_coordinates(); ++j) {
      for (int sample = 0; sample < states_->num_samples(); ++sample) {
        if (!has_power_laws_) force_.column(k, j)[sample] -= drive_.column(k, j)[sample];
        drive_.column(k, j)[sample] = inertia_.column(k, j)[sample] = 0.0;
      }
    }
  }
}

/// At each sample the wrenches, and their derivatives, of its time.
void LimitSeries::add_moving_loads() {
  const trajectory::WrenchLaws& laws = *loads_->laws;
  const model::Operators& counts = loads_->operators;
  const force::Surroundings& constant = around_;
  force::Surroundings& all = moving_.all;
  for (int sample = 0; sample < states_->num_samples(); ++sample) {
    const double t = std::clamp(states_->times()[sample], laws.range().start, laws.range().end);
    laws.sample(t, degree_, all.loads, all.external);
    if (!counts.loads) all.loads.clear();
    if (!counts.external) all.external.clear();
    all.loads.insert(all.loads.end(), constant.loads.begin(), constant.loads.end());
    all.external.insert(all.external.end(), constant.external.begin(), constant.external.end());
    moving_.states.set(0, *states_, sample);
    engine_->load(moving_.states, all, moving_.force);
    add_sample(moving_.force, sample, drive_);
    if (has_power_laws_) continue;
    engine_->motor_force(moving_.states, all, moving_.force);
    put_sample(moving_.force, sample, force_);
  }
}

/// Takes inertia or gravity away, as operators say.
void LimitSeries::leave_out(model::SeriesBlock& out) const {
  const model::Operators& counts = loads_->operators;
  for (int k = 0; k <= degree_; ++k) {
    for (int j = 0; j < model_.num_coordinates(); ++j) {
      const double* inertia = inertia_.column(k, j);
      const double* plain = plain_.column(k, j);
      double* x = out.column(k, j);
      for (int sample = 0; sample < states_->num_samples(); ++sample) {
        if (!counts.inertia) x[sample] -= inertia[sample];
        if (!counts.gravity) x[sample] -= plain[sample] - inertia[sample];
      }
    }
  }
}

}  // namespace appell::analysis
