// Logs as other programs write them: every form reads as the plain form of the same numbers; what
// cannot be read is refused by its line, column and separator.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/io/load_model.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/io/motion_toml.hpp"
#include "appell/io/printed_digits.hpp"
#include "appell/io/samples_csv.hpp"
#include "appell/io/time_stamp.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace appell::io {
namespace {

using Column = std::vector<double>;
using Names = std::vector<std::string>;

constexpr RowLimit kNoLimit{
    .most_numbers = 1'000'000'000, .most_rows = 50'000, .has_long_records = true};

const Names kArm{"joint1", "joint2"};

/// What a log gives with a mapping and a robot's coordinates.
CsvSamples log_in(const std::string& text, const std::string& mapping = "",
                  const Names* coordinates = nullptr) {
  Diagnostics of_mapping("c.toml");
  const toml::table document = parse_toml(mapping, of_mapping);
  TomlFields fields(document, "columns", of_mapping);
  const ColumnMapping columns = read_column_mapping(fields, "c.toml");
  fields.finish();
  of_mapping.throw_if_errors();
  Diagnostics diagnostics("m.csv");
  return read_samples_csv("m.csv", text,
                          {.limit = kNoLimit, .mapping = &columns, .coordinates = coordinates},
                          diagnostics);
}

std::string all_of(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += text + "\n";
  return all;
}

// The same three rows in every dialect.
TEST(LogColumns, Separators) {
  const CsvSamples plain = log_in("t,a,b\n0,1.5,2\n0.5,-0.25,2.25\n1.5,7,1e-3\n");
  const char* const others[] = {
      "t;a;b\n0;1.5;2\n0.5;-0.25;2.25\n1.5;7;1e-3\n",
      "t;a;b\n0;1,5;2\n0,5;-0,25;2,25\n1,5;7;1e-3\n",
      "t\ta\tb\n0\t1.5\t2\n0.5\t-0.25\t2.25\n1.5\t7\t1e-3\n",
      "t\ta\tb\r\n0\t1,5\t2\r\n0,5\t-0,25\t2,25\r\n1,5\t7\t1e-3\r\n",
      "t a b\n0 1.5 2\n0.5 -0.25 2.25\n1.5 7 1e-3\n",
      "  t   a\t b\n 0   1.5 2  \n 0.5 -0.25   2.25\n1.5 7 1e-3",
      "t a b\n0,0 1,5 2,0\n0,5 -0,25 2,25\n1,5 7,0 1e-3\n",
      "t, a, b\n0, 1.5, 2\n0.5, -0.25, 2.25\n1.5, 7, 1e-3\n",
      "\xEF\xBB\xBF\"t\",\"a\",\"b\"\n\"0\",\"1.5\",\"2\"\n\"0.5\",-0.25,\"2.25\"\n1.5,7,1e-3\n",
      "\"t\";\"a\";\"b\"\n\"0\";\"1,5\";\"2\"\n\"0,5\";\"-0,25\";\"2,25\"\n1,5;7;1e-3\n",
      "# made by hand\n% and so on\n// or so\n\nt,a,b\n0,1.5,2\n#\n0.5,-0.25,2.25\n1.5,7,1e-3\n",
      "# t a b\n0 1.5 2\n0.5 -0.25 2.25\n1.5 7 1e-3\n",
      "%t,a,b\n0,1.5,2\n0.5,-0.25,2.25\n1.5,7,1e-3\n"};
  for (const char* text : others) {
    const CsvSamples other = log_in(text);
    EXPECT_EQ(other.recording.joints, plain.recording.joints) << text;
    EXPECT_EQ(other.recording.times, plain.recording.times) << text;
    EXPECT_EQ(other.recording.position, plain.recording.position) << text;
  }
}

TEST(LogColumns, SeparatorsThatAreTold) {
  const CsvSamples one =
      log_in("0,5\n0,25\n", "header = false\ndecimal = ','\nperiod = 1\njoints = ['a']");
  EXPECT_EQ(one.recording.position[0], (Column{0.5, 0.25}));
  const CsvSamples two = log_in("x;y\n1;2\n", "separator = ';'\ntime = 'x'");
  EXPECT_EQ(two.recording.joints, Names{"y"});
  EXPECT_THROW_MESSAGE(
      log_in("t,a\n0,1\n", "separator = '|'"), ModelError,
      "c.toml:1:13: columns: separator is '|'; \",\", \";\", \"tab\" or \"blank\"");
  EXPECT_THROW_MESSAGE(log_in("t,a\n0,1\n", "separator = ','\ndecimal = ','"), ModelError,
                       "decimal is ',' as the separator is");
}

struct TimeCase {
  const char* header;
  std::vector<const char*> stamps;
  Column seconds;
  double digit;
  const char* note;
};

// Names and units of time; Unix stamps keep all their digits.
TEST(LogColumns, Times) {
  const TimeCase cases[] = {
      {"t", {"838.4650", "838.4670", "838.4770"}, {838.465, 838.467, 838.477}, 1e-4, ""},
      {"time",
       {"838.465", "838.467", "838.477"},
       {838.465, 838.467, 838.477},
       1e-3,
       "time is taken for s: the median step is 0.01"},
      {"t [ms]", {"838465", "838467", "838477"}, {838.465, 838.467, 838.477}, 1e-3, "time in ms"},
      {"time_ms", {"0", "2.5", "12.5"}, {0.0, 0.0025, 0.0125}, 1e-4, "time in ms"},
      {"Timestamp(us)", {"0", "2000", "12000"}, {0.0, 0.002, 0.012}, 1e-6, "time in us"},
      {"stamp",
       {"1700000000123456789", "1700000000124456790", "1700000000133456799"},
       {0.0, 0.001000001, 0.01000001},
       1e-9,
       "time is taken for ns since 1970"},
      {"t",
       {"1700000000123456789", "1700000000124456790", "1700000000133456799"},
       {0.0, 0.001000001, 0.01000001},
       1e-9,
       "times are counted from the first stamp"},
      {"t",
       {"1700000000.123456789", "1700000000.124456790", "1700000000.133456799"},
       {0.0, 0.001000001, 0.01000001},
       1e-9,
       "time is taken for s since 1970"},
      {"t",
       {"1.700000000123456789e18", "1.700000000124456790e18", "1.700000000133456799E+18"},
       {0.0, 0.001000001, 0.01000001},
       1.0,
       "time is taken for ns since 1970"},
      {"timestamp",
       {"1700000000123", "1700000000125", "1700000000133"},
       {0.0, 0.002, 0.01},
       1e-3,
       "time is taken for ms since 1970"},
  };
  for (const TimeCase& test : cases) {
    std::string text = std::string(test.header) + ",a\n";
    for (const char* stamp : test.stamps) text += std::string(stamp) + ",1\n";
    const CsvSamples samples = log_in(text);
    ASSERT_EQ(samples.recording.times.size(), 3U) << text;
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(samples.recording.times[i], test.seconds[i],
                  1e-15 + 4e-16 * std::abs(test.seconds[i]))
          << text;
    }
    if (test.digit < 1.0) {
      EXPECT_NEAR(samples.recording.time_unit, test.digit, 1e-12 * test.digit) << text;
    }
    const std::string said = all_of(samples.notes) + all_of(samples.repairs);
    EXPECT_NE(said.find(test.note), std::string::npos) << text << all_of(samples.notes);
    if (*test.note == '\0') {
      EXPECT_TRUE(samples.notes.empty()) << all_of(samples.notes);
    }
  }
}

