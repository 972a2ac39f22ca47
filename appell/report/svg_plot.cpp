#include "appell/report/svg_plot.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "appell/base/check.hpp"
#include "appell/base/quoted.hpp"
#include "appell/report/plot_labels.hpp"
#include "appell/report/plot_range.hpp"

namespace appell::report {
namespace {

constexpr double kWidth = 760.0;
constexpr double kLeft = 86.0;
constexpr double kRight = 20.0;
constexpr double kTop = 44.0, kTopUntitled = 14.0;
constexpr double kBottom = 52.0;
constexpr double kLeastLegend = 150.0, kMostLegend = 330.0;  // Widths,
constexpr double kLegendSample = 42.0;                       // and of what is before a name.

/// Okabe and Ito's colours, dark and light.
constexpr std::array kLightColours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                   "#b8860b", "#444444", "#6a3d9a", "#56b4e9"};
constexpr std::array kDarkColours{"#4aa8e8", "#ff8a3d", "#2ed3a2", "#f0a6cf",
                                  "#e8c13a", "#cccccc", "#b79af0", "#9ad7ff"};

/// As wide as its longest name; none for one line.
double legend_width(const Plot& plot) {
  if (plot.lines.size() < 2) return 0.0;
  double longest = 0.0;
  for (const PlotLine& line : plot.lines) longest = std::max(longest, text_width(line.name));
  return std::clamp(kLegendSample + longest, kLeastLegend, kMostLegend);
}

/// A smaller size for a title that would be wider than `room`; a bold letter is about 0.6 of its
/// size wide.
std::string title_style(const std::string& title, double room) {
  constexpr double kSize = 16.0;
  constexpr double kLeast = 9.0;
  const double fitting = room / (0.6 * static_cast<double>(std::max<std::size_t>(1, title.size())));
  if (fitting >= kSize) return "";
  return fmt::format(" style=\"font-size:{:.1f}px\"", std::max(kLeast, fitting));
}

std::string style() {
  std::string css =
      "text{font:13px system-ui,sans-serif;fill:#222}.title{font-size:16px;font-weight:600}"
      ".back{fill:#fff}.grid{stroke:#ddd}.axis{stroke:#555;fill:none}.line{fill:none;"
      "stroke-width:1.8;stroke-linejoin:round}.band{stroke:none;fill-opacity:0.2}"
      ".level{stroke:#b00020;stroke-width:1.5;stroke-dasharray:7 4}"
      ".bound{stroke-width:1.2;stroke-dasharray:7 4}.span{fill:#b00020;"
      "fill-opacity:0.12}.mark{fill:#b00020;stroke:#fff}.alarm{fill:#b00020}";
  std::string dark =
      "text{fill:#ddd}.back{fill:#16181c}.grid{stroke:#333940}.axis{stroke:#999}"
      ".level{stroke:#ff6b7a}.span{fill:#ff6b7a;fill-opacity:0.2}.mark{fill:#ff6b7a;stroke:#16181c}"
      ".alarm{fill:#ff6b7a}";
  for (std::size_t i = 0; i < kLightColours.size(); ++i) {
    css += fmt::format(".c{0}{{stroke:{1}}}.b{0}{{fill:{1}}}", i, kLightColours[i]);
    dark += fmt::format(".c{0}{{stroke:{1}}}.b{0}{{fill:{1}}}", i, kDarkColours[i]);
  }
  return fmt::format("<style>{}@media (prefers-color-scheme:dark){{{}}}</style>\n", css, dark);
}

/// Draws into a document, in the coordinates of the data.
class Canvas {
 public:
  Canvas(const Plot& plot, double legend)
      : x_(x_range(plot)),
        y_(y_range(plot)),
        right_(kWidth - kRight - legend),
        top_(plot.title.empty() ? kTopUntitled : kTop),
        bottom_(plot.height - kBottom) {}

  double left_to(double x) const { return kLeft + x_.share(x) * (right_ - kLeft); }
  double down_to(double y) const { return bottom_ - y_.share(y) * (bottom_ - top_); }
  double right() const { return right_; }
  double top() const { return top_; }
  double bottom() const { return bottom_; }

