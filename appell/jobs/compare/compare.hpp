#pragma once

#include <string>
#include <utility>
#include <vector>

#include "appell/analysis/motion_comparison.hpp"
#include "appell/jobs/job.hpp"
#include "appell/jobs/sources.hpp"

/// Not installed: motions beside each other.
namespace appell::jobs {

struct CompareRequest {
  ModelSource model;
  std::vector<MotionSource> motions;  ///< One alone is compared with standard laws.
  io::MotionOptions reading;          ///< Of all that are files.
  std::vector<std::string> names;     ///< Of the motions; empty: their files.
  TextSource limits;
  LoadSource loads;
  std::string frame;
  Outputs outputs;  ///< Its file: a table with a row for each motion.
};

struct CompareResult {
  model::Model model;
  std::string frame;
  std::vector<analysis::NamedMotion> motions;  ///< Those of the comparison, standard laws last.
  analysis::MotionComparison found;
  std::vector<model::MotionLimit> limits;
  analysis::SharedLoads loads;
  std::vector<std::string> notes = {};  ///< On the standard laws.
  std::string motion_name = {};         ///< For the page.
  std::vector<std::pair<std::string, std::string>> used = {};
};

CompareResult run(const CompareRequest& request, Context& context);
Document show(const CompareResult& result, Detail detail);
Json json(const CompareResult& result);

/// "torque_rate joint1", "total_power".
std::string limit_label(const model::Model& model, const model::MotionLimit& limit);

}  // namespace appell::jobs
