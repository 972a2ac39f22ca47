// Every renderer on made-up quantities whose numbers are known: JSON, CSV, NPZ, HDF5 and plots show
// what the description says, whatever the quantity is.
#include <array>
#include <cstring>
#include <memory>
#include <sstream>

#include <gtest/gtest.h>
#include <hdf5.h>

#include "appell/analysis/quantities/common.hpp"
#include "appell/analysis/stages.hpp"
#include "appell/report/motion_analysis.hpp"
#include "appell/report/quantities_json.hpp"
#include "appell/report/quantity_charts.hpp"
#include "appell/report/rendering.hpp"
#include "appell/trajectory/expression.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace appell::report {
namespace {

using analysis::Array;
using analysis::Axis;
using analysis::Columns;
using analysis::Entry;
using analysis::Quantity;
using analysis::Stages;
using analysis::Subject;
using analysis::Unit;

double time_of(const Stages& at, int sample) { return at.states().times()[sample]; }

/// t, 1, 5 and their names: coefficient 2 is half of derivative 2.
const Quantity kRise{
    .name = "rise",
    .title = "how it rises",
    .axes = {Axis::kDerivative},
    .least_order = analysis::takes_order<0>,
    .arrays = [](const Subject&) { return std::vector<Array>{{"", {3}}}; },
    .unit = [](const Subject&, const Entry& entry) { return Unit{"J", entry.index[0]}; },
    .compute_block =
        [](Stages& at, const Columns& out) {
          for (int s = 0; s < at.num_samples(); ++s) {
            out[0][s] = time_of(at, s);
            out[1][s] = 1.0;
            out[2][s] = 2.5;
          }
        }};

/// Two links, of which the second stands still: 2 x 2 matrices [1 x; 0 2], x in m.
const Quantity kPlaces{
    .name = "place",
    .title = "where it is",
    .key = "link",
    .axes = {Axis::kRow, Axis::kColumn},
    .least_order = analysis::takes_order<0>,
    .arrays = [](const Subject&) { return std::vector<Array>{{"a/b", {2, 2}}, {"still", {2, 2}}}; },
    .unit =
        [](const Subject&, const Entry& entry) {
          return Unit{entry.index[0] == 0 && entry.index[1] == 1 ? "m" : "1", 0};
        },
    .compute_block =
        [](Stages& at, const Columns& out) {
          constexpr std::array kNumbers{1.0, 0.0, 0.0, 2.0, 1.0, 7.0, 0.0, 2.0};
          for (int s = 0; s < at.num_samples(); ++s) {
            for (int i = 0; i < 8; ++i) out[i][s] = kNumbers[i];
            out[1][s] = time_of(at, s);
          }
        }};

/// One for each joint, sample by sample: 10 and 20 more than its rate, N m and N.
const Quantity kPush{
    .name = "push",
    .title = "push of the joints",
    .axes = {Axis::kFreedom},
    .least_order = analysis::takes_order<1>,
    .arrays = [](const Subject&) { return std::vector<Array>{{"", {2}}}; },
    .unit = [](const Subject&,
               const Entry& entry) { return Unit{entry.index[0] == 0 ? "N m" : "N", 0}; },
    .compute_sample =
        [](Stages& at, double* out) {
          for (int j = 0; j < 2; ++j) out[j] = 10.0 * (j + 1) + at.rate(0, j);
        }};

/// A vector, and a list that is too long for a panel.
const Quantity kSides{.name = "side",
                      .title = "sides",
                      .axes = {Axis::kComponent},
                      .least_order = analysis::takes_order<0>,
                      .arrays = [](const Subject&) { return std::vector<Array>{{"", {3}}}; },
                      .unit = [](const Subject&, const Entry&) { return Unit{"m", 0}; },
                      .compute_block =
                          [](Stages& at, const Columns& out) {
                            for (int i = 0; i < 3; ++i) {
                              for (int s = 0; s < at.num_samples(); ++s)
                                out[i][s] = (i + 1) * time_of(at, s);
                            }
                          }};
const Quantity kMany{.name = "many",
                     .title = "many numbers",
                     .axes = {Axis::kRow},
                     .least_order = analysis::takes_order<0>,
                     .arrays = [](const Subject&) { return std::vector<Array>{{"", {13}}}; },
                     .unit = [](const Subject&, const Entry&) { return Unit{"1", 0}; },
                     .compute_block =
                         [](Stages& at, const Columns& out) {
                           for (int i = 0; i < 13; ++i) std::fill_n(out[i], at.num_samples(), i);
                         }};

/// A single number: it has no axes.
const Quantity kAge{.name = "age",
                    .title = "age",
                    .axes = {},
                    .least_order = analysis::takes_order<0>,
                    .arrays = [](const Subject&) { return std::vector<Array>{{"", {}}}; },
                    .unit = [](const Subject&, const Entry&) { return Unit{"s", 0}; },
                    .compute_block =
                        [](Stages& at, const Columns& out) {
                          for (int s = 0; s < at.num_samples(); ++s)
                            out[0][s] = 100.0 + time_of(at, s);
                        }};

constexpr std::array<std::reference_wrapper<const Quantity>, 6> kMadeUp{kRise,  kPlaces, kPush,
                                                                        kSides, kMany,   kAge};

/// A joint that turns, its rate t, and one that slides, its rate 2.
struct MadeUp {
  MadeUp()
      : model(build()),
        selection(
            analysis::along_motion({.model = model, .frame = model.default_frame(), .order = 2}),
            {}, kMadeUp),
        motion({"turn", "slide"},
               {std::make_shared<trajectory::ExpressionLaw>("0.5*t*t"),
                std::make_shared<trajectory::ExpressionLaw>("2*t")},
               {0.0, 1.0}) {}

