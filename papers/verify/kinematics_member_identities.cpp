// Single members of the kinematic equations of S2: differential matrices, axes, blocks of the
// Jacobian, the fifth derivative of a placement; right ones and, beside them, wrong ones.
#include <map>

#include "appell/kinematics/jacobian.hpp"
#include "papers/equations/differential_matrices.hpp"
#include "papers/equations/printed_members.hpp"
#include "papers/verify/subjects.hpp"
#include "papers/verify/tools.hpp"

namespace appell::verify {
namespace {

constexpr const char* kLines = "T(q + t u) by exp_screw(), polarized (verify/sample.cpp)";

/// Up to three different coordinates that move the end effector's body: at the base, in the middle
/// and at the end.
std::vector<int> few_movers(const Sample& sample) {
  std::vector<int> all;
  for (int b = end_effector(sample).body; b != model::kWorld; b = body_of(sample, b).parent) {
    all.insert(all.begin(), body_of(sample, b).coordinate);
  }
  std::vector<int> found;
  for (const std::size_t i : {std::size_t{0}, all.size() / 2, all.size() - 1}) {
    if (std::find(found.begin(), found.end(), all[i]) == found.end()) found.push_back(all[i]);
  }
  return found;
}

/// ∂ˢT by straight lines: 1/s! Σ over the parts S of the list of (-1)^(s-|S|) Dˢ T(q + t Σ_S e_c).
/// Entry r of what is given has the parts with r + 1 indices.
class Polarized {
 public:
  explicit Polarized(const Sample& sample) : sample_(sample) {}

  std::vector<Mat4> operator()(const std::vector<int>& list) {
    const int s = static_cast<int>(list.size());
    std::vector<Mat4> by_size(list.size(), Mat4::Zero());
    for (unsigned part = 1; part < (1u << s); ++part) {
      std::vector<int> chosen;
      for (int i = 0; i < s; ++i) {
        if ((part >> i & 1u) != 0) chosen.push_back(list[at(i)]);
      }
      std::sort(chosen.begin(), chosen.end());
      const double sign = (s - static_cast<int>(chosen.size())) % 2 == 0 ? 1.0 : -1.0;
      by_size[chosen.size() - 1] += sign / factorial(s) * along(chosen, s);
    }
    return by_size;
  }

 private:
  const Mat4& along(const std::vector<int>& chosen, int s) {
    const auto [found, is_new] = known_.try_emplace({s, chosen});
    if (is_new) {
      model::StateSeries line(s, VecX::Zero(sample_.num_coordinates()));
      line[0] = sample_.state()[0];
      for (const int c : chosen) line[1](c) += 1.0;
      found->second =
          placements_along(sample_.model(), line)[at(end_effector(sample_).body)].matrix_derivative(
              s);
    }
    return found->second;
  }

