#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace appell::apps {

/// Whether an option is no flag.
bool takes_value(const CLI::Option& option);

/// The command that a line names; null if there is none of that name.
/// @param words  the command line without the name of the program.
const CLI::App* command_of(const CLI::App& app, const std::vector<std::string>& words);

/// The words of a command line with `--order=` as `--order ""`, which says the same: CLI11 would
/// take the next word for the value.
std::vector<std::string> with_empty_values(const CLI::App& app, std::vector<std::string> words);

/// `help` as `--help`, `help COMMAND` as `COMMAND --help`.
/// @throws InvalidArgument for a command that there is not.
std::vector<std::string> with_help(const CLI::App& app, std::vector<std::string> words);

/// Lists with blanks as lists with commas: `--only q X` as `--only q,X`, where the command would
/// have no use for the word X otherwise.
std::vector<std::string> with_joined_lists(const CLI::App& app, std::vector<std::string> words);

/// What is wrong with a command line that was refused, by the word that was typed: an unknown
/// command or option, with the nearest that there is, before what is missing because of it. The
/// error's own text if every word is known.
/// @param words  the command line without the name of the program.
std::string explain_refusal(const CLI::App& app, const std::vector<std::string>& words,
                            const CLI::ParseError& error);

}  // namespace appell::apps
