#include "appell/report/motion_page.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "appell/analysis/quantities/common.hpp"
#include "appell/base/text.hpp"
#include "appell/record/unwrap.hpp"
#include "appell/report/page_cards.hpp"
#include "appell/report/scene.hpp"

namespace appell::report {
namespace {

/// Dots that are enough for a picture: of each of many stretches the smallest and the largest.
PagePoints some_points(const std::vector<double>& times, const std::vector<double>& values) {
  const std::size_t step = std::max<std::size_t>(1, times.size() / ThinnedRecord::kStretches);
  PagePoints points;
  const auto add = [&](std::ptrdiff_t i) {
    points.times.push_back(times[i]);
    points.y.push_back(static_cast<float>(values[i]));
  };
  for (std::size_t at = 0; at < times.size(); at += step) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = first + static_cast<std::ptrdiff_t>(std::min(step, times.size() - at));
    const auto [low, high] = std::minmax_element(first, end);
    add(std::min(low, high) - values.begin());
    if (low != high) add(std::max(low, high) - values.begin());
  }
  return points;
}

/// Dots over the lines of a coordinate in one chart; of torques over the motor's line if there is
/// one, else over the drive's.
void add_points(const std::string& group_id, int order, int joint, const std::vector<double>& times,
                const std::vector<double>& values, std::vector<PageGroup>& groups) {
  if (values.empty()) return;
  PageLine* found = nullptr;
  for (PageGroup& group : groups) {
    for (PageChart& chart : group.charts) {
      for (PageLine& line : chart.lines) {
        const bool is_here = group.id == group_id && chart.order == order && line.joint == joint;
        const bool is_sum = line.term.empty() || line.term == "drive" || line.term == "motor";
        if (is_here && is_sum && (found == nullptr || line.term == "motor")) found = &line;
      }
    }
  }
  if (found != nullptr) found->points = some_points(times, values);
}

/// What was recorded, over what was made of it. A law that goes through all samples hides them.
void add_recording(const model::Model& model, const record::Recording& recording, bool is_smoothed,
                   std::vector<PageGroup>& groups) {
  const auto add = [&](const char* group, int order, int joint, const std::vector<double>& values) {
    add_points(group, order, joint, recording.times, values, groups);
  };
  for (std::size_t i = 0; i < recording.joints.size(); ++i) {
    for (int j = 0; j < model.num_coordinates(); ++j) {
      if (model.coordinates()[j].name != recording.joints[i]) continue;
      const auto column = [i](const std::vector<std::vector<double>>& kind) {
        return i < kind.size() ? kind[i] : std::vector<double>{};
      };
      std::vector<double> q = column(recording.position);
      if (analysis::turns(model, j)) record::unwrap(q);
      if (is_smoothed) add("motion", 0, j, q);
      if (is_smoothed) add("motion", 1, j, column(recording.velocity));
      add("torque", 0, j, column(recording.effort));
    }
  }
}

/// How much a warning matters: results that are noise or fiction come first, what is only about
/// pictures last; 3: an aside.
int rank_of(const std::string& warning) {
  const auto has = [&](std::string_view words) { return warning.find(words) != warning.npos; };
  if (has("ignored")) return 3;
  if (has("noise") || has("fiction") || has("beyond")) return 0;
  return has("mesh") || has("package://") ? 2 : 1;
}

}  // namespace

void set_warnings(Document& page, const std::vector<std::string>& more) {
  std::vector<std::string> warnings = std::exchange(page.warnings, {});
  const std::vector<std::string> asides = std::exchange(page.asides, {});
  for (const std::vector<std::string>& others : {asides, more}) {
    for (const std::string& other : others) {
      const bool is_new = std::find(warnings.begin(), warnings.end(), other) == warnings.end();
      if (is_new) warnings.push_back(other);
    }
  }
  for (int rank = 0; rank <= 3; ++rank) {
    for (const std::string& warning : warnings) {
      if (rank_of(warning) == rank) (rank == 3 ? page.asides : page.warnings).push_back(warning);
    }
  }
}

