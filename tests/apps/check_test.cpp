// `appell check` through the program.
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
  EXPECT_NE(speed.err.find("--speed: needs --apply FILE"), std::string::npos) << speed.err;
  const Outcome same = run_program("check panda " + motion + " --apply " + motion);
  EXPECT_EQ(same.exit_code, 2) << same.err;
}

}  // namespace
}  // namespace appell
