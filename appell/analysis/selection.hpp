#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "appell/analysis/quantities.hpp"
#include "appell/base/error.hpp"
#include "appell/model/state_block.hpp"
#include "appell/model/state_series.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::analysis {

/// Highest order along a motion: acceleration energies of order N take q up to 2N + 1.
inline constexpr int kMostOrder = (taylor::kMaxOrder - 1) / 2;

/// A detail (Quantity::is_detail) of more numbers than this is left out unless it is named.
inline constexpr double kMostUnnamed = 5000;
/// And with more it is refused.
inline constexpr double kMostNumbers = 1e7;

/// A quantity that is asked for by name does not exist, or not for this robot and state.
class QuantityError : public InvalidArgument {
 public:
  using InvalidArgument::InvalidArgument;
};

/// One array of a selection: all that whoever shows it needs to know.
struct NamedArray {
  std::string name;  ///< "Q_drive"; "T/forearm" where a quantity has an array for each key.
  const Quantity* quantity;
  std::string key;
  std::vector<int> extents;  ///< Along quantity->axes.
  std::vector<Unit> units;   ///< Of every entry, the last index fastest.
  int first_entry = 0;       ///< Among all entries of the selection.
  bool by_block = true;      ///< Computed by the engine, and not sample by sample.
  std::size_t choice = 0;    ///< Number of its quantity among those that were chosen.

  int num_entries() const { return static_cast<int>(units.size()); }
};

/// The quantities that are asked for of a subject, and which numbers they are. Immutable: threads
/// share one.
class Selection {
 public:
  /// @param names  of quantities; empty: all that the model has and the given order of q allows.
  /// @param known  those that there are; they must outlive it.
  /// @throws QuantityError for a name that there is not, or that the model or the order of q does
  ///   not allow: the message says how many derivatives are needed. InvalidArgument for an order
  ///   out of range.
  Selection(Subject subject, const std::vector<std::string>& names,
            std::span<const std::reference_wrapper<const Quantity>> known = all_quantities());

  const Subject& subject() const { return subject_; }
  /// What was chosen, in the order of the list; one may have no array (a robot without joints has
  /// no reactions).
  std::vector<const Quantity*> quantities() const;
  const std::vector<NamedArray>& arrays() const { return arrays_; }
  int num_entries() const { return num_entries_; }
  /// Order of q that everything takes.
  int state_order() const { return state_order_; }
  /// Of the motion of the bodies by the readable passes; -1 if nothing asks for it.
  int motion_order() const { return motion_order_; }
  /// What is asked of the motion of the bodies by the engine.
  const engine::MotionOrders& engine_motion() const { return engine_motion_; }
  /// What a user should know: derivatives that do not exist, and why.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  friend class Evaluator;
  struct Chosen {
    const Quantity* quantity;
    int first_entry;
    int num_entries;
    bool by_block;  ///< And not sample by sample.
  };
  void add(const Quantity& quantity);

  Subject subject_;
  std::vector<Chosen> chosen_;
  std::vector<NamedArray> arrays_;
  std::vector<std::string> notes_;
  int num_entries_ = 0;
  int state_order_ = 0;
  int motion_order_ = -1;
  engine::MotionOrders engine_motion_;
};

/// The subject along a motion that is known to every order: friction that is not smooth has its
/// value only, because its derivatives do not exist at all times.
Subject along_motion(Subject subject);

/// The joints, as "joint 'a', joint 'b'", whose friction has a law that is not smooth and that
/// stand still along a motion of the model, all the time: whichever way dry friction holds them, it
/// is not counted.
std::string joints_held_by_friction(const model::Model& model,
                                    const trajectory::Trajectory& motion);

/// The subject at one state: it says how many orders of q there are, and which derivatives friction
/// has.
Subject at_state(Subject subject, const model::StateSeries& state);

/// Computes the numbers of a selection, block after block. For one thread. After the first block,
/// arrays that are computed by the block (NamedArray::by_block) allocate nothing, unless they take
/// q above order 11; what is computed sample by sample may: details, and forces where loads or
/// operators are given.
class Evaluator {
 public:
  /// The selection must outlive it.
  Evaluator(const Selection& selection, int capacity);
  ~Evaluator();

  /// A capacity at which what is used together fits into the second-level cache.
  static int good_capacity(const Selection& selection);

  /// To be told if the model of the selection is a model::VariableModel's and has got other
  /// numbers. Bit for bit as if it had been made for them; allocates nothing where compute() does
  /// not, but for mass matrices.
  void see_new_numbers();

  /// @param states  of order state_order() at least, and at most `capacity` samples.
  void compute(const model::StateBlock& states);

  /// The numbers of one array as derivatives, a row of entries per sample; that of sample i begins
  /// at rows[i * stride].
  /// @throws NumericalError for the first one that is not finite, naming entry and time.
  void write_rows(const NamedArray& array, double* rows, std::size_t stride) const;

  /// One entry of an array at all samples, x⁽ᵏ⁾/k! of a derivative k, until the next compute().
  /// Whether the numbers are finite is not looked at.
  /// @param room  for as many samples; the numbers are there only if they were side by side nowhere
  ///   else.
  const double* column(const NamedArray& array, int entry, double* room) const;

 private:
  const Selection& selection_;
  std::unique_ptr<Stages> stages_;
  std::size_t stride_;
  std::size_t width_;
  int num_samples_ = 0;
  std::vector<double> times_;
  std::vector<ColumnsView> views_;  ///< Of each chosen quantity that is computed by the block.
  std::vector<double> columns_;     ///< [entry][sample], of those of them that no stage keeps.
  std::vector<double> rows_;        ///< [sample][entry], of those computed sample by sample.
  std::vector<double> factors_;     ///< k! of every entry.
};

/// "joint1", "[0][3]": an entry within its array, whatever its derivative; empty of a single
/// number.
std::string entry_label(const model::Model& model, const NamedArray& array, int entry);

/// "Q_drive.joint1.d2": what one number of an array is called.
std::string entry_name(const model::Model& model, const NamedArray& array, int entry);

/// Number of derivatives, the value among them, along the axis of an array; 1 if it has none.
int num_derivatives(const NamedArray& array);

/// Which derivative an entry is of; 0 for the value.
int derivative_of(const NamedArray& array, int entry);

/// Index along every axis of an entry of an array.
std::vector<int> indices_of(const NamedArray& array, int entry);

}  // namespace appell::analysis
