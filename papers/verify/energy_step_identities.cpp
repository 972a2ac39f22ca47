// Energies of one body: the derivations of S2 and S3, one member after the other.
#include "papers/equations/rigid_body_energies.hpp"
#include "papers/equations/wrenches.hpp"
#include "papers/verify/body_steps.hpp"
#include "papers/verify/energy_tools.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {
namespace {

using spatial::cross_matrix;

constexpr const char* kStepElements = "sums over moving particles (verify/body_steps.hpp)";
constexpr const char* kOfAnyPoint =
    "kinematics::propagate, for ω and the motion of a random point O; mass::inertia_tensor";

/// S3 (53) to (56): ½ ∫ v² dm and its integrals without ω twice.
void parts_of_kinetic_energy(const BodySteps& b, Comparisons& found) {
  const Vec3 &v = b.v_O, &w = b.w;
  const auto half = [&](auto f) { return 0.5 * number_over_mass(b, f); };
  const auto add = [&](const char* label, double lhs, double scale) -> Comparison& {
    found.push_back(Comparison(concat(b.label, ", ", label), lhs).inner_scale(scale));
    return found.back();
  };
  const double energy = half([](const MassElement& x) { return x.v.squaredNorm(); });
  add("S3 (53)", energy, 0.0).term("½ ∫ Trace[v vᵀ] dm", half([](const MassElement& x) {
                                     return Mat3(x.v * x.v.transpose()).trace();
                                   }));
  add("S3 (54)", energy, 0.0)
      .term("½ ∫ (v_0 + ω × ρ)ᵀ (v_0 + ω × ρ) dm",
            half([&](const MassElement& x) { return (v + w.cross(x.rho)).squaredNorm(); }))
      .inner_scale(b.moment_scale(0) * v.squaredNorm() + b.moment_scale(2) * w.squaredNorm());
  add("S3 (55)", half([&](const MassElement&) { return v.dot(v); }), 0.0)
      .term("½ M v_0²", 0.5 * b.M * v.squaredNorm());
  const double size = b.moment_scale(1) * v.norm() * w.norm();
  const double mixed = half([&](const MassElement& x) { return v.dot(w.cross(x.rho)); });
  add("S3 (56), second member", mixed, size)
      .term("½ ∫ (ω × ρ)ᵀ v_0 dm",
            half([&](const MassElement& x) { return w.cross(x.rho).dot(v); }));
  add("S3 (56), last member", mixed, size)
      .term("½ v_0ᵀ M (ω × ρ_C)", 0.5 * v.dot(b.M * w.cross(b.rho_C)));
}

/// S3 (57), (58): with the tensor about O; what is printed is the central one.
void kinetic_energy_of_body(const BodySteps& b, Comparisons& found) {
  parts_of_kinetic_energy(b, found);
  const Vec3 &v = b.v_O, &w = b.w;
  const Mat3 tensor = over_mass(b, [](const MassElement& x) {
    return Mat3(cross_matrix(x.rho) * cross_matrix(x.rho).transpose());
  });
  const double turning =
      0.5 * number_over_mass(b, [&](const MassElement& x) { return w.cross(x.rho).squaredNorm(); });
  const double size = b.moment_scale(2) * w.squaredNorm();
  found.push_back(Comparison(b.label + ", S3 (57), second line", turning)
                      .term("½ ωᵀ {∫ [ρ×][ρ×]ᵀ dm} ω", 0.5 * w.dot(tensor * w))
                      .inner_scale(size));
  found.push_back(Comparison(b.label + ", S3 (57), last line", turning)
                      .term("½ ωᵀ I' ω", 0.5 * w.dot(b.I_O * w))
                      .inner_scale(size)
                      .printed(0.5 * w.dot(b.I_C * w), "S3 (57)"));
  const double first = 0.5 * b.M * v.squaredNorm();
  const double mixed = b.M * v.dot(w.cross(b.rho_C));
  const double energy =
      0.5 * number_over_mass(b, [](const MassElement& x) { return x.v.squaredNorm(); });
  found.push_back(Comparison(b.label + ", S3 (58)", energy)
                      .term("½ M v_0²", first)
                      .term("M v_0ᵀ (ω × ρ_C)", mixed)
                      .term("½ ωᵀ I' ω", 0.5 * w.dot(b.I_O * w))
                      .inner_scale(size + b.moment_scale(1) * v.norm() * w.norm())
                      .printed(first + mixed + 0.5 * w.dot(b.I_C * w), "S3 (58)"));
}

/// S3 (75), (76).
void first_energy_of_body(const BodySteps& b, Comparisons& found) {
  const auto half = [&](auto f) { return 0.5 * number_over_mass(b, f); };
  const double energy = half([](const MassElement& x) { return x.a.squaredNorm(); });
  const auto add = [&](const char* label, double lhs) -> Comparison& {
    found.push_back(Comparison(concat(b.label, ", ", label), lhs));
    return found.back();
  };
  add("S3 (75), ½ ∫ a² dm", energy).term("½ ∫ Trace[v' v'ᵀ] dm", half([](const MassElement& x) {
                                           return Mat3(x.a * x.a.transpose()).trace();
                                         }));
  add("S3 (75), with a_M", energy)
      .term("½ ∫ |a_0 + ε × ρ + ω × ω × ρ|² dm", half([&](const MassElement& x) {
              return (b.a_O + b.e.cross(x.rho) + b.w.cross(b.w.cross(x.rho))).squaredNorm();
            }))
      .inner_scale(b.moment_scale(0) * b.a_O.squaredNorm() +
                   b.moment_scale(2) * std::pow(b.e.norm() + b.w.squaredNorm(), 2));
  add("S3 (76), ½ ∫ a_0ᵀ a_0 dm", half([&](const MassElement&) { return b.a_O.dot(b.a_O); }))
      .term("½ M a_0²", 0.5 * b.M * b.a_O.squaredNorm());
}

/// S2 (1), (3), (20): ½ ∫ tr(r⁽ⁿ⁾ r⁽ⁿ⁾ᵀ) dm with r = r_C + R r*, n = p + 1.
void energy_by_traces(const std::string& label, const Sample& sample, int body,
                      Comparisons& found) {
  const mass::RigidMass& B = body_of(sample, body).rigid_mass;
  const kinematics::BodyMotion& X = sample.motion()[body];
  for (int n = 2; n <= 5; ++n) {
    const Vec3 r_C = kinematics::point_position(X, B.p_BBcm).derivative(n);
    const Mat3 R = X.R_WB.derivative(n);
    double integrand = 0.0, mass = 0.0, size = 0.0;
    Vec3 first = Vec3::Zero();
    Mat3 second = Mat3::Zero();
    for (const Particle& point : particles(B)) {
      const Vec3 s = point.r_B - B.p_BBcm;
      integrand += 0.5 * point.mass * Mat3((r_C + R * s) * (r_C + R * s).transpose()).trace();
      mass += point.mass;
      first += point.mass * s;
      second += point.mass * R * s * s.transpose() * R.transpose();
      size += std::abs(point.mass) * std::pow(r_C.norm() + (R * s).norm(), 2);
    }
    const double energy = particle_energy(sample, body, n - 1).derivative(0);
    const std::string which = concat(label, ", p = ", n - 1);
    found.push_back(Comparison(which + ", under the integral", energy)
                        .term("½ ∫ tr[(r_C + R r*)(r_C + R r*)ᵀ] dm", integrand)
                        .inner_scale(size));
    found.push_back(
        Comparison(which, energy)
            .term("½ tr(r_C r_Cᵀ) ∫ dm", 0.5 * mass * Mat3(r_C * r_C.transpose()).trace())
            .term("½ tr[r_C ∫ r*ᵀ dm Rᵀ]",
                  0.5 * Mat3(r_C * first.transpose() * R.transpose()).trace())
            .term("½ tr[R ∫ r* dm r_Cᵀ]", 0.5 * Mat3(R * first * r_C.transpose()).trace())
            .term("½ tr[∫ R r* r*ᵀ Rᵀ dm]", 0.5 * second.trace())
            .inner_scale(size));
  }
}

/// What the operator multiplies, as it is printed for p = 0, 1, 2: the first term is that of the
/// centre, the others are of the rotation. About another point there are terms with ρ_C too.
equations::ListedTerms printed_terms(const equations::BodyAboutPoint& body, int p) {
  return p == 0   ? equations::kinetic_energy_about(body)
         : p == 1 ? equations::first_energy_about(body)
                  : equations::second_energy_about(body);
}

/// Energies of a body that moves, that only slides with its centre, that only turns about it.
struct EnergiesByKind {
  double general = 0.0, sliding = 0.0, turning = 0.0, size = 0.0;
};

EnergiesByKind energies_by_kind(const Sample& sample, int body, int p) {
  const mass::RigidMass& B = body_of(sample, body).rigid_mass;
  const spatial::TransformSeries& T = sample.placements()[at(body)];
  const Vec3 r_C = moved_point(T, B.p_BBcm).derivative(p + 1);
  EnergiesByKind energies;
  for (const Particle& point : particles(B)) {
    const Vec3 turned = T.R.derivative(p + 1) * (point.r_B - B.p_BBcm);
    energies.general += 0.5 * point.mass * (r_C + turned).squaredNorm();
    energies.sliding += 0.5 * point.mass * r_C.squaredNorm();
    energies.turning += 0.5 * point.mass * turned.squaredNorm();
    energies.size += 0.5 * std::abs(point.mass) * std::pow(r_C.norm() + turned.norm(), 2);
  }
  return energies;
}

/// The same body with O at rest: what is left is its rotation.
equations::BodyAboutPoint at_rest(equations::BodyAboutPoint body) {
  body.r_O = taylor::Series<Vec3>::constant(Vec3::Zero(), body.r_O.order());
  return body;
}

void energy_by_operator(const std::string& label, const Sample& sample, int body,
                        Comparisons& found) {
  for (int p = 0; p <= 2; ++p) {
    const EnergiesByKind energies = energies_by_kind(sample, body, p);
    const equations::BodyAboutPoint about = about_centre(sample, body);
    const equations::ListedTerms sum = printed_terms(about, p);
    const double rotation = printed_terms(at_rest(about), p).scale;
    const std::size_t of_point = p == 1 ? 3 : 2;  // Terms with ρ_C = 0 among them.
    for (const int Delta : {-1, 0, 1}) {
      const double energy = Delta == -1  ? energies.general
                            : Delta == 0 ? energies.sliding
                                         : energies.turning;
      Comparison comparison(concat(label, ", p = ", p, ", Δ_M = ", Delta), energy);
      comparison.term("(-1)^Δ (1-Δ)/(1+3Δ) ½ M |r_C^(p+1)|²",
                      equations::operator_coefficient(Delta) * sum.terms[0]);
      for (std::size_t i = of_point; i < sum.terms.size(); ++i) {
        comparison.term(concat("Δ² × term ", i - of_point + 1, " of the rotation"),
                        Delta * Delta * sum.terms[i]);
      }
      const double size = Delta == -1 ? energies.size : energy;
      found.push_back(comparison.inner_scale(std::max(size, Delta * Delta * rotation)));
    }
  }
}

/// The equations with the operator, by the order of the energy.
const std::vector<const char*> kWithOperator[] = {
    {"S3 (60)"}, {"S2 (4)", "S3 (100)"}, {"S2 (21)", "S3 (106)"}};

/// A body that turns about a fixed point O beside its centre: Δ_M = 1 is right with the tensor
/// about O, and wrong with the central one.
void energy_about_fixed_point(const std::string& label, const Sample& sample, int body,
                              Comparisons& found) {
  const mass::RigidMass& B = body_of(sample, body).rigid_mass;
  Random random = sample.random(concat("point ", body));  // As about_point().
  const Vec3 p_BO = sample.length() * random.vector();
  for (int p = 0; p <= 2; ++p) {
    const Mat3 R = sample.placements()[at(body)].R.derivative(p + 1);
    double energy = 0.0;
    for (const Particle& point : particles(B)) {
      energy += 0.5 * point.mass * (R * (point.r_B - p_BO)).squaredNorm();
    }
    const equations::ListedTerms sum = printed_terms(at_rest(about_point(sample, body)), p);
    const equations::ListedTerms central = printed_terms(about_centre(sample, body), p);
    const std::size_t of_point = p == 1 ? 3 : 2;
    Comparison comparison(concat(label, ", p = ", p, ", about a fixed point"), energy);
    double printed = 0.0;
    for (std::size_t i = of_point; i < sum.terms.size(); ++i) {
      comparison.term(concat("term ", i - of_point + 1, " of the rotation, tensor about O"),
                      sum.terms[i]);
      printed += central.terms[i];
    }
    for (const char* equation : kWithOperator[p]) comparison.printed(printed, equation);
    found.push_back(comparison.inner_scale(sum.scale));
  }
}

Identity kinetic_energy_steps() {
  return {.id = "kinetic-energy-steps",
          .title = "kinetic energy of a body, integral by integral",
          .equations = {"S3 (53)", "S3 (54)", "S3 (55)", "S3 (56)", "S3 (57)", "S3 (58)"},
          .misprinted = {"S3 (57)", "S3 (58)"},
          .formula =
              "½ ∫ v_0² dm = ½ M v_0², ½ ∫ v_0ᵀ (ω × ρ) dm = ½ v_0ᵀ M (ω × ρ_C), ½ ∫ (ω × ρ)² dm "
              "= ½ ωᵀ I' ω",
          .reading =
              "S3 (57), (58) have the star of the central tensor where the one about O "
              "belongs, which the error is for.",
          .left = kStepElements,
          .right = kOfAnyPoint,
          .evaluate = for_steps(kinetic_energy_of_body)};
}

Identity first_energy_steps_of_s3() {
  return {
      .id = "explicit-e1-definition",
      .title = "first acceleration energy of a body from the accelerations of its points",
      .equations = {"S3 (75)", "S3 (76)"},
      .formula = "E_1 = ½ ∫ Trace[v' v'ᵀ] dm, a = a_0 + ε × ρ + ω × ω × ρ, ½ ∫ a_0² dm = ½ M a_0²",
      .left = kStepElements,
      .right = kOfAnyPoint,
      .evaluate = for_steps(first_energy_of_body)};
}

Identity acceleration_energy_traces() {
  return {.id = "acceleration-energy-traces",
          .title = "acceleration energies of a body as traces of integrals over its mass",
          .equations = {"S2 (1)", "S2 (3)", "S2 (20)"},
          .formula =
              "E_p = ½ tr(r_C r_Cᵀ) ∫ dm + ½ tr[r_C ∫ r*ᵀ dm Rᵀ] + ½ tr[R ∫ r* dm r_Cᵀ] + ½ "
              "tr[∫ R r* r*ᵀ Rᵀ dm], r_C and R of order p + 1",
          .reading =
              "The order p + 1 is that of R and r_C; r* is fixed in the body, its integral zero. "
              "The second factor of S2 (3) is the first one transposed.",
          .left = kEnergyOfParticles,
          .right = "kinematics::propagate, particles about the centre",
          .evaluate = for_bodies(energy_by_traces)};
}

Identity energy_operator_terms() {
  return {.id = "energy-operator-terms",
          .title = "energies with the operator of the kind of motion, term by term",
          .equations = {"S2 (4)", "S2 (21)", "S3 (60)", "S3 (100)", "S3 (101)", "S3 (106)"},
          .misprinted = {"S2 (4)", "S2 (21)", "S3 (60)", "S3 (100)", "S3 (106)"},
          .formula =
              "Δ_M = -1: a body in general motion; 0: one that slides with its centre; 1: one that "
              "turns about its centre",
          .reading =
              "Δ_M = 1 leaves out the motion of the centre: about a fixed point beside the centre "
              "it is right with the tensor about that point, and the error is of the central one.",
          .left = "particles that move, slide and turn (verify/energy_step_identities.cpp)",
          .right = "equations::kinetic_energy_about, first_energy_about, second_energy_about",
          .evaluate = for_bodies(
              [](const std::string& label, const Sample& sample, int body, Comparisons& found) {
                energy_by_operator(label, sample, body, found);
                energy_about_fixed_point(label, sample, body, found);
              })};
}

}  // namespace

std::vector<Identity> energy_step_identities() {
  return {kinetic_energy_steps(), first_energy_steps_of_s3(), acceleration_energy_traces(),
          energy_operator_terms()};
}

}  // namespace appell::verify
