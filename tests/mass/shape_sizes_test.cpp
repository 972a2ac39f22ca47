// Sizes that no body has, and the catalogue by which files name shapes and fields.
#include <fstream>
#include <iterator>
#include <limits>
#include <map>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/mass/materials.hpp"
#include "appell/mass/shape_catalogue.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/places.hpp"

namespace appell::mass {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

#define EXPECT_REFUSED(shape, text) \
  EXPECT_THROW_MESSAGE(unit_density_mass(Shape(shape)), ModelError, text)

// Bad input: each size by itself. The message has the field, the value and what is needed.
TEST(ShapeSizes, RefusesBadNumbers) {
  EXPECT_REFUSED(Rod{-1.0}, "rod: length is -1 m; it must be positive and finite");
  EXPECT_REFUSED(Ring{0.0}, "ring: radius is 0 m; it must be positive and finite");
  EXPECT_REFUSED(Disc{kInfinity}, "disc: radius is inf m; it must be positive and finite");
  EXPECT_REFUSED(Sphere{}, "sphere: radius is missing or not a number; it must be positive");
  EXPECT_REFUSED((Box{{0.1, -0.2, 0.3}}), "box: size[1] is -0.2 m; it must be positive and finite");
  EXPECT_REFUSED((Tube{1.0, -0.1, 1.0}),
                 "tube: inner_radius is -0.1 m; it must be finite and not negative");
  EXPECT_REFUSED((Polygon{{{0.0, 0.0}, {1.0, kInfinity}, {0.0, 1.0}}}),
                 "polygon: points[1][1] is inf m; it must be finite");
  EXPECT_REFUSED((Capsule{1.0, -1.0}), "capsule: length is -1 m");
}

// Bad input: all wrong fields are listed at once.
TEST(ShapeSizes, ListsEveryWrongField) {
  try {
    unit_density_mass(Tube{-1.0, 0.5, 0.0});
    FAIL() << "nothing was thrown";
  } catch (const ModelError& error) {
    ASSERT_EQ(error.problems().size(), 2u);
    EXPECT_EQ(error.problems()[0], "tube: outer_radius is -1 m; it must be positive and finite");
    EXPECT_EQ(error.problems()[1], "tube: length is 0 m; it must be positive and finite");
  }
}

// Bad input: every shape refuses every one of its fields when it is missing.
TEST(ShapeSizes, RefusesEveryMissingField) {
  for (const ShapeDescription& description : shape_catalogue()) {
    const Shape empty = shape_of_name(description.name);
    EXPECT_EQ(shape_name(empty), description.name);
    EXPECT_EQ(dimension(empty), description.dimension);
    EXPECT_THROW_MESSAGE(unit_density_mass(empty), ModelError, description.name + ": ");
  }
}

// Bad input: sizes that are good alone and impossible together.
TEST(ShapeSizes, RefusesBadProportions) {
  EXPECT_REFUSED((Arc{1.0, 6.3}), "arc: angle is 6.3 rad; it must be at most 2 pi");
  EXPECT_REFUSED((Annulus{1.0, 1.0}), "annulus: inner_radius is 1 m; it must be less than outer");
  EXPECT_REFUSED((Tube{1.0, 2.0, 1.0}), "tube: inner_radius is 2 m; it must be less than");
  EXPECT_REFUSED((HollowSphere{1.0, 2.0}), "hollow_sphere: inner_radius is 2 m");
  EXPECT_REFUSED((SphericalCap{1.0, 2.1}), "spherical_cap: height is 2.1 m; it must be at most 2");
  EXPECT_REFUSED((Frustum{0.0, 0.0, 1.0}), "frustum: bottom_radius and top_radius are both 0 m");
  EXPECT_REFUSED((BentTube{0.1, 0.2, 0.0, 1.0}),
                 "bent_tube: outer_radius is 0.2 m; it must be at most bend_radius, 0.1 m");
  EXPECT_REFUSED((BentTube{0.4, 0.1, 0.2, 1.0}), "bent_tube: inner_radius is 0.2 m");
  EXPECT_REFUSED((BentTube{0.4, 0.1, 0.0, 7.0}), "bent_tube: angle is 7 rad");
  EXPECT_REFUSED((SweptProfile{{{-0.2, 0.0}, {0.1, 0.0}, {0.1, 0.1}}, 0.1, 1.0}),
                 "swept_profile: points[0] is 0.1 m beyond the axis of the arc");
  EXPECT_REFUSED((SweptProfile{{{0.0, 0.0}, {0.1, 0.0}}, 0.1, 1.0}),
                 "swept_profile: points has 2 corners; at least 3 are needed");
  const std::vector<Vec2> bar{{-0.1, -0.1}, {0.1, -0.1}, {0.1, 0.1}, {-0.1, 0.1}};
  const std::vector<Vec3> hook{{0, 0, 0}, {1, 0, 0}, {1, 0.5, 0}, {0.5, 0.5, 0}};
  EXPECT_REFUSED((SweptPath{bar, {{0, 0, 0}}, 0.0}),
                 "swept_path: path has 1 point; at least 2 are needed");
  EXPECT_REFUSED((SweptPath{{{0, 0}, {1, 0}}, hook, 0.0}),
                 "swept_path: points has 2 corners; at least 3 are needed");
  EXPECT_REFUSED((SweptPath{bar, {{0, 0, 0}, {1, 0, 0}, {1, 0, 0}}, 0.0}),
                 "swept_path: path[1] and path[2] are the same point; leave one out");
  EXPECT_REFUSED((SweptPath{bar, {{0, 0, 0}, {1, 0, 0}, {0.5, 0, 0}}, 0.0}),
                 "swept_path: path turns right back at path[1]; corners of less than 180 degrees");
  EXPECT_REFUSED((SweptPath{bar, hook, 0.4}),
                 "swept_path: path[1] and path[2] are 0.5 m apart; arcs of bend_radius 0.4 m need "
                 "0.8 m there");
  EXPECT_REFUSED((SweptPath{bar, hook, 0.05}),
                 "swept_path: bend_radius is 0.05 m; the profile reaches 0.1 m towards the axis");
  EXPECT_REFUSED((Pipe{0.3, 0.1, hook, 0.0}),
                 "pipe: a side of the path is 0.5 m long; between its mitred corners the profile "
                 "needs 0.6 m");
  EXPECT_REFUSED((Pipe{0.2, 0.1, hook, 0.15}),
                 "pipe: bend_radius is 0.15 m; the profile reaches 0.2 m towards the axis");
  EXPECT_REFUSED((Pipe{0.1, 0.1, hook, 0.0}), "pipe: inner_radius is 0.1 m; it must be less than");
  EXPECT_REFUSED((Torus{1.0, 1.5}),
                 "torus: minor_radius is 1.5 m; it must be at most major_radius");
  const Vec3 o(0, 0, 0), x(1, 0, 0), y(0, 1, 0), xy(1, 1, 0);
  EXPECT_REFUSED((Triangle{{o, x, 2.0 * x}}), "triangle: the area of points is 0 m²");
  EXPECT_REFUSED((Tetrahedron{{o, x, y, xy}}), "tetrahedron: the volume of points is 0 m³");
  EXPECT_REFUSED((Polyline{{o}}), "polyline: points has 1 corners; at least 2 are needed");
  EXPECT_REFUSED((Polyline{{o, x, x}}), "polyline: points[1] and points[2] are the same point");
  EXPECT_REFUSED((Box{Vec3::Constant(1e-150)}), "box: the sizes are too large or too small");
  EXPECT_REFUSED(Sphere{1e200}, "sphere: the sizes are too large or too small");
}

// Bad input: polygons that are not simple, with the edges that meet.
TEST(ShapeSizes, RefusesPolygonsThatAreNotSimple) {
  const Vec2 a(0, 0), b(1, 0), c(1, 1), d(0, 1);
  EXPECT_REFUSED((Polygon{{a, b}}), "polygon: points has 2 corners; at least 3 are needed");
  EXPECT_REFUSED((Polygon{{a, c, b, d}}), "polygon: the edges 0-1 and 2-3 meet");
  EXPECT_REFUSED((Prism{{a, b, d, c}, 1.0}), "prism: the edges 1-2 and 3-0 meet");
  EXPECT_REFUSED((Polygon{{a, b, b, c}}), "polygon: points[1] and points[2] are the same point");
  EXPECT_REFUSED((Polygon{{a, b, c, a}}), "polygon: points[3] and points[0] are the same point");
  EXPECT_REFUSED((Polygon{{a, b, 2.0 * b}}), "polygon: the edges at points[2] lie on each other");
  EXPECT_REFUSED((Polygon{{a, b, c, Vec2(0.5, 0.0), d}}), "polygon: the edges 0-1 and 2-3 meet");
}

const std::map<FieldKind, FieldValue>& example_values() {
  static const std::map<FieldKind, FieldValue> values{
      {FieldKind::kNumber, 0.5},
      {FieldKind::kVector2, std::vector<double>{1.0, 2.0}},
      {FieldKind::kVector3, std::vector<double>{1.0, 2.0, 3.0}},
      {FieldKind::kPoints2, std::vector<std::vector<double>>{{0, 0}, {1, 0}, {0, 1}}}};
  return values;
}

// Property: what the catalogue describes can be filled field by field, and gives a shape.
TEST(ShapeCatalogue, FillsEveryShape) {
  const std::vector<std::vector<double>> corners{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}};
  for (const ShapeDescription& description : shape_catalogue()) {
    Shape shape = shape_of_name(description.name);
    for (const FieldDescription& field : description.fields) {
      FieldValue value;
      if (field.kind == FieldKind::kPoints3) {
        auto points = corners;
        if (description.name == "triangle") points.pop_back();
        if (field.name == "path") points = {{0, 0, 0}, {0, 9, 0}, {9, 9, 0}};
        value = points;
      } else if (field.kind == FieldKind::kTriangles) {
        value = std::vector<std::vector<double>>{{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
      } else if (field.name == "inner_radius") {
        value = 0.25;
      } else {
        value = example_values().at(field.kind);
      }
      set_field(shape, field.name, value);
      EXPECT_FALSE(field.meaning.empty());
    }
    EXPECT_GT(measure(shape), 0.0) << description.name;
  }
}

// Oracle: the value set is the value read.
TEST(ShapeCatalogue, SetsTheNamedField) {
  Shape shape = shape_of_name("tube");
  set_field(shape, "outer_radius", 3.0);
  set_field(shape, "inner_radius", 2.0);
  set_field(shape, "length", 1.0);
  EXPECT_EQ(std::get<Tube>(shape).outer_radius, 3.0);
  EXPECT_EQ(std::get<Tube>(shape).inner_radius, 2.0);
  EXPECT_EQ(std::get<Tube>(shape).length, 1.0);
}

/// The part of `text` from `from` to the next heading.
std::string section(const std::string& text, const std::string& from) {
  const std::size_t begin = text.find(from);
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find("\n#", begin + 1) - begin);
}

/// The cell of a table that follows the cell which begins with `first`, without spaces.
std::string cell_after(const std::string& text, const std::string& first) {
  const std::size_t begin = text.find('|', text.find(first) + first.size());
  if (text.find(first) == std::string::npos || begin == std::string::npos) return "no such row";
  std::string cell = text.substr(begin + 1, text.find('|', begin + 1) - begin - 1);
  std::erase(cell, ' ');
  return cell;
}

// Property: docs/mass.md has every shape with every field and its unit, and every material.
TEST(ShapeCatalogue, IsInTheManual) {
  std::ifstream file(support::source_dir() + "/docs/mass.md");
  const std::string manual((std::istreambuf_iterator<char>(file)), {});
  for (const ShapeDescription& shape : shape_catalogue()) {
    const std::string text = section(manual, "\n#### `" + shape.name + "`\n");
    EXPECT_FALSE(text.empty()) << shape.name;
    for (const FieldDescription& field : shape.fields) {
      EXPECT_EQ(cell_after(text, "| `" + field.name + "`"), field.unit)
          << shape.name << " " << field.name;
    }
  }
  for (const Material& material : standard_materials()) {
    const std::string row = concat("| `", material.name, "` | ", material.density, " |");
    EXPECT_NE(manual.find(row), std::string::npos) << row;
  }
}

// Bad input: names that do not exist, values of the wrong form.
TEST(ShapeCatalogue, SaysWhatWasExpected) {
  EXPECT_THROW_MESSAGE(shape_of_name("spere"), ModelError,
                       "there is no shape 'spere' (did you mean 'sphere'?); there are rod, arc");
  Shape box = shape_of_name("box"), mesh = shape_of_name("mesh");
  Shape triangle = shape_of_name("triangle"), sphere = shape_of_name("sphere");
  EXPECT_THROW_MESSAGE(
      set_field(box, "sizes", 1.0), ModelError,
      "box: there is no field 'sizes' (did you mean 'size'?); its fields are size");
  EXPECT_THROW_MESSAGE(set_field(box, "size", 1.0), ModelError,
                       "box: size must be 3 numbers [x, y, z]");
  EXPECT_THROW_MESSAGE(set_field(box, "size", std::vector<double>{1.0, 2.0}), ModelError,
                       "box: size has 2 numbers; 3 are needed");
  EXPECT_THROW_MESSAGE(set_field(sphere, "radius", std::vector<double>{1.0}), ModelError,
                       "sphere: radius must be one number");
  using Rows = std::vector<std::vector<double>>;
  EXPECT_THROW_MESSAGE(set_field(triangle, "points", Rows{{0, 0, 0}}), ModelError,
                       "triangle: points has 1 point; 3 are needed");
  EXPECT_THROW_MESSAGE(set_field(mesh, "vertices", Rows{{0, 0, 0}, {1, 0}}), ModelError,
                       "mesh: vertices[1] has 2 numbers; 3 are needed");
  EXPECT_THROW_MESSAGE(set_field(mesh, "triangles", Rows{{0, 1, 2.5}}), ModelError,
                       "mesh: triangles[0] has the vertex 2.5; a whole number from 0 is needed");
}

}  // namespace
}  // namespace appell::mass
