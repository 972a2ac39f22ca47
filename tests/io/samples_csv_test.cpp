// Samples from CSV: whatever way a number is written, from a text or from a file piece by piece.
#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/io/samples_csv.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace appell::io {
namespace {

constexpr RowLimit kRoomy{
    .most_numbers = 1'000'000'000, .most_rows = 50'000, .has_long_records = true};

CsvSamples samples_in(const std::string& text) {
  Diagnostics diagnostics("m.csv");
  return read_samples_csv("m.csv", text, {.limit = kRoomy}, diagnostics);
}

// Plain lines take a short way, others the long one: the same numbers, and the lines are counted.
TEST(SamplesCsv, PlainAndOtherLinesAlike) {
  const CsvSamples plain = samples_in("t,a,b,a.d1\n0,1,2,3\n0.5,-1e-3,2.25,4\n1.5,7,8,9\n");
  const CsvSamples other = samples_in(
      "\xEF\xBB\xBF# a remark\n t ,\"a\", b,a.d1\r\n\n0,1,2,3\r\n"
      "  0.5 , -1e-3,+2.25,\t4 \r\n# another one\n#\n1.5,7,8,9");
  EXPECT_EQ(plain.recording.joints, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(plain.recording.times, (std::vector<double>{0.0, 0.5, 1.5}));
  EXPECT_EQ(plain.recording.position[0], (std::vector<double>{1.0, -1e-3, 7.0}));
  EXPECT_EQ(plain.recording.derivatives[0][0], (std::vector<double>{3.0, 4.0, 9.0}));
  EXPECT_EQ(plain.recording.position[1], (std::vector<double>{2.0, 2.25, 8.0}));
  EXPECT_EQ(other.recording.joints, plain.recording.joints);
  EXPECT_EQ(other.recording.times, plain.recording.times);
  EXPECT_EQ(other.recording.position, plain.recording.position);
  EXPECT_EQ(plain.line_of(0), 2U);
  EXPECT_EQ(plain.line_of(2), 4U);
  EXPECT_EQ(plain.last_line, 4U);
  EXPECT_EQ(other.line_of(0), 4U);
  EXPECT_EQ(other.line_of(1), 5U);
  EXPECT_EQ(other.line_of(2), 8U);
  EXPECT_EQ(other.last_line, 8U);
}

// Numbers at the edges of double: 1e-400 is zero, 1e400 is none.
TEST(SamplesCsv, NumbersThatNoDoubleHolds) {
  EXPECT_EQ(samples_in("t,a\n0,1e-400\n").recording.position[0], std::vector<double>{0.0});
  EXPECT_THROW_MESSAGE(samples_in("t,a\n0,1e400\n"), ModelError, "m.csv:2:3: '1e400' is found");
  EXPECT_THROW_MESSAGE(samples_in("t,a\n0,1;\n"), ModelError, "m.csv:2:3: '1;' is found");
  EXPECT_THROW_MESSAGE(samples_in("t,a\n0,1\n1,2,\n"), ModelError, "m.csv:3:5: this line has 3");
  EXPECT_THROW_MESSAGE(samples_in("t,a\n0,1\n\xFF,2\n"), ModelError,
                       "m.csv:3:1: has a byte that is not UTF-8");
}

/// Three megabytes: lines end anywhere in the pieces that a file is read by, and a remark is longer
/// than a piece.
std::string long_text(const std::string& last_line) {
  std::string text = "t,a,b\n";
  for (int i = 0; i < 40'000; ++i) {
    text += std::to_string(i) + "," + std::string(static_cast<std::size_t>(i % 7), ' ') + "0.5," +
            std::to_string(i * i) + "\n";
    if (i == 20'000) text += "# " + std::string(2'500'000, 'x') + "\n";
  }
  return text + last_line;
}

TEST(SamplesCsv, FilesAreReadInPieces) {
  const support::TemporaryFolder folder;
  for (const char* last : {"50000,1,2\n", "50000,1,2"}) {
    const std::string text = long_text(last);
    const std::string path = folder.write("m.csv", text);
    Diagnostics diagnostics(path);
    const CsvSamples loaded = load_samples_csv(path, {.limit = kRoomy}, diagnostics);
    const CsvSamples expected = samples_in(text);
    ASSERT_EQ(loaded.recording.times.size(), 40'001U);
    EXPECT_EQ(loaded.recording.times, expected.recording.times);
    EXPECT_EQ(loaded.recording.position, expected.recording.position);
    EXPECT_EQ(loaded.line_of_rows, expected.line_of_rows);
    EXPECT_EQ(loaded.last_line, 40'003U);
    EXPECT_EQ(loaded.line_of(40'000), 40'003U);
  }
  const std::string path = folder.write("bad.csv", long_text("50000,1,x\n"));
  Diagnostics diagnostics(path);
  EXPECT_THROW_MESSAGE(load_samples_csv(path, {.limit = kRoomy}, diagnostics), ModelError,
                       "bad.csv:40003:9: 'x' is found; a finite number is needed");
}

}  // namespace
}  // namespace appell::io
