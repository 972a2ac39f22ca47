// `appell equations`: every form of the equations of motion, term by term, against Q_drive.
#include "papers/verify/motion_equation.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/io/load_model.hpp"
#include "tests/force/random_case.hpp"
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
    file.joints.push_back(model.coordinates()[static_cast<std::size_t>(j)].name);
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
