#include "appell/report/quantity_charts.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "appell/analysis/quantities.hpp"
#include "appell/base/text.hpp"
#include "appell/report/figures.hpp"

namespace appell::report {
namespace {

using analysis::Axis;
using analysis::NamedArray;
using model::Limited;
using model::MotionLimit;

constexpr std::size_t kMostOtherLines = 70;  // Of a derivative of an array that is in no group.

/// What derivatives are called; later ones are "..., derivative k".
using DerivativeNames = std::array<std::string_view, 7>;
constexpr DerivativeNames kMotionNames{"Position", "Velocity", "Acceleration", "Jerk",
                                       "Snap",     "Crackle",  "Pop"};
constexpr DerivativeNames kTipNames{"Speed", "Acceleration", "Jerk", "Snap", "Crackle", "Pop"};
constexpr DerivativeNames kTipTurningNames{"Angular speed", "Angular acceleration", "Angular jerk"};
constexpr DerivativeNames kForceNames{"Torque", "Torque rate"};
constexpr DerivativeNames kSlidingForceNames{"Force", "Force rate"};
constexpr DerivativeNames kPowerNames{"Power", "Power rate"};
constexpr DerivativeNames kEnergyNames{"Energy", "Energy rate"};

std::string derivative_name(const DerivativeNames& names, int k) {
  const auto i = static_cast<std::size_t>(k);
  if (i < names.size() && !names[i].empty()) return std::string(names[i]);
  return fmt::format("{}, derivative {}", names[0], k);
}

/// How a quantity is drawn.
struct DrawnQuantity {
  enum class How {
    kJoints,       ///< A line for each joint.
    kNumber,       ///< One of the robot, beside others of the group.
    kOrders,       ///< A chart for each p.
    kPlace,        ///< x, y and z of a placement.
    kLinearSize,   ///< Of the first three components.
    kAngularSize,  ///< Of the last three.
  };
  const char* group;
  const char* group_title;
  std::string_view quantity;
  How how;
  const DerivativeNames* names;
  const char* symbol;
  const char* term = "";
  std::optional<Limited> limited = std::nullopt;
  int first_order = 0;  ///< Of the motion, that its value is of.

  bool is_part_of_sum() const {
    return *term != '\0' && quantity != "Q_drive" && quantity != "Q_motor";
  }
  /// The first derivative that is not drawn of every number.
  int first_left_out() const {
    if (how == How::kJoints || how == How::kNumber) return std::numeric_limits<int>::max();
    return how == How::kOrders ? 1 : 0;
  }
};

const std::vector<DrawnQuantity>& drawn_on_pages() {
  using How = DrawnQuantity::How;
  constexpr const char* kTurning = "End effector, turning";
  static const std::vector<DrawnQuantity> all{
      {"motion", "Joint motion", "q", How::kJoints, &kMotionNames, "q", "", Limited::kCoordinate},
      {"torque", "Torques", "Q_motor", How::kJoints, &kForceNames, "τ", "motor", Limited::kForce},
      {"torque", "Torques", "Q_drive", How::kJoints, &kForceNames, "τ", "drive", Limited::kForce},
      {"torque", "Torques", "Q_inertia", How::kJoints, &kForceNames, "τ", "inertia"},
      {"torque", "Torques", "Q_gravity", How::kJoints, &kForceNames, "τ", "gravity"},
      {"torque", "Torques", "Q_load", How::kJoints, &kForceNames, "τ", "load"},
      {"torque", "Torques", "Q_friction", How::kJoints, &kForceNames, "τ", "friction"},
      {"power", "Power", "power", How::kJoints, &kPowerNames, "P", "", Limited::kPower},
      {"energy", "Energies", "kinetic_energy", How::kNumber, &kEnergyNames, "T, U"},
      {"energy", "Energies", "potential_energy", How::kNumber, &kEnergyNames, "T, U"},
      {"acceleration_energy", "Acceleration energies", "acceleration_energy", How::kOrders, nullptr,
       "E"},
      {"end_effector", "End effector", "frame_T", How::kPlace, nullptr, "p"},
      {"end_effector", "End effector", "X", How::kLinearSize, &kTipNames, "p", "",
       Limited::kFrameLinear, 1},
      {"end_effector_turning", kTurning, "X", How::kAngularSize, &kTipTurningNames, "ω", "",
       Limited::kFrameAngular, 1}};
  return all;
}

bool is_among_names(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const NamedArray* deviations_of(const analysis::Selection& selection, const NamedArray& array) {
  for (const NamedArray& other : selection.arrays()) {
    if (other.name == concat(array.name, analysis::kDeviation)) return &other;
  }
  return nullptr;
}

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
  return text;
}

std::size_t table_column(const NamedArray& array, int entry) {
  return static_cast<std::size_t>(1 + array.first_entry + entry);  // After t.
}

/// Puts the arrays of a selection into a plan.
class QuantityPlanner {
 public:
  QuantityPlanner(const analysis::Selection& selection, const std::vector<MotionLimit>& limits)
      : selection_(selection), model_(selection.subject().model), limits_(limits) {
    for (const NamedArray& array : selection.arrays()) {
      has_motor_ = has_motor_ || array.quantity->name == "Q_motor";
    }
    for (const model::Body& body : model_.bodies()) {
      (body.screw.angular.isZero(0.0) ? slides_ : turns_) = true;
    }
  }

