#pragma once

#include <any>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "appell/analysis/elastic_jumps.hpp"
#include "appell/jobs/elastic/elastic_run.hpp"
#include "appell/jobs/job.hpp"
#include "appell/jobs/sources.hpp"
#include "appell/report/page_charts.hpp"

/// Not installed: what motors do behind elastic joints.
namespace appell::jobs {

struct ElasticRequest {
  ModelSource model;
  MotionSource motion;
  std::string actuators;  ///< A file, or the name of embedded ones; empty: those of the model.
  TextSource limits;
  LoadSource loads;
  Outputs outputs;  ///< Its file: the table.
  Sampling sampling;
  std::optional<int> order;  ///< Of the motors' forces; none: 2, or what there is.
  double share = 0.05;       ///< From which a difference to rigid joints is worth a warning.
};

struct ElasticResult {
  model::Model model;
  trajectory::Trajectory law;  ///< Its joints in the order of the model's coordinates.
  std::vector<model::MotionLimit> limits;
  analysis::SharedLoads loads;
  ElasticTable table;
  double share = 0.0;
  bool has_plots = false;  ///< Whether plots are wanted: JSON says how many there are.
  ElasticRecord record = {};
  std::shared_ptr<report::PageCharts> charts = nullptr;
  std::vector<std::string> warnings = {};
  std::vector<std::pair<std::string, std::string>> used = {};  ///< For the page.
};

ElasticResult run(const ElasticRequest& request, Context& context);
Document show(const ElasticResult& result, Detail detail);
Json json(const ElasticResult& result);
/// The rows, a std::shared_ptr<const report::MotionRecord>, if they were kept.
std::any object(const ElasticResult& result);

/// What is drawn of a table, with the limits that there are.
report::ChartPlan elastic_charts(const model::Model& model, const report::TableHeader& header,
                                 const std::vector<model::MotionLimit>& limits);

}  // namespace appell::jobs