// Without a word on it, the unit follows from the step of a long record.
TEST(LogColumns, TimeUnitsThatAreFound) {
  const auto log_every = [](const std::string& header, long long step) {
    std::string text = header + ",a\n";
    for (int i = 0; i < 30; ++i) text += std::to_string(7 + i * step) + ",1\n";
    return log_in(text).recording.times[1];
  };
  EXPECT_DOUBLE_EQ(log_every("time", 10), 0.017);             // ms
  EXPECT_DOUBLE_EQ(log_every("time", 1), 0.008);              // ms
  EXPECT_DOUBLE_EQ(log_every("time", 1000), 0.001007);        // us
  EXPECT_DOUBLE_EQ(log_every("time", 1000000), 0.001000007);  // ns
  EXPECT_DOUBLE_EQ(log_every("t", 10), 17.0);                 // The contract: t is in s.
  EXPECT_DOUBLE_EQ(log_every("time [s]", 10), 17.0);
}

TEST(LogColumns, TimesThatAreTold) {
  const std::string text = "k,a,ms\n5,1,100\n6,2,110\n7,3,120\n";
  EXPECT_EQ(log_in(text, "time = {column = 'ms', unit = 'ms', zero = true}\njoints = ['a']")
                .recording.times,
            (Column{0.0, 0.01, 0.02}));
  EXPECT_EQ(log_in(text, "time = {column = 3, unit = 'ms'}\njoints = ['a']").recording.times,
            (Column{0.1, 0.11, 0.12}));
  EXPECT_EQ(log_in(text, "rate = 4\nstart_time = 1\njoints = ['a']").recording.times,
            (Column{1.0, 1.25, 1.5}));
  EXPECT_EQ(log_in(text, "period = 0.5\njoints = ['a']").recording.times, (Column{0.0, 0.5, 1.0}));
  const std::string unix_time = "t,a\n1700000000.5,1\n1700000001.5,2\n";
  EXPECT_EQ(log_in(unix_time, "time = {column = 't', zero = false}").recording.times,
            (Column{1700000000.5, 1700000001.5}));
  const std::string pair = "1700000000,999999999,f,1\n1700000001,1000,f,2\n";
  const CsvSamples seconds = log_in(
      pair, "header = false\ntime = {column = 1, nanoseconds = 2}\nposition = 4\njoints = ['a']");
  EXPECT_NEAR(seconds.recording.times[1], 1e-6 + 1e-9, 1e-16 + 2e-16);
  const CsvSamples ros = log_in(
      "header.stamp.sec,header.stamp.nanosec,elbow/position\n1700000000,999999999,1\n"
      "1700000001,1000,2\n");
  EXPECT_EQ(ros.recording.times, seconds.recording.times);
  EXPECT_EQ(ros.recording.time_unit, 1e-9);
}

