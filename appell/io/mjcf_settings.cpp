#include "appell/io/mjcf_settings.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>

#include "appell/base/decompositions.hpp"
#include "appell/base/text.hpp"
#include "appell/io/words.hpp"
#include "appell/model/joint.hpp"
#include "appell/spatial/rotation.hpp"

namespace appell::io {
namespace {

using Names = std::vector<std::string>;
using spatial::Placement;

const Names kMjcfOrientations{"quat", "axisangle", "xyaxes", "zaxis", "euler"};

const std::map<std::string, Names, std::less<>> kMjcfAttributes{
    {"body",
     words_of("name childclass mocap pos quat axisangle xyaxes zaxis euler gravcomp sleep user")},
    {"frame", words_of("name childclass pos quat axisangle xyaxes zaxis euler")},
    {"inertial", words_of("pos quat axisangle xyaxes zaxis euler mass diaginertia fullinertia")},
    {"joint",
     words_of("name class type group pos axis springdamper limited actuatorfrclimited "
              "actuatorgravcomp solreflimit solimplimit solreffriction solimpfriction stiffness "
              "range actuatorfrcrange margin ref springref armature damping frictionloss user")},
    {"freejoint", words_of("name group align")},
    {"geom",
     words_of("name class type contype conaffinity condim group priority size material rgba "
              "friction mass density shellinertia solmix solref solimp margin gap fromto pos quat "
              "axisangle xyaxes zaxis euler hfield mesh fitscale fluidshape fluidcoef user")},
    {"mesh",
     words_of("name class content_type file vertex normal texcoord face scale refpos refquat "
              "smoothnormal inertia maxhullvert builtin params material octree_maxdepth")},
    {"compiler",
     words_of(
         "autolimits boundmass boundinertia settotalmass balanceinertia strippath coordinate angle "
         "fitaabb eulerseq meshdir texturedir assetdir discardvisual convexhull usethread "
         "fusestatic inertiafromgeom exactmeshinertia inertiagrouprange saveinertial alignfree")},
    {"option",
     words_of("timestep apirate impratio tolerance ls_tolerance mpr_tolerance ccd_tolerance "
              "noslip_tolerance sleep_tolerance gravity wind magnetic density viscosity o_margin "
              "o_solref o_solimp o_friction integrator collision cone jacobian solver iterations "
              "ls_iterations mpr_iterations ccd_iterations noslip_iterations sdf_iterations "
              "sdf_initpoints actuatorgroupdisable")},
    {"flag",
     words_of(
         "constraint equality frictionloss limit contact passive spring damper gravity clampctrl "
         "warmstart filterparent actuation refsafe sensor midphase nativeccd eulerdamp autoreset "
         "island sleep override energy fwdinv invdiscrete sensornoise multiccd")}};

/// The word of a list that an attribute is; the first and an error if it is none of them.
int word_of(const XmlElement& element, const char* attribute, const Names& words) {
  const std::string text = element.text(attribute);
  const auto found = std::find(words.begin(), words.end(), text);
  if (found != words.end()) return static_cast<int>(found - words.begin());
  element.error(concat(attribute, " is \"", text, "\"; one of ", comma_list(words), " is needed"));
  return 0;
}

std::string euler_sequence_of(const XmlElement& element) {
  const std::string text = element.text("eulerseq");
  if (text.size() == 3 && text.find_first_not_of("xyzXYZ") == std::string::npos) return text;
  element.error(
      concat("eulerseq is \"", text, "\"; three of the letters x, y, z, X, Y, Z are needed"));
  return "xyz";
}

/// Lower case letters turn about the moving axes, upper case ones about the fixed axes.
Mat3 euler_rotation(const std::string& sequence, const Vec3& angles) {
  Mat3 R = Mat3::Identity();
  for (int i = 0; i < std::ssize(sequence); ++i) {
    const bool is_fixed = std::isupper(static_cast<unsigned char>(sequence[i])) != 0;
    const int axis = std::tolower(static_cast<unsigned char>(sequence[i])) - 'x';
    const Mat3 turn = spatial::rotation_about(Vec3::Unit(axis), angles[i]);
    R = is_fixed ? Mat3(turn * R) : Mat3(R * turn);
  }
  return R;
}

void refuse_orientation(const XmlElement& element, const char* attribute, const char* needed) {
  element.error(concat(attribute, " is \"", element.text(attribute), "\"; ", needed));
}

/// x as given, y made normal to it.
Mat3 rotation_of_axes(const XmlElement& element, const Vec3& x, const Vec3& y) {
  const Vec3 u = x.normalized();
  const Vec3 v = y - u.dot(y) * u;
  if (!model::is_direction(x) || !model::is_direction(v)) {
    refuse_orientation(element, "xyaxes", "two directions that are not parallel are needed");
    return Mat3::Identity();
  }
  Mat3 R;
  R << u, v.normalized(), u.cross(v.normalized());
  return R;
}

using Rotation = std::variant<Placement::Rpy, Placement::Quaternion, Placement::Matrix>;

Rotation rotation_by(const std::string& form, const XmlElement& element,
                     const MjcfCompiler& compiler) {
  const std::size_t count = form == "quat" || form == "axisangle" ? 4 : form == "xyaxes" ? 6 : 3;
  const auto values = element.numbers(form.c_str(), count);
  if (!values) return Placement::Rpy{};
  const Eigen::Map<const VecX> v(values->data(), static_cast<Eigen::Index>(count));
  if (form == "quat") {
    if (!std::isnormal(v.squaredNorm())) {
      refuse_orientation(element, "quat", "a quaternion w x y z that is not zero is needed");
      return Placement::Rpy{};
    }
    return Placement::Quaternion{{v[1], v[2], v[3], v[0]}};
  }
  if (form == "xyaxes") {
    return Placement::Matrix{rotation_of_axes(element, v.head<3>(), v.tail<3>())};
  }
  if (form == "euler") {
    return Placement::Matrix{
        euler_rotation(compiler.euler_sequence, compiler.angle_unit * v.head<3>())};
  }
  if (!model::is_direction(v.head<3>())) {
    refuse_orientation(element, form.c_str(), "a direction is needed");
    return Placement::Rpy{};
  }
  return Placement::Matrix{form == "zaxis" ? mjcf_rotation_of_z_to(v)
                                           : spatial::rotation_about(v.head<3>().normalized(),
                                                                     compiler.angle_unit * v[3])};
}

/// The forms of orientation that one element has.
Names forms_of(const XmlElement& element) {
  Names forms;
  for (const std::string& form : kMjcfOrientations) {
    if (element.has(form.c_str())) forms.push_back(form);
  }
  if (forms.size() > 1) {
    element.error(concat("has ", comma_list(forms), "; one form of orientation is needed"));
  }
  return forms;
}

}  // namespace

const std::vector<std::string>& mjcf_attributes(std::string_view tag) {
  static const Names none;
  const auto found = kMjcfAttributes.find(tag);
  return found == kMjcfAttributes.end() ? none : found->second;
}

void MjcfCompiler::read(const XmlElement& element) {
  element.check_near_attributes(mjcf_attributes("compiler"));
  if (element.has("coordinate") && word_of(element, "coordinate", {"local", "global"}) == 1) {
    element.error(
        "coordinate is \"global\"; local coordinates are needed (MuJoCo has given up global ones; "
        "its older versions can save the model in local ones)");
  }
  if (element.has("angle")) {
    angle_unit = word_of(element, "angle", {"degree", "radian"}) == 0 ? kPi / 180.0 : 1.0;
  }
  if (element.has("eulerseq")) euler_sequence = euler_sequence_of(element);
  if (element.has("assetdir")) mesh_folder = element.text("assetdir");
  if (element.has("meshdir")) mesh_folder = element.text("meshdir");
  strips_paths = mjcf_flag(element, "strippath", strips_paths);
  has_auto_limits = mjcf_flag(element, "autolimits", has_auto_limits);
  if (element.has("inertiafromgeom")) {
    const int word = word_of(element, "inertiafromgeom", {"auto", "true", "false"});
    inertia_from_geoms = static_cast<InertiaFromGeoms>(word);
  }
  if (element.has("inertiagrouprange")) {
    if (const auto range = element.numbers("inertiagrouprange", 2)) {
      inertia_groups = {(*range)[0], (*range)[1]};
    }
  }
  least_mass = element.size_or("boundmass", least_mass);
  least_inertia = element.size_or("boundinertia", least_inertia);
  balances_inertia = mjcf_flag(element, "balanceinertia", balances_inertia);
  discards_visuals = mjcf_flag(element, "discardvisual", discards_visuals);
  total_mass = element.number_or("settotalmass", total_mass);
  if (mjcf_flag(element, "alignfree", false)) {
    element.warning("alignfree is left out: frames of free bodies stay where the file has them");
  }
}

mass::RigidMass MjcfCompiler::adjusted(const mass::RigidMass& body) const {
  if (least_mass == 0.0 && least_inertia == 0.0 && !balances_inertia) return body;
  const Eigen3 eigen = symmetric_eigen(body.inertia_com());
  Vec3 moments = eigen.values.cwiseMax(least_inertia);
  if (balances_inertia && moments[0] + moments[1] < moments[2]) {
    moments.setConstant(moments.mean());
  }
  const Mat3 inertia = eigen.vectors * moments.asDiagonal() * eigen.vectors.transpose();
  return mass::rigid_mass(std::max(body.mass, least_mass), body.p_BBcm,
                          0.5 * (inertia + inertia.transpose()), mass::Physics::kNotChecked);
}

Placement mjcf_pose(const MjcfElement& element, const MjcfCompiler& compiler) {
  const Vec3 pos = element.vector_or("pos", Vec3::Zero());
  const XmlElement* giver = nullptr;
  std::string form;
  for (const XmlElement& layer : element.layers()) {
    const Names forms = forms_of(layer);
    if (forms.empty()) continue;
    if (giver == nullptr) {
      giver = &layer;
      form = forms.front();
    } else if (form == "quat" && forms.front() != "quat") {
      // A quaternion is the weakest form in MuJoCo, even against a default.
      giver->warning(concat("quat gives way to ", forms.front(), " of its default, as in MuJoCo"),
                     "weak quat");
      giver = &layer;
      form = forms.front();
    }
  }
  if (giver == nullptr) return {pos, Placement::Rpy{}};
  return {pos, rotation_by(form, *giver, compiler)};
}

Placement mjcf_pose(const XmlElement& element, const MjcfCompiler& compiler) {
  return mjcf_pose(MjcfElement({element}), compiler);
}

Mat3 mjcf_rotation_of_z_to(const Vec3& direction) {
  const Vec3 unit = direction.normalized();
  const Vec3 axis = Vec3::UnitZ().cross(unit);
  const double sine = axis.norm();
  constexpr double kParallel = 1e-15;
  return spatial::rotation_about(sine < kParallel ? Vec3(Vec3::UnitX()) : Vec3(axis / sine),
                                 std::atan2(sine, unit.z()));
}

void MjcfOptions::read(const XmlElement& option, MjcfFiles& files) {
  option.check_near_attributes(mjcf_attributes("option"));
  for (const char* medium : {"density", "viscosity"}) {
    if (option.has(medium) && option.number_or(medium, 0.0) != 0.0) {
      option.warning(concat(medium, " is left out: no result has the drag of a medium"));
    }
  }
  gravity = option.vector_or("gravity", gravity);
  for (const XmlElement& child : files.children(option)) {
    child.check_near_tag({"flag"});
    if (child.tag() == "flag") read_flags(child);
  }
}

void MjcfOptions::read_flags(const XmlElement& flag) {
  flag.check_near_attributes(mjcf_attributes("flag"));
  const auto is_on = [&](const char* name, bool before) {
    return flag.has(name) ? word_of(flag, name, {"enable", "disable"}) == 0 : before;
  };
  has_gravity = is_on("gravity", has_gravity);
  if (flag.has("gravity") && !has_gravity) flag.warning("gravity is disabled; it is zero");
  has_constraints = is_on("constraint", has_constraints);
  has_equalities = is_on("equality", has_equalities);
  for (const char* name : {"constraint", "passive", "damper", "frictionloss"}) {
    if (is_on(name, true)) continue;
    flag.warning(concat(
        name,
        " is disabled; damping and frictionloss of the joints stay in Q_friction and Q_motor"));
  }
}

}  // namespace appell::io
