#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"
#include "papers/verify/identity.hpp"
#include "papers/verify/sample.hpp"

namespace appell::verify {

/// What `appell verify` found on one robot.
struct Verification {
  std::string model;
  std::string frame;  ///< The end effector.
  Vec3 gravity;
  int order = 0;
  std::uint64_t seed = 0;
  bool inertia_accepted = false;
  std::vector<std::string> coordinates;  ///< Their names.
  model::StateSeries state;              ///< What it was run at.
  std::vector<Result> results;
};

/// All but the results.
Verification verification_of(const Sample& sample, std::uint64_t seed, bool inertia_accepted);

/// A table of at most 100 columns: identity, equations, residual relative to Σ|terms| and absolute,
/// bar, error of the printed form, verdict. In three parts, so that each can be shown as soon as it
/// is known: what is run and what will be left out; a row; the counts.
std::string table_start(const Verification& verification);
std::string table_row(const Result& result);
std::string table_end(const Verification& verification);

/// One JSON object, or a list of them if `as_list`. Identities that do not apply are listed apart,
/// with the reason.
/// @throws NumericalError if a number is not finite.
std::string verification_json(const std::vector<Verification>& verifications, bool as_list);

/// Everything about one identity on one robot: where its equations are in the papers, reading,
/// state, numbers of each term, and where the code is.
std::string explanation_text(const Verification& verification, const Result& result);

/// The same of all results as one JSON object, with every number of every comparison.
/// @throws NumericalError if a number is not finite.
std::string explanation_json(const Verification& verification);

/// Every identity and what it says, without running any: a table of at most 100 columns.
std::string catalogue_text(const std::vector<Identity>& identities);
/// The same as JSON, all that is said of each: a list of objects.
std::string catalogue_json(const std::vector<Identity>& identities);

}  // namespace appell::verify
