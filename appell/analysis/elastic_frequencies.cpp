#include "appell/analysis/elastic_frequencies.hpp"

#include <cmath>
#include <numbers>
#include <string_view>

#include "appell/base/check.hpp"
#include "appell/base/decompositions.hpp"

namespace appell::analysis {
namespace {

using Eigen::Index;

void check_pose(std::string_view function, const MatX& M, const VecX& stiffness, const MatX& G) {
  const Index n = stiffness.size();
  check(M.rows() == n && M.cols() == n, function, ": the mass matrix is ", M.rows(), " x ",
        M.cols(), "; ", n, " x ", n, " is needed for ", n, " joints.");
  check(G.size() == 0 || (G.rows() == n && G.cols() == n), function, ": the position stiffness is ",
        G.rows(), " x ", G.cols(), "; ", n, " x ", n, " is needed.");
  check(M.allFinite() && stiffness.allFinite() && G.allFinite(), function,
        ": a number is not finite.");
  for (Index j = 0; j < n; ++j) {
    check(stiffness[j] >= 0.0, function, ": the stiffness of joint ", j, " is ", stiffness[j],
          "; it must not be negative.");
  }
}

/// ω² of K x = ω² M x, ascending, as signed frequencies; the lowest `skipped` are left out.
std::vector<double> frequencies_of(std::string_view function, const MatX& K, const MatX& M,
                                   Index skipped) {
  const std::optional<VecX> omega_squared = generalized_eigenvalues(K, M);
  if (!omega_squared) {
    throw NumericalError(concat(function,
                                ": the mass matrix is not positive definite: something that can "
                                "move has no inertia, and no frequency."));
  }
  std::vector<double> frequencies;
  for (Index i = skipped; i < omega_squared->size(); ++i) {
    const double squared = (*omega_squared)[i];
    frequencies.push_back(std::copysign(std::sqrt(std::abs(squared)), squared) /
                          (2.0 * std::numbers::pi));
  }
  return frequencies;
}

}  // namespace

std::vector<double> locked_frequencies(const MatX& M, const VecX& stiffness,
                                       const MatX& position_stiffness) {
  constexpr std::string_view kName = "locked_frequencies";
  check_pose(kName, M, stiffness, position_stiffness);
  std::vector<Index> elastic;
  for (Index j = 0; j < stiffness.size(); ++j) {
    if (stiffness[j] > 0.0) elastic.push_back(j);
  }
  if (elastic.empty()) return {};
  const MatX mass = M(elastic, elastic);
  MatX K = stiffness(elastic).asDiagonal();
  if (position_stiffness.size() > 0) K += position_stiffness(elastic, elastic);
  return frequencies_of(kName, K, mass, 0);  // Eq. (1)
}

std::vector<double> free_frequencies(const MatX& M, const VecX& stiffness,
                                     const VecX& rotor_inertia, const MatX& position_stiffness) {
  constexpr std::string_view kName = "free_frequencies";
  check_pose(kName, M, stiffness, position_stiffness);
  const Index n = stiffness.size();
  check(rotor_inertia.size() == n && rotor_inertia.allFinite(), kName, ": there are ",
        rotor_inertia.size(), " rotors; ", n, " finite inertias are needed.");
  std::vector<Index> elastic;
  for (Index j = 0; j < n; ++j) {
    if (stiffness[j] == 0.0) continue;
    check(rotor_inertia[j] >= 0.0, kName, ": the rotor of joint ", j, " has the inertia ",
          rotor_inertia[j], "; it must not be negative.");
    if (rotor_inertia[j] > 0.0) elastic.push_back(j);
  }
  const auto m = static_cast<Index>(elastic.size());
  if (m == 0) return {};
  MatX mass = MatX::Zero(n + m, n + m);
  MatX K = MatX::Zero(n + m, n + m);
  mass.topLeftCorner(n, n) = M;
  if (position_stiffness.size() > 0) K.topLeftCorner(n, n) = position_stiffness;
  for (Index i = 0; i < m; ++i) {
    const Index j = elastic[i];
    mass(n + i, n + i) = rotor_inertia[j];
    K(j, j) += stiffness[j];
    K(n + i, n + i) = stiffness[j];
    K(j, n + i) = K(n + i, j) = -stiffness[j];
  }
  return frequencies_of(kName, K, mass, n);  // Eq. (2)
}

}  // namespace appell::analysis
