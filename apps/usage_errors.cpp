#include "apps/usage_errors.hpp"

#include <algorithm>
#include <cctype>

#include "appell/base/text.hpp"

namespace appell::apps {
namespace {

bool is_option(const std::string& word) {
  return word.size() > 1 && word[0] == '-' && word != "--" && word[1] != '.' &&
         std::isdigit(static_cast<unsigned char>(word[1])) == 0;
}

/// "--order" of "--order=3", "-o" of "-oFILE".
std::string option_name(const std::string& word) {
  return word.starts_with("--") ? word.substr(0, word.find('=')) : word.substr(0, 2);
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

std::string unknown_option(const CLI::App& command, const std::string& word) {
  const std::vector<std::string> names = option_names(command);
  const std::string name = option_name(word);
  // One letter is as near to any other.
  const std::string meant = word.starts_with("--") ? suggestion(name, names) : std::string();
  return concat("unknown option '", one_line(name), "'", meant, "; options are ",
                comma_list(names));
}

std::string two_words(const CLI::Option& list, const std::string& first,
                      const std::string& second) {
  return one_line(concat(list.get_name(), ": '", second, "' follows '", first,
                         "'; a list is written with commas: ", first, ",", second));
}

/// The first option that the command does not have, or a word that nothing takes after the value of
/// a list; empty if there is neither.
std::string odd_word(const CLI::App& command, const std::vector<std::string>& words,
                     const std::vector<std::string>& not_taken) {
  const CLI::Option* list = nullptr;  // Whose value was the word before, or the end of it.
  std::string value;
  for (std::size_t i = 1; i < words.size() && words[i] != "--"; ++i) {
    if (!is_option(words[i])) {
      const bool is_taken =
          std::find(not_taken.begin(), not_taken.end(), words[i]) == not_taken.end();
      if (list != nullptr && !is_taken) return two_words(*list, value, words[i]);
      list = nullptr;
      continue;
    }
    const std::string name = option_name(words[i]);
    const CLI::Option* option = command.get_option_no_throw(name);
    if (option == nullptr) return unknown_option(command, words[i]);
    list = option->get_delimiter() == ',' ? option : nullptr;
    if (name != words[i]) {
      value = words[i].substr(name.size() + (name.size() > 2 ? 1 : 0));  // --only=q, -oFILE
    } else if (option->get_type_size() != 0 && ++i < words.size()) {
      value = words[i];
    }
  }
  return {};
}

}  // namespace

std::vector<std::string> with_empty_values(const CLI::App& app, std::vector<std::string> words) {
  const std::vector<std::string> commands = command_names(app);
  if (words.empty() || std::find(commands.begin(), commands.end(), words[0]) == commands.end()) {
    return words;
  }
  const CLI::App& command = *app.get_subcommand(words[0]);
  for (std::size_t i = 1; i < words.size() && words[i] != "--"; ++i) {
    if (!words[i].starts_with("--") || words[i].find('=') != words[i].size() - 1) continue;
    const std::string name = option_name(words[i]);
    const CLI::Option* option = command.get_option_no_throw(name);
    if (option == nullptr || option->get_type_size() == 0) continue;
    words[i] = name;
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, "");
  }
  return words;
}

std::string explain_refusal(const CLI::App& app, const std::vector<std::string>& words,
                            const CLI::ParseError& error) {
  const std::vector<std::string> commands = command_names(app);
  if (words.empty()) return "a command is needed; commands are " + comma_list(commands);
  const std::string& first = words.front();
  if (is_option(first)) {
    const bool is_known = app.get_option_no_throw(option_name(first)) != nullptr;
    return is_known ? error.what() : unknown_option(app, first);
  }
  if (std::find(commands.begin(), commands.end(), first) == commands.end()) {
    return concat("unknown command '", one_line(first), "'", suggestion(first, commands),
                  "; commands are ", comma_list(commands));
  }
  const std::string odd =
      odd_word(*app.get_subcommand(first), words, app.remaining(/*recurse=*/true));
  return odd.empty() ? error.what() : odd;
}

}  // namespace appell::apps
