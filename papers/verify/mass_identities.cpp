// Mass distribution of one body: the laws by which its tensors change with the frame.
#include "appell/base/text.hpp"
#include "appell/mass/moments.hpp"
#include "appell/mass/rigid_mass.hpp"
#include "appell/spatial/rotation.hpp"
#include "papers/verify/sample.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {
namespace {

using mass::RigidMass;
using spatial::cross_matrix;
using spatial::Transform;

constexpr const char* kParticles = "sums over particles (verify/sample.cpp)";

/// What an identity about one body is given: the body, a random frame F that it is seen from (X_FB
/// places the body in F) and two random directions, u and v at right angles.
struct Case {
  RigidMass body;
  std::vector<Particle> points;
  Transform X_FB;
  Vec3 u, v;
  double length;  ///< Of the robot.
};

template <class Compare>
std::function<Comparisons(const Sample&)> for_every_body(std::string salt, Compare compare) {
  return [salt, compare](const Sample& sample) {
    Random random = sample.random(salt);
    Comparisons found;
    for (const int index : sample.heavy_bodies()) {
      const model::Body& body = sample.model().bodies()[index];
      const Vec3 u = random.direction();
      const Vec3 v = u.cross(random.direction()).normalized();
      const Case c{
          body.rigid_mass, particles(body.rigid_mass), random.placement(sample.length()), u, v,
          sample.length()};
      found.push_back(compare(concat("body '", body.name, "'"), c));
    }
    return found;
  };
}

/// Σ m f(r) over the particles; r from the origin of F in axes of F.
template <class F>
auto sum_in_frame(const Case& c, F f) {
  auto sum = (0.0 * f(Vec3(c.X_FB * c.points[0].r_B))).eval();
  for (const Particle& point : c.points) sum += point.mass * f(Vec3(c.X_FB * point.r_B));
  return sum;
}

/// The same from the centre of mass, axes of B.
template <class F>
auto sum_about_centre(const Case& c, F f) {
  auto sum = (0.0 * f(Vec3(Vec3::Zero()))).eval();
  for (const Particle& point : c.points) sum += point.mass * f(Vec3(point.r_B - c.body.p_BBcm));
  return sum;
}

/// Σ |m| r²: what the moments of a body are added up from, or taken apart from.
double second_moment_scale(const Case& c) {
  double sum = 0.0;
  for (const Particle& point : c.points) sum += std::abs(point.mass) * point.r_B.squaredNorm();
  return sum;
}

Mat3 dyad(const Vec3& r) { return r * r.transpose(); }
Mat3 axial(const Vec3& r) { return cross_matrix(r) * cross_matrix(r).transpose(); }

Identity mass_central_axial() {
  return {
      .id = "mass-central-axial",
      .title = "central inertia tensor of a body",
      .equations = {"S0 (34)", "S4 (45)", "S4 (46)", "S2 (5)", "S1 (72)", "S3 (51)"},
      .formula = "I* = ∫ [r*×][r*×]ᵀ dm",
      .left = kParticles,
      .right = "mass::RigidMass::inertia_com",
      .evaluate = for_every_body("mass-central-axial", [](const std::string& label, const Case& c) {
        return Comparison(label, sum_about_centre(c, axial)).term("I*", c.body.inertia_com());
      })};
}

Identity mass_central_planar() {
  return {.id = "mass-central-planar",
          .title = "central planar tensor of a body",
          .equations = {"S0 (45)", "S4 (60)", "S1 (109)", "S2 (5)"},
          .formula = "I_p* = ∫ r* r*ᵀ dm",
          .left = kParticles,
          .right = "mass::RigidMass::second_moment",
          .evaluate = for_every_body("mass-central-planar", [](const std::string& label,
                                                               const Case& c) {
            return Comparison(label, sum_about_centre(c, dyad)).term("I_p*", c.body.second_moment);
          })};
}

Identity mass_axial_from_planar() {
  return {.id = "mass-axial-from-planar",
          .title = "axial and planar tensor of one body",
          .equations = {"S0 (38)", "S4 (52)", "S2 (4)"},
          .formula = "I = tr(I_p) 1 - I_p, because r rᵀ = r² 1 - [r×][r×]ᵀ",
          .left = kParticles,
          .right = "mass::planar_tensor",
          .evaluate =
              for_every_body("mass-axial-from-planar", [](const std::string& label, const Case& c) {
                const Mat3 I_p = mass::planar_tensor(mass::transformed(c.X_FB, c.body));
                return Comparison(label, sum_in_frame(c, axial))
                    .term("tr(I_p) 1", Mat3(I_p.trace() * Mat3::Identity()))
                    .term("-I_p", Mat3(-I_p));
              })};
}

Identity mass_rotation_axial() {
  return {.id = "mass-rotation-axial",
          .title = "rotation of the central inertia tensor",
          .equations = {"S0 (36)", "S0 (41)", "S0 (42)", "S0 (43)", "S4 (57)", "S4 (58)", "S4 (49)",
                        "S4 (56)"},
          .formula = "I*' = R I* Rᵀ",
          .left = kParticles,
          .right = "mass::RigidMass::inertia_com",
          .evaluate =
              for_every_body("mass-rotation-axial", [](const std::string& label, const Case& c) {
                const Mat3& R = c.X_FB.R;
                return Comparison(label,
                                  sum_about_centre(c, [&](const Vec3& r) { return axial(R * r); }))
                    .term("R I* Rᵀ", Mat3(R * c.body.inertia_com() * R.transpose()));
              })};
}

Identity mass_rotation_planar() {
  return {
      .id = "mass-rotation-planar",
      .title = "rotation of the central planar tensor",
      .equations = {"S0 (47)", "S0 (48)", "S0 (49)", "S0 (50)", "S4 (62)", "S4 (66)", "S4 (67)"},
      .formula = "I_p*' = R I_p* Rᵀ",
      .left = kParticles,
      .right = "mass::RigidMass::second_moment",
      .evaluate = for_every_body("mass-rotation-planar", [](const std::string& label,
                                                            const Case& c) {
        const Mat3& R = c.X_FB.R;
        return Comparison(label, sum_about_centre(c, [&](const Vec3& r) { return dyad(R * r); }))
            .term("R I_p* Rᵀ", Mat3(R * c.body.second_moment * R.transpose()));
      })};
}

Identity mass_axial_moment() {
  return {
      .id = "mass-axial-moment",
      .title = "moment of inertia about an axis",
      .equations = {"S0 (35)", "S4 (34)", "S4 (35)", "S4 (44)", "S4 (48)"},
      .formula = "I_u = ∫ |u × r|² dm = uᵀ I u",
      .left = kParticles,
      .right = "mass::axial_moment",
      .evaluate = for_every_body("mass-axial-moment", [](const std::string& label, const Case& c) {
        double sum = 0.0;
        for (const Particle& point : c.points)
          sum += point.mass * c.u.cross(point.r_B).squaredNorm();
        const double I = mass::axial_moment(c.body, Vec3::Zero(), c.u);
        return Comparison(label, sum).term("uᵀ I u", I).inner_scale(second_moment_scale(c));
      })};
}

Identity mass_centrifugal_moment() {
  return {.id = "mass-centrifugal-moment",
          .title = "product of inertia of two directions",
          .equations = {"S0 (40)", "S4 (51)", "S4 (54)", "S4 (55)"},
          .formula = "I_uv = ∫ u v dm = -uᵀ I v",
          .left = kParticles,
          .right = "mass::inertia_tensor",
          .evaluate = for_every_body(
              "mass-centrifugal-moment", [](const std::string& label, const Case& c) {
                double sum = 0.0;
                for (const Particle& point : c.points) {
                  const double term = point.mass * c.u.dot(point.r_B) * c.v.dot(point.r_B);
                  sum += term;
                }
                return Comparison(label, sum)
                    .term("-uᵀ I v", -c.u.dot(mass::inertia_tensor(c.body) * c.v))
                    .inner_scale(second_moment_scale(c));
              })};
}

Identity mass_planar_moment() {
  return {
      .id = "mass-planar-moment",
      .title = "moment of inertia about a plane",
      .equations = {"S0 (44)", "S0 (46)", "S4 (59)", "S4 (61)"},
      .formula = "I_uu = ∫ u² dm = uᵀ I_p u",
      .left = kParticles,
      .right = "mass::planar_moment",
      .evaluate = for_every_body("mass-planar-moment", [](const std::string& label, const Case& c) {
        double sum = 0.0;
        for (const Particle& point : c.points) sum += point.mass * std::pow(c.u.dot(point.r_B), 2);
        return Comparison(label, sum)
            .term("uᵀ I_p u", mass::planar_moment(c.body, Vec3::Zero(), c.u))
            .inner_scale(second_moment_scale(c));
      })};
}

Identity mass_polar_moment() {
  return {
      .id = "mass-polar-moment",
      .title = "three planes, three axes and one point",
      .equations = {"S4 (38)"},
      .formula = "I_uu + I_vv + I_ww = ∫ r² dm",
      .left = kParticles,
      .right = "mass::planar_moment",
      .evaluate = for_every_body("mass-polar-moment", [](const std::string& label, const Case& c) {
        double sum = 0.0;
        for (const Particle& point : c.points) sum += point.mass * point.r_B.squaredNorm();
        const Vec3 w = c.u.cross(c.v);
        return Comparison(label, sum)
            .term("I_uu", mass::planar_moment(c.body, Vec3::Zero(), c.u))
            .term("I_vv", mass::planar_moment(c.body, Vec3::Zero(), c.v))
            .term("I_ww", mass::planar_moment(c.body, Vec3::Zero(), w));
      })};
}

Identity mass_centre_in_frame() {
  return {.id = "mass-centre-in-frame",
          .title = "centre of mass in another frame",
          .equations = {"S0 (2)", "S0 (4)", "S0 (15)", "S4 (5)", "S4 (9)"},
          .formula = "[r_C; 1] = T [r_C'; 1]",
          .reading = "The last member of S0 (4) lacks the column that the matrix acts on.",
          .left = kParticles,
          .right = "spatial::Transform",
          .evaluate =
              for_every_body("mass-centre-in-frame", [](const std::string& label, const Case& c) {
                Vec3 sum = Vec3::Zero();
                for (const Particle& point : c.points) sum += point.mass * (c.X_FB * point.r_B);
                const Vec3 turned = c.X_FB.R * c.body.p_BBcm;
                return Comparison(label, Vec3(sum / c.body.mass))
                    .term("R r_C'", turned)
                    .term("p", c.X_FB.p);
              })};
}

Identity mass_parallel_axis_axial() {
  return {.id = "mass-parallel-axis-axial",
          .title = "Huygens-Steiner law of the inertia tensor",
          .equations = {"S0 (58)", "S0 (59)", "S4 (76)", "S4 (77)", "S4 (78)", "S4 (79)", "S4 (80)",
                        "S4 (81)"},
          .misprinted = {"S0 (59)", "S4 (79)", "S4 (80)"},
          .formula = "I = m [r_C×][r_C×]ᵀ + R I* Rᵀ",
          .reading = "S0 (59) and S4 (79), (80) write the first matrix out without the factor m.",
          .left = kParticles,
          .right = "mass::RigidMass::inertia_com",
          .evaluate = for_every_body(
              "mass-parallel-axis-axial", [](const std::string& label, const Case& c) {
                const Vec3 r_C = c.X_FB * c.body.p_BBcm;
                const Mat3 turned = c.X_FB.R * c.body.inertia_com() * c.X_FB.R.transpose();
                return Comparison(label, sum_in_frame(c, axial))
                    .term("m [r_C×][r_C×]ᵀ", Mat3(c.body.mass * axial(r_C)))
                    .term("R I* Rᵀ", turned)
                    .printed(Mat3(axial(r_C) + turned));
              })};
}

Identity mass_parallel_axis_planar() {
  return {
      .id = "mass-parallel-axis-planar",
      .title = "Huygens-Steiner law of the planar tensor",
      .equations = {"S0 (60)", "S0 (61)", "S4 (82)", "S4 (83)", "S4 (84)", "S4 (85)", "S4 (86)"},
      .misprinted = {"S0 (61)", "S4 (84)", "S4 (85)"},
      .formula = "I_p = m r_C r_Cᵀ + R I_p* Rᵀ",
      .reading =
          "S0 (61) writes the first matrix out without the factor m, which the error is for. Our "
          "copy of S4 (84), (85) is damaged: with m before the matrix of the entries it is right, "
          "with m before r_C r_Cᵀ alone it is wrong like S0 (61).",
      .left = kParticles,
      .right = "mass::RigidMass::second_moment",
      .evaluate =
          for_every_body("mass-parallel-axis-planar", [](const std::string& label, const Case& c) {
            const Vec3 r_C = c.X_FB * c.body.p_BBcm;
            const Mat3 turned = c.X_FB.R * c.body.second_moment * c.X_FB.R.transpose();
            return Comparison(label, sum_in_frame(c, dyad))
                .term("m r_C r_Cᵀ", Mat3(c.body.mass * dyad(r_C)))
                .term("R I_p* Rᵀ", turned)
                .printed(Mat3(dyad(r_C) + turned));
          })};
}

Identity mass_pseudo_inertia_centre() {
  return {
      .id = "mass-pseudo-inertia-centre",
      .title = "pseudo-inertia about the centre, turned",
      .equations = {"S0 (51)", "S0 (52)", "S0 (53)", "S0 (54)", "S4 (68)", "S4 (69)", "S4 (70)",
                    "S4 (71)"},
      .misprinted = {"S0 (53)", "S4 (71)"},
      .formula = "P*' = T* P* T*ᵀ, T* = [R 0; 0 1], P* = [I_p* 0; 0 m]",
      .reading =
          "S0 (53) and S4 (71) print the 3x3 tensor I_p* where the 4x4 matrix P* belongs. Filled "
          "up with zeros to fit, it has lost the mass, which the error is for.",
      .left = kParticles,
      .right = "mass::pseudo_inertia",
      .evaluate =
          for_every_body("mass-pseudo-inertia-centre", [](const std::string& label, const Case& c) {
            const Mat4 T = Transform{c.X_FB.R, Vec3::Zero()}.matrix();
            Mat4 sum = Mat4::Zero();
            for (const Particle& point : c.points) {
              const Vec3 r = c.X_FB.R * (point.r_B - c.body.p_BBcm);
              sum += point.mass * r.homogeneous() * r.homogeneous().transpose();
            }
            RigidMass centred = c.body;
            centred.p_BBcm.setZero();
            Mat4 tensor = Mat4::Zero();  // The 3x3 tensor, filled up with zeros to fit.
            tensor.topLeftCorner<3, 3>() = c.body.second_moment;
            return Comparison(label, in_squares(sum, c.length))
                .term("T* P* T*ᵀ",
                      in_squares(T * mass::pseudo_inertia(centred) * T.transpose(), c.length))
                .printed(in_squares(T * tensor * T.transpose(), c.length));
          })};
}

Identity mass_pseudo_inertia() {
  return {.id = "mass-pseudo-inertia",
          .title = "pseudo-inertia in another frame",
          .equations = {"S4 (87)", "S4 (88)", "S4 (89)", "S2 (11)"},
          .formula = "P' = T P Tᵀ",
          .left = kParticles,
          .right = "mass::pseudo_inertia",
          .evaluate =
              for_every_body("mass-pseudo-inertia", [](const std::string& label, const Case& c) {
                Mat4 sum = Mat4::Zero();
                for (const Particle& point : c.points) {
                  const Vec3 r = c.X_FB * point.r_B;
                  sum += point.mass * r.homogeneous() * r.homogeneous().transpose();
                }
                const Mat4 T = c.X_FB.matrix();
                return Comparison(label, in_squares(sum, c.length))
                    .term("T P Tᵀ",
                          in_squares(T * mass::pseudo_inertia(c.body) * T.transpose(), c.length));
              })};
}

Identity mass_cross_matrix() {
  return {
      .id = "mass-cross-matrix",
      .title = "cross-product matrix of a rotated vector",
      .equations = {"S4 (75)"},
      .misprinted = {"S4 (75)"},
      .formula = "[(R r)×] = R [r×] Rᵀ",
      .reading = "S4 (75) lacks Rᵀ; its result (76) is right.",
      .left = "spatial::cross_matrix",
      .right = "spatial::cross_matrix",
      .evaluate = for_every_body("mass-cross-matrix", [](const std::string& label, const Case& c) {
        const Mat3& R = c.X_FB.R;
        const Mat3 K = cross_matrix(c.u);
        return Comparison(label, cross_matrix(R * c.u))
            .term("R [r×] Rᵀ", Mat3(R * K * R.transpose()))
            .printed(Mat3(R * K));
      })};
}

}  // namespace

std::vector<Identity> mass_identities() {
  return {mass_central_axial(),         mass_central_planar(),      mass_axial_from_planar(),
          mass_rotation_axial(),        mass_rotation_planar(),     mass_axial_moment(),
          mass_centrifugal_moment(),    mass_planar_moment(),       mass_polar_moment(),
          mass_centre_in_frame(),       mass_parallel_axis_axial(), mass_parallel_axis_planar(),
          mass_pseudo_inertia_centre(), mass_pseudo_inertia(),      mass_cross_matrix()};
}

}  // namespace appell::verify
