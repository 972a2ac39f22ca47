#pragma once

#include <vector>

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
  explicit MassFactor(const model::Model& model);

  int num_coordinates() const { return static_cast<int>(order_.size()); }

  /// @param M  n x n, row by row; only the zeros of the tree are relied on.
  /// @return whether M is positive definite; if not, solve() must not be called.
  bool factor(const double* M) noexcept;

  /// x becomes M⁻¹ x, with the M of the last factor().
  void solve(double* x) noexcept;

 private:
  double& entry(int i, int j) {
    return numbers_[static_cast<std::size_t>(i * num_coordinates() + j)];
  }
  int parent(int i) const { return parents_[static_cast<std::size_t>(i)]; }

  std::vector<int> order_;    ///< Coordinates, parents before children: what is taken apart.
  std::vector<int> parents_;  ///< By position in that order; -1 at a root.
  bool is_chain_ = true;
  std::vector<double> numbers_;
  std::vector<double> x_;
};

}  // namespace appell::engine
