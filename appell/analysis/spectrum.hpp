#pragma once

#include <span>
#include <string>
#include <vector>

namespace appell::analysis {

/// By what samples are multiplied before they are transformed.
enum class Window {
  kHann,  ///< w_i = ½ (1 - cos(2π i/N)): a tone keeps to three lines, whatever its frequency.
  kRectangular,  ///< w_i = 1: for motions of whole periods, and those that begin and end at zero.
};
std::string window_name(Window window);

/// The one-sided spectrum of N samples, at frequencies f_k = k/(N dt), k = 0..⌊N/2⌋.
///
///   x̃_i = w_i (x_i - m),  m = Σ w_i x_i / Σ w_i,   X_k = Σ_i x̃_i exp(-2πi k i/N)             (1)
///   amplitude_k = c_k |X_k| / Σ w_i,   power_k = c_k |X_k|² / (N Σ w_i²)                       (2)
///
/// with c_k = 1 at k = 0 and at half the rate, else 2. A tone A cos(2πft + φ) on a line has there
/// the amplitude A; between two lines, the window's share of it (Hann: at least 0.849). The powers
/// add up to the mean square of the samples, weighted by w²: Parseval's equation.
struct Spectrum {
  double line_width = 0.0;        ///< f_1, Hz.
  std::vector<double> amplitude;  ///< In the unit of the samples.
  std::vector<double> power;      ///< In its square.

  double frequency(std::size_t line) const { return line_width * static_cast<double>(line); }
  double mean_square() const;
  /// The frequency with the largest amplitude, Hz; 0 where there is none.
  double dominant_frequency() const;
  /// The part of mean_square() between two frequencies, 0..1. A line stands for the frequencies
  /// that are nearer to it than to others, in equal parts; so a band may be narrower than a line. 0
  /// where there is nothing but rounding.
  double share(double low, double high) const;
};

/// @param dt  time between two samples, s.
/// @throws InvalidArgument for fewer than kLeastSpectrum samples, a number that is not finite, or a
///   number of samples that has_fast_transform() refuses.
/// @note O(N log N).
Spectrum spectrum_of(std::span<const double> samples, double dt, Window window);
inline constexpr long long kLeastSpectrum = 8;
inline constexpr long long kMostSpectrum = 1LL << 22;

/// Whether no prime factor of a number is above 1000: the others cost as much as a plain sum.
bool has_fast_transform(long long count);

}  // namespace appell::analysis
