#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace appell::io {

/// How a table of numbers is written down.
struct CsvDialect {
  char separator = ',';        ///< ',', ';', '\t', or ' ' for any number of blanks and tabs.
  bool decimal_comma = false;  ///< 0,5 for one half.
};

/// What a mapping says of it; the rest is found by looking.
struct CsvDialectHint {
  std::optional<char> separator;
  std::optional<bool> decimal_comma;
};

/// One field of a line and where it is, from 1; the text without blanks and quotes around it.
struct CsvField {
  std::string_view text;
  std::size_t column;
  /// What stands between quotes, blanks and doubled quotes included; nothing if there are none.
  std::optional<std::string_view> quoted = std::nullopt;
};

/// A field as a name: of one in quotes, blanks belong to it, and doubled quotes are one.
std::string csv_name(const CsvField& field);

/// "';'", "a tab", "blanks": for messages.
std::string separator_text(const CsvDialect& dialect);

/// Without blanks, tabs and the end of a line around it.
std::string_view trimmed(std::string_view text);

/// Whether a line has nothing for us: it is blank or begins with '#', '%' or "//".
bool is_csv_remark(std::string_view line);

/// The dialect of a table by its first line (a header or numbers) and some lines of numbers behind
/// it. The first of ';', tab, ',' and blanks that makes several fields of the first line and as
/// many of the next is taken; blanks before ',' if each word is a number with a decimal comma.
CsvDialect find_dialect(std::string_view first, const std::vector<std::string_view>& next,
                        const CsvDialectHint& hint);

/// The fields of a line. A field in quotes may hold the separator; doubled quotes in it stay
/// doubled. Of more than kMostCsvColumns only one more.
void split_csv(std::string_view line, const CsvDialect& dialect, std::vector<CsvField>& fields);

/// The finite number that a field is; none for anything else.
std::optional<double> csv_number(std::string_view field, const CsvDialect& dialect);

}  // namespace appell::io
