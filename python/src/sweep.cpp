#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "appell/base/check.hpp"
#include "appell/report/rendering.hpp"
#include "appell/report/sweep_page.hpp"
#include "appell/report/sweep_run.hpp"
#include "appell/report/sweep_summary.hpp"
#include "python/src/bindings.hpp"
#include "python/src/interruptible.hpp"

namespace appell::python {
namespace {

using report::PartFiles;
using report::SweepFolder;
using report::SweepPart;
using report::SweepPlan;

/// @param text  of a study; empty: it is in the file `path`.
io::StudyFile study_of(const std::string& path, const std::string& text) {
  return text.empty() ? io::load_study(path) : io::read_study_toml(path, text);
}

/// Makes the summary of parts that are all there.
/// @return what is odd about them, their models and motions.
std::vector<std::string> write_summary_of(PartFiles& files, const SweepPlan& plan,
                                          const std::string& folder) {
  const report::SweepSummary summary = report::summarize(files, plan);
  report::write_summary(summary, folder);
  return report::summary_warnings(summary);
}

/// Computes what is missing of a shard, and the summary if that is all of the study.
/// @param path,text  as in study_of().
/// @return what was odd about models and motions.
std::vector<std::string> run_study(const std::string& path, const std::string& text,
                                   const std::string& folder, int threads, bool is_resumed,
                                   long long index, long long count) {
  return interruptible([&] {
    check(count >= 1 && index >= 0 && index < count, "sweep: shard is (", index, ", ", count,
          "); need 0 <= first < second");
    const study::Study study(study_of(path, text));
    const SweepPlan plan = report::plan_for(study, folder);
    const report::SweepShard shard{.index = index, .count = count};
    const SweepFolder lock(folder, plan, shard,
                           is_resumed ? SweepFolder::Begin::kResumed : SweepFolder::Begin::kAnew);
    PartFiles files(SweepFolder::parts_path(folder), plan);
    report::PartQueue queue(report::missing_parts(files, plan, shard).parts);
    report::SweepRequest request{.threads = threads};
    request.next = [&queue] { return queue.next(); };
    std::vector<std::string> warnings = study.warnings();
    request.warn = [&warnings](const std::string& said) { warnings.push_back(said); };
    report::run_sweep(study, plan, files, request);
    // Of all parts, those of earlier runs too.
    return count == 1 ? write_summary_of(files, plan, folder) : warnings;
  });
}

SweepPlan plan_in(const std::string& folder) {
  return report::read_plan(SweepFolder::plan_path(folder));
}

/// The summary of a sweep whose parts are all there.
/// @return what is odd about them.
std::vector<std::string> merge_parts(const std::string& folder) {
  return interruptible([&] {
    const SweepPlan plan = plan_in(folder);
    PartFiles files(SweepFolder::parts_path(folder), plan);
    return write_summary_of(files, plan, folder);
  });
}

/// Writes the page of a sweep that is complete.
/// @param path,text  of its study, as in study_of(); both empty: it is not at hand.
void report_sweep(const std::string& folder, const std::string& path, const std::string& text,
                  const std::string& file) {
  interruptible([&] {
    const SweepPlan plan = plan_in(folder);
    PartFiles files(SweepFolder::parts_path(folder), plan);
    const report::SweepSummary summary = report::summarize(files, plan);
    if (path.empty()) return report::write_page(report::page_of_sweep(summary), file);
    const study::Study study(study_of(path, text));
    report::write_page(report::page_of_sweep(study, summary), file);
  });
}

/// What a sweep is: its names and units.
py::dict described_sweep(const std::string& folder) {
  const SweepPlan plan = plan_in(folder);
  const auto names = [](const auto& list) {
    py::list all;
    for (const auto& one : list) all.append(one.name);
    return all;
  };
  const auto units = [](const auto& list) {
    py::list all;
    for (const auto& one : list) all.append(one.unit);
    return all;
  };
  py::list ranges;
  for (const study::Factor& factor : plan.factors) {
    ranges.append(py::make_tuple(factor.range.first, factor.range.count));
  }
  py::dict answer;
  answer["study"] = plan.study;
  answer["items"] = plan.num_items();
  answer["parts"] = plan.num_parts();
  answer["items_per_part"] = plan.items_per_part;
  answer["draws"] = plan.draws;
  answer["models"] = names(plan.models);
  answer["motions"] = names(plan.motions);
  answer["results"] = names(plan.results);
  answer["result_units"] = units(plan.results);
  answer["numbers"] = names(plan.numbers);
  answer["number_units"] = units(plan.numbers);
  answer["factors"] = names(plan.factors);
  answer["factor_ranges"] = ranges;
  return answer;
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
  module.def("sweep", run_study);
  module.def("merge_sweep", merge_parts);
  module.def("report_sweep", report_sweep);
  module.def("describe_sweep", described_sweep);
  module.def("read_sweep_parts", read_parts);
  module.def("read_sweep_series", read_series);
}

}  // namespace appell::python
