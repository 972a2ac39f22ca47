#pragma once

#include <string>
#include <vector>

#include "papers/verify/identity.hpp"

namespace appell::verify {

/// Every identity, by subject. An identity of a new room (the fast recursions, say) is one more
/// entry of one more function in subjects.hpp.
const std::vector<Identity>& identities();

/// The identity of that name.
/// @throws InvalidArgument if there is none; the message has the nearest name and says how to list
///   them.
const Identity& identity_named(const std::string& id);

/// Evaluates every identity on a robot, in the order of identities().
std::vector<Result> run_all(const Sample& sample);

/// Whether none failed.
bool all_pass(const std::vector<Result>& results);

}  // namespace appell::verify
