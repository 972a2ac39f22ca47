#include "apps/motion_checks.hpp"

#include <cstdio>

#include "appell/base/check.hpp"

namespace appell::apps {

void warn_of_record(const std::string& path, const io::Motion& motion) {
  if (motion.recording == nullptr) return;
  std::fprintf(
      stderr,
      motion.trajectory.is_uncertain()
          ? "warning: %s: the most likely motion behind the samples is checked; how uncertain it "
            "is, appell "
            "analyze says (columns NAME.sd)\n"
          : "warning: %s: the motion goes through samples; what their noise makes of derivatives "
            "counts here as "
            "if it were motion (appell analyze says how much that is, --smooth auto removes it)\n",
      path.c_str());
}

void check_loads_cover(const std::string& loads_path, const trajectory::WrenchLaws& laws,
                       const std::string& motion_path, const trajectory::TimeRange& range) {
  const double slack = 1e-9 * range.duration();
  check(laws.range().start <= range.start + slack && laws.range().end >= range.end - slack,
        loads_path, ": has t = ", laws.range().start, " to ", laws.range().end, " s; ", motion_path,
        " has t = ", range.start, " to ", range.end, " s, all of which is needed");
}

}  // namespace appell::apps
