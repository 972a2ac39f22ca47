#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "appell/trajectory/spline.hpp"

namespace appell::analysis {

/// A record of the angular acceleration of one joint that starts at rest.
struct AngularRecord {
  std::string source;                ///< Where it is from, for people.
  bool is_ours = false;              ///< Made up by us, not measured.
  std::vector<double> times;         ///< s, ascending.
  std::vector<double> acceleration;  ///< q'', rad/s²
  double sd = 0.0;                   ///< Of each acceleration, rad/s²; 0: they count as exact.
  std::vector<double> knots;         ///< Of the functions; of ours those of the record.
  std::optional<double> given_turn;  ///< How far it turns, if that is known, rad.
  double turn = 0.0;                 ///< How far it turns, rad.
  double largest_change = 0.0;       ///< Of q'', so that it turns as far as is given, rad/s².
};

/// Most rows of a record: its uncertainty takes a spline for each.
inline constexpr std::size_t kMostRecordRows = 2000;

/// What an accelerometer tells that measures the tangential acceleration a_t of a point at the
/// distance r from the axis [S2 fig. 5]:
///
///   q'' = a_t / r                                                                           (1)
///
/// The functions of angle_from_record() have as many intervals as the noise allows: s intervals
/// leave Σ r² of n accelerations over, and
///
///   n ln(Σ r²/n) + (s + 3) ln n → min,   or Σ r²/sd² + (s + 3) ln n if sd is given             (2)
///
/// With sd = 0 they go through all accelerations.
/// @param sd  standard deviation of the noise of a_t, m/s²; unless given it is what (2) leaves
/// over.
/// @param turn  how far the arm turned, rad; unless given it is what the functions say.
/// @throws InvalidArgument unless there are 8 to kMostRecordRows rows at ascending times, all
/// finite,
///   r > 0 and sd >= 0.
AngularRecord angular_record(std::string source, std::vector<double> times,
                             std::span<const double> tangential, double radius,
                             std::optional<double> sd = {}, std::optional<double> turn = {});

/// The angle as functions of fifth degree from rest, q⁽⁴⁾ linear on each interval [S2 eqs.
/// (81)-(85)]. Of our record: q, q', q'', q''' at the start, q and q'' at the end. That is
/// ill-posed where the turn does not belong to the accelerations to rounding: of any other record
/// q'' is the spline on its knots that is nearest to the accelerations, and a turn that is given is
/// met by the least change of them (trajectory::integrated_twice()).
trajectory::LeastChange angle_from_record(const AngularRecord& record);

/// By how much the angle and its derivatives change with each of the accelerations, at some times:
/// [datum][derivative 0..4][time]. The angle is linear in them: exact.
std::vector<std::vector<std::vector<double>>> responses_to_record(const AngularRecord& record,
                                                                  std::span<const double> times);

}  // namespace appell::analysis
