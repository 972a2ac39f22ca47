#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "appell/trajectory/piecewise_polynomial.hpp"

namespace appell::analysis {

/// A record of the angular acceleration of one joint that starts at rest.
struct AngularRecord {
  std::string source;                ///< Where it is from, for people.
  bool is_ours = false;              ///< Made up by us, not measured.
  std::vector<double> times;         ///< s, ascending.
  std::vector<double> acceleration;  ///< q'', rad/s²
  double sd = 0.0;                   ///< Of each acceleration, rad/s²; 0: they count as exact.
  double first_jerk = 0.0;           ///< q''' at the start, rad/s³
  double turn = 0.0;                 ///< How far it turns, rad.
};

/// Most rows of a record: its uncertainty takes a spline for each.
inline constexpr std::size_t kMostRecordRows = 2000;

/// What an accelerometer tells that measures the tangential acceleration a_t of a point at the
/// distance r from the axis [S2 fig. 5]:
///
///   q'' = a_t / r                                                                           (1)
///
/// The first jerk is that of the parabola through the first three accelerations; the turn, unless
/// it is given, is the double integral of the record as a polygon.
/// @param sd  standard deviation of the noise of a_t, m/s²; unless given it is estimated from
/// fourth
///   differences, which leave little of a smooth motion.
/// @throws InvalidArgument unless there are 8 to kMostRecordRows rows at ascending times, all
/// finite,
///   r > 0 and sd >= 0.
AngularRecord angular_record(std::string source, std::vector<double> times,
                             std::span<const double> tangential, double radius,
                             std::optional<double> sd = {}, std::optional<double> turn = {});

/// The angle as functions of fifth degree, q⁽⁴⁾ linear on each interval: q, q', q'', q''' at the
/// start, q and q'' at the end [S2 eqs. (81)-(85)].
trajectory::PiecewisePolynomial angle_from_record(const AngularRecord& record);

/// By how much the angle and its derivatives change with each of the accelerations, at some times:
/// [datum][derivative 0..4][time]. The angle is linear in them: exact.
std::vector<std::vector<std::vector<double>>> responses_to_record(const AngularRecord& record,
                                                                  std::span<const double> times);

}  // namespace appell::analysis
