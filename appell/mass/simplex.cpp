#include "appell/mass/simplex.hpp"

namespace appell::mass::detail {

void SimplexSum::add(double signed_measure, std::span<const Vec3> corners) {
  Vec3 sum = Vec3::Zero();
  Mat3 squares = Mat3::Zero();
  for (const Vec3& v : corners) {
    sum += v;
    squares += v * v.transpose();
  }
  const double num_corners = static_cast<double>(corners.size());
  // Eq. (1)
  measure_ += signed_measure;
  first_ += signed_measure / num_corners * sum;
  second_ +=
      signed_measure / (num_corners * (num_corners + 1.0)) * (squares + sum * sum.transpose());
}

RigidMass SimplexSum::unit_density_mass() const {
  const Vec3 c = first_ / measure_;
  return {measure_, origin_ + c, second_ - measure_ * c * c.transpose()};
}

}  // namespace appell::mass::detail