TEST(LogColumns, Cuts) {
  const CsvSamples cut =
      log_in("t,a,a.velocity\n0,1,2\n1,3,4\n2,5,6\n3,7,8\n", "from = 0.5\nto = 2");
  EXPECT_EQ(cut.recording.times, (Column{1.0, 2.0}));
  EXPECT_EQ(cut.recording.position[0], (Column{3.0, 5.0}));
  EXPECT_EQ(cut.recording.velocity[0], (Column{4.0, 6.0}));
  EXPECT_EQ(cut.line_of(0), 3U);
  EXPECT_THROW_MESSAGE(log_in("t,a\n0,1\n1,2\n", "from = 5"), ModelError,
                       "from and to leave no row; the record has t = 0 to 1 s");
  EXPECT_THROW_MESSAGE(log_in("t,a\n0,1\n", "from = 5\nto = 4"), ModelError,
                       "to is 4; it must be after from, 5");
}

/// Position 1, velocity 2, effort 3 of joint a, in this order or not.
void expect_companions(const std::string& header, const std::string& joint) {
  const CsvSamples samples = log_in(header + "\n0,1,2,3\n1,1,2,3\n");
  EXPECT_EQ(samples.recording.joints, Names{joint}) << header;
  ASSERT_EQ(samples.recording.position.size(), 1U) << header;
  EXPECT_EQ(samples.recording.position[0], (Column{1.0, 1.0})) << header;
  EXPECT_EQ(samples.recording.velocity[0], (Column{2.0, 2.0})) << header;
  EXPECT_EQ(samples.recording.effort[0], (Column{3.0, 3.0})) << header;
}

// Companions are data of their kind and no joints.
TEST(LogColumns, Companions) {
  expect_companions("t,a,a.velocity,a.effort", "a");
  expect_companions("t,a,a_vel,a_eff", "a");
  expect_companions("t,a_pos,a_vel,a_torque", "a");
  expect_companions("t,a_position,a_velocity,a_effort", "a");
  expect_companions("t,a position,a velocity,a torque", "a");
  expect_companions("t,a.pos,a.speed,a.tau", "a");
  expect_companions(
      "__time,/joint_states/a/position,/joint_states/a/velocity,/joint_states/a/effort",
      "/joint_states/a");
  expect_companions("t,position/a,velocity/a,effort/a", "a");
  expect_companions("%time,field.position0,field.velocity0,field.effort0", "field.position0");
  expect_companions("t,position[0],velocity[0],effort[0]", "position[0]");
  expect_companions("t,/js/position/0,/js/velocity/0,/js/effort/0", "/js/position/0");
  expect_companions("t,a_actual_position,a_actual_velocity,a_actual_torque", "a");
}

// Names that a joint of a robot may have stay a joint's.
TEST(LogColumns, NamesThatAreJoints) {
  const CsvSamples samples =
      log_in("t,q1,dq1,slider_position,cart.slide,arm.angle,pos1\n0,1,2,3,4,5,6\n");
  EXPECT_EQ(samples.recording.joints,
            (Names{"q1", "dq1", "slider_position", "cart.slide", "arm.angle", "pos1"}));
  EXPECT_TRUE(samples.notes.empty()) << all_of(samples.notes);
  const Names robot{"wheel_vel", "wheel"};
  const CsvSamples whole = log_in("t,wheel_vel,wheel\n0,1,2\n", "", &robot);
  EXPECT_EQ(whole.recording.joints, robot);
  EXPECT_TRUE(whole.recording.velocity[1].empty());
}

TEST(LogColumns, SetPointsAreNotUsed) {
  const CsvSamples samples = log_in(
      "t,a,a.current_desired,a.effort_desired,a.acceleration,a.sd,target_position_a\n"
      "0,1,x,,5,6,7\n1,2,y,4,5,6,7\n");
  EXPECT_EQ(samples.recording.joints,
            (Names{"a", "target_position_a"}));  // The last is no such name.
  EXPECT_NE(all_of(samples.notes).find("not used: a.current_desired, a.effort_desired"),
            std::string::npos);
}

