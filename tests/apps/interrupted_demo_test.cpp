// A demo that is asked to stop: exit code 3, and no file that is not whole.
#include <csignal>
#include <filesystem>

#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace appell::apps {
namespace {

TEST(InterruptedDemo, LeavesWholeFilesOnly) {
  for (const int signal : {SIGTERM, SIGINT}) {
    const support::TemporaryFolder folder;
    const std::filesystem::path out = folder.path() / "out";
    support::Background run({"demo", "-o", out.string()}, (folder.path() / "err").string());
    for (int i = 0; i < 2000 && !std::filesystem::exists(out); ++i) ::usleep(5000);
    run.send(signal);
    EXPECT_EQ(run.wait(), 3);
    EXPECT_NE(run.err().find("appell: interrupted"), std::string::npos) << run.err();
    EXPECT_FALSE(std::filesystem::exists(out / "instant.json"));  // The last one.
    for (const auto& entry : std::filesystem::directory_iterator(out)) {
      EXPECT_NE(entry.path().extension(), ".partial") << entry.path();
      EXPECT_GT(entry.file_size(), 0U);
    }
  }
}

}  // namespace
}  // namespace appell::apps
