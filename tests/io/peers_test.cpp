// The robots of a folder of foreign files, read by us and by other programs: urdfdom, KDL, MuJoCo.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>
#include <pugixml.hpp>

#include "appell/base/error.hpp"
#include "appell/io/load_model.hpp"
#include "appell/kinematics/propagate.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/places.hpp"
#include "tests/support/program.hpp"
#include "tests/support/random_model.hpp"

#ifdef APPELL_PEER_URDFDOM
#include <urdf_parser/urdf_parser.h>
#ifdef APPELL_PEER_OROCOS_KDL
#include <kdl/tree.hpp>
#include <kdl/treefksolverpos_recursive.hpp>
#endif
#endif
#ifdef APPELL_PEER_MUJOCO
#include <mujoco/mujoco.h>
#endif

namespace appell::io {
namespace {

using model::JointKind;
using support::near;

/// The files, sorted; none if the folder is not there.
std::vector<std::filesystem::path> foreign_robots() {
  const char* given = std::getenv("APPELL_ROBOTS");
  const std::filesystem::path folder =
      given != nullptr ? given : support::source_dir() + "/../shared/robots";
  std::vector<std::filesystem::path> files;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (entry.path().extension() == ".urdf") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

model::Model load(const std::filesystem::path& file) {
  return load_model(file.string(), {.physics = mass::Physics::kNotChecked}).model;
}

/// Every frame of a model at a random state, and the value of every joint, mimic or not, by name.
struct Pose {
  std::map<std::string, double> joints;
  std::map<std::string, spatial::Transform> frames;
};

Pose random_pose(const model::Model& model, unsigned seed) {
  support::Random random(seed);
  const model::StateSeries state = support::random_state(random, model, 0);
  const kinematics::TreeMotion motion = kinematics::propagate(model, state);
  Pose pose;
  for (const model::Body& body : model.bodies()) {
    pose.joints[model.description().joints[body.joint].name] =
        body.ratio * state[0][body.coordinate] + body.offset;
  }
  for (const model::Frame& frame : model.frames()) {
    const spatial::TransformSeries X = kinematics::frame_motion(motion, frame);
    pose.frames[frame.name] = {X.R[0], X.p[0]};
  }
  return pose;
}

class Peers : public testing::Test {
 protected:
  void SetUp() override {
    files_ = foreign_robots();
    if (files_.empty()) {
      GTEST_SKIP() << "no folder of foreign robots; set APPELL_ROBOTS to one with .urdf files";
    }
  }

  std::vector<std::filesystem::path> files_;
};

/// The robots with meshes beside them, if they are there.
std::vector<std::filesystem::path> foreign_packages() {
  std::vector<std::filesystem::path> files;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           support::source_dir() + "/../shared/packages", ignored)) {
    if (entry.path().extension() == ".urdf") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Every file is read: those that are refused have inertias that no real body has, nothing else.
TEST_F(Peers, OnlyImpossibleInertiasKeepAForeignRobotFromLoading) {
  for (const std::filesystem::path& file : foreign_packages()) files_.push_back(file);
  for (const std::filesystem::path& file : files_) {
    EXPECT_NO_THROW(load(file)) << file;
    try {
      load_model(file.string());
    } catch (const ModelError& error) {
      for (const std::string& problem : error.problems()) {
        EXPECT_NE(problem.find("no real body has this inertia"), std::string::npos) << problem;
      }
      std::cout << file.filename().string() << ": " << error.problems().size()
                << " impossible inertias\n";
    }
  }
}

#ifdef APPELL_PEER_URDFDOM

JointKind kind_of(const urdf::Joint& joint) {
  switch (joint.type) {
    case urdf::Joint::REVOLUTE:
      return JointKind::kRevolute;
    case urdf::Joint::CONTINUOUS:
      return JointKind::kContinuous;
    case urdf::Joint::PRISMATIC:
      return JointKind::kPrismatic;
    case urdf::Joint::FLOATING:
      return JointKind::kFree;
    case urdf::Joint::PLANAR:
      return JointKind::kPlanar;
    default:
      return JointKind::kFixed;
  }
}

Vec3 vec3(const urdf::Vector3& v) { return {v.x, v.y, v.z}; }

Mat3 mat3(const urdf::Rotation& q) {
  return Eigen::Quaterniond(q.w, q.x, q.y, q.z).toRotationMatrix();
}

void expect_same_placement(const spatial::Placement& ours, const urdf::Pose& theirs) {
  EXPECT_EQ(ours.xyz, vec3(theirs.position));
  EXPECT_TRUE(near(ours.transform().R, mat3(theirs.rotation), 1e-14));
}

void expect_same_link(const model::Link& ours, const urdf::Link& theirs) {
  EXPECT_EQ(ours.geometries.size(), theirs.visual_array.size() + theirs.collision_array.size());
  EXPECT_EQ(ours.inertial.mass, theirs.inertial ? theirs.inertial->mass : 0.0);
  if (!theirs.inertial) return;
  const urdf::Inertial& I = *theirs.inertial;
  Mat3 inertia;
  inertia << I.ixx, I.ixy, I.ixz, I.ixy, I.iyy, I.iyz, I.ixz, I.iyz, I.izz;
  EXPECT_EQ(ours.inertial.inertia, inertia);
  expect_same_placement(ours.inertial.X_LC, I.origin);
}

void expect_same_joint(const model::Joint& ours, const urdf::Joint& theirs) {
  EXPECT_EQ(ours.kind, kind_of(theirs));
  EXPECT_EQ(ours.parent, theirs.parent_link_name);
  EXPECT_EQ(ours.child, theirs.child_link_name);
  expect_same_placement(ours.X_PJ, theirs.parent_to_joint_origin_transform);
  if (ours.kind != JointKind::kFixed) {
    EXPECT_EQ(ours.axis, vec3(theirs.axis));
  }
  if (theirs.limits) {
    if (ours.kind != JointKind::kContinuous && ours.kind != JointKind::kFixed) {
      EXPECT_EQ(ours.limits.lower, theirs.limits->lower);
      EXPECT_EQ(ours.limits.upper, theirs.limits->upper);
    }
    EXPECT_EQ(ours.limits.velocity, theirs.limits->velocity);
    EXPECT_EQ(ours.limits.effort, theirs.limits->effort);
  }
  EXPECT_EQ(ours.friction.viscous, theirs.dynamics ? theirs.dynamics->damping : 0.0);
  EXPECT_EQ(ours.friction.dry, theirs.dynamics ? theirs.dynamics->friction : 0.0);
  ASSERT_EQ(ours.mimic.has_value(), theirs.mimic != nullptr);
  if (!ours.mimic) return;
  EXPECT_EQ(ours.mimic->joint, theirs.mimic->joint_name);
  EXPECT_EQ(ours.mimic->multiplier, theirs.mimic->multiplier);
  EXPECT_EQ(ours.mimic->offset, theirs.mimic->offset);
}

// Cross-check: every link and joint, number by number, with urdfdom.
TEST_F(Peers, DescriptionsAreThoseOfUrdfdom) {
  for (const std::filesystem::path& file : files_) {
    SCOPED_TRACE(file);
    const urdf::ModelInterfaceSharedPtr theirs = urdf::parseURDFFile(file.string());
    ASSERT_NE(theirs, nullptr);
    const model::Description ours = load(file).description();
    EXPECT_EQ(ours.name, theirs->getName());
    EXPECT_EQ(ours.links.size(), theirs->links_.size());
    EXPECT_EQ(ours.joints.size(), theirs->joints_.size());
    for (const model::Link& link : ours.links) {
      SCOPED_TRACE(link.name);
      ASSERT_NE(theirs->getLink(link.name), nullptr);
      expect_same_link(link, *theirs->getLink(link.name));
    }
    for (const model::Joint& joint : ours.joints) {
      SCOPED_TRACE(joint.name);
      ASSERT_NE(theirs->getJoint(joint.name), nullptr);
      expect_same_joint(joint, *theirs->getJoint(joint.name));
    }
    std::cout << file.filename().string() << ": " << ours.links.size() << " links, "
              << ours.joints.size() << " joints\n";
  }
}

#else
TEST_F(Peers, DescriptionsAreThoseOfUrdfdom) { GTEST_SKIP() << "urdfdom was not found"; }
#endif

#if defined(APPELL_PEER_URDFDOM) && defined(APPELL_PEER_OROCOS_KDL)

KDL::Frame kdl_frame(const urdf::Pose& pose) {
  const urdf::Rotation& q = pose.rotation;
  return {KDL::Rotation::Quaternion(q.x, q.y, q.z, q.w),
          KDL::Vector(pose.position.x, pose.position.y, pose.position.z)};
}

/// Hangs everything below a link of urdfdom into KDL's tree, every joint with a coordinate of its
/// own. Depth first: KDL's solvers copy the tree and number the coordinates of the copy that way.
void hang_below(const urdf::ModelInterface& urdf, const urdf::Link& parent, KDL::Tree& tree) {
  for (const urdf::JointSharedPtr& joint : parent.child_joints) {
    const KDL::Frame F = kdl_frame(joint->parent_to_joint_origin_transform);
    const KDL::Vector axis = F.M * KDL::Vector(joint->axis.x, joint->axis.y, joint->axis.z);
    const JointKind kind = kind_of(*joint);
    ASSERT_LE(static_cast<int>(kind), static_cast<int>(JointKind::kPrismatic)) << joint->name;
    const KDL::Joint moving = kind == JointKind::kFixed ? KDL::Joint(joint->name, KDL::Joint::None)
                              : kind == JointKind::kPrismatic
                                  ? KDL::Joint(joint->name, F.p, axis, KDL::Joint::TransAxis)
                                  : KDL::Joint(joint->name, F.p, axis, KDL::Joint::RotAxis);
    tree.addSegment(KDL::Segment(joint->child_link_name, moving, F), parent.name);
    hang_below(urdf, *urdf.getLink(joint->child_link_name), tree);
  }
}

// Cross-check: the frame of every link at random states with KDL, which gets the robot from
// urdfdom: no line of ours is in that route.
TEST_F(Peers, FramesAreThoseOfKdl) {
  for (const std::filesystem::path& file : files_) {
    SCOPED_TRACE(file);
    const urdf::ModelInterfaceSharedPtr urdf = urdf::parseURDFFile(file.string());
    ASSERT_NE(urdf, nullptr);
    KDL::Tree tree(urdf->getRoot()->name);
    hang_below(*urdf, *urdf->getRoot(), tree);
    const model::Model model = load(file);
    double worst = 0.0;
    for (unsigned seed = 1; seed <= 5; ++seed) {
      const Pose pose = random_pose(model, seed);
      KDL::JntArray q(tree.getNrOfJoints());
      for (const auto& [name, element] : tree.getSegments()) {
        const KDL::Joint& joint = GetTreeElementSegment(element).getJoint();
        if (joint.getType() == KDL::Joint::None) continue;
        q(GetTreeElementQNr(element)) = pose.joints.at(joint.getName());
      }
      KDL::TreeFkSolverPos_recursive solver(tree);
      for (const auto& [name, X] : pose.frames) {
        KDL::Frame F;
        ASSERT_EQ(solver.JntToCart(q, F, name), 0) << name;
        Mat4 theirs = Mat4::Identity();
        for (int i = 0; i < 3; ++i) {
          for (int j = 0; j < 3; ++j) theirs(i, j) = F.M(i, j);
          theirs(i, 3) = F.p(i);
        }
        EXPECT_TRUE(near(X.matrix(), theirs, 1e-12, 1.0)) << name;
        worst = std::max(worst, (X.matrix() - theirs).cwiseAbs().maxCoeff());
      }
      EXPECT_NE(q.data.norm(), 0.0);  // Not vacuous.
    }
    std::cout << file.filename().string() << ": " << model.frames().size()
              << " frames, worst difference " << worst << "\n";
  }
}

#else
TEST_F(Peers, FramesAreThoseOfKdl) { GTEST_SKIP() << "urdfdom or orocos_kdl was not found"; }
#endif

#ifdef APPELL_PEER_MUJOCO

/// A copy of the file without <visual> and <collision>, whose meshes are not here.
std::string without_shapes(const std::filesystem::path& file,
                           const support::TemporaryFolder& folder) {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_file(file.c_str()));
  for (pugi::xml_node link : document.child("robot").children("link")) {
    while (link.remove_child("visual")) {
    }
    while (link.remove_child("collision")) {
    }
  }
  std::string copy = (folder.path() / file.filename()).string();
  EXPECT_TRUE(document.save_file(copy.c_str()));
  return copy;
}

/// MuJoCo's model; null and the reason if it does not take the file.
std::unique_ptr<mjModel, void (*)(mjModel*)> load_in_mujoco(const std::string& path,
                                                            std::string& reason) {
  char error[1000] = "";
  std::unique_ptr<mjModel, void (*)(mjModel*)> model(
      mj_loadXML(path.c_str(), nullptr, error, sizeof error), mj_deleteModel);
  reason = error;
  std::replace(reason.begin(), reason.end(), '\n', ' ');
  return model;
}

using Row3 = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>;

/// Of how many links with mass a body consists.
int num_massive_links(const model::Model& model, int body) {
  int count = 0;
  for (std::size_t i = 0; i < model.frames().size(); ++i) {
    const bool is_massive = model.description().links[i].inertial.mass > 0.0;
    count += model.frames()[i].body == body && is_massive ? 1 : 0;
  }
  return count;
}

/// Masses and places of our moving bodies, which MuJoCo too lumps with all that is fixed to them.
void expect_same_bodies(const model::Model& ours, const mjModel& theirs) {
  std::unique_ptr<mjData, void (*)(mjData*)> state(mj_makeData(&theirs), mj_deleteData);
  int num_moving = 0;
  for (int j = 0; j < theirs.njnt; ++j) num_moving += theirs.jnt_type[j] != mjJNT_FREE ? 1 : 0;
  EXPECT_EQ(ours.num_bodies(), num_moving);
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const Pose pose = random_pose(ours, seed);
    for (const auto& [name, q] : pose.joints) {
      const int joint = mj_name2id(&theirs, mjOBJ_JOINT, name.c_str());
      ASSERT_GE(joint, 0) << name;
      state->qpos[theirs.jnt_qposadr[joint]] = q;
    }
    mj_kinematics(&theirs, state.get());
    for (const model::Body& body : ours.bodies()) {
      SCOPED_TRACE(body.name);
      const int b = mj_name2id(&theirs, mjOBJ_BODY, body.name.c_str());
      ASSERT_GE(b, 0);
      const spatial::Transform& X = pose.frames.at(body.name);
      EXPECT_TRUE(near(X.p, Eigen::Map<const Vec3>(state->xpos + 3 * b), 1e-12, 1.0));
      EXPECT_TRUE(near(X.R, Row3(state->xmat + 9 * b), 1e-12));
      EXPECT_TRUE(near(body.rigid_mass.mass, theirs.body_mass[b], 1e-14));
      const Vec3 centre = X * body.rigid_mass.p_BBcm;
      EXPECT_TRUE(near(centre, Eigen::Map<const Vec3>(state->xipos + 3 * b), 1e-12, 1.0));
      // MuJoCo's eigenvectors of a tensor give it back to 3e-6 only, its eigenvalues to 3e-12; a
      // body of several links goes through them twice. The worst differences seen are 1.1e-6 of a
      // tensor and 1.6e-8 of the moments, below 1e-10 for bodies of one link.
      Vec3 moments = Eigen::Map<const Vec3>(theirs.body_inertia + 3 * b);
      const Mat3 R = Row3(state->ximat + 9 * b);  // Principal axes.
      const Mat3 I = R * moments.asDiagonal() * R.transpose();
      const Mat3 I_W = X.R * body.rigid_mass.inertia_com() * X.R.transpose();
      EXPECT_TRUE(near(I_W, I, 1e-5));
      std::sort(moments.begin(), moments.end());
      const Eigen::SelfAdjointEigenSolver<Mat3> solver(I_W, Eigen::EigenvaluesOnly);
      const double bar = num_massive_links(ours, body.index) == 1 ? 1e-10 : 1e-7;
      EXPECT_TRUE(near(solver.eigenvalues(), moments, bar));
    }
  }
}

// Cross-check: joints, lumped masses and placements of moving bodies at random states with MuJoCo.
TEST_F(Peers, MovingBodiesAreThoseOfMujoco) {
  mju_user_warning = [](const char*) {};  // It would write a file.
  const support::TemporaryFolder folder;
  int num_loaded = 0;
  for (const std::filesystem::path& file : files_) {
    SCOPED_TRACE(file);
    std::string reason;
    const auto theirs = load_in_mujoco(without_shapes(file, folder), reason);
    std::cout << file.filename().string() << ": "
              << (theirs ? "compared" : "skipped, MuJoCo refuses it: " + reason) << "\n";
    if (!theirs) continue;
    ++num_loaded;
    expect_same_bodies(load(file), *theirs);
  }
  EXPECT_GT(num_loaded, 0);
}

#else
TEST_F(Peers, MovingBodiesAreThoseOfMujoco) { GTEST_SKIP() << "mujoco was not found"; }
#endif

}  // namespace
}  // namespace appell::io
