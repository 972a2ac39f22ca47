#pragma once

#include <string>
#include <vector>

#include "papers/verify/identity.hpp"

namespace appell::verify {

/// Every identity, by subject. A new one is a function that returns it, and its name in the list of
/// its subject.
const std::vector<Identity>& identities();

/// The test that runs them all, in tests/verify/.
inline constexpr const char* kTestOfIdentities = "Verify.EveryIdentityHoldsOnEveryEmbeddedModel";

/// The identity of that name.
/// @throws InvalidArgument if there is none; the message has the nearest names.
const Identity& identity_named(const std::string& id);

/// The identities that a text names: the one of that id, or all that evaluate an equation,
/// "S2 (21)".
/// @throws InvalidArgument if there is none, as identity_named(); for an equation the message says
///   which numbers the paper has, or that tests alone speak of it.
std::vector<const Identity*> identities_named(const std::string& text);

/// Evaluates every identity on a robot, in the order of identities(), and tells of each as soon as
/// it is known.
std::vector<Result> run_all(const Sample& sample,
                            const std::function<void(const Result&)>& tell = {});

/// Whether none failed.
bool all_pass(const std::vector<Result>& results);

}  // namespace appell::verify
