#include <array>
#include <charconv>

#include "appell/base/text.hpp"
#include "appell/report/output_file.hpp"
#include "appell/report/table.hpp"

namespace appell::report {
namespace {

/// A name as a field: in quotes if it would not be one field without.
std::string field(const std::string& name) {
  if (name.find_first_of(",\"\n\r") == std::string::npos) return name;
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

/// Lines "# name: text" with the metadata and "# units: ...", one unit per column; then the header
/// and a line per row. Numbers are the shortest that read back as the same double.
class CsvTable final : public TableWriter {
 public:
  CsvTable(const std::string& path, const TableHeader& header)
      : file_(path), num_columns_(header.num_columns()) {
    std::string names;
    std::string units;
    for (const auto& [name, text] : header.metadata) {
      text_ += one_line(concat("# ", name, ": ", text)) + "\n";
    }
    for (const ColumnGroup& group : header.groups) {
      for (std::size_t i = 0; i < group.columns.size(); ++i) {
        const char* comma = names.empty() ? "" : ",";
        names += comma + field(group.columns[i]);
        units += comma + group.units[i];
      }
    }
    text_ += "# units: " + units + "\n" + names + "\n";
  }

  void write(std::span<const double> rows) override {
    std::array<char, 32> number;
    std::size_t column = 0;
    for (const double value : rows) {
      const auto [end, error] = std::to_chars(number.data(), number.data() + number.size(), value);
      text_.append(number.data(), end);
      const bool is_last = ++column == num_columns_;
      text_ += is_last ? '\n' : ',';
      if (is_last) column = 0;
    }
    write_text();
    num_rows_ += static_cast<long long>(rows.size() / num_columns_);
  }

  void commit() override {
    write_text();
    file_.commit();
  }

  std::string keep_partial() override {
    if (num_rows_ == 0 || file_.keep().empty()) return "";
    return kept_text(num_rows_, file_.partial_path(), "whole lines of CSV");
  }

 private:
  /// The header goes with the first rows: without rows there is nothing to keep.
  void write_text() {
    file_.write(text_);
    text_.clear();
  }

  OutputFile file_;
  std::size_t num_columns_;
  long long num_rows_ = 0;
  std::string text_;
};

}  // namespace

std::unique_ptr<TableWriter> open_csv_table(const std::string& path, const TableHeader& header) {
  return std::make_unique<CsvTable>(path, header);
}

}  // namespace appell::report
