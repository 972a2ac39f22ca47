#include "appell/record/smoother.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/support/digits50.hpp"

namespace appell::record {
namespace {

using support::Real50;

/// A short record of uneven times, with a model whose intensity changes.
struct ShortRecord {
  std::vector<double> times, position, rate;
  NoiseModel model;

  ShortRecord(int n, bool has_rates, std::size_t rows = 36) {
    std::mt19937 random(1899);
    std::normal_distribution<double> normal;
    double t = 3.0;
    for (std::size_t i = 0; i < rows; ++i) {
      times.push_back(t);
      position.push_back(std::sin(2.0 * t) + 1e-3 * normal(random));
      if (has_rates) rate.push_back(2.0 * std::cos(2.0 * t) + 0.02 * normal(random));
      model.variance.push_back(1e-6 * (1.0 + 0.5 * std::sin(static_cast<double>(i))));
      t += 0.01 * (1.0 + 0.5 * std::abs(normal(random)));
    }
    model.n = n;
    model.window = 0.2;
    model.rate_variance = 4e-4;
    model.log_intensity = {2.0 * n * std::log(3.0), 2.0 * n * std::log(2.0)};
  }
  CoordinateSamples samples() const { return {times, position, rate}; }
};

/// The same posterior by Gaussian regression: no state, no step, no recursion, 50 digits.
class Regression {
 public:
  explicit Regression(const ShortRecord& record) : record_(record) {
    const int n = record.model.n;
    // The prior of the smoother: mid ± 10 range for q⁽ᵏ⁾ Tᵏ.
    double mean_log = 0.0, mean_intensity = 0.0;
    for (const double r : record.model.variance) mean_log += std::log(r);
    for (const double x : record.model.log_intensity) mean_intensity += x;
    const auto rows = static_cast<double>(record.times.size());
    const double variance = std::exp(mean_log / rows);
    const double span = record.times.back() - record.times.front();
    const double T = std::min(
        span,
        std::pow(variance * span / rows /
                     std::exp(mean_intensity / static_cast<double>(record.model.num_windows())),
                 0.5 / n));
    const auto [low, high] = std::minmax_element(record.position.begin(), record.position.end());
    middle_ = 0.5 * (*low + *high);
    Real50 deviation = 10.0 * std::max(*high - *low, 100.0 * std::sqrt(variance));
    for (int k = 0; k < n; ++k) {
      prior_.push_back(deviation * deviation);
      deviation /= Real50(T);
    }
    for (std::size_t i = 0; i < record.times.size(); ++i) {
      data_.push_back({record.times[i], 0, record.position[i] - middle_, record.model.variance[i]});
      if (!record.rate.empty()) {
        data_.push_back({record.times[i], 1, record.rate[i], record.model.rate_variance});
      }
    }
    for (std::size_t i = 1; i < record.times.size(); ++i) {
      const std::size_t w = record.model.window_at(record.times[i] - record.times.front());
      if (pieces_.size() <= w) {
        pieces_.push_back({record.times[i - 1], 0.0, exp(Real50(record.model.log_intensity[w]))});
      }
      pieces_.back().to = record.times[i];
    }
    factorise();
  }

  /// Means and covariances of q, ..., q⁽ⁿ⁻¹⁾ at a time.
  struct Posterior {
    std::vector<double> mean;
    std::vector<std::vector<double>> covariance;
  };
  Posterior at(double t) const {
    Posterior result;
    std::vector<std::vector<Real50>> parts;
    for (int a = 0; a < record_.model.n; ++a) {
      parts.push_back(whitened(t, a));
      result.mean.push_back(static_cast<double>((a == 0 ? Real50(middle_) : Real50(0)) +
                                                product(parts.back(), right_)));
      result.covariance.emplace_back();
      for (int b = 0; b <= a; ++b) {
        result.covariance.back().push_back(
            static_cast<double>(kernel(t, a, t, b) - product(parts.back(), parts[b])));
      }
    }
    return result;
  }
  Real50 log_likelihood() const {
    Real50 sum = 0;
    for (std::size_t i = 0; i < data_.size(); ++i) {
      sum -= log(lower_[i][i]) + right_[i] * right_[i] / 2;
    }
    return sum;
  }

 private:
  struct Datum {
    double t;
    int derivative;
    Real50 value;
    double variance;
  };
  /// Steps of one intensity.
  struct Piece {
    double from, to;
    Real50 intensity;
  };

