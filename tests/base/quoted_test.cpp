// Names of users in files: each format holds them so that they are read back as they were.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/base/quoted.hpp"

namespace appell {
namespace {

// Oracle: RFC 3629 and the grammars of JSON, TOML and YAML, which share these escapes.
TEST(Quoted, EscapesWhatOneOfTheFormatsDoesNotHold) {
  EXPECT_EQ(quoted_text("elbow"), "\"elbow\"");
  EXPECT_EQ(quoted_text("a\"b\\c"), "\"a\\\"b\\\\c\"");
  EXPECT_EQ(quoted_text("a\tb\nc\x7F"), "\"a\\u0009b\\u000ac\\u007f\"");
  EXPECT_EQ(quoted_text("gr\xC3\xBC\xC3\x9F"), "\"gr\xC3\xBC\xC3\x9F\"");
  EXPECT_EQ(quoted_text("\xC2\x85\xE2\x80\xA8\xEF\xBB\xBF"), "\"\\u0085\\u2028\\ufeff\"");
  EXPECT_EQ(quoted_text("a\xFFz"), "\"a\\ufffdz\"");
  EXPECT_EQ(quoted_text("\xC3"), "\"\\ufffd\"");
}

/// A character in UTF-8, by the table of RFC 3629.
std::string utf8(unsigned code) {
  const auto tail = [code](unsigned shift) {
    return static_cast<char>(0x80U | (code >> shift & 0x3FU));
  };
  if (code < 0x80) return {static_cast<char>(code)};
  if (code < 0x800) return {static_cast<char>(0xC0U | code >> 6U), tail(0)};
  if (code < 0x10000) return {static_cast<char>(0xE0U | code >> 12U), tail(6), tail(0)};
  return {static_cast<char>(0xF0U | code >> 18U), tail(12), tail(6), tail(0)};
}

// Cross-check: a library reads back every character that there is.
TEST(Quoted, IsReadBackAsJson) {
  for (unsigned code = 0; code <= 0x10FFFF; code += code < 0x3000 ? 1 : 97) {
    if (code >= 0xD800 && code < 0xE000) continue;
    const std::string text = "a" + utf8(code) + "z";
    EXPECT_EQ(nlohmann::json::parse(quoted_text(text)).get<std::string>(), text) << code;
  }
}

TEST(Quoted, NamesTheCharacterThatANameMayNotHave) {
  EXPECT_EQ(name_problem("joint 1, \"left\"; gr\xC3\xBC\xC3\x9F"), "");
  EXPECT_EQ(name_problem(" elbow "), "");
  EXPECT_EQ(name_problem("a\nb"),
            "byte 2 of its name is the control character \\u000a; a name that every file can hold "
            "is needed");
  EXPECT_NE(name_problem("ab\xC2\x9F").find("byte 3 of its name is the control character \\u009f"),
            std::string::npos);
  EXPECT_EQ(name_problem("abc\xFF"), "byte 4 of its name is not UTF-8");
}

// Oracle: RFC 4180, and blanks that readers would take away.
TEST(Quoted, MakesOneFieldOfACsv) {
  EXPECT_EQ(csv_field("elbow"), "elbow");
  EXPECT_EQ(csv_field("upper arm"), "upper arm");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("a\"b"), "\"a\"\"b\"");
  EXPECT_EQ(csv_field(" elbow"), "\" elbow\"");
  EXPECT_EQ(csv_field("#1"), "\"#1\"");
  EXPECT_EQ(csv_field("a;b"), "\"a;b\"");
}

TEST(Quoted, FormatsNothingInMarkupByAccident) {
  EXPECT_EQ(xml_text("<a & \"b\">"), "&lt;a &amp; &quot;b&quot;&gt;");
  EXPECT_EQ(xml_text("a\nb\xFF"), "a b\xEF\xBF\xBD");
  EXPECT_EQ(markdown_text("a|b_c*d"), "a\\|b\\_c\\*d");
  EXPECT_EQ(markdown_text("a\nb"), "a b");
}

}  // namespace
}  // namespace appell
