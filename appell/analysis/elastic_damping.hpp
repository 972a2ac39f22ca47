#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "appell/analysis/elastic_joint.hpp"
#include "appell/analysis/elastic_robot.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::dynamics {
class BlockDynamics;
}

namespace appell::analysis {

/// The deflections of all damped joints of a robot, from the first time on. Between two times the
/// forces of the springs are followed by Taylor polynomials of the engine,
///
///   τ(t + s) = Σ_{k=0..P} τ[k] sᵏ,  0 <= s <= h,
///   |τ[m]| m!/(m-k)! hᵐ⁻ᵏ <= 1e-13 of the largest |τ⁽ᵏ⁾|,  m = P - 1, P                    (1)
///
/// for every derivative k that is carried along, each compared with τ⁽ᵏ⁾ itself where the step
/// ends, which is halved until both hold; by DampedSpring each step is exact for its polynomial.
/// Where pieces of the motion meet, derivatives of τ above its continuity may jump.
class DampedJoints {
 public:
  /// @param motion  its joints in the order of the model's coordinates; it must outlive this.
  /// @param order  highest derivative of the deflections.
  DampedJoints(const ElasticRobot& robot, const trajectory::Trajectory& motion, int order);
  ~DampedJoints();
  DampedJoints(DampedJoints&&) noexcept;

  bool is_empty() const { return joints_.empty(); }
  /// P: order of the forces that go_to() takes.
  int degree() const { return degree_; }

  /// Goes on to a time, which is not before the last.
  /// @param force  the forces of all coordinates at that time, of order degree(), and the sample.
  void go_to(double t, const model::SeriesBlock& force, int sample);

  /// δ⁽ᵏ⁾ of a coordinate at the last time.
  double derivative(int coordinate, int k) const;

  /// Largest DampedSpring::start_error(), as a part of the largest deflection.
  double start_error() const { return start_error_; }
  /// First time at which (1) did not hold for any step that is not tiny: the force has a kink that
  /// the motion does not tell of.
  std::optional<double> kink() const { return kink_; }

 private:
  struct Joint {
    int coordinate;
    double stiffness;
    DampedSpring spring;
  };
  using Forces = std::vector<double>;  ///< Of each joint degree() + 1 coefficients.

  std::span<const double> of(const Forces& forces, std::size_t joint) const {
    const auto size = static_cast<std::size_t>(degree_) + 1;
    return std::span(forces).subspan(joint * size, size);
  }
  void read(const model::SeriesBlock& force, int sample, Forces& out) const;
  void forces_at(double t, Forces& out);
  void set_scales();
  void begin(double t);
  /// From here_ on to a time; with the forces there unless it is a seam, of whose left side they
  /// are not.
  void march(double end, const Forces* forces_there);
  bool is_resolved(double h, const Forces* there) const;
  double predicted(std::span<const double> c, int k, double h) const;
  void step(double h);
  /// From the end of a step h to the forces on the other side of a seam.
  void jump_to(const Forces& after, double h, int first);

  ElasticRobot robot_;
  const trajectory::Trajectory& motion_;
  int order_;
  int degree_;
  std::vector<Joint> joints_;
  std::vector<double> seams_;
  std::size_t seam_ = 0;  ///< The next.
  double shortest_;
  std::unique_ptr<dynamics::BlockDynamics> engine_;
  std::optional<trajectory::TrajectoryCursor> cursor_;
  model::StateBlock state_;
  model::SeriesBlock force_;
  std::vector<double> scales_;  ///< Largest |τ⁽ᵏ⁾|.
  double t_ = 0.0;
  bool is_begun_ = false;
  Forces here_, next_, before_, there_;  ///< here_: at t_, or where the last step to a seam began.
  double last_step_ = 0.0;
  double start_error_ = 0.0;
  std::optional<double> kink_;
};

}  // namespace appell::analysis
