#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "appell/base/counted.hpp"
#include "appell/base/text.hpp"
#include "appell/io/beside.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/load_model.hpp"
#include "appell/io/motion_toml.hpp"
#include "appell/spatial/orientation.hpp"
#include "appell/trajectory/operational_motion.hpp"

namespace appell::io {
namespace {

using trajectory::PoseLaws;

/// What the laws of an end effector are called.
constexpr std::array<const char*, 10> kPoseNames{"x",     "y",  "z",  "alpha", "beta",
                                                 "gamma", "qw", "qx", "qy",    "qz"};
constexpr std::size_t kFirstAngle = 3;
constexpr std::size_t kFirstQuaternion = 6;

/// What a table says besides its law.
struct OperationalFields {
  std::string model;
  std::string frame;
  std::vector<double> start;
  std::optional<spatial::AngleSet> angles;
  bool is_relative = false;
  bool is_free = false;
  std::vector<double> nullspace;
  double max_condition = 0.0;
};

std::optional<spatial::AngleSet> angles_of(TomlFields& motion) {
  const std::string name = motion.text("angles");
  if (name.empty()) return std::nullopt;
  try {
    return spatial::angle_set_named(name);
  } catch (const InvalidArgument& error) {
    motion.error_at("angles", error.what());
    return std::nullopt;
  }
}

OperationalFields operational_fields(TomlFields& motion) {
  OperationalFields fields;
  fields.model = motion.text("model");
  fields.frame = motion.text("frame");
  fields.start = required_numbers(motion, "start");
  fields.angles = angles_of(motion);
  fields.is_relative = motion.boolean("relative", false);
  const std::string orientation = motion.text("orientation");
  fields.is_free = orientation == "free";
  if (motion.has("orientation") && !fields.is_free) {
    motion.error_at(
        "orientation",
        concat("orientation is '", orientation,
               "'; \"free\" is needed, or laws of alpha, beta, gamma or qw, qx, qy, qz"));
  }
  if (motion.has("nullspace")) fields.nullspace = required_numbers(motion, "nullspace");
  motion.know({"nullspace"});
  fields.max_condition =
      motion.number("max_condition", trajectory::OperationalOptions{}.max_condition);
  if (!(fields.max_condition >= 1.0)) {
    motion.error_at("max_condition", concat("max_condition is ", fields.max_condition,
                                            "; a number of at least 1 is needed"));
  }
  return fields;
}

/// The robot that a file names, by the name of an embedded one or as a file beside it.
model::Model named_model(TomlFields& motion, const std::string& name, const MotionSource& source,
                         std::vector<std::string>& warnings) {
  if (name.empty()) {
    motion.error(
        "model is missing; a motion of an end effector needs the robot: by model = \"...\" or from "
        "the command");
    source.diagnostics.throw_if_errors();
  }
  const bool is_file = name.ends_with(".urdf") || name.ends_with(".toml");
  const std::string path = is_file ? beside(source.name, name) : name;
  LoadResult loaded = noting_problems(motion, "model", source.diagnostics, [&] {
    if (is_file) {
      source.chain.require_room(motion.place_of("model"));
      refuse_special_file(path);
    }
    return load_model(path);
  });
  warnings = std::move(loaded.warnings);
  return loaded.model;
}

/// One number for each coordinate of the model.
VecX of_coordinates(const TomlFields& motion, std::string_view key, const model::Model& model,
                    const std::vector<double>& values) {
  if (std::ssize(values) != model.num_coordinates()) {
    std::vector<std::string> names;
    for (const model::Coordinate& coordinate : model.coordinates()) {
      names.push_back(coordinate.name);
    }
    motion.error_at(
        key, concat(key, " has ", counted(values.size(), "number"), "; model '", model.name(),
                    "' needs ", names.size(), ", of ", comma_list(names)));
  }
  return Eigen::Map<const VecX>(values.data(), static_cast<Eigen::Index>(values.size()));
}

/// Puts each law of a motion where its name says.
class PoseSorter {
 public:
  PoseSorter(const TomlFields& law, const trajectory::Trajectory& motion) : law_(law) {
    const std::vector<std::string> known(kPoseNames.begin(), kPoseNames.end());
    for (int j = 0; j < motion.num_joints(); ++j) {
      const std::string& name = motion.joints()[j];
      const auto at = std::find(known.begin(), known.end(), name);
      if (at == known.end()) {
        law.error(concat("there is a law of '", name, "'", suggestion(name, known), "; of ",
                         comma_list(known), " is needed"));
      } else {
        laws_[at - known.begin()] = motion.shared_law(j);
      }
    }
  }

  PoseLaws laws(const OperationalFields& fields, trajectory::TimeRange range) {
    PoseLaws result{.range = range};
    std::copy_n(laws_.begin(), 3, result.position.begin());
    std::copy_n(laws_.begin() + kFirstAngle, 3, result.angles.begin());
    std::copy_n(laws_.begin() + kFirstQuaternion, 4, result.quaternion.begin());
    if (fields.is_relative) result.origin = PoseLaws::Origin::kStart;
    const std::size_t num_angles = count(kFirstAngle, kFirstQuaternion);
    const std::size_t num_components = count(kFirstQuaternion, kPoseNames.size());
    check_orientation(fields, num_angles, num_components);
    if (fields.is_free) {
      result.orientation = PoseLaws::Orientation::kFree;
    } else if (num_components > 0) {
      result.orientation = PoseLaws::Orientation::kQuaternion;
    } else if (num_angles > 0) {
      result.orientation = PoseLaws::Orientation::kAngles;
      result.angle_set = fields.angles.value_or(spatial::AngleSet::kZYX);
    }
    return result;
  }

