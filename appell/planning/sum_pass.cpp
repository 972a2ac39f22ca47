#include "appell/planning/sum_pass.hpp"

#include "appell/planning/cone_pass.hpp"
#include "appell/planning/sizes_pass.hpp"

namespace appell::planning {

std::unique_ptr<SumPass> make_sum_pass(const SumBlock& block,
                                       const std::vector<SplineInterval>& intervals) {
  if (block.kind == SumBlock::Kind::kVector) return std::make_unique<ConePass>(block, intervals);
  return std::make_unique<SizesPass>(block, intervals);
}

}  // namespace appell::planning
