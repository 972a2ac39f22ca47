#include "tests/support/random_arm.hpp"

#include <string>
#include <utility>

#include "appell/base/check.hpp"

namespace appell::support {
namespace {

model::JointKind kind_of(char letter) {
  switch (letter) {
    case 'R':
      return model::JointKind::kRevolute;
    case 'P':
      return model::JointKind::kPrismatic;
    case 'H':
      return model::JointKind::kHelical;
    case 'F':
      return model::JointKind::kFixed;
    default:
      throw InvalidArgument(concat("random_arm: unknown joint letter '", letter, "'"));
  }
}

}  // namespace

model::Model random_arm(Random& random, std::string_view joints) {
  model::Description robot{.name = "arm " + std::string(joints)};
  robot.links.push_back({.name = "base"});
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const std::string child = i + 1 == joints.size() ? "ee" : "l" + std::to_string(i);
    robot.joints.push_back({.name = "j" + std::to_string(i),
                            .kind = kind_of(joints[i]),
                            .parent = robot.links.back().name,
                            .child = child,
                            .X_PJ = random.placement(),
                            .axis = random.unit_vector(),
                            .pitch = joints[i] == 'H' ? 0.2 : 0.0});
    robot.links.push_back({.name = child});
  }
  return model::build(std::move(robot));
}

}  // namespace appell::support
