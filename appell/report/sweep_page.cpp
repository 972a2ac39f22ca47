#include "appell/report/sweep_page.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "appell/base/counted.hpp"
#include "appell/base/text.hpp"
#include "appell/report/page_charts.hpp"
#include "appell/study/item_evaluator.hpp"

namespace appell::report {
namespace {

constexpr std::size_t kMostPictures = 60;
constexpr std::size_t kMostFactors = 8;  // In one picture.

/// Places of the quantiles that are marked and listed, in study::kSummaryQuantiles.
constexpr std::size_t kFivePercent = 1, kMedian = 3, kNinetyFivePercent = 5;

PageHistogram histogram_of(const SweptResult& result) {
  const study::Histogram& from = *result.summary.histogram;
  PageHistogram made{.title = result.title,
                     .unit = printed_unit(result.unit),
                     .low = from.low(),
                     .high = from.high(),
                     .counts = {from.counts().begin(), from.counts().end()}};
  if (!(from.high() > from.low())) return made;
  made.marks = {{result.summary.quantiles[kFivePercent], "5 %"},
                {result.summary.quantiles[kMedian], "median"},
                {result.summary.quantiles[kNinetyFivePercent], "95 %"}};
  const bool is_within =
      result.nominal && *result.nominal >= from.low() && *result.nominal <= from.high();
  if (is_within) made.marks.push_back({*result.nominal, "nominal"});
  std::stable_sort(made.marks.begin(), made.marks.end(),
                   [](const auto& a, const auto& b) { return a.at < b.at; });
  return made;
}

PageFigures distributions(const SweptStudy& study) {
  PageFigures figures{
      .title = "Distributions",
      .note = fmt::format("Each of {} counts once.", counted(study.num_items, "item"))};
  for (const SweptResult& result : study.results) {
    if (!result.summary.histogram) continue;
    if (figures.histograms.size() == kMostPictures) {
      figures.note += fmt::format(" Shown are the first {} of {} results; the table has all.",
                                  kMostPictures, study.results.size());
      break;
    }
    figures.histograms.push_back(histogram_of(result));
  }
  for (const SweptResult& result : study.results) {
    const std::string missing = undefined_text(result.title, result.summary);
    if (!missing.empty()) figures.note += fmt::format(" {}.", missing);
  }
  return figures;
}

/// The share of a factor: its total index where there are indices, else what it explains.
PageShares::Row shown_share(const SweptStudy& study, const study::ColumnSummary& summary,
                            std::size_t factor) {
  if (summary.indices) {
    const study::Estimate& total = summary.indices->factors[factor].total;
    return {.label = study.factors[factor], .value = total.value, .error = total.error};
  }
  return {.label = study.factors[factor], .value = summary.effects[factor].adjusted};
}

void keep_largest(PageShares& shares) {
  std::stable_sort(shares.rows.begin(), shares.rows.end(),
                   [](const auto& a, const auto& b) { return a.value > b.value; });
  if (shares.rows.size() > kMostFactors) shares.rows.resize(kMostFactors);
}

PageFigures what_matters(const SweptStudy& study) {
  PageFigures figures{.title = "What matters most"};
  const bool has_indices = !study.results.empty() && study.results[0].summary.indices.has_value();
  figures.note =
      has_indices
          ? "Total Sobol indices: the share of the variance that would stay if all other factors "
            "were known, with standard errors."
          : "Share of the variance that a linear function of the factor explains, without what "
            "chance explains.";
  PageShares mean{.title = "Mean over all results"};
  for (const std::string& factor : study.factors)
    mean.rows.push_back({.label = factor, .value = 0.0});
  double count = 0.0;
  for (const SweptResult& result : study.results) {
    PageShares shares{.title = result.title};
    for (std::size_t f = 0; f < study.factors.size(); ++f) {
      shares.rows.push_back(shown_share(study, result.summary, f));
    }
    const bool is_known =
        std::all_of(shares.rows.begin(), shares.rows.end(),
                    [](const PageShares::Row& row) { return std::isfinite(row.value); });
    if (!is_known) continue;
    count += 1.0;
    for (std::size_t f = 0; f < study.factors.size(); ++f)
      mean.rows[f].value += shares.rows[f].value;
    keep_largest(shares);
    if (figures.shares.size() < kMostPictures) figures.shares.push_back(std::move(shares));
  }
  for (PageShares::Row& row : mean.rows) row.value /= count;
  keep_largest(mean);
  if (count > 1.0) figures.shares.insert(figures.shares.begin(), std::move(mean));
  return figures;
}

PageTable statistics_table(const SweptStudy& study) {
  PageTable table{.title = "Results over all items",
                  .columns = {{"Result"},
                              {"Unit"},
                              {"Mean"},
                              {"Deviation"},
                              {"Smallest"},
                              {"5 %"},
                              {"Median"},
                              {"95 %"},
                              {"Largest"},
                              {"Nominal"},
                              {"Not defined", "items"}}};
  for (const SweptResult& result : study.results) {
    const study::ColumnStatistics& s = result.summary.statistics;
    const std::vector<double>& q = result.summary.quantiles;
    const PageCell nominal = result.nominal ? PageCell(*result.nominal) : PageCell();
    table.rows.push_back({result.title, printed_unit(result.unit), s.mean(), s.sd(), s.min(),
                          q[kFivePercent], q[kMedian], q[kNinetyFivePercent], s.max(), nominal,
                          static_cast<double>(s.num_undefined())});
  }
  return table;
}

PageTable worst_table(const SweptStudy& study) {
  PageTable table{.title = "Worst items",
                  .columns = {{"Result"}, {"Rank"}, {"Value"}, {"Unit"}, {"Item"}, {"Which"}}};
  for (const SweptResult& result : study.results) {
    int rank = 0;
    for (const study::RankedItem& worst : result.summary.statistics.worst()) {
      const PageCell value =
          std::isnan(worst.value) ? PageCell("not defined") : PageCell(worst.value);
      table.rows.push_back({result.title, fmt::format("{}", ++rank), value,
                            printed_unit(result.unit), fmt::format("{}", worst.item),
                            study.item_name(worst.item)});
    }
  }
  return table;
}

void put_study(Document& page, const SweptStudy& study) {
  page.title = study.name;
  page.warnings.insert(page.warnings.begin(), study.warnings.begin(), study.warnings.end());
  page.figures.push_back(distributions(study));
  if (!study.factors.empty()) page.figures.push_back(what_matters(study));
  page.tables.insert(page.tables.begin(), {statistics_table(study), worst_table(study)});
  page.cards.push_back({.title = "The study", .rows = study.used});
}

std::string study_words(const SweptStudy& study) {
  return fmt::format("sweep, {}, {}, {}", counted(study.num_items, "item"),
                     counted(study.results.size(), "result"),
                     counted(study.factors.size(), "factor"));
}

std::string joined_names(const std::vector<SweepPlan::Input>& inputs) {
  std::vector<std::string> names;
  for (const SweepPlan::Input& input : inputs) names.push_back(input.name);
  return comma_list(names);
}

SweptStudy swept_study(const SweepSummary& summary) {
  const SweepPlan& plan = summary.plan;
  SweptStudy swept{
      .name = plan.study, .num_items = plan.num_items(), .warnings = summary_warnings(summary)};
  for (const study::Factor& factor : plan.factors) swept.factors.push_back(factor.name);
  for (std::size_t r = 0; r < plan.results.size(); ++r) {
    swept.results.push_back({.title = plan.results[r].name,
                             .unit = plan.results[r].unit,
                             .summary = summary.results[r]});
  }
  swept.item_name = [plan](long long item) {
    const study::ItemPlace at = plan.place(item);
    return fmt::format("{}, {}, draw {}", plan.models[at.model].name,
                       short_name(plan.motions[at.motion].name), at.draw);
  };
  swept.used = {{"program", plan.program},
                {"models", joined_names(plan.models)},
                {"motions", joined_names(plan.motions)},
                {"draws of each pair", fmt::format("{}", plan.draws)},
                {"design", plan.design},
                {"seed", fmt::format("{:.0f}", plan.seed)},
                {"hash", plan_hash(plan)}};
  return swept;
}

}  // namespace

Document page_of_sweep(const SweepSummary& summary) { return sweep_page(swept_study(summary)); }

Document page_of_sweep(const study::Study& study, const SweepSummary& summary) {
  SweptStudy swept = swept_study(summary);
  const auto worst = summary.results.front().statistics.worst();
  if (worst.empty()) return sweep_page(swept);
  const study::ItemPlace at = study.place(worst.front().item);
  study::ItemEvaluator evaluator(study, at.model, at.motion);
  std::vector<double> numbers(summary.plan.numbers.size()), results(swept.results.size());
  if (study.num_motions() == 1 && study.models().size() == 1) {
    evaluator.compute_nominal(results);
    for (std::size_t r = 0; r < results.size(); ++r) swept.results[r].nominal = results[r];
  }
  evaluator.compute(at.draw, numbers, results);
  const model::Model& model = evaluator.robot();
  const int order = std::max(0, std::min(study.file().order, study.state_order() - 2));
  return sweep_page(swept, {.name = swept.item_name(worst.front().item),
                            .subject = analysis::along_motion(
                                {.model = model, .frame = study.frame(model), .order = order}),
                            .motion = evaluator.item_motion(),
                            .limits = evaluator.limits(),
                            .highest_order = std::max(study.state_order(), order + 2)});
}

Document sweep_page(const SweptStudy& study, const ShownItem& item) {
  const PageFacts facts{.command = "sweep", .motion_name = item.name};
  Document page =
      motion_page(item.subject, item.motion, item.limits, item.highest_order, kPageSamples, facts);
  page.subtitle = fmt::format("{}; robot and plots: {}", study_words(study), item.name);
  put_study(page, study);
  return page;
}

Document sweep_page(const SweptStudy& study) {
  Document page{.title = study.name, .subtitle = study_words(study)};
  put_study(page, study);
  return page;
}

}  // namespace appell::report
