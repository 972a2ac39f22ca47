#include "appell/analysis/fanuc_experiment.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/base/constants.hpp"
#include "appell/energy/acceleration_energy.hpp"
#include "appell/force/generalized_force.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/taylor/functions.hpp"
#include "appell/trajectory/point_to_point.hpp"
#include "appell/trajectory/spline.hpp"

namespace appell::analysis {
namespace {

constexpr int kOrder = 4;  // Of the derivatives that the formulas take.

constexpr std::array kRecord{
    0.0,          0.112571363,  0.414801244,  0.857485817,  1.396604084,  1.993097335,
    2.612648599,  3.225462098,  3.806042705,  4.332975394,  4.788704694,  5.159314148,
    5.434305761,  5.606379459,  5.671212539,  5.627239126,  5.475429626,  5.219070179,
    4.863542115,  4.416101405,  3.885658118,  3.282555873,  2.618351292,  1.905593458,
    1.157603362,  0.388253362,  -0.388253362, -1.157603362, -1.905593458, -2.618351292,
    -3.282555873, -3.885658118, -4.416101405, -4.863542115, -5.219070179, -5.475429626,
    -5.627239126, -5.671212539, -5.606379459, -5.434305761, -5.159314148, -4.788704694,
    -4.332975394, -3.806042705, -3.225462098, -2.612648599, -1.993097335, -1.396604084,
    -0.857485817, -0.414801244, -0.112571363, 0.0};

int coordinate_of(const model::Model& model, const std::string& joint) {
  const auto& all = model.coordinates();
  const auto at = std::find_if(all.begin(), all.end(),
                               [&](const model::Coordinate& c) { return c.name == joint; });
  check(at != all.end(), "fanuc experiment: model '", model.name(), "' has no joint '", joint,
        "'.");
  return static_cast<int>(at - all.begin());
}

const model::Body& body_of(const model::Model& model, int coordinate) {
  const auto at = std::find_if(model.bodies().begin(), model.bodies().end(),
                               [&](const model::Body& b) { return b.coordinate == coordinate; });
  return *at;
}

bool is_behind(const model::Model& model, int body, int first) {
  while (body != model::kWorld && body != first) {
    body = model.bodies()[body].parent;
  }
  return body == first;
}

double largest_magnitude(const std::vector<double>& values) {
  double largest = 0.0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

/// Adds the numbers of one sample to the curves.
void add(std::array<std::vector<double>, 3>& curves, const std::array<double, 3>& values) {
  for (std::size_t i = 0; i < 3; ++i) curves[i].push_back(values[i]);
}

std::array<double, 3> sum(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

/// One sample by the recursions over the whole tree.
void add_general(const model::Model& model, const model::StateSeries& state, int joint,
                 FanucExperiment::Route& route) {
  const kinematics::TreeMotion tree = kinematics::propagate(model, state);
  const taylor::Series<VecX> Q = force::inertia_force(tree);
  const taylor::Series<VecX> Q_drive = force::generalized_force(tree);
  std::array<double, 3> E{};
  std::array<double, 3> without{};
  std::array<double, 3> with{};
  for (int k = 0; k < 3; ++k) {
    const auto at = static_cast<std::size_t>(k);
    E[at] = energy::acceleration_energy(tree, k + 1)[0];
    without[at] = Q.derivative(k)(joint);
    with[at] = Q_drive.derivative(k)(joint);
  }
  add(route.energies, E);
  add(route.torques, without);
  add(route.torques_with_gravity, with);
}

}  // namespace

std::span<const double> fanuc_acceleration_record() { return kRecord; }

AngularRecord fanuc_record() {
  AngularRecord record{.source = "our own record", .is_ours = true, .turn = kPi};
  record.acceleration.assign(kRecord.begin(), kRecord.end());
  for (std::size_t i = 0; i < kRecord.size(); ++i) {
    record.times.push_back(kFanucInterval * static_cast<double>(i));
  }
  record.knots = record.times;
  return record;
}

double fanuc_radius(const model::Model& model, const std::string& joint) {
  const model::Body& body = body_of(model, coordinate_of(model, joint));
  const kinematics::TreeMotion rest = kinematics::propagate(
      model, model::StateSeries::constant(VecX::Zero(model.num_coordinates()), 0));
  const Vec3 arm =
      kinematics::frame_motion(rest, model.default_frame()).p[0] - rest[body.index].p_WB[0];
  const Vec3 axis = rest[body.index].R_WB[0] * body.screw.angular;
  return (arm - axis.dot(arm) * axis).norm();
}

trajectory::Trajectory fanuc_motion(const model::Model& model, const AngularRecord& record,
                                    const std::string& joint) {
  const std::vector<double>& knots = record.times;
  const auto swing =
      std::make_shared<trajectory::PiecewisePolynomial>(angle_from_record(record).law);
  const auto rest = std::make_shared<trajectory::PiecewisePolynomial>(
      trajectory::hold(knots.front(), knots.back(), 0.0));
  std::vector<std::string> names;
  std::vector<std::shared_ptr<const trajectory::Law>> laws;
  for (const model::Coordinate& coordinate : model.coordinates()) {
    names.push_back(coordinate.name);
    laws.push_back(rest);
  }
  laws[coordinate_of(model, joint)] = swing;
  return {std::move(names), std::move(laws), {knots.front(), knots.back()}};
}

TurningArm turning_arm(const model::Model& model, const std::string& joint) {
  const model::Body& first = body_of(model, coordinate_of(model, joint));
  check(first.screw.angular.isApprox(Vec3::UnitY()) && first.screw.linear.isZero(),
        "fanuc experiment: joint '", joint, "' does not turn about its y axis.");
  const VecX zero = VecX::Zero(model.num_coordinates());
  const kinematics::TreeMotion rest =
      kinematics::propagate(model, model::StateSeries::constant(zero, 0));
  const auto pose = [&rest](const model::Body& body) {
    return spatial::Transform{rest[body.index].R_WB[0], rest[body.index].p_WB[0]};
  };
  std::vector<mass::RigidMass> parts;
  for (const model::Body& body : model.bodies()) {
    if (!is_behind(model, body.index, first.index)) continue;
    parts.push_back(mass::transformed(pose(first).inverse() * pose(body), body.rigid_mass));
  }
  const mass::RigidMass all = mass::combined(parts);
  const double x = all.p_BBcm.x();
  const double z = all.p_BBcm.z();
  const double inertia = all.inertia_com()(1, 1);
  return {all.mass, x, z, inertia, all.mass * (x * x + z * z) + inertia};
}

std::array<double, 3> one_joint_energies(const TurningArm& arm, std::span<const double, 5> q) {
  const double v = q[1];  // q'
  const double a = q[2];  // q''
  const double j = q[3];  // q'''
  const double s = q[4];  // q⁗
  const double v2 = v * v;
  const double half_J = 0.5 * arm.inertia_joint;
  const double E1 = a * a + v2 * v2;                                         // Eq. (86)
  const double E2 = j * j - 2 * v2 * v * j + 9 * v2 * a * a + v2 * v2 * v2;  // Eq. (87)
  const double E3 = s * s - 12 * v2 * a * s + 30 * v2 * v2 * a * a + 9 * a * a * a * a +
                    16 * v2 * j * j + 24 * v * a * a * j - 8 * v2 * v2 * v * j +
                    v2 * v2 * v2 * v2;  // Eq. (88), corrected
  return {half_J * E1, half_J * E2, half_J * E3};
}

std::array<double, 3> one_joint_torques(const TurningArm& arm, std::span<const double, 5> q) {
  const double J = arm.inertia_joint;
  return {J * q[2], J * q[3], J * q[4]};  // Eqs. (89)-(91)
}

std::array<double, 3> gravity_torques(const TurningArm& arm, const Vec3& gravity,
                                      std::span<const double, 5> q) {
  // The centre of mass is at (x cos q + z sin q, z cos q - x sin q) in the plane of the turn;
  // U = -M g · r, and Q_g = ∂U/∂q.
  const taylor::Series<double> angle = taylor::Series<double>::from_derivatives(q.first(3));
  const taylor::SinCos turn = taylor::sin_cos(angle);
  const double x = arm.x_com;
  const double z = arm.z_com;
  std::array<double, 3> torques{};
  for (int k = 0; k < 3; ++k) {
    const double dx = z * turn.cos.derivative(k) - x * turn.sin.derivative(k);   // ∂x/∂q
    const double dz = -z * turn.sin.derivative(k) - x * turn.cos.derivative(k);  // ∂z/∂q
    torques[k] = -arm.mass * (gravity.x() * dx + gravity.z() * dz);
  }
  return torques;
}

double FanucExperiment::largest_difference() const {
  double largest = 0.0;
  for (const auto curves : {&Route::energies, &Route::torques, &Route::torques_with_gravity}) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::vector<double>& a = (one_joint.*curves)[i];
      const std::vector<double>& b = (general.*curves)[i];
      const double peak = largest_magnitude(a);
      for (std::size_t k = 0; k < a.size(); ++k) {
        largest = std::max(largest, std::abs(a[k] - b[k]) / peak);
      }
    }
  }
  return largest;
}

namespace {

/// The nine curves of the one-joint formulas at a state.
std::array<double, 9> one_joint_curves(const TurningArm& arm, const Vec3& gravity,
                                       std::span<const double, 5> q) {
  const std::array<double, 3> E = one_joint_energies(arm, q), Q = one_joint_torques(arm, q),
                              with = sum(Q, gravity_torques(arm, gravity, q));
  return {E[0], E[1], E[2], Q[0], Q[1], Q[2], with[0], with[1], with[2]};
}

/// To first order: Var y = Σ_i (∂y/∂a_i)² sd², by central differences along the exact response of
/// q.
FanucExperiment::Uncertainty uncertainty_of(const FanucExperiment& e, const Vec3& gravity) {
  const auto responses = responses_to_record(e.record, e.times);
  FanucExperiment::Uncertainty sd;
  for (std::size_t s = 0; s < e.times.size(); ++s) {
    std::array<double, 5> q{}, of_q{};
    std::array<double, 9> of_curves{};
    for (std::size_t k = 0; k < 5; ++k) q[k] = e.q[k][s];
    for (const auto& response : responses) {
      std::array<double, 5> ahead = q, behind = q;
      const double step = 1e-3 * e.record.sd;  // Small against the noise, large against rounding.
      for (std::size_t k = 0; k < 5; ++k) {
        of_q[k] += std::pow(e.record.sd * response[k][s], 2);
        ahead[k] += step * response[k][s];
        behind[k] -= step * response[k][s];
      }
      const auto y = one_joint_curves(e.arm, gravity, ahead);
      const auto z = one_joint_curves(e.arm, gravity, behind);
      for (std::size_t i = 0; i < 9; ++i) {
        of_curves[i] += std::pow(e.record.sd * (y[i] - z[i]) / (2.0 * step), 2);
      }
    }
    for (std::size_t k = 0; k < 5; ++k) sd.q[k].push_back(std::sqrt(of_q[k]));
    for (std::size_t i = 0; i < 3; ++i) {
      sd.curves.energies[i].push_back(std::sqrt(of_curves[i]));
      sd.curves.torques[i].push_back(std::sqrt(of_curves[3 + i]));
      sd.curves.torques_with_gravity[i].push_back(std::sqrt(of_curves[6 + i]));
    }
  }
  return sd;
}

}  // namespace

FanucExperiment run_fanuc_experiment(const model::Model& model, int num_samples,
                                     const AngularRecord& record) {
  check(num_samples >= 2, "run_fanuc_experiment: at least 2 samples are needed, got ", num_samples,
        ".");
  const int joint = coordinate_of(model, "J3");
  const trajectory::Trajectory motion = fanuc_motion(model, record);
  FanucExperiment result;
  result.record = record;
  result.arm = turning_arm(model);
  const double duration = motion.range().duration();
  model::StateSeries state;
  for (int i = 0; i < num_samples; ++i) {
    const double t = motion.range().start + duration * i / (num_samples - 1);
    motion.sample(t, kOrder, state);
    std::array<double, 5> q{};
    for (int k = 0; k <= kOrder; ++k) {
      q[k] = state.derivative(k)(joint);
      result.q[k].push_back(q[k]);
    }
    result.times.push_back(t);
    const std::array<double, 3> inertia = one_joint_torques(result.arm, q);
    add(result.one_joint.energies, one_joint_energies(result.arm, q));
    add(result.one_joint.torques, inertia);
    add(result.one_joint.torques_with_gravity,
        sum(inertia, gravity_torques(result.arm, model.gravity(), q)));
    add_general(model, state, joint, result.general);
  }
  if (record.sd > 0.0) result.sd = uncertainty_of(result, model.gravity());
  return result;
}

}  // namespace appell::analysis
