// Are smoothed records as good, and their bands as honest, as docs/smoothing.md says? Many draws of
// motions that are known exactly, seen through noise, rounding and stamps that jitter; the errors
// and the deviations of q to q'''' and of τ to τ'' of a Panda, by the same way that `appell
// analyze` takes. Too long for every day: part of ./check --release.
//
//   smoothing_study [DRAWS [CASE...]]     prints the table; fails if a bar is missed
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <numbers>
#include <random>
#include <string>

#include "appell/analysis/selection.hpp"
#include "appell/io/load_model.hpp"
#include "appell/record/smooth_recording.hpp"
#include "appell/record/unwrap.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell {
namespace {

constexpr int kJoints = 7;
constexpr double kTurn = 2.0 * std::numbers::pi;
constexpr std::size_t kEnd = 100;     // Rows left out at both ends.
constexpr std::size_t kStride = 17;   // Rows between instants that are looked at.
constexpr int kDerivatives = 5;       // q to q''''
constexpr int kForceDerivatives = 3;  // τ to τ''

/// The motion behind a record.
class Truth {
 public:
  virtual ~Truth() = default;
  virtual double operator()(double t, int k, int joint) const = 0;
};

/// Four sines per joint, 0.1 to 0.8 Hz.
class Sines final : public Truth {
 public:
  Sines(unsigned seed, double middle) : middle_(middle) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> uniform;
    for (auto& joint : waves_) {
      for (int i = 0; i < 4; ++i) {
        joint[i].rate = 0.2 * std::numbers::pi * (1 + 2 * i + uniform(random));
        joint[i].amplitude = 0.5 / (1 + i) * (0.5 + uniform(random));
        joint[i].phase = 2.0 * std::numbers::pi * uniform(random);
      }
    }
  }
  double operator()(double t, int k, int joint) const override {
    double sum = k == 0 ? middle_ : 0.0;
    for (const Wave& wave : waves_[joint]) {
      sum += wave.amplitude * std::pow(wave.rate, k) *
             std::sin(wave.rate * t + wave.phase + 0.5 * std::numbers::pi * k);
    }
    return sum;
  }

 private:
  struct Wave {
    double rate, amplitude, phase;
  };
  Wave waves_[kJoints][4];
  double middle_;  ///< About which they swing, rad.
};

/// Rest, a move of limited jerk at 2 s, rest, and back at 6 s.
class MoveAndRest final : public Truth {
 public:
  double operator()(double t, int k, int joint) const override {
    if (k > 3) return 0.0;  // But where the jerk jumps.
    const double jumps[] = {0.0, 0.2, 0.4, 0.6, 1.1, 1.3, 1.5, 1.7};
    const double change[] = {1, -1, -1, 1, -1, 1, 1, -1};
    double sum = 0.0;
    for (const double start : {2.0, 6.0}) {
      for (int i = 0; i < 8; ++i) {
        const double since = t - start - jumps[i];
        if (since < 0.0) continue;
        double part = (start < 4.0 ? 1.0 : -1.0) * change[i] * 20.0 / (1.0 + 0.3 * joint);
        for (int m = 1; m <= 3 - k; ++m) part *= since / m;
        sum += part;
      }
    }
    return sum;
  }
};

struct Bar {
  double error = 0.0;  ///< Root mean square; 0: none.
  double coverage = 0.93;
};

/// A kind of record.
struct Case {
  const char* key;
  const char* title;
  double noise = 0.0;   ///< Of positions, rad.
  double unit = 1e-6;   ///< Step of the last digit; 0: all digits of a double.
  double jitter = 0.0;  ///< Of the stamps, s.
  std::size_t rows = 10000;
  double step = 1e-3;    ///< Between rows, s.
  double middle = 0.0;   ///< About which joints swing, rad; written within ±π.
  double outlier = 0.0;  ///< Of one row in the middle, rad.
  double cycle = 0.0;    ///< After which the state changes, s; 0: it is that of the stamp.
  bool moves_and_rests = false;
  std::vector<Bar> q = std::vector<Bar>(5);    ///< Of q, q', ...
  std::vector<Bar> tau = std::vector<Bar>(3);  ///< Of τ, τ', ...
};

