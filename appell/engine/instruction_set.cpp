#include "appell/engine/instruction_set.hpp"

#include <algorithm>

#include "appell/base/check.hpp"

namespace appell::engine {

std::vector<InstructionSet> available_instruction_sets() {
  std::vector<InstructionSet> sets{InstructionSet::kPlain};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    sets.push_back(InstructionSet::kAvx2);
#if !defined(APPELL_ENGINE_NO_AVX512)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl")) {
      sets.push_back(InstructionSet::kAvx512);
    }
#endif
  }
#endif
  return sets;
}

InstructionSet best_instruction_set() { return available_instruction_sets().back(); }

std::string_view name(InstructionSet set) {
  switch (set) {
    case InstructionSet::kPlain:
      return "plain";
    case InstructionSet::kAvx2:
      return "avx2";
    case InstructionSet::kAvx512:
      return "avx512";
  }
  return "unknown";
}

void check_available(const char* who, InstructionSet set) {
  const std::vector<InstructionSet> sets = available_instruction_sets();
  check(std::find(sets.begin(), sets.end(), set) != sets.end(), who, ": this machine has no ",
        name(set), "; its widest instruction set is ", name(sets.back()), ".");
}

}  // namespace appell::engine
