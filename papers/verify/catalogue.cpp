#include "papers/verify/catalogue.hpp"

#include <algorithm>

#include "appell/base/check.hpp"
#include "appell/base/stop.hpp"
#include "papers/verify/sample.hpp"
#include "papers/verify/sections.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {

const std::vector<Identity>& identities() {
  static const std::vector<Identity> all = [] {
    std::vector<Identity> list;
    for (const auto subject : {mass_identities,
                               mass_element_identities,
                               mass_frame_identities,
                               compound_identities,
                               orientation_identities,
                               orientation_step_identities,
                               kinematics_identities,
                               motion_step_identities,
                               differential_matrix_identities,
                               matrix_step_identities,
                               jacobian_identities,
                               differentiation_identities,
                               partial_identities,
                               kinematics_member_identities,
                               momentum_identities,
                               body_momentum_identities,
                               momentum_step_identities,
                               body_theorem_identities,
                               kinetic_energy_identities,
                               energy_step_identities,
                               leibniz_identities,
                               acceleration_energy_identities,
                               energy_integral_identities,
                               explicit_energy_identities,
                               energy_function_identities,
                               energy_member_identities,
                               dynamics_matrix_identities,
                               contraction_identities,
                               matrix_energy_identities,
                               force_identities,
                               action_identities,
                               power_identities,
                               friction_identities,
                               gravity_identities,
                               motion_equation_identities,
                               engine_identities,
                               application_identities,
                               spline_identities}) {
      for (Identity& identity : subject()) list.push_back(std::move(identity));
    }
    return list;
  }();
  return all;
}

const Identity& identity_named(const std::string& id) {
  std::vector<std::string> names;
  for (const Identity& identity : identities()) {
    if (identity.id == id) return identity;
    names.push_back(identity.id);
  }
  // Names that begin with the same word.
  std::vector<std::string> near;
  const std::string word = id.substr(0, id.find('-'));
  for (const std::string& name : names) {
    if (!word.empty() && name.starts_with(word) && near.size() < 8) near.push_back(name);
  }
  throw InvalidArgument(concat("no identity is called '", id, "'", suggestion(id, names),
                               near.empty() ? "" : "; near names: ", comma_list(near)));
}

std::vector<const Identity*> identities_named(const std::string& text) {
  const EquationName equation = equation_named(text);
  if (equation.key.empty()) return {&identity_named(text)};
  std::vector<const Identity*> found;
  for (const Identity& identity : identities()) {
    const auto& equations = identity.equations;
    if (std::find(equations.begin(), equations.end(), equation.text()) != equations.end()) {
      found.push_back(&identity);
    }
  }
  if (!found.empty()) return found;
  check(!title_of(equation.key).empty(), "there is no paper ", equation.key,
        "; there are S0, S1, S2, S3 and S4 (docs/references.bib)");
  int last = 0;
  for (const Section& section : sections()) {
    if (section.key == equation.key) last = section.last;
  }
  check(section_of(equation) != nullptr, equation.key, " has no equation (", equation.number,
        "): it has (1) to (", last, ")");
  throw InvalidArgument(concat("no identity evaluates ", equation.text(),
                               "; docs/equations.md names the test of every equation"));
}

std::vector<Result> run_all(const Sample& sample, const std::function<void(const Result&)>& tell) {
  std::vector<Result> results;
  for (const Identity& identity : identities()) {
    check_stop();
    results.push_back(run(identity, sample));
    if (tell) tell(results.back());
  }
  return results;
}

bool all_pass(const std::vector<Result>& results) {
  return std::none_of(results.begin(), results.end(), [](const Result& result) {
    return result.outcome == Result::Outcome::kFail;
  });
}

}  // namespace appell::verify
