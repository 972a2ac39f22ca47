#include <algorithm>
#include <cmath>

#include "appell/planning/limit_rows.hpp"

namespace appell::planning {
namespace {

constexpr double kMostTop = 1e4;  // Of α in its own unit: where nothing else limits it.

void scale(double factor, std::initializer_list<std::vector<double>*> all) {
  for (std::vector<double>* v : all) {
    for (double& x : *v) x *= factor;
  }
}

}  // namespace

// With t in units of T, rows of third order and powers, which were divided by √α, have a factor
// 1/T³ of α, α', α'' and 1/T of the rest; others 1/T² and 1.
void set_unit(PathProblem& problem, double unit) {
  const double T = unit / problem.unit;
  problem.unit = unit;
  const auto factors = [T](Bound bound) {
    const bool is_constant = bound == Bound::kConstant;
    return std::pair(is_constant ? 1.0 / (T * T) : 1.0 / (T * T * T), is_constant ? 1.0 : 1.0 / T);
  };
  for (RowBlock& block : problem.timing.blocks) {
    const auto [of_alpha, of_rest] = factors(block.bound);
    scale(of_alpha, {&block.r0, &block.r1, &block.r2});
    scale(of_rest, {&block.r});
    if (block.curved != nullptr) block.curved->set_unit(unit);
    for (double& top : block.top) top = std::min(top * T * T, kMostTop);
  }
  for (SumBlock& block : problem.timing.sums) {
    const auto [of_alpha, of_rest] = factors(block.bound);
    scale(of_alpha, {&block.r0, &block.r1, &block.r2});
    scale(of_rest, {&block.r});
    if (block.curved != nullptr) block.curved->set_unit(unit);
  }
}

}  // namespace appell::planning
