#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "appell/base/stop.hpp"
#include "appell/record/noise_model.hpp"
#include "appell/record/smoother.hpp"
#include "appell/record/square_root_steps.hpp"

namespace appell::record {

/// Gathers what standardised innovations say of the model.
class InnovationStatistics {
 public:
  void add(double e) {
    const double square = e * e;
    squares_ += square;
    fourths_ += square * square;
    for (std::size_t k = 0; k < kLags; ++k) {
      products_[k] += e * before_[(count_ + kLags - 1 - k) % kLags];
    }
    before_[count_ % kLags] = e;
    ++count_;
  }

  Innovations result() const {
    Innovations result;
    if (squares_ == 0.0) return result;
    const auto count = static_cast<double>(count_);
    result.lag1 = products_[0] / squares_;
    result.kurtosis = fourths_ * count / (squares_ * squares_);
    double sum = 0.0;
    for (std::size_t k = 0; k < kLags; ++k) {  // As long as they are not chance.
      if (products_[k] / squares_ < std::max(0.05, 3.0 / std::sqrt(count))) break;
      sum += products_[k] / squares_;
    }
    result.widening = std::sqrt(1.0 + 2.0 * sum);
    return result;
  }

 private:
  static constexpr std::size_t kLags = 16;
  double squares_ = 0.0;
  double fourths_ = 0.0;
  double products_[kLags] = {};  ///< [k - 1]: of neighbours that are k rows apart.
  double before_[kLags] = {};
  std::size_t count_ = 0;
};

/// Filter and smoother of order n over one record. Time is in units of T and the state is
/// q⁽ᵏ⁾ Tᵏ: all of its numbers are then of one size.
template <int n>
class SmoothingRun {
 public:
  /// Rows whose roots are in memory at once: the filter leaves its estimate at every kBlock-th row,
  /// and the way back runs it again from there.
  static constexpr std::size_t kBlock = 32;

  SmoothingRun(const CoordinateSamples& samples, const NoiseModel& model)
      : samples_(samples), model_(model), unit_root_(root_of_unit_noise<n>()) {
    const std::size_t rows = samples.size();
    double log_variance = 0.0;
    for (const double r : model.variance) log_variance += std::log(r);
    const double variance = std::exp(log_variance / static_cast<double>(rows));
    const double log_intensity =
        std::accumulate(model.log_intensity.begin(), model.log_intensity.end(), 0.0) /
        static_cast<double>(model.num_windows());
    const double step = samples.span() / static_cast<double>(rows);
    T_ = std::min(std::pow(variance * step / std::exp(log_intensity), 0.5 / n), samples.span());
    for (const double x : model.log_intensity) {
      scale_.push_back(std::exp(0.5 * x) * std::pow(T_, n - 0.5));
    }
    const auto [low, high] = std::minmax_element(samples.position.begin(), samples.position.end());
    start_ = 0.5 * (*low + *high);
    start_deviation_ = 10.0 * std::max(*high - *low, 100.0 * std::sqrt(variance));
  }

  double time_scale() const { return T_; }
  std::size_t num_blocks() const { return (samples_.size() - 2) / kBlock + 1; }
  std::size_t first_row(std::size_t block) const { return block * kBlock; }
  std::size_t last_row(std::size_t block) const {
    return std::min((block + 1) * kBlock, samples_.size() - 1);
  }
  std::size_t block_at(std::size_t row) const { return std::min(row / kBlock, num_blocks() - 1); }

  /// The step from row i - 1 to row i, or a part of it.
  Step<n> step_to(std::size_t i, double from, double to) const {
    const std::size_t w = model_.window_at(samples_.times[i] - samples_.times.front());
    return Step<n>((to - from) / T_, scale_[w], unit_root_);
  }
  Step<n> step_to(std::size_t i) const {
    return step_to(i, samples_.times[i - 1], samples_.times[i]);
  }
  double scale_at(std::size_t i) const {
    return scale_[model_.window_at(samples_.times[i] - samples_.times.front())];
  }

