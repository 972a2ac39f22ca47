#include "appell/io/body_file.hpp"

#include <algorithm>
#include <filesystem>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/diagnostics.hpp"
#include "appell/io/toml_fields.hpp"
#include "appell/io/toml_parts.hpp"

namespace appell::io {
namespace {

/// Body files that are being read, each because the one before it names it: a file among them twice
/// would never end.
thread_local std::vector<std::string> open_files;

class OpenFile {
 public:
  explicit OpenFile(const std::string& path) {
    const std::string canonical = std::filesystem::weakly_canonical(path).string();
    if (std::find(open_files.begin(), open_files.end(), canonical) != open_files.end()) {
      throw ModelError(concat(path, ": is part of itself; body files must not form a circle"));
    }
    open_files.push_back(canonical);
  }
  ~OpenFile() { open_files.pop_back(); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
};

}  // namespace

BodyFile load_body(const std::string& path) { return read_body_toml(path, file_text(path)); }

BodyFile read_body_toml(const std::string& source_name, const std::string& text) {
  const OpenFile open(source_name);
  Diagnostics diagnostics(source_name);
  const toml::table document = parse_toml(text, diagnostics);
  TomlFields body(document, "body", diagnostics);
  BodyFile file;
  file.name = body.required_text("name");
  if (!file.name.empty()) body.rename(concat("body '", file.name, "'"));
  const double format = body.number("format", 1.0);
  if (format != 1.0) body.error_at("format", concat("format is ", format, "; 1 is the only one"));
  const std::vector<mass::Material> materials = read_toml_materials(body);
  std::optional<mass::Compound> compound = read_toml_parts(body, "part", materials, source_name);
  body.finish();
  diagnostics.throw_if_errors();
  file.compound = std::move(*compound);
  return file;
}

}  // namespace appell::io
