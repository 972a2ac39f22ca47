// `appell mass` through the program: golden compound bodies, shapes, mesh files, nesting, bad
// input.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/io/load_model.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/mesh_texts.hpp"
#include "tests/support/program.hpp"

namespace appell {
namespace {

using nlohmann::json;
using support::matrix_of;
using support::near;
using support::Outcome;
using support::run_program;

json mass_of(const std::string& file, const std::string& arguments = "") {
  const Outcome outcome = run_program("mass --json " + file + " " + arguments);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return json::parse(outcome.out);
}

std::string toml_rows(const json& rows) { return rows.dump(); }  // JSON lists are TOML lists.

// Golden data: compound bodies computed with 60 digits by another program, each component a given
// body at a placement, cavities removed.
TEST(Mass, GoldenCompoundBodies) {
  const support::TemporaryFolder folder;
  const json document = support::load_golden_json("mass_assembly");
  ASSERT_FALSE(document["cases"].empty());
  for (const json& body : document["cases"]) {
    std::string text = "name = \"golden\"\n";
    for (const json& component : body["components"]) {
      text += "[[part]]\nshape = \"body\"\nmass = " + component["mass"].dump() +
              "\ncom = " + toml_rows(component["com"]) +
              "\ninertia = " + toml_rows(component["inertia_com"]) +
              "\nmatrix = " + toml_rows(component["T"]) +
              "\ncut = " + (component["sigma"] == 1 ? "false" : "true") + "\n";
    }
    const json result = mass_of(folder.write("golden.toml", text));
    const json& expected = body.contains("expected") ? body["expected"] : body;
    // Relative, max norm. Worst seen 7e-16 in the library's own test of the same data.
    constexpr double kTolerance = 1e-13;
    EXPECT_TRUE(near(result["mass"].get<double>(), expected["mass"].get<double>(), kTolerance));
    for (const char* key : {"com", "inertia_origin", "inertia_com", "planar_origin", "planar_com",
                            "pseudo_inertia", "principal_moments"}) {
      EXPECT_TRUE(near(matrix_of(result[key]), matrix_of(expected[key]), kTolerance)) << key;
    }
  }
}

constexpr const char* kBox = R"(
name = "box"
[[part]]
shape = "box"
size = [0.1, 0.2, 0.3]
density = 1000.0
xyz = [1, 2, 3]
)";

// Oracle: I = m (b² + c²)/12 of a box, and the parallel-axis theorem written out.
TEST(Mass, BoxHasItsClosedForm) {
  const support::TemporaryFolder folder;
  const json result = mass_of(folder.write("box.toml", kBox));
  const double m = 6.0;
  EXPECT_TRUE(near(result["mass"].get<double>(), m, 1e-15));
  EXPECT_EQ(result["com"], json({1, 2, 3}));
  EXPECT_TRUE(near(matrix_of(result["inertia_com"]),
                   Vec3(m * 0.13 / 12, m * 0.10 / 12, m * 0.05 / 12).asDiagonal().toDenseMatrix(),
                   1e-15));
  EXPECT_TRUE(near(result["inertia_origin"][0][0].get<double>(), m * 0.13 / 12 + m * 13.0, 1e-15));
  EXPECT_TRUE(near(result["inertia_origin"][0][1].get<double>(), -m * 2.0, 1e-15));
}

TEST(Mass, FramesMoveAndTurnTheProperties) {
  const support::TemporaryFolder folder;
  const std::string file = folder.write("box.toml", kBox);
  const json at_com = mass_of(file, "--frame com");
  EXPECT_EQ(at_com["com"], json({0, 0, 0}));
  EXPECT_EQ(at_com["inertia_origin"], at_com["inertia_com"]);
  // A quarter turn about z swaps the moments about x and y.
  const json turned = mass_of(file, "--frame 1,2,3,0,0,1.5707963267948966");
  const json straight = mass_of(file);
  EXPECT_TRUE(near(turned["inertia_com"][0][0].get<double>(),
                   straight["inertia_com"][1][1].get<double>(), 1e-15));
  EXPECT_TRUE(near(turned["com"][0].get<double>(), 0.0, 1e-15, 1.0));
  const json principal = mass_of(file, "--frame principal");
  EXPECT_TRUE(near(matrix_of(principal["inertia_com"]),
                   MatX(matrix_of(straight["principal_moments"]).col(0).asDiagonal()), 1e-15));
  const Outcome wrong = run_program("mass " + file + " --frame 1,2");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_EQ(wrong.err,
            "appell: --frame: the frame is '1,2'; origin, com, principal, x,y,z or "
            "x,y,z,roll,pitch,yaw is "
            "needed\n");
}

/// A box of 2 x 4 x 8 about (1, 2, 4) as an OBJ text: sizes that single precision holds exactly.
constexpr const char* kObjBox = R"(v 0 0 0
v 2 0 0
v 2 4 0
v 0 4 0
v 0 0 8
v 2 0 8
v 2 4 8
v 0 4 8
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
)";

