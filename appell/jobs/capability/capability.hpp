#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "appell/analysis/capability.hpp"
#include "appell/analysis/capability_box.hpp"
#include "appell/jobs/job.hpp"
#include "appell/jobs/sources.hpp"

/// Not installed: what limits of force leave of acceleration and jerk.
namespace appell::jobs {

struct CapabilityRequest {
  ModelSource model;
  std::string state;                   ///< A file, "-" for standard input.
  std::vector<std::vector<double>> q;  ///< Instead: plain derivatives of the coordinates.
  TextSource box;                      ///< Instead: ranges of states.
  TextSource limits;
  LoadSource loads;
  std::string frame;
  long long boxes = 1000;
};

/// What a robot can do, of acceleration and, where its limits are known, of jerk: T is
/// analysis::Capability (at a state) or analysis::BoxCapability (at every state of a box).
template <class T>
struct CapabilityParts {
  struct Part {
    analysis::CapabilityLimits limits;
    T found;
  };
  Part acceleration;
  std::optional<Part> jerk = {};
  std::string no_jerk = {};  ///< Why there is none.
};
using StateCapability = CapabilityParts<analysis::Capability>;
using RangeCapability = CapabilityParts<analysis::BoxCapability>;

struct CapabilityResult {
  model::Model model;
  std::string frame;  ///< The end effector.
  analysis::SharedLoads loads;
  std::variant<StateCapability, RangeCapability> found;
};

CapabilityResult run(const CapabilityRequest& request, Context& context);
Document show(const CapabilityResult& result, Detail detail);
Json json(const CapabilityResult& result);
/// Whether the robot cannot even hold a state.
bool is_no(const CapabilityResult& result);

/// The unit of q⁽ᵏ⁾ of a coordinate, of τ⁽ᵏ⁻²⁾, of component a of the frame's motion; its name.
std::string motion_unit(const model::Model& model, int j, int k);
std::string force_unit(const model::Model& model, int j, int k);
std::string axis_unit(int a, int k);
const char* axis_name(int a);
const std::string& capable_joint(const model::Model& model, int j);

}  // namespace appell::jobs
