// Measured forces of a made-up record against the model that made them, by the readable route.
#include "appell/analysis/measured_forces.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "appell/analysis/friction_fit.hpp"
#include "appell/force/friction.hpp"
#include "appell/io/friction_file.hpp"
#include "appell/io/load_model.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/trajectory/fourier.hpp"
#include "tests/support/matchers.hpp"

namespace appell::analysis {
namespace {

/// A robot with friction that swings, and what a perfect record of it would have.
struct Swing {
  explicit Swing(const std::string& name = "planar2r")
      : plain(io::load_model(name).model), rubbing(with_friction(plain)), motion(swinging(plain)) {
    recording.joints = motion.joints();
    const auto n = static_cast<std::size_t>(motion.num_joints());
    recording.position.resize(n);
    recording.velocity.resize(n);
    recording.effort.resize(n);
    for (int i = 0; i <= 1000; ++i) {
      const double t = 0.01 * i;
      recording.times.push_back(t);
      const auto moved = kinematics::propagate(rubbing, motion.sample(t, 2));
      const VecX Q = force::motor_force(moved).force[0];
      for (std::size_t j = 0; j < n; ++j) {
        recording.position[j].push_back(moved.q()[0](static_cast<Eigen::Index>(j)));
        recording.effort[j].push_back(Q(static_cast<Eigen::Index>(j)));
      }
    }
  }

  static model::Model with_friction(const model::Model& model) {
    model::Description robot = model.description();
    for (model::Joint& joint : robot.joints) {
      joint.friction = {.viscous = 0.3,
                        .dry = 0.5,
                        .law = model::Friction::Law::kSmooth,
                        .velocity = 0.02,
                        .offset = 0.1};
    }
    return model::build(robot);
  }

  static trajectory::Trajectory swinging(const model::Model& model) {
    std::vector<std::string> names;
    std::vector<std::shared_ptr<const trajectory::Law>> laws;
    for (const model::Coordinate& coordinate : model.coordinates()) {
      const double a = 0.4 + 0.1 * static_cast<double>(names.size());
      names.push_back(coordinate.name);
      laws.push_back(std::make_shared<trajectory::FourierLaw>(
          1.5, 0.2, std::vector<double>{0.1, 0.05}, std::vector<double>{a, -0.2}));
    }
    return {names, laws, {0.0, 10.0}};
  }

  Subject subject(const model::Model& model) const {
    return {.model = model, .frame = model.default_frame()};
  }

