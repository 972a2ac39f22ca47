#include "appell/force/wrench.hpp"

#include <algorithm>

#include "appell/base/check.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::force {
namespace {

using taylor::Series;

/// The series of the given derivatives, zero beyond them, cut to order N.
Series<Vec3> padded(const std::vector<Vec3>& derivatives, int N) {
  Series<Vec3> x = Series<Vec3>::constant(Vec3::Zero(), N);
  const int given = std::min(N, static_cast<int>(derivatives.size()) - 1);
  for (int k = 0; k <= given; ++k) {
    x[k] = derivatives[static_cast<std::size_t>(k)] / taylor::factorial(k);
  }
  return x;
}

void check_finite(const char* function, const char* what, const std::vector<Vec3>& derivatives) {
  for (std::size_t k = 0; k < derivatives.size(); ++k) {
    check(derivatives[k].allFinite(), function, ": derivative ", k, " of the ", what,
          " of a wrench has an entry that is not finite.");
  }
}

}  // namespace

WrenchSeries WrenchSeries::zero(int order) {
  return {Series<Vec3>::constant(Vec3::Zero(), order), Series<Vec3>::constant(Vec3::Zero(), order)};
}

void check_wrench(const char* function, const kinematics::TreeMotion& motion,
                  const Wrench& wrench) {
  kinematics::check_frame(function, motion, wrench.frame);
  check_finite(function, "force", wrench.force_derivatives);
  check_finite(function, "moment", wrench.moment_derivatives);
}

WrenchSeries in_world(const kinematics::TreeMotion& motion, const Wrench& wrench) {
  WrenchSeries w{padded(wrench.force_derivatives, motion.order()),
                 padded(wrench.moment_derivatives, motion.order())};
  if (wrench.axes == Wrench::Axes::kWorld) return w;
  const Series<Mat3> R_WF = kinematics::frame_motion(motion, wrench.frame).R;
  return {R_WF * w.force, R_WF * w.moment};
}

}  // namespace appell::force
