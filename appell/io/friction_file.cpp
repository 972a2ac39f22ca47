#include "appell/io/friction_file.hpp"

#include <algorithm>
#include <set>

#include "appell/base/error.hpp"
#include "appell/base/quoted.hpp"
#include "appell/base/text.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/limits.hpp"
#include "appell/io/toml_fields.hpp"
#include "appell/io/toml_values.hpp"
#include "appell/io/write_model.hpp"
#include "appell/model/joint.hpp"

namespace appell::io {
namespace {

std::string as_comment(const std::string& text) {
  std::string lines;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    lines += "# " + text.substr(from, end - from) + "\n";
    from = end + 1;
  }
  return lines;
}

}  // namespace

FrictionFile read_friction_toml(const std::string& source_name, const std::string& text) {
  Diagnostics diagnostics(source_name);
  const toml::table table = parse_toml(text, diagnostics);
  TomlFields fields(table, "", diagnostics);
  fields.check_given_format();
  FrictionFile file;
  std::set<std::string> names;
  for (TomlFields& joint : fields.tables("joint")) {
    FrictionFile::Joint entry{.name = joint.required_text("name"), .friction = {}};
    if (!entry.name.empty() && !names.insert(entry.name).second) {
      joint.error("is there twice; one entry per joint is needed");
    }
    if (std::optional<TomlFields> friction = joint.table("friction")) {
      entry.friction = read_friction(*friction, NegativeFriction::kWarned);
    } else if (!joint.has("friction")) {
      joint.error("has no friction; a table { ... } is needed");
    }
    joint.finish();
    file.joints.push_back(std::move(entry));
  }
  fields.finish();
  if (file.joints.empty() && diagnostics.num_errors() == 0) {
    fields.error_as_is("there is no [[joint]]; friction of one joint at least is needed");
  }
  diagnostics.throw_if_errors();
  file.warnings = diagnostics.warnings();
  return file;
}

FrictionFile load_friction(const std::string& path) {
  return read_friction_toml(path, file_text(path, kTomlLimit));
}

model::Model with_friction(const model::Model& model, const FrictionFile& file,
                           const std::string& file_name, mass::Physics physics) {
  model::Description description = model.description();
  std::vector<std::string> known;
  for (const model::Joint& joint : description.joints) {
    if (model::num_coordinates(joint.kind) == 1) known.push_back(joint.name);
  }
  for (const FrictionFile::Joint& entry : file.joints) {
    const auto joint = std::find_if(description.joints.begin(), description.joints.end(),
                                    [&](const auto& other) { return other.name == entry.name; });
    if (joint == description.joints.end() || model::num_coordinates(joint->kind) != 1) {
      throw ModelError(concat(file_name, ": joint '", entry.name, "': model '", model.name(),
                              "' has no joint of this name with one coordinate",
                              suggestion(entry.name, known), "; it has ", comma_list(known)));
    }
    joint->friction = entry.friction;
  }
  return model::build(std::move(description), physics).with_gravity(model.gravity());
}

std::string friction_file_toml(const FrictionFile& file, const std::string& heading,
                               const std::vector<std::string>& comments) {
  std::string text = as_comment(heading);
  for (std::size_t i = 0; i < file.joints.size(); ++i) {
    text += "\n";
    if (i < comments.size()) text += as_comment(comments[i]);
    const std::string friction = friction_toml(file.joints[i].friction);
    text += concat("[[joint]]\nname = ", quoted_text(file.joints[i].name),
                   "\nfriction = ", friction.empty() ? "{}" : friction, "\n");
  }
  return text;
}

}  // namespace appell::io
