// Result files: complete or not at all, one writer each, nothing strange followed or left behind.
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/report/output_check.hpp"
#include "appell/report/output_file.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace {

bool folders_fail = false;  ///< Whether a folder cannot be written to the disk.

}  // namespace

/// In place of the system's, for the library that is linked to this program.
extern "C" int fsync(int file) {
  struct stat status{};
  if (folders_fail && ::fstat(file, &status) == 0 && S_ISDIR(status.st_mode)) {
    errno = EIO;
    return -1;
  }
  return static_cast<int>(::syscall(SYS_fsync, file));
}

namespace appell::report {
namespace {

using support::partial_files;
using support::text_of;

TEST(OutputFile, TakesItsNameInTheEnd) {
  const support::TemporaryFolder folder;
  const std::string path = folder.write("x.txt", "before");
  {
    OutputFile file(path);
    file.write("one\n");
    file.write("two\n");
    EXPECT_EQ(text_of(path), "before");
    EXPECT_EQ(partial_files(path), std::vector<std::string>{file.partial_path()});
    file.commit();
  }
  EXPECT_EQ(text_of(path), "one\ntwo\n");
  EXPECT_TRUE(partial_files(path).empty());
}

TEST(OutputFile, StaysOnlyWhenItIsKept) {
  const support::TemporaryFolder folder;
  const std::string path = folder.write("x.txt", "before");
  {
    OutputFile(path).write("given up\n");
  }
  EXPECT_TRUE(partial_files(path).empty());
  {
    OutputFile file(path);
    EXPECT_EQ(file.keep(), "");  // There is nothing in it.
    file.write("kept\n");
    EXPECT_EQ(file.keep(), "; what was written is in " + file.partial_path());
  }
  ASSERT_EQ(partial_files(path).size(), 1U);
  EXPECT_EQ(text_of(partial_files(path).front()), "kept\n");
  EXPECT_EQ(text_of(path), "before");
}

TEST(OutputFile, HasOneWriterAtATime) {
  const support::TemporaryFolder folder;
  const std::string path = (folder.path() / "x.txt").string();
  const std::string like_it = (folder.path() / "x.txt.bak").string();
  {
    OutputFile first(path);
    OutputFile(like_it).commit();  // Another file.
    EXPECT_THROW_MESSAGE(OutputFile{path}, InvalidArgument, "another process is writing it");
    first.write("first\n");
    first.commit();
  }
  // What a process left that is no more hinders nobody.
  folder.write("x.txt.123-0abc4567.partial", "old");
  OutputFile again(path);
  again.write("second\n");
  again.commit();
  EXPECT_EQ(text_of(path), "second\n");
}

// Who has a lock of its own asks for no other writers: two files go side by side, whole each, and
// the last name given stays.
TEST(OutputFile, ManyWritersWhereTheCallerSaysSo) {
  const support::TemporaryFolder folder;
  const std::string path = (folder.path() / "x.txt").string();
  OutputFile first(path, OutputFile::Others::kNone), second(path, OutputFile::Others::kNone);
  second.write("second\n");
  first.write("first\n");
  second.commit_unsynced();
  EXPECT_EQ(text_of(path), "second\n");
  first.commit_unsynced();
  EXPECT_EQ(text_of(path), "first\n");
  EXPECT_TRUE(partial_files(path).empty());
}

// A link stays a link, and what it leads to appears at once: the partial file lies beside that.
TEST(OutputFile, IsWhereLinksLead) {
  const support::TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "there");
  const std::string target = folder.write("there/x.txt", "before");
  const std::string first = (folder.path() / "first").string();
  std::filesystem::create_symlink("second", first);
  std::filesystem::create_symlink("there/x.txt", folder.path() / "second");
  {
    OutputFile file(first);
    file.write("after\n");
    EXPECT_EQ(partial_files(target).size(), 1U);
    file.commit();
  }
  EXPECT_TRUE(std::filesystem::is_symlink(first));
  EXPECT_EQ(text_of(target), "after\n");
  std::filesystem::remove(target);  // A link may lead to what is not there yet.
  OutputFile again(first);
  again.write("again\n");
  again.commit();
  EXPECT_EQ(text_of(target), "again\n");
  std::filesystem::create_symlink("circle", folder.path() / "circle");
  EXPECT_THROW_MESSAGE(OutputFile{(folder.path() / "circle").string()}, InvalidArgument,
                       "its symbolic links lead in a circle");
}

TEST(OutputFile, IsNotReplacedWhereItIsReadOnly) {
  const support::TemporaryFolder folder;
  const std::string path = folder.write("x.txt", "before");
  ::chmod(path.c_str(), 0444);
  const bool is_root = ::geteuid() == 0;
  ::chmod(folder.path().c_str(), 0777);
  ASSERT_TRUE(!is_root || ::seteuid(65534) == 0);
  EXPECT_THROW_MESSAGE(refuse_read_only(path), InvalidArgument,
                       "x.txt: is read-only and would be replaced; give another name");
  EXPECT_NO_THROW(refuse_read_only((folder.path() / "new.txt").string()));
  ASSERT_TRUE(!is_root || ::seteuid(0) == 0);
}

// The name of a file is on the disk when its folder is: if the disk says no, the name is not given.
TEST(OutputFile, IsNotCompleteWhereItsFolderFails) {
  const support::TemporaryFolder folder;
  const std::string path = (folder.path() / "x.txt").string();
  OutputFile file(path);
  file.write("all of it\n");
  folders_fail = true;
  EXPECT_THROW_MESSAGE(file.commit(), NumericalError,
                       path +
                           ": cannot be completed: its folder: Input/output error; what was "
                           "written is in " +
                           file.partial_path());
  folders_fail = false;
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_EQ(text_of(file.partial_path()), "all of it\n");
}

// Neither a link nor a pipe that stands where a partial file could be is opened.
TEST(OutputFile, FollowsNoLink) {
  const support::TemporaryFolder folder;
  const std::string path = (folder.path() / "x.txt").string();
  const std::string precious = folder.write("precious", "precious");
  std::filesystem::create_symlink(precious, path + ".partial");
  std::filesystem::create_symlink(precious, path + ".1-00000000.partial");
  ASSERT_EQ(::mkfifo((path + ".2-00000000.partial").c_str(), 0600), 0);
  OutputFile file(path);
  file.write("mine\n");
  file.commit();
  EXPECT_EQ(text_of(precious), "precious");
  EXPECT_EQ(text_of(path), "mine\n");
}

TEST(OutputFile, LongNames) {
  const support::TemporaryFolder folder;
  const std::string path = (folder.path() / (std::string(251, 'x') + ".csv")).string();
  OutputFile file(path);
  file.write("x\n");
  file.commit();
  EXPECT_EQ(text_of(path), "x\n");
}

TEST(OutputFile, RefusesWhatCannotBeAFile) {
  const support::TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "dir.csv");
  ASSERT_EQ(::mkfifo((folder.path() / "pipe.csv").c_str(), 0600), 0);
  const auto refused = [&](const char* name, const char* message) {
    EXPECT_THROW_MESSAGE(OutputFile{(folder.path() / name).string()}, InvalidArgument, message);
    EXPECT_THROW_MESSAGE(check_output_file((folder.path() / name).string()), InvalidArgument,
                         message);
  };
  refused("dir.csv", "it is a folder");
  refused("dir.csv/", "it is a folder");
  refused("pipe.csv", "it is a device or a pipe");
  refused("missing/x.csv", "No such file or directory");
  EXPECT_THROW_MESSAGE(OutputFile{""}, InvalidArgument, "is empty");
}

