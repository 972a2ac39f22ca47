#include <algorithm>

#include <fmt/format.h>

#include "appell/base/counted.hpp"
#include "appell/base/rounding.hpp"
#include "appell/jobs/lint/lint.hpp"
#include "appell/mass/moments.hpp"

namespace appell::jobs {
namespace {

using analysis::GeometryUse;
using report::PageTable;

std::string moments_cell(const Vec3& v) {
  return fmt::format("{:.4g}, {:.4g}, {:.4g}", v[0], v[1], v[2]);
}

PageTable links_table(const std::vector<analysis::LinkMargin>& links) {
  PageTable table{.title = "Links",
                  .columns = {{"link"},
                              {"mass", "kg"},
                              {"principal moments", "kg m²"},
                              {"margin"},
                              {"homogeneous body of its geometry", "kg m²"},
                              {"verdict"}}};
  for (const analysis::LinkMargin& link : links) {
    if (link.is_impossible) table.marked.push_back(static_cast<int>(table.rows.size()));
    table.rows.push_back({link.link, fmt::format("{:.4g}", link.mass),
                          moments_cell(link.principal_moments), fmt::format("{:.2g}", link.margin),
                          link.homogeneous_moments ? moments_cell(*link.homogeneous_moments) : "-",
                          std::string(link.is_impossible ? "impossible" : "")});
  }
  return table;
}

/// Which shapes each link was compared with, or why none.
PageTable geometry_table(const std::vector<GeometryUse>& geometries) {
  PageTable table{.title = "Geometry that each link was compared with",
                  .columns = {{"link"}, {"geometry"}}};
  for (const GeometryUse& use : geometries) table.rows.push_back({use.link, use.source});
  return table;
}

std::string plain_triple(const Vec3& v) {
  const double size = v.cwiseAbs().maxCoeff();
  return fmt::format("{:.6g}, {:.6g}, {:.6g}", without_rounding(v[0], size),
                     without_rounding(v[1], size), without_rounding(v[2], size));
}

/// "mass 2 kg, centre 0, 0, 0.1 m, principal moments 1, 2, 3 kg m²"
std::string inertial_text(const model::Inertial& inertial) {
  const mass::RigidMass body = inertial.rigid_mass(mass::Physics::kNotChecked);
  return fmt::format("mass {:.6g} kg, centre {} m, principal moments {} kg m²", body.mass,
                     plain_triple(body.p_BBcm), plain_triple(mass::principal_axes(body).moments));
}

/// Every change of a robot that was fixed, and what could not be changed.
std::vector<std::string> fix_lines(const LintResult& of) {
  const std::size_t count = of.fix->fixes.size();
  std::vector<std::string> lines{
      count == 0
          ? fmt::format("No inertia was changed; written to {}", of.path)
          : fmt::format("{} got the inertia of {} geometry, written to {}:", counted(count, "link"),
                        count == 1 ? "its" : "their", of.path)};
  for (const analysis::InertiaFix& change : of.fix->fixes) {
    lines.insert(
        lines.end(),
        {fmt::format("fixed: link '{}': {}", change.link, change.reason),
         "  before: " + inertial_text(change.before), "  now:    " + inertial_text(change.after),
         fmt::format("  from {} at {:.6g} kg/m³, {}", change.source, change.density,
                     change.keeps_mass ? "its mass over its volume" : "as given")});
    for (const std::string& note : change.notes) lines.push_back("  " + note);
  }
  for (const analysis::UnfixedInertia& link : of.fix->unfixed) {
    lines.push_back(fmt::format("not fixed: link '{}': {}", link.link, link.reason));
  }
  return lines;
}

/// What was found, the worst as the analysis has it.
std::vector<std::string> finding_lines(const LintResult& of) {
  std::vector<std::string> lines;
  for (const analysis::Finding& finding : of.found.findings) {
    lines.push_back(
        concat(severity_name(finding.severity), ": ", finding.where, ": ", finding.text));
  }
  for (const std::string& warning : of.warnings) lines.push_back("warning: " + warning);
  if (!lines.empty()) return lines;
  const bool all_used =
      std::none_of(of.found.geometries.begin(), of.found.geometries.end(),
                   [](const GeometryUse& use) { return use.is_shown && !use.is_used; });
  return {all_used ? "Nothing found." : "Nothing else found."};
}

void append(const std::vector<std::string>& more, std::vector<std::string>& to) {
  to.emplace_back();
  to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

Document show(const LintResult& of, Detail detail) {
  Document document{.title = of.model, .subtitle = "lint"};
  document.opening = {
      concat("Model ", of.model, ": ", counted(of.found.links.size(), "link"), " with mass"), ""};
  document.tables = {links_table(of.found.links)};
  const bool shows_any = std::any_of(of.found.geometries.begin(), of.found.geometries.end(),
                                     [](const GeometryUse& use) { return use.is_shown; });
  if (shows_any) document.tables.push_back(geometry_table(of.found.geometries));
  const std::string margin =
      "margin: smallest over largest second moment; below 0 no real body has the inertia, 0 is a\n"
      "flat or point-like body, 1 a ball.";
  document.sentences = {"", margin};
  if (!shows_any) {
    append({"No link shows a geometry: there is none to compare its mass with."},
           document.sentences);
  }
  append(finding_lines(of), document.sentences);
  if (of.fix) append(fix_lines(of), document.sentences);
  if (detail == Detail::kWords) return document;
  const bool is_possible = !of.found.is_impossible();
  document.verdict = {is_possible, is_possible ? "Every inertia is possible."
                                               : "No real body has some of these inertias."};
  document.cards = {{.title = "Found", .notes = finding_lines(of)}};
  if (of.fix) document.cards.push_back({.title = "Fixed", .notes = fix_lines(of)});
  document.cards.push_back({.title = "Margin", .notes = {margin}});
  return document;
}

}  // namespace appell::jobs
