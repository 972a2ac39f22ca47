#pragma once

#include <span>
#include <vector>

#include "appell/trajectory/grading.hpp"

namespace appell::trajectory {

/// When a path is where: its parameter s, 0 to 1, as a function of time. The speed is given as
///
///   α(u) = (du/dt)²,  s = φ(u)                                                              (1)
///
/// with the grading φ and a spline α of degree 1 or 2. Where α is a polynomial of degree 2 in
/// d = u - u_k, u'' = α'/2 is linear in d: u(t) is known in closed form,
///
///   d'' = b + κ d,  b = α'(u_k)/2,  κ = α''/2                                                (2)
///   d(t) = √α(u_k) S(t) + b C(t),  S = sinh(√κ t)/√κ,  C = (cosh(√κ t) - 1)/κ                (3)
///
/// (sine and cosine for κ < 0), and the time that an interval of length h takes is
///
///   t = 2 artanh(√κ r)/√κ,  r = h / (√α(u_k) + √α(u_k+1))                                    (4)
class PathClock {
 public:
  /// α as a spline of degree 2 with continuous slope, by its coefficients in B-splines: one more
  /// than there are knots. The knots continue beyond the ends at the distance of the last two.
  /// @throws InvalidArgument unless the knots ascend from 0 to 1, at most a million, and α > 0.
  static PathClock quadratic(const Grading& grading, std::vector<double> knots,
                             std::vector<double> coefficients, double start_time = 0.0);
  /// α linear between its values at the knots: the acceleration jumps there. α may be zero at knots
  /// that are not neighbours.
  static PathClock linear(const Grading& grading, std::vector<double> knots,
                          std::vector<double> values, double start_time = 0.0);

  int degree() const { return degree_; }
  const Grading& grading() const { return grading_; }
  const std::vector<double>& knots() const { return knots_; }
  const std::vector<double>& coefficients() const { return coefficients_; }
  int num_intervals() const { return static_cast<int>(knots_.size()) - 1; }

  /// Of the knots, s.
  const std::vector<double>& times() const { return times_; }
  double duration() const { return times_.back() - times_.front(); }

  /// α, α' and α'' at a part, 0 to 1, of an interval.
  struct Rate {
    double alpha;
    double slope;
    double curvature;
  };
  Rate rate(int interval, double part) const;

  /// When u in [0, 1] is reached.
  double time_at(double u) const;
  /// The interval of a time: the last one that begins at or before it.
  int interval_at(double t) const;
  /// Normalised Taylor coefficients of s at a time of an interval.
  /// @param scratch  as long as `s`; overwritten.
  void expand(int interval, double t, std::span<double> scratch, std::span<double> s) const;
  /// u at a time of an interval.
  double parameter_at(int interval, double t) const;

  /// The same way in `factor` times the time.
  /// @throws InvalidArgument unless factor > 0.
  PathClock slowed(double factor) const;

 private:
  PathClock(const Grading& grading, std::vector<double> knots, std::vector<double> coefficients,
            double start_time, int degree);
  void set_pieces();
  void set_times(double start_time);
  /// The time from the start of an interval to the distance h.
  double time_within(std::size_t interval, double h) const;

  Grading grading_;
  int degree_;
  std::vector<double> knots_;
  std::vector<double> coefficients_;
  std::vector<Rate> pieces_;  ///< At the start of each interval.
  std::vector<double> times_;
};

}  // namespace appell::trajectory
