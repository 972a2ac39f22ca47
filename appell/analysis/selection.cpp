#include "appell/analysis/selection.hpp"

#include <algorithm>
#include <cmath>

#include "appell/analysis/quantities.hpp"
#include "appell/base/check.hpp"
#include "appell/dynamics/block_dynamics.hpp"
#include "appell/force/friction.hpp"
#include "appell/kinematics/propagate.hpp"

namespace appell::analysis {
namespace {

Entry entry_at(const std::vector<int>& extents, int array, int number) {
  Entry entry{.array = array};
  for (std::size_t axis = extents.size(); axis-- > 0;) {
    entry.index[axis] = number % extents[axis];
    number /= extents[axis];
  }
  return entry;
}

/// As many as there are axes if it has none of derivatives.
std::size_t derivative_axis(const NamedArray& array) {
  const std::vector<Axis>& axes = array.quantity->axes;
  return static_cast<std::size_t>(std::find(axes.begin(), axes.end(), Axis::kDerivative) -
                                  axes.begin());
}

void check_names(const std::vector<std::string>& names,
                 std::span<const std::reference_wrapper<const Quantity>> known) {
  for (const std::string& name : names) {
    const bool is_known = std::any_of(known.begin(), known.end(),
                                      [&](const Quantity& one) { return one.name == name; });
    if (!is_known) throw QuantityError(unknown_quantity(name));
  }
}

/// Of a quantity: "Q_drive" of "Q_drive.sd".
std::string_view deviation_of(const Quantity& quantity) {
  return quantity.name.substr(0, quantity.name.size() - kDeviation.size());
}

/// Whether a quantity can be computed; one that is named must be.
bool is_there(const Quantity& quantity, const Subject& subject, bool is_named) {
  std::string reason = quantity.absence == nullptr ? "" : quantity.absence(subject);
  const int least = quantity.least_order(subject.model);
  if (reason.empty() && subject.given < least) {
    reason = concat("needs q with derivatives up to order ", least,
                    subject.is_motion ? ", but the law of the recording has those up to order "
                                      : ", but the state gives q up to order ",
                    subject.given);
  }
  if (is_named && !reason.empty()) throw QuantityError(concat(quantity.name, ": ", reason));
  return reason.empty();
}

/// Whether a detail has more numbers than whoever did not name it wants.
bool is_too_large(const Quantity& quantity, const Subject& subject, bool is_named) {
  double size = 0.0;
  for (const Array& array : quantity.arrays(subject)) size += array.num_entries();
  if (is_named && size > kMostNumbers) {
    throw QuantityError(concat(quantity.name, ": it has ", size,
                               " numbers for this robot; at most ", kMostNumbers, " are possible"));
  }
  return !is_named && size > kMostUnnamed;
}

/// The joints whose friction has a law that is not smooth, of those whose coordinate is asked for.
template <class IsAsked>
std::string joints_with_kinks(const model::Model& model, const IsAsked& is_asked) {
  std::string text;
  for (const model::Body& body : model.bodies()) {
    if (model.friction(body).is_smooth() || !is_asked(body.coordinate)) continue;
    const std::string& joint = model.description().joints[body.joint].name;
    text += concat(text.empty() ? "" : ", ", "joint '", joint, "'");
  }
  return text;
}

/// What the engine would have to compute of the motion of the bodies.
engine::MotionOrders wanted_of_engine(const Quantity& quantity, const Subject& subject) {
  engine::MotionOrders orders;
  if (quantity.reads != nullptr) quantity.reads(subject, orders);
  return orders;
}

/// The order of q that a quantity takes.
int order_of_state(const Quantity& quantity, const Subject& subject) {
  return std::min(subject.given, quantity.order_for(subject.model, subject.order));
}

bool can_be_engine(const Quantity& quantity, const Subject& subject) {
  if (quantity.compute_sample == nullptr) return true;
  const int given = subject.given - std::min(2, quantity.least_order(subject.model));
  return quantity.compute_block != nullptr && subject.route == force::Route::kEngine &&
         std::min(subject.order, given) <= dynamics::BlockDynamics::kHighestOrder &&
         (quantity.block_has_loads || subject.is_plain()) &&
         wanted_of_engine(quantity, subject).highest() <= engine::MotionBlock::kHighestOrder;
}

}  // namespace

Selection::Selection(Subject subject, const std::vector<std::string>& names,
                     std::span<const std::reference_wrapper<const Quantity>> known)
    : subject_(std::move(subject)) {
  check(subject_.order >= 0 && subject_.order <= taylor::kMaxOrder, "the order must be in 0..",
        taylor::kMaxOrder, ", got ", subject_.order);
  check_names(names, known);
  std::vector<std::string> left_out;
  for (const Quantity& quantity : known) {
    const bool is_named =
        std::find(names.begin(), names.end(), quantity.name) != names.end() ||
        (subject_.is_uncertain && is_deviation(quantity) &&
         std::find(names.begin(), names.end(), deviation_of(quantity)) != names.end());
    if (!is_named && (!names.empty() || (subject_.is_motion && quantity.is_detail))) continue;
    if (!is_there(quantity, subject_, is_named)) continue;
    if (quantity.is_detail && is_too_large(quantity, subject_, is_named)) {
      left_out.emplace_back(quantity.name);
      continue;
    }
    add(quantity);
  }
  if (left_out.empty()) return;
  notes_.push_back(concat("left out because each has more than ", kMostUnnamed,
                          " numbers: ", comma_list(left_out), "; name one to have it"));
}

void Selection::add(const Quantity& quantity) {
  const int first = num_entries_;
  const bool by_block = can_be_engine(quantity, subject_);
  int number = 0;
  for (Array& array : quantity.arrays(subject_)) {
    NamedArray named{.name = concat(quantity.name, array.key.empty() ? "" : "/", array.key),
                     .quantity = &quantity,
                     .key = array.key,
                     .extents = std::move(array.extents),
                     .first_entry = num_entries_,
                     .by_block = by_block,
                     .choice = chosen_.size()};
    int size = 1;
    for (const int extent : named.extents) size *= extent;
    for (int entry = 0; entry < size; ++entry) {
      named.units.push_back(quantity.unit(subject_, entry_at(named.extents, number, entry)));
    }
    num_entries_ += size;
    arrays_.push_back(std::move(named));
    ++number;
  }
  chosen_.push_back({&quantity, first, num_entries_ - first, by_block});
  const std::string note = quantity.note == nullptr ? "" : quantity.note(subject_);
  if (!note.empty() && std::find(notes_.begin(), notes_.end(), note) == notes_.end()) {
    notes_.push_back(note);
  }
  const int order = order_of_state(quantity, subject_);
  state_order_ = std::max(state_order_, order);
  if (by_block) {
    engine_motion_.add(wanted_of_engine(quantity, subject_));
  } else {
    motion_order_ = std::max(motion_order_, order);
  }
}

std::vector<const Quantity*> Selection::quantities() const {
  std::vector<const Quantity*> quantities;
  for (const Chosen& chosen : chosen_) quantities.push_back(chosen.quantity);
  return quantities;
}

Subject along_motion(Subject subject) {
  subject.given = taylor::kMaxOrder;
  subject.is_motion = true;
  subject.friction_kinks = joints_with_kinks(subject.model, [](int) { return true; });
  if (!subject.friction_kinks.empty()) subject.friction_order = 0;
  return subject;
}

std::string joints_held_by_friction(const model::Model& model,
                                    const trajectory::Trajectory& motion) {
  trajectory::TrajectoryCursor cursor(motion);
  return joints_with_kinks(model, [&](int j) { return std::isinf(cursor.rest_rate(j)); });
}

Subject at_state(Subject subject, const model::StateSeries& state) {
  subject.given = state.order();
  const int takes = force::friction_order(subject.model);
  if (!force::has_friction(subject.model) || state.order() < takes) return subject;
  const model::StateSeries known = state.truncated(std::min(state.order(), subject.order + takes));
  const force::ForceWithFriction friction = force::friction_force(
      kinematics::propagate(subject.model, known), subject.surroundings, subject.operators);
  if (friction.is_smooth()) return subject;
  subject.friction_order = friction.force.order();
  for (const std::string& kink : friction.kinks) {
    subject.friction_kinks += (subject.friction_kinks.empty() ? "" : "; ") + kink;
  }
  return subject;
}

std::vector<int> indices_of(const NamedArray& array, int entry) {
  const Entry at = entry_at(array.extents, 0, entry);
  return {at.index.begin(), at.index.begin() + static_cast<std::ptrdiff_t>(array.extents.size())};
}

int num_derivatives(const NamedArray& array) {
  const std::size_t axis = derivative_axis(array);
  return axis < array.extents.size() ? array.extents[axis] : 1;
}

int derivative_of(const NamedArray& array, int entry) {
  const std::size_t axis = derivative_axis(array);
  return axis < array.extents.size() ? indices_of(array, entry)[axis] : 0;
}

std::string entry_label(const model::Model& model, const NamedArray& array, int entry) {
  const Quantity& quantity = *array.quantity;
  std::string label;
  const auto append_name = [&label](std::string_view name) {
    label += concat(label.empty() ? "" : ".", name);
  };
  const std::vector<int> indices = indices_of(array, entry);
  for (std::size_t axis = 0; axis < indices.size(); ++axis) {
    const auto at = static_cast<std::size_t>(indices[axis]);
    switch (quantity.axes[axis]) {
      case Axis::kDerivative:
        break;
      case Axis::kCoordinate:
      case Axis::kFreedom:
        append_name(model.coordinates()[at].name);
        break;
      case Axis::kTerm:
        append_name(quantity.terms[at]);
        break;
      case Axis::kComponent:
      case Axis::kRow:
      case Axis::kColumn:
        label += concat("[", at, "]");
    }
  }
  return label;
}

std::string entry_name(const model::Model& model, const NamedArray& array, int entry) {
  const std::string label = entry_label(model, array, entry);
  const int k = derivative_of(array, entry);
  const bool is_sd = is_deviation(*array.quantity);
  return concat(is_sd ? deviation_of(*array.quantity) : array.quantity->name,
                array.key.empty() ? "" : ".", array.key,
                label.empty() || label.starts_with('[') ? "" : ".", label,
                k > 0 ? concat(".d", k) : "", is_sd ? kDeviation : "");
}

}  // namespace appell::analysis