  /// Cov(q⁽ᵃ⁾(t), q⁽ᵇ⁾(s)): that of the prior, and ∫ σ² of both responses.
  Real50 kernel(double t, int a, double s, int b) const {
    const int n = record_.model.n;
    const double start = record_.times.front();
    Real50 sum = 0;
    for (int k = std::max(a, b); k < n; ++k) {
      sum += prior_[k] * power(Real50(t) - start, k - a) * power(Real50(s) - start, k - b);
    }
    const double end = std::min(t, s);
    for (const Piece& piece : pieces_) {
      if (piece.from >= end) break;
      const Real50 from = piece.from;
      const Real50 to = std::min(piece.to, end);
      // ∫ (t-u)^p/p! (s-u)^r/r! du by parts: each term takes one power from one to the other.
      int p = n - 1 - a, r = n - 1 - b;
      Real50 sign = 1;
      for (; p >= 0; --p) {
        ++r;
        sum += piece.intensity * sign *
               (power(t - from, p) * power(s - from, r) - power(t - to, p) * power(s - to, r));
        sign = -sign;
      }
    }
    return sum;
  }

  static Real50 product(const std::vector<Real50>& a, const std::vector<Real50>& b) {
    Real50 sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
  }

  static Real50 power(const Real50& x, int k) {
    Real50 result = 1;
    for (int i = 1; i <= k; ++i) result *= x / i;
    return result;
  }

  void factorise() {
    const std::size_t size = data_.size();
    lower_.assign(size, std::vector<Real50>(size, Real50(0)));
    right_.assign(size, Real50(0));
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        Real50 sum = kernel(data_[i].t, data_[i].derivative, data_[j].t, data_[j].derivative);
        if (i == j) sum += data_[i].variance;
        for (std::size_t k = 0; k < j; ++k) sum -= lower_[i][k] * lower_[j][k];
        lower_[i][j] = i == j ? sqrt(sum) : sum / lower_[j][j];
      }
      Real50 sum = data_[i].value;
      for (std::size_t k = 0; k < i; ++k) sum -= lower_[i][k] * right_[k];
      right_[i] = sum / lower_[i][i];
    }
  }

  std::vector<Real50> whitened(double t, int a) const {
    std::vector<Real50> z(data_.size());
    for (std::size_t i = 0; i < data_.size(); ++i) {
      Real50 sum = kernel(t, a, data_[i].t, data_[i].derivative);
      for (std::size_t k = 0; k < i; ++k) sum -= lower_[i][k] * z[k];
      z[i] = sum / lower_[i][i];
    }
    return z;
  }

  const ShortRecord& record_;
  double middle_ = 0.0;
  std::vector<Real50> prior_;
  std::vector<Piece> pieces_;
  std::vector<Datum> data_;
  std::vector<std::vector<Real50>> lower_;
  std::vector<Real50> right_;
};

class SmootherOfOrder : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Orders, SmootherOfOrder, testing::Values(4, 5, 6, 7));

/// The mean may err by 1e-8 of its deviation, the deviation by 1e-8 of itself: square roots lose no
/// more than the conditioning of the first rows, where q⁽ⁿ⁻¹⁾ is 1e10 times less known than q.
constexpr double kTolerance = 1e-8;

TEST_P(SmootherOfOrder, IsTheRegressionOnAllSamples) {
  for (const bool has_rates : {false, true}) {
    const ShortRecord record(GetParam(), has_rates);
    const Regression expected(record);
    const auto smoothed = smooth_coordinate(record.samples(), record.model);
    const auto covariances = smoothed->covariance();
    const int n = GetParam();
    const auto size = static_cast<std::size_t>(n);
    std::vector<double> coefficients(size), covariance(size * size);
    // Between rows, at one, between the blocks of roots, at the end.
    for (const double t : {0.3 * record.times[0] + 0.7 * record.times[1], record.times[17],
                           0.5 * (record.times[31] + record.times[32]), record.times[35]}) {
      const Regression::Posterior exact = expected.at(t);
      smoothed->mean().expand(t, coefficients);
      covariances->at(t, covariance);
      double factorial = 1.0;
      for (std::size_t a = 0; a < size; ++a) {
        if (a > 0) factorial *= static_cast<double>(a);
        const double sd = std::sqrt(exact.covariance[a][a]);
        EXPECT_NEAR(coefficients[a] * factorial, exact.mean[a], kTolerance * sd)
            << "n " << n << " a " << a << " t " << t;
        for (std::size_t b = 0; b <= a; ++b) {
          const double other = std::sqrt(exact.covariance[b][b]);
          EXPECT_NEAR(covariance[a * size + b], exact.covariance[a][b], kTolerance * sd * other)
              << "n " << n << " a " << a << " b " << b << " t " << t;
        }
      }
    }
  }
}

