// Result files of the program: early ends leave what can be read, nothing is overwritten by
// mistake, limits of the system are errors with a message.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include <fcntl.h>
#include <hdf5.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/support/malloc_guard.hpp"
#include "tests/support/places.hpp"
#include "tests/support/program.hpp"

namespace appell {
namespace {

using support::Background;
using support::Outcome;
using support::partial_files;
using support::run_program;
using support::text_of;

constexpr const char* kOutputMotion = R"toml(
kind = "expression"
duration = 2
[[joint]]
name = "shoulder"
q = "0.3*sin(2*t)"
[[joint]]
name = "elbow"
q = "0.2*cos(t)"
)toml";

void pause_ms(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }

/// Waits until the first rows are in a partial file of `path`.
void wait_for_rows(const std::string& path) {
  for (int i = 0; i < 500; ++i) {
    const auto files = partial_files(path);
    if (!files.empty() && std::filesystem::file_size(files.front()) > 100000) break;
    pause_ms(10);
  }
  pause_ms(100);
}

/// Rows of dataset `t`; -1 if it cannot be read.
long long hdf5_rows(const std::string& path) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0) return -1;
  const hid_t dataset = H5Dopen2(file, "t", H5P_DEFAULT);
  const hid_t space = H5Dget_space(dataset);
  const long long rows = H5Sget_simple_extent_npoints(space);
  std::vector<double> t(std::max(0LL, rows));
  const bool is_read =
      H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, t.data()) >= 0;
  H5Sclose(space);
  H5Dclose(dataset);
  H5Fclose(file);
  return is_read ? rows : -1;
}

/// What another program makes of an archive: the shape of `t`.
std::string npz_shape(const std::string& path) {
  const support::TemporaryFolder folder;
  const std::string script = folder.write("shape.py", R"py(
import sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(archive.read("t.npy")[:128].split(b"'shape': ")[1].split(b", )")[0].decode() + ")")
)py");
  const std::string out = (folder.path() / "out").string();
  if (std::system(("python3 " + script + " " + path + " >" + out).c_str()) != 0)
    return "unreadable";
  return text_of(out);
}

/// What the message promises is there, and can be read.
void expect_readable(const std::string& path, const std::string& err) {
  ASSERT_EQ(partial_files(path).size(), 1U) << err;
  const std::string partial = partial_files(path).front();
  EXPECT_NE(err.find(" in " + partial + " ("), std::string::npos) << err;
  if (path.ends_with(".csv")) {
    EXPECT_TRUE(text_of(partial).ends_with("\n"));
    return;
  }
  const std::size_t at = err.find(" samples are in ");
  ASSERT_NE(at, std::string::npos) << err;
  const long long promised = std::stoll(err.substr(err.rfind(' ', at - 1)));
  EXPECT_GT(promised, 0);
  if (path.ends_with(".h5")) {
    EXPECT_EQ(hdf5_rows(partial), promised);
  } else {
    EXPECT_EQ(npz_shape(partial), "(" + std::to_string(promised) + ")\n");
  }
}

// Interrupted: exit 3, what was computed stays under a partial name only, and is a file of its
// kind.
TEST(Output, InterruptLeavesWhatCanBeRead) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kOutputMotion);
  const std::pair<const char*, int> cases[] = {
      {"a.csv", SIGINT}, {"b.npz", SIGTERM}, {"c.h5", SIGHUP}, {"d.npz", SIGINT}, {"e.h5", SIGINT}};
  for (const auto& [name, signal] : cases) {
    SCOPED_TRACE(name);
    const std::string out = (folder.path() / name).string();
    Background run(
        {"analyze", "planar2r", motion, "--samples", "1000000", "--only", "q,T", "-o", out},
        (folder.path() / "err").string());
    wait_for_rows(out);
    run.send(signal);
    run.send(signal);  // As `timeout` does: at once, so it is the same wish.
    EXPECT_EQ(run.wait(), 3);
    EXPECT_NE(run.err().find("interrupted after"), std::string::npos) << run.err();
    EXPECT_FALSE(std::filesystem::exists(out));
    expect_readable(out, run.err());
    for (const std::string& partial : partial_files(out)) std::filesystem::remove(partial);
  }
}

/// A signal that is ignored as long as this lives, by programs that are started then for ever.
class Ignored {
 public:
  explicit Ignored(int signal) : signal_(signal), before_(std::signal(signal, SIG_IGN)) {}
  ~Ignored() { std::signal(signal_, before_); }
  Ignored(const Ignored&) = delete;
  Ignored& operator=(const Ignored&) = delete;

