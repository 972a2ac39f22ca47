// study.json of a sweep: what it says, and that no byte of it was changed.
#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/jobs/sweep/sweep_plan.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace appell::jobs {
namespace {

SweepPlan small_plan() {
  return {.program = "appell 0.1.0",
          .study = "study.toml",
          .study_hash = "0123456789abcdef",
          .models = {{"arm", "0123456789abcdef"}},
          .motions = {{"swing.toml", "0123456789abcdef"}},
          .samplings = {{1001, 0.001}},
          .design = "random",
          .seed = 1.0,
          .draws = 20,
          .items_per_part = 10,
          .factors = {{"mass link1", {0, 1}}},
          .numbers = {{"mass link1", ""}},
          .results = {{"Q_drive.j.max_abs", "N m", study::WorstEnd::kLargest}}};
}

TEST(SweepPlan, IsReadAsItWasWritten) {
  const support::TemporaryFolder folder;
  const SweepPlan read = read_plan(folder.write("study.json", plan_file_text(small_plan())));
  EXPECT_EQ(plan_json(read), plan_json(small_plan()));
  EXPECT_EQ(read.items_per_part, 10);
}

// Every single bit: of numbers, names, blanks and of the checksum itself.
TEST(SweepPlan, IsRefusedWithAnyBitFlipped) {
  const support::TemporaryFolder folder;
  const std::string text = plan_file_text(small_plan());
  for (std::size_t bit = 0; bit < 8 * text.size(); ++bit) {
    std::string flipped = text;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    EXPECT_THROW_MESSAGE(read_plan(folder.write("study.json", flipped)), ModelError,
                         "study.json: was changed or damaged: its checksum");
  }
}

// Also one that is cut off, has no checksum, or is empty.
TEST(SweepPlan, IsRefusedWithoutItsEnd) {
  const support::TemporaryFolder folder;
  const std::string whole = plan_file_text(small_plan());
  for (const std::string& text : {whole.substr(0, whole.size() - 1), plan_json(small_plan()),
                                  std::string("{}\n"), std::string()}) {
    EXPECT_THROW_MESSAGE(read_plan(folder.write("study.json", text)), ModelError,
                         "was changed or damaged");
  }
}

}  // namespace
}  // namespace appell::jobs
