#include "appell/jobs/sweep/sweep_summary.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "appell/base/check.hpp"
#include "appell/base/counted.hpp"
#include "appell/base/quoted.hpp"
#include "appell/base/stop.hpp"
#include "appell/report/json_writer.hpp"
#include "appell/report/output_file.hpp"

namespace appell::jobs {
namespace {

using report::JsonWriter;
using study::ColumnSummary;
using study::kSummaryQuantiles;

/// What parts say beside their numbers.
struct PartWords {
  std::set<std::string> instructions;
  std::vector<std::string> warnings;
  std::vector<std::string> notes;
  std::set<std::string> said;

  void add(const SweepPart& part) {
    instructions.insert(part.instructions);
    for (const auto& [from, to] : {std::pair{&part.warnings, &warnings}, {&part.notes, &notes}}) {
      for (const std::string& text : *from) {
        if (said.insert(text).second) to->push_back(text);
      }
    }
  }
};

/// @param words  grow by those of the part.
void count_part(PartFiles& files, const SweepPlan& plan, long long number,
                study::StudyStatistics& statistics, PartWords& words) {
  std::string problem;
  const std::optional<SweepPart> part = files.read(number, problem);
  if (!part) {
    throw NumericalError(concat(files.path(number), " ", problem.empty() ? "is missing" : problem));
  }
  words.add(*part);
  const auto row = [](const std::vector<double>& rows, long long i, std::size_t width) {
    return std::span(rows).subspan(i * width, width);
  };
  for (long long i = 0; i < part->items.size(); ++i) {
    statistics.add(part->items.first + i, row(part->numbers, i, plan.numbers.size()),
                   row(part->results, i, plan.results.size()));
  }
}

void write_effects(const SweepPlan& plan, const ColumnSummary& column, JsonWriter& json) {
  int f = 0;
  json.objects("factors", plan.factors, [&](const study::Factor& factor) {
    json.key("name").value(factor.name);
    if (f < std::ssize(column.effects)) {
      json.key("correlation").value_or_null(column.effects[f].correlation);
      json.key("explained").value_or_null(column.effects[f].explained);
      json.key("adjusted").value_or_null(column.effects[f].adjusted);
    }
    if (column.indices) {
      const study::SobolIndex& index = column.indices->factors[f];
      json.key("first").value_or_null(index.first.value);
      json.key("first_error").value_or_null(index.first.error);
      json.key("total").value_or_null(index.total.value);
      json.key("total_error").value_or_null(index.total.error);
    }
    ++f;
  });
}

void write_histogram(const std::optional<study::Histogram>& histogram, JsonWriter& json) {
  json.key("histogram");
  if (!histogram) {
    json.null();
    return;
  }
  json.begin_object().key("low").value(histogram->low()).key("high").value(histogram->high());
  json.key("counts").begin_array();
  for (const long long count : histogram->counts()) json.value(count);
  json.end_array().end_object();
}

void write_column(const SweepPlan& plan, const study::ResultColumn& result,
                  const ColumnSummary& column, JsonWriter& json) {
  const study::ColumnStatistics& statistics = column.statistics;
  json.key("name").value(result.name).key("unit").value(result.unit);
  json.key("count").value(statistics.count());
  json.key("undefined").value(statistics.num_undefined());
  json.key("mean").value_or_null(statistics.mean()).key("sd").value_or_null(statistics.sd());
  json.key("min").value_or_null(statistics.min()).key("max").value_or_null(statistics.max());
  json.key("quantiles").begin_object();
  for (int q = 0; q < std::ssize(kSummaryQuantiles); ++q) {
    json.key(to_text(kSummaryQuantiles[q])).value_or_null(column.quantiles[q]);
  }
  json.end_object();
  write_histogram(column.histogram, json);
  json.objects("worst", statistics.worst(), [&](const study::RankedItem& item) {
    const study::ItemPlace at = plan.place(item.item);
    json.key("item").value(item.item).key("model").value(plan.models[at.model].name);
    json.key("motion").value(plan.motions[at.motion].name).key("draw").value(at.draw);
    json.key("value").value_or_null(item.value);
  });
  write_effects(plan, column, json);
}

std::string csv_number(double value) { return std::isfinite(value) ? to_text(value) : ""; }

/// R² of k numbers that do nothing has a beta distribution of k/2 and (n - 1 - k)/2; of that the
/// standard deviation of the adjusted R² is √(2k/((n - 1 - k)(n + 1))).
double chance_of(const SweepPlan& plan, const study::Factor& factor) {
  const double k = factor.range.count, n = static_cast<double>(plan.draws);
  if (plan.design == "grid" || n <= k + 1.0) return std::nan("");
  return std::sqrt(2.0 * k / ((n - 1.0 - k) * (n + 1.0)));
}

}  // namespace

SweepSummary summarize(PartFiles& files, const SweepPlan& plan,
                       const std::function<void(long long)>& progress) {
  study::StudyStatistics statistics(plan.layout());
  PartWords words;
  while (!statistics.is_done()) {
    for (long long part = 0; part < plan.num_parts(); ++part) {
      check_stop();
      count_part(files, plan, part, statistics, words);
      if (progress) progress(plan.items_of(part).end);
    }
    statistics.end_pass();
  }
  return {.plan = plan,
          .results = statistics.columns(),
          .instructions = {words.instructions.begin(), words.instructions.end()},
          .warnings = std::move(words.warnings),
          .notes = std::move(words.notes)};
}

std::vector<std::string> input_names(const std::vector<SweepPlan::Input>& inputs) {
  std::vector<std::string> names;
  for (const SweepPlan::Input& input : inputs) names.push_back(input.name);
  return names;
}

double share_of(const ColumnSummary& column, int factor) {
  constexpr double kShareRounding = 1e-13;
  const study::ColumnStatistics& of = column.statistics;
  if (!(of.sd() > kShareRounding * std::max(std::abs(of.min()), std::abs(of.max()))))
    return std::nan("");
  if (column.indices) return column.indices->factors[factor].total.value;
  return factor < std::ssize(column.effects) ? column.effects[factor].adjusted : std::nan("");
}

std::vector<std::string> summary_warnings(const SweepSummary& summary) {
  std::vector<std::string> warnings = summary.warnings;
  if (summary.instructions.size() > 1) {
    warnings.push_back(concat("parts were computed by processors with other vector instructions (",
                              comma_list(summary.instructions),
                              "): their last digits differ, and depend on who computed what"));
  }
  return warnings;
}

std::string undefined_text(const std::string& name, const study::ColumnSummary& column) {
  const long long missing = column.statistics.num_undefined(), others = column.statistics.count();
  if (missing == 0) return "";
  // The one thing that is measured and has no number.
  const char* why = name.starts_with("margin.") ? " (an impulse, beyond any limit)" : "";
  if (others == 0) return concat(name, " is not defined in any of ", counted(missing, "item"), why);
  std::string text =
      concat(name, " is not defined in ", missing, " of ", missing + others, " items", why,
             ": they are the worst, and its figures are of the others");
  bool is_known = false;
  for (int f = 0; f < std::ssize(column.effects); ++f) {
    is_known = is_known || std::isfinite(share_of(column, f));
  }
  if (column.effects.empty() || column.indices) return text;
  return text + (is_known ? "; what matters to it is of motions in which all items have it"
                          : "; what matters to it is not known");
}

std::vector<FactorShare> factor_shares(const SweepSummary& summary) {
  std::vector<FactorShare> shares;
  for (int f = 0; f < std::ssize(summary.plan.factors); ++f) {
    double sum = 0.0, errors = 0.0;
    int count = 0;
    for (const ColumnSummary& column : summary.results) {
      const double share = share_of(column, f);
      if (!std::isfinite(share)) continue;
      sum += share;  // Below 0 too: without those chance would add up.
      if (column.indices) errors += column.indices->factors[f].total.error;
      ++count;
    }
    shares.push_back(
        {summary.plan.factors[f].name, count == 0 ? std::nan("") : std::max(0.0, sum / count),
         summary.plan.indices.empty() ? chance_of(summary.plan, summary.plan.factors[f])
                                      : errors / count});
  }
  const auto rank = [](const FactorShare& one) { return std::isnan(one.share) ? -1.0 : one.share; };
  std::stable_sort(
      shares.begin(), shares.end(),
      [&rank](const FactorShare& a, const FactorShare& b) { return rank(a) > rank(b); });
  return shares;
}

std::string summary_json(const SweepSummary& summary) {
  const SweepPlan& plan = summary.plan;
  JsonWriter json;
  json.begin_object().key("format").value(1.0).key("program").value(plan.program);
  json.key("study").value(plan.study).key("hash").value(plan_hash(plan));
  json.key("items").value(plan.num_items()).key("models").value(input_names(plan.models));
  json.key("motions").value(input_names(plan.motions));
  int at = 0;
  json.objects("samplings", plan.samplings, [&](const SweepPlan::Sampling& one) {
    json.key("motion").value(plan.motions[at++].name);
    json.key("samples").value(one.samples).key("step").value(one.step);
  });
  json.key("draws").value(plan.draws).key("design").value(plan.design);
  json.key("seed").value(plan.seed);
  if (!plan.indices.empty()) json.key("indices").value(plan.indices);
  json.key("instructions").value(summary.instructions);
  json.key("warnings").value(summary_warnings(summary)).key("notes").value(summary.notes);
  json.objects("matters", factor_shares(summary), [&](const FactorShare& share) {
    json.key("name").value(share.name).key("share").value_or_null(share.share);
  });
  at = 0;
  json.objects("results", summary.results, [&](const ColumnSummary& column) {
    write_column(plan, plan.results[at++], column, json);
  });
  return json.end_object().text();
}

std::string summary_csv(const SweepSummary& summary) {
  std::string text = "result,unit,count,undefined,mean,sd,min,max";
  for (const double p : kSummaryQuantiles) text += concat(",q", 100.0 * p);
  text += ",worst_item\n";
  for (int r = 0; r < std::ssize(summary.results); ++r) {
    const ColumnSummary& column = summary.results[r];
    const study::ColumnStatistics& of = column.statistics;
    text +=
        concat(csv_field(summary.plan.results[r].name), ",",
               csv_field(summary.plan.results[r].unit), ",", of.count(), ",", of.num_undefined());
    for (const double value : {of.mean(), of.sd(), of.min(), of.max()}) {
      text += "," + csv_number(value);
    }
    for (const double value : column.quantiles) text += "," + csv_number(value);
    text += of.worst().empty() ? ",\n" : concat(",", of.worst()[0].item, "\n");
  }
  return text;
}

std::string factors_csv(const SweepSummary& summary) {
  const bool has_indices = !summary.plan.indices.empty();
  std::string text = concat("result,factor,correlation,explained,adjusted",
                            has_indices ? ",first,first_error,total,total_error" : "", "\n");
  for (int r = 0; r < std::ssize(summary.results); ++r) {
    const ColumnSummary& column = summary.results[r];
    for (int f = 0; f < std::ssize(column.effects); ++f) {
      text += concat(csv_field(summary.plan.results[r].name), ",",
                     csv_field(summary.plan.factors[f].name));
      const study::FactorEffect& effect = column.effects[f];
      for (const double value : {effect.correlation, effect.explained, effect.adjusted}) {
        text += "," + csv_number(value);
      }
      if (column.indices) {
        const study::SobolIndex& index = column.indices->factors[f];
        for (const study::Estimate& estimate : {index.first, index.total}) {
          text += concat(",", csv_number(estimate.value), ",", csv_number(estimate.error));
        }
      }
      text += "\n";
    }
  }
  return text;
}

void write_summary(const SweepSummary& summary, const std::string& folder) {
  const std::pair<const char*, std::string> files[] = {{"summary.csv", summary_csv(summary)},
                                                       {"factors.csv", factors_csv(summary)},
                                                       {"summary.json", summary_json(summary)}};
  for (const auto& [name, text] : files) {
    const std::string path = (std::filesystem::path(folder) / name).string();
    std::ifstream there(path, std::ios::binary);
    if (there && std::string(std::istreambuf_iterator<char>(there), {}) == text) continue;
    report::OutputFile file(path);
    file.write(text);
    file.commit();
  }
}

}  // namespace appell::jobs
