#include "appell/analysis/noise_watch.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "appell/record/noise_estimate.hpp"
#include "appell/record/noisy_law.hpp"

namespace appell::analysis {
namespace {

constexpr int kInstants = 64;

/// The motion with the noise of its samples, for those joints that have any; their noise by joint.
struct NoisyMotion {
  trajectory::Trajectory trajectory;
  std::map<std::string, double> noise;
};

NoisyMotion noisy_motion(const trajectory::Trajectory& motion, const record::Recording& recording,
                         int highest) {
  std::vector<std::shared_ptr<const trajectory::Law>> laws;
  std::map<std::string, double> noise;
  const std::vector<double>& times = recording.times;
  const double step = (times.back() - times.front()) / static_cast<double>(times.size() - 1);
  for (int j = 0; j < motion.num_joints(); ++j) {
    laws.push_back(motion.shared_law(j));
    const std::string& name = motion.joints()[j];
    const auto found = std::find(recording.joints.begin(), recording.joints.end(), name);
    if (found == recording.joints.end()) continue;  // It is held.
    const auto at = static_cast<std::size_t>(found - recording.joints.begin());
    const double unit = at < recording.position_unit.size() ? recording.position_unit[at] : 0.0;
    const double sd = record::quick_noise(times, recording.position[at], unit);
    const int m = std::clamp(laws.back()->continuity(), highest, 20);
    std::vector<double> covariance = record::interpolation_covariance(m, step, highest + 1);
    for (double& x : covariance) x *= sd * sd;
    laws.back() = std::make_shared<record::NoisyLaw>(laws.back(), covariance, highest + 1);
    noise[name] = sd;
  }
  return {{motion.joints(), std::move(laws), motion.range()}, std::move(noise)};
}

bool has_force(const Selection& selection) {
  const auto quantities = selection.quantities();
  return std::any_of(quantities.begin(), quantities.end(), [](const Quantity* quantity) {
    return quantity->name.starts_with("Q_") || quantity->name.starts_with("reaction") ||
           quantity->name == "power";
  });
}

/// Of the highest derivative of a pair of arrays NAME and NAME.sd, the joint with the largest
/// share.
NoiseShare largest_share(const Selection& selection, const NamedArray& values,
                         const NamedArray& deviations, const std::vector<double>& squares,
                         const std::vector<double>& variances) {
  const model::Model& model = selection.subject().model;
  NoiseShare worst;
  const int highest = num_derivatives(values) - 1;
  for (int entry = 0; entry < values.num_entries(); ++entry) {
    if (derivative_of(values, entry) != highest) continue;
    const auto at = static_cast<std::size_t>(values.first_entry + entry);
    const auto sd_at = static_cast<std::size_t>(deviations.first_entry + entry);
    const NoiseShare here{.name = concat(values.name, highest > 0 ? concat(".d", highest) : ""),
                          .unit = values.units[entry].text(),
                          .joint = entry_label(model, values, entry),
                          .rms = std::sqrt(squares[at] / kInstants),
                          .sd = std::sqrt(variances[sd_at] / kInstants)};
    if (here.share() > worst.share()) worst = here;
  }
  return worst;
}

}  // namespace

bool can_tell_noise(const record::Recording& recording, int highest) {
  constexpr std::size_t kFewestRows = 20;
  return recording.times.size() >= kFewestRows && highest <= 18;
}

trajectory::Trajectory with_noise(const trajectory::Trajectory& motion,
                                  const record::Recording& recording, int highest) {
  return noisy_motion(motion, recording, highest).trajectory;
}

std::vector<NoiseShare> noise_shares(const Selection& selection,
                                     const trajectory::Trajectory& motion,
                                     const record::Recording& recording) {
  const int highest = std::max(selection.state_order(), 2);
  if (!can_tell_noise(recording, highest)) return {};
  const NoisyMotion noisy = noisy_motion(motion, recording, highest);

  // q to all that is taken of it; forces to what is asked for.
  std::vector<NoiseShare> shares;
  const auto look = [&](const std::string& name, int order) {
    Subject subject = selection.subject();
    subject.order = order;
    subject.is_uncertain = true;
    const Selection watched(subject, {name, name + std::string(kDeviation)});
    trajectory::TrajectoryCursor cursor(noisy.trajectory);
    model::StateBlock states(motion.num_joints(), watched.state_order(), kInstants);
    states.keep_covariances();
    std::vector<double> times;
    for (int i = 0; i < kInstants; ++i) {  // Not on the rows: between them there is more noise.
      times.push_back(motion.range().start + motion.range().duration() * (i + 0.5) / kInstants);
    }
    cursor.sample(times, states);
    Evaluator evaluator(watched, kInstants);
    evaluator.compute(states);
    const auto width = static_cast<std::size_t>(watched.num_entries());
    std::vector<double> squares(width, 0.0);
    for (const NamedArray& array : watched.arrays()) {
      const auto count = static_cast<std::size_t>(array.num_entries());
      std::vector<double> rows(count * kInstants);
      evaluator.write_rows(array, rows.data(), count);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        squares[static_cast<std::size_t>(array.first_entry) + i % count] += rows[i] * rows[i];
      }
    }
    if (watched.arrays().size() != 2) return;
    NoiseShare worst =
        largest_share(watched, watched.arrays()[0], watched.arrays()[1], squares, squares);
    const auto found = noisy.noise.find(worst.joint);
    worst.noise = found == noisy.noise.end() ? 0.0 : found->second;
    if (worst.share() > 0.0) shares.push_back(std::move(worst));
  };
  look("q", selection.state_order());
  // Friction takes fewer derivatives of q than the whole force.
  if (has_force(selection)) look("Q_drive", std::min(selection.subject().order, highest - 2));
  return shares;
}

}  // namespace appell::analysis
