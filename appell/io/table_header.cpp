#include "appell/io/table_header.hpp"

#include <algorithm>

#include "appell/base/counted.hpp"
#include "appell/base/text.hpp"
#include "appell/io/column_names.hpp"
#include "appell/io/words.hpp"

namespace appell::io {
namespace {

/// Whether most of the first line are numbers, beginning with the first.
bool is_row(const std::vector<CsvField>& fields, const CsvDialect& dialect) {
  std::size_t numbers = 0;
  std::size_t words = 0;
  for (const CsvField& field : fields) {
    if (field.text.empty()) continue;
    ++(csv_number(field.text, dialect) ? numbers : words);
  }
  return numbers > 0 && numbers >= words && csv_number(fields.front().text, dialect).has_value();
}

/// Some lines of numbers.
std::vector<std::string_view> lines_in(std::string_view text) {
  constexpr std::size_t kLookedAt = 5;
  std::vector<std::string_view> lines;
  while (!text.empty() && lines.size() < kLookedAt) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (!is_csv_remark(text.substr(0, end))) lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// numpy and rostopic put the names behind a '#' or '%'. Only a line with the name of the time
/// counts: others are prose.
std::vector<std::string> names_in_remark(std::string_view remark, const CsvDialect& dialect,
                                         std::size_t count) {
  while (!remark.empty() && (remark.front() == '#' || remark.front() == '%'))
    remark.remove_prefix(1);
  std::vector<CsvField> fields;
  split_csv(remark, dialect, fields);
  const bool has_time = std::any_of(fields.begin(), fields.end(), [](const CsvField& field) {
    return column_name(field.text).kind == ColumnKind::kTime;
  });
  std::vector<std::string> names;
  if (fields.size() != count || !has_time) return names;
  for (const CsvField& field : fields) names.emplace_back(field.text);
  return names;
}

}  // namespace

std::string TableHeader::column_text(std::size_t column) const {
  const bool has_name = column < names.size() && !names[column].empty();
  return concat("column ", column + 1,
                has_name ? concat(" (", shown_field(names[column]), ")") : "");
}

std::string TableHeader::text() const {
  return concat(counted(num_columns, "column"), num_columns == 1 ? "" : ", separated by ",
                num_columns == 1 ? std::string() : std::string(separator_text(dialect)),
                names.empty() ? ", without names" : "");
}

bool find_header(const TableBeginning& beginning, TableHeader& header) {
  header.dialect = find_dialect(beginning.first, lines_in(beginning.behind), beginning.dialect);
  std::vector<CsvField> fields;
  split_csv(beginning.first, header.dialect, fields);
  const bool has_header = beginning.header.value_or(!is_row(fields, header.dialect));
  header.names.clear();
  if (has_header) {
    for (const CsvField& field : fields) header.names.push_back(csv_name(field));
  } else if (!beginning.header) {
    header.names = names_in_remark(beginning.remark, header.dialect, fields.size());
  }
  header.places.clear();
  for (const CsvField& field : fields) header.places.push_back(field.column);
  header.num_columns = fields.size();
  return has_header;
}

}  // namespace appell::io
