// What a new user meets: a message has plain words, and names an option or field that the command
// really has.
#include <filesystem>

#include <gtest/gtest.h>

#include "tests/support/places.hpp"
#include "tests/support/program.hpp"

namespace appell {
namespace {

namespace fs = std::filesystem;
using support::Outcome;
using support::run_program;

void expect_told(const std::string& arguments, int exit_code, const std::string& message) {
  const Outcome outcome = run_program(arguments);
  EXPECT_EQ(outcome.exit_code, exit_code) << arguments << "\n" << outcome.err;
  EXPECT_NE(outcome.err.find(message), std::string::npos)
      << arguments << "\nexpected: " << message << "\nfound:    " << outcome.err;
}

/// Two joints that turn slowly; `bad` is a row in between.
std::string rows(const std::string& header, const std::string& bad = "") {
  std::string text = header + "\n";
  for (int i = 0; i < 20; ++i) {
    if (i == 10) text += bad;
    const std::string q = std::to_string(0.001 * i * i);
    text += std::to_string(0.1 * i) + "," + q + "," + q + "\n";
  }
  return text;
}

TEST(Messages, ColumnsOfOtherNames) {
  const support::TemporaryFolder folder;
  const std::string by_place = folder.write("q.csv", rows("t,q1,q2"));
  expect_told("analyze planar2r " + by_place, 2, "--rename q1=shoulder,q2=elbow\n");
  EXPECT_EQ(run_program("sample " + by_place + " --at 1 --rename q1=shoulder,q2=elbow").exit_code,
            0);
  const std::string by_name = folder.write("n.csv", rows("t,elbov,sholder"));
  expect_told("analyze planar2r " + by_name, 2, "--rename sholder=shoulder,elbov=elbow\n");
  expect_told("analyze planar2r " + folder.write("x.xyz", ""), 2,
              "rename it, or give --columns FILE if it is a log");
}

TEST(Messages, BadRows) {
  const support::TemporaryFolder folder;
  folder.write("bad.csv", rows("t,shoulder,elbow", "0.95,nan,0.1\n"));
  const std::string study = folder.write(
      "study.toml", "model = 'planar2r'\nmotions = ['bad.csv']\nquantities = ['Q_drive']\n");
  expect_told("sweep " + study + " -o " + (folder.path() / "out").string(), 2,
              "; skip_bad_rows = true leaves such rows out");
  std::string record = "t,a\n";
  for (int i = 0; i < 40; ++i) record += std::to_string(0.05 * i) + (i == 20 ? ",x\n" : ",0.1\n");
  const std::string demo = "demo --record " + folder.write("a.csv", record) + " --radius 0.3 -o " +
                           (folder.path() / "demo").string();
  expect_told(demo, 2, "; --skip-bad-rows leaves such rows out");
  expect_told(demo + " --skip-bad-rows", 0, "1 of 40 rows is left out: ");
}

TEST(Messages, OneOfAThing) {
  const support::TemporaryFolder folder;
  const std::string state = folder.write("s.json", R"({"q": [[1]]})");
  expect_told("eval planar2r --state " + state, 2,
              "q[0]: has 1 number; one for each of the 2 joints is needed");
  const std::string path = folder.write(
      "p.toml", "kind = 'path'\njoints = ['shoulder', 'elbow']\nwaypoints = [[0], [1]]\n");
  expect_told("retime planar2r " + path + " -o " + (folder.path() / "r.toml").string(), 2,
              "waypoint 1 has 1 number; one for each of 2 joints is needed");
  const std::string spline =
      folder.write("s.toml",
                   "kind='spline'\norder=4\nknots=[0,1,2]\n[[joint]]\nname='a'\n"
                   "interior_accelerations=[1,2]\nstart={q=0}\nend={q=1}\n");
  expect_told("sample " + spline + " --at 1", 2, "3 knots and order 4, 1 is needed");
}

TEST(Messages, PlacesAndOptions) {
  const support::TemporaryFolder folder;
  const std::string friction = folder.write("f.toml", "[joint.shoulder]\nviscous = 1\n");
  expect_told("eval planar2r --state - --friction " + friction, 2, "f.toml:1:1: joint is a table");
  const std::string motion = folder.write("m.csv", rows("t,shoulder,elbow"));
  expect_told("sample " + motion + " --at 99", 2, "--at: t = 99 s is outside the motion");
  expect_told("sample " + motion + " --at", 2, "--at: its value is missing");
}

TEST(Messages, Solids) {
  const support::TemporaryFolder folder;
  expect_told(
      "mass " + folder.write("p.step", ""), 2,
      "give --material, --density or --mass then, and --scale 0.001 if it is in millimetres");
  // A box without its lid: the hole has a fifth of the surface.
  const std::string open = folder.write(
      "o.obj",
      "v 0 0 0\nv 0 0 .1\nv 0 .1 0\nv 0 .1 .1\nv .1 0 0\nv .1 0 .1\nv .1 .1 0\nv .1 .1 .1\n"
      "f 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\n");
  expect_told("mass " + open + " --density 1000", 2, "--close-holes closes small holes, --hull");
  expect_told("mass " + open + " --density 1000 --close-holes", 2, "--hull takes the convex hull");
  const Outcome hull = run_program("mass " + open + " --density 1000 --hull --axes 0.3,0.2,0.1");
  EXPECT_EQ(hull.exit_code, 0) << hull.err;
  for (const char* rounding : {"e-17", "e-18", "e-19", "e-20", "e-3"}) {
    EXPECT_EQ(hull.out.find(rounding), std::string::npos) << rounding << "\n" << hull.out;
  }
}

TEST(Messages, RobotsThatAreRefused) {
  const support::TemporaryFolder folder;
  const std::string loop =
      folder.write("loop.xml",
                   "<mujoco><worldbody><body name='a'><joint name='j'/><geom size='0.1'/></body>"
                   "<body name='b'><joint name='k'/><geom size='0.1'/></body></worldbody>"
                   "<equality><connect body1='a' body2='b' anchor='0 0 0'/></equality></mujoco>");
  const std::string output = (folder.path() / "c.toml").string();
  for (const std::string& command : {"lint " + loop, "convert " + loop + " -o " + output}) {
    expect_told(command, 2, "--open-loops leaves them open");
  }
  const std::string impossible = folder.write(
      "r.urdf",
      "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/><inertia ixx='1' "
      "iyy='1' izz='9' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' "
      "type='continuous'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/></joint></robot>");
  expect_told("eval " + impossible + " --state -", 2, "lint --fix FILE replaces them");
  const Outcome unchanged =
      run_program("lint planar2r --fix " + (folder.path() / "f.toml").string());
  EXPECT_NE(unchanged.out.find("No inertia was changed; written to "), std::string::npos)
      << unchanged.out;
}

// verify is another program: a signal that comes while this one becomes it must not be lost to the
// default, which would end it with 143 in place of 3.
TEST(Messages, SignalsWaitForTheOtherProgram) {
  const support::TemporaryFolder folder;
  const fs::path papers =
      folder.write("appell-papers", "#!/bin/sh\nexec grep SigBlk /proc/self/status\n");
  fs::permissions(papers, fs::perms::owner_all);
  fs::copy_file(support::program(), folder.path() / "appell");
  const Outcome outcome =
      run_program("", "", "sh -c '" + (folder.path() / "appell").string() + " verify' ");
  EXPECT_NE(outcome.out.find("0000000000004003"), std::string::npos)  // SIGHUP, SIGINT, SIGTERM.
      << outcome.out << outcome.err;
}

}  // namespace
}  // namespace appell
