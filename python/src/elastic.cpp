#include "appell/analysis/elastic_motion.hpp"
#include "appell/base/check.hpp"
#include "appell/io/actuator_file.hpp"
#include "appell/report/elastic_page.hpp"
#include "appell/report/elastic_report.hpp"
#include "python/src/arguments.hpp"
#include "python/src/bindings.hpp"
#include "python/src/interruptible.hpp"
#include "python/src/motion.hpp"
#include "python/src/robot.hpp"
#include "python/src/sampling.hpp"

namespace appell::python {
namespace {

analysis::ElasticRobot elastic_robot(const Robot& robot, const std::string& actuators) {
  if (actuators.empty()) return analysis::ElasticRobot(robot.model);
  return analysis::ElasticRobot(io::with_actuators(
      robot.model, io::load_actuators(actuators, robot.model),
      robot.inertia_accepted ? mass::Physics::kNotChecked : mass::Physics::kRequired));
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

/// What `appell elastic` computes: its table as arrays, or in a file, and its --json.
py::dict elastic(const py::object& model, const Motion& motion, const std::string& actuators,
                 int order, const py::dict& wanted, const std::string& path) {
  const Robot& robot = robot_of("elastic", model);
  const analysis::ElasticRobot elastic = elastic_robot(robot, actuators);
  elastic.check_order(order);
  const trajectory::Trajectory& law = motion.motion.trajectory;
  const report::SampleTimes times = times_of("elastic", wanted, law.range());
  constexpr long long kMostRows = 100'000'000;
  check(!path.empty() || times.size() <= kMostRows, "elastic: ", times.size(), " samples; at most ",
        kMostRows, " fit into arrays, file = ... takes any number");
  report::ElasticRequest request{.order = order, .inertia_accepted = robot.inertia_accepted};
  request.motion_name = motion.source;
  request.actuators_name = actuators;
  request.record_rows = path.empty() ? static_cast<int>(std::max<long long>(2, times.size())) : 0;
  report::ElasticRecord record;
  std::vector<std::string> warnings;
  interruptible([&] {
    record = report::run_elastic(elastic, law, times, request, path);
    warnings = report::elastic_warnings(
        record, analysis::elastic_jumps(elastic, law.for_model(elastic.model())), request);
  });
  py::dict answer;
  answer["arrays"] = path.empty() ? arrays_of(record.rows) : py::list();
  answer["frame"] = robot.model.default_frame().name;
  answer["notes"] = warnings;
  answer["summary"] = report::elastic_json(record, request, warnings, path, 0);
  return answer;
}

/// Writes the page of motors behind elastic joints.
void elastic_report(const py::object& model, const Motion& motion, const std::string& actuators,
                    int order, const py::dict& wanted, const std::string& path) {
  const Robot& robot = robot_of("report", model);
  const analysis::ElasticRobot elastic = elastic_robot(robot, actuators);
  elastic.check_order(order);
  const trajectory::Trajectory law = motion.motion.trajectory.for_model(elastic.model());
  const report::SampleTimes times = times_of("report", wanted, law.range());
  interruptible([&] {
    report::ElasticPage page(elastic.model());
    report::ElasticRequest request{.order = order};
    request.watch = [&page](const report::TableHeader& header, const report::TableBlock& block) {
      page.take(header, block);
    };
    const report::ElasticRecord record = report::run_elastic(elastic, law, times, request, "");
    const report::PageFacts facts{.command = "elastic",
                                  .motion_name = motion.source,
                                  .warnings = report::elastic_warnings(
                                      record, analysis::elastic_jumps(elastic, law), request),
                                  .used = {{"Actuators", actuators}}};
    report::write_page(page.page(law, record, facts), path);
  });
}

}  // namespace

void bind_elastic(py::module_& module) {
  module.def("elastic", elastic);
  module.def("elastic_report", elastic_report);
  module.def("elastic_state_order",
             [](int order) { return analysis::ElasticMotion::state_order(order); });
}

}  // namespace appell::python