/// The same as an ASCII STL text.
std::string stl_box() {
  const int corners[12][3] = {{0, 3, 2}, {0, 2, 1}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4},
                              {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};
  const int points[8][3] = {{0, 0, 0}, {2, 0, 0}, {2, 4, 0}, {0, 4, 0},
                            {0, 0, 8}, {2, 0, 8}, {2, 4, 8}, {0, 4, 8}};
  std::string text = "solid box\n";
  for (const auto& triangle : corners) {
    text += "facet normal 0 0 0\nouter loop\n";
    for (const int corner : triangle) {
      const int* p = points[corner];
      text += "vertex " + std::to_string(p[0]) + " " + std::to_string(p[1]) + " " +
              std::to_string(p[2]) + "\n";
    }
    text += "endloop\nendfacet\n";
  }
  return text + "endsolid box\n";
}

// Oracle: a box mesh has the closed form of the box, exactly up to rounding.
TEST(Mass, MeshFilesOfABoxAreExact) {
  const support::TemporaryFolder folder;
  folder.write("box.obj", kObjBox);
  folder.write("box.stl", stl_box());
  const double m = 64.0 * 0.001;  // density 1e6, scale 0.001
  for (const char* mesh : {"box.obj", "box.stl"}) {
    const std::string text = std::string("name = \"mesh\"\n[[part]]\nshape = \"mesh\"\nfile = \"") +
                             mesh + "\"\nscale = 0.001\ndensity = 1e6\n";
    const json result = mass_of(folder.write("mesh.toml", text));
    EXPECT_TRUE(near(result["mass"].get<double>(), m, 1e-14)) << mesh;
    EXPECT_TRUE(near(matrix_of(result["com"]), Vec3(0.001, 0.002, 0.004), 1e-14)) << mesh;
    const Vec3 moments = m * 1e-6 / 12 * Vec3(16 + 64, 4 + 64, 4 + 16);
    EXPECT_TRUE(near(matrix_of(result["inertia_com"]), MatX(moments.asDiagonal()), 1e-14)) << mesh;
  }
}

TEST(Mass, NestedFilesAndMaterialsOfOnesOwn) {
  const support::TemporaryFolder folder;
  folder.write("inner.toml", kBox);
  const std::string outer = folder.write("outer.toml", R"(
name = "outer"
[[material]]
name = "balsa"
density = 160.0
[[part]]
shape = "file"
file = "inner.toml"
xyz = [-1, -2, -3]
[[part]]
shape = "box"
size = [0.1, 0.1, 0.1]
material = "balsa"
xyz = [5, 0, 0]
)");
  const json result = mass_of(outer);
  EXPECT_TRUE(near(result["mass"].get<double>(), 6.0 + 0.16, 1e-15));
  EXPECT_TRUE(near(result["com"][0].get<double>(), 0.16 * 5 / 6.16, 1e-15));
}

