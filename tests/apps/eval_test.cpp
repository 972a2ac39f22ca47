// The command line as other programs see it: stdout, stderr, exit code.
#include <cmath>
#include <cstdlib>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/io/embedded_models.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/places.hpp"
#include "tests/support/program.hpp"

namespace appell {
namespace {

using nlohmann::json;
using support::matrix_of;
using support::near;
using support::Outcome;
using support::run_program;

constexpr const char* kPlanarState = R"({"q": [[0.3, 0.5], [1, -1], [0.2, 0.4]]})";

json eval(const std::string& arguments, const std::string& state) {
  const Outcome outcome = run_program("eval " + arguments + " --state -", state);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return json::parse(outcome.out);
}

// Oracle: the closed form of the planar arm (x = l1 c1 + l2 c12, z = l1 s1 + l2 s12), joints about
// -y.
TEST(Eval, PlanarArmHasClosedForm) {
  const json result = eval("planar2r --only frame_T,X,jacobian --order 1", kPlanarState);
  const double q1 = 0.3, q12 = 0.8, w1 = 1.0, w12 = 0.0, e1 = 0.2, e12 = 0.6;
  const double l1 = 0.5, l2 = 0.4;
  const Vec3 p(l1 * std::cos(q1) + l2 * std::cos(q12), 0, l1 * std::sin(q1) + l2 * std::sin(q12));
  EXPECT_TRUE(near(matrix_of(result["frame_T"][0]).topRightCorner(3, 1), p, 1e-15));
  Vec6 v, a;
  v << -l1 * std::sin(q1) * w1 - l2 * std::sin(q12) * w12, 0,
      l1 * std::cos(q1) * w1 + l2 * std::cos(q12) * w12, 0, -w12, 0;
  a << -l1 * (std::sin(q1) * e1 + std::cos(q1) * w1 * w1) - l2 * std::sin(q12) * e12, 0,
      l1 * (std::cos(q1) * e1 - std::sin(q1) * w1 * w1) + l2 * std::cos(q12) * e12, 0, -e12, 0;
  EXPECT_TRUE(near(matrix_of(result["X"][0]), v, 1e-15));
  EXPECT_TRUE(near(matrix_of(result["X"][1]), a, 1e-15));
  EXPECT_EQ(result["jacobian"].size(), 2U);
  EXPECT_EQ(result["frame"], "tip");
  EXPECT_EQ(result["gravity"], json({0, 0, -9.81}));
}

// The contract: which keys there are and how many derivatives each has.
TEST(Eval, GivesEachQuantityAsFarAsTheStateAllows) {
  const json result = eval("planar2r", kPlanarState);
  EXPECT_EQ(result["joints"], json({"shoulder", "elbow"}));
  for (const char* key : {"T", "r_com", "omega_world", "omega_body"}) {
    ASSERT_TRUE(result.contains(key)) << key;
  }
  EXPECT_EQ(result["T"].size(), 4U);      // base, link1, link2 and the fixed tip
  EXPECT_EQ(result["r_com"].size(), 2U);  // links that move with a joint
  EXPECT_EQ(result["T"]["tip"].size(), 3U);
  EXPECT_EQ(result["omega_world"]["link2"].size(), 2U);
  EXPECT_EQ(result["X"].size(), 2U);
  const json position_only = eval("planar2r", R"({"q": [[0.3, 0.5]]})");
  EXPECT_FALSE(position_only.contains("X"));
  EXPECT_FALSE(position_only.contains("omega_world"));
  EXPECT_TRUE(position_only.contains("jacobian"));
}

// Property: naming the joints in another order permutes what is indexed by joints, nothing else.
TEST(Eval, FollowsTheOrderOfJoints) {
  const json straight = eval("planar2r", R"({"q": [[0.3, 0.5], [1, -1]]})");
  const json swapped =
      eval("planar2r", R"({"joints": ["elbow", "shoulder"], "q": [[0.5, 0.3], [-1, 1]]})");
  EXPECT_EQ(swapped["X"], straight["X"]);
  EXPECT_EQ(swapped["T"], straight["T"]);
  for (int row = 0; row < 6; ++row) {
    const json& J = swapped["jacobian"][0][row];
    EXPECT_EQ(J, json({straight["jacobian"][0][row][1], straight["jacobian"][0][row][0]}));
  }
}

TEST(Eval, NumbersHaveSeventeenDigits) {
  const Outcome outcome =
      run_program("eval planar2r --state - --only r_com --order 0", kPlanarState);
  EXPECT_NE(outcome.out.find("-9.8100000000000005"), std::string::npos) << outcome.out;
}

// Cross-check: both routes to the forces, which share no code; the last one's name is explained.
TEST(Eval, TakesEitherRouteToTheForces) {
  const json fast = eval("planar2r --only Q_drive --order 0 --route engine", kPlanarState);
  const json slow = eval("planar2r --only Q_drive --order 0 --route readable", kPlanarState);
  EXPECT_TRUE(near(matrix_of(fast["Q_drive"][0]), matrix_of(slow["Q_drive"][0]), 1e-14));
  const Outcome bad = run_program("eval planar2r --route scenic --state -", kPlanarState);
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_NE(bad.err.find("scenic"), std::string::npos) << bad.err;
}

TEST(Eval, OptionValuesMayBeginWithAMinus) {
  const json result = eval("planar2r --gravity -1,-2.5,-3e0 --only X", kPlanarState);
  EXPECT_EQ(result["gravity"], json({-1, -2.5, -3}));
}

// Bad input: exit 2, the exact message, nothing on stdout.
TEST(Eval, ExplainsBadInput) {
  const struct {
    const char* arguments;
    const char* state;
    const char* message;
  } cases[] = {
      {"planar2r", R"({"q": [[0.3, 0.5, 1]]})",
       "appell: <stdin>: q[0]: has 3 numbers; one for each of the 2 joints is needed\n"},
      {"planar2r", R"({"q": [[0.3, "a"]]})",
       "appell: <stdin>: q[0][1]: is \"a\"; a finite number is needed\n"},
      {"planar2r", R"({"q": [[0.3, null]]})",
       "appell: <stdin>: q[0][1]: is null; a finite number is needed\n"},
      {"planar2r", R"({"q": [[0.3, 1e999]]})",
       "appell: <stdin>: a number is out of the range of a double\n"},
      {"planar2r", R"({"Q": [[0.3, 0]]})",
       "appell: <stdin>: Q: is not a field of a state (did you mean 'q'?); known are joints, q, "
       "load, loads, external, operators\n"},
      {"planar2r", R"({"q": []})",
       "appell: <stdin>: q: is no list of lists; q[0] is the position, q[1] the velocity, ...\n"},
      {"planar2r", R"({})",
       "appell: <stdin>: q: is missing; q[k] is the k-th derivative of all coordinates\n"},
      {"planar2r", R"([1])",
       "appell: <stdin>: is no JSON object; {\"q\": [[...], ...]} is needed\n"},
      {"planar2r", "{\"q\": [[0.3,\n  0.5]", "appell: <stdin>:2:7: not valid JSON: "},
      {"planar2r", R"({"q": [[1, 2]], "q": [[3, 4]]})",
       "appell: <stdin>: key \"q\" is given twice; once is needed\n"},
      {"planar2r", R"({"joints": ["sholder", "elbow"], "q": [[1, 2]]})",
       "appell: <stdin>: joints[0]: model 'planar2r' has no joint 'sholder' (did you mean "
       "'shoulder'?); its joints are shoulder, elbow\n"},
      {"planar2r", R"({"joints": ["elbow", "elbow"], "q": [[1, 2]]})",
       "appell: <stdin>: joints[1]: joint 'elbow' is named twice\n"},
      {"planar2r", R"({"joints": ["elbow"], "q": [[1]]})",
       "appell: <stdin>: joints: joint 'shoulder' of the model is missing; name all 2\n"},
      {"planar2r", R"({"q": [[1, 2]], "load": {"frame": "base"}})",
       "appell: <stdin>: load.frame: is \"base\"; \"world\" or \"tool\" is needed\n"},
      {"planar2r --order -1", R"({"q": [[1, 2]]})",
       "appell: --order: is '-1'; a whole number in 0..170 is needed\n"
       "appell: appell help eval says how to call it\n"},
      {"planar2r --only Y", R"({"q": [[1, 2]]})", "appell: --only: there is no quantity 'Y'"},
      {"planar2r --only X", R"({"q": [[1, 2]]})",
       "appell: --only: X: needs q with derivatives up to order 1, but the state gives q up to "
       "order "
       "0\n"},
      {"planar2r --frame tipp", R"({"q": [[1, 2]]})",
       "appell: model 'planar2r' has no link 'tipp' (did you mean 'tip'?); its links are base, "
       "link1, "
       "link2, tip\n"},
      {"planar2r --gravity 1,2", R"({"q": [[1, 2]]})",
       "appell: --gravity: is '1,2'; three numbers x,y,z are needed\n"},
      {"planr2r", R"({"q": [[1, 2]]})",
       "is neither a .urdf, .xml, .sdf or .toml file nor an embedded model (did you mean "
       "'planar2r'?)"},
      {"/nowhere/robot.urdf", R"({})",
       "appell: /nowhere/robot.urdf: cannot be opened: No such file or directory\n"},
  };
  for (const auto& [arguments, state, message] : cases) {
    SCOPED_TRACE(std::string(arguments) + " " + state);
    const Outcome outcome = run_program(std::string("eval ") + arguments + " --state -", state);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find(message), std::string::npos) << outcome.err;
  }
}

TEST(Program, UsageErrorsExitWithTwo) {
  for (const char* arguments : {"", "nonsense", "eval", "eval planar2r", "models --nonsense"}) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_NE(outcome.err.find("appell help"), std::string::npos) << outcome.err;
  }
}

