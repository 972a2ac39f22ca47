#include "appell/trajectory/joint_direction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "appell/base/error.hpp"

namespace appell::trajectory {
namespace {

constexpr double kAtRest = 1e-8;            // Of the largest velocity,
constexpr double kRounding = 1024.0;        // of the last digit of q per length of a piece,
constexpr double kUnsure = 4.0;             // of the standard deviation of q': what may be zero.
constexpr double kSlowWay = 1e-6;           // rad or m, in all of the motion, or of the position.
constexpr double kNoWay = 1e-9;             // Likewise.
constexpr int kSamples = 256;               // Of the motion, at least,
constexpr int kOfPiece = 4;                 // and of each piece,
constexpr std::size_t kMostPieces = 20000;  // of so many.
constexpr std::int8_t kNotKnown = 2;

double sign_of(double rate) { return rate > 0.0 ? 1.0 : -1.0; }

/// Of the velocity, at the ends, where that of a record is largest.
double deviation_at_ends(LawCursor& cursor, TimeRange range) {
  double variance = 0.0;
  for (const double end : {range.start, range.end}) {
    double covariance[4] = {};
    cursor.covariance(end, 2, covariance);
    variance = std::max(variance, covariance[3]);
  }
  return std::sqrt(variance);
}

}  // namespace

bool JointDirection::is_slow(double q, double rate) const {
  return law_->is_uncertain() ||
         std::abs(rate) * range_.duration() <= kSlowWay * std::max(1.0, std::abs(q));
}

double JointDirection::rest_rate() {
  if (cursor_ == nullptr) prepare();
  return rest_rate_;
}

double JointDirection::rate_at(double t) {
  double q[2] = {0.0, 0.0};
  try {
    cursor_->expand(t, q);
  } catch (const NumericalError&) {  // No derivative there: its neighbours count.
    return 0.0;
  }
  return q[1];
}

void JointDirection::prepare() {
  cursor_ = law_->cursor();
  ends_ = {range_.start};
  for (const double seam : law_->seams()) {
    if (seam > ends_.back() && seam < range_.end) ends_.push_back(seam);
  }
  ends_.push_back(range_.end);
  const std::size_t num_pieces = ends_.size() - 1;
  next_.assign(num_pieces, kNotKnown);
  last_ = next_;
  const std::size_t step = 1 + num_pieces / kMostPieces;
  const int count = std::max(kOfPiece, kSamples / static_cast<int>(num_pieces / step + 1));
  double fastest = 0.0;
  double shortest = range_.duration();
  double q = 0.0;
  for (std::size_t piece = 0; piece < num_pieces; piece += step) {
    const double length = ends_[piece + 1] - ends_[piece];
    shortest = std::min(shortest, length);
    for (int i = 0; i < count; ++i) {
      fastest = std::max(fastest, std::abs(rate_at(ends_[piece] + length * (i + 0.5) / count)));
    }
  }
  law_->expand(range_.start, {&q, 1});
  const bool is_still = fastest * range_.duration() <= kNoWay * std::max(1.0, std::abs(q));
  const double last_digit = std::numeric_limits<double>::epsilon() * std::abs(q);
  rest_rate_ = is_still ? std::numeric_limits<double>::infinity()
                        : std::max({kAtRest * fastest, kRounding * last_digit / shortest,
                                    kUnsure * deviation_at_ends(*cursor_, range_)});
}

double JointDirection::at_rest(double t, double rate) {
  if (cursor_ == nullptr) prepare();
  if (std::abs(rate) > rest_rate_) return sign_of(rate);
  if (std::isinf(rest_rate_)) return 0.0;
  const auto after = std::upper_bound(ends_.begin() + 1, ends_.end() - 1, t);
  const auto piece = static_cast<std::size_t>(after - ends_.begin()) - 1;
  double direction = first_on_way(t, ends_[piece + 1]);
  if (direction == 0.0) direction = first_on_way(t, ends_[piece]);
  if (direction == 0.0) direction = next_piece_that_moves(piece + 1);
  if (direction == 0.0) direction = last_piece_that_moved(piece);
  return direction;
}

double JointDirection::first_on_way(double from, double to) {
  constexpr int kHalvings = 30;
  for (int i = kHalvings; i >= 0; --i) {
    const double rate = rate_at(from + std::ldexp(to - from, -i));
    if (std::abs(rate) > rest_rate_) return sign_of(rate);
  }
  return 0.0;
}

double JointDirection::next_piece_that_moves(std::size_t piece) {
  double direction = 0.0;
  std::size_t i = piece;
  for (; i < next_.size() && direction == 0.0; ++i) {
    direction = next_[i] != kNotKnown ? next_[i] : first_on_way(ends_[i], ends_[i + 1]);
    if (next_[i] == 0) break;  // None from there on.
  }
  for (; i > piece; --i) next_[i - 1] = static_cast<std::int8_t>(direction);
  return direction;
}

double JointDirection::last_piece_that_moved(std::size_t piece) {
  double direction = 0.0;
  std::size_t i = piece + 1;
  for (; i > 0 && direction == 0.0; --i) {
    direction = last_[i - 1] != kNotKnown ? last_[i - 1] : first_on_way(ends_[i], ends_[i - 1]);
    if (last_[i - 1] == 0) break;
  }
  for (; i <= piece; ++i) last_[i] = static_cast<std::int8_t>(direction);
  return direction;
}

}  // namespace appell::trajectory
