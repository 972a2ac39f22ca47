// `appell sample` and `appell trajectory` through the program: golden splines, every kind of
// motion, CSV round trip, bad input.
#include <cmath>
#include <filesystem>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/base/text.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace appell {
namespace {

using nlohmann::json;
using support::near;
using support::Outcome;
using support::run_program;

json sampled(const std::string& file, const std::string& times, int order) {
  const Outcome outcome =
      run_program("sample --json " + file + " --at " + times + " --order " + std::to_string(order));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return outcome.exit_code == 0 ? json::parse(outcome.out) : json();
}

// Golden data: the papers' splines from a file as the contract describes it.
TEST(Sample, GoldenSplines) {
  const support::TemporaryFolder folder;
  const nlohmann::json golden = support::load_golden_json("interpolation");
  for (const json& c : golden["cases"]) {
    const int m = c["m"];
    const std::string file = folder.write(
        "golden.toml", "kind = \"spline\"\norder = " + std::to_string(m) +
                           "\nknots = " + c["tau"].dump() +
                           "\n[[joint]]\nname = \"j1\"\ninitial = " + c["initial"].dump() +
                           "\ninterior_accelerations = " + c["interior_acceleration"].dump() +
                           "\nfinal_position = " + c["final_position"].dump() + "\n");
    std::string times;
    for (const json& sample : c["expected"]["samples"]) {
      times += (times.empty() ? "" : ",") + sample["tau"].dump();
    }
    const json result = sampled(file, times, m);
    ASSERT_EQ(result["joints"], json::array({"j1"}));
    for (std::size_t i = 0; i < result["times"].size(); ++i) {
      const json& expected = c["expected"]["samples"][i]["derivatives"];
      ASSERT_EQ(result["q"][i].size(), expected.size());
      for (std::size_t k = 0; k < expected.size(); ++k) {
        EXPECT_TRUE(near(result["q"][i][k][0].get<double>(), expected[k].get<double>(), 1e-10));
      }
    }
  }
}

struct Kind {
  const char* name;
  const char* text;
  double start_q;  ///< Of the first joint.
  double end_q;
  const char* end_time;
};

// Oracle: each kind of motion begins and ends where its file says.
TEST(Sample, EveryKindOfMotion) {
  const support::TemporaryFolder folder;
  folder.write("record.csv", "t,a\n0,0\n0.1,0.1\n0.2,0.4\n0.3,0.9\n0.4,1.6\n0.5,2.5\n0.6,3.6\n");
  folder.write(
      "go.toml",
      "kind = \"minimum_jerk\"\nduration = 1\n[[joint]]\nname = \"a\"\nfrom = 1\nto = 2\n");
  folder.write(
      "back.toml",
      "kind = \"minimum_snap\"\nduration = 2\n[[joint]]\nname = \"a\"\nfrom = 2\nto = 1\n");
  const Kind kinds[] = {
      {"waypoints",
       "kind='spline'\norder=4\nknots=[0,1,2,3]\n[[joint]]\nname='a'\npositions=[1,2,0,4]\n"
       "start={d1=0,d2=0}\nend={d1=0,d2=0}\n",
       1, 4, "3"},
      {"with_q",
       "kind='spline'\norder=4\nknots=[0,1,2,3]\n[[joint]]\nname='a'\npositions=[1,2,0,4]\n"
       "start={q=1,d1=0,d2=0}\nend={q=4,d1=0,d2=0}\n",
       1, 4, "3"},
      {"odd",
       "kind='spline'\norder=3\nknots=[0,1,2,3]\n[[joint]]\nname='a'\npositions=[1,2,0,4]\n"
       "start={d1=0,d2=0}\nend={d1=0,d2=0}\n",
       1, 4, "3"},
      {"accelerations",
       "kind='spline'\norder=4\nknots=[0,1,2,3]\n[[joint]]\nname='a'\n"
       "interior_accelerations=[1,-1]\nstart={q=1,d1=0,d2=0,d3=0}\nend={q=4,d2=0}\n",
       1, 4, "3"},
      {"quintic",
       "kind='quintic'\nduration=2\n[[joint]]\nname='a'\nstart={q=1,d1=3}\nend={q=-2,d2=1}\n", 1,
       -2, "2"},
      {"septic",
       "kind='septic'\nstart_time=1\nduration=1\n[[joint]]\nname='a'\nstart={q=1,d3=3}\nend={q=-2}"
       "\n",
       1, -2, "2"},
      {"jerk",
       "kind='jerk_limited'\n[[joint]]\nname='a'\nfrom=0\nto=6\nvelocity=2\nacceleration=4\njerk="
       "8\n",
       0, 6, "4"},
      {"fourier",
       "kind='fourier'\nduration=2\nperiod=1\n[[joint]]\nname='a'\noffset=1\ncos=[0.5,0.25]\nsin=["
       "3]\n",
       1.75, 1.75, "2"},
      {"expression", "kind='expression'\nduration=2\n[[joint]]\nname='a'\nq='1 + t^2/2'\n", 1, 3,
       "2"},
      {"samples", "kind='samples'\nfile='record.csv'\norder=4\n", 0, 3.6, "0.6"},
      {"fast", "kind='samples'\nfile='record.csv'\nspeed=2\n", 0, 3.6, "0.3"},
      {"sequence",
       "kind='sequence'\n[[part]]\nfile='go.toml'\n[[part]]\nhold=0.5\n[[part]]\nfile='back.toml'"
       "\nspeed=2\n",
       1, 1, "2.5"},
  };
  for (const Kind& kind : kinds) {
    const std::string file = folder.write(std::string(kind.name) + ".toml", kind.text);
    const std::string start = std::string(kind.name) == "septic" ? "1" : "0";
    const json result = sampled(file, start + "," + kind.end_time, 3);
    ASSERT_FALSE(result.is_null()) << kind.name;
    EXPECT_NEAR(result["q"][0][0][0].get<double>(), kind.start_q, 1e-12) << kind.name;
    EXPECT_NEAR(result["q"][1][0][0].get<double>(), kind.end_q, 1e-12) << kind.name;
  }
}

// Property: what `trajectory` writes is itself a motion, the same one.
TEST(Trajectory, WritesAMotion) {
  const support::TemporaryFolder folder;
  const std::string law = folder.write("law.toml",
                                       "kind='expression'\nduration=2\n[[joint]]\nname='a'\nq='sin("
                                       "2*t)'\n[[joint]]\nname='b.x'\nq='exp(-t)'\n");
  const std::string csv = (folder.path() / "out.csv").string();
  const Outcome outcome =
      run_program("trajectory " + law + " -o " + csv + " --every 0.02 --order 2");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("2 joints, from 0 to 2 s; all derivatives are continuous"),
            std::string::npos);
  EXPECT_TRUE(support::text_of(csv).starts_with("t,a,a.d1,a.d2,b.x,b.x.d1,b.x.d2\n0,0,2,"));
  const json again = sampled(csv, "0.333,1.7", 4);
  for (int i = 0; i < 2; ++i) {
    const double t = i == 0 ? 0.333 : 1.7;
    const json& q = again["q"][i];
    EXPECT_NEAR(q[0][0].get<double>(), std::sin(2 * t), 1e-11);
    EXPECT_NEAR(q[2][0].get<double>(), -4 * std::sin(2 * t), 1e-6);
    EXPECT_NEAR(q[0][1].get<double>(), std::exp(-t), 1e-12);
  }
}