TEST(Program, EveryCommandHasHelp) {
  for (const char* command : {"", "analyze", "convert", "demo", "eval", "lint", "mass", "models",
                              "sample", "trajectory"}) {
    const Outcome outcome = run_program(std::string(command) + " --help");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_NE(outcome.out.find("Usage"), std::string::npos) << command;
    EXPECT_EQ(outcome.err, "");
  }
}

TEST(Program, SaysWhenStandardOutputIsFull) {
  const support::TemporaryFolder folder;
  const std::string err = (folder.path() / "err").string();
  const int status = std::system((support::program() + " models >/dev/full 2>" + err).c_str());
  EXPECT_EQ(WEXITSTATUS(status), 3);
  EXPECT_EQ(support::text_of(err), "appell: standard output: writing failed\n");
}

TEST(Models, EveryEmbeddedModelIsListedAndEvaluates) {
  const json listed = json::parse(run_program("models --json").out);
  ASSERT_EQ(listed.size(), io::embedded_models().size());
  for (const json& entry : listed) {
    const json zeros = std::vector<double>(entry["dof"].get<std::size_t>(), 0.0);
    const json result =
        eval(entry["name"].get<std::string>(), json{{"q", {zeros, zeros, zeros}}}.dump());
    EXPECT_EQ(result["joints"].size(), entry["dof"]);
    EXPECT_EQ(result["model"], entry["name"]);
  }
}

