#include "appell/record/smoother.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "appell/base/check.hpp"
#include "appell/record/smoothing_run.hpp"
#include "appell/taylor/shift_polynomial.hpp"

namespace appell::record {
namespace {

/// Calls f with n as a constant.
template <class F>
auto with_order(int n, const F& f) {
  check(n >= kLeastOrder && n <= kMostOrder, "smoothing: n is ", n, "; it must be in ", kLeastOrder,
        "..", kMostOrder, ".");
  switch (n) {
    case 4:
      return f(std::integral_constant<int, 4>{});
    case 5:
      return f(std::integral_constant<int, 5>{});
    case 6:
      return f(std::integral_constant<int, 6>{});
    default:
      return f(std::integral_constant<int, 7>{});
  }
}

void check_samples_and_model(const CoordinateSamples& samples, const NoiseModel& model) {
  check(samples.size() >= 2, "smoothing: ", samples.size(), " samples; two are needed.");
  check(model.variance.size() == samples.size() && model.num_windows() > 0,
        "smoothing: the noise model is of another record.");
}

/// Adds to the moments of σ² what a step says: λᵀQλ against tr(ΛQ), with λ = P⁺⁻¹(x_s - x_p),
/// Λ = P⁺⁻¹ - P⁺⁻¹ P_s P⁺⁻¹.
template <int n>
void add_intensity_moment(const Step<n>& step, const BackStep<n>& back,
                          const StateVector<n>& surprise, const Root<n>& later, Moment& moment) {
  Root<n> shares;  // Rows are the columns of S⁺⁻¹ S_Q.
  for (int c = 0; c < n; ++c) {
    const StateVector<n> share = solve_transposed<n>(back.next, row_of(step.noise, c));
    std::copy_n(share.entries, n, shares[c]);
    double product = 0.0;
    for (int k = 0; k < n; ++k) {
      product += shares[c][k] * surprise[k];
      moment.expected += shares[c][k] * shares[c][k];
    }
    moment.observed += product * product;
  }
  for (int r = 0; r < n; ++r) {
    const StateVector<n> z = solve_transposed<n>(back.next, row_of(later, r));
    for (int c = 0; c < n; ++c) {
      double product = 0.0;
      for (int k = 0; k < n; ++k) product += shares[c][k] * z[k];
      moment.expected -= product * product;
    }
  }
}

template <int n>
double variance_of(const Root<n>& root, int k) {
  double sum = 0.0;
  for (int r = 0; r < n; ++r) sum += root[r][k] * root[r][k];
  return sum;
}

/// The coefficients, about the middle of a step and in s, of the mean between two rows: q to q⁽ⁿ⁻¹⁾
/// of the first row, and q⁽ⁿ⁾(t) = s² λ_{n-1}(t), λ(t) = Φ(t⁺ - t)ᵀ λ. (From the states at both
/// rows it would be a small difference of large numbers.)
/// @param lambda  P⁺⁻¹(x_s - x_p) at the second row.
template <int n>
void set_piece(const StateVector<n>& x, const StateVector<n>& lambda, double intensity, double h,
               double T, std::span<double> out) {
  StateVector<n> high;  // Of powers of u - h, then of u.
  double factorial = 1.0;
  for (int m = 0; m < n; ++m) {
    if (m > 0) factorial *= -m;
    high[m] = lambda[n - 1 - m] / factorial;
  }
  taylor::shift_polynomial(std::span(high.entries), -h);
  factorial = 1.0;
  for (int k = 0; k < n; ++k) {
    if (k > 0) factorial *= k;
    out[k] = x[k] / factorial;
  }
  for (int m = 0; m < n; ++m) {
    double ratio = intensity;  // m!/(n + m)!
    for (int j = m + 1; j <= n + m; ++j) ratio /= j;
    out[n + m] = high[m] * ratio;
  }
  taylor::shift_polynomial(out, 0.5 * h);
  double power = 1.0;
  for (double& c : out) {
    c *= power;
    power /= T;
  }
}

}  // namespace

Smoother::Smoother(CoordinateSamples samples, std::size_t burn) : samples_(samples), burn_(burn) {}

Innovations Smoother::filter(const NoiseModel& model) const {
  check_samples_and_model(samples_, model);
  return with_order(
      model.n, [&](auto n) { return SmoothingRun<n>(samples_, model).forward(burn_, nullptr); });
}

SmoothingPass Smoother::run(const NoiseModel& model) {
  check_samples_and_model(samples_, model);
  const std::size_t num_rows = samples_.size();
  for (auto* column : {&rates_, &errors_, &variances_}) column->resize(num_rows);
  return with_order(model.n, [&](auto order) {
    constexpr int n = order;
    using Run = SmoothingRun<n>;
    const Run run(samples_, model);
    std::vector<Estimate<n>> leaves;
    SmoothingPass pass;
    counts_ = run.counted_rows(burn_);
    pass.innovations = run.forward(burn_, &leaves);
    pass.intensity.resize(model.num_windows());
    pass.time_scale = run.time_scale();
    const double T = run.time_scale();
    const auto keep = [&](std::size_t i, const Estimate<n>& x) {
      rates_[i] = x.mean[1] / T;
      errors_[i] = samples_.position[i] - x.mean[0];
      variances_[i] = variance_of<n>(x.root, 0);
      const double own = variance_of<n>(x.root, 1);
      pass.mean_rate_variance += own / (T * T * static_cast<double>(num_rows));
      if (samples_.rate.empty()) return;
      const double rate_variance = model.rate_variance * T * T;
      const double e = samples_.rate[i] * T - x.mean[1];
      pass.rate.observed += e * e / rate_variance;
      pass.rate.expected += 1.0 - own / rate_variance;
    };
    std::vector<typename Run::Row> rows;
    Estimate<n> x;
    for (std::size_t block = run.num_blocks(); block-- > 0;) {
      run.fill(block, leaves[block], rows);
      const std::size_t first = run.first_row(block);
      const std::size_t last = run.last_row(block);
      if (last + 1 == num_rows) {
        x = rows[last - first].filtered;
        keep(last, x);
      }
      for (std::size_t i = last; i-- > first;) {
        const auto& row = rows[i - first];
        const auto& next = rows[i - first + 1];
        if (counts_[i + 1]) {
          const std::size_t w = model.window_at(samples_.times[i + 1] - samples_.times.front());
          add_intensity_moment<n>(run.step_to(i + 1), row.back, Run::surprise(row, next, x), x.root,
                                  pass.intensity[w]);
        }
        x = Run::before(row, next, x);
        keep(i, x);
      }
    }
    return pass;
  });
}

namespace {

/// The samples of a coordinate, and the model, as their owner.
struct OwnRecord {
  std::vector<double> times, position, rate;
  NoiseModel model;
  CoordinateSamples samples;

