#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace appell::support {

/// A report page as its script reads it (docs/report.md).
struct ReportPage {
  nlohmann::json fields;
  std::string bytes;  ///< Of the numbers.

  /// Numbers of a view.
  std::vector<double> numbers(const nlohmann::json& view) const;
  /// How many views there are; throws if one is not in the block, or not where it may begin.
  int count_views() const;
  const nlohmann::json& group(std::string_view id) const;
};

/// @throws std::runtime_error if there is no such page in the text.
ReportPage read_report(const std::string& html);

}  // namespace appell::support
