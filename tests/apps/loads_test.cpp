// Wrenches on any links and the papers' operators, in states and along motions.
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

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

json eval_with(const std::string& arguments, json state, const json& more) {
  state.update(more);
  const Outcome outcome = run_program("eval " + arguments + " --state -", state.dump());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return outcome.exit_code == 0 ? json::parse(outcome.out) : json();
}

const json kState = json::parse(
    R"({"q": [[0.3, 0.5, -0.2, 0.4, 0.1], [1, -1, 0.5, 0.2, 0.3], [0.4, 2, 0.1, 1, 0.2]]})");
constexpr const char* kArm = "fanuc_lr_mate_100ib";

// Second formulation: Q_load is the sum of Jᵀ [F; N], with the Jacobian of each link; what acts on
// the robot counts with the other sign; in the axes of a link F is turned by its placement.
TEST(Loads, OnSeveralLinks) {
  const json forces{{"loads",
                     {{{"link", "forearm"}, {"force", {{1, 2, 3}}}, {"moment", {{0.1, 0.2, 0.3}}}},
                      {{"link", "flange"}, {"force", {{-2, 0, 1}}}, {"frame", "link"}}}},
                    {"external", {{{"link", "upper_arm"}, {"force", {{0, 5, 1}}}}}}};
  const json result = eval_with(kArm, kState, forces);
  const auto of_link = [&](const std::string& link, Vec3 force, const Vec3& moment, bool own_axes) {
    const json there = eval_with(std::string(kArm) + " --only jacobian,frame_T --frame " + link,
                                 kState, json::object());
    const MatX J = matrix_of(there["jacobian"][0]);
    if (own_axes) force = matrix_of(there["frame_T"][0]).topLeftCorner(3, 3) * force;
    Vec6 wrench;
    wrench << force, moment;
    return VecX(J.transpose() * wrench);
  };
  const VecX expected = of_link("forearm", Vec3(1, 2, 3), Vec3(0.1, 0.2, 0.3), false) +
                        of_link("flange", Vec3(-2, 0, 1), Vec3::Zero(), true) -
                        of_link("upper_arm", Vec3(0, 5, 1), Vec3::Zero(), false);
  const MatX Q_load = matrix_of(json::array({result["Q_load"][0]})).transpose();
  EXPECT_TRUE(near(Q_load, expected, 1e-13));
  const MatX sum = matrix_of(json::array({result["Q_inertia"][0]})) +
                   matrix_of(json::array({result["Q_gravity"][0]}));
  EXPECT_TRUE(
      near(matrix_of(json::array({result["Q_drive"][0]})), sum + Q_load.transpose(), 1e-13));
}

// The papers' table of operators [S0 eqs. (112), (151)], both routes.
TEST(Loads, Operators) {
  const json load{{"load", {{"force", {{1, 2, 3}}}}}};
  const json all = eval_with(kArm, kState, load);
  const MatX inertia = matrix_of(json::array({all["Q_inertia"][0]})),
             gravity = matrix_of(json::array({all["Q_gravity"][0]})),
             Q_load = matrix_of(json::array({all["Q_load"][0]}));
  EXPECT_FALSE(all.contains("operators"));
  const auto drive = [&](int Delta_m, int Delta_theta) {
    json more = load;
    more["operators"] = {{"Delta_m", Delta_m}, {"Delta_theta", Delta_theta}};
    const json result = eval_with(kArm, kState, more);
    const json readable = eval_with(std::string(kArm) + " --route readable", kState, more);
    const MatX Q = matrix_of(json::array({result["Q_drive"][0]}));
    EXPECT_TRUE(near(matrix_of(json::array({readable["Q_drive"][0]})), Q, 1e-13));
    if (Delta_m != -1 || Delta_theta != 1) {
      EXPECT_EQ(result["operators"]["Delta_m"], Delta_m);
      EXPECT_EQ(result["operators"]["Delta_theta"], Delta_theta);
    }
    return Q;
  };
  EXPECT_TRUE(near(drive(-1, 1), inertia + gravity + Q_load, 1e-13));
  EXPECT_TRUE(near(drive(-1, 0), gravity + Q_load, 1e-13));
  EXPECT_TRUE(near(drive(1, 1), inertia + gravity, 1e-13));
  EXPECT_TRUE(near(drive(1, 0), gravity, 1e-13));
  EXPECT_TRUE(near(drive(0, 0), Q_load, 1e-13));
}

