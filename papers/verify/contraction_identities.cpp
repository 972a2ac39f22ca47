// Dynamics matrices contracted with different derivatives of q, entry by entry, and their
// symmetries, each entry computed in both orders.
#include "appell/mass/moments.hpp"
#include "papers/equations/brackets.hpp"
#include "papers/equations/exponentials.hpp"
#include "papers/verify/subjects.hpp"
#include "papers/verify/tools.hpp"

namespace appell::verify {
namespace {

/// Coordinates up to which all entries of V are formed, and of H and D: n³ and n⁴ of them.
constexpr int kMostForV = 12;
constexpr int kMostForH = 8;

using BodyMatrices = std::vector<Mat4>;

/// Dˢ T along the straight line q + t u, of every body.
BodyMatrices line_derivative(const Sample& sample, const VecX& u, int s) {
  model::StateSeries line(s, VecX::Zero(u.size()));
  line[0] = sample.state()[0];
  line[1] = u;
  BodyMatrices all;
  for (const spatial::TransformSeries& T : placements_along(sample.model(), line)) {
    all.push_back(T.matrix_derivative(s));
  }
  return all;
}

/// A(v, w) of every body by two lines: ¼ [D²(v + w) - D²(v - w)].
BodyMatrices second_mixed(const Sample& sample, const VecX& v, const VecX& w) {
  BodyMatrices plus = line_derivative(sample, v + w, 2);
  const BodyMatrices minus = line_derivative(sample, v - w, 2);
  for (std::size_t b = 0; b < plus.size(); ++b) plus[b] = 0.25 * (plus[b] - minus[b]);
  return plus;
}

/// A(v, w, w) by three lines: ⅙ [D³(w + v) - D³(w - v) - 2 D³(v)].
BodyMatrices third_mixed(const Sample& sample, const VecX& v, const VecX& w) {
  BodyMatrices sum = line_derivative(sample, w + v, 3);
  const BodyMatrices minus = line_derivative(sample, w - v, 3);
  const BodyMatrices own = line_derivative(sample, v, 3);
  for (std::size_t b = 0; b < sum.size(); ++b) {
    sum[b] = (sum[b] - minus[b] - 2.0 * own[b]) / 6.0;
  }
  return sum;
}

/// Σ_k tr(A P Bᵀ), and the magnitudes of all products in it.
double trace_of(const Sample& sample, const BodyMatrices& A, const BodyMatrices& B, double& scale) {
  double sum = 0.0;
  double magnitudes = 0.0;
  for (const int body : sample.heavy_bodies()) {
    const Mat4 P = mass::pseudo_inertia(body_of(sample, body).rigid_mass);
    const Mat4 &a = A[at(body)], &b = B[at(body)];
    sum += (a * P).cwiseProduct(b).sum();
    magnitudes += (a.cwiseAbs() * P.cwiseAbs()).cwiseProduct(b.cwiseAbs()).sum();
  }
  scale = std::max(scale, magnitudes);
  return sum;
}

VecX unit_of(const Sample& sample, int i) { return VecX::Unit(sample.num_coordinates(), i); }

/// vᵀ [V_ijm] w for all i, a term per j: the entries as they are defined, times the vectors.
Comparison contract_V(const Sample& sample, const std::string& label, const VecX& v,
                      const VecX& w) {
  const int n = sample.num_coordinates();
  const auto V = equations::bracket(sample.model(), sample.state()[0], 1, 2);
  const BodyMatrices mixed = second_mixed(sample, v, w);
  double scale = 0.0;
  VecX by_lines(n);
  for (int i = 0; i < n; ++i) {
    by_lines(i) = trace_of(sample, line_derivative(sample, unit_of(sample, i), 1), mixed, scale);
  }
  Comparison comparison(label, by_lines);
  for (int j = 0; j < n; ++j) {
    VecX term = VecX::Zero(n);
    for (int i = 0; i < n; ++i) {
      for (int m = 0; m < n; ++m) term(i) += v(j) * V(std::vector<int>{i, j, m}) * w(m);
    }
    comparison.term(concat("v_", j + 1, " Σ_m V_i", j + 1, "m w_m"), term);
  }
  return comparison.inner_scale(scale * n * n);
}

/// wᵀ [H_ijlm] w for all i and j, a term per l.
Comparison contract_H(const Sample& sample, const std::string& label, const VecX& w) {
  const int n = sample.num_coordinates();
  const auto H = equations::bracket(sample.model(), sample.state()[0], 1, 3);
  double scale = 0.0;
  MatX by_lines(n, n);
  for (int j = 0; j < n; ++j) {
    const BodyMatrices mixed = third_mixed(sample, unit_of(sample, j), w);
    for (int i = 0; i < n; ++i) {
      by_lines(i, j) =
          trace_of(sample, line_derivative(sample, unit_of(sample, i), 1), mixed, scale);
    }
  }
  Comparison comparison(label, by_lines);
  for (int l = 0; l < n; ++l) {
    MatX term = MatX::Zero(n, n);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        for (int m = 0; m < n; ++m) {
          term(i, j) += w(l) * H(std::vector<int>{i, j, l, m}) * w(m);
        }
      }
    }
    comparison.term(concat("q_", l + 1, "' Σ_m H_ij", l + 1, "m q_m'"), term);
  }
  return comparison.inner_scale(scale * n * n);
}

