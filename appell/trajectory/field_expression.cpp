#include "appell/trajectory/field_expression.hpp"

#include <cmath>

#include "appell/trajectory/expression_parser.hpp"

namespace appell::trajectory {
namespace {

using Operation = ExpressionLaw::Operation;

double function_value(Operation operation, double a) {
  switch (operation) {
    case Operation::kSin:
      return std::sin(a);
    case Operation::kCos:
      return std::cos(a);
    case Operation::kTan:
      return std::tan(a);
    case Operation::kAsin:
      return std::asin(a);
    case Operation::kAcos:
      return std::acos(a);
    case Operation::kAtan:
      return std::atan(a);
    case Operation::kSinh:
      return std::sinh(a);
    case Operation::kCosh:
      return std::cosh(a);
    case Operation::kTanh:
      return std::tanh(a);
    case Operation::kExp:
      return std::exp(a);
    case Operation::kLog:
      return std::log(a);
    default:
      return std::sqrt(a);
  }
}

double step_value(const ExpressionLaw::Step& step, const Vec3& point, double a, double b) {
  switch (step.operation) {
    case Operation::kNumber:
      return step.number;
    case Operation::kVariable:
      return point[static_cast<Eigen::Index>(step.first)];
    case Operation::kAdd:
      return a + b;
    case Operation::kSubtract:
      return a - b;
    case Operation::kMultiply:
      return a * b;
    case Operation::kDivide:
      return a / b;
    case Operation::kNegate:
      return -a;
    case Operation::kIntegerPower:
    case Operation::kRealPower:
      return std::pow(a, step.number);
    default:
      return function_value(step.operation, a);
  }
}

}  // namespace

FieldExpression::FieldExpression(std::string_view text)
    : steps_(parse_expression(text, {"x", "y", "z"})) {}

double FieldExpression::operator()(const Vec3& point) const {
  std::vector<double> values(steps_.size());
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const ExpressionLaw::Step& step = steps_[i];
    const bool is_leaf =
        step.operation == Operation::kNumber || step.operation == Operation::kVariable;
    values[i] = step_value(step, point, is_leaf ? 0.0 : values[step.first],
                           is_leaf ? 0.0 : values[step.second]);
  }
  return values.back();
}

}  // namespace appell::trajectory
