#include "appell/io/body_file.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/diagnostics.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/mesh_body.hpp"
#include "appell/io/toml_fields.hpp"
#include "appell/io/toml_parts.hpp"

namespace appell::io {

namespace {

/// Sizes in millimetres, read as metres, make a body that nobody has.
void note_size(mass::Compound& compound) {
  constexpr double kHeavy = 1e5;  // kg
  constexpr double kWide = 3.0;   // m
  const mass::RigidMass& total = compound.total;
  const double radius = std::sqrt(std::max(total.second_moment.trace() / total.mass, 0.0));
  if (total.mass < kHeavy && !(radius > kWide)) return;
  compound.notes.push_back(
      concat("the body has ", short_text(total.mass), " kg, spread over ", short_text(radius),
             " m about its centre (rms): are sizes in millimetres? They are read as metres"));
}

}  // namespace

BodyFile load_body(const std::string& path) {
  refuse_other_solids(path);
  return read_body_toml(path, file_text(path, kTomlLimit));
}

BodyFile body_of_link(const model::Model& model, const std::string& link) {
  std::vector<std::string> names;
  for (const model::Link& known : model.description().links) {
    names.push_back(known.name);
    if (known.name != link) continue;
    const mass::RigidMass body = known.inertial.rigid_mass();
    check(body.mass > 0.0, "link '", link, "' has no mass");
    const mass::Part part{.name = link,
                          .body = mass::GivenBody{body.mass, body.p_BBcm, body.inertia_com()}};
    return {.name = link, .compound = mass::assemble({&part, 1})};
  }
  throw InvalidArgument(concat("'", link, "' is no link of '", model.name(), "'",
                               suggestion(link, names), "; it has ", comma_list(names)));
}

BodyFile read_body_toml(const std::string& source_name, const std::string& text) {
  FileChain chain;
  return read_body_toml(source_name, text, chain);
}

BodyFile read_body_toml(const std::string& source_name, const std::string& text, FileChain& chain) {
  const FileChain::Link link(chain, source_name, "body files");
  Diagnostics diagnostics(source_name);
  const toml::table document = parse_toml(text, diagnostics);
  TomlFields body(document, "body", diagnostics);
  BodyFile file;
  file.name = body.required_text("name");
  if (!file.name.empty()) body.rename(concat("body '", file.name, "'"));
  body.check_format();
  const std::vector<mass::Material> materials = read_toml_materials(body);
  std::optional<mass::Compound> compound =
      read_toml_parts(body, "part", materials, source_name, chain);
  body.finish();
  diagnostics.throw_if_errors();
  file.compound = std::move(*compound);
  note_size(file.compound);
  return file;
}

}  // namespace appell::io