// q, q' and q'' unless more is asked for; at the timestamps of a recording; a plot for each
// derivative, to snap at least, and a page.
TEST(Trajectory, SummaryAtTimestampsWithPlotsAndPage) {
  const support::TemporaryFolder folder;
  const std::string csv = folder.write(
      "record.csv", "t,a\n0,0\n0.1,0.1\n0.2,0.4\n0.3,0.9\n0.4,1.6\n0.5,2.5\n0.6,3.6\n");
  const std::string plots = (folder.path() / "plots").string();
  const std::string page = (folder.path() / "page.html").string();
  const Outcome outcome = run_program("trajectory " + csv + " --at-samples --json --plots " +
                                      plots + " --report " + page);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json summary = json::parse(outcome.out);
  EXPECT_EQ(summary["samples"], 7);
  ASSERT_EQ(summary["peaks"][0].size(), 3U);
  EXPECT_NEAR(summary["peaks"][0][0].get<double>(), 3.6, 1e-12);
  for (const char* name : {"q_position", "q_derivative_1", "q_derivative_4"}) {
    EXPECT_TRUE(std::filesystem::exists(plots + "/" + name + ".svg")) << name;
  }
  EXPECT_NE(support::text_of(page).find("record.csv"), std::string::npos);
}

TEST(Trajectory, WritesTheConstants) {
  const support::TemporaryFolder folder;
  const std::string file =
      folder.write("s.toml",
                   "kind='spline'\norder=4\nknots=[0,1,2]\n[[joint]]\nname='a'\npositions=[1,2,0]\n"
                   "start={d1=0,d2=0}\nend={d1=0,d2=0}\n");
  const std::string csv = (folder.path() / "constants.csv").string();
  const Outcome outcome = run_program("trajectory " + file + " -o " + csv + " --constants");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(support::text_of(csv).starts_with(
      "joint,interval,tau_start,tau_end,d4_start,d4_end,a1,a2,a3,a4\na,1,0,1,"));
}

