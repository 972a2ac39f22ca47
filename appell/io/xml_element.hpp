#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pugixml.hpp>

#include "appell/base/types.hpp"
#include "appell/io/diagnostics.hpp"

namespace appell::io {

/// What reading a whole XML text needs at every element.
struct XmlContext {
  const SourceText& source;
  Diagnostics& diagnostics;
};

/// One element of an XML file. Reading an attribute checks it; every problem is noted with its
/// place and the named elements around it: "link 'forearm': <mass> ...".
class XmlElement {
 public:
  XmlElement(const pugi::xml_node& node, XmlContext& context) : node_(node), context_(&context) {}

  explicit operator bool() const { return static_cast<bool>(node_); }
  std::string_view tag() const { return node_.name(); }
  Position position() const;
  /// Of the text that it stands in.
  const std::string& source_name() const { return context_->source.name(); }
  Diagnostics& diagnostics() const { return context_->diagnostics; }
  /// Differs for any two elements of all files that are open.
  std::size_t id() const { return node_.hash_value(); }
  /// What stands between its tags, blanks around it left out.
  std::string content() const;

  /// Notes what is wrong with this element.
  void error(std::string_view text) const;
  void warning(std::string_view text, const std::string& key = "") const;
  /// Notes something that does not belong there and is ignored, unless reading is strict.
  void oddity(std::string_view text, const std::string& key = "") const;

  /// The only child element of that name; false if there is none, an error if there are several.
  XmlElement child(const char* name) const;
  std::vector<XmlElement> children(std::string_view name) const;
  std::vector<XmlElement> children() const;

  /// Whether numbers depend on an element: then an unknown name that looks like a known one is an
  /// error, because what was meant would be missing. Else it is odd, as all other unknown names.
  enum class Bears { kOnNumbers, kOnNothing };
  /// Notes children that are not listed, and stray text.
  /// @param elsewhere  names that mean something in other places: an error here, as their like.
  void check_children(const std::vector<std::string>& known, Bears bears,
                      const std::vector<std::string>& elsewhere = {}) const;
  /// Notes attributes that are not listed or repeated.
  void check_attributes(const std::vector<std::string>& known,
                        Bears bears = Bears::kOnNumbers) const;
  /// The same for an element that has numbers in its attributes and nothing inside: a text in it,
  /// which would be a number at the wrong place, is an error.
  void check_leaf(const std::vector<std::string>& attributes) const;
  void check_stray_text() const;
  /// Notes attributes that are not listed: a near miss of one that is, which may carry a number, is
  /// an error, any other a warning.
  void check_near_attributes(const std::vector<std::string>& known) const;
  /// The same of its own name, and of those of its children.
  void check_near_tag(const std::vector<std::string>& known) const;
  void check_near_children(const std::vector<std::string>& known) const;

  bool has(const char* attribute) const { return !node_.attribute(attribute).empty(); }
  std::string text(const char* attribute) const { return node_.attribute(attribute).value(); }
  /// A text that must be there and not be empty.
  std::string required_text(const char* attribute) const;
  /// A number; none (and an error) if it is missing or no finite number.
  std::optional<double> number(const char* attribute) const;
  /// A number that is `missing` where the attribute is not there.
  double number_or(const char* attribute, double missing) const;
  /// The same, not negative.
  double size_or(const char* attribute, double missing) const;
  /// `count` numbers separated by blanks; none (and an error) if it is something else.
  std::optional<std::vector<double>> numbers(const char* attribute, std::size_t count) const;
  Vec3 vector_or(const char* attribute, const Vec3& missing) const;
  /// Red, green and blue of an rgba, 0 to 1; none, and no error, if it is something else: it is
  /// only drawn.
  std::optional<Vec3> colour(const char* attribute) const;

 private:
  /// Attributes that are not listed; one that is repeated is noted.
  std::vector<std::string_view> unknown_attributes(const std::vector<std::string>& known) const;
  std::string named() const;
  /// Calls `note` with the position and the text of each piece of text between the elements.
  template <class Note>
  void for_texts(const Note& note) const;

  pugi::xml_node node_;
  XmlContext* context_;
};

}  // namespace appell::io
