#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "appell/trajectory/law.hpp"

namespace appell::trajectory {

/// Which way a joint moves along its law, at rest too, where rounding or noise leaves velocities of
/// any sign. It rests where its velocity may be zero, h the shortest piece, s the sd of q' at ends:
///
///   |q'| <= max(1e-8 of the largest of the motion, 1024 ε |q| / h, 4 s)                       (1)
///
/// and |q'| T <= 1e-6 max(1, |q|) if s = 0. At rest it has the direction of the motion to come on
/// the same piece of the law, else of the one before on that piece (where a move ends), else of the
/// next piece that moves, else of the last one: it starts its way, or has come from it.
/// A joint with max |q'| T <= 1e-9 max(1, |q|) stands still: it has none. For one thread.
class JointDirection {
 public:
  /// @param law  must outlive it.
  JointDirection(const Law& law, TimeRange range) : law_(&law), range_(range) {}

  /// @param q, rate  position and velocity at t.
  /// @return 1, -1, or 0 if it stands still all the time.
  double at(double t, double q, double rate) {
    if (!is_slow(q, rate)) return rate > 0.0 ? 1.0 : -1.0;
    return at_rest(t, rate);
  }

  /// The bound of (1); infinite for a joint that stands still.
  double rest_rate();

 private:
  bool is_slow(double q, double rate) const;
  double at_rest(double t, double rate);
  /// Looks at the whole motion once: pieces, and how fast they are.
  void prepare();
  double rate_at(double t);
  /// Of the first motion after `from`, or the last before, on a piece; 0 if it rests up to `to`.
  double first_on_way(double from, double to);
  double next_piece_that_moves(std::size_t piece);
  double last_piece_that_moved(std::size_t piece);

  const Law* law_;
  TimeRange range_;
  std::unique_ptr<LawCursor> cursor_;  ///< Null until it is prepared.
  std::vector<double> ends_;           ///< Of the pieces, with both ends of the motion.
  double rest_rate_ = 0.0;
  /// Of each piece the direction of the next one, from it on, that moves, and of the last one.
  std::vector<std::int8_t> next_, last_;
};

}  // namespace appell::trajectory
