#include "appell/analysis/standard_moves.hpp"
#include "appell/base/check.hpp"
#include "appell/report/capability_run.hpp"
#include "appell/report/comparison_report.hpp"
#include "python/src/arguments.hpp"
#include "python/src/bindings.hpp"
#include "python/src/interruptible.hpp"
#include "python/src/limits.hpp"
#include "python/src/motion.hpp"
#include "python/src/robot.hpp"

namespace appell::python {
namespace {

/// q of shape (orders, n): plain derivatives.
model::StateSeries capability_state(const model::Model& model, const Doubles& q) {
  const int n = model.num_coordinates();
  check(q.ndim() == 2 && q.shape(0) >= 1 && q.shape(1) == n,
        "capability: q is needed of shape (orders, ", n, ")");
  std::vector<VecX> derivatives;
  for (py::ssize_t k = 0; k < q.shape(0); ++k) {
    derivatives.emplace_back(Eigen::Map<const VecX>(q.data() + k * n, n));
  }
  return model::state_from_derivatives(model, derivatives);
}

/// What `appell capability --state --json` prints.
std::string capability_at(const py::object& given, const Doubles& q, const std::string& path,
                          const std::string& text, const std::string& frame) {
  const model::Model model = robot_of("capability", given).model;
  const model::StateSeries state = capability_state(model, q);
  return interruptible([&] {
    return report::capability_json(
        model,
        report::capability_at(model, frame_of(model, frame), state, limits_of(model, path, text)));
  });
}

/// What `appell capability --box --json` prints.
std::string capability_in(const py::object& given, const std::string& box_path,
                          const std::string& box_text, const std::string& path,
                          const std::string& text, const std::string& frame, long long boxes) {
  const model::Model model = robot_of("capability", given).model;
  return interruptible([&] {
    const std::vector<model::MotionLimit> ranges = box_path.empty()
                                                       ? io::read_box_toml("box", box_text, model)
                                                       : io::load_box(box_path, model);
    return report::capability_json(
        model, report::capability_in(model, frame_of(model, frame), ranges,
                                     limits_of(model, path, text), {.boxes = boxes}));
  });
}

/// What `appell compare --json` prints.
std::string compare(const py::object& given, const std::vector<std::string>& names,
                    const std::vector<const Motion*>& laws, const std::string& path,
                    const std::string& text, const std::string& frame_name) {
  const model::Model model = robot_of("compare", given).model;
  return interruptible([&] {
    const model::Frame& frame = frame_of(model, frame_name);
    const std::vector<model::MotionLimit> limits = limits_of(model, path, text);
    std::vector<analysis::NamedMotion> motions;
    for (std::size_t i = 0; i < laws.size(); ++i) {
      motions.push_back({names[i], laws[i]->motion.trajectory.for_model(model)});
    }
    std::vector<std::string> notes;
    if (motions.size() == 1) {
      const analysis::StandardMoves standard =
          analysis::standard_moves(model, motions.front().motion, limits);
      notes = report::standard_notes(motions.front(), standard);
      motions.insert(motions.end(), standard.moves.begin(), standard.moves.end());
    }
    return report::comparison_json(model, frame.name,
                                   analysis::compare_motions(model, frame, motions, limits), notes);
  });
}

}  // namespace

void bind_motors(py::module_& module) {
  module.def("capability_at", capability_at);
  module.def("capability_in", capability_in);
  module.def("compare", compare);
  module.def("compared_order", [] { return analysis::kComparedOrder; });
}

}  // namespace appell::python
