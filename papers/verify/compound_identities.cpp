// Mass distribution of compound bodies: all bodies of the robot, as they stand, taken as parts of
// one.
#include "appell/base/text.hpp"
#include "appell/mass/moments.hpp"
#include "appell/mass/rigid_mass.hpp"
#include "appell/spatial/rotation.hpp"
#include "papers/verify/sample.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {
namespace {

using mass::RigidMass;

constexpr const char* kParts = "sums over the parts (verify/compound_identities.cpp)";

Mat3 axial_square(const Vec3& r) {
  return spatial::cross_matrix(r) * spatial::cross_matrix(r).transpose();
}

/// The bodies of the robot in world axes, σ = +1, and a part that is cut out, σ = -1: mass and
/// tensor carry the sign. A quarter of the first body, moved and turned.
std::vector<RigidMass> parts_of(const Sample& sample) {
  std::vector<RigidMass> parts;
  for (const int index : sample.heavy_bodies()) {
    const spatial::TransformSeries& T = sample.placements()[index];
    parts.push_back(mass::transformed({T.R[0], T.p[0]}, sample.model().bodies()[index].rigid_mass));
  }
  if (parts.empty()) throw NotApplicable{"no body has mass"};
  Random random = sample.random("parts");
  if (parts.size() < 2) {
    // A robot of one body: it and a copy elsewhere.
    parts.push_back(0.5 * mass::transformed(random.placement(sample.length()), parts[0]));
  }
  parts.push_back(-(0.25 * mass::transformed(random.placement(sample.length()), parts[0])));
  return parts;
}

/// How far the mass of the parts is from the origin, m.
double size_of(const std::vector<RigidMass>& parts) {
  double size = 0.0;
  for (const RigidMass& part : parts) {
    const double spread = std::sqrt(std::abs(part.second_moment.trace() / part.mass));
    size = std::max(size, part.p_BBcm.norm() + spread);
  }
  return size == 0.0 ? 1.0 : size;
}

template <class Compare>
std::function<Comparisons(const Sample&)> on_parts(Compare compare) {
  return [compare](const Sample& sample) {
    const std::vector<RigidMass> parts = parts_of(sample);
    return Comparisons{compare(concat(parts.size(), " parts"), parts, mass::combined(parts))};
  };
}

Identity compound_mass() {
  return {.id = "compound-mass",
          .title = "mass and centre of a compound body",
          .equations = {"S0 (5)", "S0 (6)", "S4 (3)", "S4 (6)", "S4 (8)"},
          .formula = "M r_C = Σ σ_j m_j r_Cj, M = Σ σ_j m_j",
          .left = "mass::combined",
          .right = kParts,
          .evaluate = on_parts([](const std::string& label, const std::vector<RigidMass>& parts,
                                  const RigidMass& whole) {
            const double length = size_of(parts);  // M r_C and M in one unit.
            const auto both = [length](const RigidMass& body) {
              Eigen::Vector4d x;
              x << body.mass * body.p_BBcm, body.mass * length;
              return x;
            };
            Comparison comparison(label, both(whole));
            for (const RigidMass& part : parts) {
              comparison.term(part.mass > 0.0 ? "part" : "cut", both(part));
            }
            return comparison;
          })};
}

Identity compound_cavity() {
  return {.id = "compound-cavity",
          .title = "a part that is cut out counts with the opposite sign",
          .equations = {"S0 (7)", "S4 (7)"},
          .misprinted = {"S0 (7)"},
          .formula = "P(whole) = P(whole with the cut filled) + σ P(cut), σ = -1",
          .reading =
              "S0 (7) prints σ = 0 for what is cut out; the text says -1. S4 (7), which knows no "
              "cavities, has 0 for what does not belong to the body.",
          .left = "mass::combined",
          .right = kParts,
          .evaluate = on_parts([](const std::string& label, const std::vector<RigidMass>& parts,
                                  const RigidMass& whole) {
            const RigidMass filled = mass::combined(std::span(parts).first(parts.size() - 1));
            const auto P = [length = size_of(parts)](const RigidMass& body) {
              return in_squares(mass::pseudo_inertia(body), length);
            };
            return Comparison(label, P(whole))
                .term("filled", P(filled))
                .term("σ P(cut)", P(parts.back()))
                .printed(P(filled));
          })};
}

Identity compound_tensor_origin() {
  return {.id = "compound-tensor-origin",
          .title = "inertia tensor of a compound body about the origin",
          .equations = {"S0 (66)", "S4 (93)", "S4 (95)"},
          .formula = "I_i = Σ σ_j (I_Cj + I_j*)",
          .left = "mass::combined",
          .right = kParts,
          .evaluate = on_parts([](const std::string& label, const std::vector<RigidMass>& parts,
                                  const RigidMass& whole) {
            Comparison comparison(label, mass::inertia_tensor(whole));
            for (const RigidMass& part : parts) {
              comparison.term("I_Cj", Mat3(part.mass * axial_square(part.p_BBcm)))
                  .term("I_j*", part.inertia_com());
            }
            return comparison;
          })};
}

Identity compound_planar_origin() {
  return {.id = "compound-planar-origin",
          .title = "planar tensor of a compound body about the origin",
          .equations = {"S0 (68)", "S4 (94)", "S4 (98)", "S4 (99)"},
          .formula = "I_pi = Σ σ_j (m_j r_Cj r_Cjᵀ + I_pj*)",
          .left = "mass::combined",
          .right = kParts,
          .evaluate = on_parts([](const std::string& label, const std::vector<RigidMass>& parts,
                                  const RigidMass& whole) {
            Comparison comparison(label, mass::planar_tensor(whole));
            for (const RigidMass& part : parts) {
              comparison
                  .term("m_j r_Cj r_Cjᵀ", Mat3(part.mass * part.p_BBcm * part.p_BBcm.transpose()))
                  .term("I_pj*", part.second_moment);
            }
            return comparison;
          })};
}

Identity compound_pseudo_inertia() {
  return {.id = "compound-pseudo-inertia",
          .title = "pseudo-inertia of a compound body",
          .equations = {"S0 (69)", "S0 (70)", "S4 (102)", "S4 (103)"},
          .formula = "P_i = Σ σ_j P_j",
          .left = "mass::combined",
          .right = kParts,
          .evaluate = on_parts([](const std::string& label, const std::vector<RigidMass>& parts,
                                  const RigidMass& whole) {
            const auto P = [length = size_of(parts)](const RigidMass& body) {
              return in_squares(mass::pseudo_inertia(body), length);
            };
            Comparison comparison(label, P(whole));
            for (const RigidMass& part : parts) comparison.term("P_j", P(part));
            return comparison;
          })};
}

Identity compound_central_axial() {
  return {
      .id = "compound-central-axial",
      .title = "central inertia tensor of a compound body",
      .equations = {"S0 (67)", "S4 (97)"},
      .misprinted = {"S0 (67)", "S4 (97)"},
      .formula = "I_i* = Σ σ_j (I_j* + m_j [d_j×][d_j×]ᵀ), d_j = r_Cj - r_Ci",
      .reading = "The papers add the central tensors of the parts; the terms in d_j are missing.",
      .left = "mass::combined",
      .right = kParts,
      .evaluate = on_parts([](const std::string& label, const std::vector<RigidMass>& parts,
                              const RigidMass& whole) {
        Comparison comparison(label, whole.inertia_com());
        Mat3 printed = Mat3::Zero();
        for (const RigidMass& part : parts) {
          printed += part.inertia_com();
          comparison.term("I_j*", part.inertia_com())
              .term("m_j [d_j×][d_j×]ᵀ",
                    Mat3(part.mass * axial_square(part.p_BBcm - whole.p_BBcm)));
        }
        return comparison.printed(printed);
      })};
}

Identity compound_central_planar() {
  return {.id = "compound-central-planar",
          .title = "central planar tensor of a compound body",
          .equations = {"S4 (101)"},
          .misprinted = {"S4 (101)"},
          .formula = "I_pi* = Σ σ_j (I_pj* + m_j d_j d_jᵀ)",
          .reading = "As compound-central-axial.",
          .left = "mass::combined",
          .right = kParts,
          .evaluate = on_parts([](const std::string& label, const std::vector<RigidMass>& parts,
                                  const RigidMass& whole) {
            Comparison comparison(label, whole.second_moment);
            Mat3 printed = Mat3::Zero();
            for (const RigidMass& part : parts) {
              const Vec3 d = part.p_BBcm - whole.p_BBcm;
              printed += part.second_moment;
              comparison.term("I_pj*", part.second_moment)
                  .term("m_j d_j d_jᵀ", Mat3(part.mass * d * d.transpose()));
            }
            return comparison.printed(printed);
          })};
}

Identity compound_centres_axial() {
  return {.id = "compound-centres-axial",
          .title = "the centres of the parts do not merge, axial",
          .equations = {"S4 (96)"},
          .misprinted = {"S4 (96)"},
          .formula = "M_i [r_Ci×][r_Ci×]ᵀ = Σ σ_j m_j ([r_Cj×][r_Cj×]ᵀ - [d_j×][d_j×]ᵀ)",
          .reading = "S4 (96) has the first sum only.",
          .left = "mass::combined",
          .right = kParts,
          .evaluate = on_parts([](const std::string& label, const std::vector<RigidMass>& parts,
                                  const RigidMass& whole) {
            Comparison comparison(label, Mat3(whole.mass * axial_square(whole.p_BBcm)));
            Mat3 printed = Mat3::Zero();
            for (const RigidMass& part : parts) {
              const Mat3 merged = part.mass * axial_square(part.p_BBcm);
              printed += merged;
              comparison.term("m_j [r_Cj×][r_Cj×]ᵀ", merged)
                  .term("-m_j [d_j×][d_j×]ᵀ",
                        Mat3(-part.mass * axial_square(part.p_BBcm - whole.p_BBcm)));
            }
            return comparison.printed(printed);
          })};
}

Identity compound_centres_planar() {
  return {.id = "compound-centres-planar",
          .title = "the centres of the parts do not merge, planar",
          .equations = {"S4 (100)"},
          .misprinted = {"S4 (100)"},
          .formula = "M_i r_Ci r_Ciᵀ = Σ σ_j m_j (r_Cj r_Cjᵀ - d_j d_jᵀ)",
          .reading = "S4 (100) has the first sum only.",
          .left = "mass::combined",
          .right = kParts,
          .evaluate = on_parts([](const std::string& label, const std::vector<RigidMass>& parts,
                                  const RigidMass& whole) {
            Comparison comparison(label,
                                  Mat3(whole.mass * whole.p_BBcm * whole.p_BBcm.transpose()));
            Mat3 printed = Mat3::Zero();
            for (const RigidMass& part : parts) {
              const Vec3 d = part.p_BBcm - whole.p_BBcm;
              const Mat3 merged = part.mass * part.p_BBcm * part.p_BBcm.transpose();
              printed += merged;
              comparison.term("m_j r_Cj r_Cjᵀ", merged)
                  .term("-m_j d_j d_jᵀ", Mat3(-part.mass * d * d.transpose()));
            }
            return comparison.printed(printed);
          })};
}

}  // namespace

std::vector<Identity> compound_identities() {
  return {compound_mass(),           compound_cavity(),         compound_tensor_origin(),
          compound_planar_origin(),  compound_pseudo_inertia(), compound_central_axial(),
          compound_central_planar(), compound_centres_axial(),  compound_centres_planar()};
}

}  // namespace appell::verify
