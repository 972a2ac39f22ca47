#pragma once

#include "appell/base/types.hpp"

/// Not installed: small dense linear programmes.
namespace appell::analysis {

/// maximise cᵀx  subject to  row_low <= A x <= row_high,  x_low <= x <= x_high                  (1)
///
/// Bounds may be infinite, or equal to each other: then they are an equation.
struct LinearProgramme {
  VecX objective;  ///< c
  MatX A;
  VecX row_low;
  VecX row_high;
  VecX x_low;
  VecX x_high;
};

struct LinearOptimum {
  enum class Status { kOptimal, kInfeasible, kUnbounded };
  Status status = Status::kInfeasible;
  VecX x;              ///< Where it is attained; of size zero if it is not.
  double value = 0.0;  ///< cᵀx
};

/// The optimum of (1), by the simplex method with bounds on a dense tableau; rows and columns are
/// scaled first. A constraint counts as kept to 1e-10 of its scale. At the end x is solved anew
/// from the constraints that are active, so that it carries no error of the pivots.
/// @throws InvalidArgument if sizes differ, a coefficient is not finite or a range is empty;
///   NumericalError if the method does not end.
/// @note O(rows · columns) a pivot; meant for some dozens of each.
LinearOptimum maximum(const LinearProgramme& programme);

}  // namespace appell::analysis