TEST(LogColumns, NamesWithSomethingCommonAroundThem) {
  const char* const headers[] = {
      "t,panda_joint1,panda_joint2", "t,- joint1_position,- joint2_position",
      "t,/joint_states/joint1/position,/joint_states/joint2/position", "t,joint1_q,joint2_q"};
  for (const char* header : headers) {
    const CsvSamples samples = log_in(std::string(header) + "\n0,1,2\n1,1,2\n", "", &kArm);
    EXPECT_EQ(samples.recording.joints, kArm) << header;
    EXPECT_NE(all_of(samples.notes).find("is taken for 'joint1', and so on"), std::string::npos);
  }
  const Names long_names{"arm_j1_joint", "arm_j2_joint", "arm_j3_joint"};
  EXPECT_EQ(log_in("t,j1,j2\n0,1,2\n", "", &long_names).recording.joints,
            (Names{"arm_j1_joint", "arm_j2_joint"}));
  EXPECT_EQ(log_in("t,x,y\n0,1,2\n", "", &kArm).recording.joints,
            (Names{"x", "y"}));  // Nothing in common.
  const CsvSamples degrees = log_in("t,joint1_deg,joint2_deg\n0,180,2\n", "", &kArm);
  EXPECT_EQ(degrees.recording.position[0], Column{180.0 * (std::numbers::pi / 180.0)});
  const CsvSamples numbered =
      log_in("t,velocity[1],velocity[2],position[1],position[2]\n0,1,2,3,4\n", "", &kArm);
  EXPECT_EQ(numbered.recording.joints, kArm);
  EXPECT_EQ(numbered.recording.velocity[1], Column{2.0});
}

// What rostopic writes: the names stand behind a '%', the joints' own are texts.
TEST(LogColumns, Rostopic) {
  const std::string text =
      "%time,field.header.seq,field.header.stamp,field.header.frame_id,field.name0,field.name1,"
      "field.position0,field.position1,field.velocity0,field.velocity1\n"
      "1700000000123456789,1,1700000000123456700,,joint2,joint1,0.1,0.2,0.3,0.4\n"
      "1700000000133456789,2,1700000000133456700,,joint2,joint1,0.5,0.6,0.7,0.8\n";
  const CsvSamples samples = log_in(text, "joints = ['joint2', 'joint1']", &kArm);
  EXPECT_EQ(samples.recording.joints, (Names{"joint2", "joint1"}));
  EXPECT_EQ(samples.recording.times, (Column{0.0, 0.01}));
  EXPECT_EQ(samples.recording.position[0], (Column{0.1, 0.5}));
  EXPECT_EQ(samples.recording.velocity[1], (Column{0.4, 0.8}));
  EXPECT_EQ(log_in(text, "", &kArm).recording.joints, kArm);
  const std::string echo =
      "1700000000,123456789,,joint2,joint1,0.1,0.2,0.3,0.4\n1700000000,133456789,,joint2,joint1,0."
      "5,0.6,0.7,0.8\n";
  const CsvSamples csv = log_in(echo,
                                "header = false\ntime = {column = 1, nanoseconds = 2}\n"
                                "joints = ['joint2', 'joint1']\nposition = 6\nvelocity = 8\n");
  EXPECT_NEAR(csv.recording.times[1], 0.01, 1e-16);
  EXPECT_EQ(csv.recording.position, samples.recording.position);
  EXPECT_EQ(csv.recording.velocity, samples.recording.velocity);
}

TEST(LogColumns, NoHeader) {
  const CsvSamples robot = log_in("0 1 2\n1 3 4\n", "", &kArm);
  EXPECT_EQ(robot.recording.joints, kArm);
  EXPECT_EQ(robot.recording.position[1], (Column{2.0, 4.0}));
  EXPECT_NE(all_of(robot.notes).find("no header: 3 columns, separated by blanks"),
            std::string::npos);
  EXPECT_EQ(log_in("0,1,2\n1,3,4\n").recording.joints, (Names{"q1", "q2"}));
  EXPECT_THROW_MESSAGE(log_in("0;1;2;3\n1;3;4;5\n", "", &kArm), ModelError,
                       "m.csv:1:1: there are 4 columns, separated by ';', without names, 3 of them "
                       "beside the time, for 2 joints; a mapping says which column is what");
}

TEST(LogColumns, UnitsFactorsSigns) {
  const double degree = std::numbers::pi / 180.0;
  EXPECT_EQ(log_in("t,a [deg],b [mm]\n0,90,5\n").recording.position,
            (std::vector<Column>{{90.0 * degree}, {5.0 * 1e-3}}));
  const CsvSamples samples =
      log_in("t,a,b,a_vel,b_vel,a.current,b.current\n0,1.0,2.00,3,4,5,6\n1,1.5,2.25,3,4,5,6\n",
             "position = {unit = {a = 'deg', b = 'mm'}, factor = [2, 3], offset = {b = 10}}\n"
             "velocity = {unit = 'deg/s', sign = {b = -1}}\n"
             "current = {gain = [10, 20], offset = 1}\n");
  EXPECT_EQ(samples.recording.position[0], (Column{2 * degree, 1.5 * (2 * degree)}));
  EXPECT_EQ(samples.recording.position[1], (Column{(3 * 1e-3) * 2 + 10, (3 * 1e-3) * 2.25 + 10}));
  EXPECT_EQ(samples.recording.velocity[0][0], 3 * degree);
  EXPECT_EQ(samples.recording.velocity[1][0], -degree * 4);
  EXPECT_EQ(samples.recording.effort[0][0], 51.0);
  EXPECT_EQ(samples.recording.effort[1][0], 121.0);
  EXPECT_NEAR(samples.recording.position_unit[0], 0.1 * 2 * degree, 1e-16);
  EXPECT_NEAR(samples.recording.position_unit[1], 0.01 * 3e-3, 1e-18);
}

