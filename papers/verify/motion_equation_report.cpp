#include <fmt/format.h>

#include "appell/base/papers.hpp"
#include "appell/base/text.hpp"
#include "appell/report/json_writer.hpp"
#include "papers/verify/motion_equation.hpp"

namespace appell::verify {
namespace {

std::string force_name(int k) {
  return k == 1 ? "Q" : k == 2 ? "Q'" : fmt::format("Q^({})", k - 1);
}

/// How many characters a text takes on a terminal: those of UTF-8 that begin one.
std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  for (const char c : text) width += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  return width;
}

std::string repeated(std::string_view text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

std::string padded(std::string_view text, std::size_t width) {
  const std::size_t has = width_of(text);
  return std::string(text) + std::string(has < width ? width - has : 0, ' ');
}

std::string row_of(const std::string& label, const std::string& coefficient, const VecX& values,
                   std::size_t width) {
  std::string text = fmt::format("{}  {:>12}", padded(label, width), coefficient);
  for (const double value : values) text += fmt::format(" {:>16.9g}", value);
  return text + "\n";
}

/// "Δ_m = 0, Δ_θ = 0, Δ_f = 1: ..."; nothing where everything counts.
std::string operators_text(const MotionEquation& equation) {
  const model::Operators& counts = equation.applied.operators;
  if (counts.count_all()) return "";
  std::string without;
  for (const auto& [counted, part] : {std::pair{counts.inertia, "inertia"},
                                      {counts.gravity, "weight"},
                                      {counts.loads, "loads"},
                                      {counts.drive, "all but friction"},
                                      {counts.friction, "friction, which is in no Q_drive"}}) {
    if (!counted) without += (without.empty() ? "" : ", ") + std::string(part);
  }
  return fmt::format("Δ_m = {}, Δ_θ = {}, Δ_f = {}: without {}", counts.Delta_m(),
                     counts.Delta_theta(), counts.Delta_f(), without);
}

/// "weight, loads and external wrenches", of what there is and counts.
std::string other_parts(const MotionEquation& equation) {
  const io::AppliedForces& applied = equation.applied;
  std::vector<std::string> parts;
  if (applied.operators.gravity) parts.emplace_back("weight");
  if (applied.operators.loads && !applied.loads.empty()) parts.emplace_back("loads");
  if (applied.operators.external && !applied.external.empty()) {
    parts.emplace_back("external wrenches");
  }
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  }
  return text.empty() ? "nothing else" : text;
}

/// Largest |sum - Q| relative to the largest |coefficient · value|.
double defect(const MotionEquation& equation) {
  double size = 0.0;
  for (const MotionEquation::Term& term : equation.terms) {
    size = std::max(size, (term.coefficient * term.value).lpNorm<Eigen::Infinity>());
  }
  const double error = (equation.sum - equation.Q).lpNorm<Eigen::Infinity>();
  return size == 0.0 ? error : error / size;
}

}  // namespace

std::string motion_equation_text(const MotionEquation& equation) {
  std::size_t width = width_of("term");
  for (const MotionEquation::Term& term : equation.terms) {
    width = std::max(width, width_of(term.label));
  }
  std::string text =
      fmt::format("model {}: {}, order k = {}{}\n", equation.model, equation.form->title,
                  equation.k, equation.form->has_m ? fmt::format(", m = {}", equation.m) : "");
  if (const std::string operators = operators_text(equation); !operators.empty()) {
    text += operators + "\n";
  }
  text += fmt::format("{}  {:>12}", padded("term", width), "coefficient");
  for (const std::string& joint : equation.joints) text += fmt::format(" {:>16}", joint);
  text += "\n";
  for (const MotionEquation::Term& term : equation.terms) {
    text += row_of(term.label, fmt::format("{:.9g}", term.coefficient), term.value, width);
  }
  text += row_of("sum", "", equation.sum, width);
  text += row_of(force_name(equation.k) + "_drive", "", equation.Q, width);
  text += fmt::format("{}  {:>12}", padded("unit", width), "");
  for (const std::string& unit : equation.units) text += fmt::format(" {:>16}", unit);
  return text + fmt::format("\nsum and {}_drive differ by {:.1e} of the largest term\n",
                            force_name(equation.k), defect(equation));
}

