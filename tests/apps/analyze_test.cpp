// `appell analyze` through the program: the same numbers as `eval`, in every format; bad input,
// bounded memory. How files end early is in output_test.cpp.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <utility>

#include <sys/resource.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/malloc_guard.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace appell {
namespace {

using nlohmann::json;
using support::Outcome;
using support::run_program;

constexpr const char* kMotion =
    "kind='expression'\nduration=2\n[[joint]]\nname='elbow'\nq='0.3*cos(3*t)'\n"
    "[[joint]]\nname='shoulder'\nq='0.5*sin(2*t)'\n";

/// The numbers of a quantity of eval, in the order of its output.
void flatten(const nlohmann::ordered_json& value, std::vector<double>& numbers) {
  if (value.is_number()) {
    numbers.push_back(value);
  }
  if (!value.is_structured()) return;
  for (const auto& entry : value) flatten(entry, numbers);
}

/// The rows of a CSV that analyze wrote, without comments and header.
std::vector<std::vector<double>> rows_of(const std::string& path) {
  std::vector<std::vector<double>> rows;
  bool has_header = false;
  std::istringstream lines(support::text_of(path));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#') || !std::exchange(has_header, true)) continue;
    rows.emplace_back();
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ',');) {
      rows.back().push_back(std::stod(field));
    }
  }
  return rows;
}

// Cross-check: every number of every quantity is that of `eval` for the state at that time, in the
// same order.
TEST(Analyze, EqualsEval) {
  const support::TemporaryFolder folder;
  const std::string csv = (folder.path() / "out.csv").string();
  for (const char* model : {"planar2r", "rpr", "free_body", "panda"}) {
    const json listed = json::parse(run_program("models --json").out);
    std::size_t dof = 0;
    for (const json& entry : listed) {
      if (entry["name"] == model) dof = entry["dof"];
    }
    json state{{"q", {std::vector<double>(dof, 0.0)}}};
    const json names =
        json::parse(run_program("eval " + std::string(model) + " --state - --order 0", state.dump())
                        .out)["joints"];
    std::string text = "kind='expression'\nduration=2\n";
    for (std::size_t j = dof; j-- > 0;) {  // Not in the order of the model.
      text += "[[joint]]\nname='" + names[j].get<std::string>() + "'\nq='0.1 + 0.2*sin(" +
              std::to_string(j + 1) + "*t)'\n";
    }
    const std::string motion = folder.write("m.toml", text);
    // All that eval shows of a state of that order, details too.
    state = {{"q", std::vector<std::vector<double>>(6, std::vector<double>(dof, 0.5))}};
    std::string only;
    const json shown = json::parse(
        run_program("eval " + std::string(model) + " --state - --order 2", state.dump()).out);
    for (const auto& [quantity, value] : shown.items()) {
      const bool is_quantity = quantity != "model" && quantity != "joints" && quantity != "frame" &&
                               quantity != "gravity";
      if (is_quantity) only += (only.empty() ? "" : ",") + quantity;
    }
    const Outcome outcome =
        run_program("analyze " + std::string(model) + " " + motion +
                    " --order 2 --samples 4 --threads 2 --only " + only + " -o " + csv);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto rows = rows_of(csv);
    ASSERT_EQ(rows.size(), 4U);
    for (const std::vector<double>& row : rows) {
      const json sample = json::parse(
          run_program("sample " + motion + " --order 5 --json --at " + json(row[0]).dump()).out);
      state = {{"q", sample["q"][0]}};
      for (json& order : state["q"]) std::reverse(order.begin(), order.end());
      const auto eval = nlohmann::ordered_json::parse(
          run_program("eval " + std::string(model) + " --state - --order 2", state.dump()).out);
      std::vector<double> expected{row[0]};
      for (const auto& [quantity, value] : eval.items()) {
        if (quantity != "gravity") flatten(value, expected);
      }
      ASSERT_EQ(row.size(), expected.size()) << model;
      for (std::size_t i = 0; i < row.size(); ++i) {
        EXPECT_NEAR(row[i], expected[i], 1e-13 * std::max(1.0, std::abs(expected[i])))
            << model << " column " << i;
      }
    }
  }
}

