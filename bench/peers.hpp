#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace appell::bench {

/// A robot as plain numbers: nothing whose layout depends on how a file was compiled, because a
/// peer's adapter is compiled like the peer, with other instructions than ours.
struct PlainBody {
  int parent = -1;                 ///< Index of a body before this one; -1 is the world.
  std::array<double, 9> rotation;  ///< Of the joint frame in the parent, row by row.
  std::array<double, 3> position;
  bool turns = true;           ///< Or slides.
  std::array<double, 3> axis;  ///< Unit, in the joint frame.
  double mass = 0.0;
  std::array<double, 3> com;      ///< In the body frame, which is the moved joint frame.
  std::array<double, 9> inertia;  ///< About the centre of mass, axes of the body.
};

/// Body i is moved by coordinate i.
struct PlainRobot {
  std::string name;
  std::array<double, 3> gravity;
  std::vector<PlainBody> bodies;
  int tip = 0;  ///< Body whose Jacobian is asked for: the deepest one.

  int num_coordinates() const { return static_cast<int>(bodies.size()); }
  bool is_chain() const;
};

/// What is timed, and how its numbers are arranged: matrices row by row, world axes.
enum class Quantity {
  kForce,          ///< τ(q, q', q''), n numbers.
  kGravity,        ///< τ(q, 0, 0).
  kBias,           ///< τ(q, q', 0): Coriolis and centrifugal force and gravity.
  kMass,           ///< M, n x n.
  kSolve,          ///< M⁻¹ q'' from M: taking it apart, and one right side.
  kCoriolis,       ///< C, n x n.
  kPartials,       ///< ∂τ/∂q, then ∂τ/∂q'.
  kKinematics,     ///< Of all bodies: R and p each; then v and ω each; then their derivatives.
  kJacobian,       ///< Kinematics, then J of the tip, linear above angular, 6 x n, then J'.
  kKineticEnergy,  ///< One number.
};
inline constexpr int kNumQuantities = 10;

/// Another program that computes the same.
class Peer {
 public:
  virtual ~Peer() = default;
  virtual std::string name() const = 0;
  virtual bool offers(Quantity quantity) const = 0;
  /// The next calls of compute() are for this state: q, q', q'', each n numbers.
  virtual void set_state(const double* motion) = 0;
  /// What is timed.
  virtual void compute(Quantity quantity) = 0;
  /// What the last compute() of this quantity found. It may end early where the peer does: after
  /// velocities, or after J. Of kJacobian it is J and J' only.
  virtual std::vector<double> result(Quantity quantity) = 0;
};

/// Every peer that was found when this was compiled and that can take the robot.
std::vector<std::unique_ptr<Peer>> peers(const PlainRobot& robot);

// Null if the robot is too large for it.
std::unique_ptr<Peer> kdl_peer(const PlainRobot& robot);
std::unique_ptr<Peer> mujoco_peer(const PlainRobot& robot);
// These two are in libraries of their own.
__attribute__((visibility("default"))) std::unique_ptr<Peer> pinocchio_peer(
    const PlainRobot& robot);
__attribute__((visibility("default"))) std::unique_ptr<Peer> rbdl_peer(const PlainRobot& robot);

}  // namespace appell::bench