 private:
  std::size_t count(std::size_t first, std::size_t end) const {
    std::size_t found = 0;
    for (std::size_t i = first; i < end; ++i) found += laws_[i] != nullptr ? 1 : 0;
    return found;
  }

  void check_orientation(const OperationalFields& fields, std::size_t num_angles,
                         std::size_t num_components) const {
    if (fields.is_free && num_angles + num_components > 0) {
      law_.error("there are laws of the orientation, which is free; one of both is needed");
    }
    if (num_angles > 0 && num_components > 0) {
      law_.error("there are laws of angles and of a quaternion; one of both is needed");
    }
    if (num_components > 0 && num_components < 4) {
      law_.error(concat("there are laws of ", num_components,
                        " components of a quaternion; all of qw, qx, qy, qz are needed"));
    }
    if (num_angles > 0 && !fields.angles) {
      law_.error(
          "there are laws of angles without a set; angles = \"zyx\" or another of the 12 sets is "
          "needed");
    }
  }

  const TomlFields& law_;
  std::array<std::shared_ptr<const trajectory::Law>, kPoseNames.size()> laws_;
};

/// The frame, or the model's own end effector.
model::Frame frame_of(const TomlFields& motion, const model::Model& model,
                      const std::string& name) {
  if (name.empty()) return model.default_frame();
  try {
    return model.frame(name);
  } catch (const InvalidArgument& error) {
    motion.error_at("frame", error.what());
    return model.default_frame();
  }
}

void negate(toml::node& node) {
  if (auto* real = node.as_floating_point()) {
    *real = -real->get();
  } else if (auto* integer = node.as_integer(); integer != nullptr && integer->get() > INT64_MIN) {
    *integer = -integer->get();
  }
}

}  // namespace

void align_quaternions(toml::table& motion) {
  toml::array* joints = motion["law"]["joint"].as_array();
  if (joints == nullptr || motion["kind"].value<std::string>() != "operational") return;
  std::array<toml::table*, 4> tables{};
  std::array<toml::array*, 4> waypoints{};
  for (toml::node& node : *joints) {
    toml::table* joint = node.as_table();
    if (joint == nullptr) continue;
    const auto name = (*joint)["name"].value<std::string>();
    for (std::size_t i = 0; i < 4; ++i) {
      if (name != kPoseNames[kFirstQuaternion + i]) continue;
      tables[i] = joint;
      waypoints[i] = (*joint)["positions"].as_array();
    }
  }
  for (const toml::array* of_component : waypoints) {
    if (of_component == nullptr || of_component->size() != waypoints[0]->size()) return;
  }
  for (std::size_t k = 1; k < waypoints[0]->size(); ++k) {
    double product = 0.0;
    for (const toml::array* of_component : waypoints) {
      product += (*of_component)[k - 1].value_or(0.0) * (*of_component)[k].value_or(0.0);
    }
    if (!(product < 0.0)) continue;
    for (std::size_t i = 0; i < 4; ++i) {
      negate((*waypoints[i])[k]);
      toml::table* end = (*tables[i])["end"].as_table();  // Derivatives at the last waypoint.
      if (end == nullptr || k + 1 < waypoints[0]->size()) continue;
      for (auto&& [key, value] : *end) negate(value);
    }
  }
}

Motion read_operational(TomlFields& motion, const MotionSource& source) {
  const OperationalFields fields = operational_fields(motion);
  std::optional<TomlFields> law = motion.table("law");
  if (!motion.has("law")) motion.error("there is no [law]; the motion of x, y, z, ... is needed");
  motion.finish();
  source.diagnostics.throw_if_errors();
  std::vector<std::string> warnings;
  const model::Model model =
      source.model != nullptr ? *source.model : named_model(motion, fields.model, source, warnings);
  const model::Frame frame = frame_of(motion, model, fields.frame);
  const VecX start = of_coordinates(motion, "start", model, fields.start);
  trajectory::OperationalOptions options{.max_condition = fields.max_condition};
  if (!fields.nullspace.empty()) {
    options.nullspace = of_coordinates(motion, "nullspace", model, fields.nullspace);
  }
  Motion given = read_motion(*law, MotionPlace::kLaw, source);
  const PoseLaws laws = PoseSorter(*law, given.trajectory).laws(fields, given.trajectory.range());
  source.diagnostics.throw_if_errors();
  warnings.insert(warnings.end(), given.warnings.begin(), given.warnings.end());
  return {.trajectory = trajectory::operational_motion(model, frame, start, laws, options),
          .kind = "operational",
          .notes = std::move(given.notes),
          .warnings = std::move(warnings),
          .reading = std::move(given.reading),
          .recording = nullptr};
}

}  // namespace appell::io
