#pragma once

namespace appell::engine {

/// Which matrices are computed: each needs one more derivative of q, and gives those before it too.
enum class MatrixContent {
  kMass,      ///< M, from q.
  kCoriolis,  ///< And C, from q and q'.
  kPartials,  ///< And ∂τ/∂q and ∂τ/∂q' = 2 C, from q, q' and q''.
};

}  // namespace appell::engine
