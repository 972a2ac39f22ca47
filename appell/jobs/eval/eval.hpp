#pragma once

#include <string>
#include <vector>

#include "appell/jobs/job.hpp"
#include "appell/jobs/sources.hpp"

/// Not installed: everything about one instant of a robot.
namespace appell::jobs {

struct EvalRequest {
  ModelSource model;
  TextSource state;  ///< q, q', q'', ...
  int order = 5;
  std::string frame;
  std::vector<std::string> only = {};
  Details details;
  std::string route = "engine";
};

struct EvalResult {
  std::string json;
};

EvalResult run(const EvalRequest& request, Context& context);
inline std::string json(const EvalResult& result) { return result.json; }

}  // namespace appell::jobs
