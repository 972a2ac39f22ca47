#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace appell::io {

/// A position as a linear combination of columns: "m6/32 - q5", "2*a + 'b c' - 0.1".
struct ColumnSum {
  struct Term {
    std::string column;
    double factor = 1.0;
  };
  std::vector<Term> terms;
  double offset = 0.0;
};

/// Reads one: numbers, names of columns (in single quotes if they are no plain words), + - * / with
/// at most one name in a product, and no division by a name.
/// @return nothing if the text is none.
std::optional<ColumnSum> column_sum_in(std::string_view text);

}  // namespace appell::io
