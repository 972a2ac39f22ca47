#include "appell/io/samples_csv.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <string_view>
#include <unordered_set>

#include "appell/base/counted.hpp"
#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/beside.hpp"
#include "appell/io/column_plan.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/record_times.hpp"

namespace appell::io {
namespace {

/// A file of a record and what is looked for in it.
struct RecordFile {
  std::string name;  ///< Empty: the log itself.
  TablePart part;
  std::size_t lines_per_row = 0;
};

/// A table that was read, and what its columns are.
struct ReadTable {
  NumberTable table;
  TablePlan plan;
};

using ReadLog = std::function<NumberTable(const TableOptions&, Diagnostics&)>;

/// Puts the tables of a record together.
class RecordReader {
 public:
  RecordReader(const LogReading& reading, std::string log_name, Diagnostics& diagnostics)
      : reading_(reading), log_name_(std::move(log_name)), diagnostics_(diagnostics) {
    if (reading_.mapping == nullptr) reading_.mapping = &no_mapping_;
  }

  CsvSamples read(const ReadLog& read_log) {
    check_mapping();
    const std::vector<RecordFile> files = files_of_record();
    std::vector<ReadTable> tables;
    for (const RecordFile& file : files) tables.push_back(read_table(file, read_log));
    data_.joints = joints_.names;
    take_times(files, tables);
    take_columns(tables);
    mark_prismatic();
    cut_times();
    hold_others();
    samples_.recording = std::move(data_);
    return std::move(samples_);
  }

 private:
  const ColumnMapping& mapping() const { return *reading_.mapping; }

  bool uses_current() const {
    const KindMapping& current = mapping().of(ColumnKind::kCurrent);
    return current.is_given && !current.is_off;
  }

  void check_mapping() {
    const KindMapping& effort = mapping().of(ColumnKind::kEffort);
    if (uses_current() && effort.is_given && !effort.is_off) {
      diagnostics_.fail({},
                        concat(mapping().source,
                               ": effort and current are both given; one of them is the effort"));
    }
    if (uses_current() && !mapping().of(ColumnKind::kCurrent).has_gain) {
      diagnostics_.fail(
          {}, concat(mapping().source,
                     ": current has no gain; torque = gain * current + offset is needed"));
    }
  }

  /// The file with the positions first: it says which joints there are.
  std::vector<RecordFile> files_of_record() const {
    std::vector<RecordFile> files;
    const auto file_of = [&files](const std::string& name, std::size_t lines) -> RecordFile& {
      for (RecordFile& file : files) {
        if (file.name == name) return file;
      }
      files.push_back({name, {.kinds = {}, .has_time = true, .needs_time = false}, lines});
      return files.back();
    };
    for (const ColumnKind kind : {ColumnKind::kPosition, ColumnKind::kVelocity, ColumnKind::kEffort,
                                  ColumnKind::kCurrent}) {
      if (kind == ColumnKind::kCurrent && !uses_current()) continue;
      if (kind == ColumnKind::kEffort && uses_current()) continue;
      const KindMapping& of_kind = mapping().of(kind);
      if (of_kind.is_off) continue;
      file_of(of_kind.file, of_kind.lines_per_row).part.kinds.push_back(kind);
    }
    const TimeMapping& time = mapping().time;
    if (time.period > 0.0) {
      for (RecordFile& file : files) file.part.has_time = false;
      return files;
    }
    const std::string name = !time.file.empty() ? time.file : time_file_of_kinds(files);
    file_of(name, 0).part.needs_time = true;
    for (RecordFile& file : files) {
      // A log of positions alone has its times elsewhere.
      if (file.lines_per_row > 0 && !file.part.needs_time) file.part.has_time = false;
    }
    return files;
  }

  /// Where nothing is said, the file with the positions has the time; a log that has none of the
  /// joints is a log of times.
  std::string time_file_of_kinds(const std::vector<RecordFile>& files) const {
    const bool has_log = std::any_of(files.begin(), files.end(),
                                     [](const RecordFile& file) { return file.name.empty(); });
    return has_log ? files.front().name : "";
  }