// Bad input: a part without a name is called the same, whoever finds the problem, in a body and in
// a model.
TEST(Mass, PartsWithoutAName) {
  const support::TemporaryFolder folder;
  folder.write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  for (const std::string file : {"open.obj", "none.obj"}) {
    const std::string part = "shape = 'mesh', file = '" + file + "', density = 1";
    const std::string body = folder.write("b.toml", "name = 'b'\npart = [{" + part + "}]\n");
    const std::string model =
        folder.write("m.toml", "name = 'm'\n[[link]]\nname = 'a'\nparts = [{" + part + "}]\n");
    for (const std::string& command : {"mass " + body, "lint " + model}) {
      const support::Outcome outcome = support::run_program(command);
      EXPECT_EQ(outcome.exit_code, 2) << command;
      EXPECT_NE(outcome.err.find(": part 1: "), std::string::npos) << outcome.err;
    }
  }
}

// Bad input: exit 2, every problem at its place, nothing on stdout.
TEST(Mass, ExplainsBadInput) {
  const support::TemporaryFolder folder;
  folder.write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  folder.write("circle.toml", "name = \"c\"\n[[part]]\nshape = \"file\"\nfile = \"circle.toml\"\n");
  const struct {
    const char* text;
    std::vector<const char*> messages;
  } cases[] = {
      {"name = \"a\"\n", {"t.toml:1:1: body 'a': has no part; at least one [[part]] is needed"}},
      {"[[part]]\nshape = \"bx\"\n",
       {"name is missing", "part 1: shape is 'bx' (did you mean 'box'?)"}},
      {"name = \"a\"\n[[part]]\nshape = \"sphere\"\nradius = -1\ndensity = 1\n[[part]]\nshape = "
       "\"box\"\nsize = [1, 2]\ndensity = 1\n",
       {"t.toml:2:1: part 1: sphere: radius is -1", "t.toml:8:8: part 2: box: size has 2 numbers"}},
      {"name = \"a\"\n[[part]]\nname = \"p\"\nshape = \"sphere\"\nradius = 1\n",
       {"t.toml:2:1: part 'p': there is no density, mass and material"}},
      {"name = \"a\"\n[[part]]\nshape = \"sphere\"\nradius = 1\nmaterial = \"steal\"\n",
       {"there is no material 'steal' (did you mean 'steel'?)"}},
      {"name = \"a\"\n[[part]]\nshape = \"mesh\"\nfile = \"open.obj\"\ndensity = 1\n",
       {"part 1: mesh"}},
      {"name = \"a\"\n[[part]]\nshape = \"mesh\"\nfile = \"none.stl\"\ndensity = 1\n",
       {"none.stl: there is no such file"}},
      {"name = \"a\"\n[[part]]\nshape = \"file\"\nfile = \"circle.toml\"\n",
       {"is part of itself; body files must not form a circle"}},
      {"name = \"a\"\n[[part]]\nname = \"host\"\nshape = \"sphere\"\nradius = 1\ndensity = 1\n"
       "[[part]]\nname = \"hole\"\nshape = \"sphere\"\nradius = 2\ndensity = 1\ncut = true\n",
       {"part 'hole'", "host"}},
  };
  for (const auto& [text, messages] : cases) {
    SCOPED_TRACE(text);
    const Outcome outcome = run_program("mass " + folder.write("t.toml", text));
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(outcome.out, "");
    for (const char* message : messages) {
      EXPECT_NE(outcome.err.find(message), std::string::npos) << message << "\n" << outcome.err;
    }
  }
}

