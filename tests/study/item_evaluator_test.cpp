#include "appell/study/item_evaluator.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "appell/analysis/motion_check.hpp"
#include "tests/support/malloc_guard.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace appell::study {
namespace {

/// All joints of panda swing, each in its own way.
std::string swing() {
  std::string text = "kind = \"expression\"\nduration = 1.0\n";
  for (int j = 1; j <= 7; ++j) {
    text += concat("[[joint]]\nname = \"joint", j, "\"\nq = \"", j == 4 ? -1.4 : 0.1 * j,
                   " + 0.3*sin(", 1.0 + 0.4 * j, "*t)\"\n");
  }
  return text;
}

constexpr const char* kHead =
    "model = \"panda\"\nmotions = [\"swing.toml\"]\norder = 1\nsamples = 301\n"
    "quantities = [\"Q_drive\", \"kinetic_energy\"]\nreduce = [\"max_abs\", \"rms\", \"q50\"]\n";

struct MadeStudy {
  explicit MadeStudy(const std::string& text) {
    folder.write("swing.toml", swing());
    study.emplace(io::load_study(folder.write("study.toml", text)));
  }

  support::TemporaryFolder folder;
  std::optional<Study> study;
};

struct ItemRow {
  explicit ItemRow(const Study& study)
      : numbers(study.variations().numbers().size()), results(study.results().size()) {}
  ItemRow(const Study& study, long long draw) : ItemRow(study) {
    ItemEvaluator items(study, 0, 0);
    items.compute(draw, numbers, results);
  }

  std::vector<double> numbers;
  std::vector<double> results;
};

/// max |x| of every entry along a motion of a model, sampled and computed from scratch.
std::vector<double> largest_of(const Study& study, const model::Model& model,
                               const trajectory::Trajectory& motion) {
  const analysis::Selection selection = *study.selection(model);
  model::StateBlock states(motion.num_joints(), selection.state_order(), 301);
  std::vector<double> times(301);
  const auto [start, end] = motion.range();
  for (std::size_t i = 0; i < times.size(); ++i) {
    times[i] = std::min(end, start + (end - start) / 300.0 * static_cast<double>(i));
  }
  trajectory::TrajectoryCursor cursor(motion);
  cursor.sample(times, states);
  analysis::Evaluator evaluator(selection, 301);
  evaluator.compute(states);
  std::vector<double> largest;
  for (const analysis::NamedArray& array : selection.arrays()) {
    const auto width = static_cast<std::size_t>(array.num_entries());
    std::vector<double> rows(width * times.size());
    evaluator.write_rows(array, rows.data(), width);
    for (std::size_t e = 0; e < width; ++e) {
      double most = 0.0;
      for (std::size_t s = 0; s < times.size(); ++s) {
        most = std::max(most, std::abs(rows[s * width + e]));
      }
      largest.push_back(most);
    }
  }
  return largest;
}

std::vector<double> max_abs_of(const std::vector<double>& results) {
  std::vector<double> some;
  for (std::size_t i = 0; i < results.size(); i += 3) some.push_back(results[i]);
  return some;
}

// Oracle: a model built anew from the drawn numbers, computed from scratch: the same bits.
TEST(ItemEvaluator, IsTheAnalysisOfTheDrawnRobot) {
  const MadeStudy made(concat(kHead, "draws = 5\n[[vary]]\nwhat = \"inertia\"\nsd = 0.1\n"));
  const Study& study = *made.study;
  ASSERT_EQ(study.variations().num_dimensions(), 70);
  ItemEvaluator items(study, 0, 0);
  for (const long long draw : {3LL, 0LL, 4LL}) {
    ItemRow row(study);
    items.compute(draw, row.numbers, row.results);
    model::Description robot = study.models()[0].description();
    std::size_t at = 0;
    for (model::Link& link : robot.links) {
      if (link.inertial.mass == 0.0 || !study.models()[0].frame(link.name).can_move()) continue;
      const double* n = row.numbers.data() + at;
      Mat3 I;
      I << n[4], n[7], n[8], n[7], n[5], n[9], n[8], n[9], n[6];
      link.inertial =
          model::Inertial(n[0], spatial::Transform{Mat3::Identity(), Vec3(n[1], n[2], n[3])}, I);
      at += 10;
    }
    ASSERT_EQ(at, row.numbers.size());
    const model::Model drawn = model::build(robot);  // It would refuse an impossible body.
    EXPECT_EQ(max_abs_of(row.results), largest_of(study, drawn, study.motion(0, 0)->trajectory));
    const ItemRow alone(study, draw);  // Whatever was computed before.
    EXPECT_EQ(alone.results, row.results);
  }
}

// Oracle: the motion itself, run as many times as fast. Powers of the speed are products of
// rounded numbers: some epsilon, times the condition of the forces.
TEST(ItemEvaluator, SpeedIsThatOfTheMotion) {
  const MadeStudy made(
      concat(kHead, "design = \"grid\"\n[[vary]]\nwhat = \"speed\"\nvalues = [0.5, 1.0, 1.7]\n"));
  const Study& study = *made.study;
  ASSERT_EQ(study.num_items(), 3);
  ItemEvaluator items(study, 0, 0);
  long long draw = 0;
  for (const double speed : {0.5, 1.0, 1.7}) {
    ItemRow row(study);
    items.compute(draw++, row.numbers, row.results);
    EXPECT_EQ(row.numbers[0], speed);
    const std::vector<double> expected =
        largest_of(study, study.models()[0], study.motion(0, 0)->trajectory.at_speed(speed));
    const std::vector<double> found = max_abs_of(row.results);
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_NEAR(found[i], expected[i], 1e-12 * expected[i]) << speed << " " << i;
    }
  }
}

