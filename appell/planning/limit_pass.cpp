#include "appell/planning/limit_pass.hpp"

#include <algorithm>

#include "appell/planning/cone_pass.hpp"
#include "appell/planning/sizes_pass.hpp"

namespace appell::planning {

void Prediction::add(const Prediction& other) {
  primal = std::max(primal, other.primal);
  dual = std::max(dual, other.dual);
  slack_change += other.slack_change;
  multiplier_change += other.multiplier_change;
  product_change += other.product_change;
}

PointValues::PointValues(const std::vector<GridPoint>& points,
                         const std::vector<SplineInterval>& intervals)
    : v0(points.size()), v1(points.size()), v2(points.size()) {
  for (const GridPoint& point : points) {
    interval_.push_back(static_cast<std::size_t>(point.interval));
    offset_.push_back((point.part - 0.5) * intervals[interval_.back()].length);
  }
}

void PointValues::clear() {
  for (std::vector<double>* v : {&v0, &v1, &v2}) std::fill(v->begin(), v->end(), 0.0);
}

void PointValues::set(const SplineValues& middles) {
  for (std::size_t k = 0; k < v0.size(); ++k) {
    const MiddleValues& z = middles[interval_[k]];
    const double d = offset_[k];
    v0[k] = z[0] + d * (z[1] + 0.5 * d * z[2]);
    v1[k] = z[1] + d * z[2];
    v2[k] = z[2];
  }
}

std::unique_ptr<SumPass> make_sum_pass(const SumBlock& block,
                                       const std::vector<SplineInterval>& intervals) {
  if (block.kind == SumBlock::Kind::kVector) return std::make_unique<ConePass>(block, intervals);
  return std::make_unique<SizesPass>(block, intervals);
}

}  // namespace appell::planning
