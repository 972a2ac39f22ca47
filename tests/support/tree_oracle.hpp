#pragma once

#include <array>
#include <string>
#include <vector>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include "appell/model/model.hpp"

namespace appell::support {

/// Dynamics of a tree from its definitions, with 50 digits and slowly: nothing here uses the
/// library's series, kinematics, energies or forces. Only the numbers of the model are read. Motion
/// is 4x4 matrices T(t) = Σ T[k] tᵏ with the exponentials of the joints from E' = Ξ q' E; mass is
/// the pseudo-inertia P = ∫ [r; 1][r; 1]ᵀ dm of each body; energies, momenta and forces are traces
/// of products of T, its derivatives and its partial derivatives with P.
class TreeOracle {
 public:
  using Real = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>,
                                             boost::multiprecision::et_off>;
  /// Derivative k of a quantity, its entries row by row.
  using Derivatives = std::vector<std::vector<Real>>;
  using Coordinates = std::vector<std::vector<Real>>;  ///< [k][j]: derivative k of coordinate j.

  TreeOracle(const model::Model& model, const Coordinates& q_derivatives);

  /// q with 50 digits from q in doubles.
  static Coordinates coordinates(const std::vector<VecX>& q_derivatives);

  Derivatives energy(int p) const;
  Derivatives potential_energy() const;
  Derivatives linear_momentum() const;
  Derivatives angular_momentum() const;
  Derivatives mass_matrix() const;
  Derivatives coriolis_matrix() const;
  Derivatives inertia_force() const;
  Derivatives gravity_force() const;
  Derivatives load_force(const model::Frame& frame, const std::vector<Vec3>& force_derivatives,
                         const std::vector<Vec3>& moment_derivatives, bool in_frame_axes) const;
  /// Force, then moment about the origin of the frame, of inertia and weight of everything that the
  /// body of a frame carries, in axes of the frame.
  Derivatives reaction(const model::Frame& frame) const;

 private:
  using Matrix = std::array<Real, 16>;  // 4 x 4, row by row
  using Motion = std::vector<Matrix>;   // Coefficients of a series
  using Scalar = std::vector<Real>;

  Motion exponential(const model::Body& body, const Scalar& q) const;
  Motion partial(const model::Frame& frame, int coordinate) const;
  Motion placement(const model::Frame& frame) const;
  bool carries(int ancestor, int body) const;

  model::Model model_;
  int order_;
  Coordinates q_;                             // Normalised coefficients [k][j]
  std::vector<Motion> T_;                     // Of each body
  std::vector<Matrix> P_;                     // Of each body
  std::vector<std::vector<Motion>> partial_;  // [body][coordinate], empty where zero
};

/// Largest |actual - expected| of one block, and largest |expected|.
struct BlockError {
  double error;
  double size;
};
BlockError block_error(const MatX& actual, const std::vector<TreeOracle::Real>& expected);

}  // namespace appell::support
