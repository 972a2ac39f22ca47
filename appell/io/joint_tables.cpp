#include "appell/io/joint_tables.hpp"

#include <algorithm>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/file_text.hpp"

namespace appell::io {
namespace {

/// The coordinate that a name means; none if there is none, or two are as good.
std::optional<std::string> coordinate_named(const std::string& name,
                                            const std::vector<std::string>& names,
                                            NameMatch match) {
  if (std::find(names.begin(), names.end(), name) != names.end()) return name;
  if (match == NameMatch::kExact) return std::nullopt;
  std::optional<std::string> best;
  bool is_unique = false;
  for (const std::string& other : names) {
    if (!other.ends_with(name) || (best && other.size() > best->size())) continue;
    is_unique = !best || other.size() < best->size();
    best = other;
  }
  return is_unique ? best : std::nullopt;
}

}  // namespace

JointText joint_text(const std::string& name_or_path, const std::vector<EmbeddedText>& embedded,
                     std::string_view what) {
  std::vector<std::string> names;
  for (const EmbeddedText& one : embedded) {
    if (one.name == name_or_path) return {std::string(one.text), NameMatch::kEnding};
    names.emplace_back(one.name);
  }
  if (name_or_path.ends_with(".toml")) {
    return {file_text(name_or_path, kTomlLimit), NameMatch::kExact};
  }
  throw ModelError(concat(name_or_path, ": is neither a .toml file nor embedded ", what,
                          suggestion(name_or_path, names), "; embedded are those of ",
                          comma_list(names)));
}

void read_joint_tables(TomlFields& file, const std::vector<std::string>& names,
                       const std::string& model, NameMatch match, Diagnostics& diagnostics,
                       const std::function<void(const std::string&, TomlFields&)>& read) {
  const toml::node* node = file.any("joint");
  if (node == nullptr) return;
  const toml::table* joints = node->as_table();
  if (joints == nullptr) {
    file.wrong_form("joint", "tables [joint.NAME] are");
    return;
  }
  TomlFields all(*joints, "", diagnostics);
  std::vector<std::string> absent;
  bool is_any_found = false;
  for (const auto& [key, value] : *joints) {
    const std::string name(key.str());
    std::optional<TomlFields> fields = all.table(name);
    if (!fields) continue;
    fields->rename(concat("joint '", name, "'"));
    const std::optional<std::string> coordinate = coordinate_named(name, names, match);
    if (coordinate) {
      is_any_found = true;
      read(*coordinate, *fields);
    } else if (match == NameMatch::kExact) {
      fields->error(concat("is none of model '", model, "'", suggestion(name, names), "; it has ",
                           comma_list(names)));
    } else {
      absent.push_back(name);
    }
  }
  if (!is_any_found && !absent.empty()) {
    file.error_as_is(concat("has joints ", comma_list(absent), ", none of which model '", model,
                            "' has; it has ", comma_list(names)));
  }
}

}  // namespace appell::io
