#include "appell/report/plot_labels.hpp"

#include <algorithm>

namespace appell::report {
namespace {

constexpr double kLetter = 7.0;   // Width, of 13 px.
constexpr double kLine = 16.0;    // From line to line.
constexpr double kAscent = 11.0;  // Above the baseline,
constexpr double kDescent = 4.0;  // and below it.
constexpr double kBesideX = 8.0;  // From a point to its text.
constexpr double kCentred = 4.5;  // From its height to the baseline.

/// Whether a byte begins a letter.
bool begins_letter(char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }

}  // namespace

double text_width(const std::string& text) {
  return kLetter * static_cast<double>(std::count_if(text.begin(), text.end(), begins_letter));
}

std::string shortened(const std::string& text, double room) {
  if (text_width(text) <= room) return text;
  std::size_t begin = text.size();
  for (double width = 2.0 * kLetter; begin > 0 && width <= room; width += kLetter) {
    do --begin;
    while (begin > 0 && !begins_letter(text[begin]));
  }
  return "…" + text.substr(begin);
}

bool PlotLabels::is_free(const PlotBox& box) const {
  return box.top >= area_.top && box.bottom <= area_.bottom &&
         std::none_of(taken_.begin(), taken_.end(),
                      [&box](const PlotBox& other) { return box.overlaps(other); });
}

PlotLabels::Place PlotLabels::place(double x, double y, const std::string& text) {
  const double width = text_width(text);
  const bool is_end = x + kBesideX + width > area_.right;
  const double room_left = std::max(area_.left + width, x - kBesideX);
  Place found{is_end ? room_left : x + kBesideX, y + kCentred, is_end};
  const auto box_at = [&](double baseline) {
    const double left = is_end ? found.x - width : found.x;
    return PlotBox{left, baseline - kAscent, left + width, baseline + kDescent};
  };
  const double first = found.baseline;
  const int most = static_cast<int>((area_.bottom - area_.top) / kLine);
  for (int step = 0; step <= most && !is_free(box_at(found.baseline)); ++step) {
    for (const double side : {-1.0, 1.0}) {
      found.baseline = first + side * kLine * step;
      if (is_free(box_at(found.baseline))) break;
    }
  }
  taken_.push_back(box_at(found.baseline));
  return found;
}

}  // namespace appell::report