  /// What is known before the first sample: nothing to speak of.
  Estimate<n> prior() const {
    Estimate<n> x{};
    x.mean[0] = start_;
    for (int k = 0; k < n; ++k) x.root[k][k] = start_deviation_;
    return x;
  }

  /// Takes in row i; `seen` gets (innovation, variance) of each sample.
  template <class Seen>
  void observe(std::size_t i, Estimate<n>& x, const Seen& seen) const {
    seen(observe_position(samples_.position[i], model_.variance[i], x));
    if (samples_.rate.empty()) return;
    Innovation v = observe_rate(samples_.rate[i] * T_, model_.rate_variance * T_ * T_, x);
    v.value /= T_;
    v.variance /= T_ * T_;
    seen(v);
  }

  /// The filter over all rows; leaves() gets its estimate at the first row of every block.
  Innovations forward(std::size_t burn, std::vector<Estimate<n>>* leaves) const;

  /// What a block is made of, for the way back.
  struct Row {
    Estimate<n> filtered;
    StateVector<n> predicted;  ///< Mean before the row's samples; not of the first row.
    BackStep<n> back;          ///< To the next row; not of the last.
  };

  /// Runs the filter again over a block, which has last_row - first_row + 1 rows.
  void fill(std::size_t block, const Estimate<n>& leaf, std::vector<Row>& rows) const {
    const std::size_t first = first_row(block);
    const std::size_t count = last_row(block) - first + 1;
    check_stop();
    rows.resize(kBlock + 1);
    rows[0].filtered = leaf;
    for (std::size_t k = 1; k < count; ++k) {
      const Step<n> step = step_to(first + k);
      rows[k - 1].back = predict_and_keep(step, rows[k - 1].filtered.root);
      rows[k].predicted = predicted<n>(step.power, rows[k - 1].filtered.mean);
      rows[k].filtered = {rows[k].predicted, rows[k - 1].back.next};
      observe(first + k, rows[k].filtered, [](const Innovation&) {});
    }
  }

  /// From a smoothed row to the one before it.
  static Estimate<n> before(const Row& row, const Row& next, const Estimate<n>& later) {
    Estimate<n> x{row.filtered.mean, smoothed_root(row.back, later.root)};
    for (int j = 0; j < n; ++j) {
      const double d = later.mean[j] - next.predicted[j];
      for (int i = 0; i < n; ++i) x.mean[i] += row.back.gain[j][i] * d;
    }
    return x;
  }

  /// (P⁺)⁻¹ᐟ² (x_s - x_p) at a row: of the samples from there on, what the prediction did not know.
  static StateVector<n> surprise(const Row& row, const Row& next, const Estimate<n>& later) {
    StateVector<n> d;
    for (int k = 0; k < n; ++k) d[k] = later.mean[k] - next.predicted[k];
    return solve_transposed<n>(row.back.next, d);
  }

  const CoordinateSamples& samples() const { return samples_; }
  const NoiseModel& model() const { return model_; }

 private:
  const CoordinateSamples& samples_;
  const NoiseModel& model_;
  Root<n> unit_root_;
  double T_ = 1.0;
  std::vector<double> scale_;  ///< σ T^(n-1/2) of each window.
  double start_ = 0.0;
  double start_deviation_ = 1.0;
};

template <int n>
Innovations SmoothingRun<n>::forward(std::size_t burn, std::vector<Estimate<n>>* leaves) const {
  double log_likelihood = 0.0;
  InnovationStatistics statistics;
  Estimate<n> x = prior();
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    if (i % kBlock == 0) check_stop();
    if (i > 0) {
      const Step<n> step = step_to(i);
      x.mean = predicted<n>(step.power, x.mean);
      predict(step, x.root);
    }
    bool is_position = true;
    observe(i, x, [&](const Innovation& v) {
      if (i >= burn) {
        log_likelihood -= 0.5 * (std::log(v.variance) + v.value * v.value / v.variance);
        if (is_position) statistics.add(v.value / std::sqrt(v.variance));
      }
      is_position = false;
    });
    if (leaves && i % kBlock == 0) leaves->push_back(x);
  }
  Innovations result = statistics.result();
  result.log_likelihood = log_likelihood;
  return result;
}

}  // namespace appell::record
