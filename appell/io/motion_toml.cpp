#include "appell/io/motion_toml.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/constants.hpp"
#include "appell/base/text.hpp"
#include "appell/trajectory/combined_laws.hpp"
#include "appell/trajectory/expression.hpp"
#include "appell/trajectory/fourier.hpp"
#include "appell/trajectory/point_to_point.hpp"

namespace appell::io {
namespace {

using trajectory::Condition;
using trajectory::Law;
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

/// Runs `build` for each joint; what it throws is noted at the joint's table.
template <class Build>
void for_joints(TomlFields& motion, MotionLaws& result, const Build& build) {
  for (TomlFields& joint : joint_tables(motion, result.joints)) {
    const std::size_t before = joint.num_errors();
    std::shared_ptr<const Law> law;
    try {
      law = build(joint, before);
    } catch (const Error& error) {
      joint.error(error.what());
    }
    joint.finish();
    result.laws.push_back(std::move(law));
  }
}

std::vector<double> filled(TomlFields& joint, std::string_view key, std::size_t count) {
  std::vector<double> values(count, 0.0);
  const std::vector<Condition> given = conditions(joint, key);
  if (!joint.has(key)) joint.error(concat(key, " is missing; {q = ..} is needed"));
  for (const Condition& c : given) {
    if (c.derivative < static_cast<int>(count)) {
      values[static_cast<std::size_t>(c.derivative)] = c.value;
    } else {
      joint.error_at(key, concat(key, " has d", c.derivative, "; derivatives up to ", count - 1,
                                 " can be met"));
    }
  }
  return values;
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
  for (TomlFields& joint : joints) {
    std::string name = joint.required_text("name");
    if (!name.empty() && std::find(names.begin(), names.end(), name) != names.end()) {
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
  for_joints(motion, result, [&](TomlFields& joint, std::size_t before) {
    if (kind == "minimum_jerk" || kind == "minimum_snap") {
      const double from = joint.required_number("from");
      const double to = joint.required_number("to");
      if (joint.num_errors() > before || !(end > start)) return std::shared_ptr<const Law>();
      return std::shared_ptr<const Law>(std::make_shared<PiecewisePolynomial>(
          kind == "minimum_jerk" ? trajectory::minimum_jerk(start, from, end, to)
                                 : trajectory::minimum_snap(start, from, end, to)));
    }
    const std::size_t count = kind == "quintic" ? 3 : 4;
    const std::vector<double> first = filled(joint, "start", count);
    const std::vector<double> last = filled(joint, "end", count);
    if (joint.num_errors() > before || !(end > start)) return std::shared_ptr<const Law>();
    return std::shared_ptr<const Law>(std::make_shared<PiecewisePolynomial>(
        trajectory::two_point_polynomial(start, first, end, last)));
  });
  return result;
}

MotionLaws read_jerk_limited(TomlFields& motion) {
  MotionLaws result;
  const double start = motion.number("start_time", 0.0);
  std::vector<double> rests;  // Position of a joint that does not move, else NaN.
  for_joints(motion, result, [&](TomlFields& joint, std::size_t before) {
    const double from = joint.required_number("from");
    const double to = joint.required_number("to");
    const trajectory::MotionLimits limits{joint.required_number("velocity"),
                                          joint.required_number("acceleration"),
                                          joint.required_number("jerk")};
    rests.push_back(from == to ? from : std::nan(""));
    if (joint.num_errors() > before || from == to) return std::shared_ptr<const Law>();
    return std::shared_ptr<const Law>(
        std::make_shared<PiecewisePolynomial>(trajectory::jerk_limited(start, from, to, limits)));
  });
  double duration = 0.0;
  for (const auto& law : result.laws) {
    if (law != nullptr) duration = std::max(duration, law->range().duration());
  }
  if (duration == 0.0) {
    if (motion.num_errors() == 0) motion.error("no joint moves; one must");
    return result;
  }
  // All arrive together: the faster ones are slowed down.
  result.range = {start, start + duration};
  for (std::size_t j = 0; j < result.laws.size(); ++j) {
    auto& law = result.laws[j];
    if (law != nullptr) {
      const double speed = law->range().duration() / duration;
      if (speed < 1.0) law = std::make_shared<trajectory::ReclockedLaw>(law, start, speed, start);
    } else if (j < rests.size() && !std::isnan(rests[j])) {
      law = std::make_shared<PiecewisePolynomial>(
          trajectory::hold(start, start + duration, rests[j]));
    }
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
  for_joints(motion, result, [&](TomlFields& joint, std::size_t before) {
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
    if (joint.num_errors() > before) return std::shared_ptr<const Law>();
    return std::shared_ptr<const Law>(
        std::make_shared<trajectory::FourierLaw>(omega, offset, cosine, sine));
  });
  return result;
}

MotionLaws read_expressions(TomlFields& motion) {
  MotionLaws result;
  result.range = time_range(motion);
  for_joints(motion, result, [&](TomlFields& joint, std::size_t before) {
    const std::string text = joint.required_text("q");
    if (joint.num_errors() > before) return std::shared_ptr<const Law>();
    try {
      return std::shared_ptr<const Law>(std::make_shared<trajectory::ExpressionLaw>(text));
    } catch (const trajectory::ExpressionError& error) {
      joint.error_at("q",
                     concat("q: character ", error.offset() + 1, ": ", std::string(error.what())));
      return std::shared_ptr<const Law>();
    }
  });
  return result;
}

MotionLaws read_spline(TomlFields& motion) {
  MotionLaws result;
  const double order = motion.required_number("order");
  const auto m = static_cast<int>(std::clamp(order, 0.0, 1000.0));
  if (motion.has("order") && (order != m || m < 1 || m > trajectory::kMaxSplineOrder)) {
    motion.error_at("order", concat("order is ", order, "; an integer in 1..",
                                    trajectory::kMaxSplineOrder, " is needed"));
  }
  const std::vector<double> knots = required_numbers(motion, "knots");
  if (!knots.empty() && knots.size() < 2)
    motion.error_at("knots", "knots has one time; two are needed");
  for (std::size_t i = 1; i < knots.size(); ++i) {
    if (knots[i] > knots[i - 1]) continue;
    motion.error_at("knots",
                    concat("knots has ", knots[i], " after ", knots[i - 1], "; times must ascend"));
    break;
  }
  const bool is_good = motion.num_errors() == 0;
  if (is_good) result.range = {knots.front(), knots.back()};
  const auto count = [&](TomlFields& joint, std::string_view key, std::size_t given,
                         std::size_t needed) {
    if (is_good && given != needed) {
      joint.error_at(key, concat(key, " has ", given, " numbers; for ", knots.size(),
                                 " knots and order ", m, ", ", needed, " are needed"));
    }
  };
  for_joints(motion, result, [&](TomlFields& joint, std::size_t before) {
    const bool has_positions = joint.has("positions");
    std::vector<double> data;
    if (has_positions == joint.has("interior_accelerations") && knots.size() != 2) {
      joint.error("one of positions (at all knots) and interior_accelerations is needed");
    }
    for (const char* key : {"positions", "interior_accelerations", "initial"}) {
      if (!joint.has(key)) joint.know({key});
    }
    if (has_positions) {
      data = required_numbers(joint, "positions");
      count(joint, "positions", data.size(), knots.size());
    } else if (joint.has("interior_accelerations")) {
      data = required_numbers(joint, "interior_accelerations");
      count(joint, "interior_accelerations", data.size(), knots.size() - 2);
    }
    const std::vector<Condition> start = conditions(joint, "start");
    const std::vector<Condition> end = conditions(joint, "end");
    std::vector<double> initial;
    if (joint.has("initial")) {
      if (joint.has("start") || joint.has("end")) {
        joint.error_at("initial", "initial is given together with start or end; one is needed");
      }
      initial = required_numbers(joint, "initial");
      count(joint, "initial", initial.size(), static_cast<std::size_t>(m) + 1);
      if (!has_positions && !joint.has("final_position")) {
        joint.error("final_position is missing; with initial it is needed");
      }
    } else if (joint.has("final_position")) {
      joint.error_at("final_position",
                     "final_position is given without initial; use end = {q = ..}");
    }
    const double final_position = joint.number("final_position", 0.0);
    if (!is_good || joint.num_errors() > before) return std::shared_ptr<const Law>();
    std::optional<trajectory::Spline> spline;
    if (!initial.empty()) {
      std::vector<Condition> at_knots;
      if (has_positions) {
        if (std::abs(data[0] - initial[0]) > 1e-12 * std::max(1.0, std::abs(data[0]))) {
          joint.error_at("initial", concat("initial begins with ", initial[0], ", positions with ",
                                           data[0], "; they must be the same"));
          return std::shared_ptr<const Law>();
        }
        for (std::size_t i = 1; i < data.size(); ++i) at_knots.push_back({0, data[i]});
      } else {
        for (const double value : data) at_knots.push_back({2, value});
        at_knots.push_back({0, final_position});
      }
      spline = trajectory::initial_value_spline(m, knots, initial, at_knots);
    } else if (has_positions) {
      spline = trajectory::position_spline(m, knots, data, start, end);
    } else {
      spline = trajectory::acceleration_spline(m, knots, data, start, end);
    }
    result.notes.push_back(concat("joint '", result.joints[result.laws.size()],
                                  "': a change of one datum by 1 changes q by at most ",
                                  short_text(spline->amplification)));
    return std::shared_ptr<const Law>(
        std::make_shared<PiecewisePolynomial>(std::move(spline->law)));
  });
  return result;
}

}  // namespace appell::io
