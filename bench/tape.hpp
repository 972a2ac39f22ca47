#pragma once

#include <memory>
#include <vector>

#include "appell/model/model.hpp"

namespace appell::bench {

/// The derivatives τ, τ', ... as users get them today: a tape of a plain recursive Newton–Euler
/// function, recorded once by ADOL-C and swept forward in Taylor mode.
class Tape {
 public:
  virtual ~Tape() = default;
  /// The next call of compute() is for these derivatives of q, [order][coordinate], K + 2 of them.
  virtual void set_state(const std::vector<double>& q) = 0;
  virtual void compute() = 0;
  /// [order][coordinate], K of them.
  virtual std::vector<double> forces() const = 0;
};

/// Null where ADOL-C was not found.
std::unique_ptr<Tape> make_tape(const model::Model& model, int num_outputs);

}  // namespace appell::bench
