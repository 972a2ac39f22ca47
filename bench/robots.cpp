#include "bench/robots.hpp"

#include <algorithm>
#include <random>

#include "appell/base/check.hpp"
#include "appell/io/load_model.hpp"

namespace appell::bench {
namespace {

std::array<double, 3> numbers(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

std::array<double, 9> numbers(const Mat3& m) {
  return {m(0, 0), m(0, 1), m(0, 2), m(1, 0), m(1, 1), m(1, 2), m(2, 0), m(2, 1), m(2, 2)};
}

PlainRobot plain(const model::Model& model) {
  PlainRobot robot{.name = model.name(), .gravity = numbers(model.gravity()), .bodies = {}};
  std::vector<int> depth;
  for (const model::Body& body : model.bodies()) {
    check(body.coordinate == body.index, "bench: body ", body.index, " of ", model.name(),
          " is moved by coordinate ", body.coordinate, "; the same number is expected.");
    const bool turns = body.screw.angular.squaredNorm() > 0.0;
    robot.bodies.push_back({.parent = body.parent,
                            .rotation = numbers(body.X_PJ.R),
                            .position = numbers(body.X_PJ.p),
                            .turns = turns,
                            .axis = numbers(turns ? body.screw.angular : body.screw.linear),
                            .mass = body.rigid_mass.mass,
                            .com = numbers(body.rigid_mass.p_BBcm),
                            .inertia = numbers(body.rigid_mass.inertia_com())});
    depth.push_back(body.parent < 0 ? 0 : depth[body.parent] + 1);
  }
  robot.tip = static_cast<int>(std::max_element(depth.begin(), depth.end()) - depth.begin());
  return robot;
}

Robot ready(const std::string& name, model::Description description) {
  const model::Model model = model::build(std::move(description));
  Robot robot{name, model, plain(model), {.name = "tip"}};
  robot.tip.body = robot.plain.tip;
  return robot;
}

Robot embedded(const std::string& name) {
  model::Description robot = io::load_model(name).model.description();
  for (model::Joint& joint : robot.joints) {
    joint.actuator = {};
    joint.friction = {};
  }
  return ready(name, std::move(robot));
}

Robot chain(int n) {
  std::mt19937 engine(1899);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  const auto vector = [&](double size) {
    return Vec3(size * uniform(engine), size * uniform(engine), size * uniform(engine));
  };
  const double reach = n <= 12 ? 0.4 : 4.0 / n;  // A chain of a thousand links is 4 m long too.
  model::Description robot;
  robot.name = "chain" + std::to_string(n);
  robot.links.push_back({.name = "base"});
  for (int i = 0; i < n; ++i) {
    const std::string name = std::to_string(i);
    const double mass = 1.0 + 0.5 * uniform(engine);
    const Vec3 radii = Vec3::Constant(0.1) + 0.05 * (Vec3::Ones() + vector(1.0));
    const Mat3 J = (mass / 5.0 * radii.array().square()).matrix().asDiagonal();
    const Vec3 com = vector(0.5 * reach);
    robot.links.push_back(
        {.name = "l" + name, .inertial = mass::rigid_mass_from_planar(mass, com, J)});
    const Mat3 R =
        Eigen::Quaterniond(uniform(engine), uniform(engine), uniform(engine), uniform(engine) + 1.5)
            .normalized()
            .toRotationMatrix();
    robot.joints.push_back({.name = "j" + name,
                            .kind = model::JointKind::kContinuous,
                            .parent = i == 0 ? "base" : "l" + std::to_string(i - 1),
                            .child = "l" + name,
                            .X_PJ = spatial::Transform{R, vector(reach)},
                            .axis = Vec3::UnitZ()});
  }
  const std::string name = robot.name;
  return ready(name, std::move(robot));
}

}  // namespace

std::vector<Robot> robots() {
  std::vector<Robot> all;
  for (const char* name : {"panda", "puma560", "humanoid32"}) all.push_back(embedded(name));
  for (const int n : {6, 12, 24, 48, 100, 1000}) all.push_back(chain(n));
  return all;
}

}  // namespace appell::bench
