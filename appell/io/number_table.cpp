#include "appell/io/number_table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "appell/base/counted.hpp"
#include "appell/base/error.hpp"
#include "appell/base/quoted.hpp"
#include "appell/base/text.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/limits.hpp"
#include "appell/io/line_reader.hpp"
#include "appell/io/printed_digits.hpp"
#include "appell/io/words.hpp"

namespace appell::io {
namespace {

constexpr std::size_t kMostErrors = 20;  // A file of the wrong kind need not fill the screen.
constexpr std::size_t kManyRows = 1000;
constexpr double kManyDigits = 1e8;  // Stamps from here on, 1973 in s, are Unix times.

/// Reads a text piece by piece.
class TableReader {
 public:
  TableReader(const TableOptions& options, Diagnostics& diagnostics)
      : options_(options), diagnostics_(diagnostics) {}

  /// How large the text is, if that is known: room is then made once.
  void expect(std::size_t bytes) { expected_bytes_ = bytes; }

  /// The next lines, all of them whole; the last of all may lack its end.
  void read_lines(std::string_view text) {
    if (table_.last_line == 0 && text.starts_with(kByteOrderMark)) {
      text.remove_prefix(kByteOrderMark.size());
    }
    while (!text.empty() && diagnostics_.num_errors() < kMostErrors) {
      ++table_.last_line;
      if (is_plain_ && read_plain_row(text)) continue;
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      read_line(line, text);
    }
  }

  NumberTable finish() {
    table_.last_line = std::max<std::size_t>(1, table_.last_line);
    const RowLimit& limit = options_.limit;
    const bool is_long = limit.has_long_records && table_.num_rows > limit.most_rows;
    if (!is_long && too_many_.row > 0) refuse_rows(too_many_);
    if (!is_begun_)
      diagnostics_.fail({table_.last_line, 1}, "is empty; a header t,joint,... is needed");
    diagnostics_.throw_if_errors();
    table_.num_left_over = num_stacked_;
    for (const PrintedDigits& digits : digits_) table_.digit_steps.push_back(digits.step());
    constexpr int kAnyNumber = 1000;
    table_.time_step = table_.origin ? time_digits_.step(kAnyNumber) : time_digits_.step();
    if (columns_.nanoseconds) table_.time_step = 1e-9;
    return std::move(table_);
  }

 private:
  struct RowPlace {
    std::size_t line = 0;
    std::size_t row = 0;  ///< From 1.
  };

  /// A line of numbers and separators alone, as nearly all are; taken off the text if it is one.
  bool read_plain_row(std::string_view& text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    const char separator = table_.header.dialect.separator;
    for (std::size_t i = 0; i < is_wanted_.size(); ++i) {
      const char* next = at;
      if (is_wanted_[i]) {
        const auto [behind, error] = std::from_chars(at, end, numbers_[i]);
        if (error != std::errc() || !std::isfinite(numbers_[i])) return false;
        next = behind;
      } else {
        while (next != end && *next != separator && *next != '\n' && *next != '\r') {
          if (*next++ == '"') return false;
        }
      }
      const bool is_last = i + 1 == is_wanted_.size();
      at = is_last && next != end && *next == '\r' ? next + 1 : next;
      if (is_last ? at != end && *at != '\n' : at == end || *at != separator) return false;
      if (at != end) ++at;
    }
    if (columns_.time) {
      const double t = numbers_[*columns_.time];
      if (table_.times.empty() ? std::abs(t) >= kManyDigits : t <= table_.times.back())
        return false;
    }
    const std::string_view line = text.substr(0, at - text.data());
    if (table_.num_rows == kManyRows) reserve(expected_bytes_ / line.size());
    if (is_looked_at()) {
      const std::size_t without_end = line.ends_with('\n') ? line.size() - 1 : line.size();
      split_csv(line.substr(0, without_end), table_.header.dialect, fields_);
      look_at_digits();
    }
    add_row();
    text.remove_prefix(line.size());
    return true;
  }

