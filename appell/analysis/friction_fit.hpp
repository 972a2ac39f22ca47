#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "appell/model/description.hpp"

namespace appell::analysis {

/// Laws that can be fitted, v = q':
///
///   o + b v + μ tanh(v/v₀)                               kCoulomb                              (1)
///   o + b v + (μ + μ_s exp(-(v/v_s)²)) tanh(v/v₀)        kStribeck                             (2)
///   μ (σ(s (v + δ)) - σ(s δ)),  σ(x) = 1/(1 + e⁻ˣ)       kSigmoid, Gaz et al. (2019)           (3)
///   o + (3)                                              kSigmoidAndOffset                     (4)
enum class FittedLaw { kCoulomb, kStribeck, kSigmoid, kSigmoidAndOffset };

/// "coulomb", "stribeck", "sigmoid", "sigmoid+offset".
std::vector<std::string> fitted_law_names();
/// @throws InvalidArgument for another name.
FittedLaw fitted_law_named(const std::string& name);
/// As a line of text: "offset + viscous q' + dry tanh(q'/v0)".
std::string formula_of(FittedLaw law);

/// v₀ of (1), (2), rad/s or m/s, unless told.
inline constexpr double kDryVelocity = 0.02;

struct FittedParameter {
  std::string name;  ///< As a field of friction in model files.
  double value = 0.0;
  /// Standard error, see fit_friction(). None: the rows do not say what it is, and it is left out
  /// (or at the end of where it is looked for).
  std::optional<double> sd;
};

struct FrictionFit {
  model::Friction friction;
  std::vector<FittedParameter> parameters;
  std::vector<double> fitted;        ///< The force of the law at every row.
  double rms = 0.0;                  ///< Of what remains.
  std::vector<std::string> remarks;  ///< What could not be told, or is odd: one a line.
};

/// The law that fits a force best, by least squares: linear parameters by a QR decomposition, v_s,
/// s and δ by variable projection on a grid within bounds and Gauss-Newton steps from its best
/// point. A parameter that the rows do not determine (the joint hardly moves, or in one direction
/// only) is zero, and said so. Nothing keeps a coefficient from being negative.
///
/// What remains is correlated from row to row. Standard errors are therefore those of 30 blocks of
/// neighbouring rows: with x the gradient of the law and e what remains, S = Σ_blocks s sᵀ,
/// s = Σ_rows x e, the covariance is 30/(30 - p) (XᵀX)⁻¹ S (XᵀX)⁻¹.
/// @param velocity  v₀.
/// @throws InvalidArgument if there are fewer than 20 rows, or the numbers of rates and forces
///   differ, or v₀ is not positive.
FrictionFit fit_friction(std::span<const double> rate, std::span<const double> force, FittedLaw law,
                         double velocity = kDryVelocity);

}  // namespace appell::analysis