// Cross-check: peaks of forces are those of the table, for a robot that has no limits of them too.
TEST(Analyze, PeaksOfForcesWithoutLimits) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write(
      "swing.toml",
      "kind = \"minimum_jerk\"\nduration = 2\n[[joint]]\nname = \"shoulder\"\nfrom = 0.1\nto = "
      "0.9\n[[joint]]\nname = \"elbow\"\nfrom = 1.0\nto = 0.4\n");
  const std::string csv = (folder.path() / "a.csv").string();
  const Outcome outcome = run_program("analyze planar2r " + motion + " -o " + csv + " --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto columns = support::csv_columns(csv);
  const json answer = json::parse(outcome.out);
  for (const json& joint : answer["peaks"]) {
    const auto& forces = columns.at("Q_drive." + joint["joint"].get<std::string>());
    const auto [lowest, highest] = std::minmax_element(forces.begin(), forces.end());
    EXPECT_EQ(joint["effort"]["lowest"].get<double>(), *lowest);
    EXPECT_EQ(joint["effort"]["highest"].get<double>(), *highest);
  }
}

// Oracle: names and units of columns as documented.
TEST(Analyze, NamesAndUnits) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kMotion);
  const std::string csv = (folder.path() / "out.csv").string();
  const Outcome outcome =
      run_program("analyze planar2r " + motion + " --order 2 --samples 2 --json -o " + csv);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json account = json::parse(outcome.out);
  EXPECT_EQ(account["model"], "planar2r");
  EXPECT_EQ(account["samples"], 2);
  auto columns = support::csv_columns(csv);
  EXPECT_EQ(account["columns"].size(), columns.size());
  for (const char* name :
       {"t", "q.elbow.d1", "Q_drive.shoulder.d2", "frame_T[0][3].d1", "acceleration_energy.2",
        "acceleration_energy.1.d2", "mass_matrix.shoulder.elbow", "energy_split.0.translation",
        "jacobian[5].elbow", "bias.elbow", "X[2].d1", "reaction_force.elbow[0]"}) {
    EXPECT_EQ(columns.count(name), 1U) << name;
  }
  const std::string text = support::text_of(csv);
  for (const char* part :
       {"# model: planar2r", "# model_hash: ", "# gravity: ", "# program: appell ",
        "# units: s,rad,rad,rad/s,rad/s,rad/s^2,rad/s^2,1,"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
}

// Oracle: dry friction that is not smooth has no derivatives where a joint turns back; smooth one
// has.
TEST(Analyze, FrictionHasDerivativesOnlyIfSmooth) {
  const support::TemporaryFolder folder;
  const std::string csv = (folder.path() / "out.csv").string();
  const std::string motion = folder.write(
      "m.toml", "kind='minimum_jerk'\nduration=1\n[[joint]]\nname='j'\nfrom=0\nto=1\n");
  for (const char* law : {"constant", "smooth"}) {
    const std::string model = folder.write(
        "arm.toml",
        "name='arm'\n[[link]]\nname='base'\n[[link]]\nname='a'\nmass=1\ncom=[0.1,0,0]\n"
        "inertia=[[0.1,0,0],[0,0.1,0],[0,0,0.1]]\n[[joint]]\nname='j'\ntype='revolute'\n"
        "parent='base'\nchild='a'\nfriction={viscous=0.1,dry=0.5,velocity=0.1,law='" +
            std::string(law) + "'}\n");
    const Outcome outcome =
        run_program("analyze " + model + " " + motion + " --order 1 --samples 5 -o " + csv);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto columns = support::csv_columns(csv);
    EXPECT_EQ(columns.count("Q_motor.j"), 1U);
    EXPECT_EQ(columns.count("Q_motor.j.d1"), std::string(law) == "smooth" ? 1U : 0U);
  }
}

// Property: the number of threads changes nothing, the formats hold as much as each other.
TEST(Analyze, ThreadsAndFormats) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kMotion);
  const auto run = [&](const std::string& options) {
    const Outcome outcome = run_program("analyze planar2r " + motion +
                                        " --every 0.0001 --order 1 --only q,Q_drive " + options);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("20001 samples, 9 columns"), std::string::npos) << outcome.out;
  };
  const std::string a = (folder.path() / "a.csv").string();
  const std::string b = (folder.path() / "b.csv").string();
  run("--threads 1 -o " + a);
  run("--threads 4 -o " + b);
  EXPECT_EQ(support::text_of(a), support::text_of(b));
  for (const char* ending : {"c.npz", "c.h5"}) {
    const std::string path = (folder.path() / ending).string();
    run("-o " + path);
    EXPECT_GT(std::filesystem::file_size(path), 20001U * 9 * 8);
    EXPECT_LT(std::filesystem::file_size(path), 20001U * 9 * 8 + 800000);
  }
}