  /// Any other line: blanks around numbers, remarks, the header, problems.
  void read_line(std::string_view content, std::string_view behind) {
    const Position here{table_.last_line, 1};
    const std::size_t bad = first_byte_outside_utf8(content);
    if (bad != std::string_view::npos) {
      const Position within = SourceText("", std::string(content)).position(bad);
      diagnostics_.fail({here.line, within.column},
                        "has a byte that is not UTF-8; save it as UTF-8");
    }
    if (content.find('\0') != std::string_view::npos) {
      diagnostics_.fail({here.line, content.find('\0') + 1},
                        "has a zero byte; a text with numbers is needed");
    }
    if (is_csv_remark(content)) {
      if (!is_begun_ && !trimmed(content).empty()) remark_ = trimmed(content);
      return;
    }
    if (!is_begun_ && begin(content, behind)) return;
    split_csv(content, table_.header.dialect, fields_);
    if (options_.lines_per_row > 0) return stack_numbers();
    read_row();
  }

  /// Finds out how the table is written, by its first line and those behind it.
  /// @return whether the line is a header.
  bool begin(std::string_view first, std::string_view behind) {
    TableHeader& header = table_.header;
    const bool has_header = find_header({.first = first,
                                         .behind = behind,
                                         .remark = remark_,
                                         .dialect = options_.dialect,
                                         .header = options_.header},
                                        header);
    header.line = table_.last_line;
    if (header.num_columns > kMostCsvColumns) {
      diagnostics_.fail({header.line, 1},
                        concat("has more than ", kMostCsvColumns, " columns, which is the most"));
    }
    if (options_.lines_per_row > 0) {
      header.names.clear();
      header.num_columns = options_.lines_per_row;
      header.places.assign(header.num_columns, 1);
    }
    choose_columns();
    return has_header;
  }

  void choose_columns() {
    is_begun_ = true;
    columns_ = options_.choose(table_.header);
    diagnostics_.throw_if_errors();
    const std::size_t count = table_.header.num_columns;
    is_wanted_.assign(count, 0);
    numbers_.assign(count, 0.0);
    for (const std::size_t column : columns_.kept) is_wanted_[column] = 1;
    if (columns_.time) is_wanted_[*columns_.time] = 1;
    if (columns_.nanoseconds) is_wanted_[*columns_.nanoseconds] = 1;
    num_wanted_ = std::count(is_wanted_.begin(), is_wanted_.end(), 1);
    table_.values.resize(columns_.kept.size());
    digits_.resize(columns_.kept.size());
    is_plain_ = table_.header.dialect.separator != ' ' && !table_.header.dialect.decimal_comma &&
                options_.lines_per_row == 0 && !columns_.nanoseconds;
  }

  void read_row() {
    if (fields_.size() != table_.header.num_columns) {
      const char* const first = table_.header.names.empty() ? "first row" : "header";
      bad_row(fields_.back(), concat("this line has ", counted(fields_.size(), "field"), "; the ",
                                     first, " has ", table_.header.num_columns, " (separated by ",
                                     separator_text(table_.header.dialect), ")"));
      return;
    }
    const std::size_t num_before = diagnostics_.num_errors() + table_.num_skipped;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      if (!is_wanted_[i]) continue;
      const std::optional<double> value = csv_number(fields_[i].text, table_.header.dialect);
      numbers_[i] = value.value_or(0.0);
      if (value) continue;
      const std::string found = fields_[i].text.empty() ? "nothing" : shown_field(fields_[i].text);
      bad_row(fields_[i], concat(found, " is found; a finite number is needed in ",
                                 table_.header.column_text(i), ", separated by ",
                                 separator_text(table_.header.dialect)));
      if (options_.skip_bad_rows) return;
    }
    if (diagnostics_.num_errors() + table_.num_skipped > num_before) return;
    if (columns_.time && !take_time()) return;
    if (is_looked_at()) look_at_digits();
    add_row();
  }

