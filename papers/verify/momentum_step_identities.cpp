// Momentum and angular momentum of one body: the derivations of S3, one member after the other.
#include "appell/energy/momentum.hpp"
#include "papers/verify/body_steps.hpp"
#include "papers/verify/momentum_tools.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {
namespace {

using spatial::cross_matrix;

constexpr const char* kElements = "sums over moving particles (verify/body_steps.hpp)";
constexpr const char* kOfPoint =
    "kinematics::propagate, for ω and the motion of a random point O; mass::inertia_tensor";

/// S3 (7) and (11): ∫ v dm and ∫ a dm, all members.
void momentum_of_body(const BodySteps& b, Comparisons& found) {
  const Vec3 first = over_mass(b, [](const MassElement& x) { return x.rho; });
  const Vec3 H = over_mass(b, [](const MassElement& x) { return x.v; });
  const double of_v = b.moment_scale(0) * b.v_O.norm() + b.moment_scale(1) * b.w.norm();
  const auto add = [&](const char* label, const Vec3& lhs, double scale) -> Comparison& {
    found.push_back(Comparison(concat(b.label, ", ", label), lhs).inner_scale(scale));
    return found.back();
  };
  add("S3 (7), second line", H, of_v)
      .term("v_0 ∫ dm", Vec3(b.M * b.v_O))
      .term("ω × ∫ ρ dm", Vec3(b.w.cross(first)));
  add("S3 (7), third line", H, of_v)
      .term("M v_0", Vec3(b.M * b.v_O))
      .term("M ω × ρ_C", Vec3(b.M * b.w.cross(b.rho_C)));
  add("S3 (7), (13)", H, of_v).term("M v_C", Vec3(b.M * b.v_C));
  const Vec3 rate = over_mass(b, [](const MassElement& x) { return x.a; });
  const double of_a =
      b.moment_scale(0) * b.a_O.norm() + b.moment_scale(1) * (b.e.norm() + b.w.squaredNorm());
  add("S3 (11), second line", rate, of_a)
      .term("a_0 ∫ dm", Vec3(b.M * b.a_O))
      .term("ε × ∫ ρ dm", Vec3(b.e.cross(first)))
      .term("ω × ω × ∫ ρ dm", Vec3(b.w.cross(b.w.cross(first))));
  add("S3 (11), third line", rate, of_a)
      .term("M a_0", Vec3(b.M * b.a_O))
      .term("M ε × ρ_C", Vec3(b.M * b.e.cross(b.rho_C)))
      .term("M ω × ω × ρ_C", Vec3(b.M * b.w.cross(b.w.cross(b.rho_C))));
  add("S3 (11), (12)", rate, of_a).term("M a_C", Vec3(b.M * b.a_C));
}

/// S3 (8), (9), (22), element by element: D(v dm) = a dm and D(r × v dm) = r × a dm. r and v are
/// those of a point of a body that turns, differentiated by Taylor arithmetic; a is of the
/// element's path.
void rates_of_elements(const Sample& sample, int body, bool moments, Comparisons& found) {
  const BodySteps b = body_steps(sample, body);
  const kinematics::BodyMotion& X = sample.motion()[body];
  const std::vector<Particle> points = particles(body_of(sample, body).rigid_mass);
  VecX rates(static_cast<Eigen::Index>(3 * points.size()));
  VecX right = rates;
  Vec3 sum = Vec3::Zero();
  double scale = 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const MassElement& x = b.elements[i];
    const taylor::Series<Vec3> rho = kinematics::vector_in_world(X, points[i].r_B, 1);
    const taylor::Series<Vec3> r = X.p_WB.truncated(1) + rho;
    const taylor::Series<Vec3> v =
        taylor::time_derivative(X.p_WB).truncated(1) + taylor::cross(X.omega_WB.truncated(1), rho);
    const Vec3 rate = (moments ? taylor::cross(r, v) : v).derivative(1);
    const auto at_element = static_cast<Eigen::Index>(3 * i);
    rates.segment<3>(at_element) = points[i].mass * rate;
    right.segment<3>(at_element) = x.mass * (moments ? Vec3(x.r.cross(x.a)) : x.a);
    sum += points[i].mass * rate;
    const double turning = b.e.norm() + b.w.squaredNorm();
    const double size = b.a_O.norm() + b.a_C.norm() + turning * (x.rho.norm() + b.rho_C.norm());
    scale += std::abs(x.mass) * (moments ? x.r.norm() + rho[0].norm() : 1.0) * size;
  }
  if (moments) {
    found.push_back(Comparison(b.label + ", S3 (22), each element: D(r × v dm)", rates)
                        .term("r × a dm", right)
                        .inner_scale(scale));
    return;
  }
  found.push_back(Comparison(b.label + ", S3 (8), each element: D(v dm)", rates)
                      .term("a dm", right)
                      .inner_scale(scale));
  found.push_back(Comparison(b.label + ", S3 (9): D H", Vec3(b.M * b.a_C))
                      .term("∫ D dH", sum)
                      .inner_scale(scale));
}

