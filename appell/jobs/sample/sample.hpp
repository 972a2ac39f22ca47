#pragma once

#include <string>
#include <vector>

#include "appell/jobs/job.hpp"
#include "appell/jobs/sources.hpp"

/// Not installed: a motion at given times.
namespace appell::jobs {

struct SampleRequest {
  MotionSource motion;
  ModelSource model;  ///< Of a motion of the end effector.
  std::vector<double> times = {};
  int order = 2;
};

struct SampleResult {
  std::vector<std::string> joints;
  std::vector<double> times;
  std::vector<MatX> q;  ///< Of each time: derivatives by rows, joints by columns.
};

SampleResult run(const SampleRequest& request, Context& context);
Document show(const SampleResult& result, Detail detail);
Json json(const SampleResult& result);

/// "q", "d1", "d2", ...: the head of a column of derivatives.
std::string derivative_label(int k);

}  // namespace appell::jobs
