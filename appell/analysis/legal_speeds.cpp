#include "appell/analysis/legal_speeds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>

#include "appell/analysis/energy_of_speed.hpp"
#include "appell/analysis/limit_series.hpp"
#include "appell/base/check.hpp"
#include "appell/base/error.hpp"
#include "appell/base/stop.hpp"
#include "appell/taylor/polynomial_peak.hpp"

namespace appell::analysis {
namespace {

using model::Limited;
using model::MotionLimit;

constexpr double kNarrowest = 1e-10;  // Of the speed.

/// Eq. (1) on one segment, for one limit: parts g_p, p = lowest, lowest + 1, ..., each of `count`
/// polynomials (several where sizes add up). Of an energy, all segments together.
struct Item {
  const MotionLimit* limit;
  EnergyOfSpeed* energy;
  int lowest;
  int num_parts;
  int count;
  std::size_t first;  ///< Of its coefficients.
  std::size_t size;   ///< Of the coefficients of one part.
};

enum class Verdict { kLegal, kIllegal, kOpen };

class SpeedSearch {
 public:
  SpeedSearch(const model::Model& model, const trajectory::Trajectory& motion,
              const model::Frame& frame, const std::vector<MotionLimit>& limits,
              const MotionCheck& check)
      : limits_(limits) {
    int degree = kHighestLimit;
    for (const MotionLimit& limit : limits) degree = std::max(degree, limit.order + kHighestLimit);
    LimitSeries series(model, frame, limits, std::max(degree, 10), kCapacity, check.loads.get());
    model::StateBlock states(model.num_coordinates(), series.state_order(), kCapacity);
    trajectory::TrajectoryCursor cursor(motion);
    for (const MotionLimit& limit : limits_) {
      if (!limit.is_integral()) continue;
      energies_.push_back(std::make_unique<EnergyOfSpeed>(series.num_polynomials(limit)));
      items_.push_back({&limit, energies_.back().get(), 0, 0, 0, 0, 0});
    }
    std::vector<double> times;
    for (std::size_t begin = 0; begin < check.segments.size(); begin += kCapacity) {
      const std::size_t end = std::min(begin + kCapacity, check.segments.size());
      times.clear();
      for (std::size_t i = begin; i < end; ++i) times.push_back(check.segments[i].middle);
      cursor.sample(times, states);
      series.compute(states);
      for (std::size_t i = begin; i < end; ++i) {
        std::size_t energy = 0;
        for (const MotionLimit& limit : limits_) {
          EnergyOfSpeed* sum = limit.is_integral() ? energies_[energy++].get() : nullptr;
          add(series, limit, static_cast<int>(i - begin), check.segments[i].half, sum);
        }
      }
    }
  }

  std::vector<SpeedRange> legal_up_to(double most) {
    std::vector<const Item*> all;
    for (const Item& item : items_) all.push_back(&item);
    look(0.0, most, all);
    return std::move(legal_);
  }

 private:
  static constexpr std::size_t kCapacity = 64;

  void add(const LimitSeries& series, const MotionLimit& limit, int sample, double half,
           EnergyOfSpeed* energy) {
    const auto [lowest, highest] = LimitSeries::powers_of_speed(limit);
    Item item{&limit,
              nullptr,
              lowest,
              highest - lowest + 1,
              series.num_polynomials(limit),
              coefficients_.size(),
              0};
    buffer_.resize(series.max_coefficients());
    for (int power = lowest; power <= highest; ++power) {
      const std::span<const double> c = series.part(limit, power, sample, half, buffer_);
      if (energy != nullptr) {
        energy->add_part(c, half);
        continue;
      }
      item.size = c.size();
      coefficients_.insert(coefficients_.end(), c.begin(), c.end());
    }
    if (energy == nullptr) items_.push_back(item);
  }

  std::span<const double> part(const Item& item, int i) const {
    return {coefficients_.data() + item.first + static_cast<std::size_t>(i) * item.size, item.size};
  }

  /// g(λ, s) as polynomials in s.
  std::span<double> at_speed(const Item& item, double speed) {
    buffer_.assign(item.size, 0.0);
    double power = std::pow(speed, item.lowest);
    for (int i = 0; i < item.num_parts; ++i, power *= speed) {
      const std::span<const double> c = part(item, i);
      for (std::size_t k = 0; k < item.size; ++k) buffer_[k] += power * c[k];
    }
    return buffer_;
  }

  /// Most by which g changes between two speeds that are `width` apart, up to a speed.
  double most_change(const Item& item, double up_to, double width) const {
    double slope = 0.0;
    for (int i = 0; i < item.num_parts; ++i) {
      const int p = item.lowest + i;
      if (p == 0) continue;
      double size = 0.0;
      for (const double x : part(item, i)) size += std::abs(x);
      slope += p * std::pow(up_to, p - 1) * size;
    }
    return slope * width;
  }

