#include "appell/io/body_file.hpp"

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/diagnostics.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/toml_fields.hpp"
#include "appell/io/toml_parts.hpp"

namespace appell::io {

BodyFile load_body(const std::string& path) {
  return read_body_toml(path, file_text(path, kTomlLimit));
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
  const double format = body.number("format", 1.0);
  if (format != 1.0) body.error_at("format", concat("format is ", format, "; 1 is the only one"));
  const std::vector<mass::Material> materials = read_toml_materials(body);
  std::optional<mass::Compound> compound =
      read_toml_parts(body, "part", materials, source_name, chain);
  body.finish();
  diagnostics.throw_if_errors();
  file.compound = std::move(*compound);
  return file;
}

}  // namespace appell::io
