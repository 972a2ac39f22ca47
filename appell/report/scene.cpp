#include "appell/report/scene.hpp"

#include <algorithm>
#include <cmath>

#include "appell/analysis/limit_course.hpp"
#include "appell/analysis/motion_check.hpp"
#include "appell/base/error.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/mass/moments.hpp"
#include "appell/report/scene_shapes.hpp"

namespace appell::report {
namespace {

constexpr double kMostUtilisation = 1e6;  // %; beyond it a scale of colours shows nothing else.

/// Smallest box about points.
struct Extent {
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 high = -low;

  void take(const Vec3& p) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  double size() const { return low.x() <= high.x() ? (high - low).maxCoeff() : 0.0; }
};

spatial::Transform body_placement(const kinematics::TreeMotion& motion, int body) {
  if (body == model::kWorld) return {};
  return {motion[body].R_WB[0], motion[body].p_WB[0]};
}

/// Half the size of a shape along the axes of its own frame, and its middle there.
std::pair<Vec3, Vec3> half_extent(const PageShape& shape) {
  if (const auto* box = std::get_if<PageShape::Box>(&shape.form)) {
    return {0.5 * Vec3(box->size[0], box->size[1], box->size[2]), Vec3::Zero()};
  }
  if (const auto* sphere = std::get_if<PageShape::Sphere>(&shape.form)) {
    return {Vec3::Constant(sphere->radius), Vec3::Zero()};
  }
  if (const auto* cylinder = std::get_if<PageShape::Cylinder>(&shape.form)) {
    return {Vec3(cylinder->radius, cylinder->radius, 0.5 * cylinder->length), Vec3::Zero()};
  }
  if (const auto* capsule = std::get_if<PageShape::Capsule>(&shape.form)) {
    return {Vec3(capsule->radius, capsule->radius, 0.5 * capsule->length + capsule->radius),
            Vec3::Zero()};
  }
  const auto& mesh = std::get<std::shared_ptr<const PageMesh>>(shape.form);
  Extent extent;
  for (std::size_t i = 0; i + 2 < mesh->points.size(); i += 3) {
    extent.take(Vec3(mesh->points[i], mesh->points[i + 1], mesh->points[i + 2]));
  }
  if (mesh->points.empty()) return {Vec3::Zero(), Vec3::Zero()};
  return {0.5 * (extent.high - extent.low), 0.5 * (extent.high + extent.low)};
}

void take_shape(const spatial::Transform& X_WB, const PageShape& shape, Extent& extent) {
  const auto& [x, y, z, qx, qy, qz, qw] = shape.pose;
  const spatial::Transform X_BS{Eigen::Quaterniond(qw, qx, qy, qz).toRotationMatrix(),
                                Vec3(x, y, z)};
  const auto [half, middle] = half_extent(shape);
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 sign(corner & 1 ? 1.0 : -1.0, corner & 2 ? 1.0 : -1.0, corner & 4 ? 1.0 : -1.0);
    extent.take(X_WB * (X_BS * Vec3(middle + sign.cwiseProduct(half))));
  }
}

/// Of joints, centres of mass and tip at q = 0.
double skeleton_size(const model::Model& model, const model::Frame& tip) {
  const kinematics::TreeMotion motion =
      kinematics::propagate(model, model::StateSeries(0, VecX::Zero(model.num_coordinates())));
  Extent extent;
  extent.take(Vec3::Zero());
  for (const model::Body& body : model.bodies()) {
    const spatial::Transform X = body_placement(motion, body.index);
    extent.take(X.p);
    if (body.rigid_mass.mass > 0.0) extent.take(X * body.rigid_mass.p_BBcm);
  }
  extent.take(body_placement(motion, tip.body) * tip.X_BF.p);
  const double size = extent.size();
  return size > 0.0 ? size : 1.0;
}

/// Of all links that do not move, in the world.
mass::RigidMass fixed_mass(const model::Model& model) {
  std::vector<mass::RigidMass> masses;
  for (std::size_t i = 0; i < model.frames().size(); ++i) {
    const model::Frame& frame = model.frames()[i];
    const model::Inertial& inertial = model.description().links[i].inertial;
    if (frame.can_move() || inertial.mass <= 0.0) continue;
    masses.push_back(transformed(frame.X_BF, inertial.rigid_mass(mass::Physics::kNotChecked)));
  }
  return masses.empty() ? mass::RigidMass{} : mass::combined(masses);
}

void set_mass(const mass::RigidMass& rigid_mass, PageBody& body) {
  body.mass = rigid_mass.mass;
  body.com = triple_of(rigid_mass.p_BBcm);
  body.ellipsoid = page_ellipsoid(rigid_mass);
}

std::vector<double> scene_times(trajectory::TimeRange range) {
  constexpr double kPerSecond = 60.0, kFewest = 300.0, kMost = 1000.0;
  const auto steps =
      static_cast<int>(std::clamp(std::ceil(kPerSecond * range.duration()), kFewest, kMost));
  std::vector<double> times;
  for (int i = 0; i <= steps; ++i) {
    times.push_back(std::min(range.end, range.start + range.duration() * i / steps));
  }
  return times;
}

void append_pose(const spatial::Transform& X, std::vector<float>& poses) {
  for (const double number : pose_of(X)) poses.push_back(static_cast<float>(number));
}

/// Poses, path and its derivatives up to an order, and how large it all is.
void trace(const model::Model& model, const model::Frame& tip, const trajectory::Trajectory& motion,
           const std::vector<double>& times, int order, const Scene& scene, SceneMotion& out,
           Extent& extent) {
  constexpr std::array kTitles{"Speed", "Acceleration", "Jerk"};
  constexpr std::array kUnits{"m/s", "m/s^2", "m/s^3"};
  out.poses.clear();
  out.path.clear();
  out.colours.clear();
  for (std::size_t k = 0; k < static_cast<std::size_t>(order); ++k) {
    out.colours.push_back({kTitles[k], kUnits[k], {}});
  }
  kinematics::TreeMotion bodies(model, order);
  kinematics::PropagateWorkspace workspace(order);
  model::StateSeries state(order, VecX::Zero(model.num_coordinates()));
  const std::size_t step = std::max<std::size_t>(1, times.size() / 20);
  for (std::size_t i = 0; i < times.size(); ++i) {
    motion.sample(times[i], order, state);
    kinematics::propagate(model, state, workspace, bodies);
    append_pose({}, out.poses);
    for (int b = 0; b < model.num_bodies(); ++b) append_pose(body_placement(bodies, b), out.poses);
    const taylor::Series<Vec3> p = kinematics::frame_motion(bodies, tip).p;
    for (const double x : p[0]) out.path.push_back(static_cast<float>(x));
    for (std::size_t k = 0; k < out.colours.size(); ++k) {
      out.colours[k].values.push_back(
          static_cast<float>(p.derivative(static_cast<int>(k) + 1).norm()));
    }
    extent.take(p[0]);
    if (i % step != 0) continue;
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
      for (const PageShape& shape : scene.bodies[b].shapes) {
        take_shape(body_placement(bodies, static_cast<int>(b) - 1), shape, extent);
      }
    }
  }
}

