// Pipes: what comes out of one is read once, and no file is written that would name it.
#include <cstdlib>
#include <filesystem>
#include <thread>

#include <sys/stat.h>
#include <sys/wait.h>

#include <gtest/gtest.h>

#include "tests/support/places.hpp"
#include "tests/support/program.hpp"

namespace appell::apps {
namespace {

using support::text_of;

constexpr const char* kPipedSwing =
    "kind = \"minimum_jerk\"\nduration = 1\n[[joint]]\nname = \"shoulder\"\nfrom = 0.1\nto = 0.9\n"
    "[[joint]]\nname = \"elbow\"\nfrom = 1.0\nto = 0.4\n";
constexpr const char* kPipedWaypoints =
    "kind = \"path\"\njoints = [\"shoulder\", \"elbow\"]\n"
    "waypoints = [[0, 0], [0.5, 0.2], [1, 0.3]]\n";

/// A folder with limits, a file and a pipe that gives the same bytes once.
class Pipe : public ::testing::Test {
 protected:
  /// @param ending  of both names.
  void fill(const std::string& text, const std::string& ending) {
    file_ = folder_.write("file" + ending, text);
    pipe_ = (folder_.path() / ("pipe" + ending)).string();
    ASSERT_EQ(::mkfifo(pipe_.c_str(), 0600), 0);
  }

  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  /// `appell ARGUMENTS` while the bytes wait in the pipe; a hang becomes exit code 124.
  support::Outcome run(const std::string& arguments) const {
    const std::string err = path("err"), out = path("out");
    const std::string command = "timeout 60 bash -c 'cat " + file_ + " > " + pipe_ +
                                " & timeout 60 " + support::program() + " " + arguments + "' >" +
                                out + " 2>" + err;
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(out), text_of(err)};
  }

  support::TemporaryFolder folder_;
  std::string limits_ = folder_.write(
      "limits.toml", "[default]\nvelocity = 2\nacceleration = 20\njerk = 200\ntorque = 100\n");
  std::string file_;
  std::string pipe_;
};

// Cross-check: the same path from a file. A motion is looked at for its kind first and read then.
TEST_F(Pipe, GivesRetimeTheSameMotionAsAFile) {
  fill(kPipedSwing, ".toml");
  const support::Outcome piped =
      run("retime planar2r " + pipe_ + " --limits " + limits_ + " -o " + path("piped.csv"));
  ASSERT_EQ(piped.exit_code, 0) << piped.err;
  const support::Outcome filed = support::run_program("retime planar2r " + file_ + " --limits " +
                                                      limits_ + " -o " + path("filed.csv"));
  ASSERT_EQ(filed.exit_code, 0) << filed.err;
  EXPECT_GT(text_of(path("piped.csv")).size(), 1000U);
  EXPECT_EQ(text_of(path("piped.csv")), text_of(path("filed.csv")));
}

// Waypoints stand in the motion that is written: it names no file, and can be read.
TEST_F(Pipe, GivesWaypointsThatAreWrittenDown) {
  fill(kPipedWaypoints, ".toml");
  const support::Outcome retimed =
      run("retime planar2r " + pipe_ + " --limits " + limits_ + " -o " + path("fast.toml"));
  ASSERT_EQ(retimed.exit_code, 0) << retimed.err;
  EXPECT_EQ(support::run_program("check planar2r " + path("fast.toml") + " --limits " + limits_)
                .exit_code,
            0);
}

// Bad input: what would have to name the pipe is refused before anything is computed.
TEST_F(Pipe, IsNamedByNoMotionFile) {
  fill(kPipedSwing, ".toml");
  const std::string written = path("fast.toml");
  for (const std::string& command :
       {"retime planar2r " + pipe_ + " --limits " + limits_ + " -o " + written,
        "check planar2r " + pipe_ + " --limits " + limits_ + " --apply " + written}) {
    const support::Outcome refused = run(command);
    EXPECT_EQ(refused.exit_code, 2) << command;
    EXPECT_NE(refused.err.find(pipe_ + ": is a pipe, which a motion file cannot name"),
              std::string::npos)
        << refused.err;
    EXPECT_FALSE(std::filesystem::exists(written));
  }
}

// A robot that does not load is tried with other options, to say which of them would help.
TEST_F(Pipe, GivesARobotThatIsReadAgainForAHint) {
  fill(
      "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/><inertia ixx='1' "
      "iyy='1' izz='9' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' "
      "type='continuous'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/></joint></robot>",
      ".urdf");
  const support::Outcome refused = run("convert " + pipe_ + " -o " + path("r.toml"));
  EXPECT_EQ(refused.exit_code, 2) << refused.err;
  EXPECT_NE(refused.err.find("--accept-inertia goes on"), std::string::npos) << refused.err;
}

// Process substitution: a pipe that has no name of its own but /dev/fd/N, here behind a link.
TEST(PipeWithoutName, GivesRetimeTheSameMotionAsAFile) {
  const support::TemporaryFolder folder;
  const std::string at = folder.path().string();
  folder.write("swing.toml", kPipedSwing);
  folder.write("limits.toml", "[default]\nvelocity = 2\nacceleration = 20\njerk = 200\n");
  const auto retime = [&](const std::string& path, const std::string& out) {
    const std::string command = "cd " + at +
                                " && timeout 60 bash -c 'exec 9< <(cat swing.toml); ln -sf "
                                "/proc/self/fd/9 given.toml; " +
                                support::program() + " retime planar2r " + path +
                                " --limits limits.toml -o " + out + "' >/dev/null 2>&1";
    return std::system(command.c_str());
  };
  ASSERT_EQ(retime("given.toml", "piped.csv"), 0);
  ASSERT_EQ(retime("swing.toml", "filed.csv"), 0);
  EXPECT_EQ(text_of(at + "/piped.csv"), text_of(at + "/filed.csv"));
  EXPECT_NE(retime("given.toml", "piped.toml"), 0);
  EXPECT_FALSE(std::filesystem::exists(at + "/piped.toml"));
}

}  // namespace
}  // namespace appell::apps
