// What `appell sweep` says of studies that it refuses, and of those whose answers need care.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/apps/sweep_study.hpp"

namespace appell {
namespace {

using nlohmann::json;
using support::expect_same_results;
using support::Outcome;
using support::parts_in;
using support::run_program;
using support::StudyFolder;

// What is refused leaves nothing: neither parts nor the folder.
TEST(SweepWords, RefusedStudiesLeaveNothing) {
  const StudyFolder at(100);
  const std::string text = support::text_of(at.study);
  const auto with = [&text](const std::string& from, const std::string& to) {
    std::string changed = text;
    return changed.replace(changed.find(from), from.size(), to);
  };
  const std::pair<std::string, std::string> bad[] = {
      {with("draws = 100", "draws = 1000000000000"), "study.toml:8:9: draws: these are"},
      {with("draws = 100", "draws = 1000000000\nitems_per_part = 1000000000"),
       "study.toml:9:18: items_per_part: is 1000000000"},
      {with("samples = 201", "every = 5"), "study.toml:4:9: every: is 5 s, but"},
      {with("samples = 201", "every = 1e-12"), "study.toml:4:9: every: "},
      {with("samples = 201", "samples = 1000000000"), "study.toml:4:11: study: samples is"},
      {with("'panda'", "'pando'"), "study.toml:1:9: model: pando: is neither"},
      {with("['swing.toml']", "['swing.toml', 'bad.toml']"), "bad.toml:"},
      {with("['swing.toml']", "['swing.toml', 'half.toml']"), "half.toml: "}};
  at.folder.write("bad.toml", "kind = 'expression'\nduration = -1.0\n");
  const std::string swing = support::text_of(at.folder.path() / "swing.toml");
  at.folder.write("half.toml",
                  std::string(swing).replace(swing.find("0.2*sin(3*t)"), 12, "sqrt(0.5-t)"));
  for (const auto& [study, said] : bad) {
    at.folder.write("study.toml", study);
    const Outcome outcome = at.run("d");
    EXPECT_EQ(outcome.exit_code, 2) << said;
    EXPECT_NE(outcome.err.find(said), std::string::npos) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(at.out("d"))) << said;
  }
}

/// Whoever makes a summary says what is odd, once, whoever computed the motion's first draw: the
/// folder "d" is complete, shards are made and merged.
void expect_said_by_readers(const StudyFolder& at) {
  const auto expect_once = [](const Outcome& outcome) {
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    for (const char* said : {"is largely noise of the samples", "joint 'joint1': position",
                             "has 501 rows", "501 rows, 1 s at 500 Hz"}) {
      const std::size_t first = outcome.err.find(said);
      EXPECT_NE(first, std::string::npos) << said << "\n" << outcome.err;
      const bool is_many = std::string(said).starts_with("is largely");  // One for each joint.
      EXPECT_TRUE(is_many || first == outcome.err.rfind(said)) << outcome.err;
    }
  };
  expect_once(at.run("d", "--resume"));
  const std::string page = at.out("page.html");
  expect_once(run_program("sweep --merge " + at.out("d") + " --report " + page));
  EXPECT_NE(support::text_of(page).find("is largely noise of the samples"), std::string::npos);
  for (const char* shard : {"--shard 1/2", "--shard 0/2"}) {
    ASSERT_EQ(at.run("shards", shard).exit_code, 0);
  }
  expect_once(run_program("sweep --merge " + at.out("shards")));
  // Called from another folder too, the bytes are the same.
  const std::filesystem::path here = std::filesystem::current_path();
  std::filesystem::current_path(at.folder.path());
  expect_once(run_program("sweep ./study.toml -o there"));
  std::filesystem::current_path(here);
  expect_same_results(at.out("d"), at.out("there"));
  expect_same_results(at.out("d"), at.out("shards"));
  const json summary = json::parse(at.summary("shards"));
  EXPECT_EQ(summary["notes"].size(), 1U);
  EXPECT_EQ(summary["warnings"][0].get<std::string>().find("log.csv: "), 0U);
}

// What `analyze` says of a motion, a sweep says once, however many draws there are: noise of 1e-4
// rad in samples 2 ms apart is some 1e5 times as large in the jerk; joint 1 goes beyond its 2.8973
// rad.
TEST(SweepWords, SaysWhatIsOddAboutMotions) {
  const StudyFolder at(50, "items_per_part = 10\n");
  std::mt19937 random(3);
  std::normal_distribution<double> noise(0.0, 1e-4);
  std::string log = "t,joint1,joint2,joint3,joint4,joint5,joint6,joint7\n";
  for (int i = 0; i <= 500; ++i) {
    const double t = 0.002 * i;
    log += fmt::format("{}", t);
    for (int j = 1; j <= 7; ++j) {
      const double middle = j == 4 ? -1.0 : j == 6 ? 1.0 : 0.0;
      log += fmt::format(",{}",
                         middle + (j == 1 ? 3.0 : 0.1) * t * t * (3.0 - 2.0 * t) + noise(random));
    }
    log += "\n";
  }
  at.folder.write("log.csv", log);
  std::string text = support::text_of(at.study);
  text.replace(text.find("swing.toml"), 10, "log.csv");
  at.folder.write("study.toml", "smooth = 'none'\n" + text);
  const Outcome outcome = at.run("d");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char* said :
       {"Q_drive.d1 of 'joint", "is largely noise of the samples", "(smooth: auto) removes it",
        "joint 'joint1': position 3.", "has 501 rows, of which the study sees 201 samples"}) {
    const std::size_t first = outcome.err.find(said);
    EXPECT_NE(first, std::string::npos) << said << "\n" << outcome.err;
  }
  const std::string once = "joint 'joint1': position";
  EXPECT_EQ(outcome.err.find(once), outcome.err.rfind(once)) << outcome.err;
  expect_said_by_readers(at);
  at.folder.write("study.toml", text);
  const Outcome smooth = at.run("e");
  EXPECT_EQ(smooth.exit_code, 0) << smooth.err;
  EXPECT_EQ(smooth.err.find("largely noise"), std::string::npos) << smooth.err;
}

