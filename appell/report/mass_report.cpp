#include "appell/report/mass_report.hpp"

#include <cmath>

#include <fmt/format.h>

#include "appell/base/check.hpp"
#include "appell/base/counted.hpp"
#include "appell/base/rounding.hpp"
#include "appell/io/numbers.hpp"
#include "appell/mass/moments.hpp"
#include "appell/report/json_writer.hpp"

namespace appell::report {
namespace {

mass::RigidMass in_frame(const mass::RigidMass& body, const MassFrame& frame) {
  return mass::transformed(frame.X_BQ.inverse(), body);
}

/// @param size  of the numbers that these belong to.
std::string row(const char* name, const Eigen::Ref<const VecX>& values, const char* unit,
                double size) {
  std::string text = fmt::format("  {:<26}", name);
  for (const double value : values) {
    text += fmt::format(" {:>13.6g}", without_rounding(value, size) + 0.0);  // Without -0.
  }
  return text + "  " + unit + "\n";
}

std::string row(const char* name, const Eigen::Ref<const VecX>& values, const char* unit) {
  return row(name, values, unit, values.cwiseAbs().maxCoeff());
}

std::string matrix_rows(const char* name, const Mat3& m, const char* unit) {
  std::string text;
  for (int i = 0; i < 3; ++i)
    text +=
        row(i == 0 ? name : "", m.row(i).transpose(), i == 0 ? unit : "", m.cwiseAbs().maxCoeff());
  return text;
}

std::string parts_table(const mass::Compound& compound) {
  std::string text = fmt::format("\nParts\n  {:<20} {:>13} {:>13} {:>13}  {}\n", "part",
                                 "mass (kg)", "measure", "density", "centre of mass (m)");
  for (const mass::PartMass& part : compound.parts) {
    const double sign = part.cut ? -1.0 : 1.0;
    const Vec3& c = part.rigid_mass.p_BBcm;
    const auto number = [](double value) {
      return std::isnan(value) ? std::string("-") : fmt::format("{:.6g}", value);
    };
    text += fmt::format("  {:<20} {:>13.6g} {:>13} {:>13}  {:.6g} {:.6g} {:.6g}{}\n", part.name,
                        sign * part.rigid_mass.mass, number(part.measure), number(part.density),
                        c.x(), c.y(), c.z(), part.cut ? "  cut" : "");
  }
  return text +
         "  (measure: m, m² or m³; density: kg per that; centres in the frame of the file)\n";
}

/// Axial, planar, centrifugal and polar moments from the planar-centrifugal tensor about a point.
void put_moments(JsonWriter& json, const std::string& about, const Mat3& planar) {
  const Vec3 squares = planar.diagonal();
  json.key("axial_" + about).vector(squares.sum() * Vec3::Ones() - squares);
  json.key("planar_moments_" + about).vector(squares);
  json.key("centrifugal_" + about).vector(Vec3(planar(1, 2), planar(0, 2), planar(0, 1)));
  json.key("polar_" + about).value(squares.sum());
}

}  // namespace

MassFrame mass_frame(const std::string& text, const mass::RigidMass& body) {
  if (text.empty() || text == "origin") return {};
  const spatial::Transform at_com{Mat3::Identity(), body.p_BBcm};
  if (text == "com") return {at_com, "axes of the file, origin at the centre of mass"};
  if (text == "principal") {
    return {{mass::principal_axes(body).axes, body.p_BBcm}, "central principal axes"};
  }
  std::string blanks = text;
  for (char& c : blanks) {
    if (c == ',') c = ' ';
  }
  const auto values = io::numbers_in(blanks);
  check(values && (values->size() == 3 || values->size() == 6), "the frame is '", text,
        "'; origin, com, principal, x,y,z or x,y,z,roll,pitch,yaw is needed");
  const std::vector<double>& v = *values;
  const Vec3 rpy = v.size() == 6 ? Vec3(v[3], v[4], v[5]) : Vec3(Vec3::Zero());
  return {spatial::transform_from_xyz_rpy({v[0], v[1], v[2]}, rpy), "frame at " + text};
}

std::string mass_text(const io::BodyFile& body, const MassFrame& frame) {
  const mass::RigidMass total = in_frame(body.compound.total, frame);
  const mass::PrincipalAxes principal = mass::principal_axes(total);
  const mass::EquimomentalEllipsoid ellipsoid = mass::equimomental_ellipsoid(total);
  std::string text =
      fmt::format("Body {}: {}\nIn {}; products of inertia with a minus sign\n\n", body.name,
                  counted(body.compound.parts.size(), "part"), frame.name);
  text += row("mass", VecX::Constant(1, total.mass), "kg");
  text += row("centre of mass", total.p_BBcm, "m");
  text += matrix_rows("inertia about the centre", total.inertia_com(), "kg m²");
  text += matrix_rows("inertia about the origin", mass::inertia_tensor(total), "kg m²");
  text += matrix_rows("planar tensor, centre", total.second_moment, "kg m²");
  text += matrix_rows("planar tensor, origin", mass::planar_tensor(total), "kg m²");
  text += row("static moments, origin", mass::static_moment(total), "kg m");
  text += row("polar moment, centre", VecX::Constant(1, total.second_moment.trace()), "kg m²");
  text += row("polar moment, origin", VecX::Constant(1, mass::polar_moment(total)), "kg m²");
  const Mat4 P = mass::pseudo_inertia(total);
  for (int i = 0; i < 4; ++i) {
    text += row(i == 0 ? "pseudo-inertia, origin" : "", P.row(i).transpose(),
                i == 0 ? "kg m², kg m, kg" : "", P.cwiseAbs().maxCoeff());
  }
  text += row("principal moments", principal.moments, "kg m²");
  text += matrix_rows("principal axes (columns)", principal.axes, "");
  text += row("radii of gyration", principal.radii_of_gyration, "m");
  text += row("equimomental ellipsoid", ellipsoid.semi_axes, "m (semi-axes along these)");
  text += parts_table(body.compound);
  for (const std::string& note : body.compound.notes) text += "note: " + note + "\n";
  return text;
}

std::string mass_json(const io::BodyFile& body, const MassFrame& frame) {
  const mass::RigidMass total = in_frame(body.compound.total, frame);
  const mass::PrincipalAxes principal = mass::principal_axes(total);
  JsonWriter json;
  json.begin_object();
  json.key("name").value(body.name);
  json.key("frame").value(frame.name);
  json.key("mass").value(total.mass);
  json.key("com").vector(total.p_BBcm);
  json.key("inertia_origin").matrix(mass::inertia_tensor(total));
  json.key("inertia_com").matrix(total.inertia_com());
  json.key("planar_origin").matrix(mass::planar_tensor(total));
  json.key("planar_com").matrix(total.second_moment);
  json.key("pseudo_inertia").matrix(mass::pseudo_inertia(total));
  put_moments(json, "origin", mass::planar_tensor(total));
  put_moments(json, "com", total.second_moment);
  json.key("static_moment").vector(mass::static_moment(total));
  json.key("principal_moments").vector(principal.moments);
  json.key("principal_axes").matrix(principal.axes);
  json.key("radii_of_gyration").vector(principal.radii_of_gyration);
  json.key("equimomental_semi_axes").vector(mass::equimomental_ellipsoid(total).semi_axes);
  json.key("parts").begin_array();
  for (const mass::PartMass& part : body.compound.parts) {
    json.begin_object();
    json.key("name").value(part.name);
    json.key("cut").value(part.cut);
    json.key("mass").value(part.rigid_mass.mass);
    json.key("com").vector(part.rigid_mass.p_BBcm);
    json.key("inertia_com").matrix(part.rigid_mass.inertia_com());
    if (std::isfinite(part.measure)) json.key("measure").value(part.measure);
    if (std::isfinite(part.density)) json.key("density").value(part.density);
    json.end_object();
  }
  json.end_array();
  json.key("notes").value(body.compound.notes);
  json.end_object();
  return json.text();
}

std::string mass_urdf(const io::BodyFile& body, const MassFrame& frame) {
  const mass::RigidMass total = in_frame(body.compound.total, frame);
  const Mat3 I = total.inertia_com();
  const Vec3& c = total.p_BBcm;
  return concat("<inertial>\n  <origin xyz=\"", c.x(), " ", c.y(), " ", c.z(),
                "\" rpy=\"0 0 0\"/>\n  <mass value=\"", total.mass, "\"/>\n  <inertia ixx=\"",
                I(0, 0), "\" ixy=\"", I(0, 1), "\" ixz=\"", I(0, 2), "\" iyy=\"", I(1, 1),
                "\" iyz=\"", I(1, 2), "\" izz=\"", I(2, 2), "\"/>\n</inertial>\n");
}

}  // namespace appell::report