  OwnRecord(const CoordinateSamples& from, const NoiseModel& noise)
      : times(from.times.begin(), from.times.end()),
        position(from.position.begin(), from.position.end()),
        rate(from.rate.begin(), from.rate.end()),
        model(noise),
        samples{times, position, rate} {}
  OwnRecord(const OwnRecord&) = delete;
  OwnRecord& operator=(const OwnRecord&) = delete;
};

template <int n>
class Smoothed;

template <int n>
class Covariances final : public CovarianceCursor {
 public:
  explicit Covariances(const Smoothed<n>& of) : of_(of) {}
  void at(double t, std::span<double> out) override;

 private:
  void go_to(std::size_t block);

  const Smoothed<n>& of_;
  std::size_t block_ = static_cast<std::size_t>(-1);
  std::vector<typename SmoothingRun<n>::Row> rows_;
  std::vector<Root<n>> smoothed_;  ///< Of the rows of the block.
};

template <int n>
class Smoothed final : public SmoothedCoordinate {
 public:
  using Run = SmoothingRun<n>;

  static std::shared_ptr<const SmoothedCoordinate> make(const CoordinateSamples& samples,
                                                        const NoiseModel& model) {
    auto record = std::make_unique<OwnRecord>(samples, model);
    auto run = std::make_unique<Run>(record->samples, record->model);
    std::vector<Estimate<n>> leaves;
    run->forward(0, &leaves);
    trajectory::PiecewisePolynomial mean(record->times, 2 * n - 1, n - 1);
    std::vector<Estimate<n>> ends(run->num_blocks());
    std::vector<typename Run::Row> rows;
    Estimate<n> x;
    for (std::size_t block = run->num_blocks(); block-- > 0;) {
      run->fill(block, leaves[block], rows);
      const std::size_t first = run->first_row(block);
      const std::size_t last = run->last_row(block);
      if (block + 1 == run->num_blocks()) x = rows[last - first].filtered;
      ends[block] = x;
      for (std::size_t i = last; i-- > first;) {
        const auto& row = rows[i - first];
        const auto& next = rows[i - first + 1];
        const StateVector<n> lambda = solve<n>(row.back.next, Run::surprise(row, next, x));
        x = Run::before(row, next, x);
        const double scale = run->scale_at(i + 1);
        set_piece<n>(x.mean, lambda, scale * scale,
                     (record->times[i + 1] - record->times[i]) / run->time_scale(),
                     run->time_scale(), mean.coefficients(static_cast<int>(i)));
      }
    }
    return std::shared_ptr<const SmoothedCoordinate>(new Smoothed(
        std::move(record), std::move(run), std::move(leaves), std::move(ends), std::move(mean)));
  }