  ReadTable read_table(const RecordFile& file, const ReadLog& read_log) {
    ReadTable result;
    const bool is_log = file.name.empty();
    const std::string path = path_of(file);
    Diagnostics own(path);
    Diagnostics& diagnostics = is_log ? diagnostics_ : own;
    std::vector<std::string> notes;
    const TableOptions options{.dialect = mapping().dialect,
                               .header = mapping().header,
                               .skip_bad_rows = mapping().skip_bad_rows,
                               .lines_per_row = file.lines_per_row,
                               .limit = reading_.limit,
                               .choose = [&](const TableHeader& header) {
                                 result.plan = plan_table(header, reading_, file.part, joints_,
                                                          notes, diagnostics);
                                 return result.plan.columns;
                               }};
    if (!is_log) refuse_special_file(path);
    result.table =
        is_log ? read_log(options, diagnostics) : load_number_table(path, options, diagnostics);
    for (const std::string& note : notes) samples_.notes.push_back(concat(path, ": ", note));
    warn_of_rows(result.table, file, diagnostics);
    return result;
  }

  /// Says which rows were left out.
  void warn_of_rows(const NumberTable& table, const RecordFile& file, Diagnostics& diagnostics) {
    const Position end{table.last_line, 1};
    if (table.num_skipped > 0) {
      warn(
          diagnostics.place(end),
          concat(table.num_skipped, " of ", table.num_skipped + table.num_rows,
                 table.num_skipped == 1 ? " rows is left out: " : " rows are left out; the first: ",
                 table.first_skipped));
    }
    if (table.num_left_over > 0) {
      warn(diagnostics.place(end), concat("the last instant has ", table.num_left_over, " of ",
                                          file.lines_per_row, " numbers; it is left out"));
    }
    if (table.num_rows == 0 && table.num_skipped > 0) {
      diagnostics.error(end, "has no row that can be read");
      diagnostics.throw_if_errors();
    }
  }

  void warn(const std::string& place, const std::string& text) {
    samples_.warnings.push_back(concat(place, ": ", text));
  }

  void take_times(const std::vector<RecordFile>& files, std::vector<ReadTable>& tables) {
    num_rows_ = tables.front().table.num_rows;
    for (std::size_t i = 0; i < tables.size(); ++i) {
      num_rows_ = std::min(num_rows_, tables[i].table.num_rows);
      if (files[i].part.needs_time) timed_ = i;
    }
    for (std::size_t i = 0; i < tables.size(); ++i) warn_of_length(files[i], tables[i].table);
    for (ReadTable& read : tables) times_.push_back(seconds_of(read));
    if (mapping().time.period > 0.0) {
      data_.times.resize(num_rows_);
      for (std::size_t i = 0; i < num_rows_; ++i) {
        data_.times[i] = mapping().time.start + static_cast<double>(i) * mapping().time.period;
      }
    } else {
      RecordTimes& times = times_[timed_];
      data_.time_unit = times.digit_step;
      for (const std::string& note : times.notes) {
        samples_.notes.push_back(concat(path_of(files[timed_]), ": ", note));
      }
      samples_.repairs = times.repairs;
      data_.times = std::move(times.seconds);
      data_.times.resize(num_rows_);
      for (std::size_t i = 0; i < tables.size(); ++i) {
        if (i != timed_) compare_times(files[i], tables[i].table, times_[i].seconds);
      }
    }
    const NumberTable& first = tables.front().table;
    samples_.last_line = first.last_line;
    samples_.line_of_rows = first.line_of_rows;
  }

  std::string path_of(const RecordFile& file) const {
    const std::string& base = reading_.named_from.empty() ? log_name_ : reading_.named_from;
    return file.name.empty() ? log_name_ : beside(base, file.name);
  }

