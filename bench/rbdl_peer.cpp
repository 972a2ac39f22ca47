#include <rbdl/rbdl.h>
#include <rbdl/rbdl_utils.h>

#include "bench/peers.hpp"

namespace appell::bench {
namespace {

namespace rbd = RigidBodyDynamics;
using Numbers = std::vector<double>;
using Vector3 = Eigen::Vector3d;

Vector3 vector(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }
Eigen::Matrix3d matrix(const std::array<double, 9>& m) {
  return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(m.data());
}

void append(const Eigen::Ref<const Eigen::MatrixXd>& numbers, Numbers& out) {
  for (Eigen::Index i = 0; i < numbers.rows(); ++i) {
    for (Eigen::Index j = 0; j < numbers.cols(); ++j) out.push_back(numbers(i, j));
  }
}

class RbdlPeer : public Peer {
 public:
  explicit RbdlPeer(const PlainRobot& robot)
      : n_(robot.num_coordinates()),
        at_rest_(Eigen::VectorXd::Zero(n_)),
        force_(at_rest_),
        mass_(Eigen::MatrixXd::Zero(n_, n_)),
        factor_(mass_),
        J_(Eigen::MatrixXd::Zero(6, n_)) {
    theirs_.gravity = vector(robot.gravity);
    for (const PlainBody& body : robot.bodies) {
      const unsigned parent = body.parent < 0 ? 0U : index_[body.parent];
      const rbd::Joint joint(body.turns ? rbd::JointTypeRevolute : rbd::JointTypePrismatic,
                             vector(body.axis));
      const rbd::Math::SpatialTransform X(matrix(body.rotation).transpose(), vector(body.position));
      const rbd::Math::Matrix3d inertia = matrix(body.inertia);
      const rbd::Body mass(body.mass, rbd::Math::Vector3d(vector(body.com)), inertia);
      index_.push_back(theirs_.AddBody(parent, X, joint, mass));
    }
    tip_ = index_[robot.tip];
  }

  std::string name() const override { return "rbdl"; }
  bool offers(Quantity quantity) const override {
    return quantity != Quantity::kCoriolis && quantity != Quantity::kPartials;
  }

  void set_state(const double* motion) override {
    q_ = Eigen::Map<const Eigen::VectorXd>(motion, n_);
    rate_ = Eigen::Map<const Eigen::VectorXd>(motion + n_, n_);
    acceleration_ = Eigen::Map<const Eigen::VectorXd>(motion + 2 * n_, n_);
    compute(Quantity::kMass);  // What solving starts from.
  }

  void compute(Quantity quantity) override {
    switch (quantity) {
      case Quantity::kGravity:
        return rbd::NonlinearEffects(theirs_, q_, at_rest_, force_);
      case Quantity::kBias:
        return rbd::NonlinearEffects(theirs_, q_, rate_, force_);
      case Quantity::kMass:
        return rbd::CompositeRigidBodyAlgorithm(theirs_, q_, mass_);
      case Quantity::kSolve:
        factor_ = mass_;
        force_ = acceleration_;
        rbd::Math::SparseFactorizeLTL(theirs_, factor_);
        rbd::Math::SparseSolveLTx(theirs_, factor_, force_);
        return rbd::Math::SparseSolveLx(theirs_, factor_, force_);
      case Quantity::kKinematics:
        return rbd::UpdateKinematics(theirs_, q_, rate_, acceleration_);
      case Quantity::kJacobian:
        rbd::UpdateKinematics(theirs_, q_, rate_, acceleration_);
        return rbd::CalcPointJacobian6D(theirs_, q_, tip_, Vector3::Zero(), J_, false);
      case Quantity::kKineticEnergy:
        energy_ = rbd::Utils::CalcKineticEnergy(theirs_, q_, rate_);
        return;
      default:
        rbd::InverseDynamics(theirs_, q_, rate_, acceleration_, force_);
    }
  }

  Numbers result(Quantity quantity) override {
    Numbers found;
    switch (quantity) {
      case Quantity::kMass:
        append(mass_, found);
        break;
      case Quantity::kKinematics:
        return bodies();
      case Quantity::kJacobian:  // Its upper rows are the angular ones.
        append(J_.bottomRows(3), found);
        append(J_.topRows(3), found);
        break;
      case Quantity::kKineticEnergy:
        found.push_back(energy_);
        break;
      default:
        append(force_, found);
    }
    return found;
  }

 private:
  Numbers bodies() const {
    Numbers found;
    for (const unsigned i : index_) {
      append(theirs_.X_base[i].E.transpose(), found);
      append(theirs_.X_base[i].r, found);
    }
    for (const unsigned i : index_) {
      const Eigen::Matrix3d R = theirs_.X_base[i].E.transpose();
      append(R * theirs_.v[i].tail<3>(), found);
      append(R * theirs_.v[i].head<3>(), found);
    }
    for (const unsigned i : index_) {  // Of points, not of fields.
      const Eigen::Matrix3d R = theirs_.X_base[i].E.transpose();
      const Vector3 omega = theirs_.v[i].head<3>(), v = theirs_.v[i].tail<3>();
      append(R * (theirs_.a[i].tail<3>() + omega.cross(v)), found);
      append(R * theirs_.a[i].head<3>(), found);
    }
    return found;
  }

  int n_;
  rbd::Model theirs_;
  std::vector<unsigned> index_;  ///< Its number of each of our bodies.
  unsigned tip_ = 0;
  rbd::Math::VectorNd q_, rate_, acceleration_, at_rest_, force_;
  rbd::Math::MatrixNd mass_, factor_, J_;
  double energy_ = 0.0;
};

}  // namespace

std::unique_ptr<Peer> rbdl_peer(const PlainRobot& robot) {
  return std::make_unique<RbdlPeer>(robot);
}

}  // namespace appell::bench
