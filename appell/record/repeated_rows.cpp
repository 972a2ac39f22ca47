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

namespace {

constexpr std::size_t kAround = 3;  // Rows on both sides that show how fast it moves.

/// Steps of a column about a row: how many of them are up, and down.
struct Steps {
  int up = 0, down = 0;
};

Steps steps_about(const std::vector<double>& x, std::size_t row) {
  Steps steps;
  const std::size_t first = row > kAround ? row - kAround : 1;
  for (std::size_t i = first; i <= row + kAround && i < x.size(); ++i) {
    steps.up += x[i] > x[i - 1] ? 1 : 0;
    steps.down += x[i] < x[i - 1] ? 1 : 0;
  }
  return steps;
}

/// Whether a column goes on before a row and after it, by many steps of its last digit.
bool moves_about(const std::vector<double>& q, std::size_t row, double unit) {
  constexpr double kManySteps = 3.0;  // In the time of one row.
  const double far = kManySteps * kAround * std::max(unit, 1e-14 * std::abs(q[row]));
  const bool has_before = row > kAround, has_after = row + kAround < q.size();
  return (!has_before || std::abs(q[row - 1] - q[row - 1 - kAround]) > far) &&
         (!has_after || std::abs(q[row + kAround] - q[row]) > far);
}

}  // namespace

std::vector<std::size_t> repeated_rows(const Recording& recording) {
  constexpr int kManyColumns = 3;  // That are equal, though they change: no chance.
  std::vector<std::size_t> found;
  const std::size_t num_rows = recording.times.size();
  if (num_rows < 2 * kAround + 2) return found;
  for (std::size_t i = 1; i < num_rows; ++i) {
    if (!is_like_the_row_before(recording.position, i)) continue;
    if (!is_like_the_row_before(recording.velocity, i)) continue;
    bool moves = false, goes_one_way = false;
    int num_changing = 0;
    for (const auto* kind : {&recording.position, &recording.velocity}) {
      for (const std::vector<double>& column : *kind) {
        if (column.empty()) continue;
        const Steps steps = steps_about(column, i);
        if (steps.up + steps.down >= 2) ++num_changing;
      }
    }
    for (std::size_t j = 0; j < recording.position.size(); ++j) {
      const std::vector<double>& q = recording.position[j];
      const double unit = recording.position_unit.empty() ? 0.0 : recording.position_unit[j];
      if (!moves_about(q, i, unit)) continue;
      moves = true;
      const Steps steps = steps_about(q, i);
      goes_one_way = goes_one_way || steps.up == 0 || steps.down == 0;
    }
    // Noise goes up and down, and one column may well be equal by chance.
    if (moves && (goes_one_way || num_changing >= kManyColumns)) found.push_back(i);
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
