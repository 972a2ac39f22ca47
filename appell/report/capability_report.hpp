#pragma once

#include <optional>
#include <string>

#include "appell/analysis/capability.hpp"
#include "appell/analysis/capability_box.hpp"
#include "appell/model/model.hpp"

namespace appell::report {

/// What a robot can do, of acceleration and, where its limits are known, of jerk: T is
/// analysis::Capability (at a state) or analysis::BoxCapability (at every state of a box).
template <class T>
struct CapabilityResult {
  struct Part {
    analysis::CapabilityLimits limits;
    T found;
  };
  std::string frame;  ///< The end effector.
  Part acceleration;
  std::optional<Part> jerk;
  std::string no_jerk;  ///< Why there is none.
};
using StateCapability = CapabilityResult<analysis::Capability>;
using RangeCapability = CapabilityResult<analysis::BoxCapability>;

/// Tables for people: joints, then the end effector.
std::string capability_text(const model::Model& model, const StateCapability& result);
std::string capability_text(const model::Model& model, const RangeCapability& result);

/// The same as JSON (docs/formats.md); null where nothing limits, or nothing is possible.
std::string capability_json(const model::Model& model, const StateCapability& result);
std::string capability_json(const model::Model& model, const RangeCapability& result);

}  // namespace appell::report
