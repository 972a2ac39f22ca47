// `appell sweep` through the program: the same bytes whoever computes the parts, in whatever order,
// with whatever interruptions; folders that are not its own; disks that are full.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/apps/sweep_study.hpp"
#include "tests/support/places.hpp"

namespace appell {
namespace {

using nlohmann::json;
using support::Background;
using support::expect_same_results;
using support::Outcome;
using support::parts_in;
using support::run_program;
using support::StudyFolder;

// Property: neither threads nor shards show in the results.
TEST(Sweep, ThreadsAndShardsGiveTheSameBytes) {
  const StudyFolder at(700, "items_per_part = 100\n");
  const Outcome one = at.run("one", "--threads 1 --json");
  ASSERT_EQ(one.exit_code, 0) << one.err;
  const json summary = json::parse(one.out);
  EXPECT_EQ(summary["items"], 700);
  EXPECT_EQ(summary["results"].size(), 28U);
  EXPECT_EQ(summary["results"][0]["count"], 700);
  EXPECT_GT(summary["results"][0]["sd"], 0.0);
  EXPECT_EQ(one.out, at.summary("one"));
  ASSERT_EQ(parts_in(at.out("one")).size(), 7U);
  ASSERT_EQ(at.run("two", "--threads 2").exit_code, 0);
  expect_same_results(at.out("one"), at.out("two"));
  for (const char* shard : {"2/3", "0/3", "1/3"}) {
    const Outcome some = at.run("shards", std::string("--shard ") + shard);
    EXPECT_EQ(some.exit_code, 0) << some.err;
    EXPECT_FALSE(std::filesystem::exists(at.out("shards") + "/summary.json"));
  }
  ASSERT_EQ(run_program("sweep --merge " + at.out("shards")).exit_code, 0);
  expect_same_results(at.out("one"), at.out("shards"));
}

// Property: kill -9 at ten random moments, each followed by a resumption, changes nothing.
TEST(Sweep, KilledAndResumedGivesTheSameBytes) {
  const StudyFolder at(6000, "items_per_part = 60\n");
  ASSERT_EQ(at.run("whole").exit_code, 0);
  std::mt19937 random(5);
  int num_killed = 0;
  for (int i = 0; i < 10; ++i) {
    Background sweep({"sweep", at.study, "-o", at.out("killed"), "--resume", "--threads", "2"},
                     at.out("err"));
    const int wait = std::uniform_int_distribution<int>(5, 120)(random);
    std::this_thread::sleep_for(std::chrono::milliseconds(wait));
    num_killed += sweep.is_running() ? 1 : 0;
    sweep.send(SIGKILL);
    sweep.wait();
  }
  EXPECT_GE(num_killed, 1);
  const Outcome last = at.run("killed", "--resume");
  ASSERT_EQ(last.exit_code, 0) << last.err;
  expect_same_results(at.out("whole"), at.out("killed"));  // No remains of parts among them.
}

// An interrupted run says how to go on, and keeps what is complete.
TEST(Sweep, InterruptedKeepsItsParts) {
  const StudyFolder at(60000, "items_per_part = 100\n");
  Background sweep({"sweep", at.study, "-o", at.out("d")}, at.out("err"));
  for (int i = 0; i < 500 && (!std::filesystem::exists(at.out("d") + "/parts/part-000000.h5"));
       ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  sweep.send(SIGINT);
  EXPECT_EQ(sweep.wait(), 3);
  EXPECT_NE(sweep.err().find("interrupted; the parts that are complete are kept in"),
            std::string::npos)
      << sweep.err();
  EXPECT_NE(sweep.err().find("--resume"), std::string::npos);
  EXPECT_GE(parts_in(at.out("d")).size(), 1U);
}

// What was damaged is found by its checksum and computed again, and nothing else is.
TEST(Sweep, DamagedPartsAreComputedAgain) {
  const StudyFolder at(400, "items_per_part = 100\n");
  ASSERT_EQ(at.run("good").exit_code, 0);
  ASSERT_EQ(at.run("bad").exit_code, 0);
  const auto parts = parts_in(at.out("bad"));
  const auto untouched = std::filesystem::last_write_time(parts[3]);
  {
    std::fstream file(parts[0], std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(9000);
    file.put('x');
  }
  std::filesystem::resize_file(parts[1], 700);
  std::filesystem::copy_file(parts[3], parts[2], std::filesystem::copy_options::overwrite_existing);
  std::filesystem::remove(at.out("bad") + "/summary.json");
  const Outcome merged = run_program("sweep --merge " + at.out("bad"));
  EXPECT_EQ(merged.exit_code, 3);
  EXPECT_NE(merged.err.find("3 of 4 parts are missing"), std::string::npos) << merged.err;
  const Outcome resumed = at.run("bad", "--resume");
  EXPECT_EQ(resumed.exit_code, 0);
  EXPECT_NE(resumed.err.find("part-000000.h5 is damaged"), std::string::npos) << resumed.err;
  EXPECT_EQ(std::filesystem::last_write_time(parts[3]), untouched);
  expect_same_results(at.out("good"), at.out("bad"));
}

// A part that another kind of processor computed is a part, and the merge says that it is there; a
// word in the place of its instructions is damage.
TEST(Sweep, PartsOfUnlikeProcessorsAreSaid) {
  const StudyFolder at(200, "items_per_part = 100\n");
  const Outcome alike = at.run("d");
  EXPECT_EQ(alike.err.find("vector instructions"), std::string::npos) << alike.err;
  const std::string own = json::parse(at.summary("d"))["instructions"][0];
  const std::string other = own == "avx2" ? "plain" : "avx2";
  const auto part = parts_in(at.out("d"))[1];
  const std::string bytes = support::text_of(part);
  const auto write_with = [&](const std::string& name) {
    std::string block = bytes.substr(0, 512);
    const std::string line = "\ninstructions " + own + "\n";
    block.replace(block.find(line), line.size(), "\ninstructions " + name + "\n");
    block.resize(512, '\0');
    std::ofstream(part, std::ios::binary) << block << bytes.substr(512);
  };
  write_with(other);
  const Outcome merged = run_program("sweep --merge " + at.out("d"));
  EXPECT_EQ(merged.exit_code, 0);
  EXPECT_NE(merged.err.find("other vector instructions (" + std::min(own, other) + ", " +
                            std::max(own, other) + ")"),
            std::string::npos)
      << merged.err;
  EXPECT_EQ(json::parse(at.summary("d"))["instructions"].size(), 2U);
  write_with("mmx");
  EXPECT_EQ(run_program("sweep --merge " + at.out("d")).exit_code, 3);
}

// Another study, model or motion in the folder is refused, with what differs; so are other files.
TEST(Sweep, RefusesTheFolderOfAnotherStudy) {
  const StudyFolder at(100);
  ASSERT_EQ(at.run("d").exit_code, 0);
  const std::string before = at.summary("d");
  const auto refusal = [&](const std::string& options) {
    const Outcome outcome = at.run("d", options);
    EXPECT_EQ(outcome.exit_code, 2);
    return outcome.err;
  };
  EXPECT_NE(refusal("").find("--resume goes on"), std::string::npos);
  const std::string text = support::text_of(at.study);
  at.folder.write("study.toml", text + "# a comment\n");
  EXPECT_EQ(at.run("d", "--resume").exit_code, 0);
  at.folder.write("study.toml", text + "[[vary]]\nwhat = 'gravity'\nsd = 0.1\n");
  EXPECT_NE(refusal("--resume").find("study study.toml says something else now"),
            std::string::npos);
  at.folder.write("study.toml", text);
  const std::string motion = support::text_of(at.folder.path() / "swing.toml");
  at.folder.write("swing.toml", motion + "\n");
  EXPECT_NE(refusal("--resume").find("motion swing.toml has changed since"), std::string::npos);
  EXPECT_EQ(at.summary("d"), before);
  std::filesystem::create_directories(at.out("other"));
  std::ofstream(at.out("other") + "/letter.txt") << "dear";
  const Outcome foreign = at.run("other");
  EXPECT_EQ(foreign.exit_code, 2);
  EXPECT_NE(foreign.err.find("files that are not of a sweep"), std::string::npos);
}

// Two at once on the same parts: the second is refused while the first runs, and the lock of one
// that was killed is free.
TEST(Sweep, OnlyOneAtATime) {
  const StudyFolder at(200000, "items_per_part = 200\n");
  {
    Background first({"sweep", at.study, "-o", at.out("d"), "--shard", "0/2"}, at.out("err"));
    for (int i = 0; i < 500 && !std::filesystem::exists(at.out("d") + "/parts/part-000000.h5");
         ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    for (const char* options : {"--resume --shard 0/2", "--resume"}) {
      const Outcome second = at.run("d", options);
      EXPECT_EQ(second.exit_code, 2) << options;
      EXPECT_NE(second.err.find("another process is at work"), std::string::npos) << second.err;
    }
    first.send(SIGKILL);
    first.wait();
  }
  Background again({"sweep", at.study, "-o", at.out("d"), "--resume"}, at.out("err2"));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_TRUE(again.is_running()) << again.err();
  again.send(SIGKILL);
}

// A full disk: exit 3, no torn parts; with space again --resume ends it.
TEST(Sweep, GoesOnAfterAFullDisk) {
  const support::SmallDisk disk(512 << 10);
  if (!disk.is_there()) GTEST_SKIP() << "mounting a small disk is not allowed";
  const StudyFolder at(1200, "items_per_part = 100\n");
  ASSERT_EQ(at.run("good").exit_code, 0);
  const std::string folder = (disk.path() / "d").string();
  const std::string ballast = (disk.path() / "ballast").string();
  std::ofstream(ballast) << std::string(200 << 10, 'x');
  const std::string command = "sweep " + at.study + " -o " + folder + " --resume";
  const Outcome full = run_program(command);
  EXPECT_EQ(full.exit_code, 3) << full.err;
  EXPECT_NE(full.err.find("No space left"), std::string::npos) << full.err;
  EXPECT_FALSE(std::filesystem::exists(folder + "/summary.json"));
  const std::string elsewhere = at.out("moved");
  std::filesystem::copy(folder, elsewhere, std::filesystem::copy_options::recursive);
  const Outcome resumed = at.run("moved", "--resume");
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  expect_same_results(at.out("good"), elsewhere);
}

/// OpenMPI gives back none of the memory that it takes: a sanitizer must not look for leaks then.
constexpr const char* kRanksMayLeak = "ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 ";

// Ranks of MPI: the same bytes as one thread.
TEST(Sweep, RanksGiveTheSameBytes) {
  const auto program = std::filesystem::path(support::program()).parent_path() / "appell-mpi";
  if (!std::filesystem::exists(program) || std::system("command -v mpirun >/dev/null") != 0) {
    GTEST_SKIP() << "there is no MPI";
  }
  const StudyFolder at(900, "items_per_part = 100\n");
  ASSERT_EQ(at.run("one", "--threads 1").exit_code, 0);
  const std::string mpirun =
      std::string(kRanksMayLeak) +
      "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 2 " +
      support::program() + " sweep ";
  ASSERT_EQ(std::system((mpirun + at.study + " -o " + at.out("ranks") + " >" + at.out("out") +
                         " 2>" + at.out("err"))
                            .c_str()),
            0)
      << support::text_of(at.out("err"));
  expect_same_results(at.out("one"), at.out("ranks"));
  // Joint 6 begins at -0.6 rad, beyond its -0.0175: said once, whichever rank had the first draw.
  const std::string odd = support::text_of(at.out("err")), beyond = "joint 'joint6': position";
  EXPECT_NE(odd.find(beyond), std::string::npos) << odd;
  EXPECT_EQ(odd.find(beyond), odd.rfind(beyond)) << odd;
  // Bad input ends all ranks: exit 2, and said once.
  const int status = std::system((mpirun + at.out("none.toml") + " -o " + at.out("x") + " >" +
                                  at.out("out") + " 2>" + at.out("err"))
                                     .c_str());
  EXPECT_EQ(WEXITSTATUS(status), 2);
  const std::string said = support::text_of(at.out("err"));
  EXPECT_NE(said.find("none.toml"), std::string::npos) << said;
  EXPECT_EQ(said.find("appell: "), said.rfind("appell: ")) << said;
}

// The script for Slurm, with a stand-in for srun that starts two ranks: the same bytes, and a
// second submission finds nothing to do.
TEST(Sweep, TheScriptOfRanksDoesWhatItSays) {
  const auto bin = std::filesystem::path(support::program()).parent_path();
  if (!std::filesystem::exists(bin / "appell-mpi") ||
      std::system("command -v mpirun >/dev/null") != 0) {
    GTEST_SKIP() << "there is no MPI";
  }
  const StudyFolder at(300, "items_per_part = 50\n");
  ASSERT_EQ(at.run("one", "--threads 1").exit_code, 0);
  const std::filesystem::path srun = at.folder.write(
      "srun",
      "#!/bin/bash\nwhile [[ $1 == --* ]]; do shift; done\nexec mpirun --allow-run-as-root "
      "--oversubscribe -n 2 \"$@\"\n");
  std::filesystem::permissions(srun, std::filesystem::perms::owner_all);
  const std::string script = std::string(kRanksMayLeak) + "PATH=" + at.folder.path().string() +
                             ":" + bin.string() + ":$PATH STUDY=" + at.study +
                             " RESULTS=" + at.out("ranks") + " bash " + support::source_dir() +
                             "/examples/sweep/mpi.slurm >" + at.out("out") + " 2>" + at.out("err");
  for (int submission = 0; submission < 2; ++submission) {
    ASSERT_EQ(std::system(script.c_str()), 0) << support::text_of(at.out("err"));
    expect_same_results(at.out("one"), at.out("ranks"));
  }
}

// A program without MPI that mpirun starts says how to get one.
TEST(Sweep, WithoutMpiUnderMpirunSaysHowToGetOne) {
  const StudyFolder at(100);
  const support::TemporaryFolder alone;
  std::filesystem::copy_file(support::program(), alone.path() / "appell");
  const std::string command = "OMPI_COMM_WORLD_SIZE=4 " + (alone.path() / "appell").string() +
                              " sweep " + at.study + " -o " + at.out("d") + " 2>" + at.out("err");
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 2);
  const std::string said = support::text_of(at.out("err"));
  EXPECT_NE(said.find("has no MPI"), std::string::npos) << said;
  EXPECT_NE(said.find("libopenmpi-dev"), std::string::npos) << said;
}

TEST(Sweep, ExplainsBadInput) {
  const StudyFolder at(100);
  const std::pair<std::string, std::string> bad[] = {
      {"sweep", "STUDY is missing"},
      {"sweep " + at.study, "-o is missing"},
      {"sweep " + at.study + " -o d --shard 3/3", "--shard: is '3/3'; i/n with i = 0 .. n-1"},
      {"sweep --merge " + at.out("nowhere"), "is no folder of a sweep"},
      {"sweep " + at.study + " -o " + at.study, "is no folder"}};
  for (const auto& [command, said] : bad) {
    const Outcome outcome = run_program(command);
    EXPECT_EQ(outcome.exit_code, 2) << command;
    EXPECT_NE(outcome.err.find(said), std::string::npos) << outcome.err;
  }
}

}  // namespace
}  // namespace appell