  static Verdict judge_energy(const Item& item, double low, double high) {
    const double change = item.energy->most_change(high, 0.5 * (high - low));
    const double energy = item.energy->at(0.5 * (low + high));
    const double most = item.limit->high * (1.0 + LimitVerdict::kSlack);
    if (energy - change > most) return Verdict::kIllegal;
    return energy + change > most ? Verdict::kOpen : Verdict::kLegal;
  }

  Verdict judge(const Item& item, double low, double high) {
    if (item.energy != nullptr) return judge_energy(item, low, high);
    const double change = most_change(item, high, 0.5 * (high - low));
    const std::span<double> c = at_speed(item, 0.5 * (low + high));
    Verdict verdict = Verdict::kLegal;
    const double larger = std::max(std::isfinite(item.limit->low) ? -item.limit->low : 0.0,
                                   std::isfinite(item.limit->high) ? item.limit->high : 0.0);
    const auto hold = [&](double most, double end) {
      const double slack = LimitVerdict::kSlack * (end == 0.0 ? std::abs(larger) : std::abs(end));
      if (most - change > end + slack) verdict = Verdict::kIllegal;
      if (most + change > end + slack && verdict == Verdict::kLegal) verdict = Verdict::kOpen;
    };
    const MotionLimit& limit = *item.limit;
    if (limit.what == Limited::kTotalPower) {
      hold(taylor::largest_sum_of_sizes(c, item.count, -1.0, 1.0).value, limit.high);
      return verdict;
    }
    if (LimitSeries::is_square(limit)) {
      hold(taylor::largest_value(c, -1.0, 1.0).value, limit.high * limit.high);
      return verdict;
    }
    if (std::isfinite(limit.high)) hold(taylor::largest_value(c, -1.0, 1.0).value, limit.high);
    if (std::isfinite(limit.low)) {
      for (double& x : c) x = -x;
      hold(taylor::largest_value(c, -1.0, 1.0).value, -limit.low);
    }
    return verdict;
  }

  /// Whether nothing of an item can reach its limit up to a speed: without looking for maxima.
  bool is_far(const Item& item, double up_to) const {
    if (item.energy != nullptr) return item.energy->most(up_to) <= item.limit->high;
    double most = 0.0;
    double power = std::pow(up_to, item.lowest);
    for (int i = 0; i < item.num_parts; ++i, power *= up_to) {
      for (const double x : part(item, i)) most += power * std::abs(x);
    }
    const MotionLimit& limit = *item.limit;
    if (LimitSeries::is_square(limit)) return most <= limit.high * limit.high;
    return most <= std::min(std::abs(limit.low), std::abs(limit.high)) &&
           limit.low * limit.high < 0.0;
  }

  void look(double low, double high, const std::vector<const Item*>& active) {
    std::vector<const Item*> open;
    for (const Item* item : active) {
      check_stop();
      if (is_far(*item, high)) continue;
      const Verdict verdict = judge(*item, low, high);
      if (verdict == Verdict::kIllegal) return;
      if (verdict == Verdict::kOpen) open.push_back(item);
    }
    if (open.empty()) {
      if (!legal_.empty() && legal_.back().high == low) {
        legal_.back().high = high;
      } else {
        legal_.push_back({low, high});
      }
      return;
    }
    if (high - low <= kNarrowest * high) return;  // The safe side.
    const double middle = 0.5 * (low + high);
    look(low, middle, open);
    look(middle, high, open);
  }

