#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "appell/base/error.hpp"
#include "appell/record/recording.hpp"
#include "appell/record/smooth_recording.hpp"
#include "appell/trajectory/law.hpp"

/// From a recording to a law of motion. The law is a function of the recording and of these options
/// alone: not of the order that is asked for, of the command, or of limits.
namespace appell::record {

/// What is done about the noise of a recording.
struct Smoothing {
  enum class Kind {
    kAuto,       ///< The most likely motion; exact data are interpolated.
    kNone,       ///< Interpolated, noise and all.
    kDeviation,  ///< The most likely motion for a given standard deviation.
  };
  Kind kind = Kind::kAuto;
  double deviation = 0.0;  ///< Of positions, for kDeviation, rad or m.

  bool operator==(const Smoothing&) const = default;
};

/// Derivatives of q that the law of a recording has, unless more are asked for: those of τ'', and
/// two more where exact data are interpolated, which determine them.
inline constexpr int kUsualDerivatives = 4;
inline constexpr int kUsualExactDerivatives = 6;

/// Rows in which nothing moves: a path has none.
enum class Rests { kKept, kLeftOut };

struct LawOptions {
  Smoothing smooth;
  ClockChoice clock;
  int derivatives = 0;     ///< The law has at least this many; 0: the usual ones.
  double noise = 0.0;      ///< Root mean square that a smoothing spline leaves; 0: no such spline.
  double smoothing = 0.0;  ///< λ of a smoothing spline; 0: no such spline.
  Rests rests = Rests::kKept;  ///< Of exact data.
};

enum class LawKind {
  kSpline,           ///< Through the samples.
  kHermite,          ///< Through the samples and their given derivatives, row by row.
  kSmoothingSpline,  ///< LawOptions::noise or smoothing.
  kMostLikely,       ///< With covariances.
};

struct RecordedMotion {
  LawKind kind = LawKind::kSpline;
  std::vector<std::shared_ptr<const trajectory::Law>> laws;  ///< Of recording->joints.
  std::shared_ptr<const Recording> recording;                ///< As it was used.
  std::vector<std::string> repairs;  ///< "2 wraps of joint1 unwrapped": what was mended.
  std::vector<std::string> notes;    ///< What was found, a line per joint.
  std::vector<std::string> warnings;
  bool is_exact = false;  ///< No noise is seen in the samples, or derivatives are given.
  int determined =
      1000;  ///< Derivatives above this one are a guess: the record does not tell them.
  std::string treatment;  ///< "exact, interpolated" or "noise 2.9e-06 to 3e-06 rad, smoothed"
};

/// The samples are legal, and yet no law can be made of them, or it is not what they mean.
class RecordDefect : public InvalidArgument {
 public:
  RecordDefect(std::size_t row, const std::string& text) : InvalidArgument(text), row_(row) {}
  std::size_t row() const { return row_; }  ///< Of the recording, from 0.

 private:
  std::size_t row_;
};

/// What to call the rows of a recording in messages: "line 12".
using NameOfRow = std::function<std::string(std::size_t)>;

/// @throws RecordDefect.
RecordedMotion recorded_motion(Recording recording, const LawOptions& options,
                               const NameOfRow& name_of_row);

}  // namespace appell::record
