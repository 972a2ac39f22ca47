// The papers' polynomial law against the splines of the library.
#include "appell/trajectory/spline.hpp"
#include "papers/verify/subjects.hpp"
#include "papers/verify/tools.hpp"

namespace appell::verify {
namespace {

/// A spline and the law that its constants give.
struct SplineCase {
  int m;
  std::vector<double> knots;
  trajectory::Spline spline;
};

std::vector<double> random_knots(Random& random, int num_intervals) {
  std::vector<double> knots{0.2};
  for (int i = 1; i <= num_intervals; ++i) {
    knots.push_back(knots.back() + 0.3 + 0.1 * random.number());
  }
  return knots;
}

std::vector<trajectory::Condition> random_conditions(Random& random, std::vector<int> orders) {
  std::vector<trajectory::Condition> conditions;
  for (const int d : orders) conditions.push_back({d, random.number()});
  return conditions;
}

/// The form of S2's experiment: accelerations at the inner knots, q, q', q'', q''' at the start, q
/// and q'' at the end.
SplineCase of_accelerations(Random& random) {
  const std::vector<double> knots = random_knots(random, 6);
  std::vector<double> inner;
  for (int i = 1; i < 6; ++i) inner.push_back(random.number());
  const auto start = random_conditions(random, {0, 1, 2, 3});
  const auto end = random_conditions(random, {0, 2});
  return {4, knots, trajectory::acceleration_spline(4, knots, inner, start, end)};
}

/// The form of S3 (6) with q⁽ᵐ⁾ at the end free: q, ..., q⁽ᵐ⁾ at the start, q'' inside, q at the
/// end.
SplineCase of_initial_values(Random& random, int m) {
  const std::vector<double> knots = random_knots(random, 3);
  std::vector<double> initial;
  for (int d = 0; d <= m; ++d) initial.push_back(random.number());
  const auto at_knots = random_conditions(random, {2, 2, 0});
  return {m, knots, trajectory::initial_value_spline(m, knots, initial, at_knots)};
}

/// q⁽ᵐ⁻ᵖ⁾ on every interval, p = 0..m: the law itself against its terms as printed. The factorials
/// are 1, 2, 6, 24, 120, ... as S2 (81) to (85) write them.
void compare_law(const SplineCase& c, Comparisons& found) {
  constexpr double kBelow[] = {1.0, 2.0, 6.0, 24.0, 120.0, 720.0, 5040.0};
  const auto constants = trajectory::spline_constants(c.spline.law);
  for (std::size_t i = 0; i < constants.size(); ++i) {
    const double start = c.knots[i], end = c.knots[i + 1], t = end - start;
    const double tau = start + 0.3 * t;
    std::vector<double> q(at(c.m + 1));
    c.spline.law.expand(tau, q);
    for (int p = 0; p <= c.m; ++p) {
      const double sign = p % 2 == 0 ? 1.0 : -1.0;
      const double first = std::pow(end - tau, p + 1) / (kBelow[p] * t);
      const double last = std::pow(tau - start, p + 1) / (kBelow[p] * t);
      Comparison comparison(concat("m = ", c.m, ", interval ", i + 1, ", q^(", c.m - p, ")"),
                            factorial(c.m - p) * q[at(c.m - p)]);
      comparison.term("q^(m)_{i-1}", sign * first * constants[i].start_derivative)
          .term("q^(m)_i", last * constants[i].end_derivative);
      for (int k = 1; k <= p; ++k) {
        const double below = p - k == 0 ? 1.0 : kBelow[p - k - 1];
        comparison.term(concat("a_", k, " τ^", p - k, "/", below),
                        constants[i].a[at(k - 1)] * std::pow(tau, p - k) / below);
      }
      // An error of a datum is that many times as large in q, and 1/tᵈ times in its derivatives.
      found.push_back(comparison.inner_scale(c.spline.amplification / std::pow(0.5 * t, c.m - p)));
    }
  }
}

Identity interval_law_m4() {
  return {.id = "interval-law-m4",
          .title = "the law of the experiment, m = 4, on every interval of a spline",
          .equations = {"S2 (81)", "S2 (82)", "S2 (83)", "S2 (84)", "S2 (85)"},
          .formula =
              "q⁗ = (τ_i-τ)/t_i q⁗_{i-1} + (τ-τ_{i-1})/t_i q⁗_i, ..., q = (τ_i-τ)⁵/(120 t_i) "
              "q⁗_{i-1} + (τ-τ_{i-1})⁵/(120 t_i) q⁗_i + a_1 τ³/6 + a_2 τ²/2 + a_3 τ + a_4",
          .left = "trajectory::acceleration_spline",
          .right = "the formulas with trajectory::spline_constants",
          .evaluate = [](const Sample& sample) {
            Random random = sample.random("interval-law-m4");
            Comparisons found;
            compare_law(of_accelerations(random), found);
            return found;
          }};
}

Identity interval_law_of_splines() {
  return {.id = "interval-law-of-splines",
          .title = "the law of any m on every interval of a spline",
          .equations = {"S3 (3)", "S3 (4)"},
          .formula =
              "q⁽ᵐ⁻ᵖ⁾ = (-1)ᵖ (τ_i-τ)ᵖ⁺¹/(t_i (p+1)!) q⁽ᵐ⁾_{i-1} + (τ-τ_{i-1})ᵖ⁺¹/(t_i (p+1)!) "
              "q⁽ᵐ⁾_i + Σ τᵖ⁻ᵏ/(p-k)! a_k, p = 0..m",
          .reading = "The left side of S3 (3) has the order m - p.",
          .left = "trajectory::initial_value_spline",
          .right = "the formula with trajectory::spline_constants",
          .evaluate = [](const Sample& sample) {
            Random random = sample.random("interval-law-of-splines");
            Comparisons found;
            for (int m = 2; m <= 6; ++m) compare_law(of_initial_values(random, m), found);
            return found;
          }};
}

}  // namespace

std::vector<Identity> spline_identities() { return {interval_law_m4(), interval_law_of_splines()}; }

}  // namespace appell::verify
