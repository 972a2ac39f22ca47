#include "appell/io/column_names.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_set>
#include <utility>

#include "appell/base/constants.hpp"
#include "appell/base/text.hpp"
#include "appell/io/csv_dialect.hpp"
#include "appell/io/time_stamp.hpp"
#include "appell/io/words.hpp"

namespace appell::io {
namespace {

/// Ends of names, behind '.', '/', '_', '-' or a blank. Not "angle" or "slide": coordinates are
/// called so.
std::optional<ColumnKind> kind_of_word(std::string_view word) {
  static const std::vector<std::pair<ColumnKind, std::vector<std::string>>> kWords{
      {ColumnKind::kPosition, words_of("position positions pos")},
      {ColumnKind::kVelocity, words_of("velocity velocities vel speed qd dq")},
      {ColumnKind::kEffort, words_of("effort efforts eff torque torques tau force")},
      {ColumnKind::kCurrent, words_of("current currents cur")},
      {ColumnKind::kOther, words_of("acceleration accelerations acc accel qdd ddq sd temperature "
                                    "voltage jerk")}};
  for (const auto& [kind, words] : kWords) {
    if (std::find(words.begin(), words.end(), word) != words.end()) return kind;
  }
  return std::nullopt;
}

bool is_set_point(std::string_view word) {
  constexpr std::array<std::string_view, 13> kWords{
      "desired",   "setpoint", "command", "commanded", "cmd",     "target",  "ref",
      "reference", "goal",     "error",   "des",       "planned", "expected"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

bool is_measured(std::string_view word) {
  return word == "actual" || word == "measured" || word == "meas" || word == "act";
}

bool is_joiner(char c) { return c == '.' || c == '/' || c == '_' || c == '-' || c == ' '; }

/// Takes the last word off a name, with what joins it.
std::string take_last_word(std::string& stem) {
  std::size_t at = stem.size();
  while (at > 0 && !is_joiner(stem[at - 1])) --at;
  std::string word = lower_case(stem.substr(at));
  stem.resize(at == 0 ? 0 : at - 1);
  return word;
}

/// "name [unit]" or "name(unit)": takes the unit off if it is one.
std::string take_unit(std::string& name) {
  if (name.empty() || (name.back() != ']' && name.back() != ')')) return {};
  const std::size_t open = name.rfind(name.back() == ']' ? '[' : '(');
  if (open == std::string::npos || open == 0) return {};
  const std::string unit = name.substr(open + 1, name.size() - open - 2);
  bool is_known = time_unit_named(unit).has_value();
  for (const ColumnKind kind :
       {ColumnKind::kPosition, ColumnKind::kVelocity, ColumnKind::kEffort, ColumnKind::kCurrent}) {
    is_known = is_known || unit_factor(kind, unit).has_value();
  }
  if (!is_known) return {};
  name = std::string(trimmed(std::string_view(name).substr(0, open)));
  return unit;
}

/// "j1.d2" as "j1" and 2; none if it does not end like that.
std::optional<std::pair<std::string, std::size_t>> derivative_name(const std::string& name) {
  const std::size_t dot = name.rfind(".d");
  if (dot == std::string::npos || dot == 0 || dot + 2 == name.size() || name.size() - dot > 4) {
    return std::nullopt;
  }
  std::size_t order = 0;
  for (const char c : name.substr(dot + 2)) {
    if (c < '0' || c > '9') return std::nullopt;
    order = 10 * order + (c - '0');
  }
  if (order == 0) return std::nullopt;
  return std::pair{name.substr(0, dot), order};
}

bool is_time_word(std::string_view word) {
  constexpr std::array<std::string_view, 12> kWords{
      "t",      "time",  "timestamp", "timestamps",   "time_stamp",      "stamp",
      "__time", "%time", "elapsed",   "elapsed_time", "rosbagtimestamp", "rel_time"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

/// The name of a time, if it is one.
std::optional<ColumnName> time_name(const std::string& name, const std::string& unit) {
  const std::string word = lower_case(name);
  ColumnName result{.kind = ColumnKind::kTime, .joint = name, .unit = unit, .is_plain = false};
  if (is_time_word(word)) return result;
  std::string stem = word;
  const std::string last = take_last_word(stem);
  if (stem.empty()) return std::nullopt;
  const bool is_stamp = stem.ends_with("stamp") && stem.size() > 5;  // header.stamp, header/stamp
  if (const auto told = time_unit_named(last)) {
    if (is_stamp && told->name == "ns" && word != stem + "_ns")
      result.kind = ColumnKind::kNanoseconds;
    result.unit = told->name;
    if (is_time_word(stem) || is_stamp) return result;
  }
  std::string before = stem;
  if ((last == "stamp" || last == "time") && take_last_word(before) == "header") return result;
  return std::nullopt;
}

/// "position[3]", "/joint_states/position[3]", "field.position3": the kind and the number.
std::optional<ColumnName> indexed_name(const std::string& name) {
  std::size_t end = name.size();
  const bool has_brackets = name.ends_with(']');
  if (has_brackets) --end;
  std::size_t begin = end;
  while (begin > 0 && name[begin - 1] >= '0' && name[begin - 1] <= '9') --begin;
  if (begin == end || end - begin > 4) return std::nullopt;
  std::size_t stem_end = begin;
  if (has_brackets && (begin == 0 || name[--stem_end] != '[')) return std::nullopt;
  if (!has_brackets && stem_end > 1 && is_joiner(name[stem_end - 1])) --stem_end;  // position/3
  std::string stem = name.substr(0, stem_end);
  const std::string word = take_last_word(stem);
  const std::optional<ColumnKind> kind = kind_of_word(word);
  if (!kind || word.size() < 5) return std::nullopt;  // "pos1" may be a joint's own name.
  if (is_set_point(take_last_word(stem))) return ColumnName{.kind = ColumnKind::kOther};
  return ColumnName{.kind = *kind,
                    .joint = name,
                    .index = std::stoul(name.substr(begin, end - begin)),
                    .is_plain = false};
}

/// "elbow.velocity", "elbow_vel", "elbow/position_desired".
std::optional<ColumnName> companion_name(const std::string& name) {
  std::string stem = name;
  std::string word = take_last_word(stem);
  if (stem.empty()) return std::nullopt;
  const char joiner = name[stem.size()];
  std::string shorter = stem;
  const std::string before = take_last_word(shorter);
  const bool is_wish = (is_set_point(word) && (kind_of_word(before) || joiner == '.')) ||
                       (is_set_point(before) && kind_of_word(word) && !shorter.empty());
  // elbow.effort_d1: a derivative of an effort, as appell feedforward writes it.
  const bool is_rate = word.starts_with('d') && word.size() > 1 &&
                       word.find_first_not_of("0123456789", 1) == std::string::npos &&
                       kind_of_word(before) == ColumnKind::kEffort && !shorter.empty();
  if (is_wish || is_rate) {
    return ColumnName{.kind = ColumnKind::kOther, .joint = name, .is_plain = false};
  }
  if (is_measured(word) && kind_of_word(before) && !shorter.empty()) {  // elbow_position_actual
    word = before;
    stem = shorter;
  } else if (is_measured(before) && !shorter.empty()) {  // elbow_actual_position
    stem = kind_of_word(word) ? shorter : stem;
  }
  const std::optional<ColumnKind> kind = kind_of_word(word);
  if (!kind) return std::nullopt;
  return ColumnName{.kind = *kind, .joint = stem, .is_plain = false};
}

/// "position/elbow", "/joint_states/velocity/elbow".
std::optional<ColumnName> leading_name(const std::string& name) {
  const std::size_t at = name.find_last_of("/.");
  if (at == std::string::npos || at == 0 || at + 1 == name.size()) return std::nullopt;
  const std::size_t start = name.find_last_of("/.", at - 1);
  const std::size_t first = start == std::string::npos ? 0 : start + 1;
  const std::string word = lower_case(name.substr(first, at - first));
  const std::optional<ColumnKind> kind = kind_of_word(word);
  if (!kind || word.size() < 5) return std::nullopt;
  return ColumnName{.kind = *kind, .joint = name.substr(at + 1), .is_plain = false};
}

struct KnownUnit {
  std::string_view name;
  double factor;
};

constexpr double kDegree = kPi / 180.0;
const std::vector<KnownUnit> kLengthsAndAngles{
    {"rad", 1.0},         {"m", 1.0},     {"deg", kDegree}, {"degree", kDegree},
    {"degrees", kDegree}, {"°", kDegree}, {"mm", 1e-3},     {"cm", 1e-2},
    {"um", 1e-6},         {"in", 0.0254}, {"mrad", 1e-3},   {"rev", 2.0 * kPi},
    {"turn", 2.0 * kPi}};
const std::vector<KnownUnit> kForces{{"N m", 1.0},   {"Nm", 1.0},    {"N*m", 1.0},
                                     {"N", 1.0},     {"mN m", 1e-3}, {"mNm", 1e-3},
                                     {"N cm", 1e-2}, {"Ncm", 1e-2},  {"kN", 1e3}};
const std::vector<KnownUnit> kCurrents{{"A", 1.0}, {"mA", 1e-3}};

std::optional<double> factor_in(const std::vector<KnownUnit>& units, std::string_view name) {
  for (const KnownUnit& unit : units) {
    if (unit.name == name) return unit.factor;
  }
  return std::nullopt;
}

/// A log's name without what all of them have; none if it has not.
std::optional<std::string> inner(const std::string& name, const CommonAffix& affix) {
  if (name.size() < affix.prefix.size() + affix.suffix.size()) return std::nullopt;
  if (!name.starts_with(affix.prefix) || !name.ends_with(affix.suffix)) return std::nullopt;
  return name.substr(affix.prefix.size(), name.size() - affix.prefix.size() - affix.suffix.size());
}

/// Fills in the joints if every name of the log fits.
bool fits(const std::vector<std::string>& logged, const std::unordered_set<std::string>& joints,
          CommonAffix& affix) {
  std::set<std::string> taken;
  affix.joints.clear();
  for (const std::string& name : logged) {
    const std::optional<std::string> joint =
        affix.is_of_log ? inner(name, affix) : concat(affix.prefix, name, affix.suffix);
    if (!joint || !joints.contains(*joint) || !taken.insert(*joint).second) return false;
    affix.joints.push_back(*joint);
  }
  return true;
}

}  // namespace

std::string_view kind_text(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::kPosition:
      return "position";
    case ColumnKind::kVelocity:
      return "velocity";
    case ColumnKind::kEffort:
      return "effort";
    case ColumnKind::kCurrent:
      return "current";
    case ColumnKind::kTime:
    case ColumnKind::kNanoseconds:
      return "time";
    default:
      return "other";
  }
}

ColumnName column_name(std::string_view text) {
  std::string name(trimmed(text));
  const std::string unit = take_unit(name);
  if (auto time = time_name(name, unit)) return *time;
  if (unit.empty()) name = text;  // Blanks that stood in quotes are part of it.
  ColumnName result{.joint = name, .unit = unit};
  if (const auto derivative = derivative_name(name)) {
    result.joint = derivative->first;
    result.derivative = derivative->second;
    return result;
  }
  for (const auto& read : {indexed_name, companion_name, leading_name}) {
    if (auto found = read(name)) {
      found->unit = unit;
      return *found;
    }
  }
  return result;
}

std::optional<double> unit_factor(ColumnKind kind, std::string_view unit) {
  switch (kind) {
    case ColumnKind::kPosition:
      return factor_in(kLengthsAndAngles, unit);
    case ColumnKind::kVelocity:
      if (unit == "rpm") return 2.0 * kPi / 60.0;
      if (unit.ends_with("/s")) unit.remove_suffix(2);
      return factor_in(kLengthsAndAngles, unit);
    case ColumnKind::kEffort:
      return factor_in(kForces, unit);
    case ColumnKind::kCurrent:
      return factor_in(kCurrents, unit);
    default:
      return std::nullopt;
  }
}

std::vector<std::string> unit_names(ColumnKind kind) {
  std::vector<std::string> names;
  const auto add = [&names](const auto& units, const char* behind) {
    for (const KnownUnit& unit : units) names.push_back(concat(unit.name, behind));
  };
  if (kind == ColumnKind::kPosition) add(kLengthsAndAngles, "");
  if (kind == ColumnKind::kVelocity) add(kLengthsAndAngles, "/s");
  if (kind == ColumnKind::kVelocity) names.emplace_back("rpm");
  if (kind == ColumnKind::kEffort) add(kForces, "");
  if (kind == ColumnKind::kCurrent) add(kCurrents, "");
  return names;
}

std::optional<CommonAffix> find_affix(const std::vector<std::string>& logged,
                                      const std::vector<std::string>& joints) {
  if (logged.empty()) return std::nullopt;
  const std::unordered_set<std::string> known(joints.begin(), joints.end());
  const std::string& first = logged.front();
  std::vector<CommonAffix> candidates{{}};
  for (const std::string& joint : joints) {
    const bool is_of_log = first.size() >= joint.size();
    const std::string& outer = is_of_log ? first : joint;
    const std::string& part = is_of_log ? joint : first;
    for (std::size_t at = outer.find(part); at != std::string::npos;
         at = outer.find(part, at + 1)) {
      candidates.push_back({outer.substr(0, at), outer.substr(at + part.size()), is_of_log, {}});
    }
  }
  const auto size = [](const CommonAffix& a) { return a.prefix.size() + a.suffix.size(); };
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](const CommonAffix& a, const CommonAffix& b) { return size(a) < size(b); });
  for (CommonAffix& affix : candidates) {
    if (fits(logged, known, affix)) return affix;
  }
  return std::nullopt;
}

}  // namespace appell::io