// Property: forces are linear in the mass of a payload at a fixed place.
TEST(ItemEvaluator, PayloadIsLinearInItsMass) {
  const MadeStudy made(concat(kHead, "series = [\"Q_drive\"]\ndesign = \"grid\"\n[[vary]]\n",
                              "what = \"payload\"\nvalues = [0, 1, 3]\ncentre = [0, 0, 0.1]\n"));
  ItemEvaluator items(*made.study, 0, 0);
  std::vector<std::vector<double>> forces;
  for (int draw = 0; draw < 3; ++draw) {
    ItemRow row(*made.study);
    ItemSeries series;
    items.compute(draw, row.numbers, row.results, &series);
    ASSERT_EQ(series.times.size(), 301U);
    ASSERT_EQ(series.rows.at(0).size(), 301U * 14U);
    forces.push_back(series.rows[0]);
  }
  double change = 0.0;
  for (std::size_t i = 0; i < forces[0].size(); ++i) {
    const double one = forces[1][i] - forces[0][i], three = forces[2][i] - forces[0][i];
    change = std::max(change, std::abs(one));
    EXPECT_NEAR(three, 3.0 * one, 1e-11);
  }
  EXPECT_GT(change, 1.0);
}

// Oracle: the definition, a robot built anew.
TEST(ItemEvaluator, LengthsAreThoseOfARobotBuiltAnew) {
  const MadeStudy made(concat(kHead, "design = \"grid\"\n[[vary]]\nwhat = \"length\"\n",
                              "joints = \"joint5\"\nvalues = [1.2]\n"));
  const Study& study = *made.study;
  const ItemRow row(study, 0);
  model::Description robot = study.models()[0].description();
  for (model::Joint& joint : robot.joints) {
    if (joint.name == "joint5") joint.X_PJ.xyz *= 1.2;
  }
  EXPECT_EQ(max_abs_of(row.results),
            largest_of(study, model::build(robot), study.motion(0, 0)->trajectory));
  EXPECT_NE(max_abs_of(row.results),
            largest_of(study, study.models()[0], study.motion(0, 0)->trajectory));
}

