// One recording, one motion: whatever is asked, by whichever command.
#include <cmath>
#include <fstream>
#include <functional>
#include <numbers>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program.hpp"

namespace appell {
namespace {

using nlohmann::json;
using support::Outcome;
using support::run_program;

constexpr double kPi = std::numbers::pi;

/// Sines of the seven joints of a Panda: derivative k of joint j.
double panda(int j, double t, int k) {
  constexpr double kMiddle[] = {0.0, -0.4, 0.0, -2.0, 0.0, 1.8, 0.5};
  const double amplitude = 0.2 + 0.02 * j;
  const double w = 1.5 + 0.35 * j;
  const double wave = amplitude * std::pow(w, k) * std::sin(w * t + 0.5 * kPi * k);
  return wave + (k == 0 ? kMiddle[j] : 0.0);
}

using Change = std::function<void(int row, std::vector<double>& q)>;

/// A log of it, 4 s at a rate, with a number of decimals.
std::string panda_log(const support::TemporaryFolder& folder, const std::string& name, double rate,
                      int decimals, const Change& change = nullptr) {
  std::ostringstream text;
  text << "t,joint1,joint2,joint3,joint4,joint5,joint6,joint7\n";
  text.setf(std::ios::fixed);
  const auto rows = static_cast<int>(4.0 * rate) + 1;
  for (int i = 0; i < rows; ++i) {
    std::vector<double> q;
    for (int j = 0; j < 7; ++j) q.push_back(panda(j, i / rate, 0));
    if (change) change(i, q);
    text.precision(6);
    text << i / rate;
    text.precision(decimals);
    for (const double x : q) text << "," << x;
    text << "\n";
  }
  return folder.write(name, text.str());
}

json sampled(const std::string& motion, const std::string& options = "") {
  const Outcome outcome =
      run_program("sample " + motion + " --at 0.5,1.25,2,3.5 --order 4 --json" + options);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return json::parse(outcome.out);
}

/// The numbers of q in a table, row by row.
std::vector<std::vector<double>> table(const std::string& file) {
  std::ifstream in(file);
  std::vector<std::vector<double>> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#' || line[0] == 't') continue;
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(std::stod(cell));
  }
  return rows;
}

// Oracle: closed form. Five decimals at 500 Hz are 2.5 rad/s² of noise where they are interpolated.
TEST(Recording, FiveDecimalsGiveTheTrueMotionByDefault) {
  const support::TemporaryFolder folder;
  const std::string log = panda_log(folder, "log.csv", 500.0, 5);
  const json found = sampled(log);
  for (std::size_t i = 0; i < 4; ++i) {
    const double t = found["times"][i];
    for (int j = 0; j < 7; ++j) {
      const json& q = found["q"][i];
      EXPECT_NEAR(q[2][j], panda(j, t, 2), 5e-3);
      EXPECT_NEAR(q[3][j], panda(j, t, 3), 0.2);
    }
  }
}

// Property: the law is the same bit for bit whatever is asked for, and by whom.
TEST(Recording, OneMotionForEveryQuestion) {
  const support::TemporaryFolder folder;
  const std::string log = panda_log(folder, "log.csv", 200.0, 5);
  const std::string out = (folder.path() / "out.csv").string();
  std::vector<std::vector<double>> before;
  for (const std::string asked :
       {"--only q --order 0", "--only q --order 2", "--only q,Q_drive --order 1", "--order 2"}) {
    const Outcome outcome =
        run_program("analyze panda " + log + " " + asked + " --samples 9 --force -o " + out);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    std::vector<std::vector<double>> rows = table(out);
    for (auto& row : rows) row.resize(8);  // t and q.
    if (before.empty()) before = rows;
    EXPECT_EQ(rows, before) << asked;
  }
  const std::string motion = folder.write("m.toml", "kind = 'samples'\nfile = 'log.csv'\n");
  EXPECT_EQ(sampled(motion), sampled(log));
  const std::string apply = (folder.path() / "same.toml").string();
  const Outcome check =
      run_program("check panda " + log + " --limits panda --speed 1 --apply " + apply);
  EXPECT_LE(check.exit_code, 1) << check.err;
  const json again = sampled(apply);
  EXPECT_EQ(again["q"], sampled(log)["q"]);
}

// The first line tells what was read and what became of it.
TEST(Recording, SaysInOneLineWhatWasRead) {
  const support::TemporaryFolder folder;
  const auto first_line = [&](const std::string& log) {
    const Outcome outcome = run_program("analyze panda " + log);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome.err.substr(0, outcome.err.find('\n'));
  };
  const std::string rounded = first_line(panda_log(folder, "a.csv", 100.0, 5));
  EXPECT_NE(rounded.find("a.csv: 401 rows, 4 s at 100 Hz, 7 joints; noise "), std::string::npos)
      << rounded;
  EXPECT_NE(rounded.find("smoothed"), std::string::npos) << rounded;
  const std::string exact = first_line(panda_log(folder, "b.csv", 100.0, 14));
  EXPECT_NE(exact.find("exact, interpolated"), std::string::npos) << exact;
  const std::string wrapped =
      first_line(panda_log(folder, "c.csv", 100.0, 5, [](int, std::vector<double>& q) {
        q[6] = std::remainder(q[6] + 2.6, 2.0 * kPi);
      }));
  EXPECT_NE(wrapped.find("joint7 unwrapped at line "), std::string::npos) << wrapped;
}

// Oracle: the wrapped record is the other one plus a turn, but for what 2π does to five decimals.
TEST(Recording, WrapsDoNotChangeTheMotion) {
  const support::TemporaryFolder folder;
  const json plain = sampled(panda_log(folder, "a.csv", 200.0, 5));
  const json wrapped =
      sampled(panda_log(folder, "b.csv", 200.0, 5, [](int, std::vector<double>& q) {
        q[6] = std::remainder(q[6] + 2.6, 2.0 * kPi);
      }));
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(wrapped["q"][i][2][6], plain["q"][i][2][6], 0.02);
  }
}