  std::unique_ptr<CovarianceCursor> covariance() const override {
    return std::make_unique<Covariances<n>>(*this);
  }

  const Run& run() const { return *run_; }
  const Estimate<n>& leaf(std::size_t block) const { return leaves_[block]; }
  const Estimate<n>& end(std::size_t block) const { return ends_[block]; }

 private:
  Smoothed(std::unique_ptr<OwnRecord> record, std::unique_ptr<Run> run,
           std::vector<Estimate<n>> leaves, std::vector<Estimate<n>> ends,
           trajectory::PiecewisePolynomial mean)
      : SmoothedCoordinate(n, std::move(mean)),
        record_(std::move(record)),
        run_(std::move(run)),
        leaves_(std::move(leaves)),
        ends_(std::move(ends)) {}

  std::unique_ptr<const OwnRecord> record_;
  std::unique_ptr<const Run> run_;   ///< Looks at the record.
  std::vector<Estimate<n>> leaves_;  ///< Filtered, at the first row of each block.
  std::vector<Estimate<n>> ends_;    ///< Smoothed, at the last row of each block.
};

template <int n>
void Covariances<n>::go_to(std::size_t block) {
  if (block == block_) return;
  block_ = block;
  const SmoothingRun<n>& run = of_.run();
  run.fill(block, of_.leaf(block), rows_);
  const std::size_t count = run.last_row(block) - run.first_row(block) + 1;
  smoothed_.resize(count);
  smoothed_[count - 1] = of_.end(block).root;
  for (std::size_t i = count - 1; i-- > 0;) {
    smoothed_[i] = smoothed_root(rows_[i].back, smoothed_[i + 1]);
  }
}

template <int n>
void Covariances<n>::at(double t, std::span<double> out) {
  const SmoothingRun<n>& run = of_.run();
  const std::size_t row = static_cast<std::size_t>(of_.mean().interval_at(t));
  const std::size_t block = run.block_at(row);
  go_to(block);
  const std::size_t i = row - run.first_row(block);
  const std::span<const double> times = run.samples().times;
  const Root<n>* root = &smoothed_[i];
  Root<n> between;
  if (t >= times[row + 1]) {
    root = &smoothed_[i + 1];
  } else if (t > times[row]) {
    // A row without samples between the two.
    between = rows_[i].filtered.root;
    predict(run.step_to(row + 1, times[row], t), between);
    const BackStep<n> back = predict_and_keep(run.step_to(row + 1, t, times[row + 1]), between);
    between = smoothed_root(back, smoothed_[i + 1]);
    root = &between;
  }
  const double T = run.time_scale();
  StateVector<n> power;
  power[0] = 1.0;
  for (int k = 1; k < n; ++k) power[k] = power[k - 1] / T;
  for (int a = 0; a < n; ++a) {
    for (int b = 0; b < n; ++b) {
      double sum = 0.0;
      for (int r = 0; r < n; ++r) sum += (*root)[r][a] * (*root)[r][b];
      out[a * n + b] = sum * power[a] * power[b];
    }
  }
}

}  // namespace

std::shared_ptr<const SmoothedCoordinate> smooth_coordinate(const CoordinateSamples& samples,
                                                            const NoiseModel& model) {
  check_samples_and_model(samples, model);
  return with_order(model.n, [&](auto n) { return Smoothed<n>::make(samples, model); });
}

}  // namespace appell::record
