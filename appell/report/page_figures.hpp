#pragma once

#include <optional>
#include <string>
#include <vector>

/// Not installed: what a report page shows of many items.
namespace appell::report {

/// How the values of one result are distributed over many items.
struct PageHistogram {
  struct Mark {
    double at;
    std::string label;
    bool is_limit = false;
  };
  std::string title;
  std::string unit = {};
  double low = 0.0;
  double high = 0.0;
  std::vector<long long> counts = {};  ///< Of equal parts of low..high.
  std::vector<Mark> marks = {};
};

/// How much factors matter for one result: shares of 1.
struct PageShares {
  struct Row {
    std::string label;
    double value;
    std::optional<double> error = {};
  };
  std::string title;
  std::vector<Row> rows = {};
};

/// Pictures of many items: a section of the page, above the robot.
struct PageFigures {
  std::string title;
  std::string note = {};
  std::vector<PageHistogram> histograms = {};
  std::vector<PageShares> shares = {};
};

}  // namespace appell::report
