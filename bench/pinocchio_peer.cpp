#include <pinocchio/algorithm/cholesky.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/energy.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/multibody/data.hpp>
#include <pinocchio/multibody/model.hpp>

#include "bench/peers.hpp"

namespace appell::bench {
namespace {

namespace pin = pinocchio;
using Numbers = std::vector<double>;
using Vector3 = Eigen::Vector3d;
using Matrix = Eigen::MatrixXd;

Vector3 vector(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }
Eigen::Matrix3d matrix(const std::array<double, 9>& m) {
  return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(m.data());
}

void append(const Eigen::Ref<const Matrix>& numbers, Numbers& out) {
  for (Eigen::Index i = 0; i < numbers.rows(); ++i) {
    for (Eigen::Index j = 0; j < numbers.cols(); ++j) out.push_back(numbers(i, j));
  }
}

class PinocchioPeer : public Peer {
 public:
  explicit PinocchioPeer(const PlainRobot& robot)
      : n_(robot.num_coordinates()),
        tip_(static_cast<pin::JointIndex>(robot.tip) + 1),
        convention_(n_ > 40 ? pin::Convention::WORLD : pin::Convention::LOCAL) {
    theirs_.gravity.linear(vector(robot.gravity));
    for (const PlainBody& body : robot.bodies) add(body);
    data_ = pin::Data(theirs_);
    J_ = J_rate_ = Matrix::Zero(6, n_);
  }

  std::string name() const override { return "pinocchio"; }
  bool offers(Quantity) const override { return true; }

  void set_state(const double* motion) override {
    q_ = Eigen::Map<const Eigen::VectorXd>(motion, n_);
    rate_ = Eigen::Map<const Eigen::VectorXd>(motion + n_, n_);
    acceleration_ = Eigen::Map<const Eigen::VectorXd>(motion + 2 * n_, n_);
    compute(Quantity::kMass);  // What solving starts from.
  }

  void compute(Quantity quantity) override {
    switch (quantity) {
      case Quantity::kForce:
        pin::rnea(theirs_, data_, q_, rate_, acceleration_);
        return;
      case Quantity::kGravity:
        pin::computeGeneralizedGravity(theirs_, data_, q_);
        return;
      case Quantity::kBias:
        pin::nonLinearEffects(theirs_, data_, q_, rate_);
        return;
      case Quantity::kMass:
        pin::crba(theirs_, data_, q_, convention_);
        return;
      case Quantity::kSolve:
        pin::cholesky::decompose(theirs_, data_);
        solution_ = acceleration_;
        pin::cholesky::solve(theirs_, data_, solution_);
        return;
      case Quantity::kCoriolis:
        pin::computeCoriolisMatrix(theirs_, data_, q_, rate_);
        return;
      case Quantity::kPartials:
        pin::computeRNEADerivatives(theirs_, data_, q_, rate_, acceleration_);
        return;
      case Quantity::kKinematics:
        pin::forwardKinematics(theirs_, data_, q_, rate_, acceleration_);
        return;
      case Quantity::kJacobian:
        return compute_jacobian();
      case Quantity::kKineticEnergy:
        energy_ = pin::computeKineticEnergy(theirs_, data_, q_, rate_);
    }
  }

  Numbers result(Quantity quantity) override {
    Numbers found;
    switch (quantity) {
      case Quantity::kForce:
        append(data_.tau, found);
        break;
      case Quantity::kGravity:
        append(data_.g, found);
        break;
      case Quantity::kBias:
        append(data_.nle, found);
        break;
      case Quantity::kMass:  // It fills the upper triangle only.
        append(Matrix(data_.M.selfadjointView<Eigen::Upper>()), found);
        break;
      case Quantity::kSolve:
        append(solution_, found);
        break;
      case Quantity::kCoriolis:
        append(data_.C, found);
        break;
      case Quantity::kPartials:
        append(data_.dtau_dq, found);
        append(data_.dtau_dv, found);
        break;
      case Quantity::kKinematics:
        return bodies();
      case Quantity::kJacobian:
        append(J_, found);
        append(J_rate_, found);
        break;
      case Quantity::kKineticEnergy:
        found.push_back(energy_);
    }
    return found;
  }

 private:
  void add(const PlainBody& body) {
    const pin::SE3 placement(matrix(body.rotation), vector(body.position));
    const auto parent = static_cast<pin::JointIndex>(body.parent + 1);
    const std::string name = "b" + std::to_string(theirs_.njoints);
    const pin::JointIndex index =
        body.turns ? theirs_.addJoint(parent, revolute(vector(body.axis)), placement, name)
                   : theirs_.addJoint(parent, pin::JointModelPrismaticUnaligned(vector(body.axis)),
                                      placement, name);
    theirs_.appendBodyToJoint(index,
                              pin::Inertia(body.mass, vector(body.com), matrix(body.inertia)));
  }

  /// As its readers of files choose them: axes of the frame have joints of their own, which are
  /// faster.
  static pin::JointModel revolute(const Vector3& axis) {
    if (axis == Vector3::UnitX()) return pin::JointModelRX();
    if (axis == Vector3::UnitY()) return pin::JointModelRY();
    if (axis == Vector3::UnitZ()) return pin::JointModelRZ();
    return pin::JointModelRevoluteUnaligned(axis);
  }

  void compute_jacobian() {
    pin::forwardKinematics(theirs_, data_, q_, rate_, acceleration_);
    pin::computeJointJacobiansTimeVariation(theirs_, data_, q_, rate_);
    pin::getJointJacobian(theirs_, data_, tip_, pin::LOCAL_WORLD_ALIGNED, J_);
    pin::getJointJacobianTimeVariation(theirs_, data_, tip_, pin::LOCAL_WORLD_ALIGNED, J_rate_);
  }

  Numbers bodies() const {
    Numbers found;
    for (std::size_t i = 1; i < data_.oMi.size(); ++i) {
      append(data_.oMi[i].rotation(), found);
      append(data_.oMi[i].translation(), found);
    }
    for (std::size_t i = 1; i < data_.oMi.size(); ++i) {
      append(data_.oMi[i].rotation() * data_.v[i].linear(), found);
      append(data_.oMi[i].rotation() * data_.v[i].angular(), found);
    }
    for (std::size_t i = 1; i < data_.oMi.size(); ++i) {  // Of points, not of fields.
      const Vector3 a = data_.a[i].linear() + data_.v[i].angular().cross(data_.v[i].linear());
      append(data_.oMi[i].rotation() * a, found);
      append(data_.oMi[i].rotation() * data_.a[i].angular(), found);
    }
    return found;
  }

  int n_;
  pin::JointIndex tip_;
  pin::Convention convention_;  ///< Of the mass matrix: the faster one.
  pin::Model theirs_;
  pin::Data data_;
  Eigen::VectorXd q_, rate_, acceleration_, solution_;
  Matrix J_, J_rate_;
  double energy_ = 0.0;
};

}  // namespace

std::unique_ptr<Peer> pinocchio_peer(const PlainRobot& robot) {
  constexpr int kMostBodies = 200;  // Its data hold tensors of n³ numbers.
  if (robot.num_coordinates() > kMostBodies) return nullptr;
  return std::make_unique<PinocchioPeer>(robot);
}

}  // namespace appell::bench
