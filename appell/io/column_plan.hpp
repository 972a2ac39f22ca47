#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/io/column_mapping.hpp"
#include "appell/io/column_names.hpp"
#include "appell/io/diagnostics.hpp"
#include "appell/io/number_table.hpp"

namespace appell::io {

/// What a wanted column of a table holds: SI value = factor · number + offset.
struct ColumnRole {
  ColumnKind kind = ColumnKind::kPosition;
  std::size_t joint = 0;
  std::size_t derivative = 0;  ///< Of a position; exact, not measured.
  double factor = 1.0;
  double offset = 0.0;
  bool is_added = false;  ///< To what other columns gave: a further term of a sum.
};

/// The joints of a record: their names, and what the log calls them.
struct RecordedJoints {
  std::vector<std::string> names;
  std::vector<std::string> logged;
};

/// What is wanted of one table.
struct TablePlan {
  TableColumns columns;  ///< Its `kept` are the columns of the roles.
  std::vector<ColumnRole> roles;
  std::string time_name;  ///< Empty without a time or a header.
  std::string time_unit;  ///< As the mapping or the header says; may be empty.
};

/// What a planner goes by.
struct PlanContext {
  const ColumnMapping& mapping;
  const std::vector<std::string>* coordinates = nullptr;  ///< Of the robot, if it is known.
  const std::vector<char>* is_prismatic = nullptr;        ///< Of each of them, likewise.
  bool is_verbatim = false;  ///< Names are taken as they stand, but for ".dk": a table of anything.
};

/// Which part of a record a table is.
struct TablePart {
  std::vector<ColumnKind> kinds;  ///< That are looked for in it.
  bool has_time = true;           ///< The time is looked for,
  bool needs_time = true;         ///< and must be there.
};

/// Finds out which columns of a table are what, by its header, the mapping and the robot. Without a
/// word from the mapping, the names say it: column_name().
/// @param joints  of the record: filled in by the table that has the positions, read by others.
/// @param notes   gets how names were understood, where that is not plain.
TablePlan plan_table(const TableHeader& header, const PlanContext& context, const TablePart& part,
                     RecordedJoints& joints, std::vector<std::string>& notes,
                     Diagnostics& diagnostics);

}  // namespace appell::io
