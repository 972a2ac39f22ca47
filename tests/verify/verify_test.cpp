// Every identity on the embedded robots and on random trees; the printed forms that are wrong.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <regex>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/force/generalized_force.hpp"
#include "appell/io/embedded_models.hpp"
#include "appell/io/load_model.hpp"
#include "appell/kinematics/propagate.hpp"
#include "papers/verify/catalogue.hpp"
#include "papers/verify/report.hpp"
#include "papers/verify/sample.hpp"
#include "papers/verify/sections.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/nudged.hpp"
#include "tests/support/places.hpp"
#include "tests/support/program.hpp"
#include "tests/support/random_model.hpp"
#include "tests/support/sanitized.hpp"

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

/// With sanitizers a part of the seeds: what they look for does not depend on the numbers.
constexpr unsigned num_seeds(unsigned count) { return APPELL_SANITIZED ? (count + 7) / 8 : count; }

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
  for (unsigned seed = 1; seed <= num_seeds(60); ++seed) {
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
  for (std::uint64_t seed = 1; seed <= num_seeds(40); ++seed) expect_all_pass(model, 5, seed);
  for (const std::uint64_t seed : {1u, 17u, 20u, 25u}) expect_all_pass(model, 10, seed);
}

TEST(Verify, NoIdentityFailsOnSmallRobotsForAnySeed) {
  for (const char* name : {"double_pendulum", "planar2r", "rpr"}) {
    const model::Model model = io::load_model(name).model;
    for (std::uint64_t seed = 1; seed <= num_seeds(40); ++seed) expect_all_pass(model, 5, seed);
  }
}

// Nor where a body has next to no inertia, a robot is a millionth of the usual size, or the order
// is the highest.
TEST(Verify, NoIdentityFailsOnExtremeRobots) {
  for (const char* name : {"planar2r", "rpr"}) {
    model::Description tiny = io::load_model(name).model.description();
    model::Description centred = tiny;
    model::Description micro = tiny;
    for (std::size_t i = 0; i < tiny.links.size(); ++i) {
      if (tiny.links[i].inertial.mass == 0.0) continue;
      const mass::RigidMass body = tiny.links[i].inertial.rigid_mass();
      mass::RigidMass small = body;
      small.second_moment = 0.5e-35 * Mat3::Identity();
      tiny.links[i].inertial = model::Inertial(small);
      small.p_BBcm.setZero();
      centred.links[i].inertial = model::Inertial(small);
      micro.links[i].inertial = model::Inertial(
          mass::RigidMass{1e-6 * body.mass, 1e-3 * body.p_BBcm, 1e-12 * body.second_moment});
    }
    for (const model::Description& description : {tiny, centred, micro}) {
      const model::Model model = model::build(description, mass::Physics::kNotChecked);
      for (std::uint64_t seed = 1; seed <= num_seeds(8); ++seed) expect_all_pass(model, 5, seed);
    }
  }
  for (const char* name : {"rpr", "puma560"}) {
    const model::Model model = io::load_model(name).model;
    for (const std::uint64_t seed : {20u, 22u, 35u}) expect_all_pass(model, 10, seed);
  }
}

// A wrong inertia of 1e-35 kg m² is seen nevertheless: no scale is wider than the body.
TEST(Verify, SmallInertiaIsStillCompared) {
  model::Description description = io::load_model("planar2r").model.description();
  for (model::Link& link : description.links) {
    if (link.inertial.mass == 0.0) continue;
    mass::RigidMass body = link.inertial.rigid_mass();
    body.second_moment = 0.5e-35 * Mat3::Identity();
    link.inertial = model::Inertial(body);
  }
  const model::Model model = model::build(description, mass::Physics::kNotChecked);
  const Sample sample(model, 2, 1);
  for (const char* id : {"mass-central-axial", "euler-equation", "spin-term"}) {
    Identity identity = identity_named(id);
    const auto evaluate = identity.evaluate;
    identity.evaluate = [evaluate](const Sample& s) {
      Comparisons found = evaluate(s);
      for (Comparison& comparison : found)
        comparison.term("mistake", VecX(1e-3 * comparison.lhs()));
      return found;
    };
    EXPECT_EQ(run(identity, sample).outcome, Result::Outcome::kFail) << id;
  }
}