/// Errors: 1.3 times those of a first experiment with n given by hand.
const std::vector<Case> kCases{
    {.key = "5e-5",
     .title = "sines, noise 5e-5 rad, 6 decimals",
     .noise = 5e-5,
     .q = {{0}, {7.8e-5}, {1.56e-3}, {0.0325}, {0.77}},
     .tau = {{0.0017}, {0.038}, {0.9}}},
    {.key = "5e-4",
     .title = "sines, noise 5e-4 rad, 6 decimals",
     .noise = 5e-4,
     .q = {{0}, {4.7e-4}, {6.4e-3}, {0.107}, {1.95}},
     .tau = {{0.0078}, {0.13}, {2.34}}},
    {.key = "rounding",
     .title = "sines, rounding to 6 decimals alone",
     .q = {{0}, {1.56e-6}, {6.4e-5}, {0.003}, {0.156}},
     .tau = {{7.3e-5}, {0.0034}, {0.156}}},
    {.key = "jitter",
     .title = "sines, noise 5e-6 rad, stamps jitter by 0.8 ms (sorted)",
     .noise = 5e-6,
     .unit = 0.0,
     .jitter = 8e-4,
     .q = {{0, 0.85}, {4.6e-4}, {6.0e-3}, {0.095}, {1.82}},
     .tau = {{0.0079}, {0.121}, {2.2}}},
    {.key = "rests",
     .title = "jerk-limited with rests, noise 5e-5 rad, 6 decimals",
     .noise = 5e-5,
     .moves_and_rests = true,
     .q = {{0}, {2.34e-4}, {0.0156}, {1.56}},
     .tau = {}},
    {.key = "decimals",
     .title = "sines, 5 decimals at 500 Hz",
     .unit = 1e-5,
     .rows = 5000,
     .step = 2e-3},
    {.key = "outlier",
     .title = "sines, 6 decimals at 500 Hz, one row off by 8 mrad",
     .rows = 5000,
     .step = 2e-3,
     .outlier = 8e-3},
    {.key = "wrap",
     .title = "sines about 3 rad, written within ±π, 5 decimals at 500 Hz",
     .unit = 1e-5,
     .rows = 5000,
     .step = 2e-3,
     .middle = 3.0},
    {.key = "held",
     .title = "sines, a state that changes every 34 ms written every 33.3 ms, 5 decimals",
     .unit = 1e-5,
     .rows = 3000,
     .step = 0.0333,
     .cycle = 0.034}};

std::unique_ptr<const Truth> truth_of(const Case& of, unsigned draw) {
  if (of.moves_and_rests) return std::make_unique<MoveAndRest>();
  return std::make_unique<Sines>(1899 + draw, of.middle);
}

record::Recording drawn(const Case& of, const Truth& truth, unsigned draw) {
  std::mt19937_64 random(1000 + draw);
  std::normal_distribution<double> normal;
  record::Recording recording;
  for (std::size_t i = 0; i < of.rows; ++i) {
    recording.times.push_back(of.step * static_cast<double>(i) + of.jitter * normal(random));
  }
  std::sort(recording.times.begin(), recording.times.end());
  for (std::size_t i = 1; i < of.rows; ++i) {
    recording.times[i] = std::max(recording.times[i], recording.times[i - 1] + 1e-6);
  }
  for (int j = 0; j < kJoints; ++j) {
    recording.joints.push_back("joint" + std::to_string(j + 1));
    recording.position_unit.push_back(of.unit);
    std::vector<double>& position = recording.position.emplace_back();
    for (std::size_t i = 0; i < of.rows; ++i) {
      double t = of.step * static_cast<double>(i);
      if (of.cycle > 0.0) t = of.cycle * std::floor(t / of.cycle + 1e-9);
      double y = truth(t, 0, j) + of.noise * normal(random);
      if (i == of.rows / 2) y += of.outlier;
      y = std::remainder(y, kTurn);
      position.push_back(of.unit > 0.0 ? std::round(y / of.unit) * of.unit : y);
    }
    record::unwrap(position);
  }
  return recording;
}

/// What the errors and the deviations of one number were.
struct Account {
  double errors = 0.0, variances = 0.0, covered = 0.0, count = 0.0;

  void add(double error, double deviation) {
    errors += error * error;
    variances += deviation * deviation;
    covered += std::abs(error) < 2.0 * deviation ? 1.0 : 0.0;
    ++count;
  }
  double error() const { return std::sqrt(errors / count); }
  double deviation() const { return std::sqrt(variances / count); }
  double coverage() const { return covered / count; }
};

/// Arrays of a block of states by name, a row of entries per sample.
std::map<std::string, std::vector<double>> numbers_of(const analysis::Selection& selection,
                                                      const model::StateBlock& states) {
  analysis::Evaluator evaluator(selection, states.capacity());
  evaluator.compute(states);
  std::map<std::string, std::vector<double>> result;
  for (const analysis::NamedArray& array : selection.arrays()) {
    const auto width = static_cast<std::size_t>(array.num_entries());
    std::vector<double>& rows = result[array.name];
    rows.resize(width * static_cast<std::size_t>(states.num_samples()));
    evaluator.write_rows(array, rows.data(), width);
  }
  return result;
}

struct Result {
  std::vector<Account> q, tau;
  std::map<int, int> orders;  ///< n of the joints of all draws.
  double cpu_seconds = 0.0;   ///< Of the smoothing.
  double jitter = 0.0, widening = 0.0, roughness = 0.0, local = 0.0, rows_of_T = 0.0, passes = 0.0;
};

