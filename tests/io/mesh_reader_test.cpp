// Mesh files: what a solid weighs does not depend on its format; every mistake has its place.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>
#include <sstream>

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/mesh_formats.hpp"
#include "appell/io/mesh_reader.hpp"
#include "appell/mass/shape.hpp"
#include "tests/support/malloc_guard.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/mesh_texts.hpp"
#include "tests/support/places.hpp"
#include "tests/support/program.hpp"

namespace appell::io {
namespace {

using mass::Mesh;
using mass::Vec2;
using support::ascii_stl;
using support::binary_stl;
using support::near;
using support::obj_text;
using support::TemporaryFolder;

Mesh stl(const std::string& bytes) {
  std::istringstream stream(bytes);
  return read_stl(stream, "m.stl", bytes.size());
}

Mesh obj(const std::string& text) {
  std::istringstream stream(text);
  return read_obj(stream, "m.obj");
}

/// The same volume, centre and second moment, relative.
void expect_same_solid(const mass::Shape& actual, const mass::Shape& expected, double tolerance) {
  const mass::RigidMass a = unit_density_mass(actual), b = unit_density_mass(expected);
  EXPECT_TRUE(near(a.mass, b.mass, tolerance));
  EXPECT_TRUE(near(a.p_BBcm, b.p_BBcm, tolerance, std::cbrt(b.mass)));
  EXPECT_TRUE(near(a.second_moment, b.second_moment, tolerance));
}

/// The solid over a polygon (counter-clockwise) with its bottom in z = 0, as an OBJ of polygons.
std::string prism_obj(const std::vector<Vec2>& corners, double height) {
  std::string text, bottom = "f", top = "f";
  const std::size_t n = corners.size();
  for (const double z : {0.0, height}) {
    for (const Vec2& p : corners) text += concat("v ", p.x(), " ", p.y(), " ", z, "\n");
  }
  for (std::size_t i = 1; i <= n; ++i) {
    const std::size_t next = i % n + 1;
    text += concat("f ", i, " ", next, " ", next + n, " ", i + n, "\n");
    bottom += concat(" ", n + 1 - i);
    top += concat(" ", n + i);
  }
  return text + bottom + "\n" + top + "\n";
}

// Oracle: the closed form of a box, in every format, single precision being exact for its corners.
TEST(MeshReader, ABoxInEveryFormat) {
  const mass::Box box{{2, 4, 8}};
  const Mesh mesh = support::box_mesh({2, 4, 8});
  for (const Mesh& read : {stl(binary_stl(mesh)), stl(ascii_stl(mesh)), obj(obj_text(mesh))}) {
    EXPECT_EQ(read.vertices.size(), 8U);
    EXPECT_EQ(read.triangles.size(), 12U);
    expect_same_solid(read, box, 1e-14);
  }
}

// Oracle: the same box. All that the formats allow: cases, blanks, line ends, colours; solids that
// share a file; faces by any kind of index; a binary file that begins like a text.
TEST(MeshReader, WhatTheFormatsAllow) {
  const Mesh mesh = support::box_mesh({2, 4, 8});
  std::string text = ascii_stl(mesh);
  const std::string lower = text;
  for (char& c : text) c = c == '\n' ? '\n' : static_cast<char>(std::toupper(c));
  expect_same_solid(stl("\n \t" + text + "\n\n"), mesh, 0.0);
  std::string windows;
  for (const char c : lower) windows += c == '\n' ? " \r\n" : std::string(1, c);
  expect_same_solid(stl(windows), mesh, 0.0);
  Mesh halves[2] = {mesh, mesh};  // As two solids: the surface closes across them.
  halves[0].triangles.resize(5);
  halves[1].triangles.erase(halves[1].triangles.begin(), halves[1].triangles.begin() + 5);
  expect_same_solid(stl(ascii_stl(halves[0]) + ascii_stl(halves[1])), mesh, 0.0);
  std::string binary = binary_stl(mesh);
  binary.replace(0, 5, "solid");
  expect_same_solid(stl(binary), mesh, 0.0);

  const std::string vertices =
      "# box\nmtllib none.mtl\no box\nv -1 -2 -4 1 0 0\nv 1 -2 -4 1.0\nv 1 2 -4\nv -1 2 -4\n"
      "v -1 -2 4\nv 1 -2 4\nv 1 2 4\nv -1 2 4\nvt 0 0\nvn 0 0 1\nv 9 9 9\n";  // The last is unused.
  expect_same_solid(obj(vertices + "usemtl x\ns off\nf 1/1 4/1/1 3//1 2\nf -5 -4 -3 -2\r\n"
                                   "f 1 2 6 5\nf 2 3 \\\n 7 6\nf 3 4 8 7\nf 4 1 5 8\nl 1 2\np 1\n"),
                    mesh, 1e-15);
}

// Oracle: the same box with a byte order mark, with faces before their vertices, some of both, and
// with comments behind statements: one that ends with a backslash does not take the next line.
TEST(MeshReader, WhatOtherProgramsWrite) {
  const Mesh mesh = support::box_mesh({2, 4, 8});
  const std::string mark = "\xEF\xBB\xBF";
  expect_same_solid(stl(mark + ascii_stl(mesh)), mesh, 0.0);
  expect_same_solid(obj(mark + obj_text(mesh)), mesh, 0.0);

  const std::string bottom = "v -1 -2 -4 # corner\nv 1 -2 -4 1 # C:\\box\\\nv 1 2 -4#\nv -1 2 -4\n";
  const std::string top = "v -1 -2 4\nv 1 -2 4\nv 1 2 4\nv -1 2 4\n";
  const std::string sides = "f 1 2 6 5 # 9\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
  expect_same_solid(obj(sides + "f 1 4 3 2\nf 5 6 7 8\n" + bottom + top), mesh, 1e-15);
  const Mesh mixed = obj(bottom + "f -4 -1 -2 -3\n" + sides + top + "f -4 -3 -2 -1\n");
  EXPECT_EQ(mixed.vertices.size(), 8U);
  expect_same_solid(mixed, mesh, 1e-15);
}

// Oracle: prisms in closed form. The fan of a flat face with dents has triangles outside of it,
// whose signed volumes cancel; a face of 20,000 corners takes no time.
TEST(MeshReader, FacesOfManyCorners) {
  const std::vector<Vec2> dented{{0, 0}, {2, 0}, {2, 1}, {0.5, 0.5}, {0, 1.5}};
  expect_same_solid(obj(prism_obj(dented, 0.3)), mass::Prism{dented, 0.3}, 1e-14);
  std::vector<Vec2> star;
  for (int i = 0; i < 20'000; ++i) {
    const double angle = 2.0 * M_PI * i / 20'000, radius = i % 2 == 0 ? 1.0 : 0.8;
    star.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
  }
  const std::clock_t start = std::clock();
  // Worst seen 2e-13: 20,000 corners sum up.
  const double area = 0.5 * 20'000 * 0.8 * std::sin(2.0 * M_PI / 20'000);
  EXPECT_TRUE(near(mass::measure(obj(prism_obj(star, 1.0))), area, 1e-12));
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 5.0);
}