TEST_P(SmootherOfOrder, HasTheLikelihoodOfTheRegression) {
  for (const bool has_rates : {false, true}) {
    const ShortRecord record(GetParam(), has_rates);
    const double expected = static_cast<double>(Regression(record).log_likelihood());
    Smoother smoother(record.samples(), 0);
    EXPECT_NEAR(smoother.filter(record.model).log_likelihood, expected, 1e-9 * std::abs(expected));
    EXPECT_NEAR(smoother.run(record.model).innovations.log_likelihood, expected,
                1e-9 * std::abs(expected));
  }
}

TEST_P(SmootherOfOrder, MomentsAreTheSlopesOfTheLikelihood) {
  const ShortRecord record(GetParam(), true);
  Smoother smoother(record.samples(), 0);
  const SmoothingPass pass = smoother.run(record.model);
  const auto likelihood = [&](const auto& change) {
    NoiseModel model = record.model;
    change(model);
    return smoother.filter(model).log_likelihood;
  };
  constexpr double kStep = 1e-4;  // Third derivatives of ln L are of the size of ln L, about 200.
  // The prior is as wide as the unit of time, T = (R̄ h̄/σ²)^(1/2n), makes it: Σ k ln T in ln L,
  // whose slope is (n - 1)/4 by ln R; to what the samples say of the prior, 1e-5.
  const double of_prior = 0.25 * (GetParam() - 1);
  const auto expect_slope = [&](const Moment& moment, double prior, const auto& change) {
    const double slope = (likelihood([&](NoiseModel& m) { change(m, kStep); }) -
                          likelihood([&](NoiseModel& m) { change(m, -kStep); })) /
                         (2.0 * kStep);
    EXPECT_NEAR(0.5 * (moment.observed - moment.expected) + prior, slope, 1e-4);
  };
  for (std::size_t w = 0; w < 2; ++w) {
    expect_slope(pass.intensity[w], -0.5 * of_prior,
                 [w](NoiseModel& m, double step) { m.log_intensity[w] += step; });
  }
  expect_slope(pass.rate, 0.0,
               [](NoiseModel& m, double step) { m.rate_variance *= std::exp(step); });
  Moment noise;
  for (std::size_t i = 0; i < record.times.size(); ++i) {
    const double R = record.model.variance[i];
    noise.observed += smoother.errors()[i] * smoother.errors()[i] / R;
    noise.expected += (R - smoother.variances()[i]) / R;
  }
  expect_slope(noise, of_prior, [](NoiseModel& m, double step) {
    for (double& r : m.variance) r *= std::exp(step);
  });
}

TEST_P(SmootherOfOrder, PiecesMeetInAllDerivativesOfTheState) {
  const ShortRecord record(GetParam(), false, 100);
  const auto smoothed = smooth_coordinate(record.samples(), record.model);
  const auto covariances = smoothed->covariance();
  const auto n = static_cast<std::size_t>(GetParam());
  std::vector<double> left(n), right(n), covariance(n * n);
  for (int i = 1; i < smoothed->mean().num_intervals(); ++i) {
    const double t = smoothed->mean().breaks()[i];
    smoothed->mean().expand_piece(i - 1, t, left);
    smoothed->mean().expand_piece(i, t, right);
    covariances->at(t, covariance);
    double factorial = 1.0;
    for (std::size_t k = 0; k < n; ++k) {
      if (k > 0) factorial *= static_cast<double>(k);
      EXPECT_NEAR(left[k], right[k], kTolerance * std::sqrt(covariance[k * n + k]) / factorial);
    }
  }
}

TEST(Smoother, RefusesWhatDoesNotFit) {
  ShortRecord record(5, false);
  record.model.n = 8;
  EXPECT_THROW(smooth_coordinate(record.samples(), record.model), Error);
  record.model.n = 5;
  record.model.variance.pop_back();
  EXPECT_THROW(smooth_coordinate(record.samples(), record.model), Error);
}

}  // namespace
}  // namespace appell::record
