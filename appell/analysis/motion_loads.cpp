#include "appell/analysis/motion_loads.hpp"

#include <algorithm>
#include <vector>

#include "appell/base/check.hpp"
#include "appell/base/text.hpp"

namespace appell::analysis {
namespace {

/// A time derivative that is not zero: of order 1 or higher; 0 if there is none.
int order_that_changes(const std::vector<Vec3>& derivatives) {
  for (std::size_t k = 1; k < derivatives.size(); ++k) {
    if (!derivatives[k].isZero(0.0)) return static_cast<int>(k);
  }
  return 0;
}

void check_constant(const std::vector<model::Wrench>& wrenches, const char* kind) {
  for (const model::Wrench& wrench : wrenches) {
    for (const auto& [what, derivatives] :
         {std::pair{"force", &wrench.force_derivatives}, {"moment", &wrench.moment_derivatives}}) {
      const int k = order_that_changes(*derivatives);
      check(k == 0, kind, " on '", wrench.frame.name, "': derivative ", k, " of its ", what,
            " is not zero; along a motion it is the same at all times, and has none.");
    }
  }
}

}  // namespace

std::string MotionLoads::left_out() const {
  std::vector<std::string> names;
  if (!operators.drive) return "all but friction";
  if (!operators.inertia) names.emplace_back("inertia");
  if (!operators.gravity) names.emplace_back("gravity");
  if (!operators.loads) names.emplace_back("loads");
  if (!operators.external) names.emplace_back("external wrenches");
  if (!operators.friction) names.emplace_back("friction");
  return comma_list(names);
}

void check_loads(const MotionLoads& loads, const model::Model& model,
                 const trajectory::TimeRange& range) {
  check_constant(loads.constant.loads, "load");
  check_constant(loads.constant.external, "external wrench");
  if (loads.laws) {
    const double slack = 1e-9 * range.duration();
    const trajectory::TimeRange known = loads.laws->range();
    check(known.start <= range.start + slack && known.end >= range.end - slack,
          "loads are known from t = ", known.start, " to ", known.end,
          " s; the motion has t = ", range.start, " to ", range.end, " s, all of which is needed.");
  }
  if (loads.operators.inertia && loads.operators.gravity) return;
  const bool has_radial =
      std::any_of(model.bodies().begin(), model.bodies().end(), [&](const model::Body& body) {
        const model::Friction friction = model.friction(body);
        return friction.has_dry() && friction.law == model::Friction::Law::kRadialLoad;
      });
  check(!has_radial || !loads.operators.friction, "operators leave out ", loads.left_out(),
        ", but friction by radial load is that of all forces; Delta_f = 0 leaves it out, too.");
}

void check_loads_of_path(const MotionLoads& loads) {
  check(loads.are_constant(),
        "loads are functions of time, but when the robot is where on its path is what is sought; "
        "constant ones are needed.");
  check_constant(loads.constant.loads, "load");
  check_constant(loads.constant.external, "external wrench");
  check(loads.operators.count_all(), "operators leave out ", loads.left_out(),
        "; a motion that is legal without that need not be legal: all forces are needed.");
}

}  // namespace appell::analysis
