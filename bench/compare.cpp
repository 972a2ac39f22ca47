// How long does inverse dynamics of order K take, single and in batches, with and without energies,
// beside the plain inverse dynamics of the libraries that people use, and beside a tape?
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "appell/engine/inverse_dynamics.hpp"
#include "bench/end_to_end.hpp"
#include "bench/peers.hpp"
#include "bench/robots.hpp"
#include "bench/tape.hpp"
#include "bench/timing.hpp"

namespace appell::bench {
namespace {

constexpr int kMostOutputs = 8;
constexpr std::size_t kSamples = 64;  // Of a batch: the working set stays in the cache.
constexpr std::size_t kStates = 8;    // Single calls go round, as no control loop repeats itself.
constexpr double kAgreement = 1e-10;

struct Measurement {
  std::string what;  ///< "inverse", "energies", "tape" or "end_to_end".
  std::string robot;
  int n = 0;
  int K = 0;
  std::string mode;
  double ours_ns = 0.0;
  std::string peer;  ///< Empty where there is none.
  double peer_ns = 0.0;
};

/// Random derivatives: `count` single samples, and the same as columns of a batch.
struct States {
  States(int n, int K, std::size_t count)
      : size(static_cast<std::size_t>((K + 2) * n)),
        single(count, std::vector<double>(size)),
        columns(size * count) {
    std::mt19937 engine(7);
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    for (std::size_t s = 0; s < count; ++s) {
      for (std::size_t c = 0; c < size; ++c) {
        columns[c * count + s] = single[s][c] = uniform(engine);
      }
    }
  }
  std::size_t size;
  std::vector<std::vector<double>> single;
  std::vector<double> columns;
};

[[noreturn]] void disagreement(const std::string& what, const std::string& robot, double error) {
  fmt::print(stderr, "{} on {}: results differ by {:.2e} of the largest; {} is allowed\n", what,
             robot, error, kAgreement);
  std::exit(1);
}

void expect_same(const std::string& what, const std::string& robot, const double* ours,
                 const double* theirs, int count) {
  double error = 0.0, size = 0.0;
  for (int i = 0; i < count; ++i) {
    error = std::max(error, std::abs(ours[i] - theirs[i]));
    size = std::max(size, std::abs(theirs[i]));
  }
  if (!(error <= kAgreement * size)) disagreement(what, robot, error / size);
}

class Comparison {
 public:
  explicit Comparison(bool quick) : repeats_(quick ? 40 : 400) {}

  void run(const Robot& robot) {
    fmt::print(stderr, "{} ({} coordinates) ...\n", robot.name, robot.model.num_coordinates());
    const int n = robot.model.num_coordinates();
    const int repeats = n > 200 ? std::max(10, repeats_ / 10) : repeats_;
    auto all = peers(robot.model);
    std::vector<double> peer_ns;
    for (const auto& peer : all) peer_ns.push_back(plain(*peer, robot, repeats));
    std::vector<Measurement> own;
    for (int K = 1; K <= kMostOutputs; ++K) {
      for (const Measurement& m : measure(robot, K, repeats)) own.push_back(m);
    }
    // The peers once more, so that a busy moment of the machine is in neither time.
    for (std::size_t p = 0; p < all.size(); ++p) {
      peer_ns[p] = std::min(peer_ns[p], plain(*all[p], robot, repeats));
    }
    for (const Measurement& m : own) {
      for (std::size_t p = 0; p < all.size(); ++p) {
        Measurement with_peer = m;
        with_peer.peer = all[p]->name();
        with_peer.peer_ns = peer_ns[p];
        found.push_back(with_peer);
      }
      if (all.empty()) found.push_back(m);
    }
    if (n <= 24) {
      for (const int K : {1, 2, 3, 4, 6, 8}) tape(robot, K, repeats);
    }
  }

  /// A million samples of 7 joints, N = 2, to HDF5; the "peer" is the kernel and a raw write.
  void run_end_to_end() {
    fmt::print(stderr, "end to end ...\n");
    const EndToEnd e = end_to_end(1000000, repeats_ > 100 ? 5 : 2);
    found.push_back({"end_to_end", "panda", e.n, e.num_outputs, "batch", e.analysis_ns,
                     "kernel+hdf5", e.kernel_ns + e.write_ns});
  }

  std::vector<Measurement> found;

 private:
  double plain(Peer& peer, const Robot& robot, int repeats) const {
    const int n = robot.model.num_coordinates();
    const States states(n, 1, 1);
    const double* q = states.single[0].data();
    const Eigen::Map<const VecX> position(q, n), rate(q + n, n), acceleration(q + 2 * n, n);
    peer.set_state(position, rate, acceleration);
    peer.compute();
    VecX ours(n);
    engine::InverseDynamics(robot.model, 1).compute(q, ours.data());
    const VecX theirs = peer.force();
    expect_same(peer.name(), robot.name, ours.data(), theirs.data(), n);
    return nanoseconds([&] { peer.compute(); }, repeats);
  }

