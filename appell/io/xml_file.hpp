#pragma once

#include <string>
#include <string_view>

#include <pugixml.hpp>

#include "appell/io/xml_element.hpp"

namespace appell::io {

/// The tree of an XML text, as pugixml reads it.
/// @throws std::bad_alloc if there is not enough memory: the text is not to blame.
pugi::xml_parse_result parse_xml(std::string_view text, unsigned options,
                                 pugi::xml_document& document,
                                 pugi::xml_encoding encoding = pugi::encoding_utf8);

/// An XML text and its tree, with what is noted about it. Its elements point into it.
class XmlFile {
 public:
  /// @param root  that is needed, for the message where there is no element; empty: any.
  /// @throws ModelError for a text that is not well-formed XML in UTF-8, or has no element.
  XmlFile(std::string name, std::string text, Strictness strictness = Strictness::kTolerant,
          std::string_view root = "");
  XmlFile(const XmlFile&) = delete;
  XmlFile& operator=(const XmlFile&) = delete;

  const std::string& name() const { return source_.name(); }
  Diagnostics& diagnostics() { return diagnostics_; }
  const Diagnostics& diagnostics() const { return diagnostics_; }

  /// The only outermost element.
  /// @throws ModelError if it has another name than `tag`, or is not the only one.
  XmlElement root(std::string_view tag);

  /// The name of the first outermost element.
  std::string root_tag() const;

  /// Notes at the first element whose name begins so, and throws.
  void refuse_prefix(std::string_view prefix, const std::string& problem);

 private:
  SourceText source_;
  Diagnostics diagnostics_;
  XmlContext context_{source_, diagnostics_};
  pugi::xml_document document_;
};

}  // namespace appell::io
