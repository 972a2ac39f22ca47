#include "appell/trajectory/expression.hpp"

#include <cmath>

#include "appell/base/text.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "appell/taylor/functions.hpp"
#include "appell/trajectory/expression_parser.hpp"

namespace appell::trajectory {
namespace {

using Series = taylor::Series<double>;
using Operation = ExpressionLaw::Operation;

/// The results of the steps of one evaluation; kept by a cursor, so that evaluating again allocates
/// nothing.
struct Workspace {
  std::vector<Series> results;
  Series a;
  Series b;
  int order = -1;

  void resize(std::size_t num_steps, int wanted) {
    if (order != wanted) {
      results.clear();
      a = b = Series(wanted);
      order = wanted;
    }
    while (results.size() < num_steps) results.emplace_back(order);
  }
};

void set_constant(Series& x, double value) {
  for (int k = 1; k <= x.order(); ++k) x[k] = 0.0;
  x[0] = value;
}

/// y with y' = x' / g and y(t₀) given: the inverse functions.
void integrate_quotient(const Series& x, const Series& g, double start, Series& y) {
  y[0] = start;
  for (int k = 1; k <= x.order(); ++k) {
    double sum = k * x[k];
    for (int i = 1; i < k; ++i) sum -= i * y[i] * g[k - i];
    y[k] = sum / (k * g[0]);
  }
}

/// asin, acos, atan: their derivatives are ±x'/√(1 - x²) and x'/(1 + x²).
void inverse_function(Operation operation, const Series& x, Workspace& work, Series& out) {
  const bool is_atan = operation == Operation::kAtan;
  taylor::product(x, x, work.a);
  if (!is_atan) {
    for (int k = 0; k <= x.order(); ++k) work.a[k] = -work.a[k];
  }
  work.a[0] += 1.0;
  if (is_atan) return integrate_quotient(x, work.a, std::atan(x[0]), out);
  taylor::sqrt(work.a, work.a);
  if (operation == Operation::kAsin) {
    return integrate_quotient(x, work.a, std::asin(x[0]), out);
  }
  for (int k = 0; k <= x.order(); ++k) work.a[k] = -work.a[k];
  integrate_quotient(x, work.a, std::acos(x[0]), out);
}

/// xⁿ by repeated squaring.
void integer_power(const Series& x, int n, Workspace& work, Series& out) {
  set_constant(out, 1.0);
  work.a = x;
  for (int left = std::abs(n); left > 0; left /= 2) {
    if (left % 2 == 1) taylor::product(out, work.a, out);
    if (left > 1) taylor::product(work.a, work.a, work.a);
  }
  if (n >= 0) return;
  set_constant(work.b, 1.0);
  taylor::quotient(work.b, out, work.b);
  out = work.b;
}

void hyperbolic(Operation operation, const Series& x, Workspace& work, Series& out) {
  taylor::exp(x, work.a);
  for (int k = 0; k <= x.order(); ++k) work.b[k] = -x[k];
  taylor::exp(work.b, out);
  const double sign = operation == Operation::kSinh ? -1.0 : 1.0;
  for (int k = 0; k <= x.order(); ++k) out[k] = 0.5 * (work.a[k] + sign * out[k]);
}

void apply(const ExpressionLaw::Step& step, const Series& x, const Series& y, Workspace& work,
           Series& out) {
  const int N = out.order();
  switch (step.operation) {
    case Operation::kNumber:
    case Operation::kVariable:
      break;  // Done by the caller.
    case Operation::kAdd:
      for (int k = 0; k <= N; ++k) out[k] = x[k] + y[k];
      break;
    case Operation::kSubtract:
      for (int k = 0; k <= N; ++k) out[k] = x[k] - y[k];
      break;
    case Operation::kNegate:
      for (int k = 0; k <= N; ++k) out[k] = -x[k];
      break;
    case Operation::kMultiply:
      return taylor::product(x, y, out);
    case Operation::kDivide:
      return taylor::quotient(x, y, out);
    case Operation::kIntegerPower:
      return integer_power(x, static_cast<int>(step.number), work, out);
    case Operation::kRealPower:
      return taylor::power(x, step.number, out);
    case Operation::kSin:
      return taylor::sin_cos(x, out, work.a);
    case Operation::kCos:
      return taylor::sin_cos(x, work.a, out);
    case Operation::kTan:
      taylor::sin_cos(x, work.a, work.b);
      return taylor::quotient(work.a, work.b, out);
    case Operation::kAsin:
    case Operation::kAcos:
    case Operation::kAtan:
      return inverse_function(step.operation, x, work, out);
    case Operation::kSinh:
    case Operation::kCosh:
      return hyperbolic(step.operation, x, work, out);
    case Operation::kTanh:
      return taylor::tanh(x, out);
    case Operation::kExp:
      return taylor::exp(x, out);
    case Operation::kLog:
      return taylor::log(x, out);
    case Operation::kSqrt:
      return taylor::sqrt(x, out);
  }
}

/// All steps one after the other; the last one is the value.
void evaluate(std::span<const ExpressionLaw::Step> steps, double t, Workspace& work,
              std::span<double> out) {
  work.resize(steps.size(), static_cast<int>(out.size()) - 1);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const ExpressionLaw::Step& step = steps[i];
    Series& result = work.results[i];
    if (step.operation == Operation::kNumber || step.operation == Operation::kVariable) {
      const bool is_time = step.operation == Operation::kVariable;
      set_constant(result, is_time ? t : step.number);
      if (is_time && result.order() >= 1) result[1] = 1.0;
      continue;
    }
    try {
      apply(step, work.results[step.first], work.results[step.second], work, result);
    } catch (const NumericalError& error) {
      throw NumericalError(
          concat("a formula of the motion has no value, or no derivatives, at t = ", short_text(t),
                 " s (", error.what(), ")"));
    }
  }
  const Series& value = work.results[steps.size() - 1];
  for (std::size_t k = 0; k < out.size(); ++k) {
    out[k] = value[static_cast<int>(k)];
    if (!std::isfinite(out[k])) {
      throw NumericalError(concat("expression: derivative ", k, " is not finite at t = ", t));
    }
  }
}

class ExpressionCursor final : public LawCursor {
 public:
  explicit ExpressionCursor(std::span<const ExpressionLaw::Step> steps) : steps_(steps) {}
  void expand(double t, std::span<double> out) override { evaluate(steps_, t, work_, out); }

 private:
  std::span<const ExpressionLaw::Step> steps_;
  Workspace work_;
};

}  // namespace

ExpressionLaw::ExpressionLaw(std::string_view text) : steps_(parse_expression(text)) {}

void ExpressionLaw::expand(double t, std::span<double> out) const {
  Workspace work;
  evaluate(steps_, t, work, out);
}

std::unique_ptr<LawCursor> ExpressionLaw::cursor() const {
  return std::make_unique<ExpressionCursor>(steps_);
}

}  // namespace appell::trajectory