TEST(OutputFile, FoldersAreCheckedBeforeTheyAreMade) {
  const support::TemporaryFolder folder;
  const std::string file = folder.write("file", "x");
  EXPECT_THROW_MESSAGE(check_output_folder(file), InvalidArgument, "there is a file of that name");
  EXPECT_THROW_MESSAGE(check_output_folder(file + "/below"), InvalidArgument, "is no folder");
  check_output_folder((folder.path() / "a/b").string());
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "a"));
  check_output_folder(folder.path().string());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(OutputFile, KnowsAnInputByWhateverName) {
  const support::TemporaryFolder folder;
  const std::string input = folder.write("in.csv", "x");
  const std::string other = folder.write("other.csv", "x");
  std::filesystem::create_symlink(input, folder.path() / "soft.csv");
  std::filesystem::create_hard_link(input, folder.path() / "hard.csv");
  for (const char* name : {"in.csv", "./in.csv", "soft.csv", "hard.csv"}) {
    EXPECT_THROW_MESSAGE(check_is_no_input((folder.path() / name).string(), {"panda", input}),
                         InvalidArgument, "is a file that is read");
  }
  check_is_no_input(other, {"panda", input});
  check_is_no_input((folder.path() / "new.csv").string(), {"panda", input});
}

// A file that must not grow further: lines stay whole, the message names where they are.
TEST(OutputFile, KeepsWholeLinesWhenWritingFails) {
  const support::TemporaryFolder folder;
  const std::string path = (folder.path() / "x.txt").string();
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{100, 100};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      OutputFile file(path);
      for (int i = 0; i < 20; ++i) file.write("12345\n123456\n");
      ::_exit(1);
    } catch (const NumericalError& error) {
      const std::string text = error.what();
      const bool is_good =
          text.find("File too large; what was written is in " + path + ".") != std::string::npos;
      ::_exit(is_good ? 0 : 2);
    }
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_FALSE(std::filesystem::exists(path));
  // _exit() leaves the file as a crash would; 7 times 13 bytes and a line of 6 are in 100.
  ASSERT_EQ(partial_files(path).size(), 1U);
  EXPECT_EQ(text_of(partial_files(path).front()).size(), 97U);
}

}  // namespace
}  // namespace appell::report
