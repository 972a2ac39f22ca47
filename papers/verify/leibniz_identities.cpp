// Derivatives of products, and of the rotational energy as a product of three factors.
#include "papers/equations/printed_energies.hpp"
#include "papers/verify/subjects.hpp"
#include "papers/verify/tools.hpp"

namespace appell::verify {
namespace {

taylor::Series<double> random_series(Random& random) {
  std::vector<double> derivatives;
  for (int k = 0; k <= 8; ++k) derivatives.push_back(random.number());
  return taylor::Series<double>::from_derivatives(derivatives);
}

Comparisons leibniz_two(const Sample& sample) {
  Random random = sample.random("leibniz-two-factors");
  const auto u = random_series(random);
  const auto v = random_series(random);
  Comparisons found;
  for (int k = 1; k <= 8; ++k) {
    Comparison comparison(concat("k = ", k), (u * v).derivative(k));
    const std::vector<double> coefficients = equations::printed_leibniz_coefficients(k);
    double printed = 0.0;
    for (int s = 0; s <= k; ++s) {
      comparison.term(concat("C(", k, ", ", s, ")"),
                      binomial(k, s) * u.derivative(k - s) * v.derivative(s));
      printed += coefficients[at(s)] * u.derivative(k - s) * v.derivative(s);
    }
    found.push_back(comparison.printed(printed));
  }
  return found;
}

/// Dᵏ(a b c) as S3 (66) has it, k <= 4: groups of terms that differ in which factor carries the
/// higher order; factorials of negative numbers are infinite.
/// @param product  a⁽ⁱ⁾ b⁽ʲ⁾ c⁽ˡ⁾ for (i, j, l).
struct GroupsOfThree {
  double single = 0.0;  ///< Σ^(k) {u v w}
  double pair = 0.0;    ///< k/(4-k)! Σ^(k-1) {u (v' w + v w')}
  double twice = 0.0;   ///< k!/(4 (k-4)!) Σ^(k-2) {u v'' w}
  double triple = 0.0;  ///< k!/((6-k) (k-3)!) Σ^(k-2) {u v' w'}
};

template <class Product>
GroupsOfThree groups_of_three(int k, Product product) {
  GroupsOfThree sum;
  sum.single = product(k, 0, 0) + product(0, k, 0) + product(0, 0, k);
  const int n = k - 1;
  sum.pair = k / factorial(4 - k) *
             (product(n, 1, 0) + product(n, 0, 1) + product(1, n, 0) + product(0, n, 1) +
              product(1, 0, n) + product(0, 1, n));
  if (k >= 4) sum.twice = 6.0 * (product(2, 2, 0) + product(2, 0, 2) + product(0, 2, 2));
  const int l = k - 2;
  if (k >= 3) {
    sum.triple = factorial(k) / ((6 - k) * factorial(k - 3)) *
                 (product(l, 1, 1) + product(1, l, 1) + product(1, 1, l));
  }
  return sum;
}

/// Terms of S3 (66), times a factor. For k = 1 the second is one too many.
void add_groups(Comparison& comparison, int k, double factor, const GroupsOfThree& sum) {
  comparison.term("Σ^(k) {u v w}", factor * sum.single);
  if (k > 1) comparison.term("k/(4-k)! Σ^(k-1) {u (v' w + v w')}", factor * sum.pair);
  if (k > 2) comparison.term("k!/((6-k) (k-3)!) Σ^(k-2) {u v' w'}", factor * sum.triple);
  if (k > 3) comparison.term("k!/(4 (k-4)!) Σ^(k-2) {u v'' w}", factor * sum.twice);
  comparison.printed(factor * (sum.single + sum.pair + sum.twice + sum.triple));
}

/// Dᵏ ½ ωᵀ I ω of a body by S3 (66), a = ω, b = I, c = ω, against particles that turn about the
/// centre.
void rotation_by_groups(const std::string& label, const Sample& sample, int body,
                        Comparisons& found) {
  const mass::RigidMass& B = body_of(sample, body).rigid_mass;
  const taylor::Series<Mat3>& R = sample.placements()[at(body)].R;
  const auto w = omega_of(sample.placements()[at(body)]);
  const auto I = in_world(R.truncated(w.order()), B.inertia_com());
  for (int k = 1; k <= 4; ++k) {
    double energy = 0.0;
    double scale = 0.0;
    for (const Particle& point : particles(B)) {
      const Vec3 s = point.r_B - B.p_BBcm;
      for (int a = 0; a <= k; ++a) {
        const Vec3 left = R.derivative(a + 1) * s;
        const Vec3 right = R.derivative(k - a + 1) * s;
        energy += 0.5 * point.mass * binomial(k, a) * left.dot(right);
        scale += 0.5 * std::abs(point.mass) * binomial(k, a) * left.norm() * right.norm();
      }
    }
    double inner = 0.0;
    const GroupsOfThree sum = groups_of_three(k, [&](int i, int j, int l) {
      inner += 24.0 * w.derivative(i).norm() * I.derivative(j).norm() * w.derivative(l).norm();
      return w.derivative(i).dot(I.derivative(j) * w.derivative(l));
    });
    Comparison comparison(concat(label, ", k = ", k), energy);
    add_groups(comparison, k, 0.5, sum);
    found.push_back(comparison.inner_scale(std::max(scale, inner)));
  }
}

Comparisons leibniz_three(const Sample& sample) {
  Random random = sample.random("leibniz-three-factors");
  const auto u = random_series(random);
  const auto v = random_series(random);
  const auto w = random_series(random);
  Comparisons found;
  for (int k = 1; k <= 4; ++k) {
    Comparison comparison(concat("k = ", k), (u * v * w).derivative(k));
    for (int a = 0; a <= k; ++a) {
      for (int b = 0; a + b <= k; ++b) {
        const double term = binomial(k, a) * binomial(k - a, b) * u.derivative(a) *
                            v.derivative(b) * w.derivative(k - a - b);
        comparison.term(concat("(", a, ", ", b, ", ", k - a - b, ")"), term);
      }
    }
    found.push_back(comparison);
    Comparison groups(concat("k = ", k, ", groups of S3 (66)"), (u * v * w).derivative(k));
    add_groups(groups, k, 1.0, groups_of_three(k, [&](int i, int j, int l) {
                 return u.derivative(i) * v.derivative(j) * w.derivative(l);
               }));
    found.push_back(groups.inner_scale(comparison.scale()));
  }
  return found;
}

Identity leibniz_two_factors() {
  return {.id = "leibniz-two-factors",
          .title = "k-th derivative of a product of two factors",
          .equations = {"S3 (65)"},
          .misprinted = {"S3 (65)"},
          .formula = "Dᵏ(u v) = Σ_s C(k, s) u⁽ᵏ⁻ˢ⁾ v⁽ˢ⁾",
          .reading = "S3 (65) is doubled at k = 1 and has 56 for 70 at k = 8.",
          .left = "taylor::product",
          .right = "the sum",
          .evaluate = leibniz_two};
}

Identity leibniz_three_factors() {
  return {.id = "leibniz-three-factors",
          .title = "k-th derivative of a product of three factors",
          .equations = {"S3 (66)"},
          .misprinted = {"S3 (66)"},
          .formula = "Dᵏ(u v w) = Σ_{a+b+c=k} k!/(a! b! c!) u⁽ᵃ⁾ v⁽ᵇ⁾ w⁽ᶜ⁾",
          .reading = "S3 (66) has 4/3 for 1 at k = 1.",
          .left = "taylor::product",
          .right = "the sum",
          .evaluate = leibniz_three};
}

Identity rotation_derivatives() {
  return {.id = "rotation-derivatives",
          .title = "derivatives of the rotational energy of a body by groups of terms",
          .equations = {"S3 (66)"},
          .misprinted = {"S3 (66)"},
          .formula =
              "Dᵏ ½ ωᵀIω = ½ { Σ⁽ᵏ⁾ u v w + k/(4-k)! Σ⁽ᵏ⁻¹⁾ u (v' w + v w') + k!/((6-k)(k-3)!) "
              "Σ⁽ᵏ⁻²⁾ u v' w' + k!/(4(k-4)!) Σ⁽ᵏ⁻²⁾ u v'' w }, {u, v, w} = {ω, I, ω}",
          .reading =
              "For k = 1 the second group must go: with it, as printed, the sum is 4/3 of what is "
              "right. For k = 2, 3, 4 it is right, with v'' in the last group.",
          .left = "½ Σ m |s'|² over particles, s from the centre, differentiated",
          .right = "verify/kinetic_energy_identities.cpp",
          .evaluate = for_bodies(rotation_by_groups)};
}

}  // namespace

std::vector<Identity> leibniz_identities() {
  return {leibniz_two_factors(), leibniz_three_factors(), rotation_derivatives()};
}

}  // namespace appell::verify
