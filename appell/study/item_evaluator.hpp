#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "appell/study/motion_times.hpp"
#include "appell/study/study.hpp"

namespace appell::study {

/// Vector instructions that items are computed with on this machine, as "avx2": with others the
/// last digits of results are others.
std::string own_instructions();
/// Those of all machines.
std::vector<std::string> all_instructions();

/// The samples of one item, of the arrays that are kept.
struct ItemSeries {
  std::vector<double> times;
  std::vector<std::vector<double>> rows;  ///< Of each array: a row of entries per sample.
};

/// Computes the items of one model and one motion. The motion is sampled once: an item changes
/// numbers of the robot, or the speed, which scales coefficients. For one thread.
class ItemEvaluator {
 public:
  /// The study must outlive it.
  /// @throws as Study::motion() and Study::times().
  ItemEvaluator(const Study& study, int model, int motion);
  ~ItemEvaluator();

  int model() const { return model_; }
  int motion() const { return motion_; }
  /// Samples of an item.
  long long num_samples() const { return times_.count(); }

  /// @param numbers  as Variations::numbers() describes them, overwritten.
  /// @param results  as Study::results() describes them, overwritten.
  /// @param series  null if none are wanted.
  /// @throws NumericalError naming what is not finite.
  /// @note After the first item, no heap allocation for forces and energies of changed masses,
  ///   friction, gravity and speed; models with other rotors or lengths are built anew, and
  ///   checks of limits allocate.
  void compute(long long draw, std::span<double> numbers, std::span<double> results,
               ItemSeries* series = nullptr);
  /// The results of robot and motion as their files have them: nothing is drawn.
  /// @throws InvalidArgument if there is room for another number of results.
  void compute_nominal(std::span<double> results);

  /// Robot, motion and limits of what was computed last; the robot changes with the next item.
  const model::Model& robot() const;
  trajectory::Trajectory item_motion() const;
  const std::vector<model::MotionLimit>& limits() const { return item_.limits; }

  /// Arrays of which series are kept, in the order of ItemSeries::rows.
  std::vector<const analysis::NamedArray*> series_arrays() const;

 private:
  /// A robot and what computes its numbers.
  struct Robot;

  void make_states();
  void build_anew();
  void set_numbers();
  /// With the numbers that are set; how many of the results are reductions.
  std::size_t compute_results(std::span<double> results, ItemSeries* series);
  /// The states of a block at the speed of the item.
  const model::StateBlock& states(int block);
  void sample(int block, model::StateBlock& out);
  int num_blocks() const;
  void reduce(std::span<double> results, ItemSeries* series);
  void keep(const model::StateBlock& here, ItemSeries& series) const;
  void check_limits(std::span<double> results) const;
  void require_finite(std::span<const double> results, long long draw) const;

  const Study& study_;
  int model_;
  int motion_;
  trajectory::Trajectory trajectory_;
  trajectory::TrajectoryCursor cursor_;
  MotionTimes times_;  ///< At speed 1.
  int capacity_ = 0;
  std::vector<double> block_times_;        ///< Of one block, at speed 1.
  std::vector<model::StateBlock> blocks_;  ///< At speed 1; empty if they would be too large.
  model::StateBlock scaled_;
  DrawnItem item_;
  std::vector<double> point_, scratch_;
  std::unique_ptr<Robot> robot_;
  std::optional<ColumnReducer> reducer_;
  std::vector<double> factors_;     ///< k! of each column.
  std::vector<double> item_times_;  ///< At the item's speed; empty unless a reduction needs them.
  std::vector<double> room_;
};

}  // namespace appell::study