namespace {

/// Groups in the order of the list of quantities: what was computed later stands where it belongs.
void sort_groups(std::vector<PageGroup>& groups) {
  std::vector<PageGroup> sorted;
  const auto take = [&](std::string_view id) {
    for (PageGroup& group : groups) {
      if (!group.charts.empty() && (id.empty() || group.id == id)) {
        sorted.push_back(std::exchange(group, PageGroup{}));
      }
    }
  };
  for (const char* id : {"motion", "torque", "measured", "power", "energy", "acceleration_energy",
                         "end_effector", "end_effector_turning"}) {
    take(id);
  }
  take("");  // The others.
  groups = std::move(sorted);
}

/// What acts along the motions of a subject.
analysis::MotionLoads loads_on(const analysis::Subject& subject) {
  analysis::MotionLoads loads{
      .constant = subject.surroundings, .laws = {}, .operators = subject.operators, .name = {}};
  if (subject.wrench_laws != nullptr) loads.laws = *subject.wrench_laws;
  return loads;
}

}  // namespace

std::string short_name(const std::string& path) {
  const std::size_t at = path.find_last_of('/');
  return one_line(at == std::string::npos ? path : path.substr(at + 1));
}

Document page_of_robot(const analysis::Subject& subject,
                       const std::vector<std::pair<std::string, trajectory::Trajectory>>& motions,
                       const std::vector<model::MotionLimit>& limits, const PageFacts& facts) {
  const model::Model& model = subject.model;
  Document page{.title =
                    fmt::format("{}: {}", one_line(model.name()), short_name(facts.motion_name))};
  const double start = motions.front().second.range().start;
  double duration = 0.0;
  for (const auto& [name, motion] : motions) {
    duration = std::max(duration, motion.range().duration());
  }
  page.start = start;
  page.end = start + duration;
  page.subtitle = fmt::format("appell {}, {:.6g} s", facts.command, duration);
  for (int j = 0; j < model.num_coordinates(); ++j) {
    page.joints.push_back({model.coordinates()[j].name, analysis::turns(model, j) ? "rad" : "m"});
  }
  page.scene = scene_of(model, subject.frame, page.warnings);
  const analysis::MotionLoads loads = loads_on(subject);
  for (const auto& [name, motion] : motions) {
    add_motion(*page.scene, name, model, subject.frame, motion, limits, start, &loads);
  }
  page.cards = {model_card(model), verification_card(subject, motions.front().second),
                used_card(model, subject.frame, facts.used)};
  page.tables = {links_table(model)};
  if (page.cards[0].state == PageCard::State::kBad) {
    page.warnings.emplace_back(
        "The model has a mass or inertia that no real body has, which was accepted: what is "
        "computed "
        "from it may be fiction.");
  }
  set_warnings(page, facts.warnings);
  return page;
}

std::vector<float> at_instants(const std::vector<double>& instants,
                               const std::vector<double>& times,
                               const std::vector<double>& values) {
  std::vector<float> result;
  std::size_t next = 0;  // The first number not before an instant.
  for (std::size_t i = 0; i < instants.size(); ++i) {
    const double t = instants[i];
    const double until = i + 1 < instants.size() ? instants[i + 1] : t;
    while (next < times.size() && times[next] < t) ++next;
    std::size_t end = next;
    while (end < times.size() && times[end] < until) ++end;
    double y = std::numeric_limits<double>::quiet_NaN();
    if (end - next >= 2) {
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(next);
      const auto last = values.begin() + static_cast<std::ptrdiff_t>(end);
      y = i % 2 == 0 ? *std::min_element(first, last) : *std::max_element(first, last);
    } else if (next < times.size() && times[next] == t) {
      y = values[next];
    } else if (next > 0 && next < times.size()) {
      const double share = (t - times[next - 1]) / (times[next] - times[next - 1]);
      y = (1.0 - share) * values[next - 1] + share * values[next];
    }
    result.push_back(static_cast<float>(y));
  }
  return result;
}

