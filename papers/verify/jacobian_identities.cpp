// The Jacobian and its derivatives.
#include "appell/kinematics/jacobian.hpp"

#include <algorithm>
#include <array>

#include <Eigen/LU>
#include <Eigen/QR>

#include "appell/spatial/orientation.hpp"
#include "appell/taylor/functions.hpp"
#include "papers/equations/exponentials.hpp"
#include "papers/equations/jacobian_blocks.hpp"
#include "papers/equations/printed_kinematics.hpp"
#include "papers/verify/column_tools.hpp"
#include "papers/verify/subjects.hpp"
#include "papers/verify/tools.hpp"

namespace appell::verify {
namespace {

/// Length of the path to a frame, m: columns of the Jacobian are differences of positions, turned;
/// where they vanish, these do not.
double reach(const equations::ExponentialChain& chain) {
  double sum = chain.X_WF.p.norm();
  for (const equations::ChainJoint& joint : chain.joints) sum += joint.screw.linear.norm();
  return sum;
}

/// Σ|terms| of the k-th derivative of exp(f q(t)) over exp(f q), for the fastest of the joints.
double derivative_scale(const Sample& sample, int k, double f = 1.0) {
  taylor::Series<double> q(k, 0.0);
  for (int i = 1; i <= k; ++i) q[i] = f * sample.state()[i].cwiseAbs().maxCoeff();
  return taylor::exp(q).derivative(k);
}

/// The half of a 6 x n matrix with positions, or that with axes: other units, another size.
struct Half {
  const char* label;
  int row;
  double size;

