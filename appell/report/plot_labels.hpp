#pragma once

#include <string>
#include <vector>

/// Not installed: where texts of a plot stand so that none covers another.
namespace appell::report {

/// A part of a drawing, y downwards.
struct PlotBox {
  double left, top, right, bottom;

  bool overlaps(const PlotBox& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

/// About how wide a text of the plots' size is.
double text_width(const std::string& text);

/// The end of a text that is too long, behind "…": of a path the name of its file.
std::string shortened(const std::string& text, double room);

/// Places texts beside points, inside an area, one after the other.
class PlotLabels {
 public:
  explicit PlotLabels(const PlotBox& area) : area_(area) {}

  /// Nothing is placed there from now on.
  void occupy(const PlotBox& box) { taken_.push_back(box); }

  /// Where the text of a point begins (or, if it `is_end`, ends), and its baseline: on its right if
  /// there is room, else on its left; above or below it where others are.
  struct Place {
    double x, baseline;
    bool is_end;
  };
  Place place(double x, double y, const std::string& text);

 private:
  bool is_free(const PlotBox& box) const;

  PlotBox area_;
  std::vector<PlotBox> taken_;
};

}  // namespace appell::report
