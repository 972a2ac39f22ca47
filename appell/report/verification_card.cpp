#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "appell/analysis/selection.hpp"
#include "appell/base/check.hpp"
#include "appell/energy/acceleration_energy.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/report/page_cards.hpp"

namespace appell::report {
namespace {

using analysis::NamedArray;
using analysis::Selection;
using analysis::Subject;

constexpr int kVerifiedInstants = 20;

/// Two rows of numbers that ought to be equal.
class Residual {
 public:
  void take(double one, double other) {
    scale_ = std::max({scale_, std::abs(one), std::abs(other)});
    difference_ = std::max(difference_, std::abs(one - other));
  }
  double value() const { return scale_ > 0.0 ? difference_ / scale_ : difference_; }

 private:
  double scale_ = 0.0;
  double difference_ = 0.0;
};

/// Instants within the motion, none at its ends, where pieces of a law may begin.
std::vector<double> verified_times(trajectory::TimeRange range) {
  std::vector<double> times;
  for (int i = 0; i < kVerifiedInstants; ++i) {
    times.push_back(range.start + range.duration() * (i + 0.5) / kVerifiedInstants);
  }
  return times;
}

/// Numbers of the arrays of a selection at all instants, row by row.
class Evaluated {
 public:
  Evaluated(Subject subject, const std::vector<std::string>& names,
            const trajectory::Trajectory& motion, const std::vector<double>& times)
      : selection_(std::move(subject), names) {
    const int count = static_cast<int>(times.size());
    model::StateBlock states(motion.num_joints(), selection_.state_order(), count);
    trajectory::TrajectoryCursor(motion).sample(times, states);
    analysis::Evaluator evaluator(selection_, count);
    evaluator.compute(states);
    for (const NamedArray& array : selection_.arrays()) {
      const auto width = static_cast<std::size_t>(array.num_entries());
      numbers_.emplace_back(width * times.size());
      evaluator.write_rows(array, numbers_.back().data(), width);
    }
  }

  const NamedArray& array(std::size_t i) const { return selection_.arrays()[i]; }
  double at(std::size_t array, std::size_t row, int entry) const {
    const auto width = static_cast<std::size_t>(selection_.arrays()[array].num_entries());
    return numbers_[array][row * width + static_cast<std::size_t>(entry)];
  }

 private:
  Selection selection_;
  std::vector<std::vector<double>> numbers_;
};

/// Of each derivative, of what the engine and the reference implementation say.
std::vector<double> residuals_of_routes(Subject subject, const trajectory::Trajectory& motion,
                                        const std::vector<double>& times) {
  subject.is_uncertain = false;
  subject.route = force::Route::kEngine;
  const Evaluated fast(subject, {"Q_drive"}, motion, times);
  subject.route = force::Route::kReadable;
  const Evaluated readable(subject, {"Q_drive"}, motion, times);
  std::vector<Residual> residuals(analysis::num_derivatives(fast.array(0)));
  for (std::size_t row = 0; row < times.size(); ++row) {
    for (int entry = 0; entry < fast.array(0).num_entries(); ++entry) {
      const int k = analysis::derivative_of(fast.array(0), entry);
      residuals[k].take(fast.at(0, row, entry), readable.at(0, row, entry));
    }
  }
  std::vector<double> values;
  for (const Residual& residual : residuals) values.push_back(residual.value());
  return values;
}

/// Eq. (1)
double residual_of_power(Subject subject, const trajectory::Trajectory& motion,
                         const std::vector<double>& times) {
  subject.order = 1;
  subject.is_uncertain = false;
  const Evaluated all(subject, {"kinetic_energy", "potential_energy", "power"}, motion, times);
  const int n = subject.model.num_coordinates();
  Residual residual;
  for (std::size_t row = 0; row < times.size(); ++row) {
    double power = 0.0;
    for (int j = 0; j < n; ++j) power += all.at(2, row, j);
    residual.take(all.at(0, row, 1) + all.at(1, row, 1), power);
  }
  return residual.value();
}

/// E⁽¹⁾ is of second degree in q'': a central difference over any step is its derivative.
double residual_of_gibbs_appell(Subject subject, const trajectory::Trajectory& motion,
                                const std::vector<double>& times) {
  subject.order = 0;
  subject.is_uncertain = false;
  const Evaluated forces(subject, {"Q_inertia"}, motion, times);
  const auto energy = [&](const model::StateSeries& state) {
    return energy::acceleration_energy(kinematics::propagate(subject.model, state), 1)[0];
  };
  Residual residual;
  for (std::size_t row = 0; row < times.size(); ++row) {
    const model::StateSeries state = motion.sample(times[row], 2);
    const double step = std::max(1e-3, 2.0 * state[2].cwiseAbs().maxCoeff());  // Of q''.
    for (int j = 0; j < subject.model.num_coordinates(); ++j) {
      model::StateSeries more = state, less = state;
      more[2](j) += 0.5 * step;  // Coefficients are q''/2.
      less[2](j) -= 0.5 * step;
      residual.take((energy(more) - energy(less)) / (2.0 * step), forces.at(0, row, j));
    }
  }
  return residual.value();
}

}  // namespace

PageCard verification_card(const Subject& subject, const trajectory::Trajectory& motion) {
  PageCard card{.title = "Verification", .state = PageCard::State::kGood};
  const std::vector<double> times = verified_times(motion.range());
  const auto add = [&](const std::string& label, double residual) {
    const bool is_good = residual <= kVerifiedBar;
    card.rows.emplace_back(label, fmt::format("{:.1e}{}", residual, is_good ? "" : ": too large"));
    if (!is_good) card.state = PageCard::State::kBad;
  };
  try {
    const std::vector<double> routes = residuals_of_routes(subject, motion, times);
    for (std::size_t k = 0; k < routes.size(); ++k) {
      add(fmt::format("Q_drive{}: engine and reference implementation",
                      k == 0 ? "" : fmt::format(", derivative {}", k)),
          routes[k]);
    }
    if (subject.is_plain()) {
      add("d(T + U)/dt and Σ Q_drive q'", residual_of_power(subject, motion, times));
      add("∂E⁽¹⁾/∂q'' and Q_inertia (Gibbs–Appell)",
          residual_of_gibbs_appell(subject, motion, times));
    }
  } catch (const NumericalError& error) {
    card.notes.push_back(concat("Not all could be compared: ", error.what()));
  }
  card.notes.push_back(fmt::format(
      "Independent routes at {} instants of this motion; differences relative to the largest "
      "value, at most {:g}.",
      kVerifiedInstants, kVerifiedBar));
  if (card.rows.empty()) card.state = PageCard::State::kNone;
  return card;
}

}  // namespace appell::report