  MatX of(const MatX& J) const { return J.middleRows<3>(row); }
};
std::array<Half, 2> halves(const equations::ExponentialChain& chain) {
  return {{{"linear", 0, reach(chain)}, {"angular", 3, 1.0}}};
}

/// @param printed  J as printed, for the first comparisons; null: none.
Comparisons compare_series(const Sample& sample, const taylor::Series<MatX>& lhs,
                           const taylor::Series<MatX>& rhs, const MatX* printed = nullptr) {
  Comparisons found;
  for (const Half& half :
       halves(equations::exponential_chain(sample.model(), end_effector(sample)))) {
    for (int k = 0; k <= sample.max_k(); ++k) {
      Comparison comparison(concat("k = ", k, ", ", half.label), half.of(lhs.derivative(k)));
      comparison.term("J^(k)", half.of(rhs.derivative(k)))
          .inner_scale(half.size * derivative_scale(sample, k));
      if (k == 0 && printed != nullptr) comparison.printed(half.of(*printed));
      found.push_back(comparison);
    }
  }
  return found;
}

/// The columns as they are printed, V_i = k_i × (p_n - p_i) Δ_i + k_i (1 - Δ_i) and Ω_i = k_i Δ_i,
/// from placements.
void add_axes(const Sample& sample, const model::Frame& frame, const taylor::Series<MatX>& J,
              Comparisons& found) {
  const taylor::Series<Vec3> p_n = moved_point(sample.placements()[at(frame.body)], frame.X_BF.p);
  const int N = sample.max_k();
  const MatX zero = MatX::Zero(6, sample.num_coordinates());
  taylor::Series<MatX> turning(N, zero), sliding(N, zero), axes(N, zero);
  for (int b = frame.body; b != model::kWorld; b = body_of(sample, b).parent) {
    const model::Body& body = body_of(sample, b);
    const spatial::TransformSeries& T = sample.placements()[at(b)];
    const auto in_axes = [&](const Vec3& v) {
      taylor::Series<Vec3> out(N);
      for (int k = 0; k <= N; ++k) out[k] = body.ratio * (T.R[k] * v);
      return out;
    };
    const taylor::Series<Vec3> k_i = in_axes(body.screw.angular);
    const taylor::Series<Vec3> l_i = in_axes(body.screw.linear);
    const taylor::Series<Vec3> V = taylor::cross(k_i, p_n.truncated(N) - T.p.truncated(N));
    for (int k = 0; k <= N; ++k) {
      turning[k].col(body.coordinate).head<3>() += V[k];
      sliding[k].col(body.coordinate).head<3>() += l_i[k];
      axes[k].col(body.coordinate).tail<3>() += k_i[k];
    }
  }
  const auto [linear, angular] = halves(equations::exponential_chain(sample.model(), frame));
  for (int k = 0; k <= N; ++k) {
    found.push_back(Comparison(concat("k = ", k, ", V_i as printed"), linear.of(J.derivative(k)))
                        .term("k_i × (p_n - p_i) Δ_i", linear.of(turning.derivative(k)))
                        .term("k_i (1 - Δ_i)", linear.of(sliding.derivative(k)))
                        .inner_scale(linear.size * derivative_scale(sample, k)));
    found.push_back(Comparison(concat("k = ", k, ", Ω_i as printed"), angular.of(J.derivative(k)))
                        .term("k_i Δ_i", angular.of(axes.derivative(k)))
                        .inner_scale(angular.size * derivative_scale(sample, k)));
  }
}

Comparisons by_variations(const Sample& sample) {
  const model::Frame& frame = end_effector(sample);
  const taylor::Series<Mat3>& R = sample.placements()[at(frame.body)].R;
  taylor::Series<MatX> J(sample.series_order(), MatX::Zero(6, sample.num_coordinates()));
  for (int j = 0; j < sample.num_coordinates(); ++j) {
    const spatial::TransformSeries& A = sample.variation(j, 0)[at(frame.body)];
    const taylor::Series<Vec3> linear = moved_point(A, frame.X_BF.p);
    const taylor::Series<Vec3> angular = rate_vector(A.R, R);
    for (int k = 0; k <= J.order(); ++k) J[k].col(j) << linear[k], angular[k];
  }
  Comparisons found = compare_series(sample, kinematics::jacobian(sample.motion(), frame), J);
  add_axes(sample, frame, J, found);
  // Axes are A Rᵀ here, sums of products that cancel: their size is that of the products.
  const std::size_t n = at(sample.max_k() + 1);
  for (int k = 0; k <= sample.max_k(); ++k) {
    double products = 0.0;
    for (int j = 0; j < sample.num_coordinates(); ++j) {
      products = std::max(products, rate_scale(sample.variation(j, 0)[at(frame.body)].R, R, k));
    }
    found[n + at(k)].inner_scale(products);              // "k, angular"
    found[2 * n + 2 * at(k) + 1].inner_scale(products);  // "k, Ω_i as printed"
  }
  return found;
}

Comparisons by_blocks(const Sample& sample) {
  const model::Frame& frame = end_effector(sample);
  const auto chain = equations::exponential_chain(sample.model(), frame);
  MatX printed = MatX::Zero(6, sample.num_coordinates());
  for (int i = 0; i < chain.size(); ++i) {
    const equations::ChainJoint& joint = chain.joints[at(i)];
    printed.col(joint.coordinate) +=
        joint.ratio * equations::printed_column_with_sum(chain, sample.state()[0], i);
  }
  return compare_series(
      sample, kinematics::jacobian(sample.motion(), frame),
      equations::jacobian_by_blocks(chain, sample.state().truncated(sample.max_k())), &printed);
}

Comparisons by_exponentials(const Sample& sample, bool angular) {
  const model::Frame& frame = end_effector(sample);
  const auto chain = equations::exponential_chain(sample.model(), frame);
  const auto J = kinematics::jacobian(sample.motion(), frame);
  const auto K = equations::jacobian_by_exponentials(chain, sample.state());
  const int row = angular ? 3 : 0;
  MatX printed = MatX::Zero(3, sample.num_coordinates());
  for (int i = 0; i < chain.size(); ++i) {
    const equations::ChainJoint& joint = chain.joints[at(i)];
    const VecX q = sample.state()[0];
    printed.col(joint.coordinate) +=
        joint.ratio * (angular ? equations::printed_angular_column(chain, q, i)
                               : equations::printed_linear_column(chain, q, i));
  }
  const double size = angular ? 1.0 : reach(chain);
  Comparisons found;
  for (int k = 0; k <= sample.max_k(); ++k) {
    Comparison comparison(concat("k = ", k), MatX(J.derivative(k).middleRows<3>(row)));
    comparison.term("J^(k)", MatX(K.derivative(k).middleRows<3>(row)))
        .inner_scale(size * derivative_scale(sample, k));
    if (k == 0) comparison.printed(printed);
    found.push_back(comparison);
  }
  if (angular) return found;
  const ColumnParts parts = column_parts(chain, sample.state().truncated(sample.max_k()));
  for (int k = 0; k <= sample.max_k(); ++k) {
    found.push_back(Comparison(concat("k = ", k, ", in parts"), MatX(J.derivative(k).topRows<3>()))
                        .term("E_{1..i-1} v_i", parts.velocity.derivative(k))
                        .term("E_{1..i-1} Δ_i [k_i×] E_{i..n} p⁰", parts.turned.derivative(k))
                        .term("E_{1..i-1} Δ_i [k_i×] Σ_l E_{i..l-1} b_l", parts.moved.derivative(k))
                        .inner_scale(size * derivative_scale(sample, k)));
  }
  return found;
}

/// k!/(a! b! c!) J_i1⁽ᵃ⁾ J_i2 J_i3⁽ᵇ⁾ M_i⁽ᶜ⁾, the columns of all joints together.
void add_block_products(const Sample& sample, const equations::ExponentialChain& chain, int k,
                        const Half& half, Comparison& comparison) {
  std::vector<equations::JacobianBlocks> blocks;
  for (int i = 0; i < chain.size(); ++i) {
    blocks.push_back(equations::jacobian_blocks(chain, sample.state().truncated(k), i));
  }
  for (int a = 0; a <= k; ++a) {
    for (int b = 0; a + b <= k; ++b) {
      const int c = k - a - b;
      MatX columns = MatX::Zero(6, sample.num_coordinates());
      for (int i = 0; i < chain.size(); ++i) {
        const equations::JacobianBlocks& B = blocks[at(i)];
        columns.col(chain.joints[at(i)].coordinate) +=
            chain.joints[at(i)].ratio * factorial(k) /
            (factorial(a) * factorial(b) * factorial(c)) *
            (B.J1.derivative(a) * B.J2 * B.J3.derivative(b) * B.M.derivative(c));
      }
      comparison.term(
          concat(k, "!/(", a, "! ", b, "! ", c, "!) J_1^(", a, ") J_2 J_3^(", b, ") M^(", c, ")"),
          half.of(columns));
    }
  }
}

Comparisons block_derivatives(const Sample& sample) {
  const model::Frame& frame = end_effector(sample);
  const auto chain = equations::exponential_chain(sample.model(), frame);
  const auto J = kinematics::jacobian(sample.motion(), frame);
  const int highest = std::min(sample.max_k(), 4);
  std::vector<MatX> sums(at(highest + 1), MatX::Zero(6, sample.num_coordinates()));
  std::vector<MatX> printed = sums;
  for (int i = 0; i < chain.size(); ++i) {
    const equations::ChainJoint& joint = chain.joints[at(i)];
    const equations::JacobianBlocks blocks =
        equations::jacobian_blocks(chain, sample.state().truncated(highest), i);
    for (int k = 1; k <= highest; ++k) {
      sums[at(k)].col(joint.coordinate) += joint.ratio * equations::column_derivative(blocks, k);
      printed[at(k)].col(joint.coordinate) +=
          joint.ratio * equations::printed_column_derivative(blocks, k);
    }
  }
  Comparisons found;
  for (int k = 1; k <= highest; ++k) {
    for (const Half& half : halves(chain)) {
      const double scale = half.size * derivative_scale(sample, k);
      const std::string label = concat("k = ", k, ", ", half.label);
      found.push_back(Comparison(label, half.of(J.derivative(k)))
                          .term("J^(k)", half.of(sums[at(k)]))
                          .inner_scale(scale)
                          .printed(half.of(printed[at(k)])));
      Comparison parts(label + ", in parts", half.of(J.derivative(k)));
      add_block_products(sample, chain, k, half, parts);
      found.push_back(parts.inner_scale(scale));
    }
  }
  return found;
}

Comparisons compare_operational_motion(const Sample& sample) {
  const model::Frame& frame = end_effector(sample);
  const auto X = kinematics::operational_motion(sample.motion(), frame);
  const auto chain = equations::exponential_chain(sample.model(), frame);
  const auto J = equations::jacobian_by_exponentials(chain, sample.state());
  Comparisons found;
  for (int m = 1; m <= sample.max_k() + 1; ++m) {
    Comparison comparison(concat("m = ", m), X.derivative(m - 1));
    for (int k = 1; k <= m; ++k) {
      comparison.term(concat("C(", m - 1, ", ", k - 1, ") J^(", k - 1, ") q^(", m - k + 1, ")"),
                      Vec6(binomial(m - 1, k - 1) * J.derivative(k - 1) *
                           sample.state().derivative(m - k + 1)));
    }
    found.push_back(comparison);
  }
  return found;
}

/// The angles of the set that is farthest from its singularity.
spatial::AngleSet best_set(const Mat3& R) {
  const auto condition = [&R](spatial::AngleSet set) {
    return spatial::transfer_condition(set, spatial::angles_from_rotation(set, R).angles);
  };
  return *std::min_element(spatial::kAngleSets.begin(), spatial::kAngleSets.end(),
                           [&](auto a, auto b) { return condition(a) < condition(b); });
}

/// J with J_ψ⁻¹ before its lower half, which takes q' to the rates of the angles.
taylor::Series<MatX> jacobian_of_angles(const taylor::Series<MatX>& J,
                                        const taylor::Series<Mat3>& J_psi) {
  taylor::Series<MatX> result = J;
  const Mat3 inverse = J_psi[0].inverse();
  for (int k = 0; k <= J.order(); ++k) {
    MatX right = J[k].bottomRows<3>();
    for (int j = 1; j <= k; ++j) right -= J_psi[j] * result[k - j].bottomRows<3>();
    result[k].bottomRows<3>() = inverse * right;
  }
  return result;
}

Comparisons compare_operational_angles(const Sample& sample) {
  const model::Frame& frame = end_effector(sample);
  const auto X_WF = kinematics::frame_motion(sample.motion(), frame);
  const spatial::AngleSet set = best_set(X_WF.R[0]);
  const taylor::Series<Vec3> psi = spatial::angles_from_rotation(set, X_WF.R);
  const taylor::Series<Mat3> R = spatial::rotation_from_angles(set, psi);
  const auto chain = equations::exponential_chain(sample.model(), frame);
  const auto J = jacobian_of_angles(equations::jacobian_by_exponentials(chain, sample.state()),
                                    spatial::angular_transfer_matrix(set, psi));
  Comparisons found;
  for (int m = 1; m <= sample.max_k() + 1; ++m) {
    // Angles change faster than the frame turns, by as much as the condition of J_ψ, and both they
    // and J_ψ are differentiated.
    const double rate = 2.0 * spatial::transfer_condition(set, psi[0]);
    const double scale = derivative_scale(sample, m, rate);
    found.push_back(Comparison(concat("m = ", m, ", R of the angles"), X_WF.R.derivative(m))
                        .term("R^(m)", R.derivative(m))
                        .inner_scale(scale));
    for (const Half& half : {Half{"position", 0, reach(chain)}, Half{"angles", 3, 1.0}}) {
      Comparison comparison(concat("m = ", m, ", ", half.label),
                            half.row == 0 ? X_WF.p.derivative(m) : psi.derivative(m));
      for (int k = 1; k <= m; ++k) {
        comparison.term(concat("C(", m - 1, ", ", k - 1, ") J^(", k - 1, ") q^(", m - k + 1, ")"),
                        Vec3(binomial(m - 1, k - 1) * half.of(J.derivative(k - 1)) *
                             sample.state().derivative(m - k + 1)));
      }
      found.push_back(comparison.inner_scale(half.size * scale));
    }
  }
  return found;
}

/// q⁽ᵐ⁾ from X⁽ᵐ⁾ by a square part of the Jacobian: the joints of the path, and as many rows.
Comparisons compare_inverse_relation(const Sample& sample) {
  const model::Frame& frame = end_effector(sample);
  const auto X = kinematics::operational_motion(sample.motion(), frame);
  const auto chain = equations::exponential_chain(sample.model(), frame);
  const auto J = equations::jacobian_by_exponentials(chain, sample.state());
  std::vector<int> columns;
  for (int j = 0; j < sample.num_coordinates(); ++j) {
    if (J[0].col(j).norm() > 0.0) columns.push_back(j);
  }
  if (columns.size() > 6) {
    throw NotApplicable{concat("the Jacobian is not square: ", columns.size(),
                               " joints move the "
                               "end effector")};
  }
  const MatX transposed = MatX(J[0](Eigen::all, columns)).transpose();
  const Eigen::ColPivHouseholderQR<MatX> qr(transposed);
  if (qr.rank() < static_cast<int>(columns.size())) throw NotApplicable{"the Jacobian is singular"};
  const Eigen::VectorXi order = qr.colsPermutation().indices();
  const std::vector<int> rows(order.data(), order.data() + columns.size());
  const MatX inverse = MatX(J[0](rows, columns)).inverse();
  const auto& q = sample.state();
  // Every entry of J⁽ᵏ⁾ is known to rounding of the size of the path, and so is X⁽ᵐ⁾; the inverse
  // multiplies that error by the sums of its rows.
  VecX sizes(rows.size());  // Of each row: positions, or axes.
  for (std::size_t r = 0; r < rows.size(); ++r) {
    sizes(static_cast<Eigen::Index>(r)) = rows[r] < 3 ? reach(chain) : 1.0;
  }
  const double growth = (inverse.cwiseAbs() * sizes).maxCoeff();
  Comparisons found;
  for (int m = 1; m <= sample.max_k() + 1; ++m) {
    Comparison comparison(concat("m = ", m), VecX(q.derivative(m)(columns)));
    comparison.term("J⁻¹ X^(m)", VecX(inverse * X.derivative(m - 1)(rows)));
    for (int k = 1; k < m; ++k) {
      comparison.term(concat("-J⁻¹ C(", m - 1, ", ", k, ") J^(", k, ") q^(", m - k, ")"),
                      VecX(-binomial(m - 1, k) * inverse * MatX(J.derivative(k)(rows, columns)) *
                           q.derivative(m - k)(columns)));
    }
    double errors = 0.0;
    for (int k = 0; k < m; ++k) {
      errors += binomial(m - 1, k) * derivative_scale(sample, k) *
                q.derivative(m - k)(columns).cwiseAbs().sum();
    }
    if (kBar * growth * errors > 1e-3 * q.derivative(m).cwiseAbs().maxCoeff()) {
      throw NotApplicable{concat("the Jacobian is nearly singular: its inverse makes errors ",
                                 growth, " times as large")};
    }
    found.push_back(comparison.inner_scale(growth * errors));
  }
  return found;
}

Identity jacobian_columns() {
  return {.id = "jacobian-columns",
          .title = "columns of the Jacobian, with derivatives",
          .equations = {"S0 (117)", "S0 (119)", "S0 (120)", "S0 (121)", "S0 (122)"},
          .formula = "V_i = k_i × (p_n - p_i) Δ_i + k_i (1 - Δ_i) = ∂p_n/∂q_i, Ω_i = k_i Δ_i",
          .left = kJacobian,
          .right = kVariations,
          .most_coordinates = kMostVaried,
          .evaluate = by_variations};
}

Identity jacobian_linear_exponentials() {
  return {.id = "jacobian-linear-exponentials",
          .title = "linear part of the Jacobian by exponentials",
          .equations = {"S0 (123)"},
          .misprinted = {"S0 (123)"},
          .formula = "V_i = E_{1..i-1} { v_i + Δ_i [k_i×] ( E_{i..n} p⁰ + Σ_l E_{i..l-1} b_l ) }",
          .reading = "S0 (123) lacks Δ_i E_{1..i-1} [k_i×] before the second term.",
          .left = kJacobian,
          .right = "equations::jacobian_by_exponentials",
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& s) { return by_exponentials(s, false); }};
}

Identity jacobian_angular_exponentials() {
  return {.id = "jacobian-angular-exponentials",
          .title = "angular part of the Jacobian by exponentials",
          .equations = {"S0 (124)"},
          .misprinted = {"S0 (124)"},
          .formula = "Ω_i = Δ_i E_{1..i-1} k_i",
          .reading = "S0 (124) lacks Δ_i: wrong where a joint slides.",
          .left = kJacobian,
          .right = "equations::jacobian_by_exponentials",
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& s) { return by_exponentials(s, true); }};
}

