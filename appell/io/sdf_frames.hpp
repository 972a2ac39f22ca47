#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "appell/io/xml_element.hpp"
#include "appell/spatial/placement.hpp"

/// Not installed: the parts of the SDF reader.
namespace appell::io {

/// @name Values of SDF, which stand between tags.
/// @{
/// The number in the child of that name; `missing` where there is none.
double sdf_number_or(const XmlElement& element, const char* child, double missing);
/// The same, not negative.
double sdf_size_or(const XmlElement& element, const char* child, double missing);
/// The three numbers of an element.
std::optional<Vec3> sdf_vector(const XmlElement& element);
/// true, false, 1 or 0 in the child of that name.
bool sdf_flag_or(const XmlElement& element, const char* child, bool missing);
/// What the <pose> of an element says; none of it: the identity.
spatial::Placement sdf_pose(const XmlElement& element);
/// @}

/// The named frames of a model: links, joints and <frame>s, each placed in another one.
class SdfFrames {
 public:
  static constexpr const char* kWorld = "world";
  static constexpr const char* kModel = "__model__";

  /// @param model  its <pose> places __model__, or its `placement_frame`, in the world.
  explicit SdfFrames(const XmlElement& model);

  /// Adds the frame of a link, joint or <frame>.
  /// @param base      the frame its pose is relative to, unless the file says otherwise.
  /// @param attached  the frame it moves with; empty if it is a link.
  void add(const XmlElement& element, const std::string& base, const std::string& attached);

  /// Notes frames that do not exist and circles. If there are none, what follows may be asked.
  /// @return whether there are none.
  bool resolve();

  bool contains(const std::string& name) const { return nodes_.contains(name); }
  /// Notes that an element names a frame that does not exist, unless it does.
  bool check_name(const XmlElement& element, const std::string& name) const;

  /// Placement of frame B in frame A. Only what lies between them enters: where B is given in A it
  /// is what the file says, to the last bit.
  spatial::Placement relative(const std::string& A, const std::string& B) const;

  /// The link (or the world) that a frame moves with.
  std::string link_of(const std::string& frame) const { return nodes_.at(frame).link; }

 private:
  struct Node {
    XmlElement element;
    std::string base;
    std::string attached;
    spatial::Placement X_base;  ///< In the frame `base`.
    std::size_t depth = 0;      ///< Steps to the world, itself counted; 0: not known yet.
    std::string link;           ///< That it moves with; empty: not known yet.
  };

  bool resolve_depth(const std::string& name);
  bool resolve_link(const std::string& name);
  bool place_model();

  std::map<std::string, Node> nodes_;
};

}  // namespace appell::io