  static model::Model build() {
    model::Description robot{.name = "r"};
    const mass::RigidMass mass = mass::rigid_mass(1.0, Vec3::Zero(), Mat3::Identity());
    robot.links = {
        {.name = "base"}, {.name = "a", .inertial = mass}, {.name = "b", .inertial = mass}};
    robot.joints = {
        {.name = "turn", .kind = model::JointKind::kRevolute, .parent = "base", .child = "a"},
        {.name = "slide", .kind = model::JointKind::kPrismatic, .parent = "a", .child = "b"}};
    return model::build(robot);
  }

  MotionRecord write(long long num_samples, const AnalysisRequest& request,
                     const std::string& path) const {
    return analyze_motion(selection, motion, times_between(motion.range(), num_samples), request,
                          path);
  }

  model::Model model;
  analysis::Selection selection;
  trajectory::Trajectory motion;
};

/// The numbers at time t, in the order of the columns after it.
std::vector<double> expected_row(double t) {
  std::vector<double> row{t, 1.0, 5.0, 1.0, t, 0.0, 2.0, 1.0, 7.0, 0.0, 2.0, 10.0 + t, 22.0};
  for (const double number : {t, 2.0 * t, 3.0 * t}) row.push_back(number);
  for (int i = 0; i < 13; ++i) row.push_back(i);
  row.push_back(100.0 + t);
  return row;
}

TEST(Renderers, Json) {
  const MadeUp made;
  model::StateBlock states(2, made.selection.state_order(), 1);
  trajectory::TrajectoryCursor(made.motion).sample(std::vector{0.5}, states);
  analysis::Evaluator numbers(made.selection, 1);
  numbers.compute(states);
  Json all;
  add_quantities(made.selection, numbers, {1, 0}, all);  // The file has the slide first.
  std::string text;
  for (const char c : json_text(all)) {
    if (c != ' ' && c != '\n') text += c;
  }
  EXPECT_EQ(text, R"({"rise":[0.5,1,5],"place":{"a/b":[[1,0.5],[0,2]],"still":[[1,7],[0,2]]},)"
                  R"("push":[22,10.5],"side":[0.5,1,1.5],"many":[0,1,2,3,4,5,6,7,8,9,10,11,12],)"
                  R"("age":100.5})");
}

TEST(Renderers, Csv) {
  const support::TemporaryFolder folder;
  const std::string path = (folder.path() / "x.csv").string();
  MadeUp().write(3, {.threads = 1}, path);
  std::istringstream lines(support::text_of(path));
  std::vector<std::string> table;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("# ") || line.starts_with("# units")) table.push_back(line);
  }
  ASSERT_EQ(table.size(), 5U);
  EXPECT_TRUE(table[0].starts_with("# units: s,J,J/s,J/s^2,1,m,1,1,1,m,1,1,N m,N,m,m,m,1,1"))
      << table[0];
  EXPECT_TRUE(table[1].starts_with(
      "t,rise,rise.d1,rise.d2,place.a/b[0][0],place.a/b[0][1],place.a/b[1][0],place.a/b[1][1],"
      "place.still[0][0],place.still[0][1],place.still[1][0],place.still[1][1],"
      "push.turn,push.slide,side[0],side[1],side[2],many[0],"))
      << table[1];
  EXPECT_EQ(table[3],
            "0.5,0.5,1,5,1,0.5,0,2,1,7,0,2,10.5,22,0.5,1,1.5,0,1,2,3,4,5,6,7,8,9,10,11,12,100.5");
  EXPECT_TRUE(table[0].ends_with(",1,s")) << table[0];
  EXPECT_TRUE(table[1].ends_with(",many[12],age")) << table[1];
}

