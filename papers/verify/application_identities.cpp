// What the papers work out for one joint: its energies, its equations, its polynomial law of
// motion.
#include <Eigen/QR>

#include "appell/force/generalized_force.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/trajectory/spline.hpp"
#include "papers/equations/energy_derivatives.hpp"
#include "papers/equations/equations_of_motion.hpp"
#include "papers/equations/printed_members.hpp"
#include "papers/verify/subjects.hpp"
#include "papers/verify/tools.hpp"

namespace appell::verify {
namespace {

/// A body that turns about the y axis of its frame by q(t): its energies from particles.
struct Turner {
  mass::RigidMass body;
  double J;
  std::vector<double> q;  ///< Derivatives.
  taylor::Series<double> angle;
};

Turner turner(const Sample& sample) {
  const mass::RigidMass& B = body_of(sample, some_bodies(sample).front()).rigid_mass;
  Random random = sample.random("turner");
  Turner turner{B, 0.0, {}, {}};
  for (int k = 0; k <= 8; ++k) turner.q.push_back(random.number());
  turner.angle = taylor::Series<double>::from_derivatives(turner.q);
  const Vec3 c = B.p_BBcm;
  turner.J = B.mass * (c.x() * c.x() + c.z() * c.z()) + B.inertia_com()(1, 1);
  if (turner.J == 0.0) throw NotApplicable{"the body has no inertia about its y axis"};
  return turner;
}

double energy(const Turner& turner, int p) {
  const taylor::Series<Mat3> R = spatial::rotation_about(Vec3::UnitY(), turner.angle);
  double sum = 0.0;
  for (const Particle& point : particles(turner.body)) {
    sum += 0.5 * point.mass * (R.derivative(p + 1) * point.r_B).squaredNorm();
  }
  return sum;
}

Comparisons energy_of_one_joint(const Sample& sample, int p) {
  const Turner t = turner(sample);
  const double a = t.q[1], b = t.q[2], c = t.q[3], d = t.q[4];
  const double h = 0.5 * t.J;
  Comparison comparison(concat("p = ", p), energy(t, p));
  if (p == 1) {
    comparison.term("q''²", h * b * b).term("q'⁴", h * std::pow(a, 4));
  } else if (p == 2) {
    comparison.term("q'''²", h * c * c)
        .term("-2 q'³ q'''", -2 * h * a * a * a * c)
        .term("9 q'² q''²", 9 * h * a * a * b * b)
        .term("q'⁶", h * std::pow(a, 6));
  } else {
    comparison.term("q⁗²", h * d * d)
        .term("-12 q'² q'' q⁗", -12 * h * a * a * b * d)
        .term("30 q'⁴ q''²", 30 * h * std::pow(a, 4) * b * b)
        .term("9 q''⁴", 9 * h * std::pow(b, 4))
        .term("16 q'² q'''²", 16 * h * a * a * c * c)
        .term("24 q' q''² q'''", 24 * h * a * b * b * c)
        .term("-8 q'⁵ q'''", -8 * h * std::pow(a, 5) * c)
        .term("q'⁸", h * std::pow(a, 8));
    comparison.printed(equations::printed_third_energy_of_one_joint(t.J, t.angle));
  }
  const auto sum = equations::energy_about_fixed_axis(t.J, t.angle, p);
  return {comparison, Comparison("equations::energy_about_fixed_axis", energy(t, p))
                          .term("E_p", sum.value)
                          .inner_scale(sum.scale)};
}

/// One revolute joint about y with the body of turner(), its axis level.
model::Model one_joint(const Turner& t) {
  model::Description description;
  description.name = "one joint";
  description.gravity = Vec3(0.0, 0.0, -9.81);
  description.links.resize(2);
  description.links[0].name = "base";
  description.links[1].name = "arm";
  description.links[1].inertial = model::Inertial(t.body);
  model::Joint joint;
  joint.name = "joint";
  joint.kind = model::JointKind::kRevolute;
  joint.parent = "base";
  joint.child = "arm";
  joint.axis = Vec3::UnitY();
  description.joints.push_back(joint);
  return model::build(description, mass::Physics::kNotChecked);
}

/// Q_m = ∂E_1/∂q'' + Q_g and so on; what is printed as the last member, J q'' and so on, is the
/// first term alone.
Comparisons equations_of_one_joint(const Sample& sample) {
  const Turner t = turner(sample);
  const model::Model model = one_joint(t);
  std::vector<VecX> derivatives;
  for (const double q : t.q) derivatives.push_back(VecX::Constant(1, q));
  const model::StateSeries state = model::state_from_derivatives(model, derivatives);
  const auto Q_m = force::generalized_force(kinematics::propagate(model, state));
  Comparisons found;
  for (int k = 1; k <= 3; ++k) {
    const auto Q = equations::order_k_equation(model, state, k, k + 1);
    const auto Q_g = equations::gravity_equation(model, state, k, k + 1);
    const double inertia = t.J * t.q[at(k + 1)];
    found.push_back(Comparison(concat("k = ", k, ", m = ", k + 1, ", inertia"), inertia)
                        .term("equation of order k", Q.value(0))
                        .inner_scale(Q.scale(0)));
    Comparison chain(concat("k = ", k, ", m = ", k + 1), Q_m.derivative(k - 1)(0));
    for (const equations::EquationTerm& term : equations::order_k_terms(model, state, k, k + 1)) {
      chain.term(concat(term.coefficient, " ", term.label), term.coefficient * term.value.value(0));
    }
    found.push_back(chain.term("gravity", Q_g.value(0))
                        .inner_scale(Q.scale(0) + Q_g.scale(0))
                        .printed(inertia, concat("S2 (", 88 + k, ")")));
  }
  return found;
}

/// The three kinds of terms of q⁽ᵐ⁻ᵖ⁾ on one interval as S1 (61), (62) print it, as series about
/// the instant τ.
struct IntervalLaw {
  taylor::Series<double> of_start;      ///< With q⁽ᵐ⁾ at the start.
  taylor::Series<double> of_end;        ///< With q⁽ᵐ⁾ at the end.
  taylor::Series<double> of_constants;  ///< With the constants of integration.

