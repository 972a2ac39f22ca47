#include "appell/io/xml_element.hpp"

#include <algorithm>
#include <set>

#include "appell/base/text.hpp"
#include "appell/io/numbers.hpp"
#include "appell/io/words.hpp"

namespace appell::io {
namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::string_view kXmlBlanks = " \t\r\n";

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kXmlBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kXmlBlanks) - begin + 1);
}

std::string quoted_value_of(std::string_view value) { return concat("\"", shortened(value), "\""); }

std::string hint(std::string_view value) {
  return value.find("${") != std::string_view::npos
             ? " (a xacro expression: run xacro on the file first)"
             : "";
}

/// " (did you mean 'mass'?)" if a name looks like a known one, whatever its capitals.
std::string near_miss(std::string_view name, const std::vector<std::string>& known) {
  return suggestion(lower_case(name), known);
}

/// What a program that merges versions leaves where it could not.
bool is_merge_marker(std::string_view text) {
  return text.find("=======") != std::string_view::npos ||
         text.find(">>>>>>>") != std::string_view::npos;
}

}  // namespace

Position XmlElement::position() const {
  const std::ptrdiff_t behind_bracket = node_.offset_debug();  // pugixml points at the name.
  return context_->source.position(std::max<std::ptrdiff_t>(behind_bracket - 1, 0));
}

std::string XmlElement::named() const {
  const auto has_name = [](const pugi::xml_node& node) { return !node.attribute("name").empty(); };
  const auto label = [](const pugi::xml_node& node) {
    return concat(node.name(), " '", node.attribute("name").value(), "': ");
  };
  pugi::xml_node nearest = node_;
  while (nearest && !has_name(nearest)) nearest = nearest.parent();
  const bool is_tag_needed = nearest != node_ && node_.type() == pugi::node_element;
  const std::string inner = is_tag_needed ? concat("<", node_.name(), "> ") : "";
  if (!nearest) return inner;
  pugi::xml_node outer = nearest;  // The link or joint, below <robot>.
  while (outer.parent().parent().parent()) outer = outer.parent();
  const bool is_nested = outer != nearest && has_name(outer);
  return concat(is_nested ? label(outer) : "", label(nearest), inner);
}

void XmlElement::error(std::string_view text) const {
  context_->diagnostics.error(position(), concat(named(), text));
}

void XmlElement::warning(std::string_view text, const std::string& key) const {
  context_->diagnostics.warning(position(), concat(named(), text), key);
}

XmlElement XmlElement::child(const char* name) const {
  const std::vector<XmlElement> all = children(name);
  for (std::size_t i = 1; i < all.size(); ++i) {
    all[i].error("is given more than once; one is needed");
  }
  return all.empty() ? XmlElement({}, *context_) : all.front();
}

std::vector<XmlElement> XmlElement::children(std::string_view name) const {
  std::vector<XmlElement> found;
  for (const pugi::xml_node node : node_.children()) {
    if (node.type() != pugi::node_element) continue;
    if (name.empty() || node.name() == name) found.emplace_back(node, *context_);
  }
  return found;
}

std::vector<XmlElement> XmlElement::children() const { return children(""); }

void XmlElement::oddity(std::string_view text, const std::string& key) const {
  context_->diagnostics.oddity(position(), concat(named(), text), key);
}

void XmlElement::check_children(const std::vector<std::string>& known, Bears bears,
                                const std::vector<std::string>& elsewhere) const {
  check_stray_text();
  for (const XmlElement& element : children()) {
    if (contains(known, element.tag())) continue;
    const std::string text = concat("is not a child of <", node_.name(), ">");
    if (bears == Bears::kOnNumbers && contains(elsewhere, element.tag())) {
      element.error(concat(text, ", but belongs elsewhere; known are ", comma_list(known)));
      continue;
    }
    const std::string meant = near_miss(element.tag(), known);
    const std::string other = meant.empty() ? near_miss(element.tag(), elsewhere) : meant;
    if (bears == Bears::kOnNumbers && !other.empty()) {
      element.error(concat(text, other, "; known are ", comma_list(known)));
    } else {
      element.oddity(concat(text, meant), concat(node_.name(), "/", element.tag()));
    }
  }
}

std::vector<std::string_view> XmlElement::unknown_attributes(
    const std::vector<std::string>& known) const {
  std::set<std::string_view> seen;
  std::vector<std::string_view> unknown;
  for (const pugi::xml_attribute attribute : node_.attributes()) {
    const std::string_view name = attribute.name();
    if (!seen.insert(name).second) {
      error(concat("attribute '", name, "' is given twice; once is needed"));
    } else if (!contains(known, name) && !name.starts_with("xmlns")) {
      unknown.push_back(name);
    }
  }
  return unknown;
}

void XmlElement::check_attributes(const std::vector<std::string>& known, Bears bears) const {
  for (const std::string_view name : unknown_attributes(known)) {
    const std::string meant = near_miss(name, known);
    const std::string text = concat("attribute '", name, "' is not known", meant);
    if (bears == Bears::kOnNumbers && !meant.empty()) {
      error(concat(text, "; known are ", comma_list(known)));
    } else {
      oddity(text, concat(node_.name(), "@", name));
    }
  }
}

