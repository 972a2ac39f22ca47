// Every identity on the embedded robots and on random trees; the printed forms that are wrong.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/io/embedded_models.hpp"
#include "appell/io/load_model.hpp"
#include "papers/verify/catalogue.hpp"
#include "papers/verify/sample.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"
#include "tests/support/random_model.hpp"

namespace appell::verify {
namespace {

using nlohmann::json;
using support::run_program;

/// Runs everything and gives the ids that apply.
std::set<std::string> expect_all_pass(const model::Model& model, int order, std::uint64_t seed) {
  const Sample sample(model, order, seed);
  std::set<std::string> applied;
  for (const Result& result : run_all(sample)) {
    EXPECT_NE(result.outcome, Result::Outcome::kFail)
        << model.name() << ", seed " << seed << ": " << result.identity->id << ", residual "
        << result.residual << " at " << result.worst;
    if (result.outcome == Result::Outcome::kPass) applied.insert(result.identity->id);
  }
  return applied;
}

// Cross-check: two routes per identity that share no code above model/, or say what they share.
TEST(Verify, EveryIdentityHoldsOnEveryEmbeddedModel) {
  std::set<std::string> applied;
  for (const io::EmbeddedModel& embedded : io::embedded_models()) {
    const model::Model model = io::load_model(std::string(embedded.name)).model;
    for (const int order : {0, 2, 6}) applied.merge(expect_all_pass(model, order, 1));
  }
  for (const Identity& identity : identities()) {
    EXPECT_TRUE(applied.contains(identity.id)) << identity.id << " applies to no embedded model";
  }
}

// Property: the same on trees with every kind of joint.
TEST(Verify, EveryIdentityHoldsOnRandomTrees) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    support::Random random(seed);
    const model::Model model = support::random_model(random, 1 + static_cast<int>(seed) % 9);
    if (model.num_coordinates() == 0) continue;
    expect_all_pass(model, 4, seed);
  }
}

TEST(Verify, EveryIdentityHoldsWithRotors) {
  model::Description description = io::load_model("puma560").model.description();
  for (model::Joint& joint : description.joints) {
    joint.actuator.gear_ratio = 100.0;
    joint.actuator.rotor_inertia = 2e-5;
  }
  expect_all_pass(model::build(description), 4, 1);
}

TEST(Verify, EveryIdentityHoldsAtOtherStates) {
  const model::Model model = io::load_model("puma560").model;
  for (std::uint64_t seed = 2; seed <= 6; ++seed) expect_all_pass(model, 5, seed);
}

// A false alarm is a defect of a comparison: where terms cancel, its scale must be what is added
// up. A free body turns with small inertia by large angles, the worst case for that.
TEST(Verify, NoIdentityFailsOnAFreeBodyForAnySeed) {
  const model::Model model = io::load_model("free_body").model;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) expect_all_pass(model, 5, seed);
  for (const std::uint64_t seed : {1, 17, 20, 25}) expect_all_pass(model, 10, seed);
}

TEST(Verify, NoIdentityFailsOnSmallRobotsForAnySeed) {
  for (const char* name : {"double_pendulum", "planar2r", "rpr"}) {
    const model::Model model = io::load_model(name).model;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) expect_all_pass(model, 5, seed);
  }
}

// The scale of the engine's forces is no excuse: residuals are of the size of rounding (the worst
// seen is 8.7e-15), and an error of 1e-10 of a force is noticed on every robot.
TEST(Verify, EngineForcesAreComparedToRounding) {
  double worst = 0.0;
  for (const io::EmbeddedModel& embedded : io::embedded_models()) {
    const model::Model model = io::load_model(std::string(embedded.name)).model;
    if (model.num_coordinates() > 7) continue;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      const Sample sample(model, 10, seed);
      Identity identity = identity_named("engine-forces");
      worst = std::max(worst, run(identity, sample).residual);
      const auto evaluate = identity.evaluate;
      identity.evaluate = [evaluate](const Sample& s) {
        Comparisons found = evaluate(s);
        for (Comparison& comparison : found) {
          comparison.term("mistake", VecX(1e-10 * comparison.lhs()));
        }
        return found;
      };
      EXPECT_EQ(run(identity, sample).outcome, Result::Outcome::kFail)
          << embedded.name << ", seed " << seed;
    }
  }
  EXPECT_LT(worst, 4e-14);
}

TEST(Verify, CatalogueIsComplete) {
  EXPECT_GE(identities().size(), 80u);
  std::set<std::string> ids;
  for (const Identity& identity : identities()) {
    EXPECT_TRUE(ids.insert(identity.id).second) << identity.id << " occurs twice";
    EXPECT_FALSE(identity.equations.empty()) << identity.id;
    EXPECT_FALSE(identity.title.empty()) << identity.id;
    EXPECT_FALSE(identity.formula.empty()) << identity.id;
    EXPECT_FALSE(identity.left.empty()) << identity.id;
    EXPECT_FALSE(identity.right.empty()) << identity.id;
    EXPECT_LE(identity.id.size(), 35u) << identity.id;
    EXPECT_EQ(identity.bar > kBar, !identity.bar_reason.empty()) << identity.id;
    for (const std::string& equation : identity.equations) {
      EXPECT_EQ(equation.find_first_of("S"), 0u) << equation;
      EXPECT_EQ(equation.substr(2, 2), " (") << equation;
    }
  }
}

