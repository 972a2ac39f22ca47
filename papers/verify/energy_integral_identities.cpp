// On the way to the first acceleration energy of one body: its integrals over the mass, and the
// vector algebra that gives them.
#include "papers/verify/energy_tools.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {
namespace {

using equations::BodyAboutPoint;

/// Integrals over the mass, each against its closed form; ρ from a random point O of the body.
void first_energy_integrals(const std::string& label, const Sample& sample, int index,
                            Comparisons& found) {
  Random random = sample.random(concat("point ", index));
  const Vec3 p_BO = sample.length() * random.vector();
  const BodyAboutPoint body = about_point(sample, index);
  const Mat3& R = sample.placements()[at(index)].R[0];
  const Vec3 a = body.r_O.derivative(2);
  const Vec3 w = body.omega.derivative(0);
  const Vec3 e = body.omega.derivative(1);
  double first = 0.0, second = 0.0, third = 0.0, fourth = 0.0, fifth = 0.0, carried = 0.0;
  for (const Particle& point : particles(body_of(sample, index).rigid_mass)) {
    const Vec3 rho = R * (point.r_B - p_BO);
    const Vec3 turning = e.cross(rho);
    const Vec3 centripetal = w.cross(w.cross(rho));
    carried += 0.5 * point.mass * a.dot(a);
    first += point.mass * a.dot(turning);
    second += point.mass * a.dot(centripetal);
    third += 0.5 * point.mass * turning.squaredNorm();
    fourth += point.mass * turning.dot(centripetal);
    fifth += 0.5 * point.mass * centripetal.squaredNorm();
  }
  const Mat3 I = body.inertia();
  const double scale = body.mass * a.norm() * (e.norm() + w.squaredNorm()) * body.rho_C.norm();
  found.push_back(
      Comparison(label + ", a·a", carried).term("½ M a²", 0.5 * body.mass * a.squaredNorm()));
  found.push_back(Comparison(label + ", a·(ε×ρ)", first)
                      .term("M a · (ε × ρ_C)", body.mass * a.dot(e.cross(body.rho_C)))
                      .inner_scale(scale));
  found.push_back(Comparison(label + ", a·(ω×ω×ρ)", second)
                      .term("M a · (ω × ω × ρ_C)", body.mass * a.dot(w.cross(w.cross(body.rho_C))))
                      .inner_scale(scale));
  found.push_back(Comparison(label + ", (ε×ρ)²", third).term("½ εᵀ I' ε", 0.5 * e.dot(I * e)));
  found.push_back(Comparison(label + ", (ε×ρ)·(ω×ω×ρ)", fourth)
                      .term("εᵀ (ω × I' ω)", e.dot(w.cross(I * w)))
                      .inner_scale(e.norm() * w.squaredNorm() * I.norm()));
  found.push_back(Comparison(label + ", (ω×ω×ρ)²", fifth)
                      .term("½ ω² ωᵀ I' ω", 0.5 * w.squaredNorm() * w.dot(I * w)));
}

/// Three random vectors of a turning body: ε, ω and the position ρ of a particle.
struct TurningParticle {
  Vec3 e, w, rho;
};

/// S1 (89) to (95), S3 (81) to (88): every member of every equation, to the integral of
/// (ε×ρ)·(ω×ω×ρ).
Comparisons steps_to_the_product(const TurningParticle& particle) {
  const auto& [e, w, rho] = particle;
  const Mat3 K = spatial::cross_matrix(rho);
  const Mat3 W = spatial::cross_matrix(w);
  const Mat3 KKt = K * K.transpose();
  const Vec3 centripetal = w.cross(w.cross(rho));
  const double w2 = w.squaredNorm();
  const double r2 = rho.squaredNorm();
  const double size = e.norm() * w2 * r2;
  const double first = e.dot(K * w) * w.dot(rho);
  return {
      Comparison("S1 (89), S3 (81): ε×ρ", e.cross(rho)).term("[ρ×]ᵀ ε", Vec3(K.transpose() * e)),
      Comparison("S1 (89), S3 (81): (ε×ρ)ᵀ", Eigen::RowVector3d(e.cross(rho).transpose()))
          .term("εᵀ [ρ×]", Eigen::RowVector3d(e.transpose() * K)),
      Comparison("S1 (89), S3 (82): ω×(ω×ρ)", centripetal)
          .term("(ωᵀρ) ω", Vec3(w.dot(rho) * w))
          .term("-ω² ρ", Vec3(-w2 * rho)),
      Comparison("S1 (90), S3 (83): (ε×ρ)ᵀ(ω×ω×ρ)", e.cross(rho).dot(centripetal))
          .term("εᵀ [ρ×] (ωᵀρ) ω", first)
          .term("-εᵀ [ρ×] ω² ρ", -w2 * e.dot(K * rho))
          .inner_scale(size),
      Comparison("S1 (91), S3 (84): εᵀ [ρ×] ω² ρ", e.dot(K * (w2 * rho)))
          .term("ω² εᵀ (ρ×ρ)", w2 * e.dot(rho.cross(rho)))
          .inner_scale(size),
      Comparison("S1 (91), S3 (84): εᵀ [ρ×] ω² ρ, again", e.dot(K * (w2 * rho)))
          .term("zero", 0.0)
          .inner_scale(size),
      Comparison("S1 (92), S3 (85): εᵀ [ρ×] (ωᵀρ) ω", e.dot(K * (w.dot(rho) * w)))
          .term("εᵀ (ρ×ω) (ωᵀρ)", e.dot(rho.cross(w)) * w.dot(rho))
          .inner_scale(size),
      Comparison("S1 (92), S3 (85): εᵀ (ρ×ω) (ωᵀρ)", e.dot(rho.cross(w)) * w.dot(rho))
          .term("εᵀ [ω×]ᵀ [ρ ρᵀ] ω", e.dot(W.transpose() * (rho * rho.transpose()) * w))
          .inner_scale(size),
      Comparison("S1 (93), S3 (86): ρ ρᵀ", Mat3(rho * rho.transpose()))
          .term("ρᵀρ 1", Mat3(r2 * Mat3::Identity()))
          .term("-[ρ×][ρ×]ᵀ", Mat3(-KKt)),
      Comparison("S1 (94), S3 (87): εᵀ [ω×]ᵀ [ρᵀρ 1] ω",
                 e.dot(W.transpose() * (r2 * Mat3::Identity()) * w))
          .term("ρᵀρ εᵀ [ω×]ᵀ ω", r2 * e.dot(W.transpose() * w))
          .inner_scale(size),
      Comparison("S1 (94), S3 (87): ρᵀρ εᵀ [ω×]ᵀ ω", r2 * e.dot(W.transpose() * w))
          .term("zero", 0.0)
          .inner_scale(size),
      Comparison("S1 (95), S3 (88): εᵀ [ω×]ᵀ [-[ρ×][ρ×]ᵀ] ω", e.dot(W.transpose() * (-KKt) * w))
          .term("εᵀ [ω×] [[ρ×][ρ×]ᵀ] ω", e.dot(W * KKt * w))
          .inner_scale(size),
      Comparison("S1 (89) to (95) in one: (ε×ρ)ᵀ(ω×ω×ρ)", e.cross(rho).dot(centripetal))
          .term("εᵀ [ω×] [[ρ×][ρ×]ᵀ] ω", e.dot(W * KKt * w))
          .inner_scale(size)};
}

/// S1 (98) to (102), S3 (91) to (95), to the integral of |ω×ω×ρ|²; u = [ρ×]ᵀ ω is ω×ρ.
Comparisons steps_to_the_square(const TurningParticle& particle) {
  const auto& [e, w, rho] = particle;
  const Mat3 K = spatial::cross_matrix(rho);
  const Vec3 centripetal = w.cross(w.cross(rho));
  const Mat3 C = spatial::cross_matrix(w.cross(rho));
  const Vec3 u = K.transpose() * w;
  const Mat3 U = spatial::cross_matrix(u);
  const double w2 = w.squaredNorm();
  const double size = w2 * w2 * rho.squaredNorm();
  const double through = w.dot((u.dot(u)) * w);  // ωᵀ [u·u] ω
  return {Comparison("S1 (98), S3 (91): ω×(ω×ρ)", centripetal)
              .term("[(ω×ρ)×]ᵀ ω", Vec3(C.transpose() * w)),
          Comparison("S1 (98), S3 (91): [(ω×ρ)×]ᵀ ω", Vec3(C.transpose() * w))
              .term("-([ρ×]ᵀ ω) × ω", Vec3(-u.cross(w))),
          Comparison("S1 (99), S3 (92): ([(ω×ρ)×]ᵀ ω)ᵀ",
                     Eigen::RowVector3d((C.transpose() * w).transpose()))
              .term("ωᵀ [(ω×ρ)×]", Eigen::RowVector3d(w.transpose() * C)),
          Comparison("S1 (99), S3 (92): ωᵀ [(ω×ρ)×]", Eigen::RowVector3d(w.transpose() * C))
              .term("ωᵀ [([ρ×]ᵀ ω)×]", Eigen::RowVector3d(w.transpose() * U)),
          Comparison("S1 (100), S3 (93): -ωᵀ [u×] (u×ω), u = [ρ×]ᵀ ω", -w.dot(U * u.cross(w)))
              .term("-ωᵀ [u·ω] u", -w.dot(u.dot(w) * u))
              .term("ωᵀ [u·u] ω", through)
              .inner_scale(size),
          Comparison("S1 (100), S3 (93): |ω×ω×ρ|²", centripetal.squaredNorm())
              .term("-ωᵀ [u×] (u×ω)", -w.dot(U * u.cross(w)))
              .inner_scale(size),
          Comparison("S1 (101), S3 (94): ([ρ×]ᵀ ω)·ω", u.dot(w))
              .term("ω·(ω×ρ)", w.dot(w.cross(rho)))
              .inner_scale(w2 * rho.norm()),
          Comparison("S1 (101), S3 (94): ω·(ω×ρ)", w.dot(w.cross(rho)))
              .term("zero", 0.0)
              .inner_scale(w2 * rho.norm()),
          Comparison("S1 (102), S3 (95): ωᵀ [([ρ×]ᵀω)·([ρ×]ᵀω)] ω", through)
              .term("ωᵀ [ωᵀ [ρ×][ρ×]ᵀ ω] ω", w.dot(w.dot(K * K.transpose() * w) * w))
              .inner_scale(size),
          Comparison("S1 (98) to (102) in one: |ω×ω×ρ|²", centripetal.squaredNorm())
              .term("ωᵀ [ωᵀ [ρ×][ρ×]ᵀ ω] ω", w.dot(w.dot(K * K.transpose() * w) * w))
              .inner_scale(size)};
}

/// On the particles of the robot's main body, in its motion; of a robot that does not turn, on
/// random vectors.
Comparisons first_energy_steps(const Sample& sample) {
  Random random = sample.random("first-energy-steps");
  TurningParticle particle{random.vector(), random.vector(), random.vector()};
  const int body = sample.main_body();
  if (body >= 0 && sample.motion()[body].omega_WB[0].norm() > 0.0) {
    particle.w = sample.motion()[body].omega_WB.derivative(0);
    particle.e = sample.motion()[body].omega_WB.derivative(1);
    particle.rho = sample.placements()[at(body)].R[0] *
                   particles(body_of(sample, body).rigid_mass).front().r_B;
  }
  Comparisons found = steps_to_the_product(particle);
  for (Comparison& step : steps_to_the_square(particle)) found.push_back(std::move(step));
  return found;
}

/// The integrals in the kinetic energy.
struct KineticIntegrals {
  double all = 0.0, carried = 0.0, mixed = 0.0, swapped = 0.0, turning = 0.0, scale = 0.0;
  Mat3 tensor = Mat3::Zero();  ///< ∫ [ρ×][ρ×]ᵀ dm
};

/// Sums over particles, ρ from the random point O of about_point().
KineticIntegrals kinetic_integrals(const Sample& sample, int index, const Vec3& v, const Vec3& w) {
  Random random = sample.random(concat("point ", index));
  const Vec3 p_BO = sample.length() * random.vector();
  const Mat3& R = sample.placements()[at(index)].R[0];
  auto [all, carried, mixed, swapped, turning, scale, tensor] = KineticIntegrals{};
  for (const Particle& point : particles(body_of(sample, index).rigid_mass)) {
    const Vec3 rho = R * (point.r_B - p_BO);
    const Mat3 K = spatial::cross_matrix(rho);
    all += 0.5 * point.mass * (v + w.cross(rho)).squaredNorm();
    carried += 0.5 * point.mass * v.dot(v);
    mixed += 0.5 * point.mass * v.dot(w.cross(rho));
    swapped += 0.5 * point.mass * w.cross(rho).dot(v);
    turning += 0.5 * point.mass * w.cross(rho).dot(w.cross(rho));
    tensor += point.mass * K * K.transpose();
    scale += std::abs(point.mass) * std::pow(v.norm() + w.norm() * rho.norm(), 2);
  }
  return {all, carried, mixed, swapped, turning, scale, tensor};
}

/// S1 (66) to (69).
void steps_of_kinetic_energy(const std::string& label, const Sample& sample, int index,
                             Comparisons& found) {
  const BodyAboutPoint body = about_point(sample, index);
  const Vec3 v = body.r_O.derivative(1);
  const Vec3 w = body.omega.derivative(0);
  const auto [all, carried, mixed, swapped, turning, scale, tensor] =
      kinetic_integrals(sample, index, v, w);
  found.push_back(Comparison(label + ", (66)", particle_energy(sample, index, 0)[0])
                      .term("½ ∫ (v_0 + ω×ρ)ᵀ (v_0 + ω×ρ) dm", all)
                      .inner_scale(scale));
  found.push_back(
      Comparison(label + ", (67)", carried).term("½ M v_0²", 0.5 * body.mass * v.squaredNorm()));
  found.push_back(Comparison(label + ", (68), factors swapped", mixed)
                      .term("½ ∫ (ω×ρ)ᵀ v_0 dm", swapped)
                      .inner_scale(scale));
  found.push_back(Comparison(label + ", (68)", mixed)
                      .term("½ v_0ᵀ M (ω × ρ_C)", 0.5 * body.mass * v.dot(w.cross(body.rho_C)))
                      .inner_scale(scale));
  found.push_back(Comparison(label + ", (69)", turning)
                      .term("½ ωᵀ {∫ [ρ×][ρ×]ᵀ dm} ω", 0.5 * w.dot(tensor * w))
                      .inner_scale(scale));
  found.push_back(Comparison(label + ", (69), I'", turning)
                      .term("½ ωᵀ I' ω", 0.5 * w.dot(body.inertia() * w))
                      .inner_scale(scale));
  found.push_back(Comparison(label + ", the sum", all)
                      .term("(67)", carried)
                      .term("(68), twice", 2.0 * mixed)
                      .term("(69)", turning)
                      .inner_scale(scale));
}

Identity kinetic_energy_integrals() {
  return {
      .id = "kinetic-energy-integrals",
      .title = "integrals over the mass in the kinetic energy",
      .equations = {"S1 (66)", "S1 (67)", "S1 (68)", "S1 (69)"},
      .formula =
          "½ ∫ v_0² dm = ½ M v_0², ½ ∫ v_0·(ω×ρ) dm = ½ M v_0·(ω×ρ_C), ½ ∫ |ω×ρ|² dm = ½ ωᵀ I' ω",
      .left = "sums over particles",
      .right = "closed forms (verify/energy_integral_identities.cpp)",
      .shared = "kinematics::propagate, for v and ω at the instant",
      .evaluate = for_bodies(steps_of_kinetic_energy)};
}

Identity explicit_e1_integrals() {
  return {.id = "explicit-e1-integrals",
          .title = "integrals over the mass in the first acceleration energy",
          .equations = {"S1 (84)", "S1 (85)", "S1 (86)", "S1 (87)", "S1 (88)", "S1 (96)", "S1 (97)",
                        "S1 (103)", "S1 (104)", "S3 (76)", "S3 (77)", "S3 (78)", "S3 (79)",
                        "S3 (80)", "S3 (89)", "S3 (90)", "S3 (96)", "S3 (97)"},
          .formula = "∫ (ε×ρ)·(ω×(ω×ρ)) dm = εᵀ (ω × I' ω), ∫ |ω×(ω×ρ)|² dm = ω² ωᵀ I' ω, ...",
          .left = "sums over particles",
          .right = "closed forms (verify/energy_integral_identities.cpp)",
          .shared = "kinematics::propagate, for ω and its derivatives at the instant",
          .evaluate = for_bodies(first_energy_integrals)};
}

Identity explicit_e1_steps() {
  return {
      .id = "explicit-e1-steps",
      .title = "vector algebra on the way to the first acceleration energy",
      .equations = {"S1 (89)", "S1 (90)", "S1 (91)",  "S1 (92)",  "S1 (93)",  "S1 (94)", "S1 (95)",
                    "S1 (98)", "S1 (99)", "S1 (100)", "S1 (101)", "S1 (102)", "S3 (81)", "S3 (82)",
                    "S3 (83)", "S3 (84)", "S3 (85)",  "S3 (86)",  "S3 (87)",  "S3 (88)", "S3 (91)",
                    "S3 (92)", "S3 (93)", "S3 (94)",  "S3 (95)"},
      .formula =
          "ω×(ω×ρ) = (ω·ρ) ω - ω² ρ, ρ ρᵀ = ρ² 1 - [ρ×][ρ×]ᵀ, ...: every member of every "
          "equation",
      .reading =
          "S1 (99) and S3 (92) equate a column with a row; read with a transpose. In S1 (100), "
          "(102) and S3 (93), (95) the dot between two vectors is their scalar product.",
      .left = "verify/energy_integral_identities.cpp",
      .right = "verify/energy_integral_identities.cpp",
      .shared = "nothing but algebra: both sides are written out here",
      .evaluate = first_energy_steps};
}

}  // namespace

std::vector<Identity> energy_integral_identities() {
  return {kinetic_energy_integrals(), explicit_e1_integrals(), explicit_e1_steps()};
}

}  // namespace appell::verify
