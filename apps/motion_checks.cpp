#include "apps/motion_checks.hpp"

#include "appell/analysis/selection.hpp"
#include "appell/base/check.hpp"
#include "apps/terminal.hpp"

namespace appell::apps {

void note_held_joints(const std::string& path, const model::Model& model,
                      const trajectory::Trajectory& motion) {
  const std::string joints = analysis::joints_held_by_friction(model, motion);
  if (joints.empty()) return;
  note(concat(path, ": stands still all the time: ", joints,
              "; dry friction there may hold either way, and is not counted"));
}

io::AppliedForces applied_forces(const std::string& path, const model::Model& model, int order) {
  return path.empty() ? io::AppliedForces{} : io::load_applied_forces(path, model, order);
}

void check_loads_cover(const std::string& loads_path, const trajectory::WrenchLaws& laws,
                       const std::string& motion_path, const trajectory::TimeRange& range) {
  const double slack = 1e-9 * range.duration();
  check(laws.range().start <= range.start + slack && laws.range().end >= range.end - slack,
        loads_path, ": has t = ", laws.range().start, " to ", laws.range().end, " s; ", motion_path,
        " has t = ", range.start, " to ", range.end, " s, all of which is needed");
}

}  // namespace appell::apps