  const std::vector<MotionLimit>& limits_;
  std::vector<std::unique_ptr<EnergyOfSpeed>> energies_;  ///< Of those that are integrals.
  std::vector<double> coefficients_;
  std::vector<Item> items_;
  std::vector<double> buffer_;
  std::vector<SpeedRange> legal_;
};

/// Of what grows with one power of λ: λᵏ worst = end.
double fastest_of(const LimitVerdict& verdict) {
  const double used = verdict.worst / verdict.end;
  if (verdict.limit.order == 0 || !(used > 0.0)) return std::numeric_limits<double>::infinity();
  return std::pow(used / (1.0 + 0.5 * LimitVerdict::kSlack), -1.0 / verdict.limit.order);
}

/// Where friction is no sum of powers of λ: speeds one by one, and between a legal and an illegal
/// one by halves.
LegalSpeeds tried_speeds(const model::Model& model, const trajectory::Trajectory& motion,
                         const model::Frame& frame, const std::vector<MotionLimit>& limits,
                         double most, const SharedLoads& loads, const CheckRequest& request) {
  constexpr int kSteps = 40;
  const CheckRequest plain{.loads = loads};
  const auto is_legal = [&](double speed) {
    return check_motion(model, motion.at_speed(speed), frame, limits, plain).is_legal();
  };
  /// Between two speeds, of which one is legal: the last legal one.
  const auto border = [&](double legal, double illegal) {
    while (std::abs(illegal - legal) > 1e-9 * std::max(legal, illegal)) {
      const double middle = 0.5 * (legal + illegal);
      (is_legal(middle) ? legal : illegal) = middle;
    }
    return legal;
  };
  LegalSpeeds result{.legal = {}, .most = most, .is_proven = false};
  double before = 0.0;
  bool was_legal = false;
  for (int i = 1; i <= kSteps; ++i) {
    const double speed = most * i / kSteps;
    if (request.progress) request.progress(static_cast<double>(i - 1) / kSteps);
    const bool is = is_legal(speed);
    if (is && !was_legal) {
      result.legal.push_back({i == 1 ? 0.0 : border(speed, before), speed});
    } else if (!is && was_legal) {
      result.legal.back().high = border(before, speed);
    } else if (is) {
      result.legal.back().high = speed;
    }
    if (i == 1 && !is && is_legal(1e-3 * speed)) {
      result.legal.push_back({0.0, border(1e-3 * speed, speed)});
    }
    before = speed;
    was_legal = is;
  }
  return result;
}

/// What is exceeded however slow the motion is.
std::optional<LimitVerdict> obstacle_at_standstill(const model::Model& model,
                                                   const trajectory::Trajectory& motion,
                                                   const model::Frame& frame,
                                                   const MotionCheck& of_motion,
                                                   const CheckRequest& request) {
  constexpr double kSlow = 1e-4;
  std::vector<MotionLimit> limits;
  for (const LimitVerdict& verdict : of_motion.verdicts) limits.push_back(verdict.limit);
  const MotionCheck slow = check_motion(model, motion.at_speed(kSlow), frame, limits,
                                        {.stop = request.stop, .loads = of_motion.loads});
  LimitVerdict worst = *std::min_element(
      slow.verdicts.begin(), slow.verdicts.end(),
      [](const LimitVerdict& a, const LimitVerdict& b) { return a.margin < b.margin; });
  if (worst.is_legal()) return std::nullopt;
  worst.time = motion.range().start + kSlow * (worst.time - motion.range().start);
  return worst;
}

}  // namespace

LegalSpeeds legal_speeds(const model::Model& model, const trajectory::Trajectory& motion,
                         const model::Frame& frame, const MotionCheck& of_motion, double most,
                         const CheckRequest& request) {
  const StopScope scope(request.stop);
  check(std::isfinite(most) && most > 0.0, "legal_speeds: the highest speed is ", most,
        "; one above 0 is needed.");
  LegalSpeeds result{.legal = {}, .most = most};
  if (of_motion.loads && !of_motion.loads->are_constant()) {
    if (of_motion.is_legal()) result.legal = {{1.0, 1.0}};
    result.most = 1.0;
    result.is_own_only = true;
    return result;
  }
  const auto& verdicts = of_motion.verdicts;
  const auto never =
      std::find_if(verdicts.begin(), verdicts.end(), [](const LimitVerdict& verdict) {
        return verdict.is_impulse || (verdict.limit.is_position() && !verdict.is_legal());
      });
  if (never != verdicts.end()) {
    result.obstacle = *never;
    return result;
  }
  double fastest = most;
  std::vector<MotionLimit> searched;  // Forces, and ranges without zero: slower may be too slow.
  for (const LimitVerdict& verdict : verdicts) {
    const MotionLimit& limit = verdict.limit;
    const bool is_of_motion = limit.what == Limited::kCoordinate || LimitSeries::is_square(limit);
    if (is_of_motion && limit.low < 0.0 && limit.high > 0.0) {
      fastest = std::min(fastest, fastest_of(verdict));
    } else if (!limit.is_position()) {
      searched.push_back(limit);
    }
  }
  if (searched.empty()) {
    result.legal = {{0.0, fastest}};
    return result;
  }
  const LimitSeries series(model, frame, searched, kHighestLimit, 1, of_motion.loads.get());
  if (!series.has_power_laws()) {
    result = tried_speeds(model, motion, frame, searched, fastest, of_motion.loads, request);
  } else {
    result.legal = SpeedSearch(model, motion, frame, searched, of_motion).legal_up_to(fastest);
  }
  result.most = most;
  // What is legal by the slack alone is next to standstill, and no speed.
  std::erase_if(result.legal, [&](const SpeedRange& range) { return range.high < 1e-6 * most; });
  if (result.legal.empty()) {
    result.obstacle = obstacle_at_standstill(model, motion, frame, of_motion, request);
  }
  return result;
}

}  // namespace appell::analysis
