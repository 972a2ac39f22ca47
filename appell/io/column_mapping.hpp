#pragma once

#include <array>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "appell/io/column_names.hpp"
#include "appell/io/csv_dialect.hpp"
#include "appell/io/toml_fields.hpp"

namespace appell::io {

/// A column by its name or by its number, from 1.
using ColumnId = std::variant<std::string, std::size_t>;

/// A value for every joint: the same for all, a list in the order of `joints`, or by name.
template <class T>
struct PerJoint {
  T all{};
  std::vector<T> list;
  std::map<std::string, T> by_joint;

  const T& of(const std::string& joint, std::size_t index) const {
    const auto found = by_joint.find(joint);
    if (found != by_joint.end()) return found->second;
    return index < list.size() ? list[index] : all;
  }
};

/// Where the columns of one kind are and what their numbers mean:
/// SI value = sign · factor · unit · number + offset.
struct KindMapping {
  bool is_given = false;
  bool is_off = false;               ///< `velocity = false`: not used.
  std::optional<std::size_t> first;  ///< The columns from this one on are the joints', in order.
  std::string pattern;               ///< "panda_{joint}", "q[{index}]", "q{number}"
  std::vector<ColumnId> list;        ///< In the order of `joints`.
  std::map<std::string, ColumnId> by_joint;
  PerJoint<double> factor{.all = 1.0};
  PerJoint<double> offset{.all = 0.0};
  PerJoint<std::string> unit;
  bool has_gain = false;
  std::string file;               ///< Of its own; empty: the record's.
  std::size_t lines_per_row = 0;  ///< One number in a line, so many lines to an instant.

  bool names_columns() const {
    return first || !pattern.empty() || !list.empty() || !by_joint.empty();
  }
};

/// Where the time is.
struct TimeMapping {
  std::optional<ColumnId> column;
  std::optional<ColumnId> nanoseconds;
  std::string unit;
  std::optional<bool> zero;  ///< Whether times are counted from the first.
  std::string file;
  double period = 0.0;  ///< Of rows without a time.
  double start = 0.0;   ///< Of the first of them.
};

/// Which column of a log is what (docs/formats.md).
struct ColumnMapping {
  std::string source;  ///< The file that says so; for messages.
  std::vector<std::string> joints;
  std::array<KindMapping, 4> kinds;  ///< By ColumnKind: position, velocity, effort, current.
  TimeMapping time;
  CsvDialectHint dialect;
  std::optional<bool> header;
  bool skip_bad_rows = false;
  bool degrees = false;                       ///< Angles and their rates are in degrees.
  std::map<std::string, std::string> rename;  ///< The joint that a column is.
  double from = -std::numeric_limits<double>::infinity();
  double to = std::numeric_limits<double>::infinity();
  std::optional<double> hold_others;
  std::map<std::string, double> hold;

  const KindMapping& of(ColumnKind kind) const { return kinds[static_cast<std::size_t>(kind)]; }
  KindMapping& of(ColumnKind kind) { return kinds[static_cast<std::size_t>(kind)]; }
};

/// The fields of a mapping in the table of a motion or of a file of its own; what is wrong is noted
/// there.
ColumnMapping read_column_mapping(TomlFields& fields, const std::string& source);

}  // namespace appell::io