 private:
  int signal_;
  void (*before_)(int);
};

// A job that a script puts into the background is not to be ended by the script's Ctrl-C.
TEST(Output, IgnoredSignalsStayIgnored) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kOutputMotion);
  const std::string out = (folder.path() / "out.csv").string();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    SCOPED_TRACE(signal);
    const Ignored ignored(signal);
    Background run({"trajectory", motion, "--samples", "300000", "-o", out},
                   (folder.path() / "err").string());
    wait_for_rows(out);
    ASSERT_TRUE(run.is_running());
    run.send(signal);
    EXPECT_EQ(run.wait(), 0) << run.err();
  }
}

TEST(Output, InterruptOfATrajectoryKeepsLines) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kOutputMotion);
  const std::string out = (folder.path() / "out.csv").string();
  Background run({"trajectory", motion, "--samples", "100000000", "-o", out},
                 (folder.path() / "err").string());
  wait_for_rows(out);
  run.send(SIGTERM);
  EXPECT_EQ(run.wait(), 3);
  EXPECT_NE(run.err().find("; what was written is in "), std::string::npos) << run.err();
  ASSERT_EQ(partial_files(out).size(), 1U);
  EXPECT_TRUE(text_of(partial_files(out).front()).ends_with("\n"));
}

// A program that hangs (here: nobody reads what it prints) ends when it is asked again.
TEST(Output, SecondSignalEndsAtOnce) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kOutputMotion);
  const std::string out = (folder.path() / "out.csv").string();
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_GE(::fcntl(ends[1], F_SETPIPE_SZ, 4096), 0);
  Background run({"analyze", "planar2r", motion, "--json", "-o", out},
                 (folder.path() / "err").string(), ends[1]);
  for (int i = 0; i < 500 && !std::filesystem::exists(out); ++i) pause_ms(10);
  pause_ms(100);
  run.send(SIGTERM);
  pause_ms(400);
  EXPECT_TRUE(run.is_running());
  run.send(SIGTERM);
  EXPECT_EQ(run.wait(), 3);
  EXPECT_NE(run.err().find("interrupted again"), std::string::npos) << run.err();
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(Output, FullDisk) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kOutputMotion);
  const support::SmallDisk disk(2 << 20);
  if (!disk.is_there()) GTEST_SKIP() << "mounting a small disk is not allowed here";
  for (const char* name : {"x.h5", "x.npz", "x.csv", "y.h5"}) {
    SCOPED_TRACE(name);
    const std::string out = (disk.path() / name).string();
    const Outcome outcome =
        run_program("analyze planar2r " + motion + " --samples 20000 -o " + out);
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_NE(outcome.err.find("writing failed: No space left on device"), std::string::npos)
        << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(out));
    expect_readable(out, outcome.err);
    for (const std::string& partial : partial_files(out)) std::filesystem::remove(partial);
  }
  // Nothing fits: no empty files are left.
  ASSERT_EQ(std::system(("head -c 3000000 /dev/zero >" + (disk.path() / "full").string() +
                         " 2>/dev/null || true")
                            .c_str()),
            0);
  for (const std::string& command :
       {"convert panda -o " + (disk.path() / "p.toml").string(),
        "analyze planar2r " + motion + " --samples 9 --plots " + disk.path().string(),
        "demo -o " + disk.path().string(),
        "analyze planar2r " + motion + " -o " + (disk.path() / "x.h5").string()}) {
    const Outcome outcome = run_program(command);
    EXPECT_EQ(outcome.exit_code, 3) << command << "\n" << outcome.err;
    EXPECT_NE(outcome.err.find("No space left on device"), std::string::npos) << outcome.err;
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(disk.path()), {}), 1);
}

/// Runs `appell ARGUMENTS` with limits set by the shell.
Outcome run_limited(const std::string& limits, const std::string& arguments) {
  const support::TemporaryFolder folder;
  const std::string out = (folder.path() / "out").string();
  const std::string err = (folder.path() / "err").string();
  const int status = std::system((limits + "; exec timeout -k 1 20 " + support::program() + " " +
                                  arguments + " >" + out + " 2>" + err)
                                     .c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(out), text_of(err)};
}

// A limit on the size of files is an error with a message, not the end by a signal.
TEST(Output, FileSizeLimit) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kOutputMotion);
  for (const char* name : {"x.csv", "x.npz", "x.h5"}) {
    const std::string out = (folder.path() / name).string();
    const Outcome outcome =
        run_limited("ulimit -f 2000", "analyze planar2r " + motion + " --samples 20000 -o " + out);
    EXPECT_EQ(outcome.exit_code, 3) << name << outcome.err;
    EXPECT_NE(outcome.err.find("File too large"), std::string::npos) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(out));
    if (!partial_files(out).empty()) expect_readable(out, outcome.err);
  }
}

