#pragma once

#include <string>

namespace CLI {
class App;
}

namespace appell::apps {

/// The command as it was called, for the page: "appell analyze panda swing.toml --order 2".
std::string command_line(const CLI::App& command);

}  // namespace appell::apps
