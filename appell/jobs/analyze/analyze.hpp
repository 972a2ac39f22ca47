#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "appell/jobs/analyze/measured.hpp"
#include "appell/jobs/analyze/spectrum.hpp"
#include "appell/jobs/job.hpp"
#include "appell/jobs/sources.hpp"
#include "appell/report/motion_page.hpp"

/// Not installed: all quantities along a motion.
namespace appell::jobs {

struct AnalyzeRequest {
  ModelSource model;
  MotionSource motion;
  TextSource limits;
  LoadSource loads;
  std::string frame;
  int order = 2;
  std::vector<std::string> only;
  Details details;
  Sampling sampling;
  Outputs outputs;        ///< Its file: the table.
  std::string plots_all;  ///< A folder for plots of everything.
  int threads = 0;
  bool wants_arrays = true;  ///< Where the door takes arrays: the table, else parts of it only.
  MeasuredRequest measured;
  SpectrumRequest spectrum;
};

/// All rows of a table, array by array.
struct KeptTable {
  std::shared_ptr<const io::AppliedForces> applied;  ///< The selection may refer to it.
  std::shared_ptr<const analysis::Selection> selection;
  std::vector<double> times;
  std::vector<std::vector<double>> arrays;  ///< As Selection::arrays(), row by row.
};

struct AnalyzeResult {
  std::shared_ptr<const io::AppliedForces> applied;  ///< The selection may refer to it.
  std::shared_ptr<const analysis::Selection> selection;
  trajectory::Trajectory law;  ///< Its joints in the order of the model's coordinates.
  report::SampleTimes times;
  std::string motion_name;
  io::Motion motion;  ///< As it was read.
  Outputs outputs;
  std::string plots_all;
  std::size_t num_all_plots = 0;
  std::vector<std::pair<std::string, std::string>> used = {};  ///< For the page.

  /// What is drawn, and what of it there is already: pages that are asked for later go through the
  /// motion for it.
  report::MotionCharts::Request drawn = {};
  std::shared_ptr<report::MotionCharts> charts = nullptr;

  bool has_table = true;  ///< Else only what is measured, or spectra, were asked for.
  report::MotionRecord record = {};
  std::vector<analysis::JointPeaks> peaks = {};
  std::shared_ptr<KeptTable> rows = nullptr;  ///< For whoever wants arrays.
  std::optional<MeasuredResult> measured = {};
  std::optional<SpectrumResult> spectrum = {};

  const analysis::Subject& subject() const { return selection->subject(); }
};

AnalyzeResult run(const AnalyzeRequest& request, Context& context);
Document show(const AnalyzeResult& result, Detail detail);
Json json(const AnalyzeResult& result);
/// A std::shared_ptr<const KeptTable>, if rows were kept; else a
/// std::shared_ptr<const report::MotionRecord> of the spectra, if there are any.
std::any object(const AnalyzeResult& result);

}  // namespace appell::jobs
