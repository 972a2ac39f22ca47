// Compiled only where Pinocchio is installed; it is no Debian package.
#include "bench/peers.hpp"

#ifdef APPELL_PEER_PINOCCHIO
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/multibody/data.hpp>
#include <pinocchio/multibody/model.hpp>

namespace appell::bench {
namespace {

class PinocchioPeer : public Peer {
 public:
  explicit PinocchioPeer(const model::Model& model) {
    theirs_.gravity.linear(model.gravity());
    std::vector<pinocchio::JointIndex> index;
    for (const model::Body& body : model.bodies()) {
      const pinocchio::SE3 placement(body.X_PJ.R, body.X_PJ.p);
      const pinocchio::JointIndex parent =
          body.parent == model::kWorld ? 0 : index[static_cast<std::size_t>(body.parent)];
      const std::string name = "b" + std::to_string(body.index);
      const bool turns = body.screw.angular.squaredNorm() > 0.0;
      index.push_back(
          turns
              ? theirs_.addJoint(parent, pinocchio::JointModelRevoluteUnaligned(body.screw.angular),
                                 placement, name)
              : theirs_.addJoint(parent, pinocchio::JointModelPrismaticUnaligned(body.screw.linear),
                                 placement, name));
      theirs_.appendBodyToJoint(index.back(),
                                pinocchio::Inertia(body.rigid_mass.mass, body.rigid_mass.p_BBcm,
                                                   body.rigid_mass.inertia_com()));
    }
    for (const model::Body& body : model.bodies()) {
      const int v = theirs_.joints[index[static_cast<std::size_t>(body.index)]].idx_v();
      if (v != body.coordinate) same_order_ = false;
    }
    data_ = pinocchio::Data(theirs_);
  }

  bool same_order() const { return same_order_; }
  std::string name() const override { return "pinocchio"; }
  void set_state(const VecX& q, const VecX& rate, const VecX& acceleration) override {
    q_ = q;
    rate_ = rate;
    acceleration_ = acceleration;
  }
  void compute() override { pinocchio::rnea(theirs_, data_, q_, rate_, acceleration_); }
  VecX force() const override { return data_.tau; }

 private:
  pinocchio::Model theirs_;
  pinocchio::Data data_;
  VecX q_, rate_, acceleration_;
  bool same_order_ = true;
};

}  // namespace

std::unique_ptr<Peer> pinocchio_peer(const model::Model& model) {
  auto peer = std::make_unique<PinocchioPeer>(model);
  return peer->same_order() ? std::move(peer) : nullptr;
}

}  // namespace appell::bench

#else
namespace appell::bench {
std::unique_ptr<Peer> pinocchio_peer(const model::Model&) { return nullptr; }
}  // namespace appell::bench
#endif
