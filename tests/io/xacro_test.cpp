// Files that the program xacro reads: a script of our own stands in for it.
#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/io/load_model.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace appell::io {
namespace {

/// Sets PATH for the life of the object.
class PathOfPrograms {
 public:
  explicit PathOfPrograms(const std::string& path) { ::setenv("PATH", path.c_str(), 1); }
  ~PathOfPrograms() { ::setenv("PATH", before_.c_str(), 1); }
  PathOfPrograms(const PathOfPrograms&) = delete;
  PathOfPrograms& operator=(const PathOfPrograms&) = delete;

 private:
  std::string before_ = std::getenv("PATH");
};

/// A folder with a program xacro that is this shell script.
std::string program_xacro(const support::TemporaryFolder& folder, const std::string& script) {
  const std::string path = folder.write("xacro", "#!/bin/sh\n" + script);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return folder.path().string();
}

constexpr const char* kRobot = "<robot name=\"made\"><link name=\"a\"/></robot>";

TEST(Xacro, WithoutTheProgramTheMessageSaysSo) {
  const support::TemporaryFolder folder;
  const std::string file = folder.write("arm.urdf.xacro", kRobot);
  const PathOfPrograms path("/nowhere:" + folder.path().string());
  EXPECT_THROW_MESSAGE(load_model(file), ModelError,
                       file + ": is a xacro file, and there is no program xacro on the PATH");
  EXPECT_THROW_MESSAGE(load_model("absent.xacro"), ModelError, "absent.xacro: cannot be opened");
}

TEST(Xacro, TheProgramReadsTheFile) {
  const support::TemporaryFolder folder;
  const std::string file = folder.write("arm.xacro", kRobot);
  const PathOfPrograms path(program_xacro(
      folder, "echo 'odd thing' >&2; /bin/cat \"$1\"; test $# -eq 1 || echo '<two/>'\n"));
  const LoadResult loaded = load_model(file);
  EXPECT_EQ(loaded.model.name(), "made");
  EXPECT_EQ(loaded.warnings, std::vector<std::string>{file + ": xacro: odd thing"});
}

// Hostile input: the name of a file is one argument, never a command, an option or several words.
TEST(Xacro, TheNameOfTheFileIsOneArgument) {
  const support::TemporaryFolder folder;
  const PathOfPrograms path(program_xacro(folder, "/bin/cat \"$1\"\n"));
  for (const char* name : {"a b.xacro", "a;touch stolen.xacro", "$(touch stolen).xacro",
                           "'; touch stolen;'.xacro", "-o.xacro"}) {
    EXPECT_EQ(load_model(folder.write(name, kRobot)).model.name(), "made") << name;
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "stolen"));
  EXPECT_FALSE(std::filesystem::exists("stolen"));
}

TEST(Xacro, ErrorsArePassedOn) {
  const support::TemporaryFolder folder;
  const std::string file = folder.write("arm.xacro", kRobot);
  const PathOfPrograms path(
      program_xacro(folder, "echo 'name m is not defined' >&2\necho 'in arm.xacro' >&2\nexit 2\n"));
  try {
    load_model(file);
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.problems(),
              (std::vector<std::string>{
                  file + ": " + folder.path().string() + "/xacro failed with exit code 2:",
                  file + ": xacro: name m is not defined", file + ": xacro: in arm.xacro"}));
  }
}

// Places are those of the text that xacro wrote, and the message says so.
TEST(Xacro, ProblemsOfTheResultSayWhereTheyAre) {
  const support::TemporaryFolder folder;
  const std::string file = folder.write("arm.xacro", kRobot);
  const PathOfPrograms path(
      program_xacro(folder, "echo '<robot name=\"r\">'\necho '<link/></robot>'"));
  EXPECT_THROW_MESSAGE(load_model(file), ModelError,
                       file +
                           " (expanded by xacro):2:1: robot 'r': <link> attribute 'name' is "
                           "missing");
}

// Hostile input: a program that writes without end is not read without end.
TEST(Xacro, MoreThanAUrdfMayHaveIsRefused) {
  const support::TemporaryFolder folder;
  const std::string file = folder.write("arm.xacro", kRobot);
  const PathOfPrograms path(program_xacro(folder, "exec /bin/cat /dev/zero\n"));
  EXPECT_THROW_MESSAGE(load_model(file), ModelError, file + ": xacro writes more than");
}

}  // namespace
}  // namespace appell::io
