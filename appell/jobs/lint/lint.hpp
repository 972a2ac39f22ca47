#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/analysis/lint.hpp"
#include "appell/analysis/lint_fix.hpp"
#include "appell/jobs/job.hpp"
#include "appell/jobs/sources.hpp"

/// Not installed: impossible or suspicious numbers in a robot.
namespace appell::jobs {

struct LintRequest {
  ModelSource model;
  Outputs outputs;                ///< Its file: the robot with other inertias.
  std::optional<double> density;  ///< kg/m³
};

struct LintResult {
  std::string model;
  analysis::LintResult found;
  std::vector<std::string> warnings;        ///< Of whoever read and wrote the robot.
  std::optional<analysis::FixedRobot> fix;  ///< Not given: nothing was written.
  std::string path;                         ///< Where it was written.
};

LintResult run(const LintRequest& request, Context& context);
Document show(const LintResult& result, Detail detail);
std::string json(const LintResult& result);
/// Whether an inertia is impossible: of the robot that was written, where one was.
bool is_no(const LintResult& result);

/// "impossible", "warning", "note".
std::string severity_name(analysis::Finding::Severity severity);

}  // namespace appell::jobs