Identity jacobian_blocks() {
  return {.id = "jacobian-blocks",
          .title = "the Jacobian as a product of four block matrices",
          .equations = {"S2 (49)", "S2 (50)", "S2 (51)", "S2 (52)", "S2 (55)"},
          .misprinted = {"S2 (49)"},
          .formula = "J_i = J_i1 J_i2 J_i3 M_i",
          .reading =
              "Ordered products; the blocks of V_i3 in the order that M_i needs. The error is of "
              "exp{Σ} for the ordered product in S2 (49).",
          .left = kJacobian,
          .right = "equations::jacobian_by_blocks",
          .most_coordinates = kMostVaried,
          .evaluate = by_blocks};
}

Identity jacobian_block_derivatives() {
  return {.id = "jacobian-block-derivatives",
          .title = "derivatives of the product of block matrices",
          .equations = {"S2 (56)"},
          .misprinted = {"S2 (56)"},
          .formula = "J_i⁽ᵏ⁾ = Σ_{a+b+c=k} k!/(a! b! c!) J_i1⁽ᵃ⁾ J_i2 J_i3⁽ᵇ⁾ M_i⁽ᶜ⁾",
          .reading = "S2 (56) has three terms only: true for k = 1.",
          .left = kJacobian,
          .right = "equations::column_derivative",
          .most_coordinates = kMostVaried,
          .evaluate = block_derivatives};
}