  void add(const NamedArray& array, const DrawnQuantity& drawn) {
    using How = DrawnQuantity::How;
    switch (drawn.how) {
      case How::kJoints:
      case How::kNumber:
        return add_entries(array, drawn);
      case How::kOrders:
        return add_orders(array, drawn);
      case How::kPlace:
        return add_place(array, drawn);
      case How::kLinearSize:
        return add_sizes(array, drawn, 0);
      case How::kAngularSize:
        return add_sizes(array, drawn, 3);
    }
  }

  /// A quantity by itself, from a derivative on.
  void add_other(const NamedArray& array, int least) {
    const analysis::Quantity& quantity = *array.quantity;
    std::vector<int> entries;
    for (int entry = 0; entry < array.num_entries(); ++entry) {
      const bool is_wanted = analysis::derivative_of(array, entry) >= least;
      if (is_wanted && has_meaning(array, entry)) entries.push_back(entry);
    }
    if (entries.empty()) return;
    if (entries.size() > kMostOtherLines * std::size_t(analysis::num_derivatives(array))) {
      plan_.left_out.push_back(array.name);
      return;
    }
    const std::string title = capitalised(std::string(quantity.title));
    const std::size_t group = plan_.group(std::string(quantity.name), title);
    for (const int entry : entries) {
      const int k = analysis::derivative_of(array, entry);
      const std::size_t chart = plan_.chart(
          group, {.title = concat(array.key.empty() ? title : concat(quantity.key, " ", array.key),
                                  k == 0 ? "" : ", ", derivative_in_words(k)),
                  .symbol = derivative_symbol(std::string(quantity.name), k),
                  .unit = unit_at(array, entry),
                  .order = k,
                  .file = concat(array.name, k == 0 ? std::string() : concat(".d", k))});
      push(group, chart, {.name = line_name(array, entry), .joint = joint_at(array, entry)}, array,
           entry);
      plan_.lines.back().may_rest = !quantity.key.empty();
    }
  }

  ChartPlan take() { return std::move(plan_); }

 private:
  static bool has_axis(const NamedArray& array, Axis axis) {
    const std::vector<Axis>& axes = array.quantity->axes;
    return std::find(axes.begin(), axes.end(), axis) != axes.end();
  }

  /// Not the pure numbers of a matrix.
  static bool has_meaning(const NamedArray& array, int entry) {
    const bool is_matrix = has_axis(array, Axis::kRow) && has_axis(array, Axis::kColumn);
    return !is_matrix || array.units[entry].base != "1";
  }

  /// Vectors by their axes.
  std::string line_name(const NamedArray& array, int entry) const {
    const std::vector<Axis>& axes = array.quantity->axes;
    if (!axes.empty() && axes.back() == Axis::kComponent && array.extents.back() % 3 == 0) {
      return std::string(1, "xyz"[analysis::indices_of(array, entry).back() % 3]);
    }
    const std::string label = analysis::entry_label(model_, array, entry);
    return label.empty() ? array.name : label;
  }