  RecordTimes seconds_of(ReadTable& read) const {
    if (!read.plan.columns.time) return {};
    return record_times(read.table, read.plan.time_name, read.plan.time_unit, mapping().time.zero);
  }

  void warn_of_length(const RecordFile& file, const NumberTable& table) {
    if (table.num_rows == num_rows_) return;
    warn(path_of(file),
         concat("has ", counted(table.num_rows, "row"), ", another file of the record ", num_rows_,
                "; those behind are left out"));
  }

  /// Files with times of their own must have the same.
  void compare_times(const RecordFile& file, const NumberTable& table,
                     const std::vector<double>& times) {
    if (times.empty() || num_rows_ < 2) return;
    const double period =
        (data_.times.back() - data_.times.front()) / static_cast<double>(num_rows_ - 1);
    for (std::size_t i = 0; i < num_rows_; ++i) {
      if (std::abs(times[i] - data_.times[i]) <= 1e-3 * period) continue;
      throw ModelError(concat(path_of(file), ":", table.line_of(i), ":1: t = ", times[i],
                              " s, where the positions have ", data_.times[i],
                              " s; the files of a record must have the same times"));
    }
  }

  void take_columns(std::vector<ReadTable>& tables) {
    const std::size_t n = data_.joints.size();
    data_.position.resize(n);
    data_.derivatives.resize(n);
    data_.velocity.resize(n);
    data_.effort.resize(n);
    data_.position_unit.assign(n, 0.0);
    data_.velocity_unit.assign(n, 0.0);
    for (ReadTable& read : tables) {
      for (std::size_t i = 0; i < read.plan.roles.size(); ++i) {
        const ColumnRole& role = read.plan.roles[i];
        const double unit = read.table.digit_steps[i] * std::abs(role.factor);
        std::vector<double>& column = read.table.values[i];
        column.resize(num_rows_);
        if (role.factor != 1.0 || role.offset != 0.0) {
          for (double& x : column) x = role.factor * x + role.offset;
        }
        if (role.is_added) {
          add_column(role, column, unit);
        } else {
          take_column(role, std::move(column), unit);
        }
      }
    }
  }

  /// A further term of a sum; errors of rounding add up as noise does.
  void add_column(const ColumnRole& role, const std::vector<double>& column, double unit) {
    const bool is_velocity = role.kind == ColumnKind::kVelocity;
    const bool is_position = role.kind == ColumnKind::kPosition;
    auto& columns = is_position ? data_.position : is_velocity ? data_.velocity : data_.effort;
    std::vector<double>& to = columns[role.joint];
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += column[i];
    if (!is_position && !is_velocity) return;
    double& step = (is_position ? data_.position_unit : data_.velocity_unit)[role.joint];
    step = std::hypot(step, unit);
  }

  void take_column(const ColumnRole& role, std::vector<double> column, double unit) {
    if (role.kind == ColumnKind::kVelocity) {
      data_.velocity[role.joint] = std::move(column);
      data_.velocity_unit[role.joint] = unit;
    } else if (role.kind != ColumnKind::kPosition) {
      data_.effort[role.joint] = std::move(column);
    } else {
      if (role.derivative == 0) {
        data_.position[role.joint] = std::move(column);
        data_.position_unit[role.joint] = unit;
        return;
      }
      auto& derivatives = data_.derivatives[role.joint];
      derivatives.resize(std::max(derivatives.size(), role.derivative));
      derivatives[role.derivative - 1] = std::move(column);
    }
  }

  void mark_prismatic() {
    if (reading_.coordinates == nullptr || reading_.is_prismatic == nullptr) return;
    data_.is_prismatic.assign(data_.joints.size(), 0);
    for (int j = 0; j < std::ssize(data_.joints); ++j) {
      data_.is_prismatic[j] = reading_.slides(data_.joints[j]);
    }
  }

