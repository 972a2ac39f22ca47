#include <algorithm>
#include <map>

#include <pybind11/eigen.h>

#include "appell/base/check.hpp"
#include "appell/jobs/analyze/analyze.hpp"
#include "appell/jobs/job.hpp"
#include "appell/jobs/retime/retime.hpp"
#include "appell/jobs/sources.hpp"
#include "appell/report/motion_analysis.hpp"
#include "python/src/arguments.hpp"
#include "python/src/bindings.hpp"
#include "python/src/described.hpp"
#include "python/src/interruptible.hpp"
#include "python/src/motion.hpp"
#include "python/src/python_context.hpp"
#include "python/src/robot.hpp"
#include "python/src/surroundings.hpp"

/// The door of Python to all jobs: keyword arguments in, an answer out.
namespace appell::python {
namespace {

/// What a Python answer keeps.
struct KeptAnswer {
  jobs::Outcome outcome;
  std::vector<std::string> warnings;
  std::vector<std::string> notes;
};

/// Loads as Python gives them: Wrenches, and the end effector that they may be about.
struct HeldLoads {
  std::vector<NamedWrench> loads;
  std::vector<NamedWrench> external;
  std::string frame;

  io::AppliedForces on(const model::Model& model) const {
    const model::Frame& end_effector = frame_of(model, frame);
    const auto named = [&](const std::vector<NamedWrench>& wrenches) {
      std::vector<model::Wrench> found;
      for (const NamedWrench& wrench : wrenches) {
        found.push_back({.frame = wrench.frame.empty() ? end_effector : model.frame(wrench.frame),
                         .force_derivatives = wrench.force,
                         .moment_derivatives = wrench.moment,
                         .axes = wrench.axes});
      }
      return found;
    };
    io::AppliedForces applied;
    applied.loads = named(loads);
    applied.external = named(external);
    return applied;
  }
};

/// A Motion as a source.
jobs::MotionSource source_of(const Motion& motion) {
  return {.path = motion.source,
          .held = std::make_shared<const io::Motion>(motion.motion),
          .held_way = motion.way};
}

/// A value of Python in the form that the parameter takes.
jobs::Given given_of(const py::handle& value) {
  using std::any;
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>();
  if (py::isinstance<py::int_>(value)) return value.cast<long long>();
  if (py::isinstance<py::float_>(value)) return value.cast<double>();
  if (py::isinstance<py::str>(value)) return value.cast<std::string>();
  if (py::isinstance<Robot>(value)) {
    const auto& robot = value.cast<const Robot&>();
    jobs::ModelSource source;
    source.path = robot.model.name();
    source.held = robot.model;
    source.accept_inertia = robot.inertia_accepted;
    return any(std::move(source));
  }
  if (py::isinstance<Motion>(value)) return any(source_of(value.cast<const Motion&>()));
  if (py::isinstance<jobs::TextSource>(value)) return any(value.cast<jobs::TextSource>());
  if (py::isinstance<HeldLoads>(value)) {
    jobs::LoadSource source{.path = "loads"};
    source.held = [loads = value.cast<HeldLoads>()](const model::Model& m) { return loads.on(m); };
    return any(std::move(source));
  }
  if (py::isinstance<py::dict>(value)) return any(value.cast<std::map<std::string, std::string>>());
  if (py::isinstance<Doubles>(value)) {
    const auto numbers = value.cast<Doubles>();
    if (numbers.ndim() == 1)
      return any(std::vector<double>(numbers.data(), numbers.data() + numbers.size()));
    return any(value.cast<std::vector<std::vector<double>>>());
  }
  const auto items = value.cast<py::sequence>();
  if (!items.empty() && py::isinstance<py::tuple>(items[0])) {  // Zones of a path.
    std::vector<jobs::RetimeRequest::Zone> zones;
    for (const py::handle item : items) {
      const auto zone = item.cast<std::tuple<double, double, jobs::TextSource>>();
      zones.push_back({std::get<0>(zone), std::get<1>(zone), std::get<2>(zone)});
    }
    return any(std::move(zones));
  }
  if (std::any_of(items.begin(), items.end(),
                  [](py::handle x) { return py::isinstance<Motion>(x); })) {
    std::vector<jobs::MotionSource> motions;
    for (const py::handle item : items) {
      motions.push_back(py::isinstance<Motion>(item)
                            ? source_of(item.cast<const Motion&>())
                            : jobs::MotionSource{.path = item.cast<std::string>()});
    }
    return any(std::move(motions));
  }
  return value.cast<std::vector<std::string>>();
}

/// Whether a keyword means a parameter: its name, or an older one.
bool is_name_of(const jobs::Parameter& parameter, const std::string& keyword) {
  return jobs::python_name(parameter.name) == keyword ||
         std::any_of(parameter.aliases.begin(), parameter.aliases.end(),
                     [&](const std::string& old) { return jobs::python_name(old) == keyword; });
}

KeptAnswer run_job(const std::string& name, const py::dict& given) {
  const jobs::Job& job = jobs::job_named(name);
  jobs::Request request(job);
  for (const auto& [key, value] : given) {
    const std::string called = key.cast<std::string>();
    for (const jobs::Parameter& parameter : job.parameters) {
      if (is_name_of(parameter, called)) request.set(parameter, given_of(value), called);
    }
  }
  return interruptible([&] {
    PythonContext context;
    KeptAnswer kept{jobs::carry_out(job, request, context), {}, {}};
    kept.warnings = context.warnings();
    kept.notes = context.notes();
    return kept;
  });
}

/// The rows of a table as an array for each group: what Result takes.
py::list arrays_of(const report::MotionRecord& record) {
  py::list all;
  std::size_t column = 0;
  const std::size_t width = record.header.num_columns();
  const auto num_rows = static_cast<py::ssize_t>(record.num_rows());
  for (const report::ColumnGroup& group : record.header.groups) {
    std::vector<py::ssize_t> shape{num_rows};
    shape.insert(shape.end(), group.shape.begin(), group.shape.end());
    py::array_t<double> numbers = new_array(shape);
    double* to = numbers.mutable_data();
    for (std::size_t row = 0; row < record.num_rows(); ++row) {
      const double* from = record.rows.data() + row * width + column;
      to = std::copy(from, from + group.columns.size(), to);
    }
    column += group.columns.size();
    py::list axes;
    if (group.shape.size() == 2) axes.append("derivative");
    if (!group.shape.empty())
      axes.append(group.name.find("frequenc") == std::string::npos ? "coordinate" : "mode");
    all.append(
        py::make_tuple(group.name, group.name, "", numbers, axes, group.units, group.columns, ""));
  }
  return all;
}

/// Numbers of a table that it keeps, without a copy.
py::array_t<double> array_of(const std::shared_ptr<const jobs::KeptTable>& table,
                             const std::vector<double>& numbers,
                             const std::vector<py::ssize_t>& shape) {
  const py::capsule owner(new std::shared_ptr<const jobs::KeptTable>(table), [](void* kept) {
    delete static_cast<std::shared_ptr<const jobs::KeptTable>*>(kept);
  });
  return py::array_t<double>(shape, numbers.data(), owner);
}

/// Quantities along a motion: arrays as Result takes them, none where they are in a file.
py::dict table_of(const std::shared_ptr<const jobs::KeptTable>& table) {
  const analysis::Selection& selection = *table->selection;
  const model::Model& model = selection.subject().model;
  const auto count = static_cast<py::ssize_t>(table->times.size());
  py::list arrays, names;
  for (std::size_t i = 0; i < table->arrays.size(); ++i) {
    const analysis::NamedArray& array = selection.arrays()[i];
    std::vector<py::ssize_t> shape{count};
    shape.insert(shape.end(), array.extents.begin(), array.extents.end());
    arrays.append(described(model, array, array_of(table, table->arrays[i], shape)));
  }
  for (const model::Coordinate& coordinate : model.coordinates()) names.append(coordinate.name);
  py::dict answer;
  answer["arrays"] = arrays;
  if (count > 0) answer["t"] = array_of(table, table->times, {count});
  answer["frame"] = selection.subject().frame.name;
  answer["joints"] = py::tuple(names);
  answer["gravity"] = py::cast(Vec3(model.gravity()));
  return answer;
}

/// What a result is beside its fields: a Motion, a table or the arrays of one; None if nothing.
py::object object_of(const KeptAnswer& kept) {
  const std::any& object = kept.outcome.answer.object;
  using Rows = std::shared_ptr<const report::MotionRecord>;
  if (const auto* rows = std::any_cast<Rows>(&object)) return arrays_of(**rows);
  if (const auto* source = std::any_cast<jobs::MotionSource>(&object)) {
    return py::cast(Motion{*source->held, source->path, source->held_way});
  }
  if (const auto* table = std::any_cast<std::shared_ptr<const jobs::KeptTable>>(&object)) {
    return table_of(*table);
  }
  return py::none();
}

}  // namespace

void bind_jobs(py::module_& module) {
  py::class_<jobs::TextSource>(module, "Tables")
      .def(py::init(
          [](const std::string& text) { return jobs::TextSource{.path = {}, .text = text}; }))
      .def(py::init([](const std::string& path, const std::string& text) {
        return jobs::TextSource{path, text};
      }));
  py::class_<HeldLoads>(module, "Loads")
      .def(py::init([](const std::vector<NamedWrench>& loads,
                       const std::vector<NamedWrench>& external,
                       const std::string& frame) { return HeldLoads{loads, external, frame}; }));
  py::class_<KeptAnswer>(module, "Answer")
      .def_property_readonly("json", [](const KeptAnswer& a) { return a.outcome.answer.json(); })
      .def_property_readonly("text", [](const KeptAnswer& a) { return a.outcome.text; })
      .def_property_readonly("object", object_of)
      .def_property_readonly("toml",
                             [](const KeptAnswer& a) {
                               const auto& toml = a.outcome.answer.toml;
                               return toml ? toml() : std::string();
                             })
      .def_readonly("warnings", &KeptAnswer::warnings)
      .def_readonly("notes", &KeptAnswer::notes)
      .def("report",
           [](const KeptAnswer& a, const std::string& path) {
             interruptible([&] { jobs::write_report(a.outcome.answer, path, a.warnings); });
           })
      .def("plots", [](const KeptAnswer& a, const std::string& folder) {
        return interruptible([&] { return jobs::write_plots(a.outcome.answer, folder); });
      });
  module.def("run_job", run_job);
}

}  // namespace appell::python
