#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
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

/// How much a motion does just below the frequency 1/T, beyond which noise hides it: the spectrum
/// of standardised innovations is, with S that of the motion and R that of the noise,
///
///   ρ = (S + R)/(S_model + R),   S_model/R = (ωT)⁻²ⁿ,   ρ = B + (1 - B) S/S_model (1)
///
/// with B = 1/(1 + (ωT)⁻²ⁿ), averaged over the frequencies that a stretch of 25 T cannot tell
/// apart. A motion of the model has as much as expected; one that is smoother than that has nothing
/// there.
class MotionContent {
 public:
  MotionContent(double T, int n) : T_(T), n_(n) {}

  void add(double t, double e) {
    if (num_stretches_ == 0.0 && stretches_[0].num_rows == 0) {
      stretches_[0].start = t;
      stretches_[1].start = t + 0.5 * kLength * T_;  // They overlap by half.
    }
    for (Stretch& stretch : stretches_) add(t, e, stretch);
  }

  /// S/S_model, at most 1; what it may be at most (one deviation), 1 where little is known.
  double roughness() const {
    constexpr double kFewest = 8.0;
    if (num_stretches_ < kFewest) return 1.0;
    const double independent = 0.5 * kIndependent * num_stretches_;
    double sum = 0.0;
    for (std::size_t f = 0; f < kFrequencies.size(); ++f) {
      const double power = powers_[f] / num_stretches_ * (1.0 + 1.0 / std::sqrt(independent));
      const double noise = power_of_noise(kFrequencies[f]);
      sum += std::clamp((power - noise) / (1.0 - noise), 0.0, 1.0);
    }
    return sum / static_cast<double>(kFrequencies.size());
  }

 private:
  struct Stretch {
    int num_rows = 0;
    double start = 0.0, weights = 0.0;
    std::array<double, 2> cosines{}, sines{};
  };

  void add(double t, double e, Stretch& stretch) {
    if (t - stretch.start >= kLength * T_) {
      finish(stretch);
      stretch = {.start = t};
    }
    const double since = (t - stretch.start) / T_;
    if (since < 0.0) return;
    ++stretch.num_rows;
    const double sine = std::sin(std::numbers::pi * since / kLength);
    const double weight = sine * sine;  // Hann's window.
    stretch.weights += weight * weight;
    for (std::size_t f = 0; f < kFrequencies.size(); ++f) {
      stretch.cosines[f] += weight * e * std::cos(kFrequencies[f] * since);
      stretch.sines[f] += weight * e * std::sin(kFrequencies[f] * since);
    }
  }

  void finish(const Stretch& of) {
    constexpr int kFewest = 10;
    if (of.num_rows < kFewest) return;
    for (std::size_t f = 0; f < kFrequencies.size(); ++f) {
      powers_[f] += (of.cosines[f] * of.cosines[f] + of.sines[f] * of.sines[f]) / of.weights;
    }
    ++num_stretches_;
  }

  /// B of (1): the spectrum of Hann's window is sin x/(x (1 - (x/π)²)), x half its phase.
  double power_of_noise(double frequency) const {
    constexpr double kReach = 4.0 * std::numbers::pi;
    double sum = 0.0, weights = 0.0;
    for (double x = -kReach + 0.05; x < kReach; x += 0.1) {
      const double of_pi = x / std::numbers::pi;
      const double amplitude = std::sin(x) / (x * (1.0 - of_pi * of_pi));
      const double at = std::max(frequency + 2.0 * x / kLength, 1e-3);
      sum += amplitude * amplitude / (1.0 + std::pow(at, -2.0 * n_));
      weights += amplitude * amplitude;
    }
    return sum / weights;
  }

  static constexpr double kLength = 25.0;      ///< Of a stretch, T: four periods.
  static constexpr double kIndependent = 1.9;  ///< What two that overlap by half tell, beside one.
  static constexpr std::array<double, 2> kFrequencies{0.8, 0.9};  ///< ωT
  double T_;
  int n_;
  std::array<Stretch, 2> stretches_;
  double num_stretches_ = 0.0;
  std::array<double, 2> powers_{};
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
    hole_ = kHole * usual_step(samples.times);
    double holes = 0.0;
    for (std::size_t i = 1; i < rows; ++i) {
      if (is_hole(i)) holes += samples.times[i] - samples.times[i - 1];
    }
    const double step = (samples.span() - holes) / static_cast<double>(rows);
    // By logarithms: variances of exact data are as small as 1e-40.
    const double log_T = (std::log(variance * step) - log_intensity) / (2.0 * n);
    T_ = std::min(std::exp(log_T), samples.span());
    for (const double x : model.log_intensity) {
      scale_.push_back(std::exp(0.5 * x + (n - 0.5) * std::log(T_)));
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
  /// Whether nothing was recorded for long before row i.
  bool is_hole(std::size_t i) const { return samples_.times[i] - samples_.times[i - 1] > hole_; }
  /// All but the first `burn` of the record, and after every hole.
  std::vector<bool> counted_rows(std::size_t burn) const {
    std::vector<bool> counts(samples_.size());
    std::size_t first = burn;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (i > 0 && is_hole(i)) first = i + std::max<std::size_t>(burn, 1);
      counts[i] = i >= first;
    }
    return counts;
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
  double hole_ = 0.0;          ///< s
  std::vector<double> scale_;  ///< σ T^(n-1/2) of each window.
  double start_ = 0.0;
  double start_deviation_ = 1.0;
};

template <int n>
Innovations SmoothingRun<n>::forward(std::size_t burn, std::vector<Estimate<n>>* leaves) const {
  double log_likelihood = 0.0, of_positions = 0.0, count = 0.0;
  InnovationStatistics statistics;
  MotionContent content(T_, n);
  Estimate<n> x = prior();
  const std::vector<bool> counts = counted_rows(burn);
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    if (i % kBlock == 0) check_stop();
    if (i > 0) {
      const Step<n> step = step_to(i);
      x.mean = predicted<n>(step.power, x.mean);
      predict(step, x.root);
    }
    bool is_position = true;
    observe(i, x, [&](const Innovation& v) {
      if (counts[i]) {
        const double part = -0.5 * (std::log(v.variance) + v.value * v.value / v.variance);
        log_likelihood += part;
        if (is_position) {
          of_positions += part;
          ++count;
          const double e = v.value / std::sqrt(v.variance);
          statistics.add(e);
          if (leaves) content.add(samples_.times[i], e);
        }
      }
      is_position = false;
    });
    if (leaves && i % kBlock == 0) leaves->push_back(x);
  }
  Innovations result = statistics.result();
  result.log_likelihood = log_likelihood;
  // Known for even rows that are many beside T, and for one T.
  constexpr double kManyRows = 1.0;
  const bool is_even = std::all_of(model_.log_intensity.begin(), model_.log_intensity.end(),
                                   [&](double value) { return value == model_.log_intensity[0]; });
  if (samples_.rate.empty() && is_even && kManyRows * hole_ < kHole * T_) {
    result.roughness = content.roughness();
  }
  result.mean_of_positions = of_positions / std::max(count, 1.0);
  return result;
}

}  // namespace appell::record
