#include "apps/usage_errors.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>

#include "appell/analysis/quantities.hpp"
#include "appell/base/check.hpp"
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
  std::sort(names.begin(), names.end());
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

/// The first option that the command does not have; empty if it has all.
std::string odd_word(const CLI::App& command, const std::vector<std::string>& words) {
  for (std::size_t i = 1; i < words.size() && words[i] != "--"; ++i) {
    if (!is_option(words[i])) continue;
    const std::string name = option_name(words[i]);
    const CLI::Option* option = command.get_option_no_throw(name);
    if (option == nullptr) return unknown_option(command, words[i]);
    if (name == words[i] && takes_value(*option)) ++i;  // Its value may begin with a minus.
  }
  return {};
}

std::string unknown_command(const std::string& word, const std::vector<std::string>& commands) {
  return concat("unknown command '", one_line(word), "'", suggestion(word, commands),
                "; commands are ", comma_list(commands));
}

/// How many words a command takes beside its options; none if that has no end.
std::optional<std::size_t> num_arguments(const CLI::App& command) {
  std::size_t count = 0;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    if (option->get_items_expected_max() >= CLI::detail::expected_max_vector_size) {
      return std::nullopt;
    }
    count += static_cast<std::size_t>(option->get_items_expected_max());
  }
  return count;
}

/// A word that belongs to no option, and the list behind whose value it stands.
struct LooseWord {
  std::size_t place;
  const CLI::Option* list;  ///< Null: none.
  std::size_t list_place;   ///< Of the value.
};

std::vector<LooseWord> loose_words(const CLI::App& command, const std::vector<std::string>& words) {
  std::vector<LooseWord> loose;
  const CLI::Option* list = nullptr;
  std::size_t list_place = 0;
  for (std::size_t i = 1; i < words.size() && words[i] != "--"; ++i) {
    if (!is_option(words[i])) {
      loose.push_back({i, list, list_place});
      continue;
    }
    const std::string name = option_name(words[i]);
    const CLI::Option* option = command.get_option_no_throw(name);
    if (option == nullptr) return {};  // Who knows what takes what; it is refused anyway.
    list = option->get_delimiter() == ',' ? option : nullptr;
    list_place = i;
    if (name == words[i] && takes_value(*option)) list_place = ++i;
  }
  return loose;
}

/// The options of a command that take a value and stand nowhere in a line.
std::vector<const CLI::Option*> options_left(const CLI::App& command,
                                             const std::vector<std::string>& words) {
  return command.get_options([&](const CLI::Option* option) {
    const bool is_given = std::any_of(words.begin(), words.end(), [&](const std::string& word) {
      return is_option(word) && command.get_option_no_throw(option_name(word)) == option;
    });
    return !option->get_positional() && takes_value(*option) && !is_given;
  });
}

/// The option whose value a stray word most probably is: one whose name is in it, one that is
/// missing, or the output if there is no such file yet; null: none.
const CLI::Option* option_meant(const CLI::App& command, const std::vector<std::string>& words,
                                const std::string& stray) {
  const std::vector<const CLI::Option*> left = options_left(command, words);
  const auto find = [&](const auto& is_meant) {
    const auto found = std::find_if(left.begin(), left.end(), is_meant);
    return found == left.end() ? nullptr : *found;
  };
  const CLI::Option* meant = find([&](const CLI::Option* option) {
    const std::vector<std::string>& names = option->get_lnames();
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return name.size() > 3 && stray.find(name) != std::string::npos;
    });
  });
  if (meant == nullptr)
    meant = find([](const CLI::Option* option) { return option->get_required(); });
  if (meant != nullptr || std::filesystem::exists(stray)) return meant;
  return find([](const CLI::Option* option) { return option->check_name("-o"); });
}

