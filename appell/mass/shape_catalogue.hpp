#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "appell/mass/shape.hpp"

/// Names of shapes and fields, for readers of files and for help texts.
namespace appell::mass {

/// What a field holds.
enum class FieldKind {
  kNumber,     ///< one number
  kVector2,    ///< [x, y]
  kVector3,    ///< [x, y, z]
  kPoints2,    ///< list of [x, y]
  kPoints3,    ///< list of [x, y, z]
  kTriangles,  ///< list of [i, j, k], vertex numbers from 0
};

/// "3 numbers", "a list of points [x, y]", ...
std::string_view field_kind_text(FieldKind kind);

struct FieldDescription {
  std::string name;
  FieldKind kind;
  std::string unit;
  std::string meaning;
};

struct ShapeDescription {
  std::string name;
  int dimension;
  std::vector<FieldDescription> fields;
};

/// All shapes in the order of the variant Shape.
const std::vector<ShapeDescription>& shape_catalogue();

/// A shape of this name with no field given.
/// @throws ModelError with the names that exist, and the nearest one, if there is none.
Shape shape_of_name(std::string_view name);

/// A value as files have it: a number, a list of numbers, a list of lists.
using FieldValue = std::variant<double, std::vector<double>, std::vector<std::vector<double>>>;

/// Gives a value to one field. Only its form is checked here; unit_density_mass() checks sizes.
/// @throws ModelError naming shape and field if the shape has no such field (with the fields it
///   has), or if the value has the wrong form or number of entries.
void set_field(Shape& shape, std::string_view field, const FieldValue& value);

}  // namespace appell::mass