Identity operational_motion() {
  return {.id = "operational-motion",
          .title = "motion of the end effector from the Jacobian",
          .equations = {"S1 (59)", "S2 (47)"},
          .formula = "X⁽ᵐ⁾ = Σ_{k=1..m} C(m-1, k-1) J⁽ᵏ⁻¹⁾ q⁽ᵐ⁻ᵏ⁺¹⁾",
          .reading =
              "X' = (v, ω) with the geometric Jacobian of S0 (117)-(124). S1 (27) has angles "
              "in X: see operational-angles.",
          .left = "kinematics::operational_motion",
          .right = "equations::jacobian_by_exponentials",
          .most_coordinates = kMostVaried,
          .evaluate = compare_operational_motion};
}

Identity operational_angles() {
  return {.id = "operational-angles",
          .title = "position and angles of the end effector from the Jacobian",
          .equations = {"S1 (27)", "S1 (59)", "S2 (47)"},
          .formula =
              "X = (r, ψ), X⁽ᵐ⁾ = Σ_{k=1..m} C(m-1, k-1) J⁽ᵏ⁻¹⁾ q⁽ᵐ⁻ᵏ⁺¹⁾ with "
              "J = diag(1, J_ψ⁻¹) times the geometric Jacobian",
          .reading =
              "X of S1 (27) has the angles of the end effector. Its rate is not (v, ω), and "
              "its matrix not the Jacobian of S0 (117)-(124): the lower rows take J_ψ⁻¹.",
          .left = "kinematics::frame_motion, spatial::angles_from_rotation",
          .right = "equations::jacobian_by_exponentials, spatial::angular_transfer_matrix",
          .shared = "spatial::angular_transfer_matrix",
          .most_coordinates = kMostVaried,
          .evaluate = compare_operational_angles};
}

Identity inverse_relation() {
  return {.id = "inverse-relation",
          .title = "joint motion from the motion of the end effector",
          .equations = {"S1 (60)", "S2 (48)"},
          .formula = "q⁽ᵐ⁾ = J⁻¹ { X⁽ᵐ⁾ - Σ_{k=1..m-1} C(m-1, k) J⁽ᵏ⁾ q⁽ᵐ⁻ᵏ⁾ }",
          .reading =
              "In our copy of S2 (48) the order [m-k] stands at J; it belongs to q. J is "
              "a square part of the Jacobian: as many rows as joints.",
          .left = "the state",
          .right = "kinematics::operational_motion, equations::jacobian_by_exponentials",
          .most_coordinates = kMostVaried,
          .evaluate = compare_inverse_relation};
}

}  // namespace

std::vector<Identity> jacobian_identities() {
  return {jacobian_columns(),
          jacobian_linear_exponentials(),
          jacobian_angular_exponentials(),
          jacobian_blocks(),
          jacobian_block_derivatives(),
          operational_motion(),
          operational_angles(),
          inverse_relation()};
}

}  // namespace appell::verify
