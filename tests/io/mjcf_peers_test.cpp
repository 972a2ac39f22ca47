// MJCF files read by us and by MuJoCo: what every body weighs, where it is, mass matrix and bias.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include "appell/force/generalized_force.hpp"
#include "appell/force/motion_matrices.hpp"
#include "appell/io/load_model.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/model/joint.hpp"
#include "appell/spatial/orientation.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/places.hpp"
#include "tests/support/program.hpp"
#include "tests/support/random_model.hpp"

#ifdef APPELL_PEER_MUJOCO
#include <mujoco/mujoco.h>
#include <pugixml.hpp>
#endif

namespace appell::io {
namespace {

namespace fs = std::filesystem;

/// All .xml files of a folder and what is below it, sorted; none if it is not there.
std::vector<std::string> mjcf_files_in(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code absent;
  for (const auto& entry : fs::recursive_directory_iterator(folder, absent)) {
    const bool is_part = entry.path().parent_path().filename() == "parts";
    if (entry.path().extension() == ".xml" && !is_part) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

const fs::path kOwnMjcf = support::source_dir() + "/tests/data/mjcf";

#ifdef APPELL_PEER_MUJOCO

using model::JointKind;
using support::near;

constexpr double kMjcfTolerance = 1e-10;  // Relative to the largest entry.

using TheirModel = std::unique_ptr<mjModel, void (*)(mjModel*)>;
using TheirData = std::unique_ptr<mjData, void (*)(mjData*)>;

TheirModel their_model(const std::string& file) {
  mju_user_warning = [](const char*) {};  // It would write a file.
  char error[1000] = "";
  TheirModel theirs(mj_loadXML(file.c_str(), nullptr, error, sizeof error), mj_deleteModel);
  EXPECT_TRUE(theirs) << file << ": MuJoCo says: " << error;
  return theirs;
}

Mat3 rotation_of(const mjtNum* q) {
  return Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix();
}

/// MuJoCo's number of a link: by name, and in the order of the file if it has none; -1 for the
/// massless links between the joints of a body.
int their_body(const mjModel& theirs, const std::string& link) {
  const int named = mj_name2id(&theirs, mjOBJ_BODY, link.c_str());
  if (named >= 0) return named;
  if (!link.starts_with("body")) return -1;
  const int number = std::atoi(link.c_str() + 4);
  const bool is_unnamed =
      number > 0 && number < theirs.nbody && theirs.names[theirs.name_bodyadr[number]] == 0;
  const bool is_plain =
      link == "body" + std::to_string(number) || link == "body" + std::to_string(number) + "_";
  return is_unnamed && is_plain ? number : -1;
}

Mat3 their_inertia(const mjModel& theirs, int b) {
  const Mat3 R = rotation_of(theirs.body_iquat + 4 * b);
  const Vec3 moments = Eigen::Map<const Vec3>(theirs.body_inertia + 3 * b);
  return R * moments.asDiagonal() * R.transpose();
}

/// Compares what every moving body weighs. MuJoCo keeps principal moments and axes; where it had to
/// compute these it stops at about 3e-6 of the tensor, and so at the square of that of the moments.
/// Meshes are in single precision there. Our robot with such inertias as MuJoCo has them: the rest
/// is compared to 1e-10.
model::Model compare_masses(const mjModel& theirs, model::Description robot, int& num_turned) {
  constexpr double kAxesTolerance = 1e-5;
  const double tolerance = theirs.nmesh > 0 ? 1e-7 : kMjcfTolerance;
  num_turned = 0;
  int num_compared = 0;
  for (model::Link& link : robot.links) {
    SCOPED_TRACE(link.name);
    const int b = their_body(theirs, link.name);
    if (b <= 0 || theirs.body_weldid[b] == 0) continue;
    ++num_compared;
    const mass::RigidMass ours = link.inertial.rigid_mass(mass::Physics::kNotChecked);
    const Mat3 I = ours.inertia_com();
    const Mat3 I_theirs = their_inertia(theirs, b);
    const Vec3 com = Eigen::Map<const Vec3>(theirs.body_ipos + 3 * b);
    EXPECT_TRUE(near(ours.mass, theirs.body_mass[b], kMjcfTolerance));
    EXPECT_TRUE(near(ours.p_BBcm, com, tolerance, 1.0));
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(I, Eigen::EigenvaluesOnly);
    Vec3 moments = Eigen::Map<const Vec3>(theirs.body_inertia + 3 * b);
    std::sort(moments.data(), moments.data() + 3);
    EXPECT_TRUE(near(solver.eigenvalues(), moments, tolerance));
    EXPECT_TRUE(near(I, I_theirs, kAxesTolerance));
    if (!near(I, I_theirs, 1e-13)) {
      ++num_turned;
      link.inertial = mass::rigid_mass(ours.mass, com, 0.5 * (I_theirs + I_theirs.transpose()),
                                       mass::Physics::kNotChecked);
    }
  }
  EXPECT_GT(num_compared, 0);
  return model::build(std::move(robot), mass::Physics::kNotChecked);
}

/// Our state and velocities as MuJoCo has them: v = S q', v' = S q'' + S' q'.
class TheirState {
 public:
  TheirState(const mjModel& theirs, const model::Model& model, const model::StateSeries& state)
      : qpos(VecX::Zero(theirs.nq)),
        qvel(VecX::Zero(theirs.nv)),
        qacc(VecX::Zero(theirs.nv)),
        S(MatX::Zero(theirs.nv, model.num_coordinates())) {
    const std::vector<model::Joint>& joints = model.description().joints;
    int j = 0;  // MuJoCo numbers joints in the order of the file, as we do.
    for (std::size_t i = 0; i < joints.size(); ++i) {
      if (joints[i].kind == JointKind::kFixed) continue;
      const int first = first_coordinate(model, static_cast<int>(i));
      const int p = theirs.jnt_qposadr[j];
      const int v = theirs.jnt_dofadr[j];
      if (model::num_coordinates(joints[i].kind) == 1) {
        set_simple(model, static_cast<int>(i), state, p, v);
      } else if (joints[i].kind == JointKind::kFree) {
        qpos.segment<3>(p) = state[0].segment<3>(first);
        qvel.segment<3>(v) = state.derivative(1).segment<3>(first);
        qacc.segment<3>(v) = state.derivative(2).segment<3>(first);
        S.block<3, 3>(v, first) = Mat3::Identity();
        set_angles(state, first + 3, p + 3, v + 3);
      } else {
        set_angles(state, first, p, v);
      }
      ++j;
    }
    EXPECT_EQ(j, theirs.njnt);
  }

  VecX qpos, qvel, qacc;
  MatX S;

 private:
  static const model::Body& body_of(const model::Model& model, int joint) {
    return *std::find_if(model.bodies().begin(), model.bodies().end(),
                         [&](const model::Body& body) { return body.joint == joint; });
  }

  static int first_coordinate(const model::Model& model, int joint) {
    return body_of(model, joint).coordinate;
  }

  void set_simple(const model::Model& model, int joint, const model::StateSeries& state, int p,
                  int v) {
    const model::Body& body = body_of(model, joint);  // It may follow another joint.
    const int c = body.coordinate;
    qpos[p] = body.ratio * state[0][c] + body.offset;
    qvel[v] = body.ratio * state.derivative(1)[c];
    qacc[v] = body.ratio * state.derivative(2)[c];
    S(v, c) = body.ratio;
  }

  /// Their velocity is ω in axes of the body: Rᵀ J_ψ ψ', and its derivative Rᵀ ω'.
  void set_angles(const model::StateSeries& state, int first, int p, int v) {
    const spatial::AngleSet set = spatial::angle_set_named("xyz");
    taylor::Series<Vec3> angles(2);
    for (int k = 0; k <= 2; ++k) angles[k] = state[k].segment<3>(first);
    const Mat3 R = spatial::rotation_from_angles(set, angles[0]);
    const taylor::Series<Vec3> omega = spatial::angular_velocity(set, angles);
    const Eigen::Quaterniond q(R);
    qpos.segment<4>(p) << q.w(), q.x(), q.y(), q.z();
    qvel.segment<3>(v) = R.transpose() * omega[0];
    qacc.segment<3>(v) = R.transpose() * omega.derivative(1);
    S.block<3, 3>(v, first) = R.transpose() * spatial::angular_transfer_matrix(set, angles[0]);
  }
};

/// Places, mass matrix and forces at a state; the largest relative error of the forces.
double compare_at_state(const model::Model& model, const mjModel& theirs, unsigned seed) {
  support::Random random(seed);
  const model::StateSeries state = support::random_state(random, model, 2);
  const TheirState their(theirs, model, state);
  const TheirData d(mj_makeData(&theirs), mj_deleteData);
  Eigen::Map<VecX>(d->qpos, theirs.nq) = their.qpos;
  Eigen::Map<VecX>(d->qvel, theirs.nv) = their.qvel;
  mj_kinematics(&theirs, d.get());
  mj_comPos(&theirs, d.get());
  mj_crb(&theirs, d.get());
  mj_comVel(&theirs, d.get());
  VecX bias(theirs.nv);
  mj_rne(&theirs, d.get(), /*flg_acc=*/0, bias.data());
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> M(theirs.nv, theirs.nv);
  mj_fullM(&theirs, M.data(), d->qM);

  const kinematics::TreeMotion motion = kinematics::propagate(model, state);
  int num_places = 0;
  for (const model::Frame& frame : model.frames()) {
    const int b = their_body(theirs, frame.name);
    if (b <= 0) continue;
    ++num_places;
    const spatial::TransformSeries X = kinematics::frame_motion(motion, frame);
    EXPECT_TRUE(near(X.R[0], rotation_of(d->xquat + 4 * b), kMjcfTolerance)) << frame.name;
    EXPECT_TRUE(near(X.p[0], Eigen::Map<const Vec3>(d->xpos + 3 * b), kMjcfTolerance, 1.0))
        << frame.name;
  }
  EXPECT_EQ(num_places, theirs.nbody - 1);
  const MatX& S = their.S;
  const MatX mass_matrix = S.transpose() * M * S;
  EXPECT_TRUE(near(force::mass_matrix(motion)[0], mass_matrix, kMjcfTolerance));
  const VecX tau = S.transpose() * (M * their.qacc + bias);
  const VecX ours = force::generalized_force(motion)[0];
  EXPECT_TRUE(near(ours, tau, kMjcfTolerance));
  EXPECT_GT(mass_matrix.diagonal().minCoeff(), 0.0);
  EXPECT_GT(support::largest(tau), 0.0);
  return support::largest(ours - tau) / support::largest(tau);
}

void compare_joints(const model::Description& robot, const mjModel& theirs) {
  int j = 0;
  for (const model::Joint& joint : robot.joints) {
    if (joint.kind == JointKind::kFixed) continue;
    SCOPED_TRACE(joint.name);
    const int v = theirs.jnt_dofadr[j];
    if (model::num_coordinates(joint.kind) == 1) {
      EXPECT_EQ(joint.friction.viscous, theirs.dof_damping[v]);
      EXPECT_EQ(joint.friction.dry, theirs.dof_frictionloss[v]);
      EXPECT_EQ(joint.actuator.reflected_inertia(), theirs.dof_armature[v]);
      EXPECT_EQ(joint.limits.upper < model::Limits::kNone, theirs.jnt_limited[j] != 0);
      if (theirs.jnt_limited[j] != 0) {
        EXPECT_TRUE(near(joint.limits.lower, theirs.jnt_range[2 * j], 1e-15));
        EXPECT_TRUE(near(joint.limits.upper, theirs.jnt_range[2 * j + 1], 1e-15));
      }
    }
    ++j;
  }
  EXPECT_EQ(j, theirs.njnt);
}

void compare_with_mujoco(const std::string& ours_in, const std::string& theirs_in) {
  SCOPED_TRACE(ours_in);
  const model::Model loaded =
      load_model(ours_in, {.physics = mass::Physics::kNotChecked, .open_loops = true}).model;
  const TheirModel theirs = their_model(theirs_in);
  if (!theirs) return;
  if ((theirs->opt.disableflags & mjDSBL_GRAVITY) != 0) mju_zero3(theirs->opt.gravity);
  EXPECT_EQ(loaded.gravity(), Vec3(Eigen::Map<const Vec3>(theirs->opt.gravity)));
  int num_turned = 0;
  const model::Model model = compare_masses(*theirs, loaded.description(), num_turned);
  compare_joints(model.description(), *theirs);
  double worst = 0.0;
  for (unsigned seed = 1; seed <= 5; ++seed) {
    worst = std::max(worst, compare_at_state(model, *theirs, seed));
  }
  std::cout << fs::path(ours_in).filename().string() << ": " << model.num_coordinates()
            << " coordinates, worst force error " << worst << ", " << num_turned
            << " inertias with MuJoCo's axes\n";
}

TEST(MjcfPeers, OwnFilesAreWhatMujocoMakesOfThem) {
  const std::vector<std::string> files = mjcf_files_in(kOwnMjcf);
  EXPECT_GE(files.size(), 20U);
  for (const std::string& file : files) {
    if (fs::path(file).filename() == "frames.xml") continue;  // Newer than Debian's MuJoCo.
    compare_with_mujoco(file, file);
  }
}

/// A copy without meshes and without options that Debian's MuJoCo does not know.
std::string without_meshes(const std::string& file, const support::TemporaryFolder& folder) {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_file(file.c_str()));
  const std::string meshes = "//geom[@mesh] | //mesh | //default/geom[@type='mesh']";
  for (const pugi::xpath_node& found : document.select_nodes(meshes.c_str())) {
    found.node().parent().remove_child(found.node());
  }
  document.child("mujoco").child("option").remove_attribute("integrator");
  document.child("mujoco").remove_child("actuator");  // Its key frames have controls, too.
  document.child("mujoco").remove_child("keyframe");
  const std::string copy = (folder.path() / fs::path(file).filename()).string();
  EXPECT_TRUE(document.save_file(copy.c_str()));
  return copy;
}

TEST(MjcfPeers, ForeignFilesAreWhatMujocoMakesOfThem) {
  const std::vector<std::string> files = mjcf_files_in(support::source_dir() + "/../shared/mjcf");
  if (files.empty()) GTEST_SKIP() << "no folder of foreign MJCF files";
  const support::TemporaryFolder folder;
  for (const std::string& file : files) {
    try {
      load_model(file);
    } catch (const ModelError& error) {  // Closed loops, and meshes that are not there.
      ASSERT_NE(std::string(error.what()).find("closes a loop"), std::string::npos) << error.what();
      continue;
    }
    compare_with_mujoco(file, without_meshes(file, folder));
  }
}

#else
TEST(MjcfPeers, OwnFilesAreWhatMujocoMakesOfThem) { GTEST_SKIP() << "mujoco was not found"; }
TEST(MjcfPeers, ForeignFilesAreWhatMujocoMakesOfThem) { GTEST_SKIP() << "mujoco was not found"; }
#endif

}  // namespace
}  // namespace appell::io