/// S3 (16) to (20): the integrals in ∫ r × v dm.
void integrals_of_moment(const BodySteps& b, Comparisons& found) {
  const Vec3 &r = b.r_O, &v = b.v_O, &w = b.w;
  const double S1 = b.moment_scale(1), S2 = b.moment_scale(2);
  const double of_r = r.norm() * (b.moment_scale(0) * v.norm() + S1 * w.norm());
  const double all = of_r + S1 * v.norm() + S2 * w.norm();
  const auto K = over_mass(b, [](const MassElement& x) { return Vec3(x.r.cross(x.v)); });
  const auto add = [&](const char* label, const auto& lhs, double scale) -> Comparison& {
    found.push_back(Comparison(concat(b.label, ", ", label), lhs).inner_scale(scale));
    return found.back();
  };
  add("S3 (16)", K, all)
      .term("∫ (r_0 + ρ) × (v_0 + ω × ρ) dm", Vec3(over_mass(b, [&](const MassElement& x) {
              return Vec3((r + x.rho).cross(v + w.cross(x.rho)));
            })));
  const Vec3 left =
      over_mass(b, [&](const MassElement& x) { return Vec3(r.cross(v + w.cross(x.rho))); });
  add("S3 (17), first line", left, of_r)
      .term("r_0 × M v_0", Vec3(r.cross(b.M * v)))
      .term("r_0 × M (ω × ρ_C)", Vec3(r.cross(b.M * w.cross(b.rho_C))));
  add("S3 (17), second line", left, of_r)
      .term("r_0 × M (v_0 + ω × ρ_C)", Vec3(r.cross(b.M * (v + w.cross(b.rho_C)))));
  add("S3 (17), third line", left, of_r).term("r_0 × M v_C", Vec3(r.cross(b.M * b.v_C)));
  const Vec3 first = over_mass(b, [](const MassElement& x) { return x.rho; });
  const Vec3 moment = over_mass(b, [&](const MassElement& x) { return Vec3(x.rho.cross(v)); });
  add("S3 (18), first line", moment, S1 * v.norm()).term("∫ ρ dm × v_0", Vec3(first.cross(v)));
  add("S3 (18), second line", moment, S1 * v.norm())
      .term("ρ_C × M v_0", Vec3(b.rho_C.cross(b.M * v)));
  const Vec3 own =
      over_mass(b, [&](const MassElement& x) { return Vec3(x.rho.cross(w.cross(x.rho))); });
  const Mat3 tensor = over_mass(b, [](const MassElement& x) {
    return Mat3(cross_matrix(x.rho) * cross_matrix(x.rho).transpose());
  });
  add("S3 (19), second line", own, S2 * w.norm()).term("[∫ [ρ×][ρ×]ᵀ dm] ω", Vec3(tensor * w));
  add("S3 (19), I' ω", own, S2 * w.norm()).term("I' ω", Vec3(b.I_O * w));
  add("S3 (19), last member", own, S2 * w.norm())
      .term("R I Rᵀ ω", Vec3(b.R * (b.I_B * (b.R.transpose() * w))));
  add("S3 (20)", tensor, S2).term("R I Rᵀ", Mat3(b.R * b.I_B * b.R.transpose()));
}

