#include <pybind11/eigen.h>

#include "appell/base/check.hpp"
#include "appell/io/body_file.hpp"
#include "appell/io/mesh_body.hpp"
#include "appell/jobs/mass/mass.hpp"
#include "appell/mass/moments.hpp"
#include "appell/mass/shape_catalogue.hpp"
#include "appell/trajectory/field_expression.hpp"
#include "python/src/arguments.hpp"
#include "python/src/bindings.hpp"
#include "python/src/body.hpp"
#include "python/src/interruptible.hpp"
#include "python/src/robot.hpp"

namespace appell::python {
namespace {

PartedBody assembled(std::vector<mass::Part> parts) {
  mass::Compound compound = mass::assemble(parts);
  return {std::move(parts), std::move(compound)};
}

/// A number, a list of numbers or a list of lists.
mass::FieldValue field_value(const py::handle& value) {
  const auto numbers = Doubles::ensure(value);
  if (!numbers) {
    PyErr_Clear();
    throw InvalidArgument(
        concat("Body: ", std::string(py::str(value)), " is no number or list of numbers"));
  }
  if (numbers.ndim() == 0) return *numbers.data();
  const auto all = span_of(numbers);
  if (numbers.ndim() == 1) return std::vector<double>(all.begin(), all.end());
  check(numbers.ndim() == 2, "Body: a list of points is needed, found ", numbers.ndim(),
        " levels of lists");
  std::vector<std::vector<double>> rows;
  for (py::ssize_t i = 0; i < numbers.shape(0); ++i) {
    rows.emplace_back(numbers.data(i, 0), numbers.data(i, 0) + numbers.shape(1));
  }
  return rows;
}

/// What is the same for all shapes: one of density, mass and material.
struct Matter {
  std::optional<double> density;
  std::optional<double> mass;
  std::string material;
};

PartedBody body_of_shape(const std::string& shape, const py::dict& fields,
                         const std::optional<double>& density, const std::optional<double>& mass,
                         const std::string& material, const std::string& density_law,
                         const std::string& name) {
  mass::Shape body = mass::shape_of_name(shape);
  for (const auto& [field, value] : fields) {
    mass::set_field(body, field.cast<std::string>(), field_value(value));
  }
  mass::Part part{.name = name.empty() ? shape : name,
                  .body = body,
                  .density = density,
                  .mass = mass,
                  .material = material};
  if (!density_law.empty()) part.density_law = trajectory::FieldExpression(density_law);
  return assembled({std::move(part)});
}

mass::Part given_part(const std::string& name, const mass::RigidMass& body) {
  return {.name = name, .body = mass::GivenBody{body.mass, body.p_BBcm, body.inertia_com()}};
}

PartedBody given_body(double mass, const Vec3& com, const Mat3& inertia, const std::string& name) {
  return assembled(
      {{.name = name.empty() ? "body" : name, .body = mass::GivenBody{mass, com, inertia}}});
}

PartedBody body_from_file(const std::string& path, const std::optional<double>& density,
                          const std::optional<double>& mass, const std::string& material,
                          double scale, bool close_holes, bool hull) {
  const io::BodyFile file = interruptible([&] {
    return io::is_mesh_path(path) ? io::load_mesh_body(path, {.scale = scale,
                                                              .density = density,
                                                              .mass = mass,
                                                              .material = material,
                                                              .close_holes = close_holes,
                                                              .hull = hull})
                                  : io::load_body(path);
  });
  return {{given_part(file.name.empty() ? path : file.name, file.compound.total)}, file.compound};
}

PartedBody body_of_link(const py::object& model, const std::string& link) {
  const mass::Compound compound =
      io::body_of_link(robot_of("Body.of_link", model).model, link).compound;
  return {{given_part(link, compound.total)}, compound};
}

/// What `appell mass --json` prints, about a point and in axes.
std::string tensors(const PartedBody& body, const Vec3& about, const Vec3& rpy) {
  return jobs::json({.body = {"body", body.compound},
                     .frame = {spatial::transform_from_xyz_rpy(about, rpy), "given"}});
}

/// Both together; `sign` = -1: the second cut out.
PartedBody together(const PartedBody& a, const PartedBody& b, int sign) {
  std::vector<mass::Part> parts = a.parts;
  for (mass::Part part : b.parts) {
    if (sign < 0) part.cut = !part.cut;
    parts.push_back(std::move(part));
  }
  return assembled(std::move(parts));
}

PartedBody placed(const PartedBody& body, const spatial::Transform& X) {
  std::vector<mass::Part> parts = body.parts;
  for (mass::Part& part : parts) part.X_BP = X * part.X_BP;
  return assembled(std::move(parts));
}

std::string inertial_element(const PartedBody& body) {
  return jobs::urdf({.body = {"body", body.compound}});
}

py::list part_list(const PartedBody& body) {
  py::list all;
  for (const mass::PartMass& part : body.compound.parts) {
    all.append(
        py::make_tuple(part.name, part.cut, part.measure, part.density, part.rigid_mass.mass));
  }
  return all;
}

/// Name, dimension and fields (name, unit, meaning) of every shape.
py::list shape_list() {
  py::list all;
  for (const mass::ShapeDescription& shape : mass::shape_catalogue()) {
    py::list fields;
    for (const mass::FieldDescription& field : shape.fields) {
      fields.append(py::make_tuple(field.name, std::string(field_kind_text(field.kind)), field.unit,
                                   field.meaning));
    }
    all.append(py::make_tuple(shape.name, shape.dimension, fields));
  }
  return all;
}

}  // namespace

void bind_mass(py::module_& module) {
  py::class_<PartedBody>(module, "PartedBody")
      .def_property_readonly("mass", [](const PartedBody& b) { return b.total().mass; })
      .def_property_readonly("com", [](const PartedBody& b) { return Vec3(b.total().p_BBcm); })
      .def_property_readonly("inertia_com",
                             [](const PartedBody& b) { return b.total().inertia_com(); })
      .def_property_readonly("planar_com",
                             [](const PartedBody& b) { return Mat3(b.total().second_moment); })
      .def_property_readonly("pseudo_inertia",
                             [](const PartedBody& b) { return mass::pseudo_inertia(b.total()); })
      .def_property_readonly("principal",
                             [](const PartedBody& b) {
                               const mass::PrincipalAxes found = mass::principal_axes(b.total());
                               return py::make_tuple(found.moments, found.axes);
                             })
      .def_property_readonly("notes", [](const PartedBody& b) { return b.compound.notes; })
      .def_property_readonly("parts", part_list)
      .def("inertia_about",
           [](const PartedBody& b, const Vec3& point) {
             return mass::inertia_tensor(b.total(), point);
           })
      .def("planar_about", [](const PartedBody& b,
                              const Vec3& point) { return mass::planar_tensor(b.total(), point); })
      .def("moment_about_axis",
           [](const PartedBody& b, const Vec3& point, const Vec3& axis) {
             return mass::axial_moment(b.total(), point, axis);
           })
      .def("placed",
           [](const PartedBody& b, const Vec3& xyz, const Vec3& rpy) {
             return placed(b, spatial::transform_from_xyz_rpy(xyz, rpy));
           })
      .def("placed_by",
           [](const PartedBody& b, const Mat4& matrix) {
             return placed(b, spatial::transform_from_matrix(matrix));
           })
      .def("tensors", tensors)
      .def("urdf", inertial_element);
  module.def("body_of_shape", body_of_shape);
  module.def("given_body", given_body);
  module.def("body_from_file", body_from_file);
  module.def("body_of_link", body_of_link);
  module.def("together", together);
  module.def("shapes", shape_list);
}

}  // namespace appell::python
