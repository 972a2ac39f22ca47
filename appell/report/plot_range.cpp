#include "appell/report/plot_range.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"

namespace appell::report {

PlotRange padded(double low, double high, double padding) {
  if (low == high) {
    const double half = low == 0.0 ? 1.0 : 0.1 * std::abs(low);
    return {low - half, high + half};
  }
  const double margin = padding * (high - low);
  return {low - margin, high + margin};
}

PlotRange y_range(const Plot& plot) {
  const std::vector<PlotLine>& lines = plot.lines;
  double low = lines.front().values.front();
  double high = low;
  for (const PlotLine& line : lines) {
    for (std::size_t i = 0; i < line.values.size(); ++i) {
      const double band = line.band.empty() ? 0.0 : line.band[i];
      low = std::min(low, line.values[i] - band);
      high = std::max(high, line.values[i] + band);
    }
  }
  for (const PlotMark& mark : plot.marks) {
    low = std::min(low, mark.y);
    high = std::max(high, mark.y);
  }
  for (const PlotLevel& level : plot.levels) {
    low = std::min(low, level.y);
    high = std::max(high, level.y);
  }
  // What is constant but for rounding is drawn as constant.
  const double size = std::max(std::abs(low), std::abs(high));
  if (high - low < 1e-10 * size) low = high = 0.5 * (low + high);
  return padded(low, high, 0.05);
}

const std::vector<double>& x_of(const Plot& plot, const PlotLine& line) {
  return line.x.empty() ? plot.x : line.x;
}

PlotRange x_range(const Plot& plot) {
  PlotRange range{x_of(plot, plot.lines.front()).front(), x_of(plot, plot.lines.front()).front()};
  for (const PlotLine& line : plot.lines) {
    for (const double x : x_of(plot, line)) {
      range = {std::min(range.low, x), std::max(range.high, x)};
    }
  }
  return padded(range.low, range.high, 0.0);
}

void check_plot(const Plot& plot) {
  check(!plot.lines.empty(), "svg_plot: '", plot.title, "' has no line.");
  for (const PlotLine& line : plot.lines) {
    const std::vector<double>& x = x_of(plot, line);
    check(!x.empty(), "svg_plot: '", plot.title, "' has no line.");
    check(line.values.size() == x.size(), "svg_plot: line '", line.name, "' has ",
          line.values.size(), " values for ", x.size(), " x.");
    for (const double y : line.values) {
      check(std::isfinite(y), "svg_plot: line '", line.name, "' has a value that is not finite.");
    }
  }
}

std::vector<double> plot_ticks(double low, double high, int count) {
  if (!(high > low) || count < 1) return {};
  const double raw = (high - low) / count;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  double step = power;
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    step = factor * power;
    if (step >= raw * (1.0 - 1e-9)) break;
  }
  std::vector<double> ticks;
  const double slack = 1e-9 * step;
  for (double i = std::ceil((low - slack) / step); i * step <= high + slack; i += 1.0) {
    ticks.push_back(i == 0.0 ? 0.0 : i * step);
  }
  return ticks;
}

}  // namespace appell::report