// Cross-check: a link described by parts in a model file has the mass that `appell mass` gives.
TEST(Mass, PartsOfALinkAreItsMass) {
  const support::TemporaryFolder folder;
  const std::string robot = folder.write("robot.toml", R"(
name = "robot"
[[link]]
name = "base"
[[link]]
name = "arm"
parts = [
  {shape = "box", size = [0.1, 0.2, 0.3], density = 1000.0, xyz = [1, 2, 3]},
]
[[joint]]
name = "j"
type = "revolute"
parent = "base"
child = "arm"
)");
  const json lint = json::parse(run_program("lint --json " + robot).out);
  const json mass = mass_of(folder.write("box.toml", kBox));
  EXPECT_TRUE(near(lint["links"][0]["mass"].get<double>(), mass["mass"].get<double>(), 1e-15));
  EXPECT_TRUE(near(matrix_of(lint["links"][0]["principal_moments"]),
                   matrix_of(mass["principal_moments"]), 1e-14));
  const Outcome both = run_program("lint " + folder.write("both.toml", R"(
name = "both"
[[link]]
name = "arm"
mass = 1.0
parts = [{shape = "sphere", radius = 0.1, density = 1000.0}]
)"));
  EXPECT_EQ(both.exit_code, 2);
  EXPECT_NE(both.err.find("link 'arm': has parts and mass; one is needed"), std::string::npos)
      << both.err;
}

// Oracle: closed form of a box of steel, from a file in millimetres, in every format.
TEST(Mass, AMeshFileIsABody) {
  const support::TemporaryFolder folder;
  const mass::Mesh box = support::box_mesh({200.0, 100.0, 50.0});
  for (const auto& [name, text] : {std::pair{"part.stl", support::binary_stl(box)},
                                   std::pair{"PART.STL", support::ascii_stl(box)},
                                   std::pair{"part.obj", support::obj_text(box)}}) {
    const json body = mass_of(folder.write(name, text), "--material steel --scale 0.001");
    EXPECT_NEAR(body["mass"].get<double>(), 7850.0 * 0.2 * 0.1 * 0.05, 1e-6) << name;
    EXPECT_NEAR(body["inertia_com"][0][0].get<double>(), 7.85 * (0.1 * 0.1 + 0.05 * 0.05) / 12.0,
                1e-8)
        << name;
    EXPECT_TRUE(body["notes"].empty());
  }
  const std::string file = folder.write("part.stl", support::binary_stl(box));
  EXPECT_NEAR(mass_of(file, "--mass 3")["mass"].get<double>(), 3.0, 1e-12);
  EXPECT_NEAR(mass_of(file, "--density 2 --scale 0.01")["mass"].get<double>(), 2.0, 1e-6);
  const Outcome urdf = run_program("mass " + file + " --material steel --urdf");
  EXPECT_EQ(urdf.exit_code, 0);
  EXPECT_TRUE(urdf.out.starts_with("<inertial>")) << urdf.out;
  EXPECT_TRUE(urdf.err.starts_with("note: the part is 200 m long: is the file in millimetres?"))
      << urdf.err;
  const json large = mass_of(file, "--material steel");
  EXPECT_NE(large["notes"][0].get<std::string>().find("is the file in millimetres?"),
            std::string::npos);
}

// Oracle: a ball of triangles without one of them, closed, is the ball of triangles.
TEST(Mass, SmallHolesAreClosedOnRequest) {
  const support::TemporaryFolder folder;
  mass::Mesh ball = support::ball_mesh(20);
  const double whole =
      mass_of(folder.write("ball.stl", support::binary_stl(ball)), "--density 1")["mass"];
  ball.triangles.erase(ball.triangles.begin() + 700);
  const std::string file = folder.write("ball.stl", support::binary_stl(ball));
  const Outcome open = run_program("mass " + file + " --density 1");
  EXPECT_EQ(open.exit_code, 2);
  EXPECT_NE(open.err.find("the surface is open; --close-holes closes small holes"),
            std::string::npos)
      << open.err;
  const json closed = mass_of(file, "--density 1 --close-holes");
  EXPECT_NEAR(closed["mass"].get<double>(), whole, 1e-12);
  const std::string note = closed["notes"][0];
  EXPECT_TRUE(note.starts_with("1 hole of 3 edges and ")) << note;
  EXPECT_NE(note.find("this changes the volume by "), std::string::npos) << note;
}

// Oracle: the hull of a cube without its lid is the cube.
TEST(Mass, TheHullOfAnOpenMeshIsTakenOnRequest) {
  const support::TemporaryFolder folder;
  mass::Mesh box = support::box_mesh({0.5, 0.5, 0.5});
  box.triangles.erase(box.triangles.begin(), box.triangles.begin() + 2);
  const std::string file = folder.write("box.stl", support::binary_stl(box));
  const json hull = mass_of(file, "--density 8 --hull");
  EXPECT_NEAR(hull["mass"].get<double>(), 1.0, 1e-12);
  EXPECT_EQ(hull["notes"][0], "the convex hull of the mesh was taken: 0.125 m³");
}

// Oracle: a box of 2 kg about (1, 0, 0): m/12 (b² + c²) and Steiner's m d² about any point; a
// quarter turn about z swaps x and y. Tensors of a part are those of the body that has only it.
TEST(Mass, TensorsAboutAnyPointAndAxes) {
  const support::TemporaryFolder folder;
  const std::string box =
      "[[part]]\nname='box'\nshape='box'\nsize=[0.2,0.4,0.6]\nmass=2\nxyz=[1,0,0]\n";
  const std::string one = folder.write("one.toml", "name='one'\n" + box);
  const std::string two =
      folder.write("two.toml", "name='two'\n" + box +
                                   "[[part]]\nname='ball'\nshape='sphere'\nradius=1\nmass=3\n");
  for (const json& found : {mass_of(one, "--about 1,0.5,0 --axes 0,0,1.5707963267948966"),
                            mass_of(two, "--part box --frame 1,0.5,0,0,0,1.5707963267948966")}) {
    const double about_x = 2.0 / 12.0 * (0.16 + 0.36), about_y = 2.0 / 12.0 * (0.04 + 0.36),
                 about_z = 2.0 / 12.0 * (0.04 + 0.16);
    const double steiner = 2.0 * 0.25;
    EXPECT_NEAR(found["axial_com"][0].get<double>(), about_y, 1e-15);
    EXPECT_NEAR(found["axial_origin"][0].get<double>(), about_y, 1e-15);  // d lies on it now.
    EXPECT_NEAR(found["axial_origin"][1].get<double>(), about_x + steiner, 1e-15);
    EXPECT_NEAR(found["axial_origin"][2].get<double>(), about_z + steiner, 1e-15);
    EXPECT_NEAR(found["planar_moments_com"][0].get<double>(), 2.0 / 12.0 * 0.16, 1e-15);
    EXPECT_NEAR(found["planar_moments_origin"][0].get<double>(), 2.0 / 12.0 * 0.16 + steiner,
                1e-15);
    EXPECT_NEAR(found["polar_com"].get<double>(), 2.0 / 12.0 * (0.04 + 0.16 + 0.36), 1e-15);
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(found["centrifugal_origin"][i].get<double>(), 0.0, 1e-15);
      EXPECT_NEAR(found["static_moment"][i].get<double>(),
                  found["pseudo_inertia"][3][i].get<double>(), 0.0);
    }
    EXPECT_NEAR(found["static_moment"][0].get<double>(), -1.0, 1e-15);
  }
  // ∫ y z dm of the box from (1, 0.5, -0.3): m (-0.5)(0.3); order yz, xz, xy.
  const json moved = mass_of(one, "--about 1,0.5,-0.3");
  EXPECT_NEAR(moved["centrifugal_origin"][0].get<double>(), -0.3, 1e-15);
  EXPECT_EQ(mass_of(one, "--about com")["polar_origin"], mass_of(one, "")["polar_com"]);
}

