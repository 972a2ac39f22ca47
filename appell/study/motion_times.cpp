#include "appell/study/motion_times.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"

namespace appell::study {

MotionTimes::MotionTimes(const io::StudyFile& file, const std::string& path,
                         trajectory::TimeRange range)
    : range_(range) {
  step_ = range.duration() / static_cast<double>(file.samples - 1);
  double count = static_cast<double>(file.samples);
  if (file.every) {
    step_ = *file.every;
    count = std::floor(range.duration() / step_ * (1.0 + 1e-12) + 1e-9) + 1.0;
    check(count >= 2.0, file.at("every"), "is ", step_, " s, but ", path, " lasts ",
          range.duration(), " s; a step within the motion is needed");
    check(count <= io::kMostStudySamples, file.at("every"), path, " has ", short_text(count),
          " samples; at most ", io::kMostStudySamples, " are possible");
  }
  count_ = static_cast<long long>(count);
}

double MotionTimes::operator[](long long i) const {
  return std::min(range_.end, range_.start + step_ * static_cast<double>(i));
}

void MotionTimes::copy(long long first, std::span<double> out) const {
  for (double& t : out) t = (*this)[first++];
}

void speed_up(const model::StateBlock& from, double start, double speed, model::StateBlock& out) {
  out.set_num_samples(from.num_samples());
  for (int s = 0; s < from.num_samples(); ++s) {
    out.times()[s] = start + (from.times()[s] - start) / speed;
    for (int j = 0; j < from.num_coordinates(); ++j) {
      out.set_direction(j, s, from.direction(j, s));
    }
  }
  double power = 1.0;
  for (int k = 0; k <= from.order(); ++k, power *= speed) {
    for (int j = 0; j < from.num_coordinates(); ++j) {
      const double* q = from.q().column(k, j);
      double* faster = out.q().column(k, j);
      for (int s = 0; s < from.num_samples(); ++s) faster[s] = power * q[s];
    }
  }
}

}  // namespace appell::study
