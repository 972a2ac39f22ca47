#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "appell/base/check.hpp"
#include "appell/report/plot_range.hpp"

namespace appell::report {

std::string terminal_plot(const Plot& plot, int columns, int rows) {
  check_plot(plot);
  check(columns > 0 && rows > 0, "terminal_plot: the size must be positive.");
  const std::vector<double>& values = plot.lines.front().values;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const PlotRange y = padded(*least, *most, 0.0);
  const std::vector<double>& all_x = x_of(plot, plot.lines.front());
  const auto [first, last] = std::minmax_element(all_x.begin(), all_x.end());
  const PlotRange x = padded(*first, *last, 0.0);
  // A Braille character has 2 x 4 dots; the bits of its columns from top to bottom.
  constexpr std::array<std::array<unsigned, 4>, 2> kBits{{{1, 2, 4, 64}, {8, 16, 32, 128}}};
  std::vector<unsigned> cells(columns * rows, 0);
  const int wide = 2 * columns;
  const int high = 4 * rows;
  int before = -1;
  std::size_t at = 0;
  for (int i = 0; i < wide; ++i) {
    const double t = x.low + (x.high - x.low) * (i + 0.5) / wide;
    while (at + 1 < all_x.size() && all_x[at + 1] <= t) ++at;
    const double share = y.share(plot.lines.front().values[at]);
    const int dot = std::clamp(static_cast<int>((1.0 - share) * high), 0, high - 1);
    const int from = before < 0 ? dot : std::min(dot, before < dot ? before + 1 : before - 1);
    const int to = before < 0 ? dot : std::max(dot, before < dot ? before + 1 : before - 1);
    for (int j = std::clamp(from, 0, high - 1); j <= std::clamp(to, 0, high - 1); ++j) {
      cells[j / 4 * columns + i / 2] |= kBits[i % 2][j % 4];
    }
    before = dot;
  }
  std::string text = fmt::format("{} ({})\n", plot.title, plot.y_label);
  for (int row = 0; row < rows; ++row) {
    const std::string label = row == 0          ? fmt::format("{:>10.4g}", y.high)
                              : row == rows - 1 ? fmt::format("{:>10.4g}", y.low)
                                                : std::string(10, ' ');
    text += label + " ";
    for (int column = 0; column < columns; ++column) {
      const unsigned code = 0x2800U + cells[row * columns + column];
      text += static_cast<char>(0xE0U | code >> 12U);
      text += static_cast<char>(0x80U | (code >> 6U & 0x3FU));
      text += static_cast<char>(0x80U | (code & 0x3FU));
    }
    text += "\n";
  }
  return text +
         fmt::format("{:>11}{:<{}.4g}{:>.4g} {}\n", "", x.low, columns - 8, x.high, plot.x_label);
}

}  // namespace appell::report
