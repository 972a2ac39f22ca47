#include "apps/output_options.hpp"

#include <map>
#include <optional>
#include <utility>

#include <sys/stat.h>

#include <CLI/CLI.hpp>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/report/output_check.hpp"
#include "apps/terminal.hpp"

namespace appell::apps {
namespace {

using Identity = std::pair<dev_t, ino_t>;

/// Of the file that a path leads to; nothing if there is none.
std::optional<Identity> identity_of(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return Identity{status.st_dev, status.st_ino};
}

/// Files that were there before, which outputs may replace.
std::map<std::string, Identity> files_before;

void check_writable(const std::string& path) {
  report::check_output_file(path);
  if (const std::optional<Identity> now = identity_of(path)) files_before.emplace(path, *now);
}

/// What only --force writes onto.
void refuse_precious(const std::string& path, const std::vector<std::string>& inputs) {
  report::check_is_no_input(path, inputs);
  report::refuse_read_only(path);
}

}  // namespace

void add_output_options(CLI::App& command, OutputOptions& options, const std::string& help) {
  command.add_option("-o,--output", options.path, help);
  command.add_flag("--force", options.force, "allow writing over an input file");
}

void check_output_path(const std::string& path, const std::vector<std::string>& inputs) {
  check_writable(path);
  refuse_precious(path, inputs);
}

void check_output(const OutputOptions& options, const std::vector<std::string>& inputs) {
  if (options.path.empty()) return;
  check_writable(options.path);
  if (options.force) return;
  try {
    refuse_precious(options.path, inputs);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(concat(error.what(), ", or --force"));
  }
}

void tell_replaced() {
  for (const auto& [path, before] : files_before) {
    if (identity_of(path) != before) note(concat("replaced ", one_line(path)));
  }
}

}  // namespace appell::apps