void add_draw(const Case& of, unsigned draw, const model::Model& model, Result& result) {
  const std::unique_ptr<const Truth> truth = truth_of(of, draw);
  const record::Recording recording = drawn(of, *truth, draw);
  const int highest = static_cast<int>(of.q.size()) - 1;
  const std::clock_t start = std::clock();
  const record::SmoothedRecording smoothed =
      record::smooth_recording(recording, {.highest = highest});
  result.cpu_seconds += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  result.jitter += smoothed.jitter;
  result.passes += smoothed.passes;
  std::vector<std::shared_ptr<const trajectory::Law>> laws;
  for (std::size_t j = 0; j < kJoints; ++j) {
    ++result.orders[smoothed.noise[j].n];
    result.widening += smoothed.noise[j].widening / kJoints;
    result.roughness += smoothed.noise[j].roughness / kJoints;
    result.local += smoothed.noise[j].is_local ? 1.0 / kJoints : 0.0;
    result.rows_of_T += smoothed.noise[j].time_scale / of.step / kJoints;
    laws.push_back(smoothed.law(j));
  }
  const std::vector<double>& rows = smoothed.recording.times;  // Perhaps on another clock.
  const trajectory::TimeRange range{rows.front(), rows.back()};
  const trajectory::Trajectory motion(recording.joints, laws, range);

  std::vector<double> times;
  for (std::size_t i = kEnd; i + kEnd < rows.size(); i += kStride) times.push_back(rows[i]);
  const int capacity = static_cast<int>(times.size());
  model::StateBlock found(kJoints, highest, capacity), exact(kJoints, highest, capacity);
  found.keep_covariances();
  trajectory::TrajectoryCursor(motion).sample(times, found);
  exact.set_num_samples(capacity);
  for (int k = 0; k <= highest; ++k) {
    for (int j = 0; j < kJoints; ++j) {
      for (int i = 0; i < capacity; ++i) {
        exact.q().column(k, j)[i] = (*truth)(times[i], k, j) / taylor::factorial(k);
      }
    }
  }
  const auto account = [&](const std::string& name, int order, std::vector<Account>& accounts) {
    analysis::Subject subject{.model = model, .frame = model.default_frame()};
    subject.order = order;
    subject.given = highest;
    const auto expected = numbers_of(analysis::Selection(subject, {name}), exact).at(name);
    subject.is_uncertain = true;
    const auto numbers = numbers_of(analysis::Selection(subject, {name}), found);
    const std::vector<double>& values = numbers.at(name);
    const std::vector<double>& deviations = numbers.at(name + ".sd");
    accounts.resize(static_cast<std::size_t>(order) + 1);
    const std::size_t width = accounts.size() * kJoints;
    for (std::size_t i = 0; i < values.size(); ++i) {
      // Positions are known but for whole turns.
      const double error = values[i] - expected[i];
      const bool is_position = name == "q" && i % width < kJoints;
      accounts[i % width / kJoints].add(is_position ? std::remainder(error, kTurn) : error,
                                        deviations[i]);
    }
  };
  account("q", highest, result.q);
  if (!of.tau.empty()) account("Q_drive", static_cast<int>(of.tau.size()) - 1, result.tau);
}

/// Prints one number of the table; whether it keeps its bar.
bool report(const char* name, int k, const Account& account, const Bar& bar) {
  const bool is_small = bar.error == 0.0 || account.error() <= bar.error;
  const bool holds = account.coverage() >= bar.coverage;
  const bool is_sharp = account.deviation() <= 2.0 * account.error();
  std::printf("  %-3s d%d  %.2g / %.2g / %.3f%s%s%s\n", name, k, account.error(),
              account.deviation(), account.coverage(), is_small ? "" : "  ERROR TOO LARGE",
              holds ? "" : "  BAND TOO NARROW", is_sharp ? "" : "  BAND TOO WIDE");
  return is_small && holds && is_sharp;
}

bool run(const Case& of, unsigned draws, const model::Model& model) {
  Result result;
  for (unsigned draw = 0; draw < draws; ++draw) add_draw(of, draw, model, result);
  std::printf("%s: %u draws;", of.title, draws);
  for (const auto& [n, count] : result.orders) std::printf(" n = %d: %d;", n, count);
  std::printf(
      " jitter %.3g s; widening %.3g; roughness %.2g; local %.2g; T %.3g rows; %.1f passes; %.1f "
      "µs of CPU per row and joint\n",
      result.jitter / draws, result.widening / draws, result.roughness / draws,
      result.local / draws, result.rows_of_T / draws, result.passes / draws,
      1e6 * result.cpu_seconds / static_cast<double>(draws * of.rows * kJoints));
  bool is_good = true;
  for (std::size_t k = 0; k < result.q.size(); ++k) {
    is_good = report("q", static_cast<int>(k), result.q[k], of.q[k]) && is_good;
  }
  for (std::size_t k = 0; k < result.tau.size(); ++k) {
    is_good = report("τ", static_cast<int>(k), result.tau[k], of.tau[k]) && is_good;
  }
  std::fflush(stdout);
  return is_good;
}

}  // namespace
}  // namespace appell

int main(int argc, char** argv) {
  const unsigned draws = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 50;
  const appell::model::Model model = appell::io::load_model("panda").model;
  bool is_good = draws > 0;
  for (const appell::Case& of : appell::kCases) {
    const auto is_named = [&](const char* name) { return std::string(name) == of.key; };
    if (argc > 2 && std::none_of(argv + 2, argv + argc, is_named)) continue;
    is_good = appell::run(of, draws, model) && is_good;
  }
  return is_good ? 0 : 1;
}