struct Bad {
  const char* name;
  const char* text;
  const char* message;
};

// Bad input: place, what was found, what is needed; exit 2, no output file.
TEST(Sample, BadMotions) {
  const support::TemporaryFolder folder;
  const Bad cases[] = {
      {"b.csv", "", ":1:1: is empty"},
      {"b.csv", "x,a\n0,1\n", ":1:1: the first column is 'x', and none is called t, time"},
      {"b.csv", "t,a,a\n0,1,2\n", ":1:5: column 'a' is there twice"},
      {"b.csv", "t,a.d1\n0,1\n", ":1:3: column 'a.d1' has no column 'a'"},
      {"b.csv", "t,a,a.d2\n0,1,1\n", "column 'a.d1' is missing"},
      {"b.csv", "t,a\n0,1\n1,x\n", ":3:3: 'x' is found; a finite number is needed"},
      {"b.csv", "t,a\n0,nan\n", ":2:3: 'nan' is found"},
      {"b.csv", "t,a\n0,inf\n", ":2:3: 'inf' is found"},
      {"b.csv", "t,a\n0,1\n1\n", ":3:1: this line has 1 field; the header has 2"},
      {"b.csv", "t,a\n0,1\n1,2\n1,3\n", ":4:1: t = 1 is not after the 1"},
      {"b.csv", "t,a\n0,1\n", "there is one row; a motion takes at least two"},
      {"b.toml", "kind = 'splnie'\n", ":1:8: motion: kind is 'splnie' (did you mean 'spline'?)"},
      {"b.toml", "kind = \n", ":1:"},
      {"b.toml", "order = 3\n", "kind is missing"},
      {"b.toml", "kind='spline'\norder=2.5\nknots=[0,1]\n", ":2:7: motion: order is 2.5"},
      {"b.toml", "kind='spline'\norder=2\nknots=[0,1,1]\n", ":3:7: motion: knots has 1 after 1"},
      {"b.toml", "kind='spline'\norder=2\nknots=[0,1]\n", "there is no [[joint]]"},
      {"b.toml", "kind='spline'\norder=2\nknots=[0,1,2]\n[[joint]]\nname='a'\npositions=[1,2]\n",
       ":6:11: joint 'a': positions has 2 numbers"},
      {"b.toml", "kind='spline'\norder=2\nknots=[0,1,2]\n[[joint]]\nname='a'\nposition=[1,2]\n",
       "did you mean 'positions'?"},
      {"b.toml", "kind='expression'\nduration=1\n[[joint]]\nname='a'\nq='2*x'\n",
       ":5:3: joint 'a': q: character 3: 'x' is not known"},
      {"b.toml",
       "kind='spline'\norder=2\nknots=[0,1,2]\n[[joint]]\nname='a'\npositions=[1,2,3]\nstart={q=2}"
       "\n",
       ":7:7: joint 'a': start has q = 2, positions 1 there"},
      {"b.toml", "kind='expression'\nduration=0\n[[joint]]\nname='a'\nq='t'\n", "must be positive"},
      {"b.toml", "kind='sequence'\n[[part]]\nfile='b.toml'\n", "part of itself"},
      {"b.toml", "kind='samples'\nfile='none.csv'\n", "cannot be opened"},
      {"b.xyz", "", "ends with neither .toml nor .csv"},
  };
  for (const Bad& bad : cases) {
    const std::string file = folder.write(bad.name, bad.text);
    const std::string out = (folder.path() / "out.csv").string();
    const Outcome outcome = run_program("trajectory " + file + " --order 3 -o " + out);
    EXPECT_EQ(outcome.exit_code, 2) << bad.text << outcome.err;
    EXPECT_TRUE(outcome.out.empty());
    EXPECT_NE(outcome.err.find(bad.message), std::string::npos) << bad.text << "\n" << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(out));
  }
}