/// A dataset and its number of rows.
std::vector<double> dataset_of(const std::string& path, const char* name, hsize_t& num_rows) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
  const hid_t space = H5Dget_space(dataset);
  hsize_t size[8] = {};
  H5Sget_simple_extent_dims(space, size, nullptr);
  num_rows = size[0];
  std::vector<double> values(H5Sget_simple_extent_npoints(space));
  H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  H5Sclose(space);
  H5Dclose(dataset);
  H5Fclose(file);
  return values;
}

// Many blocks, by one thread and by several.
TEST(Renderers, Hdf5) {
  const support::TemporaryFolder folder;
  const std::string path = (folder.path() / "x.h5").string();
  constexpr long long kRows = 20001;
  const SampleTimes times = times_between(MadeUp().motion.range(), kRows);
  for (const int threads : {1, 3}) {
    MadeUp().write(kRows, {.threads = threads}, path);
    hsize_t num_rows = 0;
    const std::vector<double> rise = dataset_of(path, "rise", num_rows);
    ASSERT_EQ(num_rows, static_cast<hsize_t>(kRows));
    const std::vector<double> place = dataset_of(path, "place/a%2Fb", num_rows);
    const std::vector<double> push = dataset_of(path, "push", num_rows);
    const std::vector<double> t = dataset_of(path, "t", num_rows);
    for (std::size_t i = 0; i < kRows; ++i) {
      ASSERT_EQ(t[i], times[static_cast<long long>(i)]) << i;
      const std::vector<double> row = expected_row(t[i]);
      for (std::size_t k = 0; k < 3; ++k) ASSERT_EQ(rise[3 * i + k], row[k]) << i;
      for (std::size_t k = 0; k < 4; ++k) ASSERT_EQ(place[4 * i + k], row[3 + k]) << i;
      for (std::size_t k = 0; k < 2; ++k) ASSERT_EQ(push[2 * i + k], row[11 + k]) << i;
    }
  }
}

// The rows of every array lie together in the archive.
TEST(Renderers, Npz) {
  const support::TemporaryFolder folder;
  const std::string path = (folder.path() / "x.npz").string();
  MadeUp().write(3, {.threads = 1}, path);
  const std::string archive = support::text_of(path);
  const auto holds = [&archive](const std::string& name, const std::vector<double>& numbers) {
    std::string bytes(8 * numbers.size(), '\0');
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    const std::size_t at = archive.find(name);
    return at != std::string::npos && archive.find(bytes, at) != std::string::npos;
  };
  EXPECT_TRUE(holds("rise.npy", {0.0, 1.0, 5.0, 0.5, 1.0, 5.0, 1.0, 1.0, 5.0}));
  EXPECT_TRUE(holds("place/a%2Fb.npy", {1, 0, 0, 2, 1, 0.5, 0, 2, 1, 1, 0, 2}));
  EXPECT_TRUE(holds("push.npy", {10.0, 22.0, 10.5, 22.0, 11.0, 22.0}));
  EXPECT_TRUE(holds("age.npy", {100.0, 100.5, 101.0}));
  EXPECT_FALSE(holds("push.npy", {10.0, 22.0, 10.5, 22.5}));
}