TEST(MeshReader, ScalesAndMirrors) {
  const TemporaryFolder folder;
  const std::string path = folder.write("BOX.STL", binary_stl(support::box_mesh({2, 4, 8})));
  expect_same_solid(read_mesh(path, {0.5, 0.25, -0.125}), mass::Box{{1, 1, 1}}, 1e-15);
}

struct Bad {
  std::string text;
  std::string message;
};

// Bad input: the line, what was found, what is needed.
TEST(MeshReader, BadObj) {
  const std::string three = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  const Bad cases[] = {
      {"v 0 0\n", "m.obj:1: found ''; a vertex has three finite numbers"},
      {"v 0 0 x\n", "m.obj:1: found 'x'; a vertex has three finite numbers"},
      {"\nv 0 nan 0\n", "m.obj:2: found 'nan'; a vertex has three finite numbers"},
      {"v 0 1e999 0\n", "m.obj:1: found '1e999'"},
      {"v 2 4 6 2\n", "m.obj:1: found w = 2 behind x, y and z of a vertex; 1 is needed"},
      {"v 2 4 6 0\n", "m.obj:1: found w = 0 behind x, y and z of a vertex; 1 is needed"},
      {"v 0 0 0 1 1\n",
       "m.obj:1: this vertex has 5 numbers; 3 (x y z), 4 (a last 1) or 6 (a colour) are needed"},
      {"\nv 0 0 0 1 1 1 1\n", "m.obj:2: this vertex has 7 numbers; 3 (x y z)"},
      {"v 0 0 0 1 1 1 1 1 # 8\n", "m.obj:1: this vertex has 8 numbers; 3 (x y z)"},
      {"v 0 0 0 0.5 0.5 red\n", "m.obj:1: found 'red'; behind x, y and z of a vertex"},
      {three + "f 1 2\n", "m.obj:4: this face has 2 corners; at least 3 are needed"},
      {three + "f 1 2 4\n", "m.obj:4: corner '4' is vertex 4; there are 3 in the file"},
      {"f 1 2 5\nf 1 2 7\nf 1 2 6\n" + three, "m.obj:2: corner '7' is vertex 7; there are 3 in"},
      {three + "f 1 2 9223372036854775807\n", "m.obj:4: corner '9223372036854775807' is vertex 9"},
      {three + "f 1 2 -4\n", "m.obj:4: corner '-4' is vertex -4; there are 3"},
      {three + "f 1 2 -9223372036854775808\n", "is vertex -9223372036854775808; there are 3"},
      {three + "f 1 2 9223372036854775808\n", "m.obj:4: found '9223372036854775808'; a corner is"},
      {three + "f 1 2 0\n", "m.obj:4: found '0'; a corner is v, v/vt, v//vn or v/vt/vn"},
      {three + "f 1 2 3/1/2/3\n", "m.obj:4: found '3/1/2/3'; a corner is"},
      {three + "f 1 2 3.5\n", "m.obj:4: found '3.5'; a corner is"},
      {three + "f 1 2 3/x\n", "m.obj:4: found '3/x'; a corner is"},
      {"f 1 2 3\nv 0 0 0\n", "m.obj:1: corner '3' is vertex 3; there are 1 in the file"},
      {"f 1 2 -1\n" + three, "m.obj:1: corner '-1' is vertex -1; there are 0 before this line"},
      {"curv 0 1 2\n", "m.obj:1: found 'curv'; v, f and what has no volume"},
      {std::string("v 0 0 0\n\0\0\0", 11), "m.obj:2: found"},
      {"f " + std::string(std::size_t{17} << 20, ' '), "m.obj:1: this line has more than 16777216"},
  };
  for (const Bad& bad : cases) EXPECT_THROW_MESSAGE(obj(bad.text), ModelError, bad.message);
}

