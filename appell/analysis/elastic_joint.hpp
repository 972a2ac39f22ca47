#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "appell/model/description.hpp"
#include "appell/taylor/series.hpp"

/// The transmission of one joint between its motor and its link, as functions of time. Everything
/// is on the link side of the gear, docs/elastic.md has the equations: θ the angle of the motor
/// over the gear ratio, δ = θ - q the deflection, τ the force that the transmission carries.
namespace appell::analysis {

/// @throws InvalidArgument, naming the joint, for an actuator that nothing here can compute: a
/// spring
///   that is damped and progressive, damping or k₃, k₅ without a spring, numbers that are negative
///   or not finite, a gear ratio of zero.
void check_actuator(std::string_view joint, const model::Actuator& actuator);

/// The deflection of a spring without damper, rad or m:
///
///   k₁ δ + k₃ δ³ + k₅ δ⁵ = τ                                                              (1)
///
/// A progressive spring by Newton's method, for the value first and then for the series, of which
/// every step makes twice as many coefficients right.
/// @param force  τ(t), N m or N.
/// @param out  δ(t), of the order that is wanted, at most that of `force`.
/// @throws InvalidArgument if the actuator is rigid or `force` is of too low an order.
/// @note No heap allocation up to order 11.
void spring_deflection(const model::Actuator& actuator, const taylor::Series<double>& force,
                       taylor::Series<double>& out);
taylor::Series<double> spring_deflection(const model::Actuator& actuator,
                                         const taylor::Series<double>& force);

/// Slope of a spring, dτ/dδ, N m/rad or N/m.
double spring_slope(const model::Actuator& actuator, double deflection);

/// Friction of motor and gear on the link side, N f(N θ'): what the motor supplies beside what
/// moves rotor and link. Of the order of `rate`, θ'(t).
/// @param direction  in which the motor moves, or will from rest: -1, 0 or 1.
taylor::Series<double> motor_friction(const model::Actuator& actuator,
                                      const taylor::Series<double>& rate, double direction);

/// The deflection of a linear spring with a damper in parallel, which remembers:
///
///   D δ' + K δ = τ                                                                        (2)
///
/// All derivatives satisfy (2), each with that of τ on the right. They are carried along together,
/// and none is a difference of others: what stays accurate however weak the damper is. Along a step
/// h on which τ is a polynomial, exactly:
///
///   δ⁽ᵏ⁾(h) = e⁻ˣ δ⁽ᵏ⁾(0) + 1/K Σ_j τ⁽ʲ⁺ᵏ⁾(0) hʲ ψ_j(x),   x = h K/D                      (3)
///   ψ_j(x) = x ∫₀¹ e^{-x(1-s)} sʲ/j! ds
///
/// whatever x is. Errors fade with e⁻ˣ: there is no drift.
class DampedSpring {
 public:
  /// @param order  highest derivative of δ, >= 0.
  /// @throws InvalidArgument unless K and D are positive and finite.
  DampedSpring(double stiffness, double damping, int order);

  int order() const { return static_cast<int>(derivatives_.size()) - 1; }
  /// δ⁽ᵏ⁾, k = 0..order().
  double derivative(int k) const { return derivatives_[k]; }

  /// As if the motion had been going on for long: δ = 1/K Σ_i (-D/K)ⁱ τ⁽ⁱ⁾, up to and with the
  /// smallest terms that are known: the larger of two in a row counts.
  /// @param force  τ⁽ᵏ⁾/k!, k = 0, 1, ..., at least order() + 1 of them.
  void start(std::span<const double> force);
  /// Size of these terms, rad or m: by about so much δ may differ from that of such a motion; the
  /// difference fades with e^{-t K/D}.
  double start_error() const { return start_error_; }
  /// From a deflection that is known.
  void start_at(double deflection, std::span<const double> force);

  /// Goes on by h >= 0 s. Eq. (3).
  /// @param force  τ⁽ᵏ⁾/k! at the beginning of the step: all there is of the polynomial.
  void step(std::span<const double> force, double h);

  /// Where derivatives of τ jump, from order `first` on: δ goes on, and its derivatives jump so
  /// that (2) holds on both sides.
  /// @param before, after  τ⁽ᵏ⁾/k! on both sides, order() of them at least.
  void jump(std::span<const double> before, std::span<const double> after, int first);

 private:
  double stiffness_;
  double damping_;
  double start_error_ = 0.0;
  std::vector<double> derivatives_;
  std::vector<double> psi_;
};

/// ψ_j(x) of DampedSpring, j = 0..psi.size() - 1, for x >= 0, infinity included: to within a few
/// roundings, upwards by ψ_j = 1/j! - ψ_{j-1}/x where j < x and downwards where j > x, which
/// reduces errors both times.
void step_weights(double x, std::span<double> psi);

}  // namespace appell::analysis
