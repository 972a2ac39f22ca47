#include <algorithm>

#include <fmt/format.h>

#include "appell/base/counted.hpp"
#include "appell/jobs/sample/sample.hpp"
#include "appell/jobs/trajectory/trajectory.hpp"
#include "appell/report/motion_csv.hpp"
#include "appell/report/motion_page.hpp"
#include "appell/report/page_charts.hpp"

namespace appell::jobs {
namespace {

constexpr int kDrawnOrder = 4;  // Of q on a page, at least, where the motion has it.

std::string continuity_text(int continuity) {
  if (continuity >= taylor::kMaxOrder) return "all derivatives are continuous";
  if (continuity < 0) return "q itself jumps";
  if (continuity == 0) return "only q itself is continuous";
  return fmt::format("derivatives up to order {} are continuous", continuity);
}

report::PageTable largest_values_table(const TrajectoryResult& of) {
  report::PageTable table{.title = "Largest magnitudes", .columns = {{"joint"}}};
  for (int k = 0; k < of.peaks.cols(); ++k) table.columns.push_back({derivative_label(k)});
  for (int j = 0; j < of.peaks.rows(); ++j) {
    auto& row = table.rows.emplace_back();
    row.emplace_back(of.motion.trajectory.joints()[j]);
    for (const double peak : of.peaks.row(j)) row.emplace_back(peak);
  }
  return table;
}

/// A chart for each derivative, with a line for each joint.
report::PageGroup trajectory_charts(const TrajectoryResult& of) {
  const trajectory::Trajectory& law = of.motion.trajectory;
  const report::SampleTimes times = report::times_between(law.range(), report::kPageSamples);
  const int order = std::max(static_cast<int>(of.peaks.cols()) - 1,
                             std::min(kDrawnOrder, io::known_derivatives(of.motion)));
  std::vector<double> instants;
  for (long long i = 0; i < times.size(); ++i) instants.push_back(times[i]);
  const auto shared = std::make_shared<const std::vector<double>>(std::move(instants));
  report::PageGroup group{.id = "q", .title = "Joints"};
  for (int k = 0; k <= order; ++k) {
    group.charts.push_back({.title = k == 0 ? "Position" : fmt::format("Derivative {}", k),
                            .symbol = report::derivative_symbol("q", k),
                            .unit = report::printed_unit(analysis::Unit{"rad or m", k}.text()),
                            .order = k,
                            .time = shared});
    for (int j = 0; j < law.num_joints(); ++j) {
      group.charts.back().lines.push_back({.name = law.joints()[j], .joint = j});
    }
  }
  report::MotionStates states(law, order);
  for (const double t : *shared) {
    const model::StateSeries& state = states.at(t);
    for (int k = 0; k <= order; ++k) {
      const VecX values = state.derivative(k);
      for (int j = 0; j < law.num_joints(); ++j) {
        group.charts[k].lines[j].y.push_back(static_cast<float>(values(j)));
      }
    }
  }
  return group;
}

Document trajectory_page(const TrajectoryResult& of) {
  const trajectory::Trajectory& law = of.motion.trajectory;
  const auto [start, end] = law.range();
  Document page{.title = report::short_name(of.name),
                .subtitle = fmt::format("appell trajectory, {:.6g} s", end - start)};
  page.start = start;
  page.end = end;
  for (const std::string& name : law.joints()) page.joints.push_back({name, "rad or m"});
  page.groups = {trajectory_charts(of)};
  if (!of.motion.notes.empty()) page.cards = {{.title = "Motion", .notes = of.motion.notes}};
  return page;
}

}  // namespace

Document show(const TrajectoryResult& of, Detail detail) {
  const trajectory::Trajectory& law = of.motion.trajectory;
  Document document = detail == Detail::kPage ? trajectory_page(of) : Document{};
  document.verdict = {true, fmt::format("Motion ({}): {}, from {:g} to {:g} s; {}", of.motion.kind,
                                        counted(law.num_joints(), "joint"), law.range().start,
                                        law.range().end, continuity_text(law.continuity()))};
  document.tables = {largest_values_table(of)};
  document.sentences.push_back(
      fmt::format("Largest magnitudes at {} samples (rad, or m for a prismatic joint; dk per s^k)",
                  of.num_samples));
  document.sentences.insert(document.sentences.end(), of.motion.notes.begin(),
                            of.motion.notes.end());
  if (!of.written.empty()) document.sentences.push_back(concat("Written: ", of.written));
  return document;
}

}  // namespace appell::jobs
