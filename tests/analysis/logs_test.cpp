// Real logs against measured torques, where the folder ../shared/logs is there: what remains after
// friction compared with figures that were found with smoothing chosen by hand.
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "appell/analysis/friction_fit.hpp"
#include "appell/analysis/measured_forces.hpp"
#include "appell/io/load_model.hpp"
#include "appell/record/repeated_rows.hpp"
#include "appell/record/smooth_recording.hpp"
#include "appell/record/smoothed_law.hpp"
#include "appell/trajectory/fourier.hpp"

namespace appell::analysis {
namespace {

std::filesystem::path shared_folder() { return APPELL_SOURCE_DIR "/../shared"; }

using LogTable = std::map<std::string, std::vector<double>>;

/// The columns of a log by name; empty where it is not there.
LogTable log_table(const std::string& name) {
  std::ifstream in(shared_folder() / "logs" / name);
  LogTable table;
  std::vector<std::string> names;
  for (std::string line, word; std::getline(in, line);) {
    std::stringstream words(line);
    for (std::size_t i = 0; std::getline(words, word, ','); ++i) {
      if (table.size() <= i && names.size() == i) {
        names.push_back(word);
        table[word];
      } else {
        table[names[i]].push_back(std::strtod(word.c_str(), nullptr));
      }
    }
  }
  return table;
}

struct LogJoint {
  std::string column;
  std::string joint;  ///< Of the model.
  double gain;        ///< Of the measured column: effort or current.
  double offset;      ///< Added to it.
};

record::Recording recording_of(const LogTable& log, const std::vector<LogJoint>& joints,
                               const std::string& measured) {
  record::Recording result;
  const std::vector<double>& times = log.at("t");
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const bool ascends = result.times.empty() || times[i] > result.times.back();
    if (!ascends) continue;
    rows.push_back(i);
    result.times.push_back(times[i]);
  }
  for (const LogJoint& joint : joints) {
    result.joints.push_back(joint.joint);
    std::vector<double> position, effort;
    for (const std::size_t i : rows) {
      position.push_back(log.at(joint.column)[i]);
      effort.push_back(joint.gain * log.at(joint.column + measured)[i] + joint.offset);
    }
    result.position.push_back(std::move(position));
    result.effort.push_back(std::move(effort));
    result.velocity.emplace_back();
    result.position_unit.push_back(0.0);
    result.velocity_unit.push_back(0.0);
  }
  return record::without_rows(result, record::repeated_rows(result));
}

/// The smoothed motion of the record; joints of the model that it lacks stay where they are.
trajectory::Trajectory smoothed(const model::Model& model, const record::Recording& recording) {
  const record::SmoothedRecording found =
      record::smooth_recording(recording, {.uses_velocity = false, .most_threads = 2});
  std::vector<std::string> names = recording.joints;
  std::vector<std::shared_ptr<const trajectory::Law>> laws;
  for (std::size_t j = 0; j < names.size(); ++j) {
    laws.push_back(std::make_shared<record::SmoothedLaw>(found.joints[j], found.noise[j].widening));
  }
  const trajectory::TimeRange range = laws.front()->range();
  for (const model::Coordinate& coordinate : model.coordinates()) {
    if (std::find(names.begin(), names.end(), coordinate.name) != names.end()) continue;
    names.push_back(coordinate.name);
    laws.push_back(std::make_shared<trajectory::FourierLaw>(1.0, 0.0, std::vector<double>{},
                                                            std::vector<double>{}));
  }
  return {names, laws, range};
}

/// What remains of each joint after offset, Coulomb and viscous friction.
std::vector<double> after_friction(const model::Model& model, const record::Recording& recording,
                                   double skip) {
  const trajectory::Trajectory motion = smoothed(model, recording);
  const MeasuredForces forces =
      measured_forces({.model = model, .frame = model.default_frame()}, motion, recording, skip);
  std::vector<double> found;
  for (const MeasuredJoint& joint : forces.joints) {
    const std::vector<double> difference = joint.difference();
    const FrictionFit fit = fit_friction(joint.rate, difference, FittedLaw::kCoulomb);
    found.push_back(fit.rms);
    // Stribeck's law has this one in it, and leaves no more.
    const double more = fit_friction(joint.rate, difference, FittedLaw::kStribeck).rms;
    EXPECT_LE(more, fit.rms * (1.0 + 1e-12)) << joint.name;
  }
  return found;
}

// Figures that were found with the best of several ways to smooth: within 3 %.
TEST(RealLogs, PandaAfterFriction) {
  const LogTable log = log_table("panda_trajectory_1.csv");
  if (log.empty()) GTEST_SKIP() << "skipped: there is no folder ../shared/logs";
  std::vector<LogJoint> joints;
  for (const char* i : {"1", "2", "3", "4", "5", "6", "7"}) {
    joints.push_back({std::string("panda_joint") + i, std::string("joint") + i, 1.0, 0.0});
  }
  const record::Recording recording = recording_of(log, joints, ".effort");
  const auto found = after_friction(io::load_model("panda").model, recording, 0.2);
  const double expected[] = {0.356, 0.550, 0.346, 0.476, 0.153, 0.146, 0.081};
  for (std::size_t j = 0; j < 7; ++j) EXPECT_NEAR(found[j], expected[j], 0.03 * expected[j]) << j;
}

void compare_ur10e(const std::string& file, const std::vector<double>& expected) {
  const LogTable log = log_table(file);
  if (log.empty()) GTEST_SKIP() << "skipped: there is no folder ../shared/logs";
  const std::vector<LogJoint> joints{{"shoulder_pan_joint", "shoulder_pan_joint", 10.0, 0.0},
                                     {"shoulder_lift_joint", "shoulder_lift_joint", 10.6956, 0.0},
                                     {"elbow_joint", "elbow_joint", 8.4566, 0.0},
                                     {"wrist_1_joint", "wrist_1_joint", 9.0029, 0.0},
                                     {"wrist_2_joint", "wrist_2_joint", 9.48, 0.0},
                                     {"wrist_3_joint", "wrist_3_joint", 10.1232, 0.0}};
  record::Recording recording = recording_of(log, joints, ".current");
  recording.position_unit.assign(6, 1e-4);
  const std::string urdf = (shared_folder() / "packages/ur_e_description/urdf/ur10e.urdf").string();
  const auto found = after_friction(io::load_model(urdf).model, recording, 0.5);
  for (std::size_t j = 0; j < 6; ++j) {
    EXPECT_LT(found[j], 1.1 * expected[j]) << file << " " << joints[j].joint;
    EXPECT_GT(found[j], 0.8 * expected[j]) << file << " " << joints[j].joint;
  }
}

// Figures of the README beside the logs: within 10 % or below, and not by a mistake far below.
TEST(RealLogs, Ur10eAfterFriction) {
  compare_ur10e("ur10e_14harm50s_unloaded.csv", {3.231, 8.715, 1.927, 0.628, 0.921, 0.549});
}
TEST(RealLogs, Ur10eWithALoadThatTheModelLacksAfterFriction) {
  compare_ur10e("ur10e_14harm50s_loaded.csv", {3.759, 13.996, 9.907, 2.340, 3.001, 2.647});
}

/// The robot of the log; the five lines that URDF does not know are taken out.
model::Model tiago() {
  std::ifstream in(shared_folder() / "packages/tiago/tiago_48_schunk.urdf");
  std::string text;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    const bool is_odd =
        number == 553 || number == 554 || number == 628 || number == 629 || number == 1795;
    text += is_odd ? "\n" : line + "\n";
  }
  return io::read_urdf("tiago.urdf", text, {.physics = mass::Physics::kNotChecked}).model;
}

