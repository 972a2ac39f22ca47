// Real logs against measured torques, where the folder ../shared/logs is there: one command and at
// most one small mapping each, as docs/logs.md says; what remains after friction compared with
// figures that were found with smoothing chosen by hand.
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/places.hpp"
#include "tests/support/program.hpp"

namespace appell {
namespace {

namespace fs = std::filesystem;

fs::path shared_file(const std::string& file) {
  return fs::path(support::source_dir() + "/../shared") / file;
}

/// What may remain of a joint, as a share of a figure.
struct Remains {
  std::string joint;
  double figure;
  double least;
  double most;
};

/// @param model  embedded, or a file of the shared folder.
/// @param mapping  what --columns has; empty: none is needed.
void expect_after_friction(const std::string& model, const std::string& log,
                           const std::string& mapping, const std::string& options,
                           const std::vector<Remains>& expected) {
  const bool is_embedded = model.find('/') == std::string::npos;
  if (!fs::exists(shared_file(log)) || !(is_embedded || fs::exists(shared_file(model)))) {
    GTEST_SKIP() << "skipped: there is no folder ../shared/logs";
  }
  const support::TemporaryFolder folder;
  const std::string columns =
      mapping.empty() ? "" : " --columns " + folder.write("columns.toml", mapping);
  const support::Outcome outcome =
      support::run_program("analyze " + (is_embedded ? model : shared_file(model).string()) + " " +
                           shared_file(log).string() + columns +
                           " --smooth auto --measured --fit-friction coulomb --json " + options);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const nlohmann::json found = nlohmann::json::parse(outcome.out);
  for (const Remains& remains : expected) {
    double rms = 0.0;
    for (const nlohmann::json& joint : found.at("joints")) {
      if (joint.at("name") == remains.joint) rms = joint.at("after_fit").get<double>();
    }
    EXPECT_LT(rms, remains.most * remains.figure) << remains.joint;
    EXPECT_GT(rms, remains.least * remains.figure) << remains.joint;
  }
}

// Figures that were found with the best of several ways to smooth: within 3 %.
TEST(RealLogs, PandaAfterFriction) {
  std::vector<Remains> expected;
  for (const double figure : {0.356, 0.550, 0.346, 0.476, 0.153, 0.146, 0.081}) {
    expected.push_back({"joint" + std::to_string(expected.size() + 1), figure, 0.97, 1.03});
  }
  expect_after_friction("panda", "logs/panda_trajectory_1.csv", "", "--skip 0.2", expected);
}

void compare_ur10e(const std::string& log, const std::vector<double>& figures) {
  const char* const joints[] = {"shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint",
                                "wrist_1_joint",      "wrist_2_joint",       "wrist_3_joint"};
  std::vector<Remains> expected;
  for (const double figure : figures) {
    expected.push_back({joints[expected.size()], figure, 0.9, 1.1});
  }
  expect_after_friction("packages/ur_e_description/urdf/ur10e.urdf", log,
                        "current = {gain = [10.0, 10.6956, 8.4566, 9.0029, 9.48, 10.1232]}\n",
                        "--skip 0.5", expected);
}

// Figures of the README beside the logs: within 10 %.
TEST(RealLogs, Ur10eAfterFriction) {
  compare_ur10e("logs/ur10e_14harm50s_unloaded.csv", {3.231, 8.715, 1.927, 0.628, 0.921, 0.549});
}
TEST(RealLogs, Ur10eWithALoadThatTheModelLacksAfterFriction) {
  compare_ur10e("logs/ur10e_14harm50s_loaded.csv", {3.759, 13.996, 9.907, 2.340, 3.001, 2.647});
}

// The torso within 40 %: its force is defined through the weight that it carries. Joints 5 to 7 of
// the arm were not measured.
TEST(RealLogs, TiagoAfterFriction) {
  expect_after_friction("packages/tiago/tiago_48_schunk.urdf", "logs/tiago_dynamic.csv",
                        "hold = 0\n"
                        "[effort]\n"
                        "offset = {torso_lift_joint = 185.466879}\n"
                        "[effort.factor]\n"
                        "torso_lift_joint = 1\n"
                        "arm_1_joint = 13.6\narm_2_joint = 13.6\n"
                        "arm_3_joint = -8.7\narm_4_joint = -8.7\n"
                        "arm_5_joint = -20.6\narm_6_joint = -20.6\narm_7_joint = -20.6\n",
                        "--accept-inertia --skip 0.5",
                        {{"torso_lift_joint", 0.892, 0.6, 1.4},
                         {"arm_1_joint", 1.817, 0.9, 1.1},
                         {"arm_2_joint", 2.478, 0.9, 1.1},
                         {"arm_3_joint", 1.485, 0.9, 1.1},
                         {"arm_4_joint", 1.132, 0.9, 1.1}});
}

}  // namespace
}  // namespace appell
