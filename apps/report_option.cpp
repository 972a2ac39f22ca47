#include "apps/report_option.hpp"

#include <CLI/CLI.hpp>

namespace appell::apps {

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
