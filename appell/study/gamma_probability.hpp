#pragma once

namespace appell::study {

/// The probabilities that a chi-square number of k degrees of freedom is below and above x: each
/// has its digits in its own tail.
struct TailProbabilities {
  double below = 0.0;
  double above = 1.0;
};

/// The regularised incomplete gamma functions P and Q of a = k/2 at x/2, relative error some 1e-14
/// (the smaller of the two; the other is one less it), for any k from 1 to 1e13.
///
/// Below k = 200 by the power series of P and the continued fraction of Q. They take √k steps:
/// above it by quadrature of the tail itself, with t = u/x - 1 beyond x and 1 - u/x below,
///
///   Q = D ∫₀^∞ exp(-(a - 1) φ(t) - (x/2 - a + 1) t) dt,   φ(t) = t - ln(1 + t)                 (1)
///   P = D ∫₀^1 exp(-(a - 1) φ(-t) + (x/2 - a + 1) t) dt                                        (2)
///
/// D = (x/2)ᵃ e^{-x/2}/Γ(a), in which only small numbers are subtracted: ln D = -a φ(x/2a - 1) +
/// ...
TailProbabilities chi_square_probabilities(double degrees_of_freedom, double x);

/// The density of y = √x: y^{k-1} e^{-y²/2}/(2^{k/2-1} Γ(k/2)).
double chi_density(double degrees_of_freedom, double y);

}  // namespace appell::study
