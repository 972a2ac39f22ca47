#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/cases.hpp"

namespace appell::bench {

/// A time of ours beside one of a peer.
struct Measurement {
  std::string what;  ///< "inverse", "mass", ...
  std::string robot;
  int n = 0;
  int K = 0;
  std::string mode;  ///< "single" or "batch".
  double ours_ns = 0.0;
  std::string peer;  ///< Empty where there is none.
  double peer_ns = 0.0;
  double kdl_ns = 0.0;  ///< KDL's plain inverse dynamics of this robot in this run; 0 without KDL.
};

/// Checks that all give the same numbers, then takes the times of one robot after the other.
class Comparison {
 public:
  explicit Comparison(bool quick) : quick_(quick) {}

  void run(const Robot& robot);
  /// `analyze` of the Panda, of one quantity to a file, and of all quantities without a file.
  void run_analysis();
  /// `sweep` of draws of the Panda's inertias, beside the kernel alone and a loop of `analyze`; and
  /// by two threads and two ranks.
  void run_sweep();
  /// `retime` of the Panda, beside our second-order pass.
  void run_retiming();

  std::vector<Measurement> found;

 private:
  /// What is timed, again and again in turns, so that a busy moment of the machine is in no time.
  struct Timing {
    std::string what;
    int K;
    std::string mode;
    std::string peer;  ///< Empty: ours.
    std::function<double(int repeats)> run;
    double ns;
  };

  void add_quantity(const Robot& robot, Quantity quantity);
  void add_forces(const Robot& robot, int K);
  void add_tape(const Robot& robot, int K);
  void add_case(const Robot& robot, const std::string& what, int K, std::shared_ptr<Case> ours);
  void add(const std::string& what, int K, const std::string& mode, const std::string& peer,
           std::function<double(int)> run);
  void take_times();
  void collect(const Robot& robot);

  bool quick_;
  std::vector<std::shared_ptr<Peer>> peers_;
  std::vector<Timing> timings_;
};

}  // namespace appell::bench
