#pragma once

#include <string>
#include <vector>

#include "appell/jobs/job.hpp"
#include "appell/jobs/sources.hpp"

/// Not installed: a robot as another file.
namespace appell::jobs {

struct ConvertRequest {
  ModelSource model;
  Outputs outputs;
};

struct ConvertResult {
  std::string model;
  std::string path;
  std::vector<std::string> not_said;  ///< By the format.
};

ConvertResult run(const ConvertRequest& request, Context& context);
/// Nothing to read: the file is the answer.
Document show(const ConvertResult& result, Detail detail);
std::string json(const ConvertResult& result);

}  // namespace appell::jobs
