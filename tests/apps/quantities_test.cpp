// appell quantities: what programs learn of the quantities without a robot.
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program.hpp"

namespace appell {
namespace {

using nlohmann::json;

json described(const json& list, const std::string& name) {
  for (const json& quantity : list) {
    if (quantity.at("name") == name) return quantity;
  }
  return {};
}

// Oracle: axes and units of some quantities, by what they are.
TEST(QuantitiesCommand, JsonHasAxesAndUnits) {
  const support::Outcome outcome = support::run_program("quantities --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json list = json::parse(outcome.out);
  for (const json& quantity : list) {
    EXPECT_FALSE(quantity.at("units").empty()) << quantity;
  }
  EXPECT_TRUE(described(list, "link_mass").at("axes").empty());
  const json q = described(list, "q");
  EXPECT_EQ(q.at("axes"), json({"derivative", "coordinate"}));
  EXPECT_EQ(q.at("units"), json({"rad", "m"}));
  EXPECT_EQ(q.at("key"), "");
  const json placements = described(list, "T");
  EXPECT_EQ(placements.at("axes"), json({"derivative", "row", "column"}));
  EXPECT_EQ(placements.at("units"), json({"1", "m"}));
  EXPECT_EQ(placements.at("key"), "link");
  const json motor = described(list, "Q_motor");
  EXPECT_EQ(motor.at("axes"), json({"derivative", "freedom"}));
  EXPECT_EQ(motor.at("units"), json({"N m", "N"}));
  EXPECT_EQ(described(list, "mass_matrix").at("units"), json({"kg m^2", "kg m", "kg"}));
  const json split = described(list, "energy_split");
  EXPECT_EQ(split.at("axes").back(), "term");
  EXPECT_EQ(split.at("terms"), json({"translation", "rotation"}));
  EXPECT_EQ(split.at("units"), json({"J", "J/s^2"}));
  EXPECT_EQ(split.at("key"), "p");
  EXPECT_EQ(described(list, "power").at("units"), json({"W"}));
}

// A bar in a description would be read as the end of a cell.
TEST(QuantitiesCommand, MarkdownHasThreeColumns) {
  const support::Outcome outcome = support::run_program("quantities --markdown");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  std::istringstream lines(outcome.out);
  int num_lines = 0;
  for (std::string line; std::getline(lines, line); ++num_lines) {
    int bars = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '|' && (i == 0 || line[i - 1] != '\\')) ++bars;
    }
    EXPECT_EQ(bars, 4) << line;
  }
  EXPECT_GT(num_lines, 60);
}

}  // namespace
}  // namespace appell
