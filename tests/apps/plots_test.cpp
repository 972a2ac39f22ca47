// The plots of analyze: what the contract says of their number, and that a person can read them.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <regex>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program.hpp"

namespace appell {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using support::Outcome;
using support::run_program;
using support::text_of;

/// All joints of an embedded model swing, each at its own pace.
std::string swing_of(const std::string& model, const support::TemporaryFolder& folder) {
  std::size_t dof = 0;
  for (const json& listed : json::parse(run_program("models --json").out)) {
    if (listed["name"] == model) dof = listed["dof"];
  }
  const json state{{"q", {std::vector<double>(dof, 0.0)}}};
  const json answer =
      json::parse(run_program("eval " + model + " --state - --only q", state.dump()).out);
  std::string law = "kind = 'expression'\nduration = 2\n";
  double pace = 1.0;
  for (const json& name : answer["joints"]) {
    law += "[[joint]]\nname = '" + name.get<std::string>() + "'\nq = '0.3*sin(" +
           std::to_string(pace += 0.1) + "*t)'\n";
  }
  return folder.write("swing.toml", law);
}

std::vector<std::string> svg_files(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".svg") names.push_back(entry.path().filename());
  }
  return names;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

/// Each panel of a figure.
std::vector<std::string> panels_in(const std::string& svg) {
  std::vector<std::string> panels;
  for (std::size_t at = svg.find("<svg"); at != std::string::npos;) {
    const std::size_t next = svg.find("<svg", at + 1);
    const std::string part = svg.substr(at, next - at);
    if (part.find("polyline") != std::string::npos) panels.push_back(part);
    at = next;
  }
  return panels;
}

// Oracle: the contract (5 to 30 .svg directly in DIR, an index.html) and the rule of seven lines.
TEST(Plots, FewAndRightForAnyRobot) {
  for (const char* model : {"planar2r", "panda", "rpr", "humanoid32", "free_body"}) {
    const support::TemporaryFolder folder;
    const fs::path plots = folder.path() / "plots";
    const Outcome outcome = run_program(std::string("analyze ") + model + " " +
                                        swing_of(model, folder) + " --plots " + plots.string());
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::vector<std::string> files = svg_files(plots);
    EXPECT_GE(files.size(), 5U) << model;
    EXPECT_LE(files.size(), 30U) << model;
    EXPECT_NE(outcome.out.find(std::to_string(files.size()) +
                               " plots: " + (plots / "index.html").string() + "\n"),
              std::string::npos)
        << outcome.out;
    const std::string page = text_of(plots / "index.html");
    for (const std::string& file : files) {
      EXPECT_NE(page.find("src=\"" + file + "\""), std::string::npos) << file;
      const std::vector<std::string> panels = panels_in(text_of(plots / file));
      EXPECT_FALSE(panels.empty()) << model << " " << file;
      for (const std::string& panel : panels) {
        EXPECT_LE(count_of(panel, "<polyline"), 7U) << model << " " << file;
        EXPECT_NE(panel.find("rotate(-90)"), std::string::npos) << "a unit";
      }
    }
    for (const char* file : {"position.svg", "velocity.svg", "acceleration.svg", "jerk.svg",
                             "torque.svg", "torque_rate.svg", "torque_derivative_2.svg",
                             "end_effector_speed.svg", "end_effector_acceleration.svg",
                             "end_effector_jerk.svg", "energy.svg", "acceleration_energy.svg"}) {
      EXPECT_TRUE(fs::exists(plots / file)) << model << " " << file;
    }
  }
}

