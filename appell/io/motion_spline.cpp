#include <algorithm>
#include <cmath>
#include <utility>

#include "appell/base/counted.hpp"
#include "appell/base/text.hpp"
#include "appell/io/motion_toml.hpp"

namespace appell::io {
namespace {

using trajectory::Condition;
using trajectory::PiecewisePolynomial;
using trajectory::Spline;

/// What the splines of all joints have in common.
struct Frame {
  int m = 0;
  std::vector<double> knots;
  bool is_good = false;
};

Frame read_frame(TomlFields& motion) {
  Frame frame;
  const double order = motion.required_number("order");
  frame.m = static_cast<int>(std::clamp(order, 0.0, 1000.0));
  if (motion.has("order") &&
      (order != frame.m || frame.m < 1 || frame.m > trajectory::kMaxSplineOrder)) {
    motion.error_at("order", concat("order is ", order, "; an integer in 1..",
                                    trajectory::kMaxSplineOrder, " is needed"));
  }
  frame.knots = required_numbers(motion, "knots");
  const std::vector<double>& knots = frame.knots;
  if (knots.size() < 2 && motion.has("knots")) {
    motion.error_at("knots",
                    concat("knots has ", counted(knots.size(), "time"), "; two are needed"));
  }
  for (std::size_t i = 1; i < knots.size(); ++i) {
    if (knots[i] > knots[i - 1]) continue;
    motion.error_at("knots",
                    concat("knots has ", knots[i], " after ", knots[i - 1], "; times must ascend"));
    break;
  }
  frame.is_good = motion.num_errors() == 0;
  return frame;
}

/// What a joint's table says.
struct JointData {
  bool has_positions = false;
  bool is_least_change = false;
  std::vector<double>
      data;  ///< Positions or accelerations at all knots, or these at the inner ones.
  std::vector<double> initial;
  double final_position = 0.0;
  std::vector<Condition> start;
  std::vector<Condition> end;
};

/// A list of as many numbers as are needed; a missing list is empty.
std::vector<double> numbers_of(TomlFields& joint, std::string_view key, std::size_t needed,
                               const Frame& frame) {
  if (!joint.has(key)) {
    joint.know({std::string(key)});
    return {};
  }
  std::vector<double> values = required_numbers(joint, key);
  if (frame.is_good && values.size() != needed) {
    joint.error_at(key, concat(key, " has ", counted(values.size(), "number"), "; for ",
                               frame.knots.size(), " knots and order ", frame.m, ", ", needed,
                               needed == 1 ? " is" : " are", " needed"));
  }
  return values;
}

/// Takes q out of the conditions of an end where the positions give it already.
void drop_position(TomlFields& joint, std::string_view key, double position,
                   std::vector<Condition>& conditions) {
  if (conditions.empty() || conditions.front().derivative != 0) return;
  const double q = conditions.front().value;
  if (std::abs(q - position) > 1e-12 * std::max(1.0, std::abs(position))) {
    joint.error_at(key, concat(key, " has q = ", q, ", positions ", position,
                               " there; they must be the same"));
  }
  conditions.erase(conditions.begin());
}

void check_fields(TomlFields& joint, const Frame& frame, const JointData& data) {
  const int num_given =
      data.has_positions + data.is_least_change + joint.has("interior_accelerations");
  if (num_given > 1 || (num_given == 0 && frame.knots.size() != 2)) {
    joint.error(
        "one of positions (at all knots), accelerations (at all knots) and interior_accelerations "
        "is needed");
  }
  if (data.is_least_change && joint.has("initial")) {
    joint.error_at("initial",
                   "initial is given with accelerations; use start = {q = .., d1 = ..} and end");
  }
  if (joint.has("initial")) {
    if (joint.has("start") || joint.has("end")) {
      joint.error_at("initial", "initial is given together with start or end; one is needed");
    }
    if (!data.has_positions && !joint.has("final_position")) {
      joint.error("final_position is missing; with initial it is needed");
    }
  } else if (joint.has("final_position")) {
    joint.error_at("final_position", "final_position is given without initial; use end = {q = ..}");
  }
  if (joint.has("initial") && data.has_positions && !data.data.empty() && !data.initial.empty() &&
      std::abs(data.data[0] - data.initial[0]) > 1e-12 * std::max(1.0, std::abs(data.data[0]))) {
    joint.error_at("initial", concat("initial begins with ", data.initial[0], ", positions with ",
                                     data.data[0], "; they must be the same"));
  }
}

JointData read_data(TomlFields& joint, const Frame& frame) {
  JointData data;
  const std::size_t num_knots = frame.knots.size();
  data.has_positions = joint.has("positions");
  const std::vector<double> positions = numbers_of(joint, "positions", num_knots, frame);
  data.is_least_change = joint.has("accelerations");
  const std::vector<double> accelerations = numbers_of(joint, "accelerations", num_knots, frame);
  const std::vector<double> inner =
      numbers_of(joint, "interior_accelerations", num_knots - 2, frame);
  data.data = data.has_positions ? positions : data.is_least_change ? accelerations : inner;
  data.initial = numbers_of(joint, "initial", frame.m + 1, frame);
  data.final_position = joint.number("final_position", 0.0);
  data.start = conditions(joint, "start");
  data.end = conditions(joint, "end");
  if (data.has_positions && !positions.empty()) {
    drop_position(joint, "start", positions.front(), data.start);
    drop_position(joint, "end", positions.back(), data.end);
  }
  check_fields(joint, frame, data);
  return data;
}

/// What was made of a joint's data, and what is to be said of it.
struct JointSpline {
  PiecewisePolynomial law;
  std::string note;
  std::string warning = {};
};

JointSpline build_least_change(const Frame& frame, const JointData& data) {
  trajectory::LeastChange fit =
      trajectory::least_change_spline(frame.m, frame.knots, data.data, data.start, data.end);
  return {std::move(fit.law),
          concat("accelerations change by at most ", short_text(fit.largest_change),
                 ", so that start and end are met")};
}

/// How to give the same motion so that errors of the data stay as small as they are.
std::string amplification_warning(const Frame& frame, const JointData& data, double growth) {
  const std::string told =
      concat("an error of one datum grows to ", short_text(growth),
             " times its size along this spline: its derivatives say little about the motion. ");
  if (data.initial.empty()) return told + "Give fewer conditions on q and d1, or fewer knots";
  if (data.has_positions) return told + "Leave initial out, or give start and end";
  return concat(told, "Give accelerations at all ", frame.knots.size(), " knots, accelerations = [",
                short_text(data.initial[2]), ", ..], start = {q = ", short_text(data.initial[0]),
                ", d1 = ", short_text(data.initial[1]),
                "}, end = {q = ", short_text(data.final_position),
                "}, instead of initial, interior_accelerations and final_position");
}

Spline build_exact(const Frame& frame, const JointData& data) {
  if (data.initial.empty()) {
    return data.has_positions
               ? trajectory::position_spline(frame.m, frame.knots, data.data, data.start, data.end)
               : trajectory::acceleration_spline(frame.m, frame.knots, data.data, data.start,
                                                 data.end);
  }
  std::vector<Condition> at_knots;
  if (data.has_positions) {
    for (std::size_t i = 1; i < data.data.size(); ++i) at_knots.push_back({0, data.data[i]});
  } else {
    for (const double value : data.data) at_knots.push_back({2, value});
    at_knots.push_back({0, data.final_position});
  }
  return trajectory::initial_value_spline(frame.m, frame.knots, data.initial, at_knots);
}

JointSpline build(const Frame& frame, const JointData& data) {
  if (data.is_least_change) return build_least_change(frame, data);
  Spline spline = build_exact(frame, data);
  JointSpline built{
      std::move(spline.law),
      concat("a change of one datum by 1 changes q by at most ", short_text(spline.amplification))};
  const double growth = std::max(spline.amplification, spline.growth);
  if (growth > trajectory::kLargeAmplification) {
    built.warning = amplification_warning(frame, data, growth);
  }
  return built;
}

}  // namespace

MotionLaws read_spline(TomlFields& motion) {
  MotionLaws result;
  const Frame frame = read_frame(motion);
  if (frame.is_good) result.range = {frame.knots.front(), frame.knots.back()};
  for_joints(motion, result, [&](TomlFields& joint, std::size_t before) -> LawPointer {
    const JointData data = read_data(joint, frame);
    if (!frame.is_good || joint.num_errors() > before) return nullptr;
    JointSpline spline = build(frame, data);
    const std::string about = concat("joint '", result.joints[result.laws.size()], "': ");
    result.notes.push_back(about + spline.note);
    if (!spline.warning.empty()) result.warnings.push_back(about + spline.warning);
    return std::make_shared<PiecewisePolynomial>(std::move(spline.law));
  });
  return result;
}

}  // namespace appell::io
