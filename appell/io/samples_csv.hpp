#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "appell/io/column_plan.hpp"
#include "appell/io/diagnostics.hpp"
#include "appell/record/recording.hpp"

namespace appell::io {

/// A log as it was read, in SI units.
struct CsvSamples {
  record::Recording recording;
  std::vector<std::pair<std::string, double>> held;  ///< Joints that are not logged: a constant.
  std::vector<std::string> notes;                    ///< How the log was understood.
  std::vector<std::string> repairs;   ///< What a reader must know of units, for the summary.
  std::vector<std::string> warnings;  ///< Which rows were left out.
  std::size_t last_line = 1;
  std::size_t first_row = 0;  ///< Of the table, that is sample 0.
  LineRuns line_of_rows;      ///< Of the table.

  /// The line of a sample, counted from 0.
  std::size_t line_of(std::size_t row) const;
};

/// Reads a log: a header t,j1,j2,... with derivatives j1.d1, j1.d2, ... of any joint, and a row per
/// sample; or whatever a mapping and the names of the columns explain (docs/formats.md).
/// @param source_name  that other files of the record are beside.
/// @throws ModelError with all problems, each with its place.
CsvSamples read_samples_csv(const std::string& source_name, std::string_view text,
                            const LogReading& reading, Diagnostics& diagnostics);

/// The same of a file, of which never more than a piece is in memory.
CsvSamples load_samples_csv(const std::string& path, const LogReading& reading,
                            Diagnostics& diagnostics);

}  // namespace appell::io
