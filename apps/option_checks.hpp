#pragma once

#include <string>

#include <CLI/CLI.hpp>

/// What the values of options must be. Each refuses a text as it was typed, before anything is made
/// of it: "--order: is 'x'; a whole number in 0..170 is needed".
namespace appell::apps {

/// Digits, with a sign at most, in least..most.
CLI::Validator whole_number(long long least, long long most);

/// One of some words: "--rule: is 'x'; a, b or c is needed".
CLI::Validator one_of(const std::vector<std::string>& words);

/// Refuses an empty text as the value of any option of any command: it is a variable of a shell
/// script that nobody has set, not a wish for the default.
void refuse_empty_values(CLI::App& app);

/// Makes an option a list a,b,... that may be given several times; `text` stands for it in --help.
CLI::Option* as_list(CLI::Option* option, const std::string& text);

}  // namespace appell::apps