  taylor::Series<double> sum() const { return of_start + of_end + of_constants; }
};

IntervalLaw interval_terms(int m, int p, double tau, double start, double end, double first,
                           double last, const std::vector<double>& a) {
  const int order = m + 1;
  taylor::Series<double> t(order, 0.0);
  t[0] = tau;
  t[1] = 1.0;
  const auto shifted = [&](double by, double sign) {
    taylor::Series<double> x = sign * t;
    x[0] += by;
    return x;
  };
  const auto power = [&](const taylor::Series<double>& x, int n) {
    taylor::Series<double> y = taylor::Series<double>::constant(1.0, order);
    for (int i = 0; i < n; ++i) y = y * x;
    return y;
  };
  const double scale = (end - start) * factorial(p + 1);
  IntervalLaw law{(p % 2 == 0 ? 1.0 : -1.0) * first / scale * power(shifted(end, -1.0), p + 1),
                  last / scale * power(shifted(-start, 1.0), p + 1),
                  taylor::Series<double>(order, 0.0)};
  for (int k = 1; k <= p; ++k) {
    law.of_constants += a[at(k)] / factorial(p - k) * power(t, p - k);
  }
  return law;
}

/// Σ|terms| of its value.
double interval_scale(int p, double tau, double start, double end, double first, double last,
                      const std::vector<double>& a) {
  const double scale = (end - start) * factorial(p + 1);
  double sum = std::abs(first) * std::pow(end - tau, p + 1) / scale +
               std::abs(last) * std::pow(tau - start, p + 1) / scale;
  for (int k = 1; k <= p; ++k) sum += std::abs(a[at(k)]) * std::pow(tau, p - k) / factorial(p - k);
  return sum;
}

Comparisons interval_derivatives(const Sample& sample) {
  Random random = sample.random("interval");
  Comparisons found;
  for (int m = 2; m <= 6; ++m) {
    std::vector<double> a;
    for (int k = 0; k <= m; ++k) a.push_back(random.number());
    const double first = random.number();
    const double last = random.number();
    const auto q = interval_terms(m, m, 0.3, 0.1, 0.9, first, last, a).sum();
    for (int p = 0; p <= m; ++p) {
      const IntervalLaw law = interval_terms(m, p, 0.3, 0.1, 0.9, first, last, a);
      Comparison comparison(concat("m = ", m, ", p = ", p), q.derivative(m - p));
      comparison.term("(-1)ᵖ (τ_i-τ)ᵖ⁺¹/(t_i (p+1)!) q^(m)_{i-1}", law.of_start[0])
          .term("(τ-τ_{i-1})ᵖ⁺¹/(t_i (p+1)!) q^(m)_i", law.of_end[0]);
      if (p > 0) comparison.term("Σ τᵖ⁻ᵏ/(p-k)! a_k", law.of_constants[0]);
      found.push_back(comparison.inner_scale(interval_scale(p, 0.3, 0.1, 0.9, first, last, a)));
    }
  }
  return found;
}

/// The conditions of S1 (64) on the unknowns of S1 (63), for one joint: row by row, what is known
/// on the right. Columns are a_11, ..., a_1m, a_21, ..., and then q⁽ᵐ⁾ at the knots 1, ..., s; the
/// last of them, q⁽ᵐ⁾(τ_s), is given in the paper.
struct IntervalSystem {
  int m, s;
  std::vector<double> knots;
  MatX A;
  VecX b;