/// Of all limits, at each instant, that which is used most; nothing where the motion lacks the
/// derivatives that a limit takes.
void add_utilisation(const model::Model& model, const model::Frame& tip,
                     const trajectory::Trajectory& motion,
                     const std::vector<model::MotionLimit>& limits,
                     const std::vector<double>& times, const analysis::MotionLoads* loads,
                     SceneMotion& out) {
  std::vector<model::MotionLimit> momentary;
  for (const model::MotionLimit& limit : limits) {
    if (!limit.is_integral()) momentary.push_back(limit);
  }
  if (momentary.empty()) return;
  PathColour colour{"Utilisation of limits", "%", std::vector<float>(times.size(), 0.0F)};
  try {
    const std::vector<std::vector<double>> courses =
        analysis::limit_courses(model, motion, tip, momentary, times, loads);
    for (std::size_t l = 0; l < momentary.size(); ++l) {
      for (std::size_t i = 0; i < times.size(); ++i) {
        const double used = 100.0 * (1.0 - analysis::margin_of(momentary[l], courses[l][i]));
        colour.values[i] =
            std::max(colour.values[i], static_cast<float>(std::min(used, kMostUtilisation)));
      }
    }
  } catch (const NumericalError&) {
    return;
  }
  out.colours.push_back(std::move(colour));
}

}  // namespace

