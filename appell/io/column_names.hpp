#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace appell::io {

/// What a column of a log is about.
enum class ColumnKind { kPosition, kVelocity, kEffort, kCurrent, kTime, kNanoseconds, kOther };

/// "position", "velocity", "effort", "current": as in mappings and messages.
std::string_view kind_text(ColumnKind kind);

/// What the name of a column says.
struct ColumnName {
  ColumnKind kind = ColumnKind::kPosition;
  std::string joint;                 ///< The whole name of a plain position.
  std::size_t derivative = 0;        ///< k of "joint.dk", an exact derivative.
  std::optional<std::size_t> index;  ///< i of "position[i]", which names no joint.
  std::string unit;                  ///< In brackets behind it, or of a time "_ms"; may be empty.
  bool is_plain = true;              ///< The name is the joint's and nothing else.
};

/// Reads a name: t, time_ms, "timestamp [ns]", header.stamp.sec; elbow, elbow.d2, elbow.velocity,
/// elbow_vel, /joint_states/elbow/effort, position/elbow, field.position3, velocity[3], "elbow
/// [deg]". Set points, accelerations and standard deviations are kOther.
ColumnName column_name(std::string_view name);

/// SI per unit of a column of a kind ("deg", "mm", "deg/s", "rpm", "mA", ...); none for a word that
/// is no such unit.
std::optional<double> unit_factor(ColumnKind kind, std::string_view unit);

/// The words that unit_factor() knows, for messages.
std::vector<std::string> unit_names(ColumnKind kind);

/// What names of a log have before and behind those of a robot's joints, the same for all of them.
struct CommonAffix {
  std::string prefix;
  std::string suffix;
  bool is_of_log = true;            ///< The log has them, not the robot.
  std::vector<std::string> joints;  ///< The robot's name of each.
};

/// None unless every name of the log becomes a joint's name, each another one.
std::optional<CommonAffix> find_affix(const std::vector<std::string>& logged,
                                      const std::vector<std::string>& joints);

}  // namespace appell::io