// Bad input: the papers' own form on 51 intervals; the message has the figure.
TEST(Sample, RefusesLongInitialValueSplines) {
  const support::TemporaryFolder folder;
  std::string knots;
  std::string zeros;
  for (int i = 0; i <= 51; ++i) {
    knots += (i == 0 ? "" : ",") + std::to_string(i);
    if (i >= 2) zeros += (i == 2 ? "0" : ",0");
  }
  const std::string file =
      folder.write("long.toml", "kind='spline'\norder=4\nknots=[" + knots +
                                    "]\n[[joint]]\nname='a'\ninitial=[0,0,0,0,0]\n"
                                    "interior_accelerations=[" +
                                    zeros + "]\nfinal_position=1\n");
  const Outcome outcome = run_program("sample " + file + " --at 0");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("changes q by up to 9.4"), std::string::npos) << outcome.err;
}

/// q'' = cos 2t at the inner knots of [0, 1.5], from q, q', ... of its motion.
std::string cosine_spline(int intervals, const std::string& data) {
  std::string knots = "0";
  for (int i = 1; i <= intervals; ++i) knots += "," + std::to_string(1.5 * i / intervals);
  return "kind='spline'\norder=4\nknots=[" + knots + "]\n[[joint]]\nname='a'\n" + data;
}

std::string cosines(int first, int last, int intervals) {
  std::string list;
  for (int i = first; i <= last; ++i) {
    list += (list.empty() ? "" : ",") + std::to_string(std::cos(3.0 * i / intervals));
  }
  return "[" + list + "]\n";
}

// Oracle: the motion behind the data, q'' = cos 2t, printed with six decimals. The papers' form
// warns and names the well-posed one, which meets it to rounding of the data, at the papers' size
// too.
TEST(Sample, WellPosedSplinesOfAccelerations) {
  const support::TemporaryFolder folder;
  const std::string end = std::to_string((1.0 - std::cos(3.0)) / 4.0);
  const Outcome marched = run_program(
      "sample " +
      folder.write("marched.toml",
                   cosine_spline(15, "initial=[0,0,1,0,-4]\ninterior_accelerations=" +
                                         cosines(1, 14, 15) + "final_position=" + end + "\n")) +
      " --at 1.4 --order 2");
  EXPECT_NE(marched.err.find("warning"), std::string::npos) << marched.err;
  EXPECT_NE(marched.err.find("Give accelerations at all 16 knots"), std::string::npos)
      << marched.err;
  for (const int intervals : {15, 51}) {
    const std::string file = folder.write(
        "posed.toml", cosine_spline(intervals, "accelerations=" + cosines(0, intervals, intervals) +
                                                   "start={q=0,d1=0}\nend={q=" + end + "}\n"));
    const Outcome outcome = run_program("sample " + file + " --at 1.4");
    EXPECT_EQ(outcome.err.find("warning"), std::string::npos) << outcome.err;
    const json q = sampled(file, "1.4", 2)["q"][0];
    EXPECT_NEAR(q[2][0].get<double>(), std::cos(2.8), 3e-5) << intervals;
    EXPECT_NEAR(q[0][0].get<double>(), (1.0 - std::cos(2.8)) / 4.0, 1e-5) << intervals;
  }
}

