#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "appell/io/csv_dialect.hpp"
#include "appell/io/diagnostics.hpp"
#include "appell/io/table_header.hpp"
#include "appell/io/time_stamp.hpp"

namespace appell::io {

/// Which rows are too many for the memory of what is made of them.
struct RowLimit {
  std::size_t most_numbers;  ///< Of a record with few rows.
  std::size_t most_rows;     ///< Beyond them it is a long record, made in windows, without limit;
  bool has_long_records;     ///< unless there is no such thing.
};

/// Where lines without a sample are skipped: from a row on, its line and those that follow.
using LineRuns = std::vector<std::pair<std::size_t, std::size_t>>;
std::size_t line_of_row(const LineRuns& runs, std::size_t row);

/// Which columns of a table are wanted; the others may hold anything.
struct TableColumns {
  std::vector<std::size_t> kept;
  std::optional<std::size_t> time;         ///< Must ascend.
  std::optional<std::size_t> nanoseconds;  ///< That `time`, in whole seconds, goes on with.
};

/// How to read a table.
struct TableOptions {
  CsvDialectHint dialect;
  std::optional<bool> header;     ///< Whether there is one; else the numbers tell.
  bool skip_bad_rows = false;     ///< Rows with a cell that is no number, or a time that is not
                                  ///< after the one before, are counted instead of refused.
  std::size_t lines_per_row = 0;  ///< One number in a line, so many lines to a row; 0: a row each.
  RowLimit limit{};
  /// Called once; what it notes as an error ends the reading.
  std::function<TableColumns(const TableHeader&)> choose;
};

/// The wanted columns of a table, row by row.
struct NumberTable {
  TableHeader header;
  std::vector<std::vector<double>> values;  ///< [i][row] of column kept[i]
  std::vector<double> digit_steps;          ///< Of each: see PrintedDigits.
  std::vector<double> times;                ///< As they stand, or since `origin`; empty without.
  std::optional<TimeStamp> origin;          ///< The first stamp, if stamps have too many digits.
  double time_step = 0.0;                   ///< Of the last digit of a stamp.
  bool has_whole_times = true;              ///< No stamp has decimals.
  std::size_t num_rows = 0;
  std::size_t last_line = 0;
  std::size_t num_skipped = 0;    ///< Rows, by skip_bad_rows.
  std::string first_skipped;      ///< "file:line:column: why"
  std::size_t num_left_over = 0;  ///< Numbers behind the last whole row, by lines_per_row.
  LineRuns line_of_rows;

  /// The line of a row, counted from 0.
  std::size_t line_of(std::size_t row) const { return line_of_row(line_of_rows, row); }
};

/// @throws ModelError with all problems, each with its place.
NumberTable read_number_table(std::string_view text, const TableOptions& options,
                              Diagnostics& diagnostics);

/// The same of a file, of which never more than a piece is in memory.
NumberTable load_number_table(const std::string& path, const TableOptions& options,
                              Diagnostics& diagnostics);

}  // namespace appell::io
