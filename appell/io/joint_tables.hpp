#pragma once

#include <functional>
#include <string>
#include <vector>

#include "appell/io/embedded_models.hpp"
#include "appell/io/toml_fields.hpp"

/// Not installed: tables [joint.NAME] of files that say something about the joints of a model.
namespace appell::io {

/// How a name of a file is that of a coordinate.
enum class NameMatch {
  kExact,
  kEnding,  ///< Or the shortest that ends with it, "panda_joint1"; one that is none is left out.
};

/// A text about joints and how its names are meant: that of an embedded file, or of a .toml file.
struct JointText {
  std::string text;
  NameMatch match;
};
/// @param what  such files are about, for the message: "limits".
/// @throws ModelError for a name that is neither, or a file that cannot be read.
JointText joint_text(const std::string& name_or_path, const std::vector<EmbeddedText>& embedded,
                     std::string_view what);

/// Reads every table [joint.NAME] of a file: `read` gets the coordinate that the name means.
/// @param names  of the coordinates that a file may name.
/// @param model  its name, for messages.
void read_joint_tables(TomlFields& file, const std::vector<std::string>& names,
                       const std::string& model, NameMatch match, Diagnostics& diagnostics,
                       const std::function<void(const std::string&, TomlFields&)>& read);

}  // namespace appell::io
