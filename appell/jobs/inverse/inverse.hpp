#pragma once

#include <optional>
#include <string>

#include "appell/jobs/job.hpp"
#include "appell/jobs/sources.hpp"
#include "appell/kinematics/inverse_motion.hpp"
#include "appell/kinematics/inverse_pose.hpp"

/// Not installed: the joint motion that gives the end effector a pose and a motion.
namespace appell::jobs {

struct InverseRequest {
  ModelSource model;
  TextSource operational;  ///< q0, pose, X, ...
  std::string frame;
  double damping = 0.0;
};

struct InverseResult {
  model::Model model;
  std::string frame;
  std::optional<kinematics::InversePose> pose;
  kinematics::InverseMotion motion;
};

InverseResult run(const InverseRequest& request, Context& context);
Json json(const InverseResult& result);

}  // namespace appell::jobs
