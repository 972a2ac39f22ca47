#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "appell/model/motion_limit.hpp"
#include "appell/report/document.hpp"
#include "appell/report/thinned_record.hpp"

/// Not installed: charts of a page, from the rows of a table.
namespace appell::report {

/// How titles end of charts of joints that slide, where others turn.
inline constexpr std::string_view kSliding = ", sliding";

/// Which columns of a table a line is.
struct PlannedLine {
  std::size_t group, chart;  ///< Where it belongs.
  PageLine line;             ///< Without numbers.
  std::size_t column;        ///< Of ChartPlan::columns.
  std::optional<std::size_t> deviation = {};
  std::optional<model::MotionLimit> limit = {};
  bool may_rest = false;  ///< A chart of lines that all stay as they are is left out.
};

/// What is drawn of a table, before it has rows.
struct ChartPlan {
  std::vector<PageGroup> groups;  ///< Charts without lines and instants.
  std::vector<PlannedLine> lines;
  std::vector<ThinColumn> columns;
  std::vector<std::string> left_out = {};  ///< Arrays with more numbers than a chart can show.

  /// The place of a group, of a chart in it; they are made where there are none yet. Charts differ
  /// by title and unit.
  std::size_t group(const std::string& id, const std::string& title);
  std::size_t chart(std::size_t group, const PageChart& chart);
  /// The place of a column.
  std::size_t column(ThinColumn column);
};

/// The charts of a table, filled from its rows.
class PageCharts {
 public:
  explicit PageCharts(ChartPlan plan);

  /// All rows of the table, in order.
  void take(const TableHeader& header, const TableBlock& block) { rows_.take(header, block); }

  /// After the last row. Terms that are zero throughout are left out.
  std::vector<PageGroup> groups() const;
  /// Of each line of a joint, and of the end effector: smallest and largest value, and how far its
  /// limit is used.
  void add_extremes(PageTable& table) const;
  static PageTable extremes_table();
  const std::vector<std::string>& left_out() const { return plan_.left_out; }

 private:
  /// Links and joints at which nothing changes.
  void drop_rest(std::size_t place, PageGroup& group) const;

  ChartPlan plan_;
  ThinnedRecord rows_;
};

/// Adds the charts of other groups to those with the same id, or after them.
void merge_groups(std::vector<PageGroup>& groups, std::vector<PageGroup> others);

/// Where a line is beyond its limits: between two instants as if it were straight.
std::vector<std::pair<double, double>> times_beyond(const std::vector<double>& times,
                                                    const PageLine& line);

/// "rad/s²" of "rad/s^2".
std::string printed_unit(const std::string& unit);

/// "", "first derivative", "second derivative", ..., "derivative 11".
std::string derivative_in_words(int k);

/// "⁽⁴⁾"
std::string raised(int k);

/// "q'", "q''", "q⁽⁴⁾"
std::string derivative_symbol(const std::string& symbol, int k);

}  // namespace appell::report
