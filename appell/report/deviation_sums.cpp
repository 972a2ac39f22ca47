#include "appell/report/deviation_sums.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "appell/base/text.hpp"
#include "appell/report/text_table.hpp"

namespace appell::report {
namespace {

/// Adds the squares of the entries of an array. Rows of a block are array after array, t before.
void add_squares(const TableBlock& block, const analysis::NamedArray& array,
                 std::vector<double>& sums) {
  const double* numbers =
      block.numbers.data() + block.num_rows * static_cast<std::size_t>(1 + array.first_entry);
  for (std::size_t row = 0; row < block.num_rows; ++row) {
    for (double& sum : sums) {
      sum += *numbers * *numbers;
      ++numbers;
    }
  }
}

}  // namespace

DeviationSums::DeviationSums(const analysis::Selection& selection) : selection_(selection) {
  for (const analysis::NamedArray& array : selection.arrays()) {
    for (const analysis::NamedArray& other : selection.arrays()) {
      if (other.name != concat(array.name, analysis::kDeviation)) continue;
      const auto size = static_cast<std::size_t>(array.num_entries());
      pairs_.push_back({&array, &other, std::vector<double>(size), std::vector<double>(size)});
    }
  }
}

void DeviationSums::take(const TableBlock& block) {
  for (Pair& pair : pairs_) {
    add_squares(block, *pair.values, pair.squares);
    add_squares(block, *pair.deviations, pair.variances);
  }
  num_rows_ += block.num_rows;
}

std::vector<DeviationSum> DeviationSums::result() const {
  std::vector<DeviationSum> sums;
  const auto rows = static_cast<double>(num_rows_);
  const auto& coordinates = selection_.subject().model.coordinates();
  for (const Pair& pair : pairs_) {
    for (std::size_t i = 0; i < pair.squares.size(); ++i) {
      const int entry = static_cast<int>(i);
      sums.push_back({.name = analysis::entry_name(selection_.subject().model, *pair.values, entry),
                      .quantity = pair.values->name,
                      .joint = coordinates[i % coordinates.size()].name,
                      .derivative = static_cast<int>(i / coordinates.size()),
                      .unit = pair.values->units[i].text(),
                      .rms = std::sqrt(pair.squares[i] / rows),
                      .sd = std::sqrt(pair.variances[i] / rows)});
    }
  }
  return sums;
}

std::string deviations_text(const std::vector<DeviationSum>& sums) {
  struct Column {
    std::string_view quantity;
    int derivative;
    std::string_view title;
  };
  constexpr Column kColumns[] = {{"q", 1, "q'"},
                                 {"q", 2, "q''"},
                                 {"Q_drive", 0, "τ"},
                                 {"Q_drive", 1, "τ'"},
                                 {"Q_drive", 2, "τ''"}};
  const auto find = [&sums](const std::string& joint, const Column& column) {
    return std::find_if(sums.begin(), sums.end(), [&](const DeviationSum& sum) {
      return sum.joint == joint && sum.quantity == column.quantity &&
             sum.derivative == column.derivative;
    });
  };
  std::vector<std::vector<std::string>> rows;
  for (const Column& column : kColumns) {
    for (const DeviationSum& sum : sums) {
      if (sum.quantity != column.quantity || sum.derivative != column.derivative) continue;
      const auto row = std::find_if(rows.begin(), rows.end(),
                                    [&](const auto& cells) { return cells[0] == sum.joint; });
      if (row == rows.end()) rows.push_back({sum.joint});
    }
  }
  if (rows.empty()) return {};
  std::vector<std::string> head{"rms ± sd"};
  for (const Column& column : kColumns) {
    const auto is_there = [&](const auto& cells) { return find(cells[0], column) != sums.end(); };
    if (std::none_of(rows.begin(), rows.end(), is_there)) continue;
    head.emplace_back(column.title);
    for (auto& cells : rows) {
      const auto sum = find(cells[0], column);
      cells.push_back(sum == sums.end() ? "" : fmt::format("{:.4g} ± {:.2g}", sum->rms, sum->sd));
    }
  }
  rows.insert(rows.begin(), std::move(head));
  return text_table(rows);
}

}  // namespace appell::report