// Cross-check: the verdicts of check_motion(), and 1 - worst/(λ limit) where the limit is λ times.
TEST(ItemEvaluator, ChecksAreThoseOfTheDrawnLimits) {
  const MadeStudy made(
      "model = \"panda\"\nmotions = \"swing.toml\"\ncheck = true\nlimits = \"panda\"\n"
      "design = \"grid\"\n[[vary]]\nwhat = \"limits\"\nkinds = [\"velocity\"]\n"
      "values = [0.01, 1.0]\n");
  const Study& study = *made.study;
  const auto legal = study.results().size() - 1;
  ASSERT_EQ(study.results()[legal].name, "legal");
  const ItemRow tight(study, 0), loose(study, 1);
  EXPECT_EQ(tight.results[legal], 0.0);
  const analysis::MotionCheck expected =
      analysis::check_motion(study.models()[0], study.motion(0, 0)->trajectory,
                             study.models()[0].default_frame(), study.limits(0));
  EXPECT_EQ(loose.results[legal], expected.is_legal() ? 1.0 : 0.0);
  for (std::size_t k = 0; k < study.limit_kinds().size(); ++k) {
    double least = 1e9;
    for (const analysis::LimitVerdict& verdict : expected.verdicts) {
      if (kind_name(verdict.limit) != study.limit_kinds()[k]) continue;
      least = std::min(least, verdict.margin);
    }
    EXPECT_EQ(loose.results[k], least) << study.limit_kinds()[k];
    if (study.limit_kinds()[k] != "velocity") continue;
    EXPECT_NEAR(tight.results[k], 1.0 - (1.0 - least) / 0.01, 1e-9);
  }
}

