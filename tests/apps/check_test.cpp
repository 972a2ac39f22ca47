// `appell check` through the program.
#include <cmath>
#include <filesystem>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace appell {
namespace {

using nlohmann::json;
using support::Outcome;
using support::run_program;

constexpr const char* kSwingMotion =
    "kind = \"expression\"\nduration = 2\n[[joint]]\nname = \"shoulder\"\nq = \"0.5*sin(3*t)\"\n"
    "[[joint]]\nname = \"elbow\"\nq = \"1\"\n";

// Oracle: the elbow stands still, the shoulder's velocity is 1.5 cos 3t, its jerk 13.5 cos 3t. At
// 2/1.5 times the speed the velocity is at its limit.
TEST(Check, JsonAsDocumented) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("swing.toml", kSwingMotion);
  const std::string limits =
      folder.write("limits.toml", "[joint.shoulder]\nvelocity = 2.0\njerk = 13.0\n");
  const Outcome outcome =
      run_program("check planar2r " + motion + " --limits " + limits + " --json");
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  const json found = json::parse(outcome.out);
  EXPECT_EQ(found["legal"], false);
  std::map<std::string, json> by_kind;
  for (const json& limit : found["limits"]) {
    if (limit["joint"] == "shoulder") by_kind[limit["kind"]] = limit;
  }
  EXPECT_NEAR(by_kind["velocity"]["worst"].get<double>(), 1.5, 1e-12);
  EXPECT_EQ(by_kind["velocity"]["limit"], 2.0);
  EXPECT_NEAR(by_kind["velocity"]["margin"].get<double>(), 0.25, 1e-12);
  EXPECT_NEAR(by_kind["jerk"]["worst"].get<double>(), 13.5, 1e-11);
  EXPECT_NEAR(by_kind["jerk"]["margin"].get<double>(), 1.0 - 13.5 / 13.0, 1e-12);
  const double fastest = found["speeds"]["fastest"];
  EXPECT_NEAR(fastest, std::cbrt(13.0 / 13.5), 1e-9);
  EXPECT_EQ(found["speeds"]["every_slower_is_legal"], true);
  EXPECT_EQ(found["speeds"]["legal"].size(), 1u);
}

// Oracle: by hand. Why no speed is legal: what holds the arm at rest, or a position.
TEST(Check, SaysWhyNoSpeedIsLegal) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("swing.toml", kSwingMotion);
  const auto reason = [&](const std::string& limit) {
    const std::string limits = folder.write("limits.toml", "[joint.shoulder]\n" + limit + "\n");
    const std::string text = run_program("check planar2r " + motion + " --limits " + limits).out;
    const json found = json::parse(
        run_program("check planar2r " + motion + " --limits " + limits + " --json").out);
    EXPECT_TRUE(found["speeds"]["legal"].empty());
    EXPECT_EQ(found["speeds"]["obstacle"]["joint"], "shoulder");
    const std::size_t at = text.find("Legal speeds: none; ");
    return at == std::string::npos ? text : text.substr(at + 20, text.find('\n', at) - at - 20);
  };
  EXPECT_EQ(
      reason("position = [-0.4, 0.6]"),
      "at every speed position of 'shoulder' is -0.5 rad at t = 1.5708 s, its limit -0.4 rad");
  const std::string torque = reason("torque = 1");
  EXPECT_EQ(torque.find("even next to standstill torque of 'shoulder' is "), 0u) << torque;
  EXPECT_TRUE(torque.ends_with(", its limit 1 N m")) << torque;
}

