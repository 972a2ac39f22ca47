// Plain inverse dynamics, mass matrix and kinetic energy of foreign robots against other programs:
// KDL and MuJoCo. Mimic joints are made independent: neither has them.
#include <algorithm>
#include <iostream>
#include <memory>

#include <gtest/gtest.h>

#include "appell/energy/acceleration_energy.hpp"
#include "appell/force/generalized_force.hpp"
#include "appell/force/motion_matrices.hpp"
#include "appell/io/load_model.hpp"
#include "appell/kinematics/propagate.hpp"
#include "tests/support/foreign_robots.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"
#include "tests/support/random_model.hpp"

#ifdef APPELL_PEER_OROCOS_KDL
#include <kdl/tree.hpp>
#include <kdl/treeidsolver_recursive_newton_euler.hpp>
#endif
#ifdef APPELL_PEER_MUJOCO
#include <mujoco/mujoco.h>
#include <pugixml.hpp>
#endif

namespace appell::force {
namespace {

using support::near;

constexpr double kTolerance = 1e-10;  // Relative to the largest entry.

model::Description independent(const std::string& file) {
  model::Description robot =
      io::load_model(file, {.physics = mass::Physics::kNotChecked}).model.description();
  for (model::Joint& joint : robot.joints) joint.mimic.reset();
  return robot;
}

/// What we say about a robot at one state.
struct Ours {
  Ours(const model::Model& model, unsigned seed) {
    support::Random random(seed);
    state = support::random_state(random, model, 2);
    const kinematics::TreeMotion motion = kinematics::propagate(model, state);
    force = generalized_force(motion)[0];
    mass_matrix = force::mass_matrix(motion)[0];
    kinetic_energy = energy::kinetic_energy(motion)[0];
  }

  model::StateSeries state;
  VecX force;
  MatX mass_matrix;
  double kinetic_energy;
};

class DynamicsPeers : public testing::Test {
 protected:
  void SetUp() override {
    files_ = support::foreign_robots();
    if (files_.empty()) {
      GTEST_SKIP() << "no folder of foreign robots; set APPELL_ROBOTS to one with .urdf files";
    }
  }

