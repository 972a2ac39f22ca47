#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "appell/io/column_plan.hpp"

namespace appell::io {

/// The columns of a header that are positions, and whose.
struct PositionColumns {
  struct Derivative {
    std::size_t column;
    std::size_t joint;
    std::size_t order;
  };

  std::vector<std::size_t> columns;  ///< By joint.
  RecordedJoints joints;
  std::vector<Derivative> derivatives;  ///< Exact ones, "joint.dk".
  std::string unit;                     ///< That the end of all names says ("_deg"); may be empty.
};

/// What is known of the columns.
struct NamedColumns {
  const TableHeader& header;
  const std::vector<ColumnName>& names;                 ///< Of each column.
  const std::vector<char>& is_used;                     ///< For something else.
  const std::unordered_set<std::string>& known_joints;  ///< Of the mapping and of the robot.
  const LogReading& reading;
};

/// Goes by the names. Where some say outright that they are positions, others are none unless they
/// are joints of the mapping or of the robot; else all plain names are.
PositionColumns find_positions(const NamedColumns& columns, std::vector<std::string>& notes,
                               Diagnostics& diagnostics);

/// For messages about columns that names alone do not explain.
inline constexpr std::string_view kMappingHelps =
    "a mapping says which column is what (docs/formats.md)";

}  // namespace appell::io
