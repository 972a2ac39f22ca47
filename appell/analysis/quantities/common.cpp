#include "appell/analysis/quantities/common.hpp"

namespace appell::analysis {

bool turns(const model::Model& model, int coordinate) {
  for (const model::Body& body : model.bodies()) {
    if (body.coordinate == coordinate) return !body.screw.angular.isZero();
  }
  return true;
}

Unit force_unit(const model::Model& model, int coordinate, int per_second) {
  return {turns(model, coordinate) ? "N m" : "N", per_second};
}

std::vector<const model::Frame*> driven_frames(const model::Model& model) {
  std::vector<const model::Frame*> frames;
  for (const model::Frame& frame : model.frames()) {
    if (frame.is_driven) frames.push_back(&frame);
  }
  return frames;
}

std::vector<const model::Frame*> frames_by_joint(const model::Model& model) {
  std::vector<const model::Frame*> frames = driven_frames(model);
  const auto joint = [&](const model::Frame* frame) { return model.bodies()[frame->body].joint; };
  std::sort(frames.begin(), frames.end(),
            [&](const model::Frame* a, const model::Frame* b) { return joint(a) < joint(b); });
  return frames;
}

}  // namespace appell::analysis
