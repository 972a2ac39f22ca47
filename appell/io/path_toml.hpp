#pragma once

#include <string>
#include <vector>

#include "appell/io/diagnostics.hpp"
#include "appell/io/toml_fields.hpp"
#include "appell/trajectory/trajectory.hpp"

/// What path files and retimed motions share.
namespace appell::io {

struct Waypoints {
  int degree = 0;
  std::vector<std::string> joints;
  std::vector<std::vector<double>> positions;
};

/// degree, joints and waypoints of a table.
Waypoints read_waypoint_fields(TomlFields& path);

/// The path through them; what is wrong with it is noted at the table and thrown.
trajectory::Trajectory path_through(const Waypoints& waypoints, const TomlFields& path,
                                    const Diagnostics& diagnostics);

}  // namespace appell::io
