#include "papers/verify/sample.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "appell/base/check.hpp"
#include "appell/kinematics/jacobian.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/mass/moments.hpp"
#include "appell/spatial/rotation.hpp"
#include "appell/spatial/screw.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::verify {
namespace {

taylor::Series<double> joint_value(const model::Body& body, const model::StateSeries& state) {
  taylor::Series<double> q = body.ratio * taylor::component(state, body.coordinate);
  q[0] += body.offset;
  return q;
}

model::StateSeries random_state(const model::Model& model, int order, Random random) {
  std::vector<VecX> derivatives;
  for (int k = 0; k <= order; ++k) {
    VecX q(model.num_coordinates());
    for (double& entry : q) entry = random.number();
    derivatives.push_back(q);
  }
  return model::state_from_derivatives(model, derivatives);
}

/// FNV-1a.
std::uint64_t hash(std::string_view text, std::uint64_t seed) {
  std::uint64_t h = 1469598103934665603ULL ^ seed;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return h;
}

}  // namespace

double Random::number() {
  // SplitMix64.
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  z ^= z >> 31;
  return static_cast<double>(z >> 11) * 0x1p-52 - 1.0;
}

Vec3 Random::direction() {
  for (;;) {
    const Vec3 v = vector();
    if (v.norm() > 0.1 && v.norm() <= 1.0) return v.normalized();
  }
}

Mat3 Random::rotation() { return spatial::rotation_about(direction(), 3.0 * number()); }

std::vector<Particle> particles(const mass::RigidMass& body) {
  const mass::PrincipalAxes principal = mass::principal_axes(body);
  // Two particles at ±h along each principal axis with h² times their mass = the second moment; the
  // rest of the mass in the centre. Masses may be negative: nothing here minds.
  const double size = std::sqrt(principal.second_moments.cwiseAbs().sum() / std::abs(body.mass));
  const double h = std::max({size, body.p_BBcm.norm(), 1.0});
  std::vector<Particle> points;
  double rest = body.mass;
  if (size > 0.0) {
    for (int i = 0; i < 3; ++i) {
      const double m = principal.second_moments(i) / (2.0 * h * h);
      points.push_back({m, body.p_BBcm + h * principal.axes.col(i)});
      points.push_back({m, body.p_BBcm - h * principal.axes.col(i)});
      rest -= 2.0 * m;
    }
  }
  points.push_back({rest, body.p_BBcm});
  return points;
}

std::vector<spatial::TransformSeries> placements_along(const model::Model& model,
                                                       const model::StateSeries& state) {
  std::vector<spatial::TransformSeries> T;
  const int N = state.order();
  for (const model::Body& body : model.bodies()) {
    const spatial::TransformSeries E = exp_screw(body.screw, joint_value(body, state));
    if (body.parent == model::kWorld) {
      const spatial::TransformSeries fixed{taylor::Series<Mat3>::constant(body.X_PJ.R, N),
                                           taylor::Series<Vec3>::constant(body.X_PJ.p, N)};
      T.push_back(fixed * E);
    } else {
      T.push_back(T[body.parent] * body.X_PJ * E);
    }
  }
  return T;
}

struct Sample::Cache {
  std::optional<kinematics::TreeMotion> motion;
  std::vector<spatial::TransformSeries> placements;
  std::map<std::pair<int, int>, std::vector<spatial::TransformSeries>> variations;
  std::map<int, taylor::Series<MatX>> centre_jacobians;
};

