#include "appell/analysis/angular_record.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "appell/base/check.hpp"
#include "appell/trajectory/banded_least_squares.hpp"
#include "appell/trajectory/bspline_basis.hpp"

namespace appell::analysis {
namespace {

constexpr int kRecordOrder = 4;  // m: the paper's functions of fifth degree.

constexpr int kDegree = kRecordOrder - 1;  // Of q''.

/// The spline of a record's q'' on some knots that is nearest to its accelerations, and Σ r².
struct NearestSpline {
  trajectory::PiecewisePolynomial law;
  double squares = 0.0;
};

NearestSpline nearest_spline(const AngularRecord& record, const std::vector<double>& knots) {
  const trajectory::BSplineBasis basis(knots, kDegree);
  trajectory::BandedLeastSquares system(basis.size(), kDegree + 1, 1);
  std::array<double, kDegree + 1> row{};
  int interval = 0;
  for (std::size_t i = 0; i < record.times.size(); ++i) {
    interval = basis.interval_at(record.times[i], interval);
    basis.row(interval, record.times[i], 0, row);
    double right = record.acceleration[i];
    system.add(interval, row, {&right, 1});
  }
  NearestSpline nearest{basis.polynomial(system.solve())};
  for (std::size_t i = 0; i < record.times.size(); ++i) {
    double a = 0.0;
    nearest.law.expand(record.times[i], {&a, 1});
    nearest.squares += (a - record.acceleration[i]) * (a - record.acceleration[i]);
  }
  return nearest;
}

/// Knots of s intervals with as many accelerations in each.
std::vector<double> spread_knots(const std::vector<double>& times, std::size_t s) {
  std::vector<double> knots;
  for (std::size_t i = 0; i <= s; ++i) knots.push_back(times[i * (times.size() - 1) / s]);
  return knots;
}

/// All times but the second and the last but one: as many functions as accelerations.
std::vector<double> knots_through_all(const std::vector<double>& times) {
  std::vector<double> knots = times;
  knots.erase(knots.end() - 2);
  knots.erase(knots.begin() + 1);
  return knots;
}

/// Chooses the knots, and the standard deviation unless it is given: Eq. (2).
void choose_knots(const std::optional<double>& sd, AngularRecord& record) {
  const auto n = static_cast<double>(record.times.size());
  double size = 0.0;
  for (const double a : record.acceleration) size += a * a;
  const double least = std::numeric_limits<double>::min() + 1e-30 * size;  // What rounding leaves.
  double lowest = std::numeric_limits<double>::infinity();
  for (std::size_t s = 1; 2 * s <= record.times.size(); s += 1 + s / 8) {
    const std::vector<double> knots = spread_knots(record.times, s);
    const double squares = std::max(nearest_spline(record, knots).squares, least);
    const double functions = static_cast<double>(s) + kDegree;
    const double misfit = sd ? squares / (*sd * *sd) : n * std::log(squares / n);
    if (misfit + functions * std::log(n) >= lowest) continue;
    lowest = misfit + functions * std::log(n);
    record.knots = knots;
    record.sd = sd ? *sd : std::sqrt(squares / (n - functions));
  }
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
  record.given_turn = turn;
  if (sd == 0.0) {
    record.knots = knots_through_all(record.times);
  } else {
    choose_knots(sd ? std::optional(*sd / radius) : std::nullopt, record);
  }
  const trajectory::LeastChange angle = angle_from_record(record);
  angle.law.expand(record.times.back(), {&record.turn, 1});
  record.largest_change = angle.largest_change;
  return record;
}

trajectory::LeastChange angle_from_record(const AngularRecord& record) {
  using trajectory::Condition;
  const std::vector<double>& a = record.acceleration;
  const std::array rest{Condition{0, 0.0}, Condition{1, 0.0}};
  if (record.is_ours) {
    const std::array start{rest[0], rest[1], Condition{2, a.front()}, Condition{3, 0.0}};
    const std::array end{Condition{0, record.turn}, Condition{2, a.back()}};
    const auto inner = std::span(a).subspan(1, a.size() - 2);
    return {trajectory::acceleration_spline(kRecordOrder, record.times, inner, start, end).law,
            0.0};
  }
  std::vector<Condition> end;
  if (record.given_turn) end.push_back({0, *record.given_turn});
  return trajectory::integrated_twice(nearest_spline(record, record.knots).law, rest, end);
}

std::vector<std::vector<std::vector<double>>> responses_to_record(const AngularRecord& record,
                                                                  std::span<const double> times) {
  std::vector<std::vector<std::vector<double>>> responses;
  std::array<double, kRecordOrder + 1> coefficients{};
  for (std::size_t i = 0; i < record.times.size(); ++i) {
    AngularRecord unit = record;
    unit.acceleration.assign(record.times.size(), 0.0);
    unit.acceleration[i] = 1.0;
    if (record.given_turn) unit.given_turn = 0.0;
    const trajectory::PiecewisePolynomial law = angle_from_record(unit).law;
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
