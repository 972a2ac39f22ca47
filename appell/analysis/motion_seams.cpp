#include "appell/analysis/motion_seams.hpp"

#include <algorithm>
#include <cmath>

namespace appell::analysis {

std::vector<double> motion_seams(const trajectory::Trajectory& motion,
                                 const trajectory::WrenchLaws* loads) {
  const trajectory::TimeRange range = motion.range();
  const double near = 1e-12 * range.duration();
  std::vector<double> all;
  const auto add = [&](const trajectory::Trajectory& of) {
    for (int j = 0; j < of.num_joints(); ++j) {
      for (const double t : of.law(j).seams()) {
        if (t > range.start + near && t < range.end - near) all.push_back(t);
      }
    }
  };
  add(motion);
  if (loads != nullptr) add(loads->laws());
  std::sort(all.begin(), all.end());
  const auto is_same = [near](double a, double b) { return b - a <= near; };
  all.erase(std::unique(all.begin(), all.end(), is_same), all.end());
  return all;
}

double left_of_seam(double seam, double from) {
  constexpr double kBefore = 1e-11;  // Of the piece.
  return std::min(std::nextafter(seam, from), seam - kBefore * (seam - from));
}

}  // namespace appell::analysis
