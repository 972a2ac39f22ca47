#pragma once

#include <atomic>
#include <span>
#include <string>

#include "appell/model/model.hpp"

/// Not installed: the page of `appell demo`.
namespace appell::report {

/// Writes the page of a minimum-jerk motion of all joints.
/// @param start  of each coordinate; `turn` is how far it goes.
/// @param stop  as for write_page().
void write_demo_page(const model::Model& model, std::span<const double> start,
                     std::span<const double> turn, double duration, const std::string& path,
                     const std::atomic<bool>* stop);

}  // namespace appell::report
