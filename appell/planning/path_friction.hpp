#pragma once

#include <memory>
#include <vector>

#include "appell/model/model.hpp"
#include "appell/planning/path_dynamics.hpp"
#include "appell/planning/timing_problem.hpp"

namespace appell::planning {

/// Friction of one coordinate as retiming has it: a function F(q') with derivatives, and what is
/// constant as long as the joint keeps its direction.
class CoordinateFriction {
 public:
  /// @throws InvalidArgument for friction by radial load, which is no function of the velocity.
  CoordinateFriction(const model::Model& model, int coordinate);

  bool is_curved() const { return is_curved_; }
  bool has_dry() const { return dry_ != 0.0; }
  /// Dry friction in a direction (-1, 0 or 1), and the offset.
  double constant(double direction) const { return offset_ + direction * dry_; }

  struct Value {
    double f, first, second;  ///< F, F' and F''.
  };
  Value at(double rate) const;

 private:
  struct Part {
    model::Friction law;  ///< Without its constant part.
    double ratio;         ///< Of the joint's rate to that of the coordinate.
  };
  std::vector<Part> parts_;  ///< Laws that are no straight lines.
  double viscous_ = 0.0;
  double dry_ = 0.0;
  double offset_ = 0.0;
  bool is_curved_ = false;
};

/// Friction in rows of forces, force rates and powers. With x = p' √α, the rate of the joint,
///
///   torque       F(x)                                                                        (1)
///   torque rate  F'(x) (p' α'/2 + p'' α) / √α   divided by √α as the row is                  (2)
///   power        p' F(x)                                                                     (3)
class FrictionTerms final : public CurvedTerms {
 public:
  enum class Kind { kNone, kForce, kRate, kPower };
  struct Row {
    Kind kind = Kind::kNone;
    const CoordinateFriction* friction = nullptr;
    std::vector<double> p1, p2;  ///< p' and p'' at the points.
    std::vector<double> scale;   ///< One over the limit, or zero where there is none.
  };

  std::vector<Row> rows;  ///< Of the block.
  double unit = 1.0;      ///< Of time: α is in units of its inverse square.

  bool has_any() const;
  bool has_term(std::size_t row) const override { return rows[row].kind != Kind::kNone; }
  Term term(std::size_t row, std::size_t point, double alpha, double slope) const override;
  void tighten(std::size_t row, std::size_t point, double factor) override;
  void set_unit(double seconds) override { unit = seconds; }
};

}  // namespace appell::planning