  int column(int interval, int k) const { return interval * m + k - 1; }
  int column_of_knot(int knot) const { return s * m + knot - 1; }
};

/// Adds `sign` times q⁽ᵈ⁾ of an interval at a time to a row.
void add_to_row(IntervalSystem& system, int row, int interval, int d, double tau, double sign,
                double start_value) {
  const int p = system.m - d;
  const std::vector<double> none(at(system.m) + 1, 0.0);
  const double start = system.knots[at(interval)], end = system.knots[at(interval) + 1];
  const auto value = [&](double first, double last, const std::vector<double>& a) {
    return sign * interval_terms(system.m, p, tau, start, end, first, last, a).sum()[0];
  };
  if (interval == 0) {
    system.b(row) -= value(start_value, 0.0, none);
  } else {
    system.A(row, system.column_of_knot(interval)) += value(1.0, 0.0, none);
  }
  system.A(row, system.column_of_knot(interval + 1)) += value(0.0, 1.0, none);
  for (int k = 1; k <= p; ++k) {
    std::vector<double> a = none;
    a[at(k)] = 1.0;
    system.A(row, system.column(interval, k)) += value(0.0, 0.0, a);
  }
}

/// Values q, ..., q⁽ᵐ⁾ at the start, q'' at the inner knots, q at the end, and continuity.
IntervalSystem interval_system(int m, const std::vector<double>& knots,
                               const std::vector<double>& initial, const std::vector<double>& inner,
                               double end) {
  const int s = static_cast<int>(knots.size()) - 1;
  const int n = s * m + s;
  IntervalSystem system{m, s, knots, MatX::Zero(n, n), VecX::Zero(n)};
  const double start_value = initial[at(m)];
  int row = 0;
  const auto add = [&](int interval, int d, double tau, double sign) {
    add_to_row(system, row, interval, d, tau, sign, start_value);
  };
  for (int d = 0; d < m; ++d, ++row) {
    system.b(row) = initial[at(d)];
    add(0, d, knots[0], 1.0);
  }
  for (int i = 1; i < s; ++i, ++row) {
    system.b(row) = inner[at(i - 1)];
    add(i - 1, 2, knots[at(i)], 1.0);
  }
  for (int i = 1; i < s; ++i) {
    for (int d = 0; d < m; ++d, ++row) {
      add(i - 1, d, knots[at(i)], 1.0);
      add(i, d, knots[at(i)], -1.0);
    }
  }
  system.b(row) = end;
  add(s - 1, 0, knots[at(s)], 1.0);
  return system;
}

/// Rank of the system as printed and with q⁽ᵐ⁾(τ_s) free, and the law that the latter gives.
void compare_system(int m, int s, Random& random, Comparisons& found) {
  std::vector<double> knots{0.1}, initial, inner;
  for (int i = 0; i < s; ++i) knots.push_back(knots.back() + 0.5 + 0.2 * random.number());
  for (int d = 0; d <= m; ++d) initial.push_back(random.number());
  std::vector<trajectory::Condition> at_knots;
  for (int i = 1; i < s; ++i) {
    inner.push_back(random.number());
    at_knots.push_back({2, inner.back()});
  }
  const double end = random.number();
  at_knots.push_back({0, end});
  const IntervalSystem system = interval_system(m, knots, initial, inner, end);
  // Rows and columns are of every power of the length of an interval: ranks are of scaled rows.
  const MatX scaled = system.A.rowwise().normalized();
  const auto rank_of = [](const MatX& A) {
    Eigen::ColPivHouseholderQR<MatX> qr(A);
    qr.setThreshold(1e-11);
    return static_cast<double>(qr.rank());
  };
  const std::string label = concat("m = ", m, ", s = ", s);
  found.push_back(Comparison(label + ", rank", rank_of(scaled))
                      .term("values at the start", double(m))
                      .term("accelerations inside", double(s - 1))
                      .term("continuity", double(m * (s - 1)))
                      .term("position at the end", 1.0)
                      .printed(rank_of(scaled.leftCols(scaled.cols() - 1))));
  const VecX x = system.A.colPivHouseholderQr().solve(system.b);
  const auto spline = trajectory::initial_value_spline(m, knots, initial, at_knots);
  std::vector<double> a{0.0};
  for (int k = 1; k <= m; ++k) a.push_back(x(system.column(s - 1, k)));
  const double first = s == 1 ? initial[at(m)] : x(system.column_of_knot(s - 1));
  const double last = x(system.column_of_knot(s));
  const double start = knots[at(s) - 1], stop = knots[at(s)];
  const double tau = 0.5 * (start + stop);
  const IntervalLaw law = interval_terms(m, m, tau, start, stop, first, last, a);
  double q = 0.0;
  spline.law.expand(tau, {&q, 1});
  // Constants of powers of absolute time cancel; errors of the data grow as the spline says.
  found.push_back(
      Comparison(label + ", q in the last interval", q)
          .term("q^(m) at its start", law.of_start[0])
          .term("q^(m) at its end", law.of_end[0])
          .term("constants", law.of_constants[0])
          .inner_scale(spline.amplification * interval_scale(m, tau, start, stop, first, last, a)));
}

Comparisons unknowns(const Sample& sample) {
  Random random = sample.random("interval-unknowns");
  Comparisons found;
  for (int m = 3; m <= 5; ++m) {
    for (int s = 2; s <= 4; ++s) compare_system(m, s, random, found);
  }
  return found;
}

Identity one_joint_energy(int p, const std::string& formula) {
  return {.id = concat("one-joint-e", p),
          .title = concat("energy of order ", p, " of one revolute joint"),
          .equations = {concat("S2 (", 85 + p, ")")},
          .misprinted = p == 3 ? std::vector<std::string>{"S2 (88)"} : std::vector<std::string>{},
          .formula = formula,
          .reading =
              p == 3 ? "S2 (88) has two of its terms twice, no q⁗², and 9 q'⁴ q''² for 9 q''⁴; J "
                       "= M (x² + z²) + I_y*, I_y* the central moment."
                     : "J = M (x² + z²) + I_y*, I_y* the central moment: the papers leave the "
                       "star out.",
          .left = "particles that turn (verify/application_identities.cpp)",
          .right = "the polynomial, equations::energy_about_fixed_axis",
          .evaluate = [p](const Sample& s) { return energy_of_one_joint(s, p); }};
}

Identity one_joint_equations() {
  return {.id = "one-joint-equations",
          .title = "equations of motion of one revolute joint",
          .equations = {"S2 (89)", "S2 (90)", "S2 (91)"},
          .misprinted = {"S2 (89)", "S2 (90)", "S2 (91)"},
          .formula =
              "Dᵏ⁻¹Q_m = (k-1)! m!/(m+k-1)! ∂/∂q⁽ᵐ⁾ Σ C_p Dᵐ⁺ᵏ⁻²ᵖ⁻¹E_p + Dᵏ⁻¹Q_g = J q⁽ᵏ⁺¹⁾ + "
              "Dᵏ⁻¹Q_g, k = 1, 2, 3, m = k + 1",
          .reading = "The last members lack Q_g, which the error is for.",
          .left = "force::generalized_force (recursive Newton-Euler); J q⁽ᵏ⁺¹⁾",
          .right = "equations::order_k_equation, equations::gravity_equation",
          .evaluate = equations_of_one_joint};
}

Identity interval_law() {
  return {.id = "interval-law",
          .title = "polynomial law of motion on one interval and its derivatives",
          .equations = {"S1 (61)", "S3 (3)", "S3 (4)"},
          .formula =
              "q⁽ᵐ⁻ᵖ⁾ = (-1)ᵖ (τ_i-τ)ᵖ⁺¹/(t_i (p+1)!) q⁽ᵐ⁾_{i-1} + (τ-τ_{i-1})ᵖ⁺¹/(t_i "
              "(p+1)!) q⁽ᵐ⁾_i + Σ τᵖ⁻ᵏ/(p-k)! a_k",
          .reading = "In S3 (3) the left side has the order m - p.",
          .left = "q differentiated in Taylor arithmetic",
          .right = "the formula (verify/application_identities.cpp)",
          .evaluate = [](const Sample& s) { return interval_derivatives(s); }};
}

Identity interval_unknowns() {
  return {
      .id = "interval-unknowns",
      .title = "unknowns and conditions of the polynomial law",
      .equations = {"S1 (62)", "S1 (63)", "S1 (64)", "S3 (5)", "S3 (6)"},
      .misprinted = {"S1 (63)", "S1 (64)", "S3 (5)", "S3 (6)"},
      .formula = "rank = s m + s = m + (s-1) + m (s-1) + 1 conditions, and the law that they give",
      .reading =
          "In S1 (62) p = m. With q⁽ᵐ⁾ given at the end, as printed, there is one unknown less: "
          "the rank is one below the number of conditions, which the error is for.",
      .left = "rank of the conditions, row by row; trajectory::initial_value_spline",
      .right = "the conditions counted; the law of their solution",
      .evaluate = unknowns};
}

}  // namespace

std::vector<Identity> application_identities() {
  return {one_joint_energy(1, "E_1 = ½ J (q''² + q'⁴)"),
          one_joint_energy(2, "E_2 = ½ J (q'''² - 2 q'³ q''' + 9 q'² q''² + q'⁶)"),
          one_joint_energy(3,
                           "E_3 = ½ J (q⁗² - 12 q'²q''q⁗ + 30 q'⁴q''² + 9 q''⁴ + 16 q'²q'''² + "
                           "24 q'q''²q''' - 8 q'⁵q''' + q'⁸)"),
          one_joint_equations(),
          interval_law(),
          interval_unknowns()};
}

}  // namespace appell::verify
