#include "appell/io/samples_csv.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
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

class CsvReader {
 public:
  CsvReader(const std::string& text, const RowLimit& limit, Diagnostics& diagnostics)
      : text_(text), limit_(limit), diagnostics_(diagnostics) {}

  CsvSamples read() {
    const std::size_t bad = first_byte_outside_utf8(text_);
    if (bad != std::string::npos) {
      fail(SourceText("", text_).position(bad), "has a byte that is not UTF-8; save it as UTF-8");
    }
    const auto num_lines = static_cast<std::size_t>(std::count(text_.begin(), text_.end(), '\n'));
    may_be_long_ = limit_.has_long_records && num_lines > limit_.most_rows;
    std::string_view rest(text_);
    if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);  // A byte order mark.
    bool has_header = false;
    for (std::size_t line = 1; !rest.empty(); ++line) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view content = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      samples_.last_line = line;
      if (is_remark(content)) continue;
      split(content, fields_);
      if (has_header) {
        read_row(line);
        if (diagnostics_.num_errors() >= kMostErrors) break;
      } else {
        read_header(line);
        has_header = true;
        diagnostics_.throw_if_errors();
      }
    }
    const std::size_t num_rows = samples_.times.size();
    if (!limit_.has_long_records || num_rows <= limit_.most_rows) {
      check_room(samples_.last_line, num_rows);
    }
    if (!has_header) fail({samples_.last_line, 1}, "is empty; a header t,joint,... is needed");
    diagnostics_.throw_if_errors();
    return std::move(samples_);
  }

 private:
  [[noreturn]] void fail(Position at, const std::string& text) {
    diagnostics_.error(at, text);
    diagnostics_.throw_if_errors();
    throw ModelError(text);  // Not reached.
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
    for (std::size_t j = 0; j < samples_.joints.size(); ++j)
      samples_.values[j].resize(num_derivatives_[j]);
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
    if (!may_be_long_) check_room(line, samples_.times.size() + 1);
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      const std::optional<double> value = number_in(fields_[i].text);
      if (!value) {
        error(line, fields_[i],
              concat(shown_field(fields_[i].text), " is found; a finite number is needed"));
      }
      const double number = value.value_or(0.0);
      if (i > 0) {
        samples_.values[columns_[i].joint][columns_[i].derivative].push_back(number);
        continue;
      }
      if (value && !samples_.times.empty() && number <= samples_.times.back()) {
        error(line, fields_[i],
              concat("t = ", number, " is not after the ", samples_.times.back(),
                     " of the line before; times must ascend"));
      }
      samples_.times.push_back(value                    ? number
                               : samples_.times.empty() ? 0.0
                                                        : samples_.times.back());
    }
  }

  /// Refuses what would fill the memory with splines of whole columns, at its last row.
  void check_room(std::size_t line, std::size_t num_rows) {
    if (num_rows * columns_.size() <= limit_.most_numbers) return;
    fail({line, 1}, concat("this is row ", num_rows, " of ", columns_.size(), " numbers; at most ",
                           limit_.most_numbers,
                           " numbers are read, since the splines through them take up to 200 bytes "
                           "each (unless there are more than ",
                           limit_.most_rows, " rows that are not smoothed); split it by joints"));
  }

  void error(std::size_t line, const Field& field, const std::string& text) {
    diagnostics_.error({line, field.column}, text);
  }

  const std::string& text_;
  const RowLimit& limit_;
  Diagnostics& diagnostics_;
  bool may_be_long_ = false;  ///< Whether it has lines enough to be read in windows.
  std::vector<Field> fields_;
  std::vector<std::size_t> num_derivatives_;
  std::vector<Column> columns_;
  CsvSamples samples_;
};

}  // namespace

CsvSamples read_samples_csv(const std::string& text, const RowLimit& limit,
                            Diagnostics& diagnostics) {
  return CsvReader(text, limit, diagnostics).read();
}

std::size_t line_of_row(const std::string& text, std::size_t row) {
  std::string_view rest(text);
  std::size_t left = row + 2;  // The header is the first line that is no remark.
  for (std::size_t line = 1; !rest.empty(); ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    if (!is_remark(rest.substr(0, end)) && --left == 0) return line;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return 1;
}

}  // namespace appell::io
