#include "appell/io/samples_csv.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/line_reader.hpp"
#include "appell/io/numbers.hpp"

namespace appell::io {
namespace {

constexpr std::size_t kMostErrors = 20;  // A file of the wrong kind need not fill the screen.

/// One field of a line and where it is.
struct Field {
  std::string_view text;
  std::size_t column;
};

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Whether a line has nothing for us.
bool is_remark(std::string_view line) {
  const std::string_view text = trimmed(line);
  return text.empty() || text.starts_with('#');
}

void split(std::string_view line, std::vector<Field>& fields) {
  fields.clear();
  for (std::size_t at = 0;;) {
    const std::size_t comma = std::min(line.find(',', at), line.size());
    const std::string_view text = trimmed(line.substr(at, comma - at));
    const std::size_t column =
        text.empty() ? at + 1 : static_cast<std::size_t>(text.data() - line.data()) + 1;
    fields.push_back({text, column});
    if (comma == line.size()) return;
    at = comma + 1;
  }
}

std::string shown_field(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  return concat("'", text.substr(0, kLongest), text.size() > kLongest ? "..." : "", "'");
}

/// Which joint and derivative a column holds.
struct Column {
  std::size_t joint;
  std::size_t derivative;
};

/// "j1.d2" as "j1" and 2; none if it does not end like that.
std::optional<std::pair<std::string, std::size_t>> derivative_name(const std::string& name) {
  const std::size_t dot = name.rfind(".d");
  if (dot == std::string::npos || dot == 0 || dot + 2 == name.size() || name.size() - dot > 4) {
    return std::nullopt;
  }
  std::size_t order = 0;
  for (const char c : name.substr(dot + 2)) {
    if (c < '0' || c > '9') return std::nullopt;
    order = 10 * order + static_cast<std::size_t>(c - '0');
  }
  if (order == 0) return std::nullopt;
  return std::pair{name.substr(0, dot), order};
}

/// Reads a text piece by piece.
class CsvReader {
 public:
  CsvReader(const RowLimit& limit, Diagnostics& diagnostics)
      : limit_(limit), diagnostics_(diagnostics) {}

  /// The next lines, all of them whole; the last of all may lack its end.
  void read_lines(std::string_view text) {
    if (samples_.last_line == 0 && text.starts_with(kByteOrderMark)) {
      text.remove_prefix(kByteOrderMark.size());
    }
    while (!text.empty() && diagnostics_.num_errors() < kMostErrors) {
      ++samples_.last_line;
      if (read_plain_row(text)) continue;
      const std::size_t end = std::min(text.find('\n'), text.size());
      read_line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  CsvSamples finish() {
    samples_.last_line = std::max<std::size_t>(1, samples_.last_line);
    const bool is_long = limit_.has_long_records && samples_.times.size() > limit_.most_rows;
    if (!is_long && too_many_.row > 0) refuse_rows(too_many_);
    if (columns_.empty()) fail({samples_.last_line, 1}, "is empty; a header t,joint,... is needed");
    diagnostics_.throw_if_errors();
    return std::move(samples_);
  }

 private:
  struct RowPlace {
    std::size_t line = 0;
    std::size_t row = 0;  ///< From 1.
  };

  [[noreturn]] void fail(Position at, const std::string& text) {
    diagnostics_.error(at, text);
    diagnostics_.throw_if_errors();
    throw ModelError(text);  // Not reached.
  }

  /// A line of numbers and commas alone, as nearly all are; taken off the text if it is one.
  bool read_plain_row(std::string_view& text) {
    if (columns_.empty()) return false;
    const char* at = text.data();
    const char* const end = at + text.size();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const auto [next, error] = std::from_chars(at, end, numbers_[i]);
      if (error != std::errc() || !std::isfinite(numbers_[i])) return false;
      const bool is_last = i + 1 == columns_.size();
      at = is_last && next != end && *next == '\r' ? next + 1 : next;
      if (is_last ? at != end && *at != '\n' : at == end || *at != ',') return false;
      if (at != end) ++at;
    }
    if (!samples_.times.empty() && numbers_[0] <= samples_.times.back()) return false;
    add_row();
    text.remove_prefix(static_cast<std::size_t>(at - text.data()));
    return true;
  }

  /// Any other line: blanks around numbers, remarks, the header, problems.
  void read_line(std::string_view content) {
    const std::size_t line = samples_.last_line;
    const std::size_t bad = first_byte_outside_utf8(content);
    if (bad != std::string_view::npos) {
      const Position within = SourceText("", std::string(content)).position(bad);
      fail({line, within.column}, "has a byte that is not UTF-8; save it as UTF-8");
    }
    if (is_remark(content)) return;
    split(content, fields_);
    if (!columns_.empty()) return read_row(line);
    read_header(line);
  }

  void read_header(std::size_t line) {
    if (fields_.front().text != "t") {
      fail({line, fields_.front().column},
           concat("the first column is ", shown_field(fields_.front().text),
                  "; the header must be t,joint,..."));
    }
    std::vector<std::string> names;
    std::unordered_set<std::string> known;
    for (const Field& field : fields_) {
      std::string name(field.text);
      if (name.size() >= 2 && name.front() == '"' && name.back() == '"') {
        name = name.substr(1, name.size() - 2);
      }
      if (name.empty()) error(line, field, "this column has no name; a joint's is needed");
      if (!name.empty() && !known.insert(name).second) {
        error(line, field, concat("column ", shown_field(name), " is there twice"));
      }
      names.push_back(name);
    }
    if (names.size() < 2) error(line, fields_.front(), "there is no column of a joint");
    find_columns(line, names, known);
    samples_.values.resize(samples_.joints.size());
    for (std::size_t j = 0; j < samples_.joints.size(); ++j) {
      samples_.values[j].resize(num_derivatives_[j]);
    }
    numbers_.resize(columns_.size());
    destinations_.resize(columns_.size());
    diagnostics_.throw_if_errors();
    for (std::size_t i = 1; i < columns_.size(); ++i) {
      destinations_[i] = &samples_.values[columns_[i].joint][columns_[i].derivative];
    }
  }

  void find_columns(std::size_t line, const std::vector<std::string>& names,
                    const std::unordered_set<std::string>& known) {
    columns_.resize(names.size());
    std::unordered_map<std::string, std::size_t> joint_of_name;
    for (std::size_t i = 1; i < names.size(); ++i) {
      if (derivative_name(names[i])) continue;
      columns_[i] = {samples_.joints.size(), 0};
      joint_of_name.emplace(names[i], samples_.joints.size());
      samples_.joints.push_back(names[i]);
    }
    num_derivatives_.assign(samples_.joints.size(), 1);
    for (std::size_t i = 1; i < names.size(); ++i) {
      const auto derivative = derivative_name(names[i]);
      if (!derivative) continue;
      const auto joint = joint_of_name.find(derivative->first);
      if (joint == joint_of_name.end()) {
        error(line, fields_[i],
              concat("column ", shown_field(names[i]), " has no column ",
                     shown_field(derivative->first), " of the joint itself"));
        continue;
      }
      columns_[i] = {joint->second, derivative->second};
      std::size_t& count = num_derivatives_[columns_[i].joint];
      count = std::max(count, derivative->second + 1);
    }
    for (std::size_t j = 0; j < samples_.joints.size(); ++j) {
      for (std::size_t k = 1; k < num_derivatives_[j]; ++k) {
        const std::string needed = concat(samples_.joints[j], ".d", k);
        if (known.contains(needed)) continue;
        error(line, fields_[0],
              concat("column ", shown_field(needed), " is missing; derivatives up to ",
                     num_derivatives_[j] - 1, " are given"));
      }
    }
  }

  void read_row(std::size_t line) {
    if (fields_.size() != columns_.size()) {
      error(line, fields_.back(),
            concat("this line has ", fields_.size(), " fields; the header has ", columns_.size()));
      return;
    }
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      const std::optional<double> value = number_in(fields_[i].text);
      if (!value) {
        error(line, fields_[i],
              concat(shown_field(fields_[i].text), " is found; a finite number is needed"));
      }
      numbers_[i] = value.value_or(0.0);
      if (i > 0 || samples_.times.empty()) continue;
      const double before = samples_.times.back();
      if (value && *value <= before) {
        error(line, fields_[i],
              concat("t = ", *value, " is not after the ", before,
                     " of the line before; times must ascend"));
      }
      if (!value) numbers_[i] = before;
    }
    add_row();
  }

