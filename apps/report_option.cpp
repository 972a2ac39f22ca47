#include "apps/report_option.hpp"

#include <filesystem>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "appell/base/check.hpp"
#include "appell/jobs/outputs.hpp"

namespace appell::apps {

void check_report_name(const std::string& path) {
  check(path.empty() || path.ends_with(".html") || path.ends_with(".htm"), "--report ", path,
        ": does not end with .html, which is what is written");
}

void check_report(const std::string& path, const std::vector<std::string>& inputs,
                  const std::string& output) {
  if (path.empty()) return;
  check_report_name(path);
  check(path != output, "--report ", path, ": is the same file as -o");
  jobs::check_outputs({.path = {}, .force = false, .report = path, .plots = {}}, inputs);
}

std::string written_text(const std::string& report, const std::string& plots,
                         std::size_t num_plots) {
  std::string text;
  if (!report.empty()) text += fmt::format("report: {}\n", report);
  if (!plots.empty()) {
    text += fmt::format("{} plots: {}\n", num_plots,
                        (std::filesystem::path(plots) / "index.html").string());
  }
  return text;
}

std::string command_line(const CLI::App& command) {
  const auto quoted = [](const std::string& word) {
    const bool is_plain =
        !word.empty() && word.find_first_of(" '\"\\$`&;|<>()*?\n\t") == std::string::npos;
    return is_plain ? word : "'" + word + "'";
  };
  std::string text = "appell " + command.get_name();
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0) continue;
    std::string words;
    for (const std::string& word : option->results()) words += " " + quoted(word);
    const bool is_flag = option->get_expected_max() == 0;
    if (!option->get_positional()) {
      const std::string name = option->get_lnames().empty() ? "-" + option->get_snames().front()
                                                            : "--" + option->get_lnames().front();
      text += " " + name;
    }
    if (!is_flag) text += words;
  }
  return text;
}

}  // namespace appell::apps
