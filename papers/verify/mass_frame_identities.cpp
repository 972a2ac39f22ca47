// A mass element seen from two frames, and the moments of inertia step by step from its
// coordinates.
#include "appell/mass/moments.hpp"
#include "papers/verify/mass_tools.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {
namespace {

using spatial::cross_matrix;
using spatial::Transform;

/// Axes of one frame seen from another, the columns of a rotation: differences of points that are
/// `length` apart, moved.
Mat3 axes_seen_through(const Transform& X, double length) {
  Mat3 axes;
  for (int i = 0; i < 3; ++i) {
    axes.col(i) = (X * Vec3(length * Vec3::Unit(i)) - X * Vec3(Vec3::Zero())) / length;
  }
  return axes;
}

/// S0 (13) to (16): R by columns and by rows, the centre as origin, coordinates there and back.
void frames_of_a_body(const std::string& label, const BodyCase& c, Comparisons& found) {
  const Mat3& R = c.X_FB.R;
  const Mat3 seen_from_body = axes_seen_through(c.X_FB.inverse(), c.length);
  double size = c.X_FB.p.norm() + c.length;  // Of positions, m.
  for (const Particle& p : c.points) size = std::max(size, c.X_FB.p.norm() + p.r_B.norm());
  const double of_axes = 1.0 + c.X_FB.p.norm() / c.length;
  found.push_back(Comparison(label + ", (13), columns of R", R)
                      .term("axes of B in F", axes_seen_through(c.X_FB, c.length))
                      .inner_scale(of_axes));
  found.push_back(Comparison(label + ", (13), rows of R", R)
                      .term("axes of F in B", Mat3(seen_from_body.transpose()))
                      .inner_scale(of_axes));
  const auto turned = [&](const Vec3& r) { return Vec3(R * r); };
  double static_scale = 0.0;
  for (const Particle& p : c.points) static_scale += std::abs(p.mass) * c.from_centre(p).norm();
  found.push_back(Comparison(label + ", (14), ∫ r* dm", integral_about_centre(c, turned))
                      .term("static moment about the centre",
                            Vec3(R * mass::static_moment(c.body, c.body.p_BBcm)))
                      .inner_scale(static_scale));
  const auto moved = [&](const Vec3& r) {  // r* in F: the element less the centre.
    return Vec3(c.X_FB * Vec3(c.body.p_BBcm + r) - c.X_FB * c.body.p_BBcm);
  };
  found.push_back(Comparison(label + ", (15), r* in F", of_every_particle(c, moved))
                      .term("R r*", of_every_particle(c, turned))
                      .inner_scale(size));
  found.push_back(
      Comparison(label + ", (15), r* in B", of_every_particle(c, [](const Vec3& r) { return r; }))
          .term("Rᵀ r* in F",
                of_every_particle(c, [&](const Vec3& r) { return Vec3(R.transpose() * moved(r)); }))
          .inner_scale(size));
  const Vec3 x = seen_from_body.col(0), y = seen_from_body.col(1), z = seen_from_body.col(2);
  found.push_back(
      Comparison(label + ", (16), coordinates", of_every_particle(c, moved))
          .term("unit vectors times r*",
                of_every_particle(
                    c, [&](const Vec3& r) { return Vec3(x.dot(r), y.dot(r), z.dot(r)); }))
          .inner_scale(size));
}

/// S0 (17): [r×] by its entries, and what it does.
void cross_matrix_of_an_element(const std::string& label, const BodyCase& c, Comparisons& found) {
  const auto entries = [](const Vec3& r) {
    Mat3 K;
    K << 0.0, -r.z(), r.y(), r.z(), 0.0, -r.x(), -r.y(), r.x(), 0.0;
    return K;
  };
  found.push_back(Comparison(label + ", entries", of_every_particle(c, entries))
                      .term("[r×]", of_every_particle(c, cross_matrix)));
  found.push_back(
      Comparison(label + ", r × u",
                 of_every_particle(c, [&](const Vec3& r) { return Vec3(r.cross(c.u)); }))
          .term("[r×] u",
                of_every_particle(c, [&](const Vec3& r) { return Vec3(entries(r) * c.u); })));
}

/// S0 (38): the dyad of an element.
void dyad_of_an_element(const std::string& label, const BodyCase& c, Comparisons& found) {
  found.push_back(
      Comparison(label + ", r rᵀ", of_every_particle(c, dyad_of))
          .term("r² 1",
                of_every_particle(
                    c, [](const Vec3& r) { return Mat3(r.squaredNorm() * Mat3::Identity()); }))
          .term("-[r×][r×]ᵀ",
                of_every_particle(c, [](const Vec3& r) { return Mat3(-cross_square_of(r)); })));
}

/// S0 (18), (19): any element by the centre and its place in the body.
void element_in_a_frame(const std::string& label, const BodyCase& c, Comparisons& found) {
  const Vec3 r_C = c.X_FB * c.body.p_BBcm;
  const VecX elements =
      of_every_particle(c, [&](const Vec3& r) { return Vec3(c.X_FB * Vec3(c.body.p_BBcm + r)); });
  found.push_back(
      Comparison(label + ", (18)", elements)
          .term("r_C", of_every_particle(c, [&](const Vec3&) { return r_C; }))
          .term("R r*", of_every_particle(c, [&](const Vec3& r) { return Vec3(c.X_FB.R * r); })));
  Mat4 T = Mat4::Identity();
  T.topLeftCorner<3, 3>() = c.X_FB.R;
  T.topRightCorner<3, 1>() = r_C;
  found.push_back(Comparison(label + ", (19)", elements)
                      .term("T [r*; 1]", of_every_particle(c, [&](const Vec3& r) {
                              return Vec3((T * r.homogeneous()).head<3>());
                            })));
}

/// S0 (20), (21): axial, centrifugal and planar moments by coordinates; in the axes of the body
/// (X turned to them) and of another frame.
void moments_by_coordinates(const std::string& label, const BodyCase& c, Comparisons& found) {
  const Vec3& C = c.body.p_BBcm;
  for (const bool is_turned : {false, true}) {
    const Mat3 R = is_turned ? c.X_FB.R : Mat3(Mat3::Identity());
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      const Vec3 u = R.row(i), v = R.row(j);  // Axes of F seen from B.
      const std::string which = concat(label, is_turned ? ", (21), " : ", (20), ", "xyz"[i]);
      const auto coordinates = [&](const Vec3& r) { return Vec3(R * r); };
      found.push_back(Comparison(which + ", ∫ (v² + w²) dm",
                                 integral_about_centre(c,
                                                       [&](const Vec3& r) {
                                                         const Vec3 x = coordinates(r);
                                                         return x(j) * x(j) + x(k) * x(k);
                                                       }))
                          .term("I_u", mass::axial_moment(c.body, C, u))
                          .inner_scale(central_scale(c)));
      found.push_back(Comparison(which + ", ∫ u v dm", integral_about_centre(c,
                                                                             [&](const Vec3& r) {
                                                                               const Vec3 x =
                                                                                   coordinates(r);
                                                                               return x(i) * x(j);
                                                                             }))
                          .term("I_uv", mass::centrifugal_moment(c.body, C, u, v))
                          .inner_scale(central_scale(c)));
      found.push_back(Comparison(which + ", ∫ u² dm", integral_about_centre(c,
                                                                            [&](const Vec3& r) {
                                                                              const Vec3 x =
                                                                                  coordinates(r);
                                                                              return x(i) * x(i);
                                                                            }))
                          .term("I_uu", mass::planar_moment(c.body, C, u))
                          .inner_scale(central_scale(c)));
    }
  }
}

