#pragma once

namespace appell::planning {

/// How dense the knots of a grid are along u. At an end where the motion has a small velocity v
/// instead of being at rest, it soon is like one from rest, u ~ t³, beyond a way a on which v
/// counts: intervals there are as long as equal times of such a motion. With d = 1/4,
///
///   dψ/du = ((d + a)/(u + a))^(2/3) for u < d, 1 between,                                     (1)
///
/// likewise at the other end; knots are where ψ has equal distances.
class KnotSpacing {
 public:
  /// @param start_rate, end_rate  du/dt there, over that of a motion of constant rate; zero at
  ///   rest, where the path is graded itself. From 0.3 on nothing becomes denser.
  KnotSpacing(double start_rate, double end_rate);

  double psi(double u) const;
  double inverse(double psi) const;

 private:
  /// One end.
  struct Part {
    double a = 0.0;       ///< Zero: even.
    double length = 0.0;  ///< ψ of the first d.
    explicit Part(double rate);
    double psi(double u) const;
    double inverse(double psi) const;
  };
  Part start_, end_;
  double total_;
};

}  // namespace appell::planning
