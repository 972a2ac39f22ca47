#include "appell/trajectory/pose_laws.hpp"

#include <cmath>

#include "appell/base/check.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "appell/taylor/functions.hpp"

namespace appell::trajectory {
namespace {

/// Of |q|². Nearer to zero the direction of a quaternion is not what whoever gave its laws meant.
constexpr double kSmallestQuaternion = 0.01;

/// R of a quaternion that need not have norm 1:
///
///   |q|² R = (w² - v·v) 1 + 2 v vᵀ + 2 w [v×]                                             (1)
taylor::Series<Mat3> rotation_of_quaternion(const std::array<taylor::Series<double>, 4>& q) {
  const auto& [w, x, y, z] = q;
  const int N = w.order();
  const taylor::Series<double> ww = w * w, xx = x * x, yy = y * y, zz = z * z;
  const taylor::Series<double> norm = ww + xx + yy + zz;
  const taylor::Series<double> xy = x * y, xz = x * z, yz = y * z, wx = w * x, wy = w * y,
                               wz = w * z;
  const std::array<taylor::Series<double>, 9> entries{
      ww + xx - yy - zz, 2.0 * (xy - wz),   2.0 * (xz + wy),    //
      2.0 * (xy + wz),   ww - xx + yy - zz, 2.0 * (yz - wx),    //
      2.0 * (xz - wy),   2.0 * (yz + wx),   ww - xx - yy + zz,  //
  };
  taylor::Series<Mat3> R(N);
  for (int i = 0; i < 9; ++i) {
    const taylor::Series<double> entry = entries[i] / norm;
    for (int k = 0; k <= N; ++k) R[k](i / 3, i % 3) = entry[k];
  }
  return R;
}

}  // namespace

std::vector<const Law*> PoseLaws::given() const {
  std::vector<const Law*> found;
  const auto add = [&found](const auto& laws) {
    for (const auto& law : laws) {
      if (law != nullptr) found.push_back(law.get());
    }
  };
  add(position);
  if (orientation == Orientation::kAngles) add(angles);
  if (orientation == Orientation::kQuaternion) add(quaternion);
  return found;
}

PoseCursor::PoseCursor(const PoseLaws& laws, const spatial::Transform& start)
    : laws_(laws), start_(start) {
  const auto add = [this](const std::shared_ptr<const Law>& law, double offset, double otherwise) {
    cursors_.push_back(law ? law->cursor() : nullptr);
    constants_.push_back(law ? offset : otherwise);
  };
  const bool is_relative = laws.origin == PoseLaws::Origin::kStart;
  for (int i = 0; i < 3; ++i) {
    const auto& law = laws.position[i];
    add(law, is_relative ? start.p(i) : 0.0, start.p(i));
  }
  if (laws.orientation == PoseLaws::Orientation::kAngles) {
    const auto [angles, regularity, is_singular] =
        spatial::angles_from_rotation(laws.angle_set, start.R);
    for (int i = 0; i < 3; ++i) {
      const auto& law = laws.angles[i];
      check(law || regularity > 1e-6, "the angles ", spatial::name_of(laws.angle_set),
            " of the orientation at the start are not determined, so none can stay as it is there; "
            "laws of all three, or another set, are needed");
      add(law, 0.0, angles(i));
    }
  } else if (laws.orientation == PoseLaws::Orientation::kQuaternion) {
    for (const auto& law : laws.quaternion) {
      check(law != nullptr, "PoseLaws: all four components of a quaternion need a law.");
      add(law, 0.0, 0.0);
    }
  }
}

const spatial::TransformSeries& PoseCursor::expand(double t, int order) {
  if (pose_.order() != order) {
    pose_.p = taylor::Series<Vec3>(order);
    pose_.R = taylor::Series<Mat3>::constant(start_.R, order);
  }
  taylor::Series<double> x(order);
  for (std::size_t i = 0; i < 3; ++i) {
    expand_law(i, t, x);
    for (int k = 0; k <= order; ++k) pose_.p[k](static_cast<Eigen::Index>(i)) = x[k];
  }
  if (laws_.orientation == PoseLaws::Orientation::kAngles) turn_by_angles(t, order);
  if (laws_.orientation == PoseLaws::Orientation::kQuaternion) turn_by_quaternion(t, order);
  return pose_;
}

void PoseCursor::expand_law(std::size_t law, double t, taylor::Series<double>& out) {
  const auto coefficients = std::span(&out[0], static_cast<std::size_t>(out.order()) + 1);
  if (cursors_[law]) {
    cursors_[law]->expand(t, coefficients);
  } else {
    for (double& c : coefficients) c = 0.0;
  }
  out[0] += constants_[law];
}

void PoseCursor::turn_by_angles(double t, int order) {
  taylor::Series<double> x(order);
  taylor::Series<Vec3> angles(order);
  for (std::size_t i = 0; i < 3; ++i) {
    expand_law(3 + i, t, x);
    for (int k = 0; k <= order; ++k) angles[k](static_cast<Eigen::Index>(i)) = x[k];
  }
  pose_.R = spatial::rotation_from_angles(laws_.angle_set, angles);
}

void PoseCursor::turn_by_quaternion(double t, int order) {
  std::array<taylor::Series<double>, 4> q;
  double norm = 0.0;
  for (std::size_t i = 0; i < 4; ++i) {
    q[i] = taylor::Series<double>(order);
    expand_law(3 + i, t, q[i]);
    norm += q[i][0] * q[i][0];
  }
  if (!(norm >= kSmallestQuaternion)) {
    throw NumericalError(concat("at t = ", t, " s the quaternion has norm ",
                                short_text(std::sqrt(norm)),
                                ", which gives no orientation; neighbouring quaternions of "
                                "opposite sign lead there"));
  }
  pose_.R = rotation_of_quaternion(q);
}

}  // namespace appell::trajectory
