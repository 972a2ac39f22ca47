// One identity in full, for people and for programs.
#include <cmath>

#include "appell/report/json_writer.hpp"
#include "papers/verify/report_tools.hpp"
#include "papers/verify/sections.hpp"

namespace appell::verify {
namespace {

/// Comparisons are shown term by term as long as they take no more lines together; of more only
/// the worst and the one with most terms.
constexpr std::size_t kMostLines = 200;

std::string numbers(const VecX& v) {
  constexpr Eigen::Index kMost = 6;
  std::string text;
  for (Eigen::Index i = 0; i < std::min(v.size(), kMost); ++i) {
    text += fmt::format("{}{:.6g}", i == 0 ? "" : " ", v(i));
  }
  if (v.size() > kMost) text += fmt::format(" ... ({} numbers)", v.size());
  return text;
}

/// The equations by sections, each with the paper and the heading in words.
std::string places(const std::vector<std::string>& equations) {
  std::string text;
  for (const Section& section : sections()) {
    std::string here;
    for (const std::string& equation : equations) {
      const EquationName name = equation_named(equation);
      if (section_of(name) != &section) continue;
      here += here.empty() ? equation : fmt::format(", ({})", name.number);
    }
    if (here.empty()) continue;
    text += with_words(text.empty() ? "  equations  " : "             ",
                       fmt::format("{}: \"{}\", section {}, {}", here, title_of(section.key),
                                   section.number, section.heading));
  }
  return text;
}

/// q and the derivatives that the equations of motion take, a line per joint.
std::string state_text(const Verification& v) {
  constexpr std::size_t kMostJoints = 40;
  const int highest = std::min(v.state.order(), v.order + 2);
  std::string text =
      fmt::format("state, q and its derivatives to order {} (rad or m, and s):\n", highest);
  std::size_t width = 0;
  for (const std::string& name : v.coordinates) width = std::max(width, name.size());
  for (std::size_t j = 0; j < std::min(v.coordinates.size(), kMostJoints); ++j) {
    std::string values;
    for (int k = 0; k <= highest; ++k) {
      values += fmt::format("{}{:.6g}", k == 0 ? "" : " ",
                            v.state.derivative(k)(static_cast<Eigen::Index>(j)));
    }
    text += with_words(fmt::format("  {:<{}}  ", v.coordinates[j], width), values);
  }
  if (v.coordinates.size() > kMostJoints) {
    text += fmt::format("  ... and {} joints more (the JSON has them)\n",
                        v.coordinates.size() - kMostJoints);
  }
  return text;
}

std::string terms_text(const Comparison& comparison) {
  std::string text = fmt::format("terms of {}:\n", comparison.label());
  text += fmt::format("  left side: {}\n", numbers(comparison.lhs()));
  for (const Comparison::Term& term : comparison.terms()) {
    text += fmt::format("    {}: {}\n", term.label, numbers(term.value));
  }
  text += fmt::format("  right side: {}\n", numbers(comparison.rhs()));
  return text + fmt::format("  Σ|terms| = {:.6g}\n", comparison.scale());
}

/// Every term of every comparison, or of the two that say most.
std::string all_terms_text(const Result& result) {
  std::size_t num_lines = 0;
  std::size_t most_terms = 0;
  for (const Comparison& c : result.comparisons) {
    num_lines += c.terms().size() + 4;
    most_terms = std::max(most_terms, c.terms().size());
  }
  std::string text;
  bool most_shown = false;
  for (const Comparison& c : result.comparisons) {
    const bool is_worst = c.label() == result.worst;
    const bool has_most = !most_shown && c.terms().size() == most_terms;
    if (num_lines > kMostLines && !is_worst && !has_most) continue;
    most_shown = most_shown || c.terms().size() == most_terms;
    text += terms_text(c);
  }
  if (num_lines > kMostLines)
    text += "(the worst and the longest; the JSON has the terms of all)\n";
  return text;
}

using report::JsonWriter;

/// The error of each equation that is misprinted, "S0 (164) 8.4e+02, S1 (132) 1.2e-01"; one number
/// if all have the same.
std::string printed_text(const Identity& identity, const Comparison& comparison) {
  std::string text;
  bool differ = false;
  for (const std::string& equation : identity.misprinted) {
    const auto error = comparison.printed_error(equation);
    if (!error) continue;
    text += fmt::format("{}{} {:.1e}", text.empty() ? "" : ", ", equation, *error);
    differ = differ || *error != *comparison.printed_error();
  }
  if (text.empty()) return text;
  return ", as printed " + (differ ? text : fmt::format("{:.1e}", *comparison.printed_error()));
}

void write_comparison(JsonWriter& json, const Identity& identity, const Comparison& comparison) {
  json.begin_object();
  json.key("label").value(comparison.label());
  json.key("left").vector(comparison.lhs());
  json.key("terms").begin_array();
  for (const Comparison::Term& term : comparison.terms()) {
    json.begin_object();
    json.key("label").value(term.label);
    json.key("value").vector(term.value);
    json.end_object();
  }
  json.end_array();
  json.key("scale").value(comparison.scale());
  json.key("residual").value(comparison.residual());
  if (const auto printed = comparison.printed_error()) {
    json.key("printed_error").value(*printed);
    json.key("printed_errors").begin_object();
    for (const std::string& equation : identity.misprinted) {
      if (const auto error = comparison.printed_error(equation)) json.key(equation).value(*error);
    }
    json.end_object();
  }
  json.end_object();
}

void write_result(JsonWriter& json, const Result& result) {
  const Identity& identity = *result.identity;
  json.begin_object();
  json.key("id").value(identity.id);
  json.key("title").value(identity.title);
  json.key("equations").begin_array();
  for (const std::string& equation : identity.equations) {
    const EquationName name = equation_named(equation);
    json.begin_object();
    json.key("equation").value(equation);
    json.key("paper").value(std::string(title_of(name.key)));
    if (const Section* section = section_of(name)) {
      json.key("section").value(fmt::format("{} {}", section->number, section->heading));
    }
    json.end_object();
  }
  json.end_array();
  json.key("formula").value(identity.formula);
  json.key("outcome").value(verdict(result.outcome));
  if (!result.reason.empty()) json.key("reason").value(result.reason);
  json.key("residual").value(result.residual);
  json.key("bar").value(identity.bar);
  json.key("comparisons").begin_array();
  for (const Comparison& comparison : result.comparisons)
    write_comparison(json, identity, comparison);
  json.end_array();
  json.end_object();
}

}  // namespace

std::string explanation_text(const Verification& v, const Result& result) {
  const Identity& identity = *result.identity;
  std::string text = fmt::format("{}: {}\n", identity.id, identity.title);
  text += places(identity.equations);
  text += with_words("  formula    ", identity.formula);
  if (!identity.reading.empty()) text += with_words("  reading    ", identity.reading);
  if (!identity.misprinted.empty()) {
    text += with_words("  as printed ", comma_list(identity.misprinted));
  }
  text += with_words("  left       ", identity.left);
  text += with_words("  right      ", identity.right);
  text += with_words("  shared     ",
                     identity.shared.empty() ? "nothing above model/" : identity.shared);
  if (!identity.bar_reason.empty()) text += with_words("  bar        ", identity.bar_reason);
  text += fmt::format("  code       {}() in {}\n", function_of(identity), file_of(identity));
  text += heading(v);
  text += fmt::format("end effector: link '{}'\n", v.frame);
  if (result.outcome == Result::Outcome::kNotApplicable) {
    return text + with_words("not applicable: ", result.reason);
  }
  text += state_text(v);
  for (const Comparison& comparison : result.comparisons) {
    text += fmt::format("  {}: residual {:.1e}, absolute {:.1e}{}\n", comparison.label(),
                        comparison.residual(), comparison.absolute(),
                        printed_text(identity, comparison));
  }
  text += all_terms_text(result);
  text += fmt::format("{}: residual {:.1e}, bar {:.0e}\n", verdict(result.outcome), result.residual,
                      identity.bar);
  return text;
}

std::string explanation_json(const Verification& v) {
  JsonWriter json;
  json.begin_object();
  json.key("model").value(v.model);
  json.key("frame").value(v.frame);
  json.key("gravity").vector(v.gravity);
  json.key("order").value(v.order);
  json.key("seed").value(static_cast<double>(v.seed));
  if (v.inertia_accepted) json.key("inertia_accepted").value(true);
  json.key("joints").value(v.coordinates);
  json.key("q").begin_array();
  for (int k = 0; k <= v.state.order(); ++k) json.vector(v.state.derivative(k));
  json.end_array();
  json.key("identities").begin_array();
  for (const Result& result : v.results) write_result(json, result);
  json.end_array();
  json.end_object();
  return json.text();
}

}  // namespace appell::verify
