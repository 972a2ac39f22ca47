// appell sweep --report: the page of a study, written whole or not at all.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/support/program.hpp"
#include "tests/support/report_page.hpp"

namespace appell {
namespace {

std::string text_of_page(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// A small study in a folder; its path.
std::string small_sweep(const support::TemporaryFolder& folder) {
  folder.write(
      "move.toml",
      "kind = \"minimum_jerk\"\nduration = 1\n[[joint]]\nname = \"shoulder\"\nfrom = 0\nto = 1\n"
      "[[joint]]\nname = \"elbow\"\nfrom = 0\nto = 1\n");
  return folder.write("study.toml",
                      "model = \"planar2r\"\nmotions = [\"move.toml\"]\ndraws = 50\norder = 0\n"
                      "quantities = [\"Q_drive\"]\nreduce = [\"max_abs\"]\n"
                      "[[vary]]\nwhat = \"inertia\"\nlinks = [\"link*\"]\nsd = 0.1\n");
}

// The page has the numbers of summary.json, and the robot; of --merge, which does not read the
// study, it has no robot, and the same distributions.
TEST(SweepReport, IsWrittenBySweepAndMerge) {
  const support::TemporaryFolder folder;
  const std::string study = small_sweep(folder), results = folder.path() / "results";
  const std::string page = folder.path() / "page.html", merged = folder.path() / "merged.html";
  const auto swept =
      support::run_program("sweep " + study + " -o " + results + " --report " + page);
  ASSERT_EQ(swept.exit_code, 0) << swept.err;
  EXPECT_NE(swept.out.find("report: " + page), std::string::npos);
  const auto again = support::run_program("sweep --merge " + results + " --report " + merged);
  ASSERT_EQ(again.exit_code, 0) << again.err;
  const support::ReportPage first = support::read_report(text_of_page(page));
  const support::ReportPage second = support::read_report(text_of_page(merged));
  EXPECT_FALSE(first.fields["scene"].is_null());
  EXPECT_TRUE(second.fields["scene"].is_null());
  const auto summary = nlohmann::json::parse(text_of_page(results + "/summary.json"));
  for (const support::ReportPage* one : {&first, &second}) {
    const auto& histograms = one->fields["figures"][0]["histograms"];
    ASSERT_EQ(histograms.size(), 2u);
    for (std::size_t r = 0; r < 2; ++r) {
      EXPECT_EQ(histograms[r]["title"], summary["results"][r]["name"]);
      EXPECT_EQ(histograms[r]["counts"], summary["results"][r]["histogram"]["counts"]);
      EXPECT_EQ(one->fields["tables"][0]["rows"][r][2], summary["results"][r]["mean"]);
    }
  }
}

// What cannot be a page is refused before anything is computed: nothing is there then.
TEST(SweepReport, IsRefusedBeforeAnythingIsComputed) {
  const support::TemporaryFolder folder;
  const std::string study = small_sweep(folder), results = folder.path() / "results";
  for (const std::string& wrong :
       {std::string(" --report page.txt"), " --report " + (folder.path() / "no/page.html").string(),
        " --shard 0/2 --report " + (folder.path() / "page.html").string()}) {
    const auto refused = support::run_program("sweep " + study + " -o " + results + wrong);
    EXPECT_EQ(refused.exit_code, 2) << wrong;
    EXPECT_NE(refused.err.find("page"), std::string::npos) << refused.err;
    EXPECT_FALSE(std::filesystem::exists(results)) << wrong;
  }
}

}  // namespace
}  // namespace appell
