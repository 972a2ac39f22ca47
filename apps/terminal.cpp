#include "apps/terminal.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <sys/ioctl.h>
#include <unistd.h>

#include "appell/base/text.hpp"

namespace appell::apps {
namespace {

bool has_colour(Stream stream) {
  const char* no_colour = std::getenv("NO_COLOR");
  return (no_colour == nullptr || *no_colour == '\0') && is_terminal(stream);
}

const char* code_of(Colour colour) {
  switch (colour) {
    case Colour::kError:
      return "1;31";
    case Colour::kWarning:
      return "33";
    case Colour::kNote:
      return "36";
  }
  return "0";
}

/// Columns of a terminal; 0 if it does not say.
std::size_t width_of_terminal() {
  winsize size{};
  if (!is_terminal(Stream::kOut) || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

/// A line with breaks between words, so that none is longer than `width`.
std::string broken(std::string line, std::size_t width) {
  constexpr std::size_t kDescription = 30;                // The column in which CLI11 has them.
  const std::size_t first = line.find_first_not_of(' ');  // Of a name, or of the description alone.
  const bool has_description = line.size() > kDescription &&
                               (first == 2 || first == kDescription) &&
                               line[kDescription - 1] == ' ';
  const bool is_example = line.starts_with("Example") || line.starts_with("         ");
  const std::size_t indent = has_description ? kDescription : 0;
  if ((is_example && !has_description) || width < 2 * kDescription) return line;
  std::string text;
  while (line.size() > width) {
    const std::size_t at = line.rfind(' ', width);
    if (at == std::string::npos || at <= indent) break;
    text += line.substr(0, at) + "\n";
    line = std::string(indent, ' ') + line.substr(at + 1);
  }
  return text + line;
}

void say(const char* first, Colour colour, const std::string& text) {
  const std::string line = concat(is_terminal(Stream::kErr) ? "\r\033[K" : "",
                                  coloured(first, colour, Stream::kErr), " ", text, "\n");
  std::fputs(line.c_str(), stderr);
}

}  // namespace

bool is_terminal(Stream stream) {
  const char* kind = std::getenv("TERM");
  return kind != nullptr && std::strcmp(kind, "dumb") != 0 &&
         ::isatty(stream == Stream::kOut ? STDOUT_FILENO : STDERR_FILENO) == 1;
}

std::string coloured(const std::string& text, Colour colour, Stream stream) {
  if (!has_colour(stream)) return text;
  return concat("\033[", std::string_view(code_of(colour)), "m", text, "\033[0m");
}

std::string with_verdicts(std::string text) {
  if (!has_colour(Stream::kOut)) return text;
  for (const char* word : {"NOT legal", "EXCEEDED", "impossible", "FAIL"}) {
    const std::string shown = coloured(word, Colour::kError, Stream::kOut);
    for (std::size_t at = text.find(word); at != std::string::npos;
         at = text.find(word, at + shown.size())) {
      text.replace(at, std::strlen(word), shown);
    }
  }
  return text;
}

std::string as_help(const std::string& text) {
  constexpr std::size_t kWidest = 100;
  const std::size_t columns = width_of_terminal();
  const std::size_t width = columns == 0 ? kWidest : std::min(columns, kWidest);
  std::string help;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    help += broken(text.substr(begin, end - begin), width) + "\n";
    begin = end + 1;
  }
  return help;
}

namespace {

bool has_flags = true;  ///< Whether the command has options of recordings.

/// The value behind "NAME = " from `at` on, as the command line has it, and where it ends.
std::string value_of_flag(const std::string& text, std::size_t& at) {
  const char closing = text[at] == '"' ? '"' : text[at] == '{' ? '}' : ' ';
  std::size_t end = text.find_first_of(closing == ' ' ? " ;,)?" : std::string(1, closing), at + 1);
  end = std::min(end, text.size());
  std::string value = text.substr(at, end - at);
  if (closing != ' ') value.erase(0, 1);
  if (closing == '}') {  // {a = "b"} is a=b here.
    std::erase_if(value, [](char c) { return c == ' ' || c == '"'; });
  }
  at = closing == ' ' ? end : std::min(end + 1, text.size());
  return value;
}

}  // namespace

void keep_field_names() { has_flags = false; }

std::string in_flags(std::string text) {
  if (!has_flags) return text;
  for (const std::string name : {"smooth", "clock", "columns", "degrees", "time_unit", "rename",
                                 "skip_bad_rows", "derivatives"}) {
    const std::string field = name + " = ";
    for (std::size_t at = text.find(field); at != std::string::npos;
         at = text.find(field, at + 2)) {
      if (at > 0 && text[at - 1] != ' ' && text[at - 1] != '(') continue;
      std::string flag = "--" + name;
      std::replace(flag.begin(), flag.end(), '_', '-');
      std::size_t end = at + field.size();
      if (end >= text.size()) break;
      const std::string value = value_of_flag(text, end);
      if (value != "true") flag += " " + value;
      text.replace(at, end - at, flag);
    }
  }
  return text;
}

void warn(const std::string& text) { say("warning:", Colour::kWarning, in_flags(text)); }
void note(const std::string& text) { say("note:", Colour::kNote, in_flags(text)); }
void complain(const std::string& text) { say("appell:", Colour::kError, in_flags(text)); }

}  // namespace appell::apps
