#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/io/number_table.hpp"

namespace appell::io {

/// The time stamps of a table in s.
struct RecordTimes {
  std::vector<double> seconds;
  double digit_step = 0.0;           ///< Of the last printed digit, s.
  std::vector<std::string> repairs;  ///< The unit, where it is not s, in a few words.
  std::vector<std::string> notes;    ///< Which unit was taken and why, and where they begin.
};

/// Takes the times out of a table.
/// @param name  of their column; "t" is in s unless it is a Unix time in ms, us or ns.
/// @param unit  as the mapping or the header says; empty: found from the stamps.
/// @param zero  whether they are counted from the first; else only Unix times are.
RecordTimes record_times(NumberTable& table, const std::string& name, const std::string& unit,
                         const std::optional<bool>& zero);

}  // namespace appell::io