/// A robot of other size: lengths times `length`, masses times `mass`.
model::Model scaled(model::Description description, double length, double mass) {
  for (model::Link& link : description.links) {
    if (link.inertial.mass == 0.0) continue;
    const mass::RigidMass body = link.inertial.rigid_mass();
    link.inertial = model::Inertial(mass::RigidMass{mass * body.mass, length * body.p_BBcm,
                                                    mass * length * length * body.second_moment});
  }
  for (model::Joint& joint : description.joints) joint.X_PJ.xyz *= length;
  description.gravity *= length;
  return model::build(description);
}

// No bar is a number of newtons or metres: on a robot of a tenth of a millimetre and of milligrams
// every identity notices an error of a millionth of one of its left sides, as on one of usual size.
TEST(Verify, SmallRobotsAreComparedAsCloselyAsLargeOnes) {
  const model::Description description = io::load_model("puma560").model.description();
  for (const double length : {1.0, 1e-4}) {
    const model::Model model = scaled(description, length, std::pow(length, 1.5));
    expect_all_pass(model, 3, 1);
    const Sample sample(model, 3, 1);
    for (Identity identity : identities()) {
      const auto evaluate = identity.evaluate;
      identity.evaluate = [evaluate](const Sample& s) {
        Comparisons found = evaluate(s);
        for (Comparison& comparison : found) {
          comparison.term("mistake", VecX(1e-6 * comparison.lhs()));
        }
        return found;
      };
      const Result result = run(identity, sample);
      if (result.outcome == Result::Outcome::kNotApplicable) continue;
      EXPECT_EQ(result.outcome, Result::Outcome::kFail) << identity.id << ", " << length;
    }
  }
}

// Near a singularity the inverse multiplies errors: the bar knows by how much, and where nothing
// would be left to compare, that is said.
TEST(Verify, InverseRelationKnowsItsConditioning) {
  const model::Model model = io::load_model("puma560").model;
  int num_passed = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Result result = run(identity_named("inverse-relation"), Sample(model, 5, seed));
    EXPECT_NE(result.outcome, Result::Outcome::kFail) << seed << ": " << result.residual;
    num_passed += result.outcome == Result::Outcome::kPass ? 1 : 0;
  }
  EXPECT_GT(num_passed, 190);
}

/// Identities of which no comparison shows more than one term.
std::set<std::string> with_single_terms(const Sample& sample) {
  std::set<std::string> single;
  for (const Result& result : run_all(sample)) {
    if (result.outcome == Result::Outcome::kNotApplicable) continue;
    const auto& all = result.comparisons;
    if (std::all_of(all.begin(), all.end(),
                    [](const Comparison& c) { return c.terms().size() < 2; })) {
      single.insert(result.identity->id);
    }
  }
  return single;
}

// A formula that is a sum is shown as one. What is left is a product, a single derivative or an
// integral as it is printed, or a step from one member of an equation to the next.
TEST(Verify, SumsAreShownTermByTerm) {
  const model::Model model = io::load_model("rpr").model;
  const std::set<std::string> single = with_single_terms(Sample(model, 5, 1));
  EXPECT_LE(single.size(), 50u);
  for (const char* id : {"explicit-e1-any-point",
                         "explicit-e2-centre",
                         "explicit-e3-leading",
                         "koenig-any-order",
                         "matrix-any-order",
                         "driving-force",
                         "gravity-gradient",
                         "euler-equation",
                         "momentum",
                         "jacobian-columns",
                         "engine-k4",
                         "dynamics-matrix-K",
                         "interval-law",
                         "coriolis-force",
                         "dalembert-lagrange",
                         "lagrange",
                         "tsenov-mangeron",
                         "short-form-k2",
                         "short-form-k3",
                         "gravity-derivatives"}) {
    EXPECT_FALSE(single.contains(id)) << id;
  }
}