  /// The numbers as the next sample.
  void add_row() {
    const std::size_t row = samples_.times.size();
    const std::size_t line = samples_.last_line;
    if (samples_.line_of_rows.empty() || samples_.line_of(row) != line) {
      samples_.line_of_rows.emplace_back(row, line);
    }
    if (too_many_.row == 0 && (row + 1) * columns_.size() > limit_.most_numbers) {
      too_many_ = {line, row + 1};
      if (!limit_.has_long_records) refuse_rows(too_many_);
    }
    samples_.times.push_back(numbers_[0]);
    for (std::size_t i = 1; i < columns_.size(); ++i) destinations_[i]->push_back(numbers_[i]);
  }

  /// Refuses what would fill the memory with splines of whole columns.
  [[noreturn]] void refuse_rows(const RowPlace& at) {
    fail({at.line, 1},
         concat("this is row ", at.row, " of ", columns_.size(), " numbers; at most ",
                limit_.most_numbers,
                " numbers are read, since the splines through them take up to 200 "
                "bytes each (unless there are more than ",
                limit_.most_rows, " rows that are not smoothed); split it by joints"));
  }

  void error(std::size_t line, const Field& field, const std::string& text) {
    diagnostics_.error({line, field.column}, text);
  }

  const RowLimit& limit_;
  Diagnostics& diagnostics_;
  RowPlace too_many_;  ///< The first row that a record must not have unless it is long.
  std::vector<Field> fields_;
  std::vector<double> numbers_;  ///< Of a row.
  std::vector<std::size_t> num_derivatives_;
  std::vector<Column> columns_;                     ///< Empty before the header.
  std::vector<std::vector<double>*> destinations_;  ///< Of each column but the first.
  CsvSamples samples_{.last_line = 0};
};

}  // namespace

std::size_t CsvSamples::line_of(std::size_t row) const {
  const auto after = std::upper_bound(line_of_rows.begin(), line_of_rows.end(), row,
                                      [](std::size_t r, const auto& run) { return r < run.first; });
  if (after == line_of_rows.begin()) return 1;
  const auto [first_row, line] = *(after - 1);
  return line + (row - first_row);
}

CsvSamples read_samples_csv(std::string_view text, const RowLimit& limit,
                            Diagnostics& diagnostics) {
  CsvReader reader(limit, diagnostics);
  reader.read_lines(text);
  return reader.finish();
}

CsvSamples load_samples_csv(const std::string& path, const RowLimit& limit,
                            Diagnostics& diagnostics) {
  CsvReader reader(limit, diagnostics);
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
