// Report pages: what is in the file is what was given, whatever names it has; all or nothing.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/report/number_block.hpp"
#include "appell/report/page_asset.hpp"
#include "appell/report/page_charts.hpp"
#include "appell/report/rendering.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"
#include "tests/support/report_page.hpp"

namespace appell::report {
namespace {

Instants instants(std::vector<double> times) {
  return std::make_shared<const std::vector<double>>(std::move(times));
}

int count_of(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

Document small_page(const std::string& name) {
  Document page{.title = name, .start = 0.0, .end = 2.0};
  page.joints = {{name, "rad"}};
  PageLine line{.name = name, .joint = 0, .y = {1.0F, 2.5F, -3.0F}};
  line.high = 2.0;
  line.beyond = {{0.5, 1.5}};
  line.points = {{0.25, 1.75}, {1.5F, -2.0F}};
  page.groups = {{.id = "motion",
                  .title = name,
                  .charts = {{.title = name,
                              .symbol = "q",
                              .unit = "rad",
                              .time = instants({0.0, 1.0, 2.0}),
                              .lines = {line}}}}};
  page.asides = {name};
  page.tables = {{.title = name,
                  .columns = {{name, "s"}, {"x"}},
                  .rows = {{name, 1.5}, {std::monostate{}, std::nan("")}},
                  .marked = {1}}};
  page.cards = {{.title = name, .rows = {{name, name}}, .notes = {name}}};
  return page;
}

// Oracle: the examples of RFC 4648, section 10.
TEST(NumberBlock, Base64) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foob"), "Zm9vYg==");
  EXPECT_EQ(base64("fooba"), "Zm9vYmE=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64(std::string("\xFF\x00\xFE", 3)), "/wD+");
}

TEST(NumberBlock, ViewsBeginAtMultiplesOfEightAndMemoryIsThereOnce) {
  NumberBlock block;
  const std::vector<float> three{1.0F, 2.0F, 3.0F};
  const std::vector<double> times{0.5};
  const std::vector<float> none;
  const NumberView a = block.add(three), b = block.add(times), c = block.add(three);
  EXPECT_EQ(a.offset, 0u);
  EXPECT_EQ(a.length, 3u);
  EXPECT_EQ(b.offset, 16u);
  EXPECT_EQ(b.type, "f64");
  EXPECT_EQ(c.offset, 0u);
  EXPECT_EQ(block.add(none).length, 0u);
  EXPECT_EQ(block.bytes().size(), 24u);
}

TEST(Page, HasWhatWasGiven) {
  const support::ReportPage page = support::read_report(page_html(small_page("arm")));
  EXPECT_EQ(page.fields["format"], 1);
  EXPECT_EQ(page.fields["title"], "arm");
  EXPECT_FALSE(page.fields.contains("verdict"));
  EXPECT_TRUE(page.fields["scene"].is_null());
  EXPECT_EQ(page.count_views(), 4);
  EXPECT_EQ(page.fields["asides"], nlohmann::json::array({"arm"}));
  const auto& chart = page.group("motion")["charts"][0];
  EXPECT_EQ(page.numbers(chart["time"]), (std::vector<double>{0.0, 1.0, 2.0}));
  const auto& line = chart["lines"][0];
  EXPECT_EQ(page.numbers(line["y"]), (std::vector<double>{1.0, 2.5, -3.0}));
  EXPECT_EQ(line["limit"], nlohmann::json::array({nullptr, 2.0}));
  EXPECT_EQ(line["beyond"], nlohmann::json::parse("[[0.5, 1.5]]"));
  EXPECT_TRUE(line["term"].is_null());
  EXPECT_EQ(page.numbers(line["points"]["time"]), (std::vector<double>{0.25, 1.75}));
  EXPECT_EQ(page.numbers(line["points"]["y"]), (std::vector<double>{1.5, -2.0}));
  EXPECT_EQ(page.fields["tables"][0]["rows"],
            nlohmann::json::parse("[[\"arm\", 1.5], [null, null]]"));
  EXPECT_EQ(page.fields["cards"][0]["state"], "");
}

// A name comes from a file that anyone may have written: it must not become a part of the page.
TEST(Page, NamesStayNames) {
  const std::string hostile =
      "</script><script>alert(1)</script><!-- \" ' \\ & \n\t\x01 \xE2\x88\x82 ]]> ${x} \\u003c";
  const std::string html = page_html(small_page(hostile));
  const std::string plain = page_html(small_page("arm"));
  EXPECT_EQ(support::read_report(html).fields["cards"][0]["rows"][0][1], hostile);
  EXPECT_EQ(html.find("<script>alert"), std::string::npos);
  for (const char* mark : {"<script", "</script", "<!--", "<"}) {
    EXPECT_EQ(count_of(html, mark), count_of(plain, mark)) << mark;
  }
}

TEST(Page, IsTheBuiltInPageWithTheDataInPlaceOfItsLine) {
  const std::string asset(page_asset());
  ASSERT_EQ(count_of(asset, std::string(kDataLine)), 1);
  const std::string html = page_html(small_page("arm"));
  const std::size_t at = asset.find(kDataLine);
  EXPECT_EQ(html.substr(0, at), asset.substr(0, at));
  const std::string rest = asset.substr(at + kDataLine.size());
  EXPECT_EQ(html.substr(html.size() - rest.size()), rest);
  EXPECT_EQ(html.find(kDataLine), std::string::npos);
}

TEST(Page, IsWrittenCompleteOrNotAtAll) {
  const support::TemporaryFolder folder;
  const std::string path = folder.write("page.html", "before");
  Document bad = small_page("arm");
  bad.groups[0].charts[0].lines[0].y.pop_back();
  EXPECT_THROW_MESSAGE(write_page(bad, path), InvalidArgument, "2 numbers; the chart has 3");
  bad = small_page("arm");
  bad.end = std::numeric_limits<double>::infinity();
  EXPECT_THROW_MESSAGE(write_page(bad, path), NumericalError, "range");
  bad = small_page("arm");
  bad.tables[0].rows[0].pop_back();
  EXPECT_THROW_MESSAGE(write_page(bad, path), InvalidArgument, "1 cells; the table has 2");
  EXPECT_EQ(support::text_of(path), "before");
  EXPECT_TRUE(support::partial_files(path).empty());
  const std::string missing = (folder.path() / "none" / "page.html").string();
  EXPECT_THROW(write_page(small_page("arm"), missing), InvalidArgument);
  write_page(small_page("arm"), path);
  EXPECT_EQ(support::text_of(path), page_html(small_page("arm")));
  EXPECT_TRUE(support::partial_files(path).empty());
}

// Oracle: straight lines cross a limit where y = a + (b - a) s has its value.
TEST(PageCharts, TimesBeyondLimits) {
  PageLine line{.name = "x", .y = {0.0F, 2.0F, 0.0F, -2.0F, -2.0F}};
  const std::vector<double> times{0.0, 1.0, 2.0, 3.0, 4.0};
  EXPECT_TRUE(times_beyond(times, line).empty());
  line.low = -1.0;
  line.high = 1.0;
  const auto spans = times_beyond(times, line);
  ASSERT_EQ(spans.size(), 2u);
  EXPECT_NEAR(spans[0].first, 0.5, 1e-6);
  EXPECT_NEAR(spans[0].second, 1.5, 1e-6);
  EXPECT_NEAR(spans[1].first, 2.5, 1e-6);
  EXPECT_EQ(spans[1].second, 4.0);
  line.low = -2.0;
  line.high = 2.0;  // Up to a limit is not beyond it.
  EXPECT_TRUE(times_beyond(times, line).empty());
  line.high = 0.1;  // No single precision number: 2.5e-9 beside it is rounding.
  line.y = {0.1F, std::nanf(""), 0.2F, std::nanf(""), 0.0F};
  EXPECT_EQ(times_beyond(times, line), (std::vector<std::pair<double, double>>{{2.0, 2.0}}));
}

TEST(PageCharts, UnitsAndSymbols) {
  EXPECT_EQ(printed_unit("rad/s^2"), "rad/s²");
  EXPECT_EQ(printed_unit("N m/s^12"), "N m/s¹²");
  EXPECT_EQ(printed_unit("J"), "J");
  EXPECT_EQ(derivative_symbol("q", 0), "q");
  EXPECT_EQ(derivative_symbol("q", 3), "q'''");
  EXPECT_EQ(derivative_symbol("q", 10), "q⁽¹⁰⁾");
}

}  // namespace
}  // namespace appell::report