/// ∂A_bj/∂q_m of every body: the first-order matrix of j along a line in q_m. Nothing is sorted, so
/// that (j, m) and (m, j) are two computations.
std::vector<std::vector<BodyMatrices>> second_matrices(const Sample& sample) {
  const int n = sample.num_coordinates();
  const BodyMatrices zero(at(sample.model().num_bodies()), Mat4::Zero());
  std::vector<std::vector<BodyMatrices>> all(at(n), std::vector<BodyMatrices>(at(n), zero));
  for (const int body : sample.heavy_bodies()) {
    const model::Frame frame{.name = {}, .body = body, .X_BF = {}, .is_driven = false};
    const auto chain = equations::exponential_chain(sample.model(), frame);
    for (int m = 0; m < n; ++m) {
      model::StateSeries line(1, VecX::Zero(n));
      line[0] = sample.state()[0];
      line[1] = unit_of(sample, m);
      for (int l = 0; l < chain.size(); ++l) {
        const equations::ChainJoint& joint = chain.joints[at(l)];
        all[at(joint.coordinate)][at(m)][at(body)] +=
            joint.ratio * equations::differential_matrix(chain, line, l).matrix_derivative(1);
      }
    }
  }
  return all;
}

Comparisons symmetry_of_V(const Sample& sample) {
  const int n = sample.num_coordinates();
  const auto A = second_matrices(sample);
  VecX entries(n * n * n), swapped(n * n * n);
  double scale = 0.0;
  for (int i = 0, entry = 0; i < n; ++i) {
    const BodyMatrices first = line_derivative(sample, unit_of(sample, i), 1);
    for (int j = 0; j < n; ++j) {
      for (int m = 0; m < n; ++m, ++entry) {
        entries(entry) = trace_of(sample, first, A[at(j)][at(m)], scale);
        swapped(entry) = trace_of(sample, first, A[at(m)][at(j)], scale);
      }
    }
  }
  return {Comparison("all entries", entries).term("V_imj", swapped).inner_scale(scale)};
}

Comparisons symmetry_of_D(const Sample& sample) {
  const int n = sample.num_coordinates();
  const auto A = second_matrices(sample);
  VecX entries(n * n * n * n), swapped(n * n * n * n), exchanged(n * n * n * n);
  double scale = 0.0;
  for (int i = 0, entry = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int l = 0; l < n; ++l) {
        for (int m = 0; m < n; ++m, ++entry) {
          entries(entry) = trace_of(sample, A[at(i)][at(j)], A[at(l)][at(m)], scale);
          swapped(entry) = trace_of(sample, A[at(i)][at(j)], A[at(m)][at(l)], scale);
          exchanged(entry) = trace_of(sample, A[at(l)][at(m)], A[at(i)][at(j)], scale);
        }
      }
    }
  }
  return {Comparison("last two indices", entries).term("D_ijml", swapped).inner_scale(scale),
          Comparison("left and right", entries).term("D_lmij", exchanged).inner_scale(scale)};
}

