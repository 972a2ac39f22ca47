// Where memory ends: exit code 3 and plain words, whatever was being read, and no crash.
#include <filesystem>

#include <gtest/gtest.h>

#include "tests/support/program.hpp"
#include "tests/support/sanitized.hpp"

namespace appell::apps {
namespace {

support::Outcome run_with(int kilobytes, const std::string& arguments) {
  return support::run_program(arguments, "",
                              "ulimit -c 0; ulimit -d " + std::to_string(kilobytes) + "; ");
}

/// Runs a command with more and more memory until it succeeds, and looks at what it says before.
/// Begins where the libraries are loaded and the program can say its version: what they do on the
/// way there is not ours.
void expect_plain_words(const std::string& arguments) {
  if (APPELL_SANITIZED == 1) GTEST_SKIP() << "a sanitizer needs more memory than that";
  constexpr int kStep = 250;
  int kilobytes = kStep;
  while (run_with(kilobytes, "--version").exit_code != 0) ASSERT_LT(kilobytes += kStep, 1000000);
  int num_failures = 0;
  for (;; kilobytes += kStep) {
    ASSERT_LT(kilobytes, 1000000);
    const support::Outcome outcome = run_with(kilobytes, arguments);
    if (outcome.exit_code == 0) break;
    ++num_failures;
    EXPECT_EQ(outcome.exit_code, 3) << kilobytes << " kB: " << outcome.err;
    EXPECT_NE(outcome.err.find("out of memory"), std::string::npos)
        << kilobytes << " kB: " << outcome.err;
  }
  EXPECT_GT(num_failures, 3);
}

std::string long_chain(int num_joints) {
  std::string text = "<robot name='r'><link name='l0'/>";
  for (int i = 1; i <= num_joints; ++i) {
    const std::string n = std::to_string(i);
    text += "<link name='l" + n +
            "'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' "
            "iyz='0'/></inertial></link><joint name='j" +
            n + "' type='continuous'><parent link='l" + std::to_string(i - 1) +
            "'/><child link='l" + n + "'/><axis xyz='0 0 1'/></joint>";
  }
  return text + "</robot>";
}

TEST(NoMemory, OfARobot) {
  const support::TemporaryFolder folder;
  const std::string robot = folder.write("r.urdf", long_chain(1000));
  expect_plain_words("convert " + robot + " -o " + (folder.path() / "r.toml").string());
}

TEST(NoMemory, OfAMotion) {
  const support::TemporaryFolder folder;
  std::string knots, positions;
  for (int i = 0; i < 5000; ++i) {
    knots += std::to_string(0.01 * i) + ",";
    positions += "0.1,";
  }
  const std::string motion =
      folder.write("m.toml", "kind = 'spline'\norder = 4\nknots = [" + knots +
                                 "]\n[[joint]]\nname = 'j'\npositions = [" + positions + "]\n");
  expect_plain_words("sample " + motion + " --at 1");
}

// The reader of these files is another library, which may end in a constructor of its own.
TEST(NoMemory, OfAMesh) {
  const support::TemporaryFolder folder;
  std::string points, corners;
  for (int i = 0; i < 20000; ++i) {
    points += std::to_string(0.001 * i) + " " + std::to_string(1e-8 * i * i) + " 0 ";
    if (i > 1) corners += "0 " + std::to_string(i - 1) + " " + std::to_string(i) + " ";
  }
  const std::string mesh = folder.write(
      "m.dae",
      "<COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'><asset/>"
      "<library_geometries><geometry id='g'><mesh><source id='p'><float_array id='a' "
      "count='60000'>" +
          points +
          "</float_array><technique_common><accessor source='#a' count='20000' stride='3'><param "
          "name='X' type='float'/><param name='Y' type='float'/><param name='Z' type='float'/>"
          "</accessor></technique_common></source><vertices id='v'><input semantic='POSITION' "
          "source='#p'/></vertices><triangles count='19998'><input semantic='VERTEX' source='#v' "
          "offset='0'/><p>" +
          corners +
          "</p></triangles></mesh></geometry></library_geometries><library_visual_scenes>"
          "<visual_scene id='s'><node><instance_geometry url='#g'/></node></visual_scene>"
          "</library_visual_scenes><scene><instance_visual_scene url='#s'/></scene></COLLADA>");
  const std::string robot = folder.write(
      "r.urdf",
      "<robot name='r'><link name='l'><visual><geometry><mesh filename='m.dae'/></geometry>"
      "</visual></link></robot>");
  expect_plain_words("lint " + robot);
}

}  // namespace
}  // namespace appell::apps