/// S3 (22) to (26): the integrals in ∫ r × a dm.
void integrals_of_rate(const BodySteps& b, Comparisons& found) {
  const Vec3 &r = b.r_O, &a = b.a_O, &w = b.w, &e = b.e;
  const double S1 = b.moment_scale(1);
  const double turning = e.norm() + w.squaredNorm();
  const double of_r = r.norm() * (b.moment_scale(0) * a.norm() + S1 * turning);
  const double all = of_r + S1 * a.norm() + b.moment_scale(2) * turning;
  const auto point = [&](const MassElement& x) {
    return Vec3(a + e.cross(x.rho) + w.cross(w.cross(x.rho)));
  };
  const auto add = [&](const char* label, const Vec3& lhs, double scale) -> Comparison& {
    found.push_back(Comparison(concat(b.label, ", ", label), lhs).inner_scale(scale));
    return found.back();
  };
  const Vec3 rate = over_mass(b, [](const MassElement& x) { return Vec3(x.r.cross(x.a)); });
  add("S3 (24)", rate, all)
      .term("∫ (r_0 + ρ) × (a_0 + ε × ρ + ω × ω × ρ) dm",
            Vec3(over_mass(
                b, [&](const MassElement& x) { return Vec3((r + x.rho).cross(point(x))); })));
  const Vec3 left = over_mass(b, [&](const MassElement& x) { return Vec3(r.cross(point(x))); });
  const Vec3 turned = b.M * e.cross(b.rho_C), drawn = b.M * w.cross(w.cross(b.rho_C));
  add("S3 (25), first line", left, of_r)
      .term("r_0 × M a_0", Vec3(r.cross(b.M * a)))
      .term("r_0 × M ε × ρ_C", Vec3(r.cross(turned)))
      .term("r_0 × M ω × ω × ρ_C", Vec3(r.cross(drawn)));
  add("S3 (25), second line", left, of_r)
      .term("r_0 × M (a_0 + ε × ρ_C + ω × ω × ρ_C)", Vec3(r.cross(b.M * a + turned + drawn)));
  add("S3 (25), last member", left, of_r).term("r_0 × M a_C", Vec3(r.cross(b.M * b.a_C)));
  const Vec3 moment = over_mass(b, [&](const MassElement& x) { return Vec3(x.rho.cross(a)); });
  const Vec3 first = over_mass(b, [](const MassElement& x) { return x.rho; });
  add("S3 (26), first member", moment, S1 * a.norm()).term("∫ ρ dm × a_0", Vec3(first.cross(a)));
  add("S3 (26), last member", moment, S1 * a.norm())
      .term("ρ_C × M a_0", Vec3(b.rho_C.cross(b.M * a)));
}

/// S3 (22), (23): D ∫ r × v dm is ∫ r × a dm, the first by Taylor arithmetic.
void rate_of_moment(const Sample& sample, int body, Comparisons& found) {
  const BodySteps b = body_steps(sample, body);
  const Vec3 rate = particle_sum(sample, body, moment_of_velocity).derivative(1);
  const double scale = moment_scale(sample, body, 1);
  rates_of_elements(sample, body, /*moments=*/true, found);
  found.push_back(
      Comparison(b.label + ", S3 (22), (23)", rate)
          .term("∫ r × a dm",
                Vec3(over_mass(b, [](const MassElement& x) { return Vec3(x.r.cross(x.a)); })))
          .inner_scale(scale));
  integrals_of_rate(b, found);
  found.push_back(Comparison(b.label + ", S3 (33)", rate)
                      .term("r_0 × M a_C", Vec3(b.r_O.cross(b.M * b.a_C)))
                      .term("ρ_C × M a_0", Vec3(b.rho_C.cross(b.M * b.a_O)))
                      .term("I' ε", Vec3(b.I_O * b.e))
                      .term("ω × I' ω", Vec3(b.w.cross(b.I_O * b.w)))
                      .inner_scale(scale));
  found.push_back(Comparison(b.label + ", S3 (45)", rate)
                      .term("r_C × M a_C", Vec3(b.r_C.cross(b.M * b.a_C)))
                      .term("I* ε", Vec3(b.I_C * b.e))
                      .term("ω × I* ω", Vec3(b.w.cross(b.I_C * b.w)))
                      .inner_scale(scale));
}

