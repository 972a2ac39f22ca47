// `appell elastic` through the program.
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

constexpr const char* kElasticSwing =
    "kind = \"expression\"\nduration = 2\n[[joint]]\nname = \"shoulder\"\nq = \"0.5*sin(3*t)\"\n"
    "[[joint]]\nname = \"elbow\"\nq = \"1+0.3*cos(4*t)\"\n";
constexpr const char* kSprings =
    "[default]\ngear_ratio = 100\nrotor_inertia = 1e-4\nstiffness = 500\n[joint.elbow]\nstiffness "
    "= "
    "300\nstiffness_3 = 2e4\n";

// Oracle: the equations between columns. θ = q + δ, τ = k₁ δ + k₃ δ³, motor side and link side
// differ by the gear, power is torque times speed; and Q_spring is the Q_drive of analyze.
TEST(Elastic, TableKeepsTheEquations) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("swing.toml", kElasticSwing);
  const std::string springs = folder.write("springs.toml", kSprings);
  const std::string file = (folder.path() / "motors.csv").string();
  const std::string drive = (folder.path() / "drive.csv").string();
  const Outcome outcome = run_program("elastic planar2r " + motion + " --actuators " + springs +
                                      " -o " + file + " --samples 41 --order 1");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  ASSERT_EQ(run_program("analyze planar2r " + motion +
                        " --only Q_drive --order 1 --samples 41 -o " + drive)
                .exit_code,
            0);
  auto of = support::csv_columns(file), rigid = support::csv_columns(drive);
  ASSERT_EQ(of["t"].size(), 41u);
  for (std::size_t i = 0; i < 41; ++i) {
    for (const std::string& j : {std::string("shoulder"), std::string("elbow")}) {
      const double k3 = j == "elbow" ? 2e4 : 0.0, k1 = j == "elbow" ? 300.0 : 500.0;
      const double delta = of["deflection." + j][i], tau = of["Q_spring." + j][i];
      EXPECT_NEAR(tau, rigid["Q_drive." + j][i], 1e-12 * 60.0);
      EXPECT_NEAR(k1 * delta + k3 * delta * delta * delta, tau, 1e-12 * 60.0);
      EXPECT_NEAR(of["theta." + j][i], of["q." + j][i] + delta, 1e-14);
      const double Q = of["Q_theta." + j][i];
      EXPECT_NEAR(Q, 1.0 * of["theta." + j + ".d2"][i] + tau, 1e-11 * 60.0);
      EXPECT_NEAR(of["Q_rigid." + j][i], 1.0 * of["q." + j + ".d2"][i] + tau, 1e-11 * 60.0);
      EXPECT_NEAR(of["elastic_difference." + j][i], Q - of["Q_rigid." + j][i], 1e-13 * 60.0);
      EXPECT_NEAR(of["motor_torque." + j][i], Q / 100.0, 1e-14);
      EXPECT_NEAR(of["motor_position." + j + ".d1"][i], 100.0 * of["theta." + j + ".d1"][i], 1e-10);
      EXPECT_NEAR(of["motor_power." + j][i],
                  of["motor_torque." + j][i] * of["motor_position." + j + ".d1"][i], 1e-10);
    }
    EXPECT_LT(of["locked_frequency[0]"][i], of["locked_frequency[1]"][i]);
    EXPECT_GT(of["free_frequency[1]"][i], of["locked_frequency[1]"][i]);
  }
}

// Oracle: the table. The JSON has what is largest in it, and the warnings of stderr.
TEST(Elastic, JsonAsDocumented) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("swing.toml", kElasticSwing);
  const std::string springs = folder.write("springs.toml", kSprings);
  const std::string file = (folder.path() / "motors.csv").string();
  const std::string plots = (folder.path() / "plots").string();
  const Outcome outcome =
      run_program("elastic planar2r " + motion + " --actuators " + springs + " -o " + file +
                  " --plots " + plots + " --share 0.005 --order 0 --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json found = json::parse(outcome.out);
  auto of = support::csv_columns(file);
  double most = 0.0, lowest = 1e9;
  for (const double Q : of["Q_theta.shoulder"]) most = std::max(most, std::abs(Q));
  for (const double f : of["locked_frequency[0]"]) lowest = std::min(lowest, f);
  EXPECT_EQ(found["samples"], 1001);
  EXPECT_EQ(found["share"], 0.005);
  EXPECT_EQ(found["start_error"], 0.0);
  ASSERT_EQ(found["peaks"].size(), 2u);
  EXPECT_EQ(found["gravity"], json({0.0, 0.0, -9.81}));
  EXPECT_EQ(found["order"], 0);
  EXPECT_EQ(found["joints"], json({"shoulder", "elbow"}));
  EXPECT_FALSE(found.contains("inertia_accepted"));
  const json& shoulder = found["peaks"][0];
  EXPECT_EQ(shoulder["name"], "shoulder");
  EXPECT_EQ(shoulder["elastic"], true);
  EXPECT_EQ(std::abs(shoulder["Q_theta"]["value"].get<double>()), most);
  EXPECT_EQ(found["locked_frequency"]["lowest"]["value"].get<double>(), lowest);
  for (const char* key :
       {"deflection", "motor_velocity", "motor_torque", "Q_rigid", "elastic_difference"}) {
    EXPECT_TRUE(shoulder[key].contains("time")) << key;
  }
  EXPECT_GT(shoulder["share"].get<double>(), 0.005);
  ASSERT_GE(found["warnings"].size(), 1u);
  EXPECT_NE(outcome.err.find(found["warnings"][0].get<std::string>()), std::string::npos);
  EXPECT_NE(outcome.err.find("joint 'shoulder': rigid joints would be off by"), std::string::npos);
  EXPECT_EQ(found["plots"], 15);
}

