#include "bench/peers.hpp"

#ifdef APPELL_PEER_MUJOCO
#include <cstdio>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <mujoco/mujoco.h>
#include <unistd.h>
#include <Eigen/Eigenvalues>

namespace appell::bench {
namespace {

constexpr int kMostBodies = 100;  // Its reader nests as deep as the robot.

std::string quaternion_text(const Mat3& R) {
  const Eigen::Quaterniond q(R);
  return fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}", q.w(), q.x(), q.y(), q.z());
}
std::string text(const Vec3& v) {
  return fmt::format("{:.17g} {:.17g} {:.17g}", v.x(), v.y(), v.z());
}

/// A body and everything that hangs on it. Masses are filled in later: the file's own way to give
/// a tensor keeps only six digits of it.
void write_body(const model::Model& model, const model::Body& body, std::string& xml) {
  const bool turns = body.screw.angular.squaredNorm() > 0.0;
  xml += fmt::format(
      "<body name='b{}' pos='{}' quat='{}'><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
      "<joint name='j{}' type='{}' axis='{}'/>",
      body.index, text(body.X_PJ.p), quaternion_text(body.X_PJ.R), body.index,
      turns ? "hinge" : "slide", text(turns ? body.screw.angular : body.screw.linear));
  for (const model::Body& child : model.bodies()) {
    if (child.parent == body.index) write_body(model, child, xml);
  }
  xml += "</body>";
}

std::string mjcf(const model::Model& model) {
  std::string xml = fmt::format(
      "<mujoco><compiler angle='radian'/><option gravity='{}'/><worldbody>", text(model.gravity()));
  for (const model::Body& body : model.bodies()) {
    if (body.parent == model::kWorld) write_body(model, body, xml);
  }
  return xml + "</worldbody></mujoco>";
}

void set_masses(const model::Model& model, mjModel& theirs) {
  for (const model::Body& body : model.bodies()) {
    const int b = mj_name2id(&theirs, mjOBJ_BODY, ("b" + std::to_string(body.index)).c_str());
    const Eigen::SelfAdjointEigenSolver<Mat3> axes(body.rigid_mass.inertia_com());
    Mat3 R = axes.eigenvectors();
    if (R.determinant() < 0.0) R.col(0) = -R.col(0);
    const Eigen::Quaterniond q(R);
    const double quaternion[4] = {q.w(), q.x(), q.y(), q.z()};
    for (int i = 0; i < 4; ++i) theirs.body_iquat[4 * b + i] = quaternion[i];
    for (int i = 0; i < 3; ++i) {
      theirs.body_inertia[3 * b + i] = axes.eigenvalues()(i);
      theirs.body_ipos[3 * b + i] = body.rigid_mass.p_BBcm(i);
    }
    theirs.body_mass[b] = body.rigid_mass.mass;
    theirs.body_simple[b] = 0;  // Shortcuts that it took for the masses in the file.
    theirs.body_sameframe[b] = 0;
  }
  const std::unique_ptr<mjData, void (*)(mjData*)> data(mj_makeData(&theirs), mj_deleteData);
  mj_setConst(&theirs, data.get());
}

class MujocoPeer : public Peer {
 public:
  MujocoPeer(const model::Model& model, mjModel* theirs)
      : model_(theirs, mj_deleteModel),
        data_(mj_makeData(theirs), mj_deleteData),
        force_(model.num_coordinates()) {
    set_masses(model, *theirs);
    theirs_.resize(static_cast<std::size_t>(model.num_coordinates()));
    for (const model::Body& body : model.bodies()) {
      const int joint = mj_name2id(theirs, mjOBJ_JOINT, ("j" + std::to_string(body.index)).c_str());
      theirs_[static_cast<std::size_t>(body.coordinate)] = theirs->jnt_dofadr[joint];
    }
  }

  std::string name() const override { return "mujoco"; }
  void set_state(const VecX& q, const VecX& rate, const VecX& acceleration) override {
    for (std::size_t j = 0; j < theirs_.size(); ++j) {
      const auto i = static_cast<Eigen::Index>(j);
      data_->qpos[theirs_[j]] = q(i);
      data_->qvel[theirs_[j]] = rate(i);
      data_->qacc[theirs_[j]] = acceleration(i);
    }
  }
  void compute() override {
    mj_kinematics(model_.get(), data_.get());
    mj_comPos(model_.get(), data_.get());
    mj_comVel(model_.get(), data_.get());
    mj_rne(model_.get(), data_.get(), /*flg_acc=*/1, force_.data());
  }
  VecX force() const override {
    VecX Q(force_.size());
    for (std::size_t j = 0; j < theirs_.size(); ++j)
      Q(static_cast<Eigen::Index>(j)) = force_(theirs_[j]);
    return Q;
  }

 private:
  std::unique_ptr<mjModel, void (*)(mjModel*)> model_;
  std::unique_ptr<mjData, void (*)(mjData*)> data_;
  std::vector<int> theirs_;
  VecX force_;
};

}  // namespace

std::unique_ptr<Peer> mujoco_peer(const model::Model& model) {
  if (model.num_bodies() > kMostBodies) return nullptr;
  mju_user_warning = [](const char*) {};  // It would write a file.
  const auto file = std::filesystem::temp_directory_path() /
                    fmt::format("appell_bench_{}.xml", static_cast<long>(::getpid()));
  std::ofstream(file) << mjcf(model);
  char error[1000] = "";
  mjModel* theirs = mj_loadXML(file.c_str(), nullptr, error, sizeof error);
  std::filesystem::remove(file);
  if (theirs == nullptr) {
    std::fprintf(stderr, "MuJoCo does not take %s: %s\n", model.name().c_str(), error);
    return nullptr;
  }
  return std::make_unique<MujocoPeer>(model, theirs);
}

}  // namespace appell::bench

#else
namespace appell::bench {
std::unique_ptr<Peer> mujoco_peer(const model::Model&) { return nullptr; }
}  // namespace appell::bench
#endif
