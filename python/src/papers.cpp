#include <pybind11/stl.h>

#include "appell/base/check.hpp"
#include "appell/io/load_model.hpp"
#include "papers/verify/catalogue.hpp"
#include "papers/verify/motion_equation.hpp"
#include "papers/verify/report.hpp"
#include "papers/verify/sample.hpp"
#include "python/src/bindings.hpp"
#include "python/src/interruptible.hpp"

namespace appell::python {
namespace {

/// A model comes as the text of a model file, which says it bit for bit: this extension shares no
/// type with the other.
model::Model model_from(const std::string& toml, bool accept_inertia) {
  const io::LoadOptions options{.physics = accept_inertia ? mass::Physics::kNotChecked
                                                          : mass::Physics::kRequired};
  return io::read_model_toml("model", toml, options).model;
}

/// What `appell verify --json` prints.
std::string verify_as_json(const std::string& toml, bool accept_inertia, int order,
                           std::uint64_t seed, const std::string& frame) {
  return interruptible([&] {
    const model::Model model = model_from(toml, accept_inertia);
    check(model.num_coordinates() > 0, "verify: model '", model.name(),
          "' has no joint that moves; one at least is needed");
    const verify::Sample sample(model, order, seed, frame);
    verify::Verification found = verify::verification_of(sample, seed, accept_inertia);
    found.results = verify::run_all(sample);
    for (verify::Result& result : found.results) result.comparisons.clear();
    return verify::verification_json({found}, false);
  });
}

/// What `appell equations --json` prints.
std::string equations_as_json(const std::string& toml, bool accept_inertia,
                              const std::string& state, const std::string& form, int k,
                              std::optional<int> m, const std::string& frame) {
  const model::Model model = model_from(toml, accept_inertia);
  const verify::EquationRequest request{.form = form, .k = k, .m = m, .joint = {}, .frame = frame};
  return verify::motion_equation_json(
      verify::motion_equation(model, io::read_state("state", state, model), request));
}

}  // namespace
}  // namespace appell::python

PYBIND11_MODULE(_papers, module) {
  using namespace appell::python;
  module.doc() = "The papers' own equations; appell.verify() and appell.equations() call it.";
  register_errors(module);
  module.def("verify", verify_as_json);
  module.def("equations", equations_as_json);
}
