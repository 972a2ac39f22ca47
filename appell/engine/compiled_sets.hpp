#pragma once

#include "appell/engine/instruction_set.hpp"

namespace appell::engine {

/// f<set>() of the kernels of an instruction set: the only place that knows for which of them there
/// are kernels in this build.
template <class F>
decltype(auto) of_set(InstructionSet set, const F& f) {
#if defined(__x86_64__)
#if !defined(APPELL_ENGINE_NO_AVX512)
  if (set == InstructionSet::kAvx512) return f.template operator()<InstructionSet::kAvx512>();
#endif
  if (set == InstructionSet::kAvx2) return f.template operator()<InstructionSet::kAvx2>();
#endif
  static_cast<void>(set);
  return f.template operator()<InstructionSet::kPlain>();
}

}  // namespace appell::engine
