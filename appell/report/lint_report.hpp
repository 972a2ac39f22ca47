#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/analysis/lint.hpp"
#include "appell/analysis/lint_fix.hpp"

namespace appell::report {

/// A robot with other inertias that was written to a file.
struct WrittenFix {
  std::string path;
  analysis::FixedRobot robot;
};

/// Writes the robot of analysis::fix_inertias() to a .toml or .urdf file.
/// @param warnings  gets a line for each thing that the format cannot say.
/// @throws InvalidArgument for another ending.
WrittenFix write_fix(const std::string& path, const model::Description& description,
                     const analysis::Meshes& meshes, const analysis::FixRequest& request,
                     std::vector<std::string>& warnings);

/// What `appell lint` prints: a table of the links, then every finding and warning of the reader,
/// then every change of a robot that was fixed.
std::string lint_text(const std::string& model, const analysis::LintResult& result,
                      const std::vector<std::string>& reader_warnings,
                      const std::optional<WrittenFix>& fix = std::nullopt);

/// The same as JSON.
std::string lint_json(const std::string& model, const analysis::LintResult& result,
                      const std::vector<std::string>& reader_warnings,
                      const std::optional<WrittenFix>& fix = std::nullopt);

}  // namespace appell::report