TEST(Demo, LeavesItsFilesAndASummary) {
  const support::TemporaryFolder folder;
  const std::string where = (folder.path() / "new" / "demo").string();
  const Outcome outcome = run_program("demo -o " + where);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("jerk"), std::string::npos);
  const std::string csv = support::text_of(where + "/tool_motion.csv");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 202);
  const json instant = json::parse(support::text_of(where + "/instant.json"));
  EXPECT_EQ(instant["X"].size(), 5U);
  for (const char* part :
       {"51 intervals of fifth-degree functions", "S2: Negrean 2016, Advanced notions",
        "Here:\nour record, duration and masses", "N m/s²", "\nWritten to ", "\nTry next "}) {
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part;
  }
  for (std::size_t at = 0, end = 0; at < outcome.out.size(); at = end + 1) {
    end = std::min(outcome.out.find('\n', at), outcome.out.size());
    const std::string line = outcome.out.substr(at, end - at);
    const auto columns =
        std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
    EXPECT_LE(columns, line.find(where) == std::string::npos ? 80 : 500) << line;
  }
  // What it names as written is there, and what it says to try works.
  for (const char* file : {"report.html", "index.html", "experiment.csv", "swing.toml",
                           "tool_motion.csv", "instant.json"}) {
    EXPECT_NE(outcome.out.find("\n  " + std::string(file) + " "), std::string::npos) << file;
    EXPECT_TRUE(std::filesystem::exists(where + "/" + file)) << file;
  }
  const std::string command =
      "analyze fanuc_lr_mate_100ib " + where + "/swing.toml --report " + where + "/swing.html";
  EXPECT_NE(outcome.out.find("\n  appell " + command + "\n"), std::string::npos) << outcome.out;
  EXPECT_EQ(run_program(command).exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(where + "/swing.html"));
  EXPECT_NE(support::text_of(where + "/experiment.csv").find("acceleration_energy.3.general"),
            std::string::npos);
  for (const char* figure :
       {"fig05_acceleration", "fig10c_energy_order_3", "fig11a_torque_order_1"}) {
    const std::string svg = support::text_of(where + "/" + figure + ".svg");
    EXPECT_TRUE(svg.starts_with("<svg") && svg.ends_with("</svg>\n")) << figure;
  }
  const std::string table = (folder.path() / "swing.csv").string();
  const Outcome analysis =
      run_program("analyze fanuc_lr_mate_100ib " + where +
                  "/swing.toml --order 1 --only Q_drive --samples 11 -o " + table);
  EXPECT_EQ(analysis.exit_code, 0) << analysis.err;
  EXPECT_TRUE(support::partial_files(where + "/tool_motion.csv").empty());
}

