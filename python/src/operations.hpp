#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "python/src/robot.hpp"

/// What the functions of numpy arrays compute, each described once, for one sample and for many.
namespace appell::python {

/// What is asked of a function beside the motion.
struct Ask {
  int order = 0;  ///< Highest time derivative that is wanted.
  int p = 0;      ///< Of an acceleration energy.
  std::span<const model::Frame> frames = {};
  Surroundings surroundings = {};
};

/// Some samples, by one thread: motion in, rows of numbers out; plain derivatives on both sides.
struct Work {
  UncheckedDynamics& dynamics;
  const model::Model& model;
  const Ask& ask;
  const ConstBlockRef& motion;
  double* out;        ///< The rows of the samples, the last index of each fastest.
  std::size_t width;  ///< Numbers of a row.
  BlockRef a, b;      ///< Memory for results, see Operation::rooms.

  int num_samples() const { return motion.num_samples(); }
  int n() const { return model.num_coordinates(); }
  /// Entries of some columns of a block, column by column or row by row, to places at, at + 1, ...
  /// of the rows.
  enum class By { kColumns, kRows };
  void put(const BlockRef& from, int first_column, int num_columns, By by, int at) const;
};

struct Operation {
  std::string_view name;  ///< Of the Python function, or "forces(TERM)".
  bool is_term() const { return name.starts_with("forces("); }
  Content content;
  Content only_with_loads;  ///< What of it nobody needs without them.
  /// Order of q that it takes.
  int (*motion_order)(const model::Model& model, const Ask& ask);
  /// Order of the Dynamics.
  int (*dynamics_order)(const Ask& ask);
  /// Extents of the result, the first that of the derivatives.
  std::vector<long> (*extents)(const model::Model& model, const Ask& ask);
  /// Rows and columns of the blocks a and b.
  struct Rooms {
    std::pair<int, int> a, b = {0, 0};
  };
  Rooms (*rooms)(const model::Model& model, const Ask& ask);
  /// @return the highest derivative that exists everywhere.
  int (*run)(const Work& work);

  DynamicsPool::Key key(const Ask& ask, int capacity) const {
    return {dynamics_order(ask), capacity,
            ask.surroundings.is_empty() ? without(content, only_with_loads) : content};
  }
};

/// By which Python calls them: their places here; OPERATIONS are their names.
const std::vector<Operation>& operations();

}  // namespace appell::python