// Where there is no room for threads the work is done without, with the same numbers.
TEST(Output, StarvedThreads) {
  if (!support::MallocCount::is_counting()) {
    GTEST_SKIP() << "a sanitizer needs more address space than that";
  }
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kOutputMotion);
  const std::string command = "analyze planar2r " + motion + " --samples 20000 --only q,T -o ";
  const std::string free = (folder.path() / "free.csv").string();
  ASSERT_EQ(run_program(command + free).exit_code, 0);
  for (const char* limit : {"ulimit -v 100000", "ulimit -v 250000"}) {
    const std::string starved = (folder.path() / "starved.csv").string();
    const Outcome outcome = run_limited(limit, command + starved + " --threads 200");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find(" threads were started, the system has no room for more"),
              std::string::npos)
        << outcome.err;
    EXPECT_EQ(text_of(starved), text_of(free));
  }
  const Outcome outcome = run_program(command + free + " --threads 500");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(
      outcome.err.starts_with("appell: --threads: is '500'; a whole number in 1..256 is needed\n"))
      << outcome.err;
}

TEST(Output, SecondWriterIsRefused) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kOutputMotion);
  for (const char* name : {"x.csv", "x.npz", "x.h5"}) {
    const std::string out = (folder.path() / name).string();
    Background first({"analyze", "planar2r", motion, "--samples", "1000000", "-o", out},
                     (folder.path() / "err").string());
    wait_for_rows(out);
    const Outcome second = run_program("analyze planar2r " + motion + " --samples 9 -o " + out);
    EXPECT_EQ(second.exit_code, 2);
    EXPECT_NE(second.err.find("another process is writing it"), std::string::npos) << second.err;
    first.send(SIGKILL);  // It cannot tidy up; what it leaves is in nobody's way.
    first.wait();
    const Outcome third = run_program("analyze planar2r " + motion + " --samples 9 -o " + out);
    EXPECT_EQ(third.exit_code, 0) << third.err;
    EXPECT_TRUE(std::filesystem::exists(out));
    EXPECT_EQ(partial_files(out).size(), 1U);
  }
}

// Bad input: an output that is an input, by whatever name, unless it is meant.
TEST(Output, InputsAreNotOverwritten) {
  const support::TemporaryFolder folder;
  const std::string at = folder.path().string();
  ASSERT_EQ(run_program("convert planar2r -o " + at + "/r.urdf").exit_code, 0);
  const std::string motion = folder.write("m.toml", kOutputMotion);
  ASSERT_EQ(run_program("trajectory " + motion + " --samples 50 -o " + at + "/m.csv").exit_code, 0);
  // A file that is read because another names it.
  const std::string sequence =
      folder.write("s.toml", "kind = 'sequence'\n[[part]]\nfile = 'm.csv'\n");
  std::filesystem::create_symlink(at + "/r.urdf", at + "/soft.urdf");
  std::filesystem::create_hard_link(at + "/r.urdf", at + "/hard.urdf");
  const std::string robot = text_of(at + "/r.urdf");
  const std::string samples = text_of(at + "/m.csv");
  for (const std::string& command : {"convert " + at + "/r.urdf -o " + at + "/r.urdf",
                                     "convert " + at + "/r.urdf -o " + at + "/./r.urdf",
                                     "convert " + at + "/r.urdf -o " + at + "/soft.urdf",
                                     "convert " + at + "/soft.urdf -o " + at + "/hard.urdf",
                                     "analyze planar2r " + at + "/m.csv -o " + at + "/m.csv",
                                     "trajectory " + at + "/m.csv -o " + at + "/m.csv",
                                     "analyze planar2r " + sequence + " -o " + at + "/m.csv"}) {
    const Outcome outcome = run_program(command);
    EXPECT_EQ(outcome.exit_code, 2) << command;
    EXPECT_NE(outcome.err.find("is a file that is read"), std::string::npos) << outcome.err;
  }
  EXPECT_EQ(text_of(at + "/r.urdf"), robot);
  EXPECT_EQ(text_of(at + "/m.csv"), samples);
  for (const std::string& command :
       {"convert " + at + "/r.urdf --force -o " + at + "/r.urdf",
        "analyze planar2r " + at + "/m.csv --only q --order 0 --force -o " + at + "/m.csv"}) {
    const Outcome outcome = run_program(command);
    EXPECT_EQ(outcome.exit_code, 0) << command << outcome.err;
  }
  EXPECT_EQ(text_of(at + "/r.urdf"), robot);
  EXPECT_NE(text_of(at + "/m.csv"), samples);
}