// Oracle: closed form. q'' = (2/T) w sin wt, T = 1.5 s: 5.585 rad/s², 23.39 rad/s³, 98.0 rad/s⁴.
// The motion that is written is the same, however few intervals the noise leaves.
TEST(Demo, PeaksOfARecord) {
  const support::TemporaryFolder folder;
  const double w = 2.0 * 3.14159265358979323846 / 1.5;
  for (const double noise : {0.0, 0.05}) {
    std::string csv = "t,a\n";
    for (int i = 0; i <= 51; ++i) {
      const double t = 1.5 * i / 51, error = noise * std::sin(91.7 * i * i);
      csv += std::to_string(t) + "," +
             std::to_string(0.3 * 2.0 / 1.5 * w * (std::sin(w * t) + error)) + "\n";
    }
    const std::string out = (folder.path() / "out").string();
    const Outcome outcome =
        run_program("demo -o " + out + " --radius 0.3 --record " + folder.write("record.csv", csv));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto peak = [&](const std::string& name) {
      return std::stod(outcome.out.substr(outcome.out.find(name) + name.size()));
    };
    // Six decimals are noise of 2e-6 of the peak.
    EXPECT_NEAR(peak("Angular acceleration "), 5.5851, noise > 0.0 ? 0.5 : 0.001);
    EXPECT_NEAR(peak("of second order (jerk) "), 23.395, noise > 0.0 ? 12.0 : 0.1);
    EXPECT_NEAR(peak("of third order (snap) "), 97.995, noise > 0.0 ? 60.0 : 2.0);
    const Outcome again = run_program("sample " + out + "/swing.toml --at 1.5 --order 2 --json");
    EXPECT_EQ(again.exit_code, 0) << again.err;
    EXPECT_NEAR(json::parse(again.out)["q"][0][0][2].get<double>(), 2.0, noise > 0.0 ? 0.1 : 1e-3);
  }
}

TEST(Demo, SaysWhenItCannotWrite) {
  const Outcome outcome = run_program("demo -o /dev/null/x");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("/dev/null/x: cannot be created"), std::string::npos) << outcome.err;
}

// A quantity that is chosen and has nothing to show is there, and empty.
TEST(Eval, EmptyQuantitiesKeepTheirNames) {
  const json order_0 = json::parse(
      run_program("eval planar2r --state - --order 0", R"({"q": [[1, 2], [3, 4], [5, 6]]})").out);
  EXPECT_EQ(order_0["acceleration_energy"], json::object());
  EXPECT_EQ(order_0["energy_split"].size(), 1u);
  const support::TemporaryFolder folder;
  const std::string still =
      folder.write("still.urdf", "<robot name='still'><link name='base'/></robot>");
  const json result =
      json::parse(run_program("eval " + still + " --state -", R"({"q": [[], [], []]})").out);
  for (const char* name : {"r_com", "omega_world", "omega_body", "reaction_force"}) {
    EXPECT_EQ(result[name], json::object()) << name;
  }
  EXPECT_EQ(result["Q_drive"], json::parse("[[]]"));
}

}  // namespace
}  // namespace appell
