#include "appell/io/motion_toml.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "appell/base/constants.hpp"
#include "appell/base/text.hpp"
#include "appell/trajectory/combined_laws.hpp"
#include "appell/trajectory/expression.hpp"
#include "appell/trajectory/fourier.hpp"
#include "appell/trajectory/point_to_point.hpp"

namespace appell::io {
namespace {

using trajectory::Condition;
using trajectory::PiecewisePolynomial;

/// start_time (0) and duration of a motion.
trajectory::TimeRange time_range(TomlFields& motion) {
  const double start = motion.number("start_time", 0.0);
  const double duration = motion.required_number("duration");
  if (motion.has("duration") && !(duration > 0.0)) {
    motion.error_at("duration", concat("duration is ", duration, "; it must be positive"));
  }
  return {start, start + duration};
}

std::vector<double> filled(TomlFields& joint, std::string_view key, std::size_t count) {
  std::vector<double> values(count, 0.0);
  const std::vector<Condition> given = conditions(joint, key);
  if (!joint.has(key)) joint.error(concat(key, " is missing; {q = ..} is needed"));
  for (const Condition& c : given) {
    if (c.derivative < static_cast<int>(count)) {
      values[c.derivative] = c.value;
    } else {
      joint.error_at(key, concat(key, " has d", c.derivative, "; derivatives up to ", count - 1,
                                 " can be met"));
    }
  }
  return values;
}

/// Slows a law down to last as long as the motion; without a law, the joint stays where it is.
void arrive_together(trajectory::TimeRange range, double rest, LawPointer& law) {
  if (law == nullptr) {
    law = std::make_shared<PiecewisePolynomial>(trajectory::hold(range.start, range.end, rest));
    return;
  }
  const double speed = law->range().duration() / range.duration();
  if (speed < 1.0) {
    law = std::make_shared<trajectory::ReclockedLaw>(law, range.start, speed, range.start);
  }
}

}  // namespace

std::vector<double> required_numbers(TomlFields& fields, std::string_view key) {
  if (!fields.has(key)) {
    fields.nested_numbers(key);  // Makes it known.
    fields.error(concat(key, " is missing; a list of numbers is needed"));
    return {};
  }
  const auto value = fields.nested_numbers(key);
  if (!value) return {};
  if (const auto* list = std::get_if<std::vector<double>>(&*value)) return *list;
  fields.error_at(key, concat(key, " is no list of numbers, which is needed"));
  return {};
}

std::vector<Condition> conditions(TomlFields& fields, std::string_view key) {
  std::optional<TomlFields> table = fields.table(key);
  if (!table) return {};
  std::vector<Condition> result;
  for (int k = 0; k <= trajectory::kMaxSplineOrder; ++k) {
    const std::string name = k == 0 ? "q" : concat("d", k);
    if (table->has(name)) {
      result.push_back({k, table->number(name, 0.0)});
    } else {
      table->know({name});
    }
  }
  table->finish();
  return result;
}

std::vector<TomlFields> joint_tables(TomlFields& motion, std::vector<std::string>& names) {
  std::vector<TomlFields> joints = motion.tables("joint");
  if (joints.empty() && !motion.has("joint")) {
    motion.error("there is no [[joint]]; at least one is needed");
  }
  std::unordered_set<std::string> known(names.begin(), names.end());
  for (TomlFields& joint : joints) {
    std::string name = joint.required_text("name");
    if (!name.empty() && !known.insert(name).second) {
      joint.error_at("name", concat("there are two joints '", name, "'"));
    }
    names.push_back(std::move(name));
  }
  return joints;
}

MotionLaws read_point_to_point(TomlFields& motion, const std::string& kind) {
  MotionLaws result;
  result.range = time_range(motion);
  const auto [start, end] = result.range;
  for_joints(motion, result, [&](TomlFields& joint, std::size_t before) -> LawPointer {
    if (kind == "minimum_jerk" || kind == "minimum_snap") {
      const double from = joint.required_number("from");
      const double to = joint.required_number("to");
      if (joint.num_errors() > before || !(end > start)) return nullptr;
      return std::make_shared<PiecewisePolynomial>(
          kind == "minimum_jerk" ? trajectory::minimum_jerk(start, from, end, to)
                                 : trajectory::minimum_snap(start, from, end, to));
    }
    const std::size_t count = kind == "quintic" ? 3 : 4;
    const std::vector<double> first = filled(joint, "start", count);
    const std::vector<double> last = filled(joint, "end", count);
    if (joint.num_errors() > before || !(end > start)) return nullptr;
    return std::make_shared<PiecewisePolynomial>(
        trajectory::two_point_polynomial(start, first, end, last));
  });
  return result;
}

MotionLaws read_jerk_limited(TomlFields& motion) {
  MotionLaws result;
  const double start = motion.number("start_time", 0.0);
  std::vector<double> rests;  // Where a joint stays that does not move.
  for_joints(motion, result, [&](TomlFields& joint, std::size_t before) -> LawPointer {
    const double from = joint.required_number("from");
    const double to = joint.required_number("to");
    const trajectory::MotionLimits limits{joint.required_number("velocity"),
                                          joint.required_number("acceleration"),
                                          joint.required_number("jerk")};
    rests.push_back(from);
    if (joint.num_errors() > before || from == to) return nullptr;
    return std::make_shared<PiecewisePolynomial>(trajectory::jerk_limited(start, from, to, limits));
  });
  double duration = 0.0;
  for (const auto& law : result.laws) {
    if (law != nullptr) duration = std::max(duration, law->range().duration());
  }
  if (duration == 0.0 && motion.num_errors() == 0) motion.error("no joint moves; one must");
  if (motion.num_errors() > 0) return result;
  result.range = {start, start + duration};
  for (std::size_t j = 0; j < result.laws.size(); ++j) {
    arrive_together(result.range, rests[j], result.laws[j]);
  }
  return result;
}

MotionLaws read_fourier(TomlFields& motion) {
  MotionLaws result;
  result.range = time_range(motion);
  if (motion.has("omega") == motion.has("period")) {
    motion.error("one of omega (rad/s) and period (s) is needed");
  }
  double omega = motion.number("omega", 1.0);
  const double period = motion.number("period", 2.0 * kPi / omega);
  if (motion.has("period")) omega = 2.0 * kPi / period;
  for_joints(motion, result, [&](TomlFields& joint, std::size_t before) -> LawPointer {
    const double offset = joint.number("offset", 0.0);
    std::vector<double> cosine;
    std::vector<double> sine;
    if (joint.has("cos")) cosine = required_numbers(joint, "cos");
    if (joint.has("sin")) sine = required_numbers(joint, "sin");
    for (const char* key : {"cos", "sin"}) {
      if (!joint.has(key)) joint.know({key});
    }
    cosine.resize(std::max(cosine.size(), sine.size()), 0.0);
    sine.resize(cosine.size(), 0.0);
    if (joint.num_errors() > before) return nullptr;
    return std::make_shared<trajectory::FourierLaw>(omega, offset, cosine, sine);
  });
  return result;
}

MotionLaws read_expressions(TomlFields& motion) {
  MotionLaws result;
  result.range = time_range(motion);
  for_joints(motion, result, [&](TomlFields& joint, std::size_t before) -> LawPointer {
    const std::string text = joint.required_text("q");
    if (joint.num_errors() > before) return nullptr;
    try {
      return std::make_shared<trajectory::ExpressionLaw>(text);
    } catch (const trajectory::ExpressionError& error) {
      joint.error_at("q",
                     concat("q: character ", error.offset() + 1, ": ", std::string(error.what())));
      return nullptr;
    }
  });
  return result;
}

}  // namespace appell::io
