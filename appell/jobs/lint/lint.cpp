#include "appell/jobs/lint/lint.hpp"

#include "appell/base/check.hpp"
#include "appell/io/mesh_reader.hpp"
#include "appell/jobs/list.hpp"
#include "appell/report/json_writer.hpp"
#include "appell/report/model_file.hpp"

namespace appell::jobs {
namespace {

void put_inertial(report::JsonWriter& json, const model::Inertial& inertial) {
  const mass::RigidMass body = inertial.rigid_mass(mass::Physics::kNotChecked);
  json.begin_object();
  json.key("mass").value(body.mass);
  json.key("com").vector(body.p_BBcm);
  json.key("inertia").matrix(body.inertia_com());
  json.end_object();
}

void put_fix(report::JsonWriter& json, const LintResult& of) {
  json.key("file").value(of.path);
  json.key("fixes").begin_array();
  for (const analysis::InertiaFix& change : of.fix->fixes) {
    json.begin_object();
    json.key("link").value(change.link);
    json.key("reason").value(change.reason);
    json.key("source").value(change.source);
    json.key("density").value(change.density);
    json.key("keeps_mass").value(change.keeps_mass);
    json.key("notes").value(change.notes);
    put_inertial(json.key("before"), change.before);
    put_inertial(json.key("after"), change.after);
    json.end_object();
  }
  json.end_array();
  json.key("not_fixed").begin_array();
  for (const analysis::UnfixedInertia& link : of.fix->unfixed) {
    json.begin_object();
    json.key("link").value(link.link);
    json.key("reason").value(link.reason);
    json.end_object();
  }
  json.end_array();
}

void put_links(report::JsonWriter& json, const analysis::LintResult& found) {
  json.key("links").begin_array();
  for (const analysis::LinkMargin& link : found.links) {
    json.begin_object();
    json.key("link").value(link.link);
    json.key("mass").value(link.mass);
    json.key("principal_moments").vector(link.principal_moments);
    json.key("margin").value(link.margin);
    if (link.homogeneous_moments) {
      json.key("homogeneous_moments").vector(*link.homogeneous_moments);
    }
    json.end_object();
  }
  json.end_array();
  json.key("geometries").begin_array();
  for (const analysis::GeometryUse& use : found.geometries) {
    json.begin_object();
    json.key("link").value(use.link);
    json.key("source").value(use.source);
    json.key("used").value(use.is_used);
    json.end_object();
  }
  json.end_array();
}

/// MODEL and how its file is read; what changes its dynamics is not looked at.
Parameters lint_model_parameters() {
  Parameters parameters = file_parameters();
  std::erase_if(parameters, [](const Parameter& one) { return one.name == "accept-inertia"; });
  for (Parameter& one : parameters) one.group.clear();
  return parameters;
}

}  // namespace

LintResult run(const LintRequest& request, Context& context) {
  const std::string& path = request.outputs.path;
  check(!request.density || !path.empty(), context.called("density"), ": is for ",
        context.called("fix"));
  if (!path.empty()) report::check_model_path(context.called("fix"), path);
  check_outputs(request.outputs, request.model.files());
  ModelSource source = request.model;
  source.accept_inertia = true;
  const io::LoadResult loaded = read(source, context);
  const model::Description& robot = loaded.model.description();
  LintResult result{.model = loaded.model.name(),
                    .found = {},
                    .warnings = loaded.warnings,
                    .fix = {},
                    .path = path};
  const analysis::Meshes meshes = io::read_link_meshes(robot, result.warnings);
  result.found = analysis::lint(robot, meshes);
  if (path.empty()) return result;
  result.fix = analysis::fix_inertias(
      robot, meshes, {request.density, mass::open_meshes_named(source.open_meshes)});
  for (const std::string& line : report::write_model_file(path, result.fix->description)) {
    result.warnings.push_back("URDF cannot say: " + line);
  }
  if (!request.density && !result.fix->unfixed.empty()) {
    context.note(concat(context.called("density"),
                        " KG_PER_M3 gives a mass to links that have none, if they show solids"));
  }
  return result;
}

bool is_no(const LintResult& result) {
  return result.fix ? analysis::lint(result.fix->description).is_impossible()
                    : result.found.is_impossible();
}

std::string severity_name(analysis::Finding::Severity severity) {
  using Severity = analysis::Finding::Severity;
  return severity == Severity::kImpossible ? "impossible"
         : severity == Severity::kWarning  ? "warning"
                                           : "note";
}

std::string json(const LintResult& of) {
  report::JsonWriter json;
  json.begin_object();
  json.key("model").value(of.model);
  json.key("impossible").value(of.found.is_impossible());
  put_links(json, of.found);
  json.key("findings").begin_array();
  for (const analysis::Finding& finding : of.found.findings) {
    json.begin_object();
    json.key("severity").value(severity_name(finding.severity));
    json.key("where").value(finding.where);
    json.key("text").value(finding.text);
    json.end_object();
  }
  json.end_array();
  json.key("reader_warnings").value(of.warnings);
  if (of.fix) put_fix(json, of);
  json.end_object();
  return json.text();
}

Job lint_job() {
  using R = LintRequest;
  Parameters outputs = output_parameters(
      "FILE",
      "write a robot (.toml or .urdf) whose impossible or missing inertias are those of a "
      "homogeneous body of each link's own geometry; every change is listed, and exit 1 is about "
      "the robot that is written");
  outputs.front().name = "fix";
  outputs.push_back(page_parameters().front());
  outputs.back().words = "write an HTML report: what was found, link by link";
  return job<LintRequest, LintResult>(
      {.name = "lint",
       .title = "impossible or suspicious numbers in a robot; exit 1 if an inertia is impossible",
       .purpose = Purpose::kRobot,
       .parameters =
           together({of(&R::model, lint_model_parameters()),
                     of(&R::outputs, std::move(outputs)),
                     {as(Kind::kNumber, "KG_PER_M3",
                         parameter(&R::density, "density",
                                   "of --fix, kg/m³: for links without a mass of their own",
                                   positive("kg/m³")))}}),
       .examples = {"appell lint robot.urdf --package my_robot=../my_robot",
                    "appell lint robot.urdf --strict   (unknown elements are errors)",
                    "appell lint robot.xml --open-loops   (MJCF with <equality>)",
                    "appell lint robot.urdf --fix better.urdf --density 2700"},
       .remarks =
           "Says for every link which mesh or shape its mass was compared with, or why none.\n"
           "kg, m, kg m²; meshes are in metres times the scale that the robot's file gives.",
       .python = R"(>>> lint("panda").impossible
False)",
       .rows = "links"});
}

}  // namespace appell::jobs
