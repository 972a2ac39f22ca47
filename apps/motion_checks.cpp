#include "apps/motion_checks.hpp"

#include <memory>
#include <set>
#include <utility>

#include "appell/analysis/selection.hpp"
#include "appell/base/check.hpp"
#include "appell/base/text.hpp"
#include "appell/io/limit_file.hpp"
#include "apps/terminal.hpp"

namespace appell::apps {

std::vector<model::MotionLimit> limits_of(const model::Model& model, const std::string& file) {
  std::vector<model::MotionLimit> limits = motion_limits(model);
  std::set<std::string> zero;
  std::erase_if(limits, [&](const model::MotionLimit& limit) {
    const bool is_zero = limit.low == 0.0 && limit.high == 0.0;
    if (is_zero) zero.insert(kind_name(limit));
    return is_zero;
  });
  if (!zero.empty()) {
    warn(concat("model '", one_line(model.name()), "': joints have limits of zero (",
                comma_list({zero.begin(), zero.end()}),
                "), taken as not given; --limits FILE.toml gives some"));
  }
  if (!file.empty()) limits = replaced(std::move(limits), io::load_limits(file, model));
  return with_followers(std::move(limits), model);
}

void warn_of_record(const std::string& path, const io::Motion& motion) {
  if (motion.recording == nullptr || motion.is_exact) return;
  warn(concat(
      path, motion.trajectory.is_uncertain()
                ? ": this is about the most likely motion behind the samples; appell analyze shows "
                  "how uncertain it is (columns NAME.sd)"
                : ": the motion interpolates the samples, so their noise counts as motion "
                  "(appell analyze shows how much there is, --smooth auto removes it)"));
}

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

analysis::SharedLoads motion_loads(const std::string& path, const model::Model& model, int order) {
  if (path.empty()) return nullptr;
  io::AppliedForces applied = applied_forces(path, model, order);
  return std::make_shared<analysis::MotionLoads>(
      analysis::MotionLoads{.constant = {std::move(applied.loads), std::move(applied.external)},
                            .laws = std::move(applied.laws),
                            .operators = applied.operators,
                            .name = path});
}

void check_loads_cover(const std::string& loads_path, const trajectory::WrenchLaws& laws,
                       const std::string& motion_path, const trajectory::TimeRange& range) {
  const double slack = 1e-9 * range.duration();
  check(laws.range().start <= range.start + slack && laws.range().end >= range.end - slack,
        loads_path, ": has t = ", laws.range().start, " to ", laws.range().end, " s; ", motion_path,
        " has t = ", range.start, " to ", range.end, " s, all of which is needed");
}

}  // namespace appell::apps
