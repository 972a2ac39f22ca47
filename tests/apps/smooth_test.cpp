// appell analyze of noisy records: the warning, --smooth, --clock.
#include <cmath>
#include <fstream>
#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace appell {
namespace {

using support::Outcome;
using support::run_program;

std::string noisy_log(const support::TemporaryFolder& folder, double noise) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  std::ostringstream text;
  text.precision(12);
  text << "t,shoulder,elbow\n";
  for (int i = 0; i < 800; ++i) {
    const double t = 0.005 * i;
    text << t << "," << std::sin(2.0 * t) + noise * normal(random) << ","
         << 0.5 * std::cos(3.0 * t) + noise * normal(random) << "\n";
  }
  return folder.write("log.csv", text.str());
}

TEST(Smooth, NoiseIsNeverSilent) {
  const support::TemporaryFolder folder;
  const std::string out = (folder.path() / "out.csv").string();
  const std::string command = " --smooth none --only Q_drive --order 2 --samples 101 -o " + out;
  const Outcome noisy = run_program("analyze planar2r " + noisy_log(folder, 1e-4) + command);
  EXPECT_EQ(noisy.exit_code, 0);
  EXPECT_NE(noisy.err.find("noise"), std::string::npos) << noisy.err;
  EXPECT_NE(noisy.err.find("Q_drive.d2"), std::string::npos) << noisy.err;
  EXPECT_NE(noisy.err.find("--smooth auto"), std::string::npos) << noisy.err;
  const Outcome clean =
      run_program("analyze planar2r " + noisy_log(folder, 0.0) + command + " --force");
  EXPECT_EQ(clean.err.find("noise"), std::string::npos) << clean.err;
}

TEST(Smooth, GivesDeviationsBesideTheNumbers) {
  const support::TemporaryFolder folder;
  const std::string out = (folder.path() / "out.csv").string();
  const std::string plots = (folder.path() / "plots").string();
  const Outcome outcome = run_program(
      "analyze planar2r " + noisy_log(folder, 1e-4) +
      " --smooth auto --only q,Q_drive --order 2 --samples 101 -o " + out + " --plots " + plots);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("2 joints; noise "), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.out.find("rms ± sd  q'"), std::string::npos) << outcome.out;
  std::ifstream in(out);
  std::string header;
  while (std::getline(in, header) && header.front() == '#') {
  }
  EXPECT_NE(header.find(",Q_drive.shoulder.d2,"), std::string::npos) << header;
  EXPECT_NE(header.find(",Q_drive.shoulder.d2.sd,"), std::string::npos) << header;
  std::ifstream plot(plots + "/torque_rate.svg");
  const std::string svg((std::istreambuf_iterator<char>(plot)), std::istreambuf_iterator<char>());
  EXPECT_NE(svg.find("class=\"band"), std::string::npos);
}

TEST(Smooth, MotionFilesSayTheSame) {
  const support::TemporaryFolder folder;
  noisy_log(folder, 1e-4);
  const auto sampled = [&](const std::string& motion, const std::string& flags) {
    const Outcome outcome = run_program("sample " + motion + " --at 1,2 --order 3 --json" + flags);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome.out;
  };
  const std::string log = (folder.path() / "log.csv").string();
  const std::string file =
      folder.write("m.toml", "kind='samples'\nfile='log.csv'\nsmooth='auto'\n");
  EXPECT_EQ(sampled(file, ""), sampled(log, " --smooth auto"));
  EXPECT_EQ(sampled(file, " --smooth none"), sampled(log, " --smooth none"));
  const std::string given = folder.write("g.toml", "kind='samples'\nfile='log.csv'\nsmooth=1e-4\n");
  EXPECT_EQ(sampled(given, ""), sampled(log, " --smooth 1e-4"));
}

TEST(Smooth, BadInputIsExplained) {
  const support::TemporaryFolder folder;
  const std::string log = noisy_log(folder, 1e-4);
  const auto problem = [](const std::string& arguments) {
    const Outcome outcome = run_program("sample " + arguments + " --at 1 --order 3");
    EXPECT_EQ(outcome.exit_code, 2) << outcome.out;
    return outcome.err;
  };
  EXPECT_NE(problem(log + " --smooth a").find("auto, none or the standard deviation"),
            std::string::npos);
  EXPECT_NE(problem(log + " --smooth -1").find("--smooth"), std::string::npos);
  EXPECT_NE(problem(log + " --clock 0").find("--clock"), std::string::npos);
  EXPECT_NE(problem(log + " --smooth none --clock 0.01").find("--clock"), std::string::npos);
  const std::string law =
      folder.write("m.toml", "kind='expression'\nduration=2\n[[joint]]\nname='a'\nq='t'\n");
  EXPECT_NE(problem(law + " --smooth auto").find("is no record"), std::string::npos);
  const std::string wrong = folder.write("w.toml", "kind='samples'\nfile='log.csv'\nsmooth='x'\n");
  EXPECT_NE(problem(wrong).find("w.toml:3:8"), std::string::npos) << problem(wrong);
  const std::string derivative =
      run_program("sample " + log + " --smooth auto --at 1 --order 7").err;
  EXPECT_NE(derivative.find("smoothing gives those up to 6"), std::string::npos) << derivative;
}

}  // namespace
}  // namespace appell
