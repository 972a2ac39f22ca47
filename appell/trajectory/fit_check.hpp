#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "appell/trajectory/law.hpp"

/// Whether a law is what its samples mean. Interpolation of samples that are far from equidistant
/// can be ill-conditioned: the spline then misses its samples, or swings far out between them.
namespace appell::trajectory {

struct FitDefect {
  std::size_t sample = 0;  ///< At it, or in the interval that ends with it.
  std::string what;        ///< "misses the sample at t = ... by ..."
  bool is_fatal = true;    ///< Otherwise it is worth a warning.
};

/// Looks what is wrong with a law that was made from samples. With the range of all samples of the
/// joint, 0.01 rad or m at least:
///
/// * an interpolating law that misses a sample by more than 1e-6 of it is fatal,
/// * a law that leaves the samples' range between two of them by ten times the range is fatal, by
///   once the range is worth a warning; what given velocities account for comes on top.
class FitCheck {
 public:
  enum class Kind { kInterpolates, kSmooths };

  /// @param values  values[k][i] is derivative k at times[i]; at least q. Both must outlive it.
  FitCheck(std::span<const double> times, const std::vector<std::vector<double>>& values,
           Kind kind = Kind::kInterpolates);

  /// At the samples first, first + 1, ..., and between them: what is fatal, or the worst that is
  /// not; none if the law is good.
  std::optional<FitDefect> defect(const Law& law, std::size_t first, std::size_t count) const;
  std::optional<FitDefect> defect(const Law& law) const { return defect(law, 0, times_.size()); }

 private:
  std::span<const double> times_;
  const std::vector<std::vector<double>>& values_;
  Kind kind_;
  double low_;
  double high_;
  double width_;        ///< The range, or what stands for it.
  double swing_ = 0.0;  ///< What velocities account for.
};

/// Whether the distances of samples differ by more than a factor of two.
bool is_uneven(std::span<const double> times);

/// The sample at the end of the widest gap; there are at least two.
std::size_t sample_after_widest_gap(std::span<const double> times);

}  // namespace appell::trajectory
