#include "appell/engine/mass_factor.hpp"

#include <vector>

#include "appell/engine/aligned_memory.hpp"
#include "appell/engine/compiled_sets.hpp"
#include "appell/engine/factor_call.hpp"
#include "appell/model/model.hpp"

namespace appell::engine {

struct MassFactor::Workspace {
  Workspace(const model::Model& model, InstructionSet set);

  void set_order(const model::Model& model);
  void set_rows();

  // See FactorCall.
  std::vector<int> order, parents, depths, starts, ways, columns;
  AlignedMemory memory;
  FactorCall call;
  FactorKernels kernels;
};

MassFactor::Workspace::Workspace(const model::Model& model, InstructionSet set) {
  set_order(model);
  set_rows();
  const std::size_t n = AlignedMemory::rounded_up(order.size());
  const std::size_t size = AlignedMemory::rounded_up(ways.size());
  memory = AlignedMemory(size + 2 * n);
  bool is_chain = true, in_order = true;
  for (std::size_t i = 0; i < parents.size(); ++i) {
    is_chain &= parents[i] == static_cast<int>(i) - 1;
    in_order &= order[i] == static_cast<int>(i);
  }
  call = {.num_rows = static_cast<int>(order.size()),
          .order = order.data(),
          .parents = parents.data(),
          .depths = depths.data(),
          .starts = starts.data(),
          .ways = ways.data(),
          .columns = columns.data(),
          .is_chain = is_chain,
          .in_order = in_order,
          .numbers = memory.data(),
          .inverse = memory.data() + size,
          .x = memory.data() + size + n};
  const AllFactorKernels& all = of_set(
      set, []<InstructionSet s>() -> const AllFactorKernels& { return factor_kernels<s>(); });
  const bool is_short = is_chain && in_order && order.size() - 1 < kMostShortRows;
  kernels = is_short ? all.short_chains[order.size() - 1] : all.any;
}

void MassFactor::Workspace::set_order(const model::Model& model) {
  std::vector<int> position(model.num_coordinates(), -1);
  bool is_shared = false;
  for (const model::Body& body : model.bodies()) {  // Parents come before their children.
    int& at = position[body.coordinate];
    is_shared |= at >= 0;
    if (at >= 0) continue;
    at = static_cast<int>(order.size());
    order.push_back(body.coordinate);
    const bool is_root = body.parent == model::kWorld;
    const int above = is_root ? -1 : model.bodies()[body.parent].coordinate;
    parents.push_back(is_root ? -1 : position[above]);
  }
  if (!is_shared) return;
  for (std::size_t i = 0; i < parents.size(); ++i) parents[i] = static_cast<int>(i) - 1;
}

void MassFactor::Workspace::set_rows() {
  for (std::size_t i = 0; i < order.size(); ++i) {
    starts.push_back(static_cast<int>(ways.size()));
    const auto P = static_cast<std::size_t>(parents[i]);
    depths.push_back(parents[i] < 0 ? 0 : depths[P] + 1);
    for (int d = 0; d < depths[i]; ++d) ways.push_back(ways[starts[P] + d]);
    ways.push_back(static_cast<int>(i));
    ways.resize((ways.size() + 3) / 4 * 4, 0);
  }
  for (const int way : ways) columns.push_back(order[way]);
}

MassFactor::MassFactor(const model::Model& model, InstructionSet instruction_set) {
  check_available("MassFactor", instruction_set);
  workspace_ = std::make_unique<Workspace>(model, instruction_set);
}

MassFactor::~MassFactor() = default;
MassFactor::MassFactor(MassFactor&&) noexcept = default;
MassFactor& MassFactor::operator=(MassFactor&&) noexcept = default;

int MassFactor::num_coordinates() const { return workspace_->call.num_rows; }

bool MassFactor::factor(const double* M) noexcept {
  return workspace_->kernels.factor(workspace_->call, M);
}

void MassFactor::solve(double* x) noexcept { workspace_->kernels.solve(workspace_->call, x); }

}  // namespace appell::engine
