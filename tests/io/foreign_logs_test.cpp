// Real logs of other laboratories, where they are beside the repository: each is read with one
// small mapping, and the numbers are those of a plain parse of the same text.
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include <gtest/gtest.h>

#include "appell/io/load_model.hpp"
#include "appell/io/motion_file.hpp"
#include "tests/support/places.hpp"
#include "tests/support/program.hpp"

namespace appell::io {
namespace {

namespace fs = std::filesystem;

/// ../shared beside the repository; a file of it that is not there skips the test.
fs::path shared(const std::string& file) {
  return fs::path(support::source_dir() + "/../shared") / file;
}

#define SKIP_WITHOUT(path) \
  if (!fs::exists(path)) GTEST_SKIP() << "skipped: " << (path).string() << " is not there"

/// A table of plain numbers; the header is left out.
std::vector<std::vector<double>> plain_rows(const fs::path& file, char separator, bool has_header) {
  std::istringstream text(support::text_of(file));
  std::vector<std::vector<double>> rows;
  std::string line;
  if (has_header) std::getline(text, line);
  while (std::getline(text, line)) {
    std::istringstream fields(line);
    std::string field;
    rows.emplace_back();
    while (std::getline(fields, field, separator)) {
      rows.back().push_back(std::strtod(field.c_str(), nullptr));
    }
  }
  return rows;
}

/// Reads all rows as they stand: smoothing leaves repeated ones out.
MotionOptions as_it_is(const std::string& columns = "") {
  return {.columns = columns, .smooth = record::Smoothing{.kind = record::Smoothing::Kind::kNone}};
}

/// Columns first, first + 1, ... (from 0) of every row, times a factor, are those of the joints.
void expect_columns(const std::vector<std::vector<double>>& rows, std::size_t first,
                    const std::vector<std::vector<double>>& columns,
                    const std::vector<double>& factors = {}) {
  for (std::size_t j = 0; j < columns.size(); ++j) {
    ASSERT_LE(columns[j].size(), rows.size());
    const double factor = factors.empty() ? 1.0 : factors[j];
    for (std::size_t i = 0; i < columns[j].size(); ++i) {
      ASSERT_EQ(columns[j][i], factor * rows[i][first + j]) << "joint " << j << " row " << i;
    }
  }
}

std::string all_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

TEST(ForeignLogs, Panda) {
  const fs::path log = shared("logs/panda_trajectory_1.csv");
  SKIP_WITHOUT(log);
  const model::Model panda = load_model("panda").model;
  const Motion motion = load_motion(log.string(), &panda, as_it_is());  // Needs no mapping.
  const auto rows = plain_rows(log, ',', true);
  const record::Recording& record = *motion.recording;
  ASSERT_EQ(record.times.size(), 20'544U);
  EXPECT_EQ(record.joints, motion.trajectory.for_model(panda).joints());
  expect_columns(rows, 1, record.position);
  expect_columns(rows, 8, record.velocity);
  expect_columns(rows, 15, record.effort);
  EXPECT_NE(all_lines(motion.reading).find("'panda_joint1' is taken for 'joint1'"),
            std::string::npos);
  EXPECT_EQ(motion.trajectory.joints()[6], "joint7");
  for (const double unit : record.position_unit) {
    EXPECT_GE(unit, 0.9e-6);  // Six significant digits.
    EXPECT_LE(unit, 1.1e-5);
  }
}

const char* const kUrGains = "current = {gain = [10.0, 10.6956, 8.4566, 9.0029, 9.48, 10.1232]%}\n";

std::string with_columns(std::string text, const std::string& columns) {
  return text.replace(text.find('%'), 1, columns);
}

TEST(ForeignLogs, Ur10e) {
  const fs::path robot = shared("packages/ur_e_description/urdf/ur10e.urdf");
  const std::vector<double> gains{10.0, 10.6956, 8.4566, 9.0029, 9.48, 10.1232};
  const support::TemporaryFolder folder;
  const std::string mapping = folder.write("ur.toml", with_columns(kUrGains, ""));
  for (const char* name :
       {"logs/ur10e_14harm50s_unloaded.csv", "logs/ur10e_14harm50s_loaded.csv"}) {
    const fs::path log = shared(name);
    SKIP_WITHOUT(log);
    SKIP_WITHOUT(robot);
    const model::Model ur10e = load_model(robot.string()).model;
    const Motion motion = load_motion(log.string(), &ur10e, as_it_is(mapping));
    const auto rows = plain_rows(log, ',', true);
    const record::Recording& record = *motion.recording;
    ASSERT_EQ(record.times.size(), rows.size());
    EXPECT_NO_THROW(motion.trajectory.for_model(ur10e));
    expect_columns(rows, 0, {record.times});
    expect_columns(rows, 1, record.position);
    expect_columns(rows, 7, record.velocity);
    expect_columns(rows, 13, record.effort, gains);
    for (const double unit : record.position_unit) EXPECT_DOUBLE_EQ(unit, 1e-4);
    EXPECT_DOUBLE_EQ(record.time_unit, 1e-4);
  }
}

TEST(ForeignLogs, Ur10eWithoutHeader) {
  const fs::path log = shared("logs/raw/ur-20_02_19_14harm50sec.csv");
  const fs::path robot = shared("packages/ur_e_description/urdf/ur10e.urdf");
  SKIP_WITHOUT(log);
  SKIP_WITHOUT(robot);
  const support::TemporaryFolder folder;
  const std::string mapping =
      folder.write("ur.toml", "position = 2\nvelocity = 8\nfrom = 840.487\n" +
                                  with_columns(kUrGains, ", columns = 14"));
  const model::Model ur10e = load_model(robot.string()).model;
  const Motion motion = load_motion(log.string(), &ur10e, as_it_is(mapping));
  auto rows = plain_rows(log, ',', false);
  std::erase_if(rows, [](const auto& row) { return row[0] < 840.487; });
  const record::Recording& record = *motion.recording;
  EXPECT_EQ(record.times.size(), rows.size());
  EXPECT_EQ(record.times.front(), 840.487);
  expect_columns(rows, 1, record.position);
  expect_columns(rows, 7, record.velocity);
  EXPECT_EQ(record.effort[5][10], 10.1232 * rows[10][18]);
}

/// One number per line, 7 lines per instant.
std::vector<std::vector<double>> stacked_rows(const fs::path& file) {
  const auto numbers = plain_rows(file, ',', false);
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i + 7 <= numbers.size(); i += 7) {
    rows.emplace_back();
    for (std::size_t j = 0; j < 7; ++j) rows.back().push_back(numbers[i + j][0]);
  }
  return rows;
}

TEST(ForeignLogs, PandaInFourFiles) {
  const fs::path log = shared("logs/raw/exciting_traj_positions.txt");
  SKIP_WITHOUT(log);
  const support::TemporaryFolder folder;
  const std::string mapping = folder.write("panda.toml",
                                           "lines_per_row = 7\n"
                                           "velocity = {file = 'exciting_traj_velocity.txt'}\n"
                                           "effort = {file = 'exciting_traj_torques.txt'}\n"
                                           "time = {file = 'exciting_traj_time.txt'}\n");
  const model::Model panda = load_model("panda").model;
  const Motion motion = load_motion(log.string(), &panda, as_it_is(mapping));
  const record::Recording& record = *motion.recording;
  expect_columns(stacked_rows(log), 0, record.position);
  expect_columns(stacked_rows(shared("logs/raw/exciting_traj_velocity.txt")), 0, record.velocity);
  expect_columns(stacked_rows(shared("logs/raw/exciting_traj_torques.txt")), 0, record.effort);
  const auto times = plain_rows(shared("logs/raw/exciting_traj_time.txt"), ',', false);
  expect_columns(times, 0, {record.times});
  EXPECT_EQ(record.times.size(), std::min(times.size(), stacked_rows(log).size()));
  EXPECT_FALSE(motion.warnings.empty());  // The files end at different instants.
  const fs::path table = shared("logs/raw/panda_gen_params.txt");  // Tabs; no log, but a table.
  const std::string rows = folder.write("rows.toml", "period = 1\njoints = ['a','b','c','d','e']");
  expect_columns(plain_rows(table, '\t', false), 0,
                 load_motion(table.string(), nullptr, as_it_is(rows)).recording->position);
}

const char* const kTiagoEfforts =
    "effort = {factor = {torso_lift_joint = 1, arm_1_joint = 13.6, arm_2_joint = 13.6, arm_3_joint "
    "= "
    "-8.7, arm_4_joint = -8.7, arm_5_joint = -20.6, arm_6_joint = -20.6, arm_7_joint = -20.6}, "
    "offset "
    "= {torso_lift_joint = 185.466879}%}\nhold = 0\n";
const std::vector<double> kTiagoFactors{1, 13.6, 13.6, -8.7, -8.7, -20.6, -20.6, -20.6};

/// The robot without the lines that are none of a URDF's.
std::string tiago_in(const support::TemporaryFolder& folder) {
  std::istringstream text(support::text_of(shared("packages/tiago/tiago_48_schunk.urdf")));
  std::string kept;
  for (std::string line; std::getline(text, line);) {
    const auto has = [&line](const char* word) { return line.find(word) != std::string::npos; };
    kept += (has("<kinematic>") || has("<gravity>") || has("--&gt;") ? "" : line) + "\n";
  }
  return folder.write("tiago.urdf", kept);
}

TEST(ForeignLogs, Tiago) {
  const fs::path log = shared("logs/tiago_dynamic.csv");
  SKIP_WITHOUT(log);
  SKIP_WITHOUT(shared("packages/tiago/tiago_48_schunk.urdf"));
  const support::TemporaryFolder folder;
  const model::Model tiago =
      load_model(tiago_in(folder), {.physics = mass::Physics::kNotChecked}).model;
  const std::string mapping = folder.write("tiago.toml", with_columns(kTiagoEfforts, ""));
  const Motion motion = load_motion(log.string(), &tiago, as_it_is(mapping));
  const auto rows = plain_rows(log, ',', true);
  const record::Recording& record = *motion.recording;
  ASSERT_EQ(record.joints.size(), 8U);
  expect_columns(rows, 1, record.position);
  expect_columns(rows, 9, record.velocity);
  expect_columns(rows, 18, {record.effort.begin() + 1, record.effort.end()},
                 {kTiagoFactors.begin() + 1, kTiagoFactors.end()});
  EXPECT_EQ(record.effort[0][5], rows[5][17] + 185.466879);
  EXPECT_EQ(motion.trajectory.num_joints(), 8 + 15);  // Wheels, casters, head, gripper are held.
  EXPECT_NO_THROW(motion.trajectory.for_model(tiago));
  EXPECT_EQ(motion.trajectory.sample(1.0, 1)[0](22), 0.0);
  EXPECT_NE(all_lines(motion.reading).find("not logged and held: "), std::string::npos);
  EXPECT_EQ(record.position_unit[0], 0.0);  // All digits of a double.
}

TEST(ForeignLogs, TiagoInThreeFiles) {
  const fs::path log = shared("logs/raw/tiago_position.csv");
  SKIP_WITHOUT(log);
  SKIP_WITHOUT(shared("packages/tiago/tiago_48_schunk.urdf"));
  const support::TemporaryFolder folder;
  const model::Model tiago =
      load_model(tiago_in(folder), {.physics = mass::Physics::kNotChecked}).model;
  const std::string mapping =
      folder.write("tiago.toml", "velocity = {file = 'tiago_velocity.csv'}\n" +
                                     with_columns(kTiagoEfforts, ", file = 'tiago_effort.csv'"));
  const Motion motion = load_motion(log.string(), &tiago, as_it_is(mapping));
  const record::Recording& record = *motion.recording;
  ASSERT_EQ(record.joints.size(), 8U);
  EXPECT_EQ(record.joints[1], "arm_1_joint");
  expect_columns(plain_rows(log, ',', true), 1, record.position);
  expect_columns(plain_rows(shared("logs/raw/tiago_velocity.csv"), ',', true), 1, record.velocity);
  EXPECT_EQ(record.effort[1][3],
            13.6 * plain_rows(shared("logs/raw/tiago_effort.csv"), ',', true)[3][2]);
}

}  // namespace
}  // namespace appell::io
