#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "appell/report/document.hpp"
#include "appell/report/motion_page.hpp"
#include "appell/report/sweep_summary.hpp"
#include "appell/study/study_statistics.hpp"

/// Not installed: the page of a study.
namespace appell::report {

/// One result of all items.
struct SweptResult {
  std::string title;              ///< "joint1, max |Q_drive|"
  std::string unit;               ///< As in files: "N m/s^2".
  study::ColumnSummary summary;   ///< Over all items.
  std::optional<double> nominal;  ///< Of the model as it is, if that is known.
};

/// What a page says of a study.
struct SweptStudy {
  std::string name;  ///< Of the file.
  long long num_items = 0;
  std::vector<std::string> factors;  ///< "inertia panda_link5", as in StudyLayout.
  std::vector<SweptResult> results;
  /// An item in words: its model, motion, and draw.
  std::function<std::string(long long)> item_name;
  std::vector<std::pair<std::string, std::string>> used;  ///< Label and text of what was used.
  std::vector<std::string> warnings = {};                 ///< What a reader must see.
};

/// The item whose motion is shown: as a rule the worst of the first result.
struct ShownItem {
  std::string name;
  analysis::Subject subject;      ///< The model with the numbers of that item.
  trajectory::Trajectory motion;  ///< As that item has it.
  std::vector<model::MotionLimit> limits;
  int highest_order = 0;  ///< Of q that the motion is known to.
};

/// Distributions of all results, which factors matter, statistics and worst items; and the robot
/// and the charts of one item. Of more than 60 results the first 60 have pictures, and the page
/// says so.
Document sweep_page(const SweptStudy& study, const ShownItem& item);

/// The same without an item.
Document sweep_page(const SweptStudy& study);

/// The page of a sweep that is complete: the item shown is the worst of the first result; of one
/// model and one motion nominal values are marked. Computes both anew.
Document page_of_sweep(const study::Study& study, const SweepSummary& summary);

/// The same of a folder whose study is not at hand: without item and nominal values.
Document page_of_sweep(const SweepSummary& summary);

}  // namespace appell::report
