// `appell inverse`, and motions of the end effector, through the program.
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/io/load_model.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace appell {
namespace {

using nlohmann::json;
using support::near;
using support::Outcome;
using support::run_program;

json inverse_of(const std::string& arguments, const json& file) {
  const Outcome outcome = run_program("inverse " + arguments + " --operational -", file.dump());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return outcome.exit_code == 0 ? json::parse(outcome.out) : json();
}

json evaluated(const std::string& model, const json& q) {
  const Outcome outcome =
      run_program("eval " + model + " --state - --only frame_T,X", json{{"q", q}}.dump());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return outcome.exit_code == 0 ? json::parse(outcome.out) : json();
}

// Cross-check: what inverse finds, eval turns back into the pose and X that were asked for.
TEST(Inverse, EvalGivesBackWhatWasAskedFor) {
  const json q{{0.1, -0.3, 0.2, -2.2, 0.1, 2.0},
               {0.5, -1, 0.3, 0.2, 1, -0.4},
               {1, 2, 3, -1, -2, -3},
               {5, 4, 3, 2, 1, 0}};
  const json there = evaluated("puma560", q);
  const json near_q{0.15, -0.25, 0.1, -2.1, 0.2, 1.9};
  const json found =
      inverse_of("puma560", {{"q0", near_q}, {"pose", there["frame_T"][0]}, {"X", there["X"]}});
  EXPECT_EQ(found["joints"].size(), 6u);
  EXPECT_EQ(found["frame"], there["frame"]);
  const double condition = found["condition"];
  EXPECT_GT(condition, 1.0);
  EXPECT_LT(condition, 100.0);
  ASSERT_EQ(found["q"].size(), 4u);
  const json back = evaluated("puma560", found["q"]);
  EXPECT_TRUE(
      near(support::matrix_of(back["frame_T"][0]), support::matrix_of(there["frame_T"][0]), 1e-14));
  for (std::size_t m = 0; m < 3; ++m) {
    EXPECT_TRUE(near(support::matrix_of(back["X"][m]), support::matrix_of(there["X"][m]), 1e-13));
    EXPECT_TRUE(near(support::matrix_of(found["residual"][m]), VecX::Zero(6), 1e-12,
                     support::matrix_of(there["X"][m]).norm()));
    EXPECT_TRUE(near(support::matrix_of(found["q"][m + 1]), support::matrix_of(q[m + 1]), 1e-11));
  }
  EXPECT_LT(found["pose_error"]["position"].get<double>(), 1e-14);
}

// Property: joints to spare: least norm, or nearest to what is preferred; without X only the pose.
TEST(Inverse, JointsToSpare) {
  const json q0{0.1, -0.3, 0.2, -2.2, 0.1, 2.0, 0.785};
  const json X{{0.1, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}};
  const json rate{1.0, 0.0, -1.2, 0.1, 0.6, 0.0, 0.3};
  const json zero{0, 0, 0, 0, 0, 0, 0};
  const json shortest = inverse_of("panda", {{"q0", q0}, {"X", X}});
  const json preferred = inverse_of("panda", {{"q0", q0}, {"X", X}, {"preferred", {rate, zero}}});
  const VecX a = support::matrix_of(shortest["q"][1]);
  const VecX b = support::matrix_of(preferred["q"][1]);
  const VecX z = support::matrix_of(rate);
  EXPECT_LT(a.norm(), b.norm());
  EXPECT_LT((b - z).norm(), (a - z).norm());
  // Both have the same X', so their difference is in the null space, and a is normal to it.
  EXPECT_NEAR(a.dot(b - a), 0.0, 1e-14);
  EXPECT_GT((b - a).norm(), 0.1);
  const json pose = inverse_of(
      "panda", {{"q0", q0}, {"pose", evaluated("panda", json::array({q0, zero}))["frame_T"][0]}});
  ASSERT_EQ(pose["q"].size(), 1u);
  EXPECT_TRUE(near(support::matrix_of(pose["q"][0]), support::matrix_of(q0), 1e-14));
}

// Exit codes: a singular position is 3 with its condition number, and has an answer with damping;
// a pose out of reach is 3 with what is left; bad input is 2.
TEST(Inverse, SaysWhyItCannot) {
  const std::string singular = R"({"q0": [0.3, 0], "rows": [0, 2], "X": [[0.1, 0]]})";
  Outcome outcome = run_program("inverse planar2r --operational -", singular);
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_NE(outcome.err.find("<stdin>: inverse_motion: the Jacobian of link 'tip' is singular"),
            std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find("condition number"), std::string::npos);
  outcome = run_program("inverse planar2r --operational - --damping 0.1", singular);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json damped = json::parse(outcome.out);
  EXPECT_GT(damped["condition"].get<double>(), 1e8);
  EXPECT_GT(std::abs(damped["residual"][0][0].get<double>()), 1e-3);
  outcome = run_program(
      "inverse planar2r --operational -",
      R"({"q0": [0.3, 0.5], "rows": [0, 2], "pose": [[1,0,0,9],[0,1,0,0],[0,0,1,0],[0,0,0,1]]})");
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_NE(outcome.err.find("<stdin>: inverse_pose: link 'tip' does not reach the pose: after "),
            std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find(" m and 0 rad, with condition number "), std::string::npos);
  outcome = run_program("inverse planar2r --operational -", "{\"q0\": [1]}");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("<stdin>: "), std::string::npos);
  outcome = run_program("inverse planar2r --operational - --damping -1", singular);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("a positive number of units of the Jacobian"), std::string::npos)
      << outcome.err;
  outcome = run_program("inverse planar2r --operational - --frame tup", singular);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("tip"), std::string::npos) << outcome.err;
}