/// Σ|terms| of DᵏQ as the engine adds it up: with R the rotation of a body and b = Rᵀ (r'' - g),
/// its acceleration in axes that turn with it, DᵏQ = Σ m e · Dᵏ(R b). Of a body that spins the
/// derivatives of Rᵀ g are large, and turned back they cancel.
double body_axes_scale(const Sample& sample, int k) {
  double sum = 0.0;
  for (const int body : sample.heavy_bodies()) {
    const kinematics::BodyMotion& motion = sample.motion()[body];
    const auto b = [&](int order) {
      Vec3 turned = Vec3::Zero();
      for (int j = 0; j <= order; ++j) {
        Vec3 a = motion.p_WB[order - j + 2] * ((order - j + 1.0) * (order - j + 2.0));
        if (j == order) a -= sample.model().gravity();
        turned += motion.R_WB[j].transpose() * a;
      }
      return turned;
    };
    double products = 0.0;
    for (int j = 0; j <= k; ++j) products += motion.R_WB[j].norm() * b(k - j).norm();
    const double arm = sample.centre_jacobian(body)[0].colwise().norm().maxCoeff();
    const double mass = sample.model().bodies()[body].rigid_mass.mass;
    sum += mass * arm * products * std::tgamma(k + 1.0);
  }
  return sum;
}

/// What rounding may make of the engine's forces, order by order, as a part of the scale that they
/// are compared to. As in tests/engine/inverse_dynamics_test.cpp, both routes are sums over at most
/// n bodies and K orders, whose rounding errors each act like a change of an input by an ulp, or of
/// what is added up. Errors of either sign grow like the root of their number: 4 √(n + K) times the
/// effect of such a change.
std::vector<double> rounding_bounds(const Sample& sample, const Comparisons& comparisons) {
  support::Random random(1899);
  const auto forces = [](const model::Model& model, const model::StateSeries& state) {
    return force::generalized_force(kinematics::propagate(model, state));
  };
  const model::Model& model = sample.model();
  const auto exact = forces(model, sample.state());
  std::vector<double> effects(comparisons.size(), std::numeric_limits<double>::epsilon());
  for (int change = 0; change < 8; ++change) {
    const auto moved = forces(model.with_gravity(support::nudged(model.gravity(), random)),
                              support::nudged(sample.state(), random));
    for (std::size_t i = 0; i < effects.size(); ++i) {
      const int k = static_cast<int>(i);
      const double change_of_force = support::largest(moved.derivative(k) - exact.derivative(k));
      effects[i] = std::max(effects[i], change_of_force / comparisons[i].scale());
    }
  }
  for (std::size_t i = 0; i < effects.size(); ++i) {
    const double added_up = body_axes_scale(sample, static_cast<int>(i)) / comparisons[i].scale();
    effects[i] = std::max(effects[i], added_up * std::numeric_limits<double>::epsilon());
    effects[i] *= 4.0 * std::sqrt(model.num_bodies() + sample.max_k());
  }
  return effects;
}

