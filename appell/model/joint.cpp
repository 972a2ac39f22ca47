#include "appell/model/joint.hpp"

#include <algorithm>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/spatial/orientation.hpp"
#include "appell/spatial/rotation.hpp"

namespace appell::model {
namespace {

struct Kind {
  JointKind kind;
  std::string_view name;
  int num_coordinates;
  bool has_axis;
  bool has_angles;
};

constexpr std::array kKinds{
    Kind{JointKind::kFixed, "fixed", 0, false, false},
    Kind{JointKind::kRevolute, "revolute", 1, true, false},
    Kind{JointKind::kContinuous, "continuous", 1, true, false},
    Kind{JointKind::kPrismatic, "prismatic", 1, true, false},
    Kind{JointKind::kHelical, "helical", 1, true, false},
    Kind{JointKind::kCylindrical, "cylindrical", 2, true, false},
    Kind{JointKind::kUniversal, "universal", 2, false, true},
    Kind{JointKind::kPlanar, "planar", 3, true, false},
    Kind{JointKind::kSpherical, "spherical", 3, false, true},
    Kind{JointKind::kFree, "free", 6, false, true},
};

const Kind& entry(JointKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

SimpleJoint turn(std::string suffix, const Vec3& axis) {
  return {std::move(suffix), {.angular = axis, .linear = Vec3::Zero()}};
}

SimpleJoint slide(std::string suffix, const Vec3& axis) {
  return {std::move(suffix), {.angular = Vec3::Zero(), .linear = axis}};
}

/// The simple joint of one angle of an orientation set: number 0, 1 or 2.
SimpleJoint turn_of_set(const std::string& set, std::size_t number) {
  static constexpr std::array kSuffixes{".alpha", ".beta", ".gamma"};
  const spatial::Axis axis = spatial::axes_of(spatial::angle_set_named(set))[number];
  return turn(kSuffixes[number], spatial::unit_vector(axis));
}

/// The shortest rotation that brings z to `axis`; half a turn about x for -z.
Mat3 rotation_of_z_to(const Vec3& axis) {
  const Vec3 z = Vec3::UnitZ();
  const Vec3 sine_axis = z.cross(axis);
  const double sine = sine_axis.norm();
  if (sine == 0.0)
    return axis.z() > 0.0 ? Mat3(Mat3::Identity()) : spatial::rotation_about(Vec3::UnitX(), kPi);
  return spatial::rotation_about(sine_axis / sine, std::atan2(sine, axis.z()));
}

}  // namespace

std::vector<SimpleJoint> simple_joints(const Joint& joint) {
  const Vec3 k = has_axis(joint.kind) ? Vec3(joint.axis.normalized()) : Vec3(Vec3::Zero());
  const std::string& set = joint.angles;
  switch (joint.kind) {
    case JointKind::kFixed:
      return {};
    case JointKind::kRevolute:
    case JointKind::kContinuous:
      return {turn("", k)};
    case JointKind::kPrismatic:
      return {slide("", k)};
    case JointKind::kHelical:
      return {{"", {.angular = k, .linear = joint.pitch * k}}};
    case JointKind::kCylindrical:
      return {slide(".slide", k), turn(".angle", k)};
    case JointKind::kUniversal:
      return {turn_of_set(set, 0), turn_of_set(set, 1)};
    case JointKind::kPlanar: {
      const Mat3 R = rotation_of_z_to(k);
      return {slide(".x", R.col(0)), slide(".y", R.col(1)), turn(".angle", k)};
    }
    case JointKind::kSpherical:
      return {turn_of_set(set, 0), turn_of_set(set, 1), turn_of_set(set, 2)};
    case JointKind::kFree:
      return {slide(".x", Vec3::UnitX()), slide(".y", Vec3::UnitY()), slide(".z", Vec3::UnitZ()),
              turn_of_set(set, 0),        turn_of_set(set, 1),        turn_of_set(set, 2)};
  }
  throw InvalidArgument("simple_joints: unknown kind of joint");
}

std::string_view name_of(JointKind kind) { return entry(kind).name; }

std::optional<JointKind> joint_kind(std::string_view name) {
  for (const Kind& kind : kKinds) {
    if (kind.name == name) return kind.kind;
  }
  return std::nullopt;
}

std::vector<std::string> joint_kind_names() {
  std::vector<std::string> names;
  for (const Kind& kind : kKinds) names.emplace_back(kind.name);
  return names;
}

int num_coordinates(JointKind kind) { return entry(kind).num_coordinates; }
bool has_axis(JointKind kind) { return entry(kind).has_axis; }
bool has_angles(JointKind kind) { return entry(kind).has_angles; }

bool is_direction(const Vec3& vector) { return std::isnormal(vector.squaredNorm()); }

bool is_orientation_set(std::string_view letters) {
  return std::any_of(spatial::kAngleSets.begin(), spatial::kAngleSets.end(),
                     [letters](spatial::AngleSet set) { return spatial::name_of(set) == letters; });
}

}  // namespace appell::model
