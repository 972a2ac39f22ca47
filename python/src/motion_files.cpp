#include "appell/base/check.hpp"
#include "appell/taylor/factorial.hpp"
#include "appell/trajectory/trajectory.hpp"
#include "python/src/arguments.hpp"
#include "python/src/bindings.hpp"
#include "python/src/law.hpp"
#include "python/src/motion.hpp"
#include "python/src/parallel.hpp"
#include "python/src/robot.hpp"

namespace appell::python {
io::MotionOptions options_from(const py::dict& given) {
  io::MotionOptions options;
  const auto text_of = [](const py::handle& value) { return py::str(value).cast<std::string>(); };
  for (const auto& [key, value] : given) {
    const std::string name = key.cast<std::string>();
    if (value.is_none()) continue;
    if (name == "columns") options.columns = text_of(value);
    if (name == "degrees") options.degrees = value.cast<bool>();
    if (name == "time_unit") {
      options.time_unit = text_of(value);
      check(io::is_time_unit(options.time_unit), "time_unit: '", options.time_unit,
            "' is found; s, ms, us or ns is needed");
    }
    if (name == "rename") options.rename = value.cast<std::map<std::string, std::string>>();
    if (name == "skip_bad_rows") options.skip_bad_rows = value.cast<bool>();
    if (name == "smooth") options.smooth = io::smoothing_named(text_of(value), name);
    if (name == "clock") options.clock = io::clock_named(text_of(value), name);
    if (name == "derivatives") options.derivatives = value.cast<int>();
  }
  return options;
}

namespace {

Motion load_motion(const std::string& path, const py::object& model, const py::dict& reading) {
  const model::Model* robot = model.is_none() ? nullptr : &robot_of("load_motion", model).model;
  const io::MotionOptions options = options_from(reading);
  return interruptible(
      [&] { return Motion{io::load_motion(path, robot, options), path, nullptr, options}; });
}

Motion motion_from_text(const std::string& text, const py::object& model) {
  const model::Model* robot =
      model.is_none() ? nullptr : &robot_of("motion_from_text", model).model;
  return interruptible(
      [&] { return Motion{io::read_motion_toml("<text>", text, robot), "<text>"}; });
}

Motion motion_of(const std::vector<std::string>& joints, const std::vector<OneLaw>& laws,
                 double start, double end) {
  std::vector<std::shared_ptr<const trajectory::Law>> all;
  for (const OneLaw& law : laws) all.push_back(law.law);
  return {
      {.trajectory = trajectory::Trajectory(joints, std::move(all), {start, end}), .kind = "laws"},
      "<laws>"};
}

/// The same with another trajectory.
Motion changed(const Motion& motion, trajectory::Trajectory trajectory) {
  Motion copy = motion;
  copy.motion.trajectory = std::move(trajectory);
  return copy;
}

Motion sequence_motions(const std::vector<Motion>& parts) {
  std::vector<trajectory::Trajectory> all;
  for (const Motion& part : parts) all.push_back(part.motion.trajectory);
  return {{.trajectory = trajectory::sequence(all), .kind = "sequence"}, "<sequence>"};
}

py::array_t<double> sampled(const Motion& motion, const Doubles& times, int order, int threads) {
  check(order >= 0 && order <= taylor::kMaxOrder, "sample: order = ", order, "; 0 to ",
        taylor::kMaxOrder, " are possible");
  py::array_t<double> result =
      new_array({times.size(), order + 1, motion.motion.trajectory.num_joints()});
  sample_motion(motion.motion.trajectory, span_of(times), order, result.mutable_data(), threads);
  return result;
}

}  // namespace

void sample_motion(const trajectory::Trajectory& motion, std::span<const double> times, int order,
                   double* numbers, int threads) {
  constexpr int kCapacity = 64;
  const int n = motion.num_joints();
  const auto width = static_cast<std::size_t>((order + 1) * n);
  const auto count = static_cast<py::ssize_t>(times.size());
  share_blocks(count, kCapacity, num_threads_for("sample", threads, count / 512), [&] {
    auto cursor = std::make_shared<trajectory::TrajectoryCursor>(motion);
    auto states = std::make_shared<model::StateBlock>(n, order, kCapacity);
    return [=](py::ssize_t first, py::ssize_t here) {
      cursor->sample(times.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(here)),
                     *states);
      for (int k = 0; k <= order; ++k) {
        for (int j = 0; j < n; ++j) {
          const double* column = states->q().column(k, j);
          double* to = numbers + static_cast<std::size_t>(first) * width +
                       static_cast<std::size_t>(k * n + j);
          for (py::ssize_t i = 0; i < here; ++i, to += width)
            *to = taylor::factorial(k) * column[i];
        }
      }
    };
  });
}

void bind_motion_files(py::module_& module) {
  py::class_<Motion>(module, "Motion")
      .def_property_readonly("joints", [](const Motion& m) { return m.motion.trajectory.joints(); })
      .def_property_readonly("range",
                             [](const Motion& m) {
                               return std::pair(m.motion.trajectory.range().start,
                                                m.motion.trajectory.range().end);
                             })
      .def_property_readonly("kind", [](const Motion& m) { return m.motion.kind; })
      .def_readwrite("source", &Motion::source)
      .def_property_readonly("notes", [](const Motion& m) { return m.motion.notes; })
      .def_property_readonly("summary", [](const Motion& m) { return m.motion.summary; })
      .def_property_readonly("reading", [](const Motion& m) { return m.motion.reading; })
      .def_property_readonly("warnings", [](const Motion& m) { return m.motion.warnings; })
      .def_property_readonly("continuity",
                             [](const Motion& m) { return m.motion.trajectory.continuity(); })
      .def_property_readonly("is_uncertain",
                             [](const Motion& m) { return m.motion.trajectory.is_uncertain(); })
      .def_property_readonly("is_exact", [](const Motion& m) { return m.motion.is_exact; })
      .def_property_readonly("is_record",
                             [](const Motion& m) { return m.motion.recording != nullptr; })
      .def("law",
           [](const Motion& m, int joint) {
             check(joint >= 0 && joint < m.motion.trajectory.num_joints(), "law: joint ", joint,
                   " is out of range");
             return OneLaw{m.motion.trajectory.shared_law(joint), m.motion.kind};
           })
      .def("check_derivatives",
           [](const Motion& m, int order, const std::string& what) {
             return io::check_derivatives(m.motion, m.source, order, what);
           })
      .def("sample", sampled)
      .def("for_model",
           [](const Motion& m, const py::object& model) {
             return changed(m, m.motion.trajectory.for_model(robot_of("for_model", model).model));
           })
      .def("at_speed", [](const Motion& m, double speed) {
        return changed(m, m.motion.trajectory.at_speed(speed));
      });
  module.def("load_motion", load_motion);
  module.def("motion_from_text", motion_from_text);
  module.def("motion", motion_of);
  module.def("sequence", sequence_motions);
}

}  // namespace appell::python