/// ∫ f(ρ) dm.
Vec3 integral_of(const BodySteps& b, const std::function<Vec3(const Vec3&)>& f) {
  return over_mass(b, [&](const MassElement& x) { return f(x.rho); });
}

/// ∫ [ρ×][ρ×]ᵀ dm.
Mat3 tensor_of(const BodySteps& b) {
  return over_mass(b, [](const MassElement& x) {
    return Mat3(cross_matrix(x.rho) * cross_matrix(x.rho).transpose());
  });
}

/// S3 (27): the integral that makes I' ε, member by member.
void integral_with_acceleration(const BodySteps& b, Comparisons& found) {
  const double size = b.moment_scale(2) * b.e.norm();
  const Vec3 turned = integral_of(b, [&](const Vec3& r) { return r.cross(b.e.cross(r)); });
  const auto add = [&](const char* label, const char* term, const Vec3& value) {
    found.push_back(
        Comparison(concat(b.label, ", ", label), turned).term(term, value).inner_scale(size));
  };
  add("S3 (27), second line", "[∫ [ρ×][ρ×]ᵀ dm] ε", tensor_of(b) * b.e);
  add("S3 (27), I' ε", "I' ε", b.I_O * b.e);
  add("S3 (27), last member", "R I Rᵀ ε", b.R * (b.I_B * (b.R.transpose() * b.e)));
}

/// S3 (28) to (32): the one that makes ω × I' ω.
void integral_with_velocity(const BodySteps& b, Comparisons& found) {
  const Vec3& w = b.w;
  const double ww = w.squaredNorm();
  const Mat3 tensor = tensor_of(b);
  const auto add = [&](const char* label, const auto& lhs, double size) -> Comparison& {
    found.push_back(
        Comparison(concat(b.label, ", ", label), lhs).inner_scale(b.moment_scale(2) * size));
    return found.back();
  };
  const auto sum = [&](const auto& f) { return integral_of(b, f); };
  const Vec3 drawn = sum([&](const Vec3& r) { return r.cross(w.cross(w.cross(r))); });
  const Vec3 along = sum([&](const Vec3& r) { return r.cross(w.dot(r) * w); });
  add("S3 (28), second line", drawn, ww).term("∫ ρ × [(ωᵀρ) ω - ω² ρ] dm", sum([&](const Vec3& r) {
                                                return r.cross(w.dot(r) * w - ww * r);
                                              }));
  add("S3 (28), third line", drawn, ww)
      .term("∫ ρ × (ωᵀρ) ω dm", along)
      .term("-∫ ρ × ω² ρ dm", sum([&](const Vec3& r) { return Vec3(-r.cross(ww * r)); }));
  add("S3 (28), last line", drawn, ww).term("∫ ρ × (ωᵀρ) ω dm", along);
  const Vec3 dyads = sum([&](const Vec3& r) { return Vec3(-w.cross(r * r.transpose() * w)); });
  add("S3 (29)", along, ww).term("-∫ ω × ρ ρᵀ ω dm", dyads);
  add("S3 (30), summed over the mass",
      Mat3(over_mass(b, [](const MassElement& x) { return Mat3(x.rho * x.rho.transpose()); })), 1.0)
      .term("ρᵀρ 1", Mat3(b.I_O.trace() / 2.0 * Mat3::Identity()))
      .term("-[ρ×][ρ×]ᵀ", Mat3(-tensor));
  add("S3 (31), first line", dyads, ww)
      .term("-∫ ω × ρᵀρ ω dm",
            sum([&](const Vec3& r) { return Vec3(-w.cross(r.squaredNorm() * w)); }))
      .term("ω × ∫ [ρ×][ρ×]ᵀ dm ω", Vec3(w.cross(tensor * w)));
  add("S3 (31), last line", dyads, ww).term("ω × ∫ [ρ×][ρ×]ᵀ dm ω", Vec3(w.cross(tensor * w)));
  add("S3 (32)", drawn, ww).term("ω × I' ω", Vec3(w.cross(b.I_O * w)));
  add("S3 (32), last member", drawn, ww)
      .term("ω × R I Rᵀ ω", Vec3(w.cross(b.R * (b.I_B * (b.R.transpose() * w)))));
}

