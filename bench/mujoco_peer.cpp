#include <cstdio>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <mujoco/mujoco.h>
#include <unistd.h>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include "bench/peers.hpp"

namespace appell::bench {
namespace {

constexpr int kMostBodies = 90;  // Its reader nests as deep as the robot, to 100 at most.

using Numbers = std::vector<double>;
using Rotation = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>;

std::string text(const std::array<double, 3>& v) {
  return fmt::format("{:.17g} {:.17g} {:.17g}", v[0], v[1], v[2]);
}
std::string quaternion_text(const std::array<double, 9>& R) {
  const Eigen::Quaterniond q(Eigen::Matrix3d(Rotation(R.data())));
  return fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}", q.w(), q.x(), q.y(), q.z());
}

/// A body and everything that hangs on it. Masses are filled in later: the file's own way to give
/// a tensor keeps only six digits of it.
void write_body(const PlainRobot& robot, int index, std::string& xml) {
  const PlainBody& body = robot.bodies[index];
  xml += fmt::format(
      "<body name='b{}' pos='{}' quat='{}'><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
      "<joint name='j{}' type='{}' axis='{}'/>",
      index, text(body.position), quaternion_text(body.rotation), index,
      body.turns ? "hinge" : "slide", text(body.axis));
  for (int child = index + 1; child < robot.num_coordinates(); ++child) {
    if (robot.bodies[child].parent == index) {
      write_body(robot, child, xml);
    }
  }
  xml += "</body>";
}

std::string mjcf(const PlainRobot& robot) {
  std::string xml = fmt::format(
      "<mujoco><compiler angle='radian'/><option gravity='{}'/><worldbody>", text(robot.gravity));
  for (int i = 0; i < robot.num_coordinates(); ++i) {
    if (robot.bodies[i].parent < 0) write_body(robot, i, xml);
  }
  return xml + "</worldbody></mujoco>";
}

void set_masses(const PlainRobot& robot, mjModel& theirs) {
  for (int i = 0; i < robot.num_coordinates(); ++i) {
    const PlainBody& body = robot.bodies[i];
    const int b = mj_name2id(&theirs, mjOBJ_BODY, fmt::format("b{}", i).c_str());
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> axes(Rotation(body.inertia.data()));
    Eigen::Matrix3d R = axes.eigenvectors();
    if (R.determinant() < 0.0) R.col(0) = -R.col(0);
    const Eigen::Quaterniond q(R);
    const double quaternion[4] = {q.w(), q.x(), q.y(), q.z()};
    std::copy_n(quaternion, 4, theirs.body_iquat + 4 * b);
    std::copy_n(axes.eigenvalues().data(), 3, theirs.body_inertia + 3 * b);
    std::copy_n(body.com.data(), 3, theirs.body_ipos + 3 * b);
    theirs.body_mass[b] = body.mass;
    theirs.body_simple[b] = 0;  // Shortcuts that it took for the masses in the file.
    theirs.body_sameframe[b] = 0;
  }
  const std::unique_ptr<mjData, void (*)(mjData*)> data(mj_makeData(&theirs), mj_deleteData);
  mj_setConst(&theirs, data.get());
}

class MujocoPeer : public Peer {
 public:
  MujocoPeer(const PlainRobot& robot, mjModel* theirs)
      : model_(theirs, mj_deleteModel),
        data_(mj_makeData(theirs), mj_deleteData),
        at_rest_(mj_makeData(theirs), mj_deleteData),
        n_(static_cast<std::size_t>(robot.num_coordinates())),
        vector_(n_),
        J_(6 * n_) {
    set_masses(robot, *theirs);
    theirs->opt.enableflags |= mjENBL_ENERGY;
    for (int i = 0; i < robot.num_coordinates(); ++i) {
      const int joint = mj_name2id(theirs, mjOBJ_JOINT, fmt::format("j{}", i).c_str());
      dof_.push_back(static_cast<std::size_t>(theirs->jnt_dofadr[joint]));
      body_.push_back(mj_name2id(theirs, mjOBJ_BODY, fmt::format("b{}", i).c_str()));
    }
    tip_ = body_[robot.tip];
  }

  std::string name() const override { return "mujoco"; }

  bool offers(Quantity quantity) const override {
    return quantity != Quantity::kCoriolis && quantity != Quantity::kPartials;
  }

  void set_state(const double* motion) override {
    for (std::size_t j = 0; j < n_; ++j) {
      data_->qpos[dof_[j]] = at_rest_->qpos[dof_[j]] = motion[j];
      data_->qvel[dof_[j]] = motion[n_ + j];
      data_->qacc[dof_[j]] = motion[2 * n_ + j];
    }
    compute(Quantity::kMass);  // What solving starts from.
  }

