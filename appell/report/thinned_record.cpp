#include "appell/report/thinned_record.hpp"

#include <cmath>

#include "appell/base/check.hpp"

namespace appell::report {
namespace {

/// What single precision cannot hold is a gap.
float as_single(double x) {
  return std::abs(x) <= std::numeric_limits<float>::max() ? static_cast<float>(x)
                                                          : std::numeric_limits<float>::quiet_NaN();
}

}  // namespace

ThinnedRecord::ThinnedRecord(std::vector<ThinColumn> columns, int stretches)
    : columns_(std::move(columns)), stretches_(stretches) {
  check(stretches >= 1, "ThinnedRecord: ", stretches, " stretches; at least one is needed.");
}

void ThinnedRecord::lay_out(const TableHeader& header) {
  num_rows_ = header.num_rows;
  is_whole_ = num_rows_ <= 2 * stretches_;
  std::vector<Place> places;
  for (const ColumnGroup& group : header.groups) {
    const std::size_t first = places.size();
    for (std::size_t c = 0; c < group.columns.size(); ++c) {
      places.push_back({first, group.columns.size(), c});
    }
  }
  for (const ThinColumn& column : columns_) {
    Line line{.how = column.how,
              .places = {},
              .values = {},
              .extremes = {},
              .lowest = 0.0,
              .highest = 0.0,
              .is_lowest_first = true};
    for (const std::size_t c : column.of) {
      check(c < places.size(), "ThinnedRecord: column ", c, "; the table has ", places.size(), ".");
      line.places.push_back(places[c]);
    }
    lines_.push_back(std::move(line));
  }
}

void ThinnedRecord::take(const TableHeader& header, const TableBlock& block) {
  if (row_ == 0) lay_out(header);
  for (std::size_t i = 0; i < block.num_rows; ++i) take_row(block, i);
}

void ThinnedRecord::take_row(const TableBlock& block, std::size_t i) {
  const double t = block.numbers[i];  // Column 0.
  const bool is_first = row_ == next_;
  if (is_first) {
    begin_time_ = t;
    ++stretch_;
    next_ = is_whole_ ? row_ + 1 : stretch_ * num_rows_ / stretches_;
  }
  end_time_ = t;
  for (Line& line : lines_) {
    double x = 0.0;
    for (const Place& place : line.places) {
      const double y = block.numbers[place.group * block.num_rows + i * place.width + place.column];
      x += line.how == ThinColumn::How::kSize ? y * y : y;
    }
    if (line.how == ThinColumn::How::kSize) x = std::sqrt(x);
    if (is_first) {
      line.lowest = line.highest = x;
      line.is_lowest_first = true;
    } else if (x > line.highest) {
      line.highest = x;
      line.is_lowest_first = true;
    } else if (x < line.lowest) {
      line.lowest = x;
      line.is_lowest_first = false;
    }
    LineExtremes& all = line.extremes;
    if (x < all.lowest) all.lowest = x, all.lowest_time = t;
    if (x > all.highest) all.highest = x, all.highest_time = t;
  }
  if (++row_ == next_) end_stretch();
}

void ThinnedRecord::end_stretch() {
  times_->push_back(begin_time_);
  if (!is_whole_) times_->push_back(end_time_);
  for (Line& line : lines_) {
    const bool is_deviation = line.how == ThinColumn::How::kLargest;
    const double first = is_deviation || !line.is_lowest_first ? line.highest : line.lowest;
    const double last = is_deviation || line.is_lowest_first ? line.highest : line.lowest;
    line.values.push_back(as_single(first));
    if (!is_whole_) line.values.push_back(as_single(last));
  }
}

}  // namespace appell::report