TEST(MeshReader, BadAsciiStl) {
  const std::string facet = "facet normal 0 0 1\nouter loop\n";
  const std::string corners = "vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n";
  const Bad cases[] = {
      {"solid\n", "m.stl:1: the file ends; 'endsolid' is needed"},
      {"solid\nfacett\n", "m.stl:2: found 'facett'; 'facet' is needed"},
      {"solid\n" + facet + "vertex 0 0\n", "m.stl:4: found ''; a vertex has three finite numbers"},
      {"solid\n" + facet + "vertex 0 0 1e39\n", "m.stl:4: found '1e39'; a vertex has three finite"},
      {"solid\n" + facet + "vertex 0 0 -inf\n", "m.stl:4: found '-inf'"},
      {"solid\n" + facet + "vertex 0 0 0 0\n", "m.stl:4: found '0' behind the three numbers"},
      {"solid\n" + facet + corners + corners, "m.stl:7: found 'vertex'; 'endloop' is needed"},
      {"solid\n" + facet + corners + "endloop\n", "m.stl:7: the file ends; 'endfacet' is needed"},
      {"solid\nendsolid\nmore\n", "m.stl:3: found 'more'; 'solid' is needed"},
  };
  for (const Bad& bad : cases) EXPECT_THROW_MESSAGE(stl(bad.text), ModelError, bad.message);
}

