// Dynamics matrices ⟨a|b⟩: products of differential matrices with the pseudo-inertias.
#include "appell/force/motion_matrices.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/mass/moments.hpp"
#include "papers/equations/brackets.hpp"
#include "papers/equations/differential_matrices.hpp"
#include "papers/equations/printed_energies.hpp"
#include "papers/equations/printed_members.hpp"
#include "papers/verify/subjects.hpp"
#include "papers/verify/tools.hpp"

namespace appell::verify {
namespace {

using equations::SumOfTerms;

/// Tensors with more entries take too long for a table on the screen.
constexpr double kMostEntries = 2e4;

/// Coordinates up to which all Christoffel symbols are formed: n³ of them.
constexpr int kMostSymbols = 12;

VecX random_direction(const Sample& sample, const char* salt) {
  Random random = sample.random(salt);
  VecX u(sample.num_coordinates());
  for (double& entry : u) entry = random.number();
  return u;
}

VecX unit(const Sample& sample, int i) { return VecX::Unit(sample.num_coordinates(), i); }

/// Placements along the straight line q + t u: derivative a at t = 0 is A(u, ..., u).
std::vector<spatial::TransformSeries> along_line(const Sample& sample, const VecX& u, int order) {
  model::StateSeries line(order, VecX::Zero(u.size()));
  line[0] = sample.state()[0];
  line[1] = u;
  return placements_along(sample.model(), line);
}

/// ⟨a|b⟩ with u on the left and w on the right, by straight lines and pseudo-inertias; `scale` is
/// the sum of the magnitudes of all products in the traces.
SumOfTerms bracket_by_lines(const Sample& sample, const VecX& u, int a, const VecX& w, int b) {
  const auto T_u = along_line(sample, u, a);
  const auto T_w = along_line(sample, w, b);
  SumOfTerms sum;
  for (const int body : sample.heavy_bodies()) {
    const Mat4 P = mass::pseudo_inertia(body_of(sample, body).rigid_mass);
    const Mat4 left = T_u[at(body)].matrix_derivative(a);
    const Mat4 right = T_w[at(body)].matrix_derivative(b);
    sum.value += (left * P).cwiseProduct(right).sum();
    sum.scale += (left.cwiseAbs() * P.cwiseAbs()).cwiseProduct(right.cwiseAbs()).sum();
  }
  if (a == 1 && b == 1) {
    for (const model::Body& body : sample.model().bodies()) {
      sum.add(sample.model().reflected_inertia(body) * body.ratio * body.ratio *
              u(body.coordinate) * w(body.coordinate));
    }
  }
  return sum;
}

SumOfTerms contracted(const Sample& sample, const VecX& u, int a, const VecX& w, int b) {
  const std::vector<VecX> left(at(a), u);
  const std::vector<VecX> right(at(b), w);
  return equations::contracted_bracket(sample.model(), sample.state()[0], left, right);
}

Comparisons compare_bracket(const Sample& sample, int a, int b) {
  const VecX u = random_direction(sample, "left");
  const VecX w = random_direction(sample, "right");
  const SumOfTerms expected = bracket_by_lines(sample, u, a, w, b);
  const SumOfTerms sum = contracted(sample, u, a, w, b);
  Comparisons found{Comparison("without tensor", expected.value)
                        .term("⟨a|b⟩(u; w)", sum.value)
                        .inner_scale(std::max(sum.scale, expected.scale))};
  // The trace of every body: a term each.
  Comparison bodies("body by body", expected.value);
  const std::vector<VecX> us(at(a), u), ws(at(b), w);
  const auto A_u = equations::directional_matrices(sample.model(), sample.state()[0], us);
  const auto A_w = equations::directional_matrices(sample.model(), sample.state()[0], ws);
  double rotors = sum.value;
  for (const int body : sample.heavy_bodies()) {
    const Mat4 P = mass::pseudo_inertia(body_of(sample, body).rigid_mass);
    const double trace = equations::trace_product(A_u[at(body)], P, A_w[at(body)]).value;
    bodies.term(concat(body_label(sample, body), ": tr(A P Aᵀ)"), trace);
    rotors -= trace;
  }
  if (a == 1 && b == 1) bodies.term("rotors", rotors);
  found.push_back(bodies.inner_scale(std::max(sum.scale, expected.scale)));
  if (std::pow(sample.num_coordinates(), a + b) <= kMostEntries) {
    std::vector<VecX> vectors(at(a), u);
    vectors.insert(vectors.end(), at(b), w);
    const SumOfTerms full =
        equations::bracket(sample.model(), sample.state()[0], a, b).contracted(vectors);
    found.push_back(Comparison("with tensor", expected.value)
                        .term("⟨a|b⟩(u; w)", full.value)
                        .inner_scale(std::max(full.scale, expected.scale)));
  }
  return found;
}

/// A bracket as printed, contracted with u on the left and w on the right.
using PrintedBracket = double (*)(const model::Model& model, const VecX& q, const VecX& u,
                                  const VecX& w);

Identity bracket_identity(int a, int b, const std::string& name, std::vector<std::string> equations,
                          std::string reading, PrintedBracket printed = nullptr,
                          std::vector<std::string> misprinted = {}) {
  return {.id = concat("dynamics-matrix-", name),
          .title = concat("dynamics matrix ", name, " = ⟨", a, "|", b, "⟩"),
          .equations = std::move(equations),
          .misprinted = std::move(misprinted),
          .formula =
              concat("⟨", a, "|", b, "⟩ = Σ_k tr(A_k(", a, " indices) P_k A_k(", b, " indices)ᵀ)"),
          .reading = std::move(reading),
          .left = "straight lines in q (verify/dynamics_matrix_identities.cpp)",
          .right = "equations::bracket, equations::contracted_bracket",
          .most_coordinates = kMostVaried,
          .evaluate = [a, b, printed](const Sample& sample) {
            Comparisons found = compare_bracket(sample, a, b);
            if (printed != nullptr) {
              found.front().printed(printed(sample.model(), sample.state()[0],
                                            random_direction(sample, "left"),
                                            random_direction(sample, "right")));
            }
            return found;
          }};
}

/// V_ijm against derivatives of the mass matrix along the coordinates.
Comparisons christoffel(const Sample& sample) {
  const int n = sample.num_coordinates();
  std::vector<MatX> slope;
  const double size = force::mass_matrix(sample.motion())[0].cwiseAbs().maxCoeff();
  for (int m = 0; m < n; ++m) {
    model::StateSeries line(1, VecX::Zero(n));
    line[0] = sample.state()[0];
    line[1] = unit(sample, m);
    slope.push_back(force::mass_matrix(kinematics::propagate(sample.model(), line)).derivative(1));
  }
  const auto V = equations::bracket(sample.model(), sample.state()[0], 1, 2);
  VecX lhs(n * n * n), first(n * n * n), second(n * n * n), third(n * n * n);
  int entry = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int m = 0; m < n; ++m, ++entry) {
        lhs(entry) = V(std::vector<int>{i, j, m});
        first(entry) = 0.5 * slope[at(m)](i, j);
        second(entry) = 0.5 * slope[at(j)](i, m);
        third(entry) = -0.5 * slope[at(i)](j, m);
      }
    }
  }
  return {Comparison("all symbols", lhs)
              .term("½ ∂M_ij/∂q_m", first)
              .term("½ ∂M_im/∂q_j", second)
              .term("-½ ∂M_jm/∂q_i", third)
              .inner_scale(size)};
}