// Oracle: a constant force adds J^T F to what springs carry, and the springs keep their equation;
// with dampers, too. Functions of time are refused, and a motor that is too weak is named.
TEST(Elastic, UnderLoads) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("swing.toml", kElasticSwing);
  const std::string loads =
      folder.write("tool.json", R"({"loads": [{"link": "tip", "force": [[0, 0, 20]]}]})");
  const std::string limits = folder.write("limits.toml", "[default]\ntorque = 30\n");
  const auto file = [&](const char* name) { return (folder.path() / name).string(); };
  ASSERT_EQ(
      run_program("analyze planar2r " + motion + " --only Q_drive --order 0 --samples 41 -o " +
                  file("drive.csv") + " --loads " + loads)
          .exit_code,
      0);
  auto rigid = support::csv_columns(file("drive.csv"));
  for (const char* damping : {"", "damping = 2\n"}) {
    const std::string springs = folder.write(
        "k.toml",
        std::string("[default]\ngear_ratio = 100\nrotor_inertia = 1e-4\nstiffness = 500\n") +
            damping);
    const Outcome outcome =
        run_program("elastic planar2r " + motion + " --actuators " + springs + " --samples 41 -o " +
                    file("motors.csv") + " --json --loads " + loads + " --limits " + limits);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(json::parse(outcome.out)["loads"], loads);
    EXPECT_EQ(json::parse(outcome.out)["order"], 2);
    EXPECT_NE(outcome.err.find("joint 'shoulder': its motor takes"), std::string::npos)
        << outcome.err;
    auto of = support::csv_columns(file("motors.csv"));
    const double D = *damping == '\0' ? 0.0 : 2.0;
    for (std::size_t i = 0; i < 41; ++i) {
      for (const std::string& j : {std::string("shoulder"), std::string("elbow")}) {
        const double tau = of["Q_spring." + j][i];
        EXPECT_NEAR(tau, rigid["Q_drive." + j][i], 1e-12 * 60.0);
        EXPECT_NEAR(500.0 * of["deflection." + j][i] + D * of["deflection." + j + ".d1"][i], tau,
                    1e-9 * 60.0);
      }
    }
  }
  const std::string table = folder.write("load.csv", "t,tip.fz\n0,1\n1,2\n2,3\n");
  const Outcome refused = run_program("elastic planar2r " + motion + " --actuators " +
                                      folder.write("springs.toml", kSprings) + " --loads " + table);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("functions of time, which elastic joints do not take"),
            std::string::npos)
      << refused.err;
}

// What a motor cannot follow is said, with joint and time: the motion has a continuous acceleration
// only, and the jerk jumps.
TEST(Elastic, SaysWhatJumps) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write(
      "rough.toml",
      "kind = \"spline\"\norder = 2\nknots = [0, 0.5, 1, 1.5, 2, 2.5]\n[[joint]]\nname = "
      "\"shoulder\"\npositions = [0, 0.2, -0.3, 0.4, 0, 0.1]\n[[joint]]\nname = \"elbow\"\n"
      "positions = [0, 0, 0, 0, 0, 0]\n");
  const std::string springs = folder.write("springs.toml", kSprings);
  const Outcome outcome = run_program("elastic planar2r " + motion + " --actuators " + springs);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("joint 'shoulder': the velocity of the motor jumps by"),
            std::string::npos)
      << outcome.err;
}

// Samples have noise, and results take the fourth derivative of what goes through them.
TEST(Elastic, WarnsOfSamples) {
  const support::TemporaryFolder folder;
  std::string text = "t,shoulder,elbow\n";
  for (int i = 0; i <= 40; ++i) {
    text += std::to_string(0.05 * i) + "," + std::to_string(std::sin(0.1 * i)) + ",0.5\n";
  }
  const std::string motion = folder.write("log.csv", text);
  const std::string springs = folder.write("springs.toml", kSprings);
  const Outcome outcome =
      run_program("elastic planar2r " + motion + " --actuators " + springs + " --smooth none");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("up to order 4, which may be entirely noise"), std::string::npos)
      << outcome.err;
}

TEST(Elastic, RefusesBadInput) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("swing.toml", kElasticSwing);
  const std::string rigid = folder.write("rigid.toml", "[default]\nrotor_inertia = 1e-4\n");
  const std::string both =
      folder.write("both.toml", "[default]\nstiffness = 10\nstiffness_3 = 1\ndamping = 1\n");
  for (const auto& [arguments, message] :
       {std::pair{" --actuators " + rigid, "has no elastic joint"},
        std::pair{" --actuators " + both, "damping and a progressive spring"},
        std::pair{std::string(), "--actuators FILE.toml gives joints a stiffness"},
        std::pair{std::string(" --actuators nothing.toml"), "nothing.toml"},
        std::pair{" --order 10 --actuators " + rigid, "--order"},
        std::pair{" -o out.txt --actuators " + rigid, "out.txt"}}) {
    const Outcome outcome = run_program("elastic planar2r " + motion + arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << arguments << outcome.err;
    EXPECT_EQ(outcome.out, "");
  }
}

}  // namespace
}  // namespace appell
