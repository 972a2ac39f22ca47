// Differential matrices of every order: partial derivatives of the placement of a body.
#include "papers/equations/differential_matrices.hpp"

#include "appell/spatial/screw.hpp"
#include "papers/equations/exponentials.hpp"
#include "papers/equations/matrix_energies.hpp"
#include "papers/equations/printed_kinematics.hpp"
#include "papers/verify/column_tools.hpp"
#include "papers/verify/subjects.hpp"
#include "papers/verify/tools.hpp"

namespace appell::verify {
namespace {

constexpr const char* kStraightLine =
    "T(q + t u) by exp_screw() (verify/differential_matrix_identities.cpp)";

/// A direction in at most three of the coordinates that move a frame.
struct Direction {
  VecX u;
  std::vector<int> used;  ///< Its coordinates that are not zero.
};

Direction few_coordinates(const Sample& sample, const model::Frame& frame) {
  const auto chain = equations::exponential_chain(sample.model(), frame);
  Random random = sample.random("directional_derivative");
  Direction direction{VecX::Zero(sample.num_coordinates()), {}};
  for (int i = 0; i < std::min(3, chain.size()); ++i) {
    const int c =
        chain.joints[at(i * std::max(1, (chain.size() - 1) / 2) % chain.size())].coordinate;
    if (direction.u(c) != 0.0) continue;
    direction.u(c) = 1.0 + 0.5 * random.number();
    direction.used.push_back(c);
  }
  return direction;
}

/// T(q + t u) of a body by exp_screw() along the path to it, as a series in t.
spatial::TransformSeries along_direction(const Sample& sample, int body, const VecX& u, int order) {
  const VecX q = sample.state()[0];
  spatial::TransformSeries T{constant_series(Mat3::Identity(), order),
                             taylor::Series<Vec3>::constant(Vec3::Zero(), order)};
  std::vector<int> path;
  for (int b = body; b != model::kWorld; b = body_of(sample, b).parent) path.push_back(b);
  for (auto b = path.rbegin(); b != path.rend(); ++b) {
    const model::Body& B = body_of(sample, *b);
    taylor::Series<double> x(order, 0.0);
    x[0] = B.ratio * q(B.coordinate) + B.offset;
    x[1] = B.ratio * u(B.coordinate);
    T = T * B.X_PJ * spatial::exp_screw(B.screw, x);
  }
  return T;
}

/// Every list of s of the choices, the first entry fastest.
std::vector<std::vector<int>> lists_of(const std::vector<int>& choices, int s) {
  std::vector<std::vector<int>> lists{{}};
  for (int i = 0; i < s; ++i) {
    std::vector<std::vector<int>> longer;
    for (const int last : choices) {
      for (std::vector<int> list : lists) {
        list.push_back(last);
        longer.push_back(std::move(list));
      }
    }
    lists = std::move(longer);
  }
  return lists;
}

/// ∂ˢT along a direction u: derivative s of T(q + t u) at t = 0 is Σ A(i, j, ...) u_i u_j ...
template <class Matrix>
Comparisons directional_derivative(const Sample& sample, int s, Matrix matrix) {
  const model::Frame& frame = end_effector(sample);
  const Direction direction = few_coordinates(sample, frame);
  Comparison comparison(body_label(sample, frame.body),
                        along_direction(sample, frame.body, direction.u, s).matrix_derivative(s));
  for (const std::vector<int>& coordinates : lists_of(direction.used, s)) {
    double factor = 1.0;
    for (const int c : coordinates) factor *= direction.u(c);
    comparison.term("A u ... u", Mat4(factor * matrix(sample.model(), sample.state()[0], frame.body,
                                                      coordinates)));
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
  const ColumnParts parts = column_parts(chain, sample.state().truncated(0));
  return {Comparison("all joints", columns).term("A(p)", right).inner_scale(scale).printed(printed),
          Comparison("all joints, in parts", columns)
              .term("E_{1..j-1} v_j", parts.velocity[0])
              .term("E_{1..j-1} Δ_j [k_j×] E_{j..i} p⁰", parts.turned[0])
              .term("E_{1..j-1} Δ_j [k_j×] Σ_l E_{j..l-1} b_l", parts.moved[0])
              .inner_scale(scale)};
}

Comparisons compare_placement_derivatives(const Sample& sample) {
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

Identity matrices_by_operators(int s, std::vector<std::string> equations) {
  return {.id = concat("differential-matrix-", s, "-operators"),
          .title = concat("differential matrices of order ", s, " by operators"),
          .equations = std::move(equations),
          .formula = "A_i(m .. j) = T_m U_m ᵐT_k U_k ... U_j ʲT_i, m <= k <= ... <= j <= i",
          .reading = "The indices are sorted along the chain first; zero if a joint is not on it.",
          .left = kStraightLine,
          .right = "equations::differential_matrix_by_operators",
          .evaluate = [s](const Sample& sample) {
            return directional_derivative(sample, s, equations::differential_matrix_by_operators);
          }};
}

Identity matrices_by_exponentials(int s, std::vector<std::string> equations) {
  return {.id = concat("differential-matrix-", s, "-exponentials"),
          .title = concat("differential matrices of order ", s, " by exponentials"),
          .equations = std::move(equations),
          .formula = "A(R) = E_{1..m-1} [k_m×] E_{m..k-1} ... [k_j×] E_{j..n} R⁰, A(p) likewise",
          .reading =
              "Ordered products; [k×] of the fixed index; Δ_j E [k_j×] before the position "
              "terms, which S0 (73), (74) and S2 (14), (16) lack.",
          .left = kStraightLine,
          .right = "equations::differential_matrix_by_exponentials",
          .evaluate = [s](const Sample& sample) {
            return directional_derivative(sample, s,
                                          equations::differential_matrix_by_exponentials);
          }};
}

Identity differential_matrix_position() {
  return {
      .id = "differential-matrix-position",
      .title = "derivative of a position by exponentials",
      .equations = {"S0 (73)", "S0 (74)", "S2 (14)", "S2 (16)"},
      .misprinted = {"S0 (73)", "S0 (74)", "S2 (14)", "S2 (16)"},
      .formula = "A_ij(p) = E_{1..j-1} { v_j + Δ_j [k_j×] ( E_{j..i} p⁰ + Σ_l E_{j..l-1} b_l ) }",
      .reading =
          "The papers lack Δ_j E [k_j×] before the second and [k_j×] before the "
          "third term.",
      .left = kVariations,
      .right = "equations::differential_matrix",
      .most_coordinates = kMostVaried,
      .evaluate = position_derivatives};
}

Identity placement_derivatives() {
  return {.id = "placement-derivatives",
          .title = "derivatives of a placement by Faà di Bruno's formula",
          .equations = {"S2 (46)"},
          .formula = "T⁗ = A_1 q⁗ + A_2 (4 q''' q' + 3 q'' q'') + 6 A_3 q'' q' q' + A_4 q'⁴",
          .reading = "The brace of S2 (46) is T⁗; its derivative is T⁽⁵⁾.",
          .left = "kinematics::propagate",
          .right = "equations::directional_matrices, equations::faa_di_bruno",
          .evaluate = compare_placement_derivatives};
}

}  // namespace

std::vector<Identity> differential_matrix_identities() {
  return {matrices_by_operators(1, {"S0 (71)", "S2 (12)"}),
          matrices_by_exponentials(1, {"S0 (73)", "S0 (74)", "S2 (13)", "S2 (14)", "S2 (16)"}),
          matrices_by_operators(2, {"S0 (76)", "S2 (17)"}),
          matrices_by_exponentials(2, {"S0 (77)", "S0 (79)", "S2 (18)", "S2 (19)"}),
          matrices_by_operators(3, {"S0 (80)", "S2 (28)"}),
          matrices_by_exponentials(
              3, {"S0 (81)", "S0 (82)", "S2 (29)", "S2 (30)", "S2 (31)", "S2 (32)"}),
          matrices_by_operators(4, {"S2 (33)"}),
          matrices_by_exponentials(4, {"S0 (84)", "S0 (89)", "S2 (34)", "S2 (35)"}),
          differential_matrix_position(),
          placement_derivatives()};
}

}  // namespace appell::verify
