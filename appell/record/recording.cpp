#include "appell/record/recording.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace appell::record {
namespace {

template <class T>
std::vector<T> chosen(const std::vector<T>& of, const std::vector<std::size_t>& joints) {
  std::vector<T> result;
  for (const std::size_t j : joints) {
    if (j < of.size()) result.push_back(of[j]);
  }
  return result;
}

/// Keeps some rows of a column, ascending.
void keep_rows(std::vector<double>& column, const std::vector<std::size_t>& rows) {
  if (column.empty()) return;
  for (std::size_t i = 0; i < rows.size(); ++i) column[i] = column[rows[i]];
  column.resize(rows.size());
}

}  // namespace

Recording chosen_joints(const Recording& recording, const std::vector<std::size_t>& joints) {
  Recording result;
  result.joints = chosen(recording.joints, joints);
  result.times = recording.times;
  result.position = chosen(recording.position, joints);
  result.velocity = chosen(recording.velocity, joints);
  result.effort = chosen(recording.effort, joints);
  result.position_unit = chosen(recording.position_unit, joints);
  result.velocity_unit = chosen(recording.velocity_unit, joints);
  result.time_unit = recording.time_unit;
  result.derivatives = chosen(recording.derivatives, joints);
  result.rows = recording.rows;
  result.is_prismatic = chosen(recording.is_prismatic, joints);
  return result;
}

Recording with_other_joints(Recording some, const Recording& all,
                            const std::vector<std::size_t>& joints) {
  if (joints.size() == all.joints.size()) return some;
  Recording result = all;
  result.times = std::move(some.times);
  result.rows = std::move(some.rows);
  if (!result.rows.empty()) {
    // `all` has rows of the log, too; here they count from its first one.
    std::vector<std::size_t> kept;
    for (std::size_t i = 0, k = 0; i < all.times.size() && k < result.rows.size(); ++i) {
      if (all.row_of(i) != result.rows[k]) continue;
      kept.push_back(i);
      ++k;
    }
    for (auto* kind : {&result.position, &result.velocity, &result.effort}) {
      for (std::vector<double>& column : *kind) keep_rows(column, kept);
    }
  }
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const std::size_t j = joints[i];
    result.position[j] = std::move(some.position[i]);
    if (i < some.velocity.size()) result.velocity[j] = std::move(some.velocity[i]);
    if (i < some.effort.size()) result.effort[j] = std::move(some.effort[i]);
  }
  return result;
}

void leave_out_rests(Recording& recording) {
  constexpr double kSamePosition = 1e-9;  // Of the largest range of a joint.
  double range = 0.0;
  for (const std::vector<double>& column : recording.position) {
    const auto [low, high] = std::minmax_element(column.begin(), column.end());
    range = std::max(range, *high - *low);
  }
  std::vector<std::size_t> rows{0};
  std::vector<double> times{recording.times.front()};
  for (std::size_t i = 1; i < recording.times.size(); ++i) {
    const bool moves =
        std::any_of(recording.position.begin(), recording.position.end(), [&](const auto& column) {
          return std::abs(column[i] - column[rows.back()]) > kSamePosition * range;
        });
    if (!moves) continue;
    rows.push_back(i);
    times.push_back(times.back() + recording.times[i] - recording.times[i - 1]);
  }
  if (rows.size() == recording.times.size() || rows.size() < 2) return;
  std::vector<std::size_t> of_log;
  for (const std::size_t i : rows) of_log.push_back(recording.row_of(i));
  recording.rows = std::move(of_log);
  recording.times = std::move(times);
  for (auto* kind : {&recording.position, &recording.velocity, &recording.effort}) {
    for (std::vector<double>& column : *kind) keep_rows(column, rows);
  }
  for (auto& derivatives : recording.derivatives) {
    for (std::vector<double>& column : derivatives) keep_rows(column, rows);
  }
}

}  // namespace appell::record
