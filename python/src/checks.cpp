#include <pybind11/stl.h>

#include "appell/analysis/lint.hpp"
#include "appell/io/load_model.hpp"
#include "appell/io/mesh_reader.hpp"
#include "appell/report/lint_report.hpp"
#include "python/src/bindings.hpp"
#include "python/src/interruptible.hpp"

namespace appell::python {
namespace {

/// What `appell lint --json` prints; a robot is written to `fix` unless it is empty.
std::string lint_as_json(const std::string& name_or_path, const io::Packages& packages, bool strict,
                         bool open_loops, const std::string& open_meshes, const std::string& fix,
                         const std::optional<double>& density) {
  return interruptible([&] {
    const io::LoadResult loaded = io::load_model(
        name_or_path, {.physics = mass::Physics::kNotChecked,
                       .packages = packages,
                       .strictness = strict ? io::Strictness::kStrict : io::Strictness::kTolerant,
                       .open_loops = open_loops,
                       .open_meshes = mass::open_meshes_named(open_meshes)});
    std::vector<std::string> warnings = loaded.warnings;
    const model::Description& description = loaded.model.description();
    const analysis::Meshes meshes = io::read_link_meshes(description, warnings);
    const analysis::LintResult result = analysis::lint(description, meshes);
    std::optional<report::WrittenFix> written;
    if (!fix.empty()) {
      written = report::write_fix(fix, description, meshes,
                                  {density, mass::open_meshes_named(open_meshes)}, warnings);
    }
    return report::lint_json(loaded.model.name(), result, warnings, written);
  });
}

}  // namespace

void bind_checks(py::module_& module) { module.def("lint", lint_as_json); }

}  // namespace appell::python
