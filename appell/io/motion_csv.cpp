#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/diagnostics.hpp"
#include "appell/io/limits.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/io/numbers.hpp"
#include "appell/trajectory/long_samples.hpp"
#include "appell/trajectory/samples.hpp"
#include "appell/trajectory/spline.hpp"

namespace appell::io {
namespace {

/// Beyond this the splines of whole columns would fill the memory.
constexpr std::size_t kLongRecord = 50000;
constexpr std::size_t kMostErrors = 20;  // A file of the wrong kind need not fill the screen.

bool is_smoothed(const SampleFit& fit) { return fit.noise > 0.0 || fit.smoothing > 0.0; }

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

std::string shown(std::string_view text) {
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
  CsvReader(const std::string& source_name, const std::string& text, const SampleFit& fit)
      : text_(text), fit_(fit), diagnostics_(source_name) {}

  void read() {
    const std::size_t bad = first_byte_outside_utf8(text_);
    if (bad != std::string::npos) {
      fail(SourceText("", text_).position(bad), "has a byte that is not UTF-8; save it as UTF-8");
    }
    const auto num_lines = static_cast<std::size_t>(std::count(text_.begin(), text_.end(), '\n'));
    may_be_long_ = !is_smoothed(fit_) && num_lines > kLongRecord;
    std::string_view rest(text_);
    if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);  // A byte order mark.
    bool has_header = false;
    for (std::size_t line = 1; !rest.empty(); ++line) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view content = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      last_line_ = line;
      if (trimmed(content).empty() || trimmed(content).starts_with('#')) continue;
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
    if (is_smoothed(fit_) || times_.size() <= kLongRecord) check_room(last_line_, times_.size());
    if (!has_header) fail({last_line_, 1}, "is empty; a header t,joint,... is needed");
    diagnostics_.throw_if_errors();
  }

  [[noreturn]] void fail(Position at, const std::string& text) {
    diagnostics_.error(at, text);
    diagnostics_.throw_if_errors();
    throw ModelError(text);  // Not reached.
  }

  std::size_t last_line() const { return last_line_; }
  const std::vector<std::string>& joints() const { return joints_; }
  const std::vector<double>& times() const { return times_; }
  std::vector<std::vector<double>> take_values(std::size_t joint) {
    for (std::vector<double>& column : values_[joint]) column.shrink_to_fit();
    return std::move(values_[joint]);
  }
  /// values()[joint][derivative][sample]
  const std::vector<std::vector<std::vector<double>>>& values() const { return values_; }