Sample::Sample(const model::Model& model, int order, std::uint64_t seed, std::string_view frame)
    : model_(model),
      frame_(frame.empty() ? model.default_frame() : model.frame(frame)),
      order_(order),
      seed_(seed),
      cache_(std::make_unique<Cache>()) {
  check(order >= 0 && order <= 10, "Sample: order must be in 0..10, got ", order, ".");
  check(model.num_coordinates() > 0, "Sample: model '", model.name(), "' has nothing that moves.");
  state_ = random_state(model, series_order(), random("state"));
  double mass = 0.0;
  length_ = frame_.X_BF.p.norm();
  for (const model::Body& body : model.bodies()) {
    const mass::RigidMass& B = body.rigid_mass;
    length_ = std::max(length_, body.X_PJ.p.norm());
    if (B.mass == 0.0) continue;
    heavy_.push_back(body.index);
    mass += std::abs(B.mass);
    const double spread = std::sqrt(std::abs(B.second_moment.trace() / B.mass));
    length_ = std::max(length_, B.p_BBcm.norm() + spread);
  }
  if (length_ == 0.0) length_ = 1.0;
  force_ = mass == 0.0 ? 1.0 : mass * (model.gravity().norm() + length_);
}

Sample::~Sample() = default;

Random Sample::random(std::string_view salt) const { return Random(hash(salt, seed_)); }

const kinematics::TreeMotion& Sample::motion() const {
  if (!cache_->motion) cache_->motion = kinematics::propagate(model_, state_);
  return *cache_->motion;
}

const std::vector<spatial::TransformSeries>& Sample::placements() const {
  if (cache_->placements.empty()) cache_->placements = placements_along(model_, state_);
  return cache_->placements;
}

const std::vector<spatial::TransformSeries>& Sample::variation(int j, int m) const {
  std::vector<spatial::TransformSeries>& dT = cache_->variations[{j, m}];
  if (!dT.empty()) return dT;
  const int N = series_order();
  taylor::Series<double> delta(N, 0.0);
  if (m <= N) delta[m] = 1.0 / taylor::factorial(m);
  for (const model::Body& body : model_.bodies()) {
    const spatial::TransformSeries E = exp_screw(body.screw, joint_value(body, state_));
    const bool is_root = body.parent == model::kWorld;
    spatial::TransformSeries d{taylor::Series<Mat3>(N, Mat3::Zero()),
                               taylor::Series<Vec3>(N, Vec3::Zero())};
    if (!is_root) {
      // δT_P X E: the last row of δT_P is zero.
      const spatial::TransformSeries& dP = dT[body.parent];
      const taylor::Series<Mat3> dR = dP.R * taylor::Series<Mat3>::constant(body.X_PJ.R, N);
      d.R = dR * E.R;
      d.p = dP.R * taylor::Series<Vec3>::constant(body.X_PJ.p, N) + dP.p + dR * E.p;
    }
    if (body.coordinate == j) {
      // T_P X Ξ E δq.
      const Mat3 K = spatial::cross_matrix(body.screw.angular);
      const auto K_series = taylor::Series<Mat3>::constant(K, N);
      taylor::Series<Vec3> v = K_series * E.p;
      v[0] += body.screw.linear;
      taylor::Series<Mat3> R_J = taylor::Series<Mat3>::constant(body.X_PJ.R, N);
      if (!is_root) R_J = placements()[body.parent].R * R_J;
      d.R += body.ratio * (delta * (R_J * (K_series * E.R)));
      d.p += body.ratio * (delta * (R_J * v));
    }
    dT.push_back(std::move(d));
  }
  return dT;
}

const taylor::Series<MatX>& Sample::centre_jacobian(int body) const {
  const auto found = cache_->centre_jacobians.find(body);
  if (found != cache_->centre_jacobians.end()) return found->second;
  const model::Body& B = model_.bodies()[body];
  const model::Frame centre{B.name, body, {Mat3::Identity(), B.rigid_mass.p_BBcm}, false};
  return cache_->centre_jacobians[body] = kinematics::jacobian(motion(), centre);
}

int Sample::main_body() const {
  int best = -1;
  double best_mass = 0.0;
  for (const int body : heavy_) {
    const bool turns = motion()[body].omega_WB.derivative(0).norm() > 0.0;
    const double score = model_.bodies()[body].rigid_mass.mass + (turns ? 1e9 : 0.0);
    if (best < 0 || score > best_mass) {
      best = body;
      best_mass = score;
    }
  }
  return best;
}

}  // namespace appell::verify
