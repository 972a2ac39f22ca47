#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "appell/base/types.hpp"
#include "appell/engine/instruction_set.hpp"
#include "appell/engine/limits.hpp"
#include "appell/engine/motion_orders.hpp"

namespace appell::model {
class Model;
struct Frame;
}  // namespace appell::model

namespace appell::engine {

struct MotionBlockOptions {
  std::optional<Vec3> gravity;  ///< The model's unless given; m/s², world axes.
  InstructionSet instruction_set = best_instruction_set();
};

/// What follows from the motion of all bodies, of many samples at once, to any order, fast: one
/// pass from q(t) to placements, Jacobian, energies, momenta and joint wrenches. Results are
/// columns of samples. See docs/engine.md.
///
/// Owns its memory: make one per thread. After construction it allocates nothing, takes no lock and
/// throws nothing; sizes are the caller's duty.
class MotionBlock {
 public:
  static constexpr int kHighestOrder = kHighestMotionOrder;  ///< Of q.

  /// @param frame  whose Jacobian is wanted; may be null if none is. See set_frame().
  /// @param capacity  most samples of one call, >= 1.
  /// @throws InvalidArgument if an order is out of range, or the machine lacks the instruction set.
  MotionBlock(const model::Model& model, const MotionOrders& orders, const model::Frame* frame,
              int capacity, const MotionBlockOptions& options = {});
  ~MotionBlock();
  MotionBlock(MotionBlock&&) noexcept;
  MotionBlock& operator=(MotionBlock&&) noexcept;

  const MotionOrders& orders() const;

  /// @param q  sample s of q⁽ᵏ⁾/k! of coordinate j at q[(k n + j) · stride + s], k to
  ///   orders().highest(); at most `capacity` samples.
  void compute(const double* q, std::size_t num_samples, std::size_t stride) noexcept;

  /// The same for a part of what room was made for.
  /// @param wanted  orders, each at most the one that the object was made with; q is read to
  ///   wanted.highest().
  void compute(const double* q, std::size_t num_samples, std::size_t stride,
               const MotionOrders& wanted) noexcept;
  /// What counts from now on; m/s², world axes.
  void set_gravity(const Vec3& gravity) noexcept;
  /// The masses of the bodies that count from now on: those of a model that is the same in all
  /// else. Every number comes out bit for bit as from an object made for it.
  void set_masses(const model::Model& model) noexcept;
  /// The frame whose Jacobian is computed from now on; one of the model's.
  void set_frame(const model::Frame& frame) noexcept;

  // ---- Columns of samples of the last call, coefficient k; k at most the order that was asked
  // for, and body a body of the model.

  /// Entry of the placement [R | p] of a body in the world, 3 x 4.
  const double* placement(int k, int body, int row, int column) const;
  /// m, world axes.
  const double* centre(int k, int body, int component) const;
  /// rad/s, world axes.
  const double* omega(int k, int body, int component) const;
  const double* omega_in_body(int k, int body, int component) const;
  /// 6 x n: linear, then angular.
  const double* jacobian(int k, int row, int column) const;
  /// kg m/s, then kg m²/s.
  const double* momentum(int k, int component) const;
  const double* potential_energy(int k) const;
  const double* gravity_force(int k, int coordinate) const;
  /// Force and moment about the origin of the body, in the body's axes: what its joint transmits to
  /// it. Rotors do not count.
  const double* wrench(int k, int body, int component) const;
  enum EnergyPart { kTranslation, kRotation };
  /// Part of the acceleration energy E_p by König's theorem; p = 0: of the kinetic energy.
  const double* energy(int p, int k, EnergyPart part) const;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace appell::engine
