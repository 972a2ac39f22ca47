#pragma once

#include <span>
#include <vector>

#include "appell/record/recording.hpp"

namespace appell::record {

/// Which clock stands behind the stamps of a record.
struct ClockChoice {
  enum class Kind {
    kFind,       ///< Stamps are rebuilt where it is clear that rows are whole cycles apart.
    kAsStamped,  ///< The stamps are right.
    kCycle       ///< Rows are whole cycles of `cycle` s apart.
  };
  Kind kind = Kind::kFind;
  double cycle = 0.0;

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
  double off_stamps = 0.0;  ///< The same of the stamps' steps to the whole cycles that are seen.
  double lost = 0.0;        ///< Share of steps of two cycles or more.
  double repeated = 0.0;    ///< Share of steps of none.
};

/// The clock of whole cycles that the steps show, if they do: to a tenth of a cycle, while the
/// stamps do not.
Clock recognise_clock(const Recording& recording, const ClockSteps& steps);

/// By how much the steps of the stamps vary, but for holes and lost rows, s; 0 if they are even to
/// the digit.
double step_deviation(const Recording& recording);

/// The steps of a state that changes once in a cycle and is written more often than that, so that
/// some rows repeat the row before: each row shows the last change before its stamp,
///
///   t_i - k_i cycle stays within one row,   k_i: number of changes so far (2)
///
/// while the robot moves.
struct HeldClock {
  double cycle = 0.0;  ///< s; 0: (2) is true of no cycle.
  double error = 0.0;  ///< Of a rebuilt time, for the cycle is known to so many digits only, s.
  ClockSteps steps;    ///< Whole cycles.
};

/// @param repeated  rows that repeat the row before in motion, repeated_rows().
HeldClock held_clock(const Recording& recording, const std::vector<std::size_t>& repeated);

/// The steps of a state that a writer with even stamps looks at: each row shows the last change
/// before its stamp. All rows then follow from the cycle and one phase, which is that of the fewest
/// contradictions to the steps that are seen.
ClockSteps polled_steps(const Recording& recording, const ClockSteps& steps, double cycle);

/// Where rebuilt times lie between the stamps.
enum class Placement {
  kAmong,   ///< Stamps are as often early as late.
  kBefore,  ///< Stamps are late, by nothing to a whole step: a writer looks at a state now and
            ///< then.
};

/// Error of the begin of times that are placed before their stamps, beside the stamps' own.
inline constexpr double kOfExtremes = 0.5;

/// A record on a clock.
struct RebuiltRecording {
  Recording recording;                ///< Times are whole cycles apart.
  double cycle = 0.0;                 ///< s
  std::vector<std::size_t> left_out;  ///< Rows that are no cycle after the one before.
  std::size_t lost = 0;               ///< Cycles without a row.
};

/// @throws InvalidArgument unless cycle > 0.
RebuiltRecording on_clock(const Recording& recording, const ClockSteps& steps, double cycle,
                          Placement placement);

/// The cycle for which steps of whole cycles last as long as the stamps, by least squares; a number
/// of three digits if that is as good.
double fitted_cycle(const Recording& recording, const ClockSteps& steps, double cycle);

/// Whether a rebuilt record has more than half of the rows and lasts as long as the stamps say, to
/// 1 % and five cycles.
bool is_as_long(const Recording& recording, const RebuiltRecording& rebuilt);

}  // namespace appell::record