  std::string unit_at(const NamedArray& array, int entry) const {
    return printed_unit(array.units[entry].text());
  }

  /// Index along the axis of coordinates, if there is one.
  static std::optional<int> joint_at(const NamedArray& array, int entry) {
    const std::vector<Axis>& axes = array.quantity->axes;
    const std::vector<int> indices = analysis::indices_of(array, entry);
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
      if (axes[axis] == Axis::kCoordinate || axes[axis] == Axis::kFreedom) return indices[axis];
    }
    return std::nullopt;
  }

  std::optional<MotionLimit> limit_on(const DrawnQuantity& drawn, int order,
                                      std::optional<int> joint) const {
    if (!drawn.limited) return std::nullopt;
    // Limits of forces and powers are about what the motors do, with friction.
    const bool is_with_friction = drawn.quantity == "Q_motor";
    if ((drawn.limited == Limited::kForce || drawn.limited == Limited::kPower) && has_motor_ &&
        !is_with_friction) {
      return std::nullopt;
    }
    const MotionLimit wanted{
        .what = *drawn.limited, .order = order, .coordinate = joint.value_or(0)};
    for (const MotionLimit& limit : limits_) {
      if (limit.is_like(wanted)) return limit;
    }
    return std::nullopt;
  }

  void push(std::size_t group, std::size_t chart, PageLine line, const NamedArray& array, int entry,
            std::optional<MotionLimit> limit = std::nullopt) {
    PlannedLine planned{.group = group, .chart = chart, .line = std::move(line), .column = 0};
    planned.column = plan_.column({{table_column(array, entry)}});
    planned.limit = limit;
    if (const NamedArray* deviations = deviations_of(selection_, array)) {
      if (entry < deviations->num_entries()) {
        planned.deviation =
            plan_.column({{table_column(*deviations, entry)}, ThinColumn::How::kLargest});
      }
    }
    plan_.lines.push_back(std::move(planned));
  }

  void add_entries(const NamedArray& array, const DrawnQuantity& drawn) {
    const std::size_t group = plan_.group(drawn.group, drawn.group_title);
    for (int entry = 0; entry < array.num_entries(); ++entry) {
      const int k = analysis::derivative_of(array, entry);
      const std::string unit = unit_at(array, entry);
      const std::optional<int> joint = joint_at(array, entry);
      const std::string_view base = array.units[entry].base;
      const bool is_force = base == "N" && !turns_;
      // Joints that turn and joints that slide have units of their own, and so charts.
      const bool is_second = turns_ && slides_ && (base == "m" || base == "N");
      const std::string title = derivative_name(is_force ? kSlidingForceNames : *drawn.names, k);
      const std::size_t chart = plan_.chart(
          group, {.title = is_second ? title + std::string(kSliding) : title,
                  .symbol = joint ? derivative_symbol(drawn.symbol, k)
                                  : derivative_symbol("T", k) + ", " + derivative_symbol("U", k),
                  .unit = unit,
                  .order = k,
                  .file = file_stem(derivative_name(*drawn.names, k))});
      const std::string name =
          joint ? model_.coordinates()[*joint].name
                : capitalised(std::string(array.quantity->name == "kinetic_energy" ? "kinetic"
                                                                                   : "potential"));
      push(group, chart, {.name = name, .joint = joint, .term = drawn.term}, array, entry,
           limit_on(drawn, k, joint));
    }
  }

  /// Only values: an array for each p.
  void add_orders(const NamedArray& array, const DrawnQuantity& drawn) {
    const std::size_t group = plan_.group(drawn.group, drawn.group_title);
    const int p = std::stoi(array.key);
    const std::size_t chart =
        plan_.chart(group, {.title = fmt::format("Order {}{}", p, p == 1 ? " (Gibbs–Appell)" : ""),
                            .symbol = drawn.symbol + raised(p),
                            .unit = unit_at(array, 0),
                            .order = p,
                            .file = drawn.group});
    push(group, chart, {.name = fmt::format("E({})", p)}, array, 0);
  }

