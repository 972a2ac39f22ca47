#include "appell/jobs/sweep/sweep_run.hpp"

#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace appell::jobs {
namespace {

// What is asked for, whether or not memory has a limit: each of the threads is one that computes.
TEST(RunSweep, HasAsManyThreadsAsItIsAskedFor) {
  const support::TemporaryFolder folder;
  folder.write("swing.toml",
               "kind = \"minimum_jerk\"\nduration = 1\n[[joint]]\nname = \"shoulder\"\nfrom = 0\n"
               "to = 1\n[[joint]]\nname = \"elbow\"\nfrom = 0\nto = 1\n");
  const study::Study study(io::load_study(folder.write(
      "study.toml",
      "model = \"planar2r\"\nmotions = [\"swing.toml\"]\ndraws = 6\nitems_per_part = 1\n"
      "quantities = [\"Q_drive\"]\n[[vary]]\nwhat = \"mass\"\nsd = 0.1\n")));
  for (const int threads : {1, 2, 3}) {
    const std::string out = (folder.path() / std::to_string(threads)).string();
    const SweepPlan plan = plan_for(study, out);
    const SweepFolder locked(out, plan, {}, SweepFolder::Begin::kAnew);
    PartFiles files(SweepFolder::parts_path(out), plan);
    PartQueue queue(missing_parts(files, plan, {}).parts);
    EXPECT_EQ(run_sweep(study, plan, files,
                        {.threads = threads, .next = [&queue] { return queue.next(); }}),
              threads);
    EXPECT_TRUE(missing_parts(files, plan, {}).parts.empty());
  }
}

}  // namespace
}  // namespace appell::jobs
