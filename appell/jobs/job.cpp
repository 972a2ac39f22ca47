#include "appell/jobs/job.hpp"

#include <algorithm>
#include <filesystem>

#include "appell/base/check.hpp"
#include "appell/base/counted.hpp"
#include "appell/base/stop.hpp"
#include "appell/report/figures.hpp"
#include "appell/report/motion_page.hpp"
#include "appell/report/rendering.hpp"

namespace appell::jobs {

std::string title_of(Purpose purpose) {
  switch (purpose) {
    case Purpose::kRobot:
      return "Robots";
    case Purpose::kMotion:
      return "Motions";
    case Purpose::kLimits:
      return "Limits";
    case Purpose::kTheory:
      return "Theory";
    case Purpose::kMany:
      return "Many robots and motions";
  }
  return "";
}

void write_report(const Answer& answer, const std::string& path,
                  const std::vector<std::string>& warnings) {
  check(answer.show != nullptr, "report: this answer is numbers only; it has no page");
  Document document = answer.show(Detail::kPage);
  report::set_warnings(document, warnings);
  report::write_page(document, path, StopScope::flag());
}

std::size_t write_plots(const Answer& answer, const std::string& folder) {
  check(answer.show != nullptr, "plots: this answer is numbers only; it has no plots");
  const Document document = answer.show(Detail::kPage);
  const std::vector<report::Figure> figures = report::figures_of(document);
  report::write_figures(figures, document.title, report::terminal_text(answer.show(Detail::kWords)),
                        folder, StopScope::flag());
  return figures.size();
}

namespace {

constexpr std::size_t kMostPlots = 30;  // More than that nobody looks through.

std::string note_of_plots(const Job& job, std::size_t left_out, const Context& context) {
  const bool has_all =
      std::any_of(job.parameters.begin(), job.parameters.end(),
                  [](const Parameter& parameter) { return parameter.name == "plots-all"; });
  return concat(context.called("plots"), ": ", left_out, " more plots are left out, ", kMostPlots,
                " are the most; ",
                has_all ? concat(context.called("plots-all"), " DIR has every one")
                        : concat(context.called("report"), " FILE.html has all of them"));
}

}  // namespace

Outcome carry_out(const Job& job, const Request& request, Context& context) {
  Outcome outcome{.answer = job.run(request.fields(), context), .text = {}};
  if (!outcome.answer.json) return outcome;
  outcome.text = job.has_document ? report::terminal_text(outcome.answer.show(Detail::kWords))
                                  : outcome.answer.json();
  const Outputs* outputs = job.outputs(request.fields());
  if (outputs == nullptr || (outputs->report.empty() && outputs->plots.empty())) return outcome;
  Document document = outcome.answer.show(Detail::kPage);
  if (!outputs->report.empty()) {
    report::set_warnings(document, context.warnings());
    report::write_page(document, outputs->report, StopScope::flag());
    outcome.text += concat("report: ", outputs->report, "\n");
  }
  if (!outputs->plots.empty()) {
    std::size_t left_out = 0;
    const std::vector<report::Figure> figures = report::figures_of(document, kMostPlots, &left_out);
    if (left_out > 0) context.note(note_of_plots(job, left_out, context));
    report::write_figures(figures, document.title, outcome.text, outputs->plots, StopScope::flag());
    outcome.text += concat(counted(figures.size(), "plot"), ": ",
                           (std::filesystem::path(outputs->plots) / "index.html").string(), "\n");
  }
  return outcome;
}

const Job& job_named(const std::string& name) {
  std::vector<std::string> names;
  for (const Job& job : all_jobs()) {
    if (job.name == name) return job;
    names.push_back(job.name);
  }
  throw InvalidArgument(concat("there is no job '", name, "'", suggestion(name, names)));
}

}  // namespace appell::jobs
