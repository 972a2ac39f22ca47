#pragma once

#include <map>
#include <string>
#include <vector>

#include "appell/io/mjcf_files.hpp"

namespace appell::io {

/// An element of MJCF and the defaults that stand behind it, nearest first: an attribute is that of
/// the first of these elements that has it. Problems are noted where the attribute stands.
class MjcfElement {
 public:
  explicit MjcfElement(std::vector<XmlElement> layers) : layers_(std::move(layers)) {}

  const XmlElement& own() const { return layers_.front(); }
  const std::vector<XmlElement>& layers() const { return layers_; }
  bool has(const char* attribute) const;
  /// The element that gives an attribute; the own one if none does.
  const XmlElement& giver(const char* attribute) const;

  std::string text_or(const char* attribute, const std::string& missing) const;
  double number_or(const char* attribute, double missing) const;
  double size_or(const char* attribute, double missing) const;
  Vec3 vector_or(const char* attribute, const Vec3& missing) const;
  /// "true" or "false"; anything else is an error.
  bool flag_or(const char* attribute, bool missing) const;
  /// Up to `out.size()` numbers. Those that the nearest element does not have are the next one's,
  /// as MuJoCo does it; `out` keeps what nobody gives.
  void numbers(const char* attribute, std::vector<double>& out) const;

 private:
  std::vector<XmlElement> layers_;
};

/// true for "true", false for "false", else an error that says so.
bool mjcf_flag(const XmlElement& element, const char* attribute, bool missing);

/// The classes of <default>: what the elements of a class say unless they say otherwise.
class MjcfClasses {
 public:
  /// Reads an outermost <default> and the classes in it.
  void read(const XmlElement& element, MjcfFiles& files);

  /// An element with the defaults of its class: the one it names, or else `childclass`, or else the
  /// outermost one.
  /// @param tag  that the defaults have; empty: that of the element.
  MjcfElement of(const XmlElement& element, const std::string& childclass,
                 std::string_view tag = "") const;

  /// Notes a class name that does not exist.
  void check_name(const XmlElement& element, const char* attribute) const;

 private:
  struct Class {
    std::string parent;  ///< Empty for the outermost.
    std::map<std::string, std::vector<XmlElement>, std::less<>> elements;
    ///< By tag; of several the last one counts first.
  };

  std::map<std::string, Class, std::less<>> classes_;
};

/// The class that all others inherit from; it has this name even where the file gives none.
inline constexpr const char* kMjcfMainClass = "main";

}  // namespace appell::io
