#include "appell/jobs/sweep/sweep_plan.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "appell/base/check.hpp"
#include "appell/base/version.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/json.hpp"
#include "appell/io/named_files.hpp"
#include "appell/report/json_writer.hpp"
#include "appell/report/motion_analysis.hpp"

namespace appell::jobs {
namespace {

using Input = SweepPlan::Input;

constexpr io::SizeLimit kPlanLimit{"the description of a sweep", std::size_t{256} << 20};
constexpr double kPlanFormat = 1.0;

std::uint64_t fnv(std::string_view bytes, std::uint64_t hash = 0xcbf29ce484222325U) {
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

constexpr std::string_view kObjectEnd = "\n}\n";  // As JsonWriter ends.

/// The checksum of a JSON object and the object's end, in place of which it stands.
std::string checksum_field(std::string_view object) {
  return concat(",\n  \"checksum\": \"", text_hash(object), "\"", kObjectEnd);
}

/// By bytes: a changed blank counts, and a checksum that is missing.
void check_checksum(const std::string& path, std::string_view text) {
  const std::size_t size = checksum_field("").size();
  const std::string object =
      concat(text.substr(0, text.size() - std::min(text.size(), size)), kObjectEnd);
  if (text.size() >= size && text.ends_with(checksum_field(object))) return;
  throw ModelError(concat(path,
                          ": was changed or damaged: its checksum is missing or is that of "
                          "other bytes; run the sweep again, into another folder"));
}

/// Of a file and all files that it names.
std::string file_hash(const std::string& path) {
  std::uint64_t hash = fnv("");
  for (const std::string& file : io::files_read_with(path)) {
    if (!std::filesystem::is_regular_file(file)) continue;  // The name of an embedded model.
    hash = fnv("\n", hash);
    io::read_file(file, io::kCsvLimit, [&](std::string_view piece) { hash = fnv(piece, hash); });
  }
  return fmt::format("{:016x}", hash);
}

/// How long an item takes, in numbers that the engine computes for all samples at once. Other
/// numbers, checks and models that are built anew take far longer.
double cost_of_item(const study::Study& study, double samples) {
  constexpr double kReadable = 100.0, kCheck = 1e6, kBuild = 1e4;
  double numbers = 0.0;
  if (const auto selection = study.selection(study.models().front())) {
    for (const analysis::NamedArray& array : selection->arrays()) {
      numbers += array.num_entries() * (array.by_block ? 1.0 : kReadable);
    }
  }
  return samples * numbers + (study.limit_kinds().empty() ? 0.0 : kCheck) +
         (study.variations().changes_joints() ? kBuild : 0.0);
}

/// Items that a part may have: it is in memory as a whole.
long long most_items_of_part(const study::Study& study, double samples) {
  constexpr double kMostPartBytes = 64e6;
  const double row =
      8.0 * static_cast<double>(study.variations().numbers().size() + study.results().size());
  const double series = study.file().series.empty() ? 0.0 : study.bytes_per_sample() * samples;
  return std::max(1LL, static_cast<long long>(kMostPartBytes / (row + series)));
}

/// So many that threads and interruptions lose little, so few that files are no burden: a dozen
/// milliseconds, by the study alone.
long long good_part_size(const study::Study& study) {
  constexpr long long kGoodParts = 4096, kMostParts = 16 * kGoodParts;
  constexpr double kCost = 3.5e6, kMostItems = 2000.0, kMostWithSeries = 10.0;
  const io::StudyFile& file = study.file();
  const auto samples = static_cast<double>(study.times(0, study.motion(0, 0)->trajectory).count());
  const long long most = most_items_of_part(study, samples), items = study.num_items();
  const auto share = [&](long long parts) { return (items + parts - 1) / parts; };
  check(share(kMostParts) <= most, file.at(file.design == "grid" ? "design" : "draws"),
        "these are ", items, " items; of such items ", kMostParts,
        " parts, as many as there may be, hold ", kMostParts * most);
  if (file.items_per_part > 0) {
    check(std::min(file.items_per_part, items) <= most, file.at("items_per_part"), "is ",
          file.items_per_part, "; of such items a part holds ", most);
    return std::max(file.items_per_part, share(kMostParts));
  }
  const double wished = file.series.empty() ? kMostItems : kMostWithSeries;
  const double good = std::clamp(kCost / cost_of_item(study, samples), 1.0, wished);
  return std::min(std::max(static_cast<long long>(good), share(kGoodParts)), most);
}

std::string limits_hash(const study::Study& study) {
  std::string text;
  for (int m = 0; m < std::ssize(study.models()); ++m) {
    for (const model::MotionLimit& limit : study.limits(m)) {
      text +=
          concat(kind_name(limit), " ", limit.coordinate, " ", limit.low, " ", limit.high, "\n");
    }
  }
  return text_hash(text);
}

void write_inputs(const char* key, const std::vector<Input>& inputs, report::JsonWriter& json) {
  json.objects(key, inputs, [&](const Input& input) {
    json.key("name").value(input.name).key("hash").value(input.hash);
  });
}

std::vector<Input> inputs_from(const nlohmann::json& json) {
  std::vector<Input> inputs;
  for (const nlohmann::json& one : json) inputs.push_back({one.at("name"), one.at("hash")});
  return inputs;
}

SweepPlan plan_from(const std::string& path, const nlohmann::json& json) {
  if (json.at("format") != kPlanFormat) {
    throw ModelError(concat(path, ": format is not 1; another version of appell wrote it"));
  }
  SweepPlan plan{.program = json.at("program"),
                 .study = json.at("study"),
                 .study_hash = json.at("study_hash"),
                 .models = inputs_from(json.at("models")),
                 .motions = inputs_from(json.at("motions")),
                 .others = inputs_from(json.at("others")),
                 .design = json.at("design"),
                 .indices = json.at("indices"),
                 .seed = json.at("seed"),
                 .draws = json.at("draws").get<long long>(),
                 .items_per_part = json.at("items_per_part").get<long long>()};
  for (const nlohmann::json& one : json.at("samplings")) {
    plan.samplings.push_back({one.at("samples").get<long long>(), one.at("step")});
  }
  for (const nlohmann::json& one : json.at("factors")) {
    plan.factors.push_back({one.at("name"), {one.at("first"), one.at("count")}});
  }
  for (const nlohmann::json& one : json.at("numbers")) {
    plan.numbers.push_back({one.at("name"), one.at("unit")});
  }
  for (const nlohmann::json& one : json.at("results")) {
    const bool is_least = one.at("worst_is_least");
    plan.results.push_back({one.at("name"), one.at("unit"),
                            is_least ? study::WorstEnd::kSmallest : study::WorstEnd::kLargest});
  }
  if (plan.draws < 1 || plan.items_per_part < 1 || plan.num_items() < 1) {
    throw ModelError(concat(path, ": has no items; it is damaged"));
  }
  if (!plan.samplings.empty() && plan.samplings.size() != plan.motions.size()) {
    throw ModelError(concat(path, ": has ", plan.samplings.size(), " samplings of ",
                            plan.motions.size(), " motions; it is damaged"));
  }
  return plan;
}

std::string input_difference(const std::string& what, const std::vector<Input>& there,
                             const std::vector<Input>& here) {
  if (there.size() != here.size()) {
    return concat("it has ", there.size(), " ", what, "s, not ", here.size());
  }
  for (int i = 0; i < std::ssize(here); ++i) {
    if (there[i] == here[i]) continue;
    const bool is_changed = there[i].name == here[i].name;
    return is_changed ? concat(what, " ", here[i].name, " has changed since")
                      : concat("its ", what, " is ", there[i].name, ", not ", here[i].name);
  }
  return "";
}

}  // namespace

std::string text_hash(std::string_view text) { return fmt::format("{:016x}", fnv(text)); }

study::StudyLayout SweepPlan::layout() const {
  study::StudyLayout layout{.num_items = num_items(),
                            .items_per_group = draws,
                            .num_numbers = static_cast<int>(numbers.size()),
                            .has_index_design = !indices.empty()};
  for (const study::Factor& factor : factors) layout.factors.push_back(factor.range);
  for (const study::ResultColumn& result : results) layout.worst_ends.push_back(result.worst_end);
  return layout;
}

SweepPlan plan_of(const study::Study& study) {
  const io::StudyFile& file = study.file();
  SweepPlan plan{.program = concat("appell ", std::string_view(kVersion)),
                 .study = std::filesystem::path(file.path).filename().string(),
                 .study_hash = text_hash(file.canonical),
                 .design = file.design,
                 .indices = file.indices,
                 .seed = static_cast<double>(file.seed),
                 .draws = study.draws(),
                 .items_per_part = good_part_size(study),
                 .factors = study.variations().factors(),
                 .numbers = study.variations().numbers(),
                 .results = study.results()};
  for (const model::Model& model : study.models()) {
    plan.models.push_back({model.name(), report::model_hash(model)});
  }
  for (int m = 0; m < study.num_motions(); ++m) {
    plan.motions.push_back({file.motion_names[m], file_hash(file.motions[m])});
  }
  if (!study.limit_kinds().empty()) plan.others.push_back({"limits", limits_hash(study)});
  if (!file.reading.columns.empty())
    plan.others.push_back({"columns", file_hash(file.reading.columns)});
  return plan;
}

std::string plan_json(const SweepPlan& plan) {
  report::JsonWriter json;
  json.begin_object().key("format").value(kPlanFormat).key("program").value(plan.program);
  json.key("study").value(plan.study).key("study_hash").value(plan.study_hash);
  json.key("items").value(plan.num_items()).key("items_per_part").value(plan.items_per_part);
  json.key("draws").value(plan.draws).key("design").value(plan.design);
  json.key("indices").value(plan.indices).key("seed").value(plan.seed);
  write_inputs("models", plan.models, json);
  write_inputs("motions", plan.motions, json);
  json.objects("samplings", plan.samplings, [&](const SweepPlan::Sampling& one) {
    json.key("samples").value(one.samples).key("step").value(one.step);
  });
  write_inputs("others", plan.others, json);
  json.objects("factors", plan.factors, [&](const study::Factor& factor) {
    json.key("name").value(factor.name).key("first").value(factor.range.first);
    json.key("count").value(factor.range.count);
  });
  json.objects("numbers", plan.numbers, [&](const study::DrawnNumber& number) {
    json.key("name").value(number.name).key("unit").value(number.unit);
  });
  json.objects("results", plan.results, [&](const study::ResultColumn& result) {
    json.key("name").value(result.name).key("unit").value(result.unit);
    json.key("worst_is_least").value(result.worst_end == study::WorstEnd::kSmallest);
  });
  return json.end_object().text();
}

std::string plan_file_text(const SweepPlan& plan) {
  std::string text = plan_json(plan);
  const std::string checksum = checksum_field(text);
  return text.replace(text.size() - kObjectEnd.size(), kObjectEnd.size(), checksum);
}

SweepPlan read_plan(const std::string& path) {
  const std::string text = io::regular_file_text(path, kPlanLimit);
  check_checksum(path, text);
  try {
    return plan_from(path, io::parse_json(path, text));
  } catch (const nlohmann::json::exception& error) {
    throw ModelError(concat(path, ": is no description of a sweep: ", error.what()));
  }
}

std::string plan_hash(const SweepPlan& plan) {
  SweepPlan nameless = plan;  // A study may be renamed: plan_difference() does not mind either.
  nameless.study.clear();
  nameless.samplings.clear();
  return text_hash(plan_json(nameless));
}

std::string plan_difference(const SweepPlan& there, const SweepPlan& here) {
  if (there.program != here.program) {
    return concat("it was begun by ", there.program, ", not by ", here.program);
  }
  for (const auto& [what, a, b] : {std::tuple{"model", &there.models, &here.models},
                                   std::tuple{"motion", &there.motions, &here.motions},
                                   std::tuple{"input", &there.others, &here.others}}) {
    const std::string difference = input_difference(what, *a, *b);
    if (!difference.empty()) return difference;
  }
  if (there.study_hash != here.study_hash) {
    return there.study == here.study ? concat("study ", here.study, " says something else now")
                                     : concat("its study is ", there.study, ", not ", here.study);
  }
  // What is left are names, which follow from all of these.
  SweepPlan renamed = there;
  renamed.study = here.study;
  renamed.samplings = here.samplings;
  return plan_json(renamed) == plan_json(here) ? "" : "its results are others";
}

}  // namespace appell::jobs
