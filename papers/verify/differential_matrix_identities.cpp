// Differential matrices of every order: partial derivatives of the placement of a body.
#include "papers/equations/differential_matrices.hpp"

#include "appell/spatial/screw.hpp"
#include "papers/equations/exponentials.hpp"
#include "papers/equations/matrix_energies.hpp"
#include "papers/equations/printed_kinematics.hpp"
#include "papers/verify/subjects.hpp"
#include "papers/verify/tools.hpp"

namespace appell::verify {
namespace {

/// ∂ˢT along a direction u of at most three coordinates: derivative s of T(q + t u) at t = 0.
template <class Matrix>
Comparisons directional_derivative(const Sample& sample, int s, Matrix matrix) {
  const model::Frame& frame = end_effector(sample);
  const auto chain = equations::exponential_chain(sample.model(), frame);
  Random random = sample.random("directional_derivative");
  VecX u = VecX::Zero(sample.num_coordinates());
  std::vector<int> used;
  for (int i = 0; i < std::min(3, chain.size()); ++i) {
    const int c =
        chain.joints[at(i * std::max(1, (chain.size() - 1) / 2) % chain.size())].coordinate;
    if (u(c) != 0.0) continue;
    u(c) = 1.0 + 0.5 * random.number();
    used.push_back(c);
  }
  const VecX q = sample.state()[0];
  // T(q + t u) by exp_screw() along the path.
  spatial::TransformSeries T{constant_series(Mat3::Identity(), s),
                             taylor::Series<Vec3>::constant(Vec3::Zero(), s)};
  std::vector<int> path;
  for (int b = frame.body; b != model::kWorld; b = body_of(sample, b).parent) path.push_back(b);
  for (auto b = path.rbegin(); b != path.rend(); ++b) {
    const model::Body& body = body_of(sample, *b);
    taylor::Series<double> x(s, 0.0);
    x[0] = body.ratio * q(body.coordinate) + body.offset;
    x[1] = body.ratio * u(body.coordinate);
    T = T * body.X_PJ * spatial::exp_screw(body.screw, x);
  }
  Comparison comparison(concat("body '", body_of(sample, frame.body).name, "'"),
                        T.matrix_derivative(s));
  std::vector<std::size_t> index(at(s), 0);
  for (bool more = true; more;) {
    double factor = 1.0;
    std::vector<int> coordinates;
    for (const std::size_t i : index) {
      coordinates.push_back(used[i]);
      factor *= u(used[i]);
    }
    comparison.term("A u ... u", Mat4(factor * matrix(sample.model(), q, frame.body, coordinates)));
    more = false;
    for (std::size_t& i : index) {
      if (++i < used.size()) {
        more = true;
        break;
      }
      i = 0;
    }
  }
  return {comparison};
}

/// ∂p/∂q_j of the end effector, for every coordinate: the sum over the joints that it moves.
Comparisons position_derivatives(const Sample& sample) {
  const model::Frame& frame = end_effector(sample);
  const auto chain = equations::exponential_chain(sample.model(), frame);
  const VecX q = sample.state()[0];
  MatX columns = MatX::Zero(3, q.size());
  MatX right = columns;
  MatX printed = columns;
  double scale = chain.X_WF.p.norm();
  for (int j = 0; j < q.size(); ++j) {
    columns.col(j) = moved_point(sample.variation(j, 0)[at(frame.body)], frame.X_BF.p)[0];
  }
  for (int l = 0; l < chain.size(); ++l) {
    const equations::ChainJoint& joint = chain.joints[at(l)];
    scale += joint.screw.linear.norm();
    right.col(joint.coordinate) +=
        joint.ratio * equations::differential_matrix(chain, sample.state(), l).p[0];
    printed.col(joint.coordinate) +=
        joint.ratio * equations::printed_position_derivative(chain, q, l);
  }
  return {
      Comparison("all joints", columns).term("A(p)", right).inner_scale(scale).printed(printed)};
}

Comparisons placement_derivatives(const Sample& sample) {
  const int body = end_effector(sample).body;
  Comparisons found;
  for (int s = 2; s <= 5; ++s) {
    const kinematics::BodyMotion& X = sample.motion()[body];
    Comparison comparison(concat("T^(", s, ")"),
                          spatial::TransformSeries{X.R_WB, X.p_WB}.matrix_derivative(s));
    for (const equations::PartitionTerm& term : equations::faa_di_bruno(s)) {
      std::vector<VecX> directions;
      for (const int part : term.parts) directions.push_back(sample.state().derivative(part));
      const auto A = equations::directional_matrices(sample.model(), sample.state()[0], directions);
      comparison.term(concat(term.count, " A_", directions.size()), Mat4(term.count * A[at(body)]));
    }
    found.push_back(comparison);
  }
  return found;
}

}  // namespace

std::vector<Identity> differential_matrix_identities() {
  const std::vector<std::vector<std::string>> by_operators = {{"S0 (71)", "S2 (12)"},
                                                              {"S0 (76)", "S2 (17)"},
                                                              {"S0 (80)", "S2 (28)"},
                                                              {"S0 (83)", "S2 (33)"}};
  const std::vector<std::vector<std::string>> by_exponentials = {
      {"S0 (72)", "S0 (73)", "S0 (74)", "S2 (13)", "S2 (14)", "S2 (16)"},
      {"S0 (77)", "S0 (78)", "S0 (79)", "S2 (18)", "S2 (19)"},
      {"S0 (81)", "S0 (82)", "S2 (29)", "S2 (30)", "S2 (31)", "S2 (32)"},
      {"S0 (84)", "S0 (85)", "S0 (86)", "S0 (87)", "S0 (88)", "S0 (89)", "S2 (34)", "S2 (35)"}};
  std::vector<Identity> list;
  for (int s = 1; s <= 4; ++s) {
    list.push_back(
        {.id = concat("differential-matrix-", s, "-operators"),
         .title = concat("differential matrices of order ", s, " by operators"),
         .equations = by_operators[at(s - 1)],
         .formula = "A_i(m .. j) = T_m U_m ᵐT_k U_k ... U_j ʲT_i, m <= k <= ... <= j <= i",
         .reading = "The indices are sorted along the chain first; zero if a joint is not on it.",
         .left = "T(q + t u) by exp_screw() (verify/jacobian_identities.cpp)",
         .right = "equations::differential_matrix_by_operators",
         .evaluate = [s](const Sample& sample) {
           return directional_derivative(sample, s, equations::differential_matrix_by_operators);
         }});
    list.push_back(
        {.id = concat("differential-matrix-", s, "-exponentials"),
         .title = concat("differential matrices of order ", s, " by exponentials"),
         .equations = by_exponentials[at(s - 1)],
         .formula = "A(R) = E_{1..m-1} [k_m×] E_{m..k-1} ... [k_j×] E_{j..n} R⁰, A(p) likewise",
         .reading = "Ordered products; [k×] of the fixed index; Δ_j E [k_j×] before the position "
                    "terms, which S0 (73), (74) and S2 (14), (16) lack.",
         .left = "T(q + t u) by exp_screw() (verify/jacobian_identities.cpp)",
         .right = "equations::differential_matrix_by_exponentials",
         .evaluate = [s](const Sample& sample) {
           return directional_derivative(sample, s, equations::differential_matrix_by_exponentials);
         }});
  }
  list.push_back(
      {.id = "differential-matrix-position",
       .title = "derivative of a position by exponentials",
       .equations = {"S0 (73)", "S0 (74)", "S2 (14)", "S2 (16)"},
       .formula = "A_ij(p) = E_{1..j-1} { v_j + Δ_j [k_j×] ( E_{j..i} p⁰ + Σ_l E_{j..l-1} b_l ) }",
       .reading = "The papers lack Δ_j E [k_j×] before the second and [k_j×] before the "
                  "third term.",
       .left = kVariations,
       .right = "equations::differential_matrix",
       .evaluate = position_derivatives});
  list.push_back(
      {.id = "placement-derivatives",
       .title = "derivatives of a placement by Faà di Bruno's formula",
       .equations = {"S2 (46)", "S2 (39)"},
       .formula = "T⁗ = A_1 q⁗ + A_2 (4 q''' q' + 3 q'' q'') + 6 A_3 q'' q' q' + A_4 q'⁴",
       .reading = "The brace of S2 (46) is T⁗; its derivative is T⁽⁵⁾.",
       .left = "kinematics::propagate",
       .right = "equations::directional_matrices, equations::faa_di_bruno",
       .evaluate = placement_derivatives});
  return list;
}

}  // namespace appell::verify
