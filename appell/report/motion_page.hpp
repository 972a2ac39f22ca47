#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "appell/analysis/selection.hpp"
#include "appell/model/motion_limit.hpp"
#include "appell/record/recording.hpp"
#include "appell/report/measured_report.hpp"
#include "appell/report/motion_analysis.hpp"
#include "appell/report/page.hpp"
#include "appell/report/page_charts.hpp"
#include "appell/report/quantity_charts.hpp"

/// Not installed: the page of a motion.
namespace appell::report {

/// What a page says beside its numbers.
struct PageFacts {
  std::string command;                ///< "analyze"
  std::string motion_name;            ///< File of the motion, or what it is called.
  std::vector<std::string> warnings;  ///< What a reader must see, in any order.
  /// More lines of what was used: label and text.
  std::vector<std::pair<std::string, std::string>> used;
  /// What the motion was made of; measured forces are drawn as dots, and so are the samples that it
  /// was smoothed from. Null: nothing.
  const record::Recording* recording = nullptr;
  const MeasuredComparison* measured = nullptr;  ///< With the model; null: not compared.
};

/// Puts warnings onto a page: the most important one first, asides apart.
void set_warnings(Page& page, const std::vector<std::string>& warnings);

/// What a file is called without its folders; other names are as they are.
std::string short_name(const std::string& path);

/// Head, coordinates, robot, and cards of a page of one motion or several: all but charts and
/// tables.
/// @param motions  name and law, joints in the order of the model's coordinates; all begin at the
///   start of the first.
/// @param limits  of the motions, for the colours of the path.
Page page_of_robot(const analysis::Subject& subject,
                   const std::vector<std::pair<std::string, trajectory::Trajectory>>& motions,
                   const std::vector<model::MotionLimit>& limits, const PageFacts& facts);

/// Everything along a motion as a page: sees all rows of a table of a selection, of any length.
class MotionPage {
 public:
  /// @param motion  its joints in the order of the model's coordinates.
  /// @param times  of the rows.
  /// @param limits  that are drawn.
  /// @param highest_order  of q that the motion is known to.
  MotionPage(const analysis::Selection& selection, trajectory::Trajectory motion,
             const SampleTimes& times, std::vector<model::MotionLimit> limits,
             OtherQuantities others, int highest_order);

  /// All rows of a table of the selection, in order: for AnalysisRequest::watch.
  void take(const TableHeader& header, const TableBlock& block) { charts_.take(header, block); }

  /// After the last row. Computes what the selection lacks: higher derivatives of q, and energies.
  Page page(const PageFacts& facts) const;

 private:
  void add_derivatives(Page& page, PageTable& extremes) const;

  analysis::Selection selection_;
  trajectory::Trajectory motion_;
  SampleTimes times_;
  std::vector<model::MotionLimit> limits_;
  int highest_order_;
  PageCharts charts_;
};

/// The page of a motion of which there is no table: computes it.
/// @param order  highest derivative of forces.
/// @param highest_order  of q that the motion is known to.
/// @param samples  more than are drawn are thinned without losing an extreme.
Page motion_page(const analysis::Subject& subject, const trajectory::Trajectory& motion,
                 const std::vector<model::MotionLimit>& limits, int highest_order,
                 long long samples, const PageFacts& facts);

/// Samples of such a page of which all are drawn.
inline constexpr long long kPageSamples = 2 * ThinnedRecord::kStretches;

}  // namespace appell::report