std::string motion_equation_json(const MotionEquation& equation) {
  const auto list = [](const VecX& x) { return std::vector<double>(x.begin(), x.end()); };
  report::JsonWriter json;
  json.begin_object();
  json.key("model").value(equation.model);
  json.key("form").value(equation.form->name);
  json.key("order").value(equation.k);
  if (equation.form->has_m) json.key("m").value(equation.m);
  json.key("equations").value(equation.form->sources);
  if (!operators_text(equation).empty()) {
    json.key("operators").begin_object();
    json.key("Delta_m").value(equation.applied.operators.Delta_m());
    json.key("Delta_theta").value(equation.applied.operators.Delta_theta());
    json.key("Delta_f").value(equation.applied.operators.Delta_f());
    json.end_object();
  }
  json.key("joints").value(equation.joints);
  json.key("units").value(equation.units);
  json.key("terms").begin_array();
  for (const MotionEquation::Term& term : equation.terms) {
    json.begin_object();
    json.key("label").value(term.label);
    json.key("coefficient").value(term.coefficient);
    json.key("value").begin_array();
    for (const double value : list(term.value)) json.value(value);
    json.end_array();
    json.end_object();
  }
  json.end_array();
  for (const auto& [key, values] : {std::pair{"sum", &equation.sum}, {"Q", &equation.Q}}) {
    json.key(key).begin_array();
    for (const double value : list(*values)) json.value(value);
    json.end_array();
  }
  json.end_object();
  return json.text();
}

std::string motion_equation_markdown(const MotionEquation& equation) {
  const std::string Q = equation.k == 1   ? "Q_j"
                        : equation.k == 2 ? "\\dot Q_j"
                                          : fmt::format("Q_j^{{({})}}", equation.k - 1);
  std::string text = fmt::format("# {}: {}\n\n", equation.model, equation.form->title);
  text +=
      fmt::format("Equations {} of the papers, order $k = {}$", equation.form->sources, equation.k);
  text += equation.form->has_m ? fmt::format(", $m = {}$.\n\n", equation.m) : ".\n\n";
  if (const std::string operators = operators_text(equation); !operators.empty()) {
    text += operators + ".\n\n";
  }
  text +=
      fmt::format("What inertia takes is\n\n$${}$$\n\n{} {}, every coefficient a number:\n\n$$",
                  equation.form->equation,
                  equation.applied.operators.inertia ? "and with" : "It does not count here. With",
                  other_parts(equation));
  text += Q + " = ";
  if (equation.terms.empty()) text += "0";
  bool is_first = true;
  for (const MotionEquation::Term& term : equation.terms) {
    const double size = std::abs(term.coefficient);
    text += term.coefficient < 0.0 ? " - " : is_first ? "" : " + ";
    text += size == 1.0 ? "" : fmt::format("{:.6g}\\,", size);
    text += term.formula;
    is_first = false;
  }
  text += "$$\n\nState:\n\n| joint |";
  const int shown_orders = std::min(equation.state.order(), equation.k + 1);
  for (int k = 0; k <= shown_orders; ++k) text += fmt::format(" $q^{{({})}}$ |", k);
  text += "\n|---|" + repeated("---|", shown_orders + 1) + "\n";
  for (std::size_t i = 0; i < equation.joints.size(); ++i) {
    text += fmt::format("| {} |", equation.joints[i]);
    for (int k = 0; k <= shown_orders; ++k) {
      text += fmt::format(" {:.6g} |", equation.state.derivative(k)(equation.coordinates[i]));
    }
    text += "\n";
  }
  text += "\nEvery term, before its coefficient:\n\n| term | coefficient |";
  for (std::size_t i = 0; i < equation.joints.size(); ++i) {
    text += fmt::format(" {} ({}) |", equation.joints[i], equation.units[i]);
  }
  text += "\n|---|---:|" + repeated("---:|", static_cast<int>(equation.joints.size())) + "\n";
  const auto row = [&](const std::string& label, const std::string& coefficient,
                       const VecX& values) {
    text += fmt::format("| {} | {} |", label, coefficient);
    for (const double value : values) text += fmt::format(" {:.9g} |", value);
    text += "\n";
  };
  for (const MotionEquation::Term& term : equation.terms) {
    row(fmt::format("${}$", term.formula), fmt::format("{:.9g}", term.coefficient), term.value);
  }
  row("**sum**", "", equation.sum);
  row(fmt::format("${}$ by Newton and Euler", Q), "", equation.Q);
  return text + fmt::format(
                    "\nThe two last rows come from code that shares no formula; they differ by "
                    "{:.1e} of the largest term.\n\n{}",
                    defect(equation), keys_spelled_out(equation.form->sources));
}

}  // namespace appell::verify
