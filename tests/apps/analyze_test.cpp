// `appell analyze` through the program: the same numbers as `eval`, in every format; bad input,
// interruption, full disk, bounded memory.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <sys/resource.h>
#include <sys/wait.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace appell {
namespace {

using nlohmann::json;
using support::Outcome;
using support::run_program;

constexpr const char* kMotion =
    "kind='expression'\nduration=2\n[[joint]]\nname='elbow'\nq='0.3*cos(3*t)'\n"
    "[[joint]]\nname='shoulder'\nq='0.5*sin(2*t)'\n";

/// The columns of a CSV that analyze wrote.
std::map<std::string, std::vector<double>> columns_of(const std::string& path) {
  std::map<std::string, std::vector<double>> columns;
  std::vector<std::string> names;
  std::istringstream lines(support::text_of(path));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream fields(line);
    std::string field;
    for (std::size_t i = 0; std::getline(fields, field, ','); ++i) {
      if (i < names.size()) {
        columns[names[i]].push_back(std::stod(field));
      } else {
        names.push_back(field);
      }
    }
  }
  return columns;
}

/// The numbers of a quantity of eval, in order.
void flatten(const json& value, std::vector<double>& numbers) {
  if (value.is_number()) {
    numbers.push_back(value);
    return;
  }
  for (const json& entry : value) flatten(entry, numbers);
}

// Cross-check: every number of every quantity is that of `eval` for the state at that time.
TEST(Analyze, EqualsEval) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kMotion);
  const std::string csv = (folder.path() / "out.csv").string();
  const Outcome outcome =
      run_program("analyze planar2r " + motion + " --order 2 --samples 5 --threads 2 -o " + csv);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  auto columns = columns_of(csv);
  ASSERT_EQ(columns["t"].size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    const double t = columns["t"][i];
    EXPECT_DOUBLE_EQ(t, 0.5 * static_cast<double>(i));
    const json sample = json::parse(
        run_program("sample " + motion + " --order 5 --json --at " + json(t).dump()).out);
    const json state{{"joints", {"elbow", "shoulder"}}, {"q", sample["q"][0]}};
    // In the order of the model: shoulder, elbow.
    json ordered = state;
    ordered["joints"] = {"shoulder", "elbow"};
    for (json& order : ordered["q"]) std::swap(order[0], order[1]);
    const json eval =
        json::parse(run_program("eval planar2r --state - --order 2", ordered.dump()).out);
    std::size_t compared = 0;
    for (const auto& [quantity, value] : eval.items()) {
      if (quantity == "model" || quantity == "joints" || quantity == "frame" ||
          quantity == "gravity") {
        continue;
      }
      std::vector<double> expected;
      flatten(value, expected);
      std::vector<double> found;
      std::size_t num = 0;
      double sum_found = 0.0;
      double sum_expected = 0.0;
      for (const auto& [name, values] : columns) {
        if (!name.starts_with(quantity + ".") && !name.starts_with(quantity + "[") &&
            name != quantity) {
          continue;
        }
        ++num;
        sum_found += std::abs(values[i]);
      }
      for (const double x : expected) sum_expected += std::abs(x);
      EXPECT_EQ(num, expected.size()) << quantity;
      EXPECT_NEAR(sum_found, sum_expected, 1e-12 * std::max(1.0, sum_expected)) << quantity;
      ++compared;
    }
    EXPECT_GT(compared, 15U);
    EXPECT_EQ(columns["Q_drive.shoulder.d2"][i], eval["Q_drive"][2][0].get<double>());
    EXPECT_EQ(columns["Q_drive.elbow.d1"][i], eval["Q_drive"][1][1].get<double>());
    EXPECT_EQ(columns["frame_T[0][3].d1"][i], eval["frame_T"][1][0][3].get<double>());
    EXPECT_EQ(columns["acceleration_energy.2"][i],
              eval["acceleration_energy"]["2"][0].get<double>());
    EXPECT_EQ(columns["mass_matrix.shoulder.elbow"][i], eval["mass_matrix"][0][1].get<double>());
    EXPECT_EQ(columns["q.elbow.d1"][i], sample["q"][0][1][0].get<double>());
  }
  const std::string text = support::text_of(csv);
  for (const char* part : {"# model: planar2r", "# model_hash: ", "# gravity: ",
                           "# program: appell ", "# units: s,rad,rad,rad/s"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
}

// Property: the number of threads changes nothing, the formats hold as much as each other.
TEST(Analyze, ThreadsAndFormats) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kMotion);
  const auto run = [&](const std::string& options) {
    const Outcome outcome = run_program("analyze planar2r " + motion +
                                        " --every 0.0001 --order 1 --only q,Q_drive " + options);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("20001 samples, 9 columns"), std::string::npos) << outcome.out;
  };
  const std::string a = (folder.path() / "a.csv").string();
  const std::string b = (folder.path() / "b.csv").string();
  run("--threads 1 -o " + a);
  run("--threads 4 -o " + b);
  EXPECT_EQ(support::text_of(a), support::text_of(b));
  for (const char* ending : {"c.npz", "c.h5"}) {
    const std::string path = (folder.path() / ending).string();
    run("-o " + path);
    EXPECT_GT(std::filesystem::file_size(path), 20001U * 9 * 8);
    EXPECT_LT(std::filesystem::file_size(path), 20001U * 9 * 8 + 800000);
  }
}

