#include "appell/report/comparison_page.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "appell/base/check.hpp"
#include "appell/base/counted.hpp"
#include "appell/force/friction.hpp"

namespace appell::report {
namespace {

using analysis::MotionComparison;
using analysis::NamedMotion;

constexpr int kComparedSteps = 1000;  // Of the longest motion.

/// Charts of one motion at the first of common instants, as many as it lasts.
std::vector<PageGroup> charts_of_motion(const analysis::Subject& subject,
                                        const std::vector<std::string>& names,
                                        const trajectory::Trajectory& motion, double step,
                                        const std::vector<model::MotionLimit>& limits) {
  const analysis::Selection selection(subject, names);
  PageCharts charts(quantity_charts(selection, limits, OtherQuantities::kLeftOut));
  AnalysisRequest request;
  request.watch = [&charts](const TableHeader& header, const TableBlock& block) {
    charts.take(header, block);
  };
  const trajectory::TimeRange range = motion.range();
  const auto last = static_cast<long long>(range.duration() / step * (1.0 + 1e-12));
  analyze_motion(selection, motion, SampleTimes(range.start, step, range.end, last + 1), request,
                 "");
  return charts.groups();
}

/// Puts the lines of one motion into the charts of all.
void add_lines(std::vector<PageGroup>& all, std::vector<PageGroup> one, int motion,
               const std::string& name, const Instants& times) {
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
        line.beyond = times_beyond(*times, line);
        all[g].charts[c].lines.push_back(std::move(line));
      }
    }
  }
}

/// Without its folders, unless another motion is then called the same.
std::string name_among(const MotionComparison& of, const std::string& name) {
  const auto same = std::count_if(of.motions.begin(), of.motions.end(), [&](const auto& other) {
    return short_name(other.name) == short_name(name);
  });
  return same > 1 ? name : short_name(name);
}

PageTable figures_table(const model::Model& model, const MotionComparison& of) {
  PageTable table{.title = "Figures", .columns = {{"Figure"}, {"Unit"}}};
  for (const analysis::ComparedMotion& motion : of.motions)
    table.columns.push_back({name_among(of, motion.name)});
  table.columns.push_back({"Least"});
  for (std::size_t f = 0; f < of.figures.size(); ++f) {
    std::vector<PageCell> row{of.figures[f].title, printed_unit(of.figures[f].unit)};
    bool is_beyond = false;
    for (const analysis::ComparedMotion& motion : of.motions) {
      const analysis::FigureValue& value = motion.values[f];
      std::string text = value.is_impulse ? "impulse" : fmt::format("{:.6g}", value.value);
      if (value.worst) {
        text += " " + model.coordinates()[static_cast<std::size_t>(*value.worst)].name;
      }
      if (value.share) text += fmt::format(" ({:.1f} %)", 100.0 * *value.share);
      is_beyond = is_beyond || (value.share && *value.share > 1.0 + analysis::LimitVerdict::kSlack);
      row.emplace_back(value.worst || value.share || value.is_impulse ? PageCell(text)
                                                                      : PageCell(value.value));
    }
    std::string best;
    for (const std::size_t i : of.best(f)) {
      best += (best.empty() ? "" : ", ") + name_among(of, of.motions[i].name);
    }
    row.emplace_back(best);
    if (is_beyond) table.marked.push_back(static_cast<int>(table.rows.size()));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::optional<PageVerdict> verdict_on_all(const MotionComparison& of) {
  if (!of.motions.front().is_legal) return std::nullopt;
  std::string bad;
  for (const analysis::ComparedMotion& motion : of.motions) {
    if (!*motion.is_legal) bad += (bad.empty() ? "" : ", ") + name_among(of, motion.name);
  }
  if (bad.empty()) return PageVerdict{true, "All motions keep all limits."};
  return PageVerdict{false, "NOT legal: " + bad};
}

}  // namespace

Page comparison_page(const model::Model& model, const model::Frame& frame,
                     const std::vector<NamedMotion>& motions, const MotionComparison& of,
                     const std::vector<model::MotionLimit>& limits,
                     const std::vector<std::string>& notes, const PageFacts& facts) {
  check(motions.size() == of.motions.size() && !motions.empty(),
        "comparison_page: ", motions.size(), " motions; the comparison has ", of.motions.size(),
        ".");
  analysis::Subject subject = analysis::along_motion({.model = model, .frame = frame, .order = 1});
  std::vector<std::pair<std::string, trajectory::Trajectory>> named;
  double longest = 0.0;
  for (const NamedMotion& motion : motions) {
    named.emplace_back(name_among(of, motion.name), motion.motion);
    longest = std::max(longest, motion.motion.range().duration());
  }
  Page page = page_of_robot(subject, named, limits, facts);
  page.subtitle += ", " + counted(motions.size(), "motion");
  page.verdict = verdict_on_all(of);
  const double step = longest / kComparedSteps;
  auto instants = std::make_shared<std::vector<double>>();
  for (int i = 0; i <= kComparedSteps; ++i) {
    instants->push_back(std::min(page.end, page.start + step * i));
  }
  const std::vector<std::string> forces{force::has_friction(model) ? "Q_motor" : "Q_drive", "power",
                                        "kinetic_energy", "acceleration_energy", "X"};
  for (std::size_t i = 0; i < motions.size(); ++i) {
    subject.order = 3;
    std::vector<PageGroup> one = charts_of_motion(subject, {"q"}, motions[i].motion, step, limits);
    subject.order = 1;
    merge_groups(one, charts_of_motion(subject, forces, motions[i].motion, step, limits));
    add_lines(page.groups, std::move(one), static_cast<int>(i), name_among(of, motions[i].name),
              instants);
  }
  page.tables.insert(page.tables.begin(), figures_table(model, of));
  PageCard card{.title = "Motions", .notes = notes};
  for (const analysis::ComparedMotion& motion : of.motions) {
    const std::string legal = !motion.is_legal   ? ""
                              : *motion.is_legal ? "; keeps all limits"
                                                 : "; NOT legal";
    card.rows.emplace_back(name_among(of, motion.name),
                           fmt::format("{:.6g} s{}", motion.range.duration(), legal));
  }
  page.cards.insert(page.cards.begin(), std::move(card));
  return page;
}

}  // namespace appell::report
