#include "appell/report/lint_report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "appell/base/counted.hpp"
#include "appell/base/rounding.hpp"
#include "appell/mass/moments.hpp"
#include "appell/report/json_writer.hpp"
#include "appell/report/model_file.hpp"

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
  if (!is_any) return "No link shows a geometry: there is none to compare its mass with.\n";
  std::string text = "geometry that each link was compared with:\n";
  for (const analysis::GeometryUse& use : geometries) {
    text += fmt::format("{:<24} {}\n", use.link, use.source);
  }
  return text;
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
std::string fix_text(const WrittenFix& fix) {
  const std::size_t count = fix.robot.fixes.size();
  std::string text =
      count == 0 ? fmt::format("\nNo inertia was changed; written to {}\n", fix.path)
                 : fmt::format("\n{} got the inertia of {} geometry, written to {}:\n",
                               counted(count, "link"), count == 1 ? "its" : "their", fix.path);
  for (const analysis::InertiaFix& change : fix.robot.fixes) {
    text += fmt::format(
        "fixed: link '{}': {}\n  before: {}\n  now:    {}\n  from {} at {:.6g} kg/m³, {}\n",
        change.link, change.reason, inertial_text(change.before), inertial_text(change.after),
        change.source, change.density, change.keeps_mass ? "its mass over its volume" : "as given");
    for (const std::string& note : change.notes) text += fmt::format("  {}\n", note);
  }
  for (const analysis::UnfixedInertia& link : fix.robot.unfixed) {
    text += fmt::format("not fixed: link '{}': {}\n", link.link, link.reason);
  }
  return text;
}

void put_inertial(JsonWriter& json, const model::Inertial& inertial) {
  const mass::RigidMass body = inertial.rigid_mass(mass::Physics::kNotChecked);
  json.begin_object();
  json.key("mass").value(body.mass);
  json.key("com").vector(body.p_BBcm);
  json.key("inertia").matrix(body.inertia_com());
  json.end_object();
}

void put_fix(JsonWriter& json, const WrittenFix& fix) {
  json.key("file").value(fix.path);
  json.key("fixes").begin_array();
  for (const analysis::InertiaFix& change : fix.robot.fixes) {
    json.begin_object();
    json.key("link").value(change.link);
    json.key("reason").value(change.reason);
    json.key("source").value(change.source);
    json.key("density").value(change.density);
    json.key("keeps_mass").value(change.keeps_mass);
    json.key("notes").value(change.notes);
    put_inertial(json.key("before"), change.before);
    put_inertial(json.key("after"), change.after);
    json.end_object();
  }
  json.end_array();
  json.key("not_fixed").begin_array();
  for (const analysis::UnfixedInertia& link : fix.robot.unfixed) {
    json.begin_object();
    json.key("link").value(link.link);
    json.key("reason").value(link.reason);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

WrittenFix write_fix(const std::string& path, const model::Description& description,
                     const analysis::Meshes& meshes, const analysis::FixRequest& request,
                     std::vector<std::string>& warnings) {
  WrittenFix fix{path, analysis::fix_inertias(description, meshes, request)};
  for (const std::string& line : write_model_file(path, fix.robot.description)) {
    warnings.push_back("URDF cannot say: " + line);
  }
  return fix;
}

std::string lint_text(const std::string& model, const analysis::LintResult& result,
                      const std::vector<std::string>& reader_warnings,
                      const std::optional<WrittenFix>& fix) {
  std::string text =
      fmt::format("Model {}: {} with mass\n\n", model, counted(result.links.size(), "link"));
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
    return text + (all_used ? "\nNothing found.\n" : "\nNothing else found.\n") +
           (fix ? fix_text(*fix) : "");
  }
  text += "\n";
  for (const Finding& finding : result.findings) {
    text += fmt::format("{}: {}: {}\n", name_of(finding.severity), finding.where, finding.text);
  }
  for (const std::string& warning : reader_warnings) text += "warning: " + warning + "\n";
  return text + (fix ? fix_text(*fix) : "");
}

std::string lint_json(const std::string& model, const analysis::LintResult& result,
                      const std::vector<std::string>& reader_warnings,
                      const std::optional<WrittenFix>& fix) {
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
  if (fix) put_fix(json, *fix);
  json.end_object();
  return json.text();
}

}  // namespace appell::report
