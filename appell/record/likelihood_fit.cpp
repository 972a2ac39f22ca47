#include "appell/record/likelihood_fit.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <numeric>
#include <thread>
#include <tuple>
#include <utility>

#include "appell/base/stop.hpp"
#include "appell/record/noise_estimate.hpp"

namespace appell::record {
namespace {

/// ln σ² for a time scale T of the smoother.
double log_intensity_for(double variance, double step, double T, int n) {
  return std::log(variance * step) - 2.0 * n * std::log(T);
}

/// Rows farther than this many deviations from where the others put them count less.
constexpr double kFarOff = 5.0;
/// Rows over which is averaged at least.
constexpr double kLeastRows = 0.7;
/// Of a row's variance, what is left of it at least beside that of the law there.
constexpr double kLeastShare = 1e-6;
/// The least weight of a row; none, but for division.
constexpr double kNoWeight = 1e-20;

/// The place of the largest f in ln T: downhill in steps, then a parabola.
template <class F>
std::pair<double, double> largest(double start, double low, double high, const F& f) {
  double width = 0.7;
  double x = std::clamp(start, low, high);
  double y = f(x);
  for (int direction : {1, -1}) {  // As long as it rises.
    while (x + direction * width <= high && x + direction * width >= low) {
      const double next = f(x + direction * width);
      if (!(next > y)) break;
      x += direction * width;
      y = next;
    }
  }
  for (; width > 0.15; width *= 0.3) {
    const std::pair<double, double> middle{x, y};
    const double at_left = std::max(x - width, low), at_right = std::min(x + width, high);
    const double left = f(at_left), right = f(at_right);
    const auto take = [&](double place, double value) {
      if (value > y) std::tie(x, y) = std::pair{place, value};
    };
    take(at_left, left);
    take(at_right, right);
    const double curvature = left - 2.0 * middle.second + right;
    if (!(curvature < 0.0) || at_left == middle.first || at_right == middle.first) continue;
    const double to = middle.first - 0.5 * width * (right - left) / curvature;
    const double within = std::clamp(to, at_left, at_right);
    take(within, f(within));
  }
  return {x, y};
}

double log_time_scale(const JointFit& joint) {
  return (std::log(joint.variance * joint.step()) - joint.model.log_intensity[0]) /
         (2.0 * joint.model.n);
}

/// Sets the intensity that is most likely for the model's n, all else as it is; its ln L.
double search_intensity(JointFit& joint, double log_T) {
  NoiseModel& model = joint.model;
  const double step = joint.step();
  const auto set = [&](double x) {
    model.log_intensity = {log_intensity_for(joint.variance, step, std::exp(x), model.n)};
  };
  const auto [best, value] =
      largest(log_T, std::log(kLeastRows * step), std::log(joint.samples.span()), [&](double x) {
        set(x);
        return joint.smoother.filter(model).log_likelihood;
      });
  set(best);
  return value;
}

}  // namespace

JointFit::JointFit(const CoordinateSamples& of, std::size_t burn, double noise, double least)
    : samples(of),
      smoother(of, burn),
      variance(std::max(noise, least) * std::max(noise, least)),
      least_variance(least * least),
      quick_variance(variance),
      rate_square(of.size(), 0.0),
      weight(spike_weights(of.position, noise)),
      step_(usual_step(of.times)) {
  for (double& w : weight) w = std::max(w, kNoWeight);
  model.log_intensity = {log_intensity_for(variance, step(), 10.0 * step(), model.n)};
  model.variance.assign(of.size(), variance);
}

double JointFit::time_scale() const { return std::exp(log_time_scale(*this)); }

void JointFit::set_variances(double jitter_square) {
  for (std::size_t i = 0; i < weight.size(); ++i) {
    model.variance[i] = (variance + jitter_square * rate_square[i]) / weight[i];
  }
}

void JointFit::take_velocities(std::span<const double> velocities, double unit) {
  constexpr double kMostCorrelation = 0.2;
  double squares = 0.0, products = 0.0, before = 0.0;
  for (std::size_t i = 0; i < velocities.size(); ++i) {
    const double error = velocities[i] - smoother.rates()[i];
    squares += error * error;
    products += error * before;
    before = error;
  }
  if (squares == 0.0) return;
  // The errors of the law are correlated too: what they explain is not the velocities' fault.
  const auto rows = static_cast<double>(velocities.size());
  const double correlated = std::max(products / rows - 4.0 * pass.mean_rate_variance, 0.0);
  velocity_lag1 = correlated * rows / squares;
  if (velocity_lag1 > kMostCorrelation) return;
  velocity_lag1 = 0.0;
  const double least = std::sqrt(least_variance) / samples.span();
  set_velocities(velocities, std::max({squares / rows, unit * unit / 12.0, least * least}));
}

void JointFit::set_velocities(std::span<const double> velocities, double rate_variance) {
  samples.rate = velocities;
  smoother.set_rates(velocities);
  model.rate_variance = rate_variance;
}

LikelihoodFit::LikelihoodFit(std::vector<JointFit> joints, const SmoothingOptions& options,
                             double most_jitter)
    : joints_(std::move(joints)),
      options_(options),
      most_jitter_square_(options.has_jitter ? most_jitter * most_jitter : 0.0) {
  // A hundredth of a row to begin with: it grows or shrinks from there.
  const double step = 0.01 * joints_.front().step();
  jitter_square_ = std::min(step * step, most_jitter_square_);
}

double LikelihoodFit::jitter() const { return std::sqrt(jitter_square_); }

void LikelihoodFit::for_each_joint(const std::function<void(JointFit&)>& f) {
  const int num_threads = std::clamp(options_.most_threads, 1, static_cast<int>(joints_.size()));
  std::atomic<std::size_t> next = 0;
  std::vector<std::exception_ptr> failures(joints_.size());
  const auto work = [&, stop = StopScope::flag()] {
    const StopScope scope(stop);
    for (std::size_t j = next++; j < joints_.size(); j = next++) {
      try {
        f(joints_[j]);
      } catch (...) {
        failures[j] = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int k = 1; k < num_threads; ++k) threads.emplace_back(work);
    work();
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

void LikelihoodFit::search_intensities() {
  for_each_joint([&](JointFit& joint) {
    joint.set_variances(jitter_square_);
    search_intensity(joint, log_time_scale(joint));
  });
}

namespace {

/// Slopes of ln L by the variances of positions and stamps, and how fast those slopes fall.
struct NoiseSlopes {
  double r = 0.0, s = 0.0;              ///< ∂lnL/∂r, ∂lnL/∂s²
  double rr = 0.0, rs = 0.0, ss = 0.0;  ///< What is expected of -∂²lnL/...
  double mean_rate_square = 0.0;
};

NoiseSlopes noise_slopes(const JointFit& joint) {
  const std::span<const double> errors = joint.smoother.errors();
  const std::span<const double> variances = joint.smoother.variances();
  NoiseSlopes sum;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    const double v = joint.rate_square[i];
    sum.mean_rate_square += v / static_cast<double>(errors.size());
    if (joint.weight[i] < 1.0 || !joint.smoother.counts()[i]) continue;  // Outliers say nothing.
    const double R = joint.model.variance[i];
    const double D = std::max(R - variances[i], kLeastShare * R) / (R * R);
    const double slope = 0.5 * (errors[i] / R * (errors[i] / R) - D);
    const double fall = 0.5 * D * D;
    sum.r += slope;
    sum.s += slope * v;
    sum.rr += fall;
    sum.rs += fall * v;
    sum.ss += fall * v * v;
  }
  return sum;
}

void move_noise(JointFit& joint, double step) {
  const double before = joint.variance;
  joint.variance =
      std::max(std::clamp(before + step, 0.25 * before, 4.0 * before), joint.least_variance);
}

}  // namespace

/// A step of Fisher's scoring for r of all joints and the s² that they share: the weighted
/// regression of u² - D on what they are expected to make of it, D²(Δr + q'² Δs²).
double LikelihoodFit::step_of_noise() {
  std::vector<NoiseSlopes> slopes(joints_.size());
  for_each_joint([&](JointFit& joint) { slopes[index_of(joint)] = noise_slopes(joint); });
  const bool has_free_noise = !options_.noise;
  double slope = 0.0, fall = 0.0;  // Of s², the best r for it given.
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const NoiseSlopes& x = slopes[j];
    const bool is_free =
        has_free_noise && joints_[j].variance > joints_[j].least_variance && x.rr > 0.0;
    slope += x.s - (is_free ? x.rs * x.r / x.rr : 0.0);
    fall += x.ss - (is_free ? x.rs * x.rs / x.rr : 0.0);
  }
  double ds = 0.0;
  if (most_jitter_square_ > 0.0 && fall > 0.0) {
    ds = std::clamp(slope / fall, -jitter_square_, most_jitter_square_ - jitter_square_);
  }
  jitter_square_ += ds;
  double change = 0.0;
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const NoiseSlopes& x = slopes[j];
    JointFit& joint = joints_[j];
    const double before = joint.variance;
    if (has_free_noise && x.rr > 0.0) move_noise(joint, (x.r - x.rs * ds) / x.rr);
    const double all = joint.variance + jitter_square_ * x.mean_rate_square;
    change = std::max(
        {change, std::abs(joint.variance - before) / all, std::abs(ds) * x.mean_rate_square / all});
  }
  return change;
}

namespace {

/// ln of what a moment says of the next guess.
double log_ratio(const Moment& moment) {
  // Where nothing is expected, rounding may make it less than that.
  constexpr double kNothing = 1e-12;
  const double ratio =
      (std::max(moment.observed, 0.0) + kNothing) / (std::max(moment.expected, 0.0) + kNothing);
  return std::clamp(1.25 * std::log(ratio), -4.0, 4.0);
}

}  // namespace

/// One fixed-point step of a joint's intensities and of the variance of its rates; the largest
/// change of a logarithm, intensities being known less well than they are counted.
double LikelihoodFit::step_of(JointFit& joint) const {
  double change = 0.0;
  if (joint.pass.rate.expected > 0.0) {
    const double ratio = joint.pass.rate.observed / joint.pass.rate.expected;
    const double next = joint.model.rate_variance * std::clamp(ratio, 0.25, 4.0);
    change = std::abs(std::log(next / joint.model.rate_variance));
    joint.model.rate_variance = next;
  }
  const std::size_t num_windows = joint.model.num_windows();
  const bool is_local = num_windows > 1;
  const double longest = is_local ? 4.0 * joint.model.window : joint.samples.span();
  const double least = log_intensity_for(joint.variance, joint.step(), longest, joint.model.n);
  for (std::size_t w = 0; w < num_windows; ++w) {
    Moment moment = joint.pass.intensity[w];
    if (is_local) {  // With its neighbours, and a little of what says nothing.
      const Moment& left = joint.pass.intensity[w > 0 ? w - 1 : w];
      const Moment& right = joint.pass.intensity[w + 1 < num_windows ? w + 1 : w];
      moment.observed = 0.5 * moment.observed + 0.25 * (left.observed + right.observed) + 0.05;
      moment.expected = 0.5 * moment.expected + 0.25 * (left.expected + right.expected) + 0.05;
    }
    double& value = joint.model.log_intensity[w];
    const double next = std::max(value + log_ratio(moment), least);
    // 2 % of σ² are 0.2 % of T; the record itself tells it to 10 % at best.
    change = std::max(change, std::abs(next - value) * (is_local ? 0.1 : 0.25));
    value = next;
  }
  return change;
}

/// Weights of the rows, and their speeds, by the last pass.
bool LikelihoodFit::weigh_rows(JointFit& joint) {
  constexpr double kMostOutliers = 0.05;  // Of the rows; where more are far, that is the noise.
  const std::span<const double> errors = joint.smoother.errors();
  std::vector<double> far(errors.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < far.size(); ++i) {
    // How far the row is from where the others put it, by the variance of that place and of the row
    // if it were no outlier.
    const double R = joint.model.variance[i];
    const double V = joint.smoother.variances()[i];
    const double share = R / std::max(R - V, kLeastShare * R);
    const double off = errors[i] * share;
    far[i] = off * off / (share * V + joint.weight[i] * R);
    if (far[i] > kFarOff * kFarOff) ++count;
    joint.rate_square[i] = joint.smoother.rates()[i] * joint.smoother.rates()[i];
  }
  double usual = kFarOff * kFarOff;
  if (static_cast<double>(count) > kMostOutliers * static_cast<double>(far.size())) {
    std::vector<double> sorted = far;
    const auto at = sorted.end() - 1 -
                    static_cast<std::ptrdiff_t>(kMostOutliers * static_cast<double>(far.size()));
    std::nth_element(sorted.begin(), at, sorted.end());
    usual = std::max(usual, *at);
  }
  bool has_changed = false;
  for (std::size_t i = 0; i < far.size(); ++i) {
    const double share = usual / far[i];  // The farther, the less it pulls.
    const double weight = share < 1.0 ? std::max(share * share, kNoWeight) : 1.0;
    has_changed = has_changed || (weight < 1.0) != (joint.weight[i] < 1.0);
    joint.weight[i] = weight;
  }
  return has_changed;
}

void LikelihoodFit::pass_over(JointFit& joint) {
  joint.set_variances(jitter_square_);
  joint.pass = joint.smoother.run(joint.model);
}

void LikelihoodFit::iterate(int least, int most, double share) {
  for (int k = 0; k < most; ++k) {
    ++passes_;
    for_each_joint([&](JointFit& joint) { pass_over(joint); });
    double change = step_of_noise();
    std::vector<double> changes(joints_.size());
    for_each_joint([&](JointFit& joint) {
      changes[index_of(joint)] = step_of(joint);
      weigh_rows(joint);
    });
    change = std::max(change, *std::max_element(changes.begin(), changes.end()));
    if (k + 1 >= least && change < share) return;
  }
}

void LikelihoodFit::adopt(const LikelihoodFit& of_part) {
  jitter_square_ = of_part.jitter_square_;
  passes_ = of_part.passes_;
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const JointFit& found = of_part.joints_[j];
    JointFit& joint = joints_[j];
    joint.variance = std::max(found.variance, joint.least_variance);
    joint.velocity_lag1 = found.velocity_lag1;
    joint.model.n = found.model.n;
    joint.model.log_intensity = found.model.log_intensity;
    joint.model.rate_variance = found.model.rate_variance;
  }
}

