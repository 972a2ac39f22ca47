// The page of a study: its numbers are those of the statistics, the robot is that of the item
// shown.
#include <fstream>

#include <gtest/gtest.h>

#include "appell/jobs/sweep/sweep.hpp"
#include "appell/study/item_evaluator.hpp"
#include "tests/support/report_page.hpp"

namespace appell::jobs {
namespace {

/// Two factors of the unit square; a result that the first gives almost alone, and one that never
/// changes.
SweepResult small_sweep_result(bool has_index_design) {
  const std::vector<study::FactorRange> factors{{0, 1}, {1, 1}};
  const study::IndexDesign design(study::Design::kRandom, 3, 100, 2, factors);
  study::StudyStatistics statistics(
      {.num_items = 400,
       .items_per_group = 400,
       .num_numbers = 2,
       .factors = factors,
       .has_index_design = has_index_design,
       .worst_ends = {study::WorstEnd::kLargest, study::WorstEnd::kLargest}});
  std::vector<double> scratch(4), u(2);
  while (!statistics.is_done()) {
    for (long long item = 0; item < 400; ++item) {
      design.point(item, scratch, u);
      statistics.add(item, u, std::vector<double>{10.0 + 3.0 * u[0] + 0.3 * u[1], 7.0});
    }
    statistics.end_pass();
  }
  const SweepPlan plan{.study = "study.toml",
                       .models = {{"arm", ""}},
                       .motions = {{"swing.toml", ""}},
                       .design = "random",
                       .indices = has_index_design ? "sobol" : "",
                       .draws = 400,
                       .items_per_part = 400,
                       .factors = {{"mass a", factors[0]}, {"mass b", factors[1]}},
                       .results = {{"joint1, max_abs", "N m/s^2"}, {"flat", "1"}}};
  return {.summary = SweepSummary{.plan = plan, .results = statistics.columns()}};
}

// Cross-check: what the page's script reads, against the statistics; by a closed form the first
// factor has 9/9.09 of the variance.
TEST(SweepPage, HasTheNumbersOfTheStudy) {
  for (const bool has_index_design : {true, false}) {
    const SweepResult result = small_sweep_result(has_index_design);
    const support::ReportPage page = support::read_report(page_html(show(result, Detail::kPage)));
    const auto& histograms = page.fields["figures"][0]["histograms"];
    ASSERT_EQ(histograms.size(), 2u);
    long long count = 0;
    for (const auto& n : histograms[0]["counts"]) count += n.get<long long>();
    EXPECT_EQ(count, 400);
    const study::ColumnSummary& summary = result.summary->results[0];
    EXPECT_EQ(histograms[0]["low"], summary.statistics.min());
    EXPECT_EQ(histograms[0]["high"], summary.statistics.max());
    EXPECT_EQ(histograms[0]["unit"], "N m/s²");
    double before = 0.0;
    for (const auto& mark : histograms[0]["marks"]) {
      EXPECT_GE(mark["at"].get<double>(), before);
      before = mark["at"].get<double>();
    }
    EXPECT_EQ(histograms[0]["marks"].size(), 3u);
    EXPECT_TRUE(histograms[1]["marks"].empty());

    const auto& shares = page.fields["figures"][1]["shares"];
    ASSERT_EQ(shares.size(), 1u);  // The other does not vary: nothing matters to it.
    const auto& first = shares[0]["rows"][0];
    EXPECT_EQ(first["label"], "mass a");
    EXPECT_NEAR(first["value"].get<double>(), 9.0 / 9.09,
                has_index_design ? 4.0 * first["error"].get<double>() : 0.01);
    EXPECT_EQ(first["error"].is_null(), !has_index_design);

    const auto& tables = page.fields["tables"];
    EXPECT_EQ(tables[0]["rows"][0][2], summary.statistics.mean());
    EXPECT_EQ(tables[0]["rows"][0][5], summary.quantiles[3]);
    EXPECT_TRUE(tables[0]["rows"][0][9].is_null());
    EXPECT_EQ(tables[1]["rows"].size(), 10u);
    EXPECT_EQ(tables[1]["rows"][0][2], summary.statistics.max());
    EXPECT_EQ(tables[1]["rows"][0][5],
              "draw " + std::to_string(summary.statistics.worst()[0].item));
    EXPECT_TRUE(page.fields["scene"].is_null());
  }
}

// Of many results the first have pictures, and the page says how many there are; the table has all.
TEST(SweepPage, SaysWhatIsNotDrawn) {
  SweepResult result = small_sweep_result(false);
  while (result.summary->results.size() < 70) {
    result.summary->results.push_back(result.summary->results.front());
    result.summary->plan.results.push_back(result.summary->plan.results.front());
  }
  const Document page = show(result, Detail::kPage);
  EXPECT_EQ(page.figures[0].histograms.size(), 60u);
  EXPECT_NE(page.figures[0].note.find("the first 60 of 70 results"), std::string::npos);
  EXPECT_EQ(page.figures[1].shares[0].title, "Mean over all results");
  EXPECT_EQ(page.tables[0].rows.size(), 70u);
  const Document words = show(result, Detail::kWords);
  EXPECT_EQ(words.tables[0].rows.size(), 60u);
  EXPECT_EQ(words.sentences[0], "and 10 results more in summary.json");
}

/// A study of planar2r with a heavier or lighter second link, and at different speeds.
study::Study study_of_mass_and_speed() {
  const std::string move = testing::TempDir() + "sweep_page_move.toml";
  std::ofstream(move) << "kind = \"minimum_jerk\"\nduration = 1\n"
                         "[[joint]]\nname = \"shoulder\"\nfrom = 0\nto = 1\n"
                         "[[joint]]\nname = \"elbow\"\nfrom = 0.5\nto = 1\n";
  return study::Study(io::read_study_toml(
      "study.toml",
      "model = \"planar2r\"\nmotions = [\"" + move +
          "\"]\ndraws = 64\norder = 0\nquantities = [\"Q_drive\"]\nreduce = [\"max_abs\"]\n"
          "[[vary]]\nwhat = \"mass\"\nlinks = [\"link2\"]\nvalues = [1.0, 2.0]\n"
          "[[vary]]\nwhat = \"speed\"\nvalues = [1.0, 0.5]\n"));
}

// Cross-check: an item with all factors 1 is the nominal one, bit for bit; robot and motion of an
// item have the mass and the duration that were drawn.
TEST(PageOfSweep, ItemsHaveTheirRobotAndMotion) {
  const study::Study study = study_of_mass_and_speed();
  study::ItemEvaluator evaluator(study, 0, 0);
  std::vector<double> nominal(2), numbers(2), results(2);
  evaluator.compute_nominal(nominal);
  const double mass = evaluator.robot().bodies().back().rigid_mass.mass;
  int num_nominal = 0;
  for (long long draw = 0; draw < study.draws(); ++draw) {
    evaluator.compute(draw, numbers, results);
    EXPECT_EQ(evaluator.robot().bodies().back().rigid_mass.mass, numbers[0] * mass);
    EXPECT_EQ(evaluator.item_motion().range().duration(), 1.0 / numbers[1]);
    if (numbers[0] != 1.0 || numbers[1] != 1.0) continue;
    ++num_nominal;
    EXPECT_EQ(results, nominal);
  }
  EXPECT_GT(num_nominal, 0);
  evaluator.compute_nominal(results);
  EXPECT_EQ(results, nominal);
}

// Cross-check: the page of a study against its own items: nominal values, the worst item's mass in
// the scene and its motion's duration; the page without the study has no robot.
TEST(PageOfSweep, ShowsTheWorstItem) {
  const auto held = std::make_shared<const study::Study>(study_of_mass_and_speed());
  const study::Study& study = *held;
  const SweepPlan plan = plan_of(study);
  study::StudyStatistics statistics(plan.layout());
  study::ItemEvaluator evaluator(study, 0, 0);
  std::vector<double> nominal(2), numbers(2), results(2);
  evaluator.compute_nominal(nominal);
  while (!statistics.is_done()) {
    for (long long item = 0; item < study.num_items(); ++item) {
      evaluator.compute(item, numbers, results);
      statistics.add(item, numbers, results);
    }
    statistics.end_pass();
  }
  SweepResult result{.summary = SweepSummary{.plan = plan, .results = statistics.columns()},
                     .study = held};
  const support::ReportPage page = support::read_report(page_html(show(result, Detail::kPage)));
  EXPECT_EQ(page.fields["tables"][0]["title"], "Results over all items");
  EXPECT_EQ(page.fields["tables"][0]["rows"][0][9], nominal[0]);
  EXPECT_EQ(page.fields["figures"][0]["histograms"][0]["marks"].size(), 4u);  // The nominal one.
  EXPECT_EQ(page.fields["title"], "study.toml");
  EXPECT_FALSE(page.group("torque")["charts"].empty());
  const long long worst = statistics.columns()[0].statistics.worst()[0].item;
  EXPECT_EQ(page.fields["tables"][1]["rows"][0][4], std::to_string(worst));
  evaluator.compute(worst, numbers, results);
  EXPECT_EQ(numbers[0], 2.0);  // The heavier link is the worse one.
  EXPECT_EQ(page.fields["range"][1], 1.0 / numbers[1]);
  double heaviest = 0.0;
  for (const auto& body : page.fields["scene"]["bodies"]) {
    heaviest = std::max(heaviest, body["mass"].get<double>());
  }
  EXPECT_EQ(heaviest, evaluator.robot().bodies().back().rigid_mass.mass);
  EXPECT_NE(page.fields["subtitle"].get<std::string>().find("draw " + std::to_string(worst)),
            std::string::npos);
  result.study = nullptr;
  const Document without = show(result, Detail::kPage);
  EXPECT_FALSE(without.scene.has_value());
  EXPECT_EQ(without.tables[0].rows.size(), 2u);
}

}  // namespace
}  // namespace appell::jobs