// Oracle: planar2r's links are those of golden/FORMAT.md: the mass and centre that eval uses.
TEST(Mass, TensorsOfALinkOfARobot) {
  const json link = mass_of("planar2r", "--link link2 --about com");
  const model::Model robot = io::load_model("planar2r").model;
  const mass::RigidMass expected = robot.description().links[2].inertial.rigid_mass();
  ASSERT_EQ(robot.description().links[2].name, "link2");
  EXPECT_EQ(link["mass"], expected.mass);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      EXPECT_NEAR(link["inertia_origin"][i][j].get<double>(), expected.inertia_com()(i, j), 1e-15);
    }
  }
  const std::pair<const char*, const char*> wrong[] = {
      {"planar2r --link link9", "--link: 'link9' is no link of 'planar2r' (did you mean 'link1'?)"},
      {"planar2r --link link1 --about 1,2", "--about: is '1,2'; three numbers are needed"},
      {"planar2r --link link1 --about 1,2,x", "--about, --axes: the frame is '1,2,x,0,0,0'"},
      {"planar2r --link link1 --axes 1,0,0 --frame com", "--frame: says both point and axes"}};
  for (const auto& [arguments, message] : wrong) {
    const Outcome outcome = run_program(std::string("mass ") + arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << outcome.err;
  }
}