// The torso within 40 %; its force is defined through the weight that it carries. Joints 5 to 7 of
// the arm were not measured.
TEST(RealLogs, TiagoAfterFriction) {
  const LogTable log = log_table("tiago_dynamic.csv");
  if (log.empty()) GTEST_SKIP() << "skipped: there is no folder ../shared/logs";
  std::vector<LogJoint> joints{{"torso_lift_joint", "torso_lift_joint", 1.0, 9.81 * 18.9059}};
  const double gains[] = {13.6, 13.6, -8.7, -8.7, -20.6, -20.6, -20.6};
  for (int i = 0; i < 7; ++i) {
    const std::string name = "arm_" + std::to_string(i + 1) + "_joint";
    joints.push_back({name, name, gains[i], 0.0});
  }
  const record::Recording recording = recording_of(log, joints, ".effort");
  const auto found = after_friction(tiago(), recording, 0.5);
  const double expected[] = {0.892, 1.817, 2.478, 1.485, 1.132};
  for (std::size_t j = 0; j < 5; ++j) {
    EXPECT_LT(found[j], (j == 0 ? 1.4 : 1.1) * expected[j]) << joints[j].joint;
    EXPECT_GT(found[j], (j == 0 ? 0.6 : 0.8) * expected[j]) << joints[j].joint;
  }
}

}  // namespace
}  // namespace appell::analysis