TEST(LogColumns, MappedColumns) {
  const std::string text = "n,stamp,p1,p2,v1,v2,e1\n9,0,1,2,3,4,5\n8,1,1,2,3,4,5\n";
  const CsvSamples samples =
      log_in(text,
             "joints = ['a', 'b']\nposition = 'p{number}'\n"
             "velocity = ['v2', 5]\neffort = {columns = {b = 'e1'}, factor = -1}\n");
  EXPECT_EQ(samples.recording.joints, (Names{"a", "b"}));
  EXPECT_EQ(samples.recording.position[1][0], 2.0);
  EXPECT_EQ(samples.recording.velocity[0][0], 4.0);
  EXPECT_EQ(samples.recording.velocity[1][0], 3.0);
  EXPECT_TRUE(samples.recording.effort[0].empty());
  EXPECT_EQ(samples.recording.effort[1][0], -5.0);
  EXPECT_EQ(log_in(text, "position = 'p{joint}'").recording.joints, (Names{"1", "2"}));
  EXPECT_EQ(log_in("t,a,b,c\n0,1,2,3\n", "joints = ['c', 'a']").recording.position[0], Column{3.0});
  const CsvSamples held = log_in("t,joint1\n0,1\n", "hold = 0.5", &kArm);
  EXPECT_EQ(held.held, (std::vector<std::pair<std::string, double>>{{"joint2", 0.5}}));
  EXPECT_NE(all_of(held.notes).find("not logged and held: joint2 = 0.5"), std::string::npos);
  EXPECT_EQ(log_in("t,joint1\n0,1\n", "hold = {joint2 = -1}", &kArm).held[0].second, -1.0);
  EXPECT_NE(all_of(log_in("t,joint1\n0,1\n", "", &kArm).notes).find("not logged: joint2; hold = 0"),
            std::string::npos);
  EXPECT_TRUE(log_in("t,a,a_vel\n0,1,2\n", "velocity = false").recording.velocity[0].empty());
}

struct BadMapping {
  const char* log;
  const char* mapping;
  const char* message;
};

TEST(LogColumns, BadMappings) {
  const std::string text = "t,a,b\n0,1,2\n1,3,4\n";
  const BadMapping cases[] = {
      {"t,a,b\n0,1,2\n", "position = 3\njoints = ['a', 'b']",
       "m.csv:1:1: c.toml: position of joint 'b': column 4 is asked for; there are 3 columns, "
       "separated by ','"},
      {"t;a;bb\n0;1;2\n", "position = ['a', 'bbb']\njoints = ['a', 'b']",
       "column 'bbb' is asked for (did you mean 'bb'?); there are 3 columns, separated by ';': t, "
       "a, bb"},
      {"t,a,b\n0,1,2\n", "position = [2]\njoints = ['a', 'b']", "has 1 column for 2 joints, a, b"},
      {"t,a,b\n0,1,2\n", "position = [2, 2]\njoints = ['a', 'b']",
       "column 2 ('a') is wanted twice"},
      {"t,a,b\n0,1,2\n", "position = 2", "which joints the columns are of is not said"},
      {"t,a,b\n0,1,2\n", "position = 0", "position is 0; the number of the first column"},
      {"t,a,b\n0,1,2\n", "position = 'a'",
       "position is 'a'; the number of the first column, a name with"},
      {"t,a,b\n0,1,2\n", "position = {unit = 'furlong'}", "unit is 'furlong'; one of rad, m, deg"},
      {"t,a,b\n0,1,2\n", "positon = 3", "did you mean 'position'?"},
      {"t,a,b\n0,1,2\n", "position = false", "the positions are what a motion is made of"},
      {"t,a,b\n0,1,2\n", "velocity = {factor = 2}", "velocity: no column is one by its name"},
      {"t,a,b\n0,1,2\n", "joints = ['a', 'c']",
       "joints: not all of a, c are columns of the log, which has a, b"},
      {"t,a,b\n0,1,2\n", "joints = ['a', 'a']", "joints has 'a' twice"},
      {"t,a,b\n0,1,2\n", "hold = {a = 0}", "hold: joint 'a' is in the log"},
      {"t,a,b\n0,1,2\n", "hold = 'x'", "hold is 'x'; a number for all other joints"},
      {"t,a,b\n0,1,2\n", "current = {columns = 2}", "current has no gain"},
      {"t,a,b\n0,1,2\n", "current = {gain = 2}\neffort = 3", "effort and current are both given"},
      {"t,a,b\n0,1,2\n", "effort = {gain = 2}", "field 'gain' is not known"},
      {"t,a,b\n0,1,2\n", "position = {sign = 2}", "sign must be 1 or -1"},
      {"t,a,b\n0,1,2\n", "time = {column = 't', unit = 'h'}", "unit is 'h'; s, ms, us or ns"},
      {"t,a,b\n0,1,2\n", "time = 'x'", "time: column 'x' is asked for"},
      {"t,a,b\n0,1,2\n", "period = 0", "period is 0; it must be positive"},
      {"t,a,b\n0,1,2\n", "period = 1\nrate = 1", "period and rate are both given"},
      {"t,a,b\n0,1,2\n", "lines_per_row = 1.5", "lines_per_row is 1.5; a positive integer"},
  };
  for (const BadMapping& bad : cases) {
    EXPECT_THROW_MESSAGE(log_in(bad.log, bad.mapping), ModelError, bad.message);
  }
  EXPECT_NO_THROW(log_in(text));
}

