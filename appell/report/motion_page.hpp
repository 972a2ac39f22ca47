#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "appell/analysis/selection.hpp"
#include "appell/model/motion_limit.hpp"
#include "appell/record/recording.hpp"
#include "appell/report/document.hpp"
#include "appell/report/motion_analysis.hpp"
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
};

/// Puts warnings onto a page, beside those that it has: the most important one first, asides apart,
/// each once.
void set_warnings(Document& page, const std::vector<std::string>& more);

/// What a file is called without its folders; other names are as they are.
std::string short_name(const std::string& path);

/// Head, coordinates, robot, and cards of a page of one motion or several: all but charts and
/// tables.
/// @param motions  name and law, joints in the order of the model's coordinates; all begin at the
///   start of the first.
/// @param limits  of the motions, for the colours of the path.
Document page_of_robot(const analysis::Subject& subject,
                       const std::vector<std::pair<std::string, trajectory::Trajectory>>& motions,
                       const std::vector<model::MotionLimit>& limits, const PageFacts& facts);

/// What is drawn of a motion, from the rows of one run (AnalysisRequest): charts of its table, and
/// of quantities that are computed beside it.
class MotionCharts {
 public:
  struct Request {
    std::vector<model::MotionLimit> limits = {};  ///< That are drawn.
    int highest_order = 0;                        ///< Of q that is drawn.
    bool is_chosen = false;     ///< Somebody named the quantities of the table: they come first.
    bool has_overview = false;  ///< What the table lacks of an overview is drawn, too.
    bool draws_each = false;    ///< And every array of the table by itself.
  };

  /// @param table  of which there are rows; must outlive it.
  MotionCharts(const analysis::Selection& table, Request request);

  /// Lets it see all rows of a run; it must stay where it is until the run ends.
  void watch(AnalysisRequest& run);

  /// After the last row.
  std::vector<PageGroup> groups() const;
  PageTable extremes() const;
  /// Every array of the table by itself, and those that have more numbers than a chart shows.
  std::vector<PageGroup> each() const;
  const std::vector<std::string>& left_out() const { return each_->left_out(); }

  const Request& request() const { return request_; }

 private:
  /// A selection that is computed beside the table.
  struct Side {
    analysis::Selection selection;
    PageCharts charts;
  };

  const analysis::Selection& table_;
  Request request_;
  PageCharts own_;
  std::optional<PageCharts> each_;
  std::unique_ptr<Side> motion_;  ///< q and its derivatives.
  std::unique_ptr<Side> overview_;
};

/// The page of a motion.
/// @param motion  its joints in the order of the model's coordinates.
/// @param times  of the rows that the charts saw.
Document motion_page(const analysis::Subject& subject, const trajectory::Trajectory& motion,
                     const SampleTimes& times, const MotionCharts& charts, const PageFacts& facts);

/// Numbers of another table at the instants of a chart: where they are denser than those, the
/// smallest and the largest in turn, so that none is lost; else straight lines between them.
std::vector<float> at_instants(const std::vector<double>& instants,
                               const std::vector<double>& times, const std::vector<double>& values);

/// The page of a motion of which there is no table: computes it.
/// @param order  highest derivative of forces.
/// @param highest_order  of q that the motion is known to.
/// @param samples  more than are drawn are thinned without losing an extreme.
Document motion_page(analysis::Subject subject, const trajectory::Trajectory& motion,
                     const std::vector<model::MotionLimit>& limits, int highest_order,
                     long long samples, const PageFacts& facts);

/// Samples of such a page of which all are drawn.
inline constexpr long long kPageSamples = 2 * ThinnedRecord::kStretches;

}  // namespace appell::report
