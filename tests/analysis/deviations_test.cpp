// Standard deviations of what follows from an uncertain state, against numerical differentiation.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "appell/analysis/noise_watch.hpp"
#include "appell/analysis/selection.hpp"
#include "appell/io/load_model.hpp"
#include "appell/trajectory/samples.hpp"

namespace appell::analysis {
namespace {

constexpr int kOrder = 2;

model::StateBlock random_state(int n, int order, std::mt19937& random) {
  std::normal_distribution<double> normal;
  model::StateBlock states(n, order, 1);
  states.set_num_samples(1);
  for (int k = 0; k <= order; ++k) {
    for (int j = 0; j < n; ++j) states.q().column(k, j)[0] = 0.5 * normal(random);
  }
  return states;
}

std::vector<double> row_of(const Selection& selection, const model::StateBlock& states,
                           std::size_t array) {
  Evaluator evaluator(selection, 1);
  evaluator.compute(states);
  const NamedArray& wanted = selection.arrays()[array];
  std::vector<double> row(wanted.num_entries());
  evaluator.write_rows(wanted, row.data(), row.size());
  return row;
}

/// √(J C Jᵀ) with J by central differences of the quantity itself.
std::vector<double> by_differences(const Selection& plain, const model::StateBlock& states) {
  const int n = states.num_coordinates();
  const int size = states.order() + 1;
  std::vector<double> variance;
  for (int j = 0; j < n; ++j) {
    std::vector<std::vector<double>> J;  // [m][entry], by q⁽ᵐ⁾.
    double factorial = 1.0;
    for (int m = 0; m < size; ++m) {
      if (m > 0) factorial *= m;
      constexpr double kStep = 1e-4;
      std::vector<double> sides[2];
      for (int side = 0; side < 2; ++side) {
        model::StateBlock moved = states;
        moved.q().column(m, j)[0] += (side == 0 ? kStep : -kStep) / factorial;
        sides[side] = row_of(plain, moved, 0);
      }
      for (std::size_t i = 0; i < sides[0].size(); ++i) {
        sides[0][i] = (sides[0][i] - sides[1][i]) / (2.0 * kStep);
      }
      J.push_back(sides[0]);
    }
    variance.resize(J[0].size());
    const double* covariance = states.covariance(0, j);
    for (int m = 0; m < size; ++m) {
      for (int l = 0; l < size; ++l) {
        for (std::size_t i = 0; i < variance.size(); ++i) {
          variance[i] += covariance[m * size + l] * J[m][i] * J[l][i];
        }
      }
    }
  }
  for (double& x : variance) x = std::sqrt(x);
  return variance;
}

TEST(Deviations, GoThroughThePartialDerivatives) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  for (const char* robot : {"panda", "rpr"}) {
    const model::Model model = io::load_model(robot).model;
    const int n = model.num_coordinates();
    for (const std::string name : {"q", "Q_inertia", "Q_gravity", "Q_drive"}) {
      Subject subject =
          along_motion({.model = model, .frame = model.default_frame(), .order = kOrder});
      const Selection plain(subject, {name});
      subject.is_uncertain = true;
      const Selection both(subject, {name});  // The deviations come along.
      ASSERT_EQ(both.arrays().size(), 2U);
      EXPECT_EQ(both.arrays()[1].name, name + ".sd");
      model::StateBlock states = random_state(n, both.state_order(), random);
      states.keep_covariances();
      const int size = states.order() + 1;
      for (int j = 0; j < n; ++j) {  // A random positive matrix A Aᵀ.
        const MatX A = MatX::NullaryExpr(size, size, [&] { return normal(random); });
        Eigen::Map<Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>(states.covariance(0, j), size,
                                                                   size) = A * A.transpose();
      }
      const std::vector<double> found = row_of(both, states, 1);
      const std::vector<double> expected = by_differences(plain, states);
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t i = 0; i < found.size(); ++i) {
        // Differences of step 1e-4: 1e-8 of third derivatives, 1e-12 of rounding.
        EXPECT_NEAR(found[i], expected[i], 1e-6 * (1.0 + expected[i])) << robot << name << i;
      }
    }
  }
}

TEST(Deviations, AreNotThereOfAnExactMotion) {
  const model::Model model = io::load_model("planar2r").model;
  const Subject subject = along_motion({.model = model, .frame = model.default_frame()});
  EXPECT_THROW(Selection(subject, {"Q_drive.sd"}), QuantityError);
  const Selection all(subject, {});
  for (const NamedArray& array : all.arrays()) EXPECT_FALSE(is_deviation(*array.quantity));
}

/// A record of planar2r with noise, and the splines through it.
struct Record {
  record::Recording recording;
  trajectory::Trajectory motion;
};

Record noisy_record(double noise) {
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  record::Recording recording;
  recording.joints = {"shoulder", "elbow"};
  recording.position.resize(2);
  for (int i = 0; i < 500; ++i) {
    const double t = 0.01 * i;
    recording.times.push_back(t);
    recording.position[0].push_back(std::sin(2.0 * t) + noise * normal(random));
    recording.position[1].push_back(std::cos(3.0 * t) + noise * normal(random));
  }
  std::vector<std::shared_ptr<const trajectory::Law>> laws;
  for (const auto& column : recording.position) {
    laws.push_back(std::make_shared<trajectory::PiecewisePolynomial>(
        trajectory::interpolate_samples(4, recording.times, {column}).law));
  }
  return {recording, {recording.joints, laws, {0.0, recording.times.back()}}};
}

TEST(NoiseWatch, SaysHowMuchIsNoise) {
  const model::Model model = io::load_model("planar2r").model;
  const Selection selection(
      along_motion({.model = model, .frame = model.default_frame(), .order = kOrder}), {"Q_drive"});
  const Record noisy = noisy_record(1e-5);
  const std::vector<NoiseShare> shares =
      noise_shares(selection, noisy.motion.for_model(model), noisy.recording);
  ASSERT_EQ(shares.size(), 2U);
  EXPECT_EQ(shares[0].name, "q.d4");
  EXPECT_EQ(shares[1].name, "Q_drive.d2");
  for (const NoiseShare& share : shares) {
    EXPECT_NEAR(share.noise, 1e-5, 2e-6);
    EXPECT_GT(share.share(), 0.9);  // 1e-5 rad at 100 Hz: 1e4 rad/s⁴, the motion has 16 and 81.
    EXPECT_LT(share.share(), 1.5);
  }
  // A clean record has next to none.
  const Record clean = noisy_record(0.0);
  for (const NoiseShare& share :
       noise_shares(selection, clean.motion.for_model(model), clean.recording)) {
    EXPECT_LT(share.share(), 1e-3) << share.name;
  }
}

}  // namespace
}  // namespace appell::analysis
