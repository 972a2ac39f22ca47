// Energies, momenta and forces as `appell eval` prints them.
#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/io/write_model.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace appell {
namespace {

using nlohmann::json;
using support::matrix_of;
using support::near;
using support::Outcome;
using support::run_program;

json eval_quietly(const std::string& arguments, const std::string& state) {
  const Outcome outcome = run_program("eval " + arguments + " --state -", state);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  // Nothing but what was left out for its size.
  if (outcome.err.rfind("warning: left out because each has more than 5000 numbers: ", 0) != 0) {
    EXPECT_EQ(outcome.err, "");
  }
  EXPECT_LE(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
  return json::parse(outcome.out);
}

void expect_near(const json& actual, const json& expected, const std::string& what) {
  const bool scalar = expected.is_number();
  const MatX a = matrix_of(scalar ? json::array({actual}) : actual);
  const MatX e = matrix_of(scalar ? json::array({expected}) : expected);
  EXPECT_TRUE(near(a, e, 1e-12)) << what;
}

void expect_derivatives(const json& actual, const json& expected, const std::string& what) {
  ASSERT_GE(actual.size(), expected.size()) << what;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    expect_near(actual[k], expected[k], what + ", order " + std::to_string(k));
  }
}

// Golden data, all the way: a robot written to a model file, its state as JSON, the answer read
// back. Q_payload is Q_load there, and the tool load is a second run.
TEST(EvalDynamics, AllGoldenRobots) {
  const support::TemporaryFolder folder;
  for (const std::string& name : support::golden_robot_names()) {
    const support::GoldenRobot robot = support::load_golden_robot(name);
    const std::string file =
        folder.write(name + ".toml", io::model_toml(robot.model.description()));
    const json document = support::load_golden_json(name);
    for (const json& state : document["states"]) {
      SCOPED_TRACE(name);
      const json& expected = state["expected"];
      const json& payload = state["payload"];
      const json result = eval_quietly(
          file + " --frame ee",
          json{{"q", state["q"]},
               {"load", {{"force", payload["world_force"]}, {"moment", payload["world_moment"]}}}}
              .dump());
      for (const char* key : {"kinetic_energy", "potential_energy", "linear_momentum",
                              "angular_momentum", "Q_inertia", "Q_gravity", "Q_drive"}) {
        expect_derivatives(result[key], expected[key], key);
      }
      expect_derivatives(result["Q_load"], expected["Q_payload"], "Q_load");
      for (const char* key : {"mass_matrix", "mass_matrix_dot", "bias"}) {
        expect_near(result[key], expected[key], key);
      }
      for (const auto& [p, blocks] : expected["acceleration_energy"].items()) {
        expect_derivatives(result["acceleration_energy"][p], blocks, "E_p, p = " + p);
      }
      for (const auto& [p, parts] : expected["energy_split"].items()) {
        expect_near(result["energy_split"][p][0], parts[0], "translation, p = " + p);
        expect_near(result["energy_split"][p][1], parts[1], "rotation, p = " + p);
      }
      expect_near(result["Q_friction"][0], expected["Q_friction"], "Q_friction");
      for (std::size_t i = 0; i < expected["reaction_force"].size(); ++i) {
        const std::string joint = "j" + std::to_string(i);
        expect_near(result["reaction_force"][joint][0], expected["reaction_force"][i], joint);
        expect_near(result["reaction_moment"][joint][0], expected["reaction_moment"][i], joint);
      }
      EXPECT_EQ(result["friction"]["j0"], "viscous + radial_load");
      EXPECT_EQ(result["Q_motor"].size(), 6U);

      const json tool = eval_quietly(file + " --frame ee --only Q_load",
                                     json{{"q", state["q"]},
                                          {"load",
                                           {{"force", {payload["tool_force"]}},
                                            {"moment", {payload["tool_moment"]}},
                                            {"frame", "tool"}}}}
                                         .dump());
      expect_derivatives(tool["Q_load"], expected["Q_payload_tool"], "tool load");
    }
  }
}

/// Nested lists of numbers, the last index fastest.
void flatten(const json& list, std::vector<double>& out) {
  if (!list.is_array()) return out.push_back(list.get<double>());
  for (const json& item : list) flatten(item, out);
}

// Golden data: the dynamics matrices through the program.
TEST(EvalDynamics, GoldenTensors) {
  const support::TemporaryFolder folder;
  int found = 0;
  for (const std::string name : {"planar2R", "rpr", "fanuc5R"}) {
    const support::GoldenRobot robot = support::load_golden_robot(name);
    const std::string file =
        folder.write(name + ".toml", io::model_toml(robot.model.description()));
    const json document = support::load_golden_json(name);
    for (const json& state : document["states"]) {
      const json& expected = state["expected"];
      for (const char* key : {"V", "D", "H", "K23", "K14", "N"}) {
        if (!expected.contains(key)) continue;
        const json result =
            eval_quietly(file + " --only " + key, json{{"q", {state["q"][0]}}}.dump());
        std::vector<double> a, e;
        flatten(result[key], a);
        flatten(expected[key], e);
        ASSERT_EQ(a.size(), e.size());
        const auto size = static_cast<Eigen::Index>(e.size());
        EXPECT_TRUE(near(Eigen::Map<const VecX>(a.data(), size),
                         Eigen::Map<const VecX>(e.data(), size), 1e-12))
            << name << " " << key;
        ++found;
      }
    }
  }
  EXPECT_GE(found, 60);
}

// By names of joints as by indices; closed form: both turn about -y, by 0.3 + 0.5.
TEST(EvalDynamics, TermsAndAngles) {
  const std::string state = R"({"q": [[0.3, 0.5], [1, -1]]})";
  const json by_name = eval_quietly("planar2r --only A --terms elbow,shoulder", state);
  EXPECT_EQ(by_name["terms"], json({"elbow", "shoulder"}));
  const json all = eval_quietly("planar2r --only A2,T", state);
  for (const auto& [link, A] : by_name["A"].items()) {
    expect_near(A, all["A2"][link][1][0], link);
    expect_near(A, all["A2"][link][0][1], link);
  }
  const json psi = eval_quietly("planar2r --only angles,J_psi --angles yxz", state);
  EXPECT_EQ(psi["angle_set"], "yxz");
  expect_near(psi["angles"], json({{-0.8, 0.0, 0.0}, {0.0, 0.0, 0.0}}), "angles");
  EXPECT_EQ(psi["J_psi"].size(), 3U);
}

TEST(EvalDynamics, ExplainsBadDetails) {
  const std::string state = R"({"q": [[0.3, 0.5], [1, -1]]})";
  const std::map<std::string, std::string> cases{
      {"--only angles --angles zyy", "--angles:"},
      {"--only angles", "angles: needs a set of orientation angles"},
      {"--only A", "A: needs the names of the coordinates"},
      {"--only A --terms elbw", "--terms: 'elbw' is no coordinate of 'planar2r' (did you mean"}};
  for (const auto& [arguments, message] : cases) {
    const Outcome outcome = run_program("eval planar2r " + arguments + " --state -", state);
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << arguments << ": " << outcome.err;
    EXPECT_EQ(outcome.out, "");
  }
}

// The contract: how many derivatives each quantity has, and which are left out.
TEST(EvalDynamics, GivesEachQuantityAsFarAsTheStateAllows) {
  const json result =
      eval_quietly("planar2r", R"({"q": [[0.3, 0.5], [1, -1], [0.2, 0.4], [1, 2]]})");
  const std::map<std::string, std::size_t> lengths{
      {"kinetic_energy", 3},   {"potential_energy", 4}, {"linear_momentum", 3},
      {"angular_momentum", 3}, {"Q_inertia", 2},        {"Q_gravity", 4},
      {"Q_load", 4},           {"Q_drive", 2},          {"acceleration_energy", 2},
      {"energy_split", 3},     {"mass_matrix", 2},      {"bias", 2}};
  for (const auto& [key, length] : lengths) EXPECT_EQ(result[key].size(), length) << key;
  EXPECT_EQ(result["acceleration_energy"]["1"].size(), 2U);
  EXPECT_EQ(result["acceleration_energy"]["2"].size(), 1U);
  EXPECT_EQ(result["reaction_force"]["elbow"].size(), 2U);
  EXPECT_EQ(result["Q_load"], json({{0, 0}, {0, 0}, {0, 0}, {0, 0}}));
  for (const char* key : {"Q_friction", "Q_motor", "friction"}) {
    EXPECT_FALSE(result.contains(key)) << key;  // The model has no friction.
  }
  const json position = eval_quietly("planar2r", R"({"q": [[0.3, 0.5]]})");
  EXPECT_TRUE(position.contains("mass_matrix"));
  EXPECT_TRUE(position.contains("Q_gravity"));
  for (const char* key : {"kinetic_energy", "bias", "Q_inertia", "Q_drive", "reaction_force",
                          "mass_matrix_dot", "acceleration_energy", "energy_split"}) {
    EXPECT_FALSE(position.contains(key)) << key;
  }
  const json values =
      eval_quietly("planar2r --order 1", R"({"q": [[1, 2], [1, 2], [1, 2], [1, 2]]})");
  EXPECT_EQ(values["Q_drive"].size(), 2U);
  EXPECT_EQ(values["acceleration_energy"].size(), 1U);
  EXPECT_EQ(values["energy_split"].size(), 2U);
}

// Property: naming the joints in another order permutes forces and both sides of matrices.
TEST(EvalDynamics, FollowsTheOrderOfJoints) {
  const json straight = eval_quietly("planar2r", R"({"q": [[0.3, 0.5], [1, -1], [2, 3]]})");
  const json swapped = eval_quietly(
      "planar2r", R"({"joints": ["elbow", "shoulder"], "q": [[0.5, 0.3], [-1, 1], [3, 2]]})");
  for (const char* key : {"Q_inertia", "Q_gravity", "Q_drive"}) {
    EXPECT_EQ(swapped[key][0], json({straight[key][0][1], straight[key][0][0]})) << key;
  }
  EXPECT_EQ(swapped["bias"], json({straight["bias"][1], straight["bias"][0]}));
  const json& M = straight["mass_matrix"];
  EXPECT_EQ(swapped["mass_matrix"], json({{M[1][1], M[1][0]}, {M[0][1], M[0][0]}}));
  EXPECT_EQ(swapped["reaction_force"], straight["reaction_force"]);
}

constexpr const char* kFrictionModel = R"(name = "cart"
[[link]]
name = "base"
[[link]]
name = "cart"
mass = 2.0
[[joint]]
name = "rail"
type = "prismatic"
parent = "base"
child = "cart"
axis = [1.0, 0.0, 0.0]
friction = { viscous = 3.0, dry = 0.5 }
)";