void integrals_of_tensor(const BodySteps& b, Comparisons& found) {
  integral_with_acceleration(b, found);
  integral_with_velocity(b, found);
}

/// S3 (39) to (42): D(R I Rᵀ ω), I about O. Left sides from particles and placements.
void rate_of_spin(const Sample& sample, int index, Comparisons& found) {
  const BodySteps b = body_steps(sample, index);
  const kinematics::BodyMotion& X = sample.motion()[index];
  const spatial::TransformSeries& T = sample.placements()[at(index)];
  const Vec3 rate = over_mass(b, [&](const MassElement& x) {  // D ∫ ρ × ρ' dm = ∫ ρ × ρ'' dm
    return Vec3(x.rho.cross(T.R.derivative(2) * (T.R[0].transpose() * x.rho)));
  });
  const auto w = omega_of(T);
  const Vec3 w_B_rate = (taylor::transpose(T.R.truncated(w.order())) * w).derivative(1);
  const double scale = b.moment_scale(2) * (b.e.norm() + b.w.squaredNorm());
  const Vec3 turned = X.R_WB.derivative(1) * (b.I_B * (b.R.transpose() * b.w));
  const Vec3 gyroscopic = b.w.cross(b.I_O * b.w);
  const auto add = [&](const char* label, const Vec3& lhs, double size) -> Comparison& {
    found.push_back(Comparison(concat(b.label, ", ", label), lhs).inner_scale(size));
    return found.back();
  };
  add("S3 (39)", rate, scale)
      .term("R' I Rᵀ ω", turned)
      .term("R I D(Rᵀ ω)", Vec3(b.R * (b.I_B * w_B_rate)));
  add("S3 (40), second line", turned, scale)
      .term("{R' Rᵀ} R I Rᵀ ω",
            Vec3(X.R_WB.derivative(1) * b.R.transpose() * (b.R * b.I_B * b.R.transpose() * b.w)));
  add("S3 (40), ω × I' ω", turned, scale).term("ω × I' ω", gyroscopic);
  add("S3 (40), D(Rᵀ ω)", w_B_rate, b.e.norm() + b.w.squaredNorm())
      .term("Rᵀ ε", Vec3(b.R.transpose() * b.e));
  add("S3 (41), second line", Vec3(b.R * (b.I_B * w_B_rate)), scale)
      .term("R I Rᵀ ε", Vec3(b.R * (b.I_B * (b.R.transpose() * b.e))));
  add("S3 (41), last member", Vec3(b.R * (b.I_B * w_B_rate)), scale)
      .term("I' ε", Vec3(b.I_O * b.e));
  add("S3 (42)", rate, scale).term("I' ε", Vec3(b.I_O * b.e)).term("ω × I' ω", gyroscopic);
}