/// S0 (24), (25), (33): the distance from an axis, squared, element by element, and its integral.
void axial_moment_steps(const std::string& label, const BodyCase& c, Comparisons& found) {
  const Vec3& u = c.u;
  const auto distance = [&](const Vec3& r) { return (r - u.dot(r) * u).squaredNorm(); };
  const VecX squares = of_every_particle(c, distance);
  found.push_back(Comparison(label + ", (24), δ²", squares)
                      .term("(u×r)ᵀ (u×r)", of_every_particle(c, [&](const Vec3& r) {
                              return u.cross(r).squaredNorm();
                            })));
  found.push_back(Comparison(label + ", (24), δ² again", squares)
                      .term("uᵀ [r×][r×]ᵀ u", of_every_particle(c, [&](const Vec3& r) {
                              return u.dot(cross_square_of(r) * u);
                            })));
  const Mat3 tensor = integral_about_centre(c, cross_square_of);
  found.push_back(Comparison(label + ", (25), ∫ δ² dm", integral_about_centre(c, distance))
                      .term("uᵀ {∫ [r×][r×]ᵀ dm} u", u.dot(tensor * u))
                      .inner_scale(central_scale(c)));
  found.push_back(Comparison(label + ", (33), I_u", mass::axial_moment(c.body, c.body.p_BBcm, u))
                      .term("uᵀ {∫ [r×][r×]ᵀ dm} u", u.dot(tensor * u))
                      .inner_scale(central_scale(c)));
}

