#include "appell/io/csv_dialect.hpp"

#include <algorithm>

#include "appell/base/text.hpp"
#include "appell/io/limits.hpp"
#include "appell/io/numbers.hpp"

namespace appell::io {
namespace {

bool is_gap(char c) { return c == ' ' || c == '\t'; }

/// What stands between quotes; nothing if there are none.
std::optional<std::string_view> between_quotes(std::string_view text) {
  const bool is_quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  if (!is_quoted) return std::nullopt;
  return text.substr(1, text.size() - 2);
}

/// The end of the field that begins at `at`: the next separator that is not in quotes.
std::size_t field_end(std::string_view line, std::size_t at, char separator) {
  std::size_t first = at;
  while (first < line.size() && is_gap(line[first]) && line[first] != separator) ++first;
  if (first < line.size() && line[first] == '"') {
    std::size_t close = line.find('"', first + 1);
    while (close != std::string_view::npos && close + 1 < line.size() && line[close + 1] == '"') {
      close = line.find('"', close + 2);
    }
    if (close != std::string_view::npos) at = close + 1;
  }
  if (separator == ' ') return std::min(line.find_first_of(" \t", at), line.size());
  return std::min(line.find(separator, at), line.size());
}

std::size_t num_fields(std::string_view line, char separator) {
  std::vector<CsvField> fields;
  split_csv(line, {.separator = separator}, fields);
  return fields.size();
}

/// Whether a word is a number with a decimal comma: digits before and behind it.
bool has_decimal_comma(std::string_view word) {
  return word.find(',') != std::string_view::npos && !csv_number(word, {.separator = ';'}) &&
         csv_number(word, {.separator = ';', .decimal_comma = true}).has_value();
}

/// Whether a line is numbers with decimal commas between blanks: "0,5 1,25".
bool is_commas_in_blanks(std::string_view line) {
  std::vector<CsvField> words;
  split_csv(line, {.separator = ' '}, words);
  return words.size() > 1 && std::all_of(words.begin(), words.end(), [](const CsvField& word) {
           const char last = word.text.empty() ? ',' : word.text.back();
           return last != ',' && word.text.front() != ',' &&
                  csv_number(word.text, {.separator = ' ', .decimal_comma = true});
         });
}

char find_separator(std::string_view first, const std::vector<std::string_view>& next) {
  if (is_commas_in_blanks(next.empty() ? first : next.front())) return ' ';
  for (const char candidate : {';', '\t', ',', ' '}) {
    const std::size_t count = num_fields(first, candidate);
    const auto is_alike = [&](std::string_view line) {
      return num_fields(line, candidate) == count;
    };
    if (count > 1 && (next.empty() || std::any_of(next.begin(), next.end(), is_alike))) {
      return candidate;
    }
  }
  for (const char candidate : {';', '\t', ','}) {  // What a broken table was meant to be.
    if (num_fields(first, candidate) > 1) return candidate;
  }
  return ',';
}

}  // namespace

std::string separator_text(const CsvDialect& dialect) {
  if (dialect.separator == '\t') return "a tab";
  if (dialect.separator == ' ') return "blanks";
  return concat("'", dialect.separator, "'");
}

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return is_gap(c) || c == '\r'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string csv_name(const CsvField& field) {
  if (!field.quoted) return std::string(field.text);
  std::string name;
  for (std::size_t i = 0; i < field.quoted->size(); ++i) {
    name += (*field.quoted)[i];
    if (field.quoted->substr(i).starts_with("\"\"")) ++i;
  }
  return name;
}

bool is_csv_remark(std::string_view line) {
  const std::string_view text = trimmed(line);
  return text.empty() || text.front() == '#' || text.front() == '%' || text.starts_with("//");
}

CsvDialect find_dialect(std::string_view first, const std::vector<std::string_view>& next,
                        const CsvDialectHint& hint) {
  CsvDialect dialect;
  dialect.separator = hint.separator ? *hint.separator : find_separator(first, next);
  if (hint.decimal_comma) {
    dialect.decimal_comma = *hint.decimal_comma;
    if (*hint.decimal_comma && !hint.separator && dialect.separator == ',') {
      // A comma cannot be both: what is left are blanks, or one number in a line.
      dialect.separator = ' ';
    }
    return dialect;
  }
  if (dialect.separator == ',') return dialect;
  std::vector<CsvField> fields;
  const auto has_comma = [&](std::string_view line) {
    split_csv(line, dialect, fields);
    return std::any_of(fields.begin(), fields.end(),
                       [](const CsvField& field) { return has_decimal_comma(field.text); });
  };
  dialect.decimal_comma = has_comma(first) || std::any_of(next.begin(), next.end(), has_comma);
  return dialect;
}

void split_csv(std::string_view line, const CsvDialect& dialect, std::vector<CsvField>& fields) {
  fields.clear();
  const char separator = dialect.separator;
  const std::string_view all = separator == ' ' ? trimmed(line) : line;
  const std::size_t before = all.data() - line.data();
  for (std::size_t at = 0;;) {
    const std::size_t end = field_end(all, at, separator);
    const std::string_view whole = trimmed(all.substr(at, end - at));
    const std::optional<std::string_view> inner = between_quotes(whole);
    const std::string_view text = inner ? trimmed(*inner) : whole;
    const std::size_t place = text.empty() ? at : text.data() - all.data();
    fields.push_back({text, before + place + 1, inner});
    if (end == all.size() || fields.size() > kMostCsvColumns) return;
    at = end + 1;
    while (separator == ' ' && is_gap(all[at])) ++at;  // The last character is no blank.
  }
}

std::optional<double> csv_number(std::string_view field, const CsvDialect& dialect) {
  if (!dialect.decimal_comma) return number_in(field);
  const std::size_t comma = field.find(',');
  if (comma == std::string_view::npos) return number_in(field);
  constexpr std::size_t kLongest = 64;  // Longer ones are none.
  if (field.size() > kLongest || field.find('.') != std::string_view::npos) return std::nullopt;
  std::string text(field);
  text[comma] = '.';
  return number_in(text);
}

}  // namespace appell::io
