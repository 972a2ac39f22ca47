#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <random>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/support/program.hpp"

namespace appell {
namespace {

using Milliseconds = std::chrono::milliseconds;

/// Jobs that take much longer than the tests wait.
class LongJobs {
 public:
  std::string at(const char* name) const { return (folder.path() / name).string(); }

  support::TemporaryFolder folder;
  std::string limits = folder.write(
      "limits.toml",
      "[default]\nvelocity = 2.0\nacceleration = 15.0\njerk = 900.0\ntorque = 80.0\ntorque_rate = "
      "1000.0\n");
  std::string box = folder.write(
      "box.toml", "[default]\nposition = [-1, 1]\nvelocity = [-1, 1]\nacceleration = [-1, 1]\n");
  std::string springs = folder.write(
      "springs.toml", "[default]\ngear_ratio = 100\nrotor_inertia = 1e-4\nstiffness = 6000\n");
  std::string motion = folder.write("motion.toml", swings());
  std::string path = folder.write("path.toml", way());
  std::string log = folder.write("log.csv", rows());
  std::string study = folder.write(
      "study.toml",
      "model = \"panda\"\nmotions = [\"" + motion +
          "\"]\ndraws = 1000000\nsamples = 1001\nquantities = [\"Q_drive\"]\n[[vary]]\n"
          "what = \"inertia\"\nsd = 0.05\n");

 private:
  static std::string swings() {
    std::string text = "kind = \"expression\"\nduration = 3000\n";
    for (int j = 1; j <= 7; ++j) {
      text += "[[joint]]\nname = \"joint" + std::to_string(j) + "\"\nq = \"0.3*sin(" +
              std::to_string(5 + j) + "*t)\"\n";
    }
    return text;
  }
  static std::string way() {
    constexpr double kMiddle[] = {0.0, -0.3, 0.0, -1.5, 0.0, 1.5, 0.0};
    std::string text = "kind = \"path\"\nwaypoints = [";
    for (int i = 0; i < 300; ++i) {
      text += "[";
      for (int j = 0; j < 7; ++j) {
        text += std::to_string(kMiddle[j] + 0.2 * std::sin(1.7 * i * (j + 1))) + ",";
      }
      text += "],";
    }
    return text +
           "]\njoints = "
           "[\"joint1\",\"joint2\",\"joint3\",\"joint4\",\"joint5\",\"joint6\",\"joint7\"]\n";
  }
  static std::string rows() {
    std::string text = "t,joint1,joint2,joint3,joint4,joint5,joint6,joint7\n";
    std::mt19937 random(1);
    std::normal_distribution<double> noise(0.0, 1e-4);
    for (int i = 0; i < 100000; ++i) {
      text += std::to_string(1e-3 * i);
      for (int j = 1; j <= 7; ++j)
        text += "," + std::to_string(std::sin(1e-3 * i * j) + noise(random));
      text += "\n";
    }
    return text;
  }
};

/// How long a program goes on after SIGINT, in s; it must end with exit code 3 and say why.
double seconds_to_end(const std::vector<std::string>& arguments, const std::string& err,
                      int delay) {
  support::Background run(arguments, err);
  std::this_thread::sleep_for(Milliseconds(delay));
  EXPECT_TRUE(run.is_running()) << run.err();
  const auto start = std::chrono::steady_clock::now();
  run.send(SIGINT);
  const int code = run.wait();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(code, 3) << run.err();
  EXPECT_NE(run.err().find("interrupted"), std::string::npos) << run.err();
  return taken.count();
}

// Every job looks at least every 100 ms, whatever it is doing at a random instant; the rest of the
// time is for a machine that has something else to do.
TEST(Interrupt, EveryJobEndsSoon) {
  const LongJobs jobs;
  const std::vector<std::vector<std::string>> all = {
      {"capability", "panda", "--limits", "panda", "--box", jobs.box, "--boxes", "1000000"},
      {"retime", "panda", jobs.path, "--limits", jobs.limits, "--intervals", "10000", "-o",
       jobs.at("r.toml")},
      {"check", "panda", jobs.motion, "--limits", jobs.limits},
      {"compare", "panda", jobs.motion, jobs.motion, "--limits", jobs.limits},
      {"elastic", "panda", jobs.motion, "--actuators", jobs.springs, "--samples", "10000000", "-o",
       jobs.at("e.csv")},
      {"analyze", "panda", jobs.motion, "--samples", "10000000", "-o", jobs.at("a.h5")},
      {"analyze", "panda", jobs.log, "--smooth", "auto", "-o", jobs.at("s.h5")},
      {"feedforward", "panda", jobs.motion, "--rate", "100000", "-o", jobs.at("f.csv")},
      {"trajectory", jobs.motion, "--samples", "100000000", "-o", jobs.at("t.csv")},
      {"sweep", jobs.study, "-o", jobs.at("sweep")}};
  std::mt19937 random(1);
  std::uniform_int_distribution<int> delay(100, 1500);
  for (const std::vector<std::string>& arguments : all) {
    SCOPED_TRACE(arguments[0] + " " + arguments[1]);
    double least = 1e9;
    for (int i = 0; i < 3 && least > 0.5; ++i) {
      std::filesystem::remove_all(jobs.at("sweep"));
      least = std::min(least, seconds_to_end(arguments, jobs.at("err"), delay(random)));
    }
    EXPECT_LT(least, 0.5);
  }
}

// While it waits for input there is nothing to look at a flag, and nothing to close: it ends at
// once.
TEST(Interrupt, WaitingForInputEndsAtOnce) {
  const LongJobs jobs;
  const std::string pipe = jobs.at("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_LT(seconds_to_end({"eval", "panda", "--state", pipe}, jobs.at("err"), 300), 0.5);
}

}  // namespace
}  // namespace appell