Identity contraction_V_mixed() {
  return {.id = "contraction-V-mixed",
          .title = "Coriolis terms of the second energy, V with q'' and q'",
          .equations = {"S0 (99)", "S2 (23)"},
          .formula = "V_i* = q''ᵀ [V_ijm] q'",
          .reading = "A dot over the first θ is lost in our copy.",
          .left = "straight lines in q (verify/contraction_identities.cpp)",
          .right = "equations::bracket",
          .most_coordinates = kMostForV,
          .evaluate = [](const Sample& sample) {
            return Comparisons{contract_V(sample, "v = q'', w = q'", sample.state().derivative(2),
                                          sample.state().derivative(1))};
          }};
}

Identity contractions_of_e3() {
  return {.id = "contractions-e3",
          .title = "dynamics matrices of the third energy: V, V* and H*",
          .equations = {"S0 (103)", "S0 (104)", "S0 (105)", "S0 (106)", "S2 (41)", "S2 (42)",
                        "S2 (43)"},
          .formula = "V_i = q'''ᵀ [V_ijm] q', V_i* = q''ᵀ [V_ijm] q'', H_ij* = q'ᵀ [H_ijlm] q'",
          .reading =
              "The numbers of these four formulas and some dots are lost in our copy; which "
              "derivatives belong there is read from (102).",
          .left = "straight lines in q (verify/contraction_identities.cpp)",
          .right = "equations::bracket",
          .most_coordinates = kMostForH,
          .evaluate = [](const Sample& sample) {
            const auto& q = sample.state();
            return Comparisons{
                contract_V(sample, "(103), v = q''', w = q'", q.derivative(3), q.derivative(1)),
                contract_V(sample, "(104), v = w = q''", q.derivative(2), q.derivative(2)),
                contract_H(sample, "(105), (106), w = q'", q.derivative(1))};
          }};
}

Identity contraction_H() {
  return {.id = "contraction-H",
          .title = "matrix H of the second energy",
          .equations = {"S0 (100)"},
          .formula = "H = [H_ij], H_ij = q'ᵀ [H_ijlm] q'",
          .left = "straight lines in q (verify/contraction_identities.cpp)",
          .right = "equations::bracket",
          .most_coordinates = kMostForH,
          .evaluate = [](const Sample& sample) {
            return Comparisons{contract_H(sample, "w = q'", sample.state().derivative(1))};
          }};
}

Identity symmetry_V() {
  return {.id = "symmetry-V",
          .title = "symmetry of V",
          .equations = {"S0 (99)"},
          .formula = "V_ijm = Σ_k tr(A_ki P ∂A_kj/∂q_mᵀ) = V_imj",
          .left = "equations::differential_matrix of j along a line in q_m",
          .right = "the same of m along a line in q_j",
          .shared = "equations::differential_matrix",
          .most_coordinates = kMostForV,
          .evaluate = symmetry_of_V};
}

Identity symmetry_D() {
  return {.id = "symmetry-D",
          .title = "symmetries of D",
          .equations = {"S0 (97)", "S2 (10)"},
          .formula = "D_ijlm = D_ijml = D_lmij",
          .left = "equations::differential_matrix of i, l along lines in q_j, q_m",
          .right = "the same with the indices permuted",
          .shared = "equations::differential_matrix",
          .most_coordinates = kMostForH,
          .evaluate = symmetry_of_D};
}

}  // namespace

std::vector<Identity> contraction_identities() {
  return {contraction_V_mixed(), contractions_of_e3(), contraction_H(), symmetry_V(), symmetry_D()};
}

}  // namespace appell::verify
