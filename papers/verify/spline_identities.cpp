// The papers' polynomial law against the splines of the library.
#include "appell/trajectory/spline.hpp"
#include "papers/verify/subjects.hpp"
#include "papers/verify/tools.hpp"

namespace appell::verify {
namespace {

/// The experiment's form of the law, with random data: accelerations at the inner knots, q, q',
/// q'', q''' at the start, q and q'' at the end.
trajectory::Spline random_acceleration_spline(Random& random, std::vector<double>& knots) {
  knots = {0.2};
  std::vector<double> inner;
  for (int i = 1; i <= 6; ++i) {
    knots.push_back(knots.back() + 0.3 + 0.1 * random.number());
    if (i < 6) inner.push_back(random.number());
  }
  std::vector<trajectory::Condition> start, end;
  for (const int d : {0, 1, 2, 3}) start.push_back({d, random.number()});
  for (const int d : {0, 2}) end.push_back({d, random.number()});
  return trajectory::acceleration_spline(4, knots, inner, start, end);
}

/// S2 (81) to (85) on every interval, their denominators as printed.
Comparisons law_of_a_spline(const Sample& sample) {
  constexpr double kBelow[] = {1.0, 2.0, 6.0, 24.0, 120.0};
  Random random = sample.random("interval-law-m4");
  std::vector<double> knots;
  const trajectory::Spline spline = random_acceleration_spline(random, knots);
  const auto constants = trajectory::spline_constants(spline.law);
  Comparisons found;
  for (std::size_t i = 0; i < constants.size(); ++i) {
    const double start = knots[i], end = knots[i + 1], t = end - start;
    const double tau = start + 0.3 * t;
    double q[5];
    spline.law.expand(tau, q);
    for (int p = 0; p <= 4; ++p) {
      const double sign = p % 2 == 0 ? 1.0 : -1.0;
      const double first = std::pow(end - tau, p + 1) / (kBelow[p] * t);
      const double last = std::pow(tau - start, p + 1) / (kBelow[p] * t);
      Comparison comparison(concat("interval ", i + 1, ", q^(", 4 - p, "), S2 (", 81 + p, ")"),
                            factorial(4 - p) * q[4 - p]);
      comparison.term("q⁗_{i-1}", sign * first * constants[i].start_derivative)
          .term("q⁗_i", last * constants[i].end_derivative);
      for (int k = 1; k <= p; ++k) {
        const double below = p - k == 0 ? 1.0 : kBelow[p - k - 1];
        comparison.term(concat("a_", k, " τ^", p - k, "/", below),
                        constants[i].a[at(k - 1)] * std::pow(tau, p - k) / below);
      }
      // An error of a datum is that many times as large in q, and 1/tᵈ times in its derivatives.
      found.push_back(comparison.inner_scale(spline.amplification / std::pow(0.5 * t, 4 - p)));
    }
  }
  return found;
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
          .evaluate = law_of_a_spline};
}

}  // namespace

std::vector<Identity> spline_identities() { return {interval_law_m4()}; }

}  // namespace appell::verify