  std::vector<std::string> files_;
};

#ifdef APPELL_PEER_OROCOS_KDL

KDL::Vector kdl_vector(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

KDL::Frame kdl_frame(const spatial::Transform& X) {
  const Mat3& R = X.R;
  return {KDL::Rotation(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1),
                        R(2, 2)),
          kdl_vector(X.p)};
}

KDL::RigidBodyInertia kdl_inertia(const model::Inertial& inertial) {
  const spatial::Transform X = inertial.X_LC.transform();
  const Mat3 I = X.R * inertial.inertia * X.R.transpose();
  const KDL::RotationalInertia about_com(I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2));
  return KDL::RigidBodyInertia(inertial.mass, kdl_vector(X.p), about_com);
}

/// Hangs everything below a link into KDL's tree, depth first, as KDL numbers coordinates.
void hang_below(const model::Description& robot, const std::string& parent, KDL::Tree& tree) {
  for (const model::Joint& joint : robot.joints) {
    if (joint.parent != parent) continue;
    const KDL::Frame F = kdl_frame(joint.X_PJ.transform());
    const KDL::Vector axis = F.M * kdl_vector(joint.axis.normalized());
    const KDL::Joint moving = joint.kind == model::JointKind::kFixed
                                  ? KDL::Joint(joint.name, KDL::Joint::None)
                              : joint.kind == model::JointKind::kPrismatic
                                  ? KDL::Joint(joint.name, F.p, axis, KDL::Joint::TransAxis)
                                  : KDL::Joint(joint.name, F.p, axis, KDL::Joint::RotAxis);
    for (const model::Link& link : robot.links) {
      if (link.name != joint.child) continue;
      tree.addSegment(KDL::Segment(link.name, moving, F, kdl_inertia(link.inertial)), parent);
    }
    hang_below(robot, joint.child, tree);
  }
}

TEST_F(DynamicsPeers, ForcesAndMassMatrixAreThoseOfKdl) {
  for (const std::string& file : files_) {
    SCOPED_TRACE(file);
    const model::Description robot = independent(file);
    const model::Model model = model::build(robot, mass::Physics::kNotChecked);
    KDL::Tree tree(model.frames().front().name);
    for (const model::Frame& frame : model.frames()) {  // The root is no child of any joint.
      const auto is_parent = [&](const model::Joint& joint) { return joint.child == frame.name; };
      if (std::none_of(robot.joints.begin(), robot.joints.end(), is_parent)) {
        tree = KDL::Tree(frame.name);
        hang_below(robot, frame.name, tree);
      }
    }
    const auto n = static_cast<unsigned>(model.num_coordinates());
    ASSERT_EQ(tree.getNrOfJoints(), n);
    std::vector<unsigned> theirs(n);  // KDL's number of each of our coordinates.
    for (const auto& [name, element] : tree.getSegments()) {
      const KDL::Joint& joint = GetTreeElementSegment(element).getJoint();
      if (joint.getType() == KDL::Joint::None) continue;
      for (std::size_t i = 0; i < n; ++i) {
        if (model.coordinates()[i].name == joint.getName()) theirs[i] = GetTreeElementQNr(element);
      }
    }
    KDL::TreeIdSolver_RNE solver(tree, kdl_vector(model.gravity()));
    KDL::TreeIdSolver_RNE weightless(tree, KDL::Vector::Zero());
    double worst = 0.0;
    for (unsigned seed = 1; seed <= 3; ++seed) {
      const Ours ours(model, seed);
      KDL::JntArray q(n), qd(n), qdd(n), zero(n), tau(n);
      for (std::size_t i = 0; i < n; ++i) {
        q(theirs[i]) = ours.state.derivative(0)(static_cast<Eigen::Index>(i));
        qd(theirs[i]) = ours.state.derivative(1)(static_cast<Eigen::Index>(i));
        qdd(theirs[i]) = ours.state.derivative(2)(static_cast<Eigen::Index>(i));
      }
      ASSERT_EQ(solver.CartToJnt(q, qd, qdd, {}, tau), 0);
      VecX force(n);
      for (std::size_t i = 0; i < n; ++i) force(static_cast<Eigen::Index>(i)) = tau(theirs[i]);
      EXPECT_TRUE(near(ours.force, force, kTolerance));
      worst =
          std::max(worst, (ours.force - force).cwiseAbs().maxCoeff() / force.cwiseAbs().maxCoeff());

      MatX M(n, n);  // Column j is what a unit of q''_j takes, at rest and without weight.
      for (std::size_t j = 0; j < n; ++j) {
        KDL::JntArray unit(n);
        unit(theirs[j]) = 1.0;
        ASSERT_EQ(weightless.CartToJnt(q, zero, unit, {}, tau), 0);
        for (std::size_t i = 0; i < n; ++i) {
          M(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = tau(theirs[i]);
        }
      }
      EXPECT_TRUE(near(ours.mass_matrix, M, kTolerance));
      const VecX rate = ours.state.derivative(1);
      EXPECT_TRUE(near(ours.kinetic_energy, 0.5 * rate.dot(M * rate), kTolerance));
      EXPECT_GT(ours.kinetic_energy, 0.0);
    }
    std::cout << file.substr(file.rfind('/') + 1) << ": " << n << " coordinates, worst force error "
              << worst << "\n";
  }
}

#else
TEST_F(DynamicsPeers, ForcesAndMassMatrixAreThoseOfKdl) {
  GTEST_SKIP() << "orocos_kdl was not found";
}
#endif

#ifdef APPELL_PEER_MUJOCO

/// A copy of the file without <visual> and <collision>, whose meshes are not here.
std::string without_shapes(const std::string& file, const support::TemporaryFolder& folder) {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_file(file.c_str()));
  for (pugi::xml_node link : document.child("robot").children("link")) {
    while (link.remove_child("visual")) {
    }
    while (link.remove_child("collision")) {
    }
  }
  std::string copy = (folder.path() / file.substr(file.rfind('/') + 1)).string();
  EXPECT_TRUE(document.save_file(copy.c_str()));
  return copy;
}

/// Our robot with the inertias that MuJoCo computes with: its principal axes give a tensor back to
/// 3e-6 only, and this is not about how well it reads a file.
model::Model with_inertias_of(const mjModel& theirs, model::Description robot) {
  for (model::Link& link : robot.links) {
    const int b = mj_name2id(&theirs, mjOBJ_BODY, link.name.c_str());
    link.inertial = {};  // Links that are fixed to others are part of those.
    if (b <= 0) continue;
    const mjtNum* q = theirs.body_iquat + 4 * b;
    const Mat3 R = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
    const Vec3 moments = Eigen::Map<const Vec3>(theirs.body_inertia + 3 * b);
    const Vec3 com = Eigen::Map<const Vec3>(theirs.body_ipos + 3 * b);
    link.inertial = {theirs.body_mass[b], spatial::Transform{R, com}, moments.asDiagonal()};
  }
  return model::build(std::move(robot), mass::Physics::kNotChecked);
}

void expect_same_dynamics(const model::Model& model, mjModel& theirs) {
  const std::unique_ptr<mjData, void (*)(mjData*)> d(mj_makeData(&theirs), mj_deleteData);
  Eigen::Map<Vec3>(theirs.opt.gravity) = model.gravity();
  const int n = model.num_coordinates();
  ASSERT_EQ(theirs.nv, n);
  std::vector<int> dof;  // MuJoCo's number of each of our coordinates.
  for (const model::Coordinate& coordinate : model.coordinates()) {
    const int joint = mj_name2id(&theirs, mjOBJ_JOINT, coordinate.name.c_str());
    ASSERT_GE(joint, 0) << coordinate.name;
    dof.push_back(theirs.jnt_dofadr[joint]);
  }
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const Ours ours(model, seed);
    for (int i = 0; i < n; ++i) {  // One coordinate per joint: positions are numbered alike.
      const int j = dof[i];
      d->qpos[j] = ours.state.derivative(0)(i);
      d->qvel[j] = ours.state.derivative(1)(i);
      d->qacc[j] = ours.state.derivative(2)(i);
    }
    mj_kinematics(&theirs, d.get());
    mj_comPos(&theirs, d.get());
    mj_crb(&theirs, d.get());
    mj_comVel(&theirs, d.get());
    VecX tau(n);
    mj_rne(&theirs, d.get(), /*flg_acc=*/1, tau.data());
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> M(n, n);
    mj_fullM(&theirs, M.data(), d->qM);
    VecX force(n);
    MatX mass_matrix(n, n);
    for (int i = 0; i < n; ++i) {
      force(i) = tau(dof[i]);
      for (int j = 0; j < n; ++j) {
        mass_matrix(i, j) = M(dof[i], dof[j]);
      }
    }
    EXPECT_TRUE(near(ours.force, force, kTolerance));
    EXPECT_TRUE(near(ours.mass_matrix, mass_matrix, kTolerance));
    const VecX rate = ours.state.derivative(1);
    EXPECT_TRUE(near(ours.kinetic_energy, 0.5 * rate.dot(mass_matrix * rate), kTolerance));
    EXPECT_GT(ours.kinetic_energy, 0.0);
  }
}

TEST_F(DynamicsPeers, ForcesAndMassMatrixAreThoseOfMujoco) {
  mju_user_warning = [](const char*) {};  // It would write a file.
  const support::TemporaryFolder folder;
  int num_loaded = 0;
  for (const std::string& file : files_) {
    SCOPED_TRACE(file);
    char error[1000] = "";
    const std::unique_ptr<mjModel, void (*)(mjModel*)> theirs(
        mj_loadXML(without_shapes(file, folder).c_str(), nullptr, error, sizeof error),
        mj_deleteModel);
    std::cout << file.substr(file.rfind('/') + 1) << ": "
              << (theirs ? "compared" : std::string("skipped, MuJoCo refuses it: ") + error)
              << "\n";
    if (!theirs) continue;
    ++num_loaded;
    expect_same_dynamics(with_inertias_of(*theirs, independent(file)), *theirs);
  }
  EXPECT_GE(num_loaded, 1);
}

#else
TEST_F(DynamicsPeers, ForcesAndMassMatrixAreThoseOfMujoco) {
  GTEST_SKIP() << "mujoco was not found";
}
#endif

}  // namespace
}  // namespace appell::force
