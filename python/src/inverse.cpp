#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include "appell/io/operational_file.hpp"
#include "appell/kinematics/inverse_motion.hpp"
#include "appell/kinematics/inverse_pose.hpp"
#include "python/src/bindings.hpp"
#include "python/src/interruptible.hpp"
#include "python/src/robot.hpp"

namespace appell::python {
namespace {

/// What `appell inverse` finds.
struct FoundInverse {
  std::optional<kinematics::InversePose> pose;
  kinematics::InverseMotion motion;
};

/// @param text  of the file that `appell inverse` reads.
FoundInverse found_inverse(const model::Model& model, const std::string& text,
                           const std::string& frame_name, double damping) {
  const io::OperationalFile file = io::read_operational_state("inverse", text, model);
  const model::Frame& frame = frame_of(model, frame_name);
  FoundInverse found;
  if (file.pose) {
    found.pose = kinematics::inverse_pose(model, frame, *file.pose, file.q0, {.rows = file.rows});
  }
  found.motion = kinematics::inverse_motion(
      model, frame, found.pose ? found.pose->q : file.q0, file.X,
      {.rows = file.rows, .damping = damping, .preferred = file.preferred});
  return found;
}

/// Derivatives of a series, a row for each.
template <class Series>
MatX rows_of(const Series& series) {
  if (series.order() < 0) return MatX(0, 0);
  MatX rows(series.order() + 1, series[0].size());
  for (int k = 0; k <= series.order(); ++k) rows.row(k) = series.derivative(k).transpose();
  return rows;
}

/// q and its derivatives, what is left of X, singular values, condition, and what is left of the
/// pose.
py::tuple inverse(const py::object& given, const std::string& text, const std::string& frame,
                  double damping) {
  const model::Model model = robot_of("inverse", given).model;
  const FoundInverse found =
      interruptible([&] { return found_inverse(model, text, frame, damping); });
  py::object left = py::none();
  if (found.pose) left = py::make_tuple(found.pose->position_error, found.pose->rotation_error);
  return py::make_tuple(rows_of(found.motion.state), rows_of(found.motion.residual),
                        found.motion.singular_values, found.motion.condition, left);
}

}  // namespace

void bind_inverse(py::module_& module) { module.def("inverse", inverse); }

}  // namespace appell::python