// Rows that cannot be taken: an error with its place, or counted.
TEST(LogColumns, BadRows) {
  const std::string text =
      "t;a;a_vel;note\n0;1;2;x\n1;;2;x\n1;3;2;\n1;3;2;x\n0.5;3;2;x\n2;nan;2;x\n3;4;5\n4;6;7;x\n";
  EXPECT_THROW_MESSAGE(log_in(text, "joints = ['a']"), ModelError,
                       "m.csv:3:3: nothing is found; a finite number is needed in column 2 ('a'), "
                       "separated by ';'");
  EXPECT_THROW_MESSAGE(log_in(text, "joints = ['a']"), ModelError,
                       "m.csv:5:1: t = 1 is not after the 1 of the line before");
  EXPECT_THROW_MESSAGE(log_in(text, "joints = ['a']"), ModelError,
                       "m.csv:6:1: t = 0.5 is not after the 1");
  EXPECT_THROW_MESSAGE(log_in(text, "joints = ['a']"), ModelError, "m.csv:7:3: 'nan' is found");
  EXPECT_THROW_MESSAGE(log_in(text, "joints = ['a']"), ModelError,
                       "m.csv:8:5: this line has 3 fields; the header has 4 (separated by ';')");
  const CsvSamples samples = log_in(text, "skip_bad_rows = true\njoints = ['a']");
  EXPECT_EQ(samples.recording.times, (Column{0.0, 1.0, 4.0}));
  EXPECT_EQ(samples.recording.position[0], (Column{1.0, 3.0, 6.0}));
  EXPECT_EQ(samples.recording.velocity[0], (Column{2.0, 2.0, 7.0}));
  EXPECT_EQ(samples.line_of(1), 4U);
  ASSERT_EQ(samples.warnings.size(), 1U);
  EXPECT_NE(samples.warnings[0].find("5 of 8 rows are left out; the first: m.csv:3:3: nothing"),
            std::string::npos)
      << samples.warnings[0];
  EXPECT_THROW_MESSAGE(log_in("t,a\nx,1\ny,2\n", "skip_bad_rows = true"), ModelError,
                       "has no row that can be read");
  EXPECT_THROW_MESSAGE(log_in("stamp,a\n1700000000000000002,1\n1700000000000000001,2\n"),
                       ModelError, "t = 1700000000000000001 is not after the 1700000000000000002");
}

// Files that are no logs: refused with a place, quickly.
TEST(LogColumns, HostileText) {
  const std::string binary = std::string(
                                 "\x7F"
                                 "ELF\x02\x01\x01\0\0\0",
                                 10) +
                             std::string(5000, '\0');
  const std::string texts[] = {"",
                               "\n\n\n",
                               "# only a remark\n",
                               binary,
                               std::string("t,a\n0,1\n1,2\0,3\n", 15),
                               std::string("t,a\n0,\xC3\x28\n"),
                               "\"\"\"\"\"\n",
                               std::string(3'000'000, ','),
                               std::string(3'000'000, ' ') + "x",
                               "t," + std::string(2'000'000, 'x') + "\n0,y\n",
                               "t,a\n0," + std::string(2'000'000, '1') + "\n",
                               "time_ms\n1\n2\n",
                               "t,a.velocity\n0,1\n",
                               "a,b\n0,1\n",
                               std::string("\xFF\xFEt\0,\0", 6)};
  for (const std::string& text : texts) {
    EXPECT_THROW(log_in(text), ModelError) << text.substr(0, 40);
    EXPECT_THROW(log_in(text, "skip_bad_rows = true\njoints = ['a']"), ModelError)
        << text.substr(0, 40);
  }
}