TEST(MeshReader, BadBinaryStl) {
  const std::string good = binary_stl(support::box_mesh({1, 1, 1}));
  std::string bad = good;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  std::memcpy(bad.data() + 84 + 2 * 50 + 24, &nan, 4);  // The second corner of the third triangle.
  EXPECT_THROW_MESSAGE(stl(bad), ModelError,
                       "m.stl: triangle 3 (byte 184): corner 2 is not finite; three finite");
  bad = good;
  std::memcpy(bad.data() + 84, &nan, 4);  // Of a normal, which nobody reads.
  EXPECT_NO_THROW(stl(bad));
  EXPECT_THROW_MESSAGE(stl(good.substr(0, good.size() - 1)), ModelError,
                       "m.stl: is no STL file: it does not begin with 'solid', and has 683 bytes; "
                       "684 are needed for the 12 triangles that its header claims");
  const std::uint32_t many = 4'000'000'000;
  bad = good;
  std::memcpy(bad.data() + 80, &many, 4);
  EXPECT_THROW_MESSAGE(stl(bad), ModelError,
                       "200000000084 are needed for the 4000000000 triangles");
  // Like a text at its start, but not a text.
  std::string like_text = good;
  like_text.replace(0, 5, "solid");
  like_text[80] = 13;
  EXPECT_THROW_MESSAGE(stl(like_text), ModelError,
                       "m.stl: looks like a binary STL: it begins with 'solid', but has bytes that "
                       "are no text, and 684 bytes; 734 are needed for the 13 triangles that its "
                       "header claims");
  EXPECT_THROW_MESSAGE(stl(std::string("solid\0", 6)), ModelError,
                       "and 6 bytes; 84 are needed for the header of a binary file");
  EXPECT_THROW_MESSAGE(stl("x"), ModelError, "has 1 bytes; 84 are needed for the header");
  EXPECT_THROW_MESSAGE(stl(""), ModelError, "has 0 bytes; 84 are needed for the header");
  // A file that is as large as it claims, for all that the reader is told.
  std::istringstream stream(bad);
  EXPECT_THROW_MESSAGE(read_stl(stream, "m.stl", 84 + std::uint64_t{50} * many), ModelError,
                       "m.stl: has 4000000000 triangles; at most 50000000 are read of a mesh");
}

// Bad input: only regular files are opened, and no other file than the one that is named.
TEST(MeshReader, OpensOneRegularFile) {
  const TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder.path() / "pipe.mtl").c_str(), 0600), 0);
  const std::string text = obj_text(support::box_mesh({1, 1, 1}));
  EXPECT_NO_THROW(read_mesh(folder.write("m.obj", "mtllib pipe.mtl\nusemtl a\n" + text)));
  std::filesystem::create_directory(folder.path() / "folder.stl");
  std::filesystem::create_symlink("/dev/zero", folder.path() / "device.obj");
  EXPECT_THROW_MESSAGE(read_mesh(folder.path() / "folder.stl"), ModelError, ": is a folder; a reg");
  EXPECT_THROW_MESSAGE(read_mesh(folder.path() / "device.obj"), ModelError, ": is a device; a reg");
  EXPECT_THROW_MESSAGE(read_mesh(folder.path() / "none.stl"), ModelError, "there is no such file");
  EXPECT_THROW_MESSAGE(read_mesh(folder.write("m.ply", "")), ModelError,
                       "m.ply: is no mesh file that can be read; .stl, .obj or .dae is needed");
  EXPECT_THROW_MESSAGE(read_mesh(folder.write("e.obj", "v 0 0 0\n")), ModelError,
                       "e.obj: has no triangle");
}

/// A COLLADA document of a box of 2 x 4 x 8 units, `more` among its nodes.
std::string dae_text(const std::string& more = "") {
  const Mesh mesh = support::box_mesh({2, 4, 8});
  std::string points, corners;
  for (const Vec3& p : mesh.vertices) points += concat(p.x(), " ", p.y(), " ", p.z(), " ");
  for (const auto& t : mesh.triangles) corners += concat(t[0], " ", t[1], " ", t[2], " ");
  return concat(R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="millimeter" meter="0.001"/><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="a" count="24">)",
                points,
                R"(</float_array><technique_common><accessor source="#a" count="8" stride="3">
<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
</accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="12"><input semantic="VERTEX" source="#v" offset="0"/><p>)",
                corners, R"(</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n"><scale>500 -250 125</scale>
<instance_geometry url="#g"/></node>)",
                more, R"(</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>)");
}

// Oracle: the closed form of a box that the node scales and mirrors, in the unit of the document;
// the axes are the file's own. Single precision.
TEST(MeshReader, Dae) {
  const TemporaryFolder folder;
  expect_same_solid(read_mesh(folder.write("m.dae", dae_text())), mass::Box{{1, 1, 1}}, 1e-6);
  expect_same_solid(read_mesh(folder.path() / "m.dae", {3, 2, 1}), mass::Box{{3, 2, 1}}, 1e-6);
}