MotionCharts::MotionCharts(const analysis::Selection& table, Request request)
    : table_(table),
      request_(std::move(request)),
      own_(quantity_charts(table, request_.limits,
                           request_.is_chosen ? OtherQuantities::kDrawn : OtherQuantities::kLeftOut,
                           {"q"})) {
  if (request_.draws_each) each_.emplace(quantity_charts(table, {}, OtherQuantities::kEach));
  analysis::Subject subject = table.subject();
  subject.given = std::min(subject.given, request_.highest_order);
  const auto side_of = [&](const std::vector<std::string>& names,
                           std::vector<std::string> without) {
    analysis::Selection selection(subject, names);
    ChartPlan plan =
        quantity_charts(selection, request_.limits, OtherQuantities::kLeftOut, without);
    return std::make_unique<Side>(Side{std::move(selection), PageCharts(std::move(plan))});
  };
  if (request_.has_overview) {
    std::vector<std::string> names = page_quantities(subject, false);
    std::erase(names, "q");
    for (const analysis::Quantity* quantity : table.quantities()) std::erase(names, quantity->name);
    if (!names.empty()) overview_ = side_of(names, {});
  }
  subject.order = request_.highest_order;
  motion_ = side_of({"q"}, {});
}

void MotionCharts::watch(AnalysisRequest& run) {
  run.watch = [this](const TableHeader& header, const TableBlock& block) {
    own_.take(header, block);
    if (each_) each_->take(header, block);
  };
  for (Side* side : {motion_.get(), overview_.get()}) {
    if (side == nullptr) continue;
    run.sides.push_back(
        {&side->selection, [side](const TableHeader& header, const TableBlock& rows) {
           side->charts.take(header, rows);
         }});
  }
}

std::vector<PageGroup> MotionCharts::groups() const {
  std::vector<PageGroup> groups = own_.groups();
  std::vector<PageGroup> others = motion_->charts.groups();
  const std::vector<const analysis::Quantity*> chosen = table_.quantities();
  const bool is_motion_chosen =
      std::any_of(chosen.begin(), chosen.end(),
                  [](const analysis::Quantity* quantity) { return quantity->name == "q"; });
  if (!request_.is_chosen || is_motion_chosen) merge_groups(groups, std::exchange(others, {}));
  if (overview_) merge_groups(request_.is_chosen ? others : groups, overview_->charts.groups());
  sort_groups(groups);
  sort_groups(others);
  for (PageGroup& group : others) {
    const bool is_taken = std::any_of(groups.begin(), groups.end(),
                                      [&](const PageGroup& other) { return other.id == group.id; });
    if (is_taken) group.id = concat("overview_", group.id);
    groups.push_back(std::move(group));
  }
  return groups;
}

std::vector<PageGroup> MotionCharts::each() const {
  return each_ ? each_->groups() : std::vector<PageGroup>{};
}

PageTable MotionCharts::extremes() const {
  PageTable table = PageCharts::extremes_table();
  motion_->charts.add_extremes(table);
  own_.add_extremes(table);
  if (overview_) overview_->charts.add_extremes(table);
  return table;
}

Document motion_page(const analysis::Subject& subject, const trajectory::Trajectory& motion,
                     const SampleTimes& times, const MotionCharts& charts, const PageFacts& facts) {
  PageFacts told = facts;
  told.used.insert(told.used.begin(),
                   {{"Samples", fmt::format("{}, every {:.6g} s", times.size(), times.step())},
                    {"Order", fmt::format("derivatives of forces up to {}, q up to {}",
                                          subject.order, charts.request().highest_order)}});
  Document page = page_of_robot(subject, {{short_name(facts.motion_name), motion}},
                                charts.request().limits, told);
  page.subtitle += fmt::format(", {} samples, order {}", times.size(), subject.order);
  page.groups = charts.groups();
  if (facts.recording != nullptr) {
    add_recording(subject.model, *facts.recording, motion.is_uncertain(), page.groups);
  }
  page.tables.insert(page.tables.begin(), charts.extremes());
  return page;
}

Document motion_page(analysis::Subject subject, const trajectory::Trajectory& motion,
                     const std::vector<model::MotionLimit>& limits, int highest_order,
                     long long samples, const PageFacts& facts) {
  subject.given = std::min(subject.given, highest_order);
  std::vector<std::string> names = page_quantities(subject);
  std::erase(names, "q");
  const analysis::Selection selection(subject, names);
  const SampleTimes times = times_between(motion.range(), samples);
  MotionCharts charts(selection, {.limits = limits, .highest_order = highest_order});
  AnalysisRequest run;
  charts.watch(run);
  analyze_motion(selection, motion, times, run, "");
  return motion_page(subject, motion, times, charts, facts);
}

}  // namespace appell::report
