#pragma once

namespace appell::planning {

/// What is done about an optimum whose motion exceeds limits between its points, in this order.
enum class Remedy {
  kDivideFirst,
  kTightenRows,
  kTightenLimits,
  kSlow,
  kDivide,
  kDouble,
  kDividePass,
};

/// A row of the table of remedies.
struct RemedyRow {
  Remedy remedy;
  int most;  ///< How often.
  /// It is used where the legal motion would be slower than the optimum by more than this part.
  double beyond;
};

/// All that is tried in turn, once. Each row is needed by the test that is named with it, of
/// tests/planning.
inline constexpr RemedyRow kRemedies[] = {
    // Far from legal, limits would be made stricter by so much that the motion loses more than on a
    // finer grid: intervals are divided at once. (StrictMotion.FrictionThatIsSteepNearRest)
    {Remedy::kDivideFirst, 6, 0.02},
    // Rows are made stricter next to where they are exceeded. It costs least, as the limit stays
    // what it is elsewhere. (CommonLimits.EachAlone; that 2e-4 are not worth it:
    // StrictMotion.ALittleIsSlowedAndNotSolvedAgain)
    {Remedy::kTightenRows, 1, 2e-4},
    // Then whole limits: the check also sees what is narrower than the distance of points.
    // (GivenVelocities.MayBeSmall, where slowing would change the velocities at the ends)
    {Remedy::kTightenLimits, 7, 2e-4},
    // Then the whole motion is slowed, by what is left. Alone it would not do: where weight and
    // inertia balance each other, a slower motion takes more torque. (All that are legal)
    {Remedy::kSlow, 30, 0.0},
    // Intervals are too long for what limits do in them: they are divided there, by four where a
    // limit is exceeded by much, else by two. (StrictMotion.RangesWithoutZero needs more than three
    // divisions, and four parts)
    {Remedy::kDivide, 6, 5e-4},
    // Divided intervals do not do, as with many waypoints and friction that is steep near rest: all
    // again on twice as many. (StrictMotion.MoreIntervalsWhereDividedOnesDoNotDo)
    {Remedy::kDouble, 9, 0.02},
    // The second order has one remedy: all intervals of the pass are halved.
    // (StrictMotion.SecondOrderWithSteepFriction)
    {Remedy::kDividePass, 3, 1e-3},
};

constexpr const RemedyRow& row_of(Remedy remedy) {
  const RemedyRow* row = kRemedies;
  while (row->remedy != remedy) ++row;
  return *row;
}

}  // namespace appell::planning