// Dry friction has no derivatives at rest: they are left out, with a warning that names the joint.
TEST(EvalDynamics, WarnsWhereFrictionIsNotSmooth) {
  const support::TemporaryFolder folder;
  const std::string file = folder.write("cart.toml", kFrictionModel);
  const std::string only = " --only Q_friction,Q_motor --state -";
  const Outcome moving = run_program("eval " + file + only, R"({"q": [[0], [2], [1], [4]]})");
  EXPECT_EQ(moving.err, "");
  const json at_speed = json::parse(moving.out);
  EXPECT_EQ(at_speed["Q_friction"], json({{6.5}, {3.0}, {12.0}}));
  EXPECT_EQ(at_speed["Q_motor"], json({{8.5}, {11.0}}));
  EXPECT_EQ(at_speed["friction"], json({{"rail", "viscous + constant"}}));

  const Outcome resting = run_program("eval " + file + only, R"({"q": [[0], [0], [1], [4]]})");
  EXPECT_EQ(resting.exit_code, 0);
  EXPECT_EQ(resting.err,
            "warning: Q_friction and Q_motor have no time derivatives where dry friction is not "
            "smooth: joint 'rail': does not move\n");
  const json at_rest = json::parse(resting.out);
  EXPECT_EQ(at_rest["Q_friction"], json({{0.5}}));  // It is about to move, q'' > 0.
  EXPECT_EQ(at_rest["Q_motor"], json({{2.5}}));
}

// Bad input: exit 2, the exact message, nothing on stdout.
TEST(EvalDynamics, ExplainsBadInput) {
  const struct {
    const char* arguments;
    const char* state;
    const char* message;
  } cases[] = {
      {"planar2r --only Q_drive", R"({"q": [[1, 2], [3, 4]]})",
       "appell: --only: Q_drive: needs q with derivatives up to order 2, but the state gives q up "
       "to order 1\n"},
      {"planar2r --only acceleration_energy", R"({"q": [[1, 2], [3, 4]]})",
       "appell: --only: acceleration_energy: needs q with derivatives up to order 2, but the state "
       "gives q up to order 1\n"},
      {"planar2r --only Q_friction", R"({"q": [[1, 2], [3, 4]]})",
       "appell: --only: Q_friction: no joint of model 'planar2r' has friction\n"},
  };
  for (const auto& [arguments, state, message] : cases) {
    SCOPED_TRACE(arguments);
    const Outcome outcome = run_program(std::string("eval ") + arguments + " --state -", state);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err, message);
  }
}

}  // namespace
}  // namespace appell
