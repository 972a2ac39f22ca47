#include "appell/io/load_model.hpp"

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/embedded_models.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/xacro.hpp"

namespace appell::io {

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
  throw ModelError(concat(name_or_path, ": is neither a .urdf or .toml file nor an embedded model",
                          suggestion(name_or_path, names), "; embedded models are ",
                          comma_list(names)));
}

}  // namespace appell::io
