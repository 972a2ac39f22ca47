#include "appell/jobs/mass/mass.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "appell/base/check.hpp"
#include "appell/io/mesh_body.hpp"
#include "appell/io/numbers.hpp"
#include "appell/jobs/list.hpp"
#include "appell/mass/moments.hpp"
#include "appell/report/json_writer.hpp"

namespace appell::jobs {
namespace {

/// Refuses what only a mesh needs to be told.
void refuse_mesh_options(const MassRequest& request, const Context& context) {
  const std::pair<const char*, bool> options[] = {
      {"material", !request.material.empty()}, {"density", request.density.has_value()},
      {"mass", request.mass.has_value()},      {"scale", request.scale.has_value()},
      {"close-holes", request.close_holes},    {"hull", request.hull}};
  for (const auto& [name, is_given] : options) {
    check(!is_given, context.called(name), ": is for mesh files (.stl, .obj, .dae); the parts of ",
          request.file.path, " say their own sizes and densities");
  }
}

io::BodyFile load_mesh(const MassRequest& request, const Context& context) {
  const std::string& path = request.file.path;
  const int given =
      !request.material.empty() + request.density.has_value() + request.mass.has_value();
  check(given == 1, path, ": is a mesh, which has no mass; one of ", context.called("material"),
        ", ", context.called("density"), " and ", context.called("mass"), " is needed, ",
        given == 0 ? "none is" : "several are", " given");
  try {
    return io::load_mesh_body(path, {.scale = request.scale.value_or(1.0),
                                     .density = request.density,
                                     .mass = request.mass,
                                     .material = request.material,
                                     .close_holes = request.close_holes,
                                     .hull = request.hull});
  } catch (const ModelError& error) {
    const std::string text = error.what();
    const std::string hull = concat(context.called("hull"), " takes the convex hull");
    if (text.find("the surface is open") != std::string::npos) {
      throw ModelError(
          concat(text, "; ", context.called("close-holes"), " closes small holes, ", hull));
    }
    if (text.find("a hole of") != std::string::npos) throw ModelError(concat(text, "; ", hull));
    throw;
  }
}

io::BodyFile load_body(const MassRequest& request, const Context& context) {
  if (io::is_mesh_path(request.file.path)) return load_mesh(request, context);
  try {
    io::refuse_other_solids(request.file.path);
  } catch (const ModelError& error) {
    throw ModelError(concat(error.what(), "; give ", context.called("material"), ", ",
                            context.called("density"), " or ", context.called("mass"),
                            " then, and ", context.called("scale"),
                            " 0.001 if it is in millimetres"));
  }
  refuse_mesh_options(request, context);
  return io::load_body(request.file.path);
}

io::BodyFile load_link(const MassRequest& request, Context& context) {
  ModelSource source = request.file;
  source.open_loops = true;
  const model::Model robot = load(source, context);
  return from(context.called("link"), [&] { return io::body_of_link(robot, request.link); });
}

/// The body with only one of its parts in it.
io::BodyFile only_part(const io::BodyFile& body, const std::string& name, const Context& context) {
  std::vector<std::string> names;
  for (const mass::PartMass& part : body.compound.parts) {
    names.push_back(part.name);
    if (part.name != name) continue;
    return {.name = name, .compound = {.total = part.rigid_mass, .parts = {part}}};
  }
  throw InvalidArgument(concat(context.called("part"), ": '", name, "' is no part of ", body.name,
                               suggestion(name, names), "; it has ", comma_list(names)));
}

/// "origin" (the frame of the file), "com" (its axes, at the centre of mass), "principal" (central
/// principal axes), or "x,y,z" with or without ",roll,pitch,yaw" (a frame placed in that of the
/// file).
MassFrame frame_named(const std::string& text, const mass::RigidMass& body) {
  if (text.empty() || text == "origin") return {};
  if (text == "com") {
    return {{Mat3::Identity(), body.p_BBcm}, "axes of the file, origin at the centre of mass"};
  }
  if (text == "principal") {
    return {{mass::principal_axes(body).axes, body.p_BBcm}, "central principal axes"};
  }
  std::string blanks = text;
  std::replace(blanks.begin(), blanks.end(), ',', ' ');
  const auto values = io::numbers_in(blanks);
  check(values && (values->size() == 3 || values->size() == 6), "the frame is '", text,
        "'; origin, com, principal, x,y,z or x,y,z,roll,pitch,yaw is needed");
  const std::vector<double>& v = *values;
  const Vec3 rpy = v.size() == 6 ? Vec3(v[3], v[4], v[5]) : Vec3(Vec3::Zero());
  return {spatial::transform_from_xyz_rpy({v[0], v[1], v[2]}, rpy), "frame at " + text};
}

/// The frame that --frame, or --about and --axes, name.
MassFrame frame_for(const MassRequest& request, const mass::RigidMass& body,
                    const Context& context) {
  const std::string of_frame = context.called("frame"), of_about = context.called("about"),
                    of_axes = context.called("axes");
  const bool has_parts = !request.about.empty() || !request.axes.empty();
  check(request.frame.empty() || !has_parts, of_frame,
        ": says both point and axes; leave it out, or ", of_about, " and ", of_axes);
  if (!has_parts) return from(of_frame, [&] { return frame_named(request.frame, body); });
  const auto three = [](const std::string& called, const std::string& text) {
    check(text.empty() || std::count(text.begin(), text.end(), ',') == 2, called, ": is '", text,
          "'; three numbers are needed");
    return text.empty() ? std::string("0,0,0") : text;
  };
  const Vec3& com = body.p_BBcm;
  const std::string about = request.about == "com" ? concat(com.x(), ",", com.y(), ",", com.z())
                                                   : three(of_about, request.about);
  const std::string axes = three(of_axes, request.axes);
  return from(concat(of_about, ", ", of_axes),
              [&] { return frame_named(concat(about, ",", axes), body); });
}

/// Axial, planar, centrifugal and polar moments from the planar-centrifugal tensor about a point.
void put_moments(report::JsonWriter& json, const std::string& about, const Mat3& planar) {
  const Vec3 squares = planar.diagonal();
  json.key("axial_" + about).vector(squares.sum() * Vec3::Ones() - squares);
  json.key("planar_moments_" + about).vector(squares);
  json.key("centrifugal_" + about).vector(Vec3(planar(1, 2), planar(0, 2), planar(0, 1)));
  json.key("polar_" + about).value(squares.sum());
}

void put_parts(report::JsonWriter& json, const mass::Compound& compound) {
  json.key("parts").begin_array();
  for (const mass::PartMass& part : compound.parts) {
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
}

Parameters mesh_parameters() {
  using R = MassRequest;
  return under(
      "A mesh",
      {as(Kind::kText, "NAME",
          parameter(&R::material, "material",
                    "of a mesh: steel, aluminium, ... (the table in docs/mass.md)")),
       parameter(&R::density, "density", "of a mesh, kg/m³, instead", positive("kg/m³")),
       parameter(&R::mass, "mass", "of a mesh, kg, instead", positive("kg")),
       parameter(&R::scale, "scale",
                 "of a mesh: metres per unit of the file, 0.001 if it is in millimetres (default: "
                 "1)",
                 positive("metres per unit of the file")),
       parameter(&R::close_holes, "close-holes",
                 "close small holes of a mesh (up to 2 % of its surface), and say by how much that "
                 "changes its volume"),
       parameter(&R::hull, "hull",
                 "take the convex hull of a mesh, whose surface may then be open")});
}

}  // namespace

MassResult run(const MassRequest& request, Context& context) {
  check(request.link.empty() || request.part.empty(), context.called("link"), " is for robots, ",
        context.called("part"), " for bodies");
  check_outputs(request.outputs, request.file.files());
  check(!request.file.held || !request.link.empty(), context.called("link"),
        ": is needed, which says of which link of '", request.file.path, "'");
  MassResult result{.body = request.link.empty() ? load_body(request, context)
                                                 : load_link(request, context)};
  if (!request.part.empty()) result.body = only_part(result.body, request.part, context);
  result.frame = frame_for(request, result.body.compound.total, context);
  result.is_urdf = request.urdf;
  if (result.is_urdf) {  // The others show them.
    for (const std::string& found : result.body.compound.notes) context.note(one_line(found));
  }
  return result;
}

mass::RigidMass shown_body(const MassResult& of) {
  return mass::transformed(of.frame.X_BQ.inverse(), of.body.compound.total);
}

std::string json(const MassResult& of) {
  const mass::RigidMass total = shown_body(of);
  const mass::PrincipalAxes principal = mass::principal_axes(total);
  report::JsonWriter json;
  json.begin_object();
  json.key("name").value(of.body.name);
  json.key("frame").value(of.frame.name);
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
  put_parts(json, of.body.compound);
  json.key("notes").value(of.body.compound.notes);
  if (of.is_urdf) json.key("urdf").value(urdf(of));
  json.end_object();
  return json.text();
}

std::string urdf(const MassResult& of) {
  const mass::RigidMass total = shown_body(of);
  const Mat3 I = total.inertia_com();
  const Vec3& c = total.p_BBcm;
  return concat("<inertial>\n  <origin xyz=\"", c.x(), " ", c.y(), " ", c.z(),
                "\" rpy=\"0 0 0\"/>\n  <mass value=\"", total.mass, "\"/>\n  <inertia ixx=\"",
                I(0, 0), "\" ixy=\"", I(0, 1), "\" ixz=\"", I(0, 2), "\" iyy=\"", I(1, 1),
                "\" iyz=\"", I(1, 2), "\" izz=\"", I(2, 2), "\"/>\n</inertial>\n");
}

Job mass_job() {
  using R = MassRequest;
  Parameter file = model_parameters().front();
  file.name = "file";
  file.value = "FILE";
  file.words =
      "TOML file with the parts (see docs/mass.md), a mesh (.stl, .obj, .dae) or, with --link, a "
      "robot";
  Parameter report = page_parameters().front();
  report.words = "write an HTML report: all properties, part by part";
  return job<MassRequest, MassResult>(
      {.name = "mass",
       .title = "mass, centre of mass and inertia of a mesh or of a body made of simple parts",
       .purpose = Purpose::kRobot,
       .parameters = together(
           {of(&R::file, {std::move(file)}),
            {parameter(&R::urdf, "urdf", "print the <inertial> element of a URDF link"),
             as(Kind::kText, "FRAME",
                parameter(&R::frame, "frame",
                          "origin (default), com, principal, x,y,z or x,y,z,roll,pitch,yaw: where "
                          "and in which axes the properties are given")),
             as(Kind::kText, "X,Y,Z",
                parameter(&R::about, "about",
                          "x,y,z or com: the point about which tensors are given (default: the "
                          "origin)")),
             as(Kind::kText, "ROLL,PITCH,YAW",
                parameter(&R::axes, "axes",
                          "roll,pitch,yaw in rad: the axes in which they are given (default: the "
                          "file's)")),
             as(Kind::kText, "NAME",
                parameter(&R::link, "link",
                          "FILE is a robot (or an embedded one): the tensors of this link, in its "
                          "frame")),
             as(Kind::kText, "NAME", parameter(&R::part, "part", "only this part of the body"))},
            of(&R::outputs, {std::move(report)}),
            mesh_parameters()}),
       .examples = {"appell mass leg.toml --urdf",
                    "appell mass part.stl --material steel --scale 0.001",
                    "appell mass scan.obj --mass 1.2 --close-holes --urdf",
                    "appell mass panda --link link4 --about 0,0,0.1 --axes 0,0,1.57"},
       .remarks = "kg, m, kg m²; meshes in metres unless --scale says otherwise.",
       .python = R"(>>> mass("planar2r", link="link1").mass
3)",
       .rows = "parts"});
}

}  // namespace appell::jobs