  /// from and to.
  void cut_times() {
    std::vector<double>& times = data_.times;
    const auto begin = std::lower_bound(times.begin(), times.end(), mapping().from);
    const auto end = std::upper_bound(times.begin(), times.end(), mapping().to);
    if (begin == times.begin() && end == times.end()) return;
    const std::ptrdiff_t first = begin - times.begin();
    const std::ptrdiff_t count = std::max<std::ptrdiff_t>(0, end - begin);
    if (count == 0) {
      diagnostics_.fail({samples_.last_line, 1},
                        concat(mapping().source, ": from and to leave no row; the record has t = ",
                               times.front(), " to ", times.back(), " s"));
    }
    const auto cut = [&](std::vector<double>& column) {
      if (column.empty()) return;
      std::copy_n(column.begin() + first, count, column.begin());
      column.resize(count);
    };
    for (auto& derivatives : data_.derivatives) {
      std::for_each(derivatives.begin(), derivatives.end(), cut);
    }
    std::for_each(data_.position.begin(), data_.position.end(), cut);
    std::for_each(data_.velocity.begin(), data_.velocity.end(), cut);
    std::for_each(data_.effort.begin(), data_.effort.end(), cut);
    cut(times);
    samples_.first_row = first;
  }

  /// Joints that are not logged.
  void hold_others() {
    std::unordered_set<std::string> logged(data_.joints.begin(), data_.joints.end());
    for (const auto& [joint, value] : mapping().hold) {
      if (!logged.insert(joint).second) {
        diagnostics_.fail({},
                          concat(mapping().source, ": hold: joint '", joint, "' is in the log"));
      }
      samples_.held.emplace_back(joint, value);
    }
    if (mapping().hold_others && reading_.coordinates != nullptr) {
      for (const std::string& joint : *reading_.coordinates) {
        if (logged.insert(joint).second) samples_.held.emplace_back(joint, *mapping().hold_others);
      }
    }
    note_missing(logged);
    if (samples_.held.empty()) return;
    std::vector<std::string> texts;
    for (const auto& [joint, value] : samples_.held) texts.push_back(concat(joint, " = ", value));
    samples_.notes.push_back(concat(log_name_, ": not logged and held: ", comma_list(texts)));
    samples_.repairs.push_back(concat(texts.size(), texts.size() == 1 ? " joint" : " joints",
                                      " not logged and held still"));
  }

  /// Joints of the robot that a log of others does not have.
  void note_missing(const std::unordered_set<std::string>& known) {
    if (reading_.coordinates == nullptr || reading_.is_verbatim) return;
    std::vector<std::string> missing;
    for (const std::string& joint : *reading_.coordinates) {
      if (!known.contains(joint)) missing.push_back(joint);
    }
    if (missing.empty() || missing.size() == reading_.coordinates->size()) return;
    samples_.notes.push_back(concat(log_name_, ": not logged: ", comma_list(missing),
                                    "; hold = 0 in a mapping keeps them still"));
  }

  LogReading reading_;
  std::string log_name_;
  Diagnostics& diagnostics_;
  const ColumnMapping no_mapping_{};

  RecordedJoints joints_;
  std::size_t num_rows_ = 0;
  std::size_t timed_ = 0;  ///< The table that has the time.
  std::vector<RecordTimes> times_;
  record::Recording data_;
  CsvSamples samples_;
};

}  // namespace

std::size_t CsvSamples::line_of(std::size_t row) const {
  return line_of_row(line_of_rows, row + first_row);
}

CsvSamples read_samples_csv(const std::string& source_name, std::string_view text,
                            const LogReading& reading, Diagnostics& diagnostics) {
  return RecordReader(reading, source_name, diagnostics)
      .read([text](const TableOptions& options, Diagnostics& log) {
        return read_number_table(text, options, log);
      });
}

CsvSamples load_samples_csv(const std::string& path, const LogReading& reading,
                            Diagnostics& diagnostics) {
  return RecordReader(reading, path, diagnostics)
      .read([&path](const TableOptions& options, Diagnostics& log) {
        return load_number_table(path, options, log);
      });
}

}  // namespace appell::io
