#include "appell/analysis/angular_record.hpp"

#include <array>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/trajectory/spline.hpp"

namespace appell::analysis {
namespace {

constexpr int kRecordOrder = 4;  // m: the paper's functions of fifth degree.

/// Slope at the first of three points of the parabola through them.
double first_slope(std::span<const double> t, std::span<const double> a) {
  const double h = t[1] - t[0], H = t[2] - t[0];
  return ((a[1] - a[0]) * H / h - (a[2] - a[0]) * h / H) / (H - h);
}

/// ∫∫ of a polygon, from rest.
double double_integral(std::span<const double> t, std::span<const double> a) {
  double q = 0.0, v = 0.0;
  for (std::size_t i = 1; i < t.size(); ++i) {
    const double h = t[i] - t[i - 1];
    q += v * h + h * h * (2.0 * a[i - 1] + a[i]) / 6.0;
    v += h * (a[i - 1] + a[i]) / 2.0;
  }
  return q;
}

/// White noise of variance σ² has fourth differences of variance 70 σ².
double noise_of(std::span<const double> a) {
  double sum = 0.0;
  for (std::size_t i = 4; i < a.size(); ++i) {
    const double d = a[i] - 4.0 * a[i - 1] + 6.0 * a[i - 2] - 4.0 * a[i - 3] + a[i - 4];
    sum += d * d;
  }
  return std::sqrt(sum / (70.0 * static_cast<double>(a.size() - 4)));
}

}  // namespace

AngularRecord angular_record(std::string source, std::vector<double> times,
                             std::span<const double> tangential, double radius,
                             std::optional<double> sd, std::optional<double> turn) {
  check(times.size() >= 8 && times.size() <= kMostRecordRows, source, ": ", times.size(),
        " accelerations; 8 to ", kMostRecordRows, " are needed");
  check(times.size() == tangential.size(), source, ": ", times.size(), " times, but ",
        tangential.size(), " accelerations");
  for (std::size_t i = 0; i < times.size(); ++i) {
    check(std::isfinite(times[i]) && std::isfinite(tangential[i]), source, ": row ", i + 1,
          " is not finite");
    check(i == 0 || times[i] > times[i - 1], source, ": t = ", times[i], " in row ", i + 1,
          " comes after ", i == 0 ? 0.0 : times[i - 1], "; times must ascend");
  }
  check(std::isfinite(radius) && radius > 0.0, "the radius is ", radius,
        " m; the distance of the accelerometer from the axis is needed");
  check(!sd || (std::isfinite(*sd) && *sd >= 0.0), "the standard deviation is ", sd.value_or(0.0),
        " m/s²; one that is not negative is needed");
  AngularRecord record{.source = std::move(source), .times = std::move(times)};
  for (const double a : tangential) record.acceleration.push_back(a / radius);  // Eq. (1)
  record.sd = sd ? *sd / radius : noise_of(record.acceleration);
  record.first_jerk = first_slope(record.times, record.acceleration);
  record.turn = turn ? *turn : double_integral(record.times, record.acceleration);
  return record;
}

trajectory::PiecewisePolynomial angle_from_record(const AngularRecord& record) {
  using trajectory::Condition;
  const std::vector<double>& a = record.acceleration;
  const std::array start{Condition{0, 0.0}, Condition{1, 0.0}, Condition{2, a.front()},
                         Condition{3, record.first_jerk}};
  const std::array end{Condition{0, record.turn}, Condition{2, a.back()}};
  const auto inner = std::span(a).subspan(1, a.size() - 2);
  return trajectory::acceleration_spline(kRecordOrder, record.times, inner, start, end).law;
}

std::vector<std::vector<std::vector<double>>> responses_to_record(const AngularRecord& record,
                                                                  std::span<const double> times) {
  std::vector<std::vector<std::vector<double>>> responses;
  std::array<double, kRecordOrder + 1> coefficients{};
  for (std::size_t i = 0; i < record.times.size(); ++i) {
    AngularRecord unit = record;
    unit.acceleration.assign(record.times.size(), 0.0);
    unit.acceleration[i] = 1.0;
    unit.first_jerk = record.is_ours ? 0.0 : first_slope(unit.times, unit.acceleration);
    unit.turn = record.is_ours ? 0.0 : double_integral(unit.times, unit.acceleration);
    const trajectory::PiecewisePolynomial law = angle_from_record(unit);
    std::vector<std::vector<double>> response(kRecordOrder + 1);
    for (const double t : times) {
      law.expand(t, coefficients);
      double factorial = 1.0;
      for (std::size_t k = 0; k <= kRecordOrder; ++k) {
        response[k].push_back(factorial * coefficients[k]);
        factorial *= static_cast<double>(k + 1);
      }
    }
    responses.push_back(std::move(response));
  }
  return responses;
}

}  // namespace appell::analysis