// Property: what --apply writes passes, and a little more does not.
TEST(Check, ApplyWritesALegalMotion) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("swing.toml", kSwingMotion);
  const std::string limits =
      folder.write("limits.toml", "[default]\ntorque = 40\ntorque_rate = 60\n");
  const std::string legal = (folder.path() / "legal.toml").string();
  const std::string faster = (folder.path() / "faster.toml").string();
  const Outcome first = run_program("check planar2r " + motion + " --limits " + limits +
                                    " --apply " + legal + " --json");
  ASSERT_LE(first.exit_code, 1) << first.err;
  const double fastest = json::parse(first.out)["speeds"]["fastest"];
  EXPECT_GT(fastest, 0.1);
  EXPECT_EQ(run_program("check planar2r " + legal + " --limits " + limits).exit_code, 0);
  char speed[40];
  std::snprintf(speed, sizeof speed, "%.17g", fastest * (1.0 + 1e-6));
  run_program("check planar2r " + motion + " --limits " + limits + " --apply " + faster +
              " --speed " + speed);
  EXPECT_EQ(run_program("check planar2r " + faster + " --limits " + limits).exit_code, 1);
}

// Oracle: what the contract says: 5 to 30 plots and a page that shows each of them.
TEST(Check, PlotsOfTheUtilisation) {
  namespace fs = std::filesystem;
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("swing.toml", kSwingMotion);
  const fs::path plots = folder.path() / "plots";
  for (const std::string text : {"[joint.shoulder]\njerk = 10.0\n",
                                 "[default]\nvelocity = 2.0\njerk = "
                                 "10.0\ntorque = 30\npower = "
                                 "20\n[end_effector]\nspeed = 2\n"}) {
    fs::remove_all(plots);
    const std::string limits = folder.write("limits.toml", text);
    const Outcome outcome = run_program("check planar2r " + motion + " --limits " + limits +
                                        " --plots " + plots.string());
    EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
    const std::string index = support::text_of(plots / "index.html");
    EXPECT_NE(index.find("NOT legal"), std::string::npos);
    int count = 0;
    for (const auto& entry : fs::directory_iterator(plots)) {
      const std::string name = entry.path().filename().string();
      if (!name.ends_with(".svg")) continue;
      ++count;
      EXPECT_NE(index.find("src=\"" + name + "\""), std::string::npos) << name;
    }
    EXPECT_GE(count, 5);
    EXPECT_LE(count, 30);
    // The jerk is 13.5 of 10 at its worst: marked, and the limit is drawn.
    const std::string jerk = support::text_of(plots / "utilisation_jerk.svg");
    EXPECT_NE(jerk.find("135 %: shoulder"), std::string::npos);
    EXPECT_NE(jerk.find(">Utilisation of limits: Jerk<"), std::string::npos);
    EXPECT_NE(jerk.find("class=\"level\""), std::string::npos);
    EXPECT_NE(jerk.find("class=\"span\""), std::string::npos);
  }
}

/// 2 s of planar2r at 100 Hz with noise of about 1e-4 rad, as a log has it.
std::string noisy_log() {
  std::string text = "t,shoulder,elbow\n";
  unsigned state = 7;
  const auto noise = [&] {  // The sum of uniform numbers is nearly normal.
    double sum = 0.0;
    for (int i = 0; i < 12; ++i) {
      state = 1664525U * state + 1013904223U;
      sum += state / 4294967296.0;
    }
    return 1e-4 * (sum - 6.0);
  };
  for (int i = 0; i <= 200; ++i) {
    const double t = 0.01 * i;
    char line[100];
    std::snprintf(line, sizeof line, "%.3f,%.6f,%.6f\n", t, 0.5 * std::sin(3.0 * t) + noise(),
                  1.0 - 0.3 * std::cos(2.0 * t) + noise());
    text += line;
  }
  return text;
}