// Oracle: ρ = 800 (1 + z/2) on a box of 1 x 1 x 2 m: 1600 kg, centre at J_zz b/m = 1/6 m.
TEST(Mass, DensityMayBeAFormula) {
  const support::TemporaryFolder folder;
  const auto body = [&](const std::string& density) {
    return folder.write(
        "b.toml",
        "name='b'\n[[part]]\nname='p'\nshape='box'\nsize=[1,1,2]\ndensity=" + density + "\n");
  };
  const json found = mass_of(body("'800*(1 + z/2)'"));
  EXPECT_NEAR(found["mass"].get<double>(), 1600.0, 1e-9);
  EXPECT_NEAR(found["com"][2].get<double>(), 1.0 / 6.0, 1e-13);
  EXPECT_NE(found["notes"][0].get<std::string>().find("estimated relative error"),
            std::string::npos);
  const std::pair<const char*, const char*> wrong[] = {
      {"'800*(1 + t)'", "part 'p': density, column 10: 't' is not known"},
      {"'800*2^z'", "an exponent must be a constant number"},
      {"'z'", "it must be finite and not negative"},
      {"''", "the expression ends; a number, x, y, z or a function is needed"}};
  for (const auto& [density, message] : wrong) {
    const Outcome outcome = run_program("mass " + body(density));
    EXPECT_EQ(outcome.exit_code, 2) << density;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << outcome.err;
  }
}

// Files of CAD programs: what to do with them. Sizes in millimetres: a note.
TEST(Mass, SaysWhatToDoWithOtherFiles) {
  const support::TemporaryFolder folder;
  const std::string step = folder.write("part.STEP", "ISO-10303-21;\n");
  for (const char* options : {"", " --material steel --scale 0.001"}) {
    const Outcome outcome = run_program("mass " + step + options);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_NE(outcome.err.find("part.STEP: .step files are not read; export a closed mesh (.stl or "
                               ".obj) from the CAD program"),
              std::string::npos)
        << outcome.err;
  }
  const Outcome ply = run_program("mass " + folder.write("part.ply", "ply\n"));
  EXPECT_NE(ply.err.find(".ply files are not read; save the mesh as"), std::string::npos)
      << ply.err;
  const std::string toml = folder.write(
      "b.toml", "name='b'\n[[part]]\nshape='box'\nsize=[20,30,190]\nmaterial='aluminium'\n");
  const Outcome large = run_program("mass " + toml);
  EXPECT_TRUE(large.out.starts_with("Body b: 1 part\n")) << large.out;
  EXPECT_NE(large.out.find("are sizes in millimetres? They are read as metres"), std::string::npos)
      << large.out;
}

// Bad input: what a mesh needs, and what only a mesh has.
TEST(Mass, ExplainsOptionsOfMeshes) {
  const support::TemporaryFolder folder;
  const std::string file =
      folder.write("part.stl", support::binary_stl(support::box_mesh({1, 1, 1})));
  const std::string toml =
      folder.write("b.toml", "name='b'\n[[part]]\nshape='box'\nsize=[1,1,1]\ndensity=1\n");
  const std::pair<std::string, std::string> cases[] = {
      {file,
       "is a mesh, which has no mass; one of --material, --density and --mass is needed, none "},
      {file + " --material steel --mass 2", "is needed, several are given"},
      {file + " --material steeel", "steeel"},
      {file + " --material steel --scale 0", "--scale: is '0'; a positive number of metres per"},
      {file + " --density -1", "--density: is '-1'; a positive number of kg/m³ is needed"},
      {toml + " --material steel",
       "--material: is for mesh files (.stl, .obj, .dae); the parts of "},
      {toml + " --close-holes", "--close-holes: is for mesh files"},
      {(folder.path() / "no.stl").string() + " --mass 1", "no.stl: there is no such file"},
  };
  for (const auto& [arguments, message] : cases) {
    const Outcome outcome = run_program("mass " + arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << arguments << "\n" << outcome.err;
  }
}

}  // namespace
}  // namespace appell
