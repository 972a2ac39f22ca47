// `appell capability` through the program.
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace appell {
namespace {

using nlohmann::json;
using support::Outcome;
using support::run_program;

// Oracle: closed form. The elbow alone, links level: M_22 = I + m l², holding m g l, M_12 = M_22 +
// m L l; the shoulder holds g (m_1 l_1 + m (L + l)).
TEST(CapabilityCommand, JsonAsDocumented) {
  const support::TemporaryFolder folder;
  const std::string limits =
      folder.write("limits.toml", "[default]\ntorque = 40\n[joint.elbow]\ntorque = [-30, 30]\n");
  const Outcome outcome = run_program("capability planar2r --state - --json --limits " + limits,
                                      R"({"q": [[0, 0], [0, 0]]})");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const json found = json::parse(outcome.out);
  EXPECT_EQ(found["model"], "planar2r");
  EXPECT_EQ(found["frame"], "tip");
  EXPECT_TRUE(found["jerk"].is_null());
  const json& part = found["acceleration"];
  EXPECT_EQ(part["held"], true);
  const double m = 2.0, l = 0.2, L = 0.5, g = 9.81, I = 0.0269333;
  const double M22 = I + m * l * l, M12 = M22 + m * L * l;
  const double shoulder = g * (3.0 * 0.25 + m * (L + l)), elbow = g * m * l;
  EXPECT_NEAR(part["joints"][0]["holding"].get<double>(), shoulder, 1e-12 * shoulder);
  EXPECT_NEAR(part["joints"][1]["holding"].get<double>(), elbow, 1e-12 * shoulder);
  EXPECT_EQ(part["joints"][1]["force_limit"], json({-30.0, 30.0}));
  EXPECT_TRUE(part["joints"][1]["motion_limit"][0].is_null());
  EXPECT_EQ(part["joints"][1]["unit"], "rad/s²");
  const double high = std::min((40.0 - shoulder) / M12, (30.0 - elbow) / M22);
  EXPECT_NEAR(part["joints"][1]["alone"][1].get<double>(), high, 1e-11 * high);
  EXPECT_EQ(part["together"]["bottleneck"], "shoulder");
  EXPECT_EQ(part["axes"].size(), 6u);
  EXPECT_EQ(part["directions"], 2);
  EXPECT_EQ(part["isotropic"].get<double>() >= 0.0, true);
}

// What cannot be held is an answer, exit 1, with the joint and the numbers.
TEST(CapabilityCommand, WhatCannotBeHeld) {
  const support::TemporaryFolder folder;
  const std::string limits = folder.write("limits.toml", "[default]\ntorque = 10\n");
  const Outcome state =
      run_program("capability planar2r --state - --limits " + limits, R"({"q": [[0, 0], [0, 0]]})");
  EXPECT_EQ(state.exit_code, 1);
  EXPECT_NE(state.out.find("NOT possible: joint 'shoulder' takes 21.09"), std::string::npos)
      << state.out;
  const std::string box =
      folder.write("box.toml", "[default]\nposition = [0, 0]\nvelocity = 0.1\n");
  const Outcome range =
      run_program("capability planar2r --boxes 10 --box " + box + " --limits " + limits);
  EXPECT_EQ(range.exit_code, 1);
  EXPECT_NE(range.out.find("NOT possible at one state at least"), std::string::npos) << range.out;
}

// Oracle: a force at the tip, J^T F, links level: F L from the shoulder and F l from the elbow more
// to hold; a box of that state proves the same, also of jerk, and functions of time are refused.
TEST(CapabilityCommand, UnderLoads) {
  const support::TemporaryFolder folder;
  const std::string limits =
      folder.write("limits.toml", "[default]\ntorque = 90\ntorque_rate = 900\n");
  const std::string box = folder.write("box.toml",
                                       "[default]\nvelocity = [0.2, 0.2]\nacceleration = [-1, -1]\n"
                                       "position = [0.5, 0.5]\n");
  const std::string start = "capability planar2r --json --limits " + limits;
  const std::string level = R"({"q": [[0, 0], [0, 0]]})";
  for (const char* axes : {"world", "link"}) {
    const std::string loads = folder.write(
        "tool.json",
        std::string(R"({"loads": [{"link": "tip", "force": [[3, 0, 20]], "frame": ")") + axes +
            R"("}]})");
    const json alone = json::parse(run_program(start + " --state -", level).out);
    const json loaded = json::parse(run_program(start + " --state - --loads " + loads, level).out);
    const auto holding = [](const json& found, int j) {
      return found["acceleration"]["joints"][j]["holding"].get<double>();
    };
    EXPECT_EQ(loaded["loads"], loads);
    EXPECT_NEAR(holding(loaded, 0) - holding(alone, 0), 20.0 * 0.9, 1e-11);
    EXPECT_NEAR(holding(loaded, 1) - holding(alone, 1), 20.0 * 0.4, 1e-11);
    const Outcome range = run_program(start + " --box " + box + " --loads " + loads);
    const Outcome state = run_program(start + " --state - --loads " + loads,
                                      R"({"q": [[0.5, 0.5], [0.2, 0.2], [-1, -1]]})");
    ASSERT_EQ(range.exit_code, 0) << range.err;
    ASSERT_EQ(state.exit_code, 0) << state.err;
    const json of_box = json::parse(range.out), of_state = json::parse(state.out);
    for (const char* part : {"acceleration", "jerk"}) {
      const double exact = of_state[part]["isotropic"];
      EXPECT_NEAR(of_box[part]["isotropic"]["proven"].get<double>(), exact, 1e-7 * exact);
      EXPECT_NEAR(of_box[part]["isotropic"]["attained"].get<double>(), exact, 1e-9 * exact);
      EXPECT_GT(exact, 0.0);
    }
  }
  const std::string table = folder.write("load.csv", "t,tip.fz\n0,1\n1,2\n2,3\n");
  const Outcome refused = run_program(start + " --state - --loads " + table, level);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("functions of time"), std::string::npos) << refused.err;
}

