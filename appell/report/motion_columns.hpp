#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"
#include "appell/report/table.hpp"
#include "appell/taylor/factorial.hpp"

namespace appell::report {

/// Highest order of a request: acceleration energies of order N take q up to 2N + 1.
inline constexpr int kMostColumnOrder = (taylor::kMaxOrder - 1) / 2;

/// Which quantities along a motion.
struct ColumnRequest {
  int order = 2;                  ///< Highest time derivative of each quantity.
  std::string frame;              ///< End-effector link; empty: the model's default.
  std::vector<std::string> only;  ///< Names as of `appell eval`, or "q"; empty: all.
};

/// Computes some columns of the table of a motion, for whole blocks of samples: the general passes
/// do (general_columns()), force_columns() is faster for what it has. May be called from several
/// threads at once.
class ColumnSource {
 public:
  ColumnSource() = default;
  ColumnSource(const ColumnSource&) = delete;
  ColumnSource& operator=(const ColumnSource&) = delete;
  virtual ~ColumnSource() = default;

  virtual const std::vector<ColumnGroup>& groups() const = 0;

  /// Order to which the states must be sampled.
  virtual int state_order() const = 0;

  /// Fills row i of `rows`, which has as many numbers as groups() have columns and begins at
  /// rows[i * stride], from states[i].
  virtual void fill(std::span<const model::StateSeries> states, double* rows,
                    std::size_t stride) const = 0;
};

/// The coordinates themselves, "q", with derivatives 0..order.
std::unique_ptr<ColumnSource> coordinate_columns(const model::Model& model, int order);

/// Whether a request asks for "q".
bool wants_coordinates(const ColumnRequest& request);

/// All quantities of `appell eval`, with the same names and shapes, by the same functions. Where a
/// model has dry friction that is not smooth, Q_friction and Q_motor have their values only.
/// @param sample  a state of the motion to order general_state_order(), which shows the shapes.
/// @throws InvalidArgument for an order, frame or quantity that does not exist.
std::unique_ptr<ColumnSource> general_columns(const model::Model& model,
                                              const ColumnRequest& request,
                                              const model::StateSeries& sample);

/// Whether nothing but "Q_inertia" and "Q_drive" is asked for, besides "q": what force_columns()
/// has.
bool are_forces_only(const ColumnRequest& request);

/// The same columns as general_columns() for such a request, several times faster.
std::unique_ptr<ColumnSource> force_columns(const model::Model& model, const ColumnRequest& request,
                                            const model::StateSeries& sample);

/// Order of q that the quantities of a request take.
int general_state_order(const model::Model& model, const ColumnRequest& request);

}  // namespace appell::report
