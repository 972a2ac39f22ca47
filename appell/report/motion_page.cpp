#include "appell/report/motion_page.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "appell/base/text.hpp"
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

/// Numbers of another table at the instants of a chart: where they are denser than those, the
/// smallest and the largest in turn, so that none is lost; else straight lines between them.
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

void add_measured(const model::Model& model, const analysis::MeasuredForces& measured,
                  std::vector<PageGroup>& groups) {
  const auto torques = std::find_if(groups.begin(), groups.end(),
                                    [](const PageGroup& group) { return group.id == "torque"; });
  if (torques == groups.end()) return;
  for (const analysis::MeasuredJoint& joint : measured.joints) {
    for (int j = 0; j < model.num_coordinates(); ++j) {
      if (model.coordinates()[static_cast<std::size_t>(j)].name != joint.name) continue;
      const auto chart =
          std::find_if(torques->charts.begin(), torques->charts.end(), [&](const PageChart& other) {
            return other.order == 0 && other.unit == (joint.turns ? "N m" : "N");
          });
      if (chart == torques->charts.end()) continue;
      PageLine line{.name = joint.name, .joint = j, .term = "measured"};
      line.y = at_instants(*chart->time, measured.times, joint.measured);
      chart->lines.push_back(std::move(line));
    }
  }
}

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
  for (const char* id : {"motion", "torque", "power", "energy", "acceleration_energy",
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
  page.warnings = facts.warnings;
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

Page MotionPage::page(const PageFacts& facts, const analysis::MeasuredForces* measured) const {
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
  sort_groups(page.groups);
  if (measured != nullptr) add_measured(selection_.subject().model, *measured, page.groups);
  page.tables.insert(page.tables.begin(), std::move(extremes));
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
