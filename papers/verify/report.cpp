#include "papers/verify/report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "appell/report/json_writer.hpp"
#include "papers/verify/catalogue.hpp"
#include "papers/verify/report_tools.hpp"

namespace appell::verify {
namespace {

using report::JsonWriter;

std::string short_list(const std::vector<std::string>& equations, std::size_t width) {
  std::string text = equations.front();
  std::size_t shown = 1;
  for (; shown < equations.size(); ++shown) {
    const std::string longer = text + ", " + equations[shown];
    const std::size_t rest = shown + 1 < equations.size() ? 4 : 0;  // " +12"
    if (longer.size() + rest > width) break;
    text = longer;
  }
  if (shown < equations.size()) text += fmt::format(" +{}", equations.size() - shown);
  return text;
}

long count(const std::vector<Result>& results, Result::Outcome outcome) {
  return std::count_if(results.begin(), results.end(),
                       [outcome](const Result& r) { return r.outcome == outcome; });
}

void write(JsonWriter& json, const Verification& v) {
  json.begin_object();
  json.key("model").value(v.model);
  json.key("frame").value(v.frame);
  json.key("gravity").vector(v.gravity);
  json.key("order").value(v.order);
  json.key("seed").value(static_cast<double>(v.seed));
  if (v.inertia_accepted) json.key("inertia_accepted").value(true);
  json.key("identities").begin_array();
  for (const Result& result : v.results) {
    if (result.outcome == Result::Outcome::kNotApplicable) continue;
    json.begin_object();
    json.key("id").value(result.identity->id);
    json.key("title").value(result.identity->title);
    json.key("equations").value(result.identity->equations);
    json.key("residual").value(result.residual);
    json.key("absolute").value(result.absolute);
    json.key("bar").value(result.identity->bar);
    if (!result.identity->bar_reason.empty()) {
      json.key("bar_reason").value(result.identity->bar_reason);
    }
    json.key("pass").value(result.outcome == Result::Outcome::kPass);
    if (result.printed_error) {
      json.key("printed_error").value(*result.printed_error);
      json.key("misprinted").value(result.identity->misprinted);
    }
    if (!result.identity->shared.empty()) json.key("shared").value(result.identity->shared);
    json.end_object();
  }
  json.end_array();
  json.key("not_applicable").begin_array();
  for (const Result& result : v.results) {
    if (result.outcome != Result::Outcome::kNotApplicable) continue;
    json.begin_object();
    json.key("id").value(result.identity->id);
    json.key("equations").value(result.identity->equations);
    json.key("reason").value(result.reason);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

}  // namespace

Verification verification_of(const Sample& sample, std::uint64_t seed, bool inertia_accepted) {
  Verification v{.model = sample.model().name(),
                 .frame = sample.frame().name,
                 .gravity = sample.model().gravity(),
                 .order = sample.max_k() - 1,
                 .seed = seed,
                 .inertia_accepted = inertia_accepted,
                 .coordinates = {},
                 .state = sample.state(),
                 .results = {}};
  for (const model::Coordinate& c : sample.model().coordinates()) v.coordinates.push_back(c.name);
  return v;
}

std::string table_start(const Verification& v) {
  std::string text = heading(v);
  const int n = static_cast<int>(v.coordinates.size());
  std::string names;
  int num_left_out = 0;
  for (const Identity& identity : identities()) {
    if (left_out(identity, n).empty()) continue;
    names += (names.empty() ? "" : ", ") + identity.id;
    ++num_left_out;
  }
  if (num_left_out > 0) {
    text += with_words("left out: ", fmt::format("{} of {} identities, too costly with {} "
                                                 "coordinates: {}",
                                                 num_left_out, identities().size(), n, names));
  }
  return text + fmt::format("{:<35} {:<21} {:>8} {:>8} {:>6} {:>8}\n", "identity", "equations",
                            "residual", "absolute", "bar", "printed");
}

std::string table_row(const Result& result) {
  const std::string start =
      fmt::format("{:<35} {:<21}", result.identity->id, short_list(result.identity->equations, 21));
  if (result.outcome == Result::Outcome::kNotApplicable) {
    return with_words(start + " n/a: ", result.reason);
  }
  const std::string printed =
      result.printed_error ? fmt::format("{:.1e}", *result.printed_error) : std::string();
  return fmt::format("{} {:>8.1e} {:>8.1e} {:>6.0e} {:>8} {}{}\n", start, result.residual,
                     result.absolute, result.identity->bar, printed, verdict(result.outcome),
                     result.identity->shared.empty() ? "" : " *");
}

std::string table_end(const Verification& v) {
  const Result* worst = nullptr;
  for (const Result& result : v.results) {
    if (result.outcome == Result::Outcome::kNotApplicable) continue;
    if (worst == nullptr || result.residual > worst->residual) worst = &result;
  }
  std::string text =
      "residual: |left - right| / Σ|terms|; printed: relative error of the equation as printed\n"
      "* both sides use a routine above model/, which the explanation names\n";
  text += fmt::format("{} identities: {} pass, {} fail, {} not applicable", v.results.size(),
                      count(v.results, Result::Outcome::kPass),
                      count(v.results, Result::Outcome::kFail),
                      count(v.results, Result::Outcome::kNotApplicable));
  if (worst != nullptr) {
    text += fmt::format("; worst residual {:.1e} ({})", worst->residual, worst->identity->id);
  }
  return text + "\n";
}

std::string verification_json(const std::vector<Verification>& verifications, bool as_list) {
  JsonWriter json;
  if (as_list) json.begin_array();
  for (const Verification& v : verifications) write(json, v);
  if (as_list) json.end_array();
  return json.text();
}

std::string catalogue_text(const std::vector<Identity>& identities) {
  std::string text = fmt::format("{:<35} {:<21} {}\n", "identity", "equations", "what it says");
  for (const Identity& identity : identities) {
    text +=
        with_words(fmt::format("{:<35} {:<21} ", identity.id, short_list(identity.equations, 21)),
                   identity.title);
  }
  return text;
}

std::string catalogue_json(const std::vector<Identity>& identities) {
  JsonWriter json;
  json.begin_array();
  for (const Identity& identity : identities) {
    json.begin_object();
    json.key("id").value(identity.id);
    json.key("title").value(identity.title);
    json.key("equations").value(identity.equations);
    json.key("misprinted").value(identity.misprinted);
    json.key("formula").value(identity.formula);
    json.key("reading").value(identity.reading);
    json.key("left").value(identity.left);
    json.key("right").value(identity.right);
    json.key("shared").value(identity.shared);
    json.key("bar").value(identity.bar);
    json.key("function").value(function_of(identity));
    json.key("file").value(file_of(identity));
    json.key("test").value(kTestOfIdentities);
    json.end_object();
  }
  json.end_array();
  return json.text();
}

}  // namespace appell::verify