// Limits hold at the speed that is drawn: the swing's joint 1 has 0.2 rad/s, its limit is 2.175, so
// 20 times as fast is beyond it and ten times as fast is not.
TEST(SweepWords, LooksAtLimitsAtTheHighestSpeed) {
  const StudyFolder at(40);
  const std::string text = support::text_of(at.study);
  for (const char* highest : {"10", "20"}) {
    at.folder.write("study.toml",
                    text + "[[vary]]\nwhat = 'speed'\nvalues = [1.0, " + highest + "]\n");
    const Outcome outcome = at.run(highest);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const bool is_said = outcome.err.find(std::string("swing.toml: at speed ") + highest +
                                          ": joint 'joint1': velocity 4") != std::string::npos;
    EXPECT_EQ(is_said, std::string(highest) == "20") << outcome.err;
  }
}

// How often motions are looked at is said, where the summary is made: the swing lasts 1 s, its copy
// 2 s, 10 ms are 101 and 201 samples. A study that only checks limits takes none.
TEST(SweepWords, SaysHowManySamplesThereAre) {
  const StudyFolder at(3);
  const std::string text = support::text_of(at.study);
  const Outcome one = at.run("one");
  EXPECT_NE(one.out.find("\n201 samples along the motion, 0.005 s apart\n"), std::string::npos)
      << one.out;
  std::string swing = support::text_of(at.folder.path() / "swing.toml");
  at.folder.write("long.toml", swing.replace(swing.find("= 1.0"), 5, "= 2.0"));
  std::string two = text;
  two.replace(two.find("samples = 201"), 13, "every = 0.01");
  two.replace(two.find("['swing.toml']"), 14, "['swing.toml', 'long.toml']");
  at.folder.write("study.toml", two);
  const Outcome both = at.run("both");
  const std::string said = "\n101 to 201 samples along each motion, 0.01 s apart\n";
  EXPECT_NE(both.out.find(said), std::string::npos) << both.out;
  const json summary = json::parse(at.summary("both"));
  EXPECT_EQ(summary["samplings"][1]["motion"], "long.toml");
  EXPECT_EQ(summary["samplings"][1]["samples"], 201);
  EXPECT_EQ(summary["samplings"][1]["step"], 0.01);
  EXPECT_EQ(run_program("sweep --merge " + at.out("both")).out, both.out);
  EXPECT_EQ(at.run("both", "--resume").out, both.out);
  at.folder.write("study.toml", "model = 'panda'\nmotions = ['swing.toml']\ncheck = true\n");
  const Outcome checked = at.run("checked");
  ASSERT_EQ(checked.exit_code, 0) << checked.err;
  EXPECT_EQ(checked.out.find("samples along"), std::string::npos) << checked.out;
}

// Both programs say in the same words what was read of a recording:
// once, though there are 50 draws.
TEST(SweepWords, SaysWhatWasReadOfARecording) {
  const StudyFolder at(50);
  std::string log = "t,joint1,joint2,joint3,joint4,joint5,joint6,joint7\n";
  for (int i = 0; i <= 100; ++i) {
    log += fmt::format("{0},{1},{1},{1},-1,{1},1,{1}\n", 0.01 * i, 0.1 * std::sin(0.01 * i));
  }
  const std::string path = at.folder.write("log.csv", log);
  std::string text = support::text_of(at.study);
  at.folder.write("study.toml", text.replace(text.find("swing.toml"), 10, "log.csv"));
  const auto note_of = [](const std::string& err) {
    const std::size_t from = err.find("note: "), rows = err.find("101 rows");
    return rows == std::string::npos ? "" : err.substr(from, err.find('\n', rows) - from);
  };
  const Outcome alone =
      run_program("analyze panda " + path + " --only Q_drive --order 1 -o " + at.out("x.csv"));
  const std::string expected = note_of(alone.err);
  ASSERT_NE(expected.find("exact, interpolated"), std::string::npos) << alone.err;
  const Outcome outcome = at.run("d");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(note_of(outcome.err), expected) << outcome.err;
  EXPECT_EQ(outcome.err.find("101 rows"), outcome.err.rfind("101 rows"));
}