  /// Names inside the frame, just above their heights.
  std::string names(const Plot& plot) const {
    std::string text;
    for (const PlotName& name : plot.names) {
      text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" style=\"font-size:11px\">{}</text>\n",
                          kLeft + 6.0, down_to(name.y) - 2.0, xml_text(name.text));
    }
    return text;
  }

  std::string axes(const Plot& plot) const {
    std::string text = names(plot);
    const int num_ticks = std::max(5, static_cast<int>((bottom_ - top_) / 54.0));
    for (const double y : plot_ticks(y_.low, y_.high, num_ticks)) {
      if (!plot.names.empty()) break;
      text += fmt::format(
          "<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>"
          "<text x=\"{3:.1f}\" y=\"{4:.1f}\" text-anchor=\"end\">{5:.6g}</text>\n",
          kLeft, right_, down_to(y), kLeft - 8.0, down_to(y) + 4.5, y);
    }
    for (const double x : plot_ticks(x_.low, x_.high, 8)) {
      text += fmt::format(
          "<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\"/>"
          "<text x=\"{0:.1f}\" y=\"{3:.1f}\" text-anchor=\"middle\">{4:.6g}</text>\n",
          left_to(x), top_, bottom_, bottom_ + 18.0, x);
    }
    return text + fmt::format(
                      "<rect class=\"axis\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
                      "height=\"{:.1f}\"/>\n",
                      kLeft, top_, right_ - kLeft, bottom_ - top_);
  }

  /// What lies between line - band and line + band.
  std::string band(const std::vector<double>& x, const PlotLine& line, std::size_t colour) const {
    if (line.band.empty()) return "";
    std::string points;
    const auto add = [&](std::size_t i, double y) {
      fmt::format_to(std::back_inserter(points), "{:.1f},{:.1f} ", left_to(x[i]), down_to(y));
    };
    for (std::size_t i = 0; i < x.size(); ++i) add(i, line.values[i] + line.band[i]);
    for (std::size_t i = x.size(); i-- > 0;) add(i, line.values[i] - line.band[i]);
    return fmt::format("<polygon class=\"band b{}\" points=\"{}\"/>\n",
                       colour % kLightColours.size(), points);
  }

  std::string spans(const Plot& plot) const {
    std::string text;
    for (const auto& [begin, end] : plot.spans) {
      const double left = left_to(begin), width = std::max(1.0, left_to(end) - left);
      text += fmt::format(
          "<rect class=\"span\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
          left, top_, width, bottom_ - top_);
    }
    return text;
  }

