#pragma once

#include <memory>
#include <string>
#include <vector>

#include "appell/model/model.hpp"

namespace appell::bench {

/// Another program's plain inverse dynamics of the same robot.
class Peer {
 public:
  virtual ~Peer() = default;
  virtual std::string name() const = 0;
  /// The next call of compute() is for this state.
  virtual void set_state(const VecX& q, const VecX& rate, const VecX& acceleration) = 0;
  /// What is timed.
  virtual void compute() = 0;
  /// The result, in the order of our coordinates.
  virtual VecX force() const = 0;
};

/// Every peer that was found when this was compiled and that can take the robot.
std::vector<std::unique_ptr<Peer>> peers(const model::Model& model);

std::unique_ptr<Peer> kdl_peer(const model::Model& model);
std::unique_ptr<Peer> mujoco_peer(const model::Model& model);
std::unique_ptr<Peer> pinocchio_peer(const model::Model& model);
std::unique_ptr<Peer> rbdl_peer(const model::Model& model);

/// Whether every body hangs on the one before it.
bool is_chain(const model::Model& model);

}  // namespace appell::bench