// What 8 draws cannot tell is not told: ten numbers of a link's inertia explain anything. 30 can,
// with what chance gives: √(2·10/(19·31)) = 18 %.
TEST(SweepWords, SaysThatDrawsAreTooFew) {
  const StudyFolder few(8), some(30), many(1000);
  const Outcome none = few.run("d");
  EXPECT_NE(none.out.find("too few draws (8) for factors of 10 numbers"), std::string::npos)
      << none.out;
  EXPECT_EQ(none.out.find(" %\n  inertia"), std::string::npos) << none.out;
  EXPECT_TRUE(json::parse(few.summary("d"))["matters"][0]["share"].is_null());
  const std::string little = some.run("d").out;
  EXPECT_NE(little.find("few draws (30) for factors of 10 numbers"), std::string::npos) << little;
  EXPECT_NE(little.find("chance gives 18 %"), std::string::npos) << little;
  const std::string much = many.run("d").out;
  EXPECT_NE(much.find("what matters"), std::string::npos) << much;
  EXPECT_EQ(much.find("few draws"), std::string::npos) << much;
}

// Neither can one row of Sobol indices; 16 can, with errors that are said.
TEST(SweepWords, SaysHowSureSobolIndicesAre) {
  const StudyFolder one(1, "indices = 'sobol'\n"), some(16, "indices = 'sobol'\n");
  const Outcome none = one.run("d");
  EXPECT_NE(none.out.find("too few draws (1) for Sobol indices"), std::string::npos) << none.out;
  const json summary = json::parse(one.summary("d"));
  EXPECT_TRUE(summary["matters"][0]["share"].is_null());
  EXPECT_TRUE(summary["results"][0]["factors"][0]["total_error"].is_null());
  const std::string few = some.run("d").out;
  EXPECT_NE(few.find("few draws (16) for Sobol indices: that of one result has a standard error"),
            std::string::npos)
      << few;
}

// 7 masses, 7 centres and gravity are 15 factors, of which 12 are shown.
TEST(SweepWords, SaysHowManyFactorsAreNotShown) {
  const StudyFolder at(20);
  std::string text = support::text_of(at.study);
  text.replace(text.find("what = 'inertia'"), 16, "what = 'mass'");
  text += "[[vary]]\nwhat = 'centre'\nsd_abs = 0.01\n[[vary]]\nwhat = 'gravity'\nsd = 0.01\n";
  at.folder.write("study.toml", text);
  const Outcome outcome = at.run("d");
  EXPECT_EQ(json::parse(at.summary("d"))["matters"].size(), 15U);
  EXPECT_NE(outcome.out.find("\nand 3 factors more in summary.json\n"), std::string::npos)
      << outcome.out << outcome.err;
}

// What a merge that was killed left in the folder is removed by whoever goes on, and nothing else.
TEST(SweepWords, RemainsOfTheDeadAreRemoved) {
  const StudyFolder at(20);
  ASSERT_EQ(at.run("d").exit_code, 0);
  const std::string remains = at.out("d") + "/summary.json.4194000-0badcafe.partial";
  std::ofstream(remains) << "{";
  ASSERT_EQ(at.run("d", "--resume").exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(remains));
  EXPECT_TRUE(std::filesystem::exists(at.out("d") + "/summary.json"));
}

// The page may go into the folder of the results, which the run makes.
TEST(SweepWords, ThePageMayLieInTheNewFolder) {
  const StudyFolder at(20);
  const Outcome outcome = at.run("d", "--report " + at.out("d") + "/page.html");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(std::filesystem::exists(at.out("d") + "/page.html"));
  EXPECT_EQ(at.run("e", "--report " + at.out("e") + "/page.txt").exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(at.out("e")));
}

