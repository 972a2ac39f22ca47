#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/report/elastic_run.hpp"
#include "appell/report/motion_page.hpp"

/// Not installed: the page of a robot with elastic joints.
namespace appell::report {

/// What motors do behind elastic joints, as a page: sees all rows of the table.
class ElasticPage {
 public:
  explicit ElasticPage(const model::Model& model) : model_(model) {}

  /// All rows of the table of run_elastic(), in order: for ElasticRequest::watch.
  void take(const TableHeader& header, const TableBlock& block);

  /// After the last row.
  /// @param motion  its joints in the order of the model's coordinates.
  /// @param record  what run_elastic() gave.
  Page page(const trajectory::Trajectory& motion, const ElasticRecord& record,
            const PageFacts& facts) const;

 private:
  model::Model model_;
  std::optional<PageCharts> charts_;
};

}  // namespace appell::report