std::vector<int> LikelihoodFit::choose_orders(int least) {
  std::vector<int> likely(joints_.size());
  for_each_joint([&](JointFit& joint) {
    joint.set_variances(jitter_square_);
    struct Candidate {
      int n;
      double log_intensity;
      double log_likelihood;
    };
    std::vector<Candidate> candidates;
    const double old = log_time_scale(joint);
    for (joint.model.n = kLeastOrder; joint.model.n <= kMostOrder; ++joint.model.n) {
      const double value = search_intensity(joint, old);
      candidates.push_back({joint.model.n, joint.model.log_intensity[0], value});
    }
    const auto best_from = [&](int lowest) {
      return *std::max_element(candidates.begin() + (lowest - kLeastOrder), candidates.end(),
                               [](const Candidate& a, const Candidate& b) {
                                 return a.log_likelihood < b.log_likelihood;
                               });
    };
    likely[index_of(joint)] = best_from(kLeastOrder).n;
    const Candidate chosen = best_from(least);
    joint.model.n = chosen.n;
    joint.model.log_intensity = {chosen.log_intensity};
  });
  return likely;
}

namespace {

constexpr double kWindowShare = 2e-2;  // To which intensities of windows are found.

Moment sum_of(const std::vector<Moment>& moments) {
  return std::accumulate(moments.begin(), moments.end(), Moment{}, [](Moment a, const Moment& b) {
    return Moment{a.observed + b.observed, a.expected + b.expected};
  });
}

/// Whether the windows of a record differ more than chance makes them: Σ (observed - expected)²/(2
/// expected) over them, which is about their number if the intensity is the same everywhere.
bool windows_differ(const std::vector<Moment>& windows) {
  double sum = 0.0;
  for (const Moment& w : windows) {
    const double expected = std::max(w.expected, 0.05);
    sum += (w.observed - expected) * (w.observed - expected) / (2.0 * expected);
  }
  return sum > static_cast<double>(windows.size());
}

}  // namespace

