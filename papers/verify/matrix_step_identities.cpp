// Differential matrices step by step: the starred factors of their rotations, and the derivatives
// of their positions, each by itself and as printed.
#include <algorithm>

#include "appell/spatial/screw.hpp"
#include "papers/equations/differential_matrices.hpp"
#include "papers/equations/exponentials.hpp"
#include "papers/equations/printed_kinematics.hpp"
#include "papers/verify/subjects.hpp"
#include "papers/verify/tools.hpp"

namespace appell::verify {
namespace {

constexpr const char* kMixedLines =
    "lines T(q + t u) by exp_screw() (verify/matrix_step_identities.cpp)";

/// The path to the body of the end effector, and joints of it that share their coordinate with no
/// other, at most three.
struct Path {
  equations::ExponentialChain chain;
  int body;
  std::vector<int> joints;

  int coordinate(int joint) const { return chain.joints[at(joint)].coordinate; }
  double ratio(const std::vector<int>& list) const {
    double product = 1.0;
    for (const int l : list) product *= chain.joints[at(l)].ratio;
    return product;
  }
};

Path path_of(const Sample& sample) {
  const int body = end_effector(sample).body;
  const model::Frame frame{.name = {}, .body = body, .X_BF = {}, .is_driven = false};
  Path path{equations::exponential_chain(sample.model(), frame), body, {}};
  std::vector<int> alone;
  for (int l = 0; l < path.chain.size(); ++l) {
    int count = 0;
    for (int k = 0; k < path.chain.size(); ++k) count += path.coordinate(k) == path.coordinate(l);
    if (count == 1) alone.push_back(l);
  }
  if (alone.empty()) throw NotApplicable{"every joint of the path shares its coordinate"};
  for (const std::size_t i : {std::size_t{0}, alone.size() / 2, alone.size() - 1}) {
    if (path.joints.empty() || path.joints.back() != alone[i]) path.joints.push_back(alone[i]);
  }
  return path;
}

/// Every sorted list of s of the path's joints.
std::vector<std::vector<int>> sorted_lists(const Path& path, int s) {
  std::vector<std::vector<int>> lists{{}};
  for (int i = 0; i < s; ++i) {
    std::vector<std::vector<int>> longer;
    for (const std::vector<int>& list : lists) {
      for (const int joint : path.joints) {
        if (!list.empty() && joint < list.back()) continue;
        longer.push_back(list);
        longer.back().push_back(joint);
      }
    }
    lists = std::move(longer);
  }
  return lists;
}

std::string label_of(const std::vector<int>& joints) {
  std::string text = "joints";
  for (const int l : joints) text += concat(" ", l + 1);
  return text;
}

/// q + t u as a state.
model::StateSeries line(const Sample& sample, const VecX& u, int order) {
  model::StateSeries q(order, VecX::Zero(sample.num_coordinates()));
  q[0] = sample.state()[0];
  if (order > 0) q[1] = u;
  return q;
}

/// ∂ˢf/∂q_{l_1}...∂q_{l_s} by 2ˢ⁻¹ straight lines; `derivative` gives Dˢ f along q + t u.
template <class Derivative>
auto mixed_derivative(const Sample& sample, const Path& path, const std::vector<int>& joints,
                      Derivative derivative) {
  const int s = static_cast<int>(joints.size());
  auto sum = derivative(line(sample, VecX::Zero(sample.num_coordinates()), s), s);
  sum *= 0.0;
  for (int signs = 0; signs < (1 << (s - 1)); ++signs) {
    VecX u = VecX::Zero(sample.num_coordinates());
    double sign = 1.0;
    for (int i = 0; i < s; ++i) {
      const bool is_minus = i > 0 && ((signs >> (i - 1)) & 1) != 0;
      u(path.coordinate(joints[at(i)])) += is_minus ? -1.0 : 1.0;
      if (is_minus) sign = -sign;
    }
    sum += sign * derivative(line(sample, u, s), s);
  }
  sum /= factorial(s) * (1 << (s - 1));
  return sum;
}

/// Partial derivatives of the placement of the path's body, per unit of the joint values.
Mat4 by_lines(const Sample& sample, const Path& path, const std::vector<int>& joints) {
  const Mat4 A =
      mixed_derivative(sample, path, joints, [&](const model::StateSeries& q, int s) -> Mat4 {
        return placements_along(sample.model(), q)[at(path.body)].matrix_derivative(s);
      });
  return A / path.ratio(joints);
}

/// E_{first..last} at q.
Mat3 product_at(const Sample& sample, const Path& path, int first, int last) {
  return equations::exponential_product(path.chain, sample.state().truncated(0), first, last)[0];
}

/// [k_{l_r}×] E ... [k_{l_s}×] E_{l_s..n} R⁰ from the r-th joint of the list on, by ordered
/// products.
Mat3 starred(const Sample& sample, const Path& path, const std::vector<int>& joints) {
  Mat3 product = Mat3::Identity();
  for (std::size_t r = 0; r < joints.size(); ++r) {
    const int l = joints[r];
    const int next = r + 1 < joints.size() ? joints[r + 1] : path.chain.size();
    product = product * spatial::cross_matrix(path.chain.joints[at(l)].screw.angular) *
              product_at(sample, path, l, next - 1);
  }
  return product * path.chain.X_WF.R;
}

/// Printed forms of one comparison, by equation.
void add_printed(Comparison& comparison, const Mat3& printed,
                 const std::vector<std::string>& equations) {
  for (const std::string& equation : equations) comparison.printed(printed, equation);
}

/// A(R) and its starred factors, one comparison each. What is left of A(R) when the joints before
/// l_r are turned back is the derivative by the joints from l_r on.
/// @param steps  equations of A(R), of A*(R), of A**(R), ...; A* begins before [k×] of the first
///   joint for s = 4, after it for s < 4.
Comparisons rotation_steps(const Sample& sample, int s,
                           const std::vector<std::vector<std::string>>& steps) {
  const Path path = path_of(sample);
  const VecX q = sample.state()[0];
  Comparisons found;
  for (const std::vector<int>& list : sorted_lists(path, s)) {
    const Mat3 before = product_at(sample, path, 0, list[0] - 1);
    Comparison whole(label_of(list), Mat3(by_lines(sample, path, list).topLeftCorner<3, 3>()));
    whole.term("E_{1..l-1} [k×] E ...", Mat3(before * starred(sample, path, list)))
        .inner_scale(1.0);
    add_printed(whole, equations::printed_rotation_derivative(path.chain, q, list, 0), steps[0]);
    found.push_back(whole);
    for (std::size_t r = 0; r + 1 < steps.size(); ++r) {
      const std::ptrdiff_t start = static_cast<std::ptrdiff_t>(r) + (s == 4 ? 0 : 1);
      const std::vector<int> rest(list.begin() + start, list.end());
      const int from = list[r];
      const Mat3 back = product_at(sample, path, 0, from - 1).transpose();
      const Mat3 between = product_at(sample, path, from, rest[0] - 1);
      Comparison step(concat(label_of(list), ", A", std::string(r + 1, '*')),
                      Mat3(back * by_lines(sample, path, rest).topLeftCorner<3, 3>()));
      step.term("E [k×] E ...", Mat3(between * starred(sample, path, rest))).inner_scale(1.0);
      add_printed(step, equations::printed_rotation_derivative(path.chain, q, rest, from),
                  steps[r + 1]);
      found.push_back(step);
    }
  }
  return found;
}

/// A(p) for sorted joints along a state: E [k×] ... E { v_j + [k_j×] (E_{j..n} p⁰ + Σ_l E b_l) }.
taylor::Series<Vec3> position_matrix(const Path& path, const model::StateSeries& q,
                                     const std::vector<int>& joints) {
  const int N = q.order();
  const auto E = [&](int a, int b) { return equations::exponential_product(path.chain, q, a, b); };
  const auto K = [&](int l) {
    return constant_series(spatial::cross_matrix(path.chain.joints[at(l)].screw.angular), N);
  };
  taylor::Series<Mat3> M = constant_series(Mat3::Identity(), N);
  int next = 0;
  for (std::size_t r = 0; r < joints.size(); ++r) {
    M = M * E(next, joints[r] - 1);
    if (r + 1 < joints.size()) M = M * K(joints[r]);
    next = joints[r];
  }
  const int j = joints.back();
  const int n = path.chain.size() - 1;
  taylor::Series<Vec3> moved = E(j, n) * taylor::Series<Vec3>::constant(path.chain.X_WF.p, N);
  for (int l = j; l <= n; ++l) {
    const equations::ChainJoint& joint = path.chain.joints[at(l)];
    moved +=
        E(j, l - 1) * equations::screw_translation(joint.screw, equations::joint_value(joint, q));
  }
  const auto v = taylor::Series<Vec3>::constant(path.chain.joints[at(j)].screw.linear, N);
  return M * (v + K(j) * moved);
}

/// Derivatives of A(p) of the last joints of a list by its first ones: every member that a paper
/// prints, m derivatives outside, is A(p) of the whole list.
Comparisons position_steps(const Sample& sample, int s, const std::string& equation) {
  const Path path = path_of(sample);
  double reach = path.chain.X_WF.p.norm();
  for (const equations::ChainJoint& joint : path.chain.joints) reach += joint.screw.linear.norm();
  Comparisons found;
  for (const std::vector<int>& list : sorted_lists(path, s)) {
    const Vec3 right = by_lines(sample, path, list).topRightCorner<3, 1>();
    for (int outside = 1; outside < s; ++outside) {
      // S0 writes A_ijk with the innermost joint first; the derivatives are by those before it.
      const std::vector<int> by(list.begin(), list.begin() + outside);
      const std::vector<int> inner(list.begin() + outside, list.end());
      const Vec3 member = mixed_derivative(sample, path, by,
                                           [&](const model::StateSeries& q, int d) -> Vec3 {
                                             return position_matrix(path, q, inner).derivative(d);
                                           }) /
                          path.ratio(by);
      Comparison comparison(concat(label_of(list), ", D^", outside), right);
      comparison.term(concat("∂^", outside, " A(p) of order ", s - outside), member)
          .inner_scale(reach);
      // One derivative too many, (79) and (89); by the joint before the last instead, (82).
      std::vector<int> printed = list;
      if (s == 3) {
        printed[0] = printed[1];
      } else {
        printed.insert(printed.begin(), printed[0]);
      }
      if (outside == 1) {
        comparison.printed(Vec3(by_lines(sample, path, printed).topRightCorner<3, 1>()), equation);
      }
      found.push_back(comparison);
    }
  }
  return found;
}

/// S0 (91): the screw parameter by a point of the axis and its direction at joint values zero.
Comparisons screw_parameters_of_joints(const Sample& sample) {
  const model::Frame& frame = end_effector(sample);
  const auto chain = equations::exponential_chain(sample.model(), frame);
  std::vector<int> bodies;
  for (int b = frame.body; b != model::kWorld; b = body_of(sample, b).parent) bodies.push_back(b);
  Comparisons found;
  spatial::Transform X;  // Of the joint frame in the world, all joint values zero.
  for (std::size_t l = 0; l < bodies.size(); ++l) {
    const model::Body& body = body_of(sample, bodies[bodies.size() - 1 - l]);
    X = X * body.X_PJ;
    const Vec3 k = X.R * body.screw.angular;
    const Vec3 turning = X.p.cross(k);
    const Vec3 sliding = X.R * body.screw.linear;
    found.push_back(Comparison(body_label(sample, body.index), chain.joints[l].screw.linear)
                        .term("p × k Δ", turning)
                        .term("k (1 - Δ)", sliding)
                        .inner_scale(X.p.norm()));
    found.push_back(
        Comparison(body_label(sample, body.index) + ", axis", chain.joints[l].screw.angular)
            .term("k Δ", k));
  }
  return found;
}

Identity rotation_step_identity(int s, const std::vector<std::vector<std::string>>& steps,
                                const std::string& formula) {
  std::vector<std::string> equations;
  for (const std::vector<std::string>& step : steps) {
    for (const std::string& e : step) {
      if (std::find(equations.begin(), equations.end(), e) == equations.end()) {
        equations.push_back(e);
      }
    }
  }
  return {
      .id = concat("differential-rotation-", s),
      .title = concat("rotation of the differential matrix of order ", s, ", step by step"),
      .equations = equations,
      .misprinted = equations,
      .formula = formula,
      .reading =
          "Printed is exp{Σ} for the ordered product E, which the error is for. The index of "
          "[k×] is the fixed one, not the running index of the sum before it.",
      .left = kMixedLines,
      .right = "equations::exponential_product",
      .evaluate = [s, steps](const Sample& sample) { return rotation_steps(sample, s, steps); }};
}

Identity position_step_identity(int s, const std::string& equation, const std::string& formula,
                                const std::string& reading) {
  return {.id = concat("differential-position-", s),
          .title = concat("position of the differential matrix of order ", s, " by derivatives"),
          .equations = {equation},
          .misprinted = {equation},
          .formula = formula,
          .reading = reading,
          .left = kMixedLines,
          .right = "equations::exponential_product, equations::screw_translation",
          .evaluate = [s, equation](const Sample& sample) {
            return position_steps(sample, s, equation);
          }};
}

Identity screw_parameters() {
  return {.id = "screw-parameters",
          .title = "screw parameters of the joints at joint values zero",
          .equations = {"S0 (91)", "S2 (15)", "S2 (53)"},
          .formula = "v = p × k Δ + k (1 - Δ)",
          .reading = "A helical joint adds its pitch times k.",
          .left = "equations::exponential_chain",
          .right = "points and axes (verify/matrix_step_identities.cpp)",
          .evaluate = screw_parameters_of_joints};
}

}  // namespace

std::vector<Identity> matrix_step_identities() {
  return {
      rotation_step_identity(1, {{"S0 (72)", "S2 (13)"}},
                             "A_ij(R) = E_{1..j-1} [k_j×] Δ_j E_{j..i} R⁰"),
      rotation_step_identity(2, {{"S0 (77)", "S2 (18)"}, {"S0 (78)", "S2 (19)"}},
                             "A_ijk(R) = E_{1..k-1} [k_k×] Δ_k A*, A* = E_{k..j-1} [k_j×] Δ_j "
                             "E_{j..i} R⁰"),
      rotation_step_identity(3, {{"S0 (81)", "S2 (29)"}, {"S2 (30)"}, {"S0 (81)"}},
                             "A_ijkm(R) = E_{1..m-1} [k_m×] Δ_m A*, A* = E_{m..k-1} [k_k×] Δ_k "
                             "A**, A** = E_{k..j-1} [k_j×] Δ_j E_{j..i} R⁰"),
      rotation_step_identity(4,
                             {{"S0 (84)", "S2 (34)"},
                              {"S0 (85)", "S2 (34)"},
                              {"S0 (86)", "S2 (34)"},
                              {"S0 (87)", "S2 (34)"},
                              {"S0 (88)", "S2 (34)"}},
                             "A(R) = E_{1..p-1} A*, A* = [k_p×] Δ_p E_{p..m-1} A**, ..., A**** = "
                             "[k_j×] Δ_j E_{j..i} R⁰"),
      position_step_identity(2, "S0 (79)", "A_ijk(p) = ∂A_ij(p)/∂q_k",
                             "S0 (79) differentiates once more, by q_m: that is A_ijkm(p)."),
      position_step_identity(3, "S0 (82)", "A_ijkm(p) = ∂A_ijk(p)/∂q_m = ∂²A_ij(p)/∂q_k ∂q_m",
                             "S0 (82) has q_k for q_m in the first: that is A_ijkk(p)."),
      position_step_identity(
          4, "S0 (89)",
          "A_ijkmp(p) = ∂A_ijkm(p)/∂q_p = ∂²A_ijk(p)/∂q_m ∂q_p = ∂³A_ij(p)/∂q_k ∂q_m ∂q_p",
          "The second member of S0 (89) starts from A_ijkm(p): of fifth order."),
      screw_parameters()};
}

}  // namespace appell::verify
