#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "appell/io/csv_dialect.hpp"
#include "appell/io/diagnostics.hpp"

namespace appell::io {

/// How a table begins.
struct TableHeader {
  CsvDialect dialect;
  std::vector<std::string> names;   ///< Of the columns; empty without a header.
  std::vector<std::size_t> places;  ///< Where each name (or first number) is in its line, from 1.
  std::size_t num_columns = 0;
  std::size_t line = 1;  ///< Of the header, or of the first numbers.

  /// "column 3 ('elbow')": for messages; columns are counted from 0 here, from 1 in the text.
  std::string column_text(std::size_t column) const;
  /// "31 columns, separated by ',', without names".
  std::string text() const;
  Position place(std::size_t column) const { return {line, places[column]}; }
};

/// Where a table begins, and what a mapping says of it.
struct TableBeginning {
  std::string_view first;   ///< The first line that is no remark.
  std::string_view behind;  ///< Some text behind it.
  std::string_view remark;  ///< The last remark before it.
  CsvDialectHint dialect;
  std::optional<bool> header;  ///< Whether there is one; else the numbers tell.
};

/// Finds out how a table is written; all but the line of the header is filled in.
/// @return whether the first line is a header.
bool find_header(const TableBeginning& beginning, TableHeader& header);

}  // namespace appell::io
