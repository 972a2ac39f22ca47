#include "appell/report/motion_page.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "appell/base/text.hpp"
#include "appell/record/unwrap.hpp"
#include "appell/report/page_cards.hpp"
#include "appell/report/scene.hpp"

namespace appell::report {
namespace {

bool turns_at(const model::Model& model, int coordinate) {
  for (const model::Body& body : model.bodies()) {
    if (body.coordinate == coordinate) return !body.screw.angular.isZero(0.0);
  }
  return true;
}

/// Dots that are enough for a picture: of each of many stretches the smallest and the largest.
PagePoints some_points(const std::vector<double>& times, const std::vector<double>& values) {
  const std::size_t step = std::max<std::size_t>(1, times.size() / ThinnedRecord::kStretches);
  PagePoints points;
  const auto add = [&](std::ptrdiff_t i) {
    points.times.push_back(times[static_cast<std::size_t>(i)]);
    points.y.push_back(static_cast<float>(values[static_cast<std::size_t>(i)]));
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
      if (model.coordinates()[static_cast<std::size_t>(j)].name != recording.joints[i]) continue;
      const auto column = [i](const std::vector<std::vector<double>>& kind) {
        return i < kind.size() ? kind[i] : std::vector<double>{};
      };
      std::vector<double> q = column(recording.position);
      if (turns_at(model, j)) record::unwrap(q);
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
  return has("mesh") || has("--package") ? 2 : 1;
}

}  // namespace

void set_warnings(Page& page, const std::vector<std::string>& warnings) {
  page.warnings = page.asides = {};
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

Page page_of_robot(const analysis::Subject& subject,
                   const std::vector<std::pair<std::string, trajectory::Trajectory>>& motions,
                   const std::vector<model::MotionLimit>& limits, const PageFacts& facts) {
  const model::Model& model = subject.model;
  Page page{.title = fmt::format("{}: {}", one_line(model.name()), short_name(facts.motion_name))};
  const double start = motions.front().second.range().start;
  double duration = 0.0;
  for (const auto& [name, motion] : motions) {
    duration = std::max(duration, motion.range().duration());
  }
  page.start = start;
  page.end = start + duration;
  page.subtitle = fmt::format("appell {}, {:.6g} s", facts.command, duration);
  for (int j = 0; j < model.num_coordinates(); ++j) {
    page.joints.push_back(
        {model.coordinates()[static_cast<std::size_t>(j)].name, turns_at(model, j) ? "rad" : "m"});
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

MotionPage::MotionPage(const analysis::Selection& selection, trajectory::Trajectory motion,
                       const SampleTimes& times, std::vector<model::MotionLimit> limits,
                       OtherQuantities others, int highest_order)
    : selection_(selection),
      motion_(std::move(motion)),
      times_(times),
      limits_(std::move(limits)),
      highest_order_(highest_order),
      charts_(quantity_charts(selection_, limits_, others, {"q"})) {}

void MotionPage::add_derivatives(Page& page, PageTable& extremes) const {
  const auto add = [&](const char* name, int order) {
    analysis::Subject subject = selection_.subject();
    subject.order = order;
    const analysis::Selection one(subject, {name});
    PageCharts charts(quantity_charts(one, limits_, OtherQuantities::kLeftOut));
    AnalysisRequest request;
    request.watch = [&charts](const TableHeader& header, const TableBlock& block) {
      charts.take(header, block);
    };
    analyze_motion(one, motion_, times_, request, "");
    merge_groups(page.groups, charts.groups());
    charts.add_extremes(extremes);
  };
  const auto has = [&](std::string_view name) {
    const auto chosen = selection_.quantities();
    return std::any_of(chosen.begin(), chosen.end(),
                       [&](const analysis::Quantity* quantity) { return quantity->name == name; });
  };
  add("q", highest_order_);
  const int p = std::min((highest_order_ - 1) / 2, selection_.subject().order);
  if (!has("acceleration_energy") && has("kinetic_energy") && p >= 1) add("acceleration_energy", p);
}

Page MotionPage::page(const PageFacts& facts) const {
  PageFacts told = facts;
  told.used.insert(told.used.begin(),
                   {{"Samples", fmt::format("{}, every {:.6g} s", times_.size(), times_.step())},
                    {"Order", fmt::format("derivatives of forces up to {}, q up to {}",
                                          selection_.subject().order, highest_order_)}});
  Page page = page_of_robot(selection_.subject(), {{short_name(facts.motion_name), motion_}},
                            limits_, told);
  page.subtitle += fmt::format(", {} samples, order {}", times_.size(), selection_.subject().order);
  PageTable extremes = PageCharts::extremes_table();
  add_derivatives(page, extremes);
  merge_groups(page.groups, charts_.groups());
  charts_.add_extremes(extremes);
  const model::Model& model = selection_.subject().model;
  if (facts.recording != nullptr) {
    add_recording(model, *facts.recording, motion_.is_uncertain(), page.groups);
  }
  page.tables.insert(page.tables.begin(), std::move(extremes));
  if (facts.measured != nullptr) {
    page.groups.push_back(measured_group(*facts.measured, model));
    const std::vector<PageTable> tables = measured_tables(*facts.measured);
    page.tables.insert(page.tables.begin(), tables.begin(), tables.end());
  }
  sort_groups(page.groups);
  return page;
}

Page motion_page(const analysis::Subject& subject, const trajectory::Trajectory& motion,
                 const std::vector<model::MotionLimit>& limits, int highest_order,
                 long long samples, const PageFacts& facts) {
  std::vector<std::string> names = page_quantities(subject);
  std::erase(names, "q");
  if (2 * subject.order + 1 > highest_order) std::erase(names, "acceleration_energy");
  const analysis::Selection selection(subject, names);
  const SampleTimes times = times_between(motion.range(), samples);
  MotionPage page(selection, motion, times, limits, OtherQuantities::kLeftOut, highest_order);
  AnalysisRequest request;
  request.watch = [&page](const TableHeader& header, const TableBlock& block) {
    page.take(header, block);
  };
  analyze_motion(selection, motion, times, request, "");
  return page.page(facts);
}

}  // namespace appell::report