// What docs/equations.md is made from: the code that it leads to is there.
TEST(Verify, CatalogueKnowsItsCode) {
  const std::filesystem::path root = APPELL_SOURCE_DIR;
  std::map<std::string, std::string> text_of_file;
  for (const Identity& identity : identities()) {
    const std::string file = file_of(identity);
    ASSERT_TRUE(file.starts_with("papers/verify/")) << identity.id << ": " << file;
    if (!text_of_file.contains(file)) text_of_file[file] = support::text_of(root / file);
    EXPECT_NE(text_of_file[file].find("\nIdentity " + function_of(identity) + "("),
              std::string::npos)
        << identity.id << ": " << function_of(identity) << " in " << file;
  }
  EXPECT_EQ(function_of(identity_named("mass-central-axial")), "mass_central_axial");
  EXPECT_EQ(function_of(identity_named("catalan-k4")), "order_k_identity");
  // And the test that it names, which is above.
  const std::string test = kTestOfIdentities;
  const std::size_t dot = test.find('.');
  EXPECT_NE(support::text_of(root / "tests" / "verify" / "verify_test.cpp")
                .find("TEST(" + test.substr(0, dot) + ", " + test.substr(dot + 1) + ")"),
            std::string::npos);
}

// What is wrong as printed must be seen to be wrong, on one robot at least.
TEST(Verify, WrongPrintedFormsAreFarOff) {
  std::map<std::string, double> worst;
  for (const io::EmbeddedModel& embedded : io::embedded_models()) {
    const model::Model model = io::load_model(std::string(embedded.name)).model;
    const Sample sample(model, 6, 1);
    for (const Result& result : run_all(sample)) {
      if (!result.printed_error) continue;
      double& error = worst[result.identity->id];
      error = std::max(error, *result.printed_error);
    }
  }
  EXPECT_GE(worst.size(), 30u);
  for (const auto& [id, error] : worst) EXPECT_GT(error, 1e-3) << id;
}

TEST(Verify, PrintedCoefficientsFailFromTheFourthOrderOn) {
  const model::Model model = io::load_model("rpr").model;
  const Sample sample(model, 6, 1);
  for (int k = 1; k <= 7; ++k) {
    const Result result = run(identity_named("catalan-k" + std::to_string(k)), sample);
    EXPECT_EQ(result.outcome, Result::Outcome::kPass) << k;
    EXPECT_EQ(result.printed_error.has_value(), k >= 4) << k;
    if (k >= 4) {
      EXPECT_GT(*result.printed_error, 0.01) << k;
    }
  }
}

// A wrong right side must be noticed: the bar is no decoration.
TEST(Verify, SmallErrorsFail) {
  const model::Model model = io::load_model("planar2r").model;
  const Sample sample(model, 1, 1);
  Identity identity = identity_named("kinetic-energy");
  const auto evaluate = identity.evaluate;
  identity.evaluate = [evaluate](const Sample& s) {
    Comparisons found = evaluate(s);
    found.front().term("mistake", 1e-10 * found.front().scale());
    return found;
  };
  EXPECT_EQ(run(identity, sample).outcome, Result::Outcome::kFail);
  identity.evaluate = [](const Sample&) {
    return Comparisons{Comparison("x", 1.0).term("y", std::nan(""))};
  };
  EXPECT_EQ(run(identity, sample).outcome, Result::Outcome::kFail);
  identity.evaluate = [](const Sample&) {
    return Comparisons{Comparison("x", 0.0).term("y", 0.0)};
  };
  EXPECT_EQ(run(identity, sample).outcome, Result::Outcome::kNotApplicable);
}

TEST(Verify, SaysWhatIsWrong) {
  const model::Model model = io::load_model("planar2r").model;
  EXPECT_THROW_MESSAGE(Sample(model, 11, 1), InvalidArgument, "order must be in 0..10, got 11");
  EXPECT_THROW_MESSAGE(
      identity_named("catalan-k44"), InvalidArgument,
      "no identity is called 'catalan-k44' (did you mean 'catalan-k4'?); near names: "
      "catalan-k1, ");
}

TEST(VerifyProgram, JsonOfOneModelIsAnObjectAndOfAllAList) {
  const support::Outcome one = run_program("verify planar2r --order 3 --json");
  EXPECT_EQ(one.exit_code, 0) << one.err;
  const json object = json::parse(one.out);
  EXPECT_EQ(object["model"], "planar2r");
  EXPECT_EQ(object["gravity"].size(), 3u);
  EXPECT_GE(object["identities"].size(), 80u);
  for (const json& identity : object["identities"]) {
    EXPECT_TRUE(identity["id"].is_string());
    EXPECT_FALSE(identity["equations"].empty());
    EXPECT_TRUE(identity["residual"].is_number());
    EXPECT_TRUE(identity["bar"].is_number());
    EXPECT_EQ(identity["pass"], true);
  }
  const support::Outcome all = run_program("verify --order 1 --json");
  EXPECT_EQ(all.exit_code, 0) << all.err;
  EXPECT_EQ(json::parse(all.out).size(), io::embedded_models().size());
}

