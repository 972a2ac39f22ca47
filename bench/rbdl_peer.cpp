// Compiled only where RBDL is installed; it is no Debian package.
#include "bench/peers.hpp"

#ifdef APPELL_PEER_RBDL
#include <rbdl/rbdl.h>

namespace appell::bench {
namespace {

namespace rbd = RigidBodyDynamics;

class RbdlPeer : public Peer {
 public:
  explicit RbdlPeer(const model::Model& model) : force_(VecX::Zero(model.num_coordinates())) {
    theirs_.gravity = model.gravity();
    std::vector<unsigned> index;
    for (const model::Body& body : model.bodies()) {
      const unsigned parent =
          body.parent == model::kWorld ? 0U : index[static_cast<std::size_t>(body.parent)];
      const bool turns = body.screw.angular.squaredNorm() > 0.0;
      const rbd::Joint joint(turns ? rbd::JointTypeRevolute : rbd::JointTypePrismatic,
                             turns ? body.screw.angular : body.screw.linear);
      const rbd::Math::SpatialTransform X(body.X_PJ.R.transpose(), body.X_PJ.p);
      const rbd::Body mass(body.rigid_mass.mass, body.rigid_mass.p_BBcm,
                           body.rigid_mass.inertia_com());
      index.push_back(theirs_.AddBody(parent, X, joint, mass));
      if (body.coordinate != body.index) same_order_ = false;
    }
  }

  bool same_order() const { return same_order_; }
  std::string name() const override { return "rbdl"; }
  void set_state(const VecX& q, const VecX& rate, const VecX& acceleration) override {
    q_ = q;
    rate_ = rate;
    acceleration_ = acceleration;
  }
  void compute() override { rbd::InverseDynamics(theirs_, q_, rate_, acceleration_, force_); }
  VecX force() const override { return force_; }

 private:
  rbd::Model theirs_;
  rbd::Math::VectorNd q_, rate_, acceleration_, force_;
  bool same_order_ = true;
};

}  // namespace

std::unique_ptr<Peer> rbdl_peer(const model::Model& model) {
  auto peer = std::make_unique<RbdlPeer>(model);
  return peer->same_order() ? std::move(peer) : nullptr;
}

}  // namespace appell::bench

#else
namespace appell::bench {
std::unique_ptr<Peer> rbdl_peer(const model::Model&) { return nullptr; }
}  // namespace appell::bench
#endif
