#include <kdl/chaindynparam.hpp>
#include <kdl/chainfksolvervel_recursive.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/chainjnttojacdotsolver.hpp>
#include <kdl/chainjnttojacsolver.hpp>
#include <kdl/tree.hpp>
#include <kdl/treeidsolver_recursive_newton_euler.hpp>

#include "bench/peers.hpp"

namespace appell::bench {
namespace {

using Numbers = std::vector<double>;

KDL::Vector vector(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

KDL::Segment segment(const PlainBody& body, const std::string& name) {
  const auto& R = body.rotation;
  const KDL::Frame F(KDL::Rotation(R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]),
                     vector(body.position));
  const KDL::Joint joint(name, F.p, F.M * vector(body.axis),
                         body.turns ? KDL::Joint::RotAxis : KDL::Joint::TransAxis);
  const auto& I = body.inertia;
  const KDL::RotationalInertia inertia(I[0], I[4], I[8], I[1], I[2], I[5]);
  return KDL::Segment(name, joint, F, KDL::RigidBodyInertia(body.mass, vector(body.com), inertia));
}

void append(const Eigen::Ref<const Eigen::MatrixXd>& matrix, Numbers& out) {
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) out.push_back(matrix(i, j));
  }
}

/// Its solvers for chains, all but the first.
struct ChainSolvers {
  ChainSolvers(const KDL::Chain& chain, const KDL::Vector& gravity)
      : matrices(chain, gravity),
        kinematics(chain),
        jacobian(chain),
        jacobian_rate(chain),
        mass(static_cast<int>(chain.getNrOfJoints())),
        bodies(chain.getNrOfSegments()),
        J(chain.getNrOfJoints()),
        J_rate(chain.getNrOfJoints()) {}

  KDL::ChainDynParam matrices;
  KDL::ChainFkSolverVel_recursive kinematics;
  KDL::ChainJntToJacSolver jacobian;
  KDL::ChainJntToJacDotSolver jacobian_rate;
  KDL::JntSpaceInertiaMatrix mass;
  std::vector<KDL::FrameVel> bodies;
  KDL::Jacobian J, J_rate;
};

class KdlPeer : public Peer {
 public:
  explicit KdlPeer(const PlainRobot& robot)
      : n_(static_cast<unsigned>(robot.num_coordinates())),
        motion_(n_),
        acceleration_(n_),
        force_(n_),
        gravity_(n_) {
    const KDL::Vector gravity = vector(robot.gravity);
    if (robot.is_chain()) {
      for (const PlainBody& body : robot.bodies) chain_.addSegment(segment(body, ""));
      no_wrenches_.resize(chain_.getNrOfSegments(), KDL::Wrench::Zero());
      force_of_chain_ = std::make_unique<KDL::ChainIdSolver_RNE>(chain_, gravity);
      solvers_ = std::make_unique<ChainSolvers>(chain_, gravity);
      return;
    }
    for (std::size_t i = 0; i < robot.bodies.size(); ++i) {  // It numbers them as they come.
      const int parent = robot.bodies[i].parent;
      tree_.addSegment(segment(robot.bodies[i], "b" + std::to_string(i)),
                       parent < 0 ? "root" : "b" + std::to_string(parent));
    }
    force_of_tree_ = std::make_unique<KDL::TreeIdSolver_RNE>(tree_, gravity);
  }

  std::string name() const override { return "kdl"; }

  bool offers(Quantity quantity) const override {
    switch (quantity) {
      case Quantity::kForce:
        return true;
      case Quantity::kGravity:
      case Quantity::kBias:
      case Quantity::kMass:
      case Quantity::kKinematics:
      case Quantity::kJacobian:
        return solvers_ != nullptr;
      default:
        return false;
    }
  }

  void set_state(const double* motion) override {
    for (unsigned j = 0; j < n_; ++j) {
      motion_.q(j) = motion[j];
      motion_.qdot(j) = motion[n_ + j];
      acceleration_(j) = motion[2 * n_ + j];
    }
  }

  void compute(Quantity quantity) override {
    switch (quantity) {
      case Quantity::kGravity:
        solvers_->matrices.JntToGravity(motion_.q, gravity_);
        return;
      case Quantity::kBias:
        solvers_->matrices.JntToCoriolis(motion_.q, motion_.qdot, force_);
        return;
      case Quantity::kMass:
        solvers_->matrices.JntToMass(motion_.q, solvers_->mass);
        return;
      case Quantity::kKinematics:
        solvers_->kinematics.JntToCart(motion_, solvers_->bodies);
        return;
      case Quantity::kJacobian:
        solvers_->jacobian.JntToJac(motion_.q, solvers_->J);
        solvers_->jacobian_rate.JntToJacDot(motion_, solvers_->J_rate);
        return;
      default:
        compute_force();
    }
  }

  Numbers result(Quantity quantity) override {
    Numbers found;
    switch (quantity) {
      case Quantity::kGravity:
        append(gravity_.data, found);
        break;
      case Quantity::kBias:  // Its own is without gravity.
        solvers_->matrices.JntToGravity(motion_.q, gravity_);
        append(force_.data + gravity_.data, found);
        break;
      case Quantity::kMass:
        append(solvers_->mass.data, found);
        break;
      case Quantity::kKinematics:
        append_bodies(found);
        break;
      case Quantity::kJacobian:
        append(solvers_->J.data, found);
        append(solvers_->J_rate.data, found);
        break;
      default:
        append(force_.data, found);
    }
    return found;
  }

 private:
  void compute_force() {
    if (force_of_chain_) {
      force_of_chain_->CartToJnt(motion_.q, motion_.qdot, acceleration_, no_wrenches_, force_);
    } else {
      force_of_tree_->CartToJnt(motion_.q, motion_.qdot, acceleration_, {}, force_);
    }
  }

  void append_bodies(Numbers& out) const {
    for (const KDL::FrameVel& body : solvers_->bodies) {
      out.insert(out.end(), body.M.R.data, body.M.R.data + 9);
      out.insert(out.end(), body.p.p.data, body.p.p.data + 3);
    }
    for (const KDL::FrameVel& body : solvers_->bodies) {
      out.insert(out.end(), body.p.v.data, body.p.v.data + 3);
      out.insert(out.end(), body.M.w.data, body.M.w.data + 3);
    }
  }

  unsigned n_;
  KDL::Chain chain_;
  KDL::Tree tree_{"root"};
  KDL::JntArrayVel motion_;
  KDL::JntArray acceleration_, force_, gravity_;
  KDL::Wrenches no_wrenches_;
  std::unique_ptr<KDL::ChainIdSolver_RNE> force_of_chain_;
  std::unique_ptr<KDL::TreeIdSolver_RNE> force_of_tree_;
  std::unique_ptr<ChainSolvers> solvers_;  ///< Null for a tree.
};

}  // namespace

std::unique_ptr<Peer> kdl_peer(const PlainRobot& robot) { return std::make_unique<KdlPeer>(robot); }

}  // namespace appell::bench
