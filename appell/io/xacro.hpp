#pragma once

#include <string>
#include <vector>

/// Not installed: what the program xacro makes of a file.
namespace appell::io {

struct ExpandedXacro {
  std::string text;                   ///< URDF.
  std::vector<std::string> warnings;  ///< What xacro said about it, "file: xacro: ...".
};

/// Runs the program `xacro` of the PATH on a file. No shell is involved: the path is one argument,
/// whatever it holds.
/// @throws ModelError if there is no such program (the message says what to do), if it fails (with
///   what it said), or if it writes more than a URDF may have.
ExpandedXacro expand_xacro(const std::string& path);

}  // namespace appell::io
