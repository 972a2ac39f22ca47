#include "papers/verify/catalogue.hpp"

#include <algorithm>

#include "appell/base/check.hpp"
#include "papers/verify/sample.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {

const std::vector<Identity>& identities() {
  static const std::vector<Identity> all = [] {
    std::vector<Identity> list;
    for (const auto subject : {mass_identities,
                               compound_identities,
                               orientation_identities,
                               kinematics_identities,
                               differential_matrix_identities,
                               jacobian_identities,
                               differentiation_identities,
                               partial_identities,
                               momentum_identities,
                               kinetic_energy_identities,
                               acceleration_energy_identities,
                               energy_integral_identities,
                               explicit_energy_identities,
                               energy_function_identities,
                               dynamics_matrix_identities,
                               matrix_energy_identities,
                               force_identities,
                               gravity_identities,
                               motion_equation_identities,
                               engine_identities,
                               application_identities}) {
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
                               near.empty() ? "" : "; near names: ", comma_list(near),
                               "; appell verify --list shows all of them"));
}

std::vector<Result> run_all(const Sample& sample) {
  std::vector<Result> results;
  for (const Identity& identity : identities()) results.push_back(run(identity, sample));
  return results;
}

bool all_pass(const std::vector<Result>& results) {
  return std::none_of(results.begin(), results.end(), [](const Result& result) {
    return result.outcome == Result::Outcome::kFail;
  });
}

}  // namespace appell::verify
