#include "appell/report/json_writer.hpp"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/base/error.hpp"
#include "tests/support/matchers.hpp"

namespace appell::report {
namespace {

// Oracle: the text by hand: one line per key of the outermost object, and a final line break.
TEST(JsonWriter, WritesOneLinePerOuterKey) {
  JsonWriter writer;
  writer.begin_object().key("a").value(1);
  writer.key("b").begin_array().value(0.5).value(true).value("x").end_array();
  writer.key("c").begin_object().key("d").begin_object().end_object().key("e").value(false);
  writer.end_object().key("f").begin_array().end_array().end_object();
  EXPECT_EQ(writer.text(),
            "{\n  \"a\": 1,\n  \"b\": [0.5, true, \"x\"],\n  \"c\": {\"d\": {}, \"e\": false},\n"
            "  \"f\": []\n}\n");
}

// Oracle: the empty object and a list at the top.
TEST(JsonWriter, WritesEmptyAndOuterLists) {
  EXPECT_EQ(JsonWriter().begin_object().end_object().text(), "{}\n");
  EXPECT_EQ(nlohmann::json::parse(JsonWriter().begin_array().value(1).value(2).end_array().text()),
            (nlohmann::json{1, 2}));
}

// Cross-check: another reader gets every double back, bit by bit.
TEST(JsonWriter, NumbersReadBackExactly) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  VecX numbers(200);
  for (double& number : numbers) number = uniform(random) * std::pow(10.0, 300 * uniform(random));
  numbers[0] = std::numeric_limits<double>::denorm_min();
  numbers[1] = std::numeric_limits<double>::max();
  numbers[2] = 0.1;
  const auto read = nlohmann::json::parse(JsonWriter().vector(numbers).text());
  ASSERT_EQ(read.size(), 200U);
  for (Eigen::Index i = 0; i < numbers.size(); ++i) {
    EXPECT_EQ(read[i].get<double>(), numbers[i]);
  }
}

// Oracle: a matrix is a list of its rows.
TEST(JsonWriter, MatrixIsAListOfRows) {
  MatX m(2, 3);
  m << 1, 2, 3, 4, 5, 6;
  EXPECT_EQ(nlohmann::json::parse(JsonWriter().matrix(m).text()),
            (nlohmann::json{{1, 2, 3}, {4, 5, 6}}));
}

// Cross-check: another reader gets every text back: quotes, control characters, Unicode.
TEST(JsonWriter, TextsReadBackExactly) {
  std::vector<std::string> texts{"", "\"quoted\"", "back\\slash", "ω̇ 🤖", "</script>"};
  for (char c = 1; c > 0; ++c) {
    texts.push_back(std::string("a") + c + "b");
    if (c == 127) break;
  }
  texts.push_back(std::string("nul\0nul", 7));
  EXPECT_EQ(nlohmann::json::parse(JsonWriter().value(texts).text()), nlohmann::json(texts));
}

// Bad input: no result may be NaN or infinite; the message names the outermost key.
TEST(JsonWriter, RefusesWhatIsNoNumber) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    JsonWriter writer;
    writer.begin_object().key("torque").begin_object().key("inner");
    EXPECT_THROW_MESSAGE(writer.vector(VecX::Constant(2, bad)), NumericalError,
                         "result 'torque' has an entry that is not finite");
  }
}

}  // namespace
}  // namespace appell::report