// The jerk of a spline with continuous accelerations jumps, so its derivative is infinite there:
// beyond any limit, without a number. Such items are the worst and are counted; what matters to
// torques is the same as without limits.
TEST(SweepWords, SaysWhichItemsHaveNoNumber) {
  const StudyFolder at(1);
  std::string spline = "kind = 'spline'\norder = 2\nknots = [0.0, 0.5, 1.0, 1.5, 2.0]\n";
  std::string smooth = "kind = 'minimum_jerk'\nduration = 2.0\n";
  for (const std::string joint : {"shoulder", "elbow"}) {
    spline += "[[joint]]\nname = '" + joint +
              "'\ninterior_accelerations = [3.0, 0.0, -3.0]\n"
              "start = {q = 0.0, d1 = 0.0, d2 = 0.0}\nend = {q = 1.0}\n";
    smooth += "[[joint]]\nname = '" + joint + "'\nfrom = 0\nto = 1\n";
  }
  at.folder.write("jumps.toml", spline);
  at.folder.write("smooth.toml", smooth);
  at.folder.write("limits.toml", "[default]\nvelocity = 5\ntorque = 60\nq_d4 = 10000\n");
  const std::string free =
      "model = 'planar2r'\nmotions = ['smooth.toml', 'jumps.toml']\ndraws = 20\norder = 0\n"
      "quantities = ['Q_drive']\n";
  const std::string vary = "[[vary]]\nwhat = 'mass'\nsd = 0.1\n";
  at.folder.write("study.toml", free + vary);
  ASSERT_EQ(at.run("free").exit_code, 0);
  at.folder.write("study.toml", free + "limits = 'limits.toml'\n" + vary);
  const Outcome held = at.run("held", "--report " + at.out("page.html"));
  ASSERT_EQ(held.exit_code, 0) << held.err;
  const std::string said =
      "margin.q_d4 is not defined in 20 of 40 items (an impulse, beyond any limit): they are the "
      "worst";
  EXPECT_NE(held.out.find(said), std::string::npos) << held.out;
  const std::string page = support::text_of(at.out("page.html"));
  EXPECT_NE(page.find(said), std::string::npos);
  EXPECT_NE(page.find("\"not defined\""), std::string::npos);
  const json without = json::parse(at.summary("free"))["results"];
  const json with = json::parse(at.summary("held"))["results"];
  for (std::size_t r = 0; r < without.size(); ++r) EXPECT_EQ(with[r], without[r]);
  const auto margin = std::find_if(with.begin(), with.end(),
                                   [](const json& one) { return one["name"] == "margin.q_d4"; });
  ASSERT_NE(margin, with.end());
  EXPECT_EQ((*margin)["undefined"], 20);
  EXPECT_EQ((*margin)["worst"][0]["motion"], "jumps.toml");
  EXPECT_TRUE((*margin)["worst"][0]["value"].is_null());
}

// A study may be renamed: its parts stay its parts.
TEST(SweepWords, GoesOnUnderAnotherName) {
  const StudyFolder at(400, "items_per_part = 100\n");
  ASSERT_EQ(at.run("d").exit_code, 0);
  const auto parts = parts_in(at.out("d"));
  const auto untouched = std::filesystem::last_write_time(parts[1]);
  std::filesystem::remove(parts[0]);
  const std::string other = at.folder.write("other.toml", support::text_of(at.study));
  const Outcome outcome = run_program("sweep " + other + " -o " + at.out("d") + " --resume");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.err.find("another study"), std::string::npos) << outcome.err;
  EXPECT_EQ(std::filesystem::last_write_time(parts[1]), untouched);
  EXPECT_EQ(run_program("sweep --merge " + at.out("d")).exit_code, 0);
  ASSERT_EQ(at.run("e").exit_code, 0);
  expect_same_results(at.out("d"), at.out("e"));
}

// A motion that a study names by an absolute path is the same wherever the study is called from.
TEST(SweepWords, AbsolutePathsHaveOneName) {
  const StudyFolder at(20);
  const std::string text = support::text_of(at.study);
  const std::string swing = (at.folder.path() / "swing.toml").string();
  for (const std::string& pattern : {swing, (at.folder.path() / "sw*.toml").string()}) {
    std::string absolute = text;
    absolute.replace(absolute.find("swing.toml"), 10, pattern);
    std::filesystem::create_directories(at.folder.path() / "sub");
    for (const std::string name : {"study.toml", "sub/study.toml"}) {
      at.folder.write(name, absolute);
      std::filesystem::remove_all(at.out("d"));
      const std::filesystem::path here = std::filesystem::current_path();
      std::filesystem::current_path((at.folder.path() / name).parent_path());
      EXPECT_EQ(run_program("sweep study.toml -o " + at.out("d")).exit_code, 0);
      std::filesystem::current_path(here);
      const std::string first = at.summary("d");
      const Outcome outcome = run_program("sweep " + (at.folder.path() / name).string() + " -o " +
                                          at.out("d") + " --resume");
      EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
      EXPECT_EQ(at.summary("d"), first);
      EXPECT_EQ(json::parse(first)["motions"][0], swing);
    }
  }
}

}  // namespace
}  // namespace appell
