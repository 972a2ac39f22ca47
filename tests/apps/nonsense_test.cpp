// Numbers and names that make no sense: each is refused, with words that say what is wrong.
#include <filesystem>

#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace appell::apps {
namespace {

using support::run_program;

constexpr const char* kSensibleSwing =
    "kind = \"minimum_jerk\"\nduration = 1\n[[joint]]\nname = \"shoulder\"\nfrom = 0.1\nto = 0.9\n"
    "[[joint]]\nname = \"elbow\"\nfrom = 1.0\nto = 0.4\n";

void expect_refusal(const std::string& arguments, int exit_code, const std::string& words) {
  const support::Outcome outcome = run_program(arguments);
  EXPECT_EQ(outcome.exit_code, exit_code) << arguments;
  EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
}

// All draws of such a factor would be zero.
TEST(Nonsense, DeviationsBeyondEveryNumber) {
  const support::TemporaryFolder folder;
  folder.write("swing.toml", kSensibleSwing);
  for (const std::string what : {"mass\"\nlinks = [\"*\"]", "speed\"", "payload\"\nmean = 1"}) {
    const std::string study = folder.write(
        "study.toml",
        "model = \"planar2r\"\nmotions = [\"swing.toml\"]\nseed = 1\ndraws = 20\norder = 0\n"
        "quantities = [\"Q_drive\"]\nreduce = [\"max_abs\"]\n[[vary]]\nwhat = \"" +
            what + "\nsd = 1e308\n");
    expect_refusal("sweep " + study + " -o " + (folder.path() / "out").string(), 2,
                   "sd is 1e+308; it is a share of the number itself: at most 10 is possible");
  }
}

TEST(Nonsense, StatesBeyondEveryNumber) {
  const support::TemporaryFolder folder;
  const std::string limits = folder.write("limits.toml", "[default]\ntorque = 100\n");
  const std::string state = folder.write("state.json", "{\"q\": [[0.1, 0.2], [1e308, 1]]}");
  expect_refusal("capability planar2r --state " + state + " --limits " + limits, 3,
                 "' needs in this state is not finite: the numbers of the state are too large");
}

TEST(Nonsense, PathsBeyondEveryNumber) {
  const support::TemporaryFolder folder;
  const std::string limits = folder.write("limits.toml", "[default]\ntorque = 100\n");
  const std::string path = folder.write(
      "path.toml",
      "kind = \"expression\"\nduration = 1e154\n[[joint]]\nname = \"shoulder\"\nq = \"sin(t)\"\n"
      "[[joint]]\nname = \"elbow\"\nq = \"sin(t)\"\n");
  expect_refusal("retime planar2r " + path + " --limits " + limits + " -o " +
                     (folder.path() / "fast.toml").string(),
                 3, "is not finite: the numbers of the path are too large");
}

TEST(Nonsense, IntegersThatNoNumberHolds) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write(
      "m.toml",
      "kind = \"minimum_jerk\"\nduration = 9007199254740993\n[[joint]]\nname = \"j\"\nfrom = 0\n"
      "to = 1\n");
  expect_refusal("sample " + motion + " --at 0", 2,
                 "duration is 9007199254740993; an integer that a number of 64 bits holds exactly");
}

// A part of a sweep that cannot be read is not called cut off.
TEST(Nonsense, PartsThatTheDiskDoesNotGive) {
  const support::TemporaryFolder folder;
  folder.write("swing.toml", kSensibleSwing);
  const std::string study = folder.write(
      "study.toml",
      "model = \"planar2r\"\nmotions = [\"swing.toml\"]\nseed = 1\ndraws = 20\norder = 0\n"
      "quantities = [\"Q_drive\"]\nreduce = [\"max_abs\"]\n[[vary]]\nwhat = \"mass\"\n"
      "links = [\"*\"]\nsd = 0.1\n");
  const std::string out = (folder.path() / "out").string();
  ASSERT_EQ(run_program("sweep " + study + " -o " + out).exit_code, 0);
  const std::filesystem::path part = out + "/parts/part-000000.h5";
  ASSERT_TRUE(std::filesystem::remove(part));
  std::filesystem::create_symlink("/proc/self/mem", part);
  expect_refusal("sweep --merge " + out, 3, "cannot be read: Input/output error");
}

// A file that the system cannot read: this one fails at its first byte.
TEST(Nonsense, MeshesThatTheDiskDoesNotGive) {
  const support::TemporaryFolder folder;
  for (const std::string name : {"part.stl", "part.obj", "part.dae"}) {
    std::filesystem::create_symlink("/proc/self/mem", folder.path() / name);
    const std::string body =
        folder.write("body.toml", "name = \"b\"\n[[part]]\nshape = \"mesh\"\nfile = \"" + name +
                                      "\"\ndensity = 1000\n");
    expect_refusal("mass " + body, 2, name + ": cannot be read: Input/output error");
  }
}

}  // namespace
}  // namespace appell::apps
