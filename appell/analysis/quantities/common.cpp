#include "appell/analysis/quantities/common.hpp"

namespace appell::analysis {

bool turns(const model::Model& model, int coordinate) {
  for (const model::Body& body : model.bodies()) {
    if (body.coordinate == coordinate) return !body.screw.angular.isZero(0.0);
  }
  return true;
}

std::vector<Array> square_array(const Subject& subject) {
  const int n = subject.model.num_coordinates();
  return {{"", {n, n}}};
}

Unit coordinate_unit(const Subject& subject, const Entry& entry) {
  return {turns(subject.model, entry.index[1]) ? "rad" : "m", entry.index[0]};
}

Unit force_unit(const Subject& subject, const Entry& entry) {
  return {turns(subject.model, entry.index[1]) ? "N m" : "N", entry.index[0]};
}

Unit twist_unit(const Subject&, const Entry& entry) {
  return {entry.index[1] < 3 ? "m" : "rad", entry.index[0] + 1};
}

std::string_view inertia_unit(const model::Model& model, int row, int column) {
  static constexpr std::string_view kByAngles[] = {"kg", "kg m", "kg m^2"};
  return kByAngles[turns(model, row) + turns(model, column)];
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
