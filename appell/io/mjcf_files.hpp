#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "appell/io/xml_file.hpp"

/// Not installed: the parts of the MJCF reader.
namespace appell::io {

/// An MJCF model and the files that it includes, seen as one tree.
class MjcfFiles {
 public:
  /// @throws ModelError as XmlFile, or if the outermost element is not <mujoco>.
  MjcfFiles(const std::string& name, const std::string& text);

  const std::string& name() const { return files_.front()->name(); }
  const XmlElement& root() const { return root_; }

  /// The child elements. In place of an <include> stand the children of the outermost element of
  /// its file, which is looked for beside the main file, then beside the one that has it. A file
  /// may be included once, as in MuJoCo: so there are no circles.
  std::vector<XmlElement> children(const XmlElement& element);

  /// Of all files, the main one first.
  std::vector<std::string> warnings() const;
  /// @throws ModelError with the problems of all files.
  void throw_if_errors() const;

 private:
  void append_children(const XmlElement& element, std::size_t depth, std::vector<XmlElement>& out);
  /// The outermost element of the file that an <include> names; null if it cannot be had.
  const XmlElement* included(const XmlElement& include);
  std::unique_ptr<XmlElement> open(const XmlElement& include);

  std::vector<std::unique_ptr<XmlFile>> files_;
  XmlElement root_;
  std::vector<std::string> paths_;                            ///< Canonical, of all files.
  std::map<std::size_t, std::unique_ptr<XmlElement>> roots_;  ///< By the id of the <include>.
};

}  // namespace appell::io
