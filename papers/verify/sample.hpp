#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/model.hpp"
#include "appell/model/state_series.hpp"
#include "appell/spatial/transform.hpp"

namespace appell::verify {

/// Reproducible random numbers, the same on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  /// In [-1, 1).
  double number();
  Vec3 vector() { return {number(), number(), number()}; }
  Vec3 direction();
  Mat3 rotation();
  /// Turned, and moved by up to `length` along each axis, m.
  spatial::Transform placement(double length) { return {rotation(), length * vector()}; }

 private:
  std::uint64_t state_;
};

/// A point mass.
struct Particle {
  double mass;
  Vec3 r_B;  ///< In the body frame.
};

/// Particles with the mass, centre and second moment of a body: seven suffice, and whatever is
/// quadratic in the positions is the same for them as for the body. Those beside the centre are at
/// least 1 m and the length of p_BBcm away from it: positions, and differences of positions, then
/// show the moments of the smallest body to rounding, however far it is from any origin.
std::vector<Particle> particles(const mass::RigidMass& body);

/// A pseudo-inertia [I_p m r; m rᵀ m] with m r times a length and m times its square: one unit, so
/// that no block hides another.
inline Mat4 in_squares(Mat4 P, double length) {
  P.row(3) *= length;
  P.col(3) *= length;
  return P;
}

/// Placement of every body along a state, by products of exp_screw(): nothing of kinematics/.
std::vector<spatial::TransformSeries> placements_along(const model::Model& model,
                                                       const model::StateSeries& state);

/// A robot in a random state of motion, with what several identities need, made when it is first
/// asked for. Not for several threads at once.
class Sample {
 public:
  /// @param order  N >= 0: equations of motion are evaluated up to the order k = N + 1.
  /// @param frame  link that is the end effector; empty: the default frame of the model.
  /// @throws InvalidArgument if the order is not in 0..10, the model has no coordinate, or it has
  /// no
  ///   such link.
  Sample(const model::Model& model, int order, std::uint64_t seed, std::string_view frame = {});
  ~Sample();

  const model::Model& model() const { return model_; }
  /// The end effector.
  const model::Frame& frame() const { return frame_; }
  /// N + 1.
  int max_k() const { return order_ + 1; }
  int num_coordinates() const { return model_.num_coordinates(); }
  /// Order of state(), motion() and placements(): enough for every identity.
  int series_order() const { return 2 * (max_k() < 4 ? 4 : max_k()) + 3; }

  /// Random q, q', q'', ..., every number in [-1, 1).
  const model::StateSeries& state() const { return state_; }
  /// Random numbers of one's own, the same in every run with the same seed.
  Random random(std::string_view salt) const;

  /// By kinematics::propagate().
  const kinematics::TreeMotion& motion() const;

  /// placements_along() the state.
  const std::vector<spatial::TransformSeries>& placements() const;

  /// How the placements change when only q_j⁽ᵐ⁾ does, i.e. by δq_j(t) = tᵐ/m!: exact, by the
  /// product rule in the recursion of placements(). One R and one p per body.
  const std::vector<spatial::TransformSeries>& variation(int j, int m) const;

  /// Jacobian of the centre of mass of a body along the motion, by kinematics::jacobian().
  const taylor::Series<MatX>& centre_jacobian(int body) const;

  /// The robot's own length, m: that of its longest link, from joint to joint or to the end
  /// effector, or to the centre of mass and as far again as the mass is spread. 1 if it has none.
  double length() const { return length_; }
  /// The robot's own force, N: the weight of all bodies and what it takes to move them over
  /// length() within a second or so. 1 if no body has mass.
  double force() const { return force_; }

  /// Bodies with mass.
  const std::vector<int>& heavy_bodies() const { return heavy_; }
  /// The heaviest body that turns, or the heaviest one.
  int main_body() const;

 private:
  struct Cache;

  const model::Model& model_;
  const model::Frame& frame_;
  int order_;
  std::uint64_t seed_;
  model::StateSeries state_;
  double length_ = 0.0;
  double force_ = 0.0;
  std::vector<int> heavy_;
  std::unique_ptr<Cache> cache_;
};

}  // namespace appell::verify
