#include "appell/report/deviation_sums.hpp"

#include <cmath>

#include "appell/base/text.hpp"

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
  for (const Pair& pair : pairs_) {
    for (std::size_t i = 0; i < pair.squares.size(); ++i) {
      const int entry = static_cast<int>(i);
      sums.push_back({.name = analysis::entry_name(selection_.subject().model, *pair.values, entry),
                      .unit = pair.values->units[i].text(),
                      .rms = std::sqrt(pair.squares[i] / rows),
                      .sd = std::sqrt(pair.variances[i] / rows)});
    }
  }
  return sums;
}

}  // namespace appell::report