TEST(Analyze, WritesPlots) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kMotion);
  const std::string plots = (folder.path() / "plots").string();
  const Outcome outcome =
      run_program("analyze planar2r " + motion + " --order 1 --only q,Q_drive,T --plots " + plots);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char* name : {"position.svg", "torque.svg", "torque_rate.svg"}) {
    const std::string svg = support::text_of(plots + "/" + name);
    EXPECT_TRUE(svg.starts_with("<svg") && svg.ends_with("</svg>\n")) << name;
    EXPECT_NE(svg.find("shoulder"), std::string::npos);
  }
}

// Bad input: exit 2 and no file at all.
TEST(Analyze, BadInput) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kMotion);
  const std::string other =
      folder.write("o.toml", "kind='expression'\nduration=2\n[[joint]]\nname='elbow'\nq='t'\n");
  const std::string out = (folder.path() / "out.csv").string();
  const auto refused = [&](const std::string& arguments, const char* message) {
    const Outcome outcome = run_program("analyze " + arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments << outcome.err;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << arguments << "\n" << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(out));
    EXPECT_TRUE(support::partial_files(out).empty());
  };
  refused("planar2r " + motion + " -o " + (folder.path() / "x.txt").string(), "ends with none of");
  refused("planar2r " + other + " -o " + out,
          "joint 'shoulder' of model 'planar2r' is not in the motion");
  refused("planar2r " + motion + " --only Q_driv -o " + out, "did you mean 'Q_drive'?");
  refused("planar2r " + motion + " --only Q_motor -o " + out, "has friction");
  refused("planar2r " + motion + " --order -1 -o " + out, "--order");
  refused("planar2r " + motion + " --samples 1 -o " + out, "in 2..1000000000000 is needed");
  refused("planar2r " + motion + " --threads -2 -o " + out, "--threads");
  refused("planar2r " + motion + " --frame nose -o " + out, "nose");
  const std::string typo = folder.write(
      "typo.csv",
      "t,sholder,elbow\n0,1,2\n1,2,3\n2,2,3\n3,2,3\n4,2,3\n5,2,3\n6,2,3\n7,2,3\n8,2,3\n");
  refused("planar2r " + typo + " -o " + out,
          "is not in the motion (did you mean 'sholder'?), which has sholder, elbow; "
          "to rename columns of a log: --rename sholder=shoulder");
  const std::string columns = folder.write("columns.toml", "positon = 2\n");
  refused("planar2r " + typo + " --columns " + columns + " -o " + out,
          "field 'positon' is not known (did you mean 'position'?); known are ");
  refused("planar2r " + typo + " --columns " + columns + " -o " + out,
          "from, to, hold, hold_others, lines_per_row");
  const std::string csv = folder.write("r.csv", "t,shoulder,elbow\n0,1,2\n1,2,x\n");
  refused("planar2r " + csv + " -o " + out, "r.csv:3:5: 'x' is found");
}

// A motion beyond the limits of its model: a warning with joint, time, value and limit; the table
// and the exit code are those of a model without limits.
TEST(Analyze, WarnsBeyondLimits) {
  const support::TemporaryFolder folder;
  const std::string robot =
      "<robot name='r'><link name='base'/><link name='arm'><inertial><mass value='1'/>"
      "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link>"
      "<joint name='turn' type='TYPE'><parent link='base'/><child "
      "link='arm'/>LIMIT</joint></robot>";
  const auto replaced = [&](std::string type, const std::string& limit) {
    std::string text = robot;
    text.replace(text.find("TYPE"), 4, type);
    text.replace(text.find("LIMIT"), 5, limit);
    return text;
  };
  const std::string limited = folder.write(
      "limited.urdf",
      replaced("revolute", "<limit lower='-2.9' upper='2.9' velocity='100' effort='1'/>"));
  const std::string free = folder.write("free.urdf", replaced("continuous", ""));
  const std::string motion =
      folder.write("m.toml", "kind='expression'\nduration=1\n[[joint]]\nname='turn'\nq='60*t'\n");
  const std::string a = (folder.path() / "a.csv").string();
  const std::string b = (folder.path() / "b.csv").string();
  const std::string options = motion + " --samples 101 --only q,Q_drive -o ";
  const Outcome outcome = run_program("analyze " + limited + " " + options + a);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err,
            "warning: joint 'turn': position 60 rad at t = 1 s is beyond its limit 2.9 rad "
            "(degrees?); 96 of 101 samples are, the first at t = 0.05 s\n");
  EXPECT_TRUE(outcome.out.starts_with("101 samples, 7 columns: " + a + "\nend effector: "))
      << outcome.out;
  const Outcome without = run_program("analyze " + free + " " + options + b);
  EXPECT_EQ(without.err, "");
  const auto rows = [](const std::string& text) { return text.substr(text.find("\nt,")); };
  EXPECT_EQ(rows(support::text_of(a)), rows(support::text_of(b)));

  const Outcome eval =
      run_program("eval " + limited + " --state - --only T", R"({"q": [[3], [-200]]})");
  EXPECT_EQ(eval.exit_code, 0);
  EXPECT_EQ(eval.err,
            "warning: joint 'turn': position 3 rad is beyond its limit 2.9 rad\n"
            "warning: joint 'turn': velocity -200 rad/s is beyond its limit -100 rad/s\n");
  EXPECT_EQ(eval.out,
            run_program("eval " + free + " --state - --only T", R"({"q": [[3], [-200]]})").out);
}

