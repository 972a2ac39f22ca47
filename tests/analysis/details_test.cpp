// Quantities that are only there by name or at a state, against other quantities, from which they
// follow by laws that the code that computes them does not use.
#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include "appell/analysis/selection.hpp"
#include "appell/spatial/orientation.hpp"
#include "tests/force/random_case.hpp"
#include "tests/support/matchers.hpp"

namespace appell::analysis {
namespace {

constexpr int kOrder = 2;

/// All numbers of all quantities of one state of a random tree, with a load and an external wrench.
class Details : public testing::TestWithParam<unsigned> {
 protected:
  Details()
      : random(GetParam()),
        model(model::build(force::driven_description(random, 5))),
        state(support::random_state(random, model, 2 * kOrder + 1)) {
    const model::Frame& frame = model.default_frame();
    Subject subject{.model = model, .frame = frame, .order = kOrder};
    subject.surroundings.loads = {{.frame = frame,
                                   .force_derivatives = {Vec3(1.0, 2.0, -3.0), Vec3(0.5, 0.0, 1.0)},
                                   .moment_derivatives = {Vec3(0.3, 0.1, 0.2)},
                                   .axes = model::Wrench::Axes::kOfFrame}};
    subject.surroundings.external = {
        {.frame = model.frames()[1], .force_derivatives = {Vec3(0.0, -1.0, 2.0)}}};
    subject.angles = spatial::AngleSet::kYXZ;
    const Selection selection(at_state(subject, state), {});
    Evaluator numbers(selection, 1);
    numbers.compute(model::state_block({&state, 1}));
    for (const NamedArray& array : selection.arrays()) {
      std::vector<double>& row = values[array.name];
      row.resize(array.num_entries());
      numbers.write_rows(array, row.data(), row.size());
      if (!array.key.empty()) keys[std::string(array.quantity->name)].push_back(array.key);
    }
  }

  /// Derivative k of a vector.
  VecX vector(const std::string& name, int k, int size) const {
    return Eigen::Map<const VecX>(values.at(name).data() + k * size, size);
  }
  MatX matrix(const std::string& name, int rows, int columns, int k = 0) const {
    return Eigen::Map<const MatX>(values.at(name).data() + k * rows * columns, columns, rows)
        .transpose();
  }