// What --only names is first on the page: figures of the overview that show it, then its own; all
// else of the overview follows.
TEST(Plots, ChosenQuantitiesAreFirst) {
  const support::TemporaryFolder folder;
  const fs::path plots = folder.path() / "plots";
  ASSERT_EQ(run_program("analyze planar2r " + swing_of("planar2r", folder) +
                        " --only r_com,Q_drive --order 1 --plots " + plots.string())
                .exit_code,
            0);
  const std::string page = text_of(plots / "index.html");
  std::size_t before = 0;
  for (const char* file : {"torque.svg", "torque_rate.svg", "r_com_link1.svg", "r_com_link2.d1.svg",
                           "position.svg", "power.svg", "acceleration_energy.svg"}) {
    const std::size_t at = page.find(std::string("src=\"") + file + "\"");
    ASSERT_NE(at, std::string::npos) << file;
    EXPECT_GT(at, before) << file;
    before = at;
  }
}

// A recording of five decimals, whose law has no more derivatives than the torques take: all of the
// overview is drawn from these.
TEST(Plots, OfARecording) {
  const support::TemporaryFolder folder;
  std::string rows = "t,shoulder,elbow\n";
  for (int i = 0; i <= 200; ++i) {
    char row[64];
    std::snprintf(row, sizeof row, "%.2f,%.5f,%.5f\n", 0.01 * i, 0.3 * std::sin(0.02 * i),
                  0.2 * std::sin(0.03 * i));
    rows += row;
  }
  const std::string log = folder.write("log.csv", rows);
  for (const std::string only : {"", " --only Q_drive"}) {
    const fs::path plots = folder.path() / ("plots" + std::to_string(only.size()));
    const Outcome outcome =
        run_program("analyze planar2r " + log + only + " --plots " + plots.string());
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_GE(svg_files(plots).size(), 12U);
    EXPECT_NE(text_of(plots / "torque_derivative_2.svg").find("band of 95 %"), std::string::npos);
  }
}

// All 32 torques are there, each by its name.
TEST(Plots, EveryJointOfAHumanoid) {
  const support::TemporaryFolder folder;
  const fs::path plots = folder.path() / "plots";
  const std::string motion = swing_of("humanoid32", folder);
  ASSERT_EQ(run_program("analyze humanoid32 " + motion + " --plots " + plots.string()).exit_code,
            0);
  const std::string svg = text_of(plots / "torque.svg");
  EXPECT_EQ(count_of(svg, "<polyline"), 32U);
  const std::string law = text_of(motion);
  const std::regex name("name = '([^']*)'");
  for (std::sregex_iterator at(law.begin(), law.end(), name), end; at != end; ++at) {
    EXPECT_NE(svg.find(">" + (*at)[1].str()), std::string::npos) << (*at)[1];
  }
}

// Oracle: a joint that turns 0.3 sin(8t) with a limit of velocity 2: beyond it, and said.
TEST(Plots, LimitsAreDrawn) {
  const support::TemporaryFolder folder;
  const std::string robot = folder.write(
      "r.urdf",
      "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/><inertia ixx='1' "
      "iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='swivel' "
      "type='revolute'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/><limit lower='-9' "
      "upper='9' velocity='2' effort='1000'/></joint></robot>");
  const std::string motion = folder.write(
      "m.toml", "kind='expression'\nduration=1\n[[joint]]\nname='swivel'\nq='0.3*sin(8*t)'\n");
  const fs::path plots = folder.path() / "plots";
  ASSERT_EQ(run_program("analyze " + robot + " " + motion + " --plots " + plots.string()).exit_code,
            0);
  const std::string velocity = text_of(plots / "velocity.svg");
  EXPECT_NE(velocity.find("Joint motion: Velocity (limits)"), std::string::npos) << velocity;
  EXPECT_EQ(count_of(velocity, "<line class=\"level\""), 2U);
  EXPECT_EQ(count_of(velocity, "class=\"span\""), 3U);  // |cos 8t| > 0.83 at 0, pi/8 and 2 pi/8.
  // Far away: not drawn, which would make the curve a line, and not exceeded.
  const std::string torque = text_of(plots / "torque.svg");
  EXPECT_EQ(count_of(torque, "<line class=\"level\""), 0U);
  EXPECT_EQ(count_of(torque, "class=\"span\""), 0U);
}

