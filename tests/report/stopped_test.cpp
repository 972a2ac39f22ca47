// Whoever is asked to stop while pages and plots are written leaves no file under a final name.
#include <atomic>
#include <filesystem>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/report/demo.hpp"
#include "appell/report/figures.hpp"
#include "appell/report/rendering.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace appell::report {
namespace {

TEST(Stopped, PagesAndPlotsAreNotWritten) {
  const support::TemporaryFolder folder;
  const std::string page = (folder.path() / "page.html").string();
  const std::string plots = (folder.path() / "plots").string();
  std::atomic<bool> stop = true;
  EXPECT_THROW_MESSAGE(write_page({}, page, &stop), NumericalError,
                       "interrupted; " + page + " is not written");
  EXPECT_THROW_MESSAGE(write_figures({}, "title", "text", plots, &stop), NumericalError,
                       "interrupted; " + plots + "/index.html is not written");
  EXPECT_FALSE(std::filesystem::exists(page));
  EXPECT_TRUE(std::filesystem::is_empty(plots));
  stop = false;
  write_figures({}, "title", "text", plots, &stop);
  EXPECT_TRUE(std::filesystem::exists(plots + "/index.html"));
}

TEST(Stopped, ADemoEnds) {
  const support::TemporaryFolder folder;
  const std::atomic<bool> stop = true;
  EXPECT_THROW_MESSAGE(run_demo(folder.path().string(), {}, &stop), NumericalError,
                       "experiment.csv is not written");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace appell::report
