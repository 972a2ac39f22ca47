#include "appell/analysis/scaled_load.hpp"

#include <algorithm>
#include <cmath>

namespace appell::analysis {

Affine magnitude_of(const Affine& a) {
  const Interval range = a.range();
  if (range.low >= 0.0) return a;
  if (range.high <= 0.0) return -a;
  return range.magnitude();
}

double ScaledLoad::least(double s) const {
  double spread = slack.rest() + s * load.rest();
  double size = std::abs(slack.middle()) + s * std::abs(load.middle()) + spread;
  for (Eigen::Index k = 0; k < num_symbols; ++k) {
    spread += std::abs(slack.slope(k) - s * load.slope(k));
    size += std::abs(slack.slope(k)) + s * std::abs(load.slope(k));
  }
  return slack.middle() - s * load.middle() - spread - Affine::kSumRounding * size;
}

double ScaledLoad::largest_scale(double most) const {
  if (!(least(0.0) >= 0.0)) return 0.0;
  if (std::isfinite(most) ? least(most) >= 0.0 : load.is_zero()) return most;
  const double highest_load = load.range().high;
  if (!(highest_load > 0.0)) return most;
  double low = 0.0, high = std::min(most, 2.0 * slack.range().high / highest_load);
  while (least(high) >= 0.0 && high < most) {
    low = high;
    high *= 2.0;
  }
  for (int i = 0; i < 60 && high - low > 1e-13 * high; ++i) {
    // Concave: the chord's root is on the safe side of the root itself.
    const double at_low = least(low), at_high = least(high);
    const double chord = low + (high - low) * at_low / (at_low - at_high);
    if (chord > low && chord < high && least(chord) >= 0.0) low = chord;
    const double middle = 0.5 * (low + high);
    (least(middle) >= 0.0 ? low : high) = middle;
  }
  return low;
}

double ScaledLoad::explain(double s, std::vector<double>& weight) const {
  double total = 0.0;
  for (std::size_t k = 0; k < weight.size(); ++k) {
    const auto at = static_cast<Eigen::Index>(k);
    weight[k] = std::abs(slack.slope(at)) + s * std::abs(load.slope(at));
    total += std::abs(slack.slope(at) - s * load.slope(at));
  }
  return slack.rest() + s * load.rest() - total;
}

int best_split(const std::vector<double>& weight, double unexplained,
               const std::vector<double>& widths) {
  int best = -1;
  const double largest = weight.empty() ? 0.0 : *std::max_element(weight.begin(), weight.end());
  for (std::size_t k = 0; k < weight.size(); ++k) {
    if (widths[k] <= 0.0 || weight[k] <= 1e-9 * largest) continue;
    const auto& measure = unexplained > 0.0 ? widths : weight;
    if (best < 0 || measure[k] > measure[best]) {
      best = static_cast<int>(k);
    }
  }
  if (best >= 0 || widths.empty()) return best;
  return static_cast<int>(std::max_element(widths.begin(), widths.end()) - widths.begin());
}

}  // namespace appell::analysis