const char* const kCircle =
    "kind = 'operational'\nstart = [0.1, -0.3, 0.2, -2.2, 0.1, 2.0, 0.785]\nrelative = true\n"
    "[law]\nkind = 'expression'\nduration = 2\n"
    "[[law.joint]]\nname = 'x'\nq = '0.05*cos(3*t) - 0.05'\n"
    "[[law.joint]]\nname = 'y'\nq = '0.05*sin(3*t)'\n";

// Oracle: `analyze` of the circle has the X of the circle, and `sample --model` the joints that
// eval turns into it.
TEST(OperationalMotionFile, AnalyzeAndSampleFollowTheCircle) {
  const support::TemporaryFolder folder;
  const std::string file = folder.write("circle.toml", kCircle);
  Outcome outcome = run_program("sample " + file + " --model panda --at 0.7 --order 4 --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json X = evaluated("panda", json::parse(outcome.out)["q"][0])["X"];
  for (std::size_t m = 1; m <= 4; ++m) {
    VecX expected = VecX::Zero(6);
    expected(0) = 0.05 * std::pow(3.0, m) * std::cos(2.1 + 0.5 * M_PI * static_cast<double>(m));
    expected(1) = 0.05 * std::pow(3.0, m) * std::sin(2.1 + 0.5 * M_PI * static_cast<double>(m));
    EXPECT_TRUE(near(support::matrix_of(X[m - 1]), expected, 1e-12)) << m;
  }
  const std::string out = (folder.path() / "out.csv").string();
  outcome = run_program("analyze panda " + file + " --order 1 --only X --samples 5 -o " + out);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string text = support::text_of(out);
  const std::string last = text.substr(text.rfind('\n', text.size() - 2) + 1);
  EXPECT_TRUE(last.starts_with("2,")) << last;
  EXPECT_NEAR(std::stod(last.substr(2)), -0.15 * std::sin(6.0), 1e-14) << last;
  outcome = run_program("trajectory " + file + " --model panda");
  EXPECT_NE(outcome.out.find("Motion (operational): 7 joints, from 0 to 2 s; all derivatives"),
            std::string::npos)
      << outcome.err;
}

// Exit codes: without a robot 2, out of reach 3.
TEST(OperationalMotionFile, SaysWhyItCannot) {
  const support::TemporaryFolder folder;
  const std::string file = folder.write("circle.toml", kCircle);
  Outcome outcome = run_program("sample " + file + " --at 0");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("circle.toml:1:1: motion: model is missing"), std::string::npos)
      << outcome.err;
  outcome = run_program("sample " + file + " --at 0 --model puma560");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("start has 7 numbers; model 'puma560' needs 6"), std::string::npos)
      << outcome.err;
  std::string wide = kCircle;
  wide.replace(wide.find("0.05*sin"), 4, "5.00");
  const std::string far = folder.write("far.toml", wide);
  outcome = run_program("analyze panda " + far + " -o " + (folder.path() / "o.csv").string());
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_NE(outcome.err.find("far.toml: at t = 0."), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("condition number"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("the last good state is at t = 0."), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace appell
