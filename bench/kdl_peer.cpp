#include "bench/peers.hpp"

#ifdef APPELL_PEER_KDL
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/tree.hpp>
#include <kdl/treeidsolver_recursive_newton_euler.hpp>

namespace appell::bench {
namespace {

KDL::Vector vector(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

std::string segment_name(int body) { return "b" + std::to_string(body); }

KDL::Segment segment(const model::Body& body) {
  const Mat3& R = body.X_PJ.R;
  const KDL::Frame F(KDL::Rotation(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0),
                                   R(2, 1), R(2, 2)),
                     vector(body.X_PJ.p));
  const bool turns = body.screw.angular.squaredNorm() > 0.0;
  const KDL::Vector axis = F.M * vector(turns ? body.screw.angular : body.screw.linear);
  const KDL::Joint joint(segment_name(body.index), F.p, axis,
                         turns ? KDL::Joint::RotAxis : KDL::Joint::TransAxis);
  const Mat3 I = body.rigid_mass.inertia_com();
  const KDL::RotationalInertia inertia(I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2));
  return KDL::Segment(
      segment_name(body.index), joint, F,
      KDL::RigidBodyInertia(body.rigid_mass.mass, vector(body.rigid_mass.p_BBcm), inertia));
}

class KdlPeer : public Peer {
 public:
  explicit KdlPeer(const model::Model& model)
      : n_(static_cast<unsigned>(model.num_coordinates())),
        q_(n_),
        rate_(n_),
        acceleration_(n_),
        force_(n_),
        theirs_(n_) {
    if (is_chain(model)) {
      for (const model::Body& body : model.bodies()) {
        chain_.addSegment(segment(body));
        theirs_[static_cast<std::size_t>(body.coordinate)] = static_cast<unsigned>(body.index);
      }
      no_wrenches_.resize(chain_.getNrOfSegments(), KDL::Wrench::Zero());
      chain_solver_ = std::make_unique<KDL::ChainIdSolver_RNE>(chain_, vector(model.gravity()));
      return;
    }
    for (const model::Body& body : model.bodies()) {
      tree_.addSegment(segment(body),
                       body.parent == model::kWorld ? "root" : segment_name(body.parent));
    }
    for (const model::Body& body : model.bodies()) {
      theirs_[static_cast<std::size_t>(body.coordinate)] =
          GetTreeElementQNr(tree_.getSegment(segment_name(body.index))->second);
    }
    tree_solver_ = std::make_unique<KDL::TreeIdSolver_RNE>(tree_, vector(model.gravity()));
  }

  std::string name() const override { return "kdl"; }
  void set_state(const VecX& q, const VecX& rate, const VecX& acceleration) override {
    for (std::size_t j = 0; j < n_; ++j) {
      const auto i = static_cast<Eigen::Index>(j);
      q_(theirs_[j]) = q(i);
      rate_(theirs_[j]) = rate(i);
      acceleration_(theirs_[j]) = acceleration(i);
    }
  }
  void compute() override {
    if (chain_solver_) {
      chain_solver_->CartToJnt(q_, rate_, acceleration_, no_wrenches_, force_);
    } else {
      tree_solver_->CartToJnt(q_, rate_, acceleration_, {}, force_);
    }
  }
  VecX force() const override {
    VecX Q(n_);
    for (std::size_t j = 0; j < n_; ++j) Q(static_cast<Eigen::Index>(j)) = force_(theirs_[j]);
    return Q;
  }

 private:
  unsigned n_;
  KDL::Chain chain_;
  KDL::Tree tree_{"root"};
  KDL::JntArray q_, rate_, acceleration_, force_;
  std::vector<unsigned> theirs_;  ///< KDL's number of each of our coordinates.
  KDL::Wrenches no_wrenches_;
  std::unique_ptr<KDL::ChainIdSolver_RNE> chain_solver_;
  std::unique_ptr<KDL::TreeIdSolver_RNE> tree_solver_;
};

}  // namespace

std::unique_ptr<Peer> kdl_peer(const model::Model& model) {
  return std::make_unique<KdlPeer>(model);
}

}  // namespace appell::bench

#else
namespace appell::bench {
std::unique_ptr<Peer> kdl_peer(const model::Model&) { return nullptr; }
}  // namespace appell::bench
#endif
