#pragma once

#include "appell/force/joint_wrenches.hpp"
#include "papers/equations/newton_euler.hpp"
#include "papers/verify/tools.hpp"

/// A random load, for the identities about forces.
namespace appell::verify {

/// The end effector, moved out of its body so that the origins differ.
inline model::Frame tool(const Sample& sample) {
  model::Frame frame = end_effector(sample);
  Random random = sample.random("tool");
  frame.X_BF = frame.X_BF * random.placement(sample.length());
  return frame;
}

/// The body of the end effector itself: p_n of the papers, not where the load acts.
inline model::Frame last_body(const Sample& sample) {
  model::Frame frame = end_effector(sample);
  frame.X_BF = {};
  return frame;
}

/// A random load at the tool, at most √3 Sample::force(), and that times Sample::length().
inline force::Surroundings random_load(const Sample& sample) {
  Random random = sample.random("load");
  model::Wrench load{.frame = tool(sample), .force_derivatives = {}, .moment_derivatives = {}};
  for (int k = 0; k <= sample.series_order(); ++k) {
    load.force_derivatives.push_back(sample.force() * random.vector());
    load.moment_derivatives.push_back(sample.force() * sample.length() * random.vector());
  }
  return {.loads = {std::move(load)}, .external = {}};
}

}  // namespace appell::verify
