#include "papers/verify/report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "appell/report/json_writer.hpp"
#include "papers/verify/catalogue.hpp"

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

/// `start`, then the words of `text` in lines of at most 100 columns, those after the first
/// indented as far as `start` is long.
std::string with_words(const std::string& start, const std::string& text) {
  constexpr std::size_t kWidth = 100;
  std::string lines = start;
  std::size_t column = start.size();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (column > start.size() && column + end - at > kWidth) {
      lines.back() = '\n';
      lines.append(start.size(), ' ');
      column = start.size();
    }
    lines += text.substr(at, end - at) + ' ';
    column += end - at + 1;
    at = end + 1;
  }
  lines.back() = '\n';
  return lines;
}

std::string numbers(const VecX& v) {
  constexpr Eigen::Index kMost = 6;
  std::string text;
  for (Eigen::Index i = 0; i < std::min(v.size(), kMost); ++i) {
    text += fmt::format("{}{:.6g}", i == 0 ? "" : " ", v(i));
  }
  if (v.size() > kMost) text += fmt::format(" ... ({} numbers)", v.size());
  return text;
}

std::string heading(const Verification& v) {
  const Vec3& g = v.gravity;
  return fmt::format("model {}, gravity {:g},{:g},{:g}, equations to k = {}, seed {}{}\n", v.model,
                     g.x(), g.y(), g.z(), v.order + 1, v.seed,
                     v.inertia_accepted ? ", impossible inertia accepted" : "");
}

const char* verdict(Result::Outcome outcome) {
  switch (outcome) {
    case Result::Outcome::kPass:
      return "pass";
    case Result::Outcome::kFail:
      return "FAIL";
    case Result::Outcome::kNotApplicable:
      break;
  }
  return "n/a";
}

long count(const std::vector<Result>& results, Result::Outcome outcome) {
  return std::count_if(results.begin(), results.end(),
                       [outcome](const Result& r) { return r.outcome == outcome; });
}

void write(JsonWriter& json, const Verification& v) {
  json.begin_object();
  json.key("model").value(v.model);
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
    if (result.printed_error) json.key("printed_error").value(*result.printed_error);
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

/// Every term of the comparison with the largest residual.
std::string terms_of_worst(const Result& result) {
  const auto worst = std::find_if(result.comparisons.begin(), result.comparisons.end(),
                                  [&](const Comparison& c) { return c.label() == result.worst; });
  if (worst == result.comparisons.end()) return {};
  std::string text = fmt::format("terms of {}:\n", worst->label());
  text += fmt::format("  left side: {}\n", numbers(worst->lhs()));
  for (const Comparison::Term& term : worst->terms()) {
    text += fmt::format("    {}: {}\n", term.label, numbers(term.value));
  }
  text += fmt::format("  right side: {}\n", numbers(worst->rhs()));
  return text + fmt::format("  Σ|terms| = {:.6g}\n", worst->scale());
}

}  // namespace

std::string verification_text(const Verification& v) {
  std::string text = heading(v);
  text += fmt::format("{:<35} {:<21} {:>8} {:>8} {:>6} {:>8}\n", "identity", "equations",
                      "residual", "absolute", "bar", "printed");
  const Result* worst = nullptr;
  for (const Result& result : v.results) {
    const std::string start = fmt::format("{:<35} {:<21}", result.identity->id,
                                          short_list(result.identity->equations, 21));
    if (result.outcome == Result::Outcome::kNotApplicable) {
      text += with_words(start + " n/a: ", result.reason);
      continue;
    }
    const std::string printed =
        result.printed_error ? fmt::format("{:.1e}", *result.printed_error) : std::string();
    text += fmt::format("{} {:>8.1e} {:>8.1e} {:>6.0e} {:>8} {}{}\n", start, result.residual,
                        result.absolute, result.identity->bar, printed, verdict(result.outcome),
                        result.identity->shared.empty() ? "" : " *");
    if (worst == nullptr || result.residual > worst->residual) worst = &result;
  }
  text +=
      "residual: |left - right| / Σ|terms|; printed: relative error of the equation as printed\n"
      "* both sides use a routine above model/: appell verify --explain ID says which\n";
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

std::string explanation_text(const Verification& v, const Result& result) {
  const Identity& identity = *result.identity;
  std::string equations;
  for (const std::string& equation : identity.equations) {
    equations += (equations.empty() ? "" : ", ") + equation;
  }
  std::string text = fmt::format("{}: {}\n", identity.id, identity.title);
  text += fmt::format("  equations  {}\n", equations);
  text += fmt::format("  formula    {}\n", identity.formula);
  if (!identity.reading.empty()) text += fmt::format("  reading    {}\n", identity.reading);
  text += fmt::format("  left       {}\n", identity.left);
  text += fmt::format("  right      {}\n", identity.right);
  text += fmt::format("  shared     {}\n",
                      identity.shared.empty() ? "nothing above model/" : identity.shared);
  if (!identity.bar_reason.empty()) text += fmt::format("  bar        {}\n", identity.bar_reason);
  text += fmt::format("  code       {}() in {}\n", function_of(identity), file_of(identity));
  text += heading(v);
  if (result.outcome == Result::Outcome::kNotApplicable) {
    return text + fmt::format("not applicable: {}\n", result.reason);
  }
  for (const Comparison& comparison : result.comparisons) {
    const auto printed = comparison.printed_error();
    text += fmt::format("  {}: residual {:.1e}, absolute {:.1e}{}\n", comparison.label(),
                        comparison.residual(), comparison.absolute(),
                        printed ? fmt::format(", as printed {:.1e}", *printed) : "");
  }
  text += terms_of_worst(result);
  text += fmt::format("{}: residual {:.1e}, bar {:.0e}\n", verdict(result.outcome), result.residual,
                      identity.bar);
  return text;
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
