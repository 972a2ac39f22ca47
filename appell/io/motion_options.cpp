#include "appell/io/motion_options.hpp"

#include <algorithm>

#include "appell/base/check.hpp"
#include "appell/base/quoted.hpp"
#include "appell/base/text.hpp"
#include "appell/io/beside.hpp"
#include "appell/io/numbers.hpp"
#include "appell/io/time_stamp.hpp"

namespace appell::io {

using record::ClockChoice;
using record::Smoothing;

MotionOptions MotionOptions::over(const MotionOptions& others) const {
  MotionOptions result = *this;
  if (columns.empty()) result.columns = others.columns;
  result.degrees = degrees || others.degrees;
  if (time_unit.empty()) result.time_unit = others.time_unit;
  result.rename.insert(others.rename.begin(), others.rename.end());
  result.skip_bad_rows = skip_bad_rows || others.skip_bad_rows;
  if (!smooth) result.smooth = others.smooth;
  if (!clock) result.clock = others.clock;
  if (!derivatives) result.derivatives = others.derivatives;
  return result;
}

Smoothing smoothing_named(const std::string& text, const std::string& option) {
  if (text == "auto") return {};
  if (text == "none") return {.kind = Smoothing::Kind::kNone};
  const auto deviation = number_in(text);
  check(deviation && *deviation > 0.0, option, ": '", text,
        "' is found; auto, none or the standard deviation of the noise (rad or m) is needed");
  return {.kind = Smoothing::Kind::kDeviation, .deviation = *deviation};
}

ClockChoice clock_named(const std::string& text, const std::string& option) {
  if (text == "auto") return {};
  if (text == "none") return {.kind = ClockChoice::Kind::kAsStamped};
  const auto cycle = number_in(text);
  check(cycle && *cycle > 0.0, option, ": '", text,
        "' is found; auto, none (keep the timestamps) or the time between rows in s is needed");
  return {.kind = ClockChoice::Kind::kCycle, .cycle = *cycle};
}

std::map<std::string, std::string> renames_in(const std::string& text, const std::string& option) {
  std::map<std::string, std::string> result;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string pair = text.substr(at, end - at);
    const std::size_t middle = pair.find('=');
    check(middle != std::string::npos && middle > 0 && middle + 1 < pair.size(), option, ": '",
          pair, "' is found; COLUMN=JOINT,COLUMN=JOINT,... is needed");
    result[pair.substr(0, middle)] = pair.substr(middle + 1);
    at = end + 1;
  }
  return result;
}

bool is_time_unit(const std::string& name) { return time_unit_named(name).has_value(); }

std::string motion_options_toml(const MotionOptions& options, const std::string& folder) {
  std::string text;
  if (!options.columns.empty()) {
    text += concat("columns = ", quoted_text(named_from(folder, options.columns)), "\n");
  }
  if (options.degrees) text += "degrees = true\n";
  if (!options.time_unit.empty()) {
    text += concat("time_unit = ", quoted_text(options.time_unit), "\n");
  }
  if (!options.rename.empty()) {
    std::string pairs;
    for (const auto& [column, joint] : options.rename) {
      pairs += concat(pairs.empty() ? "" : ", ", quoted_text(column), " = ", quoted_text(joint));
    }
    text += concat("rename = {", pairs, "}\n");
  }
  if (options.skip_bad_rows) text += "skip_bad_rows = true\n";
  if (options.smooth) {
    const Smoothing& smooth = *options.smooth;
    text += smooth.kind == Smoothing::Kind::kDeviation
                ? concat("smooth = ", to_text(smooth.deviation), "\n")
                : concat("smooth = \"", smooth.kind == Smoothing::Kind::kAuto ? "auto" : "none",
                         "\"\n");
  }
  if (options.clock) {
    const ClockChoice& clock = *options.clock;
    text += clock.kind == ClockChoice::Kind::kCycle
                ? concat("clock = ", to_text(clock.cycle), "\n")
                : concat("clock = \"", clock.kind == ClockChoice::Kind::kFind ? "auto" : "none",
                         "\"\n");
  }
  if (options.derivatives) text += concat("derivatives = ", *options.derivatives, "\n");
  return text;
}

}  // namespace appell::io
