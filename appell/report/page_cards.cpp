#include "appell/report/page_cards.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "appell/analysis/lint.hpp"
#include "appell/base/version.hpp"
#include "appell/report/motion_analysis.hpp"

namespace appell::report {
namespace {

constexpr std::size_t kMostFindings = 20;

std::string vector_text(const Vec3& v) {
  return fmt::format("{:.4g}, {:.4g}, {:.4g}", v.x(), v.y(), v.z());
}

}  // namespace

PageCard model_card(const model::Model& model) {
  const analysis::LintResult found = analysis::lint(model.description());
  double moving = 0.0;
  for (const model::Body& body : model.bodies()) moving += body.rigid_mass.mass;
  PageCard card{.title = "Model"};
  card.rows = {{"Name", model.name()},
               {"Coordinates", std::to_string(model.num_coordinates())},
               {"Links", std::to_string(model.description().links.size())},
               {"Mass that moves", fmt::format("{:.6g} kg", moving)}};
  using Severity = analysis::Finding::Severity;
  std::size_t num_notes = 0;
  for (const analysis::Finding& finding : found.findings) {
    if (finding.severity == Severity::kNote) continue;
    if (++num_notes <= kMostFindings) card.notes.push_back(finding.where + ": " + finding.text);
  }
  if (num_notes > kMostFindings) {
    card.notes.push_back(
        fmt::format("and {} more: appell lint has them", num_notes - kMostFindings));
  }
  if (num_notes == 0) card.notes.emplace_back("Nothing odd was found in masses and inertias.");
  if (found.is_impossible()) card.state = PageCard::State::kBad;
  return card;
}

PageTable links_table(const model::Model& model) {
  PageTable table{.title = "Links",
                  .columns = {{"Link"},
                              {"Mass", "kg"},
                              {"Centre of mass x", "m"},
                              {"y", "m"},
                              {"z", "m"},
                              {"Principal moments", "kg m²"},
                              {"", "kg m²"},
                              {"", "kg m²"}}};
  const std::vector<model::Link>& links = model.description().links;
  for (const analysis::LinkMargin& margin : analysis::lint(model.description()).links) {
    const auto link = std::find_if(links.begin(), links.end(), [&](const model::Link& other) {
      return other.name == margin.link;
    });
    const Vec3 com = link == links.end() ? Vec3::Zero() : link->inertial.X_LC.xyz;
    const Vec3& moments = margin.principal_moments;
    if (margin.is_impossible) table.marked.push_back(static_cast<int>(table.rows.size()));
    table.rows.push_back(
        {margin.link, margin.mass, com.x(), com.y(), com.z(), moments[0], moments[1], moments[2]});
  }
  return table;
}

PageCard used_card(const model::Model& model, const model::Frame& tip,
                   const std::vector<std::pair<std::string, std::string>>& others) {
  PageCard card{.title = "What was used"};
  card.rows = {{"Program", fmt::format("appell {}", kVersion)},
               {"Gravity", vector_text(model.gravity()) + " m/s²"},
               {"End effector", tip.name},
               {"Model hash", model_hash(model)}};
  for (const auto& [label, text] : others) {
    if (!text.empty()) card.rows.emplace_back(label, text);
  }
  return card;
}

}  // namespace appell::report
