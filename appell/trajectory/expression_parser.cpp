#include "appell/trajectory/expression_parser.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "appell/base/constants.hpp"
#include "appell/base/text.hpp"

namespace appell::trajectory {
namespace {

using Operation = ExpressionLaw::Operation;
using Step = ExpressionLaw::Step;

constexpr std::size_t kLongestText = 4096;
constexpr int kDeepest = 100;  // Nesting; a file must not exhaust the stack.

constexpr std::array<std::pair<std::string_view, Operation>, 12> kFunctions{
    {{"sin", Operation::kSin},
     {"cos", Operation::kCos},
     {"tan", Operation::kTan},
     {"asin", Operation::kAsin},
     {"acos", Operation::kAcos},
     {"atan", Operation::kAtan},
     {"sinh", Operation::kSinh},
     {"cosh", Operation::kCosh},
     {"tanh", Operation::kTanh},
     {"exp", Operation::kExp},
     {"log", Operation::kLog},
     {"sqrt", Operation::kSqrt}}};

/// Recursive descent:  sum = term {(+|-) term};  term = sign {(*|/) sign};
/// sign = [+|-] sign | power;  power = atom [^ sign];  atom = number | name | f(sum) | (sum).
class Parser {
 public:
  Parser(std::string_view text, const std::vector<std::string>& variables)
      : text_(text), variables_(variables) {}

  std::vector<Step> parse() {
    if (text_.size() > kLongestText) {
      fail(0, concat("the expression has ", text_.size(), " characters; at most ", kLongestText));
    }
    sum();
    skip_blanks();
    if (at_ < text_.size()) fail(at_, concat("found '", text_[at_], "'; an operator is needed"));
    return std::move(steps_);
  }

 private:
  [[noreturn]] static void fail(std::size_t offset, const std::string& text) {
    throw ExpressionError(one_line(text), offset);
  }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }

  bool take(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::size_t add(const Step& step) {
    steps_.push_back(step);
    return steps_.size() - 1;
  }

  std::size_t sum() {
    if (++depth_ > kDeepest) fail(at_, "the expression is nested too deeply");
    std::size_t value = term();
    for (;;) {
      if (take('+')) {
        const std::size_t right = term();
        value = add({Operation::kAdd, 0.0, value, right});
      } else if (take('-')) {
        const std::size_t right = term();
        value = add({Operation::kSubtract, 0.0, value, right});
      } else {
        --depth_;
        return value;
      }
    }
  }

  std::size_t term() {
    std::size_t value = sign();
    for (;;) {
      if (take('*')) {
        const std::size_t right = sign();
        value = add({Operation::kMultiply, 0.0, value, right});
      } else if (take('/')) {
        const std::size_t right = sign();
        value = add({Operation::kDivide, 0.0, value, right});
      } else {
        return value;
      }
    }
  }

  std::size_t sign() {
    if (++depth_ > kDeepest) fail(at_, "the expression is nested too deeply");
    std::size_t value = 0;
    if (take('-')) {
      const std::size_t operand = sign();
      value = add({Operation::kNegate, 0.0, operand, 0});
    } else if (take('+')) {
      value = sign();
    } else {
      value = atom();
      if (take('^')) value = power(value, at_);
    }
    --depth_;
    return value;
  }

  /// x ^ a: the steps of the exponent are computed now and forgotten.
  std::size_t power(std::size_t base, std::size_t place) {
    const std::size_t before = steps_.size();
    sign();
    const double exponent = constant(before, place);
    return add_power(base, exponent);
  }

  std::size_t add_power(std::size_t base, double exponent) {
    constexpr double kLargestInteger = 1000.0;
    const bool is_integer =
        exponent == std::floor(exponent) && std::abs(exponent) <= kLargestInteger;
    return add({is_integer ? Operation::kIntegerPower : Operation::kRealPower, exponent, base, 0});
  }

  /// The number that the steps from `before` on amount to; they are taken away.
  double constant(std::size_t before, std::size_t place) {
    std::vector<double> values(steps_.size());
    for (std::size_t i = before; i < steps_.size(); ++i) {
      const Step& step = steps_[i];
      if (step.operation == Operation::kVariable) {  // Its operand is no step.
        fail(place, "an exponent must be a constant number");
      }
      const double a = values[step.first];
      const double b = values[step.second];
      switch (step.operation) {
        case Operation::kNumber:
          values[i] = step.number;
          break;
        case Operation::kAdd:
          values[i] = a + b;
          break;
        case Operation::kSubtract:
          values[i] = a - b;
          break;
        case Operation::kMultiply:
          values[i] = a * b;
          break;
        case Operation::kDivide:
          values[i] = a / b;
          break;
        case Operation::kNegate:
          values[i] = -a;
          break;
        default:
          fail(place, "an exponent must be a constant number");
      }
    }
    const double result = values.back();
    if (!std::isfinite(result)) fail(place, "an exponent must be a finite number");
    steps_.resize(before);
    return result;
  }

  std::size_t atom() {
    skip_blanks();
    if (at_ >= text_.size()) fail(at_, concat("the expression ends; ", needed()));
    const char c = text_[at_];
    if (take('(')) {
      const std::size_t value = sum();
      close();
      return value;
    }
    if ((c >= '0' && c <= '9') || c == '.') return number();
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return name();
    fail(at_, concat("found '", c, "'; ", needed()));
  }

  std::string needed() const {
    return concat("a number, ", comma_list(variables_), " or a function is needed");
  }

  void close() {
    if (!take(')')) fail(at_, "a ')' is missing");
  }

  std::size_t number() {
    double value = 0.0;
    const auto [end, error] =
        std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc() || !std::isfinite(value)) fail(at_, "this is no finite number");
    at_ = static_cast<std::size_t>(end - text_.data());
    return add({Operation::kNumber, value});
  }

  std::size_t name() {
    const std::size_t start = at_;
    const auto is_letter = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
    const std::string_view word = text_.substr(start, at_ - start);
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      if (word == variables_[i]) return add({Operation::kVariable, 0.0, i, 0});
    }
    if (word == "pi") return add({Operation::kNumber, kPi});
    if (word == "e") return add({Operation::kNumber, std::exp(1.0)});
    if (word == "pow") return two_argument_power();
    for (const auto& [function, operation] : kFunctions) {
      if (function != word) continue;
      if (!take('(')) fail(at_, concat("'", word, "' needs an argument in parentheses"));
      const std::size_t argument = sum();
      close();
      return add({operation, 0.0, argument, 0});
    }
    std::vector<std::string> known = variables_;
    known.insert(known.end(), {"pi", "e", "pow"});
    for (const auto& [function, operation] : kFunctions) known.emplace_back(function);
    fail(start, concat("'", word, "' is not known", suggestion(word, known), "; known are ",
                       comma_list(known)));
  }

  std::size_t two_argument_power() {
    if (!take('(')) fail(at_, "'pow' needs two arguments in parentheses");
    const std::size_t base = sum();
    if (!take(',')) fail(at_, "'pow' needs a second argument, the exponent");
    const std::size_t place = at_;
    const std::size_t before = steps_.size();
    sum();
    const double exponent = constant(before, place);
    close();
    return add_power(base, exponent);
  }

  std::string_view text_;
  const std::vector<std::string>& variables_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::vector<Step> steps_;
};

}  // namespace

std::vector<Step> parse_expression(std::string_view text,
                                   const std::vector<std::string>& variables) {
  return Parser(text, variables).parse();
}

}  // namespace appell::trajectory