// What README says: of the 185 identities 178 to 183 apply to each embedded robot, and all of these
// hold.
TEST(VerifyProgram, AsManyApplyAsReadmeSays) {
  EXPECT_EQ(identities().size(), 185u);
  for (const io::EmbeddedModel& embedded : io::embedded_models()) {
    const model::Model model = io::load_model(std::string(embedded.name)).model;
    const Sample sample(model, /*order=*/5, /*seed=*/1);  // As the program without options.
    const std::vector<Result> results = run_all(sample);
    EXPECT_TRUE(all_pass(results)) << embedded.name;
    const auto num_applied = std::count_if(results.begin(), results.end(), [](const Result& r) {
      return r.outcome != Result::Outcome::kNotApplicable;
    });
    EXPECT_GE(num_applied, 178) << embedded.name;
    EXPECT_LE(num_applied, 183) << embedded.name;
  }
}

TEST(VerifyProgram, SeedDecidesTheStateAndNothingElse) {
  const std::string first = run_program("verify rpr --order 2 --seed 7").out;
  EXPECT_EQ(first, run_program("verify rpr --order 2 --seed 7").out);
  EXPECT_NE(first, run_program("verify rpr --order 2 --seed 8").out);
}

TEST(VerifyProgram, TableFitsIntoAHundredColumns) {
  const std::string out = run_program("verify panda").out;
  std::size_t width = 0;
  for (const char c : out) {
    if (c == '\n') {
      EXPECT_LE(width, 100u);
      width = 0;
    } else if ((static_cast<unsigned char>(c) & 0xC0u) != 0x80u) {
      ++width;  // Not a continuation byte of UTF-8.
    }
  }
  EXPECT_NE(out.find(" 0 fail"), std::string::npos) << out;
}

// A reason is there in full, whatever its length; blanks and line breaks do not count.
TEST(VerifyProgram, ReasonsAreNotCutOff) {
  const auto without_blanks = [](std::string text) {
    std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
    return text;
  };
  const std::string table = without_blanks(run_program("verify free_body --order 2").out);
  const json object = json::parse(run_program("verify free_body --order 2 --json").out);
  ASSERT_GT(object["not_applicable"].size(), 3u);
  std::size_t longest = 0;
  for (const json& identity : object["not_applicable"]) {
    const std::string reason = identity["reason"].get<std::string>();
    longest = std::max(longest, reason.size());
    EXPECT_NE(table.find("n/a:" + without_blanks(reason)), std::string::npos) << reason;
  }
  EXPECT_GT(longest, 36u);
}

TEST(VerifyProgram, ListsTheIdentitiesWithoutRunningThem) {
  const support::Outcome listed = run_program("verify --list --json");
  EXPECT_EQ(listed.exit_code, 0) << listed.err;
  const json list = json::parse(listed.out);
  ASSERT_EQ(list.size(), identities().size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Identity& identity = identities()[i];
    EXPECT_EQ(list[i]["id"], identity.id);
    EXPECT_EQ(list[i]["title"], identity.title);
    EXPECT_EQ(list[i]["equations"], json(identity.equations));
    EXPECT_EQ(list[i]["formula"], identity.formula);
    EXPECT_EQ(list[i]["function"], function_of(identity));
    EXPECT_EQ(list[i]["file"], file_of(identity));
    EXPECT_EQ(list[i]["test"], kTestOfIdentities);
  }
  const std::string table = run_program("verify --list").out;
  for (const Identity& identity : identities()) {
    EXPECT_NE(table.find("\n" + identity.id + " "), std::string::npos) << identity.id;
  }
  const support::Outcome both = run_program("verify panda --list");
  EXPECT_EQ(both.exit_code, 2);
  EXPECT_NE(both.err.find("MODEL excludes --list"), std::string::npos) << both.err;
}

TEST(VerifyProgram, ExplainsOneIdentity) {
  const support::Outcome known = run_program("verify panda --explain catalan-k4");
  EXPECT_EQ(known.exit_code, 0) << known.err;
  for (const char* text : {"S2 (74)", "Catalan", "equations::order_k_equation", "Σ|terms|",
                           "as printed", "gravity 0,0,-9.81",
                           "order_k_identity() in papers/verify/motion_equation_identities.cpp"}) {
    EXPECT_NE(known.out.find(text), std::string::npos) << text << "\n" << known.out;
  }
  const support::Outcome unknown = run_program("verify panda --explain catalan-4");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("did you mean 'catalan-k4'?"), std::string::npos) << unknown.err;
}

}  // namespace
}  // namespace appell::verify
