#pragma once

#include <span>
#include <vector>

#include "appell/record/recording.hpp"

namespace appell::record {

/// What is done about the clock of a recording.
struct ClockChoice {
  enum class Kind {
    kFind,       ///< Rebuilt where the rows show clearly what it is.
    kAsStamped,  ///< The stamps count.
    kCycle,      ///< Rows are whole cycles apart, of a length that is given.
  };
  Kind kind = Kind::kFind;
  double cycle = 0.0;  ///< s, of kCycle.

  bool operator==(const ClockChoice&) const = default;
};

/// The true time between rows, as the motion shows it:
///
///   Δt_i = Σ_j q'_j Δq_j / Σ_j q'_j²                                                     (1)
///
/// over the joints j, wherever the robot moves. Stamps of a computer jitter about the clock of the
/// robot, whose rows are whole cycles apart.
struct ClockSteps {
  std::vector<double> seconds;  ///< From row i to row i + 1; by the stamps where it hardly moves.
  std::vector<bool> is_seen;    ///< Whether by the motion.
};

/// @param rates  q' of every joint at every row, [joint][row], as smoothing gives it.
/// @param noise  standard deviation of the positions of every joint.
ClockSteps clock_steps(const Recording& recording, const std::vector<std::vector<double>>& rates,
                       std::span<const double> noise);

/// A clock behind the stamps of a record.
struct Clock {
  double cycle = 0.0;       ///< s; 0: none is recognised.
  double off_cycles = 0.0;  ///< Root mean square of the steps' distance to whole cycles, in cycles.
  double off_stamps = 0.0;  ///< The same of the stamps' steps.
  double lost = 0.0;        ///< Share of steps of two cycles or more.
  double repeated = 0.0;    ///< Share of steps of none.
};

/// The clock of whole cycles that the steps show, if they do: to a tenth of a cycle, while the
/// stamps do not.
Clock recognise_clock(const Recording& recording, const ClockSteps& steps);

/// The record with times that are whole cycles apart, without the rows that are no cycle after the
/// one before. It begins at the same time.
/// @throws InvalidArgument unless cycle > 0 and fewer than half of the rows are lost.
Recording on_clock(const Recording& recording, const ClockSteps& steps, double cycle);

}  // namespace appell::record
