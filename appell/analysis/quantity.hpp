#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "appell/analysis/unit.hpp"
#include "appell/engine/motion_orders.hpp"
#include "appell/force/generalized_force.hpp"
#include "appell/force/wrench.hpp"
#include "appell/model/model.hpp"
#include "appell/spatial/orientation.hpp"
#include "appell/taylor/factorial.hpp"
#include "appell/trajectory/wrench_laws.hpp"

/// What can be asked of a robot at an instant: every quantity describes itself, and whoever shows
/// it (JSON, tables, plots) only walks through that description.
namespace appell::analysis {

class Stages;

/// What the numbers of a list are.
enum class Axis {
  kDerivative,  ///< The quantity and its time derivatives.
  kCoordinate,  ///< One for each coordinate q of the model.
  kFreedom,     ///< One for each velocity of the model, and the force that belongs to it.
  kComponent,   ///< x, y, z, or the six of a spatial vector.
  kRow,
  kColumn,
  kTerm,  ///< The parts of a sum, named by Quantity::terms.
};

/// "derivative", "coordinate", ...
std::string_view axis_name(Axis axis);

/// What is the same for all instants at which something is computed.
struct Subject {
  model::Model model;
  model::Frame frame;  ///< The end effector.
  force::Surroundings surroundings = {};
  /// What counts in Q_drive and in what joints transmit, and of Q_drive and friction in Q_motor.
  model::Operators operators = {};
  /// Wrenches that change with time, beside `surroundings`; it must outlive whoever computes. Null:
  /// none.
  const trajectory::WrenchLaws* wrench_laws = nullptr;
  int order = 2;  ///< Highest time derivative of each quantity that is wanted.
  int given = 0;  ///< Order to which q is known.
  /// Highest derivative of friction that exists: fewer than wanted where it is not smooth.
  int friction_order = taylor::kMaxOrder;
  std::string friction_kinks = {};  ///< Then: at which joints and why.
  force::Route route = force::Route::kEngine;
  std::optional<spatial::AngleSet> angles = {};  ///< In which orientations are given.
  /// Coordinates by which placements are differentiated, see kDifferentialMatrices.
  std::vector<int> terms = {};
  bool is_motion = false;  ///< Many instants: details must be named.
  /// Whether states come with covariances: then what has a deviation gets it, "NAME.sd".
  bool is_uncertain = false;

  /// Nothing acts on the robot but its weight, and everything counts.
  bool is_plain() const {
    return surroundings.is_empty() && wrench_laws == nullptr && operators.count_all();
  }
};

/// One dense array of numbers of a quantity.
struct Array {
  std::string key;           ///< A link, a joint or p, see Quantity::key; else empty.
  std::vector<int> extents;  ///< Along each axis of the quantity.

  /// As a double, because some would be more than there is memory for.
  double num_entries() const;
};

/// Of a quantity: a dynamics matrix has eight.
inline constexpr std::size_t kMostAxes = 8;

/// One number of a quantity.
struct Entry {
  int array = 0;                       ///< Which of its arrays.
  std::array<int, kMostAxes> index{};  ///< Along each axis.
};

/// The numbers of a quantity at all samples of a block: a column for each entry, array after array,
/// the last index fastest. Normalised: entries of derivative k hold x⁽ᵏ⁾/k!.
struct Columns {
  double* first;
  std::size_t stride;

  double* operator[](int entry) const { return first + static_cast<std::size_t>(entry) * stride; }
};

/// The same where it is to be read only.
struct ColumnsView {
  const double* first;
  std::size_t stride;
};

/// The whole description of a quantity. Each is a constant in a file of quantities/; a line in
/// quantities/list.inc makes it known (CONTRIBUTING.md has the steps).
///
/// `compute_sample` alone will do, or `compute_block` alone. The first is simple and pays for the
/// reference implementation, a sample at a time; the second takes the engine's stages, must not
/// allocate after the first block, and then, if there are both, a test holds them against each
/// other.
struct Quantity {
  std::string_view name;
  std::string_view title;        ///< For people: a noun phrase.
  std::string_view formula;      ///< Symbols as in docs/notation.md.
  std::string_view description;  ///< For the documentation: what the numbers are, in Markdown.
  /// Likewise: how many there are, "as many as q", "one less", "two less" or "value only", which a
  /// test compares with the arrays; or in other words where that depends on more.
  std::string_view derivatives;
  std::string_view key;  ///< What its arrays are for: "link", "joint", "p"; empty: it is one.
  std::vector<Axis> axes;
  std::vector<std::string_view> terms = {};  ///< Names along Axis::kTerm.

  /// Order of q that the value takes; derivative k takes k more.
  int (*least_order)(const model::Model& model);
  /// As far as the order of q that is given allows; asked only where that is `least_order`.
  std::vector<Array> (*arrays)(const Subject& subject);
  Unit (*unit)(const Subject& subject, const Entry& entry);

  /// By the engine, for a whole block of samples at once. Null: there is only the other way.
  void (*compute_block)(Stages& at, const Columns& out) = nullptr;
  /// The same columns where a stage has them already, so that nobody need copy them; beside
  /// compute_block. Null: no stage has them.
  ColumnsView (*view_block)(Stages& at) = nullptr;
  /// What of Stages::engine_motion() that reads. Null: nothing.
  void (*reads)(const Subject& subject, engine::MotionOrders& orders) = nullptr;
  /// Whether it counts loads and operators; if not, they take the other way.
  bool block_has_loads = true;
  /// By the reference implementation, for the sample at which the stages are: entries side by side
  /// in `out`, normalised too. Null: the other way is the readable one.
  void (*compute_sample)(Stages& at, double* out) = nullptr;

  /// Order of q that derivatives up to `order` take; null: least_order + order.
  int (*full_order)(int order) = nullptr;
  /// What a user should know of its numbers, if anything. Null: nothing.
  std::string (*note)(const Subject& subject) = nullptr;
  /// Why a subject does not have it; empty if it does. Null: every one has it.
  std::string (*absence)(const Subject& subject) = nullptr;
  /// One that few people ask for. Without being named it is not there along motions, nor at a state
  /// if it has more numbers than anyone reads (kMostUnnamed).
  bool is_detail = false;

  int order_for(const model::Model& model, int order) const {
    return full_order == nullptr ? least_order(model) + order : full_order(order);
  }
};

/// How the name of a standard deviation ends: that of NAME is NAME.sd.
inline constexpr std::string_view kDeviation = ".sd";
inline bool is_deviation(const Quantity& quantity) { return quantity.name.ends_with(kDeviation); }

}  // namespace appell::analysis
