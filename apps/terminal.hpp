#pragma once

#include <string>

/// How the program speaks: results on stdout, everything else on stderr. Colour only on a terminal,
/// and not where NO_COLOR is set (no-color.org) or TERM is "dumb".
namespace appell::apps {

enum class Stream { kOut, kErr };
enum class Colour { kError, kWarning, kNote };

/// Whether a stream is a terminal that understands control sequences.
bool is_terminal(Stream stream);

/// The text as it is to be written to a stream.
std::string coloured(const std::string& text, Colour colour, Stream stream);

/// A result for stdout with its verdicts in colour: "NOT legal", "EXCEEDED", "impossible", "FAIL".
std::string with_verdicts(std::string text);

/// A help text for stdout: on a terminal its long lines are broken between words, descriptions
/// stay in their column, and examples whole. It ends with a line break.
std::string as_help(const std::string& text);

/// A text of the library, which speaks of options of a recording as motion files and Python have
/// them, in the words of the command line: "--skip-bad-rows" for "skip_bad_rows = true".
std::string in_flags(std::string text);

/// From now on messages keep the names of fields: the command takes them from a file.
void keep_field_names();

/// "warning: TEXT", "note: TEXT" and "appell: TEXT", one line each on stderr, in_flags(). A line of
/// progress that stands there is taken away.
void warn(const std::string& text);
void note(const std::string& text);
void complain(const std::string& text);

}  // namespace appell::apps
