#pragma once

#include <limits>
#include <string>
#include <vector>

#include "appell/base/constants.hpp"
#include "appell/mass/rigid_mass.hpp"
#include "appell/spatial/transform.hpp"

namespace appell::model {

/// What a joint allows. Only model/joint.cpp looks at it; everything else sees unit screws.
enum class JointKind { kFixed, kRevolute, kContinuous, kPrismatic, kHelical };

/// Limits of one coordinate and its derivatives, SI units; infinite where there is none.
struct Limits {
  static constexpr double kNone = std::numeric_limits<double>::infinity();
  double lower = -kNone;    ///< rad or m
  double upper = kNone;     ///< rad or m
  double velocity = kNone;  ///< rad/s or m/s
  double effort = kNone;    ///< N m or N
};

/// A rigid link of the robot.
struct Link {
  std::string name;
  mass::RigidMass rigid_mass;  ///< In the link frame; zero for a massless link.
};

/// A joint between two links. The joint frame J is fixed in the parent link P; the child link's
/// frame coincides with J when the coordinate is zero.
struct Joint {
  std::string name;
  JointKind kind = JointKind::kFixed;
  std::string parent;         ///< Name of the parent link.
  std::string child;          ///< Name of the child link.
  spatial::Transform X_PJ;    ///< Placement of the joint frame in the parent link.
  Vec3 axis = Vec3::UnitX();  ///< Unit vector in J.
  double pitch = 0.0;         ///< Helical joints: metres per radian.
  Limits limits;
};

/// A robot as people describe it, before anything is derived from it: plain data, in the order of
/// the file. build() turns it into a Model.
struct Description {
  std::string name;
  std::vector<Link> links;
  std::vector<Joint> joints;
  Vec3 gravity = default_gravity();  ///< m/s², world axes, pointing down.
};

/// What is wrong with a description, and where: the reader that made it knows the line.
struct Problem {
  enum class Where { kModel, kLink, kJoint };
  Where where = Where::kModel;
  std::size_t index = 0;  ///< Of the link or joint in the description.
  std::string text;       ///< What was found; what is needed.
};

/// Everything that keeps a description from being a tree of links: empty or duplicate names, a
/// joint whose links do not exist, an axis that is no unit vector, numbers that are not finite, a
/// rotation that is none, a link with two parents, loops, several roots. Empty if build() will
/// accept it.
std::vector<Problem> find_problems(const Description& description);

}  // namespace appell::model
