#pragma once

#include <array>
#include <vector>

#include "appell/model/wrench.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::trajectory {

/// Wrenches as functions of time: what a table of recorded or planned loads is.
class WrenchLaws {
 public:
  struct Entry {
    model::Wrench wrench;      ///< Its frame and axes; the numbers come from the laws.
    bool is_external = false;  ///< Exerted on the robot, and not by it.
    std::array<int, 6> laws{-1, -1, -1, -1, -1, -1};  ///< Of force and moment; -1: zero.
  };

  /// @throws InvalidArgument if there is no such law.
  WrenchLaws(Trajectory laws, std::vector<Entry> entries);

  TimeRange range() const { return laws_.range(); }
  const std::vector<Entry>& entries() const { return entries_; }
  /// The numbers, as joints.
  const Trajectory& laws() const { return laws_; }

  /// The wrenches at a time with their derivatives to an order: loads and external ones.
  /// @throws InvalidArgument if the time is outside the range.
  void sample(double t, int order, std::vector<model::Wrench>& loads,
              std::vector<model::Wrench>& external) const;

 private:
  Trajectory laws_;
  std::vector<Entry> entries_;
};

}  // namespace appell::trajectory