// Second formulation: what acts on the robot counts whatever Δ_m says of the load, -Jᵀ [F; N].
TEST(Loads, ExternalWrenchesCountWithoutTheLoad) {
  const json state = json::parse(R"({"q": [[0.3, -0.7], [1, -2], [0.4, 2]]})");
  const json force{{"external", {{{"link", "tip"}, {"force", {{5, -3, 2}}}}}},
                   {"load", {{"force", {{7, 1, 4}}}}},
                   {"operators", {{"Delta_m", 1}}}};
  const json free = eval_with("planar2r", state, json::object());
  Vec6 wrench;
  wrench << 5, -3, 2, 0, 0, 0;
  const MatX J = matrix_of(free["jacobian"][0]);
  const MatX expected =
      matrix_of(json::array({free["Q_drive"][0]})) - (J.transpose() * wrench).transpose();
  for (const char* route : {"", " --route readable"}) {
    const json result = eval_with(std::string("planar2r") + route, state, force);
    EXPECT_TRUE(near(matrix_of(json::array({result["Q_drive"][0]})), expected, 1e-13)) << route;
    for (std::size_t j = 0; j < 2; ++j) {
      EXPECT_NEAR(result["power"][0][j].get<double>(),
                  result["Q_drive"][0][j].get<double>() * (j == 0 ? 1.0 : -2.0), 1e-13);
    }
  }
}

TEST(Loads, FrictionIsLeftOutOnRequest) {
  const support::TemporaryFolder folder;
  const std::string robot =
      folder.write("slider.toml",
                   "name = 'slider'\n[[link]]\nname = 'base'\n[[link]]\nname = 'cart'\nmass = 2.0\n"
                   "com = [0, 0, 0]\ninertia = [[0.1, 0, 0], [0, 0.1, 0], [0, 0, "
                   "0.1]]\n[[joint]]\nname = 'rail'\n"
                   "type = 'prismatic'\nparent = 'base'\nchild = 'cart'\naxis = [1, 0, 0]\n"
                   "friction = {viscous = 3.0}\n");
  const json state{{"q", {{0.1}, {2.0}, {0.5}}}};
  const json with = eval_with(robot, state, json::object());
  const json without = eval_with(robot, state, {{"operators", {{"Delta_f", 0}}}});
  EXPECT_NEAR(with["Q_motor"][0][0].get<double>(), 2.0 * 0.5 + 3.0 * 2.0, 1e-14);
  EXPECT_NEAR(without["Q_motor"][0][0].get<double>(), 2.0 * 0.5, 1e-14);
  EXPECT_EQ(without["operators"]["Delta_f"], 0);
  // The papers' signs, S0 (158), (160): -1 is both, which is the default, 1 friction alone.
  const json both = eval_with(robot, state, {{"operators", {{"Delta_f", -1}}}});
  const json alone = eval_with(robot, state, {{"operators", {{"Delta_f", 1}}}});
  EXPECT_EQ(both["Q_motor"], with["Q_motor"]);
  EXPECT_EQ(alone["Q_motor"][0][0], 3.0 * 2.0);
  EXPECT_EQ(alone["Q_drive"], with["Q_drive"]);
  EXPECT_EQ(alone["operators"]["Delta_f"], 1);
  EXPECT_EQ(
      support::run_program("eval planar2r --state -",
                           R"({"q": [[0, 0]], "operators": {"Delta_f": 1}})")
          .err,
      "appell: <stdin>: operators.Delta_f: is 1, friction alone, but no joint of the model has "
      "friction\n");
}

constexpr const char* kTwoSwings =
    "kind='expression'\nduration=2\n[[joint]]\nname='elbow'\nq='0.3*cos(3*t)'\n"
    "[[joint]]\nname='shoulder'\nq='0.5*sin(2*t)'\n";

std::map<std::string, std::vector<double>> analyzed(const support::TemporaryFolder& folder,
                                                    const std::string& loads) {
  const std::string motion = folder.write("m.toml", kTwoSwings);
  const std::string out = (folder.path() / "out.csv").string();
  const Outcome outcome = run_program("analyze planar2r " + motion + " --loads " + loads +
                                      " --order 1 --samples 5 --only q,Q_load,Q_drive,Q_inertia,"
                                      "Q_gravity --force -o " +
                                      out);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return support::csv_columns(out);
}