// The scale of the engine's forces is no excuse: residuals are those of rounding, and an error of
// 1e-10 of a force is noticed on every robot.
TEST(Verify, EngineForcesAreComparedToRounding) {
  double worst = 0.0;
  for (const io::EmbeddedModel& embedded : io::embedded_models()) {
    const model::Model model = io::load_model(std::string(embedded.name)).model;
    if (model.num_coordinates() > 7) continue;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      const Sample sample(model, 10, seed);
      Identity identity = identity_named("engine-forces");
      const Result result = run(identity, sample);
      EXPECT_EQ(result.outcome, Result::Outcome::kPass) << embedded.name << ", seed " << seed;
      const Comparisons& forces = result.comparisons;
      const std::vector<double> bounds = rounding_bounds(sample, forces);
      for (std::size_t k = 0; k < forces.size(); ++k) {
        EXPECT_LE(forces[k].residual(), bounds[k])
            << embedded.name << ", seed " << seed << ", " << forces[k].label();
        worst = std::max(worst, forces[k].residual() / bounds[k]);
      }
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
  RecordProperty("worst_part_of_bound", std::to_string(worst));
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
  const std::filesystem::path root = support::source_dir();
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

// What is wrong as printed must be seen to be wrong: every equation by itself, on one robot at
// least.
TEST(Verify, WrongPrintedFormsAreFarOff) {
  std::map<std::string, double> worst;  // By "id: equation".
  for (const Identity& identity : identities()) {
    for (const std::string& e : identity.misprinted) worst[identity.id + ": " + e] = 0.0;
  }
  for (const io::EmbeddedModel& embedded : io::embedded_models()) {
    const model::Model model = io::load_model(std::string(embedded.name)).model;
    const Sample sample(model, 6, 1);
    for (const Result& result : run_all(sample)) {
      for (const Comparison& comparison : result.comparisons) {
        for (const std::string& e : result.identity->misprinted) {
          double& error = worst[result.identity->id + ": " + e];
          error = std::max(error, comparison.printed_error(e).value_or(0.0));
        }
      }
    }
  }
  EXPECT_GE(worst.size(), 80u);
  for (const auto& [which, error] : worst) EXPECT_GT(error, 1e-3) << which;
}

// A printed form says which equations of its identity it is of.
TEST(Verify, PrintedFormsNameTheirEquations) {
  const auto contains = [](const std::vector<std::string>& list, const std::string& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  for (const Identity& identity : identities()) {
    for (const std::string& e : identity.misprinted) {
      EXPECT_TRUE(contains(identity.equations, e)) << identity.id << ": " << e;
    }
  }
  const model::Model model = io::load_model("rpr").model;
  for (const Result& result : run_all(Sample(model, 6, 1))) {
    const std::vector<std::string>& misprinted = result.identity->misprinted;
    for (const Comparison& comparison : result.comparisons) {
      for (const Comparison::PrintedForm& form : comparison.printed_forms()) {
        EXPECT_TRUE(form.equation.empty() ? !misprinted.empty()
                                          : contains(misprinted, form.equation))
            << result.identity->id << ": '" << form.equation << "'";
      }
    }
  }
}

// The same comparison by comparison, on one robot: a wrong member does not hide behind another one.
TEST(Verify, EveryPrintedMemberIsFarOff) {
  const model::Model model = io::load_model("rpr").model;
  const Sample sample(model, 6, 1);
  // How many members of each are compared with what is right, at least.
  const std::map<std::string, int> members{{"differential-matrix-members", 3},
                                           {"partial-angular-members", 10},
                                           {"jacobian-block-order", 1},
                                           {"dynamics-matrix-K", 1},
                                           {"kinetic-energy-steps", 6},
                                           {"kinetic-energy-translation-members", 4},
                                           {"energy-derivatives-second-member", 12},
                                           {"energy-operator-terms", 9},
                                           {"e1-translation-literally", 3},
                                           {"explicit-e2-groups", 9},
                                           {"leibniz-both-orders", 5},
                                           {"one-joint-e3", 1},
                                           {"one-joint-equations", 3}};
  for (const auto& [id, least] : members) {
    const Result result = run(identity_named(id), sample);
    int count = 0;
    for (const Comparison& comparison : result.comparisons) {
      if (!comparison.printed_error()) continue;
      EXPECT_GT(*comparison.printed_error(), 0.01) << id << ": " << comparison.label();
      ++count;
    }
    EXPECT_GE(count, least) << id;
  }
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

/// Of each robot the numbers in its row of docs/tour.md: `name`, ... | pass | not applicable |.
std::map<std::string, std::pair<long, long>> counts_of_readme() {
  std::map<std::string, std::pair<long, long>> counts;
  std::ifstream file(support::source_dir() + "/docs/tour.md");
  for (std::string line; std::getline(file, line);) {
    std::smatch cells;
    static const std::regex kRow(R"(\| (`[^|]*`) \| (\d+) \| (\d+) \|.*)");
    if (!std::regex_match(line, cells, kRow)) continue;
    std::string names = cells[1];
    static const std::regex kName("`(\\w+)`");
    for (std::smatch name; std::regex_search(names, name, kName); names = name.suffix()) {
      counts[name[1]] = {std::stol(cells[2]), std::stol(cells[3])};
    }
  }
  return counts;
}

TEST(VerifyProgram, AsManyApplyAsReadmeSays) {
  const auto counts = counts_of_readme();
  EXPECT_EQ(counts.size(), io::embedded_models().size());
  EXPECT_EQ(identities().size(), 257u);
  for (const io::EmbeddedModel& embedded : io::embedded_models()) {
    const std::string name(embedded.name);
    const model::Model model = io::load_model(name).model;
    const Sample sample(model, /*order=*/5, /*seed=*/1);  // As the program without options.
    const std::vector<Result> results = run_all(sample);
    EXPECT_TRUE(all_pass(results)) << name;
    const auto num_left = std::count_if(results.begin(), results.end(), [](const Result& r) {
      return r.outcome == Result::Outcome::kNotApplicable;
    });
    ASSERT_TRUE(counts.contains(name)) << name;
    EXPECT_EQ(counts.at(name).second, num_left) << name;
    EXPECT_EQ(counts.at(name).first, static_cast<long>(results.size()) - num_left) << name;
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

// The headings and ranges are those of docs/coverage.md, which a test of its own holds complete.
TEST(Verify, SectionsAreThoseOfTheCoverage) {
  const std::string coverage =
      support::text_of(std::filesystem::path(support::source_dir()) / "docs" / "coverage.md");
  for (const Section& section : sections()) {
    const std::string first = "(" + std::to_string(section.first) + ")";
    const std::string range =
        section.first == section.last ? first : first + "-(" + std::to_string(section.last) + ")";
    const std::string row =
        "| " + std::string(section.key) + " " + std::string(section.number) + " | " + range + " |";
    EXPECT_NE(coverage.find(row), std::string::npos) << row;
  }
  for (const Identity& identity : identities()) {
    for (const std::string& equation : identity.equations) {
      EXPECT_EQ(equation_named(equation).text(), equation) << identity.id;
      EXPECT_NE(section_of(equation_named(equation)), nullptr) << identity.id << ": " << equation;
    }
  }
}

TEST(Verify, EquationsAreReadAsPeopleWriteThem) {
  for (const char* text : {"S2 (21)", "S2(21)", "s2 (21)", "S2 21"}) {
    EXPECT_EQ(equation_named(text).text(), "S2 (21)") << text;
  }
  for (const char* text : {"spin-term", "S2", "S2 (x)", "S2 (1234)", "short-form-k2", "S21"}) {
    EXPECT_TRUE(equation_named(text).key.empty()) << text;
  }
  EXPECT_EQ(identities_named("S0 (157)").size(), 1u);
  EXPECT_GE(identities_named("S2 (21)").size(), 3u);
  EXPECT_THROW_MESSAGE(identities_named("S2 (92)"), InvalidArgument,
                       "S2 has no equation (92): it has (1) to (91)");
  EXPECT_THROW_MESSAGE(identities_named("S7 (1)"), InvalidArgument, "there is no paper S7");
  EXPECT_THROW_MESSAGE(identities_named("S1 (80)"), InvalidArgument,
                       "no identity evaluates S1 (80)");
}

TEST(VerifyProgram, ExplainsAllIdentitiesOfAnEquation) {
  const support::Outcome text = run_program("verify --explain 'S3 (38)'");
  EXPECT_EQ(text.exit_code, 0) << text.err;
  for (const char* part : {"angular-momentum-rate-steps", "Classical Notions in Dynamics",
                           "Energies of Higher Order in Advanced Dynamics of",
                           "state, q and its derivatives", "ρ_C × M a_0", "end effector"}) {
    EXPECT_NE(text.out.find(part), std::string::npos) << part << "\n" << text.out;
  }
  const json object = json::parse(run_program("verify rpr --explain 'S2 (21)' --json").out);
  EXPECT_EQ(object["identities"].size(), identities_named("S2 (21)").size());
  EXPECT_EQ(object["joints"].size(), 3u);
  EXPECT_EQ(object["q"][0].size(), 3u);
  for (const json& identity : object["identities"]) {
    for (const json& comparison : identity["comparisons"]) {
      EXPECT_EQ(comparison["left"].size(), comparison["terms"][0]["value"].size());
    }
  }
}

TEST(VerifyProgram, FrameChoosesTheEndEffector) {
  const std::string own = run_program("verify panda --explain operational-motion").out;
  const support::Outcome other =
      run_program("verify panda --explain operational-motion --frame link3");
  EXPECT_EQ(other.exit_code, 0) << other.err;
  EXPECT_NE(other.out.find("end effector: link 'link3'"), std::string::npos) << other.out;
  EXPECT_NE(other.out, own);
  EXPECT_EQ(run_program("verify panda --frame nowhere").exit_code, 2);
  EXPECT_EQ(run_program("verify --frame link3").exit_code, 2);
}

// What is too costly is said first, in the heading, and again in its row; the rest is run.
TEST(Verify, LongChainsLeaveOutWhatGrowsTooFast) {
  model::Description description;
  description.name = "chain";
  description.links.resize(201);
  description.links[0].name = "base";
  for (std::size_t i = 1; i < description.links.size(); ++i) {
    description.links[i].name = concat("link", i);
    description.links[i].inertial =
        model::Inertial(mass::RigidMass{1.0, Vec3(0.05, 0.0, 0.0), 1e-3 * Mat3::Identity()});
    model::Joint joint;
    joint.name = concat("joint", i);
    joint.kind = model::JointKind::kRevolute;
    joint.parent = description.links[i - 1].name;
    joint.child = description.links[i].name;
    joint.axis = i % 2 == 0 ? Vec3::UnitY() : Vec3::UnitZ();
    joint.X_PJ.xyz = Vec3(0.1, 0.0, 0.0);
    description.joints.push_back(joint);
  }
  const model::Model model = model::build(description);
  const Sample sample(model, 2, 1);
  const Verification verification = verification_of(sample, 1, false);
  const std::string start = table_start(verification);
  EXPECT_NE(start.find("left out: "), std::string::npos) << start;
  int num_left_out = 0;
  for (const Result& result : run_all(sample)) {
    EXPECT_NE(result.outcome, Result::Outcome::kFail) << result.identity->id;
    if (left_out(*result.identity, model.num_coordinates()).empty()) continue;
    ++num_left_out;
    EXPECT_NE(start.find(result.identity->id), std::string::npos) << result.identity->id;
    EXPECT_NE(result.reason.find("too costly"), std::string::npos) << result.reason;
  }
  EXPECT_GT(num_left_out, 40);
  EXPECT_LT(num_left_out, 120);
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
    EXPECT_EQ(list[i]["misprinted"], json(identity.misprinted));
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
  // S0 (164) lacks a factorial besides: each equation has its own error.
  const std::regex errors(
      R"(as printed S0 \(164\) .*e\+0[2-9], S1 \(132\) (\S+), S2 \(74\) (\S+)\n)");
  std::smatch found;
  ASSERT_TRUE(std::regex_search(known.out, found, errors)) << known.out;
  EXPECT_EQ(found[1], found[2]);
  EXPECT_LT(std::stod(found[1]), 10.0);
  const support::Outcome unknown = run_program("verify panda --explain catalan-4");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("did you mean 'catalan-k4'?"), std::string::npos) << unknown.err;
}

}  // namespace
}  // namespace appell::verify