TEST(Analyze, WritesPlots) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kMotion);
  const std::string plots = (folder.path() / "plots").string();
  const Outcome outcome =
      run_program("analyze planar2r " + motion + " --order 1 --only q,Q_drive,T --plots " + plots);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char* name : {"q.svg", "Q_drive.svg", "Q_drive.d1.svg"}) {
    const std::string svg = support::text_of(plots + "/" + name);
    EXPECT_TRUE(svg.starts_with("<svg") && svg.ends_with("</svg>\n")) << name;
    EXPECT_NE(svg.find("shoulder"), std::string::npos);
  }
}

// Bad input: exit 2 and no file at all.
TEST(Analyze, BadInput) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kMotion);
  const std::string other =
      folder.write("o.toml", "kind='expression'\nduration=2\n[[joint]]\nname='elbow'\nq='t'\n");
  const std::string out = (folder.path() / "out.csv").string();
  const auto refused = [&](const std::string& arguments, const char* message) {
    const Outcome outcome = run_program("analyze " + arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments << outcome.err;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << arguments << "\n" << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(out));
    EXPECT_FALSE(std::filesystem::exists(out + ".partial"));
  };
  refused("planar2r " + motion + " -o " + (folder.path() / "x.txt").string(), "ends with none of");
  refused("planar2r " + motion, "nothing to do");
  refused("planar2r " + other + " -o " + out,
          "joint 'shoulder' of model 'planar2r' is not in the motion");
  refused("planar2r " + motion + " --only Q_driv -o " + out, "did you mean 'Q_drive'?");
  refused("planar2r " + motion + " --only Q_motor -o " + out, "has friction");
  refused("planar2r " + motion + " --order -1 -o " + out, "--order");
  refused("planar2r " + motion + " --every 0 --samples 1 -o " + out, "at least 2");
  refused("planar2r " + motion + " --threads -2 -o " + out, "--threads");
  refused("planar2r " + motion + " --frame nose -o " + out, "nose");
  const std::string csv = folder.write("r.csv", "t,shoulder,elbow\n0,1,2\n1,2,x\n");
  refused("planar2r " + csv + " -o " + out, "r.csv:3:5: 'x' is found");
}

int exit_code_of(const std::string& command) {
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Interrupted: exit 3, what was computed stays under the partial name only.
TEST(Analyze, InterruptKeepsThePartialFile) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kMotion);
  for (const char* name : {"out.csv", "out.h5"}) {
    const std::string out = (folder.path() / name).string();
    const std::string err = (folder.path() / "err").string();
    const int code =
        exit_code_of("timeout --preserve-status -s INT 0.5 " APPELL_PROGRAM " analyze planar2r " +
                     motion + " --samples 50000000 --order 2 -o " + out + " 2>" + err);
    EXPECT_EQ(code, 3);
    EXPECT_NE(support::text_of(err).find("interrupted after"), std::string::npos);
    EXPECT_TRUE(std::filesystem::exists(out + ".partial"));
    EXPECT_FALSE(std::filesystem::exists(out));
    std::filesystem::remove(out + ".partial");
  }
}

TEST(Analyze, FullDisk) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kMotion);
  const std::string out = (folder.path() / "out.csv").string();
  std::filesystem::create_symlink("/dev/full", out + ".partial");
  const Outcome outcome = run_program("analyze planar2r " + motion + " -o " + out);
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_NE(outcome.err.find("writing failed"), std::string::npos) << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(out));
}

// Budget: memory does not grow with the number of samples.
TEST(Analyze, MemoryIsBounded) {
  const support::TemporaryFolder folder;
  const std::string motion = folder.write("m.toml", kMotion);
  const std::string out = (folder.path() / "out.npz").string();
  const Outcome outcome = run_program("analyze planar2r " + motion +
                                      " --samples 400000 --order 2 --only T,q -o " + out);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_GT(std::filesystem::file_size(out), std::uintmax_t{300} << 20);
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  EXPECT_LT(usage.ru_maxrss, 300 * 1024) << "kB, the largest of all programs of this test";
}

}  // namespace
}  // namespace appell
