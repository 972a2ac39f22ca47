#pragma once

#include <string_view>
#include <vector>

namespace appell::engine {

/// Which vector instructions the kernels use. The library carries kernels for all of them and
/// chooses at run time; on a processor that is not x86-64 there is only kPlain.
enum class InstructionSet {
  kPlain,   ///< What every processor of the architecture has: 2 samples at once.
  kAvx2,    ///< AVX2 and FMA: 4 samples.
  kAvx512,  ///< AVX-512 F, DQ and VL: 8 samples.
};

/// Those that this machine can run, narrowest first.
std::vector<InstructionSet> available_instruction_sets();

/// The widest of them.
InstructionSet best_instruction_set();

std::string_view name(InstructionSet set);

/// @throws InvalidArgument naming `who` if this machine cannot run it.
void check_available(const char* who, InstructionSet set);

}  // namespace appell::engine