  void add_place(const NamedArray& array, const DrawnQuantity& drawn) {
    const std::size_t group = plan_.group(drawn.group, drawn.group_title);
    for (int entry = 0; entry < array.num_entries(); ++entry) {
      if (analysis::derivative_of(array, entry) > 0 || !has_meaning(array, entry)) continue;
      const std::size_t chart = plan_.chart(group, {.title = "Position",
                                                    .symbol = drawn.symbol,
                                                    .unit = unit_at(array, entry),
                                                    .order = 0,
                                                    .file = "end_effector_position"});
      const int row = analysis::indices_of(array, entry)[array.extents.size() - 2];
      push(group, chart, {.name = std::string(1, "xyz"[row % 3])}, array, entry);
    }
  }

  void add_sizes(const NamedArray& array, const DrawnQuantity& drawn, int first) {
    const std::size_t group = plan_.group(drawn.group, drawn.group_title);
    const int width = array.extents.back();
    for (int k = 0; k < analysis::num_derivatives(array); ++k) {
      const int entry = k * width + first;
      const int order = k + drawn.first_order;
      const std::string title = derivative_name(*drawn.names, k);
      const std::size_t chart = plan_.chart(
          group,
          {.title = title,
           .symbol = fmt::format("|{}|", derivative_symbol(drawn.symbol, first == 0 ? order : k)),
           .unit = unit_at(array, entry),
           .order = order,
           .file = file_stem("end effector " + derivative_name(kTipNames, k))});
      PlannedLine planned{.group = group, .chart = chart, .line = {.name = title}, .column = 0};
      ThinColumn column{{}, ThinColumn::How::kSize};
      for (int i = 0; i < 3; ++i) column.of.push_back(table_column(array, entry + i));
      planned.column = plan_.column(std::move(column));
      planned.limit = limit_on(drawn, order, std::nullopt);
      plan_.lines.push_back(std::move(planned));
    }
  }

  const analysis::Selection& selection_;
  const model::Model& model_;
  const std::vector<MotionLimit>& limits_;
  bool has_motor_ = false;
  bool turns_ = false, slides_ = false;  ///< Whether any joint does.
  ChartPlan plan_;
};

}  // namespace

std::vector<std::string> page_quantities(const analysis::Subject& subject, bool with_parts) {
  std::vector<std::string> names;
  const bool has_load = !subject.surroundings.is_empty() || subject.wrench_laws != nullptr;
  for (const DrawnQuantity& drawn : drawn_on_pages()) {
    for (const analysis::Quantity& quantity : analysis::all_quantities()) {
      if (quantity.name != drawn.quantity || is_among_names(names, quantity.name)) continue;
      if (drawn.is_part_of_sum() && !with_parts) continue;
      const bool is_there = (quantity.absence == nullptr || quantity.absence(subject).empty()) &&
                            quantity.least_order(subject.model) <= subject.given;
      if (is_there && (quantity.name != "Q_load" || has_load)) names.emplace_back(quantity.name);
    }
  }
  return names;
}

ChartPlan quantity_charts(const analysis::Selection& selection,
                          const std::vector<MotionLimit>& limits, OtherQuantities others,
                          const std::vector<std::string>& without) {
  QuantityPlanner planner(selection, limits);
  std::map<std::string_view, int> drawn_below;  // Derivatives.
  for (const DrawnQuantity& drawn : drawn_on_pages()) {
    if (others == OtherQuantities::kEach) break;
    for (const NamedArray& array : selection.arrays()) {
      if (array.quantity->name != drawn.quantity) continue;
      if (!is_among_names(without, drawn.quantity)) planner.add(array, drawn);
    }
    drawn_below[drawn.quantity] = drawn.first_left_out();
  }
  if (others == OtherQuantities::kLeftOut) return planner.take();
  for (const NamedArray& array : selection.arrays()) {
    if (analysis::is_deviation(*array.quantity)) continue;
    const auto found = drawn_below.find(array.quantity->name);
    planner.add_other(array, found == drawn_below.end() ? 0 : found->second);
  }
  return planner.take();
}

}  // namespace appell::report
