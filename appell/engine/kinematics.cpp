#include "appell/engine/kinematics.hpp"

#include "appell/base/check.hpp"
#include "appell/base/factorial.hpp"
#include "appell/engine/aligned_memory.hpp"
#include "appell/engine/compiled_sets.hpp"
#include "appell/engine/form.hpp"
#include "appell/engine/kinematics_call.hpp"
#include "appell/engine/regroup.hpp"
#include "appell/engine/tree.hpp"
#include "appell/model/model.hpp"

namespace appell::engine {
namespace {

template <InstructionSet set>
RuntimeKinematicsKernels kinematics_kernels_for(int order) {
  if (order > kFixedKinematics) return runtime_kinematics_kernels<set>();
  const KinematicsKernels& fixed = kinematics_kernels<set>();
  return {fixed.motion[order], fixed.jacobian[order]};
}

constexpr int kVectorSize = 4;  ///< Doubles of a vector in the workspace.

}  // namespace

struct Kinematics::Workspace {
  Workspace(const model::Model& model, int order, const KinematicsOptions& options);

  /// Vector number `index` of a body's block: that of the order k is k after the first.
  Vec3 vector(int body, int index) const {
    const double* v = motion + (body * kinematics_block_size(N) + index) * kVectorSize;
    return {v[0], v[1], v[2]};
  }
  /// R_WB⁽ᵏ⁾ / k! of the model's body.
  Mat3 rotation(int body, int k) const { return engine_rotation(body, k) * axes(body).transpose(); }
  Mat3 engine_rotation(int body, int k) const {
    Mat3 R_WE;
    for (int column = 0; column < 3; ++column) {
      R_WE.col(column) = vector(body, column * (N + 1) + k);
    }
    return R_WE;
  }
  /// The engine's axes in those of the model's body.
  Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> axes(int body) const {
    return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(tree.bodies[body].axes);
  }

  /// Where the model's origin of a body is in the engine's frame: on the axis.
  Vec3 model_origin(int body) const { return {0.0, 0.0, -tree.bodies[body].shift}; }
  /// A point of the model's body in the engine's frame.
  Vec3 in_engine(int body, const Vec3& point) const {
    return axes(body).transpose() * point + model_origin(body);
  }

  Tree tree;
  int N;
  std::vector<double> q_scale;
  KinematicsKernelFunction run_motion;
  KinematicsKernelFunction run_jacobian;
  AlignedMemory memory;
  const double* motion;  ///< Blocks of the bodies.
  KinematicsCall call;
};

Kinematics::Workspace::Workspace(const model::Model& model, int order,
                                 const KinematicsOptions& options)
    : tree(in_suitable_frames(model, model.gravity())),
      N(order),
      q_scale(input_scales(Form::kDerivatives, order + 1)) {
  const RuntimeKinematicsKernels kernels =
      of_set(options.instruction_set,
             [&]<InstructionSet set>() { return kinematics_kernels_for<set>(N); });
  run_motion = kernels.motion;
  run_jacobian = kernels.jacobian;
  const int num_bodies = static_cast<int>(tree.bodies.size());
  const std::ptrdiff_t offset = kinematics_offset(num_bodies, N);
  memory = AlignedMemory(
      static_cast<std::size_t>(offset + num_bodies * kinematics_block_size(N) * kVectorSize));
  motion = memory.data() + offset;
  call = KinematicsCall{.world = {.bodies = tree.bodies.data(),
                                  .angle_coordinates = tree.angle_coordinates.data(),
                                  .angle_scales = tree.angle_scales.data(),
                                  .angle_offsets = tree.angle_offsets.data(),
                                  .angle_phases = tree.angle_phases.data(),
                                  .num_bodies = num_bodies,
                                  .num_coordinates = tree.num_coordinates,
                                  .is_once = tree.is_once,
                                  .in_order = tree.in_order,
                                  .q_scale = q_scale.data(),
                                  .q_stride = 1,
                                  .workspace = memory.data()},
                        .highest = N};
}

Kinematics::Kinematics(const model::Model& model, int order, const KinematicsOptions& options) {
  check(order >= 0 && order <= kHighestOrder, "Kinematics: the order is ", order, "; 0 to ",
        kHighestOrder, " is needed.");
  check_available("Kinematics", options.instruction_set);
  workspace_ = std::make_unique<Workspace>(model, order, options);
}

Kinematics::~Kinematics() = default;
Kinematics::Kinematics(Kinematics&&) noexcept = default;
Kinematics& Kinematics::operator=(Kinematics&&) noexcept = default;

int Kinematics::num_coordinates() const { return workspace_->tree.num_coordinates; }
int Kinematics::order() const { return workspace_->N; }

void Kinematics::compute(const double* q) noexcept {
  workspace_->call.world.q = q;
  workspace_->run_motion(workspace_->call);
}

Mat3 Kinematics::rotation(const model::Frame& frame, int k) const noexcept {
  if (frame.body == model::kWorld) return k == 0 ? frame.X_BF.R : Mat3(Mat3::Zero());
  return kFactorials[k] * (workspace_->rotation(frame.body, k) * frame.X_BF.R);
}

Vec3 Kinematics::position(const model::Frame& frame, int k) const noexcept {
  const Workspace& w = *workspace_;
  if (frame.body == model::kWorld) return k == 0 ? frame.X_BF.p : Vec3(Vec3::Zero());
  const Vec3 arm = w.engine_rotation(frame.body, k) * w.in_engine(frame.body, frame.X_BF.p);
  return kFactorials[k] * (w.vector(frame.body, 3 * (w.N + 1) + k) + arm);
}

Vec3 Kinematics::angular_velocity(const model::Frame& frame, int k) const noexcept {
  const Workspace& w = *workspace_;
  if (frame.body == model::kWorld) return Vec3::Zero();
  return kFactorials[k] * w.vector(frame.body, 4 * (w.N + 1) + k);
}

void Kinematics::jacobian(const model::Frame& frame, int highest, double* J) noexcept {
  Workspace& w = *workspace_;
  w.call.point_body = frame.body;
  if (frame.body != model::kWorld) {
    const Vec3 point = w.in_engine(frame.body, frame.X_BF.p);
    for (int i = 0; i < 3; ++i) w.call.point[i] = point(i);
  }
  w.call.jacobian_order = highest;
  w.call.jacobian = J;
  w.run_jacobian(w.call);
  for (int k = 2; k <= highest; ++k) {
    const int size = 6 * w.tree.num_coordinates;
    for (int e = k * size; e < (k + 1) * size; ++e) J[e] *= kFactorials[k];
  }
}

}  // namespace appell::engine