/// S0 (26), (27): squares of coordinates, element by element.
void squares_of_coordinates(const std::string& label, const BodyCase& c, Comparisons& found) {
  Mat3 axes;  // Rows: u, v, w, the axes of a frame.
  axes << c.u.transpose(), c.v.transpose(), c.w().transpose();
  for (int i = 0; i < 3; ++i) {
    const Vec3 x = axes.row(i);
    found.push_back(Comparison(concat(label, ", (26), ", "uvw"[i], "²"),
                               of_every_particle(c,
                                                 [&](const Vec3& r) {
                                                   const Vec3 seen = axes * r;
                                                   return seen(i) * seen(i);
                                                 }))
                        .term("xᵀ r rᵀ x", of_every_particle(c, [&](const Vec3& r) {
                                return x.dot(dyad_of(r) * x);
                              })));
  }
  found.push_back(
      Comparison(label + ", (27), u² + v² + w²",
                 of_every_particle(c, [&](const Vec3& r) { return (axes * r).squaredNorm(); }))
          .term("r·r", of_every_particle(c, [](const Vec3& r) { return r.squaredNorm(); })));
}

/// S0 (37), (39), (40): the product of inertia of two directions, three times.
void centrifugal_steps(const std::string& label, const BodyCase& c, Comparisons& found) {
  const double sum =
      integral_about_centre(c, [&](const Vec3& r) { return c.u.dot(r) * c.v.dot(r); });
  found.push_back(Comparison(label + ", (37)", sum)
                      .term("uᵀ {∫ r rᵀ dm} v", c.u.dot(integral_about_centre(c, dyad_of) * c.v))
                      .inner_scale(central_scale(c)));
  found.push_back(
      Comparison(label + ", (39)", sum)
          .term("∫ r·r uᵀv dm",
                integral_about_centre(
                    c, [&](const Vec3& r) { return r.squaredNorm() * c.u.dot(c.v); }))
          .term("-∫ uᵀ [r×][r×]ᵀ v dm",
                -integral_about_centre(
                    c, [&](const Vec3& r) { return c.u.dot(cross_square_of(r) * c.v); }))
          .inner_scale(central_scale(c)));
  found.push_back(Comparison(label + ", (40)", sum)
                      .term("-uᵀ I* v", -c.u.dot(c.body.inertia_com() * c.v))
                      .inner_scale(central_scale(c)));
}

/// S0 (62), (63): blocks of the pseudo-inertia, and the shift from the centre.
void pseudo_inertia_blocks(const std::string& label, const BodyCase& c, Comparisons& found) {
  const mass::RigidMass seen = mass::transformed(c.X_FB, c.body);
  const double m = c.body.mass;
  const Vec3 r_C = c.X_FB * c.body.p_BBcm;
  Mat4 sum = Mat4::Zero();
  Mat4 centred = Mat4::Zero();  // Axes of F, from the centre.
  for (const Particle& point : c.points) {
    const Vec3 r = c.X_FB * point.r_B;
    sum += point.mass * r.homogeneous() * r.homogeneous().transpose();
    const Vec3 s = c.X_FB.R * c.from_centre(point);
    centred += point.mass * s.homogeneous() * s.homogeneous().transpose();
  }
  Mat4 planar = Mat4::Zero(), statics = Mat4::Zero(), mass = Mat4::Zero();
  planar.topLeftCorner<3, 3>() = mass::planar_tensor(seen);
  statics.topRightCorner<3, 1>() = m * r_C;
  statics.bottomLeftCorner<1, 3>() = m * r_C.transpose();
  mass(3, 3) = m;
  const double scale = central_scale(c) + std::abs(m) * (c.length * c.length + r_C.squaredNorm());
  found.push_back(Comparison(label + ", (62)", in_squares(sum, c.length))
                      .term("[I_p 0; 0 0]", planar)
                      .term("[0 m r_C; m r_Cᵀ 0]", in_squares(statics, c.length))
                      .term("[0 0; 0 m]", in_squares(mass, c.length))
                      .inner_scale(scale));
  Mat4 T = Mat4::Identity();
  T.topRightCorner<3, 1>() = r_C;
  found.push_back(
      Comparison(label + ", (63)", in_squares(mass::pseudo_inertia(seen), c.length))
          .term("T P* Tᵀ, T = [1 r_C; 0 1]", in_squares(T * centred * T.transpose(), c.length))
          .inner_scale(scale));
}

Identity mass_frames() {
  return {.id = "mass-frames",
          .title = "frames of a body: axes seen from each other, the centre as origin",
          .equations = {"S0 (13)", "S0 (14)", "S0 (15)", "S0 (16)"},
          .formula = "R = [x y z] = [xᵀ; yᵀ; zᵀ], ∫ r* dm = 0, r*' = R r*, r* = Rᵀ r*'",
          .left = kSumsOverParticles,
          .right = "spatial::Transform, mass::static_moment",
          .evaluate = for_body_cases("mass-frames", frames_of_a_body)};
}