  /// A stamp of many digits is kept as the time since the first one.
  /// @return whether it is after the one before.
  bool take_time() {
    double& t = numbers_[*columns_.time];
    const CsvField& field = fields_[*columns_.time];
    if (table_.times.empty() && (columns_.nanoseconds || std::abs(t) >= kManyDigits)) {
      table_.origin = stamp();
      is_plain_ = is_plain_ && !table_.origin;
    }
    if (table_.origin) {
      const std::optional<TimeStamp> now = stamp();
      if (!now) {
        bad_row(field, concat(shown_field(field.text), " is found; a time stamp is needed"));
        return false;
      }
      t = now->since(*table_.origin);
    }
    if (table_.times.empty() || t > table_.times.back()) return true;
    const std::string before = table_.origin ? last_stamp_ : to_text(table_.times.back());
    bad_row(field, concat("t = ", table_.origin ? std::string(field.text) : to_text(t),
                          " is not after the ", before, " of the line before; times must ascend"));
    return false;
  }

  std::optional<TimeStamp> stamp() const {
    const bool comma = table_.header.dialect.decimal_comma;
    std::optional<TimeStamp> stamp = time_stamp_in(fields_[*columns_.time].text, comma);
    if (stamp && columns_.nanoseconds) stamp->rest += numbers_[*columns_.nanoseconds] * 1e-9;
    return stamp;
  }

  /// One number in a line, so many lines to a row (or several numbers in a line).
  void stack_numbers() {
    for (const CsvField& field : fields_) {
      const std::optional<double> value = csv_number(field.text, table_.header.dialect);
      if (!value) {
        diagnostics_.error({table_.last_line, field.column},
                           concat(field.text.empty() ? "nothing" : shown_field(field.text),
                                  " is found; a finite number is needed, ", options_.lines_per_row,
                                  " of them for each instant"));
        return;
      }
      stacked_texts_.resize(options_.lines_per_row);
      stacked_texts_[num_stacked_] = field.text;
      numbers_[num_stacked_++] = *value;
      if (num_stacked_ < options_.lines_per_row) continue;
      num_stacked_ = 0;
      finish_stacked_row();
    }
  }

  void finish_stacked_row() {
    std::vector<CsvField> fields;
    for (const std::string& text : stacked_texts_) fields.push_back({text, 1});
    fields_.swap(fields);
    if (!columns_.time || take_time()) {
      if (is_looked_at()) look_at_digits();
      add_row();
    }
    fields_.swap(fields);
  }

  /// A row that cannot be taken is an error, or counted.
  void bad_row(const CsvField& field, const std::string& text) {
    const Position at{table_.last_line, field.column};
    if (!options_.skip_bad_rows) {
      return diagnostics_.error(at, concat(text, "; skip_bad_rows = true leaves such rows out"));
    }
    if (table_.num_skipped++ == 0)
      table_.first_skipped = concat(diagnostics_.place(at), ": ", text);
  }

  /// The digits of some rows tell those of all.
  bool is_looked_at() const { return table_.num_rows < kManyRows || table_.num_rows % 64 == 0; }

  void reserve(std::size_t num_rows) {
    table_.times.reserve(columns_.time ? num_rows : 0);
    for (std::vector<double>& column : table_.values) column.reserve(num_rows);
  }

  void look_at_digits() {
    for (std::size_t i = 0; i < columns_.kept.size(); ++i) {
      digits_[i].look_at(fields_[columns_.kept[i]].text);
    }
    if (!columns_.time) return;
    const std::string_view time = fields_[*columns_.time].text;
    time_digits_.look_at(time);
    if (time.find_first_of(".,eE") != std::string_view::npos) table_.has_whole_times = false;
  }

