// What -o may write onto, and what is said of it.
#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace appell::apps {
namespace {

namespace fs = std::filesystem;
using support::run_program;
using support::text_of;

constexpr const char* kWrittenSwing =
    "kind = \"minimum_jerk\"\nduration = 1\n[[joint]]\nname = \"shoulder\"\nfrom = 0.1\nto = 0.9\n"
    "[[joint]]\nname = \"elbow\"\nfrom = 1.0\nto = 0.4\n";

class Overwriting : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string feedforward(const std::string& name) const {
    return "feedforward planar2r " + motion_ + " --every 0.1 -o " + path(name);
  }

  support::TemporaryFolder folder_;
  std::string motion_ = folder_.write("swing.toml", kWrittenSwing);
};

TEST_F(Overwriting, IsSaid) {
  const support::Outcome first = run_program(feedforward("x.csv"));
  ASSERT_EQ(first.exit_code, 0) << first.err;
  EXPECT_EQ(first.err.find("replaced"), std::string::npos) << first.err;
  const support::Outcome second = run_program(feedforward("x.csv"));
  ASSERT_EQ(second.exit_code, 0) << second.err;
  EXPECT_NE(second.err.find("note: replaced " + path("x.csv") + "\n"), std::string::npos)
      << second.err;
  EXPECT_EQ(second.out.find("replaced"), std::string::npos);
}

// A command whose answer is no has written its files all the same; one that failed replaced none.
TEST_F(Overwriting, IsSaidOfWhatWasWrittenOnly) {
  const std::string slow = folder_.write("slow.toml", "[default]\nvelocity = 0.1\n");
  const std::string report = folder_.write("x.html", "before");
  const support::Outcome no =
      run_program("check planar2r " + motion_ + " --limits " + slow + " --report " + report);
  EXPECT_EQ(no.exit_code, 1);
  EXPECT_NE(no.err.find("note: replaced " + report), std::string::npos) << no.err;
  const std::string kept = folder_.write("x.csv", "before");
  const support::Outcome failed = run_program(feedforward("x.csv") + " --order 99");
  EXPECT_EQ(failed.exit_code, 2);
  EXPECT_EQ(failed.err.find("replaced"), std::string::npos) << failed.err;
  EXPECT_EQ(text_of(kept), "before");
}

// A link stays a link: what it leads to is written.
TEST_F(Overwriting, FollowsSymbolicLinks) {
  fs::create_directory(path("there"));
  folder_.write("there/target.csv", "before");
  fs::create_symlink("there/target.csv", path("link.csv"));
  ASSERT_EQ(run_program(feedforward("link.csv")).exit_code, 0);
  EXPECT_TRUE(fs::is_symlink(path("link.csv")));
  EXPECT_TRUE(text_of(path("there/target.csv")).starts_with("# program: appell"));
  EXPECT_TRUE(support::partial_files(path("there/target.csv")).empty());
}

// Another owner's file that may only be read, in a folder that takes new files.
TEST_F(Overwriting, TakesForceForAReadOnlyFile) {
  if (::geteuid() != 0) GTEST_SKIP() << "files of another owner need root";
  const std::string precious = folder_.write("x.csv", "precious");
  fs::permissions(precious, fs::perms::owner_read | fs::perms::others_read);
  fs::permissions(folder_.path(), fs::perms::all);
  const std::string nobody = "setpriv --reuid=65534 --regid=65534 --clear-groups ";
  if (std::system((nobody + "test -w " + folder_.path().string()).c_str()) != 0) {
    GTEST_SKIP() << "setpriv is not there";
  }
  const support::Outcome refused = run_program(feedforward("x.csv"), "", nobody);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("is read-only and would be replaced; give another name, or --force"),
            std::string::npos)
      << refused.err;
  EXPECT_EQ(text_of(precious), "precious");
  EXPECT_EQ(run_program(feedforward("x.csv") + " --force", "", nobody).exit_code, 0);
  EXPECT_TRUE(text_of(precious).starts_with("# program: appell"));
  for (const std::string name : {"report.html", "experiment.csv"}) {  // Of a folder that is there.
    fs::create_directories(path(name + "_tour"));
    fs::permissions(path(name + "_tour"), fs::perms::all);
    const std::string file = folder_.write(name + "_tour/" + name, "precious");
    fs::permissions(file, fs::perms::owner_read | fs::perms::others_read);
    EXPECT_EQ(run_program("demo -o " + path(name + "_tour"), "", nobody).exit_code, 2) << name;
    EXPECT_EQ(text_of(file), "precious");
  }
}

// Two runs give the same bytes: no file says when it was written. Times of HDF5 are whole seconds.
TEST_F(Overwriting, ByAnEqualRunChangesNoByte) {
  for (const std::string ending : {".h5", ".npz", ".csv"}) {
    const std::string analyze = "analyze planar2r " + motion_ + " --samples 11 -o ";
    ASSERT_EQ(run_program(analyze + path("first" + ending)).exit_code, 0);
    ::usleep(1100000);
    ASSERT_EQ(run_program(analyze + path("second" + ending)).exit_code, 0);
    EXPECT_GT(text_of(path("first" + ending)).size(), 1000U);
    EXPECT_EQ(text_of(path("first" + ending)), text_of(path("second" + ending))) << ending;
  }
}

}  // namespace
}  // namespace appell::apps
