// Bodies whose density changes from point to point.
#include "appell/mass/density_law.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "appell/base/constants.hpp"
#include "appell/base/error.hpp"
#include "appell/mass/compound.hpp"
#include "tests/support/matchers.hpp"

namespace appell::mass {
namespace {

using support::near;

constexpr double kTolerance = 1e-12;  // Relative; sums of up to 262144 terms.

const Shape kIntegrable[] = {
    Rod{0.7},
    Rectangle{{0.3, 0.5}},
    Disc{0.4},
    Annulus{0.4, 0.1},
    Ellipse{{0.4, 0.2}},
    Box{{0.3, 0.2, 0.5}},
    Cylinder{0.2, 0.6},
    Tube{0.3, 0.1, 0.5},
    Sphere{0.3},
    HollowSphere{0.3, 0.2},
    Hemisphere{0.3},
    Cone{0.3, 0.5},
    Frustum{0.3, 0.1, 0.4},
    Ellipsoid{{0.3, 0.2, 0.1}},
    Torus{0.4, 0.1},
    Capsule{0.1, 0.4},
    Tetrahedron{{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.2, 1, 0), Vec3(0.1, 0.3, 0.8)}}};

// Oracle: a constant density is the closed form of every shape.
TEST(DensityLaw, AConstantIsTheHomogeneousBody) {
  for (const Shape& shape : kIntegrable) {
    const IntegratedMass found = integrated_mass(shape, [](const Vec3&) { return 800.0; });
    const RigidMass expected = 800.0 * unit_density_mass(shape);
    EXPECT_TRUE(near(found.body.mass, expected.mass, kTolerance)) << shape_name(shape);
    EXPECT_TRUE(near(found.body.p_BBcm, expected.p_BBcm, kTolerance, 1.0)) << shape_name(shape);
    EXPECT_TRUE(near(found.body.second_moment, expected.second_moment, kTolerance))
        << shape_name(shape);
    EXPECT_LT(found.error, kTolerance) << shape_name(shape);
  }
}

// Oracle: ρ = a + b·r moves the centre of any body by J_unit b / m and keeps its mass if the unit
// body's centre is where a + b·r is its mean: ∫ (ρ₀ + b·s) s dV = J b, s from the centre.
TEST(DensityLaw, ALinearLawMovesTheCentreByItsSecondMoment) {
  const Vec3 b(30.0, -40.0, 70.0);
  for (const Shape& shape : kIntegrable) {
    const RigidMass unit = unit_density_mass(shape);
    const IntegratedMass found =
        integrated_mass(shape, [&](const Vec3& r) { return 800.0 + b.dot(r - unit.p_BBcm); });
    EXPECT_TRUE(near(found.body.mass, 800.0 * unit.mass, kTolerance)) << shape_name(shape);
    const Vec3 centre = unit.p_BBcm + unit.second_moment * b / (800.0 * unit.mass);
    EXPECT_TRUE(near(found.body.p_BBcm, centre, kTolerance, 1.0)) << shape_name(shape);
  }
}

// Oracle: ρ = e^(-kr) in a ball has 4π ∫ r² e^(-kr) dr = 4π (2 - e^(-k)(k² + 2k + 2))/k³ for R = 1.
TEST(DensityLaw, AnExponentialBallHasItsClosedForm) {
  const double k = 3.0;
  const IntegratedMass found =
      integrated_mass(Sphere{1.0}, [&](const Vec3& r) { return std::exp(-k * r.norm()); });
  const double expected = 4.0 * kPi * (2.0 - std::exp(-k) * (k * k + 2.0 * k + 2.0)) / (k * k * k);
  EXPECT_TRUE(near(found.body.mass, expected, kTolerance));
}

// Property: the estimate bounds the error of a law with a kink, ρ = |z|: ∫ |z| = 2 (h/2)²/2 A.
TEST(DensityLaw, TheErrorOfAKinkIsNotHidden) {
  const IntegratedMass found =
      integrated_mass(Box{{1.0, 1.0, 2.0}}, [](const Vec3& r) { return std::abs(r.z() - 0.1); });
  const double expected = 0.5 * (0.9 * 0.9 + 1.1 * 1.1);
  EXPECT_GT(found.error, 1e-8);
  EXPECT_LT(std::abs(found.body.mass - expected), found.error * expected);
}

// Bad input: each with its reason.
TEST(DensityLaw, RefusesWhatNobodyHas) {
  const auto law = [](double a) { return [a](const Vec3& r) { return a + r.z(); }; };
  EXPECT_THROW_MESSAGE(integrated_mass(Box{{1, 1, 1}}, law(0.1)), ModelError,
                       "it must be finite and not negative");
  EXPECT_THROW_MESSAGE(integrated_mass(Box{{1, 1, 1}}, [](const Vec3&) { return 0.0; }), ModelError,
                       "the density is zero everywhere");
  EXPECT_THROW_MESSAGE(integrated_mass(Box{{1, -1, 1}}, law(1.0)), ModelError, "size[1] is -1");
  EXPECT_THROW_MESSAGE(integrated_mass(Arc{1.0, 1.0}, law(1.0)), ModelError,
                       "a density law cannot be integrated over shape 'arc'");
}

// Property: in a compound body the law is in the part's frame, and its error is a note.
TEST(DensityLaw, IsInTheFrameOfThePart) {
  Part part{.name = "p", .body = Shape(Box{{1, 1, 2}}), .X_BP = {Mat3::Identity(), {5, 0, 0}}};
  part.density_law = [](const Vec3& r) { return 800.0 * (1.0 + 0.5 * r.z()); };
  const Compound compound = assemble({&part, 1});
  EXPECT_TRUE(near(compound.total.mass, 1600.0, kTolerance));
  // J_zz b/m = (1600 · 4/12 · ½)/1600.
  EXPECT_TRUE(near(compound.total.p_BBcm, Vec3(5.0, 0.0, 1.0 / 6.0), kTolerance, 1.0));
  EXPECT_TRUE(near(compound.parts[0].density, 800.0, kTolerance));
  ASSERT_EQ(compound.notes.size(), 1U);
  EXPECT_NE(compound.notes[0].find("part 'p': its density law is integrated with 16 points in each "
                                   "direction; estimated relative error"),
            std::string::npos)
      << compound.notes[0];
  part.density = 1.0;
  EXPECT_THROW_MESSAGE(assemble({&part, 1}), ModelError, "there is more than one of density");
}

}  // namespace
}  // namespace appell::mass