/// Entry i of ⟨1|2⟩(i; a, b) for all i.
VecX coriolis_vector(const Sample& sample, const VecX& a, const VecX& b, double& scale) {
  VecX out(sample.num_coordinates());
  for (int i = 0; i < out.size(); ++i) {
    const SumOfTerms sum =
        equations::contracted_bracket(sample.model(), sample.state()[0],
                                      std::vector<VecX>{unit(sample, i)}, std::vector<VecX>{a, b});
    out(i) = sum.value;
    scale = std::max(scale, sum.scale);
  }
  return out;
}

Identity christoffel_symbols() {
  return {.id = "christoffel-symbols",
          .title = "V are the Christoffel symbols of the mass matrix",
          .equations = {"S0 (96)", "S0 (99)", "S2 (9)"},
          .formula = "V_ijm = ½ (∂M_ij/∂q_m + ∂M_im/∂q_j - ∂M_jm/∂q_i)",
          .left = "equations::bracket",
          .right = "force::mass_matrix",
          .most_coordinates = kMostSymbols,
          .evaluate = christoffel};
}

Identity coriolis_force() {
  return {.id = "coriolis-force",
          .title = "Coriolis and centrifugal force",
          .equations = {"S0 (95)", "S0 (96)", "S2 (8)", "S2 (9)"},
          .formula = "V_i = Σ_jm V_ijm q_j' q_m'",
          .left = "force::bias_force",
          .right = "equations::contracted_bracket",
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& sample) {
            const VecX w = sample.state().derivative(1);
            double scale = 0.0;
            const VecX V = coriolis_vector(sample, w, w, scale);
            const VecX bias = force::bias_force(sample.motion()).derivative(0);
            Comparisons found{Comparison("V", bias).term("V(q', q')", V).inner_scale(scale)};
            if (w.size() > kMostSymbols) return found;
            Comparison sums("V, sum over j", bias);
            for (int j = 0; j < w.size(); ++j) {
              const VecX of_j = coriolis_vector(sample, VecX(unit(sample, j) * w(j)), w, scale);
              sums.term(concat("q_", j + 1, "' Σ_m V_i", j + 1, "m q_m'"), of_j);
            }
            found.push_back(sums.inner_scale(scale));
            return found;
          }};
}