void XmlElement::check_leaf(const std::vector<std::string>& attributes) const {
  check_attributes(attributes);
  for_texts([&](Position at, std::string_view text) {
    context_->diagnostics.error(
        at, concat(named(), "has the text ", quoted_value_of(text), "; its attributes ",
                   comma_list(attributes), " are read, and nothing else"));
  });
  for (const XmlElement& element : children()) {
    element.oddity(concat("is not a child of <", node_.name(), ">"),
                   concat(node_.name(), "/", element.tag()));
  }
}

void XmlElement::check_near_attributes(const std::vector<std::string>& known) const {
  for (const std::string_view name : unknown_attributes(known)) {
    const std::string meant = suggestion(name, known);
    if (meant.empty()) {
      warning(concat("attribute '", name, "' is not known; it is left out"),
              concat(node_.name(), "@", name));
    } else {
      error(concat("attribute '", name, "' is not known", meant));
    }
  }
}

void XmlElement::check_near_tag(const std::vector<std::string>& known) const {
  if (contains(known, tag())) return;
  const std::string meant = suggestion(tag(), known);
  if (meant.empty()) {
    warning("is not known and is left out", concat("unknown ", tag()));
  } else {
    error(concat("is not known here", meant));
  }
}

void XmlElement::check_near_children(const std::vector<std::string>& known) const {
  check_stray_text();
  for (const XmlElement& element : children()) element.check_near_tag(known);
}

std::string XmlElement::content() const { return std::string(without_blanks(node_.child_value())); }

template <class Note>
void XmlElement::for_texts(const Note& note) const {
  for (const pugi::xml_node node : node_.children()) {
    if (node.type() != pugi::node_pcdata && node.type() != pugi::node_cdata) continue;
    const std::string_view text = without_blanks(node.value());
    if (text.empty()) continue;
    const std::string& source = context_->source.text();
    const std::ptrdiff_t offset = std::max<std::ptrdiff_t>(node.offset_debug(), 0);
    const std::size_t at = source.find_first_not_of(kXmlBlanks, offset);
    note(context_->source.position(at), text);
  }
}

void XmlElement::check_stray_text() const {
  for_texts([&](Position at, std::string_view text) {
    const std::string found = concat(named(), "has the stray text ", quoted_value_of(text));
    if (is_merge_marker(text)) {
      context_->diagnostics.error(
          at, concat(found, ", a mark of two versions that were not merged; choose one"));
    } else {
      context_->diagnostics.oddity(at, found, concat("text in ", node_.name()));
    }
  });
}

std::string XmlElement::required_text(const char* attribute) const {
  const std::string value = text(attribute);
  if (value.empty()) {
    error(concat("attribute '", attribute, "' is ", has(attribute) ? "empty" : "missing",
                 "; a text is needed"));
  }
  return value;
}

std::optional<double> XmlElement::number(const char* attribute) const {
  if (!has(attribute)) {
    error(concat("attribute '", attribute, "' is missing; a number is needed"));
    return std::nullopt;
  }
  const std::string value = text(attribute);
  const std::optional<double> parsed = number_in(value);
  if (!parsed) {
    error(concat(attribute, " is ", quoted_value_of(value), "; a finite number is needed",
                 hint(value)));
  }
  return parsed;
}

double XmlElement::number_or(const char* attribute, double missing) const {
  return has(attribute) ? number(attribute).value_or(missing) : missing;
}

double XmlElement::size_or(const char* attribute, double missing) const {
  const double value = number_or(attribute, missing);
  if (value >= 0.0) return value;
  error(concat(attribute, " is ", value, "; it must not be negative"));
  return missing;
}

std::optional<std::vector<double>> XmlElement::numbers(const char* attribute,
                                                       std::size_t count) const {
  if (!has(attribute)) {
    error(concat("attribute '", attribute, "' is missing; ", count, " finite numbers are needed"));
    return std::nullopt;
  }
  const std::string value = text(attribute);
  std::optional<std::vector<double>> parsed = numbers_in(value);
  if (parsed && parsed->size() == count) return parsed;
  error(concat(attribute, " is ", quoted_value_of(value), "; ", count, " finite numbers are needed",
               hint(value)));
  return std::nullopt;
}

Vec3 XmlElement::vector_or(const char* attribute, const Vec3& missing) const {
  if (!has(attribute)) return missing;
  const std::optional<std::vector<double>> values = numbers(attribute, 3);
  return values ? Vec3((*values)[0], (*values)[1], (*values)[2]) : missing;
}

std::optional<Vec3> XmlElement::colour(const char* attribute) const {
  const auto rgba = numbers_in(text(attribute));
  if (!rgba || rgba->size() < 3) return std::nullopt;
  return Vec3(Vec3(rgba->data()).cwiseMax(0.0).cwiseMin(1.0));
}

}  // namespace appell::io