  std::vector<Measurement> measure(const Robot& robot, int K, int repeats) const {
    const int n = robot.model.num_coordinates();
    const States states(n, K, kSamples);
    engine::InverseDynamics engine(robot.model, K);
    engine::InverseDynamics energetic(robot.model, K, {.energies = engine::Energies::kAll});
    const auto columns = static_cast<std::size_t>(K * n);
    std::vector<double> tau(columns), batch(columns * kSamples), energies(K * kSamples);
    std::size_t next = 0;
    const double single = nanoseconds(
        [&] {
          next = (next + 1) % kStates;
          engine.compute(states.single[next].data(), tau.data());
        },
        repeats);
    const double many = nanoseconds(
        [&] { engine.compute_batch(states.columns.data(), kSamples, kSamples, batch.data()); },
        repeats);
    engine.compute(states.single[5].data(), tau.data());
    std::vector<double> fifth(columns);
    for (std::size_t c = 0; c < columns; ++c) fifth[c] = batch[c * kSamples + 5];
    expect_same("single and batch", robot.name, tau.data(), fifth.data(),
                static_cast<int>(columns));
    const double all = nanoseconds(
        [&] {
          energetic.compute_batch(states.columns.data(), kSamples, kSamples, batch.data(),
                                  energies.data());
        },
        repeats);
    return {{"inverse", robot.name, n, K, "single", single, "", 0.0},
            {"inverse", robot.name, n, K, "batch", many / kSamples, "", 0.0},
            {"energies", robot.name, n, K, "batch", all / kSamples, "", 0.0}};
  }

  void tape(const Robot& robot, int K, int repeats) {
    const auto tape = make_tape(robot.model, K);
    if (!tape) return;
    const int n = robot.model.num_coordinates();
    const States states(n, K, 1);
    tape->set_state(states.single[0]);
    tape->compute();
    std::vector<double> tau(static_cast<std::size_t>(K * n));
    engine::InverseDynamics engine(robot.model, K);
    engine.compute(states.single[0].data(), tau.data());
    const std::vector<double> theirs = tape->forces();
    expect_same("the tape", robot.name, tau.data(), theirs.data(), K * n);
    const double ours =
        nanoseconds([&] { engine.compute(states.single[0].data(), tau.data()); }, repeats);
    const double peer = nanoseconds([&] { tape->compute(); }, std::max(10, repeats / 10));
    found.push_back({"tape", robot.name, n, K, "single", ours, "adolc", peer});
  }

  int repeats_;
};

void print_json(const std::vector<Measurement>& found) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Measurement& m : found) {
    const bool has_peer = !m.peer.empty();
    list.push_back({{"case", m.what},
                    {"robot", m.robot},
                    {"n", m.n},
                    {"K", m.K},
                    {"mode", m.mode},
                    {"ours_ns", m.ours_ns},
                    {"peer", has_peer ? nlohmann::ordered_json(m.peer) : nullptr},
                    {"peer_ns", has_peer ? nlohmann::ordered_json(m.peer_ns) : nullptr},
                    {"ratio", has_peer ? nlohmann::ordered_json(m.ours_ns / m.peer_ns) : nullptr}});
  }
  fmt::print("{}\n", list.dump(1));
}

void print_table(const std::vector<Measurement>& found) {
  fmt::print(
      "Time per sample in ns, least of many runs, one thread, {} instructions. K outputs: K = 3\n",
      engine::name(engine::best_instruction_set()));
  fmt::print(
      "gives tau, tau', tau''. The peer's time is its plain inverse dynamics (K = 1); for a\n");
  fmt::print("tape it is the same K outputs.\n\n");
  fmt::print("{:<9} {:<11} {:>5} {:>2}  {:<6} {:>10}  {:<9} {:>10} {:>7}\n", "case", "robot", "n",
             "K", "mode", "ours", "peer", "peer", "ratio");
  std::string last;
  for (const Measurement& m : found) {
    if (!last.empty() && last != m.robot) fmt::print("\n");
    last = m.robot;
    fmt::print("{:<9} {:<11} {:>5} {:>2}  {:<6} {:>10.0f}  ", m.what, m.robot, m.n, m.K, m.mode,
               m.ours_ns);
    if (m.peer.empty()) {
      fmt::print("{:<9}\n", "-");
    } else {
      fmt::print("{:<9} {:>10.0f} {:>7.3f}\n", m.peer, m.peer_ns, m.ours_ns / m.peer_ns);
    }
  }
}

int run(int count, char** arguments) {
  bool json = false, quick = false;
  for (int i = 1; i < count; ++i) {
    if (std::strcmp(arguments[i], "--json") == 0) {
      json = true;
    } else if (std::strcmp(arguments[i], "--quick") == 0) {
      quick = true;
    } else {
      const bool help = std::strcmp(arguments[i], "--help") == 0;
      fmt::print(help ? stdout : stderr,
                 "{}usage: bench/compare [--json] [--quick]\n  --json   a list of measurements\n"
                 "  --quick  a tenth of the repeats\n",
                 help ? "" : fmt::format("bench/compare: unknown argument '{}'\n", arguments[i]));
      return help ? 0 : 2;
    }
  }
  Comparison comparison(quick);
  for (const Robot& robot : robots()) comparison.run(robot);
  comparison.run_end_to_end();
  json ? print_json(comparison.found) : print_table(comparison.found);
  return 0;
}

}  // namespace
}  // namespace appell::bench

int main(int count, char** arguments) { return appell::bench::run(count, arguments); }