  const Sample& sample_;
  std::map<std::pair<int, std::vector<int>>, Mat4> known_;
};

std::vector<std::vector<int>> every_list(const std::vector<int>& choices, int s) {
  std::vector<std::vector<int>> lists{{}};
  for (int i = 0; i < s; ++i) {
    std::vector<std::vector<int>> longer;
    for (const std::vector<int>& list : lists) {
      for (const int last : choices) {
        longer.push_back(list);
        longer.back().push_back(last);
      }
    }
    lists = std::move(longer);
  }
  return lists;
}

/// Sets entry i of a stack of positions or rotations.
void put(VecX& stack, std::size_t i, const MatX& block) {
  stack.segment(static_cast<Eigen::Index>(i) * block.size(), block.size()) = block.reshaped();
}

/// A(R) or A(p) of all lists of s coordinates; `printed` gives it as `equation` prints it.
template <class Printed>
Comparison members(const Sample& sample, Polarized& polarized, int s, bool rotation,
                   const char* equation, Printed printed) {
  const int body = end_effector(sample).body;
  const auto lists = every_list(few_movers(sample), s);
  const auto block = [&](const Mat4& A) {
    return rotation ? MatX(A.topLeftCorner<3, 3>()) : MatX(A.topRightCorner<3, 1>());
  };
  const VecX zero = VecX::Zero(static_cast<Eigen::Index>(lists.size() * (rotation ? 9 : 3)));
  VecX lhs = zero, wrong = zero;
  std::vector<VecX> terms(at(s), zero);
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const Mat4 A = equations::differential_matrix_by_exponentials(sample.model(), sample.state()[0],
                                                                  body, lists[i]);
    put(lhs, i, block(A));
    put(wrong, i, block(printed(lists[i])));
    const std::vector<Mat4> by_size = polarized(lists[i]);
    for (int r = 0; r < s; ++r) put(terms[at(r)], i, block(by_size[at(r)]));
  }
  double size = rotation ? 1.0 : 0.0;  // Derivatives of a position: the length of the path.
  for (int b = body; b != model::kWorld && !rotation; b = body_of(sample, b).parent) {
    const model::Body& B = body_of(sample, b);
    const double slide = B.coordinate < 0 ? 0.0 : std::abs(sample.state()[0](B.coordinate));
    size += B.X_PJ.p.norm() + B.screw.linear.norm() * (1.0 + slide);
  }
  Comparison comparison(concat(rotation ? "A(R)" : "A(p)", " of order ", s), lhs);
  comparison.inner_scale(size);
  for (int r = 0; r < s; ++r) {
    comparison.term(concat("lines along ", r + 1, " coordinates"), terms[at(r)]);
  }
  return comparison.printed(wrong, equation);
}

Comparisons differential_members(const Sample& sample) {
  const model::Frame own{.name = {}, .body = end_effector(sample).body, .X_BF = {}};
  if (few_movers(sample).size() < 2) throw NotApplicable{"one coordinate moves the end effector"};
  const auto A = [&](const std::vector<int>& list) {
    return equations::differential_matrix_by_exponentials(sample.model(), sample.state()[0],
                                                          own.body, list);
  };
  Mat4 back = Mat4::Identity();  // A(R) ends with R⁰: without it, as S2 (31) is printed.
  back.topLeftCorner<3, 3>() = equations::exponential_chain(sample.model(), own).X_WF.R.transpose();
  Polarized polarized(sample);
  return {members(sample, polarized, 3, true, "S2 (31)",
                  [&](const std::vector<int>& l) { return Mat4(A(l) * back); }),
          members(sample, polarized, 3, false, "S2 (32)",
                  [&](const std::vector<int>& l) { return A({l[0], l[1], l[1]}); }),
          members(sample, polarized, 4, false, "S2 (35)",
                  [&](const std::vector<int>& l) { return A({l[0], l[1], l[2], l[2], l[3]}); })};
}

/// D^(k-1) Ω_j of a body by partial derivatives of ω.
Comparison axis_derivative(const std::string& label, const Sample& sample, int body, int j, int k,
                           int m) {
  const taylor::Series<Mat3>& R = sample.placements()[at(body)].R;
  const auto omega = omega_of(sample.placements()[at(body)]);
  const auto axis = rate_vector(sample.variation(j, 0)[at(body)].R, R).truncated(omega.order());
  const auto& dR = sample.variation(j, m)[at(body)].R;
  const int n = m + k - 2;
  const Vec3 partial = omega_variation(sample, body, j, m).derivative(n);
  const double factor = 1.0 / binomial(m + k - 1, m);
  return Comparison(concat(label, ", j = ", j + 1, ", m = ", m, ", k = ", k),
                    Vec3(sample.centre_jacobian(body).derivative(k - 1).col(j).tail<3>()))
      .term("∂ω^(m+k-2)/∂q^(m)", Vec3(factor * partial))
      .term("-C(m+k-2, m) D^(k-2)(Ω_j × ω)",
            Vec3(-factor * binomial(n, m) * taylor::cross(axis, omega).derivative(k - 2)))
      .inner_scale(factor * (rate_scale(taylor::time_derivative(dR), R, n) +
                             rate_scale(taylor::time_derivative(R), dR, n)));
}

/// S2 (67), (69): every member of what is printed for D''Ω_j and D^(k-1) Ω_j.
Comparisons axis_members(const Sample& sample) {
  if (sample.heavy_bodies().empty()) throw NotApplicable{"no body has mass"};
  const int body = sample.heavy_bodies().back();  // The axes before it move.
  Comparisons found;
  const auto compare = [&](const std::string& equation, const char* member, int j, int k, int m,
                           const Vec3& printed) {
    found.push_back(axis_derivative(concat(equation, ", ", member), sample, body, j, k, m)
                        .printed(printed, equation));
  };
  for (int b = body, count = 0; b != model::kWorld && count < 4;
       b = body_of(sample, b).parent, ++count) {
    const int j = body_of(sample, b).coordinate;
    for (int m = 1; m <= 3; ++m) {
      const Vec3 first =
          2.0 / ((m + 1.0) * (m + 2.0)) * omega_variation(sample, body, j, m).derivative(m + 1);
      compare("S2 (67)", "second member", j, 3, m, first);
      compare("S2 (67)", "last member", j, 3, m, first / (m + 1));
    }
    for (int k = 2; k <= 3; ++k) {
      const auto change = omega_variation(sample, body, j, k + 1);
      const double factor = 1.0 / binomial(2 * k, k + 1);
      compare("S2 (69)", "second member", j, k, k + 1, factor * change.derivative(2 * k + 1));
      compare("S2 (69)", "last member", j, k, k + 1, factor * change.derivative(2 * k - 1));
    }
  }
  return found;
}

/// The columns at k = 0 with the blocks of V_i3 in both orders.
Comparisons block_order(const Sample& sample) {
  const model::Frame& frame = end_effector(sample);
  const auto chain = equations::exponential_chain(sample.model(), frame);
  MatX right = MatX::Zero(6, sample.num_coordinates());
  MatX printed = right;
  double reach = 1.0 + chain.X_WF.p.norm();
  for (int i = 0; i < chain.size(); ++i) {
    const equations::ChainJoint& joint = chain.joints[at(i)];
    const auto blocks = equations::jacobian_blocks(chain, sample.state().truncated(0), i);
    reach += joint.screw.linear.norm();
    right.col(joint.coordinate) += joint.ratio * equations::column_of_blocks(blocks)[0];
    printed.col(joint.coordinate) += joint.ratio * equations::printed_column_of_blocks(blocks);
  }
  return {Comparison("all columns", kinematics::jacobian(sample.motion(), frame)[0])
              .term("V31, V32 (k = i..n), V33", right)
              .inner_scale(reach)
              .printed(printed)};
}

/// A group of S2 (46): a coefficient and the orders of q that A is contracted with.
struct Group {
  double coefficient;
  std::vector<int> orders;
};

/// D of a group: A of one index more with q', and each order of q raised in turn.
Mat4 rate_of(const Sample& sample, int body, const Group& group) {
  const auto A = [&](const std::vector<int>& orders) {
    std::vector<VecX> directions;
    for (const int n : orders) directions.push_back(sample.state().derivative(n));
    return equations::directional_matrices(sample.model(), sample.state()[0], directions)[at(body)];
  };
  std::vector<int> longer = group.orders;
  longer.push_back(1);
  Mat4 sum = A(longer);
  for (std::size_t i = 0; i < group.orders.size(); ++i) {
    std::vector<int> raised = group.orders;
    ++raised[i];
    sum += A(raised);
  }
  return group.coefficient * sum;
}

Comparisons fifth_derivative(const Sample& sample) {
  const int body = end_effector(sample).body;
  const kinematics::BodyMotion& X = sample.motion()[body];
  Comparison comparison("T^(5)", spatial::TransformSeries{X.R_WB, X.p_WB}.matrix_derivative(5));
  const Group groups[] = {
      {1.0, {4}}, {4.0, {3, 1}}, {3.0, {2, 2}}, {6.0, {2, 1, 1}}, {1.0, {1, 1, 1, 1}}};
  const char* labels[] = {"D{A_1 q⁗}", "D{4 A_2 q''' q'}", "D{3 A_2 q'' q''}", "D{6 A_3 q'' q' q'}",
                          "D{A_4 q' q' q' q'}"};
  for (std::size_t i = 0; i < std::size(groups); ++i) {
    comparison.term(labels[i], rate_of(sample, body, groups[i]));
  }
  return {comparison};
}

Identity differential_matrix_members() {
  return {.id = "differential-matrix-members",
          .title = "differential matrices of order 3 and 4, members of S2 (31), (32), (35)",
          .equations = {"S2 (31)", "S2 (32)", "S2 (35)"},
          .misprinted = {"S2 (31)", "S2 (32)", "S2 (35)"},
          .formula =
              "A_ijkm(R) = ... R⁰, A_ijkm(p) = ∂A_ijk(p)/∂q_m, A_ijkmp(p) = ∂²A_ijk(p)/∂q_m∂q_p = "
              "∂⁴p/∂q_j∂q_k∂q_m∂q_p",
          .reading =
              "The errors are those of (31) without R⁰, of ∂A_ijk(p)/∂q_k in (32) and of "
              "∂²A_ijkm(p)/∂q_m∂q_p in (35), as printed.",
          .left = "equations::differential_matrix_by_exponentials",
          .right = kLines,
          .most_coordinates = kMostVaried,
          .evaluate = differential_members};
}

Identity partial_angular_members() {
  return {
      .id = "partial-angular-members",
      .title = "derivatives of an axis, every member as printed",
      .equations = {"S2 (67)", "S2 (69)"},
      .misprinted = {"S2 (67)", "S2 (69)"},
      .formula = "Dᵏ⁻¹ Ω_j = (k-1)! m!/(m+k-1)! { ∂ω⁽ᵐ⁺ᵏ⁻²⁾/∂q_j⁽ᵐ⁾ - C(m+k-2, m) Dᵏ⁻²(Ω_j × ω) }",
      .reading =
          "The errors: (67) without the last term, and with 1/(m+1) too many; (69) with "
          "ε⁽ᵐ⁺ᵏ⁻¹⁾, two orders too high, and with ψ⁽ᵐ⁺ᵏ⁻¹⁾ = ω⁽ᵐ⁺ᵏ⁻²⁾ without the last term.",
      .left = "kinematics::jacobian of the centre of mass",
      .right = kVariations,
      .most_coordinates = kMostVaried,
      .evaluate = axis_members};
}

Identity jacobian_block_order() {
  return {.id = "jacobian-block-order",
          .title = "order of the blocks in the product of four matrices",
          .equations = {"S2 (50)", "S2 (51)", "S2 (52)"},
          .misprinted = {"S2 (50)", "S2 (51)", "S2 (52)"},
          .formula = "V_i3 = [V31, V32 (k = i..n), V33] against (v_i, b_i ... b_n, p_n)",
          .reading = "S2 (50) has the order V31, V33, V32, which the error is for.",
          .left = kJacobian,
          .right = "equations::jacobian_blocks, equations::column_of_blocks",
          .most_coordinates = kMostVaried,
          .evaluate = block_order};
}

Identity placement_fifth_derivative() {
  return {.id = "placement-fifth-derivative",
          .title = "fifth derivative of a placement",
          .equations = {"S2 (46)"},
          .formula = "T⁽⁵⁾ = D{A_1 q⁗ + 4 A_2 q''' q' + 3 A_2 q'' q'' + 6 A_3 q'' q' q' + A_4 q'⁴}",
          .reading = "The orders of q that our copy has lost are those of T⁗.",
          .left = kPropagate,
          .right = "equations::directional_matrices",
          .evaluate = fifth_derivative};
}

}  // namespace

std::vector<Identity> kinematics_member_identities() {
  return {differential_matrix_members(), partial_angular_members(), jacobian_block_order(),
          placement_fifth_derivative()};
}

}  // namespace appell::verify