// Results at the record's own stamps, and a summary without a file.
TEST(Recording, AnalyzesAtItsOwnSamples) {
  const support::TemporaryFolder folder;
  const std::string log = panda_log(folder, "log.csv", 100.0, 5);
  const std::string out = (folder.path() / "out.csv").string();
  const Outcome outcome =
      run_program("analyze panda " + log + " --at-samples --only Q_drive -o " + out);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto rows = table(out);
  ASSERT_EQ(rows.size(), 401U);
  EXPECT_EQ(rows[37][0], 0.37);
  const Outcome summary = run_program("analyze panda " + log);
  EXPECT_EQ(summary.exit_code, 0);
  EXPECT_NE(summary.out.find("effort_rate"), std::string::npos) << summary.out;
  EXPECT_NE(summary.out.find("τ''"), std::string::npos) << summary.out;
  const Outcome law =
      run_program("analyze planar2r " +
                  folder.write("m.toml",
                               "kind='expression'\nduration=1\n[[joint]]\nname="
                               "'shoulder'\nq='t'\n[[joint]]\nname='elbow'\nq='t'\n") +
                  " --at-samples");
  EXPECT_EQ(law.exit_code, 2);
  EXPECT_NE(law.err.find("is no recording"), std::string::npos) << law.err;
}

// A derivative that the law does not have is refused by name, and made on request.
TEST(Recording, DerivativesThatTheLawLacksAreRefused) {
  const support::TemporaryFolder folder;
  const std::string log = panda_log(folder, "log.csv", 100.0, 14);
  const Outcome refused = run_program("sample " + log + " --at 1 --order 9");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("has derivatives of q up to 6, --order 9 takes them up to 9; "
                             "--derivatives 9 makes a law that has them"),
            std::string::npos)
      << refused.err;
  EXPECT_EQ(run_program("sample " + log + " --at 1 --order 9 --derivatives 9").exit_code, 0);
}

// Short forms of what needs a mapping otherwise, for every command.
TEST(Recording, OptionsOfEveryCommandThatTakesAMotion) {
  const support::TemporaryFolder folder;
  std::ostringstream text;
  text.precision(12);
  text << "t,q1,q2\n";
  for (int i = 0; i < 100; ++i) {
    text << 10 * i << "," << 30.0 * std::sin(0.02 * i) << "," << 20.0 * std::cos(0.03 * i) << "\n";
  }
  const std::string log = folder.write("log.csv", text.str());
  const std::string options = " --degrees --time-unit ms --rename q1=shoulder,q2=elbow";
  const std::string limits =
      folder.write("l.toml", "[default]\nvelocity = 5.0\nacceleration = 30.0\njerk = 500.0\n");
  for (const std::string command :
       {"analyze planar2r LOG", "check planar2r LOG --limits L", "compare planar2r LOG LOG",
        "retime planar2r LOG --limits L -o OUT/fast.toml", "feedforward planar2r LOG -o OUT/f.csv",
        "sample LOG --at 0.5", "trajectory LOG"}) {
    std::string full = command;
    const auto put = [&full](const std::string& word, const std::string& by) {
      for (std::size_t at = full.find(word); at != std::string::npos;
           at = full.find(word, at + by.size())) {
        full.replace(at, word.size(), by);
      }
    };
    put("LOG", log);
    put(" L", " " + limits);
    put("OUT", folder.path().string());
    const Outcome outcome = run_program(full + options);
    EXPECT_LE(outcome.exit_code, 1) << full << outcome.err;
    EXPECT_NE(outcome.err.find("100 rows, 0.99 s"), std::string::npos) << full << outcome.err;
  }
  const json q = json::parse(run_program("sample " + log + " --at 0.5 --json" + options).out);
  EXPECT_NEAR(q["q"][0][0][0], 30.0 * std::sin(1.0) * kPi / 180.0, 1e-9);
  EXPECT_EQ(q["joints"][0], "shoulder");
  // What retime wrote keeps them.
  EXPECT_EQ(run_program("check planar2r " + (folder.path() / "fast.toml").string() + " --limits " +
                        limits)
                .exit_code,
            0);
}