// Bad input: what cannot be written is noticed before computing.
TEST(Output, ImpossibleOutputsAreNoticedFirst) {
  const support::TemporaryFolder folder;
  const std::string at = folder.path().string();
  const std::string motion = folder.write("m.toml", kOutputMotion);
  folder.write("file", "x");
  for (const char* name : {"/d.csv", "/d.h5", "/d.npz", "/d.toml"}) {
    std::filesystem::create_directory(at + name);
  }
  const std::string analyze = "analyze planar2r " + motion + " --samples 1000000000 ";
  const std::pair<std::string, const char*> cases[] = {
      {analyze + "-o " + at + "/d.csv", "it is a folder"},
      {analyze + "-o " + at + "/d.h5", "it is a folder"},
      {analyze + "-o " + at + "/d.npz", "it is a folder"},
      {analyze + "-o " + at + "/none/x.h5", "No such file or directory"},
      {analyze + "-o " + at + "/file/x.h5", "Not a directory"},
      {analyze + "--plots " + at + "/file", "there is a file of that name"},
      {analyze + "--plots " + at + "/file/plots", "is no folder"},
      {"trajectory " + motion + " -o " + at + "/d.csv", "it is a folder"},
      {"trajectory " + motion + " -o " + at + "/none/d.csv", "No such file or directory"},
      {"convert planar2r -o " + at + "/d.toml", "it is a folder"},
      {"convert planar2r -o " + at + "/none/r.urdf", "No such file or directory"},
      {"demo -o " + at + "/file", "there is a file of that name"}};
  for (const auto& [command, message] : cases) {
    const Outcome outcome = run_program(command);
    EXPECT_EQ(outcome.exit_code, 2) << command << "\n" << outcome.err;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << command << "\n" << outcome.err;
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(at), {}), 6);
}

/// A chain of links with names that are paths, or look like one when "/" is replaced.
std::string awkward_robot() {
  std::string text = "<robot name='awkward'><link name='base'/>";
  std::string parent = "base";
  int number = 0;
  for (const char* name : {"a", "a/b", "../../up", ".", "a_b"}) {
    text += "<link name='" + std::string(name) +
            "'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' "
            "iyz='0'/></inertial></link><joint name='j/" +
            std::to_string(++number) + "' type='continuous'><origin xyz='0 0.1 0'/><parent link='" +
            parent + "'/><child link='" + name + "'/></joint>";
    parent = name;
  }
  return text + "</robot>";
}

// Links whose names are paths: each has its array, inside the file.
TEST(Output, AwkwardNames) {
  const support::TemporaryFolder folder;
  const std::string at = folder.path().string();
  const std::string robot = folder.write("awkward.urdf", awkward_robot());
  std::string law = "kind = 'expression'\nduration = 1\n";
  for (int i = 1; i <= 5; ++i) {
    law += "[[joint]]\nname = 'j/" + std::to_string(i) + "'\nq = 't'\n";
  }
  const std::string motion = folder.write("m.toml", law);
  const std::string command =
      "analyze " + robot + " " + motion + " --samples 5 --only T --order 1 -o " + at;
  for (const char* name : {"/x.h5", "/x.npz", "/x.csv --plots "}) {
    const std::string plots = std::string(name).ends_with(' ') ? at + "/plots" : "";
    const Outcome outcome = run_program(command + name + plots);
    ASSERT_EQ(outcome.exit_code, 0) << name << outcome.err;
  }
  const hid_t file = H5Fopen((at + "/x.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  const std::string archive = text_of(at + "/x.npz");
  for (const char* part : {"a", "a%2Fb", "%2E.%2F..%2Fup", "%2E", "a_b"}) {
    const std::string name = "T/" + std::string(part);
    EXPECT_GT(H5Lexists(file, name.c_str(), H5P_DEFAULT), 0) << name;
    EXPECT_NE(archive.find(name + ".npy"), std::string::npos) << name;
  }
  H5Fclose(file);
  EXPECT_EQ(npz_shape(at + "/x.npz"), "(5)\n");
  // "a/b" and "a_b": a picture each.
  for (const char* name : {"T_a_b.svg", "T_a_b-2.svg", "T_.._.._up.svg"}) {
    EXPECT_TRUE(std::filesystem::exists(at + "/plots/" + name)) << name;
  }
}

}  // namespace
}  // namespace appell
