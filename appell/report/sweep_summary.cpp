#include "appell/report/sweep_summary.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "appell/base/check.hpp"
#include "appell/base/counted.hpp"
#include "appell/base/quoted.hpp"
#include "appell/base/stop.hpp"
#include "appell/report/json_writer.hpp"
#include "appell/report/output_file.hpp"

namespace appell::report {
namespace {

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
void add_part(PartFiles& files, const SweepPlan& plan, long long number,
              study::StudyStatistics& statistics, PartWords& words) {
  std::string problem;
  const std::optional<SweepPart> part = files.read(number, problem);
  if (!part) {
    throw NumericalError(concat(files.path(number), " ", problem.empty() ? "is missing" : problem));
  }
  words.add(*part);
  const std::size_t n = plan.numbers.size(), r = plan.results.size();
  for (std::size_t i = 0; i < static_cast<std::size_t>(part->items.size()); ++i) {
    statistics.add(part->items.first + static_cast<long long>(i),
                   std::span(part->numbers).subspan(i * n, n),
                   std::span(part->results).subspan(i * r, r));
  }
}

/// A number, or null where there is none.
void put(JsonWriter& json, const char* key, double value) {
  json.key(key);
  std::isfinite(value) ? json.value(value) : json.null();
}

void write_item(const SweepPlan& plan, const study::RankedItem& item, JsonWriter& json) {
  const study::ItemPlace at = plan.place(item.item);
  json.begin_object().key("item").value(static_cast<double>(item.item));
  json.key("model").value(plan.models[at.model].name);
  json.key("motion").value(plan.motions[at.motion].name);
  json.key("draw").value(static_cast<double>(at.draw));
  put(json, "value", item.value);
  json.end_object();
}

void write_effects(const SweepPlan& plan, const ColumnSummary& column, JsonWriter& json) {
  json.key("factors").begin_array();
  for (std::size_t f = 0; f < plan.factors.size(); ++f) {
    json.begin_object().key("name").value(plan.factors[f].name);
    if (f < column.effects.size()) {
      put(json, "correlation", column.effects[f].correlation);
      put(json, "explained", column.effects[f].explained);
      put(json, "adjusted", column.effects[f].adjusted);
    }
    if (column.indices) {
      const study::SobolIndex& index = column.indices->factors[f];
      put(json, "first", index.first.value);
      put(json, "first_error", index.first.error);
      put(json, "total", index.total.value);
      put(json, "total_error", index.total.error);
    }
    json.end_object();
  }
  json.end_array();
}

void write_column(const SweepPlan& plan, const study::ResultColumn& result,
                  const ColumnSummary& column, JsonWriter& json) {
  const study::ColumnStatistics& statistics = column.statistics;
  json.begin_object().key("name").value(result.name).key("unit").value(result.unit);
  json.key("count").value(static_cast<double>(statistics.count()));
  json.key("undefined").value(static_cast<double>(statistics.num_undefined()));
  put(json, "mean", statistics.mean());
  put(json, "sd", statistics.sd());
  put(json, "min", statistics.min());
  put(json, "max", statistics.max());
  json.key("quantiles").begin_object();
  for (std::size_t q = 0; q < kSummaryQuantiles.size(); ++q) {
    put(json, to_text(kSummaryQuantiles[q]).c_str(), column.quantiles[q]);
  }
  json.end_object().key("histogram");
  if (column.histogram) {
    json.begin_object().key("low").value(column.histogram->low());
    json.key("high").value(column.histogram->high()).key("counts").begin_array();
    for (const long long count : column.histogram->counts()) {
      json.value(static_cast<double>(count));
    }
    json.end_array().end_object();
  } else {
    json.null();
  }
  json.key("worst").begin_array();
  for (const study::RankedItem& item : statistics.worst()) write_item(plan, item, json);
  json.end_array();
  write_effects(plan, column, json);
  json.end_object();
}

void write_names(const std::vector<SweepPlan::Input>& inputs, JsonWriter& json) {
  json.begin_array();
  for (const SweepPlan::Input& input : inputs) json.value(input.name);
  json.end_array();
}

void write_samplings_of(const SweepPlan& plan, JsonWriter& json) {
  json.key("samplings").begin_array();
  for (std::size_t m = 0; m < plan.samplings.size(); ++m) {
    json.begin_object().key("motion").value(plan.motions[m].name);
    json.key("samples").value(static_cast<double>(plan.samplings[m].samples));
    json.key("step").value(plan.samplings[m].step).end_object();
  }
  json.end_array();
}

/// What a factor explains of a result; NaN where that is not known, or the result varies by
/// rounding alone.
double share_of(const ColumnSummary& column, std::size_t factor) {
  constexpr double kShareRounding = 1e-13;
  const study::ColumnStatistics& of = column.statistics;
  if (!(of.sd() > kShareRounding * std::max(std::abs(of.min()), std::abs(of.max()))))
    return std::nan("");
  if (column.indices) return column.indices->factors[factor].total.value;
  return factor < column.effects.size() ? column.effects[factor].adjusted : std::nan("");
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
                       const std::function<void(long long)>& progress,
                       const std::atomic<bool>* stop) {
  const StopScope scope(stop);
  study::StudyStatistics statistics(plan.layout());
  PartWords words;
  while (!statistics.is_done()) {
    for (long long part = 0; part < plan.num_parts(); ++part) {
      check_stop();
      add_part(files, plan, part, statistics, words);
      if (progress) progress(items_of_part(plan, part).end);
    }
    statistics.end_pass();
  }
  return {.plan = plan,
          .results = statistics.columns(),
          .instructions = {words.instructions.begin(), words.instructions.end()},
          .warnings = std::move(words.warnings),
          .notes = std::move(words.notes)};
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
  for (std::size_t f = 0; f < column.effects.size(); ++f) {
    is_known = is_known || std::isfinite(share_of(column, f));
  }
  if (column.effects.empty() || column.indices) return text;
  return text + (is_known ? "; what matters to it is of motions in which all items have it"
                          : "; what matters to it is not known");
}

std::vector<FactorShare> factor_shares(const SweepSummary& summary) {
  std::vector<FactorShare> shares;
  for (std::size_t f = 0; f < summary.plan.factors.size(); ++f) {
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
  json.key("items").value(static_cast<double>(plan.num_items()));
  json.key("models");
  write_names(plan.models, json);
  json.key("motions");
  write_names(plan.motions, json);
  write_samplings_of(plan, json);
  json.key("draws").value(static_cast<double>(plan.draws));
  json.key("design").value(plan.design).key("seed").value(plan.seed);
  if (!plan.indices.empty()) json.key("indices").value(plan.indices);
  json.key("instructions").begin_array();
  for (const std::string& name : summary.instructions) json.value(name);
  json.end_array();
  json.key("warnings").value(summary_warnings(summary)).key("notes").value(summary.notes);
  json.key("matters").begin_array();
  for (const FactorShare& share : factor_shares(summary)) {
    json.begin_object().key("name").value(share.name);
    put(json, "share", share.share);
    json.end_object();
  }
  json.end_array().key("results").begin_array();
  for (std::size_t r = 0; r < summary.results.size(); ++r) {
    write_column(plan, plan.results[r], summary.results[r], json);
  }
  json.end_array().end_object();
  return json.text();
}

std::string summary_csv(const SweepSummary& summary) {
  std::string text = "result,unit,count,undefined,mean,sd,min,max";
  for (const double p : kSummaryQuantiles) text += concat(",q", 100.0 * p);
  text += ",worst_item\n";
  for (std::size_t r = 0; r < summary.results.size(); ++r) {
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
  for (std::size_t r = 0; r < summary.results.size(); ++r) {
    const ColumnSummary& column = summary.results[r];
    for (std::size_t f = 0; f < column.effects.size(); ++f) {
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
    OutputFile file((std::filesystem::path(folder) / name).string());
    file.write(text);
    file.commit();
  }
}

}  // namespace appell::report
