#pragma once

#include <memory>

#include "appell/engine/instruction_set.hpp"

namespace appell::model {
class Model;
}

namespace appell::engine {

/// The mass matrix of a tree taken apart, M = Lᵀ D L, so that M⁻¹ x costs O(n d) for a tree of
/// depth d, and taking it apart O(n d²): entries of L between joints of which none carries the
/// other stay zero (R. Featherstone, Rigid Body Dynamics Algorithms, 2008, section 6.5). Where a
/// joint mimics another one, M has no such zeros, and all entries count.
///
/// Owns its memory: make one per thread. After construction it allocates nothing and throws
/// nothing.
class MassFactor {
 public:
  /// @throws InvalidArgument if the machine lacks the instruction set.
  explicit MassFactor(const model::Model& model,
                      InstructionSet instruction_set = best_instruction_set());
  ~MassFactor();
  MassFactor(MassFactor&&) noexcept;
  MassFactor& operator=(MassFactor&&) noexcept;

  int num_coordinates() const;

  /// @param M  n x n, row by row; only the zeros of the tree are relied on.
  /// @return whether M is positive definite; if not, solve() must not be called.
  bool factor(const double* M) noexcept;

  /// x becomes M⁻¹ x, with the M of the last factor().
  void solve(double* x) noexcept;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace appell::engine
