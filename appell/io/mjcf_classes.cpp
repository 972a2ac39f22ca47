#include "appell/io/mjcf_classes.hpp"

#include <algorithm>

#include "appell/base/text.hpp"
#include "appell/io/mjcf_settings.hpp"
#include "appell/io/numbers.hpp"
#include "appell/io/words.hpp"

namespace appell::io {
namespace {

/// What a class of defaults may hold.
const std::vector<std::string> kMjcfDefaultTags = words_of(
    "default joint geom site camera light mesh material texture pair equality tendon flex general "
    "motor position velocity damper intvelocity pid orientation cylinder muscle adhesion dcmotor "
    "plugin freejoint");

}  // namespace

bool MjcfElement::has(const char* attribute) const {
  return std::any_of(layers_.begin(), layers_.end(),
                     [&](const XmlElement& layer) { return layer.has(attribute); });
}

const XmlElement& MjcfElement::giver(const char* attribute) const {
  const auto found = std::find_if(layers_.begin(), layers_.end(),
                                  [&](const XmlElement& layer) { return layer.has(attribute); });
  return found == layers_.end() ? own() : *found;
}

std::string MjcfElement::text_or(const char* attribute, const std::string& missing) const {
  const XmlElement& from = giver(attribute);
  return from.has(attribute) ? from.text(attribute) : missing;
}

double MjcfElement::number_or(const char* attribute, double missing) const {
  return giver(attribute).number_or(attribute, missing);
}

double MjcfElement::size_or(const char* attribute, double missing) const {
  return giver(attribute).size_or(attribute, missing);
}

Vec3 MjcfElement::vector_or(const char* attribute, const Vec3& missing) const {
  return giver(attribute).vector_or(attribute, missing);
}

bool MjcfElement::flag_or(const char* attribute, bool missing) const {
  return mjcf_flag(giver(attribute), attribute, missing);
}

void MjcfElement::numbers(const char* attribute, std::vector<double>& out) const {
  for (auto layer = layers_.rbegin(); layer != layers_.rend(); ++layer) {
    if (!layer->has(attribute)) continue;
    const auto given = numbers_in(layer->text(attribute));
    if (!given || given->empty() || given->size() > out.size()) {
      layer->error(concat(attribute, " is \"", layer->text(attribute), "\"; 1 to ", out.size(),
                          " finite numbers are needed"));
    } else {
      std::copy(given->begin(), given->end(), out.begin());
    }
  }
}

bool mjcf_flag(const XmlElement& element, const char* attribute, bool missing) {
  if (!element.has(attribute)) return missing;
  const std::string text = element.text(attribute);
  if (text != "true" && text != "false") {
    element.error(concat(attribute, " is \"", text, "\"; true or false is needed"));
    return missing;
  }
  return text == "true";
}

void MjcfClasses::read(const XmlElement& element, MjcfFiles& files) {
  struct Pending {
    XmlElement element;
    std::string parent;
  };
  std::vector<Pending> pending{{element, ""}};
  while (!pending.empty()) {  // No recursion: nesting must not overflow the stack.
    const Pending next = pending.back();
    pending.pop_back();
    next.element.check_near_attributes({"class"});
    const std::string name = next.parent.empty() && !next.element.has("class")
                                 ? kMjcfMainClass
                                 : next.element.required_text("class");
    if (name.empty()) continue;
    if (next.parent.empty() && name != kMjcfMainClass) {
      next.element.error(concat("class is '", name, "'; the outermost <default> is called '",
                                kMjcfMainClass, "', others stand inside of it"));
      continue;
    }
    const auto [known, is_new] = classes_.try_emplace(name, Class{next.parent, {}});
    if (!is_new && !next.parent.empty()) {
      next.element.error(concat("class '", name, "' is there already; names must be unique"));
      continue;
    }
    for (const XmlElement& child : files.children(next.element)) {
      if (child.tag() == "default") {
        pending.push_back({child, name});
      } else {
        child.check_near_tag(kMjcfDefaultTags);
        const std::vector<std::string>& known_attributes = mjcf_attributes(child.tag());
        if (!known_attributes.empty()) child.check_near_attributes(known_attributes);
        known->second.elements[std::string(child.tag())].push_back(child);
      }
    }
  }
}

MjcfElement MjcfClasses::of(const XmlElement& element, const std::string& childclass,
                            std::string_view tag) const {
  check_name(element, "class");
  std::vector<XmlElement> layers{element};
  std::string name = element.has("class")  ? element.text("class")
                     : !childclass.empty() ? childclass
                                           : std::string(kMjcfMainClass);
  for (auto at = classes_.find(name); at != classes_.end(); at = classes_.find(name)) {
    const auto same = at->second.elements.find(tag.empty() ? element.tag() : tag);
    if (same != at->second.elements.end()) {
      layers.insert(layers.end(), same->second.rbegin(), same->second.rend());
    }
    name = at->second.parent;
  }
  return MjcfElement(std::move(layers));
}

void MjcfClasses::check_name(const XmlElement& element, const char* attribute) const {
  if (!element.has(attribute)) return;
  const std::string name = element.text(attribute);
  if (name == kMjcfMainClass || classes_.contains(name)) return;
  std::vector<std::string> names;
  for (const auto& [known, unused] : classes_) names.push_back(known);
  element.error(concat(attribute, " is '", name, "'", suggestion(name, names), "; ",
                       names.empty() ? "there are no classes" : "known are " + comma_list(names)));
}

}  // namespace appell::io
