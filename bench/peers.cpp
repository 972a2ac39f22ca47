#include "bench/peers.hpp"

namespace appell::bench {

bool is_chain(const model::Model& model) {
  for (const model::Body& body : model.bodies()) {
    if (body.parent != body.index - 1) return false;
  }
  return true;
}

std::vector<std::unique_ptr<Peer>> peers(const model::Model& model) {
  std::vector<std::unique_ptr<Peer>> found;
  for (const auto make : {kdl_peer, mujoco_peer, pinocchio_peer, rbdl_peer}) {
    if (std::unique_ptr<Peer> peer = make(model)) found.push_back(std::move(peer));
  }
  return found;
}

}  // namespace appell::bench
