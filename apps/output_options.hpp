#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace appell::apps {

/// The file that a command writes.
struct OutputOptions {
  std::string path;
  bool force = false;  ///< Whether it may be a file that is read.
};

/// Adds -o and --force to a command.
void add_output_options(CLI::App& command, OutputOptions& options, const std::string& help);

/// Before anything is computed: can the file be written, is it none of the files that are read, and
/// not read-only? The last two do not matter with --force. Without a path there is nothing to
/// check.
/// @throws InvalidArgument if not.
void check_output(const OutputOptions& options, const std::vector<std::string>& inputs);

/// Notes which of the files that were checked have taken the place of an older one since.
void tell_replaced();

}  // namespace appell::apps
