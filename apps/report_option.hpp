#pragma once

#include <string>
#include <vector>

#include "appell/report/document.hpp"

namespace CLI {
class App;
}

namespace appell::apps {

/// Before anything is computed: does the name end with .html?
/// @throws InvalidArgument if not.
void check_report_name(const std::string& path);

/// The same, and can the file be written, and is it
/// none of those that are read or written? Without a path there is nothing to check.
/// @throws InvalidArgument if not.
void check_report(const std::string& path, const std::vector<std::string>& inputs,
                  const std::string& output = "");

/// "report: FILE" and "N plots: DIR/index.html" for the end of a result, where they were written.
std::string written_text(const std::string& report, const std::string& plots,
                         std::size_t num_plots);

/// The command as it was called, for the page: "appell analyze panda swing.toml --order 2".
std::string command_line(const CLI::App& command);

}  // namespace appell::apps
