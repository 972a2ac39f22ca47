#include "appell/report/lint_report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "appell/report/json_writer.hpp"

namespace appell::report {
namespace {

using analysis::Finding;

const char* name_of(Finding::Severity severity) {
  switch (severity) {
    case Finding::Severity::kImpossible:
      return "impossible";
    case Finding::Severity::kWarning:
      return "warning";
    case Finding::Severity::kNote:
      return "note";
  }
  return "";
}

std::string triple(const Vec3& v) {
  return fmt::format("{:>10.4g} {:>10.4g} {:>9.4g}", v[0], v[1], v[2]);
}

/// Which shapes each link was compared with, or why none.
std::string geometry_text(const std::vector<analysis::GeometryUse>& geometries) {
  const bool is_any = std::any_of(geometries.begin(), geometries.end(),
                                  [](const analysis::GeometryUse& use) { return use.is_shown; });
  if (!is_any) return "No link shows a geometry: there is none to hold its mass against.\n";
  std::string text = "geometry that each link was compared with:\n";
  for (const analysis::GeometryUse& use : geometries) {
    text += fmt::format("{:<24} {}\n", use.link, use.source);
  }
  return text;
}

}  // namespace

std::string lint_text(const std::string& model, const analysis::LintResult& result,
                      const std::vector<std::string>& reader_warnings) {
  std::string text = fmt::format("Model {}: {} links with mass\n\n", model, result.links.size());
  text += fmt::format("{:<24} {:>10}  {:<32} {:>8}  {}\n", "link", "mass (kg)",
                      "principal moments (kg m²)", "margin", "homogeneous body of its geometry");
  for (const analysis::LinkMargin& link : result.links) {
    text += fmt::format("{:<24} {:>10.4g}  {:<31} {:>8.2g}  {}{}\n", link.link, link.mass,
                        triple(link.principal_moments), link.margin,
                        link.homogeneous_moments ? triple(*link.homogeneous_moments) : "-",
                        link.is_impossible ? "  impossible" : "");
  }
  text +=
      "\nmargin: smallest over largest second moment; below 0 no real body has the inertia, 0 is "
      "a\n"
      "flat or point-like body, 1 a ball.\n\n";
  text += geometry_text(result.geometries);
  if (result.findings.empty() && reader_warnings.empty()) {
    const bool all_used =
        std::none_of(result.geometries.begin(), result.geometries.end(),
                     [](const analysis::GeometryUse& use) { return use.is_shown && !use.is_used; });
    return text + (all_used ? "\nNothing found.\n" : "\nNothing else found.\n");
  }
  text += "\n";
  for (const Finding& finding : result.findings) {
    text += fmt::format("{}: {}: {}\n", name_of(finding.severity), finding.where, finding.text);
  }
  for (const std::string& warning : reader_warnings) text += "warning: " + warning + "\n";
  return text;
}

std::string lint_json(const std::string& model, const analysis::LintResult& result,
                      const std::vector<std::string>& reader_warnings) {
  JsonWriter json;
  json.begin_object();
  json.key("model").value(model);
  json.key("impossible").value(result.is_impossible());
  json.key("links").begin_array();
  for (const analysis::LinkMargin& link : result.links) {
    json.begin_object();
    json.key("link").value(link.link);
    json.key("mass").value(link.mass);
    json.key("principal_moments").vector(link.principal_moments);
    json.key("margin").value(link.margin);
    if (link.homogeneous_moments) {
      json.key("homogeneous_moments").vector(*link.homogeneous_moments);
    }
    json.end_object();
  }
  json.end_array();
  json.key("geometries").begin_array();
  for (const analysis::GeometryUse& use : result.geometries) {
    json.begin_object();
    json.key("link").value(use.link);
    json.key("source").value(use.source);
    json.key("used").value(use.is_used);
    json.end_object();
  }
  json.end_array();
  json.key("findings").begin_array();
  for (const Finding& finding : result.findings) {
    json.begin_object();
    json.key("severity").value(name_of(finding.severity));
    json.key("where").value(finding.where);
    json.key("text").value(finding.text);
    json.end_object();
  }
  json.end_array();
  json.key("reader_warnings").value(reader_warnings);
  json.end_object();
  return json.text();
}

}  // namespace appell::report
