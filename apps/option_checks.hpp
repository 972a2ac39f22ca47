#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"

/// What the values of options must be. Each refuses a text as it was typed, before anything is made
/// of it: "--order: is 'x'; a whole number in 0..170 is needed".
namespace appell::apps {

/// Digits, with a sign at most, in least..most.
CLI::Validator whole_number(long long least, long long most);

/// A finite number above zero. `unit` is for the message: "seconds".
CLI::Validator positive_number(const std::string& unit);

/// One of some words: "--rule: is 'x'; a, b or c is needed".
CLI::Validator one_of(const std::vector<std::string>& words);

/// Refuses an empty text as the value of any option of any command: it is a variable of a shell
/// script that nobody has set, not a wish for the default.
void refuse_empty_values(CLI::App& app);

/// A message of the library without the function that it begins with: "check_motion: ...".
std::string without_function(std::string_view message);

/// What f gives; where the library refuses an argument, the option that it came from is named.
template <class F>
auto of_option(const std::string& option, const F& f) {
  try {
    return f();
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(concat(option, ": ", without_function(error.what())));
  }
}

/// Makes an option a list a,b,... that may be given several times; `text` stands for it in --help.
CLI::Option* as_list(CLI::Option* option, const std::string& text);

}  // namespace appell::apps