// Budget: memory does not grow with the number of samples.
TEST(Analyze, MemoryIsBounded) {
  if (!support::MallocCount::is_counting()) {
    GTEST_SKIP() << "a sanitizer's own memory would be counted";
  }
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kMotion);
  const std::string out = (folder.path() / "out.npz").string();
  const Outcome outcome = run_program("analyze planar2r " + motion +
                                      " --samples 200000 --order 2 --only T,q -o " + out);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_GT(std::filesystem::file_size(out), std::uintmax_t{150} << 20);
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  EXPECT_LT(usage.ru_maxrss, 100 * 1024) << "kB, the largest of all programs of this test";
}

// Oracle: closed forms of a pendulum, q = sin 2t: peaks of q and three derivatives, and of the
// force that moves a point mass, m l² q" + m g l sin q about its axis. Limits of each kind are
// named.
TEST(Analyze, PeaksStandBesideTheLimits) {
  const support::TemporaryFolder folder;
  const std::string robot = folder.write(
      "pendulum.urdf",
      "<robot name='pendulum'><link name='base'/><link name='arm'><inertial><origin xyz='0 0 "
      "-0.5'/>"
      "<mass value='2'/><inertia ixx='0' ixy='0' ixz='0' iyy='0' iyz='0' "
      "izz='0'/></inertial></link>"
      "<joint name='turn' type='revolute'><parent link='base'/><child link='arm'/><axis xyz='0 1 "
      "0'/>"
      "<limit lower='-0.5' upper='2' velocity='1.5' effort='3' acceleration='3.5' jerk='7'/>"
      "</joint></robot>");
  const std::string motion = folder.write(
      "m.toml", "kind='expression'\nduration=4\n[[joint]]\nname='turn'\nq='sin(2*t)'\n");
  const std::string out = (folder.path() / "a.csv").string();
  const Outcome outcome = run_program("analyze " + robot + " " + motion +
                                      " --samples 40001 --json --only q --order 3 -o " + out);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json peaks = json::parse(outcome.out)["peaks"][0];
  EXPECT_EQ(peaks["joint"], "turn");
  const auto expect_peak = [&](const char* kind, double low, double high, double limit) {
    EXPECT_NEAR(peaks[kind]["lowest"].get<double>(), low, 1e-6) << kind;
    EXPECT_NEAR(peaks[kind]["highest"].get<double>(), high, 1e-6) << kind;
    EXPECT_EQ(peaks[kind]["upper_limit"], limit) << kind;
    EXPECT_NE(outcome.err.find(std::string("joint 'turn': ") + kind), std::string::npos) << kind;
  };
  expect_peak("position", -1.0, 1.0, 2.0);
  expect_peak("velocity", -2.0, 2.0, 1.5);
  expect_peak("acceleration", -4.0, 4.0, 3.5);
  expect_peak("jerk", -8.0, 8.0, 7.0);
  double highest = 0.0;  // With q" = -4 q.
  for (int i = 0; i <= 100000; ++i) {
    const double q = 1e-5 * i;
    highest = std::max(highest, std::abs(-0.5 * 4.0 * q + 9.81 * std::sin(q)));
  }
  expect_peak("effort", -highest, highest, 3.0);
  EXPECT_EQ(peaks["effort"]["unit"], "N m");
  // Where the acceleration is not asked for, nothing is known of forces.
  const Outcome still =
      run_program("analyze " + robot + " " + motion + " --samples 11 --only q --order 1 -o " + out);
  EXPECT_EQ(still.err.find("effort"), std::string::npos);
  EXPECT_NE(still.out.find("peaks (limits)"), std::string::npos);
  EXPECT_NE(still.out.find("(-0.5 to 2)"), std::string::npos) << still.out;
}

