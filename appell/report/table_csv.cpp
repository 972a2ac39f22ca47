#include <charconv>
#include <utility>

#include "appell/base/quoted.hpp"
#include "appell/base/text.hpp"
#include "appell/report/output_file.hpp"
#include "appell/report/table.hpp"

namespace appell::report {
namespace {

/// Lines "# name: text" with the metadata and "# units: ...", one unit per column; then the header
/// and a line per row. Numbers are the shortest that read back as the same double.
class CsvTable final : public TableWriter {
 public:
  CsvTable(const std::string& path, const TableHeader& header) : file_(path) {
    std::string names;
    std::string units;
    for (const auto& [name, text] : header.metadata) {
      header_ += one_line(concat("# ", name, ": ", text)) + "\n";
    }
    for (const ColumnGroup& group : header.groups) {
      widths_.push_back(group.columns.size());
      for (std::size_t i = 0; i < group.columns.size(); ++i) {
        const char* comma = names.empty() ? "" : ",";
        names += comma + csv_field(group.columns[i]);
        units += comma + csv_field(group.units[i]);
      }
    }
    header_ += "# units: " + units + "\n" + names + "\n";
  }

  /// The lines of the rows.
  void prepare(TableBlock& block) const override {
    constexpr std::size_t kLongest = 25;  // "-2.2250738585072014e-308,"
    block.text.resize(block.numbers.size() * kLongest);
    char* to = block.text.data();
    for (std::size_t row = 0; row < block.num_rows; ++row) {
      const double* group = block.numbers.data();
      for (const std::size_t width : widths_) {
        for (std::size_t i = 0; i < width; ++i) {
          to = std::to_chars(to, to + kLongest, group[row * width + i]).ptr;
          *to++ = ',';
        }
        group += width * block.num_rows;
      }
      to[-1] = '\n';
    }
    block.text.resize(to - block.text.data());
  }

  void write(const TableBlock& block) override {
    if (header_.empty()) {
      file_.write(block.text);
    } else {  // It goes with the first rows: without rows there is nothing to keep.
      file_.write(std::exchange(header_, {}) + block.text);
    }
    num_rows_ += static_cast<long long>(block.num_rows);
  }

  void commit() override {
    if (!header_.empty()) file_.write(header_);
    file_.commit();
  }

  std::string keep_partial() override {
    if (num_rows_ == 0 || file_.keep().empty()) return "";
    return kept_text(num_rows_, file_.partial_path(), "whole lines of CSV");
  }

 private:
  OutputFile file_;
  std::vector<std::size_t> widths_;  ///< Of the groups.
  long long num_rows_ = 0;
  std::string header_;
};

}  // namespace

std::unique_ptr<TableWriter> open_csv_table(const std::string& path, const TableHeader& header) {
  return std::make_unique<CsvTable>(path, header);
}

}  // namespace appell::report
