#include "appell/study/inertia_draw.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "appell/base/check.hpp"
#include "appell/base/decompositions.hpp"

namespace appell::study {
namespace {

/// A with A Aᵀ = J: principal axes times roots of principal values. What is below 0 by rounding,
/// seen from the body's distance to its origin too (see mass::rigid_mass), is 0.
Mat3 factor_of_moment(const mass::RigidMass& body) {
  const auto [values, axes, has_converged] = symmetric_eigen(body.second_moment);
  const double rounding =
      1e-12 * (values.cwiseAbs().maxCoeff() + std::abs(body.mass) * body.p_BBcm.squaredNorm());
  check(values.minCoeff() >= -rounding,
        "InertiaDraw: the central second moment has the principal value ", values.minCoeff(),
        " kg m²; no real body has one below 0, so there is none to draw.");
  const double extent = 1e-14 * values.cwiseAbs().maxCoeff();
  const Vec3 roots = (values.array() > extent).select(values.cwiseMax(0.0).cwiseSqrt(), 0.0);
  return axes * roots.asDiagonal();
}

void check_possible(const mass::RigidMass& body) {
  check(std::isfinite(body.mass) && body.p_BBcm.allFinite() && body.second_moment.allFinite(),
        "InertiaDraw: mass, centre or second moment is not finite.");
  check(body.mass >= 0.0, "InertiaDraw: the mass is ", body.mass, " kg; need at least 0.");
  check(body.mass > 0.0 || body.second_moment.isZero(0.0),
        "InertiaDraw: a body without mass has a second moment; no real body has.");
}

}  // namespace

InertiaSpread::InertiaSpread(double relative_sd) : relative_sd_(relative_sd) {
  check(relative_sd == 0.0 || (relative_sd >= kLeastDeviation && relative_sd <= kMostDeviation),
        "InertiaSpread: the relative standard deviation is ", relative_sd, "; need 0, or from ",
        kLeastDeviation, " to ", kMostDeviation, ".");
  degrees_ = relative_sd == 0.0 ? std::numeric_limits<double>::infinity()
                                : 2.0 / (relative_sd * relative_sd);
  for (int i = 0; i < 4 && relative_sd > 0.0; ++i) chi_.emplace_back(degrees_ - i);
}

InertiaDraw::InertiaDraw(const mass::RigidMass& mean, std::shared_ptr<const InertiaSpread> spread)
    : mean_(mean), factor_(Mat3::Zero()), spread_(std::move(spread)) {
  check(spread_ != nullptr, "InertiaDraw: no spread is given.");
  check_possible(mean);
  factor_ = factor_of_moment(mean);
}

mass::RigidMass InertiaDraw::operator()(std::span<const double> units) const {
  check(units.size() == kInertiaNumbers, "InertiaDraw: ", units.size(), " numbers; need ",
        kInertiaNumbers, ".");
  const double nu = spread_->degrees_;
  if (std::isinf(nu) || mean_.mass == 0.0) return mean_;
  double z[kInertiaNumbers];
  for (std::size_t i = 0; i < units.size(); ++i) z[i] = normal_quantile(units[i]);
  const std::vector<ChiQuantile>& chi = spread_->chi_;

  const double chi0 = chi[0](z[0]);
  const Vec3 n(z[1], z[2], z[3]);
  Mat3 B;                       // B₃ of eq. (2).
  B << chi[1](z[4]), 0.0, 0.0,  //
      z[7], chi[2](z[5]), 0.0,  //
      z[8], z[9], chi[3](z[6]);
  const Mat3 root = factor_ * B;
  return {.mass = mean_.mass * (chi0 * chi0 / nu),
          .p_BBcm = mean_.p_BBcm + factor_ * n * (1.0 / (std::sqrt(mean_.mass) * chi0)),
          .second_moment = root * root.transpose() * (1.0 / nu)};  // Eq. (2)
}

mass::RigidMass with_centre_shift(const mass::RigidMass& body, const Vec3& shift) {
  return {.mass = body.mass, .p_BBcm = body.p_BBcm + shift, .second_moment = body.second_moment};
}

}  // namespace appell::study