// Oracle: kMotion has |q'| <= 1 at the shoulder and 0.9 at the elbow. Limits of a file count as
// those of a model: in warnings, beside the peaks, and in plots.
TEST(Analyze, LimitsOfAFile) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kMotion);
  const std::string limits =
      folder.write("limits.toml", "[default]\nvelocity = 0.95\n[joint.elbow]\njerk = 1000\n");
  const std::string plots = (folder.path() / "plots").string();
  const Outcome outcome = run_program("analyze planar2r " + motion + " --limits " + limits +
                                      " --json --plots " + plots);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json found = json::parse(outcome.out);
  EXPECT_EQ(found["peaks"][0]["velocity"]["upper_limit"], 0.95);
  EXPECT_EQ(found["peaks"][1]["jerk"]["upper_limit"], 1000.0);
  EXPECT_GE(found["plots"].get<int>(), 5);
  EXPECT_NE(outcome.err.find("joint 'shoulder': velocity "), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find("joint 'elbow'"), std::string::npos) << outcome.err;
  EXPECT_NE(support::text_of(plots + "/velocity.svg").find("class=\"span\""), std::string::npos);
}

// The end effector is named; one that never moves is warned of.
TEST(Analyze, NamesItsEndEffector) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kMotion);
  const std::string table = (folder.path() / "a.csv").string();
  const std::string command = "analyze planar2r " + motion + " --samples 2 --only q,X -o " + table;
  EXPECT_NE(run_program(command).out.find("\nend effector: tip\n"), std::string::npos);
  EXPECT_EQ(run_program(command).err, "note: replaced " + table + "\n");
  const Outcome outcome = run_program(command + " --frame base");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err,
            "warning: --frame: link 'base' does not move: its velocity, Jacobian and all that "
            "follows from them are zero (the end effector would be 'tip')\nnote: replaced " +
                table + "\n");
  const Outcome eval = run_program("eval planar2r --state - --only X --frame base",
                                   R"({"q": [[0.3, 0.5], [1, -1]]})");
  EXPECT_NE(eval.err.find("link 'base' does not move"), std::string::npos);
}

// A file with harmless extensions: a warning each, and --strict refuses it, in every command.
TEST(Analyze, StrictIsAnOptionOfEveryCommandThatLoadsARobot) {
  const support::TemporaryFolder folder;
  const std::string robot = folder.write(
      "r.urdf",
      "<robot name='r'><link name='a'><self_filter/></link><link name='b'/><joint name='j' "
      "type='continuous'><parent link='a'/><child link='b'/></joint></robot>");
  const std::string motion =
      folder.write("m.toml", "kind='expression'\nduration=1\n[[joint]]\nname='j'\nq='t'\n");
  const std::string out = (folder.path() / "a.csv").string();
  for (const std::string& command :
       {"eval " + robot + " --state -", "inverse " + robot + " --operational -", "lint " + robot,
        "analyze " + robot + " " + motion + " -o " + out,
        "convert " + robot + " -o " + (folder.path() / "a.toml").string(),
        "sample " + motion + " --at 0 --model " + robot,
        "trajectory " + motion + " --model " + robot, "verify " + robot,
        "equations " + robot + " --state -"}) {
    const Outcome outcome = run_program(command + " --strict", R"({"q": [[0], [0], [0]]})");
    EXPECT_EQ(outcome.exit_code, 2) << command;
    EXPECT_NE(outcome.err.find("<self_filter> is not a child of <link>; strict reading refuses it"),
              std::string::npos)
        << command << "\n"
        << outcome.err;
  }
  const Outcome eval = run_program("eval " + robot + " --state -", R"({"q": [[0], [0], [0]]})");
  EXPECT_EQ(eval.exit_code, 0);
  EXPECT_NE(eval.err.find("<self_filter> is not a child of <link>; it is ignored"),
            std::string::npos);
}

}  // namespace
}  // namespace appell