// Milliseconds taken for seconds, degrees for radians: asked, with the option that mends it.
TEST(Recording, DoubtfulUnitsAreAskedAbout) {
  const support::TemporaryFolder folder;
  std::string slow = "t,joint1,joint2,joint3,joint4,joint5,joint6,joint7\n";
  std::string large = slow;
  for (int i = 0; i < 50; ++i) {
    const double x = 0.4 * std::sin(0.05 * i);
    const auto row = [&](double t, double scale) {
      std::ostringstream line;
      line.precision(15);
      line << t;
      for (const double q : {x, 0.1, 0.2, -1.5, 0.1, 1.5, 0.3}) line << "," << scale * q;
      return line.str() + "\n";
    };
    slow += row(10.0 * i, 1.0);
    large += row(0.01 * i, 180.0 / kPi);
  }
  const Outcome ms = run_program("analyze panda " + folder.write("ms.csv", slow));
  EXPECT_NE(ms.err.find("milliseconds? Then give --time-unit ms"), std::string::npos) << ms.err;
  const Outcome degrees = run_program("analyze panda " + folder.write("deg.csv", large));
  EXPECT_NE(degrees.err.find("degrees? Then give --degrees"), std::string::npos) << degrees.err;
}

// What we write, we read back: rows at a controller's rate have the verdict of the motion.
TEST(Recording, RowsOfARetimedMotionAreLegal) {
  const support::TemporaryFolder folder;
  const std::string path = folder.write(
      "path.toml",
      "kind = 'path'\njoints = ['joint1','joint2','joint3','joint4','joint5','joint6','joint7']\n"
      "waypoints = [[0, 0, 0, -1.5, 0, 1.5, 0], [0.8, 0.4, -0.3, -1.8, 0.5, 1.9, 0.6],"
      " [0.2, 0.3, 0.1, -2.0, 0.2, 1.2, 0.9]]\n");
  const std::string fast = (folder.path() / "fast.csv").string();
  const Outcome retimed =
      run_program("retime panda " + path + " --limits panda --rate 1000 -o " + fast);
  ASSERT_EQ(retimed.exit_code, 0) << retimed.err;
  const Outcome checked = run_program("check panda " + fast + " --limits panda");
  EXPECT_EQ(checked.exit_code, 0) << checked.out << checked.err;
  EXPECT_NE(checked.err.find("given derivatives used"), std::string::npos) << checked.err;
}

// Bad rows are named with the option that leaves them out.
TEST(Recording, BadRowsNameTheOption) {
  const support::TemporaryFolder folder;
  const std::string log = folder.write(
      "log.csv", "t,shoulder,elbow\n0,0,0\n1,nan,0\n2,0.1,0\n2,0.2,0\n3,0.2,0.1\n4,0,0\n");
  const Outcome refused = run_program("sample " + log + " --at 1");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("--skip-bad-rows"), std::string::npos) << refused.err;
  EXPECT_EQ(run_program("sample " + log + " --at 1 --skip-bad-rows").exit_code, 0);
}

// Gravity takes fewer derivatives of q than the whole force, whose noise is looked at.
TEST(Recording, PartsOfTheForceAlone) {
  const support::TemporaryFolder folder;
  const std::string log = panda_log(folder, "log.csv", 100.0, 15);
  for (const std::string what :
       {"Q_gravity --order 1", "Q_gravity --order 4", "Q_load --order 1"}) {
    const Outcome outcome = run_program("analyze panda " + log + " --only " + what);
    EXPECT_EQ(outcome.exit_code, 0) << what << ": " << outcome.err;
  }
}

}  // namespace
}  // namespace appell