  support::Random random;
  model::Model model;
  model::StateSeries state;
  std::map<std::string, std::vector<double>> values;
  std::map<std::string, std::vector<std::string>> keys;
};

constexpr double kTolerance = 1e-12;  // Of the largest entry; sums over at most 12 bodies.

TEST_P(Details, CoriolisMatrix) {
  const int n = model.num_coordinates();
  const MatX C = matrix("coriolis", n, n), M_dot = matrix("mass_matrix_dot", n, n);
  EXPECT_TRUE(support::near(C + C.transpose(), M_dot, kTolerance));
  EXPECT_TRUE(support::near(C * state.derivative(1), vector("bias", 0, n), kTolerance));
}

TEST_P(Details, GeneralizedMomentum) {
  const int n = model.num_coordinates();
  const MatX M = matrix("mass_matrix", n, n), M_dot = matrix("mass_matrix_dot", n, n);
  const VecX u = state.derivative(1), w = state.derivative(2);
  EXPECT_TRUE(support::near(vector("generalized_momentum", 0, n), M * u, kTolerance));
  EXPECT_TRUE(support::near(vector("generalized_momentum", 1, n), M * w + M_dot * u, kTolerance));
}

// The partial derivatives are exact if they foretell the force of a state nearby: central
// differences, whose error of the third order and rounding leave 8 digits.
TEST_P(Details, ForcePartials) {
  const int n = model.num_coordinates();
  const double h = 1e-5;
  const Subject subject{.model = model, .frame = model.default_frame(), .order = 1};
  for (const int m : {0, 1, 2, 3}) {
    const VecX direction = VecX::LinSpaced(n, 0.3, 1.0);
    VecX ends[2];
    for (const int side : {0, 1}) {
      model::StateSeries moved = state;
      moved[m] += (side == 0 ? h : -h) / taylor::factorial(m) * direction;
      const Selection selection(at_state(subject, moved), {"Q_drive"});
      Evaluator numbers(selection, 1);
      numbers.compute(model::state_block({&moved, 1}));
      ends[side].resize(2 * n);
      numbers.write_rows(selection.arrays()[0], ends[side].data(), 2 * static_cast<std::size_t>(n));
    }
    const VecX slope = (ends[0] - ends[1]) / (2.0 * h);
    // The loads take no part in the differences, so they must not in the partials.
    const Selection selection(at_state(subject, state), {"force_partials"});
    Evaluator numbers(selection, 1);
    numbers.compute(model::state_block({&state, 1}));
    for (const NamedArray& array : selection.arrays()) {
      if (array.key != concat("1,", m) && array.key != concat("0,", m)) continue;
      MatX columns(n, n);
      numbers.write_rows(array, columns.data(), static_cast<std::size_t>(n * n));
      const int k = array.key[0] - '0';
      EXPECT_TRUE(support::near(columns.transpose() * direction, slope.segment(k * n, n), 1e-7,
                                1.0 + slope.cwiseAbs().maxCoeff()))
          << array.key;
    }
  }
}

TEST_P(Details, LinksAddUpToTheRobot) {
  VecX H = VecX::Zero(3);
  VecX E = VecX::Zero(2);
  for (const std::string& link : keys["link_linear_momentum"]) {
    H += vector("link_linear_momentum/" + link, 1, 3);
    E += vector("link_energy/" + link + ",1", 0, 2);
  }
  EXPECT_TRUE(support::near(H, vector("linear_momentum", 1, 3), kTolerance));
  EXPECT_TRUE(support::near(E, vector("energy_split/1", 0, 2), kTolerance));
}

// F* and N* are the growth of the momenta; K about the centre of mass is what Steiner's theorem
// leaves of that about the origin.
TEST_P(Details, TheoremsOfMomentum) {
  for (const std::string& link : keys["link_inertia_force"]) {
    EXPECT_TRUE(support::near(vector("link_inertia_force/" + link, 1, 3),
                              vector("link_linear_momentum/" + link, 2, 3), kTolerance));
    EXPECT_TRUE(support::near(vector("link_inertia_moment/" + link, 1, 3),
                              vector("link_angular_momentum/" + link, 2, 3), kTolerance));
  }
  const Vec3 c = vector("centre_of_mass", 0, 3), H = vector("linear_momentum", 0, 3);
  const Vec3 K_O = vector("angular_momentum", 0, 3);
  EXPECT_TRUE(support::near(vector("angular_momentum_com", 0, 3), K_O - c.cross(H), kTolerance,
                            K_O.norm() + c.norm() * H.norm()));
}

// I ω with the tensors in both axes; P in the world has the static moment of r_com.
TEST_P(Details, MassesInBothFrames) {
  for (const std::string& link : keys["link_mass"]) {
    const MatX T = matrix("T/" + link, 4, 4);
    const MatX R = T.topLeftCorner(3, 3);
    const MatX I = matrix("link_inertia/" + link, 3, 3);
    const MatX I_world = matrix("link_inertia_world/" + link, 3, 3);
    EXPECT_TRUE(support::near(I_world, R * I * R.transpose(), kTolerance));
    EXPECT_TRUE(support::near(I_world * vector("omega_world/" + link, 0, 3),
                              vector("link_angular_momentum/" + link, 0, 3), kTolerance));
    const MatX P = matrix("link_pseudo_inertia/" + link, 4, 4);
    const MatX P_world = matrix("link_pseudo_inertia_world/" + link, 4, 4);
    EXPECT_TRUE(support::near(P_world, T * P * T.transpose(), kTolerance));
    const double mass = values.at("link_mass/" + link)[0];
    EXPECT_DOUBLE_EQ(P(3, 3), mass);
    EXPECT_TRUE(
        support::near(P.col(3).head(3), mass * vector("link_com/" + link, 0, 3), kTolerance));
    const MatX T_dot = matrix("T/" + link, 4, 4, 1);
    const MatX P_dot = matrix("link_pseudo_inertia_world/" + link, 4, 4, 1);
    EXPECT_TRUE(
        support::near(P_dot, T_dot * P * T.transpose() + T * P * T_dot.transpose(), kTolerance));
  }
}

// Classical accelerations from spatial ones: p'' = a + ω × v in link axes, and about the world's
// origin p'' = a + ω' × p + ω × p'.
TEST_P(Details, SpatialAccelerations) {
  for (const std::string& link : keys["twist_body"]) {
    const MatX T = matrix("T/" + link, 4, 4);
    const Vec3 p = T.col(3).head(3), p1 = matrix("T/" + link, 4, 4, 1).col(3).head(3),
               p2 = matrix("T/" + link, 4, 4, 2).col(3).head(3);
    const VecX v = vector("twist_body/" + link, 0, 6), a = vector("twist_body/" + link, 1, 6);
    const Vec3 w = v.tail(3);
    const Vec3 in_link = a.head(3) + w.cross(Vec3(v.head(3)));
    const double size = 1.0 + a.cwiseAbs().maxCoeff() + v.squaredNorm();
    EXPECT_TRUE(support::near(T.topLeftCorner(3, 3) * in_link, p2, kTolerance, size));
    const VecX V = vector("twist_world/" + link, 0, 6), A = vector("twist_world/" + link, 1, 6);
    const Vec3 W = V.tail(3), W1 = A.tail(3);
    const Vec3 classical = Vec3(A.head(3)) + W1.cross(p) + W.cross(p1);
    EXPECT_TRUE(support::near(classical, p2, kTolerance,
                              1.0 + A.cwiseAbs().maxCoeff() * (1.0 + p.norm()) + p1.squaredNorm()));
  }
}

TEST_P(Details, OrientationAngles) {
  const Mat3 R = matrix("frame_T", 4, 4).topLeftCorner(3, 3);
  const Vec3 psi = vector("angles", 0, 3), rates = vector("angles", 1, 3);
  EXPECT_TRUE(support::near(spatial::rotation_from_angles(spatial::AngleSet::kYXZ, psi), R, 1e-14));
  const Vec3 omega = vector("X", 0, 6).tail(3);
  EXPECT_TRUE(support::near(matrix("J_psi", 3, 3) * rates, omega, kTolerance));
}

// Without motion all that joints transmit is static.
TEST_P(Details, StaticWrenchesAreReactionsAtRest) {
  std::vector<VecX> rest(3, VecX::Zero(model.num_coordinates()));
  rest[0] = state[0];
  const model::StateSeries still = model::StateSeries::from_derivatives(rest);
  const Selection selection(
      at_state({.model = model, .frame = model.default_frame(), .order = 0}, still), {});
  Evaluator numbers(selection, 1);
  numbers.compute(model::state_block({&still, 1}));
  std::map<std::string, VecX> found;
  for (const NamedArray& array : selection.arrays()) {
    if (array.num_entries() != 3) continue;
    found[array.name].resize(3);
    numbers.write_rows(array, found[array.name].data(), 3);
  }
  for (const std::string& joint : keys["static_force"]) {
    for (const std::string kind : {"force/", "moment/"}) {
      const VecX& reaction = found.at("reaction_" + kind + joint);
      EXPECT_TRUE(support::near(found.at("static_" + kind + joint), reaction, kTolerance,
                                1.0 + reaction.norm()));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(RandomTrees, Details, testing::Values(1U, 2U, 3U, 4U, 5U));

}  // namespace
}  // namespace appell::analysis
