#pragma once

#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "appell/analysis/limit_series.hpp"
#include "appell/analysis/motion_check.hpp"
#include "appell/taylor/polynomial_peak.hpp"

namespace appell::analysis {

/// The largest value so far of a limited quantity, or of its negative.
struct LimitPeak {
  double value = -std::numeric_limits<double>::infinity();
  double time = 0.0;
  double half = 0.0;  ///< Of the segment, if it is inside one; 0 at an end of it.
};

/// A limit, and what was found of it so far.
struct WatchedLimit {
  model::MotionLimit limit;
  double size;     ///< The larger finite end, in the unit of the polynomials.
  LimitPeak high;  ///< Of x.
  LimitPeak low;   ///< Of -x.
  bool is_impulse = false;
  double impulse_time = 0.0;
  double uncertainty = 0.0;
  bool is_figure = false;  ///< Not limited, but wanted.

  void set_impulse(double t) {
    if (!is_impulse || t < impulse_time) impulse_time = t;
    is_impulse = true;
  }
};

/// The larger of the sizes of the finite ends of a limit; 0 if there is none.
double larger_end(const model::MotionLimit& limit);

/// The highest derivative that is limited.
int highest_order(const std::vector<model::MotionLimit>& limits);

/// Times at which a derivative of any joint or load may jump, with both ends of the motion.
std::vector<double> seams_of(const trajectory::Trajectory& motion, const MotionLoads* loads);

/// Covers a motion by segments on which all that is limited is a polynomial, motion_check.hpp eq.
/// (1), and keeps what is largest on them, and of energies the sum.
class LimitCover {
 public:
  /// What is given must outlive it.
  /// @param num_figures  so many of the last `limits` are none, but wanted as figures.
  LimitCover(const model::Model& model, const trajectory::Trajectory& motion,
             const model::Frame& frame, const std::vector<model::MotionLimit>& limits,
             std::size_t num_figures, const CheckRequest& request);

  /// @throws NumericalError if the request's `stop` is set.
  void run();

  std::vector<WatchedLimit>& watched() { return watched_; }
  const std::vector<TimeSegment>& segments() const { return segments_; }

 private:
  /// What is left out of a series, as in eq. (1); of a force also of its part by inertia, the
  /// others being smoother.
  struct Remainder {
    double rest;
    double size;  ///< Of all terms.
  };

  /// Judges segments; those that are too long come back in parts.
  std::vector<TimeSegment> open_segments(const std::vector<TimeSegment>& segments);
  void expand();
  void judge(const TimeSegment& segment, int sample, std::vector<TimeSegment>& open);
  /// @throws NumericalError if there are too many.
  void lose(const WatchedLimit& watched, const TimeSegment& segment);
  /// @throws NumericalError if most segments of the first round would need far too many parts.
  void check_hope(const std::vector<TimeSegment>& first) const;
  /// What a polynomial must be good for: what is attained, here or elsewhere.
  double scale_of(const WatchedLimit& watched, double size, int sample) const;
  /// Takes the values of everything at some places of every segment, to hold polynomials against.
  void take_values(std::span<const TimeSegment> segments);
  std::size_t value_index(std::size_t segment, std::size_t watched, std::size_t place) const;
  /// The largest size of them.
  double largest_found(std::size_t segment, std::size_t watched) const;
  /// Whether the polynomials of a segment are what was found at its places.
  bool is_verified(int sample, double half);
  Remainder remainder(const WatchedLimit& watched, int sample, double half);
  double last_terms(const WatchedLimit& watched, std::span<const double> c) const;
  /// Where a joint with dry friction turns round inside a segment, the segment ends there.
  bool split_at_reversal(const TimeSegment& segment, int sample, std::vector<TimeSegment>& open);
  void note_rates(const TimeSegment& segment, int sample);
  /// Dry friction jumps where its joint turns round: the torque's derivatives are infinite there.
  void find_reversals();
  void set_impulses(int coordinate, double t);
  void note(WatchedLimit& watched, const TimeSegment& segment, int sample);
  void report();
  /// Expands once more where the peak is, so that its time is as good as its value.
  void refine(WatchedLimit& watched, LimitPeak& peak, double sign);

  const trajectory::Trajectory& motion_;
  const CheckRequest& request_;
  trajectory::TrajectoryCursor cursor_;
  LimitSeries series_;
  model::StateBlock states_;
  LimitSeries low_series_;  ///< For values alone.
  model::StateBlock low_states_;
  std::vector<double> values_;
  std::vector<bool> has_rest_;  ///< Whether a joint with dry friction stands still there.
  std::vector<double> c_;
  std::vector<double> times_;
  std::vector<double> seams_;
  double latest_;  ///< The largest size of a time.
  std::vector<WatchedLimit> watched_;
  std::vector<TimeSegment> segments_;
  /// A joint with dry friction on a segment.
  struct DryRate {
    double begin;  ///< Of the segment, s.
    double rate;   ///< In its middle.
  };
  std::vector<std::vector<DryRate>> dry_rates_;  ///< Of each such joint.
  std::vector<double> rest_rates_;               ///< Likewise.
  std::size_t num_lost_ = 0;                     ///< Segments without finite numbers.
  /// Parts from which on a segment has no hope, how many have none, and of what.
  double hopeless_parts_ = std::numeric_limits<double>::infinity();
  std::size_t num_hopeless_ = 0;
  const WatchedLimit* hopeless_ = nullptr;
  double largest_power_ = 0.0;  ///< Of what is a figure, W.
  double covered_ = 0.0;        ///< By segments, s.
};

}  // namespace appell::analysis
