#include "appell/io/toml_parts.hpp"

#include <utility>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/beside.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/mesh_reader.hpp"
#include "appell/io/toml_values.hpp"
#include "appell/mass/shape_catalogue.hpp"
#include "appell/trajectory/field_expression.hpp"

namespace appell::io {
namespace {

/// Names of shapes in files: those of the library and two that stand for something else.
std::vector<std::string> shape_names() {
  std::vector<std::string> names;
  for (const mass::ShapeDescription& shape : mass::shape_catalogue()) names.push_back(shape.name);
  names.insert(names.end(), {"body", "file"});
  return names;
}

mass::GivenBody read_given_body(TomlFields& fields) {
  mass::GivenBody body;
  body.mass = fields.required_number("mass");
  body.com = fields.vector("com", Vec3::Zero());
  if (!fields.has("inertia")) fields.error("inertia is missing; 3 rows of 3 numbers are needed");
  body.inertia_com = fields.matrix("inertia", 3, 3).value_or(Mat3::Zero());
  return body;
}

/// Another body file as one part.
mass::GivenBody read_nested_body(TomlFields& fields, const std::string& source_name,
                                 FileChain& chain) {
  const std::string file = fields.required_text("file");
  if (file.empty()) return {};
  const std::string path = beside(source_name, file);
  try {
    return chain.read_once(path, fields.place_of("file"), [&]() -> mass::GivenBody {
      const mass::RigidMass total =
          read_body_toml(path, regular_file_text(path, kTomlLimit), chain).compound.total;
      return {total.mass, total.p_BBcm, total.inertia_com()};
    });
  } catch (const TooManyFiles&) {
    throw;
  } catch (const ModelError& error) {
    for (const std::string& problem : error.problems()) fields.error_at("file", problem);
    return {};
  }
}

mass::Shape read_mesh_file(TomlFields& fields, const std::string& source_name) {
  const std::string file = fields.required_text("file");
  const Vec3 scale = fields.scale("scale");
  try {
    return read_mesh(beside(source_name, file), scale);
  } catch (const ModelError& error) {
    fields.error_at("file", error.what());
    return mass::Mesh{};
  }
}

/// The fields of a shape as the catalogue lists them; what is missing is said by the library.
mass::Shape read_shape(TomlFields& fields, const std::string& name) {
  mass::Shape shape = mass::shape_of_name(name);
  for (const mass::ShapeDescription& description : mass::shape_catalogue()) {
    if (description.name != name) continue;
    for (const mass::FieldDescription& field : description.fields) {
      const std::optional<TomlFields::NestedNumbers> value = fields.nested_numbers(field.name);
      if (!value) continue;
      try {
        mass::set_field(shape, field.name, *value);
      } catch (const ModelError& error) {
        fields.error_at(field.name, error.what());
      }
    }
  }
  return shape;
}

class PartsReader {
 public:
  PartsReader(const std::string& source_name, TomlFields& fields, FileChain& chain)
      : source_name_(source_name), fields_(fields), chain_(chain) {}

  std::optional<mass::Compound> read(std::string_view key,
                                     const std::vector<mass::Material>& materials,
                                     mass::Physics physics) {
    std::vector<mass::Part> parts;
    std::vector<TomlFields> tables = fields_.tables(key);
    for (TomlFields& table : tables) table.rename("part" + table.name().substr(key.size()));
    const std::size_t errors_before = fields_.num_errors();
    for (std::size_t i = 0; i < tables.size(); ++i) parts.push_back(read_part(tables[i], i));
    if (tables.empty()) {
      fields_.error(concat("has no part; at least one [[", key, "]] is needed"));
    }
    if (fields_.num_errors() > errors_before || tables.empty()) return std::nullopt;
    try {
      return mass::assemble(parts, materials, physics);
    } catch (const ModelError& error) {
      for (const std::string& problem : error.problems()) report(problem, parts, tables);
      return std::nullopt;
    }
  }

 private:
  mass::Part read_part(TomlFields& fields, std::size_t index) {
    mass::Part part;
    part.name = fields.text("name", concat(index + 1));
    part.X_BP = read_toml_placement(fields).transform();
    part.cut = fields.boolean("cut", false);
    const std::string shape = fields.required_text("shape");
    const std::vector<std::string> names = shape_names();
    if (shape == "body") {
      part.body = read_given_body(fields);
    } else if (shape == "file") {
      part.body = read_nested_body(fields, source_name_, chain_);
    } else if (std::find(names.begin(), names.end(), shape) != names.end()) {
      const bool from_file = shape == "mesh" && fields.has("file");
      part.body = from_file ? read_mesh_file(fields, source_name_) : read_shape(fields, shape);
      read_density(fields, part);
      if (fields.has("mass")) part.mass = fields.number("mass", 0.0);
      part.material = fields.text("material");
      fields.know({"density", "mass"});
      check_sizes(fields, std::get<mass::Shape>(part.body));
    } else if (!shape.empty()) {
      fields.error_at("shape", concat("shape is '", shape, "'", suggestion(shape, names),
                                      "; one of ", comma_list(names), " is needed"));
      return part;  // Its fields cannot be judged.
    }
    fields.finish();
    return part;
  }

  /// A number, or a formula in x, y, z of the part's frame.
  static void read_density(TomlFields& fields, mass::Part& part) {
    const toml::node* node = fields.any("density");
    if (node == nullptr) return;
    if (!node->is_string()) {
      part.density = fields.number("density", 0.0);
      return;
    }
    try {
      part.density_law = trajectory::FieldExpression(fields.text("density"));
    } catch (const trajectory::ExpressionError& error) {
      fields.error_at("density",
                      concat("density, column ", error.offset() + 1, ": ", error.what()));
    }
  }

  /// Sizes are judged at once, so that a bad one does not hide those of other parts. A mesh is left
  /// to mass::assemble(): to go through millions of triangles once is enough.
  static void check_sizes(const TomlFields& fields, const mass::Shape& shape) {
    if (std::holds_alternative<mass::Mesh>(shape)) return;
    try {
      mass::measure(shape);
    } catch (const ModelError& error) {
      for (const std::string& problem : error.problems()) fields.error(problem);
    }
  }

  /// Notes a problem of the assembly, "part 'name' ...", at the part that it names; one without a
  /// name is "part 1" here as everywhere.
  void report(const std::string& problem, const std::vector<mass::Part>& parts,
              const std::vector<TomlFields>& tables) const {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::string start = concat("part '", parts[i].name, "'");
      if (!problem.starts_with(start)) continue;
      tables[i].error_as_is(concat(tables[i].name(), problem.substr(start.size())));
      return;
    }
    fields_.error(problem);
  }

  const std::string& source_name_;
  TomlFields& fields_;
  FileChain& chain_;
};

}  // namespace

std::vector<mass::Material> read_toml_materials(TomlFields& fields) {
  std::vector<mass::Material> materials;
  for (TomlFields& table : fields.tables("material")) {
    mass::Material material;
    material.name = table.required_text("name");
    material.density = table.required_number("density");
    material.source = table.text("source");
    if (table.has("density") && !(material.density > 0.0)) {
      table.error_at("density",
                     concat("density is ", material.density, " kg/m³; it must be positive"));
    }
    table.finish();
    materials.push_back(std::move(material));
  }
  return materials;
}

std::optional<mass::Compound> read_toml_parts(TomlFields& fields, std::string_view key,
                                              const std::vector<mass::Material>& materials,
                                              const std::string& source_name, FileChain& chain,
                                              mass::Physics physics) {
  return PartsReader(source_name, fields, chain).read(key, materials, physics);
}

}  // namespace appell::io
