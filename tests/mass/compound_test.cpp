#include "appell/mass/compound.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/base/error.hpp"
#include "appell/mass/moments.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/matchers.hpp"

namespace appell::mass {
namespace {

using support::near;

constexpr double kTolerance = 1e-13;  // Relative; the worst error seen is 5e-16.

spatial::Transform at(double x, double y, double z) { return {Mat3::Identity(), {x, y, z}}; }

Part solid(const std::string& name, const Shape& shape, const spatial::Transform& X = {}) {
  return {.name = name, .body = shape, .density = 2700.0, .material = "", .X_BP = X};
}

Part cut(const std::string& name, const Shape& shape, const spatial::Transform& X = {}) {
  Part part = solid(name, shape, X);
  part.cut = true;
  return part;
}

/// Whether one of the lines contains the text.
bool mentions(const std::vector<std::string>& lines, const std::string& text) {
  for (const std::string& line : lines) {
    if (line.find(text) != std::string::npos) return true;
  }
  return false;
}

// Cross-check: the golden compound bodies, given part by part with placement and sign.
TEST(Compound, MatchesGolden) {
  using support::matrix_of;
  const nlohmann::json document = support::load_golden_json("mass_assembly");
  for (const nlohmann::json& item : document["cases"]) {
    std::vector<Part> parts;
    for (const nlohmann::json& component : item["components"]) {
      parts.push_back({.name = "p" + std::to_string(parts.size()),
                       .body = GivenBody{component["mass"], matrix_of(component["com"]),
                                         matrix_of(component["inertia_com"])},
                       .material = "",
                       .X_BP = spatial::transform_from_matrix(matrix_of(component["T"])),
                       .cut = component["sigma"] == -1});
    }
    const Compound compound = assemble(parts);
    const nlohmann::json& expected = item["expected"];
    EXPECT_TRUE(
        near(pseudo_inertia(compound.total), matrix_of(expected["pseudo_inertia"]), kTolerance));
    EXPECT_TRUE(near(compound.total.inertia_com(), matrix_of(expected["inertia_com"]), kTolerance));
    EXPECT_EQ(compound.parts.size(), parts.size());
    // A given body has no shape, so each cut is said not to have been checked.
    const auto num_cuts = std::count_if(parts.begin(), parts.end(), [](auto& p) { return p.cut; });
    EXPECT_EQ(std::ssize(compound.notes), num_cuts);
  }
}

// Oracle: the closed form of the hollow shape. Cutting gives it, and the parts add up to it.
TEST(Compound, HollowByCutting) {
  const auto X = spatial::transform_from_xyz_rpy({0.3, -0.2, 0.5}, {0.4, -1.1, 2.0});
  const std::vector<Part> parts{solid("rod", Cylinder{0.05, 0.3}, X),
                                cut("bore", Cylinder{0.04, 0.3}, X)};
  const Compound compound = assemble(parts);
  const RigidMass expected = transformed(X, 2700.0 * unit_density_mass(Tube{0.05, 0.04, 0.3}));
  EXPECT_TRUE(near(compound.total.mass, expected.mass, kTolerance));
  EXPECT_TRUE(near(compound.total.p_BBcm, expected.p_BBcm, kTolerance));
  EXPECT_TRUE(near(compound.total.second_moment, expected.second_moment, kTolerance));
  EXPECT_TRUE(compound.notes.empty());
  ASSERT_EQ(compound.parts.size(), 2u);
  EXPECT_TRUE(compound.parts[1].cut);
  EXPECT_GT(compound.parts[1].rigid_mass.mass, 0.0);
  EXPECT_EQ(compound.parts[1].density, 2700.0);
  const std::vector<RigidMass> sum{compound.parts[0].rigid_mass, -compound.parts[1].rigid_mass};
  EXPECT_TRUE(near(combined(sum).second_moment, expected.second_moment, kTolerance));
}

// Oracle: mass = density × measure. The three ways to say how heavy a part is agree.
TEST(Compound, DensityMassAndMaterialAgree) {
  const Box box{{0.1, 0.2, 0.3}};
  Part by_mass = solid("a", box), by_material = by_mass;
  by_mass.density.reset();
  by_mass.mass = 2700.0 * 0.006;
  by_material.density.reset();
  by_material.material = "aluminium";
  const auto total = [](const Part& part) { return assemble(std::vector<Part>{part}).total; };
  const RigidMass expected = total(solid("a", box));
  EXPECT_TRUE(near(expected.mass, 16.2, kTolerance));
  for (const Part& part : {by_mass, by_material}) {
    EXPECT_TRUE(near(total(part).mass, expected.mass, kTolerance));
    EXPECT_TRUE(near(total(part).second_moment, expected.second_moment, kTolerance));
  }
  EXPECT_EQ(total(by_mass).mass, *by_mass.mass);  // To the last digit.
}

// Oracle: a wire, a plate and a block with densities of their own dimension.
TEST(Compound, MixesDimensions) {
  std::vector<Part> parts{solid("wire", Rod{2.0}), solid("plate", Disc{1.0}),
                          solid("block", Box{{1, 1, 1}})};
  parts[0].density = 3.0;
  parts[1].density = 5.0;
  parts[2].density = 7.0;
  EXPECT_TRUE(
      near(assemble(parts).total.mass, 3.0 * 2.0 + 5.0 * 3.14159265358979323846 + 7.0, kTolerance));
}

// Oracle: the table. Own materials go before the standard ones.
TEST(Compound, OwnMaterialsGoFirst) {
  const std::vector<Material> own{{"aluminium", 1000.0, "weighed"}, {"foam", 30.0, "weighed"}};
  EXPECT_EQ(material_density("aluminium"), 2700.0);
  EXPECT_EQ(material_density("aluminium", own), 1000.0);
  EXPECT_EQ(material_density("foam", own), 30.0);
  EXPECT_EQ(material_density("steel", own), 7850.0);
  EXPECT_THROW_MESSAGE(material_density("steal"), ModelError,
                       "there is no material 'steal' (did you mean 'steel'?)");
  const std::vector<Material> bad{{"vacuum", 0.0, ""}};
  EXPECT_THROW_MESSAGE(material_density("vacuum", bad), ModelError,
                       "the density of material 'vacuum' is 0 kg/m³; it must be positive");
  for (const Material& material : standard_materials()) EXPECT_FALSE(material.source.empty());
}

// Bad input: every part that is wrong is named, all at once.
TEST(Compound, NamesEveryBadPart) {
  std::vector<Part> parts{solid("a", Sphere{-1.0}), solid("", Box{{1, 1, 1}}),
                          solid("c", Rod{1.0}),     solid("d", Sphere{1.0}),
                          solid("e", Sphere{1.0}),  solid("f", Sphere{1.0})};
  parts[1].density.reset();
  parts[2].density.reset();
  parts[2].material = "steel";
  parts[3].mass = 1.0;
  parts[4].density = -5.0;
  parts[5].body = GivenBody{1.0, Vec3::Zero(), Vec3(1, 1, 3).asDiagonal()};
  parts[5].density.reset();
  try {
    assemble(parts);
    FAIL() << "nothing was thrown";
  } catch (const ModelError& error) {
    const std::vector<std::string>& problems = error.problems();
    ASSERT_EQ(problems.size(), 6u) << error.what();
    EXPECT_EQ(problems[0], "part 'a': sphere: radius is -1 m; it must be positive and finite");
    EXPECT_TRUE(
        mentions({problems[1]}, "part '2': there is no density, mass and material; give one"));
    EXPECT_TRUE(mentions({problems[2]},
                         "part 'c': material 'steel' is a density per volume, but shape "
                         "'rod' needs kg/m"));
    EXPECT_TRUE(mentions({problems[3]}, "part 'd': there is more than one of density, mass and"));
    EXPECT_TRUE(mentions({problems[4]}, "part 'e': density is -5 kg/m³; it must be positive"));
    EXPECT_TRUE(mentions({problems[5]}, "part 'f': no real body has this inertia"));
  }
  parts = {solid("g", Sphere{1.0})};
  parts[0].body = GivenBody{1.0, Vec3::Zero(), Mat3::Identity()};
  EXPECT_THROW_MESSAGE(assemble(parts), ModelError, "part 'g': a given body has its own mass");
  parts[0].X_BP.p.x() = std::nan("");
  EXPECT_THROW_MESSAGE(assemble(parts), ModelError, "part 'g': the placement must be finite");
  EXPECT_THROW_MESSAGE(assemble({}), InvalidArgument, "there are no parts");
}

// Bad input: cuts that reach out of the material, with the figures; the tensor alone would not
// tell.
TEST(Compound, RefusesCutsOutsideTheMaterial) {
  const Part block = solid("block", Box{{1, 1, 1}});
  EXPECT_THROW_MESSAGE(
      assemble(std::vector<Part>{block, cut("bore", Cylinder{0.1, 1.0}, at(0.45, 0, 0))}),
      ModelError, "part 'bore' (cut) reaches 0.05");
  // Wholly outside: mass and tensor of the difference are those of no impossible body.
  const std::vector<Part> far{block, cut("bore", Sphere{0.1}, at(0.65, 0, 0))};
  EXPECT_THROW_MESSAGE(assemble(far), ModelError,
                       "m out of the material of 'block' at (0.75, 0, 0)");
  EXPECT_NO_THROW(assemble(far, {}, Physics::kNotChecked));
  const std::vector<Part> two{block, solid("other", Box{{1, 1, 1}}, at(5, 0, 0)),
                              cut("bore", Sphere{0.1}, at(2.5, 0, 0))};
  EXPECT_THROW_MESSAGE(assemble(two), ModelError, "part 'bore' (cut) reaches");
}

// Bad input: a wire or a plate holds no volume, so it changes nothing about a bore that leaves the
// block; and a bore in wires alone is in nothing.
TEST(Compound, WiresAndSurfacesHoldNoCut) {
  const Part block = solid("block", Box{{1.0, 1.0, 1.0}});
  const Part far_bore = cut("bore", Cylinder{0.1, 1.0}, at(2.0, 0, 0));
  for (const Shape& thin : {Shape(Rod{5.0}), Shape(Disc{5.0}), Shape(SphereShell{5.0})}) {
    const Part other = solid("thin", thin);
    EXPECT_THROW_MESSAGE(assemble(std::vector<Part>{block, other, far_bore}), ModelError,
                         "part 'bore' (cut) reaches 1.6");
    EXPECT_THROW_MESSAGE(assemble(std::vector<Part>{other, far_bore}), ModelError,
                         "part 'bore' (cut) is a volume, but no part that is added is one");
    const Compound inside =
        assemble(std::vector<Part>{other, block, cut("bore", Cylinder{0.1, 1.0})});
    EXPECT_TRUE(inside.notes.empty()) << inside.notes[0];
  }
  // A disc cut from a plate stays what it was: not a solid, not checked.
  EXPECT_EQ(
      assemble(std::vector<Part>{solid("plate", Rectangle{{1.0, 1.0}}), cut("hole", Disc{0.1})})
          .notes.size(),
      1U);
  EXPECT_THROW_MESSAGE(assemble(std::vector<Part>{solid("wire", Rod{5.0}), cut("hole", Disc{0.1})}),
                       ModelError, "part 'hole' (cut) is a surface, but no part that is added is");
}

// Property: what is not proved is said, and not refused.
TEST(Compound, NotesWhatWasNotChecked) {
  const Part block = solid("block", Box{{1, 1, 1}});
  const std::vector<Part> across{block, solid("next", Box{{1, 1, 1}}, at(1, 0, 0)),
                                 cut("slot", Box{{1.0, 0.2, 0.2}}, at(0.5, 0, 0))};
  EXPECT_TRUE(mentions(assemble(across).notes,
                       "part 'slot' (cut): whether it lies inside the material was not checked: it "
                       "reaches across several parts"));
  const std::vector<Part> pipe{solid("pipe", Tube{1.0, 0.5, 1.0}),
                               cut("hole", Sphere{0.1}, at(0.75, 0, 0))};
  EXPECT_TRUE(mentions(assemble(pipe).notes, "'pipe': shape 'tube' is not a convex solid"));
  std::vector<Part> mixed{block, cut("bore", Sphere{0.1})};
  mixed[1].density = 1000.0;
  EXPECT_TRUE(mentions(assemble(mixed).notes,
                       "part 'bore' (cut) has the density 1000 kg/m³, but "
                       "'block', in which it lies, has 2700 kg/m³"));
  mixed[1].density = 2700.0;
  EXPECT_TRUE(assemble(mixed).notes.empty());
}

// Bad input: cuts of given bodies, where only mass and tensor can tell; the part is named.
TEST(Compound, RefusesImpossibleRemains) {
  const auto given = [](const std::string& name, double mass, const Vec3& com, double inertia,
                        bool is_cut) {
    return Part{.name = name,
                .body = GivenBody{mass, com, inertia * Mat3::Identity()},
                .material = "",
                .cut = is_cut};
  };
  const Part host = given("host", 2.0, Vec3::Zero(), 0.1, false);
  EXPECT_THROW_MESSAGE(
      assemble(std::vector<Part>{host, given("big", 1.5, Vec3::Zero(), 0.01, true),
                                 given("more", 0.5, Vec3::Zero(), 0.01, true)}),
      ModelError,
      "the cuts remove 2 kg ('big' 1.5 kg, 'more' 0.5 kg) from 2 kg of material; less must be");
  EXPECT_THROW_MESSAGE(
      assemble(std::vector<Part>{host, given("inside", 0.5, Vec3::Zero(), 0.01, true),
                                 given("outlier", 0.5, Vec3(3, 0, 0), 0.01, true)}),
      ModelError, "part 'outlier' (cut): no real body is left");
  // The smallest eigenvalue decides, not the trace: thin along x, cut along x.
  Part rod = given("rod", 2.0, Vec3::Zero(), 0.1, false);
  std::get<GivenBody>(rod.body).inertia_com = Vec3(1.0, 0.6, 0.6).asDiagonal();
  Part slice = given("slice", 1.0, Vec3::Zero(), 0.1, true);
  std::get<GivenBody>(slice.body).inertia_com = Vec3(0.01, 0.3, 0.3).asDiagonal();
  EXPECT_THROW_MESSAGE(assemble(std::vector<Part>{rod, slice}), ModelError,
                       "part 'slice' (cut): no real body is left");
  const Compound kept = assemble(std::vector<Part>{rod, slice}, {}, Physics::kNotChecked);
  EXPECT_LT(kept.total.second_moment(0, 0), 0.0);
}

// Property: rounding alone refuses nothing. A thin-walled shell far from the origin stays legal.
TEST(Compound, AcceptsThinWallsFarAway) {
  const auto X = at(100.0, -50.0, 30.0);
  for (const double wall : {1e-2, 1e-4, 1e-6}) {
    const std::vector<Part> parts{solid("ball", Sphere{0.1}, X),
                                  cut("cavity", Sphere{0.1 - wall}, X)};
    EXPECT_NO_THROW(assemble(parts)) << wall;
  }
}

}  // namespace
}  // namespace appell::mass
