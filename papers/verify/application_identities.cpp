// What the papers work out for one joint: its energies, its equations, its polynomial law of
// motion.
#include "papers/equations/energy_derivatives.hpp"
#include "papers/equations/equations_of_motion.hpp"
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
    const double cross = -12 * h * a * a * b * d;
    const double fourth = 30 * h * std::pow(a, 4) * b * b;
    comparison.term("q⁗²", h * d * d)
        .term("-12 q'² q'' q⁗", cross)
        .term("30 q'⁴ q''²", fourth)
        .term("9 q''⁴", 9 * h * std::pow(b, 4))
        .term("16 q'² q'''²", 16 * h * a * a * c * c)
        .term("24 q' q''² q'''", 24 * h * a * b * b * c)
        .term("-8 q'⁵ q'''", -8 * h * std::pow(a, 5) * c)
        .term("q'⁸", h * std::pow(a, 8));
    const double printed = comparison.rhs()(0) + cross + fourth;
    comparison.printed(printed);
  }
  const auto sum = equations::energy_about_fixed_axis(t.J, t.angle, p);
  return {comparison, Comparison("equations::energy_about_fixed_axis", energy(t, p))
                          .term("E_p", sum.value)
                          .inner_scale(sum.scale)};
}

/// One revolute joint about y with the body of turner().
Comparisons equations_of_one_joint(const Sample& sample) {
  const Turner t = turner(sample);
  model::Description description;
  description.name = "one joint";
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
  const model::Model model = model::build(description, mass::Physics::kNotChecked);
  std::vector<VecX> derivatives;
  for (const double q : t.q) derivatives.push_back(VecX::Constant(1, q));
  const model::StateSeries state = model::state_from_derivatives(model, derivatives);
  Comparisons found;
  for (int k = 1; k <= 3; ++k) {
    const auto Q = equations::order_k_equation(model, state, k, k + 1);
    found.push_back(Comparison(concat("k = ", k, ", m = ", k + 1), t.J * t.q[at(k + 1)])
                        .term("equation of order k", Q.value(0))
                        .inner_scale(Q.scale(0)));
  }
  return found;
}

/// q on one interval as S1 (61), (62) print it, as a series about the instant τ.
taylor::Series<double> compare_interval_law(int m, int p, double tau, double start, double end,
                                            double first, double last,
                                            const std::vector<double>& a) {
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
  taylor::Series<double> q =
      (p % 2 == 0 ? 1.0 : -1.0) * first / scale * power(shifted(end, -1.0), p + 1) +
      last / scale * power(shifted(-start, 1.0), p + 1);
  for (int k = 1; k <= p; ++k) q += a[at(k)] / factorial(p - k) * power(t, p - k);
  return q;
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

Comparisons interval_derivatives(const Sample& sample, int first_m, int last_m) {
  Random random = sample.random("interval");
  Comparisons found;
  for (int m = first_m; m <= last_m; ++m) {
    std::vector<double> a;
    for (int k = 0; k <= m; ++k) a.push_back(random.number());
    const double first = random.number();
    const double last = random.number();
    const auto q = compare_interval_law(m, m, 0.3, 0.1, 0.9, first, last, a);
    for (int p = 0; p <= m; ++p) {
      const auto d = compare_interval_law(m, p, 0.3, 0.1, 0.9, first, last, a);
      found.push_back(Comparison(concat("m = ", m, ", p = ", p), q.derivative(m - p))
                          .term("q^(m-p)", d.derivative(0))
                          .inner_scale(interval_scale(p, 0.3, 0.1, 0.9, first, last, a)));
    }
  }
  return found;
}

Comparisons unknowns(const Sample&) {
  Comparisons found;
  for (int m = 3; m <= 5; ++m) {
    for (int s = 2; s <= 5; ++s) {
      found.push_back(Comparison(concat("m = ", m, ", s = ", s), double(s * m + s))
                          .term("values at the start", double(m))
                          .term("accelerations inside", double(s - 1))
                          .term("continuity", double(m * (s - 1)))
                          .term("position at the end", 1.0)
                          .printed(double(s * m + s - 1)));
    }
  }
  return found;
}

Identity one_joint_energy(int p, const std::string& formula) {
  return {.id = concat("one-joint-e", p),
          .title = concat("energy of order ", p, " of one revolute joint"),
          .equations = {concat("S2 (", 85 + p, ")")},
          .formula = formula,
          .reading = p == 3 ? "S2 (88) has two of its terms twice; J = M (x² + z²) + I_y."
                            : "J = M (x² + z²) + I_y.",
          .left = "particles that turn (verify/application_identities.cpp)",
          .right = "the polynomial, equations::energy_about_fixed_axis",
          .evaluate = [p](const Sample& s) { return energy_of_one_joint(s, p); }};
}

Identity one_joint_equations() {
  return {.id = "one-joint-equations",
          .title = "equations of motion of one revolute joint",
          .equations = {"S2 (89)", "S2 (90)", "S2 (91)"},
          .formula = "Dᵏ⁻¹Q = J q⁽ᵏ⁺¹⁾, k = 1, 2, 3",
          .reading = "The inertia parts; gravity is left out.",
          .left = "J q⁽ᵏ⁺¹⁾",
          .right = "equations::order_k_equation",
          .evaluate = equations_of_one_joint};
}

Identity interval_law() {
  return {.id = "interval-law",
          .title = "polynomial law of motion on one interval and its derivatives",
          .equations = {"S1 (61)", "S1 (62)", "S3 (3)", "S3 (4)"},
          .formula =
              "q⁽ᵐ⁻ᵖ⁾ = (-1)ᵖ (τ_i-τ)ᵖ⁺¹/(t_i (p+1)!) q⁽ᵐ⁾_{i-1} + (τ-τ_{i-1})ᵖ⁺¹/(t_i "
              "(p+1)!) q⁽ᵐ⁾_i + Σ τᵖ⁻ᵏ/(p-k)! a_k",
          .reading = "In S1 (62) p = m; in S3 (3) the left side has the order m - p.",
          .left = "q differentiated in Taylor arithmetic",
          .right = "the formula (verify/application_identities.cpp)",
          .evaluate = [](const Sample& s) { return interval_derivatives(s, 2, 6); }};
}

Identity interval_law_m4() {
  return {.id = "interval-law-m4",
          .title = "the same for m = 4",
          .equations = {"S2 (81)", "S2 (82)", "S2 (83)", "S2 (84)", "S2 (85)"},
          .formula = "as interval-law, p = 0..4",
          .left = "q differentiated in Taylor arithmetic",
          .right = "the formula (verify/application_identities.cpp)",
          .evaluate = [](const Sample& s) { return interval_derivatives(s, 4, 4); }};
}

Identity interval_unknowns() {
  return {.id = "interval-unknowns",
          .title = "unknowns and conditions of the polynomial law",
          .equations = {"S1 (63)", "S1 (64)", "S3 (5)", "S3 (6)"},
          .formula = "s m + s unknowns = m + (s-1) + m (s-1) + 1 conditions",
          .reading =
              "With q⁽ᵐ⁾ given at the end, as printed, there is one unknown less: one "
              "condition too many.",
          .left = "constants of integration and q⁽ᵐ⁾ at the knots after the first",
          .right = "conditions",
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
          interval_law_m4(),
          interval_unknowns()};
}

}  // namespace appell::verify