// By axes and units: derivatives apart, of a matrix what has a unit, nothing of what stands still,
// a panel for each unit and for some of many lines.
TEST(Renderers, Plots) {
  const MadeUp made;
  PageCharts charts(quantity_charts(made.selection, {}, OtherQuantities::kEach));
  const auto take = [&](const TableHeader& header, const TableBlock& block) {
    charts.take(header, block);
  };
  made.write(3, {.watch = take}, "");
  EXPECT_TRUE(charts.left_out().empty());
  std::string said;
  std::vector<Plot> plots;
  for (const Figure& figure : figures_of(Document{.title = {}, .groups = charts.groups()})) {
    said += figure.file + ": " + figure.title;
    for (const Plot& plot : figure.panels) {
      said += plot.title + " [" + plot.y_label + "]";
      for (const PlotLine& line : plot.lines) said += " " + line.name;
      EXPECT_EQ(plot.x, (std::vector<double>{0.0, 0.5, 1.0}));
      plots.push_back(plot);
    }
    said += "\n";
    EXPECT_NO_THROW(svg_panels(figure.panels, figure.title));
  }
  EXPECT_EQ(
      said,
      "rise.svg: How it rises [J] rise\n"
      "rise.d1.svg: How it rises, first derivative [J/s] rise\n"
      "rise.d2.svg: How it rises, second derivative [J/s²] rise\n"
      "place_a_b.svg: Where it is: link a/b [m] [0][1]\n"
      "push.svg: Push of the joints [N m] turn [N] slide\n"
      "side.svg: Sides [m] x y z\n"
      "many.svg: Many numbers [1] [0] [1] [2] [3] [4] [5] [1] [6] [7] [8] [9] [10] [11] [12]\n"
      "age.svg: Age [s] age\n");
  ASSERT_EQ(plots.size(), 10U);
  EXPECT_EQ(plots[2].lines[0].values, (std::vector<double>{5.0, 5.0, 5.0}));
  EXPECT_EQ(plots[3].lines[0].values, (std::vector<double>{0.0, 0.5, 1.0}));
  EXPECT_EQ(plots[4].lines[0].values, (std::vector<double>{10.0, 10.5, 11.0}));
  EXPECT_EQ(plots[6].lines[2].values, (std::vector<double>{0.0, 1.5, 3.0}));
  EXPECT_EQ(plots[9].lines[0].values, (std::vector<double>{100.0, 100.5, 101.0}));
}

// A record of some rows: the first, the last, and every so many between.
TEST(Renderers, RecordIsThinnedOut) {
  const MadeUp made;
  MotionRecord record;
  RowRecorder recorder(record, 11, 1001);
  const auto take = [&](const TableHeader& header, const TableBlock& block) {
    record.header = header;
    recorder.take(block);
  };
  made.write(1001, {.threads = 2, .watch = take}, "");
  ASSERT_EQ(record.num_rows(), 11U);
  for (std::size_t i = 0; i < 11; ++i) {
    const double t = record.at(i, 0);
    EXPECT_NEAR(t, 0.1 * static_cast<double>(i), 1e-15);
    const std::vector<double> row = expected_row(t);
    ASSERT_EQ(record.header.num_columns(), 1 + row.size());
    for (std::size_t c = 0; c < row.size(); ++c) EXPECT_EQ(record.at(i, 1 + c), row[c]) << c;
  }
}

// Tables beside the first are of the same rows, whatever derivatives of q they take.
TEST(Renderers, SideTables) {
  const MadeUp made;
  analysis::Subject subject = made.selection.subject();
  subject.order = 3;
  const analysis::Selection motion(subject, {"q"});
  std::vector<double> rows;
  const auto take = [&](const TableHeader& header, const TableBlock& block) {
    EXPECT_EQ(header.num_columns(), 9U);
    rows.insert(rows.end(), block.numbers.begin(), block.numbers.end());
  };
  made.write(3, {.threads = 1, .sides = {{&motion, take}}}, "");
  // All times, then rows of q = (t²/2, 2t) and its derivatives (t, 2), (1, 0) and (0, 0).
  EXPECT_EQ(rows, (std::vector<double>{0, 0.5, 1, 0, 0, 0,   2, 1, 0, 0, 0, 0.125, 1, 0.5,
                                       2, 1,   0, 0, 0, 0.5, 2, 1, 2, 1, 0, 0,     0}));
}

}  // namespace
}  // namespace appell::report