Identity mass_cross_entries() {
  return {.id = "mass-cross-entries",
          .title = "entries of the cross-product matrix of an element",
          .equations = {"S0 (17)"},
          .formula = "[r×] = [0 -z y; z 0 -x; -y x 0], [r×] u = r × u",
          .left = "entries and cross product (verify/mass_frame_identities.cpp)",
          .right = "spatial::cross_matrix",
          .evaluate = for_body_cases("mass-cross-entries", cross_matrix_of_an_element)};
}

Identity mass_element_position() {
  return {.id = "mass-element-position",
          .title = "position of a mass element in another frame",
          .equations = {"S0 (18)", "S0 (19)"},
          .formula = "r = r_C + R r*, [r; 1] = [R r_C; 0 1] [r*; 1]",
          .left = "spatial::Transform",
          .right = "the formulas (verify/mass_frame_identities.cpp)",
          .evaluate = for_body_cases("mass-element-position", element_in_a_frame)};
}

Identity mass_moments_by_coordinates() {
  return {
      .id = "mass-moments-by-coordinates",
      .title = "axial, centrifugal and planar moments by coordinates",
      .equations = {"S0 (20)", "S0 (21)"},
      .formula = "I_u = ∫ (v² + w²) dm, I_uv = ∫ u v dm, I_uu = ∫ u² dm, u, v, w = x, y, z in turn",
      .left = kSumsOverParticles,
      .right = "mass::axial_moment, mass::centrifugal_moment, mass::planar_moment",
      .evaluate = for_body_cases("mass-moments-by-coordinates", moments_by_coordinates)};
}

Identity mass_axial_steps() {
  return {.id = "mass-axial-steps",
          .title = "moment of inertia about an axis through the centre, step by step",
          .equations = {"S0 (24)", "S0 (25)", "S0 (33)"},
          .formula = "δ² = (u×r)ᵀ(u×r) = uᵀ[r×][r×]ᵀu, I_u = ∫ δ² dm = uᵀ {∫ [r×][r×]ᵀ dm} u",
          .left = kSumsOverParticles,
          .right = "the formulas (verify/mass_frame_identities.cpp), mass::axial_moment",
          .evaluate = for_body_cases("mass-axial-steps", axial_moment_steps)};
}

Identity mass_coordinate_squares() {
  return {.id = "mass-coordinate-squares",
          .title = "squared coordinates of a mass element",
          .equations = {"S0 (26)", "S0 (27)"},
          .formula = "u² = uᵀ r rᵀ u, the same for v and w; u² + v² + w² = rᵀ r",
          .left = "coordinates (verify/mass_frame_identities.cpp)",
          .right = "dyads and scalar products",
          .evaluate = for_body_cases("mass-coordinate-squares", squares_of_coordinates)};
}

Identity mass_centrifugal_steps() {
  return {
      .id = "mass-centrifugal-steps",
      .title = "product of inertia about the centre, step by step",
      .equations = {"S0 (37)", "S0 (38)", "S0 (39)", "S0 (40)", "S4 (52)", "S4 (53)"},
      .formula =
          "∫ u v dm = uᵀ {∫ r rᵀ dm} v = ∫ (r·r uᵀv - uᵀ[r×][r×]ᵀv) dm = -uᵀ I* v, r rᵀ = r² 1 - "
          "[r×][r×]ᵀ",
      .left = kSumsOverParticles,
      .right = "the formulas (verify/mass_frame_identities.cpp)",
      .evaluate =
          for_body_cases("mass-centrifugal-steps",
                         [](const std::string& label, const BodyCase& c, Comparisons& found) {
                           centrifugal_steps(label, c, found);
                           dyad_of_an_element(label, c, found);
                         })};
}

Identity mass_pseudo_inertia_blocks() {
  return {.id = "mass-pseudo-inertia-blocks",
          .title = "blocks of the pseudo-inertia, and its shift from the centre",
          .equations = {"S0 (62)", "S0 (63)", "S4 (88)", "S4 (90)", "S4 (91)", "S4 (92)"},
          .formula = "P = [I_p m r_C; m r_Cᵀ m] = T P* Tᵀ, T = [1 r_C; 0 1]",
          .left = "sums over particles; mass::pseudo_inertia",
          .right = "mass::planar_tensor; P* of particles",
          .evaluate = for_body_cases("mass-pseudo-inertia-blocks", pseudo_inertia_blocks)};
}

}  // namespace

std::vector<Identity> mass_frame_identities() {
  return {mass_frames(),
          mass_cross_entries(),
          mass_element_position(),
          mass_moments_by_coordinates(),
          mass_axial_steps(),
          mass_coordinate_squares(),
          mass_centrifugal_steps(),
          mass_pseudo_inertia_blocks()};
}

}  // namespace appell::verify
