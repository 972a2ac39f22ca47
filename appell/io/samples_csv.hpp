#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "appell/io/diagnostics.hpp"

namespace appell::io {

/// Samples of joints as a CSV has them: a header t,j1,j2,... with derivatives j1.d1, j1.d2, ... of
/// any joint, and a row per sample.
struct CsvSamples {
  std::vector<std::string> joints;
  std::vector<double> times;
  std::vector<std::vector<std::vector<double>>> values;  ///< [joint][derivative][sample]
  std::size_t last_line = 1;
  /// Where lines without a sample are skipped: from a row on, its line and those that follow.
  std::vector<std::pair<std::size_t, std::size_t>> line_of_rows;

  /// The line of a row of samples, counted from 0.
  std::size_t line_of(std::size_t row) const;
};

/// Which rows are too many for the memory of what is made of them.
struct RowLimit {
  std::size_t most_numbers;  ///< Of a record with few rows.
  std::size_t most_rows;     ///< Beyond them it is a long record, made in windows, without limit;
  bool has_long_records;     ///< unless there is no such thing.
};

/// @throws ModelError with all problems, each with its place.
CsvSamples read_samples_csv(std::string_view text, const RowLimit& limit, Diagnostics& diagnostics);

/// The same of a file, of which never more than a piece is in memory.
CsvSamples load_samples_csv(const std::string& path, const RowLimit& limit,
                            Diagnostics& diagnostics);

}  // namespace appell::io
