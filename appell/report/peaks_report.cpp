#include "appell/report/peaks_report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "appell/report/json_writer.hpp"
#include "appell/report/text_table.hpp"

namespace appell::report {
namespace {

using analysis::JointPeaks;
using analysis::LimitKind;

constexpr std::array kLimitKinds{LimitKind::kPosition,     LimitKind::kVelocity,
                                 LimitKind::kAcceleration, LimitKind::kJerk,
                                 LimitKind::kEffort,       LimitKind::kEffortRate};

/// In rad, m, ..., N: what is less is rounding of zero.
constexpr double kRounding = 1e-15;

/// "-0.5 to 0.5 (-2.9 to 2.9)" of positions, "1.2 (2.175)" of what has a limit for its size.
std::string peak_cell(JointPeaks::Range range, LimitKind kind) {
  if (!range.is_seen()) return "-";
  for (double* seen : {&range.lowest, &range.highest}) {
    if (std::abs(*seen) < kRounding) *seen = 0.0;
  }
  if (kind == LimitKind::kPosition) {
    const std::string seen = fmt::format("{:.4g} to {:.4g}", range.lowest, range.highest);
    if (!std::isfinite(range.lower_limit) && !std::isfinite(range.upper_limit)) return seen;
    return fmt::format("{} ({:.4g} to {:.4g})", seen, range.lower_limit, range.upper_limit);
  }
  const double size = std::max(std::abs(range.lowest), std::abs(range.highest));
  return std::isfinite(range.upper_limit) ? fmt::format("{:.4g} ({:.4g})", size, range.upper_limit)
                                          : fmt::format("{:.4g}", size);
}

}  // namespace

std::string peaks_text(const std::vector<JointPeaks>& peaks) {
  if (peaks.empty()) return {};
  std::vector<std::vector<std::string>> rows{{"peaks (limits)", "unit"}};
  for (const LimitKind kind : kLimitKinds) rows[0].emplace_back(limit_kind_name(kind));
  for (const JointPeaks& joint : peaks) {
    rows.push_back({joint.joint, joint.turns ? "rad, N m" : "m, N"});
    for (const LimitKind kind : kLimitKinds) rows.back().push_back(peak_cell(joint[kind], kind));
  }
  return text_table(rows);
}

void write_peaks(const std::vector<JointPeaks>& peaks, JsonWriter& json) {
  json.begin_array();
  for (const JointPeaks& joint : peaks) {
    json.begin_object();
    json.key("joint").value(joint.joint);
    for (const LimitKind kind : kLimitKinds) {
      const JointPeaks::Range& range = joint[kind];
      if (!range.is_seen()) continue;
      json.key(std::string(limit_kind_name(kind))).begin_object();
      json.key("unit").value(limit_unit(kind, joint.turns));
      json.key("lowest").value(range.lowest);
      json.key("highest").value(range.highest);
      if (std::isfinite(range.lower_limit)) json.key("lower_limit").value(range.lower_limit);
      if (std::isfinite(range.upper_limit)) json.key("upper_limit").value(range.upper_limit);
      json.end_object();
    }
    json.end_object();
  }
  json.end_array();
}

}  // namespace appell::report
