// A sweep as a document: what all items say together, and the robot of the worst one.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "appell/base/counted.hpp"
#include "appell/base/text.hpp"
#include "appell/jobs/sweep/sweep.hpp"
#include "appell/report/motion_page.hpp"
#include "appell/report/page_charts.hpp"
#include "appell/report/text_table.hpp"
#include "appell/study/item_evaluator.hpp"

namespace appell::jobs {
namespace {

using report::PageCell;
using report::PageFigures;
using report::PageShares;
using report::PageTable;
using study::ColumnSummary;

constexpr int kMostPictures = 60;  // Of results; and rows on a terminal.
constexpr int kMostBars = 8;       // Factors in one picture.
constexpr int kMostNamed = 12;     // Factors on a terminal.
constexpr double kMuchChance = 0.05;

/// Places of the quantiles that are marked and listed, in study::kSummaryQuantiles.
constexpr int kFivePercent = 1, kMedian = 3, kNinetyFivePercent = 5;

/// "swing.toml, draw 17": what tells an item from the others.
std::string item_text(const SweepPlan& plan, long long item) {
  const study::ItemPlace at = plan.place(item);
  std::string text;
  if (plan.models.size() > 1) text += plan.models[at.model].name + ", ";
  if (plan.motions.size() > 1) text += plan.motions[at.motion].name + ", ";
  return text + (plan.draws == 1 ? fmt::format("item {}", item) : fmt::format("draw {}", at.draw));
}

/// "301 samples along each motion, 0.005 s apart"; of motions that differ from the least to the
/// most.
std::string sampling_text(const std::vector<SweepPlan::Sampling>& all) {
  const auto [fewest, most] = std::minmax_element(
      all.begin(), all.end(), [](const auto& a, const auto& b) { return a.samples < b.samples; });
  const auto [least, largest] = std::minmax_element(
      all.begin(), all.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
  const auto span_text = [](const std::string& low, const std::string& high) {
    return low == high ? low : low + " to " + high;
  };
  return fmt::format(
      "{} samples along {} motion, {} s apart",
      span_text(std::to_string(fewest->samples), std::to_string(most->samples)),
      all.size() == 1 ? "the" : "each",
      span_text(fmt::format("{:.4g}", least->step), fmt::format("{:.4g}", largest->step)));
}

/// @param nominal  of every result; empty: not known.
PageTable results_table(const SweepSummary& summary, Detail detail,
                        const std::vector<double>& nominal) {
  PageTable table{.title = "Results over all items",
                  .columns = {{"result"},
                              {"unit"},
                              {"mean"},
                              {"sd"},
                              {"5 %"},
                              {"median"},
                              {"95 %"},
                              {"min"},
                              {"max"},
                              {"nominal"},
                              {"not defined", "items"},
                              {"worst"}}};
  const auto figure = [detail](double value) {
    if (detail == Detail::kPage) return std::isfinite(value) ? PageCell(value) : PageCell();
    return PageCell(std::isfinite(value) ? fmt::format("{:.4g}", value) : "-");
  };
  for (int r = 0; r < std::ssize(summary.results); ++r) {
    if (detail == Detail::kWords && r == kMostPictures) break;
    const study::ColumnStatistics& of = summary.results[r].statistics;
    const std::vector<double>& quantiles = summary.results[r].quantiles;
    const auto worst = of.worst();
    table.rows.push_back(
        {summary.plan.results[r].name, report::printed_unit(summary.plan.results[r].unit),
         figure(of.mean()), figure(of.sd()), figure(quantiles[kFivePercent]),
         figure(quantiles[kMedian]), figure(quantiles[kNinetyFivePercent]), figure(of.min()),
         figure(of.max()), nominal.empty() ? PageCell() : figure(nominal[r]),
         of.num_undefined() == 0 ? PageCell() : PageCell(concat(of.num_undefined())),
         worst.empty() ? PageCell("-") : PageCell(item_text(summary.plan, worst[0].item))});
  }
  return table;
}

PageTable worst_table(const SweepSummary& summary) {
  PageTable table{.title = "Worst items",
                  .columns = {{"result"}, {"rank"}, {"value"}, {"unit"}, {"item"}, {"which"}}};
  for (int r = 0; r < std::ssize(summary.results); ++r) {
    const study::ResultColumn& result = summary.plan.results[r];
    int rank = 0;
    for (const study::RankedItem& worst : summary.results[r].statistics.worst()) {
      table.rows.push_back(
          {result.name, concat(++rank),
           std::isnan(worst.value) ? PageCell("not defined") : PageCell(worst.value),
           report::printed_unit(result.unit), concat(worst.item),
           item_text(summary.plan, worst.item)});
    }
  }
  return table;
}

/// What a reader of shares must know: that draws were too few, or few.
std::string chance_text(const SweepPlan& plan, const std::vector<FactorShare>& shares) {
  double chance = 0.0;
  for (const FactorShare& share : shares) chance = std::fmax(chance, share.chance);
  if (!plan.indices.empty()) {
    const long long rows = plan.draws / (std::ssize(plan.factors) + 2);
    if (rows < 2) {
      return fmt::format("too few draws ({}) for Sobol indices: at least 2 are needed", rows);
    }
    if (chance < kMuchChance) return "";
    return fmt::format(
        "few draws ({}) for Sobol indices: that of one result has a standard error of up to "
        "{:.0f} % (mean of all results)",
        rows, 100.0 * chance);
  }
  int most = 0;
  for (const study::Factor& factor : plan.factors) most = std::max(most, factor.range.count);
  if (plan.draws <= most + 1) {
    return fmt::format("too few draws ({}) for factors of {} numbers: at least {} are needed",
                       plan.draws, most, most + 2);
  }
  if (chance < kMuchChance) return "";
  return fmt::format(
      "few draws ({}) for factors of {} numbers: of one result, chance gives {:.0f} % (standard "
      "deviation)",
      plan.draws, most, 100.0 * chance);
}

void add_what_matters(const SweepSummary& summary, std::vector<std::string>& sentences) {
  const std::vector<FactorShare> shares = factor_shares(summary);
  if (shares.empty() || summary.plan.draws < 3) return;
  sentences.push_back(
      summary.plan.indices.empty()
          ? "\nwhat matters (share of the variance that it explains, mean of all results):"
          : "\nwhat matters (total Sobol index, mean of all results):");
  std::vector<std::vector<std::string>> rows;
  for (const FactorShare& one : shares) {
    if (std::ssize(rows) == kMostNamed) break;
    rows.push_back({"  " + one.name,
                    std::isnan(one.share) ? "-" : fmt::format("{:.1f} %", 100.0 * one.share)});
  }
  std::string table = report::text_table(rows);
  table.pop_back();  // Every sentence ends its line.
  sentences.push_back(std::move(table));
  if (std::ssize(shares) > kMostNamed) {
    sentences.push_back(
        fmt::format("and {} factors more in summary.json", std::ssize(shares) - kMostNamed));
  }
  const std::string chance = chance_text(summary.plan, shares);
  if (!chance.empty()) sentences.push_back(chance);
}

std::vector<std::string> sentences_of(const SweepSummary& summary) {
  std::vector<std::string> sentences;
  if (std::ssize(summary.results) > kMostPictures) {
    sentences.push_back(fmt::format("and {} results more in summary.json",
                                    std::ssize(summary.results) - kMostPictures));
  }
  for (int r = 0; r < std::ssize(summary.results); ++r) {
    const std::string missing = undefined_text(summary.plan.results[r].name, summary.results[r]);
    if (!missing.empty()) sentences.push_back(missing);
  }
  for (int r = 0; r < std::ssize(summary.results); ++r) {
    if (summary.plan.results[r].name != "legal") continue;
    sentences.push_back(fmt::format("{:.4g} % of the items keep all limits",
                                    100.0 * summary.results[r].statistics.mean()));
  }
  add_what_matters(summary, sentences);
  return sentences;
}

report::PageHistogram histogram_of(const study::ResultColumn& result, const ColumnSummary& summary,
                                   double nominal) {
  const study::Histogram& from = *summary.histogram;
  report::PageHistogram made{.title = result.name,
                             .unit = report::printed_unit(result.unit),
                             .low = from.low(),
                             .high = from.high(),
                             .counts = {from.counts().begin(), from.counts().end()}};
  if (!(from.high() > from.low())) return made;
  made.marks = {{summary.quantiles[kFivePercent], "5 %"},
                {summary.quantiles[kMedian], "median"},
                {summary.quantiles[kNinetyFivePercent], "95 %"}};
  if (nominal >= from.low() && nominal <= from.high()) made.marks.push_back({nominal, "nominal"});
  std::stable_sort(made.marks.begin(), made.marks.end(),
                   [](const auto& a, const auto& b) { return a.at < b.at; });
  return made;
}

PageFigures distributions(const SweepSummary& summary, const std::vector<double>& nominal) {
  const SweepPlan& plan = summary.plan;
  PageFigures figures{
      .title = "Distributions",
      .note = fmt::format("Each of {} counts once.", counted(plan.num_items(), "item"))};
  for (int r = 0; r < std::ssize(summary.results); ++r) {
    if (!summary.results[r].histogram) continue;
    if (std::ssize(figures.histograms) == kMostPictures) {
      figures.note += fmt::format(" Shown are the first {} of {} results; the table has all.",
                                  kMostPictures, summary.results.size());
      break;
    }
    figures.histograms.push_back(histogram_of(plan.results[r], summary.results[r],
                                              nominal.empty() ? std::nan("") : nominal[r]));
  }
  for (int r = 0; r < std::ssize(summary.results); ++r) {
    const std::string missing = undefined_text(plan.results[r].name, summary.results[r]);
    if (!missing.empty()) figures.note += fmt::format(" {}.", missing);
  }
  return figures;
}

/// The largest of them.
PageShares picture_of(std::string title, std::vector<PageShares::Row> rows) {
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.value > b.value; });
  if (std::ssize(rows) > kMostBars) rows.resize(kMostBars);
  return {.title = std::move(title), .rows = std::move(rows)};
}

PageFigures what_matters(const SweepSummary& summary) {
  const SweepPlan& plan = summary.plan;
  PageFigures figures{
      .title = "What matters most",
      .note = plan.indices.empty()
                  ? "Share of the variance that a linear function of the factor explains, without "
                    "what chance explains."
                  : "Total Sobol indices: the share of the variance that would stay if all other "
                    "factors were known, with standard errors."};
  int num_known = 0;
  for (int r = 0; r < std::ssize(summary.results); ++r) {
    const ColumnSummary& column = summary.results[r];
    std::vector<PageShares::Row> rows;
    for (int f = 0; f < std::ssize(plan.factors); ++f) {
      rows.push_back({.label = plan.factors[f].name, .value = share_of(column, f)});
      if (column.indices) rows.back().error = column.indices->factors[f].total.error;
    }
    const bool is_known = std::all_of(rows.begin(), rows.end(), [](const PageShares::Row& row) {
      return std::isfinite(row.value);
    });
    if (!is_known || ++num_known > kMostPictures) continue;
    figures.shares.push_back(picture_of(plan.results[r].name, std::move(rows)));
  }
  if (num_known < 2) return figures;
  std::vector<PageShares::Row> means;
  for (const FactorShare& share : factor_shares(summary)) {
    means.push_back({.label = share.name, .value = share.share});
  }
  figures.shares.insert(figures.shares.begin(),
                        picture_of("Mean over all results", std::move(means)));
  return figures;
}

/// The robot and the charts of the item that is worst in the first result; nothing where the study
/// is not at hand. Of one robot and one motion also what the results are without draws.
Document worst_item_page(const SweepResult& of, std::vector<double>& nominal) {
  const SweepSummary& summary = *of.summary;
  const auto worst = summary.results.front().statistics.worst();
  if (of.study == nullptr || worst.empty()) return {};
  const study::Study& study = *of.study;
  const study::ItemPlace at = study.place(worst.front().item);
  study::ItemEvaluator evaluator(study, at.model, at.motion);
  std::vector<double> numbers(summary.plan.numbers.size()), results(summary.results.size());
  if (study.num_motions() == 1 && study.models().size() == 1) {
    evaluator.compute_nominal(results);
    nominal = results;
  }
  evaluator.compute(at.draw, numbers, results);
  const model::Model& model = evaluator.robot();
  const int order = std::max(0, std::min(study.file().order, study.state_order() - 2));
  const std::string name = item_text(summary.plan, worst.front().item);
  Document page = report::motion_page(
      analysis::along_motion({.model = model, .frame = study.frame(model), .order = order}),
      evaluator.item_motion(), evaluator.limits(), std::max(study.state_order(), order + 2),
      report::kPageSamples, {.command = "sweep", .motion_name = name});
  page.subtitle = concat("; robot and plots: ", name);
  return page;
}

report::PageCard study_card(const SweepPlan& plan) {
  return {.title = "The study",
          .rows = {{"program", plan.program},
                   {"models", comma_list(input_names(plan.models))},
                   {"motions", comma_list(input_names(plan.motions))},
                   {"draws of each pair", concat(plan.draws)},
                   {"design", plan.design},
                   {"seed", fmt::format("{:.0f}", plan.seed)},
                   {"hash", plan_hash(plan)}}};
}

Document sweep_page(const SweepResult& of) {
  const SweepSummary& summary = *of.summary;
  const SweepPlan& plan = summary.plan;
  std::vector<double> nominal;
  Document page = worst_item_page(of, nominal);
  page.title = plan.study;
  page.subtitle = fmt::format("sweep, {}, {}, {}{}", counted(plan.num_items(), "item"),
                              counted(std::ssize(summary.results), "result"),
                              counted(std::ssize(plan.factors), "factor"), page.subtitle);
  const std::vector<std::string> warnings = summary_warnings(summary);
  page.warnings.insert(page.warnings.begin(), warnings.begin(), warnings.end());
  page.figures.push_back(distributions(summary, nominal));
  if (!plan.factors.empty()) page.figures.push_back(what_matters(summary));
  page.tables.insert(page.tables.begin(),
                     {results_table(summary, Detail::kPage, nominal), worst_table(summary)});
  page.cards.push_back(study_card(plan));
  return page;
}

std::string shard_text(const SweepResult& of) {
  return fmt::format(
      "shard {} of {}: its {} of {} {} complete, {} computed now; when all shards are, appell "
      "sweep --merge {}",
      of.shard.index, of.shard.count, counted(of.num_parts, "part"), of.all_parts,
      of.num_parts == 1 ? "is" : "are", counted(of.num_items, "item"), of.folder);
}

}  // namespace

Document show(const SweepResult& of, Detail detail) {
  if (!of.summary) return {.title = "sweep", .opening = {shard_text(of)}};
  if (detail == Detail::kPage) return sweep_page(of);
  const SweepPlan& plan = of.summary->plan;
  Document document{.title = plan.study, .sentences = sentences_of(*of.summary)};
  document.opening.push_back(fmt::format("{}: {} x {} x {}", counted(plan.num_items(), "item"),
                                         counted(std::ssize(plan.models), "model"),
                                         counted(std::ssize(plan.motions), "motion"),
                                         counted(plan.draws, "draw")));
  if (!plan.samplings.empty()) document.opening.push_back(sampling_text(plan.samplings));
  document.tables.push_back(results_table(*of.summary, detail, {}));
  document.sentences.push_back(
      concat("\nsummary: ", (std::filesystem::path(of.folder) / "summary.json").string()));
  return document;
}

}  // namespace appell::jobs