Identity mass_matrix_rate() {
  return {.id = "mass-matrix-rate",
          .title = "rate of the mass matrix",
          .equations = {"S0 (96)"},
          .formula = "M' = C + Cᵀ, C_ij = Σ_m V_ijm q_m'",
          .left = "force::mass_matrix",
          .right = "equations::contracted_bracket",
          .most_coordinates = kMostSymbols,
          .evaluate = [](const Sample& sample) {
            const int n = sample.num_coordinates();
            const VecX w = sample.state().derivative(1);
            MatX C(n, n);
            double scale = 0.0;
            for (int j = 0; j < n; ++j) {
              C.col(j) = coriolis_vector(sample, unit(sample, j), w, scale);
            }
            return Comparisons{Comparison("M'", force::mass_matrix(sample.motion()).derivative(1))
                                   .term("C", C)
                                   .term("Cᵀ", MatX(C.transpose()))
                                   .inner_scale(scale)};
          }};
}

}  // namespace

std::vector<Identity> dynamics_matrix_identities() {
  return {
      bracket_identity(1, 1, "M", {"S0 (94)", "S2 (7)"}, ""),
      bracket_identity(1, 2, "V", {"S0 (96)", "S2 (9)", "S2 (41)", "S2 (42)"},
                       "Contracted with the derivatives that the energy needs."),
      bracket_identity(2, 2, "D", {"S0 (97)", "S2 (10)", "S2 (25)"}, ""),
      bracket_identity(1, 3, "H", {"S0 (101)", "S0 (107)", "S2 (24)", "S2 (43)"},
                       "The papers repeat an index on the right, which makes it of fourth order.",
                       equations::printed_H, {"S0 (101)", "S0 (107)"}),
      bracket_identity(
          2, 3, "K", {"S2 (26)"},
          "S2 (26) has orders 1 and 5, an index repeated, where the energy needs 2 and 3.",
          equations::printed_K_with_repeated_index, {"S2 (26)"}),
      bracket_identity(1, 4, "K-star", {"S2 (40)", "S2 (44)"}, ""),
      bracket_identity(3, 3, "N", {"S2 (27)"}, ""),
      christoffel_symbols(),
      coriolis_force(),
      mass_matrix_rate()};
}

}  // namespace appell::verify
