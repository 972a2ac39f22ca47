// `appell equations`: every form of the equations of motion, term by term, against Q_drive.
#include "papers/verify/motion_equation.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/io/load_model.hpp"
#include "appell/report/evaluation.hpp"
#include "tests/force/random_case.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace appell::verify {
namespace {

using nlohmann::json;
using support::run_program;

io::StateFile state_file(support::Random& random, const model::Model& model, int order) {
  io::StateFile file{.state = support::random_state(random, model, order)};
  for (int j = model.num_coordinates() - 1; j >= 0; --j) {  // Another order than the model's.
    file.coordinates.push_back(j);
    file.joints.push_back(model.coordinates()[j].name);
  }
  file.load = model::Wrench{.frame = model.default_frame(),
                            .force_derivatives = {Vec3(1, 2, 3), Vec3(0, 1, -1)},
                            .moment_derivatives = {Vec3(0.1, 0, 0.2)},
                            .axes = model::Wrench::Axes::kOfFrame};
  return file;
}

// Cross-check: energies and their partial derivatives against Newton and Euler, trees with every
// kind of joint and rotors, every form, k = 1, 2, 3, and more than one m.
TEST(MotionEquation, EveryFormSumsUpToTheForce) {
  support::Random random(3);
  for (int round = 0; round < 4; ++round) {
    const model::Model model = model::build(force::driven_description(random, 4));
    const io::StateFile state = state_file(random, model, 5);
    for (const EquationForm& form : equation_forms()) {
      for (int k = 1; k <= 3; ++k) {
        for (const int more : {0, 2}) {
          EquationRequest request{.form = std::string(form.name), .k = k};
          if (form.has_m) request.m = form.least_m(k) + more;
          const MotionEquation equation = motion_equation(model, state, request);
          double size = 0.0;
          for (const MotionEquation::Term& term : equation.terms) {
            size = std::max(size, (std::abs(term.coefficient) * term.value).cwiseAbs().maxCoeff());
          }
          // Sums over bodies of products of derivatives; they cancel by up to 100.
          EXPECT_TRUE(support::near(equation.sum, equation.Q, 1e-12, 100 * size))
              << form.name << " k = " << k << " m = " << equation.m;
          EXPECT_EQ(equation.joints, state.joints);
        }
      }
    }
  }
}

/// Q_drive and derivatives of it as `eval` prints them, in the order of the state's joints.
json drive_of_eval(const model::Model& model, const io::StateFile& state, force::Route route) {
  return json::parse(
      report::evaluate(model, state, {.order = 2, .only = {"Q_drive"}, .route = route})
          .json)["Q_drive"];
}

// Cross-check with both routes of `eval`: loads on several links, external wrenches and the papers'
// operators count in every form, each wrench as a term of its own.
TEST(MotionEquation, TakesEverythingThatAStateGives) {
  support::Random random(5);
  const model::Model model = model::build(force::driven_description(random, 4));
  for (const auto& [Delta_m, Delta_theta] :
       {std::pair{-1, 1}, std::pair{-1, 0}, std::pair{0, 1}, std::pair{1, 1}, std::pair{1, 0}}) {
    io::StateFile state = state_file(random, model, 4);
    state.applied.loads = {force::random_wrench(random, model),
                           force::random_wrench(random, model)};
    state.applied.external = {force::random_wrench(random, model),
                              force::random_wrench(random, model)};
    state.applied.operators = model::Operators::of_papers(Delta_m, Delta_theta);
    state.applied.operators.friction = false;
    const json engine = drive_of_eval(model, state, force::Route::kEngine);
    const json readable = drive_of_eval(model, state, force::Route::kReadable);
    for (const EquationForm& form : equation_forms()) {
      for (int k = 1; k <= 3; ++k) {
        const MotionEquation equation =
            motion_equation(model, state, {.form = std::string(form.name), .k = k});
        double size = 0.0;
        int wrenches = 0;
        for (const MotionEquation::Term& term : equation.terms) {
          size = std::max(size, (term.coefficient * term.value).cwiseAbs().maxCoeff());
          wrenches += term.label.find("[F; N]") != std::string::npos ? 1 : 0;
        }
        EXPECT_EQ(wrenches, Delta_m == 1 ? 2 : 5);
        const MatX of_engine =
            support::matrix_of(json::array({engine[static_cast<std::size_t>(k) - 1]}));
        const MatX of_readable =
            support::matrix_of(json::array({readable[static_cast<std::size_t>(k) - 1]}));
        // The scale of the largest term; without inertia and weight nothing cancels.
        EXPECT_TRUE(support::near(equation.sum, equation.Q, 1e-12, size)) << form.name << k;
        EXPECT_TRUE(support::near(equation.sum.transpose(), of_engine, 1e-12, size))
            << form.name << " k = " << k << " Δ_m = " << Delta_m << " Δ_θ = " << Delta_theta;
        EXPECT_TRUE(support::near(equation.sum.transpose(), of_readable, 1e-12, size))
            << form.name << " k = " << k;
      }
    }
  }
}

// Through the program: what counts is said, and without inertia q'' need not be given.
TEST(MotionEquation, SaysWhatTheOperatorsLeaveOut) {
  const std::string state = R"({"q": [[0.3, 0.5]], "operators": {"Delta_theta": 0, "Delta_f": 0},)"
                            R"( "external": [{"link": "tip", "force": [[1, 0, 2]]}]})";
  const json made =
      json::parse(run_program("equations planar2r --state - --form lagrange --json", state).out);
  EXPECT_EQ(made["operators"], (json{{"Delta_m", -1}, {"Delta_theta", 0}, {"Delta_f", 0}}));
  ASSERT_EQ(made["terms"].size(), 2U);
  EXPECT_EQ(made["terms"][0]["label"], "∂U/∂q");
  EXPECT_EQ(made["terms"][1]["label"], "Jᵀ [F; N], external wrench at tip");
  EXPECT_EQ(made["terms"][1]["coefficient"], -1.0);
  const support::Outcome page =
      run_program("equations planar2r --state - --form lagrange --markdown", state);
  EXPECT_NE(page.out.find("It does not count here. With weight and external wrenches, every"),
            std::string::npos)
      << page.out;
  const support::Outcome table = run_program("equations planar2r --state -", state);
  EXPECT_NE(table.out.find("Δ_m = -1, Δ_θ = 0, Δ_f = 0: without inertia, friction"),
            std::string::npos)
      << table.out;
}

// Closed form of one pendulum: E_1 = ½ J (q''² + q'⁴), so that ∂E_1/∂q'' = J q''; ∂U/∂q.
TEST(MotionEquation, OfOneJointInItsTerms) {
  const model::Model model = io::load_model("planar2r").model;
  const json first = json::parse(run_program("equations planar2r --state - --json --joint shoulder",
                                             R"({"q": [[0.3, 0], [0, 0], [2, 0]]})")
                                     .out);
  EXPECT_EQ(first["form"], "gibbs-appell");
  EXPECT_EQ(first["joints"], json({"shoulder"}));
  ASSERT_EQ(first["terms"].size(), 2U);
  EXPECT_EQ(first["terms"][0]["label"], "∂E_1/∂q''");
  EXPECT_EQ(first["terms"][1]["label"], "∂U/∂q");
  double sum = 0.0;
  for (const json& term : first["terms"]) {
    sum += term["coefficient"].get<double>() * term["value"][0].get<double>();
  }
  EXPECT_NEAR(sum, first["Q"][0].get<double>(), 1e-13);
  EXPECT_EQ(first["sum"].size(), 1U);
}

TEST(MotionEquation, TableAndPage) {
  const std::string state = R"({"q": [[0.3, 0.5], [1, -1], [2, 0], [1, 1]]})";
  const support::Outcome table =
      run_program("equations planar2r --state - --form lagrange --order 2", state);
  EXPECT_EQ(table.exit_code, 0);
  EXPECT_NE(table.out.find("D^2 ∂E_0/∂q'"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("Q'_drive"), std::string::npos);
  const support::Outcome page =
      run_program("equations planar2r --state - --form order-k --order 2 --markdown", state);
  EXPECT_EQ(page.exit_code, 0);
  EXPECT_NE(page.out.find("$$Q_j^{(k-1)} = "), std::string::npos) << page.out;
  EXPECT_NE(page.out.find("| shoulder | 0.3 | 1 | 2 | 1 |"), std::string::npos) << page.out;
}

TEST(MotionEquation, ExplainsBadInput) {
  const std::string state = R"({"q": [[0.3, 0.5], [1, -1], [2, 0]]})";
  const std::map<std::string, std::string> cases{
      {"--form lagrnge",
       "there is no form 'lagrnge' of the equations of motion (did you mean "
       "'lagrange'?)"},
      {"--order 2",
       "the equation of order 2 needs q with derivatives up to order 3, but the state "
       "gives q up to order 2"},
      {"--form lagrange -m 3", "the form 'lagrange' has no m"},
      {"--form tsenov -m 0", "m of the form 'tsenov' of order 1 must be in 1..13, got 0"},
      {"--joint elbo", "there is no joint 'elbo' (did you mean 'elbow'?)"},
      {"--frame tp", "tp"},
      {"--order 0", "--order"}};
  for (const auto& [arguments, message] : cases) {
    const support::Outcome outcome =
        run_program("equations planar2r --state - " + arguments, state);
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << arguments << ": " << outcome.err;
  }
}

}  // namespace
}  // namespace appell::verify
