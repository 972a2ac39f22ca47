#include "appell/base/check.hpp"
#include "appell/report/capability_run.hpp"
#include "python/src/arguments.hpp"
#include "python/src/bindings.hpp"
#include "python/src/interruptible.hpp"
#include "python/src/limits.hpp"
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

}  // namespace

void bind_motors(py::module_& module) {
  module.def("capability_at", capability_at);
  module.def("capability_in", capability_in);
}

}  // namespace appell::python
