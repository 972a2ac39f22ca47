// Right inertias: a bracket is a box with a bore; the parts add up, what is cut counts negatively.
#include <cstdio>

#include <appell/appell.hpp>

using namespace appell;

int main() {
  const std::vector<mass::Part> parts{
      {.name = "block", .body = mass::Box{.size = {0.10, 0.06, 0.02}}, .material = "aluminium"},
      {.name = "bore",
       .body = mass::Cylinder{.radius = 0.015, .length = 0.02},
       .material = "aluminium",
       .X_BP = {Mat3::Identity(), Vec3(0.02, 0.0, 0.0)},
       .cut = true},
  };
  const mass::Compound bracket = mass::assemble(parts);

  for (const mass::PartMass& part : bracket.parts) {
    std::printf("%-6s %9.6f kg%s\n", part.name.c_str(), part.rigid_mass.mass,
                part.cut ? ", removed" : "");
  }
  const mass::RigidMass& total = bracket.total;
  std::printf("total  %9.6f kg, centre of mass x = %.6f m\n", total.mass, total.p_BBcm.x());
  const Mat3 I = total.inertia_com();
  std::printf("moments about it, in kg m^2: %.4e %.4e %.4e\n", I(0, 0), I(1, 1), I(2, 2));
}