 private:
  void read_header(std::size_t line) {
    if (fields_.front().text != "t") {
      fail({line, fields_.front().column},
           concat("the first column is ", shown(fields_.front().text),
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
        error(line, field, concat("column ", shown(name), " is there twice"));
      }
      names.push_back(name);
    }
    if (names.size() < 2) error(line, fields_.front(), "there is no column of a joint");
    find_columns(line, names, known);
    values_.resize(joints_.size());
    for (std::size_t j = 0; j < joints_.size(); ++j) values_[j].resize(num_derivatives_[j]);
  }

  void find_columns(std::size_t line, const std::vector<std::string>& names,
                    const std::unordered_set<std::string>& known) {
    columns_.resize(names.size());
    std::unordered_map<std::string, std::size_t> joint_of_name;
    for (std::size_t i = 1; i < names.size(); ++i) {
      if (derivative_name(names[i])) continue;
      columns_[i] = {joints_.size(), 0};
      joint_of_name.emplace(names[i], joints_.size());
      joints_.push_back(names[i]);
    }
    num_derivatives_.assign(joints_.size(), 1);
    for (std::size_t i = 1; i < names.size(); ++i) {
      const auto derivative = derivative_name(names[i]);
      if (!derivative) continue;
      const auto joint = joint_of_name.find(derivative->first);
      if (joint == joint_of_name.end()) {
        error(line, fields_[i],
              concat("column ", shown(names[i]), " has no column ", shown(derivative->first),
                     " of the joint itself"));
        continue;
      }
      columns_[i] = {joint->second, derivative->second};
      std::size_t& count = num_derivatives_[columns_[i].joint];
      count = std::max(count, derivative->second + 1);
    }
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      for (std::size_t k = 1; k < num_derivatives_[j]; ++k) {
        const std::string needed = concat(joints_[j], ".d", k);
        if (known.contains(needed)) continue;
        error(line, fields_[0],
              concat("column ", shown(needed), " is missing; derivatives up to ",
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
    if (!may_be_long_) check_room(line, times_.size() + 1);
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      const std::optional<double> value = number_in(fields_[i].text);
      if (!value) {
        error(line, fields_[i],
              concat(shown(fields_[i].text), " is found; a finite number is needed"));
      }
      const double number = value.value_or(0.0);
      if (i > 0) {
        values_[columns_[i].joint][columns_[i].derivative].push_back(number);
        continue;
      }
      if (value && !times_.empty() && number <= times_.back()) {
        error(line, fields_[i],
              concat("t = ", number, " is not after the ", times_.back(),
                     " of the line before; times must ascend"));
      }
      times_.push_back(value ? number : times_.empty() ? 0.0 : times_.back());
    }
  }

  /// Refuses what would fill the memory with splines of whole columns, at its last row.
  void check_room(std::size_t line, std::size_t num_rows) {
    if (num_rows * columns_.size() <= kMostSplineNumbers) return;
    fail({line, 1}, concat("this is row ", num_rows, " of ", columns_.size(), " numbers; at most ",
                           kMostSplineNumbers,
                           " numbers are read, since the splines through them take up to 200 bytes "
                           "each (unless there are more than ",
                           kLongRecord, " rows that are not smoothed); split it by joints"));
  }

  void error(std::size_t line, const Field& field, const std::string& text) {
    diagnostics_.error({line, field.column}, text);
  }

  const std::string& text_;
  const SampleFit& fit_;
  Diagnostics diagnostics_;
  bool may_be_long_ = false;  ///< Whether it has lines enough to be read in windows.
  std::size_t last_line_ = 1;
  std::vector<Field> fields_;
  std::vector<std::string> joints_;
  std::vector<std::size_t> num_derivatives_;
  std::vector<Column> columns_;
  std::vector<double> times_;
  std::vector<std::vector<std::vector<double>>> values_;
};

/// The even order m of the spline: at least what is wanted, 4 if the samples are enough for it.
int spline_order(const SampleFit& fit, int wanted, std::size_t num_data) {
  if (fit.order != 0) return fit.order;
  const int needed = std::max(2, wanted + wanted % 2);
  return num_data >= 6 ? std::max(4, needed) : needed;
}

std::string fit_note(const std::string& joint, int m, const trajectory::FittedLaw& fitted,
                     std::size_t num_samples) {
  std::string note = concat("joint '", joint, "': ", fitted.smoothing > 0.0 ? "smoothing " : "",
                            "spline of order ", m, " from ", num_samples,
                            " samples, largest error ", short_text(fitted.error.largest),
                            ", root mean square ", short_text(fitted.error.mean_square));
  if (fitted.smoothing > 0.0) note += concat(", smoothing ", short_text(fitted.smoothing));
  return note;
}

/// The law of one joint.
trajectory::FittedLaw fit_joint(CsvReader& reader, std::size_t j, int order, int m,
                                const SampleFit& fit) {
  const Position end{reader.last_line(), 1};
  const std::string& joint = reader.joints()[j];
  const std::vector<double>& times = reader.times();
  const auto& values = reader.values()[j];
  const std::size_t num_data = times.size() * values.size();
  if (m < 1 || m > trajectory::kMaxSplineOrder) {
    reader.fail(end, concat("derivatives up to order ", order,
                            " are wanted; samples have those up to ", trajectory::kMaxSplineOrder));
  }
  if (num_data < static_cast<std::size_t>(m) + 2 || times.size() < 2) {
    reader.fail(end, concat("joint '", joint, "' has ", num_data, " numbers in ", times.size(),
                            " samples; derivatives up to order ", order, " take a spline of order ",
                            m, " and at least ", m + 2));
  }
  if (is_smoothed(fit) && values.size() > 1) {
    reader.fail(end, concat("joint '", joint,
                            "' has columns of derivatives; samples that are smoothed must be of q "
                            "alone"));
  }
  try {
    if (fit.noise > 0.0) return trajectory::smooth_samples_to_noise(m, times, values[0], fit.noise);
    if (fit.smoothing > 0.0) return trajectory::smooth_samples(m, times, values[0], fit.smoothing);
    return trajectory::interpolate_samples(m, times, values);
  } catch (const Error& error) {
    reader.fail(end, concat("joint '", joint, "': ", std::string(error.what())));
  }
}

/// The law of one joint of a long record; takes the values out of the reader.
std::shared_ptr<const trajectory::Law> long_law(
    CsvReader& reader, std::size_t j, int m,
    const std::shared_ptr<const std::vector<double>>& times) {
  const Position end{reader.last_line(), 1};
  if (m < 1 || m > trajectory::kMaxSplineOrder) {
    reader.fail(end, concat("a spline of order ", m, " is wanted; samples have those up to ",
                            trajectory::kMaxSplineOrder));
  }
  try {
    return std::make_shared<trajectory::LongSamplesLaw>(m, times, reader.take_values(j));
  } catch (const Error& error) {
    reader.fail(end, concat("joint '", reader.joints()[j], "': ", std::string(error.what())));
  }
}

}  // namespace

Motion read_motion_csv(const std::string& source_name, const std::string& text, int order,
                       const SampleFit& fit) {
  CsvReader reader(source_name, text, fit);
  reader.read();
  const std::vector<double>& times = reader.times();
  std::vector<std::shared_ptr<const trajectory::Law>> laws;
  std::vector<std::string> notes;
  const bool is_long = times.size() > kLongRecord && !is_smoothed(fit);
  const auto shared_times =
      std::make_shared<const std::vector<double>>(is_long ? times : std::vector<double>());
  for (std::size_t j = 0; j < reader.joints().size(); ++j) {
    const int m = spline_order(fit, order, times.size() * reader.values()[j].size());
    if (is_long) {
      notes.push_back(concat("joint '", reader.joints()[j], "': spline of order ", m, " from ",
                             times.size(), " samples, in windows; it passes through all of them"));
      laws.push_back(long_law(reader, j, m, shared_times));
      continue;
    }
    trajectory::FittedLaw fitted = fit_joint(reader, j, order, m, fit);
    notes.push_back(fit_note(reader.joints()[j], m, fitted, times.size()));
    laws.push_back(std::make_shared<trajectory::PiecewisePolynomial>(std::move(fitted.law)));
  }
  return {{reader.joints(), std::move(laws), {times.front(), times.back()}},
          "samples",
          std::move(notes),
          {}};
}

}  // namespace appell::io