// A constant load along a motion is what eval finds at each of its instants; one that grows with
// time is J' F + J F'.
TEST(Loads, AlongAMotion) {
  const support::TemporaryFolder folder;
  auto constant = analyzed(
      folder, folder.write("c.json", R"({"loads": [{"link": "tip", "force": [[1, 0, 3]]}]})"));
  std::string rows = "t,tip.fx,tip.fz\n";
  for (int i = 0; i <= 40; ++i) {
    const double t = 0.05 * i;
    rows += std::to_string(t) + "," + std::to_string(1.0 + 2.0 * t) + "," +
            std::to_string(3.0 - t) + "\n";
  }
  auto growing = analyzed(folder, folder.write("g.csv", rows));
  for (std::size_t s = 0; s < 5; ++s) {
    const double t = constant["t"][s];
    json q;
    for (const std::string order : {"", ".d1"}) {
      q.push_back({constant["q.shoulder" + order][s], constant["q.elbow" + order][s]});
    }
    const json state{{"q", q}};
    const json at =
        eval_with("planar2r --only Q_load", state, {{"load", {{"force", {{1, 0, 3}}}}}});
    const json then = eval_with("planar2r --only Q_load", state,
                                {{"load", {{"force", {{1.0 + 2.0 * t, 0, 3.0 - t}, {2, 0, -1}}}}}});
    for (const auto& [joint, j] : {std::pair{"shoulder", 0u}, {"elbow", 1u}}) {
      for (const std::size_t k : {0u, 1u}) {
        const std::string column = std::string("Q_load.") + joint + (k == 0 ? "" : ".d1");
        EXPECT_NEAR(constant[column][s], at["Q_load"][k][j].get<double>(), 1e-13);
        // The table has six decimals and its spline reproduces lines.
        EXPECT_NEAR(growing[column][s], then["Q_load"][k][j].get<double>(), 1e-10);
      }
      const std::string drive = std::string("Q_drive.") + joint;
      EXPECT_NEAR(growing[drive][s],
                  growing["Q_load." + std::string(joint)][s] +
                      growing["Q_inertia." + std::string(joint)][s] +
                      growing["Q_gravity." + std::string(joint)][s],
                  1e-12);
    }
  }
}

TEST(Loads, ExplainsBadInput) {
  const std::map<std::string, std::string> states{
      {R"({"loads": {}})", "<stdin>: loads: is no list"},
      {R"({"loads": [{"force": [[1, 2, 3]]}]})", "loads[0].link: is missing or no text"},
      {R"({"loads": [{"link": "tp", "force": [[1, 2, 3]]}]})", "loads[0].link: "},
      {R"({"external": [{"link": "tip", "force": [[1, 2]]}]})",
       "external[0].force[0]: has 2 numbers; three are needed"},
      {R"({"external": [{"link": "tip", "frame": "tool"}]})",
       "external[0].frame: is \"tool\"; \"world\" or \"link\" is needed"},
      {R"({"operators": {"Delta_m": 2}})", "operators.Delta_m: is 2; a whole number in -1..1"},
      {R"({"operators": {"Delta_x": 1}})", "operators.Delta_x: is not a field"}};
  for (const auto& [text, message] : states) {
    json state{{"q", {{0.1, 0.2}}}};
    state.update(json::parse(text));
    const Outcome outcome = run_program("eval planar2r --state -", state.dump());
    EXPECT_EQ(outcome.exit_code, 2) << text;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << outcome.err;
  }
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kTwoSwings);
  const std::string out = (folder.path() / "out.csv").string();
  const std::map<std::string, std::string> tables{
      {"t,tip.gx\n0,1\n0.5,1\n1,1\n1.5,1\n2,1\n", "column 'tip.gx': LINK.fx, .fy"},
      {"t,tp.fx\n0,1\n0.5,1\n1,1\n1.5,1\n2,1\n", "column 'tp.fx': "},
      {"t,tip.fx\n0,1\n0.25,1\n0.5,1\n0.75,1\n1,1\n", "has t = 0 to 1 s; "}};
  for (const auto& [text, message] : tables) {
    const Outcome outcome = run_program("analyze planar2r " + motion + " --loads " +
                                        folder.write("l.csv", text) + " --order 0 -o " + out);
    EXPECT_EQ(outcome.exit_code, 2) << text;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << outcome.err;
  }
}

}  // namespace
}  // namespace appell
