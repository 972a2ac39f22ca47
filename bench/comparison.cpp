#include "bench/comparison.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "bench/end_to_end.hpp"
#include "bench/retiming.hpp"
#include "bench/sweep_time.hpp"
#include "bench/tape.hpp"
#include "bench/timing.hpp"

namespace appell::bench {
namespace {

constexpr std::size_t kStates = 8;  // Single calls go round, as no control loop repeats itself.
constexpr int kMostForMatrices = 200;
constexpr int kMostForTape = 24;
constexpr double kAgreement = 1e-10;

using Numbers = std::vector<double>;

const char* case_name(Quantity quantity) {
  constexpr const char* kNames[kNumQuantities] = {
      "inverse",  "gravity",  "bias",       "mass",     "solve",
      "coriolis", "partials", "kinematics", "jacobian", "kinetic_energy"};
  return kNames[static_cast<int>(quantity)];
}

[[noreturn]] void disagreement(const std::string& what, const std::string& robot, double error) {
  fmt::print(stderr, "{} on {}: results differ by {:.2e} of the largest; {} is allowed\n", what,
             robot, error, kAgreement);
  std::exit(1);
}

/// `theirs` may end early.
void expect_same(const std::string& what, const std::string& robot, const Numbers& ours,
                 const Numbers& theirs) {
  double error = 0.0, size = 0.0;
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    error = std::max(error, std::abs(ours.at(i) - theirs[i]));
    size = std::max(size, std::abs(theirs[i]));
  }
  if (!(error <= kAgreement * size)) disagreement(what, robot, error / size);
}

void check_batch(const std::string& what, const Robot& robot, Case& ours) {
  constexpr std::size_t kSample = 5;
  ours.compute(ours.states().single[kSample].data());
  ours.compute_batch();
  expect_same("batch of " + what, robot.name, ours.result(), ours.result_of(kSample));
}

}  // namespace

void Comparison::add(const std::string& what, int K, const std::string& mode,
                     const std::string& peer, std::function<double(int)> run) {
  timings_.push_back(
      {what, K, mode, peer, std::move(run), std::numeric_limits<double>::infinity()});
}

void Comparison::add_case(const Robot& robot, const std::string& what, int K,
                          std::shared_ptr<Case> ours) {
  constexpr double kSeconds = 0.05;
  if (ours->has_batch()) {
    check_batch(what, robot, *ours);
    add(what, K, "batch", "", [ours](int repeats) {
      return nanoseconds([&] { ours->compute_batch(); }, repeats, kSeconds) /
             static_cast<double>(ours->states().count);
    });
  }
  if (ours->has_single()) {
    add(what, K, "single", "", [ours](int repeats) {
      std::size_t next = 0;
      const auto& states = ours->states().single;
      return nanoseconds(
          [&] {
            next = (next + 1) % kStates;
            ours->compute(states[next].data());
          },
          repeats, kSeconds);
    });
  }
}

void Comparison::add_quantity(const Robot& robot, Quantity quantity) {
  const std::string what = case_name(quantity);
  const std::shared_ptr<Case> ours = make_case(robot, quantity);
  const double* motion = ours->states().single[0].data();
  for (const auto& peer : peers_) {
    if (!peer->offers(quantity)) continue;
    const States states(robot.model.num_coordinates(), 3, 3, 1);
    peer->set_state(states.single[0].data());
    peer->compute(quantity);
    ours->compute(motion);
    expect_same(peer->name() + ", " + what, robot.name, ours->result(), peer->result(quantity));
    add(what, 1, "single", peer->name(), [peer, quantity](int repeats) {
      return nanoseconds([&] { peer->compute(quantity); }, repeats, 0.05);
    });
  }
  if (quantity == Quantity::kCoriolis || quantity == Quantity::kPartials) {
    ours->compute(motion);
    expect_same("the readable route, " + what, robot.name, ours->result(),
                readable_result(robot, quantity, *ours));
  }
  if (quantity != Quantity::kForce) add_case(robot, what, 1, ours);
}

void Comparison::add_forces(const Robot& robot, int K) {
  add_case(robot, "inverse", K, force_case(robot, K));
  if (K <= 8) add_case(robot, "energies", K, force_case(robot, K, /*energies=*/true));
}

