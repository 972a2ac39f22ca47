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
namespace {

/// The argument `smooth`: "auto", "none", a standard deviation, or None.
std::optional<io::Smoothing> smoothing_from(const py::object& smooth,
                                            const std::optional<double>& clock) {
  using Kind = io::Smoothing::Kind;
  if (smooth.is_none() && !clock) return std::nullopt;
  if (smooth.is_none()) return io::Smoothing{.kind = Kind::kAuto, .cycle = clock};
  if (py::isinstance<py::str>(smooth)) {
    const std::string text = smooth.cast<std::string>();
    check(text == "auto" || text == "none", "smooth: '", text,
          "' is found; 'auto', 'none' or the standard deviation of the noise (rad or m) is needed");
    return io::Smoothing{.kind = text == "auto" ? Kind::kAuto : Kind::kNone, .cycle = clock};
  }
  const double deviation = smooth.cast<double>();
  check(deviation > 0.0, "smooth: ", deviation,
        " is found; a positive standard deviation is needed");
  return io::Smoothing{.kind = Kind::kDeviation, .deviation = deviation, .cycle = clock};
}

Motion load_motion(const std::string& path, int order, const py::object& model,
                   const std::string& columns, const py::object& smooth,
                   const std::optional<double>& clock) {
  const model::Model* robot = model.is_none() ? nullptr : &robot_of("load_motion", model).model;
  const std::optional<io::Smoothing> smoothing = smoothing_from(smooth, clock);
  return interruptible(
      [&] { return Motion{io::load_motion(path, order, robot, columns, smoothing), path}; });
}

Motion motion_from_text(const std::string& text, int order, const py::object& model) {
  const model::Model* robot =
      model.is_none() ? nullptr : &robot_of("motion_from_text", model).model;
  return interruptible(
      [&] { return Motion{io::read_motion_toml("<text>", text, order, robot), "<text>"}; });
}

Motion motion_of(const std::vector<std::string>& joints, const std::vector<OneLaw>& laws,
                 double start, double end) {
  std::vector<std::shared_ptr<const trajectory::Law>> all;
  for (const OneLaw& law : laws) all.push_back(law.law);
  return {
      {trajectory::Trajectory(joints, std::move(all), {start, end}), "laws", {}, {}, {}, nullptr},
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
  return {{trajectory::sequence(all), "sequence", {}, {}, {}, nullptr}, "<sequence>"};
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
      .def_property_readonly("reading", [](const Motion& m) { return m.motion.reading; })
      .def_property_readonly("warnings", [](const Motion& m) { return m.motion.warnings; })
      .def_property_readonly("continuity",
                             [](const Motion& m) { return m.motion.trajectory.continuity(); })
      .def_property_readonly("is_uncertain",
                             [](const Motion& m) { return m.motion.trajectory.is_uncertain(); })
      .def_property_readonly("is_record",
                             [](const Motion& m) { return m.motion.recording != nullptr; })
      .def("law",
           [](const Motion& m, int joint) {
             check(joint >= 0 && joint < m.motion.trajectory.num_joints(), "law: joint ", joint,
                   " is out of range");
             return OneLaw{m.motion.trajectory.shared_law(joint), m.motion.kind};
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
