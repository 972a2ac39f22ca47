#include "appell/record/unwrap.hpp"

#include <cmath>
#include <numbers>

namespace appell::record {

std::vector<std::size_t> unwrap(std::span<double> angles) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  constexpr double kNear = 0.1;  // rad: the step without the turns is like the one before it,
  constexpr double kLike = 0.5;  // but for half of that.
  constexpr std::size_t kFewestRows = 20;  // A table by hand may well turn from row to row.
  constexpr std::size_t kMostOften = 4;    // A wrap in every fourth row is no wrap.
  std::vector<std::size_t> rows;
  if (angles.size() < kFewestRows) return rows;
  std::vector<double> turns;
  for (std::size_t i = 1; i < angles.size(); ++i) {
    const double step = angles[i] - angles[i - 1];
    const double whole = std::round(step / kTurn);
    if (whole == 0.0) continue;
    const double before = i > 1 ? angles[i - 1] - angles[i - 2] : 0.0;
    const double usual = before - kTurn * std::round(before / kTurn);
    if (std::abs(step - kTurn * whole - usual) > kNear + kLike * std::abs(usual)) continue;
    rows.push_back(i);
    turns.push_back(whole);
  }
  if (kMostOften * rows.size() > angles.size()) return {};
  double lost = 0.0;
  for (std::size_t i = 0, next = 0; i < angles.size(); ++i) {
    if (next < rows.size() && rows[next] == i) lost += kTurn * turns[next++];
    angles[i] -= lost;
  }
  return rows;
}

}  // namespace appell::record
