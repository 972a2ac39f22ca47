#pragma once

#include <optional>
#include <string>

#include "appell/analysis/legal_speeds.hpp"
#include "appell/analysis/motion_check.hpp"
#include "appell/jobs/job.hpp"
#include "appell/jobs/sources.hpp"

/// Not installed: whether a motion keeps its limits, and at which speeds it would.
namespace appell::jobs {

struct CheckRequest {
  ModelSource model;
  MotionSource motion;
  TextSource limits;
  LoadSource loads;
  std::string frame;
  Outputs outputs;  ///< Its file: the motion at the fastest legal speed.
  std::optional<double> speed;
  double most_speed = analysis::kMostSpeed;
  bool all = false;
};

struct CheckResult {
  model::Model model;
  trajectory::Trajectory law;  ///< Its joints in the order of the model's coordinates.
  std::string frame;
  std::string motion_name;
  analysis::MotionCheck check;
  analysis::LegalSpeeds speeds;
  std::shared_ptr<const record::Recording> recording = nullptr;  ///< Of the motion; may be null.
  bool shows_all = false;                                        ///< Every limit on a terminal.
  std::vector<std::pair<std::string, std::string>> used = {};    ///< For the page.
};

CheckResult run(const CheckRequest& request, Context& context);
Document show(const CheckResult& result, Detail detail);
Json json(const CheckResult& result);
inline bool is_no(const CheckResult& result) { return !result.check.is_legal(); }

/// What noise has to do with the worst values of a recording: deviations of the most likely motion,
/// or warnings where the motion goes through samples.
void judge_recording(const MotionSource& source, const io::Motion& motion, CheckResult& result,
                     Context& context);

}  // namespace appell::jobs
