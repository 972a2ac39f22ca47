#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/peers.hpp"
#include "bench/robots.hpp"

namespace appell::bench {

/// Random motions of a robot: the same first derivatives whatever their number, and zero beyond
/// those that move.
struct States {
  /// @param num_derivatives  of q, itself included.
  /// @param num_moving  how many of them are not zero.
  States(int n, int num_derivatives, int num_moving, std::size_t count);

  std::size_t count;
  std::vector<std::vector<double>> single;  ///< Sample by sample: [derivative][coordinate].
  std::vector<double> columns;              ///< The same as columns of samples,
  std::vector<double> coefficients;         ///< and divided by k!.
};

/// One thing that this library computes, for one sample and for many.
class Case {
 public:
  explicit Case(States states) : states_(std::move(states)) {}
  virtual ~Case() = default;

  const States& states() const { return states_; }
  virtual bool has_single() const { return true; }
  virtual bool has_batch() const { return true; }

  /// What is timed.
  virtual void compute(const double* motion) = 0;
  virtual void compute_batch() = 0;

  /// As Quantity says.
  virtual std::vector<double> result() = 0;
  /// Of one sample of the batch; it may end early.
  virtual std::vector<double> result_of(std::size_t sample) = 0;

 protected:
  States states_;
};

std::unique_ptr<Case> make_case(const Robot& robot, Quantity quantity);
/// τ .. τ⁽ᴷ⁻¹⁾; with energies there is only a batch.
std::unique_ptr<Case> force_case(const Robot& robot, int num_outputs, bool energies = false);

/// C, or ∂τ/∂q and ∂τ/∂q', by the readable route, at the first state of a case.
std::vector<double> readable_result(const Robot& robot, Quantity quantity, const Case& ours);

}  // namespace appell::bench
