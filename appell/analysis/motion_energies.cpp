#include "appell/analysis/motion_energies.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "appell/analysis/limit_series.hpp"
#include "appell/base/error.hpp"
#include "appell/dynamics/block_dynamics.hpp"
#include "appell/taylor/polynomial_peak.hpp"

namespace appell::analysis {
namespace {

constexpr int kEngineOrder = 13;  // Of forces; energies have a term less for each p above 1.
constexpr int kEnergyDegree = kEngineOrder + 1 - kHighestCompared;
constexpr int kSegmentsAtOnce = 64;
constexpr double kLeftOut = 1e-13;  // Of the largest value.
constexpr int kMostRounds = 8;      // Halvings of a segment: 2⁻⁸⁸ of the last terms are left.

const model::MotionLimit kAllPowers{.what = model::Limited::kTotalPower};

double sum_of_terms(std::span<const double> c) {
  double sum = 0.0;
  for (const double x : c) sum += std::abs(x);
  return sum;
}

/// ∫ p ds between two places.
double integral_of(std::span<const double> c, double low, double high) {
  double at_low = 0.0, at_high = 0.0;
  for (std::size_t k = c.size(); k-- > 0;) {
    const double x = c[k] / static_cast<double>(k + 1);
    at_low = (at_low + x) * low;
    at_high = (at_high + x) * high;
  }
  return at_high - at_low;
}

/// The polynomials of one block of segments after the other.
class EnergySums {
 public:
  EnergySums(const model::Model& model, const trajectory::Trajectory& motion,
             const model::Frame& frame, const MotionLoads* loads)
      : cursor_(motion),
        powers_(model, frame, std::span(&kAllPowers, 1), kEngineOrder, kSegmentsAtOnce, loads),
        engine_(model, {.order = kEngineOrder,
                        .capacity = kSegmentsAtOnce,
                        .content = Content::kForces | Content::kEnergies}),
        states_(model.num_coordinates(), kEngineOrder + 2, kSegmentsAtOnce),
        energies_(kHighestCompared + 1, model::SeriesBlock(1, kEnergyDegree, kSegmentsAtOnce)),
        numbers_(powers_.max_coefficients()),
        scales_(kHighestCompared + 2, 0.0) {
    sums_.acceleration.resize(kHighestCompared + 1);
  }

  /// The largest values, to which remainders are compared.
  void look(const std::vector<TimeSegment>& segments) {
    in_blocks(segments, [&](const TimeSegment& segment, int sample) {
      for (int p = 0; p <= kHighestCompared; ++p) {
        raise_scale(p, sum_of_terms(energy(p, sample, segment.half)));
      }
      raise_scale(kHighestCompared + 1, sum_of_terms(power(sample, segment.half)));
    });
  }

  /// Adds up segments; those that are too long come back in halves.
  std::vector<TimeSegment> add(const std::vector<TimeSegment>& segments) {
    const bool is_last = ++round_ > kMostRounds;
    std::vector<TimeSegment> open;
    in_blocks(segments, [&](const TimeSegment& segment, int sample) {
      if (is_last || is_short(segment, sample)) {
        add_one(segment, sample);
        return;
      }
      const double half = 0.5 * segment.half;
      open.push_back({segment.middle - half, half});
      open.push_back({segment.middle + half, half});
    });
    return open;
  }

  const MotionEnergies& sums() const { return sums_; }

 private:
  template <class F>
  void in_blocks(const std::vector<TimeSegment>& segments, const F& f) {
    for (std::size_t begin = 0; begin < segments.size(); begin += kSegmentsAtOnce) {
      const std::size_t count = std::min<std::size_t>(kSegmentsAtOnce, segments.size() - begin);
      times_.clear();
      for (std::size_t i = 0; i < count; ++i) times_.push_back(segments[begin + i].middle);
      cursor_.sample(times_, states_);
      powers_.compute(states_);
      for (int p = 0; p <= kHighestCompared; ++p) {
        engine_.acceleration_energy(states_, p, energies_[p]);
      }
      for (std::size_t i = 0; i < count; ++i) f(segments[begin + i], static_cast<int>(i));
    }
  }

  void raise_scale(int which, double size) {
    double& scale = scales_[which];
    if (std::isfinite(size)) scale = std::max(scale, size);
  }

  std::span<const double> energy(int p, int sample, double half) {
    const model::SeriesBlock& block = energies_[p];
    double power = 1.0;
    for (int k = 0; k <= kEnergyDegree; ++k, power *= half) {
      numbers_[k] = power * block.column(k, 0)[sample];
    }
    return std::span(numbers_).first(kEnergyDegree + 1);
  }

  /// Of all coordinates, one after the other.
  std::span<const double> power(int sample, double half) {
    return powers_.polynomials(kAllPowers, sample, half, numbers_);
  }

  /// Whether what is left out of every polynomial is nothing beside the largest value.
  bool is_short(const TimeSegment& segment, int sample) {
    const auto fits = [&](std::span<const double> c, int which) {
      const double bar = kLeftOut * scales_[which];
      return std::abs(c[c.size() - 1]) <= bar && std::abs(c[c.size() - 2]) <= bar;
    };
    for (int p = 0; p <= kHighestCompared; ++p) {
      if (!fits(energy(p, sample, segment.half), p)) return false;
    }
    const std::span<const double> all = power(sample, segment.half);
    for (std::size_t first = 0; first < all.size(); first += kEngineOrder + 1) {
      if (!fits(all.subspan(first, kEngineOrder + 1), kHighestCompared + 1)) return false;
    }
    return true;
  }

  void add_one(const TimeSegment& segment, int sample) {
    for (int p = 0; p <= kHighestCompared; ++p) {
      EnergyTotal& total = sums_.acceleration[p];
      const std::span<const double> c = energy(p, sample, segment.half);
      total.integral += segment.half * integral_of(c, -1.0, 1.0);  // Eq. (1)
      const taylor::PolynomialPeak peak = taylor::largest_value(c, -1.0, 1.0, 0.0, total.largest);
      if (peak.value > total.largest) {
        total.largest = peak.value;
        total.time = segment.middle + segment.half * peak.at;
      }
    }
    const std::span<const double> all = power(sample, segment.half);
    for (std::size_t first = 0; first < all.size(); first += kEngineOrder + 1) {
      sums_.mechanical +=
          segment.half * taylor::integral_of_size(all.subspan(first, kEngineOrder + 1), -1.0, 1.0);
    }
  }

  trajectory::TrajectoryCursor cursor_;
  LimitSeries powers_;
  dynamics::BlockDynamics engine_;
  model::StateBlock states_;
  std::vector<model::SeriesBlock> energies_;
  std::vector<double> numbers_;
  std::vector<double> scales_;  ///< Of the energies, and of the powers.
  std::vector<double> times_;
  int round_ = 0;
  MotionEnergies sums_;
};

}  // namespace

MotionEnergies motion_energies(const model::Model& model, const trajectory::Trajectory& motion,
                               const model::Frame& frame, const std::vector<TimeSegment>& segments,
                               const MotionLoads* loads) {
  EnergySums sums(model, motion, frame, loads);
  sums.look(segments);
  std::vector<TimeSegment> open = segments;
  while (!open.empty()) open = sums.add(open);
  double all = sums.sums().mechanical;
  for (const EnergyTotal& total : sums.sums().acceleration) all += total.largest + total.integral;
  if (!std::isfinite(all)) {
    throw NumericalError("motion_energies: an energy of the motion is not finite.");
  }
  return sums.sums();
}

}  // namespace appell::analysis