TEST(Sample, BadTimes) {
  const support::TemporaryFolder folder;
  const std::string file =
      folder.write("e.toml", "kind='expression'\nduration=1\n[[joint]]\nname='a'\nq='t'\n");
  EXPECT_EQ(run_program("sample " + file + " --at 2").exit_code, 2);
  EXPECT_EQ(run_program("sample " + file + " --at ,").exit_code, 2);
  EXPECT_EQ(run_program("sample " + file + " --at 0 --order -1").exit_code, 2);
  EXPECT_EQ(run_program("sample " + file + " --at 0,0.5,1 --order 0").exit_code, 0);
  EXPECT_EQ(run_program("trajectory " + file + " --every -1").exit_code, 2);
  EXPECT_EQ(run_program("trajectory " + file + " --every 0.1 --samples 3").exit_code, 2);
}

// Legal rows through which no sensible spline goes: every command refuses them with the line, where
// `analyze` and `sample` used to print values of 1e16 and exit 0.
TEST(Motion, RefusesSplinesThatSwingOut) {
  const support::TemporaryFolder folder;
  std::string text = "# distances grow by a factor of two each\nt,shoulder,elbow\n0,0,1\n";
  for (int i = 0; i < 40; ++i) {
    const double t = std::pow(10.0, -9.0 + 0.3 * i);
    text += concat(t, ",", std::sin(t / 1000.0), ",", std::cos(t), "\n");
  }
  const std::string csv = folder.write("geo.csv", text);
  const std::string out = (folder.path() / "o.csv").string();
  for (const std::string& command : {"sample " + csv + " --at 0.5", "trajectory " + csv,
                                     "analyze planar2r " + csv + " --only Q_drive -o " + out}) {
    const Outcome outcome = run_program(command + " --smooth none");
    EXPECT_EQ(outcome.exit_code, 2) << command;
    EXPECT_NE(outcome.err.find("geo.csv:"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find(":1: joint 'shoulder': the spline "), std::string::npos)
        << outcome.err;
    EXPECT_NE(outcome.err.find("ends in line 43); smoothing (--smooth SD)"), std::string::npos)
        << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(out));
  }
}

// A swing that is larger than the range of the samples, but not absurd: a warning in every command.
TEST(Motion, WarnsOfSwings) {
  const support::TemporaryFolder folder;
  std::string text = "t,shoulder,elbow\n";
  for (int i = 0; i < 24; ++i) text += concat(0.1 * i, ",", i % 2 == 0 ? 0 : 1, ",0.5\n");
  const std::string csv = folder.write("zigzag.csv", text);
  for (const std::string& command :
       {"sample " + csv + " --at 0.5 --order 6", "trajectory " + csv + " --order 6"}) {
    const Outcome outcome = run_program(command + " --smooth none --derivatives 6");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("warning: "), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("zigzag.csv:"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("joint 'shoulder': the spline is at "), std::string::npos);
  }
  EXPECT_EQ(run_program("sample " + csv + " --at 0.5 --order 14").exit_code, 2);
}

// A gap of 1000 s in a long record: the line after the gap.
TEST(Motion, NamesTheLineOfAGap) {
  const support::TemporaryFolder folder;
  for (const int half : {50, 30000}) {
    std::string text = "t,shoulder,elbow\n";
    for (int i = 0; i < 2 * half; ++i) {
      const double t = 0.001 * i + (i < half ? 0.0 : 1000.0);
      text += concat(t, ",", std::sin(t), ",", std::cos(t), "\n");
    }
    const std::string csv = folder.write("gap.csv", text);
    for (const std::string& command : {"sample " + csv + " --at 0.02", "trajectory " + csv}) {
      const Outcome outcome = run_program(command);
      EXPECT_EQ(outcome.exit_code, 2) << command;
      EXPECT_NE(outcome.err.find(concat("gap.csv:", half + 2, ":1: joint 'shoulder': ")),
                std::string::npos)
          << outcome.err;
    }
  }
}

}  // namespace
}  // namespace appell
