#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/io/column_mapping.hpp"
#include "appell/io/column_names.hpp"
#include "appell/io/diagnostics.hpp"
#include "appell/io/limits.hpp"
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

/// Beyond 50,000 rows splines are made in windows.
inline constexpr RowLimit kRecordLimit{
    .most_numbers = kMostSplineNumbers, .most_rows = 50000, .has_long_records = true};

/// How a log is read, and what its columns are understood by.
struct LogReading {
  RowLimit limit = kRecordLimit;
  const ColumnMapping* mapping = nullptr;                 ///< Nullptr: the names say it all.
  const std::vector<std::string>* coordinates = nullptr;  ///< Of the robot, if it is known.
  const std::vector<char>* is_prismatic = nullptr;        ///< Of each of them.
  bool is_verbatim =
      false;  ///< Names stand for themselves, but for t and ".dk": a table of anything.
  std::string named_from;  ///< The file beside which other files of the record are; empty: the log.

  /// Whether a joint of the robot is prismatic; false for others.
  bool slides(const std::string& joint) const;
};

/// Which part of a record a table is.
struct TablePart {
  std::vector<ColumnKind> kinds;  ///< That are looked for in it.
  bool has_time = true;           ///< The time is looked for,
  bool needs_time = true;         ///< and must be there.
};

/// Finds out which columns of a table are what, by its header, the mapping and the robot. Without a
/// word from the mapping, the names say it: column_name().
/// @param reading  has a mapping, which may say nothing.
/// @param joints  of the record: filled in by the table that has the positions, read by others.
/// @param notes   gets how names were understood, where that is not plain.
TablePlan plan_table(const TableHeader& header, const LogReading& reading, const TablePart& part,
                     RecordedJoints& joints, std::vector<std::string>& notes,
                     Diagnostics& diagnostics);

}  // namespace appell::io