// Budget: after the first item a draw of all inertias takes no memory.
TEST(ItemEvaluator, DoesNotAllocate) {
  if (!support::MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  const MadeStudy made(concat(
      kHead, "draws = 9\n[[vary]]\nwhat = \"inertia\"\nsd = 0.1\n[[vary]]\nwhat = \"speed\"\n",
      "range = [0.5, 1.0]\n[[vary]]\nwhat = \"gravity\"\nsd = 0.01\n"));
  ItemEvaluator items(*made.study, 0, 0);
  ItemRow row(*made.study);
  items.compute(0, row.numbers, row.results);
  const support::MallocCount count;
  for (long long draw = 1; draw < 9; ++draw) items.compute(draw, row.numbers, row.results);
  EXPECT_EQ(count.calls(), 0);
}

/// What is said of a study with some lines more.
std::string study_complaint(const std::string& lines) {
  try {
    const MadeStudy made(concat(kHead, lines));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// Bad input: file, line, what was found and what there is.
// Oracle: closed form. Right angles take (0, 0, -g) to an axis: a about x to y, b about y to -x,
// and both, a first, to y (b first would end at -x). So a point of mass m that a vertical axis
// carries at (l, 0, 0) takes no torque upright, and -m (r × g)_z = -m g l where both are right
// angles; at (0, l, 0) none.
TEST(ItemEvaluator, TiltTurnsGravityAboutXThenY) {
  const support::TemporaryFolder folder;
  folder.write("point.toml",
               "name = \"point\"\ngravity = [0, 0, -9.81]\n[[link]]\nname = \"base\"\n[[link]]\n"
               "name = \"arm\"\nmass = 2\ncom = [0.5, 0, 0]\n[[joint]]\nname = \"j\"\n"
               "type = \"revolute\"\nparent = \"base\"\nchild = \"arm\"\naxis = [0, 0, 1]\n");
  const auto study_of = [&folder](const char* q, double low, double high) {
    folder.write("still.toml", concat("kind = \"expression\"\nduration = 1\n[[joint]]\n",
                                      "name = \"j\"\nq = \"", q, "\"\n"));
    const std::string text =
        concat("model = \"point.toml\"\nmotions = [\"still.toml\"]\norder = 0\nsamples = 2\n",
               "quantities = [\"Q_drive\"]\nreduce = [\"mean\"]\n[[vary]]\nwhat = \"tilt\"\n",
               "range = [", low, ", ", high, "]\n");
    return Study(io::load_study(folder.write("tilt.toml", text)));
  };
  const Study study = study_of("0", 0.0, M_PI_2);
  const Variations& variations = study.variations();
  DrawnItem item = variations.start(0);
  const std::pair<std::vector<double>, Vec3> corners[] = {{{0.0, 0.0}, {0.0, 0.0, -9.81}},
                                                          {{1.0, 0.0}, {0.0, 9.81, 0.0}},
                                                          {{0.0, 1.0}, {-9.81, 0.0, 0.0}},
                                                          {{1.0, 1.0}, {0.0, 9.81, 0.0}}};
  for (const auto& [point, gravity] : corners) {
    variations.draw(0, point, item);
    // Sine and cosine of right angles to a few units in the last place.
    EXPECT_LT((item.gravity - gravity).norm(), 1e-14) << item.gravity.transpose();
  }
  const double mgl = 2.0 * 9.81 * 0.5;
  EXPECT_NEAR(ItemRow(study_of("0", 0.0, 0.0), 0).results[0], 0.0, 1e-14);
  EXPECT_NEAR(ItemRow(study_of("0", M_PI_2, M_PI_2), 0).results[0], -mgl, 1e-14 * mgl);
  EXPECT_NEAR(ItemRow(study_of("0.5*pi", M_PI_2, M_PI_2), 0).results[0], 0.0, 1e-14 * mgl);
}

TEST(Study, ExplainsBadInput) {
  const std::pair<std::string, std::string> bad[] = {
      {"draws = 2\n[[vary]]\nwhat = \"inertia\"\nlinks = [\"lnk5\"]\nsd = 0.1\n",
       "study.toml:8:1: vary 1: 'lnk5' meets none of the links of model 'panda'"},
      {"draws = 2\n[[vary]]\nwhat = \"inertia\"\nsd = 0.9\n",
       "study.toml:10:6: vary 1: sd: the relative standard deviation is 0.9"},
      {"design = \"grid\"\n[[vary]]\nwhat = \"mass\"\nsd = 0.1\nlevels = 1000000\n",
       "study.toml:7:10: design: the grid has more than"},
      {"columns = \"none.toml\"\n", "study.toml:7:11: columns: "},
      {"limits = \"pandi\"\n", "study.toml:7:10: limits: pandi: is neither"},
      {"draws = 2\n[[vary]]\nwhat = \"rotor\"\nsd = 0.1\n", "has no joints for rotor"},
      {"design = \"grid\"\n[[vary]]\nwhat = \"mass\"\nlinks = \"link5\"\nsd = 0.1\n",
       "a grid needs levels"},
      {"draws = 2\n[[vary]]\nwhat = \"mass\"\nsd = 0.1\n[[vary]]\nwhat = \"mass\"\nsd = 0.1\n",
       "varies twice"},
      {"frame = \"tolo\"\n", "study.toml:7:9: frame: "},
      {"series = [\"q\"]\n", "'q' is not among the quantities"}};
  for (const auto& [text, said] : bad) {
    EXPECT_NE(study_complaint(text).find(said), std::string::npos) << text << study_complaint(text);
  }
  EXPECT_EQ(study_complaint(""), "");
}

TEST(Patterns, FitNames) {
  EXPECT_TRUE(fits("link5", "*"));
  EXPECT_TRUE(fits("link5", "link?"));
  EXPECT_TRUE(fits("left_link5", "*link*"));
  EXPECT_TRUE(fits("aab", "*ab"));
  EXPECT_FALSE(fits("link5", "link"));
  EXPECT_FALSE(fits("link", "link?"));
  EXPECT_FALSE(fits("", "?"));
  EXPECT_TRUE(fits("", "*"));
}

}  // namespace
}  // namespace appell::study
