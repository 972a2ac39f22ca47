#include "papers/equations/differential_matrices.hpp"

#include <algorithm>
#include <bit>

#include "appell/base/check.hpp"
#include "appell/model/state_series.hpp"
#include "appell/spatial/rotation.hpp"
#include "appell/spatial/screw.hpp"
#include "papers/equations/exponentials.hpp"

namespace appell::equations {
namespace {

constexpr int kMostDirections = 12;

void check_arguments(const char* function, const model::Model& model, const VecX& q) {
  model::check_state(function, model, model::StateSeries::constant(q, 0));
}

void check_indices(const char* function, const model::Model& model, int body,
                   std::span<const int> coordinates) {
  check(body >= 0 && body < model.num_bodies(), function, ": there is no body ", body, "; model '",
        model.name(), "' has ", model.num_bodies(), ".");
  for (const int c : coordinates) {
    check(c >= 0 && c < model.num_coordinates(), function, ": there is no coordinate ", c,
          "; model '", model.name(), "' has ", model.num_coordinates(), ".");
  }
}

/// U of Eq. (2): the 4x4 matrix of a joint's screw, in the joint frame.
Mat4 screw_matrix(const spatial::Screw& screw) {
  Mat4 U = Mat4::Zero();
  U.topLeftCorner<3, 3>() = spatial::cross_matrix(screw.angular);
  U.topRightCorner<3, 1>() = screw.linear;
  return U;
}

/// Placement of a body in its parent at the configuration.
Mat4 placement_in_parent(const model::Body& body, const VecX& q) {
  const double value = body.ratio * q(body.coordinate) + body.offset;
  return (body.X_PJ * spatial::exp_screw(body.screw, value)).matrix();
}

/// The bodies from the world to one of them.
std::vector<const model::Body*> path_to(const model::Model& model, int body) {
  std::vector<const model::Body*> path;
  for (int b = body; b != model::kWorld; b = path.back()->parent) {
    path.push_back(&model.bodies()[b]);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

/// Sum of weight · term(counts) over every choice of one joint of the path for each coordinate:
/// counts[l] is how often joint l was chosen, weight the product of the ratios.
/// @param joints  anything with `coordinate` and `ratio`, in the order of the path.
template <class Joint, class Term>
void choose_joints(const std::vector<Joint>& joints, std::span<const int> coordinates,
                   double weight, std::vector<int>& counts, const Term& term) {
  if (coordinates.empty()) {
    term(weight, counts);
    return;
  }
  for (std::size_t l = 0; l < joints.size(); ++l) {
    if (joints[l].coordinate != coordinates.front()) continue;
    ++counts[l];
    choose_joints(joints, coordinates.subspan(1), weight * joints[l].ratio, counts, term);
    --counts[l];
  }
}

/// What Eq. (2) multiplies at one joint.
struct OperatorFactor {
  Mat4 F;  ///< Placement of the body in its parent.
  Mat4 U;
  int coordinate;
  double ratio;
};

/// What Eqs. (3), (4) multiply at one joint.
struct ExponentialFactor {
  Mat3 E;      ///< exp([k×] q)
  Mat3 K;      ///< [k×], zero if it slides.
  Vec3 v;      ///< Linear part of the screw.
  Vec3 moved;  ///< E_{l..n} p⁰ + Σ E b: the point p⁰, moved by this joint and those after it.
  int coordinate;
  double ratio;
};

std::vector<ExponentialFactor> exponential_factors(const ExponentialChain& chain, const VecX& q) {
  const auto state = model::StateSeries::constant(q, 0);
  std::vector<ExponentialFactor> factors;
  for (const ChainJoint& joint : chain.joints) {
    const taylor::Series<double> x = joint_value(joint, state);
    factors.push_back({.E = spatial::rotation_about(joint.screw.angular, x[0]),
                       .K = spatial::cross_matrix(joint.screw.angular),
                       .v = joint.screw.linear,
                       .moved = screw_translation(joint.screw, x)[0],
                       .coordinate = joint.coordinate,
                       .ratio = joint.ratio});
  }
  Vec3 point = chain.X_WF.p;
  for (auto l = factors.rbegin(); l != factors.rend(); ++l) {
    l->moved += l->E * point;
    point = l->moved;
  }
  return factors;
}

/// Eqs. (3), (4) for one choice of joints, given by how often each is chosen.
Mat4 product_of_exponentials(const std::vector<ExponentialFactor>& factors,
                             const spatial::Transform& X_WF, const std::vector<int>& counts) {
  Mat4 A = Mat4::Zero();
  int last = -1;  // The innermost joint that is chosen, j of Eq. (4).
  for (std::size_t l = 0; l < counts.size(); ++l) {
    if (counts[l] > 0) last = static_cast<int>(l);
  }
  Mat3 M = Mat3::Identity();
  for (std::size_t l = 0; l < factors.size(); ++l) {
    const ExponentialFactor& joint = factors[l];
    for (int i = 0; i < counts[l]; ++i) {
      if (static_cast<int>(l) == last && i == counts[l] - 1) {
        A.topRightCorner<3, 1>() = M * (joint.v + joint.K * joint.moved);  // Eq. (4)
      }
      M = M * joint.K;
    }
    M = M * joint.E;
  }
  A.topLeftCorner<3, 3>() = M * X_WF.R;  // Eq. (3)
  if (last < 0) A.topRightCorner<3, 1>() = factors.empty() ? X_WF.p : factors.front().moved;
  if (last < 0) A(3, 3) = 1.0;
  return A;
}

/// Coefficient of Π_{i in S} ε_i for every set S of directions, the sets counted in bits.
using SetCoefficients = std::vector<Mat4>;

/// Of the motion of a body in its parent: X exp(U (x + Σ ε_i u_i)) = X exp(U x) Π (1 + ε_i u_i U).
SetCoefficients joint_coefficients(const model::Body& body, const VecX& q,
                                   std::span<const VecX> directions) {
  const Mat4 U = screw_matrix(body.screw);
  SetCoefficients of_joint(std::size_t{1} << directions.size());
  of_joint[0] = placement_in_parent(body, q);
  for (std::size_t S = 1; S < of_joint.size(); ++S) {
    const auto i = static_cast<std::size_t>(std::countr_zero(S));
    const double u = body.ratio * directions[i](body.coordinate);
    of_joint[S] = u * (of_joint[S & (S - 1)] * U);
  }
  return of_joint;
}

SetCoefficients product(const SetCoefficients& a, const SetCoefficients& b) {
  SetCoefficients out(a.size(), Mat4::Zero());
  for (std::size_t S = 0; S < out.size(); ++S) {
    for (std::size_t part = S;; part = (part - 1) & S) {  // Every subset of S.
      out[S] += a[S ^ part] * b[part];
      if (part == 0) break;
    }
  }
  return out;
}

}  // namespace

Mat4 differential_matrix_by_operators(const model::Model& model, const VecX& q, int body,
                                      std::span<const int> coordinates) {
  constexpr const char* kName = "differential_matrix_by_operators";
  check_arguments(kName, model, q);
  check_indices(kName, model, body, coordinates);
  std::vector<OperatorFactor> factors;
  for (const model::Body* b : path_to(model, body)) {
    factors.push_back(
        {placement_in_parent(*b, q), screw_matrix(b->screw), b->coordinate, b->ratio});
  }
  Mat4 A = Mat4::Zero();
  std::vector<int> counts(factors.size(), 0);
  choose_joints(factors, coordinates, 1.0, counts,
                [&](double weight, const std::vector<int>& chosen) {
                  Mat4 product = Mat4::Identity();
                  for (std::size_t l = 0; l < factors.size(); ++l) {  // Eq. (2)
                    product = product * factors[l].F;
                    for (int i = 0; i < chosen[l]; ++i) product = product * factors[l].U;
                  }
                  A += weight * product;
                });
  return A;
}

Mat4 differential_matrix_by_exponentials(const model::Model& model, const VecX& q, int body,
                                         std::span<const int> coordinates) {
  constexpr const char* kName = "differential_matrix_by_exponentials";
  check_arguments(kName, model, q);
  check_indices(kName, model, body, coordinates);
  const ExponentialChain chain =
      exponential_chain(model, model::Frame{.name = {}, .body = body, .X_BF = {}});
  const std::vector<ExponentialFactor> factors = exponential_factors(chain, q);
  Mat4 A = Mat4::Zero();
  std::vector<int> counts(factors.size(), 0);
  choose_joints(factors, coordinates, 1.0, counts,
                [&](double weight, const std::vector<int>& chosen) {
                  A += weight * product_of_exponentials(factors, chain.X_WF, chosen);
                });
  return A;
}

std::vector<Mat4> directional_matrices(const model::Model& model, const VecX& q,
                                       std::span<const VecX> directions) {
  constexpr const char* kName = "directional_matrices";
  check_arguments(kName, model, q);
  for (const VecX& u : directions) check_arguments(kName, model, u);
  const int r = static_cast<int>(directions.size());
  check(r <= kMostDirections, kName, ": at most ", kMostDirections, " directions, got ", r, ".");

  std::vector<SetCoefficients> of_body;
  std::vector<Mat4> A;
  for (const model::Body& body : model.bodies()) {
    SetCoefficients of_joint = joint_coefficients(body, q, directions);
    if (body.parent != model::kWorld) {
      of_joint = product(of_body[body.parent], of_joint);
    }
    A.push_back(of_joint.back());
    of_body.push_back(std::move(of_joint));
  }
  return A;
}

}  // namespace appell::equations
