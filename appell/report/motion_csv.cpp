#include "appell/report/motion_csv.hpp"

#include <cmath>

#include <fmt/format.h>

#include "appell/base/check.hpp"
#include "appell/base/quoted.hpp"
#include "appell/base/stop.hpp"
#include "appell/report/output_file.hpp"
#include "appell/taylor/factorial.hpp"

namespace appell::report {

void write_motion_csv(const trajectory::Trajectory& motion, const SampleTimes& times, int order,
                      const std::string& path, const std::atomic<bool>* stop) {
  const StopScope scope(stop);
  OutputFile file(path);
  std::string text = "t";
  for (const std::string& name : motion.joints()) {
    text += "," + csv_field(name);
    for (int k = 1; k <= order; ++k) text += "," + csv_field(fmt::format("{}.d{}", name, k));
  }
  text += "\n";
  MotionStates states(motion, order);
  const auto state_at = [&](long long i) -> const model::StateSeries& {
    try {
      check_stop();
      return states.at(times[i]);
    } catch (const Interrupted&) {
      file.write(text);
      throw Interrupted(
          concat("interrupted after ", i, " of ", times.size(), " samples", file.keep()));
    }
  };
  for (long long i = 0; i < times.size(); ++i) {
    const model::StateSeries& state = state_at(i);
    fmt::format_to(std::back_inserter(text), "{:.17g}", times[i]);
    for (int j = 0; j < motion.num_joints(); ++j) {
      for (int k = 0; k <= order; ++k) {
        const double value = state[k](j) * taylor::factorial(k);
        if (!std::isfinite(value)) {
          file.write(text.substr(0, text.rfind('\n') + 1));
          throw NumericalError(concat("derivative ", k, " of joint '", motion.joints()[j],
                                      "' is not finite at t = ", times[i], file.keep()));
        }
        fmt::format_to(std::back_inserter(text), ",{:.17g}", value);
      }
    }
    text += "\n";
    constexpr std::size_t kBlock = 1 << 16;
    if (text.size() > kBlock) {
      file.write(text);
      text.clear();
    }
  }
  file.write(text);
  file.commit();
}

}  // namespace appell::report
