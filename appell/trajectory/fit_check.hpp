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
};

/// Looks what is wrong with a law that interpolates samples; nothing if
///
/// * at every sample it is within 1e-6 of the range of all samples,
/// * between two samples it leaves the range of all samples by no more than that range, or by what
///   the given velocities account for.
///
/// Equidistant samples make well-conditioned splines: for them only the samples are looked at.
class FitCheck {
 public:
  /// @param values  values[k][i] is derivative k at times[i]; at least q. Both must outlive it.
  FitCheck(std::span<const double> times, const std::vector<std::vector<double>>& values);

  /// At the samples first, first + 1, ..., and between them.
  std::optional<FitDefect> defect(const Law& law, std::size_t first, std::size_t count) const;
  std::optional<FitDefect> defect(const Law& law) const { return defect(law, 0, times_.size()); }

 private:
  std::span<const double> times_;
  const std::vector<std::vector<double>>& values_;
  double low_;
  double high_;
  double miss_;    ///< Allowed at a sample.
  double beyond_;  ///< Allowed between samples.
};

/// Whether the distances of samples differ by more than a factor of two.
bool is_uneven(std::span<const double> times);

/// The sample at the end of the widest gap; there are at least two.
std::size_t sample_after_widest_gap(std::span<const double> times);

}  // namespace appell::trajectory