  /// The numbers as the next sample.
  void add_row() {
    const std::size_t row = table_.num_rows++;
    const std::size_t line = table_.last_line;
    if (options_.lines_per_row > 0 || table_.line_of_rows.empty() || table_.line_of(row) != line) {
      table_.line_of_rows.emplace_back(row, line);
    }
    if (too_many_.row == 0 && (row + 1) * num_wanted_ > options_.limit.most_numbers) {
      too_many_ = {line, row + 1};
      if (!options_.limit.has_long_records) refuse_rows(too_many_);
    }
    if (columns_.time) {
      table_.times.push_back(numbers_[*columns_.time]);
      if (table_.origin) last_stamp_ = fields_[*columns_.time].text;
    }
    for (std::size_t i = 0; i < columns_.kept.size(); ++i) {
      table_.values[i].push_back(numbers_[columns_.kept[i]]);
    }
  }

  /// Refuses what would fill the memory with splines of whole columns.
  [[noreturn]] void refuse_rows(const RowPlace& at) {
    const RowLimit& limit = options_.limit;
    diagnostics_.fail({at.line, 1},
                      concat("this is row ", at.row, " of ", num_wanted_, " numbers; at most ",
                             limit.most_numbers,
                             " numbers are read, since the splines through them take up to 200 "
                             "bytes each (unless there are more than ",
                             limit.most_rows, " rows that are not smoothed); split it by joints"));
  }

  const TableOptions& options_;
  Diagnostics& diagnostics_;
  std::size_t expected_bytes_ = 0;
  RowPlace too_many_;  ///< The first row that a record must not have unless it is long.
  bool is_begun_ = false;
  bool is_plain_ = false;  ///< Whether a row may be numbers and separators alone.
  std::string remark_;     ///< The last one before the table.
  TableColumns columns_;
  std::vector<char> is_wanted_;
  std::size_t num_wanted_ = 0;
  std::vector<CsvField> fields_;
  std::vector<double> numbers_;  ///< Of a row.
  std::size_t num_stacked_ = 0;
  std::vector<std::string> stacked_texts_;
  std::string last_stamp_;
  std::vector<PrintedDigits> digits_;
  PrintedDigits time_digits_;
  NumberTable table_;
};

}  // namespace

std::size_t line_of_row(const LineRuns& runs, std::size_t row) {
  const auto after = std::upper_bound(runs.begin(), runs.end(), row,
                                      [](std::size_t r, const auto& run) { return r < run.first; });
  if (after == runs.begin()) return 1;
  const auto [first_row, line] = *(after - 1);
  return line + (row - first_row);
}

NumberTable read_number_table(std::string_view text, const TableOptions& options,
                              Diagnostics& diagnostics) {
  TableReader reader(options, diagnostics);
  reader.read_lines(text);
  return reader.finish();
}

NumberTable load_number_table(const std::string& path, const TableOptions& options,
                              Diagnostics& diagnostics) {
  TableReader reader(options, diagnostics);
  std::error_code unknown;
  const std::uintmax_t bytes = std::filesystem::file_size(path, unknown);
  reader.expect(unknown ? 0 : std::min<std::size_t>(bytes, kCsvLimit.bytes));
  std::string rest;  // A line that is not yet whole.
  read_file(path, kCsvLimit, [&](std::string_view piece) {
    const std::size_t newline = piece.rfind('\n');
    if (newline == std::string_view::npos) {
      rest += piece;
      return;
    }
    if (!rest.empty()) {  // The line that began in an earlier piece.
      const std::size_t end = piece.find('\n') + 1;
      reader.read_lines(rest.append(piece.substr(0, end)));
      piece.remove_prefix(end);
    }
    const std::size_t whole = piece.rfind('\n') + 1;  // 0 if there is none.
    reader.read_lines(piece.substr(0, whole));
    rest.assign(piece.substr(whole));
  });
  reader.read_lines(rest);
  return reader.finish();
}

}  // namespace appell::io
