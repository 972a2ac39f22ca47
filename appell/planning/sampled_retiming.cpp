#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/base/text.hpp"
#include "appell/planning/retime.hpp"
#include "appell/taylor/factorial.hpp"
#include "appell/trajectory/samples.hpp"

namespace appell::planning {
namespace {

constexpr double kMostRows = 1e7;
constexpr double kMostSlowing = 1.25;

/// What a reader of the rows has: between two of them the polynomial with q, q', q'', q''' at both.
trajectory::Trajectory law_of_rows(const trajectory::Trajectory& motion, double rate) {
  const trajectory::TimeRange range = motion.range();
  const auto cycles = std::lround(range.duration() * rate);
  std::vector<double> times;
  for (long i = 0; i <= cycles; ++i) {
    times.push_back(i < cycles ? range.start + static_cast<double>(i) / rate : range.end);
  }
  const auto num_joints = static_cast<std::size_t>(motion.num_joints());
  using Columns = std::vector<std::vector<double>>;
  std::vector<Columns> values(num_joints, Columns(kSampledDerivatives + 1));
  for (const double t : times) {
    const model::StateSeries state = motion.sample(t, kSampledDerivatives);
    for (std::size_t j = 0; j < num_joints; ++j) {
      for (int k = 0; k <= kSampledDerivatives; ++k) {
        values[j][k].push_back(taylor::factorial(k) * state[k](static_cast<Eigen::Index>(j)));
      }
    }
  }
  std::vector<std::shared_ptr<const trajectory::Law>> laws;
  for (const Columns& columns : values) {
    laws.push_back(std::make_shared<trajectory::PiecewisePolynomial>(
        trajectory::hermite_spline(times, columns)));
  }
  return {motion.joints(), std::move(laws), range};
}

}  // namespace

Retiming sampled_retiming(double rate, const model::Model& model,
                          const trajectory::Trajectory& path, const model::Frame& frame,
                          const std::vector<PathLimit>& limits, const RetimeOptions& options,
                          const Retiming& retiming) {
  const double cycles = std::ceil(retiming.duration * rate * (1.0 - 1e-12));
  check(cycles < kMostRows, "at ", rate, " Hz there are ", short_text(cycles + 1.0), " rows for ",
        short_text(retiming.duration), " s; fewer than ", short_text(kMostRows), " can be written");
  std::vector<model::MotionLimit> everywhere;
  const int highest = options.highest == HighestLimits::kSecondOrder ? 2 : 3;
  for (const PathLimit& limit : limits) {
    const bool is_kept = limit.limit.state_order() <= highest;
    if (limit.is_everywhere() && is_kept) everywhere.push_back(limit.limit);
  }
  const analysis::CheckRequest request{.stop = options.stop, .loads = options.loads};
  const auto slowed_by = [&](double more) -> std::optional<Retiming> {
    std::optional<Retiming> slowed =
        slowed_to((cycles + more) / rate, model, path, frame, limits, options, retiming);
    if (!slowed) return std::nullopt;
    const trajectory::Trajectory law = law_of_rows(slowed->motion, rate);
    if (!analysis::check_motion(model, law, frame, everywhere, request).is_legal()) {
      return std::nullopt;
    }
    return slowed;
  };
  // Where torque rates jump within a cycle, the polynomials of rows go beyond them: the fewer
  // cycles more that keep the limits, found by doubling and halving.
  std::optional<Retiming> found = slowed_by(0.0);
  double below = 0.0, above = 1.0;
  for (; !found && above <= (kMostSlowing - 1.0) * cycles + 20.0; above *= 2.0) {
    found = slowed_by(above);
    if (found) break;
    below = above;
  }
  if (!found) {
    throw NumericalError(concat(
        "no motion that ends with a cycle of ", short_text(1.0 / rate),
        " s is legal between its rows: slowed to ", kMostSlowing,
        " times its duration it still exceeds a limit; a higher rate may do, and a motion without "
        "one does"));
  }
  while (above - below > 1.0 && below > 0.0) {
    const double middle = std::floor(0.5 * (below + above));
    if (std::optional<Retiming> better = slowed_by(middle)) {
      found = std::move(better);
      above = middle;
    } else {
      below = middle;
    }
  }
  return *found;
}

}  // namespace appell::planning