// Oracle: a spike of 1 ms in 20 s lies between 1001 instants, and is drawn all the same.
TEST(Plots, NoPeakIsLost) {
  const support::TemporaryFolder folder;
  std::string log = "t,shoulder,elbow\n";
  for (int i = 0; i <= 8000; ++i) {
    log += std::to_string(0.0025 * i) + (i == 4321 ? ",1" : ",0") + ",0\n";
  }
  const fs::path plots = folder.path() / "plots";
  const Outcome outcome = run_program("analyze planar2r " + folder.write("log.csv", log) +
                                      " --order 0 --only q --rate 400 --plots " + plots.string());
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string svg = text_of(plots / "position.svg");
  const std::regex point("([0-9.]+),([0-9.]+) ");
  double highest = 1e9;
  double lowest = 0.0;
  for (std::sregex_iterator at(svg.begin(), svg.end(), point), end; at != end; ++at) {
    highest = std::min(highest, std::stod((*at)[2]));
    lowest = std::max(lowest, std::stod((*at)[2]));
  }
  EXPECT_GT(lowest - highest, 250.0);  // Of a picture 324 high.
}

// What --only names is drawn; with --plots-all every quantity is, in a folder of its own.
TEST(Plots, ChosenAndAll) {
  const support::TemporaryFolder folder;
  const fs::path few = folder.path() / "few";
  const fs::path all = folder.path() / "all";
  const std::string command = "analyze planar2r " + swing_of("planar2r", folder) + " --order 1";
  const Outcome chosen =
      run_program(command + " --only mass_matrix,X,Q_drive --plots " + few.string());
  ASSERT_EQ(chosen.exit_code, 0) << chosen.err;
  for (const char* file : {"mass_matrix.svg", "X.svg", "X.d1.svg", "torque.svg", "position.svg"}) {
    EXPECT_TRUE(fs::exists(few / file)) << file;
  }
  EXPECT_FALSE(fs::exists(few / "Q_drive.svg"));  // As torque.svg.
  const Outcome both =
      run_program(command + " --plots " + few.string() + " --plots-all " + all.string());
  ASSERT_EQ(both.exit_code, 0) << both.err;
  const std::size_t num_all = svg_files(all).size();
  EXPECT_GT(num_all, 50U);
  EXPECT_NE(both.out.find(std::to_string(num_all) + " plots of everything: "), std::string::npos);
  EXPECT_TRUE(fs::exists(all / "Q_drive.d1.svg") && fs::exists(all / "index.html"));
  const Outcome same =
      run_program(command + " --plots " + few.string() + " --plots-all " + few.string());
  EXPECT_EQ(same.exit_code, 2);
  EXPECT_NE(same.err.find("--plots-all: is the same folder as --plots"), std::string::npos);
  const Outcome many = run_program(command +
                                   " --only T,r_com,omega_world,omega_body,reaction_force"
                                   ",reaction_moment,X,Q_inertia,Q_gravity --plots " +
                                   (folder.path() / "many").string());
  ASSERT_EQ(many.exit_code, 0) << many.err;
  EXPECT_EQ(svg_files(folder.path() / "many").size(), 30U);
  EXPECT_NE(many.err.find("--plots-all DIR has every one"), std::string::npos) << many.err;
}

// With as little as a quantity without derivatives there are five at least.
TEST(Plots, FiveAtLeast) {
  const support::TemporaryFolder folder;
  const std::string log = folder.write(
      "log.csv", "t,shoulder,elbow\n0,0,0\n0.1,0.1,0\n0.2,0.3,0.1\n0.3,0.4,0.3\n0.4,0.4,0.4\n");
  const fs::path plots = folder.path() / "plots";
  const Outcome outcome =
      run_program("analyze planar2r " + log + " --only q --order 0 --plots " + plots.string());
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_GE(svg_files(plots).size(), 5U);
}

}  // namespace
}  // namespace appell
