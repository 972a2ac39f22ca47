#include "bench/peers.hpp"

namespace appell::bench {

bool PlainRobot::is_chain() const {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].parent != static_cast<int>(i) - 1) return false;
  }
  return true;
}

std::vector<std::unique_ptr<Peer>> peers(const PlainRobot& robot) {
  std::vector<std::unique_ptr<Peer>> found;
  [[maybe_unused]] const auto add = [&](std::unique_ptr<Peer> peer) {
    if (peer) found.push_back(std::move(peer));
  };
#ifdef APPELL_PEER_KDL
  add(kdl_peer(robot));
#endif
#ifdef APPELL_PEER_MUJOCO
  add(mujoco_peer(robot));
#endif
#ifdef APPELL_PEER_PINOCCHIO
  add(pinocchio_peer(robot));
#endif
#ifdef APPELL_PEER_RBDL
  add(rbdl_peer(robot));
#endif
  return found;
}

}  // namespace appell::bench
