#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "appell/model/model.hpp"
#include "papers/verify/identity.hpp"

namespace appell::verify {

/// What `appell verify` found on one robot.
struct Verification {
  std::string model;
  Vec3 gravity;
  int order = 0;
  std::uint64_t seed = 0;
  bool inertia_accepted = false;
  std::vector<Result> results;
};

/// A table of at most 100 columns: identity, equations, residual relative to Σ|terms| and absolute,
/// bar, error of the printed form, verdict.
std::string verification_text(const Verification& verification);

/// One JSON object, or a list of them if `as_list`. Identities that do not apply are listed apart,
/// with the reason.
/// @throws NumericalError if a number is not finite.
std::string verification_json(const std::vector<Verification>& verifications, bool as_list);

/// Everything about one identity on one robot: equation, reading, numbers of each term, and where
/// the code is.
std::string explanation_text(const Verification& verification, const Result& result);

/// Every identity and what it says, without running any: a table of at most 100 columns.
std::string catalogue_text(const std::vector<Identity>& identities);
/// The same as JSON, all that is said of each: a list of objects.
std::string catalogue_json(const std::vector<Identity>& identities);

}  // namespace appell::verify
