// The summary of a sweep, for a terminal.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "appell/report/sweep_summary.hpp"
#include "appell/report/text_table.hpp"

namespace appell::report {
namespace {

using study::ColumnSummary;

/// "301 samples along each motion, 0.005 s apart"; of motions that differ from the least to the
/// most.
std::string sampling_text(const SweepPlan& plan) {
  const auto& all = plan.samplings;
  if (all.empty()) return "";
  const auto [fewest, most] = std::minmax_element(
      all.begin(), all.end(), [](const auto& a, const auto& b) { return a.samples < b.samples; });
  const auto [least, largest] = std::minmax_element(
      all.begin(), all.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
  const auto span_text = [](const std::string& low, const std::string& high) {
    return low == high ? low : low + " to " + high;
  };
  return fmt::format(
      "{} samples along {} motion, {} s apart\n",
      span_text(std::to_string(fewest->samples), std::to_string(most->samples)),
      all.size() == 1 ? "the" : "each",
      span_text(fmt::format("{:.4g}", least->step), fmt::format("{:.4g}", largest->step)));
}

std::string item_text(const SweepPlan& plan, long long item) {
  const study::ItemPlace at = plan.place(item);
  std::string text;
  if (plan.models.size() > 1) text += plan.models[at.model].name + ", ";
  if (plan.motions.size() > 1) {
    text += plan.motions[at.motion].name + ", ";
  }
  if (plan.draws == 1) return text + fmt::format("item {}", item);
  return text + fmt::format("draw {}", at.draw);
}

/// Four digits; a dash for what is not known.
std::string figure(double value) {
  return std::isfinite(value) ? fmt::format("{:.4g}", value) : "-";
}

std::string results_text(const SweepSummary& summary) {
  constexpr std::size_t kMostResultRows = 60;
  std::vector<std::vector<std::string>> rows{
      {"result", "unit", "mean", "sd", "5 %", "median", "95 %", "min", "max", "worst"}};
  const std::size_t shown = std::min(kMostResultRows, summary.results.size());
  for (std::size_t r = 0; r < shown; ++r) {
    const ColumnSummary& column = summary.results[r];
    const study::ColumnStatistics& statistics = column.statistics;
    const auto worst = statistics.worst();
    rows.push_back({summary.plan.results[r].name, summary.plan.results[r].unit,
                    figure(statistics.mean()), figure(statistics.sd()), figure(column.quantiles[1]),
                    figure(column.quantiles[3]), figure(column.quantiles[5]),
                    figure(statistics.min()), figure(statistics.max()),
                    worst.empty() ? "-" : item_text(summary.plan, worst[0].item)});
  }
  std::string text = text_table(rows);
  if (shown < summary.results.size()) {
    text += fmt::format("and {} results more in summary.json\n", summary.results.size() - shown);
  }
  return text;
}

std::string undefined_lines(const SweepSummary& summary) {
  std::string text;
  for (std::size_t r = 0; r < summary.results.size(); ++r) {
    const std::string line = undefined_text(summary.plan.results[r].name, summary.results[r]);
    if (!line.empty()) text += line + "\n";
  }
  return text;
}

std::string legality_text(const SweepSummary& summary) {
  for (std::size_t r = 0; r < summary.results.size(); ++r) {
    if (summary.plan.results[r].name != "legal") continue;
    const double share = summary.results[r].statistics.mean();
    return fmt::format("{:.4g} % of the items keep all limits\n", 100.0 * share);
  }
  return "";
}

constexpr double kMuchChance = 0.05;

/// The same of Sobol indices, whose errors are known.
std::string index_error_text(const SweepSummary& summary, const std::vector<FactorShare>& shares) {
  const long long rows =
      summary.plan.draws / (static_cast<long long>(summary.plan.factors.size()) + 2);
  if (rows < 2) {
    return fmt::format("too few draws ({}) for Sobol indices: at least 2 are needed\n", rows);
  }
  double error = 0.0;
  for (const FactorShare& share : shares) error = std::fmax(error, share.chance);
  if (error < kMuchChance) return "";
  return fmt::format(
      "few draws ({}) for Sobol indices: that of one result has a standard error of up to {:.0f} % "
      "(mean of all results)\n",
      rows, 100.0 * error);
}

/// What a reader of shares must know: that draws were too few, or few.
std::string chance_text(const SweepSummary& summary, const std::vector<FactorShare>& shares) {
  if (!summary.plan.indices.empty()) return index_error_text(summary, shares);
  int most = 0;
  double chance = 0.0;
  for (const study::Factor& factor : summary.plan.factors)
    most = std::max(most, factor.range.count);
  for (const FactorShare& share : shares) chance = std::fmax(chance, share.chance);
  if (summary.plan.draws <= most + 1) {
    return fmt::format("too few draws ({}) for factors of {} numbers: at least {} are needed\n",
                       summary.plan.draws, most, most + 2);
  }
  if (chance < kMuchChance) return "";
  return fmt::format(
      "few draws ({}) for factors of {} numbers: of one result, chance gives {:.0f} % (standard "
      "deviation)\n",
      summary.plan.draws, most, 100.0 * chance);
}

std::string matters_text(const SweepSummary& summary) {
  constexpr std::size_t kMostShown = 12;
  const std::vector<FactorShare> shares = factor_shares(summary);
  if (shares.empty() || summary.plan.draws < 3) return "";
  std::string text =
      summary.plan.indices.empty()
          ? "\nwhat matters (share of the variance that it explains, mean of all results):\n"
          : "\nwhat matters (total Sobol index, mean of all results):\n";
  std::vector<std::vector<std::string>> rows;
  for (std::size_t f = 0; f < std::min(kMostShown, shares.size()); ++f) {
    rows.push_back({"  " + shares[f].name, std::isnan(shares[f].share)
                                               ? "-"
                                               : fmt::format("{:.1f} %", 100.0 * shares[f].share)});
  }
  text += text_table(rows);
  if (shares.size() > kMostShown) {
    text += fmt::format("and {} factors more in summary.json\n", shares.size() - kMostShown);
  }
  return text + chance_text(summary, shares);
}

}  // namespace

std::string summary_text(const SweepSummary& summary) {
  const SweepPlan& plan = summary.plan;
  const auto counted = [](long long count, const char* thing) {
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
  };
  std::string text = fmt::format("{}: {} x {} x {}\n", counted(plan.num_items(), "item"),
                                 counted(static_cast<long long>(plan.models.size()), "model"),
                                 counted(static_cast<long long>(plan.motions.size()), "motion"),
                                 counted(plan.draws, "draw"));
  text += sampling_text(plan);
  text += results_text(summary) + undefined_lines(summary) + legality_text(summary);
  return text + matters_text(summary);
}

}  // namespace appell::report
