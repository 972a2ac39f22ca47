#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "appell/base/error.hpp"
#include "appell/trajectory/law.hpp"

namespace appell::trajectory {

/// A text that is no expression, with the place where that shows.
class ExpressionError : public InvalidArgument {
 public:
  ExpressionError(const std::string& text, std::size_t offset)
      : InvalidArgument(text), offset_(offset) {}
  std::size_t offset() const { return offset_; }  ///< In bytes from the beginning.

 private:
  std::size_t offset_;
};

/// A formula in t, as "0.5*cos(2*t) + pi/4", evaluated in Taylor arithmetic: every derivative is
/// exact. Numbers, t, pi, e, + - * / ^ (a constant exponent), parentheses, and the functions sin
/// cos tan asin acos atan sinh cosh tanh exp log sqrt; pow(x, a) is x ^ a.
class ExpressionLaw final : public Law {
 public:
  /// @throws ExpressionError if the text is no expression.
  explicit ExpressionLaw(std::string_view text);

  TimeRange range() const override { return {}; }
  /// @throws NumericalError where the formula has no value or no derivative.
  void expand(double t, std::span<double> out) const override;
  std::unique_ptr<LawCursor> cursor() const override;

  enum class Operation {
    kNumber,
    kVariable,
    kAdd,
    kSubtract,
    kMultiply,
    kDivide,
    kNegate,
    kIntegerPower,
    kRealPower,
    kSin,
    kCos,
    kTan,
    kAsin,
    kAcos,
    kAtan,
    kSinh,
    kCosh,
    kTanh,
    kExp,
    kLog,
    kSqrt
  };
  /// One operation on the results of earlier ones; the last is the value.
  struct Step {
    Operation operation;
    double number = 0.0;    ///< Of kNumber; exponent of the powers.
    std::size_t first = 0;  ///< Operand: index of a step.
    std::size_t second = 0;
  };

 private:
  std::vector<Step> steps_;
};

}  // namespace appell::trajectory