void Comparison::add_tape(const Robot& robot, int K) {
  const std::shared_ptr<Tape> tape = make_tape(robot.model, K);
  if (!tape) return;
  const std::shared_ptr<Case> ours = force_case(robot, K);
  const Numbers& state = ours->states().single[0];
  tape->set_state(state);
  tape->compute();
  ours->compute(state.data());
  expect_same("the tape", robot.name, ours->result(), tape->forces());
  add("tape", K, "single", "", [ours, &state](int repeats) {
    return nanoseconds([&] { ours->compute(state.data()); }, repeats);
  });
  add("tape", K, "single", "adolc", [tape](int repeats) {
    return nanoseconds([&] { tape->compute(); }, std::max(5, repeats / 10));
  });
}

void Comparison::take_times() {
  const int rounds = quick_ ? 2 : 10;
  const int repeats = quick_ ? 40 : 100;
  for (int round = 0; round < rounds; ++round) {
    for (Timing& timing : timings_) timing.ns = std::min(timing.ns, timing.run(repeats));
  }
}

void Comparison::collect(const Robot& robot) {
  double kdl_ns = 0.0;
  for (const Timing& t : timings_) {
    if (t.what == "inverse" && t.peer == "kdl") kdl_ns = t.ns;
  }
  for (const Timing& ours : timings_) {
    if (!ours.peer.empty()) continue;
    Measurement m{ours.what, robot.name, robot.model.num_coordinates(),
                  ours.K,    ours.mode,  ours.ns,
                  "",        0.0,        kdl_ns};
    bool alone = true;
    for (const Timing& peer : timings_) {
      // Peers have no higher orders and no energies: beside those stands plain inverse dynamics.
      const bool is_plain =
          peer.what == "inverse" && (ours.what == peer.what || ours.what == "energies");
      const bool is_same = peer.what == ours.what && peer.K == ours.K;
      if (peer.peer.empty() || !(is_plain || is_same)) continue;
      m.peer = peer.peer;
      m.peer_ns = peer.ns;
      found.push_back(m);
      alone = false;
    }
    if (alone) found.push_back(m);
  }
}

void Comparison::run(const Robot& robot) {
  const int n = robot.model.num_coordinates();
  fmt::print(stderr, "{} ({} coordinates) ...\n", robot.name, n);
  timings_.clear();
  peers_.clear();
  for (auto& peer : peers(robot.plain)) peers_.push_back(std::move(peer));
  add_quantity(robot, Quantity::kForce);
  for (const int K : {1, 2, 3, 4, 5, 6, 7, 8, 9, 12}) add_forces(robot, K);
  for (int q = 1; q < kNumQuantities && n <= kMostForMatrices; ++q) {
    add_quantity(robot, static_cast<Quantity>(q));
  }
  for (const int K : {1, 2, 3, 4, 6, 8}) {
    if (n <= kMostForTape) add_tape(robot, K);
  }
  take_times();
  collect(robot);
}

void Comparison::run_analysis() {
  fmt::print(stderr, "analysis ...\n");
  double kdl_ns = 0.0;
  for (const Measurement& m : found) {
    if (m.robot == "panda") kdl_ns = m.kdl_ns;
  }
  const EndToEnd e = end_to_end(1000000, quick_ ? 2 : 5);
  found.push_back({"end_to_end", "panda", e.n, e.num_outputs, "batch", e.analysis_ns, "kernel+hdf5",
                   e.kernel_ns + e.write_ns, kdl_ns});
  const EverythingTime all = everything(quick_ ? 20 : 200);
  found.push_back({"analyze_everything", "panda", e.n, e.num_outputs, "batch", all.all_ns, "kernel",
                   all.kernel_ns, kdl_ns});
}

void Comparison::run_sweep() {
  fmt::print(stderr, "sweep ...\n");
  const SweepTime time = sweep_time(quick_ ? 2 : 5);
  const auto add_time = [&](const char* what, double ours, const char* peer, double peer_ns) {
    found.push_back({what, "panda", time.n, time.num_outputs, "batch", ours, peer, peer_ns});
  };
  add_time("sweep", time.item_ns, "kernel", time.kernel_ns);
  add_time("sweep", time.item_ns, "analyze", time.analyze_ns);
  add_time("sweep_to_disk", time.one_ns, "kernel", time.kernel_ns);
  add_time("sweep_2_threads", time.two_ns, "1 thread", time.one_ns);
  if (time.ranks_ns > 0.0) add_time("sweep_2_ranks", time.ranks_ns, "1 rank", time.rank_ns);
}

void Comparison::run_retiming() {
  fmt::print(stderr, "retiming ...\n");
  for (const Measurement& m : retiming_times()) found.push_back(m);
}

}  // namespace appell::bench
