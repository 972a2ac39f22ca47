#include "appell/io/applied_forces.hpp"

#include <nlohmann/json.hpp>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/json.hpp"
#include "appell/io/limits.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/io/motion_toml.hpp"

namespace appell::io {
namespace {

/// "external.hand.link.fx": which wrench, in which axes, and which of its six numbers.
struct WrenchColumn {
  bool is_external = false;
  bool is_in_link = false;
  std::string link;
  std::size_t component = 0;
};

constexpr std::string_view kExternal = "external.";
constexpr std::string_view kInLink = ".link";
constexpr const char* kColumnsNeeded =
    "LINK.fx, .fy, .fz, .nx, .ny or .nz is needed, LINK.link.fx in the link's axes, "
    "external.LINK.fx for what acts on the robot";

std::optional<WrenchColumn> wrench_column(std::string_view text) {
  static constexpr std::string_view kComponents[] = {".fx", ".fy", ".fz", ".nx", ".ny", ".nz"};
  WrenchColumn name;
  bool is_known = false;
  for (std::size_t i = 0; i < std::size(kComponents) && !is_known; ++i) {
    is_known = text.ends_with(kComponents[i]);
    name.component = i;
  }
  if (!is_known) return std::nullopt;
  text.remove_suffix(3);
  if (text.starts_with(kExternal)) {
    name.is_external = true;
    text.remove_prefix(kExternal.size());
  }
  if (text.ends_with(kInLink)) {
    name.is_in_link = true;
    text.remove_suffix(kInLink.size());
  }
  name.link = std::string(text);
  return name;
}

AppliedForces table_of_forces(const std::string& path, const model::Model& model, int order) {
  // Forces are interpolated: which noise they have, nobody knows.
  const record::LawOptions as_they_are{.smooth = {.kind = record::Smoothing::Kind::kNone}};
  Motion table = load_motion_csv(path, as_they_are, {.is_verbatim = true});
  if (order > table.trajectory.continuity()) {
    throw ModelError(concat(path, ": has derivatives up to ", table.trajectory.continuity(),
                            ", and those up to ", order,
                            " are wanted; columns NAME.d1, NAME.d2, ... give more"));
  }
  std::vector<trajectory::WrenchLaws::Entry> entries;
  for (int law = 0; law < table.trajectory.num_joints(); ++law) {
    const std::string& column = table.trajectory.joints()[law];
    const std::optional<WrenchColumn> name = wrench_column(column);
    if (!name) throw ModelError(concat(path, ": column '", column, "': ", kColumnsNeeded));
    const auto axes =
        name->is_in_link ? model::Wrench::Axes::kOfFrame : model::Wrench::Axes::kOfWorld;
    auto at = std::find_if(entries.begin(), entries.end(), [&](const auto& entry) {
      return entry.wrench.frame.name == name->link && entry.is_external == name->is_external &&
             entry.wrench.axes == axes;
    });
    if (at == entries.end()) {
      try {
        entries.push_back({.wrench = {.frame = model.frame(name->link), .axes = axes},
                           .is_external = name->is_external});
      } catch (const InvalidArgument& error) {
        throw ModelError(concat(path, ": column '", column, "': ", error.what()));
      }
      at = entries.end() - 1;
    }
    at->laws[name->component] = law;
  }
  return {.laws = trajectory::WrenchLaws(std::move(table.trajectory), std::move(entries))};
}

}  // namespace

AppliedForces load_applied_forces(const std::string& path, const model::Model& model, int order) {
  if (path.ends_with(".csv")) return table_of_forces(path, model, order);
  const nlohmann::json document = parse_json(path, file_text(path, kStateLimit));
  const JsonFields fields(path, model);
  fields.require(document.is_object(), "", "is no JSON object; {\"loads\": [...]} is needed");
  fields.check_keys(document, "", {"loads", "external", "operators"});
  AppliedForces forces;
  fields.read_applied(document, forces);
  return forces;
}

}  // namespace appell::io
