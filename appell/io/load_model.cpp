#include "appell/io/load_model.hpp"

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/embedded_models.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/xacro.hpp"
#include "appell/io/xml_file.hpp"

namespace appell::io {
namespace {

/// An .xml file as what its outermost element says it is.
LoadResult read_xml(const std::string& path, const LoadOptions& options) {
  const std::string text = file_text(path, kMjcfLimit);
  const std::string tag = XmlFile(path, text).root_tag();
  if (tag == "mujoco") return read_mjcf(path, text, options);
  if (tag == "robot") return read_urdf(path, text, options);
  if (tag == "sdf") return read_sdf(path, text, options);
  throw ModelError(concat(path, ":1:1: the outermost element is <", one_line(tag),
                          ">; <mujoco> (MJCF), <robot> (URDF) or <sdf> is needed"));
}

}  // namespace

LoadResult load_model(const std::string& name_or_path, const LoadOptions& options) {
  std::vector<std::string> names;
  for (const EmbeddedModel& embedded : embedded_models()) {
    if (embedded.name == name_or_path) {
      const std::string text(embedded.text);
      return embedded.is_toml ? read_model_toml(name_or_path, text, options)
                              : read_urdf(name_or_path, text, options);
    }
    names.emplace_back(embedded.name);
  }
  if (name_or_path.ends_with(".urdf")) {
    return read_urdf(name_or_path, file_text(name_or_path, kUrdfLimit), options);
  }
  if (name_or_path.ends_with(".xml")) return read_xml(name_or_path, options);
  if (name_or_path.ends_with(".sdf")) {
    return read_sdf(name_or_path, file_text(name_or_path, kSdfLimit), options);
  }
  if (name_or_path.ends_with(".toml")) {
    return read_model_toml(name_or_path, file_text(name_or_path, kTomlLimit), options);
  }
  if (name_or_path.ends_with(".xacro")) {
    ExpandedXacro expanded = expand_xacro(name_or_path);
    LoadResult loaded =
        read_urdf(concat(name_or_path, " (expanded by xacro)"), expanded.text, options);
    loaded.warnings.insert(loaded.warnings.begin(), expanded.warnings.begin(),
                           expanded.warnings.end());
    return loaded;
  }
  throw ModelError(
      concat(name_or_path, ": is neither a .urdf, .xml, .sdf or .toml file nor an embedded model",
             suggestion(name_or_path, names), "; embedded models are ", comma_list(names)));
}

}  // namespace appell::io