// Property: at a box of one state the proven numbers are those of the state.
TEST(CapabilityCommand, BoxOfOneStateIsTheState) {
  const support::TemporaryFolder folder;
  const std::string limits =
      folder.write("limits.toml", "[default]\ntorque = 60\ntorque_rate = 500\n");
  const std::string box = folder.write("box.toml",
                                       "[default]\nvelocity = [0.2, 0.2]\nacceleration = [-1, -1]\n"
                                       "position = [0.5, 0.5]\n");
  const Outcome range =
      run_program("capability planar2r --json --box " + box + " --limits " + limits);
  const Outcome state = run_program("capability planar2r --json --state - --limits " + limits,
                                    R"({"q": [[0.5, 0.5], [0.2, 0.2], [-1, -1]]})");
  ASSERT_EQ(range.exit_code, 0) << range.err;
  ASSERT_EQ(state.exit_code, 0) << state.err;
  const json of_box = json::parse(range.out), of_state = json::parse(state.out);
  for (const std::string part : {"acceleration", "jerk"}) {
    const double proven = of_box[part]["isotropic"]["proven"];
    const double exact = of_state[part]["isotropic"];
    EXPECT_LE(proven, exact);
    EXPECT_NEAR(proven, exact, 1e-7 * exact);
    EXPECT_NEAR(of_box[part]["joints"][0]["together"].get<double>(),
                of_state[part]["joints"][0]["together"].get<double>(), 1e-9 * exact);
  }
}

TEST(CapabilityCommand, SaysWhatIsWrong) {
  const support::TemporaryFolder folder;
  const std::string limits = folder.write("limits.toml", "[default]\ntorque = 10\n");
  const auto says = [&](const std::string& arguments, const std::string& text,
                        const std::string& input = "") {
    const Outcome outcome = run_program("capability planar2r " + arguments, input);
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_NE(outcome.err.find(text), std::string::npos) << outcome.err;
  };
  says("", "--state, --box: one of them is needed");
  says("--state -", "no joint has a limit of torque or force", R"({"q": [[0, 0], [0, 0]]})");
  says("--state - --limits " + limits, "q[1], the velocities, is needed", R"({"q": [[0, 0]]})");
  const std::string open = folder.write("open.toml", "[joint.elbow]\nposition = [0, 1]\n");
  says("--box " + open + " --limits " + limits,
       "no range is given for position of shoulder, velocity of shoulder, velocity of elbow");
  const std::string odd = folder.write("odd.toml", "[default]\nposition = [1, 0]\ntorque = 3\n");
  says("--box " + odd + " --limits " + limits, "odd.toml:2:12: [default]: position is");
  says("--box " + odd + " --limits " + limits, "two that do not descend");
  says("--box " + odd + " --limits " + limits, "odd.toml:3");
  says("--box box.json --limits " + limits, "box.json: does not end with .toml");
  says("--box " + odd + " --boxes 0 --limits " + limits, "--boxes: is '0'");
}

}  // namespace
}  // namespace appell