// Property: through noisy samples a warning says how much of the worst is noise; smoothed, each
// worst has a deviation, and the true peak (velocity 1.5, jerk 13.5) is within a few of them.
TEST(Check, NoisyLogsSayHowWellTheyAreKnown) {
  const support::TemporaryFolder folder;
  const std::string log = folder.write("log.csv", noisy_log());
  const std::string limits =
      folder.write("limits.toml",
                   "[default]\nvelocity = 1.5\njerk = 100.0\ntorque = 80\n[total]\nenergy = 90\n");
  const std::string command = "check planar2r " + log + " --limits " + limits + " --json";
  const Outcome rough = run_program(command + " --smooth none");
  EXPECT_NE(rough.err.find("jerk of '"), std::string::npos) << rough.err;
  EXPECT_NE(rough.err.find("of which noise of the samples makes about"), std::string::npos);
  const auto limit_of = [](const json& found, const std::string& kind, const std::string& joint) {
    for (const json& limit : found["limits"]) {
      if (limit["kind"] == kind && (limit["joint"].is_null() || limit["joint"] == joint))
        return limit;
    }
    return json();
  };
  const json jerk = limit_of(json::parse(rough.out), "jerk", "shoulder");
  EXPECT_TRUE(jerk["sd"].is_null());
  // All of it is noise, but at an end, where a spline has several times as much as inside.
  EXPECT_GT(jerk["noise"].get<double>(), 0.1 * jerk["worst"].get<double>());
  EXPECT_GT(jerk["noise"].get<double>(), 100.0 * 13.5);
  const Outcome smooth = run_program(command + " --smooth 1e-4");
  const json found = json::parse(smooth.out);
  for (const std::string kind : {"velocity", "jerk", "torque"}) {
    const json limit = limit_of(found, kind, "shoulder");
    ASSERT_TRUE(limit["sd"].is_number()) << kind << smooth.err;
    EXPECT_GT(limit["sd"].get<double>(), 0.0);
    EXPECT_TRUE(limit["noise"].is_null());
  }
  const json velocity = limit_of(found, "velocity", "shoulder");
  EXPECT_NEAR(velocity["worst"].get<double>(), 1.5, 5.0 * velocity["sd"].get<double>());
  const std::string verdict = velocity["verdict"];
  EXPECT_TRUE(verdict == "legal, but within 2 sd of the limit" ||
              verdict == "exceeded by less than 2 sd" ||
              std::abs(velocity["worst"].get<double>() - 1.5) > 2.0 * velocity["sd"].get<double>())
      << verdict;
  EXPECT_TRUE(limit_of(found, "total_energy", "")["sd"].is_null());
}

// Bad input that is none: a limit next to nothing is exceeded, in few digits.
TEST(Check, TinyLimits) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("swing.toml", kSwingMotion);
  const std::string limits =
      folder.write("limits.toml",
                   "[default]\ntorque = 1e-300\nvelocity = 1e-5\n[end_effector]\nspeed = 1e-300\n");
  const Outcome outcome = run_program("check planar2r " + motion + " --limits " + limits);
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LT(line.size(), 120u) << line;
  const json found =
      json::parse(run_program("check planar2r " + motion + " --limits " + limits + " --json").out);
  EXPECT_EQ(found["legal"], false);
  EXPECT_GT(found["energy"]["total"].get<double>(), 1.0);
  EXPECT_EQ(found["energy"]["joints"]["elbow"], 0.0);
}

// Property: a speed at which the motion would not be legal is written, but not in silence.
TEST(Check, SpeedsThatAreNotLegalAreSaid) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("swing.toml", kSwingMotion);
  const std::string limits = folder.write("limits.toml", "[default]\nvelocity = 2\n");
  const std::string start = "check planar2r " + motion + " --limits " + limits + " --apply " +
                            (folder.path() / "fast.toml").string() + " --speed ";
  EXPECT_NE(run_program(start + "3").err.find("--speed 3: the motion that is written is not legal"),
            std::string::npos);
  EXPECT_NE(run_program(start + "30").err.find("is not checked at this speed"), std::string::npos);
  EXPECT_EQ(run_program(start + "1.2").err.find("--speed"), std::string::npos);
}

