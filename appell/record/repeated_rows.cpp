#include "appell/record/repeated_rows.hpp"

#include <algorithm>
#include <cmath>

namespace appell::record {
namespace {

template <class Number>
void leave_out(std::vector<Number>& column, const std::vector<std::size_t>& rows) {
  if (column.empty()) return;
  std::size_t to = 0;
  auto next = rows.begin();
  for (std::size_t i = 0; i < column.size(); ++i) {
    if (next != rows.end() && *next == i) {
      ++next;
      continue;
    }
    column[to++] = column[i];
  }
  column.resize(to);
}

}  // namespace

bool is_like_the_row_before(const std::vector<std::vector<double>>& columns, std::size_t row) {
  return std::all_of(columns.begin(), columns.end(), [&](const std::vector<double>& column) {
    return column.empty() || column[row] == column[row - 1];
  });
}

std::vector<std::size_t> repeated_rows(const Recording& recording) {
  std::vector<std::size_t> found;
  const std::size_t num_rows = recording.times.size();
  constexpr std::size_t kAround = 3;  // Rows on both sides that show how fast it moves.
  constexpr double kManySteps = 3.0;  // Of the last digit, in the time of one row.
  for (std::size_t i = 1; i < num_rows; ++i) {
    if (!is_like_the_row_before(recording.position, i)) continue;
    if (!is_like_the_row_before(recording.velocity, i)) continue;
    if (num_rows < 2 * kAround + 2) continue;
    const bool has_before = i > kAround, has_after = i + kAround < num_rows;
    bool moves = false;  // Before it and after it.
    for (std::size_t j = 0; j < recording.position.size() && !moves; ++j) {
      const std::vector<double>& q = recording.position[j];
      const double unit = recording.position_unit.empty() ? 0.0 : recording.position_unit[j];
      const double far = kManySteps * kAround * std::max(unit, 1e-14 * std::abs(q[i]));
      moves = (!has_before || std::abs(q[i - 1] - q[i - 1 - kAround]) > far) &&
              (!has_after || std::abs(q[i + kAround] - q[i]) > far);
    }
    if (moves) found.push_back(i);
  }
  return found;
}

Recording without_rows(const Recording& recording, const std::vector<std::size_t>& rows) {
  Recording result = recording;
  result.rows.resize(recording.times.size());
  for (std::size_t i = 0; i < result.rows.size(); ++i) result.rows[i] = recording.row_of(i);
  leave_out(result.rows, rows);
  leave_out(result.times, rows);
  for (auto* kind : {&result.position, &result.velocity, &result.effort}) {
    for (std::vector<double>& column : *kind) leave_out(column, rows);
  }
  return result;
}

}  // namespace appell::record