void LikelihoodFit::refine_intensities(int passes) {
  ++passes_;
  for_each_joint([&](JointFit& joint) {
    const double span = joint.samples.span();
    const double T = joint.time_scale();
    const double window = std::max({0.1, 20.0 * joint.step(), T});
    const auto count = static_cast<std::size_t>(span / window);
    if (count >= 4) {
      joint.model.window = span / static_cast<double>(count);
      joint.model.log_intensity.assign(count, joint.model.log_intensity[0]);
    }
    pass_over(joint);
  });
  step_of_noise();
  for_each_joint([&](JointFit& joint) { refine(joint, passes); });
}

/// Steps of the intensities of windows and of the noise, until they change no more; ln L.
double LikelihoodFit::fit_windows(JointFit& joint, int passes) {
  for (int k = 0; k < passes; ++k) {
    double change = step_of(joint);
    const NoiseSlopes slopes = noise_slopes(joint);
    if (!options_.noise && slopes.rr > 0.0) {
      const double before = joint.variance;
      move_noise(joint, slopes.r / slopes.rr);
      change = std::max(change, 0.1 * std::abs(std::log(joint.variance / before)));
    }
    pass_over(joint);
    weigh_rows(joint);
    if (change < kWindowShare) break;
  }
  return joint.pass.innovations.log_likelihood;
}