  /// The levels and the marks, whose texts make room for each other.
  std::string remarks(const Plot& plot) const {
    PlotLabels labels({kLeft, top_, right_, bottom_});
    for (const PlotMark& mark : plot.marks) {
      const double x = left_to(mark.x), y = down_to(mark.y);
      labels.occupy({x - kMark, y - kMark, x + kMark, y + kMark});
    }
    std::string text;
    for (const PlotLevel& level : plot.levels) {
      const bool is_of_line = level.line >= 0;
      const double y = down_to(level.y);
      text += fmt::format(
          "<line class=\"{3}\" x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>\n",
          kLeft, right_, y,
          is_of_line ? fmt::format("bound c{}",
                                   static_cast<std::size_t>(level.line) % kLightColours.size())
                     : "level");
      if (level.text.empty()) continue;
      text += label(labels.place(kLeft - 2.0, y - 9.5, level.text), level.text,
                    is_of_line ? "" : "alarm");
    }
    for (const PlotMark& mark : plot.marks) {
      const double x = left_to(mark.x), y = down_to(mark.y);
      text +=
          fmt::format("<circle class=\"mark\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"/>", x, y, kMark);
      text += label(labels.place(x, y, mark.text), mark.text, "alarm");
    }
    return text;
  }

  std::string line(const std::vector<double>& x, const std::vector<double>& y,
                   std::size_t colour) const {
    std::string points;
    for (std::size_t i = 0; i < x.size(); ++i) {
      fmt::format_to(std::back_inserter(points), "{:.1f},{:.1f} ", left_to(x[i]), down_to(y[i]));
    }
    return fmt::format("<polyline class=\"line c{}\" points=\"{}\"/>\n",
                       colour % kLightColours.size(), points);
  }

 private:
  static constexpr double kMark = 4.5;  // Radius.

  static std::string label(const PlotLabels::Place& at, const std::string& text,
                           const char* style) {
    return fmt::format(
        "<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", style, at.x,
        at.baseline, at.is_end ? "end" : "start", xml_text(text));
  }

  PlotRange x_;
  PlotRange y_;
  double right_;
  double top_;
  double bottom_;
};

/// As svg_plot(), with a legend of a given width.
std::string drawn(const Plot& plot, double legend) {
  check_plot(plot);
  const bool has_legend = legend > 0.0;
  const Canvas canvas(plot, legend);
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" "
      "height=\"{1:g}\" role=\"img\" aria-label=\"{2}\">\n<title>{2}</title>\n",
      kWidth, plot.height, xml_text(plot.title));
  text += style();
  text +=
      fmt::format("<rect class=\"back\" width=\"{:g}\" height=\"{:g}\"/>\n", kWidth, plot.height);
  text += canvas.axes(plot) + canvas.spans(plot);
  const double middle = 0.5 * (kLeft + canvas.right());
  text += fmt::format(
      "<text class=\"title\"{} x=\"{:.1f}\" y=\"26\" text-anchor=\"middle\">{}</text>\n",
      title_style(plot.title, 2.0 * middle), middle, xml_text(plot.title));
  text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", middle,
                      plot.height - 12.0, xml_text(plot.x_label));
  text += fmt::format(
      "<text transform=\"translate(18 {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
      0.5 * (canvas.top() + canvas.bottom()), xml_text(plot.y_label));
  for (std::size_t i = 0; i < plot.lines.size(); ++i) {
    const std::vector<double>& x = x_of(plot, plot.lines[i]);
    text += canvas.band(x, plot.lines[i], i);
    text += canvas.line(x, plot.lines[i].values, i);
    if (!has_legend) continue;
    const double y = canvas.top() + 12.0 + 20.0 * static_cast<double>(i);
    text += fmt::format(
        "<line class=\"line c{0}\" x1=\"{1:.1f}\" x2=\"{2:.1f}\" y1=\"{3:.1f}\" y2=\"{3:.1f}\"/>"
        "<text x=\"{4:.1f}\" y=\"{5:.1f}\">{6}</text>\n",
        i % kLightColours.size(), canvas.right() + 12.0, canvas.right() + 36.0, y,
        canvas.right() + kLegendSample, y + 4.5,
        xml_text(shortened(plot.lines[i].name, kWidth - canvas.right() - kLegendSample)));
  }
  return text + canvas.remarks(plot) + "</svg>\n";
}

}  // namespace

std::string svg_plot(const Plot& plot) { return drawn(plot, legend_width(plot)); }

std::string svg_panels(const std::vector<Plot>& plots, const std::string& title) {
  check(!plots.empty(), "svg_panels: '", title, "' has no plot.");
  if (plots.size() == 1 && title.empty()) return svg_plot(plots.front());
  const double head = title.empty() ? 0.0 : 40.0;
  double height = head;
  double legend = 0.0;
  for (const Plot& plot : plots) {
    height += plot.height;
    legend = std::max(legend, legend_width(plot));
  }
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" "
      "height=\"{1:g}\" role=\"img\" aria-label=\"{2}\">\n<title>{2}</title>\n",
      kWidth, height, xml_text(title.empty() ? plots.front().title : title));
  text += style();
  text += fmt::format("<rect class=\"back\" width=\"{:g}\" height=\"{:g}\"/>\n", kWidth, height);
  if (!title.empty()) {
    text += fmt::format(
        "<text class=\"title\"{} x=\"{:.1f}\" y=\"28\" text-anchor=\"middle\">{}</text>\n",
        title_style(title, kWidth), 0.5 * kWidth, xml_text(title));
  }
  double top = head;
  for (const Plot& plot : plots) {
    text += fmt::format("<g transform=\"translate(0 {:g})\">\n{}</g>\n", top, drawn(plot, legend));
    top += plot.height;
  }
  return text + "</svg>\n";
}

}  // namespace appell::report