// Property: an effort of zero in a URDF is what people write who have none.
TEST(Check, LimitsOfZeroAreTakenAsNotGiven) {
  const support::TemporaryFolder folder;
  const std::string robot = folder.write(
      "r.urdf",
      "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/><inertia "
      "ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' "
      "type='revolute'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/><limit lower='-1' "
      "upper='1' effort='0' velocity='0'/></joint></robot>");
  const std::string motion = folder.write(
      "m.toml",
      "kind = \"expression\"\nduration = 2\n[[joint]]\nname = \"j\"\nq = \"0.5*sin(t)\"\n");
  const Outcome outcome = run_program("check " + robot + " " + motion + " --json");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("limits of zero (torque, velocity), taken as not given"),
            std::string::npos)
      << outcome.err;
  EXPECT_EQ(json::parse(outcome.out)["limits"].size(), 1u);
}

TEST(Check, SaysWhatIsWrong) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("swing.toml", kSwingMotion);
  const std::string limits = folder.write("limits.toml", "[joint.hip]\nvelocity = 2.0\n");
  const Outcome joint = run_program("check planar2r " + motion + " --limits " + limits);
  EXPECT_EQ(joint.exit_code, 2);
  EXPECT_NE(joint.err.find("limits.toml:1:1: joint 'hip': is none of model 'planar2r'"),
            std::string::npos)
      << joint.err;
  const Outcome speed = run_program("check planar2r " + motion + " --speed 2");
  EXPECT_EQ(speed.exit_code, 2);
  EXPECT_NE(speed.err.find("--speed: needs -o FILE.toml"), std::string::npos) << speed.err;
  const Outcome same = run_program("check panda " + motion + " --apply " + motion);
  EXPECT_EQ(same.exit_code, 2) << same.err;
}

// Bad input: messages begin with the file, and none with the name of a function of the library.
TEST(Check, MessagesNameTheFile) {
  const support::TemporaryFolder folder;
  const std::string swing = folder.write("swing.toml", kSwingMotion);
  const auto motion = [&](const char* name, const std::string& q) {
    return folder.write(name,
                        "kind = \"expression\"\nduration = 2\n[[joint]]\nname = "
                        "\"shoulder\"\nq = \"" +
                            q + "\"\n[[joint]]\nname = \"elbow\"\nq = \"0\"\n");
  };
  const std::string pole = motion("pole.toml", "1/(t-1)"), fast = motion("fast.toml", "sin(1e8*t)");
  const std::string huge = motion("huge.toml", "1e200*t"), still = motion("still.toml", "0");
  const std::string limits = folder.write("limits.toml", "[default]\nvelocity = 2\ntorque = 30\n");
  const std::string springs = folder.write("springs.toml", "[default]\nstiffness = 600\n");
  const std::string with = " --limits " + limits;
  const std::vector<std::pair<std::string, std::string>> cases{
      {"check planar2r " + pole + with, "pole.toml: a formula of the motion has no value"},
      {"check planar2r " + fast + with, "fast.toml: 'velocity' changes too fast"},
      {"check planar2r " + huge + with, "huge.toml: "},
      {"check panda " + swing + " --limits panda", "swing.toml: joint 'joint1' of model 'panda'"},
      {"compare planar2r " + pole + " " + swing, "pole.toml: a formula"},
      {"compare planar2r " + still, "still.toml "},
      {"elastic planar2r " + pole + " --actuators " + springs, "pole.toml: a formula"},
      {"elastic planar2r " + swing, "planar2r: model 'planar2r' has no elastic joint"},
      {"feedforward planar2r " + pole + " -o " + (folder.path() / "a.csv").string(), "pole.toml: "},
      {"capability planar2r --state - --limits " + springs, "springs.toml:"}};
  for (const auto& [arguments, text] : cases) {
    const Outcome outcome = run_program(arguments, R"({"q": [[0, 0], [0, 0]]})");
    EXPECT_GE(outcome.exit_code, 2) << arguments;
    EXPECT_NE(outcome.err.find(text), std::string::npos) << arguments << "\n" << outcome.err;
    for (const char* function :
         {"check_motion:", "legal_speeds:", "compare_motions:", "capability:", "standard_moves:",
          "motion_energies:", "linear_dynamics:"}) {
      EXPECT_EQ(outcome.err.find(function), std::string::npos) << outcome.err;
    }
  }
}

}  // namespace
}  // namespace appell
