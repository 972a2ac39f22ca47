// Components of the position of a mass element: what moments of inertia are integrals of.
#include "appell/mass/rigid_mass.hpp"
#include "papers/verify/subjects.hpp"
#include "papers/verify/tools.hpp"

namespace appell::verify {
namespace {

using mass::RigidMass;

Mat3 cross_square(const Vec3& r) {
  return spatial::cross_matrix(r) * spatial::cross_matrix(r).transpose();
}

/// Of every particle, one entry each: what the mass is integrated with.
void squared_components(const std::string& label, const RigidMass& body, const Vec3& u,
                        const Vec3& v, Comparisons& found) {
  const std::vector<Particle> points = particles(body);
  const auto entries = [&](const std::function<double(const Vec3&)>& f) {
    VecX all(static_cast<Eigen::Index>(points.size()));
    for (std::size_t i = 0; i < points.size(); ++i) {
      all(static_cast<Eigen::Index>(i)) = f(points[i].r_B - body.p_BBcm);
    }
    return all;
  };
  const auto square = [&](const Vec3& x) {
    return entries([&](const Vec3& r) { return std::pow(x.dot(r), 2); });
  };
  const auto turned = [&](const Vec3& x) {
    return entries([&](const Vec3& r) { return x.dot(cross_square(r) * x); });
  };
  const VecX distance = entries([](const Vec3& r) { return r.squaredNorm(); });
  const Vec3 w = u.cross(v);
  for (const auto& [name, x] : {std::pair("u", u), std::pair("v", v), std::pair("w", w)}) {
    found.push_back(Comparison(concat(label, ", ", name, "²"), square(x))
                        .term("r·r", distance)
                        .term(concat("-", name, "ᵀ [r×][r×]ᵀ ", name), VecX(-turned(x))));
  }
  found.push_back(Comparison(label + ", v² + w²", VecX(square(v) + square(w)))
                      .term("uᵀ [r×][r×]ᵀ u", turned(u))
                      .printed(VecX(-turned(u))));
  Mat3 dyads = Mat3::Zero(), distances = Mat3::Zero(), squares = Mat3::Zero();
  for (const Particle& point : points) {
    const Vec3 r = point.r_B - body.p_BBcm;
    dyads += r * r.transpose();
    distances += r.squaredNorm() * Mat3::Identity();
    squares -= cross_square(r);
  }
  found.push_back(
      Comparison(label + ", r rᵀ", dyads).term("r·r 1", distances).term("-[r×][r×]ᵀ", squares));
}

Identity mass_squared_components() {
  return {.id = "mass-squared-components",
          .title = "squared components of the position of a mass element",
          .equations = {"S0 (28)", "S0 (29)", "S0 (30)", "S0 (31)", "S0 (32)", "S4 (39)", "S4 (40)",
                        "S4 (41)", "S4 (42)", "S4 (43)"},
          .misprinted = {"S4 (43)"},
          .formula =
              "u² = r*·r* - uᵀ[r*×][r*×]ᵀu, the same for v and w; v² + w² = "
              "uᵀ[r*×][r*×]ᵀu",
          .reading = "S4 (43) has a minus sign before a square, which the error is for.",
          .left = "components (verify/mass_element_identities.cpp)",
          .right = "spatial::cross_matrix",
          .evaluate = [](const Sample& sample) {
            Random random = sample.random("mass-squared-components");
            Comparisons found;
            for (const int index : sample.heavy_bodies()) {
              const model::Body& body = sample.model().bodies()[index];
              const Vec3 u = random.direction();
              const Vec3 v = u.cross(random.direction()).normalized();
              squared_components(concat("body '", body.name, "'"), body.rigid_mass, u, v, found);
            }
            return found;
          }};
}

}  // namespace

std::vector<Identity> mass_element_identities() { return {mass_squared_components()}; }

}  // namespace appell::verify