/// The first word for which a command has no place, and what it may be for; empty if there is none.
std::string stray_word(const CLI::App& command, const std::vector<std::string>& words) {
  const std::optional<std::size_t> taken = num_arguments(command);
  const std::vector<LooseWord> loose = loose_words(command, words);
  if (!taken || loose.size() <= *taken) return {};
  const std::string& stray = words[loose[*taken].place];
  std::vector<std::string> arguments;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) arguments.push_back(option->get_name(true));
  }
  std::string meant;
  if (const CLI::Option* option = option_meant(command, words, stray); option != nullptr) {
    const bool is_long = !option->get_lnames().empty();
    meant = concat(" (did you mean ",
                   is_long ? "--" + option->get_lnames()[0] : "-" + option->get_snames()[0], " ",
                   one_line(stray), "?)");
  }
  return concat("unexpected argument '", one_line(stray), "'", meant, "; ", command.get_name(),
                " takes ",
                arguments.empty() ? "options only" : whole_comma_list(arguments) + " and options");
}

/// Whether a word may be meant as a part of a list: of --only, a quantity, or nearly one.
bool may_belong_to(const CLI::Option& list, const std::string& word) {
  return list.get_name() != "--only" || !nearest_name(word, analysis::quantity_names()).empty();
}

}  // namespace

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

const CLI::App* command_of(const CLI::App& app, const std::vector<std::string>& words) {
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!words.empty() && command->get_name() == words[0]) return command;
  }
  return nullptr;
}

std::vector<std::string> with_empty_values(const CLI::App& app, std::vector<std::string> words) {
  const CLI::App* command = command_of(app, words);
  if (command == nullptr) return words;
  for (std::size_t i = 1; i < words.size() && words[i] != "--"; ++i) {
    if (!words[i].starts_with("--") || words[i].find('=') != words[i].size() - 1) continue;
    const std::string name = option_name(words[i]);
    const CLI::Option* option = command->get_option_no_throw(name);
    if (option == nullptr || !takes_value(*option)) continue;
    words[i] = name;
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, "");
  }
  return words;
}

std::vector<std::string> with_help(const CLI::App& app, std::vector<std::string> words) {
  if (words.empty() || words[0] != "help" || words.size() > 2) return words;
  if (words.size() == 1) return {"--help"};
  if (is_option(words[1])) return words;
  const std::vector<std::string> commands = command_names(app);
  check(std::find(commands.begin(), commands.end(), words[1]) != commands.end(),
        "help: ", unknown_command(words[1], commands));
  return {words[1], "--help"};
}

std::vector<std::string> with_joined_lists(const CLI::App& app, std::vector<std::string> words) {
  const CLI::App* command = command_of(app, words);
  if (command == nullptr) return words;
  const std::optional<std::size_t> taken = num_arguments(*command);
  const std::vector<LooseWord> loose = loose_words(*command, words);
  if (!taken || loose.size() <= *taken) return words;
  std::size_t surplus = loose.size() - *taken;
  std::vector<bool> is_joined(words.size(), false);
  for (const auto& [place, list, list_place] : loose) {
    const bool follows = list != nullptr && (place == list_place + 1 || is_joined[place - 1]);
    if (surplus == 0 || !follows || !may_belong_to(*list, words[place])) continue;
    words[list_place] += (words[list_place].ends_with(',') ? "" : ",") + words[place];
    is_joined[place] = true;
    --surplus;
  }
  std::vector<std::string> joined;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!is_joined[i]) joined.push_back(std::move(words[i]));
  }
  return joined;
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
  const CLI::App* command = command_of(app, words);
  if (command == nullptr) return unknown_command(first, commands);
  const std::string odd = odd_word(*command, words);
  if (!odd.empty()) return odd;
  const std::string stray = stray_word(*command, words);
  if (!stray.empty()) return stray;
  const std::string told = error.what();  // "--at: 1 required TEXT missing"
  const std::size_t missing = told.find(": 1 required ");
  return missing == std::string::npos ? told : told.substr(0, missing) + ": its value is missing";
}

}  // namespace appell::apps
