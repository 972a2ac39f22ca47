#include "appell/io/study_file.hpp"

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace appell::io {
namespace {

const std::string kWholeStudy = R"(model = "panda"
motions = ["swing.toml"]
seed = 1
draws = 1000
order = 1
every = 0.002             # s between samples; or samples = 1001 (default)
quantities = ["Q_drive"]
reduce = ["max_abs", "rms"]
[[vary]]
what = "inertia"          # mass, centre and tensor together, always a possible body
links = ["*"]
sd = 0.05                 # relative
)";

// Oracle: what the text says.
TEST(StudyFile, ReadsAWholeStudy) {
  const StudyFile study = read_study_toml("folder/study.toml", kWholeStudy);
  EXPECT_EQ(study.models, std::vector<std::string>{"panda"});
  EXPECT_EQ(study.motions, std::vector<std::string>{"folder/swing.toml"});
  EXPECT_EQ(study.seed, 1U);
  EXPECT_EQ(study.draws, 1000);
  EXPECT_EQ(study.order, 1);
  EXPECT_EQ(study.every, 0.002);
  EXPECT_EQ(study.reduce, (std::vector<std::string>{"max_abs", "rms"}));
  EXPECT_EQ(study.design, "random");
  ASSERT_EQ(study.vary.size(), 1U);
  EXPECT_EQ(study.vary[0].what, "inertia");
  EXPECT_EQ(study.vary[0].links, std::vector<std::string>{"*"});
  EXPECT_EQ(study.vary[0].spread, VaryEntry::Spread::kRelative);
  EXPECT_EQ(study.vary[0].sd, 0.05);
  EXPECT_EQ(study.at("quantities"), "folder/study.toml:7:14: quantities: ");
}

// Property: comments, blanks and the order of keys are nothing of the study; numbers are.
TEST(StudyFile, IsTheSameWithOtherComments) {
  const StudyFile study = read_study_toml("study.toml", kWholeStudy);
  const StudyFile other = read_study_toml(
      "study.toml", "# hello\nseed = 1\n" + [&] {
        std::string text = kWholeStudy;
        return text.erase(text.find("seed = 1\n"), 9);
      }());
  EXPECT_EQ(study.canonical, other.canonical);
  std::string changed = kWholeStudy;
  changed.replace(changed.find("0.05"), 4, "0.06");
  EXPECT_NE(read_study_toml("study.toml", changed).canonical, study.canonical);
}

// Oracle: the files that were made, in the order of their names.
TEST(StudyFile, PatternsOfMotionsAreFilesBesideIt) {
  const support::TemporaryFolder folder;
  for (const char* name : {"b.csv", "a.csv", "c.txt"}) folder.write(name, "t,j\n");
  const std::string path =
      folder.write("study.toml", "model = \"panda\"\nmotions = \"*.csv\"\nquantities = \"q\"\n");
  const StudyFile study = load_study(path);
  EXPECT_EQ(study.motions, (std::vector<std::string>{(folder.path() / "a.csv").string(),
                                                     (folder.path() / "b.csv").string()}));
}

TEST(StudyFile, ReadsEveryFormOfWhatVaries) {
  const StudyFile study = read_study_toml("s.toml", R"(
models = ["a.urdf", "puma560"]
motion = "m.toml"
design = "grid"
check = true
limits = "panda"
gravity = [0, 0, -9.8]
[[vary]]
what = "mass"
links = "link5"
range = [0.9, 1.1]
levels = 3
[[vary]]
what = "payload"
values = [0, 1, 3]
centre = [0, 0, 0.1]
radius = 0.05
[[vary]]
what = "friction"
part = "viscous"
joints = ["joint*"]
sd = 0.3
levels = 5
each = "together"
[[vary]]
what = "limits"
kinds = ["torque"]
values = [0.8, 1.0]
)");
  EXPECT_EQ(study.models, (std::vector<std::string>{"a.urdf", "puma560"}));
  EXPECT_EQ(study.limits, "panda");
  EXPECT_TRUE(study.is_checked);
  ASSERT_EQ(study.vary.size(), 4U);
  EXPECT_EQ(study.vary[0].spread, VaryEntry::Spread::kRange);
  EXPECT_EQ(study.vary[0].high, 1.1);
  EXPECT_EQ(study.vary[0].levels, 3);
  EXPECT_EQ(study.vary[1].values, (std::vector<double>{0.0, 1.0, 3.0}));
  EXPECT_EQ(study.vary[1].centre, Vec3(0.0, 0.0, 0.1));
  EXPECT_EQ(study.vary[2].part, "viscous");
  EXPECT_TRUE(study.vary[2].is_together);
  EXPECT_EQ(study.vary[3].kinds, std::vector<std::string>{"torque"});
}

/// What is said of a study with some lines in it.
std::string complaint(const std::string& lines) {
  try {
    read_study_toml("s.toml", lines);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// Bad input: place, what was found, what is needed.
TEST(StudyFile, ExplainsBadInput) {
  const std::string good = "model = \"panda\"\nmotions = [\"m.toml\"]\nquantities = [\"q\"]\n";
  ASSERT_EQ(complaint(good), "");
  const std::pair<std::string, std::string> bad[] = {
      {"quantities = [\"q\"]\n", "model is missing"},
      {"model = \"panda\"\nquantities = [\"q\"]\n", "motions is missing"},
      {good + "draw = 3\n", "s.toml:4:1: study: field 'draw' is not known (did you mean 'draws'?)"},
      {good + "draws = 0\n", "s.toml:4:9: study: draws is 0; a whole number in 1.."},
      {good + "draws = 5\n", "nothing varies"},
      {good + "design = \"latn\"\n", "design is 'latn' (did you mean 'latin'?)"},
      {good + "every = -1\n", "every is -1"},
      {good + "every = 0.1\nsamples = 5\n", "one is needed"},
      {good + "[[vary]]\nwhat = \"inertai\"\nsd = 0.1\n", "did you mean 'inertia'?"},
      {good + "[[vary]]\nwhat = \"inertia\"\n", "s.toml:4:1: vary 1: what = \"inertia\" takes sd"},
      {good + "[[vary]]\nwhat = \"mass\"\nsd_abs = 1\n", "takes sd, range or values"},
      {good + "[[vary]]\nwhat = \"mass\"\nrange = [1.1, 0.9]\n", "do not descend"},
      {good + "[[vary]]\nwhat = \"mass\"\nvalues = [-1]\n", "above 0"},
      {good + "[[vary]]\nwhat = \"mass\"\njoints = \"j\"\nsd = 0.1\n", "field 'joints'"},
      {good + "[[vary]]\nwhat = \"payload\"\nsd = 0.1\n", "needs its mean"},
      {"model = 3\nmotions = [\"m.toml\"]\nquantities = [\"q\"]\n", "a text or a list of texts"},
      {"model = \"panda\"\nmotions = [\"no/*.csv\"]\nquantities = [\"q\"]\n", "no file matches"},
      {good + "motion = \"n.toml\"\n", "s.toml:2:11: study: motion and motions are given"},
      {good + "samples = 1000000000\n", "s.toml:4:11: study: samples is 1000000000"},
      {good + "[[vary]]\nwhat = \"mass\"\nlink = \"a\"\nlinks = \"b\"\nsd = 0.1\n",
       "link and links are given"},
      {good + "[[vary]]\nwhat = \"mass\"\nsd = 0.1\nlevel = 3\n",
       "known are what, links, each, link, sd, range, values, levels"},
      {"models = [\"ur5\", \"ur5\"]\nmotions = [\"a\"]\nquantities = [\"q\"]\n",
       "s.toml:1:10: study: models has 'ur5' twice"},
      {"model = \"panda\"\nmotions = [\"a\", \"a\"]\nquantities = [\"q\"]\n", "'a' twice"}};
  for (const auto& [text, said] : bad) {
    EXPECT_NE(complaint(text).find(said), std::string::npos) << text << complaint(text);
  }
}

// A key that is not known is answered with all that are: those of the table in docs/formats.md.
TEST(StudyFile, NamesAllKeys) {
  const std::string said = complaint("model = \"panda\"\nmotions = [\"m.toml\"]\nzzz = 1\n");
  for (const char* key :
       {"model",   "models",         "motion",     "motions",        "columns", "smooth",
        "order",   "samples",        "every",      "seed",           "draws",   "design",
        "indices", "items_per_part", "quantities", "reduce",         "series",  "check",
        "limits",  "frame",          "gravity",    "accept_inertia", "vary"}) {
    EXPECT_NE((said + ",").find(concat(" ", key, ",")), std::string::npos) << key << "\n" << said;
  }
}

// Defaults are those of docs/formats.md.
TEST(StudyFile, HasTheDefaultsThatAreDocumented) {
  const StudyFile study =
      read_study_toml("s.toml", "model = \"panda\"\nmotion = \"m.toml\"\nquantities = [\"q\"]\n");
  EXPECT_EQ(study.order, 2);
  EXPECT_EQ(study.samples, 1001);
  EXPECT_FALSE(study.every.has_value());
  EXPECT_EQ(study.seed, 1U);
  EXPECT_EQ(study.draws, 1);
  EXPECT_EQ(study.design, "random");
  EXPECT_EQ(study.reduce, (std::vector<std::string>{"max_abs", "rms"}));
  EXPECT_TRUE(study.series.empty() && study.indices.empty() && !study.is_checked);
}

// A study says "motion" or "motions"; messages point at what it says.
TEST(StudyFile, PlacesAreThoseOfTheKeysItHas) {
  const StudyFile study =
      read_study_toml("s.toml", "model = \"panda\"\nmotion = \"m.toml\"\nquantities = [\"q\"]\n");
  EXPECT_EQ(study.at("motions"), "s.toml:2:10: motion: ");
  EXPECT_EQ(study.at("models"), "s.toml:1:9: model: ");
  EXPECT_EQ(study.at("draws"), "s.toml: draws: ");
}

}  // namespace
}  // namespace appell::io
