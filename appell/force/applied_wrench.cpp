#include "appell/force/applied_wrench.hpp"

#include "appell/base/check.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::force {
namespace {

void check_finite(const char* function, const char* what, const std::vector<Vec3>& derivatives) {
  for (std::size_t k = 0; k < derivatives.size(); ++k) {
    check(derivatives[k].allFinite(), function, ": derivative ", k, " of the ", what,
          " of a wrench has an entry that is not finite.");
  }
}

}  // namespace

void check_wrench(const char* function, const kinematics::TreeMotion& motion,
                  const Wrench& wrench) {
  kinematics::check_frame(function, motion, wrench.frame);
  check_finite(function, "force", wrench.force_derivatives);
  check_finite(function, "moment", wrench.moment_derivatives);
}

WrenchSeries in_world(const kinematics::TreeMotion& motion, const Wrench& wrench) {
  WrenchSeries w = components(wrench, motion.order());
  if (wrench.axes == Wrench::Axes::kOfWorld) return w;
  const taylor::Series<Mat3> R_WF = kinematics::frame_motion(motion, wrench.frame).R;
  return {R_WF * w.force, R_WF * w.moment};
}

}  // namespace appell::force
