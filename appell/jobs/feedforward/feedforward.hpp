#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "appell/jobs/feedforward/feedforward_file.hpp"
#include "appell/jobs/job.hpp"
#include "appell/jobs/sources.hpp"

/// Not installed: torques along a motion for a controller.
namespace appell::jobs {

struct FeedforwardRequest {
  ModelSource model;
  MotionSource motion;
  LoadSource loads;
  Outputs outputs;  ///< Its file is needed.
  Sampling sampling;
  std::optional<int> order;  ///< Of the efforts; none: 2, or what there is (docs/formats.md).
  bool ros1 = false;
};

struct FeedforwardResult {
  model::Model model;
  trajectory::Trajectory law;  ///< Its joints in the order of the model's coordinates.
  analysis::SharedLoads loads;
  FeedforwardFile file;
  WrittenFeedforward written;
  std::vector<std::pair<std::string, std::string>> used = {};  ///< For the page.
};

FeedforwardResult run(const FeedforwardRequest& request, Context& context);
Document show(const FeedforwardResult& result, Detail detail);
Json json(const FeedforwardResult& result);

}  // namespace appell::jobs
