// Pages of motions: of all robots there are, and with the right extremes.
#include <cmath>

#include <gtest/gtest.h>

#include "appell/analysis/lint.hpp"
#include "appell/io/embedded_models.hpp"
#include "appell/io/load_model.hpp"
#include "appell/jobs/lint/lint.hpp"
#include "appell/report/motion_page.hpp"
#include "appell/report/page_cards.hpp"
#include "appell/report/rendering.hpp"
#include "appell/report/scene.hpp"
#include "appell/trajectory/point_to_point.hpp"
#include "tests/support/foreign_robots.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/report_page.hpp"

namespace appell::report {
namespace {

/// Every joint goes `way` of a rad or m by a minimum-jerk law, away from where its range is near.
trajectory::Trajectory small_move(const model::Model& model, double way, double duration) {
  std::vector<std::string> names;
  std::vector<std::shared_ptr<const trajectory::Law>> laws;
  for (const model::Coordinate& coordinate : model.coordinates()) {
    const model::Limits& limits = coordinate.limits;
    const bool is_bound = std::isfinite(limits.lower) && std::isfinite(limits.upper);
    const double from = is_bound ? 0.5 * (limits.lower + limits.upper) : 0.0;
    names.push_back(coordinate.name);
    laws.push_back(std::make_shared<trajectory::PiecewisePolynomial>(
        trajectory::minimum_jerk(0.0, from, duration, from + way)));
  }
  return {names, laws, {0.0, duration}};
}

Document page_of(const model::Model& model, double way, double duration,
                 const std::vector<model::MotionLimit>& limits) {
  const analysis::Subject subject =
      analysis::along_motion({.model = model, .frame = model.default_frame(), .order = 2});
  return motion_page(subject, small_move(model, way, duration), limits, 5, kPageSamples,
                     {.command = "analyze", .motion_name = "folder/move"});
}

/// What must hold of every page.
void expect_sound(const Document& page, const model::Model& model) {
  const std::string html = page_html(page);
  EXPECT_LT(html.size(), std::size_t{15} << 20);
  const support::ReportPage read = support::read_report(html);
  EXPECT_GT(read.count_views(), 20);
  EXPECT_EQ(page.cards.at(1).title, "Verification");
  EXPECT_EQ(page.cards.at(1).state, PageCard::State::kGood);
  const auto& scene = read.fields["scene"];
  EXPECT_EQ(scene["bodies"].size(), static_cast<std::size_t>(model.num_bodies() + 1));
  std::size_t num_shapes = 0;
  for (const auto& body : scene["bodies"]) num_shapes += body["shapes"].size();
  EXPECT_GE(num_shapes, 1u);
  EXPECT_GT(scene["size"].get<double>(), 0.0);
  for (const auto& group : read.fields["groups"]) {
    for (const auto& chart : group["charts"]) {
      EXPECT_FALSE(chart["lines"].empty());
      for (const auto& line : chart["lines"]) {
        for (const double y : read.numbers(line["y"])) ASSERT_TRUE(std::isfinite(y));
      }
    }
  }
}

TEST(MotionPage, OfAllEmbeddedRobots) {
  for (const io::EmbeddedModel& embedded : io::embedded_models()) {
    SCOPED_TRACE(embedded.name);
    const model::Model model = io::load_model(std::string(embedded.name)).model;
    expect_sound(page_of(model, 0.2, 2.0, motion_limits(model)), model);
  }
}

// Every embedded robot shows something of each link with a mass. What is only drawn changes neither
// what lint finds nor the hash: both are those of the robot without its sketches.
TEST(MotionPage, EmbeddedRobotsHaveShapesThatOnlyPicturesKnow) {
  for (const io::EmbeddedModel& embedded : io::embedded_models()) {
    SCOPED_TRACE(embedded.name);
    const model::Model model = io::load_model(std::string(embedded.name)).model;
    std::vector<std::string> warnings;
    const Scene scene = scene_of(model, model.default_frame(), warnings);
    EXPECT_EQ(scene.drawn, Scene::Drawn::kShapes);
    EXPECT_EQ(scene.note, "");
    for (const PageBody& body : scene.bodies) EXPECT_TRUE(body.mass == 0.0 || !body.shapes.empty());
    model::Description bare = model.description();
    for (model::Link& link : bare.links) {
      std::erase_if(link.geometries, [](const model::Geometry& geometry) {
        return geometry.role == model::Geometry::Role::kSketch;
      });
    }
    const analysis::LintResult with = analysis::lint(model.description());
    const analysis::LintResult without = analysis::lint(bare);
    const auto shown = [](const analysis::LintResult& found) {
      return jobs::json(jobs::LintResult{.model = "", .found = found});
    };
    EXPECT_EQ(shown(with), shown(without));
    EXPECT_EQ(model_hash(model), model_hash(model::build(bare)));
  }
}

/// 400 samples of planar2r, with efforts.
record::Recording recording_of(const trajectory::Trajectory& motion) {
  record::Recording recording{.joints = motion.joints()};
  recording.position.resize(2);
  recording.velocity.resize(2);
  recording.effort.resize(2);
  for (int i = 0; i < 5000; ++i) {
    const double t = i * motion.range().duration() / 4999.0;
    recording.times.push_back(t);
    const model::StateSeries q = motion.sample(std::min(t, motion.range().end), 0);
    for (std::size_t j = 0; j < 2; ++j) {
      recording.position[j].push_back(q[0][static_cast<Eigen::Index>(j)]);
      recording.effort[j].push_back(i == 2345 ? 99.0 : 1.0);
    }
  }
  return recording;
}

// What was recorded stands over what is computed: efforts over torques; of a motion that goes
// through all samples these are no dots. No extreme is lost.
TEST(MotionPage, RecordedForcesAreDotsOverTheTorques) {
  const model::Model model = io::load_model("planar2r").model;
  const trajectory::Trajectory motion = small_move(model, 0.3, 2.0);
  const record::Recording recording = recording_of(motion);
  const analysis::Subject subject =
      analysis::along_motion({.model = model, .frame = model.default_frame(), .order = 2});
  const Document page = motion_page(
      subject, motion, {}, 5, kPageSamples,
      {.command = "analyze",
       .motion_name = "log",
       .warnings = {"a mesh is not found", "<gazebo> is ignored", "jerk is largely noise", "other"},
       .used = {},
       .recording = &recording});
  int num_dotted = 0;
  for (const PageGroup& group : page.groups) {
    for (const PageChart& chart : group.charts) {
      for (const PageLine& line : chart.lines) {
        if (line.points.y.empty()) continue;
        ++num_dotted;
        EXPECT_EQ(group.id, "torque");
        EXPECT_EQ(chart.order, 0);
        EXPECT_EQ(line.term, "drive");
        EXPECT_LE(line.points.y.size(), 2002u);
        const auto most = std::max_element(line.points.y.begin(), line.points.y.end());
        EXPECT_EQ(*most, 99.0F);
        EXPECT_EQ(line.points.times[most - line.points.y.begin()], recording.times[2345]);
      }
    }
  }
  EXPECT_EQ(num_dotted, 2);
  EXPECT_EQ(page.warnings,
            (std::vector<std::string>{"jerk is largely noise", "other", "a mesh is not found"}));
  EXPECT_EQ(page.asides, std::vector<std::string>{"<gazebo> is ignored"});
}

// Humanoids, quadrupeds, hands; where their inertias are impossible the page says so.
TEST(MotionPage, OfRobotsOfOthers) {
  const std::vector<std::string> robots = support::foreign_robots();
  if (robots.empty()) GTEST_SKIP() << "there are no robots of others here";
  for (const std::string& path : robots) {
    SCOPED_TRACE(path);
    const model::Model model = io::load_model(path, {.physics = mass::Physics::kNotChecked}).model;
    const Document page = page_of(model, 0.01, 2.0, motion_limits(model));
    expect_sound(page, model);
    const bool is_bad = page.cards.front().state == PageCard::State::kBad;
    EXPECT_EQ(is_bad, !page.warnings.empty() &&
                          page.warnings.back().find("no real body") != std::string::npos);
  }
}

// Oracle: |q'| <= 15/8 D/T in the middle of a minimum-jerk move over D in T, |q''| <= 10/√3 D/T²
// at s = 1/2 ± √3/6.
TEST(MotionPage, TableOfExtremes) {
  const model::Model model = io::load_model("planar2r").model;
  const model::MotionLimit limit{
      .what = model::Limited::kCoordinate, .order = 1, .coordinate = 1, .low = -0.4, .high = 0.5};
  const Document page = page_of(model, 0.8, 2.0, {limit});
  const PageTable& table = page.tables.front();
  ASSERT_EQ(table.title, "Extremes");
  const auto row_of = [&](const std::string& title, const std::string& joint) {
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      if (std::get<std::string>(table.rows[i][0]) == title &&
          std::get<std::string>(table.rows[i][1]) == joint) {
        return i;
      }
    }
    throw std::runtime_error("no row");
  };
  const auto number = [&](std::size_t row, std::size_t column) {
    return std::get<double>(table.rows[row][column]);
  };
  const std::size_t velocity = row_of("Velocity", "elbow");
  EXPECT_NEAR(number(velocity, 4), 0.75, 1e-6);
  EXPECT_NEAR(number(velocity, 5), 1.0, 2e-3);
  EXPECT_EQ(std::get<std::string>(table.rows[velocity][6]), "-0.4 to 0.5");
  EXPECT_NEAR(number(velocity, 7), 150.0, 1e-3);
  EXPECT_EQ(table.marked, std::vector<int>{static_cast<int>(velocity)});
  const std::size_t acceleration = row_of("Acceleration", "shoulder");
  EXPECT_NEAR(number(acceleration, 4), 10.0 / std::sqrt(3.0) * 0.2, 1e-5);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(table.rows[acceleration][6]));
  EXPECT_EQ(page.title, "planar2r: move");
  EXPECT_EQ(page.end, 2.0);
}

// Cross-check: three pairs of routes that share no code above kinematics, far below the bar.
TEST(MotionPage, VerificationComparesWhatIsThere) {
  const model::Model model = io::load_model("panda").model;
  const trajectory::Trajectory motion = small_move(model, 0.3, 1.0);
  const analysis::Subject subject =
      analysis::along_motion({.model = model, .frame = model.default_frame(), .order = 3});
  const PageCard card = verification_card(subject, motion);
  EXPECT_EQ(card.state, PageCard::State::kGood);
  ASSERT_EQ(card.rows.size(), 6u);  // Four derivatives of Q_drive, power, Gibbs–Appell.
  for (const auto& [label, residual] : card.rows) {
    EXPECT_LT(std::stod(residual), 1e-12) << label;
  }
}

}  // namespace
}  // namespace appell::report
