#pragma once

#include <string_view>
#include <vector>

#include "python/src/robot.hpp"

/// What the functions of numpy arrays compute, each described once: for one sample and for a block
/// of them.
namespace appell::python {

/// What is asked of a function beside the motion.
struct Ask {
  int order = 0;  ///< Highest time derivative that is wanted.
  int p = 0;      ///< Of an acceleration energy.
  std::vector<const model::Frame*> frames = {};
  force::Surroundings surroundings = {};
};

/// One sample: motion in, numbers out; plain derivatives on both sides.
struct SingleWork {
  EnginePool& engines;
  const model::Model& model;
  const Ask& ask;
  const double* motion;  ///< q, q', ...: n numbers each.
  double* out;           ///< The result, its last index fastest.
};

/// A block of samples, by one thread.
struct BlockWork {
  const model::Model& model;
  const Ask& ask;
  force::UncheckedEngineBatch& engine;
  const model::StateBlock& states;
  double* out;            ///< The rows of the samples.
  std::size_t width;      ///< Numbers of a row.
  model::SeriesBlock& a;  ///< Memory for results of the engine, see Operation::columns.
  model::SeriesBlock& b;

  int num_samples() const { return states.num_samples(); }
  int n() const { return model.num_coordinates(); }
  /// Columns first, first + 1, ... of a block, every coefficient k as k-th derivative: to places at
  /// + k step, ... of the rows.
  void put(const model::SeriesBlock& from, int first, int count, int order, std::size_t at,
           std::size_t step) const;
};

struct Operation {
  std::string_view name;  ///< Of the Python function, or "forces(TERM)".
  bool is_term() const { return name.starts_with("forces("); }
  force::EngineContent content;
  force::EngineContent only_with_loads;  ///< What of it nobody needs without them.
  /// Order of q that it takes.
  int (*motion_order)(const model::Model& model, const Ask& ask);
  /// Order of the engine of a batch.
  int (*engine_order)(const Ask& ask);
  /// Extents of the result, the first that of the derivatives.
  std::vector<long> (*extents)(const model::Model& model, const Ask& ask);
  /// Number of columns and order of the blocks a and b; 0 columns: not used.
  struct Columns {
    int a = 0;
    int a_order = 0;
    int b = 0;
    int b_order = 0;
  };
  Columns (*columns)(const model::Model& model, const Ask& ask);
  /// @return the highest derivative that exists everywhere.
  int (*single)(const SingleWork& work);
  int (*block)(const BlockWork& work);
};

/// By which Python calls them: their places here; OPERATIONS are their names.
const std::vector<Operation>& operations();

}  // namespace appell::python
