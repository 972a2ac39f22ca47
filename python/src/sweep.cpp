#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "appell/base/check.hpp"
#include "appell/base/stop.hpp"
#include "appell/jobs/sweep/sweep_folder.hpp"
#include "appell/jobs/sweep/sweep_part.hpp"
#include "python/src/bindings.hpp"
#include "python/src/interruptible.hpp"

/// Parts of a sweep as arrays; the job computes them.
namespace appell::python {
namespace {

using jobs::PartFiles;
using jobs::SweepFolder;
using jobs::SweepPart;
using jobs::SweepPlan;

SweepPlan plan_in(const std::string& folder) {
  return jobs::read_plan(SweepFolder::plan_path(folder));
}

/// Items, drawn numbers and results of the parts from `first` up to `end` that are there and whole.
py::tuple read_parts(const std::string& folder, long long first, long long end) {
  const SweepPlan plan = plan_in(folder);
  std::vector<long long> items;
  std::vector<double> numbers, results;
  interruptible([&] {
    PartFiles files(SweepFolder::parts_path(folder), plan);
    for (long long p = first; p < std::min(end, plan.num_parts()); ++p) {
      check_stop();
      std::string problem;
      const std::optional<SweepPart> part = files.read(p, problem);
      check(problem.empty(), files.path(p), " ", problem, "; compute it again with resume=True");
      if (!part) continue;
      for (long long i = part->items.first; i < part->items.end; ++i) items.push_back(i);
      numbers.insert(numbers.end(), part->numbers.begin(), part->numbers.end());
      results.insert(results.end(), part->results.begin(), part->results.end());
    }
  });
  const auto rows = static_cast<py::ssize_t>(items.size());
  const auto table = [rows](const std::vector<double>& from, std::size_t width) {
    return py::array_t<double>({rows, static_cast<py::ssize_t>(width)}, from.data());
  };
  return py::make_tuple(py::array_t<long long>(rows, items.data()),
                        table(numbers, plan.numbers.size()), table(results, plan.results.size()));
}

/// The samples of a part: where each item begins, times, and of each series its name, columns,
/// units and rows; none if there is no such part.
py::object read_series(const std::string& folder, long long number) {
  const SweepPlan plan = plan_in(folder);
  PartFiles files(SweepFolder::parts_path(folder), plan);
  std::string problem;
  const std::optional<SweepPart> part = files.read_series(number, problem);
  check(problem.empty(), files.path(number), " ", problem, "; compute it again with resume=True");
  if (!part) return py::none();
  const auto num_samples = static_cast<py::ssize_t>(part->times.size());
  const auto column = [](const std::vector<double>& from) {
    return py::array_t<double>(static_cast<py::ssize_t>(from.size()), from.data());
  };
  py::list all;
  for (const SweepPart::Series& one : part->series) {
    const py::ssize_t width =
        num_samples == 0 ? 0 : static_cast<py::ssize_t>(one.rows.size()) / num_samples;
    all.append(py::make_tuple(one.name, one.columns, one.units,
                              py::array_t<double>({num_samples, width}, one.rows.data())));
  }
  return py::make_tuple(column(part->first_samples), column(part->times), all);
}

}  // namespace

void bind_sweeps(py::module_& module) {
  module.def("sweep_plan", [](const std::string& folder) { return plan_json(plan_in(folder)); });
  module.def("read_sweep_parts", read_parts);
  module.def("read_sweep_series", read_series);
}

}  // namespace appell::python
