#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "appell/report/table.hpp"

/// Not installed: what a page keeps of a long table.
namespace appell::report {

/// Columns of a table as one line.
struct ThinColumn {
  enum class How {
    kValue,    ///< The one column.
    kSize,     ///< Root of the sum of squares.
    kSum,      ///< Their sum.
    kLargest,  ///< The one column; of each stretch what is largest: of deviations.
  };
  std::vector<std::size_t> of;  ///< Of the table; t is 0.
  How how = How::kValue;
};

/// Of a line, at all rows of the table.
struct LineExtremes {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();
  double lowest_time = 0.0;  ///< s
  double highest_time = 0.0;

  double largest() const { return -lowest > highest ? -lowest : highest; }
  double largest_time() const { return -lowest > highest ? lowest_time : highest_time; }
};

/// Sees all rows of a table in order and keeps a number of instants of it without losing an
/// extreme: the rows are cut into equal stretches, and of each stretch every line keeps its
/// smallest and its largest value, in the order in which they come, at the first and the last
/// instant of the stretch. A table of at most two rows per stretch is kept as it is. Memory does
/// not grow with the number of rows.
class ThinnedRecord {
 public:
  static constexpr int kStretches = 1000;

  explicit ThinnedRecord(std::vector<ThinColumn> columns, int stretches = kStretches);

  /// The next rows of the table.
  void take(const TableHeader& header, const TableBlock& block);

  /// After the last row.
  const std::shared_ptr<const std::vector<double>> times() const { return times_; }
  const std::vector<float>& values(std::size_t line) const { return lines_[line].values; }
  const LineExtremes& extremes(std::size_t line) const { return lines_[line].extremes; }

 private:
  /// Where a column of a table is in a block.
  struct Place {
    std::size_t group;  ///< Its first column.
    std::size_t width;
    std::size_t column;  ///< In the group.
  };
  struct Line {
    ThinColumn::How how;
    std::vector<Place> places;
    std::vector<float> values;
    LineExtremes extremes;
    double lowest, highest;  ///< Of this stretch.
    bool is_lowest_first;
  };
  void lay_out(const TableHeader& header);
  void take_row(const TableBlock& block, std::size_t i);
  void end_stretch();

  std::vector<ThinColumn> columns_;
  long long stretches_;
  long long num_rows_ = 0;  ///< Of the table.
  long long row_ = 0;
  long long next_ = 0;  ///< First row of the next stretch.
  long long stretch_ = 0;
  double begin_time_ = 0.0, end_time_ = 0.0;  ///< Of this stretch.
  bool is_whole_ = false;                     ///< Every row is kept.
  std::vector<Line> lines_;
  std::shared_ptr<std::vector<double>> times_ = std::make_shared<std::vector<double>>();
};

}  // namespace appell::report
