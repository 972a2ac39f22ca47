#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "appell/base/counted.hpp"
#include "appell/force/friction.hpp"
#include "appell/jobs/compare/compare.hpp"
#include "appell/report/check_report.hpp"
#include "appell/report/motion_page.hpp"

namespace appell::jobs {
namespace {

using analysis::ComparedMotion;
using analysis::FigureValue;
using analysis::MotionComparison;
using report::PageCard;
using report::PageCell;
using report::PageChart;
using report::PageGroup;
using report::PageLine;
using report::PageTable;

constexpr int kComparedSteps = 1000;  // Of the longest motion.

/// Charts of one motion at the first of common instants, as many as it lasts.
std::vector<PageGroup> charts_of_motion(const analysis::Subject& subject,
                                        const std::vector<std::string>& names,
                                        const trajectory::Trajectory& motion, double step,
                                        const std::vector<model::MotionLimit>& limits) {
  const analysis::Selection selection(subject, names);
  report::PageCharts charts(
      report::quantity_charts(selection, limits, report::OtherQuantities::kLeftOut));
  report::AnalysisRequest request;
  request.watch = [&charts](const report::TableHeader& header, const report::TableBlock& block) {
    charts.take(header, block);
  };
  const trajectory::TimeRange range = motion.range();
  const auto last = static_cast<long long>(range.duration() / step * (1.0 + 1e-12));
  report::analyze_motion(selection, motion,
                         report::SampleTimes(range.start, step, range.end, last + 1), request, "");
  return charts.groups();
}

/// Puts the lines of one motion into the charts of all.
void add_lines(std::vector<PageGroup>& all, std::vector<PageGroup> one, int motion,
               const std::string& name, const report::Instants& times) {
  for (std::size_t g = 0; g < one.size(); ++g) {
    if (all.size() <= g) all.push_back({.id = one[g].id, .title = one[g].title});
    for (std::size_t c = 0; c < one[g].charts.size(); ++c) {
      PageChart& chart = one[g].charts[c];
      if (all[g].charts.size() <= c) {
        all[g].charts.push_back({.title = chart.title,
                                 .symbol = chart.symbol,
                                 .unit = chart.unit,
                                 .order = chart.order,
                                 .time = times});
      }
      for (PageLine& line : chart.lines) {
        line.motion = motion;
        line.name = chart.lines.size() > 1 ? fmt::format("{}, {}", line.name, name) : name;
        line.y.resize(times->size(), std::numeric_limits<float>::quiet_NaN());
        line.beyond = report::times_beyond(*times, line);
        all[g].charts[c].lines.push_back(std::move(line));
      }
    }
  }
}

/// Without its folders, unless another motion is then called the same.
std::string name_among(const MotionComparison& of, const std::string& name) {
  const auto same = std::count_if(of.motions.begin(), of.motions.end(), [&](const auto& other) {
    return report::short_name(other.name) == report::short_name(name);
  });
  return same > 1 ? name : report::short_name(name);
}

/// "24.4* shoulder (98 %)": with a star where it is the best.
PageCell figure_cell(const model::Model& model, const FigureValue& value, bool is_best) {
  if (!value.is_impulse && !is_best && !value.worst && !value.share) return value.value;
  std::string text = value.is_impulse ? "impulse" : fmt::format("{:.6g}", value.value);
  if (is_best) text += "*";
  if (value.worst) text += " " + model.coordinates()[*value.worst].name;
  if (value.share) text += fmt::format(" ({:.1f} %)", 100.0 * *value.share);
  return text;
}

/// "yes", or what is exceeded first.
std::string legal_cell(const model::Model& model, const ComparedMotion& motion) {
  if (*motion.is_legal) return "yes";
  const std::size_t others = motion.exceeded.size() - 1;
  return "NO: " + limit_label(model, motion.exceeded.front()) +
         (others == 0 ? "" : fmt::format(" and {} more", others));
}

PageTable figures_table(const model::Model& model, const MotionComparison& of) {
  PageTable table{.title = "Figures", .columns = {{"figure"}, {"unit"}}};
  for (const ComparedMotion& motion : of.motions) {
    table.columns.push_back({name_among(of, motion.name)});
  }
  for (std::size_t f = 0; f < of.figures.size(); ++f) {
    std::vector<PageCell> row{of.figures[f].title, report::printed_unit(of.figures[f].unit)};
    const std::vector<std::size_t> best = of.best(f);
    bool is_beyond = false;
    for (std::size_t i = 0; i < of.motions.size(); ++i) {
      const FigureValue& value = of.motions[i].values[f];
      is_beyond = is_beyond || (value.share && *value.share > 1.0 + analysis::LimitVerdict::kSlack);
      row.push_back(
          figure_cell(model, value, std::find(best.begin(), best.end(), i) != best.end()));
    }
    if (is_beyond) table.marked.push_back(static_cast<int>(table.rows.size()));
    table.rows.push_back(std::move(row));
  }
  if (of.motions.front().is_legal) {
    std::vector<PageCell> row{std::string("keeps all limits"), std::string()};
    for (const ComparedMotion& motion : of.motions) row.emplace_back(legal_cell(model, motion));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::optional<report::PageVerdict> verdict_on_all(const MotionComparison& of) {
  if (!of.motions.front().is_legal) return std::nullopt;
  std::string bad;
  for (const ComparedMotion& motion : of.motions) {
    if (!*motion.is_legal) bad += (bad.empty() ? "" : ", ") + name_among(of, motion.name);
  }
  if (bad.empty()) return report::PageVerdict{true, "All motions keep all limits."};
  return report::PageVerdict{false, "NOT legal: " + bad};
}

/// "a, b and c"
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += i == 0 ? "" : i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return text;
}

/// "torque" of "largest torque".
std::string without_largest(std::string_view title) {
  constexpr std::string_view kLargest = "largest ";
  if (title.starts_with(kLargest)) title.remove_prefix(kLargest.size());
  return std::string(title);
}

/// Who has least of what matters most, and of how many figures each has least.
std::vector<std::string> compare_sentences(const CompareResult& result) {
  const MotionComparison& of = result.found;
  std::vector<std::string> lines;
  std::string least;
  for (const char* name : {"torque", "torque_rate", "jerk", "mechanical_energy", "E1_integral"}) {
    if (!of.has_figure(name)) continue;  // A robot without motors.
    const std::size_t figure = of.figure_named(name);
    std::vector<std::string> best;
    for (const std::size_t i : of.best(figure)) best.push_back(name_among(of, of.motions[i].name));
    if (best.empty()) continue;
    least += fmt::format("{}{}: {}", least.empty() ? "Least " : "; least ",
                         without_largest(of.figures[figure].title), listed(best));
  }
  if (!least.empty()) lines.push_back(least + ".");
  if (of.motions.size() > 1) {
    std::vector<std::string> counts;
    for (std::size_t i = 0; i < of.motions.size(); ++i) {
      counts.push_back(fmt::format("{} of {}", of.num_best(i), name_among(of, of.motions[i].name)));
    }
    lines.push_back(fmt::format("Best (*) of {} figures: {}.", of.figures.size(), listed(counts)));
  }
  if (std::string loads = report::loads_text(result.loads); !loads.empty()) {
    loads.pop_back();
    lines.push_back(std::move(loads));
  }
  for (const std::string& note : result.notes) lines.push_back("note: " + note);
  return lines;
}

/// A figure that changes with time, and the chart of it.
struct ComparedCourse {
  const char* figure;
  const char* group;
  int order;
};
constexpr ComparedCourse kCourses[] = {{"torque", "torque", 0},
                                       {"jerk", "motion", 3},
                                       {"E1", "acceleration_energy", 1},
                                       {"velocity", "motion", 1},
                                       {"acceleration", "motion", 2},
                                       {"torque_rate", "torque", 1},
                                       {"power", "power", 0},
                                       {"E0", "energy", 0},
                                       {"E2", "acceleration_energy", 2},
                                       {"end_effector_speed", "end_effector", 1},
                                       {"end_effector_acceleration", "end_effector", 2},
                                       {"end_effector_jerk", "end_effector", 3}};

/// The coordinate that is drawn of a figure: the worst of the motion in which it is worst; none
/// where the figure has no joints.
std::optional<int> drawn_joint(const MotionComparison& of, std::size_t figure) {
  const FigureValue* worst = nullptr;
  for (const ComparedMotion& motion : of.motions) {
    const FigureValue& value = motion.values[figure];
    const bool is_worse = worst == nullptr ||
                          (!worst->is_impulse && (value.is_impulse || value.value > worst->value));
    if (is_worse) worst = &value;
  }
  return worst->worst;
}

/// The lines of one joint, or of the robot, from a chart of all: of forces those of the motors
/// where there are any. Friction that is not smooth has no derivatives, and no power.
PageChart course_of(const CompareResult& result, const ComparedCourse& course,
                    const PageChart& chart) {
  const MotionComparison& of = result.found;
  const std::size_t figure = of.figure_named(course.figure);
  const std::optional<int> joint = drawn_joint(of, figure);
  const auto is_of_motors = [](const PageLine& line) { return line.term == "motor"; };
  const bool has_motors = std::any_of(chart.lines.begin(), chart.lines.end(), is_of_motors);
  PageChart picked{.title = without_largest(of.figures[figure].title),
                   .symbol = chart.symbol,
                   .unit = chart.unit,
                   .time = chart.time};
  if (joint) picked.title += ", " + result.model.coordinates()[*joint].name;
  const std::string_view group = course.group;
  const bool is_force = group == "torque" || group == "power";
  if (is_force && !has_motors && force::has_friction(result.model)) {
    picked.title += ", without friction";
  }
  for (const PageLine& line : chart.lines) {
    if (line.joint != joint || has_motors != is_of_motors(line)) continue;
    PageLine& one = picked.lines.emplace_back(line);
    one.name = name_among(of, of.motions[line.motion.value_or(0)].name);
    one.term.clear();
    one.joint.reset();
  }
  return picked;
}

/// A chart for each figure that changes with time, in which it can be seen how motions differ.
PageGroup comparison_group(const CompareResult& result, const std::vector<PageGroup>& groups) {
  PageGroup found{.id = "comparison", .title = "Comparison"};
  for (const ComparedCourse& course : kCourses) {
    if (!result.found.has_figure(course.figure)) continue;
    for (const PageGroup& group : groups) {
      if (group.id != course.group) continue;
      const auto chart = std::find_if(group.charts.begin(), group.charts.end(),
                                      [&](const PageChart& c) { return c.order == course.order; });
      if (chart == group.charts.end()) continue;
      found.charts.push_back(course_of(result, course, *chart));
      found.charts.back().order = static_cast<int>(found.charts.size()) - 1;
    }
  }
  return found;
}

PageCard motions_card(const CompareResult& result) {
  PageCard card{.title = "Motions", .notes = result.notes};
  for (const ComparedMotion& motion : result.found.motions) {
    const std::string legal = !motion.is_legal   ? ""
                              : *motion.is_legal ? "; keeps all limits"
                                                 : "; NOT legal";
    card.rows.emplace_back(name_among(result.found, motion.name),
                           fmt::format("{:.6g} s{}", motion.range.duration(), legal));
  }
  return card;
}

/// Motions over each other, all begun at once: the robot by each of them, charts with a line for
/// each.
Document compare_page(const CompareResult& of) {
  analysis::Subject subject = subject_of(of.model, of.model.frame(of.frame), of.loads);
  subject.order = 1;
  std::vector<std::pair<std::string, trajectory::Trajectory>> named;
  double longest = 0.0;
  for (const analysis::NamedMotion& motion : of.motions) {
    named.emplace_back(name_among(of.found, motion.name), motion.motion);
    longest = std::max(longest, motion.motion.range().duration());
  }
  Document page = report::page_of_robot(
      subject, named, of.limits,
      {.command = "compare", .motion_name = of.motion_name, .warnings = {}, .used = of.used});
  page.subtitle += ", " + counted(of.motions.size(), "motion");
  const double step = longest / kComparedSteps;
  auto instants = std::make_shared<std::vector<double>>();
  for (int i = 0; i <= kComparedSteps; ++i) {
    instants->push_back(std::min(page.end, page.start + step * i));
  }
  std::vector<std::string> forces{"Q_drive", "power", "kinetic_energy", "acceleration_energy", "X"};
  if (force::has_friction(of.model)) forces.emplace_back("Q_motor");
  for (std::size_t i = 0; i < of.motions.size(); ++i) {
    const trajectory::Trajectory& law = of.motions[i].motion;
    subject.order = 3;
    std::vector<PageGroup> one = charts_of_motion(subject, {"q"}, law, step, of.limits);
    subject.order = 2;
    report::merge_groups(one, charts_of_motion(subject, forces, law, step, of.limits));
    add_lines(page.groups, std::move(one), static_cast<int>(i), named[i].first, instants);
  }
  page.groups.insert(page.groups.begin(), comparison_group(of, page.groups));
  page.cards.insert(page.cards.begin(), motions_card(of));
  return page;
}

}  // namespace

Document show(const CompareResult& of, Detail detail) {
  Document document = detail == Detail::kPage ? compare_page(of) : Document{};
  document.verdict = verdict_on_all(of.found);
  document.tables.insert(document.tables.begin(), figures_table(of.model, of.found));
  document.sentences = compare_sentences(of);
  return document;
}

}  // namespace appell::jobs