std::optional<PageEllipsoid> page_ellipsoid(const mass::RigidMass& body) {
  if (!(body.mass > 0.0)) return std::nullopt;
  try {
    const mass::EquimomentalEllipsoid found = mass::equimomental_ellipsoid(body);
    if (!(found.semi_axes.maxCoeff() > 0.0)) return std::nullopt;  // A point.
    const Eigen::Quaterniond q(found.X_BE.R);
    return PageEllipsoid{triple_of(found.semi_axes), {q.x(), q.y(), q.z(), q.w()}};
  } catch (const InvalidArgument&) {  // No real body.
    return std::nullopt;
  }
}

Scene scene_of(const model::Model& model, const model::Frame& tip,
               std::vector<std::string>& warnings, const MeshBudget& budget) {
  Scene scene;
  scene.size = skeleton_size(model, tip);
  BodyShapes shapes = link_shapes(model, budget, warnings);
  add_rods(model, tip, scene.size, shapes);
  scene.drawn = shapes.drawn;
  scene.note = shapes.note;
  const auto root = std::find_if(model.frames().begin(), model.frames().end(),
                                 [](const model::Frame& frame) { return !frame.can_move(); });
  scene.bodies.push_back({.name = root == model.frames().end() ? "world" : root->name,
                          .parent = -1,
                          .shapes = std::move(shapes.shapes[0])});
  set_mass(fixed_mass(model), scene.bodies[0]);
  for (const model::Body& body : model.bodies()) {
    const int index = body.index + 1;
    scene.bodies.push_back(
        {.name = body.name, .parent = body.parent + 1, .shapes = std::move(shapes.shapes[index])});
    set_mass(body.rigid_mass, scene.bodies.back());
    const bool turns = !body.screw.angular.isZero(0.0);
    const Vec3 axis = turns ? body.screw.angular : body.screw.linear.normalized();
    const auto coordinate = static_cast<std::size_t>(body.coordinate);
    scene.joints.push_back({model.coordinates()[coordinate].name, index, turns, triple_of(axis)});
  }
  return scene;
}

void add_motion(Scene& scene, const std::string& name, const model::Model& model,
                const model::Frame& tip, const trajectory::Trajectory& motion,
                const std::vector<model::MotionLimit>& limits, double start,
                const analysis::MotionLoads* loads) {
  const std::vector<double> times = scene_times(motion.range());
  SceneMotion out{.name = name, .tip = tip.name};
  Extent extent;
  for (int order = 3; order >= 0; --order) {
    try {
      trace(model, tip, motion, times, order, scene, out, extent);
      break;
    } catch (const NumericalError&) {  // The motion has not so many derivatives.
      if (order == 0) throw;
    }
  }
  add_utilisation(model, tip, motion, limits, times, loads, out);
  std::vector<double> shifted = times;
  for (double& t : shifted) t += start - motion.range().start;
  out.times = std::make_shared<const std::vector<double>>(std::move(shifted));
  scene.size = std::max(scene.motions.empty() ? 0.0 : scene.size, extent.size());
  if (!(scene.size > 0.0)) scene.size = 1.0;
  scene.motions.push_back(std::move(out));
}

}  // namespace appell::report