  void compute(Quantity quantity) override {
    switch (quantity) {
      case Quantity::kForce:
        return compute_force(data_.get(), /*with_acceleration=*/1);
      case Quantity::kGravity:
        return compute_force(at_rest_.get(), 0);
      case Quantity::kBias:
        return compute_force(data_.get(), 0);
      case Quantity::kMass:
        return compute_mass();
      case Quantity::kSolve:
        mj_factorM(model_.get(), data_.get());
        return mj_solveM(model_.get(), data_.get(), vector_.data(), data_->qacc, 1);
      case Quantity::kKinematics:
        return compute_velocities(data_.get());
      case Quantity::kJacobian:
        compute_velocities(data_.get());
        return mj_jacBody(model_.get(), data_.get(), J_.data(), J_.data() + 3 * n_, tip_);
      default:  // The kinetic energy.
        compute_mass();
        mj_energyVel(model_.get(), data_.get());
    }
  }

  Numbers result(Quantity quantity) override {
    switch (quantity) {
      case Quantity::kMass:
        return mass();
      case Quantity::kKinematics:
        return bodies();
      case Quantity::kJacobian:
        return columns_of(J_, 6);
      case Quantity::kKineticEnergy:
        return {data_->energy[1]};
      default:
        return columns_of(vector_, 1);
    }
  }

 private:
  void compute_velocities(mjData* data) {
    mj_kinematics(model_.get(), data);
    mj_comPos(model_.get(), data);
    mj_comVel(model_.get(), data);
  }
  void compute_force(mjData* data, int with_acceleration) {
    compute_velocities(data);
    mj_rne(model_.get(), data, with_acceleration, vector_.data());
  }
  void compute_mass() {
    mj_kinematics(model_.get(), data_.get());
    mj_comPos(model_.get(), data_.get());
    mj_crb(model_.get(), data_.get());
  }

  /// Columns in our order.
  Numbers columns_of(const Numbers& theirs, std::size_t rows) const {
    Numbers ours;
    for (std::size_t i = 0; i < rows; ++i) {
      for (const std::size_t j : dof_) ours.push_back(theirs[i * n_ + j]);
    }
    return ours;
  }
  Numbers mass() const {
    Numbers theirs(n_ * n_), ours;
    mj_fullM(model_.get(), theirs.data(), data_->qM);
    for (const std::size_t i : dof_) {
      for (const std::size_t j : dof_) ours.push_back(theirs[i * n_ + j]);
    }
    return ours;
  }
  Numbers bodies() const {
    Numbers found;
    for (const int b : body_) {
      found.insert(found.end(), data_->xmat + 9 * b, data_->xmat + 9 * b + 9);
      found.insert(found.end(), data_->xpos + 3 * b, data_->xpos + 3 * b + 3);
    }
    for (const int b : body_) {
      double twist[6];  // Angular first.
      mj_objectVelocity(model_.get(), data_.get(), mjOBJ_XBODY, b, twist, /*flg_local=*/0);
      found.insert(found.end(), twist + 3, twist + 6);
      found.insert(found.end(), twist, twist + 3);
    }
    return found;
  }

  std::unique_ptr<mjModel, void (*)(mjModel*)> model_;
  std::unique_ptr<mjData, void (*)(mjData*)> data_, at_rest_;
  std::size_t n_;
  std::vector<std::size_t> dof_;  ///< Its number of each of our coordinates,
  std::vector<int> body_;         ///< and of our bodies.
  int tip_ = 0;
  Numbers vector_, J_;
};

}  // namespace

std::unique_ptr<Peer> mujoco_peer(const PlainRobot& robot) {
  if (robot.num_coordinates() > kMostBodies) return nullptr;
  mju_user_warning = [](const char*) {};  // It would write a file.
  const auto file = std::filesystem::temp_directory_path() /
                    fmt::format("appell_bench_{}.xml", static_cast<long>(::getpid()));
  std::ofstream(file) << mjcf(robot);
  char error[1000] = "";
  mjModel* theirs = mj_loadXML(file.c_str(), nullptr, error, sizeof error);
  std::filesystem::remove(file);
  if (theirs == nullptr) {
    std::fprintf(stderr, "MuJoCo does not take %s: %s\n", robot.name.c_str(), error);
    return nullptr;
  }
  return std::make_unique<MujocoPeer>(robot, theirs);
}

}  // namespace appell::bench
