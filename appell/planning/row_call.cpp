#include "appell/planning/row_call.hpp"

#include "appell/engine/compiled_sets.hpp"

namespace appell::planning {

void run_rows(RowStage stage, const RowCall& call) {
  static const engine::InstructionSet best = engine::best_instruction_set();
  engine::of_set(best, [&]<engine::InstructionSet set>() { run_rows<set>(stage, call); });
}

}  // namespace appell::planning
