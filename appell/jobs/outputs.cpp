#include "appell/jobs/outputs.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <sys/stat.h>

#include "appell/base/check.hpp"
#include "appell/report/output_check.hpp"

namespace appell::jobs {
namespace {

using Identity = std::pair<dev_t, ino_t>;

/// Of the file that a path leads to; nothing if there is none.
std::optional<Identity> identity_of(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return Identity{status.st_dev, status.st_ino};
}

/// Files that were there before, which outputs of this thread's jobs may replace.
thread_local std::map<std::string, Identity> files_before;

void check_writable(const std::string& path) {
  report::check_output_file(path);
  if (const std::optional<Identity> now = identity_of(path)) files_before[path] = *now;
}

bool has_ending(const std::string& path, const std::vector<std::string>& endings) {
  return endings.empty() || std::any_of(endings.begin(), endings.end(),
                                        [&](const auto& ending) { return path.ends_with(ending); });
}

/// ".toml or .csv"
std::string any_of(const std::vector<std::string>& endings) {
  std::string text;
  for (const std::string& ending : endings) text += (text.empty() ? "" : " or ") + ending;
  return text;
}

/// What only --force writes onto.
void refuse_precious(const std::string& path, const std::vector<std::string>& inputs) {
  report::check_is_no_input(path, inputs);
  report::refuse_read_only(path);
}

}  // namespace

Parameters output_parameters(const std::string& value, const std::string& words) {
  return {also_called({"o"}, as(Kind::kFile, value, parameter(&Outputs::path, "output", words))),
          parameter(&Outputs::force, "force", "allow writing over an input file")};
}

Parameters page_parameters() {
  return {as(Kind::kFile, "FILE.html",
             parameter(&Outputs::report, "report",
                       "write an HTML report: the robot along the motion in 3D, plots, tables")),
          as(Kind::kFolder, "DIR",
             parameter(&Outputs::plots, "plots",
                       "folder for plots (.svg) and an index.html that shows them"))};
}

void check_outputs(const Outputs& outputs, const std::vector<std::string>& inputs,
                   const std::vector<std::string>& endings) {
  if (!outputs.path.empty()) {
    check(has_ending(outputs.path, endings), "-o ", outputs.path, ": does not end with ",
          any_of(endings), ", which is what is written");
    check_writable(outputs.path);
    if (!outputs.force) {
      try {
        refuse_precious(outputs.path, inputs);
      } catch (const InvalidArgument& error) {
        throw InvalidArgument(concat(error.what(), ", or --force"));
      }
    }
  }
  if (!outputs.report.empty()) {
    check_report_name(outputs.report);
    check(outputs.report != outputs.path, "--report ", outputs.report, ": is the same file as -o");
    check_file(outputs.report, inputs);
  }
  if (!outputs.plots.empty()) report::check_output_folder(outputs.plots);
}

void check_report_name(const std::string& path) {
  check(has_ending(path, {".html", ".htm"}), "--report ", path,
        ": does not end with .html, which is what is written");
}

void check_file(const std::string& path, const std::vector<std::string>& inputs) {
  if (path.empty()) return;
  check_writable(path);
  refuse_precious(path, inputs);
}

std::vector<std::string> replaced_files() {
  std::vector<std::string> replaced;
  for (const auto& [path, before] : files_before) {
    if (identity_of(path) != before) replaced.push_back(path);
  }
  return replaced;
}

}  // namespace appell::jobs
