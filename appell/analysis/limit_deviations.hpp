#pragma once

#include "appell/analysis/motion_check.hpp"
#include "appell/record/recording.hpp"

namespace appell::analysis {

/// How well the worst of each limit is known, of a motion that is known only to within covariances
/// (Trajectory::is_uncertain()): sets LimitVerdict::sd, to first order
///
///   Var x = Σ_j Σ_{m,l} J_jm Cov(q_j⁽ᵐ⁾, q_j⁽ˡ⁾) J_jl,   J_jm = ∂x/∂q_j⁽ᵐ⁾                    (1)
///
/// J by differences of x, whose steps are 1/100 of the standard deviations of the q⁽ᵐ⁾: what is not
/// linear is then far below the deviation itself. The sign of dry friction is kept, and so are
/// loads. Of the largest value over time, (1) is the deviation too, because x does not change to
/// first order when the time of it does. NaN stays where nothing is known: of an exact motion, of
/// impulses and energies, with friction by radial load, of a value of zero whose size counts, and
/// where the motion has no covariances of derivatives as high as are needed.
void set_deviations(const model::Model& model, const trajectory::Trajectory& motion,
                    const model::Frame& frame, MotionCheck& check);

/// How much of the worst of each limit may be noise, of a motion that goes through the samples of a
/// record: sets LimitVerdict::noise to the larger of two numbers. One is sd √(2 ln N), about the
/// largest of N values of noise that is the same in all rows: sd is (1) with the noise of the
/// samples, N their number. The other is how far the worst is from what it would be with the
/// derivatives that the rows about its time support (record::supported_derivatives()): noise that
/// is larger there than elsewhere, rows that repeat, stamps that jitter, the ends of the record.
/// NaN stays where too few samples say, of impulses and of energies.
void set_noise(const model::Model& model, const trajectory::Trajectory& motion,
               const model::Frame& frame, const record::Recording& recording, MotionCheck& check);

}  // namespace appell::analysis
