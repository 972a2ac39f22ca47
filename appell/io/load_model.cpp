#include "appell/io/load_model.hpp"

#include <filesystem>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/embedded_models.hpp"

namespace appell::io {

LoadResult load_model(const std::string& name_or_path, const LoadOptions& options) {
  std::vector<std::string> names;
  for (const EmbeddedModel& embedded : embedded_models()) {
    if (embedded.name == name_or_path) {
      return read_urdf(name_or_path, std::string(embedded.text), options);
    }
    names.emplace_back(embedded.name);
  }
  if (name_or_path.ends_with(".urdf")) return load_urdf(name_or_path, options);
  throw ModelError(concat(name_or_path, ": is neither a .urdf file nor an embedded model",
                          suggestion(name_or_path, names), "; embedded models are ",
                          comma_list(names)));
}

}  // namespace appell::io