// A document of two boxes, one red and one green: so are the parts, and together they are the
// whole.
TEST(MeshReader, DaeHasTheColoursOfItsMaterials) {
  const auto box = [](const std::string& colour) {
    return "<instance_geometry url=\"#g\"><bind_material><technique_common><instance_material "
           "symbol=\"s\" target=\"#" +
           colour + "\"/></technique_common></bind_material></instance_geometry>";
  };
  const auto effect = [](const std::string& colour, const std::string& rgba) {
    return "<effect id=\"" + colour +
           "_effect\"><profile_COMMON><technique sid=\"t\"><lambert><diffuse><color>" + rgba +
           "</color></diffuse></lambert></technique></profile_COMMON></effect>";
  };
  const auto material = [](const std::string& colour) {
    return "<material id=\"" + colour + "\"><instance_effect url=\"#" + colour +
           "_effect\"/></material>";
  };
  std::string text =
      dae_text("<node id=\"m\"><translate>5000 0 0</translate>" + box("green") + "</node>");
  const auto replace = [&text](const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
  };
  replace("<instance_geometry url=\"#g\"/>", box("red"));
  replace("<triangles ", "<triangles material=\"s\" ");
  replace("<library_geometries>",
          "<library_effects>" + effect("red", "0.8 0.2 0.1 1") + effect("green", "0 1 0 1") +
              "</library_effects><library_materials>" + material("red") + material("green") +
              "</library_materials><library_geometries>");
  const TemporaryFolder folder;
  const std::vector<MeshPart> parts = read_mesh_parts(folder.write("m.dae", text));
  ASSERT_EQ(parts.size(), 2u);
  for (const MeshPart& part : parts) {
    EXPECT_EQ(part.mesh.triangles.size(), 12u);
    ASSERT_TRUE(part.colour);
    const bool is_red = part.mesh.vertices.front().x() < 1.0;
    EXPECT_TRUE(support::near(*part.colour, is_red ? Vec3(0.8, 0.2, 0.1) : Vec3(0, 1, 0), 1e-6));
  }
  EXPECT_EQ(read_mesh(folder.path() / "m.dae").triangles.size(), 24u);
  const std::vector<MeshPart> plain =
      read_mesh_parts(folder.write("m.stl", support::binary_stl(support::box_mesh({1, 2, 3}))));
  ASSERT_EQ(plain.size(), 1u);
  EXPECT_FALSE(plain[0].colour);
}

// Bad input: what assimp would follow until the stack or the memory ends.
TEST(MeshReader, BadDae) {
  std::string deep, instances;
  for (int i = 0; i < 100'000; ++i) deep += "<node>";
  for (int i = 0; i < 100'000; ++i) deep += "</node>";
  for (int i = 0; i < 17; ++i) instances += "<node><instance_node url=\"#n\"/></node>";
  EXPECT_THROW_MESSAGE(read_dae(dae_text(deep), "m.dae"), ModelError,
                       "m.dae: elements nest deeper than 64 levels; no more are read");
  EXPECT_THROW_MESSAGE(read_dae(dae_text(instances), "m.dae"), ModelError,
                       "m.dae: has more than 16 <instance_node>; no more are read");
  EXPECT_THROW_MESSAGE(read_dae("<COLLADA>", "m.dae"), ModelError, "not well-formed XML");
  EXPECT_THROW_MESSAGE(read_dae("<other/>", "m.dae"), ModelError, "m.dae: ");
}

// Budget: a million triangles through the program, in 130 MB of address space.
TEST(MeshReader, LargeMeshes) {
  if (!support::MallocCount::is_counting()) {
    GTEST_SKIP() << "a sanitizer's own memory would be counted";
  }
  const TemporaryFolder folder;
  folder.write("ball.stl", binary_stl(support::ball_mesh(500)));
  const std::string body =
      folder.write("b.toml", "name='b'\n[[part]]\nshape='mesh'\nfile='ball.stl'\ndensity=1\n");
  const std::string command =
      "ulimit -v 130000; timeout 20 " + support::program() + " mass " + body + " >/dev/null";
  EXPECT_EQ(std::system(command.c_str()), 0);
}

}  // namespace
}  // namespace appell::io