// One number in a line; several files of a record, the shortest of which counts.
TEST(LogColumns, FilesOfOneQuantity) {
  const support::TemporaryFolder folder;
  const std::string q = folder.write("q.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n");
  folder.write("v.txt", "10\n20\n30\n40\n50\n60\n70\n80\n");
  folder.write("tau.csv",
               "t,shoulder_effort,elbow_effort\n0,5,6\n0.5,7,8\n1,9,9\n1.5,9,8\n2,9,7\n");
  folder.write("t.txt", "0\n0.5\n1\n1.5\n2\n");
  folder.write(
      "c.toml",
      "lines_per_row = 2\nvelocity = {file = 'v.txt'}\n"
      "effort = {file = 'tau.csv', lines_per_row = 0}\ntime = {file = 't.txt', unit = 's'}\n");
  folder.write("d.toml",
               "position = {lines_per_row = 2}\nvelocity = {file = 'v.txt', lines_per_row = 2}\n"
               "effort = {file = 'tau.csv'}\ntime = {file = 't.txt', unit = 's'}\n");
  const model::Model planar = load_model("planar2r").model;
  EXPECT_THROW_MESSAGE(load_motion(q, &planar, {.columns = (folder.path() / "c.toml").string()}),
                       ModelError, "lines_per_row is 0; a positive integer is needed");
  const Motion motion = load_motion(q, &planar, {.columns = (folder.path() / "d.toml").string()});
  ASSERT_NE(motion.recording, nullptr);
  EXPECT_EQ(motion.recording->joints, (Names{"shoulder", "elbow"}));
  EXPECT_EQ(motion.recording->times, (Column{0.0, 0.5, 1.0, 1.5}));
  EXPECT_EQ(motion.recording->position, (std::vector<Column>{{1, 3, 5, 7}, {2, 4, 6, 8}}));
  EXPECT_EQ(motion.recording->velocity, (std::vector<Column>{{10, 30, 50, 70}, {20, 40, 60, 80}}));
  EXPECT_EQ(motion.recording->effort, (std::vector<Column>{{5, 7, 9, 9}, {6, 8, 9, 8}}));
  const std::string warnings = all_of(motion.warnings);
  EXPECT_NE(warnings.find("q.txt:11:1: the last instant has 1 of 2 numbers"), std::string::npos)
      << warnings;
  folder.write("tau.csv", "t,shoulder_effort,elbow_effort\n0,5,6\n0.4,7,8\n1,9,9\n1.5,9,8\n");
  EXPECT_THROW_MESSAGE(load_motion(q, &planar, {.columns = (folder.path() / "d.toml").string()}),
                       ModelError, "tau.csv:3:1: t = 0.4 s, where the positions have 0.5 s");
  EXPECT_NE(warnings.find("q.txt: has 5 rows, another file of the record 4"), std::string::npos)
      << warnings;
}

// A record keeps what was measured beside the law; the law is that of the positions alone.
TEST(LogColumns, Recording) {
  std::string text = "t,a,b,a.velocity,b.effort\n";
  std::string plain = "t,a,b\n";
  for (int i = 0; i < 8; ++i) {
    const std::string row = std::to_string(i) + "," + std::to_string(i * i) + ".25,1.5";
    text += row + "," + std::to_string(2 * i) + ".001,3\n";
    plain += row + "\n";
  }
  const Motion motion = read_motion_csv("m.csv", text);
  const Motion bare = read_motion_csv("m.csv", plain);
  EXPECT_EQ(motion.trajectory.joints(), (Names{"a", "b"}));
  EXPECT_EQ(motion.trajectory.sample(3.3, 2).derivative(2),
            bare.trajectory.sample(3.3, 2).derivative(2));
  ASSERT_NE(motion.recording, nullptr);
  EXPECT_EQ(motion.recording->position[0][3], 9.25);
  EXPECT_EQ(motion.recording->velocity[0][3], 6.001);
  EXPECT_TRUE(motion.recording->velocity[1].empty());
  EXPECT_EQ(motion.recording->effort[1][3], 3.0);
  EXPECT_DOUBLE_EQ(motion.recording->position_unit[0], 0.01);
  EXPECT_EQ(motion.recording->position_unit[1], 0.0);  // Never changes.
  EXPECT_DOUBLE_EQ(motion.recording->velocity_unit[0], 0.001);
  EXPECT_EQ(motion.recording->time_unit, 1.0);
  ASSERT_NE(bare.recording, nullptr);
  EXPECT_TRUE(bare.recording->velocity[0].empty());
  EXPECT_TRUE(bare.reading.empty());
  EXPECT_EQ(
      read_motion_toml("m.toml", "kind='expression'\nduration=1\n[[joint]]\nname='a'\nq='t'\n")
          .recording,
      nullptr);
}

