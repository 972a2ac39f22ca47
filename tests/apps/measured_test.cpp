// appell analyze --measured, and friction files.
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program.hpp"

namespace appell {
namespace {

using nlohmann::json;
using support::Outcome;
using support::run_program;

constexpr const char* kSwing = R"toml(
kind = "expression"
duration = 6
[[joint]]
name = "shoulder"
q = "0.6*sin(2*t) + 0.1*cos(5*t)"
[[joint]]
name = "elbow"
q = "0.4*cos(3*t) - 0.2*sin(t)"
)toml";

constexpr const char* kFriction = R"toml(
[[joint]]
name = "shoulder"
friction = {offset = 0.1, viscous = 0.3, dry = 0.5, law = "smooth", velocity = 0.02}
[[joint]]
name = "elbow"
friction = {viscous = 0.2, dry = 0.4, law = "smooth", velocity = 0.02}
)toml";

/// A log of the swing with friction: what the program computes, under the names of a log.
std::string made_up_log(const support::TemporaryFolder& folder) {
  const std::string table = (folder.path() / "table.csv").string();
  const Outcome outcome = run_program("analyze planar2r " + folder.write("swing.toml", kSwing) +
                                      " --friction " + folder.write("friction.toml", kFriction) +
                                      " --only q,Q_motor --order 0 --samples 3001 -o " + table);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  std::ifstream in(table);
  std::string text;
  for (std::string line; std::getline(in, line);) {
    if (line.front() == '#') continue;
    if (line.front() == 't') line = "t,shoulder,elbow,shoulder.effort,elbow.effort";
    text += line + "\n";
  }
  return folder.write("log.csv", text);
}

// The job and the option of analyze are the same question.
TEST(Measured, IsAJobOfItsOwn) {
  const support::TemporaryFolder folder;
  const std::string words =
      "planar2r " + made_up_log(folder) + " --fit-friction coulomb --skip 0.2";
  for (const std::string form : {"", " --json"}) {
    const Outcome own = run_program("measured " + words + form);
    const Outcome option = run_program("analyze --measured " + words + form);
    ASSERT_EQ(own.exit_code, 0) << own.err;
    EXPECT_EQ(own.out, option.out);
    EXPECT_FALSE(own.out.empty());
  }
}

// Oracle: the friction that was put in. The whole way: from a log to a friction file, with which
// nothing remains.
TEST(Measured, FindsTheFrictionOfALog) {
  const support::TemporaryFolder folder;
  const std::string log = made_up_log(folder);
  const std::string out = (folder.path() / "fitted.toml").string();
  const std::string plots = (folder.path() / "plots").string();
  const Outcome outcome =
      run_program("analyze planar2r " + log + " --measured --fit-friction coulomb --json --plots " +
                  plots + " --friction-out " + out);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json joints = json::parse(outcome.out)["joints"];
  const double dry[] = {0.5, 0.4}, viscous[] = {0.3, 0.2}, offset[] = {0.1, 0.0};
  for (std::size_t j = 0; j < 2; ++j) {
    const json& found = joints[j]["parameters"];
    EXPECT_NEAR(found["dry"]["value"].get<double>(), dry[j], 1e-4);
    EXPECT_NEAR(found["viscous"]["value"].get<double>(), viscous[j], 1e-4);
    EXPECT_NEAR(found["offset"]["value"].get<double>(), offset[j], 1e-4);
    EXPECT_LT(joints[j]["after_fit"].get<double>(), 1e-3);
    EXPECT_GT(joints[j]["difference"].get<double>(), 0.4);
  }
  EXPECT_TRUE(std::filesystem::exists(plots + "/measured.elbow.svg"));
  const Outcome again =
      run_program("analyze planar2r " + log + " --measured --json --friction " + out);
  ASSERT_EQ(again.exit_code, 0) << again.err;
  const json compared = json::parse(again.out);
  for (const json& joint : compared["joints"]) {
    EXPECT_LT(joint["with_friction"].get<double>(), 1e-3);
  }
}

TEST(Measured, ExplainsBadOptions) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("swing.toml", kSwing);
  const std::string friction = folder.write("friction.toml", kFriction);
  const auto refused = [&](const std::string& options, const std::string& message) {
    const Outcome outcome = run_program("analyze planar2r " + motion + " " + options);
    EXPECT_EQ(outcome.exit_code, 2) << options;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << outcome.err;
  };
  refused("--measured", "swing.toml: is no record of a motion, so nothing was measured");
  refused("--fit-friction coulomb", "--fit-friction: is for --measured, which is not given");
  refused("--measured --friction-out x.toml", "--friction-out: is for --fit-friction");
  refused("--measured --fit-friction dahl", "--fit-friction: there is no law of friction 'dahl'");
  refused("--measured --skip -1", "--skip: is -1; seconds, not negative, are needed");
  refused(
      "--measured --friction " + friction + " --fit-friction coulomb --friction-out " + friction,
      "friction.toml");
  refused("--measured --friction " + folder.write("other.toml", "[[joint]]\nname = 'wrist'\n"),
          "other.toml:1:1: joint 'wrist': has no friction");
}

}  // namespace
}  // namespace appell
