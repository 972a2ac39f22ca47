#pragma once

#include <array>
#include <memory>
#include <vector>

#include "appell/spatial/orientation.hpp"
#include "appell/spatial/transform.hpp"
#include "appell/trajectory/law.hpp"

namespace appell::trajectory {

/// The motion of a frame as laws prescribe it. What has no law stays as it is at the start.
struct PoseLaws {
  enum class Origin { kWorld, kStart };
  enum class Orientation { kConstant, kFree, kAngles, kQuaternion };

  TimeRange range;
  /// x, y, z of the frame's origin in world components, m.
  std::array<std::shared_ptr<const Law>, 3> position;
  /// Whether the laws are to be added to the position at the start.
  Origin origin = Origin::kWorld;
  Orientation orientation = Orientation::kConstant;
  /// In which α, β, γ are.
  spatial::AngleSet angle_set = spatial::AngleSet::kZYX;
  std::array<std::shared_ptr<const Law>, 3> angles;
  /// w, x, y, z, all of them; they are divided by their norm.
  std::array<std::shared_ptr<const Law>, 4> quaternion;

  /// Laws that there are.
  std::vector<const Law*> given() const;
  /// Prescribed rows of X: all, or those of the position.
  int num_rows() const { return orientation == Orientation::kFree ? 3 : 6; }
};

/// Expands the laws of a pose at one time after the other; for one thread. The laws must outlive
/// it.
class PoseCursor {
 public:
  /// @param start  placement of the frame at the start.
  /// @throws InvalidArgument if a law of a quaternion is missing, or one of an angle that is not
  ///   determined at the start.
  PoseCursor(const PoseLaws& laws, const spatial::Transform& start);

  /// The pose at t, to an order. Series up to order 11 do not allocate.
  /// @throws NumericalError if a law has no derivative there, or a quaternion is too near to zero.
  const spatial::TransformSeries& expand(double t, int order);

 private:
  void expand_law(std::size_t law, double t, taylor::Series<double>& out);
  void turn_by_angles(double t, int order);
  void turn_by_quaternion(double t, int order);

  const PoseLaws& laws_;
  spatial::Transform start_;
  /// x, y, z, then α, β, γ or w, x, y, z: none where the law is missing.
  std::vector<std::unique_ptr<LawCursor>> cursors_;
  std::vector<double> constants_;  ///< Added to each law, or its value where it is missing.
  spatial::TransformSeries pose_;
};

}  // namespace appell::trajectory