TEST(LogColumns, RecordingOfALongRecord) {
  std::string text = "t,a\n";
  for (int i = 0; i < 50'010; ++i) text += std::to_string(i) + "," + std::to_string(i % 7) + "\n";
  const Motion motion = read_motion_csv("m.csv", text);
  ASSERT_EQ(motion.recording->position[0].size(), 50'010U);
  EXPECT_EQ(motion.recording->position[0][50'000], 50'000 % 7);
  EXPECT_EQ(motion.recording->times.back(), 50'009.0);
}

double step_of(const std::vector<std::string>& numbers) {
  PrintedDigits digits;
  for (const std::string& number : numbers) digits.look_at(number);
  return digits.step();
}

TEST(PrintedDigits, Steps) {
  EXPECT_DOUBLE_EQ(step_of({"0.0000", "0.1000", "12.5000"}), 1e-4);
  EXPECT_DOUBLE_EQ(step_of({"1", "2", "10"}), 1.0);
  EXPECT_DOUBLE_EQ(step_of({"1.5e-3", "2.5e-3"}), 1e-4);
  EXPECT_EQ(step_of({"0.059777934162170615", "0.0699912746015431"}), 0.0);
  EXPECT_EQ(step_of({"0.5", "0.5", "0.5"}), 0.0);
  // Six significant digits: the larger numbers have the coarser step.
  std::vector<std::string> numbers;
  for (int i = 0; i < 50; ++i) {
    numbers.push_back("1." + std::to_string(10001 + 371 * i));
    numbers.push_back("0." + std::to_string(100001 + 3717 * i));
  }
  EXPECT_DOUBLE_EQ(step_of(numbers), 1e-5);
  // Four decimals without trailing zeros.
  numbers.clear();
  for (int i = 0; i < 50; ++i)
    numbers.push_back(i % 10 == 0 ? "0.5" : "0." + std::to_string(1001 + 91 * i));
  EXPECT_DOUBLE_EQ(step_of(numbers), 1e-4);
}

TEST(TimeStamp, Digits) {
  const auto stamp = [](const char* text) { return *time_stamp_in(text, false); };
  EXPECT_EQ(stamp("1700000000123456789").whole, 1700000000123456789);
  EXPECT_EQ(stamp("1.5").rest, 0.5);
  EXPECT_EQ(stamp("-1.25").whole, -2);
  EXPECT_EQ(stamp("-1.25").rest, 0.75);
  EXPECT_EQ(stamp("1.5e-2").rest, 0.015);
  EXPECT_EQ(stamp("12e3").whole, 12000);
  EXPECT_EQ(time_stamp_in("1,5", true)->rest, 0.5);
  for (const char* bad : {"", "x", "1.2.3", "1e", "1e400", "9300000000000000000", "-", "1-2"}) {
    EXPECT_FALSE(time_stamp_in(bad, false)) << bad;
  }
}

// A joint that is driven together with another: its position is a combination of columns.
TEST(LogColumns, CombinationsOfColumns) {
  const std::string text = "t,q5,m6,'b c'\n0,0.5,64,1\n1,0.25,32,3\n";
  const CsvSamples samples =
      log_in(text, "position = {columns = {joint1 = 'q5', joint2 = 'm6/32 - q5 + 0.125'}}", &kArm);
  EXPECT_EQ(samples.recording.joints, kArm);
  EXPECT_EQ(samples.recording.position[0], (Column{0.5, 0.25}));
  EXPECT_EQ(samples.recording.position[1], (Column{2.0 - 0.5 + 0.125, 1.0 - 0.25 + 0.125}));
  EXPECT_THROW_MESSAGE(
      log_in(text, "position = {columns = {joint1 = 'q5', joint2 = 'm7/32 - q5'}}", &kArm),
      ModelError, "column 'm7' is asked for (did you mean 'm6'?)");
}

// Short forms of what a mapping says at length.
TEST(LogColumns, RenameAndDegrees) {
  const auto read = [](const std::string& text, const ColumnMapping& mapping) {
    Diagnostics diagnostics("m.csv");
    const std::vector<char> prismatic{0, 1};
    return read_samples_csv("m.csv", text,
                            {.mapping = &mapping, .coordinates = &kArm, .is_prismatic = &prismatic},
                            diagnostics);
  };
  ColumnMapping mapping;
  mapping.rename = {{"q1", "joint1"}, {"q2", "joint2"}};
  mapping.degrees = true;
  const CsvSamples samples = read("t,q1,q2,q1_vel\n0,180,2,90\n1,90,3,90\n", mapping);
  EXPECT_EQ(samples.recording.joints, kArm);
  const double degree = std::numbers::pi / 180.0;
  EXPECT_EQ(samples.recording.position[0], (Column{180.0 * degree, 90.0 * degree}));
  EXPECT_EQ(samples.recording.position[1], (Column{2.0, 3.0}));  // Slides.
  EXPECT_EQ(samples.recording.velocity[0], (Column{90.0 * degree, 90.0 * degree}));
  EXPECT_THROW_MESSAGE(read("t,q1,p2\n0,1,2\n", mapping), ModelError,
                       "column 'q2' is to be joint 'joint2'");
}

}  // namespace
}  // namespace appell::io