/// After a pass with windows that are all the same.
void LikelihoodFit::refine(JointFit& joint, int passes) {
  const double plain = joint.pass.innovations.log_likelihood;
  const std::size_t count = joint.model.num_windows();
  const double same = joint.model.log_intensity[0] + log_ratio(sum_of(joint.pass.intensity));
  const double same_variance = joint.variance;
  bool has_to_pass = weigh_rows(joint);
  if (count > 1 && windows_differ(joint.pass.intensity)) {
    double value = fit_windows(joint, passes);
    // One intensity for rests and moves makes noise of a move that is faster than the rows. What
    // most rows show may be far less, and as likely once the windows tell them apart.
    constexpr double kFarLess = 0.25;
    if (!options_.noise && joint.quick_variance < kFarLess * joint.variance) {
      const auto kept = std::tuple{joint.variance, joint.model.log_intensity, joint.weight};
      joint.variance = joint.quick_variance;
      pass_over(joint);
      const double of_quick = fit_windows(joint, 2 * passes);
      if (of_quick > value) {
        value = of_quick;
      } else {
        std::tie(joint.variance, joint.model.log_intensity, joint.weight) = kept;
        pass_over(joint);
      }
    }
    // By Akaike's criterion: each parameter must earn its place.
    if (value - plain > static_cast<double>(count)) return;
    has_to_pass = true;
  }
  joint.variance = same_variance;
  joint.model.log_intensity = {same};
  constexpr int kMostPasses = 3;
  for (int k = 0; has_to_pass && k < kMostPasses; ++k) {
    pass_over(joint);
    has_to_pass = weigh_rows(joint);
  }
}

}  // namespace appell::record
