#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#include "appell/base/types.hpp"
#include "appell/taylor/series.hpp"

/// The papers, executable: every identity is evaluated on a robot by two routes that share no code
/// above taylor/, spatial/, mass/ and model/.
namespace appell::verify {

class Sample;

/// A residual above this share of Σ|terms| is a failure, unless an identity states its own bar.
inline constexpr double kBar = 1e-12;

/// A scalar, vector, matrix or tensor as one column of numbers.
VecX flat(double value);
VecX flat(const Eigen::Ref<const MatX>& value);

/// One instance of an identity: a left side, and a right side that is a sum of terms.
class Comparison {
 public:
  /// One term of the right side.
  struct Term {
    std::string label;
    VecX value;
  };

  /// The right side as printed.
  struct PrintedForm {
    std::string equation;  ///< Empty: all of Identity::misprinted.
    VecX value;
  };

  /// @param label  what tells this instance from the others: "k = 2, m = 4".
  template <class Value>
  Comparison(std::string label, const Value& lhs) : label_(std::move(label)), lhs_(flat(lhs)) {}

  /// Adds a term to the right side.
  template <class Value>
  Comparison& term(std::string label, const Value& value) {
    terms_.push_back({std::move(label), flat(value)});
    return *this;
  }

  /// What the right side is as a paper prints it; for equations that are wrong as printed.
  /// @param equation  "S0 (79)": which of Identity::misprinted; empty: all of them.
  template <class Value>
  Comparison& printed(const Value& value, std::string equation = {}) {
    printed_.push_back({std::move(equation), flat(value)});
    return *this;
  }

  /// The size of what is added up on the way to either side, where that is more than the terms
  /// show: rounding errors are relative to it. Of several the largest counts.
  Comparison& inner_scale(double sum) {
    inner_scale_ = std::max(inner_scale_, sum);
    return *this;
  }

  const std::string& label() const { return label_; }
  const VecX& lhs() const { return lhs_; }
  const std::vector<Term>& terms() const { return terms_; }
  const std::vector<PrintedForm>& printed_forms() const { return printed_; }

  VecX rhs() const;
  /// Σ|terms|, each by its largest entry; at least |lhs| and inner_scale().
  double scale() const;
  /// Largest |lhs - rhs|.
  double absolute() const;
  /// absolute() / scale(); 0 if both are 0.
  double residual() const;
  /// Largest |lhs - printed| relative to |lhs|, of all printed forms.
  std::optional<double> printed_error() const;
  /// The same of the forms that speak for one equation.
  std::optional<double> printed_error(std::string_view equation) const;

 private:
  double error_of(const PrintedForm& form) const;

  std::string label_;
  VecX lhs_;
  std::vector<Term> terms_;
  std::vector<PrintedForm> printed_;
  double inner_scale_ = 0.0;
};

using Comparisons = std::vector<Comparison>;

/// Thrown by an identity that says nothing about a robot, or would cost too much on it.
struct NotApplicable {
  std::string reason;
};

/// For Identity::most_coordinates: its cost does not grow faster than the robot.
inline constexpr int kAnyNumber = std::numeric_limits<int>::max();

/// A statement of the papers that can be run, and all that is said of it: what `appell verify`
/// prints and docs/equations.md is made from.
struct Identity {
  std::string id = {};                      ///< "catalan-k4": unique.
  std::string title = {};                   ///< One line.
  std::vector<std::string> equations = {};  ///< "S2 (21)", "S0 (164)".
  /// Those of the equations whose printed form, wrong or read in a certain way, is evaluated too.
  std::vector<std::string> misprinted = {};
  std::string formula = {};  ///< As it is evaluated, corrected where it must be.
  std::string reading = {};  ///< How the printed symbols are read, or what is wrong.
  std::string left = {};     ///< Where the left side comes from.
  std::string right = {};    ///< Where the right side comes from.
  std::string shared = {};   ///< What both sides use; empty: nothing above model/.
  /// Where the cost grows faster than the robot: with more coordinates it is left out.
  int most_coordinates = kAnyNumber;
  std::function<Comparisons(const Sample&)> evaluate = {};
  double bar = kBar;
  std::string bar_reason = {};  ///< Why the bar is wider than kBar.
  /// The function that gives this identity; nobody sets it.
  std::source_location where = std::source_location::current();
};

/// Where the function of an identity is, "papers/verify/mass_identities.cpp".
std::string file_of(const Identity& identity);
/// Its name, "mass_central_axial".
std::string function_of(const Identity& identity);

/// What came out of one identity on one robot.
struct Result {
  enum class Outcome { kPass, kFail, kNotApplicable };
  const Identity* identity = nullptr;
  Outcome outcome = Outcome::kNotApplicable;
  std::string reason;                   ///< Why it is not applicable.
  double residual = 0.0;                ///< Worst of all comparisons.
  double absolute = 0.0;                ///< Of the comparison with the worst residual.
  std::string worst;                    ///< Its label.
  std::optional<double> printed_error;  ///< Worst of the printed form.
  Comparisons comparisons;
};

/// Why an identity is left out before it is tried: too costly for so many coordinates. Empty if it
/// is not.
std::string left_out(const Identity& identity, int num_coordinates);

/// Evaluates one identity unless it is left out. A number that is not finite is a failure.
Result run(const Identity& identity, const Sample& sample);

}  // namespace appell::verify