  model::Model plain;
  model::Model rubbing;
  trajectory::Trajectory motion;
  record::Recording recording;
};

// Oracle: the readable route. What is measured beyond Q_drive is the friction that was put in, at
// the rows between both ends; the fit finds it.
TEST(MeasuredForces, DifferenceIsTheFrictionThatWasPutIn) {
  const Swing swing;
  const MeasuredForces found =
      measured_forces(swing.subject(swing.plain), swing.motion, swing.recording);
  EXPECT_NEAR(found.skipped, 0.2, 1e-15);
  ASSERT_EQ(found.times.size(), 961U);  // 0.2 to 9.8 s.
  EXPECT_EQ(found.times.front(), swing.recording.times[20]);
  ASSERT_EQ(found.joints.size(), 2U);
  for (std::size_t j = 0; j < 2; ++j) {
    const MeasuredJoint& joint = found.joints[j];
    EXPECT_TRUE(joint.turns);
    EXPECT_TRUE(joint.deviation.empty() && joint.friction.empty());
    const std::vector<double> difference = joint.difference();
    for (std::size_t i = 0; i < found.times.size(); i += 41) {
      const double t = found.times[i];
      const auto moved = kinematics::propagate(swing.rubbing, swing.motion.sample(t, 2));
      const auto row = static_cast<Eigen::Index>(j);
      EXPECT_NEAR(difference[i], force::friction_force(moved).force[0](row), 1e-11);
      EXPECT_NEAR(joint.rate[i], moved.q()[1](row), 1e-13);
    }
    const FrictionFit fit = fit_friction(joint.rate, difference, FittedLaw::kCoulomb);
    EXPECT_NEAR(fit.friction.viscous, 0.3, 1e-6);
    EXPECT_NEAR(fit.friction.dry, 0.5, 1e-6);
    EXPECT_NEAR(fit.friction.offset, 0.1, 1e-6);
    EXPECT_LT(fit.rms, 1e-10);
  }
}

// A friction file takes the fit onto the model: nothing remains.
TEST(MeasuredForces, FittedFrictionInAFileLeavesNothing) {
  const Swing swing;
  const MeasuredForces found =
      measured_forces(swing.subject(swing.plain), swing.motion, swing.recording);
  io::FrictionFile file;
  for (const MeasuredJoint& joint : found.joints) {
    file.joints.push_back(
        {joint.name, fit_friction(joint.rate, joint.difference(), FittedLaw::kCoulomb).friction});
  }
  const std::string text = io::friction_file_toml(file, "two\nlines", {"first", "second"});
  EXPECT_EQ(text.substr(0, 25), "# two\n# lines\n\n# first\n[[");
  const model::Model model =
      io::with_friction(swing.plain, io::read_friction_toml("f.toml", text), "f.toml");
  const MeasuredForces again =
      measured_forces(swing.subject(model), swing.motion, swing.recording, 0.0);
  EXPECT_EQ(again.times.size(), 1001U);
  for (const MeasuredJoint& joint : again.joints) {
    const std::vector<double> difference = joint.difference();
    ASSERT_EQ(joint.friction.size(), difference.size());
    for (std::size_t i = 0; i < difference.size(); ++i) {
      EXPECT_NEAR(difference[i], joint.friction[i], 1e-9);
    }
  }
}

// Joints without measured forces are left out; one that is no coordinate is named.
TEST(MeasuredForces, TakesTheJointsThatAreMeasured) {
  Swing swing;
  swing.recording.effort[0].clear();
  swing.recording.joints.emplace_back("finger");
  swing.recording.effort.push_back(swing.recording.effort[1]);
  const MeasuredForces found =
      measured_forces(swing.subject(swing.plain), swing.motion, swing.recording);
  ASSERT_EQ(found.joints.size(), 1U);
  EXPECT_EQ(found.joints[0].name, "elbow");
  ASSERT_EQ(found.left_out.size(), 1U);
  EXPECT_NE(found.left_out[0].find("joint 'finger': is no coordinate of model"), std::string::npos);
}

TEST(MeasuredForces, ShareExplained) {
  const std::vector<double> measured{1.0, 3.0, 1.0, 3.0};
  EXPECT_DOUBLE_EQ(*share_explained(measured, {5.0, 5.0, 5.0, 5.0}), 1.0);  // But a constant.
  EXPECT_DOUBLE_EQ(*share_explained(measured, measured), 0.0);
  EXPECT_DOUBLE_EQ(*share_explained(measured, {0.5, -0.5, 0.5, -0.5}), 0.75);
  EXPECT_FALSE(share_explained({2.0, 2.0, 2.0}, {1.0, 2.0, 3.0}));
}

TEST(MeasuredForces, ExplainsBadInput) {
  Swing swing;
  const auto refused = [&swing](const std::string& text, std::optional<double> skip = {}) {
    EXPECT_THROW_MESSAGE(
        measured_forces(swing.subject(swing.plain), swing.motion, swing.recording, skip),
        InvalidArgument, text);
  };
  refused("9 rows are left between t = 4.955 and 5.045", 4.955);
  for (double& t : swing.recording.times) t += 3.0;
  refused("the motion runs from t = 0 to 10 s, the record from 3 to 13 s");
  swing.recording.effort[1].pop_back();
  refused("joint 'elbow': there are 1000; the record has 1001 rows");
  swing.recording.effort = {};
  refused("there are no measured forces of a joint of model 'planar2r'");
}

TEST(FrictionFile, ExplainsBadInput) {
  const auto refused = [](const std::string& text, const std::string& message) {
    EXPECT_THROW_MESSAGE(io::read_friction_toml("f.toml", text), ModelError, message);
  };
  refused("format = 1\n", "f.toml:1:1: there is no [[joint]]");
  refused("[[joint]]\nname = 'a'\n", "joint 'a': has no friction");
  refused("[[joint]]\nname = 'a'\nfriction = {}\n[[joint]]\nname = 'a'\nfriction = {}\n",
          "joint 'a': is there twice");
  refused("[[joint]]\nname = 'a'\nfriction = {viscuos = 1}\n", "did you mean 'viscous'?");
  const io::FrictionFile odd =
      io::read_friction_toml("f.toml", "[[joint]]\nname = 'elbo'\nfriction = {viscous = -1}\n");
  ASSERT_EQ(odd.warnings.size(), 1U);
  EXPECT_NE(odd.warnings[0].find("viscous is -1: such friction drives the joint"),
            std::string::npos);
  EXPECT_THROW_MESSAGE(io::with_friction(io::load_model("planar2r").model, odd, "f.toml"),
                       ModelError, "f.toml: joint 'elbo': model 'planar2r' has no joint");
}

}  // namespace
}  // namespace appell::analysis