Identity momentum_steps() {
  return {.id = "momentum-steps",
          .title = "momentum of a body and its rate, member by member",
          .equations = {"S3 (7)", "S3 (8)", "S3 (9)", "S3 (11)", "S3 (12)", "S3 (13)"},
          .formula =
              "∫ v dm = v_0 ∫ dm + ω × ∫ ρ dm = M (v_0 + ω × ρ_C) = M v_C, D(v dm) = a dm, D H = ∫ "
              "D dH, ∫ a dm = M (a_0 + ε × ρ_C + ω × ω × ρ_C) = M a_C",
          .left = kElements,
          .right = kOfPoint,
          .evaluate = [](const Sample& sample) {
            Comparisons found;
            for (const int body : some_bodies(sample)) {
              momentum_of_body(body_steps(sample, body), found);
              rates_of_elements(sample, body, /*moments=*/false, found);
            }
            return found;
          }};
}

Identity angular_momentum_steps() {
  return {.id = "angular-momentum-steps",
          .title = "angular momentum of a body, integral by integral",
          .equations = {"S3 (16)", "S3 (17)", "S3 (18)", "S3 (19)", "S3 (20)"},
          .formula =
              "∫ r_0 × (v_0 + ω × ρ) dm = r_0 × M v_C, ∫ ρ × v_0 dm = ρ_C × M v_0, ∫ ρ × (ω × ρ) "
              "dm = [∫ [ρ×][ρ×]ᵀ dm] ω = R I Rᵀ ω",
          .left = kElements,
          .right = kOfPoint,
          .evaluate = for_steps(integrals_of_moment)};
}

Identity angular_momentum_rate_integrals() {
  return {
      .id = "angular-momentum-rate-integrals",
      .title = "rate of the angular momentum of a body, integral by integral",
      .equations = {"S3 (22)", "S3 (23)", "S3 (24)", "S3 (25)", "S3 (26)", "S3 (33)", "S3 (45)"},
      .formula =
          "D(r × v dm) = r × a dm, K_O' = ∫ r × a dm, ∫ r_0 × a dm = r_0 × M a_C, ∫ ρ × a_0 dm = "
          "ρ_C × M a_0; about "
          "the centre K_O' = r_C × M a_C + I* ε + ω × I* ω",
      .left = kElements,
      .right = kOfPoint,
      .evaluate = [](const Sample& sample) {
        Comparisons found;
        for (const int body : some_bodies(sample)) rate_of_moment(sample, body, found);
        return found;
      }};
}

Identity moment_integrals() {
  return {.id = "moment-integrals",
          .title = "integrals over the mass in the theorem of angular momentum, line by line",
          .equations = {"S3 (27)", "S3 (28)", "S3 (29)", "S3 (30)", "S3 (31)", "S3 (32)"},
          .formula =
              "∫ ρ × (ε × ρ) dm = I' ε, ∫ ρ × (ω × (ω × ρ)) dm = ∫ ρ × (ωᵀρ) ω dm = -∫ ω × ρ ρᵀ ω "
              "dm = ω × I' ω",
          .reading = "dm is missing in (28), (29), (31).",
          .left = kElements,
          .right = kOfPoint,
          .shared = "kinematics::propagate, for ω and its derivatives at the instant",
          .evaluate = for_steps(integrals_of_tensor)};
}

Identity spin_rate_steps() {
  return {.id = "spin-rate-steps",
          .title = "rate of I' ω, member by member",
          .equations = {"S3 (39)", "S3 (40)", "S3 (41)", "S3 (42)"},
          .formula =
              "D(R I Rᵀ ω) = R' I Rᵀ ω + R I D(Rᵀ ω), R' I Rᵀ ω = ω × I' ω, D(Rᵀ ω) = Rᵀ ε: D(I' "
              "ω) = I' ε + ω × I' ω",
          .left = "particles; placements (verify/sample.cpp)",
          .right = kOfPoint,
          .evaluate = [](const Sample& sample) {
            Comparisons found;
            for (const int body : some_bodies(sample)) rate_of_spin(sample, body, found);
            return found;
          }};
}

}  // namespace

std::vector<Identity> momentum_step_identities() {
  return {momentum_steps(), angular_momentum_steps(), angular_momentum_rate_integrals(),
          moment_integrals(), spin_rate_steps()};
}

}  // namespace appell::verify
