#pragma once

#include <string>
#include <vector>

#include "appell/analysis/lint.hpp"

namespace appell::report {

/// What `appell lint` prints: a table of the links, then every finding and warning of the reader.
std::string lint_text(const std::string& model, const analysis::LintResult& result,
                      const std::vector<std::string>& reader_warnings);

/// The same as JSON.
std::string lint_json(const std::string& model, const analysis::LintResult& result,
                      const std::vector<std::string>& reader_warnings);

}  // namespace appell::report
