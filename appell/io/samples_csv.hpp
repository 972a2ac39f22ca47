#pragma once

#include <string>
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
};

/// Which rows are too many for the memory of what is made of them.
struct RowLimit {
  std::size_t most_numbers;  ///< Of a record with few rows.
  std::size_t most_rows;     ///< Beyond them it is a long record, made in windows, without limit;
  bool has_long_records;     ///< unless there is no such thing.
};

/// @throws ModelError with all problems, each with its place.
CsvSamples read_samples_csv(const std::string& text, const RowLimit& limit,
                            Diagnostics& diagnostics);

/// The line of a row of samples, counted from 0; the text has been read before.
std::size_t line_of_row(const std::string& text, std::size_t row);

}  // namespace appell::io
